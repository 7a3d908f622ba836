"""Ctrl-C within long work: the handler runs in the main thread, between two questions.

A batch was one call, at whose end Python saw that there had been a signal.
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

from clearance import d2, d3

BOUND = 1.0
"""Seconds; some 0.03 where nothing else runs. The works below last ten at least."""

if not hasattr(signal, "pthread_kill"):
    pytest.skip("this system sends no signals to threads", allow_module_level=True)


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


SCENE = d3.Scene(detail="boxes")
SCENE.add_many(MESH, RANDOM.uniform(-1, 1, (200, 3)))
SCENE.update()
STARTS, WAYS = np.zeros((3_000_000, 3)), np.tile((1.0, 0.1, 0.2), (3_000_000, 1))

WORKS: dict[str, Callable[[int], Any]] = {
    "relation_many": lambda threads: d3.relation_many(MESH, MESH, TURNED, threads=threads),
    "intersects_many": lambda threads: d3.intersects_many(MESH, d3.Shapes([MESH] * len(TURNED)), TURNED, threads=threads),
    "clearance_many": lambda threads: d3.clearance_many(MESH, MESH, TURNED, threads=threads),
    "light, then heavy": lambda threads: d3.clearance_many(MESH, MESH, LIGHT_THEN_HEAVY, threads=threads),
    "ray_many": lambda threads: SCENE.ray_many(STARTS, WAYS, threads=threads),
}


def seen_after(work: Callable[[], Any], after: float) -> float:
    """How long after a SIGINT, sent while the work goes on, the work has ended by KeyboardInterrupt."""
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
