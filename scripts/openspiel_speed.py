"""Compares the speed of random playouts from the start of a game with OpenSpiel's.

OpenSpiel's playouts run in C++: an MCTS bot with one simulation evaluates only the root, and its
evaluator plays the requested number of random games from there without returning to Python. Rounds
of the two programs take turns, each on one core, and the medians are compared.
"""

import argparse
import statistics
import subprocess
import sys
import time

import pyspiel

# Our spec and OpenSpiel's name. Each program plays by its own rules where they differ (see
# docs/games.md), and OpenSpiel's random Go players fill their own eyes.
GAMES = [
    ("tictactoe", "tic_tac_toe"),
    ("connect4", "connect_four"),
    ("othello", "othello"),
    ("hex", "hex"),
    ("breakthrough", "breakthrough"),
    ("havannah", "havannah(board_size=5)"),
    ("amazons", "amazons"),
    ("go9", "go(board_size=9)"),
    ("loa", "lines_of_action"),
    ("awari", "oware"),
    ("morris", "nine_mens_morris"),
]
ROUNDS = 5


def ours(binary, spec, seconds, seed):
    output = subprocess.run(
        [binary, spec, str(seconds), str(seed)], check=True, stdout=subprocess.PIPE
    )
    return float(output.stdout)


class Theirs:
    def __init__(self, name):
        self.game = pyspiel.load_game(name)
        self.state = self.game.new_initial_state()
        self.playouts = 1

    def run(self, playouts, seed):
        """The time that `playouts` playouts take."""
        evaluator = pyspiel.RandomRolloutEvaluator(playouts, seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 1.0, 1, 1, False, seed, False)
        begun = time.perf_counter()
        root = bot.mcts_search(self.state)
        taken = time.perf_counter() - begun
        if root.explore_count != 1 or len(root.children) > 0:
            sys.exit("OpenSpiel's bot did more than evaluate the root")
        return taken

    def speed(self, seconds, seed):
        while (taken := self.run(self.playouts, seed)) < 0.5 * seconds:
            self.playouts *= 2
        return self.playouts / taken


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help=argparse.SUPPRESS)
    parser.add_argument("games", nargs="*", help="our names of the games (default: all)")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each round of each")
    args = parser.parse_args()
    unknown = set(args.games) - {spec for spec, _ in GAMES}
    if unknown:
        sys.exit(f"{', '.join(sorted(unknown))}: not compared; choose from {', '.join(s for s, _ in GAMES)}")
    print(f"{'game':20} {'ours/s':>12} {'OpenSpiel/s':>12} {'ratio':>7}")
    for spec, name in GAMES:
        if args.games and spec not in args.games:
            continue
        theirs = Theirs(name)
        rounds = [
            (ours(args.binary, spec, args.seconds, seed), theirs.speed(args.seconds, seed))
            for seed in range(1, ROUNDS + 1)
        ]
        own, other = (statistics.median(column) for column in zip(*rounds))
        print(f"{spec:20} {own:12,.0f} {other:12,.0f} {own / other:6.1f}×", flush=True)


if __name__ == "__main__":
    main()
