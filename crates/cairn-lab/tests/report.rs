//! Reports: the page, letter for letter, and what is in the picture.

use cairn_lab::report::{Report, counted, grouped};
use cairn_lab::{ContestResult, Experiment, GameRecord, GameStatus, Store, contest_results};

/// A game with this reward of 2 for the first agent.
fn game(number: u32, reward: u32) -> GameRecord {
    GameRecord {
        number,
        seat: number as usize % 2,
        status: GameStatus::Done,
        reward,
        denominator: 2,
        opening: 0,
        plies: 5,
        moves: "b2 a1 b1 c3 b3".into(),
        playouts: [10, 10],
        seconds: 0.5,
        program: "0.1.0+test".into(),
    }
}

/// Games that were won, drawn and lost.
fn games(won: u32, drawn: u32, lost: u32) -> Vec<GameRecord> {
    let reward = |number| if number < won { 2 } else { u32::from(number < won + drawn) };
    (0..won + drawn + lost).map(|number| game(number, reward(number))).collect()
}

fn experiment(rest: &str) -> Experiment {
    Experiment::parse(&format!("name = \"t\"\ngame = \"tictactoe\"\ngames = 40\n{rest}")).unwrap()
}

/// The report, if these are the contests' games.
fn report(experiment: &Experiment, played: Vec<Vec<GameRecord>>) -> Report {
    let mut played = played.into_iter();
    let result = |contest| ContestResult { contest, games: played.next().unwrap_or_default() };
    let results: Vec<_> = experiment.contests.iter().map(result).collect();
    Report::new(experiment, &results, &["cairn lab run t.toml".into()])
}

const GRID: &str = r#"
title = "A *small* grid | of two values"
about = "Made up for the **test**."
openings = 2
[agents]
base = "mc:playouts=10"
[[sweep]]
a = "uct:playouts={P},c={c}"
b = "base"
over.P = [10, 20, 40]
over.c = [0.4, 1]
series = "c = {c}"
published = [[20, 30], [45.5, nan], [99, 60]]
[[pairing]]
a = "grave:playouts=10"
b = "base"
label = "a|b [c]"
published = 50
[[round-robin]]
agents = ["base", "mc:playouts=1", "mc:playouts=2"]
[plot]
x = "P"
x-label = "playouts P"
published = "nobody & <co>"
"#;

fn grid_report() -> Report {
    let mut broken = games(10, 0, 10);
    broken.push(GameRecord { status: GameStatus::Crash, reward: 0, ..game(20, 0) });
    broken.push(GameRecord { status: GameStatus::Timeout, reward: 0, ..game(21, 0) });
    let played = vec![
        games(8, 4, 28),
        games(0, 0, 20),
        games(20, 0, 20),
        Vec::new(),
        games(40, 0, 0),
        games(30, 2, 10),
        broken,
        games(30, 5, 5),
        games(25, 5, 10),
        Vec::new(),
    ];
    report(&experiment(GRID), played)
}

/// What the page looks like; `UPDATE=1` writes it again, for you to read.
#[test]
fn the_page_is_as_it_was() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report.md");
    let page = grid_report().markdown;
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    for (line, (ours, golden)) in page.lines().zip(golden.lines()).enumerate() {
        assert_eq!(ours, golden, "line {}", line + 1);
    }
    assert_eq!(page, golden);
}

/// How many elements of a class are in a picture.
fn count(svg: &str, class: &str) -> usize {
    let svg = roxmltree::Document::parse(svg).expect("the picture is XML");
    svg.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

#[test]
fn the_picture_has_a_marker_for_each_result() {
    let svg = grid_report().svg.unwrap();
    assert_eq!((count(&svg, "point"), count(&svg, "published-point")), (5, 5));
    assert_eq!((count(&svg, "series"), count(&svg, "published")), (2, 2));
    assert_eq!(count(&svg, "equal"), 1);
    assert!(svg.contains("published: nobody &amp; &lt;co&gt;"), "whose they are");
    assert_eq!(svg, grid_report().svg.unwrap(), "the same games give the same picture");
}

/// Coordinates of the markers of a class (circles), and the frame's bottom and top grid lines.
fn circles(svg: &str, class: &str) -> Vec<(f64, f64)> {
    let svg = roxmltree::Document::parse(svg).unwrap();
    let number = |node: &roxmltree::Node<'_, '_>, name| node.attribute(name)?.parse().ok();
    svg.descendants()
        .filter(|node| node.attribute("class") == Some(class))
        .filter_map(|node| Some((number(&node, "cx")?, number(&node, "cy")?)))
        .collect()
}

const SWEEP: &str = "[[sweep]]\na = \"uct:playouts={P}\"\nb = \"mc:playouts=10\"\n";

#[test]
fn one_point_is_in_the_middle() {
    let one = experiment(&format!("{SWEEP}over.P = [10]\n[plot]\nx = \"P\"\nlog = true\n"));
    let report = report(&one, vec![games(5, 0, 5)]);
    let points = circles(&report.svg.unwrap(), "point");
    assert_eq!(points.len(), 1);
    assert!((400.0..560.0).contains(&points[0].0), "{points:?}");
}

#[test]
fn a_log_axis_has_equal_steps_for_equal_factors() {
    for (log, equal) in [(true, true), (false, false)] {
        let rest = format!("{SWEEP}over.P = [10, 20, 40]\n[plot]\nx = \"P\"\nlog = {log}\n");
        let played = vec![games(5, 0, 5), games(10, 0, 0), games(10, 0, 0)];
        let points = circles(&report(&experiment(&rest), played).svg.unwrap(), "point");
        let steps = (points[1].0 - points[0].0, points[2].0 - points[1].0);
        assert_eq!((steps.0 - steps.1).abs() < 0.2, equal, "{steps:?}");
    }
}

/// 50 % is on the line of equal strength, and 100 % inside the picture.
#[test]
fn rates_lie_where_they_belong() {
    let two = experiment(&format!("{SWEEP}over.P = [10, 20]\n[plot]\nx = \"P\"\n"));
    let svg = report(&two, vec![games(5, 0, 5), games(10, 0, 0)]).svg.unwrap();
    let points = circles(&svg, "point");
    let document = roxmltree::Document::parse(&svg).unwrap();
    let band = document.descendants().find(|node| node.attribute("class") == Some("equal"));
    let number = |name| band.unwrap().attribute(name).unwrap().parse::<f64>().unwrap();
    let middle = number("y") + number("height") / 2.0;
    assert!((points[0].1 - middle).abs() < 0.11, "{points:?} {middle}");
    assert!(points[1].1 < points[0].1 && points[1].1 > 40.0, "{points:?}");
    assert!(svg.contains("P = 20: 100.0 % (67.9 to 100.0), 10 games"));
}

#[test]
fn many_lines_have_a_panel_each() {
    let rest = "over.P = [10, 20]\nover.c = [0.1, 0.2, 0.3, 0.4, 0.5]\n[plot]\nx = \"P\"\n";
    let sweep = SWEEP.replace("{P}", "{P},c={c}");
    let played = (0..10).map(|contest| games(contest, 0, 10 - contest)).collect();
    let report = report(&experiment(&format!("{sweep}{rest}")), played);
    let svg = report.svg.unwrap();
    assert_eq!((count(&svg, "point"), count(&svg, "equal"), count(&svg, "others")), (10, 5, 5));
    assert!(report.markdown.contains("faint lines"), "the caption explains them");
}

#[test]
fn values_may_be_names() {
    let rest = "a = \"{who}:playouts=5\"\nb = \"mc\"\nover.who = [\"uct\", \"grave\"]\n";
    let named = experiment(&format!("[[sweep]]\n{rest}[plot]\nx = \"who\"\n"));
    let svg = report(&named, vec![games(5, 0, 5), games(4, 0, 6)]).svg.unwrap();
    let points = circles(&svg, "point");
    assert!(points[0].0 < points[1].0, "in the file's order: {points:?}");
    assert!(svg.contains(">grave</text>"));
    assert!(!svg.contains("<polyline"), "nothing is between two names");
}

#[test]
fn an_empty_store_gives_a_page() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::open(&directory.path().join("games.db")).unwrap();
    let experiment = experiment(GRID);
    let report = Report::new(&experiment, &contest_results(&experiment, &store).unwrap(), &[]);
    assert_eq!(report.svg, None);
    assert!(report.markdown.contains("**No games yet** of 400."), "{}", report.markdown);
    assert!(report.markdown.contains("There are no ratings yet"));
    assert!(!report.markdown.contains("NaN") && !report.markdown.contains("50.0 to"));
}

#[test]
fn three_players_have_no_elo_and_a_third_each() {
    let rest = "game = \"threecolorgo:size=3\"\n";
    let three = experiment(&format!("{SWEEP}{rest}over.P = [10, 20]\n[plot]\nx = \"P\"\n"));
    let report = report(&three, vec![games(10, 0, 20), games(15, 0, 15)]);
    assert!(report.markdown.contains("one game in three"));
    assert!(report.markdown.contains("| **33.3** | 19.1 to 51.3 |\n"), "{}", report.markdown);
    assert!(report.markdown.contains("16.5 to 50.2 %"), "the band is about a third");
}

#[test]
fn a_rate_is_inside_its_interval_or_not() {
    let sweep = format!("{SWEEP}over.P = [1, 2, 3, 4]\npublished = [50, 70, 59.6, 59.7]\n");
    let played = vec![games(50, 0, 50), games(50, 0, 50), games(50, 0, 50), games(50, 0, 50)];
    let page = report(&experiment(&sweep), played).markdown;
    for text in ["50.0 ✓", "70.0 ✗", "59.6 ✓", "59.7 ✗", "2 inside our"] {
        assert!(page.contains(text), "{text}\n{page}");
    }
}

/// The text in the plot of an experiment of which every contest has these games.
fn plot_texts(rest: &str, played: &[GameRecord]) -> Vec<String> {
    let experiment = experiment(rest);
    let played = vec![played.to_vec(); experiment.contests.len()];
    let svg = report(&experiment, played).svg.unwrap();
    let svg = roxmltree::Document::parse(&svg).unwrap();
    let texts = svg.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().to_string()).collect()
}

#[test]
fn a_line_has_one_point_at_each_place() {
    let sweep = "[[sweep]]\na = \"uct:playouts={p},c={c}\"\nb = \"mc\"\nover.p = [1, 2]\nover.c = [0.4, 1]\n";
    let plot = "[plot]\nx = \"p\"\n";
    let has_lines = |rest: &str, names: [&str; 2]| {
        let texts = plot_texts(&format!("{rest}{plot}"), &games(5, 0, 5));
        assert!(names.iter().all(|name| texts.contains(&name.to_string())), "{texts:?}");
    };
    has_lines(sweep, ["c = 0.4", "c = 1"]);
    has_lines(&format!("{sweep}series = \"UCT {{c}}\"\n"), ["UCT 0.4", "UCT 1"]);
    let one = "[[sweep]]\na = \"uct:playouts={p}\"\nb = \"mc\"\nover.p = [1, 2]\n";
    has_lines(&format!("{one}{}", one.replace("\"mc\"", "\"grave\"")), ["v mc", "v grave"]);
    has_lines(&format!("{one}{one}game = \"connect4\"\n"), ["tictactoe", "connect4"]);
}

/// 50 ± 1.959964·√(0.25/100) = 9.79982 %.
#[test]
fn the_band_is_for_the_median_of_the_games() {
    let three = experiment(&format!("{SWEEP}over.P = [1, 2, 3]\n[plot]\nx = \"P\"\n"));
    let played = vec![games(10, 0, 10), games(50, 0, 50), games(250, 0, 250)];
    let page = report(&three, played).markdown;
    assert!(page.contains("The grey band, 40.2 to 59.8 %, "), "{page}");
    assert!(page.contains(" after 100 games, the median of the points."), "{page}");
}

/// At blanks and after commas, or cut if that is not enough.
#[test]
fn long_names_are_wrapped() {
    let sweep = "[[sweep]]\na = \"uct:playouts={p},c={c}\"\nb = \"mc\"\nover.p = [1, 2]\n";
    let names = "over.c = [0.4, 1]\nseries = \"in this series the constant is {c},playouts=p,an_unbreakable_word_of_a_name\"\n";
    let texts = plot_texts(&format!("{sweep}{names}[plot]\nx = \"p\"\n"), &games(5, 0, 5));
    for line in
        ["in this series the constant is", "0.4,playouts=p,", "an_unbreakable_word_of_a_na…"]
    {
        assert!(texts.contains(&line.to_string()), "{line}: {texts:?}");
    }
}

#[test]
fn numbers_are_for_people() {
    let texts = [999, 1000, 1234567, 12003].map(grouped);
    assert_eq!(texts, ["999", "1,000", "1,234,567", "12,003"]);
    assert_eq!((counted(1, "game"), counted(0, "game")), ("1 game".into(), "0 games".into()));
}
