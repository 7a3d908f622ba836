"""Bodies that bounce, shapes that are parted, walls, and checks of answers; poses as an algebra; arrays of other libraries."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from clearance import ClearanceError, InvalidArgument, Relation, Shown, WrongAnswer, d2, d3


@pytest.mark.parametrize("seed", range(20))
def test_a_bounce_keeps_momentum_and_never_gains_energy(seed: int) -> None:
    random = np.random.default_rng(seed)
    box = d3.Box(random.uniform(0.5, 1.5, 3))
    there = d3.Pose(random.normal(size=3) * 0.3 + (0.0, 1.8, 0.0), random.normal(size=4))
    touch = d3.manifold(box, d3.Placed(box, there), 0.5)
    assert touch.contacts
    masses = [d3.Mass.box(random.uniform(1, 5), box.half_extents) for _ in range(2)]
    a = d3.Body(d3.Pose(), masses[0], random.normal(size=3) + (0.0, 3.0, 0.0), random.normal(size=3))
    b = d3.Body(there, masses[1], random.normal(size=3), random.normal(size=3))
    elastic = d3.bounce(a, b, touch)
    momentum = [np.array(x.velocity) / x.mass.inverse + np.array(y.velocity) / y.mass.inverse for x, y in ((a, b), elastic[:2])]
    assert np.allclose(*momentum, rtol=1e-12)
    energy = a.energy + b.energy
    assert elastic.a.energy + elastic.b.energy == pytest.approx(energy, rel=1e-9)
    rough = d3.bounce(a, b, touch, restitution=0.3, friction=0.5)
    assert rough.a.energy + rough.b.energy <= energy * (1 + 1e-12)
    for contact in touch.contacts:
        arm = np.subtract(contact.point_a, a.pose.position), np.subtract(contact.point_b, there.position)
        apart = np.subtract(rough.b.velocity_at(arm[1]), rough.a.velocity_at(arm[0])) @ touch.normal
        assert apart > -1e-9


def test_bodies_refuse_what_they_cannot_use() -> None:
    mass = d2.Mass.without_turning(1.0)
    still = d2.Body(d2.Pose(), mass)
    touch = d2.manifold(d2.Circle(1.0), d2.Circle(1.0).at((2.0, 0.0)))
    for wrong in (lambda: d2.Mass(0.0, 1.0), lambda: d2.Mass(1.0, -1.0), lambda: d2.Mass.ball(np.inf, 1.0)):
        with pytest.raises(ClearanceError):
            wrong()
    for wrong, field in ((lambda: d2.Mass.ball(1.0, -1.0), "radius"), (lambda: d3.Mass.box(1.0, (1, -1, 1)), "half_extents")):
        with pytest.raises(ClearanceError, match=field):
            wrong()
    with pytest.raises(ClearanceError, match="velocity"):
        d2.Body(d2.Pose(), mass, (np.nan, 0.0))
    with pytest.raises(ClearanceError, match="restitution"):
        d2.bounce(still, still, touch, restitution=1.5)
    with pytest.raises(ClearanceError, match="friction"):
        d2.bounce(still, still, touch, friction=-0.1)
    with pytest.raises(ClearanceError, match="touch"):
        d2.bounce(still, still, touch._replace(normal=(np.nan, 0.0)))
    with pytest.raises(TypeError, match="touch"):
        d2.bounce(still, still, 3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be a Body"):
        d2.bounce(still, mass, touch)  # type: ignore[arg-type]


def test_what_overlaps_is_parted_and_walls_stay() -> None:
    scene = d2.Scene()
    crowd = scene.add_many(d2.Circle(1.0), np.random.default_rng(2).uniform(-2, 2, (12, 2)))
    wall = scene.add(d2.Box((0.5, 20.0)).at((4.0, 0.0)))
    parted = d2.part_all(scene, 1000, {wall: d2.Mass.fixed(), int(crowd[0]): d2.Mass.without_turning(50.0)})
    scene.update()
    assert parted.left == 0 and len(scene.pairs()) == 0 and scene.pose(wall).position == (4.0, 0.0)
    with pytest.raises(TypeError, match="masses"):
        d2.part_all(scene, masses=[1.0])  # type: ignore[arg-type]


@pytest.mark.parametrize("walls", ["reflect", "wrap", "clamp"])
def test_an_object_is_kept_inside(walls: Any) -> None:
    room = ((0.0, 0.0, 0.0), (10.0, 10.0, 10.0))
    for x in (-3.0, 4.0, 11.0, 57.0):
        box = d3.Sphere(1.0).at((x, 5.0, 5.0)).aabb()
        kept = d3.keep_inside(room, box, (1.0, 2.0, 3.0), walls)
        inside = x + kept.shift[0]
        assert (0.0 if walls == "wrap" else 1.0) <= inside <= (10.0 if walls == "wrap" else 9.0)
        assert kept.shift[1:] == (0.0, 0.0) and kept.velocity[1:] == (2.0, 3.0)
    with pytest.raises(ClearanceError, match="walls"):
        d3.keep_inside(room, box, (0, 0, 0), "bounce")  # type: ignore[arg-type]
    with pytest.raises(ClearanceError, match="room"):
        d3.keep_inside(room[::-1], box, (0, 0, 0))


@pytest.mark.parametrize("seed", range(30))
def test_answers_are_verified_and_changed_ones_refused(seed: int) -> None:
    random = np.random.default_rng(seed)
    a = d3.Convex(random.normal(size=(10, 3)))
    b = d3.Sphere(0.5).at(random.normal(size=3) * 2)
    answer = d3.clearance(a, b)
    assert d3.verify(answer, a, b).is_proven
    for wrong in (
        answer._replace(distance=answer.distance + 0.01),
        answer._replace(point_a=tuple(np.add(answer.point_a, 0.01))),
        answer._replace(normal=tuple(-np.array(answer.normal))),
    ):
        with pytest.raises(WrongAnswer):
            d3.verify(wrong, a, b)
    touch = d3.manifold(a, b, 1.0)
    d3.verify_manifold(touch, a, b, 1.0)
    if touch.contacts:
        with pytest.raises(WrongAnswer):
            d3.verify_manifold(touch._replace(normal=tuple(-np.array(touch.normal))), a, b, 1.0)
    truth = d3.relation(a, b)
    assert d3.verify_relation(truth, a, b) is Shown.EXACTLY
    for other in Relation:
        if other is not truth:
            with pytest.raises(WrongAnswer):
                d3.verify_relation(other, a, b)
    with pytest.raises(ClearanceError, match="Relation"):
        d3.verify_relation("near", a, b)


@pytest.mark.parametrize("seed", range(20))
def test_poses_compose_as_their_matrices(seed: int) -> None:
    random = np.random.default_rng(seed)
    a2, b2 = (d2.Pose(random.normal(size=2), random.uniform(-9, 9), random.uniform(0.5, 2)) for _ in range(2))
    a3, b3 = (d3.Pose(random.normal(size=3), random.normal(size=4), random.uniform(0.5, 2)) for _ in range(2))
    for room, a, b in ((d2, a2, b2), (d3, a3, b3)):
        assert np.allclose((a @ b).matrix(), a.matrix() @ b.matrix(), atol=1e-14, rtol=0)  # type: ignore[operator]
        assert np.allclose(a.inverse().matrix(), np.linalg.inv(a.matrix()), atol=1e-13, rtol=0)
        assert np.allclose(room.Pose.from_matrix(a.matrix()).matrix(), a.matrix(), atol=1e-14, rtol=0)
        points = random.normal(size=(5, len(a.position)))
        assert a.points(points).tolist() == [list(a.point(point)) for point in points]
    with pytest.raises(TypeError):
        a2 @ a3  # type: ignore[operator]
    for wrong in (np.diag([1.0, 2.0, 1.0]), np.diag([1.0, -1.0, 1.0]), np.eye(4), np.full((3, 3), np.nan)):
        with pytest.raises(ClearanceError, match="matrix"):
            d2.Pose.from_matrix(wrong)
    with pytest.raises(ClearanceError):
        d2.Pose((1e300, 0.0), scale=1e-200).inverse()


class Lent:
    """An array that can be had by DLPack only, as those of some other libraries."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.dtype = array.dtype

    def __dlpack__(self, **arguments: Any) -> Any:
        return self.array.__dlpack__(**arguments)

    def __dlpack_device__(self) -> tuple[int, int]:
        device: tuple[int, int] = self.array.__dlpack_device__()
        return device


def test_arrays_of_other_libraries_are_read_by_dlpack() -> None:
    rows = np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    wanted = d2.intersects_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=rows)
    for kind in (np.float64, np.float32, np.int64):
        assert (d2.intersects_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=Lent(rows.astype(kind))) == wanted).all()
    scene = d2.Scene()
    handles = scene.add_many(d2.Circle(1.0), Lent(rows))
    scene.remove_many(Lent(handles))
    assert len(scene) == 0


def test_masses_and_bodies_survive_a_pickle_bit_by_bit() -> None:
    random = np.random.default_rng(5)
    for module, dimension in ((d2, 2), (d3, 3)):
        masses = [module.Mass.ball(*random.random(2)) for _ in range(200)] + [module.Mass.fixed(), module.Mass.without_turning(0.3)]
        masses += [module.Mass.box(0.1, random.random(dimension)) for _ in range(50)]
        for mass in masses:
            again = pickle.loads(pickle.dumps(mass))
            assert again == mass and hash(again) == hash(mass) and copy.deepcopy(mass) == mass
            spin = 0.5 if dimension == 2 else random.random(3)
            body = module.Body(module.Pose(random.random(dimension), scale=2.0), mass, random.random(dimension), spin)
            for each in (body, body.pushed(np.ones(dimension), np.full(dimension, 1e300)).pushed(np.ones(dimension), np.full(dimension, 1e300))):
                again = pickle.loads(pickle.dumps(each))
                assert repr(again) == repr(each) and (again == each or "nan" in repr(each))
        with pytest.raises(InvalidArgument):
            module.Mass._from_inverses(-1.0, 0.0 if dimension == 2 else (0.0, 0.0, 0.0))
