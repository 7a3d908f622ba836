"""The surfaces of 3D shapes as polygons, for drawing; curved ones are faceted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
"""Shape (n, 3)."""
Surface = list[Points]
"""Polygons, each as its corners in order; two corners are a line, one is a point."""

AROUND, ALONG = 36, 18
"""The number of facets of a ball: around its axis, and from pole to pole."""


def surface(shape: Any, pose: Any) -> Surface:
    """The faces of a shape at a pose, in world coordinates; none for a half-space, which is unbounded.

    >>> from clearance import d3
    >>> faces = surface(d3.Box((1, 1, 1)), d3.Pose((5, 0, 0)))
    >>> len(faces), max(float(face[:, 0].max()) for face in faces)
    (6, 6.0)
    """
    turned = matrix(pose.rotation) * pose.scale
    move = np.asarray(pose.position)
    return [face @ turned.T + move for face in KINDS[shape.kind](shape)]


def matrix(quaternion: Any) -> Points:
    """The rotation of a quaternion ``(x, y, z, w)`` of any length except zero."""
    x, y, z, w = np.asarray(quaternion) / np.linalg.norm(quaternion)
    cross = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    turned: Points = np.eye(3) + 2 * w * cross + 2 * cross @ cross
    return turned


def _patches(grid: npt.NDArray[np.float64]) -> Surface:
    """The quadrangles of a grid of points, shape (rows, columns, 3)."""
    corners = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=2)
    return list(corners.reshape(-1, 4, 3))


def _turned_about_y(profile: Any) -> Surface:
    """The surface of revolution about y of a curve of points (distance from the axis, height)."""
    radii, heights = np.asarray(profile, np.float64).T
    angles = np.linspace(0.0, 2 * np.pi, AROUND + 1)
    x, z = radii[:, None] * np.cos(angles), radii[:, None] * np.sin(angles)
    return _patches(np.stack([x, np.broadcast_to(heights[:, None], x.shape), z], axis=2))


def _ball(radii: Any) -> Surface:
    angles = np.linspace(-np.pi / 2, np.pi / 2, ALONG + 1)
    unit = _turned_about_y(np.stack([np.cos(angles), np.sin(angles)], axis=1))
    return [face * radii for face in unit]


def _grown(corners: Points, radius: float) -> Surface:
    """The hull of the corners, grown by a ball: the support point in each direction."""
    directions = np.array(_ball(1.0)).reshape(-1, 3)
    furthest = (directions @ corners.T).argmax(axis=1)
    return list((corners[furthest] + directions * radius).reshape(-1, 4, 3))


def _box(shape: Any) -> Surface:
    quad = np.array([(1, -1, -1), (1, 1, -1), (1, 1, 1), (1, -1, 1)], np.float64)
    faces = [np.roll(quad * sign, axis, axis=1) for axis in range(3) for sign in (1, -1)]
    return [face * shape.half_extents for face in faces]


def _convex(shape: Any) -> Surface:
    vertices = shape.vertices
    return [vertices[face] for face in shape.faces] or [vertices]


def _cylinder(shape: Any) -> Surface:
    r, h = shape.radius, shape.half_height
    return _turned_about_y([(0, -h), (r, -h), (r, h), (0, h)])


def _cone(shape: Any) -> Surface:
    r, h = shape.radius, shape.half_height
    return _turned_about_y([(0, -h), (r, -h), (0, h)])


def _terrain(shape: Any) -> Surface:
    """Each cell as two triangles. A terrain does not give out its heights, so rays from above find them."""
    from . import d3

    rows, columns = shape.size
    x, z = np.meshgrid(np.arange(columns) * shape.spacing[0], np.arange(rows) * shape.spacing[1])
    top = shape.aabb().max[1] + 1.0
    origins = np.stack([x, np.full(x.shape, top), z], axis=2)
    hits = d3.ray_many(origins.reshape(-1, 3), np.tile([0.0, -1.0, 0.0], (x.size, 1)), shape)
    grid = hits.point.reshape(rows, columns, 3)
    first = np.stack([grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:]], axis=2)
    second = np.stack([grid[:-1, :-1], grid[1:, 1:], grid[:-1, 1:]], axis=2)
    return list(first.reshape(-1, 3, 3)) + list(second.reshape(-1, 3, 3))


def _rounded(shape: Any) -> Surface:
    return _grown(np.concatenate(KINDS[shape.shape.kind](shape.shape)), shape.radius)


def _compound(shape: Any) -> Surface:
    return [face for part in shape.parts for face in surface(part.shape, part.pose)]


KINDS: dict[str, Callable[[Any], Surface]] = {
    "point": lambda shape: [np.zeros((1, 3))],
    "segment": lambda shape: [np.array([shape.a, shape.b])],
    "triangle": lambda shape: [np.asarray(shape.vertices)],
    "sphere": lambda shape: _ball(shape.radius),
    "ellipsoid": lambda shape: _ball(shape.radii),
    "capsule": lambda shape: _grown(np.array([shape.a, shape.b]), shape.radius),
    "cylinder": _cylinder,
    "cone": _cone,
    "box": _box,
    "convex": _convex,
    "mesh": lambda shape: list(shape.vertices[shape.triangles]),
    "terrain": _terrain,
    "half_space": lambda shape: [],
    "rounded": _rounded,
    "compound": _compound,
}
"""The faces of each kind in its own frame."""
