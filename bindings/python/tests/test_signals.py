"""Ctrl-C during long work: the handler runs in the main thread, between two questions.

Bug: a batch was one call, and Python noticed a signal only at its end.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
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


def heap(count: int = 30) -> clearance.Assembly:
    """Balls of 264 facets, most of which overlap: how deep, takes some milliseconds for each pair."""
    ball, random = wavy(12), np.random.default_rng(5)
    assembly = clearance.Assembly(title="heap")
    for i, (x, y, z) in enumerate(random.uniform(-1.5, 1.5, (count, 3))):
        assembly.add(f"ball {i}", ball.at((x, y, z)))
    return assembly


@pytest.mark.parametrize("threads", [1, 2])
def test_a_check_that_was_stopped_goes_on(threads: int, tmp_path: Path) -> None:
    """From what it had found, or from its JSON, to the same bytes. Bug: Ctrl-C lost all pairs that were decided."""
    assembly = heap()
    assert assembly.stopped is None
    seen_after(lambda: assembly.check(threads=threads), 0.2)
    part = assembly.stopped
    assert part is not None and part.left > 0 and "pairs left" in repr(part)
    said = json.loads(part.to_json())
    assert said["partial"] is True and said["left"]["pairs"] == part.left
    with pytest.raises(clearance.InvalidArgument, match="path: .*was stopped"):
        part.accept(tmp_path / "clashes.toml")
    # Stopped again; what it had is in what it has.
    seen_after(lambda: assembly.check(resume=part, threads=2), 0.2)
    more = assembly.stopped
    assert more is not None and 0 < more.left <= part.left and more[: len(part)] == part[:]
    whole = heap().check()
    assert whole.left == 0
    rest = assembly.check(resume=more)
    assert assembly.stopped is None
    assert rest.to_json() == whole.to_json() and rest.to_html(tmp_path / "rest.html") == whole.to_html(tmp_path / "whole.html")
    assert (tmp_path / "rest.html").read_bytes() == (tmp_path / "whole.html").read_bytes()
    file = tmp_path / "part.json"
    file.write_text(part.to_json())
    for shapes in (True, False):
        assert assembly.check(resume=file, shapes=shapes).to_json() == whole.to_json()


def test_what_any_handler_raises_stops_a_check(interrupts: None) -> None:
    def handler(number: int, frame: object) -> None:
        raise TimeoutError("long enough")

    assembly, before = heap(), signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(TimeoutError, match="long enough"):
            assembly.check(threads=2)
    finally:
        signal.signal(signal.SIGALRM, before)
    part = assembly.stopped
    assert part is not None and part.left > 0


def test_a_check_of_something_else_does_not_go_on(tmp_path: Path) -> None:
    assembly = heap()
    seen_after(lambda: assembly.check(within=0.1, threads=2), 0.2)
    part = assembly.stopped
    assert part is not None
    file, whole = tmp_path / "part.json", tmp_path / "whole.json"
    file.write_text(part.to_json())
    whole.write_text(heap(2).check().to_json())
    for other in (part, file):
        with pytest.raises(clearance.InvalidArgument, match="resume: .*the files, the options or the version are not those"):
            assembly.check(within=0.2, resume=other)
        with pytest.raises(clearance.InvalidArgument, match="resume: .*are not those"):
            heap(29).check(within=0.1, resume=other)
    with pytest.raises(clearance.InvalidArgument, match="resume: .*was not stopped"):
        heap(2).check(resume=whole)
    with pytest.raises(clearance.InvalidArgument, match="resume: .*was not stopped"):
        heap(2).check(resume=heap(2).check())
    with pytest.raises(FileNotFoundError):
        assembly.check(resume=tmp_path / "none.json")
    with pytest.raises(clearance.InvalidType, match="resume: must be a path"):
        assembly.check(resume=7)  # type: ignore[arg-type]
