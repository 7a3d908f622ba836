"""Who is right where answers differ: convex polygons in rational arithmetic, without clearance.

Doubles are rational numbers, so `Fraction` takes them as they are. Two convex polygons are apart if and only if an edge of
one of them has the other strictly on its outer side (Ericson, "Real-Time Collision Detection", 2005, 5.2.1).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

Point = tuple[Fraction, Fraction]


def polygons_meet(a: Any, b: Any) -> bool:
    """Whether two convex polygons, shape (n, 2), corners in order, have a point in common; touching counts.

    >>> square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    >>> polygons_meet(square, [(1.0, 1.0), (2.0, 1.0), (2.0, 2.0)])
    True
    >>> polygons_meet(square, [(1.0000000000000002, 1.0), (2.0, 1.0), (2.0, 2.0)])
    False
    """
    first, second = ([(Fraction(float(x)), Fraction(float(y))) for x, y in ring] for ring in (a, b))
    return not _parts(first, second) and not _parts(second, first)


def _parts(ring: list[Point], other: list[Point]) -> bool:
    """Whether an edge of the ring, taken counter-clockwise, has the other wholly outside."""
    ring = ring if _area(ring) > 0 else ring[::-1]
    return any(all(_left_of(p, q, r) < 0 for r in other) for p, q in zip(ring, ring[1:] + ring[:1]))


def _left_of(p: Point, q: Point, r: Point) -> Fraction:
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])


def _area(ring: list[Point]) -> Fraction:
    return sum((p[0] * q[1] - p[1] * q[0] for p, q in zip(ring, ring[1:] + ring[:1])), Fraction(0))
