"""The lists of games and agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from cairn import _cairn


@final
@dataclass(frozen=True, eq=False)
class GameInfo:
    """One of Cairn's games."""

    name: str
    """The name that a spec starts with."""
    about: str
    """A short description."""
    options: list[tuple[str, str, str]]
    """Its options: name, default and description of each."""

    def __repr__(self) -> str:
        return f"<game {self.name}: {self.about}>"


def games() -> list[GameInfo]:
    """All games.

    >>> [info.name for info in games()][:3]
    ['tictactoe', 'go9', 'go']
    """
    return [GameInfo(*fields) for fields in _cairn.games()]


@final
@dataclass(frozen=True, eq=False)
class AgentInfo:
    """One of Cairn's agents."""

    name: str
    """The name that a spec starts with."""
    about: str
    """A short description."""
    keys: list[tuple[str, str, str]]
    """Its keys: name, default and description of each."""

    def __repr__(self) -> str:
        return f"<agent {self.name}: {self.about}>"


def agents() -> list[AgentInfo]:
    """All agents.

    >>> [info.name for info in agents()][:3]
    ['mc', 'uct', 'uct2']
    """
    return [AgentInfo(*fields) for fields in _cairn.agents()]
