"""The parts of a tiled scene by themselves: splits, boxes, and objects that are cut apart and joined."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clearance import d2, d3
from clearance.distributed._held import packed, unpacked
from clearance.distributed._objects import Objects, boxes, kinds_of, merged, taken
from clearance.distributed._pending import Pending
from clearance.distributed._splits import owner, reach, split
from clearance.distributed._tiles import Moving, Place, SceneLost, State, drop, finish, prepare, put, state_of


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("tiles", [1, 2, 5, 16])
def test_splits_give_equal_shares(dice: np.random.Generator, dimension: int, tiles: int) -> None:
    """Of points that crowd in one corner, too; each is in one tile."""
    points = dice.random((20000, dimension)) ** 6
    found = owner(split(points, tiles), points)
    shares = np.bincount(found, minlength=tiles)
    assert shares.sum() == len(points) and len(shares) == tiles
    assert shares.min() > 0.95 * len(points) / tiles and shares.max() < 1.05 * len(points) / tiles


def test_a_box_reaches_into_the_tiles_of_all_its_points(dice: np.random.Generator) -> None:
    """Against points of each box: its corners and some inside. The grid is coarse, so many lie on borders."""
    corners = dice.integers(0, 12, (400, 2)).astype(float)
    splits = split(corners, 7)
    low = corners - dice.integers(0, 3, corners.shape).astype(float)
    high = corners + dice.integers(0, 3, corners.shape).astype(float)
    tiles_of: list[set[int]] = [set() for _ in corners]
    for tile, rows in enumerate(reach(splits, low, high)):
        assert (np.diff(rows) > 0).all()
        for row in rows:
            tiles_of[row].add(tile)
    for row, found in enumerate(tiles_of):
        xs, ys = (np.arange(low[row, axis], high[row, axis] + 1) for axis in (0, 1))
        points = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)  # borders are at whole numbers: each tile it reaches has one
        assert found == set(owner(splits, points).tolist())
    assert 0.2 < np.mean([len(found) > 1 for found in tiles_of]) < 0.8


def test_points_at_infinity_are_in_a_tile() -> None:
    splits = split(np.arange(20.0).reshape(10, 2), 4)
    far = np.array([(-np.inf, 0.0), (np.inf, np.inf), (0.0, -np.inf)])
    assert [len(rows) for rows in reach(splits, far, far)] and set(owner(splits, far).tolist()) <= {0, 1, 2, 3}
    assert sum(len(rows) for rows in reach(splits, far, far)) == 3
    everywhere = reach(splits, np.full((1, 2), -np.inf), np.full((1, 2), np.inf))
    assert [rows.tolist() for rows in everywhere] == [[0]] * 4


def some_objects(dice: np.random.Generator, space: Any, shapes: list[Any], size: float) -> Objects:
    dimension, count = (2, 400) if space is d2 else (3, 400)
    kinds = kinds_of(shapes, 3, dimension)
    turns = dice.normal(size=(count, 1 if dimension == 2 else 4)) * 3
    turns[::4] = [0.0] if dimension == 2 else [0.0, 0.0, 0.0, -2.0]
    poses = np.hstack([dice.normal(size=(count, dimension)) * size, turns, dice.uniform(0.1, 9, (count, 1))])
    ids = np.sort(dice.choice(9999, count, replace=False)).astype(np.uint64)
    return Objects(ids, poses, dice.choice(kinds.keys, count), dice.random((count, 2)), kinds)


SHAPES: dict[str, list[Any]] = {
    "d2": [d2.Point(), d2.Box((3.0, 0.1)), d2.Convex([(5, 5), (7, 5), (6, 8)]), d2.Segment((1.0, 2.0), (-3.0, 0.0))],
    "d3": [d3.Point(), d3.Box((1.0, 0.1, 4.0)), d3.Triangle([(5, 5, 1), (7, 5, 0), (6, 8, 3)]), d3.Segment((9, 9, 9), (1, 2, 3))],
}
CORNERS: dict[str, list[Any]] = {
    "d2": [[(0, 0)], [(x, y) for x in (-3.0, 3.0) for y in (-0.1, 0.1)], [(5, 5), (7, 5), (6, 8)], [(1, 2), (-3, 0)]],
    "d3": [
        [(0, 0, 0)],
        [(x, y, z) for x in (-1, 1) for y in (-0.1, 0.1) for z in (-4, 4)],
        [(5, 5, 1), (7, 5, 0), (6, 8, 3)],
        [(9, 9, 9), (1, 2, 3)],
    ],
}


def turned(points: Any, turn: Any) -> Any:
    """By an angle or a quaternion, with the 64 bits of extended precision."""
    points, turn = np.array(points, np.longdouble), np.array(turn, np.longdouble)
    if len(turn) == 1:
        c, s = np.cos(turn[0]), np.sin(turn[0])
        return np.column_stack([c * points[:, 0] - s * points[:, 1], s * points[:, 0] + c * points[:, 1]])
    turn = turn / np.sqrt((turn * turn).sum())
    across = np.cross(turn[:3], points)
    return points + 2 * (turn[3] * across + np.cross(turn[:3], across))


@pytest.mark.parametrize("name", ["d2", "d3"])
@pytest.mark.parametrize("size", [1e-290, 1.0, 1e9])
def test_boxes_hold_their_objects(dice: np.random.Generator, name: str, size: float) -> None:
    """Against their corners in extended precision; of objects that are not turned, the box reaches hardly further."""
    objects = some_objects(dice, d2 if name == "d2" else d3, SHAPES[name], size)
    low, high = boxes(objects)
    dimension = low.shape[1]
    for row, key in enumerate(objects.keys):
        pose = objects.poses[row].astype(np.longdouble)
        points = pose[:dimension] + pose[-1] * turned(CORNERS[name][int(key) - 3], pose[dimension:-1])
        assert (low[row] <= points.min(axis=0)).all() and (high[row] >= points.max(axis=0)).all()
        if row % 4 == 0:
            reach_of = np.abs(points).max() + np.abs(pose[:dimension]).max()
            assert (points.min(axis=0) - low[row] <= 1e-13 * reach_of).all() and (high[row] - points.max(axis=0) <= 1e-13 * reach_of).all()


def test_the_box_of_a_round_shape(dice: np.random.Generator) -> None:
    objects = some_objects(dice, d3, [d3.Sphere(0.5)], 1.0)
    low, high = boxes(objects)
    reach_of = 0.5 * objects.poses[:, -1:]
    assert (low <= objects.poses[:, :3] - reach_of).all() and (high >= objects.poses[:, :3] + reach_of).all()


def test_the_box_of_what_has_no_end(dice: np.random.Generator) -> None:
    low, high = boxes(some_objects(dice, d3, [d3.HalfSpace((1.0, 2.0, 0.0))], 1.0))
    assert (low == -np.inf).all() and (high == np.inf).all()


def test_objects_cut_apart_and_joined_are_the_same(dice: np.random.Generator) -> None:
    objects = some_objects(dice, d3, SHAPES["d3"], 1.0)
    share = dice.integers(0, 5, len(objects.ids))
    parts = [taken(objects, np.flatnonzero(share == i)) for i in range(5)]
    joined = merged([parts[i] for i in (3, 0, 4, 1, 2)])
    for one, other in zip(joined[:4], objects[:4]):
        np.testing.assert_array_equal(one, other)
    np.testing.assert_array_equal(boxes(joined), boxes(objects))
    alone = taken(objects, np.flatnonzero(objects.keys == 4))
    assert alone.kinds.keys.tolist() == [4] and alone.kinds.shapes.tolist() == [SHAPES["d3"][1]]


def test_packed_pairs() -> None:
    pairs = np.array([(7, 3), (2**32 - 1, 0), (0, 1)], np.uint64)
    assert unpacked(packed(pairs)).tolist() == [[0, 1], [0, 2**32 - 1], [3, 7]]


def test_an_attempt_that_was_given_up_leaves_nothing() -> None:
    """Its stages end after those of the next attempt have begun: here the first one's function begins the second."""
    pending = Pending(2)
    pending.add(d2.Circle(0.5), np.zeros((3, 2)), None)
    changes = pending.changes()
    assert changes is not None
    place, splits, nothing = Place("given up", 0, 2, 1), split(np.zeros((1, 2)), 1), np.empty(0, np.uint64)
    put(place, 0, State(changes.added, nothing, nothing, nothing))

    def overtaken(moving: Moving) -> None:
        prepare(place, 0, 2, splits, None, None)
        moving.poses += [[0.0, 0.0], [5.0, 0.0], [9.0, 0.0]]

    prepare(place, 0, 1, splits, None, overtaken)
    for late in (lambda: prepare(place, 0, 1, splits, None, None), lambda: finish(place, 0, 1, splits)):
        with pytest.raises(SceneLost, match="given up"):
            late()
    assert finish(place, 0, 2, splits).pairs == 3 and not state_of(place, 1).objects.poses.any()
    drop("given up")
    with pytest.raises(SceneLost, match="restarted"):
        state_of(place, 1)
