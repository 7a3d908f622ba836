"""``clearance.trimesh`` beside trimesh's own manager, which asks FCL."""

from __future__ import annotations

import doctest
import gc

import numpy as np
import pytest

import clearance.trimesh
from clearance import d3
from clearance.trimesh import CollisionManager, scene_to_collision

trimesh = pytest.importorskip("trimesh")
pytest.importorskip("fcl")
from trimesh.collision import CollisionManager as Theirs  # noqa: E402

COUNT = 24


def transform(random: np.random.Generator, reach: float) -> np.ndarray:
    matrix = trimesh.transformations.random_rotation_matrix(random.random(3))
    matrix[:3, 3] = random.uniform(-reach, reach, 3)
    return matrix


def objects(random: np.random.Generator) -> list:
    """Convex ones, and rings, which are not."""
    ring = trimesh.creation.torus(0.8, 0.25, major_sections=16, minor_sections=8)
    convex = [trimesh.creation.box(extents=random.uniform(0.5, 1.5, 3)), trimesh.creation.icosphere(1, 0.6), trimesh.creation.cone(0.5, 1.0, sections=12)]
    return [(convex[k % 3] if k % 4 else ring) for k in range(COUNT)]


def both(random: np.random.Generator, reach: float, prefix: str = "part") -> tuple[CollisionManager, object]:
    ours, theirs = CollisionManager(), Theirs()
    for k, mesh in enumerate(objects(random)):
        matrix = transform(random, reach)
        for manager in (ours, theirs):
            # Plain meshes: trimesh's primitives are round here, and faceted there.
            manager.add_object(f"{prefix}{k:02}", trimesh.Trimesh(mesh.vertices, mesh.faces, process=False), matrix)
    return ours, theirs


@pytest.mark.parametrize("seed", range(6))
def test_the_same_pairs_as_fcl(seed: int) -> None:
    random = np.random.default_rng(seed)
    ours, theirs = both(random, 2.2)
    hit, names = ours.in_collision_internal(return_names=True)
    assert hit is True and (hit, names) == theirs.in_collision_internal(return_names=True)
    assert 5 < len(names) < COUNT * (COUNT - 1) // 4
    assert ours.in_collision_internal() is True
    others = both(random, 2.2, "other")
    assert ours.in_collision_other(others[0], return_names=True) == theirs.in_collision_other(others[1], return_names=True)
    probe = trimesh.creation.box(extents=(1.0, 2.0, 0.5))
    for _ in range(10):
        matrix = transform(random, 2.2)
        assert ours.in_collision_single(probe, matrix, return_names=True) == theirs.in_collision_single(probe, matrix, return_names=True)


@pytest.mark.parametrize("seed", range(6))
def test_the_same_distances_as_fcl(seed: int) -> None:
    random = np.random.default_rng(100 + seed)
    ours, theirs = CollisionManager(), Theirs()
    # On a grid, so that nothing overlaps.
    for k, mesh in enumerate(objects(random)):
        matrix = transform(random, 0.3)
        matrix[:3, 3] += 4.0 * np.array([k % 3, k // 3 % 3, k // 9])
        for manager in (ours, theirs):
            manager.add_object(f"part{k:02}", trimesh.Trimesh(mesh.vertices, mesh.faces, process=False), matrix)
    found, names, data = ours.min_distance_internal(return_names=True, return_data=True)
    expected, their_names = theirs.min_distance_internal(return_names=True)
    assert found == pytest.approx(expected, rel=1e-5) and names == their_names
    assert np.linalg.norm(data.point(names[0]) - data.point(names[1])) == pytest.approx(found)
    for name in ["part00", "part11"]:
        answer, pair = ours.min_distance_internal(name, return_names=True)
        wanted, their_pair = theirs.min_distance_internal(name, return_names=True)
        assert answer == pytest.approx(wanted, rel=1e-5) and pair == their_pair
    probe = trimesh.creation.box(extents=(0.5, 0.5, 0.5))
    matrix = transform(random, 0.1)
    matrix[:3, 3] += 2.0
    answer, nearest = ours.min_distance_single(probe, matrix, return_name=True)
    wanted, their_nearest = theirs.min_distance_single(trimesh.Trimesh(probe.vertices, probe.faces), matrix, return_name=True)
    assert answer == pytest.approx(wanted, rel=1e-5) and nearest == their_nearest


def test_distances_are_those_of_all_pairs() -> None:
    random = np.random.default_rng(7)
    for reach in (3.0, 30.0):
        ours, _ = both(random, reach)
        other, _ = both(random, reach)
        a, b = ([each._placed(name) for name in each._handles] for each in (ours, other))
        assert ours.min_distance_other(other) == min(d3.clearance(p, q).distance for p in a for q in b)
        for k, name in enumerate(ours._handles):
            others = a[:k] + a[k + 1 :]
            assert ours.min_distance_internal(name) == min(d3.clearance(a[k], q).distance for q in others)
            assert other.min_distance_single(a[k]) == min(d3.clearance(q, a[k]).distance for q in b)
        assert ours.min_distance_internal() == min(d3.clearance(p, q).distance for k, p in enumerate(a) for q in a[k + 1 :])


def test_what_lies_inside_collides() -> None:
    ring = trimesh.creation.torus(2.0, 0.5)
    seed = trimesh.creation.box(extents=(0.1, 0.1, 0.1))
    inside = trimesh.transformations.translation_matrix((2.0, 0.0, 0.0))
    ours = CollisionManager()
    ours.add_object("ring", ring)
    assert ours.in_collision_single(seed, inside)
    assert not ours.in_collision_single(seed)
    assert ours.min_distance_single(seed, inside) < 0.0 < ours.min_distance_single(seed)
    faces = CollisionManager()  # an open mesh has no inside
    faces.add_object("ring", trimesh.Trimesh(ring.vertices, ring.faces[1:], process=False))
    assert not faces.in_collision_single(seed, inside)


def test_contacts() -> None:
    cube = trimesh.creation.box(extents=(1, 1, 1))
    ours = CollisionManager()
    ours.add_object("cube", cube)
    hit, names, contacts = ours.in_collision_single(
        cube, trimesh.transformations.translation_matrix((0.9, 0.1, 0.2)), return_names=True, return_data=True
    )
    assert hit and names == {"cube"} and 1 <= len(contacts) <= 4
    for contact in contacts:
        assert contact.names == {"cube", "__external"}
        assert contact.depth == pytest.approx(0.1) and contact.point[0] == pytest.approx(0.45)
        assert contact.normal == pytest.approx([1.0, 0.0, 0.0])
        triangle = d3.Triangle(cube.triangles[contact.index("cube")])
        assert d3.distance(triangle, d3.Point().at(contact.point + [0.05, 0.0, 0.0])) == pytest.approx(0.0, abs=1e-12)


def test_objects_come_go_and_move() -> None:
    ours = CollisionManager()
    assert ours.in_collision_internal() is False and ours.min_distance_internal(return_names=True) == (np.inf, None)
    ball, there = d3.Sphere(1.0), trimesh.transformations.translation_matrix((5, 0, 0))
    ours.add_object("a", ball)
    ours.add_object("b", trimesh.primitives.Capsule(radius=1.0, height=2.0), there)
    assert ours.in_collision_internal(return_names=True) == (False, set())
    assert ours.min_distance_internal() == pytest.approx(3.0)
    ours.set_transform("b", trimesh.transformations.translation_matrix((2, 0, 0)))
    assert ours.in_collision_single(d3.Sphere(0.1), trimesh.transformations.translation_matrix((2.5, 0, 0)), return_names=True) == (True, {"b"})
    assert ours.in_collision_internal(return_names=True, return_data=True)[:2] == (True, {("a", "b")})
    ours.add_object("b", ball, there)
    assert ours.in_collision_internal() is False
    ours.remove_object("b")
    assert ours.min_distance_single(ball, there, return_name=True) == (3.0, "a")
    for wrong in (lambda: ours.remove_object("b"), lambda: ours.set_transform("b", np.eye(4)), lambda: ours.min_distance_internal("b")):
        with pytest.raises(ValueError, match="there is no object 'b'"):
            wrong()
    for matrix in (np.eye(3), np.diag([1.0, 2.0, 1.0, 1.0]), np.full((4, 4), np.nan)):
        with pytest.raises(clearance.ClearanceError):
            ours.add_object("c", ball, matrix)
    assert ours.in_collision_single(ball, return_names=True) == (True, {"a"})


def test_primitives_far_away() -> None:
    """The rotation was made of differences of points, which are rounded as the position is: it was no rotation there, and refused."""
    turn = trimesh.transformations.rotation_matrix(0.7, (1, 2, 3))
    turn[:3, 3] = (1e12, -2e12, 3e12)
    capsule = trimesh.primitives.Capsule(radius=1.0, height=2.0, transform=turn)
    ours = CollisionManager()
    ours.add_object("capsule", capsule, trimesh.transformations.translation_matrix((-1e12, 2e12, -3e12)))
    end = turn[:3, 2] * 2.0  # a radius beyond the end of the core
    for share, meets in [(0.999999, True), (1.000001, False)]:
        point = trimesh.transformations.translation_matrix(end * share)
        assert ours.in_collision_single(d3.Point(), point) is meets


def test_a_mesh_that_changes_is_another_shape() -> None:
    cube = trimesh.creation.box(extents=(1, 1, 1))
    ours = CollisionManager()
    for name, x in [("a", 0.0), ("b", 2.0)]:
        ours.add_object(name, cube, trimesh.transformations.translation_matrix((x, 0, 0)))
    assert len(ours._known) == 1 and ours.min_distance_internal() == 1.0
    cube.apply_scale(2.0)
    ours.add_object("b", cube, trimesh.transformations.translation_matrix((2.0, 0, 0)))
    assert ours.min_distance_internal() == 0.5
    del cube
    gc.collect()
    assert not ours._known


def test_its_examples() -> None:
    result = doctest.testmod(clearance.trimesh)
    assert result.attempted > 4 and result.failed == 0


def test_what_touches_collides() -> None:
    cube, beside = trimesh.creation.box(), trimesh.transformations.translation_matrix((1.0, 0.0, 0.0))
    ours, theirs = CollisionManager(), Theirs()
    for manager in (ours, theirs):
        manager.add_object("cube", cube)
    assert ours.in_collision_single(cube, beside) is True and theirs.in_collision_single(cube, beside) is False
    beside[0, 3] = np.nextafter(1.0, 2.0)
    assert ours.in_collision_single(cube, beside) is False and 0.0 < ours.min_distance_single(cube, beside) < 1e-15


def test_a_scene_of_trimesh() -> None:
    scene = trimesh.Scene()
    scene.add_geometry(trimesh.creation.box(), node_name="here")
    scene.add_geometry(trimesh.creation.box(), node_name="there", transform=trimesh.transformations.translation_matrix((1.0, 0, 0)))
    manager, named = scene_to_collision(scene)
    assert set(named) == {"here", "there"}
    assert manager.in_collision_internal(return_names=True) == (True, {("here", "there")})
