"""Typical uses: shapes, questions, scenes, masks, pickles, arrays of every layout."""

from __future__ import annotations

import pickle
import threading
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import clearance
from clearance import Mask, Relation, d2, d3

SHAPES: list[Any] = [
    d2.Point(), d2.Segment((0, 0), (1, 2)), d2.Circle(2), d2.Ellipse((2, 1)), d2.Capsule((0, 0), (1, 0), 0.5),
    d2.Box((2, 1)), d2.Convex([(0, 0), (1, 0), (0, 1)]), d2.Polyline([(0, 0), (1, 0), (1, 1)], closed=True),
    d2.Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(1, 1), (2, 1), (1, 2)]]), d2.HalfSpace((0, 2), 3),
    d2.Bitmap(["010", "111"], 0.5), d2.Rounded(d2.Box((1, 1)), 0.25), d2.Compound([d2.Circle(1).at((1, 2), angle=0.5)]),
    d3.Point(), d3.Segment((0, 0, 0), (1, 2, 3)), d3.Triangle(np.eye(3)), d3.Sphere(2), d3.Ellipsoid((1, 2, 3)),
    d3.Capsule((0, 0, 0), (0, 1, 0), 0.5), d3.Cylinder(1, 2), d3.Cone(1, 2), d3.Box((1, 2, 3)), d3.Convex(np.eye(3)),
    d3.Mesh(np.eye(3), [(0, 1, 2)]), d3.Terrain([[0, 1, 2], [2, 1, 0]], (1, 2)), d3.HalfSpace((0, 1, 0)),
    d3.Rounded(d3.Sphere(1), 1), d3.Compound([d3.Box((1, 1, 1)).at((0, 2, 0), scale=3)]),
]  # fmt: skip
names = [repr(shape) for shape in SHAPES]


@pytest.mark.parametrize("shape", SHAPES, ids=names)
def test_every_shape_survives_a_pickle_and_meets_itself(shape: Any) -> None:
    other = pickle.loads(pickle.dumps(shape))
    assert other == shape and hash(other) == hash(shape) and type(other) is type(shape)
    dimension = d2 if isinstance(shape, d2.Shape) else d3
    assert dimension.intersects(shape, other)
    origin = (0.0,) * (2 if dimension is d2 else 3)
    placed = pickle.loads(pickle.dumps(shape.at(origin, scale=2.0)))
    assert placed == shape.at(origin, scale=2.0) != shape.at(origin) and placed.shape == shape
    if not repr(shape).startswith("<"):
        assert eval(repr(shape), vars(dimension)) == shape


@pytest.mark.parametrize("shape", SHAPES, ids=names)
def test_every_field_can_be_read(shape: Any) -> None:
    fields = [name for name in dir(type(shape)) if isinstance(getattr(type(shape), name), type(d2.Pose.scale))]
    assert {"kind", "is_convex"} <= set(fields)
    assert all(getattr(shape, name) is not None for name in fields)
    with pytest.raises(AttributeError):
        setattr(shape, fields[0], 1)


def test_answers_read_well_and_are_frozen() -> None:
    answer = d2.clearance(d2.Circle(1.0), d2.Circle(1.0).at((3.0, 0.0)))
    assert repr(answer) == (
        "Clearance(distance=1.0, normal=(1.0, 0.0), point_a=(1.0, 0.0), point_b=(2.0, 0.0), "
        "depth_kind=<DepthKind.EXACT: 'exact'>)"
    )
    with pytest.raises(AttributeError):
        answer.distance = 2.0  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(answer)) == answer
    assert pickle.loads(pickle.dumps(Relation.TOUCHING)) is Relation.TOUCHING


@given(st.integers(-400, 400), st.integers(-3, 3), st.integers(-3, 3))
def test_the_same_at_every_scale(power: int, x: int, y: int) -> None:
    unit = 2.0**power
    triangle = [(0.0, 0.0), (2.0, 0.0), (0.0, 3.0)]
    small, other = d2.Convex(np.array(triangle) * unit), d2.Box((unit, unit)).at((x * unit, y * unit))
    assert d2.relation(small, other) == d2.relation(d2.Convex(triangle), d2.Box((1, 1)).at((x, y)))


@given(st.tuples(*[st.floats(-3, 3)] * 2), st.floats(-7, 7), st.floats(0.1, 3))
def test_a_clearance_proves_itself(position: tuple[float, float], angle: float, scale: float) -> None:
    a, b = d2.Convex([(0, 0), (2, 0), (1, 2)]), d2.Box((1.0, 0.5))
    answer = d2.clearance(a, b.at(position, angle, scale))
    witness = np.subtract(answer.point_b, answer.point_a) - answer.distance * np.array(answer.normal)
    assert np.abs(witness).max() < 1e-12 and abs(np.hypot(*answer.normal) - 1.0) < 1e-12
    moved = np.array(position) - answer.distance * np.array(answer.normal)
    assert abs(d2.clearance(a, b.at(moved, angle, scale)).distance) < 1e-11


def test_arrays_of_every_layout_and_kind() -> None:
    wide = np.zeros((6, 4))
    wide[::2, ::2] = [[0, 0], [1, 0], [0, 1]]
    expected = d2.Convex([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])
    strided = wide[::2, ::2]
    for array in (strided, np.asfortranarray(strided), strided.astype("f4"), strided.astype(int), strided.tolist()):
        assert d2.Convex(array) == expected
    assert d2.Circle(1).at(np.float32([1, 2])) == d2.Circle(1.0).at([1, 2]) == d2.Circle(1).at((1.0, 2.0))
    assert np.array_equal(d2.Convex(expected.vertices).vertices, expected.vertices)


def test_d3_poses() -> None:
    scipy = pytest.importorskip("scipy.spatial.transform")
    turned = scipy.Rotation.from_euler("z", 90, degrees=True)
    box = d3.Box((2.0, 1.0, 1.0))
    assert box.at((0, 0, 0), rotation=turned).aabb().max == pytest.approx((1.0, 2.0, 1.0))


def test_matrices_and_quaternions_say_the_same() -> None:
    half = np.sqrt(0.5)
    matrix = np.array([[0.0, -2.0, 0.0, 5.0], [2.0, 0.0, 0.0, 6.0], [0.0, 0.0, 2.0, 7.0], [0.0, 0.0, 0.0, 1.0]])
    pose = d3.Pose.from_matrix(matrix)
    assert pose.position == (5.0, 6.0, 7.0) and pose.scale == 2.0
    assert pose.rotation == pytest.approx((0.0, 0.0, half, half))
    assert pose.point((1.0, 0.0, 0.0)) == pytest.approx((5.0, 8.0, 7.0))


def test_events_of_a_scene() -> None:
    scene = d2.Scene(detail="manifold")
    left = scene.add(d2.Circle(1.0))
    right = scene.add(d2.Circle(1.0).at((3.0, 0.0)))
    scene.update()
    assert scene.pairs().shape == (0, 2)
    scene.set_pose(right, d2.Pose((1.5, 0.0)))
    scene.update()
    assert scene.began().tolist() == scene.pairs().tolist() == [[left, right]] and scene.ended().size == 0
    touch = scene.contacts()[0]
    assert touch.manifold is not None and touch.manifold.contacts[0].clearance == -0.5
    scene.update()
    assert scene.ongoing().tolist() == [[left, right]] and scene.began().size == 0
    scene.remove(right)
    scene.update()
    assert scene.ended().tolist() == [[left, right]] and right not in scene and left in scene


def test_questions_to_a_scene(dice: np.random.Generator) -> None:
    scene = d3.Scene()
    handles = scene.add_many(d3.Sphere(1.0), np.column_stack([np.arange(5) * 10.0, np.zeros((5, 2))]))
    origins, directions = np.array([[-5.0, 0, 0], [-5.0, 5, 0]]), np.array([[1.0, 0, 0]] * 2)
    hits = scene.ray_many(origins, directions, threads=2)
    assert hits.time.tolist() == [4.0, np.inf]
    assert hits.handle is not None and hits.handle.tolist() == [handles[0], 2**64 - 1]
    assert [neighbor.handle for neighbor in scene.nearest(d3.Point().at((19, 0, 0)), 2)] == [handles[2], handles[1]]
    assert scene.at_point((30.5, 0, 0)).tolist() == [handles[3]]
    assert scene.overlapping(d3.Box((10.0, 1, 1))).tolist() == sorted(handles[:2].tolist())
    found = scene.sweep(d3.Sphere(1.0).at((-5, 0, 0)), d3.Motion((100.0, 0, 0)))
    assert found is not None and (found.handle, found.hit.time) == (handles[0], pytest.approx(0.03))
    low, high, level = scene.draw_index()
    assert low.shape == high.shape and len(level) == len(low)


def test_masks() -> None:
    rows = ["0110", "1111", "0010"]
    mask = Mask(rows)
    array = np.array([[c == "1" for c in row] for row in rows])
    assert np.array_equal(mask.to_array(), array) and Mask(array) == mask
    assert pickle.loads(pickle.dumps(mask)) == mask and hash(Mask(array)) == hash(mask)
    for dx in range(-5, 6):
        for dy in range(-4, 5):
            moved = np.zeros((40, 40), bool)
            moved[20 - dy : 23 - dy, 20 + dx : 24 + dx] = array
            still = np.zeros((40, 40), bool)
            still[20:23, 20:24] = array
            assert mask.overlap_area(mask, (dx, dy)) == (moved & still).sum()
    assert d2.Bitmap(mask).mask == mask


def test_the_interpreter_is_free_during_a_batch() -> None:
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.is_set():
            ticks += 1
            time.sleep(0.001)

    shapes = d3.Shapes.convex(np.random.default_rng(1).normal(size=(2000, 24, 3)))
    thread = threading.Thread(target=tick)
    thread.start()
    start, before = time.perf_counter(), ticks
    for _ in range(20):
        d3.clearance_many(shapes, d3.Box((1.0, 1.0, 1.0)))
    spent = time.perf_counter() - start
    stop.set()
    thread.join()
    # If a batch kept the interpreter, the ticks would come only between the calls.
    assert ticks - before > 3 * 20 or spent < 0.05


def test_version_and_names() -> None:
    assert set(clearance.__all__) <= set(dir(clearance))
    assert d2.Circle.__module__ == d2.relation.__module__ == "clearance.d2"

def test_terrain_takes_arrays_of_every_layout() -> None:
    heights = np.random.default_rng(4).uniform(-1, 1, (5, 8))
    lists = d3.Terrain(heights.tolist(), (1.0, 2.0))
    wide = np.zeros((10, 24))
    wide[::2, ::3] = heights
    for given in (heights, np.asfortranarray(heights), heights.T.copy().T, wide[::2, ::3], heights[::-1][::-1]):
        assert d3.Terrain(given, (1.0, 2.0)) == lists
    assert d3.Terrain(heights.T, (1.0, 2.0)).size == (8, 5)
    whole = np.arange(6).reshape(2, 3)
    assert d3.Terrain(whole, (1, 1)) == d3.Terrain(whole.astype(np.float32), (1, 1)) == d3.Terrain([[0, 1, 2], [3, 4, 5]], (1, 1))
    heights[3, 5] = np.nan
    with pytest.raises(clearance.InvalidShape) as raised:
        d3.Terrain(heights, (1.0, 2.0))
    assert raised.value.field == "heights[3][5]"
    for few in (np.zeros((1, 5)), np.zeros((5, 1)), np.zeros((0, 0)), np.zeros((3, 0))):
        with pytest.raises(clearance.InvalidShape) as short:
            d3.Terrain(few, (1.0, 2.0))
        assert short.value.field in ("heights", "heights[0]")
