"""Matches."""

import math
import os
import signal
import threading

import pytest
from program import program
from rules import Nim, TicTacToe

import cairn


def moves(result: cairn.MatchResult) -> list[tuple[int, float, list[str]]]:
    return [(game.seat, game.reward, game.moves) for game in result.records]


def test_a_match_is_counted() -> None:
    result = cairn.match("uct:playouts=200", "mc:playouts=1", "tictactoe", games=30, seed=3)
    score = result.score
    assert result.complete and result.failed == 0 and len(result.records) == score.games == 30
    assert score.wins == sum(game.reward == 1 for game in result.records)
    assert score.draws == sum(game.reward == 0.5 for game in result.records)
    assert score.rate > 0.7
    assert [game.number for game in result.records] == list(range(30))
    assert [game.seat for game in result.records] == [0, 1] * 15
    first = result.records[0]
    assert first.status == "done" and first.opening == 0
    assert sum(first.playouts) == 200 * ((len(first.moves) + 1) // 2) + len(first.moves) // 2
    assert str(result).startswith(
        f"A  uct:playouts=200\nB  mc:playouts=1\n30 games on tictactoe: A won {score.wins}, "
    )


def test_a_match_does_not_depend_on_jobs() -> None:
    def play(jobs: int, seed: int) -> list[tuple[int, float, list[str]]]:
        a, b = "uct:playouts=50", "grave:playouts=30"
        return moves(
            cairn.match(a, b, "go:size=3", games=6, seed=seed, jobs=jobs, openings="1")
        )

    assert play(1, 5) == play(3, 5) != play(1, 6)


@pytest.mark.parametrize(
    ("game", "openings"), [("tictactoe", "0"), ("threecolorgo:size=3", "2"), ("go:size=4", "A1 B2; C3")]
)
def test_a_match_is_the_programs(game: str, openings: str) -> None:
    a, b = "grave:playouts=60", "uct:playouts=40,playout=mast"
    arguments = ["--game", game, "--games", "9", "--seed", "11", "--openings", openings, "--moves"]
    theirs = program("match", a, b, *arguments)
    ours = cairn.match(a, b, game, games=9, seed=11, openings=openings)
    score = ours.score
    assert [score.wins, score.draws, score.losses, score.games] == [
        theirs[key] for key in ("wins", "draws", "losses", "games")
    ]
    assert score.rate == theirs["rate"] and list(score.interval) == theirs["ci95"]
    assert ours.failed == theirs["failed"]

    def finite(value: float) -> float | None:
        return value if math.isfinite(value) else None

    # A game of three has no Elo: equals score a third there.
    if theirs["elo"] is not None:
        assert score.los == theirs["los"]
        assert finite(score.elo) == theirs["elo"]["difference"]
        assert [finite(end) for end in score.elo_interval] == [
            theirs["elo"]["low"],
            theirs["elo"]["high"],
        ]
    assert (theirs["elo"] is None) == game.startswith("threecolorgo")
    assert [" ".join(game.moves) for game in ours.records] == [
        game["moves"] for game in theirs["list"]
    ]


def test_scores_say_what_is_published() -> None:
    # fastchess's own test values, and the usual example of Agresti and Coull.
    score = cairn.Score(wins=859, draws=1329, losses=772)
    assert score.elo == pytest.approx(10.21, abs=0.01)
    low, high = score.elo_interval
    assert (high - low) / 2 == pytest.approx(9.28, abs=0.05)
    assert [round(end, 4) for end in cairn.Score(8, 0, 2).interval] == [0.4794, 0.9541]
    assert cairn.Score(12, 70, 4).los == pytest.approx(0.977, abs=0.001)
    assert cairn.Score(5).elo == math.inf
    assert cairn.Score(1, 2, 3) == cairn.Score(1, 2, 3) != cairn.Score(3, 2, 1)
    assert len({cairn.Score(1, 2, 3), cairn.Score(1, 2, 3), cairn.Score(3, 2, 1)}) == 2
    assert eval(repr(cairn.Score(1, 2, 3)), {"Score": cairn.Score}) == cairn.Score(1, 2, 3)


@pytest.mark.parametrize("game", ["tictactoe", TicTacToe()])
def test_progress_sees_every_game(game) -> None:  # type: ignore[no-untyped-def]
    seen = []

    def progress(record: cairn.GameRecord, score: cairn.Score) -> None:
        seen.append((record.number, score.games))

    cairn.match("uct:playouts=20", "mc:playouts=20", game, games=8, progress=progress)
    assert [games for _, games in seen] == list(range(1, 9))
    assert sorted(number for number, _ in seen) == list(range(8))


@pytest.mark.parametrize("game", ["tictactoe", TicTacToe()])
def test_games_need_not_be_kept(game) -> None:  # type: ignore[no-untyped-def]
    a, b = "uct:playouts=20", "mc:playouts=5"
    seen: list[int] = []
    kept = cairn.match(a, b, game, games=30)
    without = cairn.match(
        a, b, game, games=30, records=False, progress=lambda record, score: seen.append(record.number)
    )
    assert without.records == [] and len(kept.records) == 30 and without.score == kept.score
    assert seen == list(range(30)), "in order"


def test_progress_can_be_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    cairn.match("uct:playouts=20", "mc:playouts=20", "tictactoe", games=3, progress=True)
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.count("\r") == 3 and "3/3 games  A " in written.err
    assert written.err.endswith("\n")


@pytest.mark.parametrize("game", ["tictactoe", TicTacToe()])
def test_progress_can_end_it(game) -> None:  # type: ignore[no-untyped-def]
    result = cairn.match(
        "uct:playouts=500",
        "mc:playouts=500",
        game,
        games=10_000,
        progress=lambda record, score: score.games < 3,
    )
    assert not result.complete
    assert 3 <= result.score.games < 1000


@pytest.mark.parametrize("game", ["tictactoe", TicTacToe()])
def test_what_progress_raises_is_raised(game) -> None:  # type: ignore[no-untyped-def]
    class Enough(Exception):
        pass

    def progress(record: cairn.GameRecord, score: cairn.Score) -> None:
        raise Enough

    with pytest.raises(Enough):
        cairn.match("uct:playouts=50", "mc:playouts=50", game, games=1000, progress=progress)


@pytest.mark.parametrize("game", ["go9", Nim(10_000)])
def test_ctrl_c_ends_a_match(game) -> None:  # type: ignore[no-untyped-def]
    if game != "go9":
        game.max_plies = 20_000
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        cairn.match("grave:playouts=100000", "grave:playouts=100000", game, games=100)


def test_a_game_in_python_is_played_as_in_rust() -> None:
    a, b = "grave:playouts=60,playout=mast", "uct2:nodes=20,top=20,second=5"
    for openings in ("0", "2", "b2 a1; c3"):
        rust = cairn.match(a, b, "tictactoe", games=8, seed=5, openings=openings)
        python = cairn.match(a, b, TicTacToe(), games=8, seed=5, openings=openings)
        assert moves(python) == moves(rust)
        assert python.score == rust.score
    assert python.game == "TicTacToe"


def test_three_players_take_turns() -> None:
    result = cairn.match("uct:playouts=300", "mc:playouts=5", Nim(), games=9)
    assert [game.seat for game in result.records] == [0, 1, 2] * 3
    assert result.score.games == 9


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("uct:x=1", "uct", "go9"), "agent uct:x=1: "),
        (("uct", "uct:x=1", TicTacToe()), "agent uct:x=1: "),
        (("uct", "mc", "shogi"), "no game is called 'shogi': "),
    ],
)
def test_errors_are_the_programs(arguments, error) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError) as raised:
        cairn.match(*arguments)
    assert str(raised.value).startswith(error)


@pytest.mark.parametrize("game", ["tictactoe", TicTacToe()])
def test_openings_are_checked(game) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match="^opening 'z9': 'z9' is not a legal move here: there are"):
        cairn.match("uct", "mc", game, openings="z9")


@pytest.mark.parametrize("number", [0, -1, 10**30])
def test_numbers_are_checked(number: int) -> None:
    fits = f"={number} does not fit: "
    with pytest.raises(ValueError, match=f"^games{fits}games is a whole number from 1 to 1000000000"):
        cairn.match("uct", "mc", "tictactoe", games=number)
    with pytest.raises(ValueError, match=f"^jobs{fits}jobs is a whole number from 1 to 1024"):
        cairn.match("uct", "mc", "tictactoe", jobs=number)
    if number != 0:
        game = cairn.Game("tictactoe")
        with pytest.raises(ValueError, match=f"^seed{fits}seed is a whole number from 0 to 184467440"):
            cairn.Agent("uct", game).search(game, number)
    with pytest.raises(TypeError):
        cairn.match("uct", "mc", "tictactoe", games="many")  # type: ignore[arg-type]


def test_a_match_begins_at_the_start() -> None:
    with pytest.raises(TypeError, match="a match begins at the start"):
        cairn.match("uct", "mc", cairn.Game("go9", moves="E5"))  # type: ignore[arg-type]
