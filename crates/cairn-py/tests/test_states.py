"""Games written in Python."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest
from rules import ConnectFour, Nim, TicTacToe

import cairn

# Every kind of search: policies, levels, recycling, sharing, playouts, counters that overflow.
AGENTS = [
    "mc:playouts=200",
    "uct:playouts=600",
    "uctr:nodes=40,playouts=600",
    "rave:playouts=300",
    "grave:playouts=600",
    "grave:playouts=300,amaf=own,playout=mast",
    "graver:nodes=30,playouts=600",
    "hrave:playouts=300",
    "grave2:nodes=60,top=40,second=15",
    "grave2:nodes=60,top=40,second=15,sharing=off",
    "graver2:nodes=40,top=60,second=10,playout=mast",
    "graver2:nodes=40,top=60,second=10,sharing=off",
    "grave:playouts=600,counters=8,nodes=100",
]


@pytest.mark.parametrize("spec", AGENTS)
@pytest.mark.parametrize("name", ["tictactoe", "connect4"])
def test_the_search_is_the_same_as_in_rust(spec: str, name: str) -> None:
    """A whole game, both sides by one agent: the same statistics to the last bit at every turn."""
    state: Any = TicTacToe() if name == "tictactoe" else ConnectFour()
    game = cairn.Game(name)
    ours, theirs = cairn.Agent(spec, state), cairn.Agent(spec, game)
    assert ours.full_spec == theirs.full_spec
    plies = 9 if name == "tictactoe" else 4
    for seed in range(plies):
        if game.outcome() is not None:
            break
        python, rust = ours.search(state, seed), theirs.search(game, seed)
        assert [str(move) for move in python.moves] == rust.moves
        np.testing.assert_array_equal(python.visits, rust.visits)
        np.testing.assert_array_equal(python.means, rust.means)
        if rust.amaf_visits is None:
            assert python.amaf_visits is None and python.amaf_means is None
        else:
            np.testing.assert_array_equal(python.amaf_visits, rust.amaf_visits)
            np.testing.assert_array_equal(python.amaf_means, rust.amaf_means)
        # Further down, equal moves may be in another order.
        assert str(python.principal_variation[0]) == rust.principal_variation[0]
        assert (python.playouts, python.nodes, python.recycled) == (
            rust.playouts,
            rust.nodes,
            rust.recycled,
        )
        game.play(rust.move)
        state = state.play(python.move)


def test_states_of_one_line_only_are_kept() -> None:
    """A search of many playouts keeps no more states than one line has, and afterwards none."""
    most = 0

    class Counted(Nim):
        alive = 0

        def __init__(self, heap: int = 9, turn: int = 0) -> None:
            nonlocal most
            super().__init__(heap, turn)
            Counted.alive += 1
            most = max(most, Counted.alive)

        def __del__(self) -> None:
            Counted.alive -= 1

    start = Counted()
    result = cairn.Agent("graver2:nodes=60,top=40,second=30", start).search(start)
    assert result.playouts > 500
    assert most <= 9 + 2
    gc.collect()
    assert Counted.alive == 1


@pytest.mark.parametrize("state", [TicTacToe(), ConnectFour()])
def test_memory_does_not_grow(state) -> None:  # type: ignore[no-untyped-def]
    agent = cairn.Agent("grave:playouts=100", state)

    def search(times: int) -> int:
        for seed in range(times):
            agent.search(state, seed)
        gc.collect()
        return sys.getallocatedblocks()

    # Python's own caches come and go by a hundred blocks or so; a leak is one a search at least.
    before = search(50)
    assert search(400) - before < 300


def test_moves_with_keys_do_not_pile_up() -> None:
    """Every move is a new object; those of earlier searches are forgotten."""

    class Fresh(Nim):
        def legal_moves(self) -> list[tuple[int, int]]:  # type: ignore[override]
            return [(self.heap, take) for take in range(1, min(self.heap, 3) + 1)]

        def key(self, move: tuple[int, int]) -> int:
            return move[1] - 1

        def play(self, move: tuple[int, int]) -> Fresh:  # type: ignore[override]
            return Fresh(self.heap - move[1], self.turn + 1)

    agent = cairn.Agent("grave:playouts=50", Fresh())
    move = agent.search(Fresh(12)).move
    references = sys.getrefcount(move)
    for heap in range(5, 12):
        agent.search(Fresh(heap))
    assert sys.getrefcount(move) < references


def test_three_players() -> None:
    # With two left, taking one leaves the last one to the next player.
    result = cairn.Agent("uct:playouts=2000", Nim()).search(Nim(2))
    assert result.move == 1
    assert result.moves == [1, 2]
    assert result.means.tolist() == [1.0, 0.0]
    assert cairn.Agent("uct:playouts=10", Nim()).search(Nim(1)).value == 0.0


def test_playout_moves_and_cutoff_are_asked() -> None:
    class Endless:
        keys = 2
        max_plies = 30
        asked = 0

        def __init__(self, turn: int = 0) -> None:
            self.turn = turn

        def to_move(self) -> int:
            return self.turn % 2

        def legal_moves(self) -> str:
            return "ab"

        def playout_moves(self) -> str:
            Endless.asked += 1
            return "b"

        def play(self, move: str) -> Endless:
            return Endless(self.turn + 1)

        def outcome(self) -> None:
            return None

        def cutoff(self) -> tuple[float, float]:
            return (1.0, 0.0)

    result = cairn.Agent("uct:playouts=40", Endless()).search(Endless())
    assert result.value == 1.0 and Endless.asked > 0
    del Endless.cutoff
    assert cairn.Agent("uct:playouts=40", Endless()).search(Endless()).value == 0.5


def test_a_state_may_search_itself() -> None:
    class Curious(TicTacToe):
        def outcome(self) -> tuple[float, float] | None:
            inner.search(TicTacToe())
            return super().outcome()

    inner = cairn.Agent("uct:playouts=5", TicTacToe())
    plain = cairn.Agent("uct:playouts=50", TicTacToe()).search(TicTacToe())
    curious = cairn.Agent("uct:playouts=50", Curious()).search(Curious())
    assert curious.visits.tolist() == plain.visits.tolist()


class Refused(Exception):
    pass


@pytest.mark.parametrize("method", ["to_move", "legal_moves", "play", "outcome", "key"])
def test_exceptions_reach_the_caller(method: str) -> None:
    calls = 0

    def refuse(self: Nim, *arguments: object) -> object:
        nonlocal calls
        calls += 1
        if calls > 20:
            raise error
        return getattr(Nim, method)(self, *arguments) if method != "key" else calls % 3

    kind = type("Broken", (Nim,), {method: refuse})
    # A key is asked once for each move: make more of them.
    if method == "key":
        kind.legal_moves = lambda self: [(self.heap, n) for n in range(1, min(self.heap, 3) + 1)]  # type: ignore[attr-defined]
        kind.play = lambda self, move: kind(self.heap - move[1], self.turn + 1)  # type: ignore[attr-defined]
    error = Refused("on purpose")
    agent = cairn.Agent("grave:playouts=1000", kind(60))
    kind.max_plies = 100  # type: ignore[attr-defined]
    agent = cairn.Agent("grave:playouts=1000", kind(60))
    with pytest.raises(Refused) as raised:
        agent.search(kind(60))
    assert raised.value is error
    if method not in ("key",):
        frames = [entry.name for entry in raised.traceback]
        assert frames[-1] == "refuse"
    # The agent can be used again.
    calls = -(10**9)
    assert agent.search(kind(60)).playouts == 1000
    # A match says it too.
    calls = 0
    with pytest.raises(Refused):
        cairn.match("uct:playouts=10", "mc:playouts=10", kind(60))


def test_ctrl_c_ends_a_search() -> None:
    state = Nim(50)
    state.max_plies = 60
    agent = cairn.Agent("uctr:nodes=1000,time=60s", state)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        agent.search(state)
    assert time.monotonic() - begun < 30


def nim(**members: object) -> Nim:
    state: Nim = type("Wrong", (Nim,), members)()
    return state


@pytest.mark.parametrize(
    ("state", "error"),
    [
        (nim(keys=0), "keys is 0: it is a number from 1 to 8191"),
        (nim(keys=2), "there are more than 2 different moves, 3 is one too many: keys says "),
        (nim(players=9), "players is 9: it is a number from 1 to 8"),
        (nim(to_move=lambda self: 3), "to_move() is 3: players are 0 to 2"),
        (nim(to_move=lambda self: None), "to_move() is None: players are 0 to 2"),
        (nim(legal_moves=lambda self: []), "legal_moves() is empty, but the game goes on: "),
        (nim(legal_moves=lambda self: [1, 2, 1]), "legal_moves() has 1 twice"),
        (nim(key=lambda self, move: 3), "key(1) is 3: keys are 0 to 2"),
        (nim(key=lambda self, move: -1), "key(1) is -1: keys are 0 to 2"),
        (nim(outcome=lambda self: (1, 0)), "the outcome (1, 0) is not a reward for each of 3 players"),
        (nim(outcome=lambda self: (2, 0, 0)), "the outcome (2, 0, 0) has a reward that is not from 0"),
        (nim(outcome=lambda self: (0.3, 0, 0)), "the outcome (0.3, 0, 0) has a reward that is not a m"),
    ],
)
def test_rules_that_do_not_hold_are_named(state: Nim, error: str) -> None:
    with pytest.raises(ValueError) as raised:
        cairn.Agent("grave:playouts=50", state).search(state)
    assert str(raised.value).startswith(error)
    assert "\n" not in str(raised.value)


def test_what_is_missing_is_named() -> None:
    with pytest.raises(AttributeError, match="keys"):
        cairn.Agent("uct", type("NoKeys", (), {"legal_moves": lambda self: []})())
    with pytest.raises(TypeError, match="an outcome is a reward for each player, not 1"):
        cairn.Agent("uct", nim(outcome=lambda self: 1))
    with pytest.raises(TypeError, match="unhashable"):
        state = nim(legal_moves=lambda self: [[1]])
        cairn.Agent("uct", state).search(state)
    with pytest.raises(TypeError, match="a game is a spec"):
        cairn.Agent("uct", Nim)  # type: ignore[call-overload]


def test_a_tree_is_not_kept() -> None:
    with pytest.raises(ValueError, match="^agent grave:reuse=on: reuse=on is for Cairn's own games"):
        cairn.Agent("grave:reuse=on", Nim())


def test_agents_without_playouts_are_refused() -> None:
    with pytest.raises(ValueError, match="without playouts is for Cairn's own games, not for those"):
        cairn.Agent("dfpn", Nim())


def test_an_agent_stays_with_its_game() -> None:
    with pytest.raises(ValueError, match="this state is of another game"):
        cairn.Agent("uct", Nim()).search(TicTacToe())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="this agent was made for tictactoe, not for <"):
        cairn.Agent("uct", "tictactoe").search(TicTacToe())
    with pytest.raises(ValueError, match="the game is over"):
        cairn.Agent("uct", Nim()).search(Nim(0, 3))
