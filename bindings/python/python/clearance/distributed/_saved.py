"""What tiles know, written to files and read again: a checkpoint is a file for each tile, in any folder that fsspec reaches.

The files are pickles: reading one runs what it says, so the folder must be one that only trusted people can write to.
"""

from __future__ import annotations

import pickle
from importlib import import_module
from typing import Any

from ._tiles import Place, SceneLost, State, put, state_of


def file_of(folder: str, place: Place, step: int) -> str:
    return f"{folder.rstrip('/')}/{place.scene}-step-{step}-tile-{place.tile}.pickle"


def _fsspec() -> Any:
    return import_module("fsspec")


def make(folder: str) -> None:
    """Makes the folder, if it is not there."""
    system, path = _fsspec().core.url_to_fs(folder)
    system.makedirs(path, exist_ok=True)


def save(place: Place, step: int, folder: str) -> int:
    """Writes what a tile knows after this step; returns how many bytes."""
    data = pickle.dumps(state_of(place, step), protocol=5)
    with _fsspec().open(file_of(folder, place, step), "wb") as file:
        file.write(data)
    return len(data)


def restore(place: Place, step: int, folder: str) -> None:
    """Reads it, in whatever worker."""
    url = file_of(folder, place, step)
    try:
        with _fsspec().open(url, "rb") as file:
            state: State = pickle.load(file)
    except FileNotFoundError as error:
        raise SceneLost(f"{url} is not there, seen from this worker: the folder must be one that all workers share") from error
    put(place, step, state)


def remove(places: list[Place], step: int, folder: str) -> None:
    """Deletes a checkpoint, if it is there."""
    for place in places:
        system, path = _fsspec().core.url_to_fs(file_of(folder, place, step))
        try:
            system.rm_file(path)
        except FileNotFoundError:
            pass
