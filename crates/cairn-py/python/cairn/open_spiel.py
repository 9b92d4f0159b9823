"""Cairn's agents as OpenSpiel bots.

>>> import pyspiel
>>> from cairn.open_spiel import Bot
>>> game = pyspiel.load_game('tic_tac_toe')
>>> bots = [Bot(game, 'grave:playouts=500'), pyspiel.make_uniform_random_bot(1, 7)]
>>> returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)

Games that Cairn has too are searched with Cairn's own rules, which are fast. Other games are searched
with OpenSpiel's rules; they must be sequential, without chance and with perfect information.

`pip install open_spiel` for the module `pyspiel`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pyspiel

from cairn import Agent, Game, SearchResult

__all__ = ["Bot", "SpielState", "own_spec"]


class Bot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays like a Cairn agent.

    `agent` is the agent's spec, and `seed` the seed of everything random. With `own_rules=False` the
    search uses OpenSpiel's rules even if Cairn has the game. The bot can play every side.
    """

    def __init__(
        self, game: Any, agent: str = "grave", *, seed: int = 1, own_rules: bool = True
    ) -> None:
        super().__init__()
        self._game = game
        self._spec = agent
        self._seed = seed
        self._own = _own_game(game) if own_rules else None
        self._own_agent = Agent(agent, self._own.spec) if self._own else None
        # For other games, and for states in which the game is over by Cairn's rules only.
        self._spiel_agent: Agent[int] | None = None
        if not self._own:
            self._spiel_agent = Agent(agent, SpielState(game.new_initial_state()))

    def step(self, state: Any) -> int:
        """The action to play."""
        return self.step_with_policy(state)[1]

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Each action's share of the visits, and the action to play."""
        result, actions = self._search(state)
        total = max(int(result.visits.sum()), 1)
        shares = {
            actions[move]: int(visits) / total for move, visits in zip(result.moves, result.visits)
        }
        policy = [(action, shares.get(action, 0.0)) for action in state.legal_actions()]
        return policy, actions[result.move]

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """Each action's share of the visits."""
        return self.step_with_policy(state)[0]

    def provides_policy(self) -> bool:
        """It does: `get_policy`."""
        return True

    def restart(self) -> None:
        """A new game begins."""
        for agent in (self._own_agent, self._spiel_agent):
            if agent is not None:
                agent.new_game()

    def restart_at(self, state: Any) -> None:
        """A new game begins at a state."""
        self.restart()

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """An action of another player: ignored, because every state has its whole history."""

    def _search(self, state: Any) -> tuple[SearchResult[Any], dict[Any, int]]:
        """The result of a search, and the action of each of its moves."""
        seed = self._seed + state.move_number()
        if self._own and self._own_agent:
            game, text = self._own.replay(state), self._own.text
            actions = {text(state, action): action for action in state.legal_actions()}
            if game is not None and actions.keys() >= set(game.legal_moves()):
                return self._own_agent.search(game, seed), actions
        if self._spiel_agent is None:
            self._spiel_agent = Agent(self._spec, SpielState(self._game.new_initial_state()))
        same = {action: action for action in state.legal_actions()}
        return self._spiel_agent.search(SpielState(state), seed), same


class SpielState:
    """A state of any OpenSpiel game that is sequential, without chance and with perfect information:
    a `cairn.State`, whose moves are OpenSpiel's actions."""

    __slots__ = ("_state", "_rules")

    def __init__(self, state: Any) -> None:
        self._state = state
        self._rules = _Rules.of(state.get_game())

    @property
    def keys(self) -> int:
        """The number of different actions, at most 8191."""
        return self._rules.keys

    @property
    def players(self) -> int:
        """The number of players."""
        return self._rules.players

    @property
    def denominator(self) -> int:
        """Rewards are multiples of 1/denominator."""
        return self._rules.denominator

    @property
    def max_plies(self) -> int:
        """The longest game."""
        return self._rules.max_plies

    def to_move(self) -> int:
        """The player whose turn it is."""
        player: int = self._state.current_player()
        return player

    def legal_moves(self) -> list[int]:
        """OpenSpiel's legal actions."""
        actions: list[int] = self._state.legal_actions()
        return actions

    def play(self, action: int, /) -> SpielState:
        """The state after an action."""
        after = object.__new__(SpielState)
        after._state, after._rules = self._state.child(action), self._rules
        return after

    def outcome(self) -> list[float] | None:
        """The returns as shares of the utility's range, rounded to the denominator."""
        if not self._state.is_terminal():
            return None
        rules, of = self._rules, self._rules.denominator
        shares = ((got - rules.low) / (rules.high - rules.low) for got in self._state.returns())
        return [round(share * of) / of for share in shares]

    def key(self, action: int) -> int:
        """The action's number; beyond the last key, actions share keys."""
        return action % self._rules.keys


class _Rules(NamedTuple):
    """What is the same in all states of an OpenSpiel game."""

    keys: int
    players: int
    denominator: int
    max_plies: int
    low: float
    high: float

    @classmethod
    def of(cls, game: Any) -> _Rules:
        kind = game.get_type()
        if (
            kind.dynamics != pyspiel.GameType.Dynamics.SEQUENTIAL
            or kind.chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC
            or kind.information != pyspiel.GameType.Information.PERFECT_INFORMATION
        ):
            raise ValueError(
                f"{kind.short_name} cannot be searched: a game must be sequential, without chance"
                " and with perfect information"
            )
        low, high = game.min_utility(), game.max_utility()
        return cls(
            # Cairn's limit; past it actions share their statistics.
            keys=min(game.num_distinct_actions(), 8191),
            players=game.num_players(),
            # Won, drawn and lost; else as fine as can be, and even, so that the middle is exact.
            denominator=2 if (low, high) == (-1, 1) else 254,
            max_plies=game.max_game_length(),
            low=low,
            high=high,
        )


def own_spec(game: Any) -> str | None:
    """The spec of Cairn's game that is the same as one of OpenSpiel's, if there is one.

    >>> import pyspiel
    >>> own_spec(pyspiel.load_game('go(board_size=9,komi=6.5)'))
    'go:size=9,komi=6.5'
    >>> own_spec(pyspiel.load_game('chess'))
    """
    own = _own_game(game)
    return own.spec if own else None


class _Own(NamedTuple):
    """A game that Cairn has too."""

    spec: str
    # Cairn's text for an action in a state.
    text: Callable[[Any, int], str]

    def replay(self, state: Any) -> Game | None:
        """The same game in Cairn; None if it is over by Cairn's rules."""
        game = Game(self.spec)
        before = state.get_game().new_initial_state()
        for action in state.history():
            try:
                game.play(self.text(before, action))
            except ValueError:
                return None
            before.apply_action(action)
        return game if game.outcome() is None else None


def _own_game(game: Any) -> _Own | None:
    parameters = game.get_parameters()
    name = game.get_type().short_name
    if name == "misere":
        parameters = dict(parameters["game"])
        if parameters.pop("name") != "breakthrough":
            return None
        parameters = pyspiel.load_game("breakthrough", parameters).get_parameters()
        own = _breakthrough(parameters)
        return own and own._replace(spec=own.spec + ",misere=yes")
    known = _KNOWN.get(name)
    return known(parameters) if known else None


def _theirs(state: Any, action: int) -> str:
    text: str = state.action_to_string(state.current_player(), action)
    return text


def _tic_tac_toe(_: dict[str, Any]) -> _Own:
    # An action is a square, row by row from the top.
    return _Own("tictactoe", lambda _, action: "abc"[action % 3] + str(3 - action // 3))


def _connect_four(given: dict[str, Any]) -> _Own | None:
    if (given["columns"], given["rows"], given["x_in_row"]) != (7, 6, 4):
        return None
    return _Own("connect4", lambda _, action: str(action + 1))


def _othello(_: dict[str, Any]) -> _Own:
    return _Own("othello", _theirs)


def _hex(given: dict[str, Any]) -> _Own | None:
    size = given["num_rows"]
    if size != given["num_cols"] or not 2 <= size <= 19:
        return None
    if given["swap"] or given["string_rep"] != "standard":
        return None
    return _Own(f"hex:size={size}", _theirs)


def _havannah(given: dict[str, Any]) -> _Own | None:
    if given["swap"] or not 3 <= given["board_size"] <= 10:
        return None
    return _Own(f"havannah:base={given['board_size']}", _theirs)


def _go(given: dict[str, Any]) -> _Own | None:
    size, komi = given["board_size"], given["komi"]
    if given["handicap"] or not 2 <= size <= 19 or 2 * komi != int(2 * komi):
        return None

    def text(state: Any, action: int) -> str:  # B a1, W PASS
        point = _theirs(state, action).split()[1]
        return "pass" if point == "PASS" else point.upper()

    return _Own(f"go:size={size},komi={komi:g}", text)


def _breakthrough(given: dict[str, Any]) -> _Own | None:
    columns, rows = given["columns"], given["rows"]
    spec = f"breakthrough:columns={columns},rows={rows}"
    # On fewer rows theirs has one row of pawns and not two.
    if rows < 6:
        return None
    try:
        Game(spec)
    except ValueError:
        return None

    # The same board upside down: theirs begins at the top.
    def square(text: str) -> str:
        return text[0] + str(rows + 1 - int(text[1]))

    def text(state: Any, action: int) -> str:  # a7a6, a7b6* if it captures
        theirs = _theirs(state, action)
        between = "x" if theirs.endswith("*") else "-"
        return square(theirs[0:2]) + between + square(theirs[2:4])

    return _Own(spec, text)


def _lines_of_action(_: dict[str, Any]) -> _Own:
    return _Own("loa", _theirs)


def _amazons(given: dict[str, Any]) -> _Own | None:
    size = given["board_size"]
    if not 4 <= size <= 11:
        return None

    def text(state: Any, action: int) -> str:  # X From (10, 4), X To (…), X Shoot: (…)
        theirs = _theirs(state, action)
        sign = {"From": "", "To": "-", "Shoot:": "/"}[theirs.split()[1]]
        row, column = theirs[theirs.index("(") + 1 : -1].split(",")
        return f"{sign}{chr(96 + int(column))}{size + 1 - int(row)}"

    return _Own(f"amazons:size={size}", text)


def _oware(given: dict[str, Any]) -> _Own | None:
    if (given["num_houses_per_player"], given["num_seeds_per_house"]) != (6, 4):
        return None
    return _Own("awari", _theirs)


def _morris(_: dict[str, Any]) -> _Own:
    names = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()

    def text(state: Any, action: int) -> str:  # Point 0, Move 0 -> 1
        words = _theirs(state, action).split()
        points = [names[int(word)] for word in words if word.isdigit()]
        # An action that names a point puts a man there, or takes one after a mill.
        taken = "x" if "Capture" in str(state) else ""
        return taken + "-".join(points)

    return _Own("morris", text)


_KNOWN: dict[str, Callable[[dict[str, Any]], _Own | None]] = {
    "tic_tac_toe": _tic_tac_toe,
    "connect_four": _connect_four,
    "othello": _othello,
    "hex": _hex,
    "havannah": _havannah,
    "go": _go,
    "breakthrough": _breakthrough,
    "lines_of_action": _lines_of_action,
    "amazons": _amazons,
    "oware": _oware,
    "nine_mens_morris": _morris,
}
