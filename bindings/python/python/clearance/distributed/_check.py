"""``clearance check`` with its pairs decided by the workers of a Dask cluster.

The client reads the files, writes their shapes into one file, and divides space into tiles; each pair belongs to one of them.
A task is a tile: the places of its objects, and where in the file their shapes are. A worker reads those that it needs, decides
the tile's pairs, and returns what is printed of them. So workers need no scene, and tasks may be done in any order and
any number of times: scheduling, retries and spilling are Dask's. Results that have come stay with the client, so what is lost
with a scheduler is only what it had not delivered.
"""

from __future__ import annotations

import shutil
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from importlib import import_module
from pathlib import Path
from typing import Any

from .._native import KeptSolids, decide_task, run_command_on
from ._cluster import dask

PATIENCE = 120.0
"""Seconds for which the client waits for a scheduler that is gone."""
RETRIES = 2
"""How often a tile is tried again where something was raised: a file may be out of reach for a while."""
MEMORY = 2 << 30
"""How many bytes a worker may use if it does not say itself."""
TILES_PER_WORKER = 8
"""So that a slow worker keeps the others waiting for an eighth of its share at most."""


class Decider:
    """Has the tasks of one check decided on a cluster: ``connect`` makes a client of it, again if it was lost."""

    def __init__(self, connect: Callable[[], Any], store: str | None) -> None:
        self._connect = connect
        self._store = store

    def __call__(self, shapes: Path, tasks: Sequence[bytes]) -> Iterator[bytes]:
        """What was found in each task, in the order in which they are done."""
        url = str(shapes) if self._store is None else upload(shapes, self._store)
        try:
            yield from self._all(url, dict(enumerate(tasks)))
        finally:
            if self._store is not None:
                remove(url)

    def _all(self, url: str, left: dict[int, bytes]) -> Iterator[bytes]:
        losses = (dask().comm.CommClosedError, dask().client.FutureCancelledError, CancelledError, OSError)
        since = time.monotonic()
        while left:
            try:
                with self._connect() as client:
                    for number, found in _decided(client, url, left):
                        del left[number]
                        since = time.monotonic()
                        yield found
            except losses:
                if time.monotonic() - since > PATIENCE:
                    raise
                time.sleep(1.0)  # the scheduler may be on its way back


def _decided(client: Any, url: str, left: dict[int, bytes]) -> Iterator[tuple[int, bytes]]:
    """The tasks that are left, as they are done."""
    futures = {client.submit(decide, task, url, pure=False, retries=RETRIES): number for number, task in left.items()}
    for future in dask().as_completed(list(futures), loop=client.loop):
        yield futures[future], future.result()
        future.release()


def decide(task: bytes, url: str) -> bytes:
    """Decides the pairs of a task; runs on a worker."""
    memory = MEMORY
    try:
        worker = dask().get_worker()
        memory = worker.memory_manager.memory_limit or MEMORY * worker.state.nthreads
    except ValueError:
        pass  # not on a worker
    shapes = Shapes.of(url)
    return decide_task(task, shapes.read, shapes.kept, memory)


class Shapes:
    """A file of shapes, opened once in each process, and what is in memory of it, for the tasks of all threads."""

    _open: dict[str, Shapes] = {}  # noqa: RUF012
    _lock = threading.Lock()

    def __init__(self, url: str) -> None:
        self._file = import_module("fsspec").open(url, "rb").open()
        self._own = threading.Lock()
        self.kept = KeptSolids()

    @classmethod
    def of(cls, url: str) -> Shapes:
        """The file of this name; that of an earlier check is closed."""
        with cls._lock:
            if url not in cls._open:
                cls._open.clear()
                cls._open[url] = cls(url)
            return cls._open[url]

    def read(self, at: int, count: int) -> bytes:
        """These bytes."""
        with self._own:
            self._file.seek(at)
            read: bytes = self._file.read(count)
            return read


def upload(shapes: Path, store: str) -> str:
    """Copies the file to where all workers can read it; returns its name there."""
    url = f"{store.rstrip('/')}/clearance-{uuid.uuid4().hex}.shapes"
    with shapes.open("rb") as here, import_module("fsspec").open(url, "wb") as there:
        shutil.copyfileobj(here, there, 1 << 20)
    return url


def remove(url: str) -> None:
    """Deletes the file there."""
    files, path = import_module("fsspec").core.url_to_fs(url)
    files.rm(path)


def run(arguments: Sequence[str], *, connect: Callable[[], Any], store: str | None, tiles: int) -> int:
    """Runs the command with its pairs decided there; returns its exit status."""
    return run_command_on(["clearance", *arguments], tiles, Decider(connect, store))
