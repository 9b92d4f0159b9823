//! Game records of Go in the Smart Game Format (SGF), as every Go program reads it.

use cairn_core::Game;
use cairn_games::bits::Points;
use cairn_games::go::conventions::{FinalStatus, Score, SgfItem};
use cairn_games::go::{BLACK, DEFAULT_KOMI, GoAny, GoMove, SIZES, WHITE};
use sgf_parse::go::{Move, Point, Prop};
use sgf_parse::{Color, SgfNode, SimpleText, Text};

use crate::game::AnyGame;
use crate::history::move_text;
use crate::opponents::{GameRecord, GameStatus};
use crate::tournament::Matchup;

/// What a record says besides the moves.
#[derive(Clone, Debug, Default)]
pub struct SgfInfo<'a> {
    /// The names of Black and White.
    pub players: [&'a str; 2],
    /// The result as SGF writes it (`B+3.5`, `W+R`, `0`); empty if the game is not over.
    pub result: &'a str,
    /// A remark on the whole game.
    pub comment: &'a str,
}

/// Why a record cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// The format is for Go.
    #[error("{0} cannot be written in SGF: only games of Go can")]
    Game(String),
    /// SGF cannot describe this start.
    #[error("SGF cannot describe a start with a ko or a pass: begin at a position without them")]
    Start,
    /// A move to write cannot be played.
    #[error("move {0} cannot be played: give a point such as D4, or pass")]
    Move(usize),
    /// The file cannot be read.
    #[error("{0}")]
    Format(&'static str),
    /// A move in the file is illegal.
    #[error("move {0} is illegal")]
    Illegal(u32),
}

/// Writes the record of a game of Go: `game` is its spec, `position` where it began if not on the
/// empty board, `moves` the moves in Go's notation, separated by blanks.
pub fn write(
    game: &str,
    position: Option<&str>,
    moves: &str,
    info: &SgfInfo<'_>,
) -> Result<String, SgfError> {
    let start = position_after(game, position, "").ok_or_else(|| SgfError::Game(game.into()))?;
    if start.ko().is_some() || start.passes() > 0 {
        return Err(SgfError::Start);
    }
    let size = start.size();
    let mut node = None;
    let moves: Vec<&str> = moves.split_whitespace().collect();
    for (ply, text) in moves.iter().enumerate().rev() {
        let mv = match text.eq_ignore_ascii_case("pass") {
            true => Move::Pass,
            false => {
                let point = start.parse_point(text).ok_or(SgfError::Move(ply + 1))?;
                let (x, y) = ((point % size) as u8, (size - 1 - point / size) as u8);
                Move::Move(Point { x, y })
            }
        };
        let black = (start.to_move() + ply) % 2 == BLACK;
        let prop = if black { Prop::B(mv) } else { Prop::W(mv) };
        node = Some(SgfNode::new(vec![prop], node.into_iter().collect(), false));
    }
    let simple = |text: &str| SimpleText { text: text.into() };
    let mut root = vec![
        Prop::GM(1),
        Prop::FF(4),
        Prop::CA(simple("UTF-8")),
        Prop::AP((simple("Cairn"), simple(env!("CARGO_PKG_VERSION")))),
        // Not SZ(…): that would be written "9:9", which some programs do not read.
        Prop::Unknown("SZ".into(), vec![size.to_string()]),
        Prop::KM(f64::from(start.komi()) / 2.0),
        Prop::RU(simple("Chinese")),
        Prop::PB(simple(info.players[BLACK])),
        Prop::PW(simple(info.players[WHITE])),
    ];
    if !info.result.is_empty() {
        root.push(Prop::RE(simple(info.result)));
    }
    root.extend(set_up(&start));
    if !info.comment.is_empty() {
        root.push(Prop::C(Text { text: info.comment.into() }));
    }
    let root: SgfNode<Prop> = SgfNode::new(root, node.into_iter().collect(), true);
    Ok(root.serialize() + "\n")
}

/// The position of a game of Go after some moves.
fn position_after(game: &str, position: Option<&str>, moves: &str) -> Option<GoAny> {
    let game = AnyGame::new(game).ok()?;
    game.history_after(position, moves).ok()?.position().to_go()
}

/// The stones before the first move, and whose move that is; empty for the usual start.
fn set_up(start: &GoAny) -> Vec<Prop> {
    let mut props = Vec::new();
    for (player, name) in [(BLACK, "AB"), (WHITE, "AW")] {
        let size = start.size();
        let letter = |at: usize| char::from(b'a' + at as u8);
        let stones: Vec<String> = Points(start.stones(player))
            .map(|point| format!("{}{}", letter(point % size), letter(size - 1 - point / size)))
            .collect();
        if !stones.is_empty() {
            // Not AB(…): its set has no order, and a record should be the same every time.
            props.push(Prop::Unknown(name.into(), stones));
        }
    }
    if start.to_move() == WHITE {
        props.push(Prop::PL(Color::White));
    } else if !props.is_empty() {
        props.push(Prop::PL(Color::Black));
    }
    props
}

/// Writes the record of a game of a match or an experiment, with its players' specs.
pub fn write_game(matchup: &Matchup, game: &GameRecord) -> Result<String, SgfError> {
    let Matchup { game: of, agents: [a, b], conditions } = matchup;
    let mut players = [b.as_str(); 2];
    players[game.seat.min(1)] = a;
    let result = match game.status {
        GameStatus::Done => position_after(of.spec(), None, &game.moves)
            .map(|end| Score(FinalStatus::of_all_stones(&end).score).to_string())
            .ok_or_else(|| SgfError::Game(of.spec().into()))?,
        _ => "Void".into(),
    };
    let colour = if game.seat == BLACK { "black" } else { "white" };
    let how = match game.status {
        GameStatus::Done => "All stones are counted as alive.".into(),
        other => format!("The game was not finished: {}.", other.name()),
    };
    let comment = format!(
        "Game {} of a match on {}, seed {}. A is {colour}.\nA: {a}\nB: {b}\nOpening: {} moves. \
         Playouts: A {}, B {}. {how}",
        game.number,
        of.spec(),
        conditions.seed,
        game.opening,
        game.playouts[0],
        game.playouts[1],
    );
    write(of.spec(), None, &game.moves, &SgfInfo { players, result: &result, comment: &comment })
}

/// The main line of a record's first game.
#[derive(Clone, Debug, PartialEq)]
pub struct SgfRecord {
    /// The board's size.
    pub size: usize,
    /// Komi in half points, if the record says.
    pub komi: Option<i16>,
    /// The names of Black and White, if the record says.
    pub players: [Option<String>; 2],
    /// Who resigned, by its result.
    pub resigned: Option<usize>,
    items: Vec<SgfItem>,
    /// The number of the first illegal move, before which the items end, and its player.
    illegal: Option<(u32, usize)>,
}

impl SgfRecord {
    /// Reads the text of a file.
    pub fn parse(text: &str) -> Result<Self, SgfError> {
        let games = sgf_parse::go::parse(text.trim_start_matches('\u{feff}'))
            .map_err(|_| SgfError::Format("it is not a game of Go in SGF"))?;
        let root = games.first().ok_or(SgfError::Format("it contains no game"))?;
        let size = match root.get_property("SZ") {
            None => 19,
            Some(Prop::SZ((columns, rows))) if columns == rows => usize::from(*columns),
            Some(_) => return Err(SgfError::Format("its board must be square")),
        };
        if !SIZES.contains(&size) {
            return Err(SgfError::Format("its board must have a size from 2 to 19"));
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
        let items = Vec::new();
        let mut record = SgfRecord { size, komi, players, resigned, items, illegal: None };
        let mut board = GoAny::new(size).map_err(SgfError::Format)?;
        for node in root.main_variation() {
            record.read_node(node, &mut board)?;
            if record.illegal.is_some() {
                break;
            }
        }
        Ok(record)
    }

    fn read_node(&mut self, node: &SgfNode<Prop>, board: &mut GoAny) -> Result<(), SgfError> {
        let mut stones =
            [BLACK, WHITE].map(|player| Points(board.stones(player)).collect::<Vec<_>>());
        let mut changed = false;
        for property in node.properties() {
            let (player, points) = match property {
                Prop::AB(points) => (Some(BLACK), points),
                Prop::AW(points) => (Some(WHITE), points),
                Prop::AE(points) => (None, points),
                _ => continue,
            };
            for point in points {
                let point = self.point(point)?;
                stones.iter_mut().for_each(|stones| stones.retain(|&stone| stone != point));
                if let Some(player) = player {
                    stones[player].push(point);
                }
                changed = true;
            }
        }
        if changed {
            let [black, white] = &stones;
            let setup = board.setup(black.iter().copied(), white.iter().copied(), board.to_move());
            *board = setup.map_err(|_| SgfError::Format("it sets up a chain without a liberty"))?;
            self.items.push(SgfItem::Setup([BLACK, WHITE].map(|player| board.stones(player))));
        }
        for property in node.properties() {
            match property {
                Prop::PL(Color::Black) => self.items.push(SgfItem::ToMove(BLACK)),
                Prop::PL(Color::White) => self.items.push(SgfItem::ToMove(WHITE)),
                Prop::HA(2..) => self.items.push(SgfItem::ToMove(WHITE)),
                Prop::B(mv) => self.read_move(BLACK, mv, board)?,
                Prop::W(mv) => self.read_move(WHITE, mv, board)?,
                Prop::Invalid(name, _) if matches!(name.as_str(), "B" | "W" | "AB" | "AW") => {
                    return Err(SgfError::Format(
                        "one of its moves or stones is not a point such as ee",
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_move(&mut self, player: usize, mv: &Move, board: &mut GoAny) -> Result<(), SgfError> {
        let mv = match mv {
            Move::Pass => GoMove::PASS,
            // The old way to write a pass.
            Move::Move(Point { x: 19, y: 19 }) => GoMove::PASS,
            Move::Move(point) => GoMove::at(self.point(point)?),
        };
        *board = board.continued_by(player);
        if mv.point().is_some_and(|point| !board.is_legal(point)) {
            let plays = self.items.iter().filter(|item| matches!(item, SgfItem::Play(..))).count();
            self.illegal = Some((plays as u32 + 1, player));
        } else if self.illegal.is_none() {
            board.play(mv);
            self.items.push(SgfItem::Play(player, mv));
        }
        Ok(())
    }

    /// The number of a point, which the format counts from the top left.
    fn point(&self, point: &Point) -> Result<usize, SgfError> {
        let (x, y) = (usize::from(point.x), usize::from(point.y));
        let inside = x < self.size && y < self.size;
        let index = || (self.size - 1 - y) * self.size + x;
        inside.then(index).ok_or(SgfError::Format("one of its points is off the board"))
    }

    /// The items before move number `until`, counted from 1. If the record says who is to move then,
    /// that comes last.
    pub fn items(&self, until: u32) -> Result<Vec<SgfItem>, SgfError> {
        if let Some((number, _)) = self.illegal
            && number < until
        {
            return Err(SgfError::Illegal(number));
        }
        let mut items = vec![SgfItem::Size(self.size)];
        items.extend(self.komi.map(SgfItem::Komi));
        let mut number = 0;
        for &item in &self.items {
            if let SgfItem::Play(player, _) = item {
                number += 1;
                if number >= until {
                    items.push(SgfItem::ToMove(player));
                    break;
                }
            }
            items.push(item);
        }
        if let Some((number, player)) = self.illegal
            && number == until
        {
            items.push(SgfItem::ToMove(player));
        }
        Ok(items)
    }

    /// The game as a position, unless it begins on the empty board, and the moves from there, both in
    /// Go's notation. A list of moves cannot contain stones that are set up, two moves by one player
    /// or moves after two passes: the position is the last of these.
    pub fn game(&self) -> Result<(Option<String>, String), SgfError> {
        let komi = self.komi.unwrap_or(DEFAULT_KOMI);
        let empty = GoAny::new(self.size).map_err(SgfError::Format)?.with_komi(komi);
        let (mut start, mut position) = (empty, empty);
        let mut moves = Vec::new();
        for item in self.items(u32::MAX)? {
            let before = position;
            match item {
                SgfItem::Size(_) | SgfItem::Komi(_) => {}
                SgfItem::Setup([black, white]) => {
                    let setup = position.setup(Points(black), Points(white), position.to_move());
                    position = setup.map_err(SgfError::Format)?;
                }
                SgfItem::ToMove(player) | SgfItem::Play(player, _) => {
                    if player != position.to_move() || position.passes() == 2 {
                        position = position.continued_by(player);
                    }
                }
            }
            if position != before {
                (start, moves) = (position, Vec::new());
            }
            if let SgfItem::Play(_, mv) = item {
                moves.push(move_text(&position, mv));
                position.play(mv);
            }
        }
        let mut text = String::new();
        let written = start != empty && start.write_position(&mut text).is_ok();
        Ok((written.then_some(text), moves.join(" ")))
    }
}
