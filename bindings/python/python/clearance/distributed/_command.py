"""``python -m clearance check … --scheduler ADDRESS``: the options that say which cluster decides the pairs."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from typing import Any

from ._check import TILES_PER_WORKER, run
from ._cluster import dask, local_cluster

HELP = """
Only in python -m clearance (pip install 'clearance[distributed]'):
      --scheduler[=ADDRESS]
          Have the pairs decided by the workers of a Dask cluster; without an address, of one on this machine

          The output is the same, byte for byte. See the page "Clusters" of the documentation.

      --workers <N>
          How many processes a cluster on this machine has [default: one for each core]

      --store <URL>
          Where all workers can read the shapes: a folder, or anything that fsspec opens, such as s3://bucket/folder

          Needed unless the scheduler is on this machine. The file is deleted at the end.

      --tiles <N>
          Into how many tiles space is divided [default: 8 for each worker]
"""
_VALUES = ("--workers", "--store", "--tiles")
UNUSABLE = 2


class Given:
    """These options, taken out of the arguments."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.scheduler: str | None = None
        self.is_asked = False
        self.others: list[str] = []
        self.values: dict[str, str] = {}
        rest = iter(arguments)
        for argument in rest:
            name, has_value, value = argument.partition("=")
            if name == "--scheduler":
                self.is_asked = True
                self.scheduler = value if has_value else self.scheduler
            elif name in _VALUES:
                self.values[name] = value if has_value else next(rest, "")
            elif argument == "--":
                self.others += ["--", *rest]
            else:
                self.others.append(argument)
        self._take_address()

    def _take_address(self) -> None:
        """The address that follows ``--scheduler`` as an argument of its own."""
        if self.is_asked and self.scheduler is None:
            found = next((other for other in self.others if is_address(other)), None)
            if found is not None:
                self.others.remove(found)
                self.scheduler = found

    def count(self, name: str) -> int | None:
        """A number of these options.

        Raises ``ValueError`` for anything but a whole number from 1 on.
        """
        value = self.values.get(name)
        if value is None:
            return None
        if not value.isascii() or not value.isdigit() or int(value) < 1:
            raise ValueError(f"{name}: must be a whole number from 1 on; got {value!r}")
        return int(value)


def is_address(argument: str) -> bool:
    """Whether an argument is that of a scheduler: tcp://host:8786, or host:8786."""
    before, _, port = argument.rpartition(":")
    has_protocol = argument.startswith(("tcp://", "tls://", "ucx://", "ws://", "wss://"))
    return has_protocol or (bool(before) and port.isdigit() and os.sep not in argument and not before.startswith("-"))


def main(arguments: Sequence[str]) -> int:
    """Runs a check on a cluster, and returns the exit status of the command."""
    try:
        given = Given(arguments)
        if given.scheduler is None:
            return _on_this_machine(given)
        return _on(given, given.scheduler)
    except (ValueError, ImportError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return UNUSABLE


def _on_this_machine(given: Given) -> int:
    workers = given.count("--workers") or os.cpu_count() or 1
    tiles = given.count("--tiles") or TILES_PER_WORKER * workers
    with local_cluster(workers) as cluster:
        return run(given.others, connect=cluster.get_client, store=given.values.get("--store"), tiles=tiles)


def _on(given: Given, address: str) -> int:
    store, tiles = given.values.get("--store"), given.count("--tiles")
    if "--workers" in given.values:
        raise ValueError("--workers: is for a cluster on this machine; this one has its own")
    if store is None and not is_here(address):
        raise ValueError("--store: say where all workers can read the shapes: a folder, or a URL such as s3://bucket/folder")

    @contextmanager
    def connect() -> Any:
        with dask().Client(address, timeout="10s", set_as_default=False) as client:
            client.wait_for_workers(1, timeout=60)
            yield client

    if tiles is None:
        with connect() as client:
            tiles = TILES_PER_WORKER * len(client.nthreads())
    return run(given.others, connect=connect, store=store, tiles=tiles)


def is_here(address: str) -> bool:
    """Whether a scheduler is on this machine."""
    host = address.rpartition("://")[2].rpartition(":")[0].strip("[]")
    return host in ("localhost", "127.0.0.1", "::1", "", socket.gethostname())
