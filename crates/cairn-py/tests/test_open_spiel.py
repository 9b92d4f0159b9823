"""Bots for OpenSpiel."""

from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import evaluate_bots, mcts  # noqa: E402

from cairn.open_spiel import Bot, SpielState, own_spec  # noqa: E402
import cairn  # noqa: E402

OWN = {
    "tic_tac_toe": "tictactoe",
    "connect_four": "connect4",
    "othello": "othello",
    "hex(board_size=4)": "hex:size=4",
    "havannah(board_size=3)": "havannah:base=3",
    "go(board_size=5,komi=0.5)": "go:size=5,komi=0.5",
    "breakthrough(columns=4,rows=6)": "breakthrough:columns=4,rows=6",
    "misere(game=breakthrough(columns=4,rows=6))": "breakthrough:columns=4,rows=6,misere=yes",
    "lines_of_action": "loa",
    "amazons(board_size=6)": "amazons:size=6",
    "oware": "awari",
    "nine_mens_morris": "morris",
}

OTHERS = [
    "chess",
    "hex(num_rows=4,num_cols=5)",
    "connect_four(rows=5)",
    "breakthrough(columns=5,rows=5)",
    "go(handicap=2)",
    "misere(game=nim())",
    "nim",
    "dots_and_boxes",
    "ultimate_tic_tac_toe",
    "shogi",
]


@pytest.mark.parametrize("name", OWN)
def test_games_that_both_have(name: str) -> None:
    """Random moves against few playouts: every state on the way is understood."""
    game = pyspiel.load_game(name)
    assert own_spec(game) == OWN[name]
    for seed in range(2):
        bots = [Bot(game, "uct:playouts=20", seed=seed), pyspiel.make_uniform_random_bot(1, seed)]
        state = game.new_initial_state()
        own = bots[0]._own
        while not state.is_terminal():
            replayed = own.replay(state)
            # Long games may come to where the rules differ.
            assert replayed is not None or state.move_number() > 30
            if replayed is not None:
                assert replayed.to_move() == state.current_player()
                texts = {own.text(state, action) for action in state.legal_actions()}
                assert set(replayed.legal_moves()) <= texts
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


@pytest.mark.parametrize("name", OTHERS)
def test_any_other_game_is_searched_by_openspiels_rules(name: str) -> None:
    game = pyspiel.load_game(name)
    assert own_spec(game) is None
    bot = Bot(game, "grave:playouts=3")
    state = game.new_initial_state()
    for _ in range(4):
        if not state.is_terminal():
            state.apply_action(bot.step(state))


@pytest.mark.parametrize("own_rules", [True, False])
def test_it_beats_chance_from_both_sides(own_rules: bool) -> None:
    game = pyspiel.load_game("connect_four")
    rng = np.random.RandomState(1)
    for seed in range(2):
        bot = Bot(game, "grave:playouts=60", seed=seed, own_rules=own_rules)
        for player in range(2):
            bots: list[Any] = [pyspiel.make_uniform_random_bot(i, seed) for i in range(2)]
            bots[player] = bot
            returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)
            assert returns[player] == 1


def test_it_plays_openspiels_own_search() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    rng = np.random.RandomState(1)
    theirs = mcts.MCTSBot(game, 1.4, 200, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    ours = Bot(game, "uct:playouts=3000")
    for bots, player in (([ours, theirs], 0), ([theirs, ours], 1)):
        assert evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)[player] >= 0
    # OpenSpiel's loop in C++ as well.
    bots = [ours, pyspiel.make_uniform_random_bot(1, 1)]
    assert pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)[0] >= 0


def test_both_rules_give_the_same_search() -> None:
    """Other keys and another order of moves: the same search but for chance."""
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (4, 0, 8):
        state.apply_action(action)
    # X has two in a row with the corner: O must block... or lose.
    for own_rules in (True, False):
        policy, action = Bot(game, "uct:playouts=2000", own_rules=own_rules).step_with_policy(state)
        assert [a for a, _ in policy] == state.legal_actions()
        assert sum(share for _, share in policy) == pytest.approx(1)
        assert dict(policy)[action] == max(share for _, share in policy)


def test_openspiels_rules_give_the_same_visits() -> None:
    """OpenSpiel's columns are in the order of ours as long as the board is empty."""
    game = pyspiel.load_game("connect_four")
    spiel = SpielState(game.new_initial_state())
    theirs = cairn.Agent("uct:playouts=8", spiel).search(spiel)
    ours = cairn.Agent("uct:playouts=8", "connect4").search(cairn.Game("connect4"))
    assert [str(action + 1) for action in theirs.moves] == ours.moves
    assert theirs.visits.tolist() == ours.visits.tolist()


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "matrix_rps"])
def test_games_that_cannot_be_searched_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="a game must be sequential, without chance"):
        Bot(pyspiel.load_game(name))


def test_one_player_and_other_utilities() -> None:
    game = pyspiel.load_game("cliff_walking")
    bot = Bot(game, "uct:playouts=50")
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
    spiel = SpielState(state)
    assert (spiel.players, spiel.denominator) == (1, 254)
    while spiel.outcome() is None:
        spiel = spiel.play(spiel.legal_moves()[0])
    [share] = spiel.outcome() or [-1.0]
    assert 0 <= share <= 1
