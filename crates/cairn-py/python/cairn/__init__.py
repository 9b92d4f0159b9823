"""Game search inside a byte budget.

>>> import cairn
>>> game = cairn.Game('tictactoe', moves='b2 a1')
>>> agent = cairn.Agent('grave:playouts=1000', game)
>>> game.play(agent.search(game).move)
>>> game.to_move()
1

`Game` is a game under way, `Agent` a player with its memory, `match` lets two of them play. Games
written in Python are searched as well (`State` says what a state must have), and `cairn.open_spiel`
has a bot for OpenSpiel.
"""

# Searches return arrays. Without NumPy the compiled half would fail at the first one.
try:
    import numpy as _numpy
except ImportError as error:
    raise ImportError("cairn needs NumPy: pip install numpy") from error

from cairn._cairn import (
    Agent,
    AgentInfo,
    Game,
    GameInfo,
    MatchResult,
    Record,
    Score,
    SearchResult,
    agents,
    games,
    match,
)
from cairn._state import State

__all__ = [
    "Agent",
    "AgentInfo",
    "Game",
    "GameInfo",
    "MatchResult",
    "Record",
    "Score",
    "SearchResult",
    "State",
    "agents",
    "games",
    "match",
]
