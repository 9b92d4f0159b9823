from collections.abc import Callable, Hashable
from types import GenericAlias
from typing import Any, Generic, TypeVar, final, overload

from typing_extensions import Self

from cairn._search import SearchResult
from cairn._state import State

_Move = TypeVar("_Move", bound=Hashable)

__all__ = [
    "Agent",
    "Game",
    "agents",
    "games",
    "play_match",
    "statistics",
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
    46120
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
        """The largest number of nodes that its trees can have, or of positions in its table."""
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

def statistics(
    wins: int, draws: int, losses: int
) -> tuple[float, tuple[float, float], float, tuple[float, float], float]:
    """The statistics of a `Score`: rate, interval, elo, elo_interval and los."""

def play_match(
    a: str,
    b: str,
    game: str | State[Any],
    games: int,
    seed: int,
    jobs: int | None,
    openings: str,
    report: Callable[[tuple[Any, ...], tuple[int, int, int]], bool],
) -> tuple[str, tuple[int, int, int], int, bool, float]:
    """Plays a match; see `match`. `report` is called after each game with the fields of its `GameRecord`
    and of the `Score` so far; if it returns False, the match ends. Returns the game's name, the fields
    of the `Score`, and the rest of the `MatchResult`.
    """
