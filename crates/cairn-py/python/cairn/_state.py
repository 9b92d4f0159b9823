"""What a game written in Python must have to be searched."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol, TypeVar

Move = TypeVar("Move", bound=Hashable)


class State(Protocol[Move]):
    """A state of a game: whose turn it is, the legal moves, the outcome.

    Any object with these members is a state; there is no class to inherit from. States never change:
    `play` makes a new one. For now a game has one to eight players, no chance and nothing hidden.

    These members are optional:

    - `players`: the number of players; by default 2.
    - `max_moves`: the largest number of legal moves in a state; by default `keys`.
    - `max_plies`: the longest line that a search follows, playout included; by default 1000.
    - `denominator`: rewards are multiples of 1/denominator; at most 255, by default 2, which is enough
      for won, drawn and lost.
    - `key(move)`: the move's number, below `keys`, in the tables that many positions share (AMAF,
      MAST). Moves with the same key share their statistics. By default every move has its own key.
    - `playout_moves()`: the moves that playouts choose from, some of the legal moves in their order.
    - `cutoff()`: the outcome of a line that reached `max_plies`; by default a draw.

    `keys`, `players`, `max_moves`, `max_plies` and `denominator` must be the same in all states of a
    game: they determine how much memory an agent takes.
    """

    @property
    def keys(self) -> int:
        """The number of different moves in the whole game, at most 8191."""

    def to_move(self) -> int:
        """The number of the player whose turn it is, from 0. Not called once the game is over."""

    def legal_moves(self) -> Iterable[Move]:
        """The moves, hashable and never empty, always in the same order for the same state. Not
        called once the game is over."""

    def play(self, move: Move, /) -> State[Move]:
        """The state after a move."""

    def outcome(self) -> Sequence[float] | None:
        """Each player's reward, 0 (lost) to 1 (won); None if the game is not over."""
