//! docs/embedding.md says how many bytes players take in C.

use std::ffi::CString;
use std::path::Path;
use std::ptr::null_mut;

use cairn::abi::cairn_size;
use cairn_core::mcts::bytes_needed;
use cairn_core::spec::Spec;
use cairn_games::go::Go9;
use cairn_games::registry::GAMES;

/// The number that a cell begins with.
fn number(cell: &str) -> usize {
    cell.trim().trim_end_matches(" bytes").replace(',', "").parse().unwrap()
}

#[test]
fn players_are_as_large_as_the_page_says() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/embedding.md");
    let page = std::fs::read_to_string(page).expect("it is tested in the repository");
    let (_, table) = page.split_once("| agent in C |").unwrap();
    let rows: Vec<&str> = table.split("\n\n").next().unwrap().lines().skip(2).collect();
    assert_eq!(rows.len(), 4);
    let go9 = GAMES.iter().find(|game| game.name == "go9").unwrap();
    let mut first = "";
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let text = cells[1].split('`').nth(1).unwrap();
        let spec = match cells[1].starts_with("the same with") {
            true => format!("{first},{text}"),
            false => text.to_string(),
        };
        if first.is_empty() {
            first = text;
        }
        let parsed = Spec::parse(&spec).unwrap().with_defaults(go9.defaults).unwrap();
        let position = Go9::new();
        let search = bytes_needed(&parsed.mcts_settings(&position).unwrap(), &position).unwrap();
        assert_eq!(search, number(cells[2]), "the search of {spec}");
        let [game, agent] = ["go9", &spec].map(|text| CString::new(text).unwrap());
        // SAFETY: both texts end with a zero, and no error is asked for.
        let player = unsafe { cairn_size(game.as_ptr(), agent.as_ptr(), null_mut(), 0) };
        assert_eq!(player, number(cells[3]), "the player of {spec}");
    }
}
