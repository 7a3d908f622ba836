"""A scene over several processes: ``TiledScene``."""

from __future__ import annotations

import uuid
from types import TracebackType
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from .._errors import InvalidArgument, NoSuchObject
from ._answers import corners, pairs_changed, pairs_of, poses_of
from ._crew import Crew, is_count
from ._engine import Engine, Order, SceneStep
from ._held import unpacked
from ._objects import boxes, module, places, taken
from ._pending import Pending
from ._splits import SAMPLE, Splits, split
from ._tiles import Move

__all__ = ["TiledScene"]


class TiledScene:
    """Many moving objects in several processes, or on several machines: which of them meet.

    Space is divided into tiles, each a ``Scene`` in a worker of Dask. Objects go from tile to tile as they move; copies of objects at a
    border (halos) are known on both sides. The pairs are those of one ``Scene`` with all objects: each that meets, exactly once, touching
    included.

    ``dimension`` is 2 or 3. ``client`` is a ``distributed.Client``; without one, a process is started for each core, and ended by
    ``close``. (Then the program needs ``if __name__ == "__main__":``, as every one that starts processes.) ``tiles`` is the number of
    tiles, by default one for each worker. ``threads`` is that of each tile's scene.

    If a worker dies, what its tiles knew is gone. With ``checkpoints``, a folder that the client and all workers share (a path, or a
    URL for fsspec), the tiles are written there every ``every`` steps, and earlier if the changes since then exceed 256 MB. After a
    death they are read again in the workers that are there, and the steps since then are done again, without the caller noticing.
    The function that moves the objects must then do the same again. Checkpoints are pickles: only trusted people may write to that
    folder. Without ``checkpoints``, ``update`` and all questions raise ``SceneLost`` from then on. If there is no worker at all, a scene
    waits two minutes for one.

    An object needs about 0.6 kB in the worker that owns it. Dask counts that as unmanaged memory: leave room below its limit.

    All processes together compute 1.5 to 2 times as much as one ``Scene``, and need more memory; the busiest of two computed 1.3 times
    less than one ``Scene`` with ten million boxes, and no less with a hundred thousand. So tiles are for worlds that one machine
    cannot hold, or for more cores than one machine has.

    >>> import numpy as np
    >>> from clearance import d2
    >>> from clearance.distributed import TiledScene
    >>> from distributed import Client
    >>> client = Client(n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0")
    >>> with TiledScene(2, client=client, tiles=2) as scene:
    ...     ids = scene.add_many(d2.Box((0.5, 0.5)), [(0.0, 0.0), (1.0, 0.0), (5.0, 0.0)], carried=[[0.0], [0.0], [-3.0]])
    ...     first = scene.update()
    ...     print(scene.pairs().tolist(), first.owned.sum())
    ...     def move(moving):
    ...         moving.poses[:, :1] += moving.carried
    ...     second = scene.update(move)
    ...     print(scene.pairs().tolist(), scene.began().tolist())
    [[0, 1]] 3
    [[0, 1], [1, 2]] [[1, 2]]
    >>> client.close()
    """

    def __init__(
        self,
        dimension: Literal[2, 3],
        *,
        client: Any = None,
        tiles: int | None = None,
        threads: int | None = 1,
        checkpoints: str | None = None,
        every: int = 16,
    ) -> None:
        if dimension not in (2, 3):
            raise InvalidArgument("dimension: must be 2 or 3", "dimension")
        if not is_count(every):
            raise InvalidArgument(f"every: must be a whole number from 1 on; got {every!r}", "every")
        module(dimension).Scene(threads=threads)  # raises if the number is none
        self._pending = Pending(dimension)
        crew = Crew(client, uuid.uuid4().hex[:12], tiles, dimension, threads)
        self._engine = Engine(crew, self._pending.nothing(), checkpoints, every)
        self._splits: Splits | None = None

    def add_many(self, shapes: Any, poses: npt.ArrayLike, *, carried: npt.ArrayLike | None = None) -> npt.NDArray[np.uint64]:
        """Adds an object for each row of ``poses``; ``shapes`` is one shape for all, or ``Shapes``. Returns their ids, shape (n,).

        Poses are as for ``Scene.add_many``: a position, then an angle or quaternion, then a scale. The first objects say how
        many columns there are; later ones may have fewer. ``carried``, shape (n, c), are numbers that go with the
        objects from tile to tile for the function that moves them: velocities, for example. An object is there from the
        next update on.

        Positions alone cost least: an object with an angle or quaternion that turns it has a larger box here, of the ball in which it can
        turn. Raises ``InvalidPose`` with the index of the first wrong one, ``InvalidArgument`` and ``InvalidType``; then nothing is added.
        """
        return self._pending.add(shapes, poses, carried)

    def set_poses(self, ids: npt.ArrayLike, poses: npt.ArrayLike) -> None:
        """Sets the poses of objects from the next update on: ``ids`` of shape (n,), ``poses`` with a row for each.

        All rows go to every worker, since only the tiles know where each object is; a function given to ``update`` moves objects where
        they are. Raises ``NoSuchObject`` or ``InvalidPose`` with the index of the first wrong entry; then nothing is changed.
        """
        self._pending.set_poses(ids, poses)

    def remove_many(self, ids: npt.ArrayLike) -> None:
        """Removes objects; their pairs end with the next update. Raises ``NoSuchObject``, and then removes nothing."""
        self._pending.remove(ids)

    def __len__(self) -> int:
        """How many objects there are, with those that were added since the last update."""
        return len(self._pending)

    def ids(self) -> npt.NDArray[np.uint64]:
        """The ids of all objects, ascending, shape (n,)."""
        return self._pending.ids()

    def update(self, move: Move | None = None) -> SceneStep:
        """A step: makes the changes, lets ``move`` move all objects, hands over those that left their tile, and finds the pairs.

        ``move(moving)`` is called in the workers, for each tile with the objects that it owns, and changes ``moving.poses`` and
        ``moving.carried`` in place. What it does to an object may depend on that object and ``moving.step`` only, since nothing says which objects are
        in a tile together, and it may be called again for the same step if a worker dies.

        Raises ``InvalidPose`` with the id if it leaves a number that is no pose, and what it raises itself. Then the scene is as it was,
        and what was changed since waits for the next update; so too after Ctrl-C. Raises ``SceneLost`` if a worker died and there are no checkpoints. If a checkpoint cannot be written, raises
        what the file system raised; then the step has been done, and the next one tries again.
        """
        changes = self._pending.changes()
        splits = self._splits
        if splits is None and changes is not None and len(changes.added.ids):
            some = np.arange(0, len(changes.added.ids), 1 + len(changes.added.ids) // SAMPLE)
            splits = split(boxes(taken(changes.added, some))[0], len(self._engine.crew.places))
        nowhere = split(np.empty((0, self._pending.dimension)), len(self._engine.crew.places))
        step = self._engine.run(Order(self._engine.step, splits or nowhere, changes, move))
        self._pending.clear()
        self._splits = splits
        self._engine.save_if_due()
        return step

    def pairs(self) -> npt.NDArray[np.uint64]:
        """The pairs that met at the last update, each once: ids of shape (m, 2), the smaller first, in ascending order.

        All of them come to the client: 16 bytes for each pair. ``pairs_by_tile`` leaves them in the workers.
        """
        found = np.concatenate(self._engine.ask(pairs_of))
        return found[np.lexsort((found[:, 1], found[:, 0]))]

    def pairs_by_tile(self) -> list[Any]:
        """The pairs of each tile as a future of Dask, an array of shape (m, 2) in the worker of the tile. Each pair is in one of them.

        ``client.submit(function, future)`` works on them there; ``future.result()`` brings them. They are made of the last update:
        wait for them before the next one.
        """
        crew = self._engine.crew
        return [crew.submit(tile, pairs_of, self._engine.step) for tile in range(len(crew.places))]

    def began(self) -> npt.NDArray[np.uint64]:
        """The pairs that have begun to meet with the last update, shape (m, 2), in ascending order."""
        return self._changed()[0]

    def ended(self) -> npt.NDArray[np.uint64]:
        """The pairs that no longer meet since the last update, shape (m, 2), in ascending order; also those of removed objects."""
        return self._changed()[1]

    def _changed(self) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64]]:
        """Without those that only another tile reports now."""
        new, gone = (np.concatenate(parts) for parts in zip(*self._engine.ask(pairs_changed)))
        return unpacked(np.setdiff1d(new, gone)), unpacked(np.setdiff1d(gone, new))

    def poses(self, ids: npt.ArrayLike | None = None) -> npt.NDArray[np.float64]:
        """The poses of these objects, or of all in the order of ``ids()``, as of the last update: a row for each.

        Raises ``NoSuchObject`` with the index of an id that is unknown, or that was added since the last update.
        """
        wanted = self._pending.known(self._pending.ids() if ids is None else ids)
        found = self._engine.ask(poses_of, None if ids is None else np.unique(wanted))
        known, rows = (np.concatenate(parts) for parts in zip(*([part for part in found if len(part[0])] or found[:1])))
        order = np.argsort(known)
        places_of, is_there = places(known[order], wanted)
        if not is_there.all():
            index = int(np.argmin(is_there))
            raise NoSuchObject(f"ids: object {wanted[index]} is not there before the next update", "ids", index)
        return np.asarray(rows[order][places_of], np.float64)

    def rebalance(self) -> None:
        """Divides space anew, by where the objects are now; from the next update on. That hands over about as many objects as change
        their tile, and costs a sample of 100,000 corners now. Do it when ``SceneStep.owned`` has become uneven.
        """
        stride = 1 + len(self) // SAMPLE
        found = np.concatenate(self._engine.ask(corners, stride))
        self._splits = split(found, len(self._engine.crew.places)) if len(found) else None

    def close(self) -> None:
        """Lets the workers forget the scene, deletes its checkpoints, and ends the processes that it has started."""
        self._engine.close()

    def __enter__(self) -> TiledScene:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


TiledScene.__module__ = "clearance.distributed"  # for pickle and documentation, the module that users import
