"""How the world is divided into tiles: a k-d tree, whose leaves are the tiles.

A tree of splits (Bentley 1975) and not a grid: objects crowd, and a grid has then one full cell and many empty ones, while each
split halves what is there, wherever it is. A split puts ``x < value`` to its left and the rest to its right, so each point
of space, at infinity too, is in exactly one tile, and the tiles are half-open boxes. Splits are across the axis along which the
points are spread widest, which keeps the borders short that objects have to be known on both sides of.

Points that are all in one place cannot be divided: then one tile has them all, and others are empty.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

SAMPLE = 100_000
"""Medians of this many points are within 1 % of those of all, far more exact than objects that move need."""


class Splits(NamedTuple):
    """Nodes of a k-d tree. A child that is negative is a tile: -1 is tile 0, -2 is tile 1."""

    axis: list[int]
    value: list[float]
    left: list[int]
    right: list[int]
    root: int
    tiles: int


def split(points: Floats, tiles: int) -> Splits:
    """Splits that divide points, shape (n, dimension), into about equal shares. Points at infinity are not counted."""
    points = points[np.isfinite(points).all(axis=1)]
    points = points[:: max(1, len(points) // SAMPLE)]
    made = Splits([], [], [], [], 0 if tiles > 1 else -1, tiles)
    _divide(made, points, 0, tiles)
    return made


def _divide(made: Splits, points: Floats, first: int, tiles: int) -> int:
    """Divides points among the tiles from ``first`` on; returns the node, or the tile, as a child."""
    if tiles == 1:
        return -1 - first
    axis, value = _widest(points, tiles // 2 / tiles)
    node = len(made.axis)
    made.axis.append(axis)
    made.value.append(value)
    made.left.append(0)
    made.right.append(0)
    is_left = points[:, axis] < value
    made.left[node] = _divide(made, points[is_left], first, tiles // 2)
    made.right[node] = _divide(made, points[~is_left], first + tiles // 2, tiles - tiles // 2)
    return node


def _widest(points: Floats, share: float) -> tuple[int, float]:
    """The axis along which nine tenths of the points are spread widest, and the value that leaves this share below it."""
    if len(points) == 0:
        return 0, 0.0
    low, high = np.quantile(points, [0.05, 0.95], axis=0)
    axis = int(np.argmax(high / 2 - low / 2))
    place = min(int(len(points) * share), len(points) - 1)
    return axis, float(np.partition(points[:, axis], place)[place])


def owner(splits: Splits, points: Floats) -> Numbers:
    """The tile that each point is in, shape (n,)."""
    found = np.zeros(len(points), np.int64)
    for tile, rows in enumerate(reach(splits, points, points)):
        found[rows] = tile
    return found


def reach(splits: Splits, low: Floats, high: Floats) -> list[Numbers]:
    """For each tile the rows of the boxes that have a point in it, ascending. Boxes are closed."""
    found: list[Numbers] = [np.empty(0, np.int64)] * splits.tiles
    open_nodes = [(splits.root, np.arange(len(low)))]
    while open_nodes:
        node, rows = open_nodes.pop()
        if node < 0:
            found[-1 - node] = rows
            continue
        axis, value = splits.axis[node], splits.value[node]
        open_nodes.append((splits.left[node], rows[low[rows, axis] < value]))
        open_nodes.append((splits.right[node], rows[high[rows, axis] >= value]))
    return found
