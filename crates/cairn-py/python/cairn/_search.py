"""What a search found."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar, final

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Move = TypeVar("Move", bound=Hashable)


@final
@dataclass(frozen=True, eq=False)
class SearchResult(Generic[Move]):
    """The result of a search. Lists and arrays have an entry for each legal move, in the game's order."""

    move: Move
    """The move to play."""
    value: float
    """Its mean reward for the player to move, 0 (lost) to 1 (won), or its score on that scale; nan if it is
    not known."""
    moves: list[Move]
    """The legal moves."""
    visits: npt.NDArray[np.uint32]
    """The visits of each move's node; without playouts, positions visited after the move. 0 if it has no
    node."""
    means: npt.NDArray[np.float32]
    """Their mean reward for the player to move, 0 to 1, or their scores on that scale; nan if it is not
    known."""
    amaf_visits: npt.NDArray[np.uint32] | None
    """Visits in the root's AMAF table; None for agents without one."""
    amaf_means: npt.NDArray[np.float32] | None
    """Means in the root's AMAF table; None for agents without one."""
    principal_variation: list[Move]
    """The move to play and the most visited replies, as far as the tree has nodes."""
    playouts: int
    """The number of playouts; without playouts, of positions visited."""
    seconds: float
    """The time taken."""
    nodes: int
    """Nodes in use at the end."""
    recycled: int
    """How often a node was recycled."""
    scores: list[str | None] | None = None
    """The score of each move in words, such as '+35' or 'win in 3'; None for agents with playouts, and for
    moves without a score."""

    def __repr__(self) -> str:
        unit = "playouts" if self.scores is None else "positions"
        return f"<move {self.move!r}, value {100 * self.value:.1f} %, {self.playouts} {unit}>"
