"""Dask, imported when it is first needed, and a cluster on this machine."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any


def dask() -> Any:
    """The module ``distributed``.

    Raises ``ImportError`` that says what to install.
    """
    try:
        return import_module("distributed")
    except ImportError as error:
        raise ImportError("clearance.distributed needs Dask: pip install 'clearance[distributed]'") from error


def local_cluster(workers: int | None = None) -> Any:
    """A cluster on this machine: so many processes, by default one for each core, with one thread each."""
    count = workers or os.cpu_count() or 1
    return dask().LocalCluster(n_workers=count, threads_per_worker=1, processes=True, dashboard_address=":0")
