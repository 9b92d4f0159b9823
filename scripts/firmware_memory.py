"""Prints the flash and RAM of the firmware by part, as Markdown, from the symbols of its ELF file.

usage: firmware_memory.py ELF
       firmware_memory.py --code ELF    only the bytes of code and constants
"""

import re
import struct
import sys

RAM = 0x2000_0000
FLASH_BYTES, RAM_BYTES = 256 * 1024, 64 * 1024


def name_at(table, offset):
    return table[offset:table.index(b"\0", offset)].decode()


def read(path):
    """Sections and symbols of a little-endian 32-bit ELF file."""
    data = open(path, "rb").read()
    assert data[:6] == b"\x7fELF\x01\x01", "not a 32-bit little-endian ELF file"
    start, = struct.unpack_from("<I", data, 32)
    size, count, names = struct.unpack_from("<HHH", data, 46)
    sections = [struct.unpack_from("<10I", data, start + size * n) for n in range(count)]
    body = lambda section: data[section[4]:section[4] + section[5]]
    labels = body(sections[names])
    symbols = []
    for section in sections:
        if section[1] == 2:  # a symbol table
            strings = body(sections[section[6]])
            for name, value, length, info, _, _ in struct.iter_unpack("<IIIBBH", body(section)):
                symbols.append((name_at(strings, name), value, length, info & 15))
    kept = [(name_at(labels, s[0]), s[3], s[5]) for s in sections if s[2] & 2]  # allocated
    return kept, symbols


PARTS = [
    ("the search and its specs (`cairn-core`)", r"cairn_core"),
    ("GTP, with what it calls inlined (`cairn-gtp`)", r"cairn_gtp"),
    ("rules of Go (`cairn-games`)", r"cairn_games"),
    ("driver, start-up and main loop, with what they call inlined", r"cairn_firmware|cortex_m|^Reset$|^main$"),
    ("text and numbers (`core`)", r"_4core"),
    ("arithmetic (`compiler_builtins`, `libm`)", r"compiler_builtins|libm|^__aeabi|^mem"),
]


def part_of(name):
    # The first crate in a mangled name is the crate that contains the function.
    found = [(match.start(), part) for part, pattern in PARTS if (match := re.search(pattern, name))]
    return min(found)[1] if found else "constants without a name, vectors, padding"


def code_bytes(path):
    """The size of all sections that are loaded: not those that are zeroed or uninitialised."""
    data = open(path, "rb").read()
    start, = struct.unpack_from("<I", data, 32)
    size, count = struct.unpack_from("<HH", data, 46)
    sections = [struct.unpack_from("<10I", data, start + size * n) for n in range(count)]
    return sum(s[5] for s in sections if s[2] & 2 and s[1] != 8)  # allocated, with contents


def main(path):
    sections, symbols = read(path)
    flash = sum(size for _, at, size in sections if at < RAM)
    ends = {name: at for name, at, _, _ in symbols}
    stack = ends["_stack_start"] - ends["_stack_end"]
    statics = sum(size for _, at, size in sections if at >= RAM)
    code, seen = {}, set()
    for name, at, size, kind in symbols:
        if kind in (1, 2) and 0 < size and at < RAM and at & ~1 not in seen:
            seen.add(at & ~1)
            part = part_of(name)
            code[part] = code.get(part, 0) + size
    named = sum(code.values())
    rest = "constants without a name, vectors, padding"
    code[rest] = code.get(rest, 0) + flash - named
    print("| flash | bytes |\n| --- | ---: |")
    for part, size in sorted(code.items(), key=lambda item: -item[1]):
        print(f"| {part} | {size:,} |")
    print(f"| **in all, of {FLASH_BYTES:,}** | **{flash:,}** |\n")
    block = next(size for name, _, size, kind in symbols if kind == 1 and "5BLOCK" in name)
    print("| RAM | bytes |\n| --- | ---: |")
    print(f"| the player's block | {block:,} |")
    print(f"| serial ring, clock, crash message | {statics - block:,} |")
    print(f"| stack, with the session and the game | {stack:,} |")
    print(f"| free | {RAM_BYTES - stack - statics:,} |")
    print(f"| **in all** | **{RAM_BYTES:,}** |")


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--code":
        print(code_bytes(sys.argv[2]))
    elif len(sys.argv) == 2:
        main(sys.argv[1])
    else:
        sys.exit(__doc__)
