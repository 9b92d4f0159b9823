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
    "AgentInfo",
    "Game",
    "GameInfo",
    "MatchResult",
    "Record",
    "Score",
    "SearchResult",
    "agents",
    "games",
    "match",
]

@final
class GameInfo:
    """What there is to know about a game before it starts."""

    @property
    def name(self) -> str:
        """The name that a spec starts with."""
    @property
    def about(self) -> str:
        """What it is, in a few words."""
    @property
    def options(self) -> list[tuple[str, str, str]]:
        """Its options, each with its default and what it is."""

def games() -> list[GameInfo]:
    """The games there are.

    >>> [info.name for info in games()][:3]
    ['tictactoe', 'go9', 'go']
    """

@final
class Game:
    """A game under way: a position and how it came about.

    `spec` names the game and its options, such as 'go9' or 'hex:size=7' (see `games()`); `position`
    is where it begins, in the game's notation, instead of the usual start; `moves` are played at
    once, separated by blanks. In a game of chance, `dice` is the seed of the dice, which then roll by
    themselves after a move; without it, `chance_moves()` says what can come, and you play it.

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
        """The spec it was made from."""
    @property
    def players(self) -> int:
        """How many take part."""
    def player_name(self, player: int) -> str:
        """What a player is called: 'Black', 'X', 'South'."""
    def to_move(self) -> int | None:
        """The number of the player whose turn it is, from 0; None if the game is over, or if it is
        chance's turn.
        """
    def chance_moves(self) -> list[tuple[str, int]]:
        """What can come of chance, each with its weight, if it is chance's turn; else nothing. They are
        played like moves.
        """
    def legal_moves(self) -> list[str]:
        """The moves that may be played now; none once the game is over."""
    def outcome(self) -> tuple[float, ...] | None:
        """What each player got, from 0 (lost) to 1 (won), a draw being 0.5; None while it goes on."""
    def play(self, move: str, /) -> None:
        """Plays a move. ValueError, with some that are legal, if it is not."""
    def undo(self) -> bool:
        """Takes the last move back; False at the start."""
    def moves(self) -> list[str]:
        """The moves so far."""
    def position(self) -> str | None:
        """The position in the game's notation, as `Game(spec, position=...)` reads it; None if the game
        has no notation. What an earlier position forbids (superko) is not in it.
        """
    def copy(self) -> Self:
        """The same game, to go on by itself."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, str | None]]: ...

@final
class AgentInfo:
    """A kind of agent."""

    @property
    def name(self) -> str:
        """The name that a spec starts with."""
    @property
    def about(self) -> str:
        """What it is, in a few words."""
    @property
    def keys(self) -> list[tuple[str, str, str]]:
        """What can be told it: each key with its default and what it is."""

def agents() -> list[AgentInfo]:
    """The agents there are.

    >>> [info.name for info in agents()][:3]
    ['mc', 'uct', 'uct2']
    """

@final
class Agent(Generic[_Move]):
    """A player: an agent spec with the memory that it takes for a game.

    `spec` is a name and keys, as everywhere in Cairn: 'grave:playouts=10000',
    'graver2:memory=64KiB,time=1s' (see `agents()`); without one it is the game's own agent, or 'grave'
    for a game written in Python. `game` is a game's spec, a `Game`, or a state of a game written in
    Python. All memory is taken at once; a search takes none. An agent remembers from
    turn to turn what its spec says it remembers (move averages); `new_game()` makes it forget.

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
        """The spec it was made from."""
    @property
    def explicit(self) -> str:
        """The spec with every value explicit."""
    @property
    def bytes(self) -> int:
        """The bytes it takes, all in all."""
    @property
    def nodes(self) -> int:
        """The most nodes its trees can have."""
    def new_game(self) -> None:
        """Forgets the game so far: what is kept from turn to turn starts anew."""
    def search(self, game: Game | State[_Move], seed: int = 1) -> SearchResult[_Move]:
        """Searches a position until the spec's bounds are reached: its playouts, or its time.

        `game` is a `Game` or, for an agent made for one, a state of a game in Python. The same spec,
        position and seed, and the same turns before, give the same result unless time is a bound.
        Other threads of Python run meanwhile; Ctrl-C ends the search with KeyboardInterrupt.

        >>> result = Agent('uct:playouts=500', 'tictactoe').search(Game('tictactoe'))
        >>> result.move, int(result.visits.sum())
        ('b2', 499)
        """
    @classmethod
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...

@final
class SearchResult(Generic[_Move]):
    """What a search found. Lists and arrays have an entry for each legal move, in the game's order."""

    @property
    def move(self) -> _Move:
        """The move to play."""
    @property
    def value(self) -> float:
        """What the player to move can expect of it, 0 (lost) to 1 (won); nan if it was never tried."""
    @property
    def moves(self) -> list[_Move]:
        """The legal moves."""
    @property
    def visits(self) -> npt.NDArray[np.uint32]:
        """The playouts counted in each move's node; 0 if it has none."""
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
        """The move to play and what is expected after it, as far as there are nodes."""
    @property
    def playouts(self) -> int:
        """Playouts run."""
    @property
    def seconds(self) -> float:
        """Time taken."""
    @property
    def nodes(self) -> int:
        """Nodes in use at the end."""
    @property
    def recycled(self) -> int:
        """How many times a node was reused."""
    @classmethod
    def __class_getitem__(cls, item: Any) -> GenericAlias: ...

@final
class Score:
    """Wins, draws and losses of one side, and what they say.

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
        """Points per game, a draw counting half; one half if there was no game."""
    @property
    def interval(self) -> tuple[float, float]:
        """The Agresti–Coull 95 % confidence interval of the rate."""
    @property
    def elo(self) -> float:
        """The Elo difference, above 0 for the stronger; infinite if every game went the same way."""
    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference."""
    @property
    def los(self) -> float:
        """The likelihood that this side is the stronger one."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Record:
    """A game of a match."""

    @property
    def number(self) -> int:
        """Its number in the match, from 0."""
    @property
    def seat(self) -> int:
        """Which player A was."""
    @property
    def status(self) -> str:
        """How it ended: 'done', or 'crash', 'timeout' or 'illegal', and then it counts for nobody."""
    @property
    def reward(self) -> float:
        """A's reward, 0 (lost) to 1 (won); 0 if the game is not done."""
    @property
    def moves(self) -> list[str]:
        """The moves, its opening's among them."""
    @property
    def opening(self) -> int:
        """How many of the moves are its opening."""
    @property
    def playouts(self) -> tuple[int, int]:
        """Playouts of A, and of the others together."""
    @property
    def seconds(self) -> float:
        """Time taken."""

@final
class MatchResult:
    """What came of a match; all from A's side."""

    @property
    def a(self) -> str:
        """One agent."""
    @property
    def b(self) -> str:
        """The other."""
    @property
    def game(self) -> str:
        """The game."""
    @property
    def records(self) -> list[Record]:
        """The finished games, by number; none if they were not to be kept."""
    @property
    def score(self) -> Score:
        """Wins, draws and losses, and what they say."""
    @property
    def failed(self) -> int:
        """Games that crashed or had an illegal move; they count for nobody."""
    @property
    def complete(self) -> bool:
        """Whether all games were played; otherwise `progress` ended it."""
    @property
    def seconds(self) -> float:
        """Time taken."""

def match(
    a: str,
    b: str,
    game: str | State[Any],
    *,
    games: int = 20,
    seed: int = 1,
    jobs: int | None = None,
    openings: str = "0",
    progress: bool | Callable[[Record, Score], object] | None = None,
    records: bool = True,
) -> MatchResult:
    """Lets two agents play a match.

    `game` is a game's spec, or the start of a game written in Python (its states' `str(move)` are
    then the moves of the records). A moves first in even games, B in odd ones; with three players A
    takes the seats in turn. Everything follows from `seed`, whatever `jobs`, the number of games at a
    time (one for each core by default; games in Python are played one by one), unless an agent is
    bound by time. `openings` says how games begin: with a number of random plies that each round of
    games shares, or with openings between semicolons, taken in turn ('b2 a1; c3'). A number alone is
    plies: where moves are numbers, '4;' is the move 4.

    `progress` is called after each game with its record and the score so far, and ends the match by
    returning False; True prints a line to standard error. Ctrl-C ends it with KeyboardInterrupt. The
    games are told in the order of their numbers. With `records=False` the result does not keep them,
    and a match of millions takes no more memory than one of a few.

    >>> result = match('uct:playouts=50', 'mc:playouts=5', 'tictactoe', games=10)
    >>> result.score.games, result.complete
    (10, True)
    """
