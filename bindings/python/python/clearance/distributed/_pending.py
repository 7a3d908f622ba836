"""What the user changed since the last update, checked at once; and which ids are in use."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._errors import InvalidArgument, InvalidPose, InvalidType, NoSuchObject
from ._objects import Floats, Ids, Kinds, Objects, first_wrong, full_poses, kinds_of, merged, module, places, taken
from ._tiles import Changes

MOST = 2**32
"""Ids are below this, so that a pair of them is one number of 64 bits."""


class Pending:
    """Changes that wait for the next update. Ids count up from 0 and are never used again."""

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.columns: int | None = None
        self.carried: int | None = None
        self._alive = np.zeros(0, np.bool_)
        self._keys = 0
        self.clear()

    def clear(self) -> None:
        self._added: list[Objects] = []
        self._moved: list[tuple[Ids, Floats]] = []
        self._removed: list[Ids] = []

    def ids(self) -> Ids:
        return np.flatnonzero(self._alive).astype(np.uint64)

    def __len__(self) -> int:
        return int(np.count_nonzero(self._alive))

    def add(self, shapes: Any, poses: npt.ArrayLike, carried: npt.ArrayLike | None) -> Ids:
        filled = self._checked(poses)
        count, first = len(filled), len(self._alive)
        if first + count > MOST:
            raise InvalidArgument(f"poses: a scene can have {MOST} objects in all its time", "poses")
        kinds, keys = self._kinds(shapes, count)
        load = self._load(carried, count)
        if self.columns is None and count:  # the first objects say how many numbers a pose has
            self.columns, self.carried = filled.shape[1], load.shape[1]
        ids = np.arange(first, first + count, dtype=np.uint64)
        self._alive = np.concatenate([self._alive, np.ones(count, np.bool_)])
        self._keys += len(kinds.keys)
        self._added.append(Objects(ids, filled, keys, load, kinds))
        return ids

    def _checked(self, poses: npt.ArrayLike) -> Floats:
        filled = full_poses(poses, self.columns, self.dimension)
        wrong = first_wrong(filled, self.dimension)
        if wrong is not None:
            raise InvalidPose(f"poses: {wrong[1]}", "poses", wrong[0])
        return filled

    def _kinds(self, shapes: Any, count: int) -> tuple[Kinds, Ids]:
        """One shape for all, or one for each."""
        listed = module(self.dimension).Shapes
        given = shapes if isinstance(shapes, listed) else listed([shapes])
        if isinstance(shapes, listed) and len(given) != count:
            raise InvalidArgument(f"shapes: must be one shape, or one for each of {count} poses; got {len(given)}", "shapes")
        kinds = kinds_of(list(given), self._keys, self.dimension)
        return kinds, kinds.keys if isinstance(shapes, listed) else np.full(count, self._keys, np.uint64)

    def _load(self, carried: npt.ArrayLike | None, count: int) -> Floats:
        """What each object carries, shape (n, c); the first objects say how large c is."""
        given = np.zeros((count, self.carried or 0)) if carried is None else np.asarray(carried)
        if given.size and given.dtype.kind not in "iuf":
            raise InvalidType(f"carried: must be numbers; got {given.dtype}", "carried")
        if given.ndim != 2 or len(given) != count or self.carried not in (None, given.shape[1]):
            width = "c" if self.carried is None else self.carried
            raise InvalidArgument(f"carried: must have shape ({count}, {width}); got {given.shape}", "carried")
        return given.astype(np.float64)

    def set_poses(self, ids: npt.ArrayLike, poses: npt.ArrayLike) -> None:
        known = self.known(ids)
        filled = self._checked(poses)
        if len(filled) != len(known):
            raise InvalidArgument(f"poses: must have a row for each of {len(known)} ids; got {len(filled)}", "poses")
        if len(known):
            self._moved.append((known, filled))

    def remove(self, ids: npt.ArrayLike) -> None:
        known = self.known(ids)
        ordered, first = np.unique(known, return_index=True)
        if len(ordered) < len(known):
            index = int(np.setdiff1d(np.arange(len(known)), first)[0])
            raise NoSuchObject(f"ids: {known[index]} is named twice", "ids", index)
        self._alive[known] = False
        self._removed.append(known)

    def known(self, ids: npt.ArrayLike) -> Ids:
        """These ids, if all are in use."""
        given = np.asarray(ids)
        if given.size and given.dtype.kind not in "iu":
            raise InvalidType(f"ids: must be whole numbers; got {given.dtype}", "ids")
        if given.ndim != 1:
            raise InvalidArgument(f"ids: must have shape (n,); got {given.shape}", "ids")
        is_there = (given >= 0) & (given < len(self._alive))
        is_known = is_there & self._alive[np.where(is_there, given, 0).astype(np.int64)] if len(self._alive) else np.zeros(given.shape, np.bool_)
        if not is_known.all():
            index = int(np.argmin(is_known))
            raise NoSuchObject(f"ids: there is no object {given[index]}", "ids", index)
        return given.astype(np.uint64)

    def changes(self) -> Changes | None:
        """All of it: of several poses of one object the last; of what was added and removed, nothing."""
        if not (self._added or self._moved or self._removed):
            return None
        added = merged(self._added) if self._added else self.nothing()
        removed = np.sort(np.concatenate([np.empty(0, np.uint64), *self._removed]))
        added = taken(added, np.flatnonzero(~places(removed, added.ids)[1])) if len(removed) else added
        moved = np.concatenate([np.empty(0, np.uint64), *(ids for ids, _ in self._moved)])
        poses = np.concatenate([np.empty((0, added.poses.shape[1])), *(rows for _, rows in self._moved)])
        last = len(moved) - 1 - np.unique(moved[::-1], return_index=True)[1]
        return Changes(added, moved[last], poses[last], removed)

    def nothing(self) -> Objects:
        """No objects, with as many columns as there would be."""
        kinds = kinds_of([], 0, self.dimension)
        none = np.empty(0, np.uint64)
        return Objects(none, np.empty((0, self.columns or self.dimension)), none, np.empty((0, self.carried or 0)), kinds)
