"""What a check of a plant would take on a cluster: a model of measured tiles. No cluster is needed, and none is seen.

    python bench/cluster_model.py PLANT.glb --tiles 64 --record FILE.json
    python bench/cluster_model.py --read FILE.json --times 100 --machines 1 10 100 --cores 16

needs the Python package. Measured here, one tile after the other, in CPU time: the seconds of each tile where nothing of its shapes is
in memory (cold) and after the tiles before it (warm), the bytes of its task, of its answer, and of the shapes that it reads, and
what the client does before and after. The model repeats the tiles, for a plant of so many times the parts, and gives each tile to
the core that is free first. A network is added. The first tile of a core is cold; whether the others are is not known, so there are two
figures: at least, with all others warm, and at most, with all of them cold.
"""

from __future__ import annotations

import argparse
import contextlib
import heapq
import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from clearance._native import KeptSolids, decide_task, run_command_on

MEMORY = 2 << 30
BANDWIDTH = 1.25e8
"""Bytes a second of the client, of the store for each machine, and of each machine: a network of one gigabit."""
LATENCY = 1e-3
"""Seconds for a task and for a range of bytes, there and back."""


class Tiles:
    """Decides tasks here, and measures them."""

    def __init__(self) -> None:
        self.lines: list[dict[str, float]] = []

    def decide(self, shapes: Path, tasks: Sequence[bytes]) -> Iterator[bytes]:
        """What was found in each."""
        content, kept = shapes.read_bytes(), KeptSolids()
        for task in tasks:
            reads: list[int] = []

            def read(at: int, count: int, reads: list[int] = reads) -> bytes:
                reads.append(count)
                return content[at : at + count]

            cold, found = timed(lambda: decide_task(task, read, KeptSolids(), MEMORY))
            line = {"cold_s": cold, "read": sum(reads), "ranges": len(reads)}
            warm, _ = timed(lambda: decide_task(task, read, kept, MEMORY))
            self.lines.append({**line, "warm_s": warm, "task": len(task), "found": len(found)})
            print(f"\r{len(self.lines)} of {len(tasks)} tiles", end="", file=sys.stderr)
            yield found


def timed(decide: Callable[[], bytes]) -> tuple[float, bytes]:
    """Seconds of CPU time, and what it gave."""
    start = time.process_time()
    found = decide()
    return round(time.process_time() - start, 4), found


def measured(plant: Path, tiles: int) -> dict[str, Any]:
    """Checks the plant tile by tile."""
    start, decided = time.process_time(), Tiles()
    with redirected():
        status = run_command_on(["clearance", "check", str(plant), "--format", "json"], tiles, decided.decide)
    if status not in (0, 1):
        raise SystemExit(status)
    client = time.process_time() - start - sum(tile["cold_s"] + tile["warm_s"] for tile in decided.lines)
    return {"plant": plant.name, "client_s": round(client, 3), "tiles": decided.lines}


@contextlib.contextmanager
def redirected() -> Iterator[None]:
    """Standard output of the process goes nowhere."""
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def modelled(record: dict[str, Any], times: int, machines: int, cores: int) -> dict[str, float]:
    """Seconds of the whole check."""
    client = record["client_s"] + sum(tile["task"] + tile["found"] for tile in record["tiles"]) / BANDWIDTH
    least, most = (on_workers(record["tiles"] * times, machines * cores, cores, later) for later in ("warm_s", "cold_s"))
    client *= times
    return {"machines": machines, "client_s": client, "at_least_s": client + least, "at_most_s": client + most}


def on_workers(tiles: Sequence[dict[str, float]], workers: int, cores: int, later: str) -> float:
    """When the last core is ready."""
    free = [(0.0, worker, False) for worker in range(workers)]
    for tile in tiles:
        at, worker, has_shapes = free[0]
        read, ranges = (0, 0) if has_shapes and later == "warm_s" else (tile["read"], tile["ranges"])
        network = (tile["task"] + tile["found"] + read) * cores / BANDWIDTH + LATENCY * (1 + ranges)
        heapq.heapreplace(free, (at + tile[later if has_shapes else "cold_s"] + network, worker, True))
    return max(at for at, _, _ in free)


def main() -> None:
    """Measures, or reads what was measured, and prints the model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plant", type=Path, nargs="?")
    parser.add_argument("--tiles", type=int, default=64)
    parser.add_argument("--record", type=Path)
    parser.add_argument("--read", type=Path)
    parser.add_argument("--times", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--machines", type=int, nargs="+", default=[1, 10, 100])
    parser.add_argument("--cores", type=int, default=16)
    given = parser.parse_args()
    record = json.loads(given.read.read_text()) if given.read else measured(given.plant, given.tiles)
    if given.record:
        given.record.write_text(json.dumps(record, separators=(",", ":")) + "\n")
    total = {key: sum(tile[key] for tile in record["tiles"]) for key in ("cold_s", "warm_s", "task", "found", "read")}
    print(len(record["tiles"]), "tiles", {key: round(value, 1) for key, value in total.items()}, "client", record["client_s"])
    for times in given.times:
        for machines in given.machines:
            line = modelled(record, times, machines, given.cores)
            print(f"{times:4} times the plant:", {key: round(value, 2) for key, value in line.items()})


if __name__ == "__main__":
    main()
