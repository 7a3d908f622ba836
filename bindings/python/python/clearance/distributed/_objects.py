"""Many objects as arrays, which are cut apart and joined as objects go from tile to tile, and their boxes.

The box of an object must be the same in every process, bit by bit, for a pair is reported by the tile in which the common part of two boxes
has its lower corner. So it is computed by sums, products and comparisons alone: no sine, no rotation. An object that is turned has the
cube around the ball that its shape can turn in, which is up to 1.7 times as wide as the tightest box. Everything is rounded
outwards by more than the library rounds world coordinates (4 units in the last place, CONVENTIONS.md): two shapes that meet
always have boxes that meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import d2, d3
from .._errors import InvalidPose, InvalidType

Floats = npt.NDArray[np.float64]
Ids = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

COLUMNS = {2: (2, 3, 4), 3: (3, 7, 8)}
"""How many numbers a pose can have: a position, then an angle or quaternion, then a scale."""
LARGEST = 2.0**480
SPACING = 2.0**-1070
"""Eight spacings of the smallest numbers, which are all that rounding can do to them."""


class Kinds(NamedTuple):
    """Shapes by ascending keys, each with its box at the origin and the radius of the ball that it can turn in."""

    keys: Ids
    shapes: npt.NDArray[np.object_]
    low: Floats
    high: Floats
    radius: Floats


class Objects(NamedTuple):
    """Objects by ascending ids: poses of shape (n, columns), the keys of their shapes, and what they carry."""

    ids: Ids
    poses: Floats
    keys: Ids
    carried: Floats
    kinds: Kinds


def module(dimension: int) -> Any:
    return d2 if dimension == 2 else d3


def kinds_of(shapes: Sequence[Any], first_key: int, dimension: int) -> Kinds:
    """Keys from ``first_key`` on for shapes."""
    boxes = [shape.aabb() for shape in shapes]
    low = np.array([box.min for box in boxes], np.float64).reshape(-1, dimension)
    high = np.array([box.max for box in boxes], np.float64).reshape(-1, dimension)
    furthest = np.maximum(np.abs(low), np.abs(high))
    radius = np.hypot.reduce(furthest, axis=1) * (1 + 2.0**-48)  # computed once, and sent along
    held = np.empty(len(boxes), np.object_)
    held[:] = list(shapes)
    return Kinds(np.arange(first_key, first_key + len(boxes), dtype=np.uint64), held, low, high, radius)


def taken(objects: Objects, rows: npt.NDArray[Any]) -> Objects:
    """Some of the objects, in the order of ``rows``, with no more shapes than they have."""
    keys, kinds = objects.keys[rows], objects.kinds
    if len(kinds.keys) > 1:
        kinds = _kinds_taken(kinds, np.searchsorted(kinds.keys, np.unique(keys)))
    return Objects(objects.ids[rows], objects.poses[rows], keys, objects.carried[rows], kinds)


def _kinds_taken(kinds: Kinds, rows: npt.NDArray[Any]) -> Kinds:
    return Kinds(*(column[rows] for column in kinds))


def merged(parts: Sequence[Objects]) -> Objects:
    """The objects of all parts by ascending ids; no id is in two of them."""
    filled = [part for part in parts if len(part.ids)]
    if len(filled) < 2:
        return (filled or list(parts))[0]
    ids = np.concatenate([part.ids for part in filled])
    order = np.argsort(ids, kind="stable")
    poses = np.concatenate([part.poses for part in filled])[order]
    keys = np.concatenate([part.keys for part in filled])[order]
    carried = np.concatenate([part.carried for part in filled])[order]
    return Objects(ids[order], poses, keys, carried, _kinds_merged([part.kinds for part in filled]))


def _kinds_merged(parts: Sequence[Kinds]) -> Kinds:
    keys = np.concatenate([part.keys for part in parts])
    _, rows = np.unique(keys, return_index=True)
    return _kinds_taken(Kinds(*(np.concatenate(columns) for columns in zip(*parts))), rows)


def without_load(objects: Objects) -> Objects:
    """The same without what they carry."""
    return objects._replace(carried=np.empty((len(objects.ids), 0)))


def places(ids: Ids, wanted: Ids) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    """Where each of ``wanted`` is among ascending ids, and whether it is there."""
    if len(ids) == 0:
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    rows = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
    return rows, ids[rows] == wanted


def boxes(objects: Objects) -> tuple[Floats, Floats]:
    """The lower and upper corners, shape (n, dimension) each: the same bits wherever they are computed."""
    kinds, poses = objects.kinds, objects.poses
    dimension = kinds.low.shape[1]
    which = np.searchsorted(kinds.keys, objects.keys) if len(kinds.keys) > 1 else slice(None)
    position, low, high = poses[:, :dimension], kinds.low[which], kinds.high[which]
    if poses.shape[1] > dimension:
        turns = poses[:, dimension : COLUMNS[dimension][1]][:, :dimension]  # the angle, or x, y and z of a quaternion
        radius = kinds.radius[which][:, None]
        is_turned = (turns != 0).any(axis=1)[:, None]
        low, high = np.where(is_turned, -radius, low), np.where(is_turned, radius, high)
    if poses.shape[1] == COLUMNS[dimension][2]:
        low, high = poses[:, -1:] * low, poses[:, -1:] * high
    slack = (np.abs(position) + np.maximum(np.abs(low), np.abs(high))) * 2.0**-48 + SPACING
    return position + low - slack, position + high + slack


def full_poses(rows: npt.ArrayLike, columns: int | None, dimension: int) -> Floats:
    """Rows of numbers with as many columns as wanted, or as are given: what is not given is no rotation, and the scale 1."""
    given = np.asarray(rows)
    if given.size and given.dtype.kind not in "iuf":
        raise InvalidType(f"poses: must be numbers; got {given.dtype}", "poses")
    given = given if given.size else np.empty((0, dimension))
    if given.ndim != 2 or given.shape[1] not in COLUMNS[dimension] or given.shape[1] > (columns or 8):
        allowed = [count for count in COLUMNS[dimension] if count <= (columns or 8)]
        raise InvalidPose(f"poses: must have shape (n, k) with k in {allowed}; got {np.shape(rows)}", "poses")
    rest = [0.0, 1.0] if dimension == 2 else [0.0, 0.0, 0.0, 1.0, 1.0]
    filled = np.empty((len(given), columns or given.shape[1]))
    filled[:, : given.shape[1]] = given
    filled[:, given.shape[1] :] = rest[given.shape[1] - dimension : filled.shape[1] - dimension]
    return filled


def first_wrong(poses: Floats, dimension: int) -> tuple[int, str] | None:
    """The row of the first pose that is none, and what is wrong with it."""
    with np.errstate(invalid="ignore"):
        wrong = np.abs(poses) > LARGEST
        wrong |= np.isnan(poses)
        if poses.shape[1] > 3 and dimension == 3:
            wrong[:, 3:7] |= ~(poses[:, 3:7] != 0).any(axis=1)[:, None]
        if poses.shape[1] == COLUMNS[dimension][2]:
            wrong[:, -1] |= ~(poses[:, -1] > 0)
    if not wrong.any():
        return None
    row = int(np.argmax(wrong.any(axis=1)))
    return row, f"{poses[row].tolist()} is no pose: numbers must be at most 2^480, a quaternion not zero, a scale positive"
