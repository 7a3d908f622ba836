"""A scene over several tiles lists the pairs of one scene with all objects, and of brute force, each once.

Positions are multiples of 1/64, so brute force compares boxes without rounding, and many boxes touch.
"""

from __future__ import annotations

import doctest
import gc
import importlib
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import d2, d3

distributed = pytest.importorskip("distributed")

from clearance.distributed import Moving, TiledScene  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")

Pairs = set[tuple[int, int]]


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    """Workers that are threads of this process: many tiles, and no start of processes for each test."""
    with distributed.Client(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0") as made:
        yield made


def space(dimension: int) -> Any:
    return d2 if dimension == 2 else d3


def listed(pairs: Any) -> Pairs:
    """As a set; fails if a pair is there twice, or with the larger id first."""
    found = [(int(a), int(b)) for a, b in pairs]
    assert len(found) == len(set(found)) and all(a < b for a, b in found)
    return set(found)


def brute_force(ids: Any, low: Any, high: Any) -> Pairs:
    """Which boxes have a point in common, all compared with all."""
    meets = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    return {(int(ids[a]), int(ids[b])) for a, b in np.argwhere(np.triu(meets, 1))}


class OneScene:
    """One ``Scene`` with the ids of a tiled one."""

    def __init__(self, dimension: int) -> None:
        self.scene = space(dimension).Scene()
        self.handle: dict[int, int] = {}

    def add_many(self, ids: Any, shapes: Any, poses: Any) -> None:
        self.handle.update(zip(ids.tolist(), self.scene.add_many(shapes, poses).tolist()))

    def set_poses(self, ids: Any, poses: Any) -> None:
        self.scene.set_poses([self.handle[i] for i in ids.tolist()], poses)

    def remove_many(self, ids: Any) -> None:
        self.scene.remove_many([self.handle[i] for i in ids.tolist()])

    def pairs(self, which: str) -> Pairs:
        back = {handle: i for i, handle in self.handle.items()}
        return {tuple(sorted((back[int(a)], back[int(b)]))) for a, b in getattr(self.scene, which)()}  # type: ignore[misc]


def on_grid(dice: np.random.Generator, count: int, dimension: int, side: int) -> Any:
    return dice.integers(0, side * 64, (count, dimension)) / 64


def drift(moving: Moving) -> None:
    """Moves by what each carries; every fifth object jumps far, some across all tiles."""
    dimension = moving.carried.shape[1]
    moving.poses[:, :dimension] += moving.carried
    jumps = (moving.ids + np.uint64(moving.step)) % np.uint64(5) == 0
    moving.poses[jumps, :dimension] = (16.0 if dimension == 2 else 8.0) - moving.poses[jumps, :dimension]


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("tiles", [1, 2, 3, 8])
def test_boxes_against_brute_force_and_one_scene(client: Any, dice: np.random.Generator, dimension: int, tiles: int) -> None:
    """Boxes from a tenth of the world down to points, that move, appear and vanish."""
    count, side = (90, 16) if dimension == 2 else (160, 8)
    half = dice.integers(1, 96, (count, dimension)) / 64
    places = on_grid(dice, count, dimension, side)
    speed = dice.integers(-64, 65, (count, dimension)) / 64
    one = OneScene(dimension)
    with TiledScene(dimension, client=client, tiles=tiles) as scene:  # type: ignore[arg-type]
        shapes = space(dimension).Shapes.boxes(half)
        ids = scene.add_many(shapes, places, carried=speed)
        one.add_many(ids, shapes, places)
        met = 0.0
        for step in range(6):
            report = scene.update(drift if step else None)
            now = scene.poses()
            alive = scene.ids()
            one.set_poses(alive, now)
            one.scene.update()
            expected = brute_force(alive, now - half[alive], now + half[alive])
            assert listed(scene.pairs()) == expected == one.pairs("pairs")
            assert listed(scene.began()) == one.pairs("began") and listed(scene.ended()) == one.pairs("ended")
            assert report.pairs == len(expected) and report.owned.sum() == len(alive)
            met += len({i for pair in expected for i in pair}) / len(alive)
            if tiles > 1:
                assert np.count_nonzero(report.owned) > 1 and report.halos.sum() > 0
            gone = dice.choice(alive, 3, replace=False)
            scene.remove_many(gone)
            one.remove_many(gone)
        assert 0.3 < met / 6 < 0.97, met / 6


@pytest.mark.parametrize("dimension", [2, 3])
def test_turned_and_scaled_shapes_of_many_kinds(client: Any, dice: np.random.Generator, dimension: int) -> None:
    count = 300
    kinds: list[Any] = [d2.Circle(0.5), d2.Box((1.0, 0.1)), d2.Capsule((0, 0), (2, 0), 0.1), d2.Polygon([(0, 0), (2, 0), (0.2, 0.2), (0, 2)]), d2.Ellipse((1.0, 0.2))]
    if dimension == 3:
        kinds = [d3.Sphere(0.5), d3.Box((1.0, 0.1, 0.2)), d3.Capsule((0, 0, 0), (2, 0, 0), 0.1), d3.Cone(0.5, 0.5), d3.Ellipsoid((1.0, 0.2, 0.3))]
    shapes = space(dimension).Shapes([kinds[i] for i in dice.integers(0, len(kinds), count)])
    width = 24 if dimension == 2 else 6
    turns = dice.normal(size=(count, 1 if dimension == 2 else 4))
    turns[::7] = [0.0] if dimension == 2 else [0.0, 0.0, 0.0, 1.0]
    one = OneScene(dimension)
    with TiledScene(dimension, client=client, tiles=5) as scene:  # type: ignore[arg-type]
        for step in range(3):
            poses = np.hstack([dice.uniform(0, width, (count, dimension)), turns, dice.uniform(0.25, 1.5, (count, 1))])
            if step == 0:
                ids = scene.add_many(shapes, poses)
                one.add_many(ids, shapes, poses)
            else:
                scene.set_poses(ids, poses)
                one.set_poses(ids, poses)
            report = scene.update()
            one.scene.update()
            expected = one.pairs("pairs")
            assert listed(scene.pairs()) == expected
            assert 0.3 < len({i for pair in expected for i in pair}) / count < 0.97 and report.halos[1:].min() > 0


def lattice(dimension: int) -> Any:
    return np.stack(np.meshgrid(*[np.arange(6.0)] * dimension), axis=-1).reshape(-1, dimension)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("half", [0.5, 0.25, 2.0, 40.0])
def test_boxes_on_borders_and_larger_than_tiles(client: Any, dimension: int, half: float) -> None:
    """Of half-width 0.5 all neighbours touch, also where the borders of tiles are; of 40 each reaches into every tile."""
    places = lattice(dimension)
    box = space(dimension).Box((half,) * dimension)
    with TiledScene(dimension, client=client, tiles=6) as scene:  # type: ignore[arg-type]
        ids = scene.add_many(box, places)
        for shift in (0.0, 0.5, 100.0):
            scene.set_poses(ids, places + shift)
            scene.update()
            assert listed(scene.pairs()) == brute_force(ids, places - half, places + half)


def test_all_in_one_place(client: Any) -> None:
    """Nothing can be divided: one tile has all of them, and the others are empty."""
    with TiledScene(2, client=client, tiles=4) as scene:
        ids = scene.add_many(d2.Circle(1.0), np.full((40, 2), 3.0))
        report = scene.update()
        assert sorted(report.owned.tolist()) == [0, 0, 0, 40] and report.pairs == 40 * 39 // 2
        scene.set_poses(ids, np.arange(80.0).reshape(40, 2) * 9)
        assert scene.update().pairs == 0 and len(scene.ended()) == 40 * 39 // 2
        scene.rebalance()
        after = scene.update()
        assert after.owned.min() >= 9 and len(scene.began()) == len(scene.ended()) == 0


def test_what_has_no_end_reaches_into_every_tile(client: Any, dice: np.random.Generator) -> None:
    places = dice.uniform(-9, 9, (60, 3))
    with TiledScene(3, client=client, tiles=5) as scene:
        balls = scene.add_many(d3.Sphere(0.1), places)
        ground = scene.add_many(d3.HalfSpace((0.0, 1.0, 0.0)), [(0.0, 0.0, 0.0)])
        report = scene.update()
        below = {(int(i), int(ground[0])) for i in balls[places[:, 1] <= 0.1]}
        assert {pair for pair in listed(scene.pairs()) if pair[1] == ground[0]} == below and 20 < len(below) < 42
        assert report.halos[1:].min() > 0


def test_an_empty_scene_and_one_that_becomes_empty(client: Any) -> None:
    with TiledScene(3, client=client, tiles=3) as scene:
        scene.rebalance()
        assert scene.update().pairs == 0 and len(scene.pairs()) == 0 and scene.poses().shape == (0, 3)
        ids = scene.add_many(d3.Sphere(1.0), np.zeros((2, 3)))
        scene.update(drift_nothing)
        assert scene.pairs().tolist() == [[0, 1]]
        scene.remove_many(ids)
        assert scene.update().pairs == 0 and scene.ended().tolist() == [[0, 1]] and len(scene) == 0
        assert scene.add_many(d3.Sphere(1.0), np.zeros((1, 3))).tolist() == [2]  # ids are never used again


def drift_nothing(moving: Moving) -> None:
    pass


def test_events_of_pairs_that_go_from_tile_to_tile(client: Any) -> None:
    """A pair that stays while it crosses a border neither begins nor ends."""
    with TiledScene(2, client=client, tiles=2) as scene:
        walls = np.column_stack([np.linspace(0, 40, 41), np.full(41, 50.0)])
        scene.add_many(d2.Circle(0.25), walls)
        pair = scene.add_many(d2.Circle(1.0), [(1.0, 0.0), (2.0, 0.0)])
        scene.update()
        assert scene.began().tolist() == [pair.tolist()]
        seen = set()
        for x in range(2, 39):
            scene.set_poses(pair, [(x, 0.0), (x + 1.0, 0.0)])
            scene.update()
            assert len(scene.began()) == len(scene.ended()) == 0 and scene.pairs().tolist() == [pair.tolist()]
            seen |= {tile for tile, future in enumerate(scene.pairs_by_tile()) if len(future.result())}
        assert seen == {0, 1}


def to_nan(moving: Moving) -> None:
    moving.poses[moving.ids == 5, 1] = np.nan


def shortens(moving: Moving) -> None:
    moving.poses = moving.poses[1:]


def fails(moving: Moving) -> None:
    moving.poses += 100.0 * (moving.ids[:, None] % np.uint64(3))
    moving.carried += 1.0
    raise KeyError("no such planet")


def test_a_step_that_fails_changes_nothing(client: Any) -> None:
    places = np.column_stack([np.arange(12.0), np.zeros(12)])
    with TiledScene(2, client=client, tiles=3) as scene:
        ids = scene.add_many(d2.Circle(0.5), places, carried=places)
        scene.update()
        before = listed(scene.pairs())
        with pytest.raises(KeyError, match="no such planet"):
            scene.update(fails)
        scene.remove_many(ids[:1])
        with pytest.raises(clearance.InvalidPose, match="move: the object with the id 5") as caught:
            scene.update(to_nan)
        assert (caught.value.field, caught.value.index) == ("move", 5)
        with pytest.raises(clearance.InvalidArgument, match="move: left poses of shape"):
            scene.update(shortens)
        assert listed(scene.pairs()) == before
        assert scene.update(drift_nothing).step == 2 and listed(scene.pairs()) == before - {(0, 1)}
        assert scene.ended().tolist() == [[0, 1]]
        np.testing.assert_array_equal(scene.poses(), places[1:])


def test_a_checkpoint_that_cannot_be_written(client: Any, tmp_path: Path) -> None:
    """The step before it has been done, and is not done twice; the next checkpoint succeeds."""
    folder = tmp_path / "new" / "folder"
    with TiledScene(2, client=client, tiles=2, checkpoints=str(folder), every=1) as scene:
        scene.add_many(d2.Circle(0.5), [(0.0, 0.0), (1.0, 0.0)])
        folder.rmdir()
        folder.touch()  # a file where the folder was
        with pytest.raises(OSError):
            scene.update()
        assert scene.pairs().tolist() == [[0, 1]] and len(scene.poses()) == 2
        folder.unlink()
        assert scene.update().owned.sum() == 2 and len(list(folder.iterdir())) == 2
        assert len(scene.began()) == len(scene.ended()) == 0
    assert list(folder.iterdir()) == []


def test_ids_stay_below_their_limit(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clearance.distributed._pending.MOST", 5)
    with TiledScene(2, client=client, tiles=2) as scene:
        scene.remove_many(scene.add_many(d2.Circle(0.5), np.zeros((4, 2))))
        with pytest.raises(clearance.InvalidArgument, match="5 objects"):
            scene.add_many(d2.Circle(0.5), np.zeros((2, 2)))
        assert scene.add_many(d2.Circle(0.5), np.zeros((1, 2))).tolist() == [4] and len(scene) == 1


def test_of_several_changes_of_an_object_the_last_holds(client: Any) -> None:
    with TiledScene(2, client=client, tiles=2) as scene:
        ids = scene.add_many(d2.Circle(0.5), np.arange(12.0).reshape(6, 2))
        scene.set_poses(ids[[4, 1, 4]], [(1.0, 1.0), (2.0, 2.0), (3.0, 3.0)])
        scene.set_poses(ids[[1]], [(4.0, 4.0)])
        scene.remove_many(ids[[0]])
        scene.update()
        assert scene.poses([1, 4, 5]).tolist() == [[4.0, 4.0], [3.0, 3.0], [10.0, 11.0]] and len(scene) == 5


@pytest.mark.parametrize("wrong", [np.nan, np.inf, 2.0**481])
def test_numbers_that_are_no_pose(client: Any, wrong: float) -> None:
    with TiledScene(3, client=client, tiles=2) as scene:
        ids = scene.add_many(d3.Sphere(1.0), np.zeros((3, 3)))
        for call in (lambda rows: scene.add_many(d3.Sphere(1.0), rows), lambda rows: scene.set_poses(ids, rows)):
            rows = np.zeros((3, 3))
            rows[1, 2] = wrong
            with pytest.raises(clearance.InvalidPose) as caught:
                call(rows)
            assert (caught.value.field, caught.value.index) == ("poses", 1)
        assert len(scene) == 3


def test_wrong_arguments(client: Any) -> None:
    with TiledScene(3, client=client, tiles=2) as scene:
        ids = scene.add_many(d3.Sphere(1.0), np.zeros((3, 7)) + [0, 0, 0, 0, 0, 0, 1], carried=np.zeros((3, 2)))
        wrong: list[tuple[Any, type[Exception]]] = [
            (lambda: scene.add_many(d3.Sphere(1.0), np.zeros((2, 4))), clearance.InvalidPose),
            (lambda: scene.add_many(d3.Sphere(1.0), np.zeros((2, 7))), clearance.InvalidPose),
            (lambda: scene.add_many(d3.Sphere(1.0), [["a", "b", "c"]]), clearance.InvalidType),
            (lambda: scene.add_many(d3.Shapes.balls([1.0, 2.0]), np.zeros((3, 3))), clearance.InvalidArgument),
            (lambda: scene.add_many(d3.Sphere(1.0), np.zeros((1, 3)), carried=[[1.0]]), clearance.InvalidArgument),
            (lambda: scene.set_poses([0, 1], np.zeros((3, 3))), clearance.InvalidArgument),
            (lambda: scene.set_poses([0.0], np.zeros((1, 3))), clearance.InvalidType),
            (lambda: scene.set_poses([7], np.zeros((1, 3))), clearance.NoSuchObject),
            (lambda: scene.remove_many([0, 1, 0]), clearance.NoSuchObject),
            (lambda: scene.remove_many([-1]), clearance.NoSuchObject),
            (lambda: scene.poses(ids), clearance.NoSuchObject),  # before the first update
            (lambda: TiledScene(4, client=client), clearance.InvalidArgument),  # type: ignore[arg-type]
            (lambda: TiledScene(3, tiles=0), clearance.InvalidArgument),
            (lambda: TiledScene(3, tiles=2.0), clearance.InvalidArgument),  # type: ignore[arg-type]
            (lambda: TiledScene(3, client=client, threads=0), clearance.InvalidArgument),
            (lambda: TiledScene(3, client=3), clearance.InvalidType),
            (lambda: TiledScene(3, client=client, every=0), clearance.InvalidArgument),
        ]
        for call, kind in wrong:
            with pytest.raises(kind):
                call()
        assert len(scene) == 3 and scene.update().pairs == 3
        assert scene.poses([2, 0])[:, 6].tolist() == [1.0, 1.0]


def test_importing_clearance_imports_no_dask() -> None:
    code = "import sys, clearance.distributed; assert not {'dask', 'distributed', 'fsspec'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_public_names_are_documented_and_examples_run() -> None:
    package = importlib.import_module("clearance.distributed")
    for name in package.__all__:
        thing = getattr(package, name)
        assert thing.__doc__ and thing.__module__ == package.__name__ and name in dir(package)
        assert pickle.loads(pickle.dumps(thing)) is thing
    result = doctest.testmod(package)
    assert result.attempted >= 10 and result.failed == 0
    with pytest.raises(AttributeError):
        package.nothing


def test_steps_leave_no_tasks_behind(client: Any, dice: np.random.Generator) -> None:
    """What tiles know is in no result of a task: the scheduler would remember all tasks before it."""

    def tasks() -> list[str]:
        gc.collect()
        names: list[str] = client.run_on_scheduler(lambda dask_scheduler: sorted(dask_scheduler.tasks))
        return names

    before = set(tasks())  # of other tests, whose errors are still looked at
    with TiledScene(2, client=client, tiles=3) as scene:
        scene.add_many(d2.Circle(0.5), dice.uniform(0, 20, (200, 2)), carried=dice.normal(size=(200, 2)))
        for _ in range(5):
            scene.update(drift)
            scene.began()
        deadline = time.monotonic() + 20
        while set(tasks()) - before:
            assert time.monotonic() < deadline, set(tasks()) - before
            time.sleep(0.05)
