"""Game search inside a byte budget.

>>> import cairn
>>> game = cairn.Game('tictactoe', moves='b2 a1')
>>> agent = cairn.Agent('grave:playouts=1000', game)
>>> game.play(agent.search(game).move)
>>> game.to_move()
1

`Game` is a game being played, `Agent` an agent with its memory, and `match` plays many games between
two agents. Games written in Python can be searched too (`State` says what a state must have), and
`cairn.open_spiel` has a bot for OpenSpiel.
"""

# Searches return arrays. Without NumPy the compiled half would fail at the first one.
try:
    import numpy as _numpy
except ImportError as error:
    raise ImportError("cairn needs NumPy: pip install numpy") from error

from cairn._cairn import Agent, Game
from cairn._lists import AgentInfo, GameInfo, agents, games
from cairn._match import GameRecord, MatchResult, Score, match
from cairn._search import SearchResult
from cairn._state import State

__all__ = [
    "Agent",
    "AgentInfo",
    "Game",
    "GameInfo",
    "GameRecord",
    "MatchResult",
    "Score",
    "SearchResult",
    "State",
    "agents",
    "games",
    "match",
]
