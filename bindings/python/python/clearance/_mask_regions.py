"""The groups of filled pixels of a mask, joined by sides or corners; and the way round the first of them.

A group is found by its runs: pixels side by side in a row. Two runs of neighbouring rows are joined if they overlap when one is
made longer by a pixel at each end. In one long row, in which an empty pixel parts the rows of the mask, the runs that are joined
with a given one are those between two places that bisection finds, so all pairs come from a few calls of numpy.

The groups are then the connected components of a graph. Each run points to an earlier one, or to itself if it is the root of a tree. In
turns, every root is hooked to the earliest root that one of its runs is joined with, and every run is pointed to its root (hooking and
pointer jumping: Shiloach and Vishkin, "An O(log n) parallel connectivity algorithm", 1982). The first run of a group is its root at last.

pygame labels pixels (Wu, Otoo and Suzuki, "Two strategies to speed up connected component labeling algorithms", 2005). That is seen only
where several groups are largest: see ``largest``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Pixels: TypeAlias = npt.NDArray[np.bool_]
Numbers: TypeAlias = npt.NDArray[np.intp]

AROUND = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The neighbours of a pixel: right, then clockwise, with y down."""


class Regions:
    """The groups, numbered in the order of their first pixels, row by row from the top."""

    def __init__(self, pixels: Pixels) -> None:
        height, width = pixels.shape
        self._pixels = pixels
        self._pitch = width + 1
        line = np.zeros(height * self._pitch + 1, np.bool_)
        line[1:].reshape(height, self._pitch)[:, :width] = pixels
        changes = np.flatnonzero(line[1:] != line[:-1])
        self._starts, self._ends = changes[::2], changes[1::2]
        root = _roots(len(self._starts), *self._joined())
        is_first = root == np.arange(len(root))
        self._of_run: Numbers = (np.cumsum(is_first) - 1)[root]
        self.count = int(np.count_nonzero(is_first))
        self._line = line

    @property
    def sizes(self) -> Numbers:
        """How many pixels each has."""
        sizes = np.zeros(self.count, np.intp)
        np.add.at(sizes, self._of_run, self._ends - self._starts)
        return sizes

    def at(self, x: int, y: int) -> int:
        """That of a filled pixel."""
        run = np.searchsorted(self._starts, y * self._pitch + x, "right") - 1
        return int(self._of_run[run])

    def largest(self) -> int:
        """The largest; of several, that which pygame counts first to the end.

        There the pixels of a group are those of several labels. A label is made at a pixel that has no filled neighbour to its
        left or above, and labels are added up in order: so the first whose last label comes first.
        """
        sizes = self.sizes
        above = self._starts - self._pitch
        makes = above < 0
        below_top = above[~makes]
        makes[~makes] = ~(self._line[below_top] | self._line[below_top + 1] | self._line[below_top + 2])
        last = np.zeros(self.count, np.intp)
        np.maximum.at(last, self._of_run[makes], np.flatnonzero(makes))
        return int(np.lexsort((last, -sizes))[0])

    def one(self, number: int) -> Pixels:
        """The pixels of one."""
        picked = np.zeros_like(self._pixels)
        is_in = np.repeat(self._of_run == number, self._ends - self._starts)
        picked.reshape(-1)[np.flatnonzero(self._pixels)[is_in]] = True
        return picked

    def each(self, least: int) -> Iterator[Pixels]:
        """The pixels of each that has at least so many."""
        sizes = self.sizes
        of_pixel = np.repeat(self._of_run, self._ends - self._starts)
        sorted_pixels = np.flatnonzero(self._pixels)[np.argsort(of_pixel, kind="stable")]
        ends = np.cumsum(sizes)
        for number in np.flatnonzero(sizes >= least):
            picked = np.zeros_like(self._pixels)
            picked.reshape(-1)[sorted_pixels[ends[number] - sizes[number] : ends[number]]] = True
            yield picked

    def boxes(self) -> list[list[int]]:
        """Left, top, width and height of each."""
        top, left = np.divmod(self._starts, self._pitch)
        right = self._ends - top * self._pitch
        low = np.full((2, self.count), np.iinfo(np.intp).max, np.intp)
        high = np.zeros((2, self.count), np.intp)
        for k, (lows, highs) in enumerate([(left, right), (top, top + 1)]):
            np.minimum.at(low[k], self._of_run, lows)
            np.maximum.at(high[k], self._of_run, highs)
        boxes: list[list[int]] = np.concatenate([low, high - low]).T.tolist()
        return boxes

    def _joined(self) -> tuple[Numbers, Numbers]:
        """All pairs of runs that are joined: one in a row, and one in the next row."""
        first = np.searchsorted(self._ends, self._starts + self._pitch, "left")
        behind = np.searchsorted(self._starts, self._ends + self._pitch, "right")
        counts = behind - first
        upper = np.repeat(np.arange(len(counts)), counts)
        lower = np.arange(len(upper)) + np.repeat(first - (np.cumsum(counts) - counts), counts)
        return upper, lower


def _roots(count: int, a: Numbers, b: Numbers) -> Numbers:
    """For each node of a graph with these edges, the first node of its component."""
    root = np.arange(count)
    while len(a):
        root_a, root_b = root[a], root[b]
        apart = root_a != root_b
        a, b, root_a, root_b = a[apart], b[apart], root_a[apart], root_b[apart]
        np.minimum.at(root, np.maximum(root_a, root_b), np.minimum(root_a, root_b))
        while True:
            further = root[root]
            if np.array_equal(further, root):
                break
            root = further
    return root


def outline(pixels: Pixels, every: int) -> list[tuple[int, int]]:
    """The way round the group of the first pixel, from there and back; then every so many-th pixel of it.

    Moore's way of following a border, and the order of pygame: at each pixel the neighbours are looked at clockwise, from the one behind
    the last step. The way has ended where it would take its first step again.
    """
    height, width = pixels.shape
    pitch = width + 2
    framed = np.zeros((height + 2, pitch), np.uint8)
    framed[1:-1, 1:-1] = pixels
    cells = framed.tobytes()
    start = cells.find(1)
    if start < 0:
        return []
    steps = [x + y * pitch for x, y in AROUND]
    way = [start, *_way_round(cells, start, steps)]
    picked: Any = np.array(way[::every] if every > 0 else way[:1])
    y, x = np.divmod(picked, pitch)
    return list(zip((x - 1).tolist(), (y - 1).tolist(), strict=True))


def _way_round(cells: bytes, start: int, steps: list[int]) -> list[int]:
    """The pixels after the first, which is the last again; none if it has no neighbours."""
    turn = next((turn for turn, step in enumerate(steps) if cells[start + step]), None)
    if turn is None:
        return []
    # The steps to look at after each step, in order.
    looks = [[(next_turn % 8, steps[next_turn % 8]) for next_turn in range(turn + 6, turn + 14)] for turn in range(8)]
    first = start + steps[turn]
    way, here = [first], first
    while True:
        for turn, step in looks[turn]:
            if cells[here + step]:
                break
        there = here + step
        if there == first and here == start:
            return way
        way.append(there)
        here = there
