"""Steps of all tiles, seen from the client: their stages in order, checkpoints, and how a scene goes on after a worker died.

A step is an order (``Order``) to be carried out on the states of the step before. Since its stages change no earlier state, it can be
given again: after a worker died, every tile is read from the last checkpoint, and the orders since then are given once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ._crew import Crew
from ._objects import Objects
from ._saved import make, remove, restore, save
from ._splits import Splits
from ._tiles import Changes, Finished, Move, Prepared, SceneLost, State, finish, hand, prepare, put

ATTEMPTS = 3
"""How often something is begun again after a worker died, before the scene counts as lost."""
LARGE = 2**28
"""Bytes of changes since the last checkpoint after which another one is due."""

Result = TypeVar("Result")


class SceneStep(NamedTuple):
    """What an update did.

    >>> import numpy as np
    >>> from clearance.distributed import SceneStep
    >>> step = SceneStep(1, 5, np.array([70, 90]), np.array([3, 0]), 96, 96, np.array([0.1, 0.2]))
    >>> float(step.owned.max() / step.owned.mean())  # how uneven the shares of the tiles are
    1.125
    """

    step: int
    """Its number, from 1 on."""
    pairs: int
    """How many pairs meet."""
    owned: npt.NDArray[np.int64]
    """How many objects each tile owns."""
    halos: npt.NDArray[np.int64]
    """How many objects of others each tile knows."""
    exchanged: int
    """Bytes of the arrays that went from tile to tile."""
    transferred: int
    """Those of them that went from worker to worker."""
    seconds: npt.NDArray[np.float64]
    """How long each tile worked; the rest of the time it waited."""


SceneStep.__module__ = "clearance.distributed"  # for pickle and documentation, the module that users import


class Order(NamedTuple):
    """All that a step needs beside the states before it."""

    base: int
    """The number of the step before."""
    splits: Splits
    changes: Changes | None
    move: Move | None


class Engine:
    """All tiles of a scene."""

    def __init__(self, crew: Crew, nothing: Objects, folder: str | None, every: int) -> None:
        self.crew = crew
        self.step = 0
        self._attempt = 0
        self._folder, self._every = folder, every
        self._empty = State(nothing, *[np.empty(0, np.uint64)] * 3)
        self._saved = 0
        self._log: list[Order] = []
        self._lost: SceneLost | None = None
        self._is_closed = False
        if folder is not None:
            make(folder)
        crew.all(put, 0, self._empty)

    def run(self, order: Order) -> SceneStep:
        """Carries out an order. If that raises, all is as it was."""
        done = self._safely(lambda: self._once(order))
        self.step = order.base + 1
        if self._folder is not None:
            self._log.append(order)
        return done

    def ask(self, question: Callable[..., Any], *arguments: Any) -> list[Any]:
        """The answers of all tiles about the last step."""
        return self._safely(lambda: self.crew.all(question, self.step, *arguments))

    def _once(self, order: Order) -> SceneStep:
        crew = self.crew
        self._attempt += 1
        changes = None if order.changes is None else crew.broadcast(order.changes)
        prepared: list[Prepared] = crew.all(prepare, order.base, self._attempt, order.splits, changes, order.move)
        del changes  # frees the memory that they have in every worker
        handed: list[list[Any]] = [[] for _ in crew.places]
        for tile, one in enumerate(prepared):
            for other in one.sends:
                handed[other].append(crew.submit(tile, hand, order.base, self._attempt, other))
        common = (order.base, self._attempt, order.splits)
        finished = crew.results([crew.submit(tile, finish, *common, *parcels) for tile, parcels in enumerate(handed)])
        return self._summed(order.base + 1, prepared, finished)

    def _summed(self, step: int, prepared: Sequence[Prepared], finished: Sequence[Finished]) -> SceneStep:
        homes = self.crew.homes
        sends = [(tile, other, size) for tile, one in enumerate(prepared) for other, size in one.sends.items()]
        return SceneStep(
            step,
            sum(one.pairs for one in finished),
            np.array([one.owned for one in finished], np.int64),
            np.array([one.halos for one in finished], np.int64),
            sum(size for _, _, size in sends),
            sum(size for tile, other, size in sends if homes[tile] != homes[other]),
            np.array([a.seconds + b.seconds for a, b in zip(prepared, finished)]),
        )

    def _safely(self, action: Callable[[], Result]) -> Result:
        """Does it, and again from the last checkpoint on if a worker dies meanwhile."""
        if self._lost is not None:
            raise SceneLost(str(self._lost))
        attempt = 0
        while True:
            try:
                if attempt:
                    self._restore()
                return action()
            except SceneLost as lost:
                attempt += 1
                if self._folder is None:
                    self._lost = SceneLost(f"{lost}; this scene has no checkpoints to go on from")
                    raise self._lost from lost
                if attempt > ATTEMPTS:
                    self._lost = lost
                    raise

    def _restore(self) -> None:
        """All tiles as they were at the last step, in the workers that are there."""
        assert self._folder is not None
        self.crew.forget()
        self.crew.settle()
        if self._saved == 0:
            self.crew.all(put, 0, self._empty)
        else:
            self.crew.all(restore, self._saved, self._folder)
        for order in self._log:
            self._once(order)

    def save_if_due(self) -> None:
        """Writes a checkpoint if it is time for one. If that raises, as when a disk is full, it is due again after the next step."""
        folder, size = self._folder, sum(_size(order.changes) for order in self._log)
        if folder is None or len(self._log) < self._every and size < LARGE:
            return
        self._safely(lambda: self.crew.all(save, self.step, folder))
        remove(self.crew.places, self._saved, folder)
        self._saved, self._log = self.step, []
        if self.crew.is_uneven():  # workers have come, as one that was started again: they get tiles now
            self._safely(self._restore)

    def close(self) -> None:
        """Ends all of it; after the first time nothing more happens."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._folder is not None:
            remove(self.crew.places, self._saved, self._folder)
        self._lost = SceneLost("this scene is closed")
        self.crew.close()


def _size(changes: Changes | None) -> int:
    return 0 if changes is None else changes.added.poses.nbytes + changes.added.carried.nbytes + changes.poses.nbytes
