"""Races in space: coal and python-fcl, which take a pair a call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from clearance import d3

from .measure import Contestant
from .race import Race, batches

PAIRS = 512
TOLERANCE = 1e-5
"""Of coal's and fcl's distances, iterations that stop."""


def hulls(count: int, corners: int, random: Any) -> Any:
    """Points on ellipsoids: shape (count, corners, 3)."""
    points = random.normal(size=(count, corners, 3))
    points /= np.linalg.norm(points, axis=2, keepdims=True)
    return points * random.uniform(0.25, 1.0, (count, 1, 3))


def pairs(corners: int) -> tuple[Any, Any, Any]:
    """Two arrays of hulls and where the second ones stand, turned: about half of the pairs meet."""
    random = np.random.default_rng(2026)
    a, b = hulls(PAIRS, corners, random), hulls(PAIRS, corners, random)
    turns = random.normal(size=(PAIRS, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    return a, b, np.concatenate([random.uniform(-0.9, 0.9, (PAIRS, 3)), turns], axis=1)


def coal_hull(corners: Any) -> Any:
    import coal

    points = coal.StdVec_Vec3s()
    points.extend(list(corners))
    return coal.Convex.convexHull(points, False, "")


def fcl_hull(corners: Any) -> Any:
    """By the faces of our hull."""
    import fcl

    hull = d3.Convex(corners)
    faces = np.concatenate([[len(face), *face] for face in hull.faces])
    return fcl.Convex(np.asarray(hull.vertices), len(hull.faces), faces)


def races_of_hulls(corners: int) -> list[Race]:
    """Whether pairs meet, and how far apart they are."""
    import coal
    import fcl

    a, b, poses = pairs(corners)
    ours = d3.Shapes.convex(a), d3.Shapes.convex(b), None, poses
    singles = [(d3.Convex(p), d3.Convex(q).at(pose[:3], pose[3:])) for p, q, pose in zip(a, b, poses)]
    here = coal.Transform3s.Identity()
    in_coal = [
        (coal_hull(p), coal_hull(q), coal.Transform3s(coal.Quaternion(*pose[[6, 3, 4, 5]]), pose[:3]))
        for p, q, pose in zip(a, b, poses)
    ]
    in_fcl = [
        (fcl.CollisionObject(fcl_hull(p)), fcl.CollisionObject(fcl_hull(q), fcl.Transform(pose[[6, 3, 4, 5]], pose[:3])))
        for p, q, pose in zip(a, b, poses)
    ]

    def coal_meets() -> Any:
        request = coal.CollisionRequest()
        found = []
        for p, q, pose in in_coal:
            result = coal.CollisionResult()
            found.append(coal.collide(p, here, q, pose, request, result) > 0)
        return np.array(found)

    def coal_distances() -> Any:
        request = coal.DistanceRequest()
        request.enable_signed_distance = False
        found = []
        for p, q, pose in in_coal:
            result = coal.DistanceResult()
            found.append(coal.distance(p, here, q, pose, request, result))
        return np.maximum(found, 0.0)

    def fcl_meets() -> Any:
        request = fcl.CollisionRequest()
        return np.array([fcl.collide(p, q, request, fcl.CollisionResult()) > 0 for p, q in in_fcl])

    def fcl_distances() -> Any:
        request = fcl.DistanceRequest()
        return np.maximum([fcl.distance(p, q, request, fcl.DistanceResult()) for p, q in in_fcl], 0.0)

    meets = Race(
        f"3D, hulls of {corners} corners, meet?",
        [
            *batches(d3.intersects_many, ours, PAIRS),
            Contestant("clearance, pair by pair", lambda: np.array([d3.intersects(*two) for two in singles]), PAIRS, True),
            Contestant("coal", coal_meets, PAIRS),
            Contestant("python-fcl", fcl_meets, PAIRS),
        ],
        near=lambda i: abs(d3.clearance(*singles[i]).distance),
        goals={"coal": 3.0},
    )
    apart = Race(
        f"3D, hulls of {corners} corners, distance",
        [
            *batches(d3.distance_many, ours, PAIRS),
            Contestant("clearance, pair by pair", lambda: np.array([d3.distance(*two) for two in singles]), PAIRS, True),
            Contestant("coal", coal_distances, PAIRS),
            Contestant("python-fcl", fcl_distances, PAIRS),
        ],
        tolerance=TOLERANCE,
        goals={"coal": 3.0},
    )
    return [meets, apart]


def races() -> Iterator[Race]:
    """All of them."""
    for corners in (8, 32):
        yield from races_of_hulls(corners)
