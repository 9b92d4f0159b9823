"""Tests `cairn uci` with the Python library `chess`, which checks every move and every line.

Each function whose name begins with `check_` is a check; it raises an error if something is wrong.
"""

import argparse
import logging
import os
import subprocess
import sys
import time

import chess
import chess.engine

import uci_match

MATES = [
    ("7k/8/5K2/8/8/8/8/6R1 w - - 0 1", 2),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3),
]
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 2 9"


class Complaints(logging.Handler):
    """What the library dislikes in the engine's output."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.found = []

    def emit(self, record):
        self.found.append(record.getMessage())


def engine(cairn, *arguments):
    return chess.engine.SimpleEngine.popen_uci([cairn, "uci", *arguments])


class Raw:
    """The program without a library between."""

    def __init__(self, cairn, *arguments):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([cairn, "uci", *arguments], text=True, bufsize=1, **pipes)

    def send(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def until(self, start):
        """The lines up to one that begins like this."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"the program ended, and did not say {start}: {lines}"
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines

    def answers(self, line):
        """What it says to a line that begins no search."""
        self.send(line)
        self.send("isready")
        return self.until("readyok")[:-1]

    def quit(self):
        self.send("quit")
        self.process.stdin.close()
        rest = self.process.stdout.read()
        assert self.process.wait(5) == 0
        self.process.stdout.close()
        return rest


def check_bad_input(cairn):
    """Every bad line gets one line, and the position stays."""
    raw = Raw(cairn)
    raw.send("position startpos moves e2e4")
    before = raw.answers("d")
    lines = [
        "xyzzy",
        "go depth",
        "go depth ten",
        "go fast",
        "go searchmoves e2e4 depth 1",
        "position",
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e1g1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1",
        "setoption name Nonsense value 1",
        "setoption name Hash value -1",
        "setoption name Memory value 99",
        "setoption name UCI_Elo value 9999",
        "ponderhit",
        "é" * 300,
        "position startpos moves " + "e2e4 " * 20_000,
    ]
    for line in lines:
        said = raw.answers(line)
        assert len(said) == 1 and said[0].startswith("info string "), (line[:80], said)
        assert raw.answers("d") == before, line[:80]
    assert "e2e5" in raw.answers("position startpos moves e2e5")[0]
    assert raw.answers("stop") == []
    raw.send("go depth 3")
    assert raw.until("bestmove")[-1].split()[1]
    raw.quit()
    return f"{len(lines)} bad lines"


def check_ready_during_a_search(cairn):
    """`isready`, `stop` and `quit` are answered at once while it thinks."""
    raw = Raw(cairn)
    slowest = 0
    raw.answers("position fen " + MIDDLE)
    for _ in range(5):
        raw.send("go infinite")
        time.sleep(0.1)
        for command, answer in (("isready", "readyok"), ("stop", "bestmove")):
            begun = time.perf_counter()
            raw.send(command)
            raw.until(answer)
            slowest = max(slowest, time.perf_counter() - begun)
    assert slowest < 0.5, slowest
    raw.send("go infinite")
    assert "bestmove" in raw.quit()
    raw = Raw(cairn)
    raw.send("go depth 5")
    raw.process.stdin.close()
    raw.until("bestmove")
    assert raw.process.wait(5) == 0
    return f"answers within {1000 * slowest:.0f} ms"


def check_positions(cairn):
    """Moves in many positions of random games, with castling, promotion and en passant."""
    positions = 0
    with engine(cairn, "--memory", "1MiB") as player:
        for number in range(40):
            board = chess.Board()
            for move in uci_match.opening("positions", number, 10 + 3 * number):
                board.push_uci(move)
            result = player.play(board, chess.engine.Limit(nodes=300), info=chess.engine.INFO_ALL)
            assert result.move in board.legal_moves, board.fen()
            assert result.info["nodes"] == 300, result.info
            positions += 1
    return f"{positions} positions"


def check_pondering(cairn):
    """A game in which both sides think on the opponent's time."""
    players = [engine(cairn), engine(cairn)]
    board = chess.Board("r3k2r/ppp2ppp/2n2n2/3pp3/3PP3/2N2N2/PPP2PPP/R3K2R w KQkq - 0 1")
    left = [2.0, 2.0]
    expected = 0
    replies = [None, None]
    while not board.is_game_over(claim_draw=True) and board.ply() < 60:
        at = 0 if board.turn else 1
        expected += board.move_stack[-1:] == [replies[at]]
        limit = chess.engine.Limit(
            white_clock=left[0], black_clock=left[1], white_inc=0.05, black_inc=0.05
        )
        begun = time.perf_counter()
        result = players[at].play(board, limit, game="one", ponder=True)
        left[at] -= time.perf_counter() - begun
        assert left[at] > 0, f"{board.fen()}: the clock ran out"
        left[at] += 0.05
        replies[at] = result.ponder
        board.push(result.move)
    for player in players:
        player.quit()
    assert expected > 3, "no move was the expected one"
    return f"{board.ply()} plies, {expected} as expected, least time {min(left):.2f} s"


def check_several_lines(cairn):
    board = chess.Board(MIDDLE)
    with engine(cairn) as player:
        infos = player.analyse(board, chess.engine.Limit(depth=8), multipv=5)
        assert len(infos) == 5 and all(info["depth"] == 8 for info in infos), infos
        moves = [info["pv"][0] for info in infos]
        assert len(set(moves)) == 5, moves
        scores = [info["score"].relative.score(mate_score=9999) for info in infos]
        assert scores == sorted(scores, reverse=True), scores
        # Without the best one, the second is best.
        others = [move for move in board.legal_moves if move != moves[0]]
        info = player.analyse(board, chess.engine.Limit(depth=8), root_moves=others)
        assert info["pv"][0] != moves[0]
        only = list(board.legal_moves)[:2]
        for depth in (1, 4):
            limit = chess.engine.Limit(depth=depth)
            assert player.play(board, limit, root_moves=only).move in only
    return f"scores {scores}"


def mates_by_force(player, board, moves):
    """Whether the player finds a mate in this many moves against every defence."""
    if moves == 1:
        for move in board.legal_moves:
            board.push(move)
            mate = board.is_checkmate()
            board.pop()
            if mate:
                return True
        return False
    info = player.analyse(board, chess.engine.Limit(mate=moves))
    if info["score"].relative < chess.engine.Mate(moves):
        return False
    board = board.copy()
    board.push(info["pv"][0])
    for reply in list(board.legal_moves):
        board.push(reply)
        if not mates_by_force(player, board, moves - 1):
            return False
        board.pop()
    return True


def check_mates(cairn):
    """Mates, against every defence, and none in fewer moves."""
    with engine(cairn) as player:
        for fen, moves in MATES:
            board = chess.Board(fen)
            info = player.analyse(board, chess.engine.Limit(mate=moves))
            assert info["score"].relative == chess.engine.Mate(moves), (fen, info)
            assert mates_by_force(player, board, moves), fen
            line = board.copy()
            for move in info["pv"]:
                line.push(move)
            assert line.is_checkmate(), (fen, info["pv"])
            fewer = player.analyse(board, chess.engine.Limit(mate=moves - 1))
            assert not mates_by_force(player, board, moves - 1), (fen, fewer)
    return f"{len(MATES)} mates"


def check_stopping(cairn):
    """An endless analysis that is stopped in the middle."""
    with engine(cairn) as player:
        board = chess.Board(MIDDLE)
        with player.analysis(board) as analysis:
            depth, lines = 0, 0
            for info in analysis:
                depth, lines = max(depth, info.get("depth", 0)), lines + 1
                if depth >= 7:
                    break
            begun = time.perf_counter()
            analysis.stop()
            best = analysis.wait().move
            slow = time.perf_counter() - begun
        assert best in board.legal_moves and slow < 0.5, (best, slow)
        finished = chess.Board("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        assert player.play(finished, chess.engine.Limit(depth=3)).move is None
    return f"stopped at depth {depth} within {1000 * slow:.0f} ms"


def check_options(cairn):
    """Memory overrides Hash; a weaker player thinks less; all of it in 64 KiB."""
    with engine(cairn, "--memory", "64KiB") as player:
        assert "Hash" not in player.options
        found = player.play(chess.Board(MIDDLE), chess.engine.Limit(time=0.2), info=chess.engine.INFO_ALL)
        depth = found.info["depth"]
        assert found.move in chess.Board(MIDDLE).legal_moves and depth > 3
    with engine(cairn) as player:
        player.configure({"Hash": 1, "Memory": "65536", "UCI_LimitStrength": True})
        player.configure({"UCI_Elo": player.options["UCI_Elo"].min})
        found = player.analyse(chess.Board(MIDDLE), chess.engine.Limit(time=5))
        assert found["nodes"] < 5000, found
    return f"depth {depth} in 64 KiB and 0.2 s, {found['nodes']} positions at the lowest rating"


def game(cairn, *arguments):
    """A game against itself; the check is that it ends on the board."""
    options = uci_match.arguments().parse_args(
        ["--cairn", cairn, "--engine", f"{cairn} uci", "--agree", "2000", *arguments]
    )
    record = uci_match.play(options, 0)
    assert record["points"] is not None and ":" not in record["by"], record
    left = record["least_left"]
    clock = f", least time left {left} s" if left is not None else ""
    return f"{record['result']} by {record['by']} after {record['plies']} plies{clock}"


def check_game_with_a_clock(cairn):
    return game(cairn, "--clock", "1+0.1")


def check_quick_games(cairn):
    said = [game(cairn, "--clock", "0.3+0.02", "--seed", "2")]
    said += [game(cairn, "--nodes", "500", "--cairn-nodes", "2000", "--seed", "3")]
    said += [game(cairn, "--time", "0.02", "--cairn-arguments=--memory 64KiB", "--seed", "4")]
    return "; ".join(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cairn", default=os.environ.get("CAIRN", "cairn"), help="the cairn program")
    cairn = parser.parse_args().cairn
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    failed = False
    for name, check in list(globals().items()):
        if not name.startswith("check_"):
            continue
        begun = time.monotonic()
        try:
            said = check(cairn)
            assert not complaints.found, complaints.found[:3]
        except (AssertionError, chess.engine.EngineError, TimeoutError) as error:
            failed, said = True, f"FAILED: {type(error).__name__}: {error}"
        complaints.found.clear()
        title = name.removeprefix("check_").replace("_", " ")
        print(f"{title} ({time.monotonic() - begun:.1f} s): {said}", flush=True)
    sys.exit(1 if failed else 0)


main()
