"""A mesh by itself, and points near it, compared with brute force in numpy and with trimesh."""

from __future__ import annotations

import pickle
from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest

import clearance
from clearance import d3

Array = npt.NDArray[np.float64]
Triangles = npt.NDArray[np.int64]


def ball(steps: int) -> tuple[Array, Triangles]:
    """A closed surface of 8 * 4^steps triangles around the origin, in a deformed ball."""
    corners = [np.array(p, float) for p in [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]]
    faces = [(0, 2, 4), (2, 1, 4), (1, 3, 4), (3, 0, 4), (2, 0, 5), (1, 2, 5), (3, 1, 5), (0, 3, 5)]
    middles: dict[tuple[int, int], int] = {}

    def middle(i: int, j: int) -> int:
        key = (min(i, j), max(i, j))
        if key not in middles:
            middles[key] = len(corners)
            corners.append((corners[i] + corners[j]) / np.linalg.norm(corners[i] + corners[j]))
        return middles[key]

    for _ in range(steps):
        split = [(a, b, c, middle(a, b), middle(b, c), middle(c, a)) for a, b, c in faces]
        faces = [t for a, b, c, u, v, w in split for t in ((a, u, w), (u, b, v), (w, v, c), (u, v, w))]
    return np.array(corners) * (1.0, 1.5, 0.75), np.array(faces)


def winding(points: Array, corners: Array) -> Array:
    """The sum of the solid angles of triangles, by the formula of van Oosterom and Strackee."""
    a, b, c = (corners[None, :, k] - points[:, None] for k in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=-1) for v in (a, b, c))
    volume = np.einsum("nmi,nmi->nm", a, np.cross(b, c))

    def dot(u: Array, v: Array) -> Array:
        return np.einsum("nmi,nmi->nm", u, v)

    angle = 2 * np.arctan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb)
    total: Array = angle.sum(axis=1) / (4 * np.pi)
    return total


def edges(triangles: Triangles) -> Counter[tuple[int, int]]:
    """How many triangles run along each edge, in its direction."""
    return Counter((int(t[k]), int(t[(k + 1) % 3])) for t in triangles for k in range(3))


def test_edges_and_pieces_as_counted(dice: np.random.Generator) -> None:
    closed = several = 0
    for _ in range(100):
        corners, faces = ball(1)
        keep = np.sort(dice.permutation(len(faces))[: dice.integers(2, len(faces) + 1)])
        turned = dice.random(len(keep)) < 0.05
        faces = np.where(turned[:, None], faces[keep][:, ::-1], faces[keep])
        twice = np.vstack([corners, corners])  # each vertex under two numbers
        report = d3.mesh_report(d3.Mesh(twice, faces + len(corners) * dice.integers(0, 2, (len(faces), 1))))
        along, both = edges(faces), Counter[tuple[int, int]]()
        for (i, j), n in along.items():
            both[min(i, j), max(i, j)] += n
        assert report.open_edges.tolist() == sorted(list(e) for e, n in both.items() if n == 1)
        odd = [list(e) for e, n in both.items() if n > 1 and along[e] != along[e[::-1]]]
        assert report.inconsistent_edges.tolist() == sorted(odd) and report.crowded_edges.size == 0
        # Neighbours have two corners in common; whoever is reached in any number of steps is of the same
        # piece.
        reached = (faces[:, None, :, None] == faces[None, :, None, :]).sum(axis=(2, 3)) >= 2
        for _ in range(5):
            reached = reached @ reached
        pieces = [np.flatnonzero(row).tolist() for i, row in enumerate(reached) if not row[:i].any()]
        assert [piece.tolist() for piece in report.pieces] == pieces
        several += len(pieces) > 1
        assert report.euler_characteristic == len(np.unique(faces)) - len(both) + len(faces)
        assert report.area == pytest.approx(areas(corners[faces]).sum())
        closed += report.is_closed
    assert several > 10 and closed >= 1


def areas(corners: Array) -> Array:
    found: Array = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    return found


def test_crossings_doubles_and_flat_ones(dice: np.random.Generator) -> None:
    met = 0
    for _ in range(30):
        corners = dice.uniform(-1, 1, (30, 3))
        faces = np.arange(30).reshape(10, 3)
        report = d3.mesh_report(d3.Mesh(corners, faces))
        single = [d3.Triangle(corners[face]) for face in faces]
        expected = [[i, j] for i in range(10) for j in range(i + 1, 10) if d3.intersects(single[i], single[j])]
        assert report.crossings.tolist() == expected and report.crosses_itself == bool(expected)
        met += len(expected)
    assert 100 < met < 1200
    corners = [(0, 0, 0), (4, 0, 0), (0, 4, 0), (2, 0, 0), (0, 0, 0)]
    report = d3.mesh_report(d3.Mesh(corners, [(0, 1, 2), (0, 3, 1), (2, 4, 1), (0, 0, 2)]))
    assert report.flat_triangles.tolist() == [1, 3] and report.doubles.tolist() == [[0, 2]]
    # The same at any scale, and of whole numbers as of floats.
    for size in (2.0**-300, 2.0**300):
        again = d3.mesh_report(d3.Mesh(np.multiply(corners, size), [(0, 1, 2), (0, 3, 1), (2, 4, 1), (0, 0, 2)]))
        assert again.flat_triangles.tolist() == [1, 3] and again.doubles.tolist() == [[0, 2]]


def test_report_and_split_as_trimesh(dice: np.random.Generator) -> None:
    trimesh = pytest.importorskip("trimesh")
    corners, faces = ball(2)
    both = np.vstack([faces, faces + len(corners)])
    theirs = trimesh.Trimesh(np.vstack([corners, corners * 0.5 + (4, 0, 0)]), both, process=False)
    report = d3.mesh_report(theirs)
    assert report.is_sound and theirs.is_watertight
    assert report.volume == pytest.approx(theirs.volume) and report.area == pytest.approx(theirs.area)
    assert report.euler_characteristic == theirs.euler_number == 4
    pieces = d3.split(theirs)
    volumes = sorted(d3.mass_properties(piece.mesh).volume for piece in pieces)
    assert volumes == pytest.approx(sorted(piece.volume for piece in theirs.split()))
    for piece in pieces:
        assert (theirs.vertices[piece.vertices] == piece.mesh.vertices).all()
        assert (piece.vertices[piece.mesh.triangles] == both[piece.triangles]).all()


def test_weld_as_one_by_one(dice: np.random.Generator) -> None:
    merged = 0
    for _ in range(50):
        corners, faces = dice.uniform(0, 1, (40, 3)), dice.integers(0, 40, (40, 3))
        distance = dice.uniform(0.05, 0.3)
        kept = np.full(40, -1)
        for i in range(40):
            if kept[i] < 0:
                near = np.linalg.norm(corners - corners[i], axis=1) <= distance
                kept[near & (kept < 0)] = i
        new = kept[faces]
        stays = (new[:, 0] != new[:, 1]) & (new[:, 1] != new[:, 2]) & (new[:, 2] != new[:, 0])
        welded = d3.weld(d3.Mesh(corners, faces), distance)
        assert welded.kept_vertex.tolist() == kept.tolist()
        assert welded.triangles.tolist() == np.flatnonzero(stays).tolist()
        assert welded.dropped.tolist() == np.flatnonzero(~stays).tolist()
        assert (welded.vertices[welded.mesh.triangles] == new[stays]).all()
        assert (welded.mesh.vertices == corners[welded.vertices]).all()
        merged += len(np.unique(kept)) < 40
    assert merged > 40


def test_what_was_open_is_closed_again(dice: np.random.Generator) -> None:
    corners, faces = ball(2)
    whole = d3.Mesh(corners, faces)
    for _ in range(20):
        # A triangle and its neighbours at one corner: a ring of as many edges as it has triangles there.
        gone = (faces == dice.integers(len(corners))).any(axis=1)
        left = d3.Mesh(corners, faces[~gone])
        assert not left.is_solid
        filled = d3.fill_holes(left, 6)
        assert filled.mesh.is_solid and len(filled.open_edges) == 0
        [ring] = filled.holes
        assert len(ring) == gone.sum() and len(filled.mesh.triangles) == (~gone).sum() + len(ring) - 2
        loss = d3.mass_properties(whole).volume - d3.mass_properties(filled.mesh).volume
        assert 0 < loss < 0.1
        small = d3.fill_holes(left, int(gone.sum()) - 1)
        assert small.holes == [] and len(small.open_edges) == gone.sum()


def test_doubles_are_removed(dice: np.random.Generator) -> None:
    corners, faces = ball(1)
    for _ in range(20):
        picked = dice.integers(0, len(faces), 60)
        rolled = np.array([np.roll(faces[i], dice.integers(3)) for i in picked])
        first = sorted(np.unique(picked, return_index=True)[1].tolist())
        single = d3.without_doubles(d3.Mesh(corners, rolled))
        assert single.triangles.tolist() == first
        assert len(single.removed) == 60 - len(first) > 0
        assert all(picked[stays] == picked[went] for stays, went in single.removed)


def test_winding_numbers_as_summed_up(dice: np.random.Generator) -> None:
    corners, faces = ball(2)
    open_faces = faces[dice.random(len(faces)) < 0.75]
    mesh = d3.Mesh(corners, open_faces)
    shift = np.array((3.0, -1.0, 2.0))
    placed, points = mesh.at(shift, scale=0.5), dice.uniform(-0.6, 0.6, (300, 3)) + shift
    expected = winding((points - shift) / 0.5, corners[open_faces])
    assert 0.15 < (expected > 0.5).mean() < 0.85
    found = d3.winding_number_many(points, placed, threads=2)
    assert found == pytest.approx(expected, abs=1e-12)
    assert [d3.winding_number(point, placed) for point in points[:20]] == found[:20].tolist()
    near = d3.winding_number_many(points, placed, approximate=True)
    assert near == pytest.approx(expected, abs=5e-3) and (near != found).any()
    closed = d3.Mesh(corners, faces)
    inside = d3.winding_number_many(points - shift, closed) > 0.5
    assert inside.tolist() == d3.contains_many(points - shift, closed).tolist()
    far = mesh.at((0, 0, 0), scale=1e-140)
    assert d3.winding_number_many([(1e140, 0, 0)], far, approximate=True).tolist() == [0.0]
    assert d3.winding_number((0, 1, 0), d3.Terrain(np.zeros((2, 2)), (1, 1)).at((-0.5, 0, -0.5))) != 0.0


def closest(point: Array, corners: Array) -> Array:
    """Distances to triangles: to the plane where the foot is inside, else to the nearest edge."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normal = np.cross(b - a, c - a)
    height = ((point - a) * normal).sum(axis=1) / (normal * normal).sum(axis=1)
    foot = point - height[:, None] * normal
    inside = np.ones(len(corners), bool)
    best = np.full(len(corners), np.inf)
    for p, q in ((a, b), (b, c), (c, a)):
        inside &= (np.cross(q - p, foot - p) * normal).sum(axis=1) >= 0
        t = (((point - p) * (q - p)).sum(axis=1) / ((q - p) ** 2).sum(axis=1)).clip(0, 1)
        best = np.minimum(best, np.linalg.norm(point - p - t[:, None] * (q - p), axis=1))
    return np.where(inside, np.abs(height) * np.linalg.norm(normal, axis=1), best)


def test_triangles_within_as_brute_force(dice: np.random.Generator) -> None:
    corners, faces = ball(2)
    mesh, radius = d3.Mesh(corners, faces), 0.6
    points = dice.uniform(-2, 2, (100, 3))
    found = d3.triangles_within_many(points, mesh, radius, threads=2)
    sizes = np.diff(found.start)
    assert found.start[0] == 0 and len(found.start) == 101 and 10 < (sizes > 0).sum() < 90
    for i, point in enumerate(points):
        row = slice(found.start[i], found.start[i + 1])
        distances = closest(point, corners[faces])
        assert sorted(found.triangle[row].tolist()) == np.flatnonzero(distances <= radius).tolist()
        assert found.distance[row] == pytest.approx(distances[found.triangle[row]], abs=1e-12)
        assert (np.diff(found.distance[row]) >= 0).all()
        assert np.linalg.norm(found.point[row] - point, axis=1) == pytest.approx(found.distance[row], abs=1e-12)
        one = d3.triangles_within(point, mesh, radius)
        assert one.triangle.tolist() == found.triangle[row].tolist() and (one.point == found.point[row]).all()
    none = d3.triangles_within_many(np.empty((0, 3)), mesh, radius)
    assert none.start.tolist() == [0] and none.point.shape == (0, 3)


def test_barycentric_coordinates_give_the_point(dice: np.random.Generator) -> None:
    corners, faces = ball(2)
    placed = d3.Mesh(corners, faces).at((1, 2, 3), rotation=(0, 1, 0, 1), scale=3.0)
    origins = dice.uniform(-4, 6, (100, 3))
    hits = d3.ray_many(origins, (1, 2, 3) - origins + dice.uniform(-2, 2, (100, 3)), placed)
    weights = d3.barycentric_many(hits.point, placed, hits.facet)
    met = hits.facet >= 0
    assert 20 < met.sum() < 100 and np.isnan(weights[~met]).all()
    assert weights[met].sum(axis=1) == pytest.approx(1.0) and (weights[met] > -1e-9).all()
    where = np.array([placed.pose.point(corner) for corner in corners])
    again = np.einsum("nk,nki->ni", weights[met], where[faces[hits.facet[met]]])
    assert again == pytest.approx(hits.point[met], abs=1e-9)
    i = int(np.flatnonzero(met)[0])
    assert d3.barycentric(hits.point[i], placed, int(hits.facet[i])) == tuple(weights[i])
    flat = d3.Mesh([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1, 2)])
    assert d3.barycentric((1, 0, 0), flat, 0) is None


def test_all_hits_of_many_rays_as_one_by_one(dice: np.random.Generator) -> None:
    corners, faces = ball(1)
    mesh = d3.Mesh(corners, faces)
    origins, directions = dice.uniform(-2, 2, (80, 3)), dice.uniform(-1, 1, (80, 3))
    found = d3.all_hits_many(origins, directions, mesh, threads=2)
    each = [d3.all_hits(*ray, mesh) for ray in zip(origins, directions)]
    assert np.diff(found.start).tolist() == [len(hits) for hits in each]
    assert found.hits.time.tolist() == [hit.time for hits in each for hit in hits]
    assert found.hits.facet.tolist() == [hit.facet for hits in each for hit in hits]
    counts = d3.count_hits_many(origins, directions, mesh)
    assert counts.tolist() == [len(hits) for hits in each]
    assert {0, 1, 2} <= set(counts.tolist())
    within = d3.count_hits_many(origins, directions, mesh, max_time=1.0)
    assert within.tolist() == [sum(hit.time <= 1.0 for hit in hits) for hits in each]
    assert d3.count_hits(origins[0], directions[0], mesh) == counts[0]


def test_what_is_refused() -> None:
    sheet = d3.Mesh(np.eye(3), [(0, 1, 2)])
    points = [(0, 0, 0), (0, np.inf, 0)]
    for call, kind, field, index in [
        (lambda: d3.mesh_report(d3.Sphere(1.0)), clearance.UnsupportedPair, "mesh", None),
        (lambda: d3.mesh_report(sheet.at((1, 0, 0))), clearance.InvalidArgument, "mesh", None),
        (lambda: d3.mesh_report("sheet"), clearance.InvalidType, "mesh", None),
        (lambda: d3.weld(sheet, -1.0), clearance.InvalidArgument, "distance", None),
        (lambda: d3.weld(sheet, float("nan")), clearance.InvalidArgument, "distance", None),
        (lambda: d3.weld(sheet, 9.0), clearance.InvalidShape, "mesh", None),
        (lambda: d3.split(d3.Mesh(np.eye(3), [(0, 0, 1)])), clearance.InvalidShape, "mesh", None),
        (lambda: d3.fill_holes(sheet, -1), clearance.InvalidArgument, "max_edges", None),
        (lambda: d3.fill_holes(sheet, 2.5), clearance.InvalidType, "max_edges", None),
        (lambda: d3.winding_number((0, 0, np.nan), sheet), clearance.InvalidArgument, "point", None),
        (lambda: d3.winding_number((0, 0, 0), d3.Sphere(1.0)), clearance.UnsupportedPair, "shape", None),
        (lambda: d3.winding_number_many(points, sheet), clearance.InvalidArgument, "point", 1),
        (lambda: d3.winding_number_many(points, sheet, approximate=True), clearance.InvalidArgument, "point", 1),
        (lambda: d3.triangles_within((0, 0, 0), sheet, -1.0), clearance.InvalidArgument, "radius", None),
        (lambda: d3.triangles_within_many([(0, 0, 0)], sheet, np.inf), clearance.InvalidArgument, "radius", None),
        (lambda: d3.barycentric((0, 0, 0), sheet, 1), clearance.InvalidArgument, "facet", None),
        (lambda: d3.barycentric((0, 0, np.inf), sheet, 0), clearance.InvalidArgument, "point", None),
        (lambda: d3.barycentric_many(np.eye(3), sheet, [0, -1, 1]), clearance.InvalidArgument, "facets", 2),
        (lambda: d3.barycentric_many(np.eye(3), sheet, [0, -1]), clearance.InvalidArgument, "facets", None),
        (lambda: d3.barycentric_many(np.eye(3), sheet, [0, -2, 0]), clearance.InvalidArgument, "facets", 1),
    ]:  # fmt: skip
        with pytest.raises(kind) as error:
            call()
        assert (error.value.field, error.value.index) == (field, index), error.value


def test_answers_survive_pickle() -> None:
    welded = d3.weld(d3.Mesh(np.eye(3), [(0, 1, 2)]), 0.0)
    again = pickle.loads(pickle.dumps(welded))
    assert again.mesh == welded.mesh and again.kept_vertex.tolist() == [0, 1, 2]
