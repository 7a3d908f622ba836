"""A tiled scene whose workers are processes, of which some are killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clearance import d2

distributed = pytest.importorskip("distributed")

from clearance.distributed import Moving, SceneLost, TiledScene  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")

COUNT, HALF, SIDE = 400, 0.5, 24.0


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two processes; one that dies is started again."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as made:
        yield made


def wander(moving: Moving) -> None:
    moving.poses += moving.carried
    out = np.abs(moving.poses - SIDE / 2) > SIDE / 2
    moving.carried[out] *= -1


class Expected:
    """The same objects, all here."""

    def __init__(self, dice: np.random.Generator) -> None:
        self.moving = Moving(np.arange(COUNT, dtype=np.uint64), dice.uniform(0, SIDE, (COUNT, 2)), dice.normal(size=(COUNT, 2)), 0)
        self.start = self.moving.poses.copy(), self.moving.carried.copy()

    def step(self) -> None:
        wander(self.moving)

    def pairs(self) -> list[list[int]]:
        low, high = self.moving.poses - HALF, self.moving.poses + HALF
        meets = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
        found: list[list[int]] = np.argwhere(np.triu(meets, 1)).tolist()
        return found


def kill(client: Any, which: int) -> None:
    pids = list(client.run(os.getpid).values())
    pid = pids[which % len(pids)]  # there may be one only, while another is being started
    assert pid != os.getpid()
    os.kill(pid, signal.SIGKILL)


def test_a_worker_dies_and_the_scene_goes_on(cluster: Any, dice: np.random.Generator, tmp_path: Path) -> None:
    """Before the first checkpoint, between two, and while a question is asked."""
    expected = Expected(dice)
    with cluster.get_client() as client, TiledScene(2, client=client, tiles=3, checkpoints=str(tmp_path), every=4) as scene:
        scene.add_many(d2.Box((HALF, HALF)), expected.start[0], carried=expected.start[1])
        before: set[tuple[int, ...]] = set()
        for step in range(12):
            if step in (2, 7):
                kill(client, 0)
            report = scene.update(wander)
            expected.step()
            if step == 9:
                kill(client, 0)
            assert scene.pairs().tolist() == expected.pairs() and len(expected.pairs()) > 50
            assert report.step == step + 1 and report.owned.sum() == COUNT
            np.testing.assert_array_equal(scene.poses(), expected.moving.poses)
            assert len(list(tmp_path.iterdir())) == (3 if step >= 3 else 0)
            if step == 11:  # right after a checkpoint: events are in it, too
                kill(client, 1)
            new = {tuple(pair) for pair in expected.pairs()} - before
            assert {tuple(pair) for pair in scene.began().tolist()} == new and 0 < len(new)
            before = {tuple(pair) for pair in expected.pairs()}
    assert list(tmp_path.iterdir()) == []


def test_a_worker_that_is_started_again_gets_tiles(cluster: Any, dice: np.random.Generator, tmp_path: Path) -> None:
    expected = Expected(dice)
    with cluster.get_client() as client, TiledScene(2, client=client, tiles=2, checkpoints=str(tmp_path), every=1) as scene:
        scene.add_many(d2.Box((HALF, HALF)), expected.start[0], carried=expected.start[1])
        assert scene.update().transferred > 0  # each tile has its own process
        kill(client, 0)
        scene.update()
        client.wait_for_workers(2, timeout=60)
        scene.update()
        assert scene.update().transferred > 0 and scene.pairs().tolist() == expected.pairs()


def test_without_checkpoints_a_scene_is_lost(cluster: Any, dice: np.random.Generator) -> None:
    expected = Expected(dice)
    with cluster.get_client() as client, TiledScene(2, client=client, tiles=3) as scene:
        scene.add_many(d2.Box((HALF, HALF)), expected.start[0], carried=expected.start[1])
        scene.update(wander)
        kill(client, 1)
        for question in (lambda: scene.update(wander), scene.pairs, scene.began, scene.poses, scene.rebalance):
            with pytest.raises(SceneLost, match="no checkpoints"):
                question()


def test_without_any_worker_a_scene_does_not_wait_for_ever(cluster: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("clearance.distributed._crew.PATIENCE", 0.5)
    with cluster.get_client() as client, TiledScene(2, client=client, checkpoints=str(tmp_path)) as scene:
        scene.update()
        cluster.scale(0)
        with pytest.raises(SceneLost, match="no worker"):
            while True:  # until the workers are gone
                scene.update()


slow_began = threading.Event()


def slow(moving: Moving) -> None:
    slow_began.set()
    time.sleep(1.5)
    moving.poses += 1000.0


@pytest.mark.usefixtures("interrupts")  # in the background no interrupt was raised
def test_after_ctrl_c_the_scene_goes_on(dice: np.random.Generator) -> None:
    """The attempt that was given up still runs in a worker of several threads while the next one does."""

    def interrupt() -> None:
        slow_began.wait(60)
        time.sleep(0.3)
        signal.raise_signal(signal.SIGINT)

    expected = Expected(dice)
    with (
        distributed.Client(n_workers=1, threads_per_worker=4, processes=False, dashboard_address=":0") as client,
        TiledScene(2, client=client, tiles=2) as scene,
    ):
        scene.add_many(d2.Box((HALF, HALF)), expected.start[0], carried=expected.start[1])
        scene.update()
        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            scene.update(slow)
        for _ in range(8):
            scene.update(wander)
            expected.step()
            assert scene.pairs().tolist() == expected.pairs()
            time.sleep(0.25)


def test_a_scene_starts_and_ends_its_own_processes(dice: np.random.Generator) -> None:
    expected = Expected(dice)
    with TiledScene(2) as scene:
        scene.add_many(d2.Box((HALF, HALF)), expected.start[0], carried=expected.start[1])
        scene.update()
        assert scene.pairs().tolist() == expected.pairs()
    with pytest.raises(SceneLost, match="closed"):
        scene.pairs()
