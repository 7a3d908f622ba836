"""Ctrl-C during long work: the handler runs in the main thread, between two questions.

Bug: a batch was one call, and Python noticed a signal only at its end.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import d2, d3

BOUND = 1.0
"""Seconds; about 0.03 without other load. The work below lasts ten seconds at least."""

if not hasattr(signal, "pthread_kill"):
    pytest.skip("this system sends no signals to threads", allow_module_level=True)


pytestmark = pytest.mark.usefixtures("interrupts")


def wavy(count: int) -> Any:
    """A solid of many triangles, so that a question about it takes a while."""
    angle, height = np.meshgrid(np.linspace(0, 2 * np.pi, count, endpoint=False), np.linspace(-1, 1, count), indexing="ij")
    around = 1.0 + 0.2 * np.sin(5 * angle) * np.cos(4 * height)
    corners = np.stack([around * np.cos(angle), height, around * np.sin(angle)], axis=2).reshape(-1, 3)
    at = lambda i, j: (i % count) * count + j
    faces = [f for i in range(count) for j in range(count - 1) for f in
             ((at(i, j), at(i, j + 1), at(i + 1, j)), (at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)))]  # fmt: skip
    return d3.Mesh(corners, faces)


RANDOM = np.random.default_rng(11)
MESH = wavy(40)
TURNED = np.hstack([RANDOM.normal(size=(400_000, 3)) * 0.2, RANDOM.normal(size=(400_000, 4))])
FAR = TURNED + (90.0, 0, 0, 0, 0, 0, 0)
LIGHT_THEN_HEAVY = np.concatenate([np.tile(FAR, (2, 1))[: 300_000], TURNED])

NEIGHBORS = np.stack([np.arange(400_000), np.arange(1, 400_001) % 400_000], axis=1)


SCENE = d3.Scene(detail="boxes")
SCENE.add_many(MESH, RANDOM.uniform(-1, 1, (200, 3)))
SCENE.update()
STARTS, WAYS = np.zeros((3_000_000, 3)), np.tile((1.0, 0.1, 0.2), (3_000_000, 1))

WORKS: dict[str, Callable[[int], Any]] = {
    "relation_many": lambda threads: d3.relation_many(MESH, MESH, TURNED, threads=threads),
    "intersects_many": lambda threads: d3.intersects_many(MESH, d3.Shapes([MESH] * len(TURNED)), TURNED, threads=threads),
    "clearance_many": lambda threads: d3.clearance_many(MESH, MESH, TURNED, threads=threads),
    "light, then heavy": lambda threads: d3.clearance_many(MESH, MESH, LIGHT_THEN_HEAVY, threads=threads),
    "pairs by index": lambda threads: d3.PlacedShapes(MESH, TURNED, threads=threads).clearance(NEIGHBORS),
    "whether pairs by index meet": lambda threads: d3.PlacedShapes(MESH, TURNED, threads=threads).intersects(NEIGHBORS),
    "ray_many": lambda threads: SCENE.ray_many(STARTS, WAYS, threads=threads),
}


def seen_after(work: Callable[[], Any], after: float) -> float:
    """The time from a SIGINT, sent during the work, until the work ends with KeyboardInterrupt."""
    sent = 0.0

    def send() -> None:
        nonlocal sent
        sent = time.monotonic()
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            pytest.fail("it ended before the signal")
        return time.monotonic() - sent
    finally:
        timer.cancel()
        timer.join()


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", WORKS)
def test_ctrl_c_ends_a_batch(name: str, threads: int) -> None:
    waited = seen_after(lambda: WORKS[name](threads), 1.0)
    assert waited < BOUND, f"{waited:.2f} s"


def test_ctrl_c_ends_the_making_of_shapes() -> None:
    corners = RANDOM.normal(size=(60_000, 200, 3))
    assert seen_after(lambda: d3.Shapes.convex(corners), 1.0) < BOUND
    assert len(d3.Shapes.convex(corners[:10])) == 10


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("detail", ["relation", "manifold"])
def test_ctrl_c_ends_an_update(threads: int, detail: str) -> None:
    """Then nothing has moved, and the next update finds what a new scene would. Bug: no signal ended an update."""
    scene = d3.Scene(threads=threads, detail=detail, joined_seams=False)
    handles = scene.add_many(MESH, TURNED[:2000])
    before = scene.poses(handles)
    waited = seen_after(scene.update, 0.5)
    assert waited < BOUND, f"{waited:.2f} s"
    assert len(scene.pairs()) == len(scene.began()) == len(scene.ended()) == 0
    assert np.array_equal(scene.poses(handles), before) and scene.ray((9.0, 0.0, 0.0), (-1.0, 0.0, 0.0)) is not None
    kept = 20 if detail == "relation" else 5
    for handle in handles[kept:]:
        scene.remove(int(handle))
    scene.update()
    row = {int(handle): i for i, handle in enumerate(handles)}
    found = {tuple(sorted((row[int(a)], row[int(b)]))) for a, b in scene.pairs()}
    pairs = [(i, j) for i in range(kept) for j in range(i + 1, kept)]
    meet = d3.intersects_many(MESH, MESH, TURNED[[i for i, _ in pairs]], TURNED[[j for _, j in pairs]])
    assert found == {pair for pair, does in zip(pairs, meet, strict=True) if does} and len(scene.began()) == len(found) > 0


def test_ctrl_c_ends_a_sweep_step() -> None:
    """Then nothing has moved."""
    scene = d3.Scene()
    positions = np.stack(np.meshgrid(*[np.arange(12) * 3.0] * 3), axis=3).reshape(-1, 3)
    handles = scene.add_many(MESH, positions)
    motions = RANDOM.normal(size=(len(positions), 6)) * 20.0
    waited = seen_after(lambda: scene.sweep_step(handles, motions), 0.5)
    assert waited < BOUND, f"{waited:.2f} s"
    assert np.array_equal(scene.poses(handles)[:, :3], positions)
    assert scene.sweep_step(handles[:1], [(0.25, 0.0, 0.0)]) == []


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_check(threads: int) -> None:
    """Balls of a thousand facets that all overlap: each pair takes some milliseconds."""
    ball = wavy(24)
    assembly = clearance.Assembly()
    for i, (x, y, z) in enumerate(RANDOM.uniform(-1.5, 1.5, (150, 3))):
        assembly.add(f"ball {i}", ball.at((x, y, z)))
    waited = seen_after(lambda: assembly.check(depth=False, threads=threads), 1.0)
    assert waited < BOUND, f"{waited:.2f} s"
