"""Plays Cairn against GNU Go over GTP. Both check every move, the final board and the score.

Without arguments it runs a test: a few quick games on three boards, and the points of handicap stones.
With arguments it plays a match: one line of JSON for each game, then a summary with a confidence
interval.
"""

import argparse
import concurrent.futures
import json
import math
import os
import shlex
import subprocess
import sys
import threading
import time

COLUMNS = "ABCDEFGHJKLMNOPQRST"


class Refused(Exception):
    """An engine answered with an error."""


class Engine:
    """A program that speaks GTP."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.number = 0

    def ask(self, command):
        self.number += 1
        self.process.stdin.write(f"{self.number} {command}\n")
        self.process.stdin.flush()
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                raise Refused(f"{command}: the program ended")
            line = line.rstrip("\n")
            if line:
                lines.append(line)
            elif lines:
                break
        answer = "\n".join(lines)
        sign, head = answer[0], str(self.number)
        if not answer[1:].startswith(head) or sign not in "=?":
            raise Refused(f"{command}: no response with id {head}: {answer!r}")
        text = answer[1 + len(head) :].strip("\n ")
        if sign == "?":
            raise Refused(f"{command}: {text}")
        return text

    def close(self):
        try:
            self.ask("quit")
            self.process.stdin.close()
            self.process.wait(10)
        except (Refused, OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()


def cairn_stones(cairn):
    """The stones of both colours, from Cairn's board."""
    stones = {"X": set(), "O": set()}
    for line in cairn.ask("showboard").splitlines():
        words = line.split()
        if len(words) > 2 and words[0].isdigit() and words[0] == words[-1]:
            for column, symbol in zip(COLUMNS, words[1:-1]):
                if symbol in stones:
                    stones[symbol].add(column + words[0])
    return stones["X"], stones["O"]


def gnugo_stones(gnugo):
    """The stones of both colours, from GNU Go's lists."""
    return tuple(set(gnugo.ask(f"list_stones {colour}").split()) for colour in ("black", "white"))


def start(options, index):
    """Both programs, ready for the game with this number."""
    resign = options.resign if options.resign is not None else "0.05"
    cairn = [options.cairn, "gtp", "--seed", str(options.seed + index), "--resign", resign]
    if options.agent:
        cairn += ["--agent", options.agent]
    cairn += shlex.split(options.cairn_options)
    gnugo = ["gnugo", "--mode", "gtp", "--chinese-rules", "--positional-superko"]
    gnugo += ["--level", str(options.level), "--seed", str(options.seed + index)]
    if options.resign == "never":
        gnugo += ["--never-resign"]
    engines = Engine(cairn), Engine(gnugo)
    for engine in engines:
        for command in (f"boardsize {options.size}", "clear_board", f"komi {options.komi}"):
            engine.ask(command)
        if options.time:
            main, period, stones = options.time.split("/")
            engine.ask(f"time_settings {main} {period} {stones}")
    return engines


def play(options, index):
    """Plays a game and returns its record."""
    cairn, gnugo = start(options, index)
    names = ["cairn", "gnugo"] if index % 2 == 0 else ["gnugo", "cairn"]
    players = {"cairn": cairn, "gnugo": gnugo}
    found = {"game": index, "black": names[0], "settings": settings(options)}
    moves, seconds, longest = [], {"cairn": 0.0, "gnugo": 0.0}, {"cairn": 0.0, "gnugo": 0.0}
    problems = []
    result, by = None, None
    try:
        while result is None:
            name, other = names[len(moves) % 2], names[(len(moves) + 1) % 2]
            colour = "bw"[len(moves) % 2]
            if options.time.endswith("/0/0"):
                left = float(options.time.split("/")[0]) - seconds[name]
                players[name].ask(f"time_left {colour} {max(0, int(left))} 0")
            begun = time.monotonic()
            move = players[name].ask(f"genmove {colour}").upper()
            used = time.monotonic() - begun
            seconds[name] += used
            longest[name] = max(longest[name], used)
            if move == "RESIGN":
                result, by = ("W+R" if colour == "b" else "B+R"), "resignation"
                break
            try:
                players[other].ask(f"play {colour} {move}")
            except Refused as refused:
                problems.append(f"move {len(moves) + 1}: {other} refuses {name}'s {move}: {refused}")
                result, by = "Void", "dispute"
                break
            moves.append(move)
            if moves[-2:] == ["PASS", "PASS"]:
                by = "score"
                break
            if len(moves) > 4 * options.size * options.size:
                result, by = "Void", "length"
        if by == "score":
            scores = {name: engine.ask("final_score") for name, engine in players.items()}
            found["scores"] = scores
            # GNU Go always writes one decimal, and 0 for a draw.
            if points(scores["cairn"]) != points(scores["gnugo"]):
                dead = {name: dead_stones(engine) for name, engine in players.items()}
                problems.append(f"scores differ: {scores}, dead {dead}")
            result = scores["gnugo"]
        if by != "dispute" and cairn_stones(cairn) != gnugo_stones(gnugo):
            problems.append("the boards differ")
    except Refused as refused:
        problems.append(str(refused))
        result, by = result or "Void", by or "failure"
    finally:
        cairn.close()
        gnugo.close()
    winner = None
    if result[0] in "BW":
        winner = names["BW".index(result[0])] if result[1:] else None
    found |= {
        "result": result,
        "by": by,
        "winner": winner,
        "moves": len(moves),
        "seconds": {name: round(seconds[name], 3) for name in names},
        "longest_move": {name: round(longest[name], 3) for name in names},
        "problems": problems,
        "record": " ".join(moves),
    }
    return found


def points(score):
    """A score as a number, positive for black."""
    if score.strip() in ("0", "0.0"):
        return 0.0
    sign, number = score.split("+")
    return float(number) if sign == "B" else -float(number)


def dead_stones(engine):
    return " ".join(sorted(engine.ask("final_status_list dead").split()))


def settings(options):
    """The settings that games of a match must share."""
    keys = ("agent", "cairn_options", "level", "size", "komi", "time", "resign", "seed")
    return {key: getattr(options, key) for key in keys}


def agresti_coull(successes, trials):
    z2 = 1.959964**2
    trials += z2
    rate = (successes + z2 / 2) / trials
    half = math.sqrt(z2 * rate * (1 - rate) / trials)
    return max(0.0, rate - half), min(1.0, rate + half)


def finished_games(options):
    """The games that are already in the file."""
    if not options.out or not os.path.exists(options.out):
        return []
    with open(options.out) as file:
        games = [json.loads(line) for line in file if line.strip()]
    for game in games:
        if game["settings"] != settings(options):
            sys.exit(f"{options.out} has games with other settings: {game['settings']}")
    return games


def match(options):
    """Plays the missing games of a match and returns all games."""
    games = finished_games(options)
    done = {game["game"] for game in games}
    missing = [index for index in range(options.games) if index not in done]
    out = open(options.out, "a") if options.out else sys.stdout
    lock = threading.Lock()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for future in concurrent.futures.as_completed(
            [pool.submit(play, options, index) for index in missing]
        ):
            game = future.result()
            with lock:
                print(json.dumps(game), file=out, flush=True)
                games.append(game)
                if options.out:
                    print(summary(options, games), file=sys.stderr)
    if options.out:
        out.close()
    return games


def summary(options, games):
    decided = [game for game in games if game["result"] != "Void"]
    wins = sum(game["winner"] == "cairn" for game in decided)
    draws = sum(game["winner"] is None for game in decided)
    low, high = agresti_coull(wins + draws / 2, len(decided))
    rate = (wins + draws / 2) / max(1, len(decided))
    troubled = sum(bool(game["problems"]) for game in games)
    slowest = max((game["longest_move"]["cairn"] for game in games), default=0)
    return (
        f"{len(games)} games on {options.size}×{options.size}, level {options.level}: "
        f"Cairn won {wins}, drew {draws}, lost {len(decided) - wins - draws}: {100 * rate:.1f} % "
        f"(95 % interval {100 * low:.1f} to {100 * high:.1f} %); "
        f"{troubled} with disagreements; slowest move {slowest:.2f} s"
    )


def check_handicaps(options):
    """The fixed handicaps that differ. 12×12 is left out: only GNU Go uses the fourth line there."""
    cairn, gnugo = Engine([options.cairn, "gtp"]), Engine(["gnugo", "--mode", "gtp"])
    different = []
    for size in range(5, 20):
        for stones in range(1, 11):
            places = []
            for engine in (cairn, gnugo):
                engine.ask(f"boardsize {size}")
                engine.ask("clear_board")
                try:
                    places.append(set(engine.ask(f"fixed_handicap {stones}").split()))
                except Refused:
                    places.append(None)
            if places[0] != places[1] and size != 12:
                different.append((size, stones, places))
    cairn.close()
    gnugo.close()
    return different


def check(options):
    """The test: quick games to the very end, on three boards."""
    failed = False
    different = check_handicaps(options)
    print(f"handicaps on boards of 5×5 to 19×19: {len(different)} differ")
    failed |= bool(different)
    options.resign, options.jobs = "never", os.cpu_count() or 1
    for size, agent, level, games in (
        (9, "grave:playouts=1000", 1, 6),
        (9, "graver2:nodes=160,top=40,second=40", 1, 2),
        (13, "grave:playouts=300", 1, 1),
        (19, "grave:memory=16MiB,time=10s", 1, 1),
    ):
        options.size, options.agent, options.level, options.games = size, agent, level, games
        # Ten seconds a move, but the game's clock allows only a fraction of that. It must not run out.
        options.time = "15/0/0" if "time=" in agent else ""
        begun = time.monotonic()
        with open(os.devnull, "w") as sink:
            stdout, sys.stdout = sys.stdout, sink
            try:
                played = match(options)
            finally:
                sys.stdout = stdout
        print(f"{agent}: {summary(options, played)}; {time.monotonic() - begun:.0f} s")
        for game in played:
            used = game["seconds"]["cairn"]
            if options.time and used > 15:
                game["problems"].append(f"{used} s used of 15")
            for problem in game["problems"]:
                # With so few playouts it cannot judge life and death on a large board full of weak
                # groups, and games with a clock cannot be repeated: such a problem is printed, but is
                # not a failure.
                failed |= not (size > 9 and problem.startswith("scores differ"))
                print(f"  game {game['game']}: {problem}\n  {game['record']}")
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, help="number of games, with alternating colours")
    parser.add_argument("--agent", default="", help="Cairn's agent (default: that of 'cairn gtp')")
    parser.add_argument("--cairn-options", default="", help="more options of 'cairn gtp'")
    parser.add_argument("--cairn", default=os.environ.get("CAIRN", "cairn"), help="the cairn program")
    parser.add_argument("--level", type=int, default=10, help="GNU Go's level")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--komi", default="7.5")
    parser.add_argument("--time", default="", help="main/period/stones in seconds, for both")
    parser.add_argument("--resign", help="Cairn's --resign; 'never' applies to both programs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", help="append the games to this file, and continue if it exists")
    options = parser.parse_args()
    if options.games is None:
        if len(sys.argv) > 1 and "--cairn" not in sys.argv:
            parser.error("--games is missing; without any argument, a quick test runs")
        sys.exit(check(options))
    games = match(options)
    print(summary(options, games))
    sys.exit(1 if any(game["by"] in ("dispute", "failure") for game in games) else 0)


main()
