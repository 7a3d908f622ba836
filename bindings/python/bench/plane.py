"""Races in the plane: shapely, `collision` and pymunk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from clearance import d2

from .exact import polygons_meet
from .measure import Contestant
from .race import Race, batches

PAIRS = 2048
MANY_PAIRS = 100_000
SLOW_PAIRS = 128
"""For who takes microseconds and more."""


def polygons(count: int, corners: int, random: Any) -> Any:
    """Convex polygons inscribed in circles, their centers near the origin: shape (count, corners, 2)."""
    angles = np.sort(random.uniform(0, 2 * np.pi, (count, corners)), axis=1)
    radii = random.uniform(0.25, 1.0, (count, 1, 1))
    return np.stack([np.cos(angles), np.sin(angles)], axis=2) * radii


def pairs(corners: int, count: int = PAIRS) -> tuple[Any, Any]:
    """Two arrays of polygons, of which about half meet."""
    random = np.random.default_rng(2026)
    a, b = polygons(count, corners, random), polygons(count, corners, random)
    b += random.uniform(-1.0, 1.0, (count, 1, 2))
    return a, b


def squares_that_touch() -> tuple[Any, Any]:
    """Unit squares whose corners are tenths, side by side: sums of tenths round, so that some touch and some do not."""
    random = np.random.default_rng(2026)
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    a = square + random.integers(-20, 20, (PAIRS, 1, 2)) / 10
    shift = random.integers(-1, 2, (PAIRS, 1, 2)) * np.array([1.0, 1.0])
    return a, a + shift


def overlap(name: str, a: Any, b: Any, at_least: float | None = None) -> Race:
    """Whether pairs meet: the batch beside shapely's arrays and a loop over `collision`."""
    import collision
    import shapely

    ours = d2.Shapes.convex(a), d2.Shapes.convex(b)
    theirs = shapely.polygons(a), shapely.polygons(b)
    few = [
        tuple(collision.Poly(collision.Vector(0, 0), [collision.Vector(*corner) for corner in ring.tolist()]) for ring in two)
        for two in zip(a[:SLOW_PAIRS], b[:SLOW_PAIRS])
    ]
    return Race(
        name,
        [
            *batches(d2.intersects_many, ours, PAIRS),
            Contestant("shapely", lambda: shapely.intersects(*theirs), PAIRS),
            Contestant("collision", lambda: np.array([collision.collide(*two) for two in few]), SLOW_PAIRS),
        ],
        truth=lambda i: polygons_meet(a[i], b[i]),
        goals={} if at_least is None else {"shapely": at_least, "collision": 300.0},
    )


def distances(corners: int) -> Race:
    """How far apart pairs are, 0 where they meet."""
    import shapely

    a, b = pairs(corners)
    ours = d2.Shapes.convex(a), d2.Shapes.convex(b)
    theirs = shapely.polygons(a), shapely.polygons(b)
    return Race(
        f"2D, {corners} corners, distance",
        [
            *batches(d2.distance_many, ours, PAIRS),
            Contestant("shapely", lambda: shapely.distance(*theirs), PAIRS),
        ],
        tolerance=1e-12,
    )


def making() -> Race:
    """Arrays of corners into shapes: ours are hulls, with normals, checked."""
    import shapely

    a, _ = pairs(8)
    return Race(
        "2D, 8 corners, making the shapes",
        [
            Contestant("clearance, all cores", lambda: np.array([len(d2.Shapes.convex(a))]), PAIRS, True, threads=2),
            Contestant("shapely", lambda: np.array([len(shapely.polygons(a))]), PAIRS),
        ],
        compared=False,
    )


def points() -> Race:
    """Many points, one polygon of 64 corners: shapely prepares it."""
    import shapely

    random = np.random.default_rng(3)
    corners = polygons(1, 64, random)[0]
    places = random.uniform(-1, 1, (PAIRS, 2))
    ours, theirs = d2.Polygon(corners), shapely.Polygon(corners)
    shapely.prepare(theirs)
    return Race(
        "2D, points in a polygon of 64 corners",
        [
            Contestant("clearance", lambda: d2.intersects_many(d2.Point(), ours, places), PAIRS, True),
            Contestant("shapely, prepared", lambda: shapely.intersects_xy(theirs, places), PAIRS),
        ],
    )


def single() -> Race:
    """One pair a call, of pairs that overlap: pymunk has no answer for others."""
    import pymunk

    a, b = pairs(8)
    meeting = [i for i in range(PAIRS) if polygons_meet(a[i], b[i])][:SLOW_PAIRS]
    ours = [(d2.Convex(a[i]), d2.Convex(b[i])) for i in meeting]
    body = pymunk.Body(body_type=pymunk.Body.STATIC)
    theirs = [tuple(pymunk.Poly(body, ring.tolist()) for ring in (a[i], b[i])) for i in meeting]
    for shape in (shape for two in theirs for shape in two):
        shape.cache_bb()

    def depths(manifolds: Any) -> Any:
        return np.array([min(c.clearance for c in manifold.contacts) for manifold in manifolds])

    def pymunk_depths(sets: Any) -> Any:
        return np.array([min(point.distance for point in found.points) for found in sets])

    return Race(
        "2D, 8 corners, one pair a call, contacts",
        [
            Contestant("clearance, manifold", lambda: [d2.manifold(*two) for two in ours], SLOW_PAIRS, True),
            Contestant("clearance, clearance", lambda: [d2.clearance(*two) for two in ours], SLOW_PAIRS, True),
            Contestant("pymunk, shapes_collide", lambda: [two[0].shapes_collide(two[1]) for two in theirs], SLOW_PAIRS),
        ],
        read={"clearance, manifold": depths, "pymunk, shapes_collide": pymunk_depths},
        tolerance=1e-6,
        goals={"pymunk, shapes_collide": 1.0},
    )


def single_meets() -> Race:
    """Whether they meet, one pair a call."""
    import shapely

    a, b = (some[:SLOW_PAIRS] for some in pairs(8))
    ours = [(d2.Convex(p), d2.Convex(q)) for p, q in zip(a, b)]
    theirs = [(shapely.Polygon(p), shapely.Polygon(q)) for p, q in zip(a, b)]
    return Race(
        "2D, 8 corners, one pair a call, meet?",
        [
            Contestant("clearance", lambda: np.array([d2.intersects(*two) for two in ours]), SLOW_PAIRS, True),
            Contestant("shapely", lambda: np.array([two[0].intersects(two[1]) for two in theirs]), SLOW_PAIRS),
        ],
        truth=lambda i: polygons_meet(a[i], b[i]),
    )


def many() -> Race:
    """More pairs than a processor keeps at hand, where threads are worth their while."""
    import shapely

    a, b = pairs(8, MANY_PAIRS)
    ours = d2.Shapes.convex(a), d2.Shapes.convex(b)
    theirs = shapely.polygons(a), shapely.polygons(b)
    return Race(
        f"2D, 8 corners, {MANY_PAIRS:,} pairs, meet?",
        [
            *batches(d2.intersects_many, ours, MANY_PAIRS),
            Contestant("shapely", lambda: shapely.intersects(*theirs), MANY_PAIRS),
        ],
        truth=lambda i: polygons_meet(a[i], b[i]),
    )


def races() -> Iterator[Race]:
    """All of them."""
    for corners in (4, 8, 16):
        yield overlap(f"2D, {corners} corners, meet?", *pairs(corners), at_least=20.0)
    yield overlap("2D, squares of tenths side by side, meet?", *squares_that_touch())
    yield many()
    yield distances(8)
    yield making()
    yield points()
    yield single()
    yield single_meets()
