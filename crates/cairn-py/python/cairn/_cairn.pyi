from collections.abc import Callable, Hashable
from types import GenericAlias
from typing import Any, Generic, TypeVar, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

from cairn._state import State

_Move = TypeVar("_Move", bound=Hashable)

__all__ = [
    "Agent",
    "Game",
    "Score",
    "SearchResult",
    "agents",
    "games",
    "play_match",
]

def games() -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """The fields of each `GameInfo`."""

@final
class Game:
    """A game being played: its moves and its position.

    `spec` names the game and its options, such as 'go9' or 'hex:size=7' (see `games()`); `position`
    is where it begins, in the game's notation, instead of the usual start; `moves` are played first,
    separated by blanks. In a game of chance, `dice` is the seed of the dice, which are then rolled
    after every move; without it, play one of `chance_moves()` yourself.

    >>> game = Game('tictactoe', moves='b2 a1')
    >>> game.play('c3')
    >>> game.to_move(), game.outcome()
    (1, None)
    >>> print(game)
    3 . . X
    2 . X .
    1 O . .
      a b c
    """

    def __new__(
        cls, spec: str, *, position: str | None = None, moves: str = "", dice: int | None = None
    ) -> Self: ...
    @property
    def spec(self) -> str:
        """The spec that it was made from."""
    @property
    def players(self) -> int:
        """The number of players."""
    def player_name(self, player: int) -> str:
        """A player's name: 'Black', 'X', 'South'."""
    def to_move(self) -> int | None:
        """The number of the player whose turn it is, from 0; None if the game is over, or if it is
        chance's turn.
        """
    def chance_moves(self) -> list[tuple[str, int]]:
        """The outcomes of chance, each with its weight, if it is chance's turn; else an empty list. They
        are played like moves.
        """
    def legal_moves(self) -> list[str]:
        """The legal moves; none if the game is over."""
    def outcome(self) -> tuple[float, ...] | None:
        """Each player's reward, 0 (lost) to 1 (won), 0.5 for a draw; None if the game is not over."""
    def play(self, move: str, /) -> None:
        """Plays a move. Raises ValueError if it is not legal."""
    def undo(self) -> bool:
        """Takes the last move back. Returns False if there is none."""
    def moves(self) -> list[str]:
        """The moves so far."""
    def position(self) -> str | None:
        """The position in the game's notation, as `Game(spec, position=...)` reads it; None if the game
        has no notation. It does not include what earlier positions forbid (superko).
        """
    def copy(self) -> Self:
        """An independent copy of the game."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str | None]]: ...

def agents() -> list[tuple[str, str, list[tuple[str, str, str]]]]:
    """The fields of each `AgentInfo`."""

@final
class Agent(Generic[_Move]):
    """An agent with its memory for a game.

    `spec` is a name and keys: 'grave:playouts=10000', 'graver2:memory=64KiB,time=1s' (see `agents()`).
    The default is the game's own agent, or 'grave' for a game written in Python. `game` is a game's
    spec, a `Game`, or a state of a game written in Python. All memory is allocated here, none by a
    search. With some specs, an agent remembers something from turn to turn (`playout=mast`: averages of
    moves; `reuse=on`: the tree); `new_game()` makes it forget.

    >>> agent = Agent('graver2:paper,nodes=160,top=160,second=80', 'go9')
    >>> agent.bytes
    46600
    """

    @overload
    def __new__(cls, spec: str | None = None, game: str | Game = 'go9') -> Agent[str]: ...
    @overload
    def __new__(cls, spec: str | None, game: State[_Move]) -> Agent[_Move]: ...
    @overload
    def __new__(cls, spec: str | None = None, *, game: State[_Move]) -> Agent[_Move]: ...
    @property
    def spec(self) -> str:
        """The spec that it was made from."""
    @property
    def full_spec(self) -> str:
        """The spec with every key written out."""
    @property
    def bytes(self) -> int:
        """The bytes of all its memory."""
    @property
    def nodes(self) -> int:
        """The largest number of nodes that its trees can have."""
    def new_game(self) -> None:
        """Forgets the game so far, and all that is kept from turn to turn."""
    def search(self, game: Game | State[_Move], seed: int = 1) -> SearchResult[_Move]:
        """Searches a position until the playouts or the time of the spec are used up.

        `game` is a `Game`, or a state if the agent was made for a game in Python. The same spec, position,
        seed and earlier turns give the same result, unless the spec limits the time. Searches of Cairn's
        games release Python's lock. Ctrl-C ends a search with KeyboardInterrupt.

        >>> result = Agent('uct:playouts=500', 'tictactoe').search(Game('tictactoe'))
        >>> result.move, int(result.visits.sum())
        ('b2', 499)
        """
    @classmethod
    def __class_getitem__(cls, key: Any) -> GenericAlias: ...

@final
class SearchResult(Generic[_Move]):
    """The result of a search. Lists and arrays have an entry for each legal move, in the game's order."""

    @property
    def move(self) -> _Move:
        """The move to play."""
    @property
    def value(self) -> float:
        """Its mean reward for the player to move, 0 (lost) to 1 (won); nan if it was never tried."""
    @property
    def moves(self) -> list[_Move]:
        """The legal moves."""
    @property
    def visits(self) -> npt.NDArray[np.uint32]:
        """The visits of each move's node; 0 if it has no node."""
    @property
    def means(self) -> npt.NDArray[np.float32]:
        """Their mean reward for the player to move, 0 to 1; nan without visits."""
    @property
    def amaf_visits(self) -> npt.NDArray[np.uint32] | None:
        """Visits in the root's AMAF table; None for agents without one."""
    @property
    def amaf_means(self) -> npt.NDArray[np.float32] | None:
        """Means in the root's AMAF table; None for agents without one."""
    @property
    def principal_variation(self) -> list[_Move]:
        """The move to play and the most visited replies, as far as the tree has nodes."""
    @property
    def playouts(self) -> int:
        """The number of playouts."""
    @property
    def seconds(self) -> float:
        """The time taken."""
    @property
    def nodes(self) -> int:
        """Nodes in use at the end."""
    @property
    def recycled(self) -> int:
        """How often a node was recycled."""
    @classmethod
    def __class_getitem__(cls, key: Any) -> GenericAlias: ...

@final
class Score:
    """Wins, draws and losses of one side, with statistics.

    >>> score = Score(wins=136, draws=111, losses=96)
    >>> round(score.elo, 1), [round(end, 1) for end in score.elo_interval]
    (40.7, [10.2, 70.9])
    """

    def __new__(cls, wins: int = 0, draws: int = 0, losses: int = 0) -> Self: ...
    @property
    def wins(self) -> int:
        """Games won."""
    @property
    def draws(self) -> int:
        """Games drawn."""
    @property
    def losses(self) -> int:
        """Games lost."""
    @property
    def games(self) -> int:
        """All games."""
    @property
    def rate(self) -> float:
        """Points per game, a draw counting half; 0.5 without games."""
    @property
    def interval(self) -> tuple[float, float]:
        """The Agresti–Coull 95 % confidence interval of the rate."""
    @property
    def elo(self) -> float:
        """The Elo difference, positive for the stronger side; infinite if one side won every game."""
    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference."""
    @property
    def los(self) -> float:
        """The likelihood that this side is stronger."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def play_match(
    a: str,
    b: str,
    game: str | State[Any],
    games: int,
    seed: int,
    jobs: int | None,
    openings: str,
    report: Callable[[tuple[Any, ...], Score], bool],
) -> tuple[str, Score, int, bool, float]:
    """Plays a match; see `match`. `report` is called after each game with the fields of its `GameRecord`
    and the score so far; if it returns False, the match ends. Returns the game's name and the rest of
    the `MatchResult`.
    """
