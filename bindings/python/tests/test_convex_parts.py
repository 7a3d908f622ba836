"""Convex parts of a mesh, and meshes that deform."""

import clearance
import numpy as np
import pytest
from clearance import d3

CORNERS = np.array([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], float)
FACES = np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
RING = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]


def bend() -> d3.Mesh:
    """An L of two bars."""
    vertices = [(x, y, z) for y in (0, 1) for x, z in RING]
    triangles = []
    for a, b, c in [(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 5)]:
        triangles += [(a, b, c), (c + 6, b + 6, a + 6)]
    for i in range(6):
        j = (i + 1) % 6
        triangles += [(i + 6, j + 6, j), (i + 6, j, i)]
    return d3.Mesh(vertices, triangles)


def test_two_bars_are_two_hulls() -> None:
    parts = d3.convex_parts(bend())
    assert len(parts.hulls) == 2 and parts.error < 1e-13
    assert parts.errors.shape == (2,) and parts.errors.max() == parts.error
    assert all(isinstance(hull, d3.Convex) for hull in parts.hulls)
    assert sum(d3.mass_properties(hull).volume for hull in parts.hulls) == pytest.approx(7.0)
    assert d3.contains((0.5, 0.5, 3.5), parts.compound) and not d3.contains((2, 0.5, 2), parts.compound)


def test_one_hull_says_how_far_it_reaches() -> None:
    parts = d3.convex_parts(bend(), max_parts=1)
    # The middle of the edge from (4, 1) to (1, 4) is 1.5 from either bar.
    assert len(parts.hulls) == 1 and 1.5 <= parts.error < 1.6


def test_what_is_no_solid_is_refused() -> None:
    open_mesh = d3.Mesh(CORNERS, FACES[:3])
    solid = d3.Mesh(CORNERS, FACES)
    for call, error, field in [
        (lambda: d3.convex_parts(open_mesh), clearance.InvalidShape, "mesh"),
        (lambda: d3.convex_parts(d3.Sphere(1)), clearance.UnsupportedPair, "mesh"),
        (lambda: d3.convex_parts(solid, concavity=0), clearance.InvalidArgument, "concavity"),
        (lambda: d3.convex_parts(solid, concavity="a"), clearance.InvalidType, "concavity"),
        (lambda: d3.convex_parts(solid, max_parts=0), clearance.InvalidArgument, "max_parts"),
        (lambda: d3.refit(solid, CORNERS[:3]), clearance.InvalidShape, "vertices"),
        (lambda: d3.refit(d3.Sphere(1), CORNERS), clearance.UnsupportedPair, "mesh"),
    ]:
        with pytest.raises(error) as raised:
            call()
        assert raised.value.field == field


def test_a_mesh_that_deforms_is_like_a_new_one() -> None:
    mesh = bend()
    moved = mesh.vertices + np.sin(mesh.vertices[:, [1, 2, 0]])
    refitted, new = d3.refit(mesh, moved), d3.Mesh(moved, mesh.triangles)
    assert refitted == new and refitted.is_solid
    points = np.random.default_rng(1).uniform(-1, 5, (200, 3))
    assert np.array_equal(d3.closest_point_many(points, refitted).distance, d3.closest_point_many(points, new).distance)
