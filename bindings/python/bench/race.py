"""A race: contestants that are asked the same, their answers compared before the clock counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .measure import ROUNDS, Contestant, Result, race, ratio


def batches(ask: Callable[..., Any], given: tuple[Any, ...], pairs: int) -> list[Contestant]:
    """Our batch of these arguments, on one thread and on two."""
    return [
        Contestant("clearance", lambda: ask(*given), pairs, True),
        Contestant("clearance, 2 threads", lambda: ask(*given, threads=2), pairs, True, threads=2),
    ]


@dataclass
class Race:
    """Who is asked what."""

    name: str
    contestants: list[Contestant]
    """The first is ours, with which the others are compared."""
    truth: Callable[[int], bool] | None = None
    """Whether pair i meets, in exact arithmetic."""
    near: Callable[[int], float] | None = None
    """Where there is no exact arithmetic: how far pair i is from touching."""
    tolerance: float = 0.0
    """Up to which answers that are numbers agree."""
    read: dict[str, Callable[[Any], Any]] | None = None
    """What of an answer is compared, for those that are; all, where it is not given."""
    compared: bool = True
    goals: dict[str, float] = field(default_factory=dict)
    """How many times as fast as a peer ours shall be."""

    def run(self, rounds: int = ROUNDS) -> dict[str, Any]:
        """All rows, as they are recorded."""
        results = race(self.contestants, rounds)
        return {"race": self.name, "rows": [self._row(result, results[0]) for result in results]}

    def _row(self, result: Result, ours: Result) -> dict[str, Any]:
        name = result.contestant.name
        row: dict[str, Any] = {"name": name, "ns": round(result.nanoseconds, 1), "is_ours": result.contestant.is_ours}
        if not result.contestant.is_ours:
            row["times_ours"] = round(ratio(result, ours), 2)
        if name in self.goals:
            row["goal"] = self.goals[name]
        if result is not ours and self.compared:
            row.update(self._compare(result, ours))
        return row

    def _compare(self, result: Result, ours: Result) -> dict[str, Any]:
        """How many answers agree, and of those that do not, who is wrong."""
        answers = [self._answers(some) for some in (ours, result)]
        if any(some is None for some in answers):
            return {}
        count = min(len(some) for some in answers)
        mine, theirs = (np.asarray(some[:count], float) for some in answers)
        differing = np.flatnonzero(np.abs(mine - theirs) > self.tolerance)
        row: dict[str, Any] = {"agree": count - len(differing), "of": count}
        if len(differing) > 0 and self.truth is not None:
            truth = np.array([self.truth(int(i)) for i in differing], float)
            row["we_are_wrong"] = int((mine[differing] != truth).sum())
            row["they_are_wrong"] = int((theirs[differing] != truth).sum())
        elif len(differing) > 0 and self.near is not None:
            row["differ_at_clearance_up_to"] = max(self.near(int(i)) for i in differing)
        elif len(differing) > 0:
            row["differ_by_up_to"] = float(np.abs(mine - theirs).max())
        return row

    def _answers(self, result: Result) -> Any:
        if self.read is None:
            return result.answers
        reader = self.read.get(result.contestant.name)
        return None if reader is None else reader(result.answers)
