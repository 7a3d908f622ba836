"""The borders of 2D shapes as rings of points, for drawing; curves are sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
"""Shape (n, 2)."""

STEPS = 180
"""The number of corners of a drawn circle: too many to be seen on a page."""


class Outline(NamedTuple):
    """A piece of a shape, in world coordinates."""

    rings: list[Points]
    """If filled: the border and the holes, each closed without repeating its first point."""
    filled: bool
    """Whether it is filled; else the rings are open lines, and a point is a line of one point."""


def outlines(shape: Any, pose: Any) -> list[Outline]:
    """The pieces of a shape at a pose; none for a half-space, which is unbounded.

    >>> from clearance import d2
    >>> outlines(d2.Box((2, 1)), d2.Pose((5, 0)))[0].rings[0].tolist()
    [[3.0, -1.0], [7.0, -1.0], [7.0, 1.0], [3.0, 1.0]]
    """
    turned = turn(pose.angle) * pose.scale
    move = np.asarray(pose.position)
    return [Outline([ring @ turned.T + move for ring in rings], filled) for rings, filled in KINDS[shape.kind](shape)]


def turn(angle: float) -> Points:
    """The rotation matrix of an angle."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s], [s, c]])


def _circle(radii: Any) -> Points:
    angles = np.linspace(0.0, 2 * np.pi, STEPS, endpoint=False)
    ring: Points = np.stack([np.cos(angles), np.sin(angles)], axis=1) * radii
    return ring


def _solid(*rings: Any) -> Iterator[Outline]:
    yield Outline([np.asarray(ring, np.float64) for ring in rings], True)


def _line(points: Any) -> Iterator[Outline]:
    yield Outline([np.asarray(points, np.float64).reshape(-1, 2)], False)


def _box(shape: Any) -> Iterator[Outline]:
    x, y = shape.half_extents
    return _solid([(-x, -y), (x, -y), (x, y), (-x, y)])


def _convex(shape: Any) -> Iterator[Outline]:
    vertices = shape.vertices
    return _solid(vertices) if len(vertices) > 2 else _line(vertices)


def _polyline(shape: Any) -> Iterator[Outline]:
    vertices = shape.vertices
    return _line(np.concatenate([vertices, vertices[:1]]) if shape.closed else vertices)


def _grown(corners: Points, radius: float) -> Iterator[Outline]:
    """The hull of the corners, grown by a ball: the support point in each direction."""
    directions = _circle(1.0)
    furthest = (directions @ corners.T).argmax(axis=1)
    return _solid(corners[furthest] + directions * radius)


def _capsule(shape: Any) -> Iterator[Outline]:
    return _grown(np.array([shape.a, shape.b]), shape.radius)


def _rounded(shape: Any) -> Iterator[Outline]:
    inner = [ring for piece in KINDS[shape.shape.kind](shape.shape) for ring in piece.rings]
    return _grown(np.concatenate(inner), shape.radius)


def _bitmap(shape: Any) -> Iterator[Outline]:
    """Each run of filled pixels in a row as a rectangle, which is exact however pixels touch."""
    pixels = shape.mask.to_array()[::-1]
    steps = np.diff(np.pad(pixels, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    (rows, starts), (_, ends) = np.nonzero(steps == 1), np.nonzero(steps == -1)
    for row, start, end in zip(rows, starts, ends):
        corners = np.array([(start, row), (end, row), (end, row + 1), (start, row + 1)], np.float64)
        yield Outline([corners * shape.pixel_size], True)


def _compound(shape: Any) -> Iterator[Outline]:
    for part in shape.parts:
        yield from outlines(part.shape, part.pose)


def _endless(shape: Any) -> Iterator[Outline]:
    return iter(())


KINDS: dict[str, Callable[[Any], Iterator[Outline]]] = {
    "point": lambda shape: _line((0.0, 0.0)),
    "segment": lambda shape: _line([shape.a, shape.b]),
    "circle": lambda shape: _solid(_circle(shape.radius)),
    "ellipse": lambda shape: _solid(_circle(shape.radii)),
    "capsule": _capsule,
    "box": _box,
    "convex": _convex,
    "polygon": lambda shape: _solid(*shape.rings),
    "polyline": _polyline,
    "half_space": _endless,
    "bitmap": _bitmap,
    "rounded": _rounded,
    "compound": _compound,
}
"""The pieces of each kind in its own frame."""
