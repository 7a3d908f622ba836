"""Batches of manifolds and sweeps, and many queries of a scene in one call: the same as single questions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clearance import ClearanceError, NoSuchObject, UnsupportedPair, d2, d3

COUNT = 300


def dimension(room: Any) -> int:
    return 2 if room is d2 else 3


def ball(room: Any, radius: float) -> Any:
    return room.Circle(radius) if room is d2 else room.Sphere(radius)


def made(room: Any, random: Any) -> tuple[Any, list[Any], np.ndarray, list[Any]]:
    """Shapes, the same as a list, rows of poses, and the same as a list."""
    dim = dimension(room)
    kinds = [room.Box(np.ones(dim)), ball(room, 1.0), room.Convex(random.normal(size=(8, dim)))]
    shapes = [kinds[k] for k in random.integers(0, len(kinds), COUNT)]
    rows = random.uniform(-2.4, 2.4, (COUNT, dim))
    if room is d2:
        rows = np.column_stack([rows, random.uniform(-3, 3, COUNT)])
        poses = [d2.Pose(row[:2], row[2]) for row in rows]
    else:
        rows = np.column_stack([rows, random.normal(size=(COUNT, 4))])
        poses = [d3.Pose(row[:3], row[3:]) for row in rows]
    return room.Shapes(shapes), shapes, rows, poses


@pytest.mark.parametrize("room", [d2, d3])
@pytest.mark.parametrize("threads", [1, None])
def test_manifolds_are_those_of_single_pairs(room: Any, threads: int | None) -> None:
    random = np.random.default_rng(3)
    a, list_a, rows, poses = made(room, random)
    b, list_b, _, _ = made(room, random)
    found = room.manifold_many(a, b, poses_b=rows, margin=0.1, threads=threads)
    empty = 0
    for i in range(COUNT):
        single = room.manifold(list_a[i], room.Placed(list_b[i], poses[i]), 0.1)
        where = slice(found.start[i], found.start[i + 1])
        assert tuple(found.normal[i]) == single.normal
        assert [tuple(p) for p in found.point_a[where]] == [contact.point_a for contact in single.contacts]
        assert [tuple(p) for p in found.point_b[where]] == [contact.point_b for contact in single.contacts]
        assert found.clearance[where].tolist() == [contact.clearance for contact in single.contacts]
        assert found.feature[where].tolist() == [[c.feature_a, c.feature_b] for c in single.contacts]
        empty += not single.contacts
    assert 0.2 * COUNT < empty < 0.8 * COUNT


@pytest.mark.parametrize("room", [d2, d3])
@pytest.mark.parametrize("release", [False, True, "overlap"])
def test_sweeps_are_those_of_single_pairs(room: Any, release: Any) -> None:
    random, dim = np.random.default_rng(4), dimension(room)
    a, list_a, rows, poses = made(room, random)
    rows[:, 0] += 4.0
    poses = [room.Pose(row[:dim], *(row[dim:] if room is d2 else [row[dim:]])) for row in rows]
    motions = random.uniform(-4, 4, (COUNT, dim)) + np.eye(dim)[0] * 3.0
    other = room.Motion(-np.eye(dim)[0])
    found = room.sweep_many(a, list_a[0], poses_b=rows, motions_a=motions, motions_b=other, release=release, threads=None)
    hits = 0
    for i in range(COUNT):
        single = room.sweep(list_a[i], room.Placed(list_a[0], poses[i]), room.Motion(motions[i]), other, release)
        if single is None:
            assert np.isinf(found.time[i]) and np.isnan(found.point[i]).all() and found.is_resolved[i]
            continue
        hits += 1
        assert (found.time[i], tuple(found.normal[i]), tuple(found.point[i])) == (single.time, single.normal, single.point)
        assert found.is_resolved[i] == single.is_resolved
    assert found.handle is None and 0.3 * COUNT < hits < 0.8 * COUNT


def test_motions_that_turn_have_a_column_more() -> None:
    plank, peg = d2.Box((2.0, 0.1)), d2.Circle(0.1).at((0.0, 1.5))
    found = d2.sweep_many(plank, peg, motions_a=[(0.0, 0.0, 2.0), (0.0, 0.0, -1.0), (0.0, 0.0, 0.0)])
    assert found.time[0] == d2.sweep(plank, peg, d2.Motion(angular=2.0)).time < 1.0  # type: ignore[union-attr]
    assert np.isinf(found.time[1:]).all()


def test_the_first_wrong_entry_is_named() -> None:
    floor, water = d2.HalfSpace((0.0, 1.0)), d2.HalfSpace((0.0, 2.0), 1.0)
    with pytest.raises(UnsupportedPair) as error:
        d2.manifold_many(d2.Shapes([floor, d2.Circle(1.0), floor]), water)
    assert error.value.index == 0
    with pytest.raises(ClearanceError) as wrong:
        d2.sweep_many(d2.Circle(1.0), d2.Circle(1.0), motions_a=[(1.0, 0.0), (np.nan, 0.0)])
    assert (wrong.value.field, wrong.value.index) == ("motions_a", 1)
    with pytest.raises(ClearanceError, match="has 2 entries"):
        d2.sweep_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[(0, 0)] * 3, motions_a=[(1, 0)] * 2)
    with pytest.raises(ClearanceError, match="margin"):
        d2.manifold_many(d2.Circle(1.0), d2.Circle(1.0), margin=-1.0)


@pytest.mark.parametrize("room", [d2, d3])
def test_a_scene_answers_many_questions_as_it_answers_one(room: Any) -> None:
    random, dim = np.random.default_rng(5), dimension(room)
    scene, spread = room.Scene(), 20.0 if room is d2 else 6.0
    _, shapes, rows, _ = made(room, random)
    handles = scene.add_many(room.Shapes(shapes), rows * ([spread] * dim + [1.0] * (rows.shape[1] - dim)))
    asked = random.uniform(-2, 2, (200, dim)) * spread
    probe = ball(room, 0.7)
    over = scene.overlapping_many(probe, asked, threads=None)
    at = scene.at_point_many(asked)
    near = scene.nearest_many(probe, asked, count=3, within=2.5)
    motions = random.uniform(-3, 3, (200, dim))
    swept = scene.sweep_many(probe, motions, asked)
    met = 0
    for i, point in enumerate(asked):
        placed = probe.at(point)
        assert over.handle[over.start[i] : over.start[i + 1]].tolist() == scene.overlapping(placed).tolist()
        assert at.handle[at.start[i] : at.start[i + 1]].tolist() == scene.at_point(point).tolist()
        where = slice(near.start[i], near.start[i + 1])
        single = scene.nearest(placed, 3, 2.5)
        assert list(zip(near.handle[where].tolist(), near.distance[where].tolist())) == [tuple(n) for n in single]
        first = scene.sweep(placed, room.Motion(motions[i]))
        assert (swept.time[i] == np.inf) == (first is None)
        if first is not None:
            assert (swept.handle[i], swept.time[i]) == (first.handle, first.hit.time)
            met += 1
    assert set(over.handle) <= set(handles) and 20 < met < 190
    none = scene.overlapping_many(probe, asked, layers=2)
    assert none.start.tolist() == [0] * 201 and none.handle.shape == (0,)
    assert scene.overlapping_many(room.Shapes([]), np.zeros((0, dim))).start.tolist() == [0]


def test_manifolds_of_a_scene_are_those_of_its_contacts() -> None:
    scene = d2.Scene(detail="manifold", margin=0.05)
    scene.add_many(d2.Box((0.5, 0.5)), np.random.default_rng(6).uniform(0, 5, (60, 2)))
    scene.update()
    found, single = scene.manifolds(), scene.contacts()
    assert found.pair.tolist() == scene.pairs().tolist() == [[touch.a, touch.b] for touch in single]
    assert len(single) > 20
    for i, touch in enumerate(single):
        assert touch.manifold is not None
        assert tuple(found.manifolds.normal[i]) == touch.manifold.normal
        assert found.manifolds.start[i + 1] - found.manifolds.start[i] == len(touch.manifold.contacts)
    with pytest.raises(ClearanceError, match="detail"):
        d2.Scene().manifolds()


def test_removing_many_is_all_or_nothing() -> None:
    scene = d2.Scene()
    handles = scene.add_many(d2.Circle(1.0), [(3.0 * i, 0.0) for i in range(4)])
    for wrong, index in (([handles[0], handles[1], handles[0]], 2), ([handles[0], 999], 1), ([999, handles[0], handles[0]], 0)):
        with pytest.raises(NoSuchObject) as error:
            scene.remove_many(wrong)
        assert error.value.index == index and len(scene) == 4
    scene.remove_many(handles[1:])
    scene.remove_many([])
    assert scene.handles().tolist() == [handles[0]]


def test_filters_and_sensors_change_after_they_were_added() -> None:
    scene = d2.Scene()
    a, b = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0)])
    scene.update()
    assert len(scene.pairs()) == 1
    scene.set_filter(b, layer=4)
    assert scene.filter(b) == (4, 0xFFFFFFFF, 0)
    scene.set_filter(a, mask=3)
    scene.update()
    assert len(scene.pairs()) == 0 and len(scene.ended()) == 1
    scene.set_filter(a, group=7)
    scene.set_filter(b, group=7)
    scene.set_sensor(b, True)
    scene.update()
    assert len(scene.pairs()) == 0 and len(scene.sensor_pairs()) == 1 and scene.is_sensor(b) and not scene.is_sensor(a)
    with pytest.raises(NoSuchObject):
        scene.set_filter(999, layer=1)
    with pytest.raises(ClearanceError, match="layer"):
        scene.set_filter(a, layer=-1)
    with pytest.raises(TypeError):
        scene.set_sensor(a, 1)  # type: ignore[arg-type]
