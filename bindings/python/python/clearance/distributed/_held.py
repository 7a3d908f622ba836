"""A ``Scene`` that is made to hold the objects that it is given, and says which of their pairs are a tile's to report."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .._errors import ClearanceError
from ._objects import Floats, Ids, Numbers, Objects, boxes, module, places, taken
from ._splits import Splits, owner

SLOT = np.uint64(0xFFFFFFFF)
"""The part of a handle that tells objects of one scene apart which exist at the same time."""


class HeldScene:
    """A scene and the objects in it. Whatever it held before, ``hold`` makes it hold what is wanted now: objects that stay
    keep their place in its index, so a step costs what has changed."""

    def __init__(self, dimension: int, threads: int | None) -> None:
        self.scene = module(dimension).Scene(threads=threads)
        self.objects: Objects | None = None
        self.handles = np.empty(0, np.uint64)

    def hold(self, wanted: Objects) -> None:
        """Adds, moves and removes until it holds these objects, and updates. If it raises, the scene must be thrown away."""
        before = self.objects
        handles = np.empty(len(wanted.ids), np.uint64)
        is_new = np.ones(len(wanted.ids), np.bool_)
        if before is not None:
            rows, stays = places(wanted.ids, before.ids)
            self.scene.remove_many(self.handles[~stays])
            old, rows = np.flatnonzero(stays), rows[stays]
            handles[rows], is_new[rows] = self.handles[old], False
            self._move(handles, wanted, rows[_differ(before.poses, old, wanted.poses, rows)])
        self._add(handles, wanted, np.flatnonzero(is_new))
        self.objects, self.handles = wanted, handles
        self.scene.update()

    def _move(self, handles: Ids, wanted: Objects, rows: Numbers) -> None:
        try:
            self.scene.set_poses(handles[rows], wanted.poses[rows])
        except ClearanceError as error:
            raise _of_object(error, wanted.ids[rows]) from error

    def _add(self, handles: Ids, wanted: Objects, rows: Numbers) -> None:
        new = taken(wanted, rows)
        if len(new.kinds.keys) == 1:
            shapes = new.kinds.shapes[0]
        else:
            shapes = type(self)._shapes(new)
        try:
            handles[rows] = self.scene.add_many(shapes, new.poses)
        except ClearanceError as error:
            raise _of_object(error, new.ids) from error

    @staticmethod
    def _shapes(new: Objects) -> object:
        dimension = new.kinds.low.shape[1]
        return module(dimension).Shapes(new.kinds.shapes[np.searchsorted(new.kinds.keys, new.keys)].tolist())

    def pairs_of(self, tile: int, splits: Splits) -> npt.NDArray[np.uint64]:
        """The pairs that meet and are this tile's to report, packed and ascending.

        Each pair belongs to the tile in which the common part of its two boxes has its lower corner. That point is in both boxes, so
        both objects reach into that tile, which therefore knows them; and it is in one tile only.
        """
        pairs = self.scene.pairs()
        if len(pairs) == 0 or self.objects is None:
            return np.empty(0, np.uint64)
        slots = self.handles & SLOT
        row_of = np.empty(int(slots.max()) + 1, np.int64)
        row_of[slots] = np.arange(len(slots))
        rows = row_of[pairs & SLOT]
        low, _ = boxes(self.objects)
        mine = rows[owner(splits, _higher(low, rows)) == tile]
        return packed(self.objects.ids[mine])


def _differ(before: Floats, old: Numbers, now: Floats, rows: Numbers) -> npt.NDArray[np.bool_]:
    """Which poses are others than before; column by column, which is several times as fast as row by row."""
    found = np.zeros(len(rows), np.bool_)
    for column in range(now.shape[1]):
        found |= before[old, column] != now[rows, column]
    return found


def _higher(low: Floats, rows: Numbers) -> Floats:
    return np.maximum(low[rows[:, 0]], low[rows[:, 1]])


def packed(pairs: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Pairs of ids below 2^32, shape (n, 2), as one number each, the smaller id in the upper half, ascending."""
    first, second = pairs.min(axis=1), pairs.max(axis=1)
    return np.sort((first << np.uint64(32)) | second)


def unpacked(numbers: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Pairs of ids, shape (n, 2)."""
    return np.stack([numbers >> np.uint64(32), numbers & SLOT], axis=1)


def _of_object(error: ClearanceError, ids: Ids) -> ClearanceError:
    """The same error, which names the object by its id."""
    if error.index is None:
        return error
    number = int(ids[error.index])
    return type(error)(f"{error.args[0]}: the object with the id {number}", error.field, number)
