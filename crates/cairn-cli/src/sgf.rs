//! Game records in the Smart Game Format: from a file to what a session can play.

use cairn_core::Game;
use cairn_games::go::{BLACK, DEFAULT_KOMI, GoAny, GoMove, SIZES, WHITE};
use cairn_lab::move_text;
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{Color, SgfNode};

use crate::output::read_file;

/// A stone put on the board, or a point made empty; column and row from the top left.
pub type Change = (Option<usize>, (u8, u8));

/// Something in a record, in its order.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// Stones put on the board or taken off it.
    Setup(Vec<Change>),
    /// Who is to move.
    ToMove(usize),
    /// A player's move; `None` is a pass.
    Play(usize, Option<(u8, u8)>),
}

/// The main line of a record's first game.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The board's size.
    pub size: usize,
    /// Komi in half points, if the record says.
    pub komi: Option<i16>,
    /// Black's name and white's, as far as the record says.
    pub players: [Option<String>; 2],
    /// Who gave up, by its result.
    pub resigned: Option<usize>,
    /// What happens on the board.
    pub items: Vec<Item>,
}

impl Record {
    /// Reads a file; an error says what is wrong with it.
    pub fn load(path: &str) -> Result<Self, &'static str> {
        let bytes = read_file(path).map_err(|_| "cannot load file: it cannot be read")?;
        Self::parse(&String::from_utf8_lossy(&bytes))
    }

    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let games = sgf_parse::go::parse(text.trim_start_matches('\u{feff}'))
            .map_err(|_| "cannot load file: it is no record of a game of Go in SGF")?;
        let root = games.first().ok_or("cannot load file: there is no game in it")?;
        let size = match root.get_property("SZ") {
            None => 19,
            Some(Prop::SZ((columns, rows))) if columns == rows => usize::from(*columns),
            Some(_) => return Err("cannot load file: its board is not square"),
        };
        if !SIZES.contains(&size) {
            return Err("cannot load file: its board is not of size 2 to 19");
        }
        let komi = match root.get_property("KM") {
            Some(Prop::KM(points)) if points.abs() <= 1000.0 => Some((2.0 * points).round() as i16),
            _ => None,
        };
        let players = ["PB", "PW"].map(|name| match root.get_property(name) {
            Some(Prop::PB(name) | Prop::PW(name)) => Some(name.text.clone()),
            _ => None,
        });
        let resigned = match root.get_property("RE") {
            Some(Prop::RE(result)) => match result.text.as_str() {
                "B+R" | "B+Resign" => Some(WHITE),
                "W+R" | "W+Resign" => Some(BLACK),
                _ => None,
            },
            _ => None,
        };
        let mut record = Record { size, komi, players, resigned, items: Vec::new() };
        for node in root.main_variation() {
            record.read_node(node)?;
        }
        Ok(record)
    }

    /// What is in it before move number `until`, the first being 1. Who is to move then is said too,
    /// if the record knows.
    pub fn before(&self, until: u32) -> impl Iterator<Item = Item> {
        let mut number = 0;
        self.items.iter().map_while(move |item| {
            if let Item::Play(player, _) = item {
                number += 1;
                if number == until {
                    return Some(Item::ToMove(*player));
                }
            }
            (until == 0 || number < until).then(|| item.clone())
        })
    }

    /// The game as a position, unless it is the empty board, and the moves from there, both in Go's
    /// notation. A list of moves cannot say that stones are set up, that a player moves twice or that
    /// play goes on after two passes: the last of that is the position.
    pub fn game(&self) -> Result<(Option<String>, String), String> {
        let komi = self.komi.unwrap_or(DEFAULT_KOMI);
        let empty = GoAny::new(self.size)?.with_komi(komi);
        let (mut start, mut position) = (empty, empty);
        let (mut moves, mut number) = (Vec::new(), 0);
        for item in &self.items {
            let player = match item {
                Item::Setup(changes) => {
                    position = with_changes(&position, changes)?;
                    (start, moves) = (position, Vec::new());
                    continue;
                }
                Item::ToMove(player) | Item::Play(player, _) => *player,
            };
            if player != position.to_move() || position.passes() == 2 {
                position = position.continued_by(player);
                (start, moves) = (position, Vec::new());
            }
            if let Item::Play(_, at) = item {
                number += 1;
                let mv = at.map_or(GoMove::PASS, |at| GoMove::at(index(self.size, at)));
                if mv.point().is_some_and(|point| !position.is_legal(point)) {
                    return Err(format!("move {number} of the record is illegal"));
                }
                moves.push(move_text(&position, mv));
                position.play(mv);
            }
        }
        let mut text = String::new();
        let written = start != empty && start.write_position(&mut text).is_ok();
        Ok((written.then_some(text), moves.join(" ")))
    }

    fn point(&self, point: &Point) -> Result<(u8, u8), &'static str> {
        let on_board = |at: u8| usize::from(at) < self.size;
        let inside = on_board(point.x) && on_board(point.y);
        inside.then_some((point.x, point.y)).ok_or("cannot load file: a stone is off its board")
    }

    fn read_node(&mut self, node: &SgfNode<Prop>) -> Result<(), &'static str> {
        let mut changes = Vec::new();
        for property in node.properties() {
            let (player, points) = match property {
                Prop::AB(points) => (Some(BLACK), points),
                Prop::AW(points) => (Some(WHITE), points),
                Prop::AE(points) => (None, points),
                _ => continue,
            };
            for point in points {
                changes.push((player, self.point(point)?));
            }
        }
        if !changes.is_empty() {
            // The crate keeps them in a hash set: put them in an order.
            changes.sort_by_key(|&(player, (x, y))| (y, x, player));
            self.items.push(Item::Setup(changes));
        }
        for property in node.properties() {
            match property {
                Prop::PL(Color::Black) => self.items.push(Item::ToMove(BLACK)),
                Prop::PL(Color::White) => self.items.push(Item::ToMove(WHITE)),
                Prop::HA(2..) => self.items.push(Item::ToMove(WHITE)),
                Prop::B(mv) => self.read_move(BLACK, mv)?,
                Prop::W(mv) => self.read_move(WHITE, mv)?,
                Prop::Invalid(name, _) if matches!(name.as_str(), "B" | "W" | "AB" | "AW") => {
                    return Err("cannot load file: a move in it cannot be read");
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_move(&mut self, player: usize, mv: &Move) -> Result<(), &'static str> {
        let at = match mv {
            Move::Pass => None,
            // The old way to write a pass.
            Move::Move(Point { x: 19, y: 19 }) => None,
            Move::Move(point) => Some(self.point(point)?),
        };
        self.items.push(Item::Play(player, at));
        Ok(())
    }
}

/// The number of a point from its column and row from the top left.
fn index(size: usize, (column, row): (u8, u8)) -> usize {
    (size - 1 - usize::from(row)) * size + usize::from(column)
}

/// The position with stones put on it and taken off it.
fn with_changes(position: &GoAny, changes: &[Change]) -> Result<GoAny, &'static str> {
    let mut stones: Vec<_> = (0..position.points()).map(|point| position.stone(point)).collect();
    for &(player, at) in changes {
        stones[index(position.size(), at)] = player;
    }
    let of = |player| {
        let stands = move |(_, stone): &(usize, &Option<usize>)| **stone == Some(player);
        stones.iter().enumerate().filter(stands).map(|(point, _)| point)
    };
    position.setup(of(BLACK), of(WHITE), position.to_move())
}
