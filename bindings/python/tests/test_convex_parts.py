"""Convex parts of a mesh, and meshes that deform, are stretched or built fast."""

import pickle

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


def test_a_tree_built_fast_gives_the_same_answers() -> None:
    mesh = bend()
    fast, good = (d3.Mesh(mesh.vertices, mesh.triangles, build=how) for how in ("fast", "good"))
    assert fast == good == mesh
    points = np.random.default_rng(2).uniform(-1, 5, (200, 3))
    assert np.array_equal(d3.closest_point_many(points, fast).distance, d3.closest_point_many(points, mesh).distance)
    with pytest.raises(clearance.InvalidArgument) as raised:
        d3.Mesh(CORNERS, FACES, build="best")
    assert raised.value.field == "build"
    with pytest.raises(clearance.InvalidType) as wrong:
        d3.Mesh(CORNERS, FACES, build=1)
    assert wrong.value.field == "build"


@pytest.mark.parametrize("factors", [(1.5, 2.0, 0.3), (-1.1, 1.0, 1.0), (0.7, -2.0, -3.0), (-1.0, -1.0, -1.0)])
def test_a_stretched_mesh_is_like_a_new_one(factors: tuple[float, float, float]) -> None:
    mesh = bend()
    scaled, new = mesh.scaled(factors), d3.Mesh(mesh.vertices * factors, mesh.triangles)
    assert scaled == new and scaled.is_solid and pickle.loads(pickle.dumps(scaled)) == scaled
    assert scaled.was_inside_out == (np.prod(factors) < 0)
    volume = d3.mass_properties(mesh).volume * abs(np.prod(factors))
    assert d3.mass_properties(scaled.at((1, 2, 3))).volume == pytest.approx(volume)
    points = np.random.default_rng(3).uniform(-1, 5, (300, 3))
    inside = d3.contains_many(points, mesh)
    assert 0 < inside.sum() < 300
    assert np.array_equal(d3.contains_many(points * factors, scaled), inside)


def test_factors_out_of_range_are_refused() -> None:
    mesh = d3.Mesh(CORNERS, FACES)
    for factors, error, field in [
        ((1, 0, 1), clearance.InvalidShape, "factors[1]"),
        ((1, 1, float("nan")), clearance.InvalidShape, "factors[2]"),
        ((1e300, 1, 1), clearance.InvalidShape, "factors[0]"),
        ((1, 2), clearance.InvalidArgument, "factors"),
        (2, clearance.InvalidType, "factors"),
    ]:
        with pytest.raises(error) as raised:
            mesh.scaled(factors)
        assert raised.value.field == field
