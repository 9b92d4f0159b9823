"""What a game written in Python must say to be searched."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol, TypeVar

Move = TypeVar("Move", bound=Hashable)


class State(Protocol[Move]):
    """A state of a game: whose turn it is, what can be played, how it went.

    Any object with these members is one; nothing need be inherited. States never change: `play`
    makes a new one. For now a game has one to eight players, no chance and nothing hidden.

    These may be there too:

    - `players`: how many take part; 2 if not said.
    - `max_moves`: the most moves a state can have; `keys` if not said.
    - `max_plies`: the longest line a search follows, playout included; 1000 if not said.
    - `denominator`: rewards are multiples of 1/denominator, at most 255; 2 if not said, which is
      enough for won, drawn and lost.
    - `key(move)`: the move's number, below `keys`, in the tables that many positions share (AMAF,
      MAST). Moves with one key share their statistics. If it is not there, every move has a key of
      its own.
    - `playout_moves()`: what playouts choose from, a part of the legal moves in their order.
    - `cutoff()`: the outcome of a line that reached `max_plies`; a draw if not said.

    `keys`, `players`, `max_moves`, `max_plies` and `denominator` are the same in all states of a game:
    they decide how much memory an agent takes.
    """

    @property
    def keys(self) -> int:
        """How many different moves there are in all of the game, at most 8191."""

    def to_move(self) -> int:
        """The number of the player whose turn it is, from 0. Not asked once the game is over."""

    def legal_moves(self) -> Iterable[Move]:
        """The moves, hashable and never empty, always in the same order for the same state. Not
        asked once the game is over."""

    def play(self, move: Move, /) -> State[Move]:
        """The state after a move."""

    def outcome(self) -> Sequence[float] | None:
        """What each player got, from 0 (lost) to 1 (won); None while the game goes on."""
