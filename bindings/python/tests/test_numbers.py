"""These are not accepted as numbers: texts, bools, bytes, complex numbers, dates, masked arrays, and floats for handles.

Bug: Python and numpy convert each of these to some number if asked for one, and so the package accepted them.
"""

from __future__ import annotations

import array
import datetime
import decimal
import fractions
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import ClearanceError, InvalidType, Mask, d2, d3

BOX, CUBE = d2.Box((1.0, 1.0)), d3.Box((1.0, 1.0, 1.0))

NO_NUMBERS: list[Any] = [
    "1", b"1", True, np.True_, 1 + 0j, np.complex128(1.0), np.complex64(1.0), np.datetime64(1, "s"), np.timedelta64(1, "s"),
    datetime.datetime(2020, 1, 1), datetime.timedelta(1), np.ma.masked, np.ma.array([1.0], mask=[True])[0], None, [1.0],
    np.array(True), np.array(1j), np.array("1"), np.array([1.0]), np.str_("1"), np.bytes_(b"1"), np.ma.array(1.0), {}, object(),
]  # fmt: skip

NUMBERS: list[Any] = [
    1, 1.0, np.float64(1), np.float32(1), np.float16(1), np.longdouble(1), np.int8(1), np.uint64(1), np.array(1.0),
    np.array(1), np.array(1, object), fractions.Fraction(1), decimal.Decimal(1),
]  # fmt: skip

def stepped(motions: Any) -> None:
    """A step of one object."""
    scene = d2.Scene()
    scene.sweep_step([scene.add(BOX)], motions)


MAY_BE_NONE = {"angular", "slope", "step height", "snap", "skin", "jump"}

SCALARS: dict[str, tuple[str, Callable[[Any], Any]]] = {
    "radius": ("radius", d2.Circle),
    "half height": ("half_height", lambda it: d3.Cylinder(it, 1.0)),
    "offset": ("offset", lambda it: d2.HalfSpace((0, 1), it)),
    "pixel size": ("pixel_size", lambda it: d2.Bitmap(["1"], it)),
    "angle": ("angle", lambda it: BOX.at((0, 0), angle=it)),
    "scale": ("scale", lambda it: CUBE.at((0, 0, 0), scale=it)),
    "scale of a pose": ("scale", lambda it: d2.Pose((0, 0), 0.0, it)),
    "angular": ("angular", lambda it: d2.Motion((0, 0), it)),
    "margin": ("margin", lambda it: d2.manifold(BOX, BOX, it)),
    "margin of a scene": ("margin", lambda it: d2.Scene(margin=it)),
    "within": ("within", lambda it: d3.contacts(CUBE, CUBE, it)),
    "tolerance": ("tolerance", lambda it: Mask(["1"]).outlines(it)),
    "first of a vector": ("half_extents", lambda it: d2.Box((it, 1.0))),
    "last of a list": ("linear", lambda it: d3.Motion([1.0, 2.0, it])),
    "of a row": ("vertices", lambda it: d2.Convex([(0, 0), (it, 0), (0, 1)])),
    "of a table": ("poses_b", lambda it: d2.intersects_many(BOX, BOX, None, [[0.0, 0.0], [0.0, it]])),
    "of a row of objects": ("vertices", lambda it: d2.Polyline([np.array([0, 1], object), np.array([None, it], object)[1:].repeat(2)])),
    "of a radius of many": ("radii", lambda it: d3.Shapes.balls([1.0, it])),
    "of a stack": ("vertices", lambda it: d2.Shapes.convex([[(0, 0), (1, 0), (0, it)]])),
    "of a height": ("heights", lambda it: d3.Terrain([[0, 1], [2, it]], (1, 1))),
    "of a quaternion": ("rotation", lambda it: CUBE.at((0, 0, 0), rotation=(0, 0, 0, it))),
    "radius of a character": ("radius", lambda it: d2.Character(it, 9.0)),
    "height of a character": ("height", lambda it: d2.Character(0.25, it)),
    "gravity": ("gravity", lambda it: d3.Character(0.25, 2.0, gravity=it)),
    "slope": ("max_slope", lambda it: d3.Character(0.25, 2.0, max_slope=it)),
    "step height": ("step_height", lambda it: d3.Character(0.25, 2.0, step_height=it)),
    "snap": ("snap", lambda it: d3.Character(0.25, 2.0, snap=it)),
    "skin": ("skin", lambda it: d3.Character(4.0, 20.0, skin=it)),
    "of up": ("up", lambda it: d3.Character(0.25, 2.0, up=(0, it, 0))),
    "of feet": ("position", lambda it: d3.Character(0.25, 2.0, (0, it, 0))),
    "of a place": ("position", lambda it: setattr(d2.Character(0.25, 2.0), "position", (it, 0.0))),
    "of a fall": ("fall", lambda it: setattr(d2.Character(0.25, 2.0), "fall", (it, 0.0))),
    "of a wish": ("velocity", lambda it: d2.Character(0.25, 2.0).step(d2.Scene(), (it, 0.0), 0.5)),
    "time of a step": ("time", lambda it: d2.Character(0.25, 2.0).step(d2.Scene(), (0.0, 0.0), it)),
    "jump": ("jump", lambda it: d2.Character(0.25, 2.0).step(d2.Scene(), (0.0, 0.0), 0.5, jump=it)),
    "of a motion in a row": ("motions", lambda it: stepped([(it, 0.0)])),
    "of a turn in a row": ("motions", lambda it: stepped([(0.0, 0.0, it)])),
    "of an origin": ("origin", lambda it: d2.ray((-9, it), (1, 0), BOX)),
}


@pytest.mark.parametrize("given", NO_NUMBERS, ids=lambda it: f"{type(it).__name__} {it!r}".split(" at 0x")[0][:40])
@pytest.mark.parametrize("where", SCALARS)
def test_what_is_no_number(where: str, given: Any) -> None:
    field, call = SCALARS[where]
    if given is None and where in MAY_BE_NONE:
        pytest.skip("as if it were not given")
    with pytest.raises(ClearanceError) as caught:
        call(given)
    assert isinstance(caught.value, TypeError) and type(caught.value) is InvalidType
    assert caught.value.field == field and str(caught.value).startswith(field), caught.value


@pytest.mark.parametrize("given", NUMBERS, ids=lambda it: type(it).__name__)
@pytest.mark.parametrize("where", SCALARS)
def test_what_is_one(where: str, given: Any) -> None:
    SCALARS[where][1](given)


ROWS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
NO_TABLES: dict[str, Any] = {
    "complex": ROWS + 0j,
    "bools": ROWS > 0.5,
    "texts": ROWS.astype(str),
    "bytes": ROWS.astype("S3"),
    "dates": ROWS.astype("datetime64[s]"),
    "durations": ROWS.astype("timedelta64[s]"),
    "masked": np.ma.array(ROWS, mask=ROWS > 0.5),
    "masked rows": [np.ma.array(row, mask=row > 0.5) for row in ROWS],
    "records": np.zeros(3, [("x", float), ("y", float)]),
    "objects": np.array([[0, 0], [1, "0"], [0, 1]], object),
    "a text": "ab",
    "bytes of Python": b"ab",
    "a view of bytes": memoryview(b"abcd").cast("B", (2, 2)),
    "a dictionary": {0: (0, 0), 1: (1, 0), 2: (0, 1)},
    "a set": {(0, 0), (1, 0), (0, 1)},
    "rows of bytes": [b"ab", b"cd", b"ef"],
    "an empty text": "",
    "empty bytes": b"",
    "an empty dictionary": {},
    "empty bools": np.zeros((0, 2), bool),
    "a number": 5.0,
    "nothing": None,
}


@pytest.mark.parametrize("what", NO_TABLES)
@pytest.mark.parametrize("call", [lambda it: d2.Convex(it), lambda it: d2.intersects_many(BOX, BOX, it), lambda it: d2.Shapes.convex([it, it]), lambda it: d2.Scene().sweep_step([0, 1, 2], it)])
def test_what_is_no_table(what: str, call: Callable[[Any], Any]) -> None:
    if what == "nothing" and "intersects_many" in call.__code__.co_names:
        pytest.skip("as if it were not given")
    with pytest.raises(InvalidType) as caught:
        call(NO_TABLES[what])
    assert caught.value.field in ("vertices", "poses_a", "motions")


def test_tables_of_no_rows_have_columns_all_the_same() -> None:
    for empty in ([], (), np.zeros((0, 2)), np.zeros((0, 3), int), np.array([])):
        assert len(d2.intersects_many(BOX, BOX, empty)) == 0
    for wrong in (np.zeros((0, 5)), np.zeros((0, 2, 2))):
        with pytest.raises(clearance.InvalidArgument):
            d2.intersects_many(BOX, BOX, wrong)


def test_tables_of_every_kind_of_number() -> None:
    expected = d2.Convex(ROWS)
    same: list[Any] = [
        ROWS.tolist(), tuple(map(tuple, ROWS.tolist())), list(ROWS), ROWS.astype("f2"), ROWS.astype(">f8"), ROWS.astype("u1"),
        ROWS.astype(object), [array.array("d", row) for row in ROWS], memoryview(np.ascontiguousarray(ROWS)),
        [[fractions.Fraction(int(x)) for x in row] for row in ROWS],
    ]  # fmt: skip
    for table in same:
        assert d2.Convex(table) == expected
    assert len(d3.Shapes.convex(np.eye(3, dtype="i4")[None])) == len(d3.Shapes.convex([np.eye(3)])) == 1


HANDLES: dict[str, Callable[[d2.Scene, Any], Any]] = {
    "remove": lambda scene, it: scene.remove(it),
    "pose": lambda scene, it: scene.pose(it),
    "shape": lambda scene, it: scene.shape(it),
    "set_pose": lambda scene, it: scene.set_pose(it, d2.Pose()),
    "set_shape": lambda scene, it: scene.set_shape(it, BOX),
    "poses": lambda scene, it: scene.poses([it]),
    "set_poses": lambda scene, it: scene.set_poses([it], [[0.0, 0.0]]),
    "sweep_step": lambda scene, it: scene.sweep_step([it], [(0.0, 0.0)]),
    "set_pose of movers": lambda scene, it: d2.Movers().set_pose(scene, it, d2.Pose()),
    "poses of an array": lambda scene, it: scene.poses(np.array([it])),
}


@pytest.mark.filterwarnings("ignore:Warning. converting a masked element")  # by numpy, when the test makes an array of it
@pytest.mark.parametrize("name", HANDLES)
def test_handles_are_whole_numbers(name: str) -> None:
    scene = d2.Scene()
    handle = scene.add(BOX)
    wrong = [float(handle), str(handle), str(handle).encode(), bool(handle), np.float64(handle), None, 1j, np.datetime64(handle, "s")]
    for given in [*wrong, np.timedelta64(handle, "s"), fractions.Fraction(handle), np.ma.masked]:
        with pytest.raises(InvalidType) as caught:
            HANDLES[name](scene, given)
        assert caught.value.field in ("handle", "handles")
    for given in (-1, np.int64(-1)):
        with pytest.raises(clearance.InvalidArgument):
            HANDLES[name](scene, given)
    assert len(scene) == 1
    if name != "remove":
        for good in (handle, np.uint64(handle), np.int32(handle)):
            HANDLES[name](scene, good)
    assert 1.5 not in scene and "0" not in scene and handle in scene


def test_lists_of_handles() -> None:
    scene = d2.Scene()
    handles = scene.add_many(BOX, [[0.0, 0.0], [5.0, 0.0]])
    for good in (handles, handles.tolist(), tuple(handles), handles.astype("i8"), handles.astype(object), handles.astype("u4")):
        assert scene.poses(good)[:, 0].tolist() == [0.0, 5.0]
    assert scene.poses([]).shape == scene.poses(np.array([])).shape == (0, 3)
    for wrong in (handles.astype(float), handles.astype(str), handles.astype(bool), np.ma.array(handles), "01", b"\0\1", {0: 1}):
        with pytest.raises(InvalidType):
            scene.poses(wrong)


def test_masks() -> None:
    mask = Mask(np.array([[0, 1], [255, 0]]))
    assert mask == Mask([[False, True], [True, False]]) == Mask(["01", "10"]) == Mask(np.array([[0.0, 1.0], [1.0, 0.0]]))
    for wrong in (np.array([["0", "1"]]), np.array([[1j]]), np.ma.array([[True]]), b"01", "01", {}, np.array([[None]]), 3, [b"01"]):
        with pytest.raises(InvalidType):
            Mask(wrong)
    for offset in (b"ab", "12", (1.0, 2.0), (True, False), (1j, 0), np.array([1.0, 0.0]), {1, 2}, None, ("1", "2")):
        with pytest.raises(InvalidType) as caught:
            mask.overlaps(mask, offset)
        assert caught.value.field == "offset"
    with pytest.raises(clearance.InvalidArgument):
        mask.overlaps(mask, (1, 2, 3))
    with pytest.raises(InvalidType):
        mask.overlaps(np.zeros((2, 2)), (0, 0))  # type: ignore[arg-type]


def test_geojson() -> None:
    for wrong in ([["0", "0"], ["1", "0"], ["0", "1"]], [[True, 0], [1, 0], [0, 1]], np.ma.array(ROWS, mask=ROWS > 0.5)):
        with pytest.raises(InvalidType):
            d2.relation({"type": "LineString", "coordinates": wrong}, BOX)


OTHERS: list[tuple[str, Callable[[], Any]]] = [
    ("b", lambda: d2.relation(BOX, 5)),  # type: ignore[arg-type]
    ("a", lambda: d3.clearance(BOX, CUBE)),  # type: ignore[arg-type]
    ("a", lambda: d2.intersects_many([BOX], BOX)),  # type: ignore[arg-type]
    ("shapes", lambda: d2.Shapes([BOX, CUBE])),  # type: ignore[list-item]
    ("shapes", lambda: d2.Shapes(3)),  # type: ignore[arg-type]
    ("parts", lambda: d2.Compound([BOX, 1])),  # type: ignore[list-item]
    ("holes", lambda: d2.Polygon([(0, 0), (1, 0), (0, 1)], 3)),  # type: ignore[arg-type]
    ("shape", lambda: d2.Rounded(BOX.at((0, 0)), 1.0)),  # type: ignore[arg-type]
    ("pose", lambda: BOX.aabb((0, 0))),  # type: ignore[arg-type]
    ("pose", lambda: d2.Scene().set_pose(0, (0, 0))),  # type: ignore[arg-type]
    ("motion_b", lambda: d2.sweep(BOX, BOX, None, 3.0)),  # type: ignore[arg-type]
    ("motion", lambda: d2.Scene().sweep(BOX, (1, 0))),  # type: ignore[arg-type]
    ("release", lambda: d2.sweep(BOX, BOX, release=1)),  # type: ignore[arg-type]
    ("closed", lambda: d2.Polyline([(0, 0), (1, 1)], "yes")),  # type: ignore[arg-type]
    ("index", lambda: d2.Scene(index=3)),  # type: ignore[arg-type]
    ("threads", lambda: d2.Scene(threads=2.0)),  # type: ignore[arg-type]
    ("threads", lambda: d2.distance_many(BOX, BOX, threads=True)),
    ("layers", lambda: d2.Scene().ray((0, 0), (1, 0), layers=1.0)),  # type: ignore[arg-type]
    ("release", lambda: d2.Scene().sweep(BOX, d2.Motion(), release=None)),  # type: ignore[arg-type]
    ("release", lambda: d2.Scene().sweep(BOX, d2.Motion(), release=b"overlap")),  # type: ignore[arg-type]
    ("joined_seams", lambda: d2.Scene(joined_seams=1)),  # type: ignore[arg-type]
    ("joined_seams", lambda: d2.Scene(joined_seams=None)),  # type: ignore[arg-type]
    ("kinds", lambda: d2.Scene().sweep_step([], [], None)),  # type: ignore[arg-type]
    ("kinds", lambda: d2.Scene().sweep_step([], [], b"swept")),  # type: ignore[arg-type]
    ("kinds", lambda: d2.Scene().sweep_step([0], [(0, 0)], [1])),  # type: ignore[list-item]
    ("motions", lambda: d2.Scene().sweep_step([0], d3.Motion())),  # type: ignore[arg-type]
    ("scene", lambda: d2.Movers().set_pose(d3.Scene(), 0, d2.Pose())),  # type: ignore[arg-type]
    ("pose", lambda: d2.Movers().set_pose(d2.Scene(), 0, (0, 0))),  # type: ignore[arg-type]
    ("scene", lambda: d2.Character(1.0, 2.0).take_over(d2.Character(1.0, 2.0), None)),  # type: ignore[arg-type]
    ("path", lambda: d3.Mesh.load(3)),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("field", "call"), OTHERS)
def test_other_arguments_of_a_wrong_type(field: str, call: Callable[[], Any]) -> None:
    with pytest.raises(InvalidType) as caught:
        call()
    assert caught.value.field == field


def test_errors_have_the_names_that_users_know() -> None:
    for name in clearance.__all__:
        thing = getattr(clearance, name)
        if isinstance(thing, type) and issubclass(thing, Exception):
            assert thing.__module__ == "clearance"


def test_arrays_are_read_where_they_lie() -> None:
    """Reading poses is a small part of a batch: an array of doubles is checked, but not copied."""
    poses = np.zeros((200_000, 2))

    def spent(table: Any) -> float:
        start = time.perf_counter()
        d2.intersects_many(BOX, BOX, table)
        return time.perf_counter() - start

    lent = min(spent(poses) for _ in range(5))
    converted = min(spent(poses.astype(object)) for _ in range(2))
    assert lent < converted / 4
