"""Matches between two agents."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

from cairn._cairn import play_match, statistics
from cairn._state import State


@final
@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of one side, with statistics.

    >>> score = Score(wins=136, draws=111, losses=96)
    >>> round(score.elo, 1), [round(end, 1) for end in score.elo_interval]
    (40.7, [10.2, 70.9])
    """

    wins: int = 0
    """Games won."""
    draws: int = 0
    """Games drawn."""
    losses: int = 0
    """Games lost."""

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float:
        """Points per game, a draw counting half; 0.5 without games."""
        return self._statistics()[0]

    @property
    def interval(self) -> tuple[float, float]:
        """The Agresti–Coull 95 % confidence interval of the rate."""
        return self._statistics()[1]

    @property
    def elo(self) -> float:
        """The Elo difference, positive for the stronger side; infinite if one side won every game."""
        return self._statistics()[2]

    @property
    def elo_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the Elo difference."""
        return self._statistics()[3]

    @property
    def los(self) -> float:
        """The likelihood that this side is stronger."""
        return self._statistics()[4]

    def _statistics(self) -> tuple[float, tuple[float, float], float, tuple[float, float], float]:
        return statistics(self.wins, self.draws, self.losses)

    def __str__(self) -> str:
        rate, low, high = (100 * share for share in (self.rate, *self.interval))
        text = f"{rate:.1f} % (95 % interval {low:.1f} to {high:.1f} %)"
        if math.isfinite(self.elo):
            low, high = self.elo_interval
            text += f"; Elo {self.elo:+.0f} ({low:+.0f} to {high:+.0f})"
        return text


@final
@dataclass(frozen=True, eq=False)
class GameRecord:
    """A game of a match."""

    number: int
    """Its number in the match, from 0."""
    seat: int
    """A's player number."""
    status: str
    """How it ended: 'done', or 'crash', 'timeout' or 'illegal', which do not count."""
    reward: float
    """A's reward, 0 (lost) to 1 (won); 0 if the game is not done."""
    moves: list[str]
    """The moves, including the opening."""
    opening: int
    """The number of moves in the opening."""
    playouts: tuple[int, int]
    """The playouts of A, and of all others together."""
    seconds: float
    """The time taken."""

    def __repr__(self) -> str:
        result = f"A gets {self.reward:g}" if self.status == "done" else self.status
        return f"<game {self.number}: {result}, {len(self.moves)} moves>"


@final
@dataclass(frozen=True, eq=False)
class MatchResult:
    """The result of a match, from A's side."""

    a: str
    """Agent A."""
    b: str
    """Agent B."""
    game: str
    """The game."""
    records: list[GameRecord]
    """The finished games, by number; empty with `records=False`."""
    score: Score
    """Wins, draws and losses, with statistics."""
    failed: int
    """The number of games that crashed or had an illegal move; they do not count."""
    complete: bool
    """Whether all games were played; if not, `progress` ended the match."""
    seconds: float
    """The time taken."""

    def __repr__(self) -> str:
        return f"<match of {self.score.games} games on {self.game}: {self.score}>"

    def __str__(self) -> str:
        score = self.score
        return (
            f"A  {self.a}\nB  {self.b}\n{score.games} games on {self.game}: "
            f"A won {score.wins}, drew {score.draws}, lost {score.losses}\nA scores {score}"
        )


def match(
    a: str,
    b: str,
    game: str | State[Any],
    *,
    games: int = 20,
    seed: int = 1,
    jobs: int | None = None,
    openings: str = "0",
    progress: bool | Callable[[GameRecord, Score], object] | None = None,
    records: bool = True,
) -> MatchResult:
    """Plays a match between two agents.

    `game` is a game's spec, or the first state of a game written in Python (whose moves are recorded
    as `str(move)`). A moves first in even games, B in odd ones; with three players, A takes the seats
    in turn. `jobs` is the number of games played at a time, by default one for each core; games in
    Python are played one by one. The games depend only on `seed`, unless an agent's time is limited.
    `openings` says how games begin: with a number of random plies, the same for all games of a round,
    or with openings between semicolons, taken in turn ('b2 a1; c3'). A number alone is a number of
    plies: in a game whose moves are numbers, '4;' is the move 4.

    `progress` is called after each game, in the order of their numbers, with the game's record and the
    score so far; if it returns False, the match ends. `progress=True` prints a line to standard error.
    Ctrl-C ends the match with KeyboardInterrupt. With `records=False` the result does not keep the
    games, so that a match of millions takes no more memory than a short one.

    >>> result = match('uct:playouts=50', 'mc:playouts=5', 'tictactoe', games=10)
    >>> result.score.games, result.complete
    (10, True)
    """
    kept: list[GameRecord] = []

    def report(fields: tuple[Any, ...], counts: tuple[int, int, int]) -> bool:
        record, score = GameRecord(*fields), Score(*counts)
        if records:
            kept.append(record)
        if progress is True:
            text = f"A {score.wins} – B {score.losses}, {score.draws} drawn"
            print(f"\r{score.games}/{games} games  {text}", end="", file=sys.stderr, flush=True)
        elif progress is not None and progress is not False:
            return progress(record, score) is not False
        return True

    result = play_match(a, b, game, games, seed, jobs, openings, report)
    name, counts, failed, complete, seconds = result
    if progress is True:
        print(file=sys.stderr)
    return MatchResult(a, b, name, kept, Score(*counts), failed, complete, seconds)
