"""Threads that share a scene: several can read it at a time, one that changes it has it alone, the others wait.

Bug: a thread that read the scene while another changed it got "Already mutably borrowed".
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from clearance import d2, d3

COUNT = 3000
SECONDS = 1.5
MOST_SECONDS = 30.0


def all_at_once(*works: Callable[[], Any]) -> list[BaseException]:
    """Runs each in its own thread; returns what they raised."""
    raised: list[BaseException] = []

    def run(work: Callable[[], Any]) -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)
    return raised


@pytest.mark.parametrize("threads", [1, 2])
def test_many_ask_while_one_changes(threads: int) -> None:
    """All discs move back and forth together: every answer is about the scene before or after such a step, none in between."""
    scene = d2.Scene(threads=threads)
    positions = np.stack([np.arange(COUNT) * 3.0, np.zeros(COUNT)], axis=1)
    handles = scene.add_many(d2.Circle(1.0), positions)
    wall = scene.add(d2.Box((1.0, 1.0)).at((0.0, 50.0)))
    asked = dict.fromkeys(("poses", "rays", "single"), 0)
    began, changes = time.monotonic(), 0

    def goes_on() -> bool:
        """For a moment, and on a busy machine until each has had its turn some times."""
        passed = time.monotonic() - began
        return passed < SECONDS or (min(changes, *asked.values()) <= 5 and passed < MOST_SECONDS)

    def write() -> None:
        nonlocal changes
        while goes_on():
            changes += 1
            scene.set_poses(handles, positions + (0.0, float(changes % 2)))
            scene.update()
            scene.remove(scene.add(d2.Circle(1.0).at((-90.0, 0.0))))

    def poses() -> None:
        while goes_on():
            heights = scene.poses(handles)[:, 1]
            assert heights.min() == heights.max()
            asked["poses"] += 1

    def rays() -> None:
        origins = positions + (0.0, 40.0)
        while goes_on():
            hits = scene.ray_many(origins[1:], np.tile((0.0, -1.0), (COUNT - 1, 1)))
            assert hits.time.min() == hits.time.max() and hits.time[0] in (38.0, 39.0)
            asked["rays"] += 1

    def single() -> None:
        while goes_on():
            assert wall in scene and scene.pose(wall).position == (0.0, 50.0) and len(scene) in (COUNT + 1, COUNT + 2)
            assert scene.ray((0.0, 40.0), (0.0, 1.0)).hit.time == 9.0  # type: ignore[union-attr]
            assert len(scene.pairs()) == 0 and scene.index and repr(scene) and not scene.contacts()
            assert scene.nearest(d2.Point().at((0.0, 48.0)))[0].handle == wall
            asked["single"] += 1

    assert all_at_once(write, poses, rays, rays, single) == []
    assert changes > 5 and min(asked.values()) > 5, (changes, asked)


def test_those_who_ask_do_so_together() -> None:
    """Each asks a long question while the other is being answered: both must be in progress at the same time."""
    scene = d3.Scene()
    random = np.random.default_rng(3)
    scene.add_many(d3.Shapes.convex(random.normal(size=(500, 30, 3))), random.uniform(-9, 9, (500, 3)))
    scene.update()
    origins, directions = random.uniform(-9, 9, (60000, 3)), random.normal(size=(60000, 3))
    spans: list[tuple[float, float]] = []

    def ask() -> None:
        start = time.monotonic()
        scene.ray_many(origins, directions)
        spans.append((start, time.monotonic()))

    ask()
    alone = spans.pop()
    assert all_at_once(ask, ask) == []
    (a, b), (c, d) = spans
    assert min(b, d) - max(a, c) > 0.5 * (alone[1] - alone[0]), (alone, spans)


def test_nobody_waits_for_ever() -> None:
    """Two threads change and two read the scene without a pause: all make progress."""
    scene = d2.Scene()
    handles = scene.add_many(d2.Circle(1.0), np.random.default_rng(2).uniform(0, 300, (5000, 2)))
    end, turns = time.monotonic() + SECONDS, [0] * 4

    def work(number: int) -> None:
        while time.monotonic() < end:
            if number < 2:
                scene.set_poses(handles[:4000], scene.poses(handles[:4000])[:, :2] + 1.0)
                scene.update()
            else:
                scene.poses()
            turns[number] += 1

    assert all_at_once(*(lambda number=number: work(number) for number in range(4))) == []
    assert min(turns) >= 3, turns
