//! Other games than Go over its protocol, for programs that ask for the rules (`gogui-rules_*`).

use std::cmp::Ordering;
use std::fmt::{Display, Write};
use std::time::Instant;

use cairn_core::rng::derive_seed;
use cairn_games::goban::COLUMNS;
use cairn_gtp::{Args, Call, GameClock, GtpError, Host, Input, Reply};
use cairn_lab::{AnyGame, GameHistory, Player};

use super::desktop::Desktop;
use crate::output::bad_input;

/// A game that can be played on a Go board: every move is a point of a square, or a pass.
struct Shown {
    name: &'static str,
    /// Whether its notation begins with row 1. On a Go board that row is the lowest.
    from_row_one: bool,
    /// Whether a point touches two in the row above and two in the row below, so that each row is
    /// drawn half a point further to the right than the one below it.
    slanted: bool,
}

const SHOWN: &[Shown] = &[
    Shown { name: "tictactoe", from_row_one: false, slanted: false },
    Shown { name: "hex", from_row_one: true, slanted: true },
    Shown { name: "othello", from_row_one: true, slanted: false },
    Shown { name: "atarigo", from_row_one: false, slanted: false },
    Shown { name: "nogo", from_row_one: false, slanted: false },
];

type CommandResult<'c> = Result<(), GtpError<'c>>;

/// Answers a command.
type Handler = for<'c> fn(&mut GameSession, &mut Call<'c, Desktop<'_>>) -> CommandResult<'c>;

/// Every command.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", |_, call| write(call, 2)),
    ("name", |_, call| write(call, "Cairn")),
    ("version", |_, call| write(call, env!("CARGO_PKG_VERSION"))),
    ("known_command", |_, call| {
        let name = call.args.word().ok_or(GtpError::Syntax("expected the name of a command"))?;
        write(call, names().any(|known| known == name))
    }),
    ("list_commands", |_, call| write(call, names().collect::<Vec<_>>().join("\n"))),
    ("quit", |session, _| {
        session.quit = true;
        Ok(())
    }),
    ("boardsize", |session, call| session.resize(call.args.number()? as usize)),
    ("clear_board", |session, _| {
        session.restart();
        Ok(())
    }),
    // These games have none, but programs for Go set it.
    ("komi", |_, call| call.args.komi().map(drop)),
    ("play", |session, call| session.play(&mut call.args)),
    ("genmove", |session, call| session.genmove(call, true)),
    ("reg_genmove", |session, call| session.genmove(call, false)),
    ("undo", |session, _| match session.history.undo() {
        true => Ok(()),
        false => Err(GtpError::Message("cannot undo")),
    }),
    ("time_settings", |session, Call { args, .. }| {
        let (main, period) = (args.seconds()?, args.seconds()?);
        session.clock.set_standard(main, period, args.number()?);
        Ok(())
    }),
    ("time_left", |session, Call { args, .. }| {
        let (player, time) = (args.colour()?, args.seconds()?);
        session.clock.set_left(player, time, args.number()?);
        Ok(())
    }),
    ("showboard", |session, call| write(call, format_args!("\n{}", session.drawing()))),
    ("final_score", |session, call| match session.result() {
        "black" => write(call, "B+"),
        "white" => write(call, "W+"),
        "draw" => write(call, "0"),
        _ => Err(GtpError::Message("cannot score: the game is not over")),
    }),
    ("gogui-analyze_commands", |_, call| write(call, MENU)),
    ("gogui-rules_game_id", |session, call| {
        let (first, rest) = session.shown.name.split_at(1);
        write(call, first.to_uppercase() + rest)
    }),
    ("gogui-rules_board", |session, call| write(call, session.board())),
    ("gogui-rules_board_size", |session, call| write(call, session.size())),
    ("gogui-rules_side_to_move", |session, call| {
        write(call, ["black", "white"][session.history.mover().unwrap_or(0)])
    }),
    ("gogui-rules_legal_moves", |session, call| write(call, session.legal_moves().join(" "))),
    ("gogui-rules_final_result", |session, call| write(call, session.result())),
    ("gomill-describe_engine", |session, call| {
        let GameSession { game, player, seed, .. } = session;
        let (version, agent) = (env!("CARGO_PKG_VERSION"), &player.summary().spec);
        write(call, format_args!("Cairn {version}\n{} {agent}\nseed {seed}", game.spec()))
    }),
];

/// The names of all commands.
fn names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|(name, _)| *name).chain(Desktop::COMMANDS.iter().copied())
}

/// Answers with `text`.
fn write<'c>(call: &mut Call<'c, Desktop<'_>>, text: impl Display) -> CommandResult<'c> {
    // The host notices if writing fails.
    let _ = write!(call.out, "{text}");
    Ok(())
}

/// GoGui's menu.
const MENU: &str = "\
pstring/Legal Moves/gogui-rules_legal_moves
string/Side to Move/gogui-rules_side_to_move
string/Final Result/gogui-rules_final_result
";

/// The columns of boards that have an I, unlike those of a Go board.
const PLAIN_COLUMNS: &str = "abcdefghijklmnopqrs";

const SIZE: GtpError<'static> = GtpError::Message("unacceptable size");

/// A session with one game and one player.
pub struct GameSession {
    shown: &'static Shown,
    game: AnyGame,
    agent: String,
    player: Player,
    history: GameHistory,
    clock: GameClock,
    /// The seed of all random numbers in this game.
    seed: u64,
    /// Turns of the player in this game.
    turns: u64,
    quit: bool,
}

impl GameSession {
    /// A session with the game that a spec names.
    pub fn new(game: &str, agent: Option<&str>, seed: u64) -> anyhow::Result<Self> {
        let game = AnyGame::new(game).map_err(bad_input)?;
        let name = game.name();
        let Some(shown) = SHOWN.iter().find(|shown| shown.name == name) else {
            return Err(bad_input(match name {
                "go" | "go9" => {
                    "--game is for other games: 'cairn gtp' plays Go, see --size and --komi".into()
                }
                _ => {
                    let why = match game.players() {
                        2 => "its moves are not points of a square board",
                        _ => "it has more than two players",
                    };
                    format!("{name}: {why}, so GTP cannot play it: use 'cairn play --game {name}'")
                }
            }));
        };
        let agent = agent.map_or_else(|| crate::play::opponent(&game), String::from);
        // Before any clock runs.
        let player = game.player(&agent).map_err(bad_input)?;
        let (history, clock) = (game.history(), GameClock::default());
        Ok(GameSession { shown, game, agent, player, history, clock, seed, turns: 0, quit: false })
    }

    /// Answers a line and returns whether to go on.
    pub fn answer(&mut self, input: Input<'_>, host: &mut Desktop<'_>) -> bool {
        match input {
            Input::Empty => {}
            Input::Malformed { id, reason } => {
                Reply::new(host, id).finish(Err(GtpError::Message(reason)))
            }
            Input::Command(command) => {
                let out = Reply::new(host, command.id);
                let mut call = Call { args: Args::new(command.words), out };
                let result = self.run(command.name, &mut call);
                call.out.finish(result);
            }
        }
        !self.quit
    }

    fn run<'c>(&mut self, name: &str, call: &mut Call<'c, Desktop<'_>>) -> CommandResult<'c> {
        match COMMANDS.iter().find(|(known, _)| *known == name) {
            Some((_, command)) => command(self, call),
            None if Desktop::COMMANDS.contains(&name) => Desktop::command(name, call),
            None => Err(GtpError::Message("unknown command")),
        }
    }

    /// A new game gets a seed of its own, if the player has had a turn in the last.
    fn restart(&mut self) {
        if std::mem::take(&mut self.turns) > 0 {
            self.seed = derive_seed(self.seed, 0);
        }
        self.history = self.game.history();
        self.player.new_game();
        self.clock.reset();
    }

    fn resize(&mut self, size: usize) -> CommandResult<'static> {
        if size != self.size() {
            let spec = format!("{}:size={size}", self.shown.name);
            let game = AnyGame::new(&spec).map_err(|_| SIZE)?;
            let small = GtpError::Message("the agent does not fit a board of this size");
            self.player = game.player(&self.agent).map_err(|_| small)?;
            self.game = game;
        }
        self.restart();
        Ok(())
    }

    fn play(&mut self, args: &mut Args<'_>) -> CommandResult<'static> {
        let wrong = GtpError::Syntax("expected a colour and a vertex, like black C3");
        let player = args.colour().map_err(|_| wrong)?;
        let given = args.word().ok_or(wrong)?;
        self.check_turn(player)?;
        let legal = self.history.legal_moves();
        let mv = legal.iter().find(|mv| vertex(mv).eq_ignore_ascii_case(given));
        let mv = mv.ok_or(GtpError::Message("illegal move"))?;
        self.history.play_text(mv).map_err(|_| GtpError::Message("illegal move"))
    }

    /// Writes the player's move, and plays it if this is a turn.
    fn genmove<'c>(&mut self, call: &mut Call<'c, Desktop<'_>>, turn: bool) -> CommandResult<'c> {
        let begun = Instant::now();
        let player = call.args.colour()?;
        self.check_turn(player)?;
        let board = self.board();
        let empty = board.matches('.').count();
        self.player.set_time_limit(self.clock.budget(player, empty, self.size() * self.size()));
        let seed = derive_seed(self.seed, self.turns + 1);
        let found = match turn {
            true => self.player.choose(&self.history, seed, &mut || false),
            false => self.player.consider(&self.history, seed, &mut || false),
        };
        let mv = found.mv.ok_or(GtpError::Message("there is no legal move"))?;
        let text = self.history.move_text(mv);
        if turn {
            self.turns += 1;
            self.history.play(mv);
            self.clock.spend(player, begun.elapsed().as_millis() as u64);
        }
        write(call, vertex(&text))
    }

    /// The rules say whose turn it is.
    fn check_turn(&self, player: usize) -> CommandResult<'static> {
        match () {
            () if self.history.outcome().is_some() => Err(GtpError::Message("the game is over")),
            () if Some(player) == self.history.mover() => Ok(()),
            () if player == 0 => Err(GtpError::Message("illegal move: it is white's turn")),
            () => Err(GtpError::Message("illegal move: it is black's turn")),
        }
    }

    /// None once the game is over.
    fn legal_moves(&self) -> Vec<String> {
        match self.history.outcome() {
            Some(_) => Vec::new(),
            None => self.history.legal_moves().iter().map(|mv| vertex(mv)).collect(),
        }
    }

    fn result(&self) -> &'static str {
        let Some(outcome) = self.history.outcome() else { return "unknown" };
        let [black, white, ..] = outcome.rewards(self.history.denominator());
        match black.cmp(&white) {
            Ordering::Greater => "black",
            Ordering::Less => "white",
            Ordering::Equal => "draw",
        }
    }

    /// The board with the names that `play` takes: the game's own picture may begin with row 1, and
    /// have a column I.
    fn drawing(&self) -> String {
        let board = self.board();
        let size = self.size();
        let indent = |row: usize| if self.shown.slanted { row } else { 0 };
        let columns: Vec<&str> = COLUMNS.split("").skip(1).take(size).collect();
        let columns = columns.join(" ");
        let mut text = format!("{:width$}   {columns}\n", "", width = indent(size));
        for (points, row) in board.lines().zip((1..=size).rev()) {
            let width = indent(row - 1);
            text += &format!("{:width$}{row:2} {points} {row}\n", "");
        }
        text += &format!("   {columns}");
        text
    }

    /// The rows of the board from the highest number, blanks between their points.
    fn board(&self) -> String {
        let mut rows = self.rows();
        if self.shown.from_row_one {
            rows.reverse();
        }
        rows.join("\n")
    }

    fn size(&self) -> usize {
        self.rows().len()
    }

    /// The rows of the position in the game's notation, in which numbers are empty points and the
    /// side to move follows the board.
    fn rows(&self) -> Vec<String> {
        let text = self.history.position_text().unwrap_or_default();
        let board = text.split(' ').next().unwrap_or_default();
        let is_stone = |c: char| !c.is_ascii_digit();
        let points = |row: &str| {
            let mut points = Vec::new();
            for part in row.split_inclusive(is_stone) {
                let (empty, stone) = part.split_at(part.trim_end_matches(is_stone).len());
                points.extend(std::iter::repeat_n(".", empty.parse().unwrap_or(0)));
                points.extend(Some(stone).filter(|stone| !stone.is_empty()));
            }
            points.join(" ")
        };
        board.split('/').map(points).collect()
    }
}

/// A move in the game's notation as a vertex of a Go board, which has no column I.
fn vertex(mv: &str) -> String {
    let column = mv.chars().next().and_then(|letter| PLAIN_COLUMNS.find(letter));
    match column {
        Some(column) if mv != "pass" => format!("{}{}", &COLUMNS[column..=column], &mv[1..]),
        _ => mv.to_string(),
    }
}
