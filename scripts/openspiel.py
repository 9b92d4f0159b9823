"""Compares our rules with OpenSpiel's, legal-move set by legal-move set and outcome by outcome.

    scripts/openspiel [part of a game's spec …]

`random_games` prints random games by our rules. Each is replayed in OpenSpiel: at every ply the player
to move and the set of legal moves must be the same, and so must the rewards at the end. `choices` of a
game's class lists deliberate differences, and their number is printed. Any other difference is a
failure.
"""

import json
import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter

import pyspiel

# The number of differences that are printed for each game.
SHOWN = 3


class Difference(Exception):
    """The two sets of rules disagree, and no deliberate difference explains it."""

    ply = None


class Choice(Exception):
    """A deliberate difference, after which the rest of the game cannot be compared."""


class Rules:
    """How one of our games corresponds to one of OpenSpiel's."""

    # Deliberate differences: a name and a description.
    choices = {}

    def __init__(self, theirs):
        self.game = pyspiel.load_game(theirs)
        self.texts = {}
        self.came_up = Counter()

    def start(self):
        return self.game.new_initial_state()

    def moves(self, state):
        """OpenSpiel's legal moves: our text for each, and its list of actions."""
        player = state.current_player()
        moves = {}
        for action in state.legal_actions():
            text = self.texts.get((player, action))
            if text is None:
                text = self.text(state.action_to_string(player, action))
                self.texts[player, action] = text
            moves[text] = [action]
        return moves

    def text(self, theirs):
        """Our text for one of OpenSpiel's actions; it may depend only on OpenSpiel's text."""
        return theirs

    def apply(self, state, actions):
        for action in actions:
            state.apply_action(action)

    def player(self, state):
        return state.current_player()

    def over(self, state):
        return state.is_terminal()

    def rewards(self, state):
        return state.returns()

    def check_repeats(self, state, moves, repeats):
        """Checks the legal moves that our game's history forbids; by default there are none."""
        if repeats:
            raise Difference(f"{repeats} are forbidden as repetitions")

    def replay(self, ours):
        """Replays one of our games; returns the number of positions compared."""
        state = self.start()
        number = 0
        try:
            for number, ply in enumerate(ours["plies"]):
                self.compare_ply(state, ply)
            number = len(ours["plies"])
            self.compare_end(state, ours)
        except Choice as choice:
            self.came_up[choice.args[0]] += 1
        except Difference as difference:
            difference.ply = number
            raise
        return number + 1

    def compare_ply(self, state, ply):
        """Compares a position, then plays our move in OpenSpiel."""
        if self.over(state):
            raise Difference(f"the game is over, {self.rewards(state)}; in ours it goes on")
        if self.player(state) != ply["player"]:
            raise Difference(f"player {self.player(state)} is to move; in ours {ply['player']}")
        theirs, legal = self.moves(state), set(ply["legal"])
        if len(legal) != len(ply["legal"]):
            raise Difference("two of our moves have the same text")
        if theirs.keys() != legal:
            only = sorted(theirs.keys() - legal), sorted(legal - theirs.keys())
            raise Difference(f"{only[0]} are legal; only in ours {only[1]}")
        self.check_repeats(state, theirs, ply["repeats"])
        self.apply(state, theirs[ply["move"]])

    def compare_end(self, state, ours):
        if ours["rewards"] is None:
            if self.over(state):
                raise Difference(f"the game is over, {self.rewards(state)}; in ours it goes on")
            return
        rewards = [2 * reward / ours["of"] - 1 for reward in ours["rewards"]]
        if not self.over(state):
            raise Difference(f"the game is not over; in ours it is, {rewards}")
        if rewards != self.rewards(state):
            raise Difference(f"rewards {self.rewards(state)}; ours {rewards}")


class TicTacToe(Rules):
    def __init__(self):
        super().__init__("tic_tac_toe")

    def text(self, theirs):  # x(0,0): row from the top, column
        row, column = theirs[2:-1].split(",")
        return "abc"[int(column)] + str(3 - int(row))


class Go(Rules):
    choices = {
        "superko": "a move that repeats an earlier position of the whole board: forbidden in ours,"
        " a draw at once in OpenSpiel",
    }

    def __init__(self, size, komi):
        super().__init__(f"go(board_size={size},komi={float(komi)},max_game_length=1000000)")

    def text(self, theirs):  # B a1, W PASS
        point = theirs.split()[1]
        return "pass" if point == "PASS" else point.upper()

    def check_repeats(self, state, moves, repeats):
        for text in repeats:
            after = state.clone()
            after.apply_action(moves[text][0])
            if not (after.is_terminal() and after.returns() == [0, 0]):
                raise Difference(f"{text} does not repeat a position")
            self.came_up["superko"] += 1


class Hex(Rules):
    def __init__(self, size):
        super().__init__(f"hex(board_size={size})")


class Havannah(Rules):
    def __init__(self, base):
        super().__init__(f"havannah(board_size={base})")


class ConnectFour(Rules):
    def __init__(self):
        super().__init__("connect_four")

    def text(self, theirs):  # x0: column
        return str(int(theirs[1:]) + 1)


class Othello(Rules):
    def __init__(self):
        super().__init__("othello")


class Breakthrough(Rules):
    """The same board upside down: in OpenSpiel the first player starts at the top."""

    def __init__(self, columns, rows, misere=False):
        theirs = f"breakthrough(columns={columns},rows={rows})"
        super().__init__(f"misere(game={theirs})" if misere else theirs)
        self.rows = rows

    def text(self, theirs):  # a7a6, a7b6* if it captures
        square = lambda text: text[0] + str(self.rows + 1 - int(text[1]))
        between = "x" if theirs.endswith("*") else "-"
        return square(theirs[0:2]) + between + square(theirs[2:4])


class LinesOfAction(Rules):
    choices = {
        "repetition": "a repeated board is a draw at once in OpenSpiel; in ours it has no effect",
    }

    def __init__(self):
        super().__init__("lines_of_action")

    def start(self):
        state = super().start()
        self.seen = {self.board(state)}
        return state

    def board(self, state):
        return str(state).split("Current player")[0]

    def apply(self, state, actions):
        super().apply(state, actions)
        board = self.board(state)
        if board in self.seen and state.is_terminal() and state.returns() == [0, 0]:
            raise Choice("repetition")
        self.seen.add(board)


class Amazons(Rules):
    """A turn is three plies in both: the amazon, where it goes, where it shoots."""

    def __init__(self, size):
        super().__init__(f"amazons(board_size={size})")
        self.size = size

    def moves(self, state):
        # An action is a square, and its text tells which of the three plies it is.
        self.texts.clear()
        return super().moves(state)

    def text(self, theirs):  # X From (10, 4), X To (…), X Shoot: (…): row from the top, column
        sign = {"From": "", "To": "-", "Shoot:": "/"}[theirs.split()[1]]
        row, column = theirs[theirs.index("(") + 1 : -1].split(",")
        return f"{sign}{chr(96 + int(column))}{self.size + 1 - int(row)}"


class Awari(Rules):
    """Oware in OpenSpiel."""

    QUIET = 100
    choices = {
        "repetition": "a repeated position ends the game in OpenSpiel; ours goes on, up to the limit of"
        " quiet plies",
        "quiet": f"{QUIET} plies without a capture end the game in ours, and each side gets the seeds"
        " on its side; OpenSpiel goes on",
    }

    def __init__(self):
        super().__init__("oware")

    def start(self):
        state = super().start()
        self.seen, self.captured, self.quiet = set(), None, 0
        return state

    def board(self, state):  # 0 | 0 0 | 4 4 4 4 4 4 4 4 4 4 4 4: to move, captured, houses
        parts = state.observation_string(0).split("|")
        return [[int(word) for word in part.split()] for part in parts]

    def apply(self, state, actions):
        [player], captured, houses = self.board(state)
        self.seen.add((player, *houses))
        super().apply(state, actions)
        if state.is_terminal() and (1 - player, *self.sown(houses, player, actions[0])) in self.seen:
            raise Choice("repetition")
        if self.board(state)[1] == captured:
            self.quiet += 1
        else:
            self.quiet = 0
            self.seen.clear()

    def sown(self, houses, player, action):
        """The houses after a move that captures nothing."""
        house = 6 * player + action
        houses, seeds, at = list(houses), houses[house], house
        houses[house] = 0
        while seeds > 0:
            at = (at + 1) % 12
            if at != house:
                houses[at] += 1
                seeds -= 1
        return houses

    def compare_end(self, state, ours):
        if self.quiet < self.QUIET or self.over(state):
            return super().compare_end(state, ours)
        _, captured, houses = self.board(state)
        margin = captured[0] + sum(houses[:6]) - captured[1] - sum(houses[6:])
        if ours["rewards"] != [1 + (margin > 0) - (margin < 0), 1 + (margin < 0) - (margin > 0)]:
            raise Difference(f"after {self.quiet} quiet plies south leads by {margin} seeds")
        raise Choice("quiet")


class Morris(Rules):
    QUIET = 100
    choices = {
        "length": "200 turns are a draw in OpenSpiel; ours counts plies without a mill instead",
        "quiet": f"{QUIET} plies of moving without a mill are a draw in ours; OpenSpiel goes on",
    }
    NAMES = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()

    def __init__(self):
        super().__init__("nine_mens_morris")

    def moves(self, state):
        moves = super().moves(state)
        # An action that names a point puts a man there, or takes one after a mill.
        return {"x" + text: moves[text] for text in moves} if "Capture" in str(state) else moves

    def text(self, theirs):  # Point 0, Move 0 -> 1
        points = [self.NAMES[int(word)] for word in theirs.split() if word.isdigit()]
        return "-".join(points)

    def start(self):
        self.quiet = 0
        return super().start()

    def apply(self, state, actions):
        super().apply(state, actions)
        moved = actions[0] >= len(self.NAMES) and "Capture" not in str(state)
        self.quiet = self.quiet + 1 if moved else 0
        if "Turn number: 200\n" in str(state) and state.returns() == [0, 0]:
            raise Choice("length")

    def compare_end(self, state, ours):
        if self.quiet == self.QUIET and not self.over(state) and ours["rewards"] == [1, 1]:
            raise Choice("quiet")
        super().compare_end(state, ours)


class Einstein(Rules):
    """White, OpenSpiel's player 1, moves first in both."""

    def __init__(self):
        super().__init__("einstein_wurfelt_nicht")
        self.deals = {}

    def player(self, state):
        return -1 if state.is_chance_node() else 1 - state.current_player()

    def rewards(self, state):
        return state.returns()[::-1]

    def board(self, state):
        """Where each stone is: W1 at e1."""
        rows = str(state).split("\n")[:5]
        cells = [(row.strip("|").split("||"), 5 - index) for index, row in enumerate(rows)]
        named = ((cell.upper(), f"{'abcde'[at]}{row}") for row_cells, row in cells for at, cell in enumerate(row_cells))
        return {stone: square for stone, square in named if stone != "__"}

    def moves(self, state):
        if not state.is_chance_node():
            return self.steps(state)
        outcomes = state.chance_outcomes()
        if len({probability for _, probability in outcomes}) != 1:
            raise Difference("the outcomes of chance are not equally likely")
        if len(outcomes) == 6:
            return {str(action + 1): [action] for action, _ in outcomes}
        side = "BW"[len(self.board(state)) // 6]
        if side not in self.deals:
            self.deals[side] = {self.deal(state, action, side): [action] for action, _ in outcomes}
        return self.deals[side]

    def deal(self, state, action, side):
        after = state.clone()
        after.apply_action(action)
        stones = {square: stone[1] for stone, square in self.board(after).items()}
        home = {"W": "e1 d1 c1 e2 d2 e3", "B": "a5 b5 c5 a4 b4 a3"}[side].split()
        return "".join(stones[square] for square in home)

    def steps(self, state):
        board, moves = self.board(state), {}
        for action in state.legal_actions():
            stone, way = state.action_to_string(action).rstrip("*").split("-")
            column, row = "abcde".index(board[stone][0]), int(board[stone][1])
            right = {"left": -1, "right": 1, "diag": -1 if stone[0] == "W" else 1}.get(way, 0)
            up = {"up": 1, "down": -1, "diag": 1 if stone[0] == "W" else -1}.get(way, 0)
            moves[f"{board[stone]}-{'abcde'[column + right]}{row + up}"] = [action]
        return moves


class Atarigo(Rules):
    """OpenSpiel has no Atarigo, but its Go knows when something is captured."""

    def __init__(self, size):
        self.go = Go(size, 0)
        super().__init__(f"go(board_size={size},max_game_length=1000000)")

    def stones(self, state):
        board = str(state).split("\n", 2)[2]
        return board.count("X") + board.count("O")

    def moves(self, state):
        moves = self.go.moves(state)
        del moves["pass"]
        return moves

    def captured(self, state):
        return self.stones(state) < state.move_number()

    def over(self, state):
        return self.captured(state) or not self.moves(state)

    def rewards(self, state):  # the player to move has been captured or has no move
        return [-1, 1] if state.current_player() == 0 else [1, -1]


class NoGo(Atarigo):
    """OpenSpiel's Go without the moves that capture."""

    def moves(self, state):
        moves = {}
        for text, [action] in super().moves(state).items():
            after = state.clone()
            after.apply_action(action)
            if not self.captured(after):
                moves[text] = [action]
        return moves


# Our spec, the rules, the number of games: together about a minute on two cores.
COMPARED = [
    ("tictactoe", lambda: TicTacToe(), 5000),
    ("go:size=2", lambda: Go(2, 7.5), 2000),
    ("go:size=3,komi=0", lambda: Go(3, 0), 2000),
    ("go:size=5,komi=3", lambda: Go(5, 3), 3000),
    ("go9", lambda: Go(9, 7.5), 3000),
    ("go:size=13,komi=-2.5", lambda: Go(13, -2.5), 300),
    ("go:size=19", lambda: Go(19, 7.5), 100),
    ("atarigo:size=3", lambda: Atarigo(3), 3000),
    ("atarigo", lambda: Atarigo(9), 2000),
    ("atarigo:size=12", lambda: Atarigo(12), 300),
    ("nogo:size=3", lambda: NoGo(3), 3000),
    ("nogo", lambda: NoGo(9), 200),
    ("nogo:size=12", lambda: NoGo(12), 20),
    ("hex:size=2", lambda: Hex(2), 500),
    ("hex:size=4", lambda: Hex(4), 5000),
    ("hex", lambda: Hex(11), 2000),
    ("hex:size=12", lambda: Hex(12), 300),
    ("hex:size=19", lambda: Hex(19), 200),
    ("havannah:base=3", lambda: Havannah(3), 10000),
    ("havannah", lambda: Havannah(5), 3000),
    ("havannah:base=8", lambda: Havannah(8), 1000),
    ("havannah:base=10", lambda: Havannah(10), 200),
    ("amazons", lambda: Amazons(10), 1000),
    ("amazons:size=8", lambda: Amazons(8), 1000),
    ("amazons:size=6", lambda: Amazons(6), 2000),
    ("connect4", lambda: ConnectFour(), 10000),
    ("othello", lambda: Othello(), 5000),
    ("breakthrough", lambda: Breakthrough(8, 8), 3000),
    ("breakthrough:columns=3,rows=7", lambda: Breakthrough(3, 7), 3000),
    ("breakthrough:columns=6,rows=6", lambda: Breakthrough(6, 6), 3000),
    ("breakthrough:misere=yes", lambda: Breakthrough(8, 8, misere=True), 2000),
    ("loa", lambda: LinesOfAction(), 2000),
    ("awari", lambda: Awari(), 10000),
    ("morris", lambda: Morris(), 3000),
    ("einstein", lambda: Einstein(), 3000),
]


def compare(job):
    """Compares one line of COMPARED; returns the text to print and the number of failures."""
    binary, index = job
    spec, make, games = COMPARED[index]
    begun = time.time()
    rules = make()
    lines, positions, passed, failed = [], 0, 0, 0
    process = subprocess.Popen([binary, spec, str(games), str(index + 1)], stdout=subprocess.PIPE)
    for line in process.stdout:
        if not line.endswith(b"\n"):
            break
        game = json.loads(line)
        try:
            positions += rules.replay(game)
            passed += 1
        except Difference as difference:
            failed += 1
            if failed <= SHOWN:
                moves = " ".join(ply["move"] for ply in game["plies"][: difference.ply])
                lines.append(f'     in OpenSpiel: {difference}\n     --game {spec} --moves "{moves}"')
    if process.wait() != 0 or passed + failed != games:
        lines.append(f"     random_games failed after {passed + failed} games")
        failed = games - passed
    assert rules.came_up.keys() <= rules.choices.keys(), "every deliberate difference is described"
    named = "".join(f", {name} ×{count}" for name, count in sorted(rules.came_up.items()))
    head = f"{'FAIL' if failed else 'ok  '} {spec:30} {passed} passed, {failed} failed"
    seconds = time.time() - begun
    return "\n".join([f"{head} ({positions} positions{named}, {seconds:.1f} s)", *lines]), failed


def main():
    binary, *parts = sys.argv[1:]
    chosen = [
        (binary, index)
        for index, (spec, _, _) in enumerate(COMPARED)
        if not parts or any(part in spec for part in parts)
    ]
    if not chosen:
        sys.exit(f"no compared game has {' or '.join(parts)} in its spec")
    begun = time.time()
    games, failures = 0, 0
    with multiprocessing.Pool(os.cpu_count()) as pool:
        for (_, index), (text, failed) in zip(chosen, pool.imap(compare, chosen)):
            print(text, flush=True)
            games += COMPARED[index][2]
            failures += failed
    print(f"{games - failures} passed, {failures} failed ({time.time() - begun:.0f} s)")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
