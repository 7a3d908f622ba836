"""Answers compared with those of other libraries: shapely in 2D, coal for hulls in 3D."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clearance import RELATIONS, Relation, d2, d3

PAIRS = 400


def grid_polygon(dice: np.random.Generator, shapely: Any) -> Any:
    """A convex polygon with integer corners, for which shapely's predicates are exact."""
    while True:
        corners = dice.integers(-6, 7, size=(int(dice.integers(3, 9)), 2)).astype(float)
        hull = shapely.MultiPoint(corners).convex_hull
        if hull.geom_type == "Polygon":
            return hull


def star(dice: np.random.Generator, shapely: Any) -> Any:
    """A polygon around a point with integer corners, mostly concave, sometimes with a hole."""
    while True:
        count = int(dice.integers(5, 12))
        angles = np.sort(dice.uniform(0.0, 2.0 * np.pi, count))
        reach = dice.uniform(3.0, 9.0, count)
        corners = np.round(np.column_stack([np.cos(angles) * reach, np.sin(angles) * reach]))
        corners += dice.integers(-4, 5, 2)
        outer = shapely.Polygon(corners)
        if outer.is_valid and outer.area > 0.0:
            hole = shapely.box(*(outer.representative_point().coords[0] * 2)).buffer(0.25, cap_style="square")
            return shapely.Polygon(corners, [hole.exterior.coords]) if outer.contains(hole) else outer


def relation_by_shapely(a: Any, b: Any) -> Relation:
    if a.equals(b):
        return Relation.EQUAL
    if a.disjoint(b):
        return Relation.DISJOINT
    if not a.relate_pattern(b, "T********"):
        return Relation.TOUCHING
    if b.covers(a):
        return Relation.A_IN_B
    return Relation.B_IN_A if a.covers(b) else Relation.OVERLAPPING


@pytest.mark.parametrize("make", [grid_polygon, star])
def test_polygons_as_shapely(make: Any, dice: np.random.Generator) -> None:
    shapely = pytest.importorskip("shapely")
    seen = dict.fromkeys(Relation, 0)
    for _ in range(PAIRS):
        a, b = make(dice, shapely), make(dice, shapely)
        shift = dice.integers(-7, 8, 2)
        if dice.random() < 0.05:
            b = shapely.Polygon(a.exterior.coords[::-1], a.interiors)
            shift = np.zeros(2)
        moved = shapely.affinity.translate(b, *shift)
        ours = d2.relation(a, d2.Polygon(b.exterior.coords, [hole.coords for hole in b.interiors]).at(shift))
        assert ours == relation_by_shapely(a, moved), (a.wkt, moved.wkt)
        assert d2.intersects(a, moved) == a.intersects(moved)
        assert d2.distance(a, moved) == pytest.approx(a.distance(moved), rel=1e-12, abs=1e-12)
        seen[ours] += 1
    # With integers every relation but containment is frequent; each kind must have occurred.
    assert seen[Relation.DISJOINT] > PAIRS // 20 and seen[Relation.TOUCHING] > PAIRS // 100, seen
    assert seen[Relation.OVERLAPPING] > PAIRS // 4 and seen[Relation.EQUAL] > 0, seen


def test_a_batch_is_its_pairs_one_by_one(dice: np.random.Generator) -> None:
    shapely = pytest.importorskip("shapely")
    polygons = [grid_polygon(dice, shapely) for _ in range(2 * PAIRS)]
    a, b = d2.Shapes(polygons[:PAIRS]), d2.Shapes(polygons[PAIRS:])
    poses = np.column_stack([dice.integers(-7, 8, (PAIRS, 2)), dice.choice([0.0, 0.5], PAIRS)])
    placed = [b[i].at(poses[i, :2], angle=float(poses[i, 2])) for i in range(PAIRS)]
    one_by_one = [d2.relation(a[i], placed[i]) for i in range(PAIRS)]
    for threads in (1, 2, None):
        codes = d2.relation_many(a, b, poses_b=poses, threads=threads)
        assert [RELATIONS[code] for code in codes] == one_by_one
    assert d2.intersects_many(a, b, None, poses).tolist() == [relation.intersects for relation in one_by_one]
    found = d2.clearance_many(a, b, None, poses, threads=2)
    each = [d2.clearance(a[i], placed[i]) for i in range(PAIRS)]
    assert found.distance.tolist() == [clearance.distance for clearance in each]
    assert found.normal.tolist() == [list(clearance.normal) for clearance in each]
    assert found.point_b.tolist() == [list(clearance.point_b) for clearance in each]
    assert d2.distance_many(a, b, None, poses).tolist() == [max(c.distance, 0.0) for c in each]


def test_hulls_as_coal(dice: np.random.Generator) -> None:
    coal = pytest.importorskip("coal")
    apart = 0
    for _ in range(PAIRS):
        clouds = [dice.normal(size=(16, 3)) for _ in range(2)]
        shift, quaternion = dice.normal(size=3) * 2.0, dice.normal(size=4)
        quaternion /= np.linalg.norm(quaternion)
        theirs = [coal_hull(coal, cloud) for cloud in clouds]
        rotation = coal.Quaternion(quaternion[3], *quaternion[:3]).toRotationMatrix() if hasattr(coal, "Quaternion") else matrix(quaternion)
        places = [coal.Transform3s(), coal.Transform3s(rotation, shift)]
        request, result = coal.DistanceRequest(), coal.DistanceResult()
        distance = coal.distance(theirs[0], places[0], theirs[1], places[1], request, result)
        placed = d3.Convex(clouds[1]).at(shift, rotation=quaternion)
        ours = d3.clearance(d3.Convex(clouds[0]), placed)
        assert ours.distance == pytest.approx(distance, abs=1e-5)
        apart += ours.distance > 0.0
    assert 0.3 * PAIRS < apart < 0.7 * PAIRS


def coal_hull(coal: Any, points: np.ndarray[Any, np.dtype[np.float64]]) -> Any:
    cloud = coal.StdVec_Vec3s()
    for point in points:
        cloud.append(point)
    return coal.Convex.convexHull(cloud, True, "Qt")


def matrix(quaternion: Any) -> Any:
    x, y, z, w = quaternion
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def test_a_scene_lists_the_pairs_of_brute_force(dice: np.random.Generator) -> None:
    count = 300
    shapes = d2.Shapes([d2.Circle(0.5), d2.Box((0.5, 0.25)), d2.Capsule((0, 0), (1, 0), 0.25)] * (count // 3))
    for index in ("auto", "tree", "grid", "sweep-and-prune", "brute"):
        scene = d2.Scene(index=index)
        poses = np.column_stack([dice.uniform(0, 12, (count, 2)), dice.uniform(0, 6, count)])
        handles = scene.add_many(shapes, poses)
        for _ in range(3):
            poses[:, :2] += dice.normal(size=(count, 2)) * 0.2
            scene.set_poses(handles, poses)
            scene.update()
            i, j = np.triu_indices(count, k=1)
            all_pairs = [d2.Shapes([shapes[k] for k in side]) for side in (i, j)]
            meet = d2.intersects_many(*all_pairs, poses[i], poses[j], threads=None)
            expected = {tuple(sorted(pair)) for pair in np.column_stack([handles[i], handles[j]])[meet].tolist()}
            assert {tuple(pair) for pair in scene.pairs().tolist()} == expected
            assert count // 4 < len(expected) < count * 10
