"""Arguments of every kind: one that cannot be used raises an error that names its field, and nothing changes."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clearance
from clearance import d2, d3

SQUARE = d2.Box((1.0, 1.0))
NAN = math.nan

REFUSED: list[tuple[Callable[[], Any], type[Exception], str, int | None]] = [
    (lambda: d2.Circle(0.0), clearance.InvalidShape, "radius", None),
    (lambda: d2.Circle(NAN), clearance.InvalidShape, "radius", None),
    (lambda: d2.Box((1.0, -1.0)), clearance.InvalidShape, "half_extents[1]", 1),
    (lambda: d2.Box((1.0,)), clearance.InvalidArgument, "half_extents", None),
    (lambda: d2.Convex([]), clearance.InvalidShape, "vertices", None),
    (lambda: d2.Convex([(0, 0), (1, math.inf)]), clearance.InvalidShape, "vertices[1]", 1),
    (lambda: d2.Convex([(0, 0, 0)]), clearance.InvalidArgument, "vertices", None),
    (lambda: d2.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), clearance.InvalidShape, "vertices[2]", 2),
    (lambda: d2.HalfSpace((0.0, 0.0)), clearance.InvalidShape, "normal", None),
    (lambda: d2.Rounded(d2.Polyline([(0, 0), (1, 1), (2, 0)]), 1.0), clearance.InvalidShape, "shape", None),
    (lambda: d2.Compound([]), clearance.InvalidShape, "parts", None),
    (lambda: d2.Bitmap(["01", "0"]), clearance.InvalidShape, "rows", 1),
    (lambda: SQUARE.at((NAN, 0.0)), clearance.InvalidPose, "position", None),
    (lambda: SQUARE.at((0.0, 0.0), scale=0.0), clearance.InvalidPose, "scale", None),
    (lambda: SQUARE.at((0.0, 0.0), angle=math.inf), clearance.InvalidPose, "rotation", None),
    (lambda: SQUARE.at(d2.Pose(), angle=1.0), clearance.InvalidArgument, "position", None),
    (lambda: d3.Sphere(1.0).at((0, 0, 0), rotation=(0, 0, 0, 0)), clearance.InvalidPose, "rotation", None),
    (lambda: d3.Mesh([(0, 0, 0)], [(0, 0, 1)]), clearance.InvalidShape, "triangles[0][2]", 0),
    (lambda: d3.Mesh([(0, 0, 0)], [(0, 0, -1)]), clearance.InvalidArgument, "triangles", 0),
    (lambda: d3.Mesh.load("no-such-file.stl"), clearance.InvalidShape, "path", None),
    (lambda: d3.Pose.from_matrix(np.diag([1, 1, -1, 1])), clearance.InvalidArgument, "matrix", None),
    (lambda: d2.manifold(SQUARE, SQUARE, margin=-1.0), clearance.InvalidArgument, "margin", None),
    (lambda: d2.ray((0, 0), (0, 0), SQUARE), clearance.InvalidArgument, "direction", None),
    (lambda: d2.sweep(SQUARE, SQUARE, d2.Motion((NAN, 0))), clearance.InvalidArgument, "motion_a", None),
    (lambda: d2.intersects_many(SQUARE, SQUARE, [[0, 0]], [[0, 0], [1, 1]]), clearance.InvalidArgument, "poses_b", None),
    (lambda: d2.intersects_many(SQUARE, SQUARE, [[0, 0], [NAN, 0]]), clearance.InvalidPose, "position", 1),
    (lambda: d2.intersects_many(SQUARE, SQUARE, "ab"), clearance.InvalidType, "poses_a", None),
    (lambda: d2.intersects_many(SQUARE, SQUARE, threads=0), clearance.InvalidArgument, "threads", None),
    (lambda: d2.Shapes([SQUARE, SQUARE.at((1, 1))]), clearance.InvalidArgument, "shapes", 1),
    (lambda: d2.Shapes.convex(np.full((3, 4, 2), NAN)), clearance.InvalidShape, "vertices[0]", 0),
    (lambda: d2.Scene(index="oaktree"), clearance.InvalidArgument, "index", None),
    (lambda: d2.Scene(detail="all"), clearance.InvalidArgument, "detail", None),
    (lambda: d2.Scene(margin=-1.0), clearance.InvalidArgument, "margin", None),
    (lambda: d2.Scene().remove(7), clearance.NoSuchObject, "handle", None),
    (lambda: d2.Scene().set_poses([7], [[0, 0]]), clearance.NoSuchObject, "handle", 0),
    (lambda: clearance.Mask(["12"]), clearance.InvalidShape, "rows", 0),
    (lambda: d2.clearance(d2.HalfSpace((0, 1)), d2.HalfSpace((0, 1))), clearance.UnsupportedPair, "", None),
]


@pytest.mark.parametrize(("call", "error", "field", "index"), REFUSED)
def test_refused(call: Callable[[], Any], error: type[Exception], field: str, index: int | None) -> None:
    with pytest.raises(ValueError) as caught:
        call()
    assert type(caught.value) is error, repr(caught.value)
    assert isinstance(caught.value, clearance.ClearanceError)
    assert (caught.value.field or "", caught.value.index) == (field, index)
    assert pickle.loads(pickle.dumps(caught.value)).field == caught.value.field


WRONG_TYPES: list[Callable[[], Any]] = [
    lambda: d2.Circle("1"),  # type: ignore[arg-type]
    lambda: d2.Circle(None),  # type: ignore[arg-type]
    lambda: d2.relation(SQUARE, None),  # type: ignore[arg-type]
    lambda: d2.relation(SQUARE, d3.Sphere(1.0)),  # type: ignore[arg-type]
    lambda: d2.Scene().add(3),  # type: ignore[arg-type]
    lambda: d2.Scene().set_pose(0, (1, 2)),  # type: ignore[arg-type]
    lambda: d2.sweep(SQUARE, SQUARE, (1, 0)),  # type: ignore[arg-type]
    lambda: d2.Compound(3),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("call", WRONG_TYPES)
def test_wrong_types(call: Callable[[], Any]) -> None:
    with pytest.raises(clearance.InvalidType):
        call()


def test_what_is_no_call_is_told_by_python() -> None:
    """Too many, too few or unknown arguments do not reach the package."""
    for call in (lambda: d2.Circle(1.0, 2.0), lambda: d2.Circle(), lambda: d2.Circle(size=1.0)):  # type: ignore[call-arg]
        with pytest.raises(TypeError):
            call()


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)
CALLS: list[Callable[..., Any]] = [
    d2.Circle, d2.Box, d2.Convex, d2.Polygon, d2.Polyline, d2.Bitmap, d2.Compound, d2.Shapes, d2.Pose, d2.Motion,
    d2.Shapes.convex, d2.Shapes.balls, d3.Box, d3.Convex, d3.Triangle, d3.Pose, d3.Pose.from_matrix, clearance.Mask,
    SQUARE.at, lambda it: d3.Mesh(it, it), lambda it: d3.Terrain(it, it), lambda it: d2.relation(SQUARE, it),
    lambda it: d2.intersects_many(SQUARE, SQUARE, it, it), lambda it: d2.ray(it, it, SQUARE),
    lambda it: d2.Scene().add_many(SQUARE, it), lambda it: d2.Scene().set_poses(it, it), lambda it: d2.Scene(index=it),
    lambda it: d2.Scene(max_pairs=it, threads=1), lambda it: d2.manifold(SQUARE, SQUARE, it),
    lambda it: d2.Scene().sweep_step(it, it, it), lambda it: d2.Scene().sweep_step([0], [(0, 0)], it), lambda it: d2.Character(it, it, it),
    lambda it: d2.Character(1.0, 2.0).step(d2.Scene(), it, it), lambda it: d2.Movers().set_pose(d2.Scene(), it, d2.Pose()),
    lambda it: d2.sweep(SQUARE, SQUARE, release=it), lambda it: d2.Scene(joined_seams=it),
    lambda it: d2.PlacedShapes(it, it), lambda it: d2.PlacedShapes([SQUARE, SQUARE], shape=it), lambda it: d2.PlacedShapes(SQUARE).intersects(it),
    lambda it: d2.PlacedShapes(SQUARE).ray(it, it, it), lambda it: d2.PlacedShapes(SQUARE).set_poses(it, it),
]  # fmt: skip


@pytest.mark.filterwarnings("ignore")  # numpy warns about some of these
@pytest.mark.parametrize("call", CALLS)
@settings(max_examples=60, deadline=None)
@given(junk=JUNK)
def test_junk_never_aborts(call: Callable[..., Any], junk: Any) -> None:
    try:
        call(junk)
    except clearance.ClearanceError as error:
        assert error.field is not None


def test_nothing_has_moved_where_one_pose_is_wrong() -> None:
    scene = d2.Scene()
    handles = scene.add_many(SQUARE, [[0.0, 0.0], [5.0, 0.0]])
    before = scene.poses(handles)
    with pytest.raises(clearance.InvalidPose):
        scene.set_poses(handles, [[1.0, 1.0], [NAN, 0.0]])
    with pytest.raises(clearance.InvalidPose):
        scene.add_many(SQUARE, [[1.0, 1.0], [NAN, 0.0]])
    assert np.array_equal(scene.poses(handles), before) and len(scene) == 2
