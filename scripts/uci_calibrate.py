"""Measures ratings of `cairn uci` by its positions a move, against Stockfish with UCI_Elo.

For each number of positions, a few games find a rating of Stockfish that is near; a match against that
gives the rating: Stockfish's, and the difference in Elo that the score says. Prints rows for STRENGTH.
"""

import argparse
import os
import pathlib

import uci_match

# What Stockfish 15.1 offers.
LOWEST, HIGHEST = 1350, 2850
# Games to find a near rating.
PROBE = 10


def options(arguments, nodes, rating, games):
    """The options of a match."""
    text = [
        "--engine", arguments.engine,
        "--option", "UCI_LimitStrength=true",
        "--option", f"UCI_Elo={rating}",
        "--cairn", arguments.cairn,
        "--cairn-nodes", str(nodes),
        "--time", str(arguments.time),
        "--games", str(games),
        "--seed", str(arguments.seed),
        "--jobs", str(arguments.jobs),
        "--out", str(pathlib.Path(arguments.out) / f"nodes-{nodes}-elo-{rating}.jsonl"),
    ]  # fmt: skip
    return uci_match.arguments().parse_args(text)


def near(rating):
    """The nearest rating that Stockfish offers, in steps of 50."""
    return min(HIGHEST, max(LOWEST, 50 * round(rating / 50)))


def measure(arguments, nodes, guess):
    """The rating with this many positions, and its interval."""
    rating = near(guess)
    for _ in range(3):
        games = uci_match.match(options(arguments, nodes, rating, PROBE), report=False)
        # Even a clean score moves the guess by a finite step.
        mean = min(0.95, max(0.05, uci_match.score(games)[0]))
        found = near(rating + uci_match.elo(mean))
        if abs(found - rating) <= 100:
            break
        rating = found
    games = uci_match.match(options(arguments, nodes, rating, arguments.games), report=False)
    print(f"{nodes} positions against {rating}: {uci_match.summary(games)}", flush=True)
    return [rating + uci_match.elo(rate) for rate in uci_match.score(games)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--nodes", default="100,400,1600,6400,25600,102400,409600")
    parser.add_argument("--games", type=int, default=60, help="games for each number of positions")
    parser.add_argument("--time", type=float, default=0.1, help="seconds a move; Cairn needs less")
    parser.add_argument("--engine", default="stockfish")
    parser.add_argument("--cairn", default=os.environ.get("CAIRN", "cairn"), help="the cairn program")
    parser.add_argument("--guess", type=int, default=1350, help="the rating of the first number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", required=True, help="a folder for the games")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    guess, rows = arguments.guess, []
    for nodes in map(int, arguments.nodes.split(",")):
        rating, low, high = measure(arguments, nodes, guess)
        guess = min(HIGHEST, max(LOWEST, rating)) + 100
        rows.append(f"    ({rating:.0f}, {nodes:_}), // {low:.0f} to {high:.0f}")
    print("\n".join(rows))


main()
