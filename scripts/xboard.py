"""A small client for xboard engines that cannot be given a position, only moves from the start.

The library `chess` needs the feature `setboard`, which Fairy-Max does not have.
"""

import subprocess
import threading

import chess
import chess.engine

# Seconds after which an engine that says nothing is given up.
PATIENCE = 120


class Engine:
    """An engine that plays a game from the start, with the methods of SimpleEngine that a match uses."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.sent = None
        self.send("xboard", "protover 2")
        self.read(lambda line: "done=1" in line)

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def read(self, is_last):
        """The lines up to the last one."""
        watch = threading.Timer(PATIENCE, self.process.kill)
        watch.start()
        try:
            lines = []
            while True:
                line = self.process.stdout.readline()
                if not line:
                    raise chess.engine.EngineTerminatedError("the xboard engine ended")
                lines.append(line.strip())
                if is_last(line):
                    return lines
        finally:
            watch.cancel()

    def configure(self, options):
        for name, value in options.items():
            self.send(f"option {name}={value}")

    def play(self, board, limit, game=None, info=None):
        """The engine's move; `board` is this game with the moves since the last call."""
        if self.sent is None:
            self.send("new", "post", "easy", "force")
            self.sent = 0
            if not limit.time:
                base, increment = divmod(round(limit.white_clock), 60), limit.white_inc
                self.send(f"level 0 {base[0]}:{base[1]:02d} {increment:g}")
            elif limit.time == int(limit.time):
                self.send(f"st {limit.time:.0f}")
            else:
                # `st` has whole seconds only: a clock for one move, which is set before each.
                self.send("level 1 0:01 0")
        for move in board.move_stack[self.sent :]:
            self.send(move.uci())
        if not limit.time or limit.time != int(limit.time):
            clocks = (limit.white_clock or limit.time, limit.black_clock or limit.time)
            own, other = clocks if board.turn else clocks[::-1]
            self.send(f"time {round(100 * own)}", f"otim {round(100 * other)}")
        self.send("go")
        lines = self.read(lambda line: line.startswith(("move ", "resign", "1-0", "0-1", "1/2-1/2")))
        self.send("force")
        self.sent = len(board.move_stack) + 1
        word, _, text = lines[-1].partition(" ")
        if word != "move":
            raise chess.engine.EngineError(f"the xboard engine ended the game: {lines[-1]}")
        found = {}
        for line in lines:
            numbers = line.split()[:4]
            if len(numbers) == 4 and all(number.lstrip("+-").isdigit() for number in numbers):
                score = chess.engine.Cp(int(numbers[1]))
                found["score"] = chess.engine.PovScore(score, board.turn)
        return chess.engine.PlayResult(chess.Move.from_uci(text), None, found)

    def quit(self):
        try:
            self.send("quit")
            self.process.wait(5)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    close = quit
