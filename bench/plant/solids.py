"""Closed triangle meshes, each as (vertices, triangles) with normals outwards: turned, bent, extruded, pierced.

A mesh of several shells has a millimetre between them, as solids of a valve and its wheel: shells that cross would have no inside.
"""

import math
import pathlib
import sys

import numpy as np

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from assembly_sets import around, outward, ring_quads  # noqa: E402


def capped(rings, low, high):
    """Rings of equally many points, one after the other, with a point at each end."""
    sides, last = len(rings[0]), (len(rings) - 1) * len(rings[0])
    first = len(rings) * sides
    k, l = np.arange(sides), (np.arange(sides) + 1) % sides
    ends = [np.stack([np.full(sides, first), l, k], 1), np.stack([np.full(sides, first + 1), last + k, last + l], 1)]
    triangles = np.concatenate([ring_quads(len(rings), sides, False), *ends])
    return outward(np.concatenate([*rings, [low], [high]]), triangles)


def turned(profile, sides):
    """A solid around the z axis: a profile of (radius, z) upwards, without its points on the axis."""
    circle = around(sides)
    rings = [np.column_stack([circle * r, np.full(sides, z)]) for r, z in profile]
    return capped(rings, (0, 0, profile[0][1]), (0, 0, profile[-1][1]))


def domed(profile_radius, low, high, sides, steps):
    """A vessel: a cylinder between two ellipsoids whose height is half its radius."""
    angles = np.linspace(0, math.pi / 2, steps + 1)[1:]
    r, h = profile_radius, profile_radius / 2
    bottom = [(r * math.sin(t), low + h - h * math.cos(t)) for t in angles]
    top = [(r * math.sin(t), high - h + h * math.cos(t)) for t in angles[::-1]]
    rings = [np.column_stack([around(sides) * q, np.full(sides, z)]) for q, z in bottom + top]
    return capped(rings, (0, 0, low), (0, 0, high))


def ring(major, minor, steps, sides):
    """A torus around the z axis."""
    profile = [(major + minor * x, minor * y) for x, y in around(sides)]
    circle = around(steps)
    rings = [np.column_stack([circle * r, np.full(steps, z)]) for r, z in profile]
    return outward(np.concatenate(rings), ring_quads(len(rings), steps, True))


def bend(radius, reach, steps, sides):
    """A quarter of a torus, from the origin upwards to (reach, 0, reach) along x."""
    circle = around(sides) * radius
    rings = []
    for t in np.linspace(0, math.pi / 2, steps + 1):
        from_axis = reach - circle[:, 0]
        rings.append(np.column_stack([reach - from_axis * math.cos(t), circle[:, 1], from_axis * math.sin(t)]))
    return capped(rings, (0, 0, 0), (reach, 0, reach))


def hexagonal(profile, sides):
    """As `turned`, of (radius, z, whether the section is a hexagon of this radius); `sides` is a multiple of 6."""
    circle, angle = around(sides), np.arange(sides) * (2 * math.pi / sides)
    inward = math.cos(math.pi / 6) / np.cos(angle % (math.pi / 3) - math.pi / 6)
    rings = [
        np.column_stack([circle * (inward * r if is_hex else np.full(sides, r))[:, None], np.full(sides, z)])
        for r, z, is_hex in profile
    ]
    return capped(rings, (0, 0, profile[0][1]), (0, 0, profile[-1][1]))


def extruded(outline, inside, length):
    """An outline in the plane along z from 0; `inside` are the triangles of the outline."""
    outline, inside = np.array(outline, float), np.array(inside)
    count = len(outline)
    rings = [np.column_stack([outline, np.full(count, z)]) for z in (0.0, length)]
    triangles = np.concatenate([ring_quads(2, count, False), inside[:, ::-1], inside + count])
    return outward(np.concatenate(rings), triangles)


def block(low, high):
    """A box along the axes."""
    (a, b, c), (d, e, f) = low, high
    v, t = extruded([(a, b), (d, b), (d, e), (a, e)], [(0, 1, 2), (0, 2, 3)], f - c)
    return v + (0, 0, c), t


def profile_i(width, height, web, flange, length):
    """An I-profile along z, its web along y."""
    b, h, w, f = width / 2, height / 2, web / 2, height / 2 - flange
    right = [(b, -h), (b, -f), (w, -f), (w, f), (b, f), (b, h)]
    outline = [(-b, -h), *right, *[(-x, y) for x, y in reversed(right[1:])]]
    inside = [
        (0, 1, 2),
        (0, 2, 3),
        (0, 3, 10),
        (0, 10, 11),
        (10, 3, 4),
        (10, 4, 9),
        (7, 8, 9),
        (7, 9, 4),
        (7, 4, 5),
        (7, 5, 6),
    ]
    return extruded(outline, inside, length)


def profile_u(width, height, sheet, length):
    """A channel along z, open towards y, its bottom outside at y = 0."""
    b, c = width / 2, width / 2 - sheet
    outline = [(-b, 0), (b, 0), (b, height), (c, height), (c, sheet), (-c, sheet), (-c, height), (-b, height)]
    return extruded(outline, [(0, 1, 4), (0, 4, 5), (1, 2, 3), (1, 3, 4), (0, 5, 6), (0, 6, 7)], length)


def pierced(width, length, height, holes, bar):
    """A grating: a plate around the origin, from z = 0 up, with (m, n) rectangular holes between bars."""

    def lines(size, count):
        pitch = (size - bar) / count
        starts = np.arange(count + 1) * pitch - size / 2
        return np.stack([starts, starts + bar], 1).ravel()

    xs, ys = lines(width, holes[0]), lines(length, holes[1])
    m, n = len(xs), len(ys)
    grid = np.stack(np.meshgrid(xs, ys, indexing="ij"), -1).reshape(-1, 2)
    i, j = (k.ravel() for k in np.meshgrid(np.arange(m - 1), np.arange(n - 1), indexing="ij"))
    is_solid = ((i % 2) & (j % 2)) == 0
    i, j = i[is_solid], j[is_solid]
    corner = [i * n + j, (i + 1) * n + j, (i + 1) * n + j + 1, i * n + j + 1]
    top = np.concatenate(
        [np.stack([corner[0], corner[1], corner[2]], 1), np.stack([corner[0], corner[2], corner[3]], 1)]
    )
    return outward(*sheet_of(grid, top, height))


def sheet_of(points, inside, height):
    """Triangles of the plane, counter-clockwise, as a sheet from z = 0 up: walls stand on the edges of one triangle only."""
    count = len(points)
    edges = np.concatenate([inside[:, [0, 1]], inside[:, [1, 2]], inside[:, [2, 0]]])
    there = np.isin(edges[:, 0] * count + edges[:, 1], edges[:, 1] * count + edges[:, 0])
    a, b = edges[~there].T
    walls = np.concatenate([np.stack([a, b, b + count], 1), np.stack([a, b + count, a + count], 1)])
    vertices = np.concatenate([np.column_stack([points, np.full(count, z)]) for z in (0.0, height)])
    return vertices, np.concatenate([inside[:, ::-1], inside + count, walls])


def together(*shells):
    """Shells that do not meet, as one mesh."""
    starts = np.cumsum([0] + [len(v) for v, _ in shells[:-1]])
    return np.concatenate([v for v, _ in shells]), np.concatenate([t + s for (_, t), s in zip(shells, starts)])


def moved(mesh, by=(0, 0, 0), axes=((1, 0, 0), (0, 1, 0), (0, 0, 1))):
    """A mesh whose x, y and z axes become these, then moved."""
    return mesh[0] @ np.array(axes, float) + by, mesh[1]


ALONG_X = ((0, 1, 0), (0, 0, 1), (1, 0, 0))  # z becomes x
ALONG_Y = ((0, 0, 1), (1, 0, 0), (0, 1, 0))  # z becomes y
