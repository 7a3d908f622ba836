"""Measures, compared with closed forms, with shapely in the plane and with brute force over triangles."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import d2, d3
from test_oracles import grid_polygon, star

FACES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
BOX = [triangle for a, b, c, d in FACES for triangle in ((a, b, c), (a, c, d))]


def box_mesh(half: tuple[float, float, float]) -> d3.Mesh:
    """A box as a closed mesh."""
    return d3.Mesh([np.multiply(signs, half) for signs in itertools.product((-1, 1), repeat=3)], BOX)


def test_boxes_in_common(dice: np.random.Generator) -> None:
    touching = 0
    for _ in range(100):
        halves, shift = dice.integers(1, 5, (2, 3)) / 2, dice.integers(-6, 7, 3) / 2
        low, high = np.maximum(-halves[0], shift - halves[1]), np.minimum(halves[0], shift + halves[1])
        sides = np.maximum(high - low, 0.0)
        volume, border = np.prod(sides), 2 * (sides * np.roll(sides, 1)).sum()
        boxes, meshes = [[make(tuple(half)) for half in halves] for make in (d3.Box, box_mesh)]
        for a, b in (boxes, meshes, (boxes[0], meshes[1])):
            found = d3.common(a, b.at(shift))
            assert found.volume == pytest.approx(volume, abs=1e-12)
            if volume > 0.0:
                assert found.border == pytest.approx(border, rel=1e-12)
                assert found.center == pytest.approx((low + high) / 2, abs=1e-12)
            else:
                assert found == (0.0, 0.0, None)
                touching += d3.intersects(a, b.at(shift))
    assert touching > 10


def solids(dice: np.random.Generator, manifold3d: Any) -> Any:
    """A solid of manifold3d: boxes on a grid, so that faces are in one plane and edges in common, or cylinders and balls
    with and without holes."""

    def piece() -> Any:
        if dice.random() < 0.6:
            solid = manifold3d.Manifold.cube(tuple(dice.integers(1, 4, 3).astype(float)))
        elif dice.random() < 0.5:
            solid = manifold3d.Manifold.cylinder(float(dice.integers(1, 4)), float(dice.integers(1, 3)), -1.0, 12)
        else:
            solid = manifold3d.Manifold.sphere(float(dice.integers(1, 3)), 12)
        return solid.translate(tuple(dice.integers(-2, 3, 3).astype(float)))

    solid = piece() + piece()
    hollow = solid - piece()
    return hollow if hollow.volume() > 0.0 else solid


def test_solids_in_common_as_manifold3d(dice: np.random.Generator) -> None:
    manifold3d, trimesh = pytest.importorskip("manifold3d"), pytest.importorskip("trimesh")
    overlapping = turned = 0
    for round in range(1000):
        both = [solids(dice, manifold3d) for _ in range(2)]
        if round % 3 == 0:
            both[1] = both[1].rotate(tuple(dice.uniform(0.0, 360.0, 3)))
            turned += 1
        meshes = [solid.to_mesh64() for solid in both]
        a, b = (d3.Mesh(np.asarray(m.vert_properties)[:, :3], np.asarray(m.tri_verts)) for m in meshes)
        theirs, ours = (both[0] ^ both[1]).volume(), d3.common(a, b)
        assert ours.volume == pytest.approx(theirs, abs=1e-9)
        found = d3.common_mesh(a, b)
        if ours.volume > 1e-9:
            overlapping += 1
            assert trimesh.Trimesh(found.vertices, found.triangles, process=False).volume == pytest.approx(theirs, abs=1e-9)
            assert d3.Mesh(found.vertices, found.triangles).is_solid
            assert len(found.sources) == len(found.triangles) == len(found.of_b)
    assert overlapping > 300 and turned > 300


@pytest.mark.parametrize("make", [grid_polygon, star])
def test_regions_in_common_as_shapely(make: object, dice: np.random.Generator) -> None:
    shapely = pytest.importorskip("shapely")
    overlapping = 0
    for _ in range(100):
        a, b = make(dice, shapely), make(dice, shapely)  # type: ignore[operator]
        theirs, ours = a.intersection(b), d2.common(a, b)
        assert ours.volume == pytest.approx(theirs.area, abs=1e-10)
        regions = [part for part in getattr(theirs, "geoms", [theirs]) if part.area > 0.0]
        assert ours.border == pytest.approx(sum(part.length for part in regions), abs=1e-10)
        rings = [shapely.LinearRing(ring) for ring in d2.common_rings(a, b)]
        signs = [1 if ring.is_ccw else -1 for ring in rings]
        areas = [shapely.Polygon(ring).area for ring in rings]
        assert np.dot(signs, areas) == pytest.approx(theirs.area, abs=1e-10)
        if theirs.area > 0.0:
            overlapping += 1
            center = shapely.MultiPolygon(regions).centroid
            assert ours.center == pytest.approx((center.x, center.y), abs=1e-9)
    assert overlapping > 30


def pointed(dice: np.random.Generator, count: int) -> np.ndarray:
    angles = (np.arange(count) + dice.uniform(0.0, 0.5, count)) * (2 * np.pi / count)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * dice.uniform(0.3, 1.0, (count, 1))


def test_depth_bounds_part_and_nothing_shorter_does(dice: np.random.Generator) -> None:
    wall, pipe = box_mesh((1.0, 30.0, 30.0)), box_mesh((100.0, 2.0, 2.0))
    assert d3.depth_bounds(wall, pipe.at((0.0, 33.0, 0.0))) is None
    bounds = d3.depth_bounds(wall, pipe.at((0.0, 3.0, 0.0)))
    assert bounds is not None and bounds.at_most == pytest.approx(29) and bounds.at_least > 28.9
    for _ in range(50):
        place = dice.uniform(-0.9, 0.9, 2)
        shape, other = d2.Polygon(pointed(dice, 7)), d2.Polygon(pointed(dice, 9))
        found = d2.depth_bounds(shape, other.at(place))
        if found is None:
            assert not d2.relation(shape, other.at(place)).overlaps
            continue
        free = place + np.multiply(found.direction, found.at_most)
        assert not d2.relation(shape, other.at(free)).overlaps
        way = dice.normal(size=2)
        near = place + way / np.linalg.norm(way) * found.at_least * 0.999
        assert d2.relation(shape, other.at(near)).overlaps


def test_mass_by_closed_forms() -> None:
    a, b, c = 0.5, 1.0, 1.5
    squares = np.array([a * a, b * b, c * c])
    around = squares.sum() - squares
    for shape in (d3.Box((a, b, c)), box_mesh((a, b, c))):
        mass = d3.mass_properties(shape.at((4, 5, 6)))
        assert mass.volume == pytest.approx(8 * a * b * c) and mass.center == pytest.approx((4, 5, 6))
        assert mass.inertia == pytest.approx(np.diag(8 * a * b * c * around / 3), abs=1e-12)
    ball = d3.mass_properties(d3.Ellipsoid((a, b, c)))
    assert ball.volume == pytest.approx(4 / 3 * np.pi * a * b * c)
    assert ball.inertia == pytest.approx(np.diag(ball.volume * around / 5), abs=1e-12)
    turned = d3.mass_properties(d3.Box((a, b, c)).at((0, 0, 0), rotation=(0, 0, 1, 1)))
    assert turned.inertia.diagonal() == pytest.approx(8 * a * b * c * around[[1, 0, 2]] / 3)
    disc = d2.mass_properties(d2.Circle(2.0).at((3, 0), scale=0.5))
    assert disc.volume == pytest.approx(np.pi) and disc.center == (3, 0)
    assert disc.inertia == pytest.approx(np.diag([np.pi / 4, np.pi / 4, np.pi / 2]))
    frame = d2.Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (3, 1), (3, 3), (1, 3)]])
    assert d2.mass_properties(frame)[:2] == (12.0, (2.0, 2.0))
    assert pickle.loads(pickle.dumps(mass)).center == mass.center


def test_pairs_of_triangles_as_one_by_one(dice: np.random.Generator) -> None:
    # On a coarse lattice triangles touch in corners and edges, and lie in one plane.
    for corners in (dice.uniform(-2, 2, (2, 24, 3)), dice.integers(-2, 3, (2, 24, 3)).astype(float)):
        a, b = meshes = [d3.Mesh(points, np.arange(24).reshape(8, 3)) for points in corners]
        one, two = ([d3.Triangle(mesh.vertices[row]) for row in mesh.triangles] for mesh in meshes)
        expected = [[i, j] for i in range(8) for j in range(8) if d3.intersects(one[i], two[j])]
        found = d3.triangle_pairs(a, b)
        assert found.pairs.tolist() == expected and found.segments is None and found.coplanar is None
        assert 0 < len(expected) < 64
        with_segments = d3.triangle_pairs(a, b, segments=True)
        assert with_segments.pairs.tolist() == expected
        segments, coplanar = with_segments.segments, with_segments.coplanar
        assert segments is not None and coplanar is not None and segments.shape == (len(expected), 2, 3)
        assert np.isnan(segments).all(axis=(1, 2)).tolist() == coplanar.tolist()
        for (i, j), ends in zip(expected, segments):
            for end in ends[~np.isnan(ends).any(axis=1)]:
                assert max(d3.distance(d3.Point().at(end), t) for t in (one[i], two[j])) < 1e-12
    apart = d3.triangle_pairs(a, b.at((9, 9, 9)), segments=True)
    assert apart.pairs.shape == (0, 2) and apart.segments is not None and apart.segments.shape == (0, 2, 3)
    assert d3.triangle_pairs(d3.Terrain([[0, 0], [0, 0]], (1, 1)), d3.Terrain([[0, 0], [0, 0]], (1, 1))).pairs.size > 0


def test_what_cannot_be_measured() -> None:
    sheet, box = d3.Mesh(np.eye(3), [(0, 1, 2)]), d3.Box((1, 1, 1))
    twice = d3.Mesh(np.vstack([box_mesh((1, 1, 1)).vertices, box_mesh((2, 2, 2)).vertices]), [*BOX, *(np.array(BOX) + 8)])
    for call, kind, field in [
        (lambda: d3.common(box, sheet), clearance.UnsupportedPair, "b"),
        (lambda: d3.common(d3.Sphere(1.0), box), clearance.UnsupportedPair, "a"),
        (lambda: d3.common(twice, d3.Box((4, 0.5, 0.5))), clearance.InvalidShape, "a"),
        (lambda: d3.mass_properties(sheet), clearance.UnsupportedPair, "shape"),
        (lambda: d2.mass_properties(d2.HalfSpace((0, 1))), clearance.UnsupportedPair, "shape"),
        (lambda: d3.triangle_pairs(sheet, box), clearance.UnsupportedPair, "b"),
        (lambda: d3.triangle_pairs(sheet, sheet, segments=1), clearance.InvalidType, "segments"),
        (lambda: d2.common(d2.Circle(1.0), 3), clearance.InvalidType, "b"),
    ]:  # fmt: skip
        with pytest.raises(kind) as error:
            call()
        assert error.value.field == field, error.value
