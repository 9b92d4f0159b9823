"""Games written in Python, for the tests."""

from __future__ import annotations

LINES = [7, 56, 448, 73, 146, 292, 273, 84]


class TicTacToe:
    """As Cairn's own: squares count from a1, row by row; moves are squares' names."""

    keys = 9
    max_plies = 9

    def __init__(self, marks: tuple[int, int] = (0, 0)) -> None:
        self.marks = marks

    def to_move(self) -> int:
        return bin(self.marks[0] | self.marks[1]).count("1") % 2

    def legal_moves(self) -> list[str]:
        taken = self.marks[0] | self.marks[1]
        return ["abc"[n % 3] + str(n // 3 + 1) for n in range(9) if not taken >> n & 1]

    def play(self, move: str) -> TicTacToe:
        marks = list(self.marks)
        marks[self.to_move()] |= 1 << ("abc".index(move[0]) + 3 * (int(move[1]) - 1))
        return TicTacToe((marks[0], marks[1]))

    def outcome(self) -> tuple[float, float] | None:
        for player, rewards in ((0, (1.0, 0.0)), (1, (0.0, 1.0))):
            if any(self.marks[player] & line == line for line in LINES):
                return rewards
        return (0.5, 0.5) if self.marks[0] | self.marks[1] == 511 else None


class ConnectFour:
    """As Cairn's own: a move is the square on which the disc comes to rest, from the bottom left, row
    by row, and written as its column."""

    keys = 42
    max_plies = 42

    def __init__(self, discs: tuple[str, ...] = ("",) * 7, turn: int = 0, won: bool = False) -> None:
        self.columns = discs
        self.turn = turn
        self.won = won

    def to_move(self) -> int:
        return self.turn % 2

    def legal_moves(self) -> list[Square]:
        rests = [Square(7 * len(c) + n) for n, c in enumerate(self.columns) if len(c) < 6]
        return sorted(rests)

    def key(self, move: Square) -> int:
        return int(move)

    def play(self, move: Square) -> ConnectFour:
        column, row = move % 7, move // 7
        disc = "XO"[self.to_move()]
        columns = list(self.columns)
        columns[column] += disc
        after = ConnectFour(tuple(columns), self.turn + 1)
        after.won = any(
            1 + after.run(column, row, dx, dy, disc) + after.run(column, row, -dx, -dy, disc) >= 4
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
        )
        return after

    def run(self, column: int, row: int, dx: int, dy: int, disc: str) -> int:
        """How many discs of a colour follow in a direction."""
        count = 0
        while True:
            column, row = column + dx, row + dy
            if not (0 <= column < 7 and 0 <= row < len(self.columns[column])):
                return count
            if self.columns[column][row] != disc:
                return count
            count += 1

    def outcome(self) -> tuple[float, float] | None:
        if self.won:
            return (1.0, 0.0) if self.turn % 2 == 1 else (0.0, 1.0)
        return (0.5, 0.5) if self.turn == 42 else None


class Square(int):
    """A square of Connect Four, which people name by its column."""

    def __str__(self) -> str:
        return str(self % 7 + 1)


class Nim:
    """Three players take one to three of a heap; who takes the last has lost, the others share."""

    keys = 3
    players = 3
    denominator = 2
    max_plies = 20

    def __init__(self, heap: int = 9, turn: int = 0) -> None:
        self.heap = heap
        self.turn = turn

    def to_move(self) -> int:
        return self.turn % 3

    def legal_moves(self) -> range:
        return range(1, min(self.heap, 3) + 1)

    def play(self, move: int) -> Nim:
        return type(self)(self.heap - move, self.turn + 1)

    def outcome(self) -> list[float] | None:
        if self.heap:
            return None
        loser = (self.turn - 1) % 3
        return [0.0 if player == loser else 1.0 for player in range(3)]
