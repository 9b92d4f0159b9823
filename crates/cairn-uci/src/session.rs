//! A session: the options, the position, the player, and what each line does.

use core::fmt;

use cairn_core::Game;

use crate::board::Board;
use crate::error::UciError;
use crate::go::Go;
use crate::host::Host;
use crate::input::Words;
use crate::options::{Change, Options};
use crate::player::{Player, Purpose};
use crate::think::Job;

/// What the caller does after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Go on.
    Continue,
    /// End the program.
    Quit,
}

/// A chess engine that speaks UCI. Give it [lines](UciSession::line), and between them let it
/// [think](UciSession::think) as long as it [wants to](UciSession::is_thinking).
pub struct UciSession<H: Host> {
    pub(crate) options: Options,
    pub(crate) board: Board,
    /// Made when it is first needed.
    pub(crate) player: Option<Player<H>>,
    pub(crate) job: Option<Job>,
}

/// Writes a message for the user.
pub(crate) fn say<H: Host>(host: &mut H, text: fmt::Arguments<'_>) {
    let _ = writeln!(host, "info string {text}");
    host.flush();
}

impl<H: Host> Default for UciSession<H> {
    fn default() -> Self {
        Self::new(Options::default())
    }
}

impl<H: Host> UciSession<H> {
    /// A session at the start of a game.
    pub fn new(options: Options) -> Self {
        UciSession { options, board: Board::start(), player: None, job: None }
    }

    /// Does what a line says. A line that cannot be read gets one line of answer and changes nothing.
    pub fn line(&mut self, line: Result<&str, &'static str>, host: &mut H) -> Next {
        let done = match line {
            Ok(line) => self.run(line, host),
            Err(what) => Err(UciError::Message(what)),
        };
        match done {
            Ok(next) => return next,
            Err(error) => say(host, format_args!("{error}")),
        }
        Next::Continue
    }

    /// The end of the input: a search that ends by itself does so, and another is stopped.
    pub fn end(&mut self, host: &mut H) {
        self.settle(host);
        if let Some(player) = self.player.take() {
            host.release(player.search.into_block());
        }
    }

    fn run<'a>(&mut self, line: &'a str, host: &mut H) -> Result<Next, UciError<'a>> {
        let mut words = Words::new(line);
        match words.next().unwrap_or("") {
            // Nothing to do: blank lines, and what only some chess programs send.
            "" | "debug" | "register" => {}
            "uci" => self.introduce(host),
            "isready" => {
                let ready = if self.is_searching() { Ok(()) } else { self.prepare_any(host) };
                if let Err(error) = ready {
                    say(host, format_args!("{error}"));
                }
                let _ = host.write_str("readyok\n");
                host.flush();
            }
            "setoption" => {
                self.settle(host);
                self.set_option(words, host)?;
            }
            "ucinewgame" => {
                self.settle(host);
                self.board = Board::start();
                self.forget();
            }
            "position" => {
                self.settle(host);
                self.board = Board::parse(words)?;
            }
            "go" => {
                self.settle(host);
                let go = Go::parse(words, &self.board.position)?;
                self.begin(go, host);
            }
            "stop" => self.stop(host),
            "ponderhit" => self.ponderhit(host),
            // Stockfish's name for it.
            "d" => {
                let _ = host.write_str("info string ");
                let _ = self.board.position.write_position(host);
                let _ = host.write_char('\n');
                host.flush();
            }
            "quit" => {
                self.stop(host);
                return Ok(Next::Quit);
            }
            name => return Err(UciError::Command(name)),
        }
        Ok(Next::Continue)
    }

    fn introduce(&mut self, host: &mut H) {
        let limit = host.memory();
        let _ = writeln!(host, "id name Cairn {}", env!("CARGO_PKG_VERSION"));
        let _ = writeln!(host, "id author the authors of Cairn");
        let _ = Options::write(limit, host);
        let _ = host.write_str("uciok\n");
        host.flush();
    }

    fn set_option<'a>(&mut self, words: Words<'a>, host: &mut H) -> Result<(), UciError<'a>> {
        let before = self.options;
        match self.options.set(words, host.memory())? {
            Change::Nothing => Ok(()),
            Change::Forget => {
                self.forget();
                Ok(())
            }
            Change::Memory => self.renew(Purpose::Play, host).inspect_err(|_| {
                self.options = before;
            }),
        }
    }

    /// Forgets what earlier searches found.
    fn forget(&mut self) {
        if let Some(player) = &mut self.player {
            player.search.new_game();
        }
    }

    /// Makes a player if there is none.
    fn prepare_any(&mut self, host: &mut H) -> Result<(), UciError<'static>> {
        match self.player {
            Some(_) => Ok(()),
            None => self.renew(Purpose::Play, host),
        }
    }

    /// Makes the player for a purpose, unless it is there.
    pub(crate) fn prepare(
        &mut self,
        purpose: Purpose,
        host: &mut H,
    ) -> Result<(), UciError<'static>> {
        match &self.player {
            Some(player) if player.purpose == purpose => Ok(()),
            _ => self.renew(purpose, host),
        }
    }

    fn renew(&mut self, purpose: Purpose, host: &mut H) -> Result<(), UciError<'static>> {
        Player::renew(&mut self.player, &self.options, purpose, host)
    }
}
