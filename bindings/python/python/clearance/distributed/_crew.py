"""The client's side of the tasks: which worker has which tile, stages sent to all tiles, and workers that die noticed.

Tasks of a tile are pinned strictly to its worker: Dask would otherwise move them to an idle one, away from what they read. A pinned
task whose worker has died waits forever, so whoever waits looks now and then whether all workers are there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from typing import Any

from .._errors import InvalidArgument, InvalidType
from ._cluster import dask, local_cluster
from ._tiles import Place, SceneLost, drop

PATIENCE = 30.0
"""Seconds for which each attempt waits for a worker when there is none."""


class Crew:
    """A client of Dask, and the worker of each tile. Without a client, a local cluster is made: a process for each core."""

    def __init__(self, client: Any, scene: str, tiles: int | None, dimension: int, threads: int | None) -> None:
        self._dask = dask()
        _check(client, tiles)
        self._cluster: Any = None
        if client is None:
            self._cluster = local_cluster()
            client = self._cluster.get_client()
        self.client = client
        self.homes: list[str] = []
        count = tiles or len(self.workers())
        self.places = [Place(scene, tile, dimension, threads) for tile in range(count)]
        self.settle()

    def workers(self) -> list[str]:
        """The addresses of all workers; waits for the first one."""
        try:
            self.client.wait_for_workers(1, timeout=PATIENCE)
        except self._dask.TimeoutError as error:
            raise SceneLost(f"there has been no worker for {PATIENCE} seconds") from error
        return sorted(self.client.nthreads())

    def settle(self) -> None:
        """Gives each tile a worker that is there."""
        self.homes = self._shared_out()

    def is_uneven(self) -> bool:
        """Whether tiles would have other workers if they were given to those that are there now."""
        return len(set(self.homes)) < len(set(self._shared_out()))

    def _shared_out(self) -> list[str]:
        """Neighbours in the tree of splits have the same worker, where there are more tiles than workers."""
        workers, count = self.workers(), len(self.places)
        return [workers[tile * min(len(workers), count) // count] for tile in range(count)]

    def submit(self, tile: int, stage: Callable[..., Any], *arguments: Any) -> Any:
        """A stage of one tile, as a future."""
        return self.client.submit(stage, self.places[tile], *arguments, workers=[self.homes[tile]], pure=False)

    def all(self, stage: Callable[..., Any], *arguments: Any) -> list[Any]:
        """The results of a stage of all tiles."""
        return self.results([self.submit(tile, stage, *arguments) for tile in range(len(self.places))])

    def broadcast(self, data: Any) -> Any:
        """Gives data to every worker; returns it as a future."""
        try:
            return self.client.scatter([data], broadcast=True, hash=False)[0]
        except (OSError, self._dask.TimeoutError) as error:
            raise SceneLost(f"a worker died: {error}") from error

    def results(self, futures: Sequence[Any]) -> list[Any]:
        """Waits for all of them, whether they fail or not, so that no stage still runs when the next one begins.

        Raises ``SceneLost`` if a worker is gone, else what the first of them raised.
        """
        engine = self._dask
        deaths = (engine.scheduler.KilledWorker, engine.client.FutureCancelledError, engine.comm.CommClosedError, CancelledError)
        try:
            self._wait(list(futures))
            return list(self.client.gather(list(futures)))
        except deaths as error:
            raise SceneLost(f"a worker died: {error}") from error

    def _wait(self, futures: list[Any]) -> None:
        while True:
            try:
                self._dask.wait(futures, timeout=1.0)
                return
            except self._dask.TimeoutError:
                if not set(self.homes) <= set(self.client.nthreads()):
                    self.client.cancel(futures, force=True)
                    raise SceneLost("a worker is gone, and with it what its tiles knew") from None

    def forget(self) -> None:
        """Lets every worker that is there forget the scene."""
        self.client.run(drop, self.places[0].scene, on_error="ignore")

    def close(self) -> None:
        """Lets the workers forget the scene, and ends the cluster if it was made here."""
        if self._cluster is None:
            self.forget()
        else:
            self.client.close()
            self._cluster.close()


def _check(client: Any, tiles: object) -> None:
    if client is not None and not (hasattr(client, "submit") and hasattr(client, "nthreads")):
        raise InvalidType(f"client: must be a distributed.Client; got {type(client).__name__}", "client")
    if client is not None and client.asynchronous:
        raise InvalidArgument("client: must be one that waits; this one is asynchronous", "client")
    if tiles is not None and not is_count(tiles):
        raise InvalidArgument(f"tiles: must be a whole number from 1 on; got {tiles!r}", "tiles")


def is_count(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and given >= 1
