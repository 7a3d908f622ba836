"""How long things take: rounds in one process, all contestants in turn within each, the median of each one's rounds.

What runs on one thread is timed by that thread's own clock, which stands still while the processor works for others; what
runs on several by the clock on the wall; where a package starts threads of its own, the time of all of them counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

ROUNDS = 15
LEAST_SECONDS = 0.002
"""Of one turn: what is quicker is repeated within it."""


@dataclass
class Contestant:
    """Who answers, and how."""

    name: str
    ask: Callable[[], Any]
    """Asks every pair once."""
    count: int
    """How many pairs that is."""
    is_ours: bool = False
    threads: int = 1
    is_whole_process: bool = False
    """Whether the time of all threads counts: of packages that cannot be told to use one."""

    @property
    def clock(self) -> Callable[[], float]:
        """What times it, in seconds."""
        if self.is_whole_process:
            return time.process_time
        return time.thread_time if self.threads == 1 else time.perf_counter


@dataclass
class Result:
    """What one contestant took and said."""

    contestant: Contestant
    answers: Any
    nanoseconds: float = 0.0
    """Per pair, the median."""
    rounds: list[float] = field(default_factory=list)


def race(contestants: list[Contestant], rounds: int = ROUNDS) -> list[Result]:
    """Every contestant's answers and time per pair."""
    results = [Result(contestant, contestant.ask()) for contestant in contestants]
    repeats = [_repeats(contestant) for contestant in contestants]
    for _ in range(rounds):
        for result, repeat in zip(results, repeats):
            clock = result.contestant.clock
            start = clock()
            for _ in range(repeat):
                result.contestant.ask()
            seconds = (clock() - start) / repeat
            result.rounds.append(seconds / result.contestant.count * 1e9)
    for result in results:
        result.nanoseconds = statistics.median(result.rounds)
    return results


def ratio(peer: Result, ours: Result) -> float:
    """How many times as long the peer takes: the median of the rounds' ratios, each of two times taken side by side."""
    return statistics.median(theirs / mine for theirs, mine in zip(peer.rounds, ours.rounds))


def _repeats(contestant: Contestant) -> int:
    start = contestant.clock()
    contestant.ask()
    return max(1, round(LEAST_SECONDS / max(contestant.clock() - start, 1e-9)))
