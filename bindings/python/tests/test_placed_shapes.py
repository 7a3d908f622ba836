"""Pairs by index: the same as single questions, to the last bit, at random and where everything touches."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

from clearance import RELATIONS, ClearanceError, d2, d3

COUNT, PAIRS = 60, 1500
ROOMS = pytest.mark.parametrize("room", [d2, d3])


def dimension(room: Any) -> int:
    return 2 if room is d2 else 3


def kinds(room: Any, random: Any) -> list[Any]:
    dim = dimension(room)
    ball, simplex = (room.Circle if room is d2 else room.Sphere), np.vstack([np.zeros(dim), np.eye(dim)])
    triangle = room.Convex(simplex) if room is d2 else d3.Triangle(np.eye(3))
    hull = room.Convex(random.normal(size=(7, dim)))
    both = room.Compound([room.Box(np.ones(dim)).at(np.full(dim, 2.0)), ball(0.5)])
    return [room.Box(np.ones(dim)), room.Box(np.full(dim, 0.5)), ball(1.0), ball(0.5), triangle, hull, both, room.Rounded(hull, 0.25)]


def rows(room: Any, random: Any, degenerate: bool, count: int = COUNT) -> np.ndarray:
    """Poses; degenerate ones are on a grid, in quarter turns."""
    dim = dimension(room)
    if degenerate:
        at = random.integers(-2, 3, (count, dim)).astype(float)
        turn = random.integers(-1, 3, (count, 1)) * (np.pi / 2) if room is d2 else np.eye(4)[random.integers(0, 4, count)]
    else:
        at = random.uniform(-2.5, 2.5, (count, dim))
        turn = random.uniform(-3, 3, (count, 1)) if room is d2 else random.normal(size=(count, 4))
    return np.hstack([at, turn])


def pose(room: Any, row: np.ndarray) -> Any:
    return d2.Pose(row[:2], row[2]) if room is d2 else d3.Pose(row[:3], row[3:])


class Case:
    """Placed shapes, the same one by one, and pairs of them."""

    def __init__(self, room: Any, degenerate: bool, seed: int, threads: int | None = 1) -> None:
        random = np.random.default_rng(seed)
        shapes = kinds(room, random)
        which, self.rows = random.integers(0, len(shapes), COUNT), rows(room, random, degenerate)
        self.pairs = random.integers(0, COUNT, (PAIRS, 2))
        self.placed = room.PlacedShapes(shapes, self.rows, shape=which, threads=threads)
        self.shapes = [shapes[k] for k in which]
        self.singles = [shape.at(pose(room, row)) for shape, row in zip(self.shapes, self.rows, strict=True)]

    def asked(self, question: Any) -> list[Any]:
        return [question(self.singles[a], self.singles[b]) for a, b in self.pairs]


@ROOMS
@pytest.mark.parametrize("degenerate", [False, True])
@pytest.mark.parametrize("threads", [1, 3])
def test_pairs_are_those_of_single_questions(room: Any, degenerate: bool, threads: int) -> None:
    case = Case(room, degenerate, 11, threads)
    relations = case.asked(room.relation)
    assert case.placed.intersects(case.pairs).tolist() == [relation.intersects for relation in relations]
    assert [RELATIONS[code] for code in case.placed.relation(case.pairs)] == relations
    assert case.placed.distance(case.pairs).tolist() == case.asked(room.distance)
    meet = sum(relation.intersects for relation in relations)
    touch = sum(str(relation) == "touching" for relation in relations)
    assert 0.1 * PAIRS < meet < 0.9 * PAIRS and (touch > 0.01 * PAIRS) == degenerate
    many = np.tile(case.pairs, (40, 1))  # enough for several threads
    assert case.placed.relation(many).tolist() == case.placed.relation(case.pairs).tolist() * 40
    assert case.placed.intersects(many).tolist() == case.placed.intersects(case.pairs).tolist() * 40


@ROOMS
@pytest.mark.parametrize("degenerate", [False, True])
def test_clearances_and_manifolds_are_those_of_single_questions(room: Any, degenerate: bool) -> None:
    case = Case(room, degenerate, 12)
    found = case.placed.clearance(case.pairs)
    for i, single in enumerate(case.asked(room.clearance)):
        assert (found.distance[i], tuple(found.normal[i])) == (single.distance, single.normal)
        assert (tuple(found.point_a[i]), tuple(found.point_b[i])) == (single.point_a, single.point_b)
    contacts = 0
    found = case.placed.manifold(case.pairs, 0.125)
    for i, single in enumerate(case.asked(lambda a, b: room.manifold(a, b, 0.125))):
        where = slice(found.start[i], found.start[i + 1])
        assert found.clearance[where].tolist() == [contact.clearance for contact in single.contacts]
        assert [tuple(point) for point in found.point_a[where]] == [contact.point_a for contact in single.contacts]
        contacts += len(single.contacts)
    assert len(found.clearance) == contacts > 0.2 * PAIRS


@ROOMS
@pytest.mark.parametrize("release", [False, True, "overlap"])
def test_sweeps_are_those_of_single_questions(room: Any, release: Any) -> None:
    case, random, dim = Case(room, False, 13), np.random.default_rng(14), dimension(room)
    motions = random.uniform(-3, 3, (COUNT, 3 if room is d2 else 6))
    pairs = case.pairs[:300]
    found, hits = case.placed.sweep(pairs, motions, release=release), 0
    turn: Any = (lambda row: row[dim]) if room is d2 else (lambda row: row[dim:])
    single_motions = [room.Motion(row[:dim], turn(row)) for row in motions]
    for i, (a, b) in enumerate(pairs):
        single = room.sweep(case.singles[a], case.singles[b], single_motions[a], single_motions[b], release)
        assert found.time[i] == (np.inf if single is None else single.time)
        if single is not None:
            hits += 1
            assert (tuple(found.normal[i]), tuple(found.point[i])) == (single.normal, single.point)
    assert 0.2 * len(pairs) < hits < len(pairs)
    still = case.placed.sweep(pairs, room.Motion())
    assert np.isinf(still.time).tolist() == (~case.placed.intersects(pairs)).tolist()


@ROOMS
def test_rays_are_those_of_single_questions(room: Any) -> None:
    case, random, dim = Case(room, False, 15), np.random.default_rng(16), dimension(room)
    indices, origins = random.integers(0, COUNT, PAIRS), random.uniform(-4, 4, (PAIRS, dim))
    directions = case.rows[indices, :dim] - origins + random.normal(size=(PAIRS, dim))
    for limit in (None, 0.75):
        found, hits = case.placed.ray(indices, origins, directions, limit), 0
        for i, index in enumerate(indices):
            single = room.ray(origins[i], directions[i], case.singles[index], limit)
            assert found.time[i] == (np.inf if single is None else single.time)
            hits += single is not None
            assert single is None or tuple(found.point[i]) == single.point
        assert 0.1 * PAIRS < hits < 0.9 * PAIRS


@ROOMS
def test_moved_shapes_answer_from_where_they_are(room: Any) -> None:
    case, random = Case(room, False, 17), np.random.default_rng(18)
    moved = case.rows.copy()
    for indices in (np.array([3, 9, 4, 9]), np.arange(COUNT - 1, -1, -1, dtype=np.int32), None):
        before = case.placed.intersects(case.pairs)
        new = rows(room, random, True, COUNT if indices is None else len(indices))
        case.placed.set_poses(new, indices)
        for index, row in zip(range(COUNT) if indices is None else indices, new, strict=True):
            moved[index] = row
        anew = room.PlacedShapes(case.shapes, moved)
        assert case.placed.intersects(case.pairs).tolist() == anew.intersects(case.pairs).tolist() != before.tolist()
        assert case.placed.distance(case.pairs).tolist() == anew.distance(case.pairs).tolist()
    case.placed.set_poses(room.Pose(), [0, 1])
    assert case.placed.intersects([(0, 1)]) == room.intersects(case.shapes[0], case.shapes[1])


def test_a_question_sees_all_shapes_moved_or_none() -> None:
    """While another thread moves them from one state to the other and back."""
    random = np.random.default_rng(19)
    near, far = random.uniform(0, 9, (400, 3)), np.arange(1200.0).reshape(400, 3)
    placed, pairs, is_done = d3.PlacedShapes(d3.Sphere(1.0), near, threads=2), random.integers(0, 400, (20_000, 2)), threading.Event()

    def move() -> None:
        while not is_done.is_set():
            placed.set_poses(far)
            placed.set_poses(near)

    states = [d3.PlacedShapes(d3.Sphere(1.0), at).intersects(pairs).tolist() for at in (near, far)]
    mover = threading.Thread(target=move)
    mover.start()
    try:
        assert all(placed.intersects(pairs).tolist() in states for _ in range(100))
    finally:
        is_done.set()
        mover.join()


def test_every_way_to_say_which_shape_is_where() -> None:
    ball, box, at = d2.Circle(1.0), d2.Box((1.0, 1.0)), [(0.0, 0.0), (5.0, 0.0), (2.0, 2.0)]
    own = [shape.at(place) for shape, place in zip((ball, box, ball), at, strict=True)]
    same = [
        d2.PlacedShapes([ball, box, ball], at), d2.PlacedShapes(d2.Shapes([ball, box, ball]), at), d2.PlacedShapes(tuple(own)),
        d2.PlacedShapes((ball, box), np.array(at), shape=[0, 1, 0]), d2.PlacedShapes([box, ball], at, shape=np.array([1, 0, 1], "u1")),
    ]  # fmt: skip
    pairs = np.array([(0, 1), (1, 2), (0, 2)])
    expected = [d2.distance(own[a], own[b]) for a, b in pairs]
    for placed in same:
        assert (len(placed), placed.distance(pairs).tolist()) == (3, expected)
    assert len(d2.PlacedShapes(ball)) == len(d2.PlacedShapes(ball.at((1, 2)))) == len(d2.PlacedShapes([ball])) == 1
    assert len(d2.PlacedShapes([ball, box], shape=[1, 1, 0])) == 3 and len(d2.PlacedShapes(ball, d2.Pose(), shape=[0, 0])) == 2
    assert repr(same[0]) == "<3 placed shapes>"


def test_indices_of_every_type_and_order() -> None:
    placed = d2.PlacedShapes(d2.Circle(1.0), np.arange(12.0).reshape(6, 2))
    pairs = np.array([(0, 5), (4, 4), (1, 0), (2, 1)])
    expected = placed.distance(pairs).tolist()
    same: list[Any] = [pairs.tolist(), tuple(map(tuple, pairs)), list(pairs), pairs.astype(object), np.asfortranarray(pairs)]
    same += [pairs.astype(kind) for kind in ("i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4", ">u8")]
    same += [np.repeat(pairs, 2, axis=0)[::2], np.repeat(pairs.astype("u4"), 2, axis=1)[:, ::2]]
    for given in same:
        assert placed.distance(given).tolist() == expected
    assert placed.ray(pairs[:, 0].astype("u2"), [(0, -9)] * 4, [(0, 1)] * 4).time.shape == (4,)


@ROOMS
def test_nothing_is_asked_and_nothing_is_there(room: Any) -> None:
    nothing = room.PlacedShapes([])
    some = room.PlacedShapes(room.Point(), np.zeros((3, dimension(room))))
    empties: list[Any] = [[], (), np.array([]), np.zeros((0, 2)), np.zeros((0, 2), int)]
    for placed in (nothing, some):
        for empty in empties:
            assert placed.intersects(empty).shape == placed.relation(empty).shape == placed.distance(empty).shape == (0,)
            assert placed.clearance(empty).normal.shape == (0, dimension(room))
            assert placed.manifold(empty).start.tolist() == [0] and placed.sweep(empty, room.Motion()).time.shape == (0,)
        assert placed.ray([], [], []).time.shape == (0,)
        placed.set_poses([], [])
    nothing.set_poses([])
    assert len(nothing) == 0


SQUARE, HALF = d2.Box((1.0, 1.0)), d2.HalfSpace((0.0, 1.0))
TWO = d2.PlacedShapes([SQUARE, SQUARE])
REFUSED: list[tuple[Any, str, str, int | None]] = [
    (lambda: TWO.intersects([(0, 1), (0, 2)]), "InvalidArgument", "pairs", 1),
    (lambda: TWO.intersects(np.array([(0, 1), (1, -1)])), "InvalidArgument", "pairs", 1),
    (lambda: TWO.intersects([(0, 1), (1, -1)]), "InvalidArgument", "pairs", 1),
    (lambda: TWO.distance(np.array([(0, 2**32)])), "InvalidArgument", "pairs", 0),
    (lambda: TWO.distance(np.array([(0, 2**64 - 1)], "u8")), "InvalidArgument", "pairs", 0),
    (lambda: TWO.distance([(0, 2**70)]), "InvalidArgument", "pairs", 0),
    (lambda: TWO.relation(np.array([0, 1])), "InvalidArgument", "pairs", None),
    (lambda: TWO.relation(np.zeros((2, 3), int)), "InvalidArgument", "pairs", None),
    (lambda: TWO.relation([(0, 1, 1)]), "InvalidArgument", "pairs", 0),
    (lambda: TWO.clearance(np.zeros((2, 2))), "InvalidType", "pairs", None),
    (lambda: TWO.clearance([(0.0, 1.0)]), "InvalidType", "pairs", 0),
    (lambda: TWO.clearance(np.zeros((2, 2), bool)), "InvalidType", "pairs", None),
    (lambda: TWO.manifold("01"), "InvalidType", "pairs", None),
    (lambda: TWO.manifold(None), "InvalidType", "pairs", None),  # type: ignore[arg-type]
    (lambda: TWO.manifold([(0, 1)], -1.0), "InvalidArgument", "margin", 0),
    (lambda: TWO.ray([2], [(0, 0)], [(1, 0)]), "InvalidArgument", "indices", 0),
    (lambda: TWO.ray([0.0], [(0, 0)], [(1, 0)]), "InvalidType", "indices", 0),
    (lambda: TWO.ray([0], [(0, 0)] * 2, [(1, 0)] * 2), "InvalidArgument", "origins", None),
    (lambda: TWO.ray([0, 1], [(0, 0)] * 2, [(1, 0), (0, 0)]), "InvalidArgument", "direction", 1),
    (lambda: TWO.sweep([(0, 1)], [(1.0, 0.0)]), "InvalidArgument", "motions", None),
    (lambda: TWO.sweep([(0, 1)], None), "InvalidType", "motions", None),  # type: ignore[arg-type]
    (lambda: TWO.set_poses([(0.0, 0.0)]), "InvalidArgument", "poses", None),
    (lambda: TWO.set_poses([(0.0, 0.0)], [2]), "InvalidArgument", "indices", 0),
    (lambda: TWO.set_poses([(0.0, 0.0)], [-1]), "InvalidArgument", "indices", 0),
    (lambda: TWO.set_poses([(9.0, 9.0), (np.nan, 0.0)]), "InvalidPose", "position", 1),
    (lambda: d2.PlacedShapes([SQUARE, SQUARE], [(0.0, 0.0)]), "InvalidArgument", "poses", None),
    (lambda: d2.PlacedShapes(SQUARE, [(0.0, 0.0)], shape=[1]), "InvalidArgument", "shape", 0),
    (lambda: d2.PlacedShapes(SQUARE, [(0.0, 0.0)], shape=[0, 0]), "InvalidArgument", "poses", None),
    (lambda: d2.PlacedShapes([SQUARE, SQUARE.at((1, 1))], [(0, 0)] * 2), "InvalidArgument", "shapes", 1),
    (lambda: d2.PlacedShapes(SQUARE.at((1, 1)), [(0, 0)] * 2), "InvalidArgument", "poses", None),
    (lambda: d2.PlacedShapes([SQUARE, 3]), "InvalidType", "shapes", 1),  # type: ignore[list-item]
    (lambda: d2.PlacedShapes(SQUARE, threads=0), "InvalidArgument", "threads", None),
    (lambda: d2.PlacedShapes([SQUARE, HALF, HALF]).clearance([(0, 1), (1, 2)]), "UnsupportedPair", "", 1),
]


@pytest.mark.parametrize(("call", "error", "field", "index"), REFUSED)
def test_refused(call: Any, error: str, field: str, index: int | None) -> None:
    with pytest.raises(ClearanceError) as caught:
        call()
    assert (type(caught.value).__name__, caught.value.field or "", caught.value.index) == (error, field, index)
    assert TWO.intersects([(0, 1)]).tolist() == [True], "nothing has moved"
