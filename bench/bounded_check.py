"""`clearance check --memory`: peak memory and time beside a check in memory, with the outputs compared.

A cube of bumpy balls, each a mesh of its own, that overlap their neighbours a little:

    python bench/bounded_check.py target/release/clearance --balls 343 --triangles 10000 --limits 800M 400M 300M
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import re
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

from plant.glb import save

APART = 1.98
"""How far the centers of balls of radius 1 are from each other."""


def ball(number: int, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and triangles of a ball with bumps that no other one has."""
    down, around = np.meshgrid(np.linspace(0, np.pi, steps + 1)[1:-1], np.linspace(0, 2 * np.pi, steps, endpoint=False), indexing="ij")
    radius = 1 + 0.03 * np.sin(5 * around + number) * np.sin(down) ** 2
    rows = radius[..., None] * np.stack([np.sin(down) * np.cos(around), np.sin(down) * np.sin(around), np.cos(down)], -1)
    vertices = np.vstack([rows.reshape(-1, 3), [[0, 0, 1], [0, 0, -1]]]).astype("<f4")
    i, j = np.arange(steps - 2)[:, None] * steps, np.arange(steps)[None]
    a, b = i + j, i + (j + 1) % steps
    c, d = a + steps, b + steps
    top, bottom, j = len(vertices) - 2, len(vertices) - 1, j[0]
    last = (steps - 2) * steps
    caps = [np.stack([0 * j + top, j, (j + 1) % steps], -1), np.stack([0 * j + bottom, last + (j + 1) % steps, last + j], -1)]
    sides = [np.stack(corners, -1).reshape(-1, 3) for corners in ([a, c, b], [b, c, d])]
    return vertices, np.concatenate([*sides, *caps]).astype("<u4")


def write(file: Path, balls: int, triangles: int) -> int:
    """A GLB of that many balls; the number of triangles of all together."""
    steps, side = round((triangles / 2) ** 0.5), round(balls ** (1 / 3) + 0.499)
    meshes = {f"ball {k}": ball(k, steps) for k in range(balls)}
    places = [[APART * (k % side), APART * (k // side % side), APART * (k // side // side)] for k in range(balls)]
    nodes = [{"name": f"ball {k}", "mesh": k, "translation": at} for k, at in enumerate(places)]
    np.random.default_rng(1).shuffle(nodes)  # the order of the file is not that of space
    save(file, meshes, nodes, list(range(balls)))
    return sum(len(triangles) for _, triangles in meshes.values())


def check(command: str, file: Path, limit: str | None) -> tuple[str, float, float, str]:
    """The digest of the output, seconds by the clock, peak memory in MiB, and how often shapes were loaded."""
    options = [] if limit is None else ["--memory", limit]
    started = time.perf_counter()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen([command, "check", file, "--format", "json", "--no-depth", *options], stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - started
        out.seek(0)
        err.seek(0)
        if process.returncode not in (0, 1):
            raise SystemExit(err.read().decode())
        loads = re.search(rb"loaded (\d+) times", err.read())
        return hashlib.sha256(out.read()).hexdigest(), seconds, usage.ru_maxrss / 1024, loads[1].decode() if loads else "–"


def main() -> None:
    """Prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command")
    parser.add_argument("--balls", type=int, default=343)
    parser.add_argument("--triangles", type=int, default=10_000, help="of each ball")
    parser.add_argument("--limits", nargs="*", default=["800M", "400M", "300M", "240M"])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "balls.glb")
        # In a process of its own: a child's peak counts from that of its parent.
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            count = pool.apply(write, (file, given.balls, given.triangles))
        print(f"{given.balls} meshes, {count} triangles, {file.stat().st_size / 2**20:.0f} MiB\n")
        print("| --memory | peak, MiB | shapes loaded | seconds | output |\n| --- | --- | --- | --- | --- |")
        here = None
        for limit in [None, *given.limits]:
            digest, seconds, peak, loads = check(given.command, file, limit)
            here = here or digest
            same = "the same" if digest == here else "ANOTHER"
            print(f"| {limit or 'none'} | {peak:.0f} | {loads} | {seconds:.1f} | {same} |", flush=True)


if __name__ == "__main__":
    main()
