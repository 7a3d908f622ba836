"""Races in the plane with polygons that are not convex: shapely.

    pip install './bindings/python[bench]'     # shapely
    cd bindings/python && python -m bench concave [--quick]

Pairs of polygons of 12 corners, each pair asked once; and two polygons of 100,000 corners in 16 positions, for which
shapely keeps a tree with the first one (``prepare``) where a question of it uses that. Its distance does not, and takes
seconds for such a pair, so distances are those of a tenth of the corners, and shapely is asked for one position.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from clearance import d2

from .measure import Contestant
from .race import Race

PAIRS = 20_000
POSITIONS = 16
GOAL = 2.0
"""How many times as fast as shapely each row shall be."""
TOLERANCE = 1e-12


def stars(count: int, corners: int, random: Any) -> Any:
    """Polygons with dents around their centers: shape (count, corners, 2)."""
    steps = np.arange(corners) + random.uniform(0.0, 0.8, (count, corners))
    angles = steps * (2 * np.pi / corners)
    radii = random.uniform(0.3, 1.0, (count, corners))
    return np.stack([np.cos(angles), np.sin(angles)], axis=2) * radii[..., None]


def coast(corners: int, random: Any) -> Any:
    """One polygon of many corners, rough on every scale as a coast is: shape (corners, 2)."""
    angles = (np.arange(corners) + random.uniform(0.0, 0.8, corners)) * (2 * np.pi / corners)
    radii = np.ones(corners)
    for wave in 2 ** np.arange(1, 15):
        radii += 0.3 / wave**0.7 * np.cos(wave * angles + random.uniform(0, 2 * np.pi))
    radii += random.uniform(-1e-4, 1e-4, corners)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, None]


def race(name: str, count: int, ours: Any, theirs: dict[str, Any], **how: Any) -> Race:
    """Our batch beside what shapely does with arrays."""
    contestants = [Contestant("clearance", ours, count, True)]
    contestants += [Contestant(peer, ask, count) for peer, ask in theirs.items()]
    return Race(name, contestants, goals={peer: GOAL for peer in theirs}, **how)


def small(count: int) -> Iterator[Race]:
    """Pairs of 12 corners of which about half meet, and a point beside each."""
    import shapely

    random = np.random.default_rng(2026)
    a, b = stars(count, 12, random), stars(count, 12, random)
    b += random.uniform(-1.4, 1.4, (count, 1, 2))
    points = random.uniform(-1.0, 1.0, (count, 2))
    ours = [d2.Shapes([d2.Polygon(ring) for ring in some]) for some in (a, b)]
    theirs = [shapely.polygons(some) for some in (a, b)]
    name = f"2D, concave, 12 corners, {count:,} pairs"

    def near(i: int) -> float:
        return abs(d2.clearance(ours[0][i], ours[1][i]).distance)

    meet = {"shapely": lambda: shapely.intersects(*theirs)}
    yield race(f"{name}, meet?", count, lambda: d2.intersects_many(*ours), meet, near=near)
    apart = {"shapely": lambda: shapely.distance(*theirs)}
    yield race(f"{name}, distance", count, lambda: d2.distance_many(*ours), apart, tolerance=TOLERANCE)
    yield race(
        f"{name}, a point in each",
        count,
        lambda: d2.intersects_many(d2.Point(), ours[0], points),
        {"shapely": lambda: shapely.intersects_xy(theirs[0], points)},
    )


def positions(a: Any, b: Any, reach: float, random: Any) -> tuple[Any, Any, Any, Any]:
    """Places of b around a: two polygons and the places for clearance, and one of shapely beside all others."""
    import shapely

    ways = random.uniform(0, 2 * np.pi, POSITIONS)
    places = np.stack([np.cos(ways), np.sin(ways)], axis=1) * reach
    others = shapely.polygons(np.stack([b + place for place in places]))
    return (d2.Polygon(a), d2.Polygon(b)), places, shapely.Polygon(a), others


def two_large(name: str, ours: Any, places: Any, first: Any, others: Any) -> Race:
    """Whether they meet."""
    import shapely

    prepared = shapely.Polygon(first)
    shapely.prepare(prepared)
    theirs = {
        "shapely, prepared": lambda: shapely.intersects(prepared, others),
        "shapely": lambda: shapely.intersects(first, others),
    }
    return race(f"{name}, meet?", POSITIONS, lambda: d2.intersects_many(*ours, poses_b=places), theirs)


def two_large_distance(name: str, ours: Any, places: Any, first: Any, others: Any) -> Race:
    """How far apart they are."""
    import shapely

    contestants = [
        Contestant("clearance", lambda: d2.distance_many(*ours, poses_b=places), POSITIONS, True),
        Contestant("shapely", lambda: shapely.distance(first, others[:1]), 1),
    ]
    return Race(f"{name}, distance", contestants, goals={"shapely": GOAL}, tolerance=TOLERANCE)


def points_in(name: str, ring: Any, count: int, random: Any) -> Race:
    """Points on both sides of the border of one polygon."""
    import shapely

    angles, radii = random.uniform(0, 2 * np.pi, count), random.uniform(0.5, 1.5, count)
    points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii[:, None]
    ours, prepared = d2.Polygon(ring), shapely.Polygon(ring)
    shapely.prepare(prepared)
    theirs = {"shapely, prepared": lambda: shapely.intersects_xy(prepared, points)}
    return race(f"{name}, points in it", count, lambda: d2.intersects_many(d2.Point(), ours, points), theirs)


def large(corners: int, count: int) -> Iterator[Race]:
    """Two polygons in some positions; points in the first, most of them near its border."""
    random = np.random.default_rng(7)
    many = coast(corners, random), coast(corners, random)
    fewer = coast(corners // 10, random), coast(corners // 10, random)
    for how, reach in {"meeting": 2.0, "apart": 5.0}.items():
        yield two_large(f"2D, concave, {corners:,} corners, {how}", *positions(*many, reach, random))
        yield two_large_distance(f"2D, concave, {corners // 10:,} corners, {how}", *positions(*fewer, reach, random))
    yield points_in(f"2D, concave, {corners:,} corners", many[0], count, random)


def races(is_quick: bool = False) -> Iterator[Race]:
    """All of them; quick ones have fewer pairs and corners."""
    count, corners = (1_000, 2_000) if is_quick else (PAIRS, 100_000)
    yield from small(count)
    yield from large(corners, count)
