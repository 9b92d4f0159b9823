"""Agents and their searches."""

import os
import signal
import threading
import time

import numpy as np
import pytest
from program import program

import cairn


def test_an_agent_knows_what_it_takes() -> None:
    agent = cairn.Agent("graver2:paper,nodes=160,top=160,second=80", "go9")
    assert (agent.bytes, agent.nodes) == (46120, 160)
    assert agent.spec == "graver2:paper,nodes=160,top=160,second=80"
    assert agent.full_spec.startswith("graver2:") and "sharing=" in agent.full_spec
    again = cairn.Agent(agent.full_spec, "go9")
    assert (again.full_spec, again.bytes) == (agent.full_spec, agent.bytes)


def test_agents_are_listed() -> None:
    infos = {info.name: info for info in cairn.agents()}
    assert len(infos) == 28
    assert "second" in [name for name, default, about in infos["graver2"].keys]
    assert "second" not in [name for name, default, about in infos["uct"].keys]


def test_a_search_tells_about_every_move() -> None:
    game = cairn.Game("go:size=5", moves="C3")
    result = cairn.Agent("grave:playouts=500", game).search(game)
    assert result.moves == game.legal_moves()
    assert result.visits.dtype == np.uint32 and result.means.dtype == np.float32
    assert result.visits.shape == result.means.shape == (len(result.moves),)
    assert result.visits.sum() == 499 and result.playouts == 500
    assert np.isnan(result.means[result.visits == 0]).all()
    tried = result.means[result.visits > 0]
    assert ((0 <= tried) & (tried <= 1)).all()
    best = result.moves.index(result.move)
    assert result.visits[best] == result.visits.max()
    assert result.value == pytest.approx(float(result.means[best]))
    assert result.amaf_visits is not None and result.amaf_means is not None
    assert (result.amaf_visits >= result.visits).all()
    assert 0 < result.nodes <= 500 and result.recycled == 0
    assert result.seconds > 0
    assert result.principal_variation[0] == result.move
    for move in result.principal_variation:
        game.play(move)


def test_agents_without_playouts_have_scores() -> None:
    game = cairn.Game("tictactoe", moves="a1 b2 a2")
    result = cairn.Agent("alphabeta:memory=64KiB", game).search(game)
    assert (result.move, result.value) == ("a3", 0.5)
    assert result.scores is not None and len(result.scores) == len(result.moves)
    assert result.scores[result.moves.index("a3")] == "+0"
    assert result.principal_variation[0] == "a3" and result.playouts > 0
    solved = cairn.Agent("dfpn:memory=64KiB,goal=win", game).search(game)
    assert solved.scores is not None and len(solved.scores) == len(solved.moves)
    assert cairn.Agent("uct:playouts=9", game).search(game).scores is None
    with pytest.raises(ValueError, match="the games with an evaluation are connect4"):
        cairn.Agent("pvs:depth=4", "hex")


def test_only_agents_with_amaf_have_it() -> None:
    result = cairn.Agent("uct:playouts=50", "tictactoe").search(cairn.Game("tictactoe"))
    assert result.amaf_visits is None and result.amaf_means is None


def test_the_same_seed_gives_the_same_search() -> None:
    game = cairn.Game("othello")
    agent = cairn.Agent("graver2:nodes=20,top=20,second=10", game)
    visits = [agent.search(game, seed).visits.tolist() for seed in (1, 1, 2)]
    assert visits[0] == visits[1] != visits[2]
    # Recorded from `cairn search --game othello --agent graver2:nodes=20,top=20,second=10 --json`.
    assert visits[0] == OTHELLO


OTHELLO = [0, 170, 0, 20]


def test_new_game_forgets_the_averages() -> None:
    game = cairn.Game("tictactoe")
    agent = cairn.Agent("grave:playouts=300,playout=mast", game)
    first = agent.search(game).visits.tolist()
    assert agent.search(game).visits.tolist() != first
    agent.new_game()
    assert agent.search(game).visits.tolist() == first


@pytest.mark.parametrize(
    ("spec", "agent", "moves"),
    [
        ("go9", "grave:playouts=300", "E5 C3 G6"),
        ("hex:size=5", "uct:playouts=500,c=0.7", ""),
        ("loa", "graver2:nodes=30,top=30,second=10,playout=mast", ""),
        ("threecolorgo", "hrave:playouts=200", "E5"),
    ],
)
def test_a_search_is_the_programs(spec: str, agent: str, moves: str) -> None:
    theirs = program("search", "--game", spec, "--agent", agent, "--moves", moves, "--seed", "7")
    game = cairn.Game(spec, moves=moves)
    made = cairn.Agent(agent, spec)
    ours = made.search(game, seed=7)
    assert (made.full_spec, made.bytes) == (theirs["full_spec"], theirs["bytes"])
    assert (ours.move, ours.playouts) == (theirs["move"], theirs["playouts"])
    assert ours.value == pytest.approx(theirs["value"], abs=1e-6)
    assert (ours.nodes, ours.recycled) == (theirs["nodes"]["used"], theirs["nodes"]["recycled"])
    assert dict(zip(ours.moves, ours.visits)) == {m["move"]: m["visits"] for m in theirs["moves"]}
    if ours.amaf_visits is not None:
        amaf = {m["move"]: m["amaf"]["visits"] for m in theirs["moves"]}
        assert dict(zip(ours.moves, ours.amaf_visits)) == amaf


def test_the_games_own_agent_plays_unless_one_is_named() -> None:
    for game in ("go9", "awari"):
        [info] = program("games", game)
        assert cairn.Agent(game=game).spec == info["agent"]
        assert cairn.Agent(None, game).full_spec == cairn.Agent(info["agent"], game).full_spec
    assert cairn.Agent().spec == cairn.Agent(game="go9").spec


def test_time_is_a_bound() -> None:
    game = cairn.Game("go9")
    result = cairn.Agent("graver:nodes=100,time=100ms", game).search(game)
    assert 0.1 <= result.seconds < 10
    assert result.playouts > 0


def test_other_threads_run_during_a_search() -> None:
    game = cairn.Game("go9")
    agent = cairn.Agent("graver:nodes=100,time=2s", game)
    search = threading.Thread(target=agent.search, args=(game,))
    search.start()
    longest, last = 0.0, time.monotonic()
    begun = last
    while search.is_alive():
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    # A search that kept Python's lock would stop this thread for as long as it takes.
    assert longest < 1 < last - begun


def test_ctrl_c_ends_a_search() -> None:
    game = cairn.Game("go9")
    agent = cairn.Agent("graver:nodes=100,time=60s", game)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        agent.search(game)
    assert time.monotonic() - begun < 30


def test_one_search_at_a_time() -> None:
    game = cairn.Game("go9")
    agent = cairn.Agent("graver:nodes=100,time=2s", game)
    search = threading.Thread(target=agent.search, args=(game,))
    search.start()
    time.sleep(0.3)
    for forbidden in (lambda: agent.search(game), agent.new_game):
        with pytest.raises(RuntimeError, match="searching already: make one for each thread"):
            forbidden()
    # The game may go on meanwhile: the search looks at a copy.
    game.play("E5")
    search.join()
    assert game.moves() == ["E5"]
    agent.new_game()


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: cairn.Agent("alphazero", "go9"), "agent alphazero: "),
        (lambda: cairn.Agent("graver2:depth=3", "go9"), "agent graver2:depth=3: "),
        (lambda: cairn.Agent("uct:second=3", "go9"), "agent uct:second=3: "),
        (lambda: cairn.Agent("grave:memory=1KiB", "go9"), "agent grave:memory=1KiB: "),
        (lambda: cairn.Agent("uct", "shogi"), "no game is called 'shogi': "),
        (
            lambda: cairn.Agent("uct", "go:size=5").search(cairn.Game("go:size=7")),
            "this agent was made for go:size=5, not for go:size=7",
        ),
        (
            lambda: cairn.Agent("uct", "go9").search("go9"),  # type: ignore[arg-type]
            "this agent was made for go9, not for 'go9'",
        ),
        (
            lambda: cairn.Agent("uct", "tictactoe").search(
                cairn.Game("tictactoe", moves="a1 a2 b1 b2 c1")
            ),
            "the game is over in this position: there is nothing to search",
        ),
        (
            lambda: cairn.Agent("uct", "go9").search(
                cairn.Game("go9", position="9/9/9/9/9/9/9/9/9 b - 0 7")
            ),
            "only one of this position and its game allows draws: give the game its komi",
        ),
    ],
)
def test_errors_are_the_programs(make, error) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError) as raised:
        make()
    assert str(raised.value).startswith(error)
    assert "\n" not in str(raised.value)


def test_a_game_is_a_spec_a_game_or_a_state() -> None:
    for wrong in (5, None, object()):
        with pytest.raises(TypeError, match="a game is a spec such as 'go9', a Game, or a state"):
            cairn.Agent("uct", wrong)  # type: ignore[call-overload]


def test_options_with_their_defaults_are_the_same_game() -> None:
    agent = cairn.Agent("uct:playouts=20", "hex")
    assert agent.search(cairn.Game("hex: SIZE = 11")).playouts == 20
