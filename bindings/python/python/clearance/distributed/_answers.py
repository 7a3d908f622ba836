"""What the client asks tiles between two steps: each function is a task, pinned to the worker where the tile lives."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ._held import unpacked
from ._objects import Floats, Ids, boxes, places, taken
from ._tiles import Place, state_of

Packed = npt.NDArray[np.uint64]


def pairs_of(place: Place, step: int) -> npt.NDArray[np.uint64]:
    """The pairs that this tile reports, shape (m, 2)."""
    return unpacked(state_of(place, step).pairs)


def pairs_changed(place: Place, step: int) -> tuple[Packed, Packed]:
    """The packed pairs that this tile reports and did not report before, and the other way round.

    A pair that went from one tile to another is new in one and gone in the other: the client strikes out what it finds in both.
    """
    state = state_of(place, step)
    return state.new, state.gone


def poses_of(place: Place, step: int, wanted: Ids | None) -> tuple[Ids, Floats]:
    """The ids and poses of the objects that this tile owns, of all or of those among ``wanted``, which ascend."""
    objects = state_of(place, step).objects
    if wanted is None:
        return objects.ids, objects.poses
    rows, is_here = places(objects.ids, wanted)
    return objects.ids[rows[is_here]], objects.poses[rows[is_here]]


def corners(place: Place, step: int, stride: int) -> Floats:
    """The lower corners of the boxes of every so many objects of this tile."""
    objects = state_of(place, step).objects
    low, _ = boxes(taken(objects, np.arange(0, len(objects.ids), stride)))
    return low
