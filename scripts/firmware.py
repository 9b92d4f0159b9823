"""Drives the firmware in QEMU over its serial line, and compares it with the host program.

usage: firmware.py test ELF CAIRN
       firmware.py game ELF CAIRN FILE
       firmware.py speed ELF
       firmware.py portable CAIRN QEMU...
"""

import os
import select
import subprocess
import sys
import time

SMALL = "graver2:nodes=24,top=16,second=8"
SMALL_MAST = "graver2:paper,nodes=24,top=16,second=8"
FULL = "graver:memory=45KiB,playouts=12800"
FULL_MAST = "graver2:paper,nodes=160,top=160,second=80"
QEMU = "qemu-system-arm -machine lm3s6965evb -cpu cortex-m3 -display none -monitor none"
# One instruction takes a nanosecond, so the firmware's milliseconds are millions of instructions.
COUNTING = "-icount shift=0"
PATIENCE = 120


class Program:
    """A program that speaks GTP on its standard input and output."""

    def __init__(self, command, name):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.rest = b""

    def send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def response(self, patience=PATIENCE):
        """The next response, without the blank line that ends it."""
        end = time.monotonic() + patience
        while b"\n\n" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.process.stdout], [], [], left)[0]:
                raise AssertionError(f"{self.name} does not answer; output so far: {self.rest!r}")
            data = os.read(self.process.stdout.fileno(), 4096)
            assert data, f"{self.name} has ended; last output: {self.rest!r}"
            self.rest += data
        response, self.rest = self.rest.split(b"\n\n", 1)
        return response.decode()

    def wake(self):
        """Waits until it answers: bytes that are sent while it starts are lost."""
        for _ in range(PATIENCE):
            self.send(b"\n0 name\n")
            if select.select([self.process.stdout], [], [], 1)[0]:
                break
        self.send(b"\n1 name\n")
        while self.response() != "=1 Cairn":
            pass

    def ask(self, line, patience=PATIENCE):
        self.send(line.encode() + b"\n")
        return self.response(patience)

    def good(self, line, patience=PATIENCE):
        """The text of a response, which must not be an error."""
        response = self.ask(line, patience)
        assert response.startswith("="), f"{self.name}: {line}: {response}"
        return response[1:].strip()

    def close(self):
        self.process.kill()
        self.process.wait()


def firmware(elf, *more):
    return emulated([*QEMU.split(), *more, "-kernel", elf], "firmware")


def emulated(command, name):
    device = Program([*command, "-serial", "stdio"], name)
    device.wake()
    return device


def host(cairn, agent, seed="1"):
    command = [cairn, "gtp", "--seed", seed, "--agent", agent]
    return Program(command, "host")


def say(text):
    print(text, flush=True)


def test_session(device):
    commands = device.good("list_commands").split("\n")
    for name in ["genmove", "cairn-signature", "cairn-memory", "cairn-crash"]:
        assert name in commands, name
        assert device.good(f"known_command {name}") == "true"
    assert device.good("known_command gogui-rules_board") == "false", "the firmware has no room for it"
    assert device.ask("7 protocol_version") == "=7 2"
    assert device.ask("boardsize 9") == "="
    assert device.ask("boardsize 19").startswith("? unacceptable size")
    assert device.ask("play b E5") == "="
    assert device.ask("8 play w E5") == "?8 illegal move"
    assert device.ask("play w J10").startswith("? syntax error")
    assert device.ask("fly") == "? unknown command"
    assert device.good("cairn-agent").startswith("graver:nodes=582,playouts=12800")
    assert device.ask("cairn-agent grave:nodes=5000").startswith("? the player needs")
    assert device.ask("cairn-agent graver2:nodes=x").startswith("?")
    assert "1 played" in device.good("showboard")
    say("ok   a session")


def test_garbage(device):
    device.send(bytes(range(256)).replace(b"#", b"") + b"\n")
    assert device.response() == "? the line is not UTF-8 text"
    device.send(b"9 " + b"x" * 5000 + b"\n")
    assert device.response() == "?9 the line is too long"
    device.send(b"\x00\xff\xfe" * 3000 + b"\n\n\n")
    assert device.response().startswith("?")
    assert device.ask("10 name") == "=10 Cairn"
    # More than fits into the ring, while it thinks: the rest waits in the port.
    device.good(f"cairn-agent {SMALL}")
    device.send(b"reg_genmove b\n" + b"".join(b"%d name\n" % n for n in range(100)))
    assert device.response().startswith("= ")
    for number in range(100):
        assert device.response() == f"={number} Cairn"
    # The commands that need the most stack.
    for line in ["genmove_analyze b 10", "kata-genmove_analyze w 10 ownership true"]:
        assert "\nplay " in device.good(line)
    # A budget that no 32-bit address reaches.
    agent = device.good("cairn-agent graver2:memory=45KiB,time=50ms,amaf=own-any")
    assert agent.startswith("graver2:top_nodes="), agent
    assert device.ask("reg_genmove b").startswith("= ")
    device.good(f"cairn-agent {SMALL}")
    # A line that is too long also ends an analysis.
    device.send(b"lz-analyze 10\n")
    time.sleep(0.5)
    device.send(b"y" * 1000 + b"\n")
    assert "info move" in device.response()
    assert device.response() == "? the line is too long"
    say("ok   garbage, long lines, many lines at once")


def test_crashes(device):
    for way, words in [
        ("panic", "? panic: asked to"),
        ("stack", "? out of stack"),
        ("fault", "? fault"),
    ]:
        device.good("clear_board")
        device.good("play b E5")
        response = device.ask(f"cairn-crash {way}")
        assert response.startswith(words) and response.endswith("started over"), response
        assert "0 played" in device.good("showboard"), "it did not restart"
        say(f"ok   {response}")
    device.good("quit")
    device.wake()


def test_signature(device, cairn):
    of_device = device.good("cairn-signature", 600)
    of_host = subprocess.check_output([cairn, "bench", "--signature", "--small"], text=True).strip()
    assert of_device == of_host, f"signature {of_device} on the device, {of_host} on the host"
    say(f"ok   signature {of_device}")


def play_game(black, white, most=400):
    """Plays a game between two programs; returns its moves."""
    for program in (black, white):
        program.good("clear_board")
    moves = []
    while len(moves) < most:
        colour, mover, other = [("b", black, white), ("w", white, black)][len(moves) % 2]
        move = mover.good(f"genmove {colour}", 1200)
        moves.append(move)
        if move == "resign":
            break
        other.good(f"play {colour} {move}")
        if moves[-2:] == ["pass", "pass"]:
            break
    return moves


def replay(program, moves, first):
    """Checks that a program chooses the same moves for one side of a game."""
    program.good("clear_board")
    for number, move in enumerate(moves):
        colour = "bw"[number % 2]
        if number % 2 == first:
            found = program.good(f"genmove {colour}", 1200)
            assert found == move, f"move {number + 1}: the device played {move}, the host plays {found}"
        elif move != "resign":
            program.good(f"play {colour} {move}")


def test_game(device, cairn, agent):
    device.good(f"cairn-agent {agent}")
    device.good("clear_board")
    stats = dict(line.split(" ", 1) for line in device.good("cairn-stats").split("\n"))
    # Each game has its own seed.
    other, again = host(cairn, agent), host(cairn, agent, stats["seed"])
    moves = play_game(device, other)
    assert len(moves) > 20, moves
    replay(again, moves, 0)
    for program in (other, again):
        program.close()
    say(f"ok   a game of {len(moves)} moves with {agent}, the same on the host: {' '.join(moves)}")


def speed(elf):
    """Counts the instructions of searches."""
    device = firmware(elf, *COUNTING.split())
    for agent in [FULL, FULL_MAST, "uct:playouts=1000", "grave:playouts=100"]:
        device.good(f"cairn-agent {agent}")
        device.good("reg_genmove b", 1200)
        stats = dict(line.split(" ", 1) for line in device.good("cairn-stats").split("\n"))
        playouts, millions = int(stats["playouts"]), int(stats["milliseconds"])
        say(f"{agent}: {playouts} playouts, {stats['bytes']} bytes, "
            f"{millions} million instructions, {millions * 1e6 / playouts:.0f} a playout")
    say(device.good("cairn-memory").replace("\n", ", "))
    device.close()


def test(elf, cairn):
    device, desktop = firmware(elf), host(cairn, SMALL)
    try:
        test_session(device)
        test_garbage(device)
        test_crashes(device)
        test_signature(device, cairn)
        test_game(device, cairn, SMALL)
        test_game(device, cairn, SMALL_MAST)
        memory = device.good("cairn-memory")
        say("ok   " + memory.replace("\n", ", "))
    finally:
        device.close()
        desktop.close()


def portable(cairn, qemu):
    """Compares the signature and the first moves of a game on another processor."""
    device = emulated([*qemu, "-display", "none", "-monitor", "none"], qemu[0])
    desktop = host(cairn, SMALL)
    try:
        test_signature(device, cairn)
        moves = []
        for program in (device, desktop):
            program.good(f"cairn-agent {SMALL}")
            program.good("clear_board")
            moves.append([program.good(f"genmove {colour}") for colour in "bwbwbw"])
        assert moves[0] == moves[1], f"{moves[0]}, but on the host {moves[1]}"
        say(f"ok   {qemu[0]} {qemu[2]}: {' '.join(moves[0])}, the same on the host")
    finally:
        device.close()
        desktop.close()


def game(elf, cairn, file):
    """Plays a full-size game with the firmware as black, checks its moves on the host, writes SGF."""
    device, other, again = firmware(elf), host(cairn, FULL), host(cairn, FULL)
    device.good(f"cairn-agent {FULL}")
    moves = play_game(device, other)
    replay(again, moves, 0)
    score = other.good("final_score")
    memory = device.good("cairn-memory").replace("\n", ", ")
    played = [move for move in moves if move != "resign"]
    with open(file, "w") as out:
        winner = "W" if len(moves) % 2 else "B"
        result = f"{winner}+R" if moves[-1] == "resign" else score
        out.write(f"(;GM[1]FF[4]SZ[9]KM[7.5]PB[firmware {FULL}]PW[host {FULL}]RE[{result}]\n")
        for number, move in enumerate(played):
            out.write(f";{'BW'[number % 2]}[{sgf(move)}]")
        out.write(")\n")
    say(f"{len(moves)} moves, {result}; the host chooses the same moves as the firmware; {memory}")
    for program in (device, other, again):
        program.close()


def sgf(move):
    if move == "pass":
        return ""
    column = "ABCDEFGHJ".index(move[0])
    return "abcdefghi"[column] + "abcdefghi"[9 - int(move[1])]


def main():
    match sys.argv[1:]:
        case ["test", elf, cairn]:
            test(elf, cairn)
        case ["game", elf, cairn, file]:
            game(elf, cairn, file)
        case ["speed", elf]:
            speed(elf)
        case ["portable", cairn, *qemu]:
            portable(cairn, qemu)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"FAIL {error}")
