"""Cairn's own games."""

import copy
import pickle

import pytest

import cairn


def test_every_game_can_be_played() -> None:
    names = [info.name for info in cairn.games()]
    assert len(names) == len(set(names)) >= 16
    for name in names:
        game = cairn.Game(name)
        first = game.legal_moves()[0]
        game.play(first)
        assert game.moves() == [first]
        assert game.undo() and not game.undo()
        assert str(game), name


def test_what_there_is_to_know() -> None:
    info = {info.name: info for info in cairn.games()}["go"]
    assert info.about == "Go on a square board"
    assert [name for name, default, about in info.options] == ["size", "komi"]
    assert ("komi", "7.5", "White's points for moving second") in info.options


def test_a_game_to_its_end() -> None:
    game = cairn.Game("tictactoe", moves="a1 a2 b1, b2")
    assert (game.to_move(), game.player_name(0), game.players) == (0, "X", 2)
    assert game.legal_moves() == ["c1", "c2", "a3", "b3", "c3"]
    assert game.outcome() is None
    game.play("C1")
    assert game.outcome() == (1.0, 0.0)
    assert game.legal_moves() == []
    assert game.position() == ".../OO./XXX"
    assert game.undo()
    assert game.outcome() is None
    assert game.moves() == ["a1", "a2", "b1", "b2"]


def test_a_draw_is_half_of_it() -> None:
    game = cairn.Game("tictactoe", moves="a1 b2 c3 b1 b3 a3 c1 c2 a2")
    assert game.outcome() == (0.5, 0.5)


def test_superko_looks_at_the_whole_game() -> None:
    game = cairn.Game("go:size=2", moves="A1 B2 A2 B1 A1 A2")
    assert "A1" not in game.legal_moves()
    with pytest.raises(ValueError, match=r"'A1' would repeat an earlier position"):
        game.play("A1")


def test_a_position_is_read_back() -> None:
    game = cairn.Game("go:size=5", moves="C3 B2 D2")
    again = cairn.Game("go:size=5", position=game.position())
    assert str(again).splitlines()[0] == str(game).splitlines()[0]
    assert again.position() == game.position()
    assert again.moves() == []


def test_copies_go_their_own_way() -> None:
    game = cairn.Game("connect4", position="7/7/7/7/3O3/3X3 x", moves="4")
    for again in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert repr(again) == repr(game) == (
            "Game('connect4', position='7/7/7/7/3O3/3X3 x', moves='4')"
        )
        again.play("1")
        assert game.moves() == ["4"]
        assert again.undo() and again.undo() and not again.undo()


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: cairn.Game("shogi"), "no game is called 'shogi': there are tictactoe, go9, "),
        (
            lambda: cairn.Game("go:size=25"),
            "size=25 does not fit: size is a whole number from 2 to 19",
        ),
        (lambda: cairn.Game("tictactoe", moves="b2 b2"), "move 2: b2 is occupied: choose an empty square"),
        (
            lambda: cairn.Game("tictactoe", position="X"),
            "'X' is not a position of tictactoe: write nine squares",
        ),
        (lambda: cairn.Game("tictactoe").play("d4"), "'d4' is not a legal move here: there are a1, "),
        (
            lambda: cairn.Game("tictactoe", moves="a1 a2 b1 b2 c1").play("c2"),
            "'c2' comes after the end of the game",
        ),
        (lambda: cairn.Game("go9").player_name(2), "there is no player 2: they are 0 to 1"),
    ],
)
def test_errors_are_the_programs(make, error) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError) as raised:
        make()
    assert str(raised.value).startswith(error)
    assert "\n" not in str(raised.value)


def test_dice_are_moves() -> None:
    game = cairn.Game("einstein")
    assert game.to_move() is None and game.outcome() is None
    assert len(game.chance_moves()) == 720
    game.play("123456")
    game.play("123456")
    assert game.chance_moves() == [(str(number), 1) for number in range(1, 7)]
    with pytest.raises(ValueError, match="it is chance's turn: play one of chance_moves"):
        cairn.Agent("uct:playouts=20", game).search(game)
    game.play("4")
    assert game.to_move() == 0 and game.chance_moves() == []
    assert cairn.Agent("uct:playouts=200", game).search(game).move in game.legal_moves()


def test_dice_roll_by_themselves() -> None:
    one, other = (cairn.Game("einstein", dice=5) for _ in range(2))
    assert one.to_move() == 0 and len(one.moves()) == 3
    for _ in range(3):
        one.play(one.legal_moves()[0])
        other.play(other.legal_moves()[0])
    assert one.moves() == other.moves() and len(one.moves()) == 9
    assert one.undo() and len(one.moves()) == 7
    assert cairn.Game("einstein", dice=6).moves() != cairn.Game("einstein", dice=5).moves()


def test_matches_with_dice_repeat() -> None:
    agents = ("uct:playouts=50", "mc:playouts=20", "einstein")
    one, other = (cairn.match(*agents, games=10, seed=3, jobs=jobs) for jobs in (1, 2))
    assert [game.moves for game in one.records] == [game.moves for game in other.records]
