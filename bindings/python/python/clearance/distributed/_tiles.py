"""The part of a tiled scene that lives in the workers: one tile's objects, its ``Scene``, and what it does in a step.

A step has three stages, each a task of Dask, pinned to the worker where the tile lives:

1. ``prepare``: the tile applies what the user changed, moves its own objects, and sorts them by where they are now. An object
   belongs to the tile with the lower corner of its box; every other tile that its box reaches into gets a copy (a halo).
2. ``hand``: what one tile has for another one. Dask takes it from worker to worker, and not through the client.
3. ``finish``: the tile joins what it has kept with what it was handed, and asks its scene for the pairs.

What a tile knows stands on a shelf of its process and not in the results of tasks: results would need all tasks before them to
be remembered. A stage reads the state of the last step that was completed and writes beside it; the step counts when every tile
has finished it. So a step that fails changes nothing, and can be begun again. Distributed simulation of particles is done
in this way (Plimpton 1995: spatial decomposition, ghost atoms); there the halo is as wide as the longest reach of a force, here as each
box needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .._errors import InvalidArgument, InvalidPose
from ._held import HeldScene
from ._objects import Floats, Ids, Objects, boxes, first_wrong, merged, places, taken, without_load
from ._splits import Splits, owner, reach


class SceneLost(RuntimeError):
    """A worker died or was restarted, and what its tiles knew is lost; the message says why it could not be restored."""


@dataclass
class Moving:
    """Objects that a function moves, by changing ``poses`` and ``carried``.

    >>> import numpy as np
    >>> from clearance.distributed import Moving
    >>> moving = Moving(np.array([7], np.uint64), np.zeros((1, 3)), np.array([[0.0, 0.5, 0.0]]), 1)
    >>> moving.poses += moving.carried
    >>> moving.poses.tolist()
    [[0.0, 0.5, 0.0]]
    """

    ids: npt.NDArray[np.uint64]
    """Shape (n,)."""
    poses: npt.NDArray[np.float64]
    """Shape (n, columns), as they were given to ``add_many``."""
    carried: npt.NDArray[np.float64]
    """Shape (n, c): what was given to ``add_many`` for them, such as velocities."""
    step: int
    """1 in the first update."""


SceneLost.__module__ = Moving.__module__ = "clearance.distributed"  # for pickle and documentation, the module that users import

Move = Callable[[Moving], object]


class Changes(NamedTuple):
    """What the user changed since the last step, in the order in which it is done: added, moved, removed."""

    added: Objects
    moved: Ids
    poses: Floats
    removed: Ids


class State(NamedTuple):
    """What a tile knows after a step."""

    objects: Objects
    """Those that it owns."""
    pairs: npt.NDArray[np.uint64]
    """Those that it reports, packed (``_held.packed``), ascending."""
    new: npt.NDArray[np.uint64]
    """Those of them that it did not report before."""
    gone: npt.NDArray[np.uint64]
    """Those that it reported before, and no longer."""


class Parcel(NamedTuple):
    """What one tile has for another one."""

    owned: Objects
    halo: Objects

    @property
    def nbytes(self) -> int:
        return sum(column.nbytes for part in self for column in (part.ids, part.poses, part.keys, part.carried, *part.kinds))


class Prepared(NamedTuple):
    """What the client learns of the first stage: bytes by the tile that they are for, and seconds."""

    sends: dict[int, int]
    seconds: float


class Finished(NamedTuple):
    """What the client learns of the last stage."""

    owned: int
    halos: int
    pairs: int
    seconds: float


class Place(NamedTuple):
    """A tile of a scene."""

    scene: str
    tile: int
    dimension: int
    threads: int | None


class _Tile:
    """What stands on the shelf: states by the number of the step, and what the attempt at the next one has made so far.

    An attempt that was given up, as by Ctrl-C, may still run here beside the next one: so each leaves something only as long as it is the last.
    """

    def __init__(self, step: int, state: State) -> None:
        self.states = {step: state}
        self.attempt = 0
        self.parcels: dict[int, Parcel] = {}
        self.held: HeldScene | None = None


_shelf: dict[tuple[str, int], _Tile] = {}


def put(place: Place, step: int, state: State) -> None:
    """Begins a tile, or begins it again after a failure, with this state."""
    _shelf[place.scene, place.tile] = _Tile(step, state)


def drop(scene: str) -> None:
    """Forgets all tiles of a scene."""
    for key in [key for key in _shelf if key[0] == scene]:
        _shelf.pop(key, None)


def state_of(place: Place, step: int) -> State:
    """What a tile knows after this step."""
    return _tile(place, step).states[step]


def _tile(place: Place, step: int) -> _Tile:
    tile = _shelf.get((place.scene, place.tile))
    if tile is None or step not in tile.states:
        raise SceneLost(f"tile {place.tile} of step {step} is not in the worker where it was: that was restarted")
    return tile


def _refuse_old(attempt: int, tile: _Tile) -> None:
    if attempt < tile.attempt:
        raise SceneLost(f"attempt {attempt} was given up")


def prepare(place: Place, base: int, attempt: int, splits: Splits, changes: Changes | None, move: Move | None) -> Prepared:
    """The first stage of the step after ``base``."""
    begin = time.perf_counter()
    tile = _tile(place, base)
    _refuse_old(attempt, tile)
    objects = tile.states[base].objects
    tile.attempt, tile.parcels, tile.states = attempt, {}, {base: tile.states[base]}
    if changes is not None:
        objects = _changed(objects, changes, place, splits)
    if move is not None:
        objects = _moved(objects, move, base + 1, place.dimension)
    parcels = _parcels(objects, splits)
    if tile.attempt == attempt:
        tile.parcels = parcels
    sends = {other: parcel.nbytes for other, parcel in parcels.items() if other != place.tile}
    return Prepared(sends, time.perf_counter() - begin)


def _changed(objects: Objects, changes: Changes, place: Place, splits: Splits) -> Objects:
    """Of what is added, a tile takes what will be its own; of the rest, what it owns already."""
    if len(changes.added.ids):
        low, _ = boxes(changes.added)
        new = taken(changes.added, np.flatnonzero(owner(splits, low) == place.tile))
        objects = merged([objects, new])
    if len(changes.moved):
        rows, is_here = places(objects.ids, changes.moved)
        poses = objects.poses.copy()
        poses[rows[is_here]] = changes.poses[is_here]
        objects = objects._replace(poses=poses)
    if len(changes.removed):
        _, is_removed = places(changes.removed, objects.ids)
        objects = taken(objects, np.flatnonzero(~is_removed))
    return objects


def _moved(objects: Objects, move: Move, step: int, dimension: int) -> Objects:
    """What the user's function makes of copies, so that it can be called again."""
    moving = Moving(objects.ids.copy(), objects.poses.copy(), objects.carried.copy(), step)
    if len(objects.ids):
        move(moving)
    poses = _as_before(moving.poses, objects.poses, "poses")
    carried = _as_before(moving.carried, objects.carried, "carried")
    wrong = first_wrong(poses, dimension)
    if wrong is not None:
        number = int(objects.ids[wrong[0]])
        raise InvalidPose(f"move: the object with the id {number}: {wrong[1]}", "move", number)
    return objects._replace(poses=poses, carried=carried)


def _as_before(left: object, before: Floats, name: str) -> Floats:
    """What a function left in place of an array, if it has the same shape."""
    made = np.asarray(left)
    if made.shape != before.shape or made.dtype.kind not in "iuf":
        raise InvalidArgument(f"move: left {name} of shape {made.shape} and type {made.dtype}; must be numbers of shape {before.shape}", "move")
    return made.astype(np.float64)


def _parcels(objects: Objects, splits: Splits) -> dict[int, Parcel]:
    """The objects by the tiles that must know them; tiles for which there is nothing are left out."""
    low, high = boxes(objects)
    home = owner(splits, low)
    parcels = {}
    for tile, rows in enumerate(reach(splits, low, high)):
        if len(rows):
            is_home = home[rows] == tile
            parcels[tile] = Parcel(taken(objects, rows[is_home]), taken(objects, rows[~is_home]))
    return parcels


def hand(place: Place, base: int, attempt: int, other: int) -> Parcel:
    """The second stage: what this tile has for another one."""
    tile = _tile(place, base)
    parcels = tile.parcels
    _refuse_old(attempt, tile)
    return parcels[other]


def finish(place: Place, base: int, attempt: int, splits: Splits, *handed: Parcel) -> Finished:
    """The third stage of the step after ``base``: its state stands beside that of ``base`` until the next step begins."""
    begin = time.perf_counter()
    tile = _tile(place, base)
    parcels, before = tile.parcels, tile.states[base]
    _refuse_old(attempt, tile)
    kept = [parcels.pop(place.tile)] if place.tile in parcels else []
    empty = taken(before.objects, np.empty(0, np.int64))
    owned = merged([parcel.owned for parcel in (*kept, *handed)] or [empty])
    halo = merged([parcel.halo for parcel in (*kept, *handed)] or [empty])
    held, tile.held = tile.held or HeldScene(place.dimension, place.threads), None
    held.hold(merged([without_load(owned), without_load(halo)]))
    pairs = held.pairs_of(place.tile, splits)
    new, gone = pairs[~places(before.pairs, pairs)[1]], before.pairs[~places(pairs, before.pairs)[1]]
    if tile.attempt == attempt:
        tile.held, tile.states[base + 1] = held, State(owned, pairs, new, gone)
    return Finished(len(owned.ids), len(halo.ids), len(pairs), time.perf_counter() - begin)
