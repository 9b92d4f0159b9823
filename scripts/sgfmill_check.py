"""Reads and replays every SGF file below a directory with sgfmill."""

import pathlib
import sys

from sgfmill import sgf, sgf_moves

paths = sorted(pathlib.Path(sys.argv[1]).rglob("*.sgf"))
if not paths:
    sys.exit("there are no SGF files")
for path in paths:
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    board, plays = sgf_moves.get_setup_and_moves(game)
    colours = [colour for colour, _ in plays]
    if colours != ["b", "w"] * (len(plays) // 2) + ["b"] * (len(plays) % 2):
        sys.exit(f"{path}: the colours do not alternate")
    for _, move in plays:
        if move is not None and board.get(*move) is not None:
            sys.exit(f"{path}: a move to an occupied point")
        if move is not None:
            board.play(*move, colours[0])
        colours.pop(0)
    score = board.area_score() - game.get_komi()
    winner = "b" if score > 0 else "w" if score < 0 else None
    if game.get_winner() != winner:
        sys.exit(f"{path}: the file says {game.get_winner()} wins, the board says {winner} by {score}")
    root = game.get_root()
    if "playouts=" not in game.get_player_name("b") or "Opening: 2 moves" not in root.get("C"):
        sys.exit(f"{path}: the players or the opening are missing")
print(f"{len(paths)} files read and replayed: every winner is right")
