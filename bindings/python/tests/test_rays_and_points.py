"""Rays and points at one shape: which part and triangle, whether a ray hits at all, all that it hits, batches."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

import clearance
from clearance import d2, d3

Array = npt.NDArray[np.float64]


def soup(dice: np.random.Generator, count: int) -> d3.Mesh:
    """Triangles that lie anywhere, of about half the size of the whole."""
    return d3.Mesh(dice.uniform(-2.0, 2.0, (3 * count, 3)), np.arange(3 * count).reshape(count, 3))


def times(mesh: d3.Mesh, origin: Array, direction: Array) -> Array:
    """When a ray crosses each triangle, by Cramer's rule; infinite where it does not."""
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    columns = np.stack([b - a, c - a, np.broadcast_to(-direction, a.shape)], axis=-1)
    u, v, time = np.linalg.solve(columns, (origin - a)[:, :, None])[:, :, 0].T
    return np.where((u >= 0) & (v >= 0) & (u + v <= 1) & (time >= 0), time, np.inf)


def test_points_and_the_parts_they_are_near(dice: np.random.Generator) -> None:
    sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
    both = d3.Compound([d3.Sphere(1.0).at((-4, 0, 0)), sheet.at((1, 0, 0))])
    found = d3.closest_point_many([(2.5, 0.5, 3), (1.5, 1.5, -3), (-4, 0, 0.75)], both, threads=2)
    assert found.distance.tolist() == [3.0, 3.0, -0.25]
    assert found.part.tolist() == [1, 1, 0] and found.facet.tolist() == [0, 1, -1]
    hits = d3.ray_many([(2.5, 0.5, 3), (9, 9, 9), (-4, 0, 0)], [(0, 0, -2), (0, 0, 1), (1, 0, 0)], both)
    assert hits.time.tolist() == [1.5, np.inf, 0.0]
    assert hits.part.tolist() == [1, -1, 0] and hits.facet.tolist() == [0, -1, -1]
    points = dice.uniform(-2, 2, (200, 2))
    disc = d2.Circle(1.5)
    inside = d2.contains_many(points, disc, threads=None)
    assert inside.tolist() == [d2.contains(point, disc) for point in points]
    assert inside.tolist() == d2.intersects_many(d2.Point(), disc, points).tolist()
    assert 0.3 < inside.mean() < 0.7
    each = [d2.closest_point(point, disc) for point in points]
    assert d2.closest_point_many(points, disc).point.tolist() == [list(c.point) for c in each]
    with pytest.raises(clearance.InvalidArgument, match="1"):
        d2.contains_many([(0, 0), (1e300, 0)], disc)


def test_rays_at_triangles_as_brute_force(dice: np.random.Generator) -> None:
    mesh = soup(dice, 40)
    origins, targets = dice.uniform(-3.0, 3.0, (200, 3)), dice.uniform(-4.0, 4.0, (200, 3))
    directions = targets - origins
    each = np.array([times(mesh, *ray) for ray in zip(origins, directions)])
    first = d3.ray_many(origins, directions, mesh)
    assert first.time == pytest.approx(each.min(axis=1), rel=1e-9)
    meets = np.isfinite(first.time)
    assert 0.3 < meets.mean() < 0.95
    assert (first.facet[meets] == each.argmin(axis=1)[meets]).all() and (first.facet[~meets] == -1).all()
    assert d3.any_hit_many(origins, directions, mesh, threads=2).tolist() == meets.tolist()
    within = d3.any_hit_many(origins, directions, mesh, max_time=0.5)
    assert within.tolist() == (first.time <= 0.5).tolist() and within.any() and not within.all()
    for origin, direction, expected in zip(origins, directions, each):
        hits = d3.all_hits(origin, direction, mesh)
        assert [hit.facet for hit in hits] == np.argsort(expected)[: np.isfinite(expected).sum()].tolist()
        assert [hit.time for hit in hits] == pytest.approx(np.sort(expected)[: len(hits)].tolist(), rel=1e-9)
        assert d3.any_hit(origin, direction, mesh) == bool(hits)
        assert d3.ray(origin, direction, mesh) == (hits[0] if hits else None)


def test_single_answers_name_part_and_facet() -> None:
    sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
    both = d3.Compound([d3.Sphere(1.0).at((-4, 0, 0)), sheet.at((1, 0, 0))])
    near = d3.closest_point((1.5, 1.5, -3), both)
    assert (near.part, near.facet) == (1, 1)
    near = d3.closest_point((-4, 0, 3), both)
    assert (near.part, near.facet) == (0, None)
    hit = d3.ray((2.5, 0.5, 3), (0, 0, -1), both)
    assert hit is not None and (hit.part, hit.facet) == (1, 0)
    alone = d3.ray((9, 0, 0), (-1, 0, 0), d3.Sphere(1.0))
    assert alone is not None and (alone.part, alone.facet) == (None, None)
    scene = d2.Scene()
    scene.add(d2.Polyline([(0, 0), (4, 0), (4, 4)]))
    found = scene.ray((2, 3), (1, 0))
    assert found is not None and (found.hit.part, found.hit.facet) == (None, 1)


def test_edges_of_polygons_have_the_numbers_of_their_rings() -> None:
    frame = d2.Polygon([(0, 0), (0, 4), (4, 4), (4, 0)], [[(1, 1), (3, 1), (3, 3), (1, 3)]])
    assert d2.all_hits_many([(-1, 2)], [(1, 0)], frame).hits.facet.tolist() == [0, 7, 5, 2]
    found = d2.closest_point_many([(2, 5), (2, 1.25), (2, 3.75)], frame)
    assert found.facet.tolist() == [1, 4, 1]


def test_refused_rays() -> None:
    disc = d2.Circle(1.0)
    for ask in (d2.any_hit, d2.all_hits):
        with pytest.raises(clearance.InvalidArgument) as error:
            ask((0, 0), (0, 0), disc)
        assert error.value.field == "direction"
    with pytest.raises(clearance.InvalidArgument) as error:
        d2.any_hit_many([(0, 0), (0, 0)], [(1, 0), (0, 0)], disc)
    assert error.value.index == 1
    with pytest.raises(clearance.InvalidArgument):
        d2.any_hit_many([(0, 0), (0, 0)], [(1, 0)], disc)
