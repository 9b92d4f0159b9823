//! Job scripts and saved games.

use std::path::Path;

use cairn_lab::SavedGame;
use cairn_lab::slurm::Script;

#[test]
fn the_script_is_one_that_slurm_reads() {
    let script = Script {
        program: Path::new("/opt/cairn"),
        directory: Path::new("/data/it's here"),
        name: "table-1",
        shards: 12,
        cores: 4,
        options: &["--time=2:00:00".into()],
    };
    let expected = "\
#!/bin/sh
#SBATCH --job-name=cairn-table-1
#SBATCH --array=0-11
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=\"/data/it's here/slurm-%a.log\"
#SBATCH --cpus-per-task=4
#SBATCH --time=2:00:00
exec /opt/cairn lab run '/data/it'\\''s here' --shard \"$SLURM_ARRAY_TASK_ID\" --jobs 4
";
    assert_eq!(script.text(), expected);
}

#[test]
fn what_is_saved_is_read() {
    let mut game = SavedGame {
        game: "go:size=5".into(),
        position: None,
        players: vec!["human".into(), "grave:playouts=100".into()],
        moves: "C3 D2".into(),
        resigned: None,
    };
    assert_eq!(SavedGame::from_text(&game.to_text()), Ok(game.clone()));
    game.position = Some("a \"quoted\" one".into());
    game.resigned = Some("White".into());
    assert_eq!(SavedGame::from_text(&game.to_text()), Ok(game));
    assert!(SavedGame::from_text("game = \"go9\"").unwrap_err().to_string().contains("players"));
}
