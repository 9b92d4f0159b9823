"""Plays games of chess between two engines, and says how many each won.

One line of JSON for each game, then the score of the first engine with a 95 % interval, and the same as
a difference in Elo. Openings are random legal moves, chosen by --seed; each is played twice, with colours
swapped, and the interval is computed from these pairs.
"""

import argparse
import concurrent.futures
import json
import math
import os
import random
import shlex
import sys
import threading
import time

import chess
import chess.engine

import xboard

# A game is given up for lost when both engines have said so in this many moves in a row.
AGREED = 4
LONGEST = 400


def opening(seed, number, plies):
    """An opening: random legal moves after which the material is equal and nobody is in check."""
    generator = random.Random(f"{seed} {number}")
    while True:
        board = chess.Board()
        while len(board.move_stack) < plies and not board.is_game_over():
            board.push(generator.choice(list(board.legal_moves)))
        if not board.is_game_over() and not board.is_check() and material(board) == 0:
            return [move.uci() for move in board.move_stack]


def material(board):
    """White's pieces less Black's."""
    worth = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
    return sum(
        worth.get(piece.piece_type, 0) * (1 if piece.color else -1)
        for piece in board.piece_map().values()
    )


def read_option(text):
    name, sign, value = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"{text!r}: expected NAME=VALUE, such as Hash=64")
    return name, value


def read_clock(text):
    base, _, increment = text.partition("+")
    try:
        return float(base), float(increment or 0)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r}: expected seconds, such as 1+0.1") from None


class Player:
    """An engine, with its limits and its clock."""

    def __init__(self, name, command, protocol, options, limit, clock):
        self.name, self.limit, self.clock = name, limit, clock
        command = shlex.split(command)
        if protocol == "uci":
            self.engine = chess.engine.SimpleEngine.popen_uci(command, timeout=60)
        else:
            self.engine = xboard.Engine(command)
        if options:
            self.engine.configure(dict(options))
        if protocol == "uci":
            # It takes its memory now, not when the clock runs.
            self.engine.ping()
        self.left = clock[0] if clock else None
        self.seconds = self.longest = 0.0
        self.moves = 0
        # Scores of its last moves, for itself.
        self.scores = []

    def limits(self, board, other):
        if not self.clock:
            return chess.engine.Limit(**self.limit)
        left = {board.turn: self.left, not board.turn: other.left or self.left}
        return chess.engine.Limit(
            white_clock=max(0.001, left[True]),
            black_clock=max(0.001, left[False]),
            white_inc=self.clock[1],
            black_inc=self.clock[1],
            **self.limit,
        )

    def play(self, board, other, game):
        """The move, or None if the clock ran out."""
        limits = self.limits(board, other)
        begun = time.perf_counter()
        result = self.engine.play(board, limits, game=game, info=chess.engine.INFO_SCORE)
        used = time.perf_counter() - begun
        self.seconds += used
        self.longest = max(self.longest, used)
        self.moves += 1
        score = result.info.get("score")
        score = None if score is None else score.pov(board.turn).score(mate_score=100_000)
        self.scores = [*self.scores, score][-AGREED:]
        if self.left is not None:
            self.left -= used
            if self.left < 0:
                return None
            self.left += self.clock[1]
        return result.move

    def says(self, won, bound):
        """Whether its last scores all say that it has won, or that it has lost."""
        scores = [score for score in self.scores if score is not None]
        scores = [score if won else -score for score in scores]
        return len(scores) == AGREED and min(scores) >= bound

    def close(self):
        try:
            self.engine.quit()
        except (chess.engine.EngineError, TimeoutError, concurrent.futures.TimeoutError):
            self.engine.close()


def agreed(board, mover, other, bound):
    """The result that both engines have seen for some moves."""
    if bound and mover.says(True, bound) and other.says(False, bound):
        return "1-0" if board.turn == chess.WHITE else "0-1"
    return None


def play(options, number):
    """Plays a game and returns its record."""
    moves = opening(options.seed, number // 2, options.plies)
    board = chess.Board()
    for move in moves:
        board.push_uci(move)
    players, result, by, least = {}, None, None, None
    cairn_white = number % 2 == 0
    try:
        limit = {"nodes": options.cairn_nodes} if options.cairn_nodes else {}
        limit |= {"time": options.time} if options.time else {}
        command = f"{shlex.quote(options.cairn)} uci {options.cairn_arguments}"
        cairn = Player("cairn", command, "uci", options.cairn_option, limit, options.clock)
        players[cairn_white] = cairn
        limit = {"nodes": options.nodes} if options.nodes else {}
        limit |= {"time": options.time} if options.time else {}
        other = Player(
            "engine", options.engine, options.protocol, options.option, limit, options.clock
        )
        players[not cairn_white] = other
        while result is None:
            outcome = board.outcome(claim_draw=True)
            if outcome:
                result, by = outcome.result(), outcome.termination.name.lower()
                break
            if len(board.move_stack) >= LONGEST:
                result, by = "1/2-1/2", "length"
                break
            mover, waiting = players[board.turn], players[not board.turn]
            move = mover.play(board, waiting, number)
            if mover is cairn and cairn.left is not None:
                least = min(cairn.left, least if least is not None else cairn.left)
            if move is None or move not in board.legal_moves:
                result = "0-1" if board.turn == chess.WHITE else "1-0"
                by = f"{mover.name}: " + ("time" if move is None else f"illegal move {move}")
                break
            result = agreed(board, mover, waiting, options.agree)
            by = "agreement" if result else None
            board.push(move)
    except (chess.engine.EngineError, TimeoutError, concurrent.futures.TimeoutError) as error:
        result, by = "*", f"failure: {type(error).__name__} {error}"
    finally:
        for player in players.values():
            player.close()
    points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(result)
    if points is not None and not cairn_white:
        points = 1 - points
    return {
        "game": number,
        "cairn": "white" if cairn_white else "black",
        "opening": len(moves),
        "result": result,
        "points": points,
        "by": by,
        "plies": len(board.move_stack),
        "seconds": {player.name: round(player.seconds, 3) for player in players.values()},
        "moves": {player.name: player.moves for player in players.values()},
        "longest": {player.name: round(player.longest, 3) for player in players.values()},
        "least_left": None if least is None else round(least, 3),
        "settings": settings(options),
        "record": " ".join(move.uci() for move in board.move_stack),
    }


def settings(options):
    """The settings that games of a match must share."""
    keys = ("engine", "protocol", "option", "nodes", "cairn_arguments", "cairn_option", "cairn_nodes")
    keys += ("time", "clock", "plies", "seed", "agree")
    return json.loads(json.dumps({key: getattr(options, key) for key in keys}))


def finished_games(options):
    """The games that are already in the file, without a last line that was cut off."""
    if not options.out or not os.path.exists(options.out):
        return []
    games, whole = [], 0
    with open(options.out, "rb+") as file:
        for line in file:
            if not line.endswith(b"\n"):
                break
            whole += len(line)
            games.append(json.loads(line))
        file.truncate(whole)
    for game in games:
        if game["settings"] != settings(options):
            sys.exit(f"{options.out} has games with other settings: {game['settings']}")
    return games


def match(options, report=True):
    """Plays the missing games of a match and returns all games."""
    games = finished_games(options)
    done = {game["game"] for game in games}
    missing = [number for number in range(options.games) if number not in done]
    out = open(options.out, "a") if options.out else sys.stdout
    lock = threading.Lock()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(play, options, number) for number in missing]
        try:
            for future in concurrent.futures.as_completed(running):
                game = future.result()
                with lock:
                    print(json.dumps(game), file=out, flush=True)
                    games.append(game)
                    if report and options.out:
                        print(summary(games), file=sys.stderr)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    if options.out:
        out.close()
    return games


def score(games):
    """The mean score with its 95 % interval. Pairs of games with one opening count as one result."""
    pairs = {}
    for game in games:
        if game["points"] is not None:
            pairs.setdefault(game["game"] // 2, []).append(game["points"])
    results = [(sum(points) / len(points), len(points)) for points in pairs.values()]
    weight = sum(count for _, count in results)
    if not weight:
        return 0.5, 0.0, 1.0
    mean = sum(value * count for value, count in results) / weight
    # Half of a win and of a loss are added, so that the interval of a clean score is not empty.
    results += [(1.0, 0.5), (0.0, 0.5)]
    weight += 1
    middle = sum(value * count for value, count in results) / weight
    variance = sum(count**2 * (value - middle) ** 2 for value, count in results) / weight**2
    half = 1.959964 * math.sqrt(variance)
    return mean, max(0.0, middle - half), min(1.0, middle + half)


def elo(rate):
    """The difference in rating that makes this score."""
    if rate <= 0 or rate >= 1:
        return math.copysign(math.inf, rate - 0.5)
    return 400 * math.log10(rate / (1 - rate))


def summary(games):
    points = [game["points"] for game in games if game["points"] is not None]
    wins, draws = points.count(1.0), points.count(0.5)
    mean, low, high = score(games)
    lost = [game["by"] for game in games if game["by"] and ":" in game["by"]]
    slowest = max((game["longest"].get("cairn", 0) for game in games), default=0)
    means = []
    for name in ("cairn", "engine"):
        moves = sum(game["moves"].get(name, 0) for game in games)
        means.append(sum(game["seconds"].get(name, 0) for game in games) / max(1, moves))
    least = [game["least_left"] for game in games if game["least_left"] is not None]
    clock = f", least time left {min(least):.3f} s" if least else ""
    return (
        f"{len(games)} games: Cairn won {wins}, drew {draws}, lost {len(points) - wins - draws}: "
        f"{100 * mean:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f} %), "
        f"Elo {elo(mean):+.0f} ({elo(low):+.0f} to {elo(high):+.0f}); "
        f"{means[0]:.3f} s a move against {means[1]:.3f} s, slowest {slowest:.3f} s{clock}; "
        f"{len(lost)} not decided on the board {lost or ''}"
    ).rstrip()


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", help="the other engine's command")
    parser.add_argument("--protocol", choices=("uci", "xboard"), default="uci")
    parser.add_argument("--option", type=read_option, action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--nodes", type=int, help="the other engine's positions a move")
    parser.add_argument("--cairn", default=os.environ.get("CAIRN", "cairn"), help="the cairn program")
    parser.add_argument("--cairn-arguments", default="", help="such as '--memory 64KiB'")
    parser.add_argument("--cairn-option", type=read_option, action="append", default=[])
    parser.add_argument("--cairn-nodes", type=int, help="Cairn's positions a move")
    parser.add_argument("--time", type=float, help="seconds a move")
    parser.add_argument("--clock", type=read_clock, help="seconds and increment, such as 1+0.1")
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--plies", type=int, default=6, help="length of the openings")
    parser.add_argument("--seed", type=int, default=1, help="chooses the openings")
    parser.add_argument(
        "--agree",
        type=int,
        default=1000,
        help="a game ends when both engines have seen this score for some moves; 0: never",
    )
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--out", help="append the games to this file, and continue if it exists")
    return parser


def main():
    parser = arguments()
    options = parser.parse_args()
    if not options.engine:
        parser.error("--engine is missing: the command of a chess engine, such as stockfish")
    if not (options.time or options.clock or options.nodes and options.cairn_nodes):
        parser.error("say how long a move may take: --time, --clock, or --nodes and --cairn-nodes")
    games = match(options)
    print(summary(games))
    sys.exit(1 if any(game["points"] is None for game in games) else 0)


if __name__ == "__main__":
    main()
