"""The kinds of parts in their sizes, in metres: each mesh is made when it is first asked for, and shared from then on.

Pipes, flanges and bends are those of six nominal sizes, with the outside radii of EN 10220 and rounded numbers for all else. Solids are full:
a pipe is a cylinder, as plant models have it.
"""

import math

import numpy as np

from solids import (
    ALONG_X,
    bend,
    block,
    domed,
    hexagonal,
    moved,
    outward,
    pierced,
    profile_i,
    profile_u,
    ring,
    together,
    turned,
)

RADII = {50: 0.03015, 80: 0.04445, 100: 0.05715, 150: 0.08415, 200: 0.10955, 300: 0.16195}
STUDS = {50: 4, 80: 8, 100: 8, 150: 8, 200: 12, 300: 12}
PLATE, HUB = 0.024, 0.075  # how thick a flange is, and how long with its hub
STUD, NUT, NUT_HEIGHT = 0.009, 0.015, 0.014
GASKET = 0.003
PIPE_SIDES = 48
MODELS = 40  # of pumps, motors and tanks


class Catalogue:
    """Meshes by name."""

    def __init__(self):
        self.meshes = {}

    def _kept(self, name, make):
        if name not in self.meshes:
            self.meshes[name] = make()
        return name

    def pipe(self, size, length):
        """From the origin up."""
        return self._kept(
            f"pipe DN{size} {length:.3f}", lambda: turned([(RADII[size], 0), (RADII[size], length)], PIPE_SIDES)
        )

    def elbow(self, size):
        return self._kept(f"elbow DN{size}", lambda: bend(RADII[size], reach(size), 28, PIPE_SIDES))

    def flange(self, size):
        """Its face down at the origin, its hub up."""
        return self._kept(f"flange DN{size}", lambda: flange(RADII[size], STUDS[size]))

    def gasket(self, size):
        return self._kept(
            f"gasket DN{size}", lambda: turned([(RADII[size] + 0.035, 0), (RADII[size] + 0.035, GASKET)], 64)
        )

    def stud(self, gap):
        """A stud bolt and its two nuts, around the origin; `gap` is between the flanges."""
        return self._kept(f"stud {gap:.3f}", lambda: stud(PLATE + gap / 2))

    def valve(self, size, model):
        """From the origin up, its wheel towards x; its ends are those of pipes."""
        return self._kept(f"valve DN{size} {model}", lambda: valve(RADII[size], valve_length(size, model)))

    def pump(self, model):
        return self._kept(f"pump {model}", lambda: pump(0.26 + 0.0015 * model))

    def motor(self, model):
        return self._kept(f"motor {model}", lambda: motor(0.20 + 0.0015 * model))

    def tank(self, model):
        return self._kept(f"tank {model}", lambda: tank(tank_radius(model), 3.6 + 0.025 * model))

    def beam(self, length):
        return self._kept(f"beam 200x300 {length:.2f}", lambda: profile_i(0.2, 0.3, 0.012, 0.02, length))

    def column(self):
        return self._kept("column 300x300 9", lambda: profile_i(0.3, 0.3, 0.012, 0.02, 9.0))

    def block(self, x, y, z):
        """On the plane z = 0, around its axis."""
        return self._kept(f"block {x:.2f}x{y:.2f}x{z:.2f}", lambda: block((-x / 2, -y / 2, 0), (x / 2, y / 2, z)))

    def grating(self, model):
        """Its bars are closer by model."""
        return self._kept(f"grating {model}", lambda: pierced(1.2, 2.98, 0.03, (8 + model, 30 + 2 * model), 0.02))

    def post(self):
        return self._kept("post", lambda: turned([(0.024, 0), (0.024, 1.1)], 24))

    def rail(self):
        return self._kept("rail", lambda: turned([(0.024, 0), (0.024, 2.98)], 24))

    def tray(self):
        return self._kept("tray 300", lambda: profile_u(0.3, 0.1, 0.002, 3.0))


def reach(size):
    """How far a bend goes: three times the radius of the pipe, as long ones do, and a little."""
    return round(3.0 * RADII[size] + 0.02, 3)


def valve_length(size, model):
    return round(6 * RADII[size] + 0.1 + 0.02 * model, 3)


def valve_radius(size):
    return RADII[size] * 1.5 + 0.02


def tank_radius(model):
    return 0.8 + 0.005 * model


def flange(radius, studs):
    """A disc with holes, of one sector after the other, with a conical hub of the pipe's radius at its end."""
    hub, circle, rim, hole = radius + 0.025, radius + 0.055, radius + 0.085, 0.011
    half, center = math.pi / studs, np.array([circle, 0.0])
    arc = lambda r, n: [(r * math.cos(t), r * math.sin(t)) for t in np.linspace(-half, half, n + 1)]
    side = [(r * math.cos(half), r * math.sin(half)) for r in np.linspace(rim, hub, 5)]
    border = np.array(arc(rim, 12) + side[1:-1] + arc(hub, 8)[::-1] + [(x, -y) for x, y in side[1:-1][::-1]])
    to_border = border - center
    inner = center + to_border * (hole / np.linalg.norm(to_border, axis=1))[:, None]
    count = len(border)
    k, l = np.arange(count), (np.arange(count) + 1) % count
    flat = [np.stack([k, l, l + count], 1), np.stack([k, l + count, k + count], 1)]
    hub_arc = np.arange(16, 24)  # the edges of the border on the hub, from the upper side down
    lists = []
    for s in range(studs):
        cos, sin = math.cos(2 * half * s), math.sin(2 * half * s)
        spin = lambda p: np.column_stack([p[:, 0] * cos - p[:, 1] * sin, p[:, 0] * sin + p[:, 1] * cos])
        lists.append(sector(spin(border), spin(inner), flat, hub_arc, radius / hub))
    return outward(*merged(np.concatenate(lists)))


def sector(border, inner, flat, hub_arc, taper):
    """The corners of the triangles of a sector: both faces, the wall of the hole, the rim, and its share of the hub."""
    count = len(border)
    points = np.concatenate([border, inner])
    low, high = (np.column_stack([points, np.full(2 * count, z)]) for z in (0.0, PLATE))
    k, l = np.arange(count), (np.arange(count) + 1) % count
    triangles = [high[t] for t in flat] + [low[t[:, ::-1]] for t in flat]
    wall = lambda a, b: [np.stack([low[a], low[b], high[b]], 1), np.stack([low[a], high[b], high[a]], 1)]
    triangles += wall(count + l, count + k) + wall(np.arange(12), np.arange(1, 13))
    a, b = hub_arc, (hub_arc + 1) % count
    end = np.column_stack([border * taper, np.full(count, HUB)])
    axis = lambda z: np.broadcast_to((0.0, 0.0, z), (len(a), 3))
    triangles += [np.stack([high[b], high[a], end[a]], 1), np.stack([high[b], end[a], end[b]], 1)]
    triangles += [np.stack([axis(HUB), end[b], end[a]], 1), np.stack([axis(0.0), low[a], low[b]], 1)]
    return np.concatenate(triangles)


def merged(corners):
    """Triangles by their corners as a mesh; corners within a nanometre are one vertex."""
    keys, first, which = np.unique(np.round(corners.reshape(-1, 3), 9), axis=0, return_index=True, return_inverse=True)
    return corners.reshape(-1, 3)[first], which.reshape(-1, 3)


def stud(half):
    """`half` is from the middle to the face that a nut lies on."""
    end = half + NUT_HEIGHT + 0.006
    upper = [(STUD, half, False), (NUT, half, True), (NUT, half + NUT_HEIGHT, True), (STUD, half + NUT_HEIGHT, False)]
    lower = [(r, -z, is_hex) for r, z, is_hex in reversed(upper)]
    return hexagonal([(STUD, -end, False), *lower, *upper, (STUD, end, False)], 36)


def valve(radius, length):
    """A body that bulges, a stem, and a wheel."""
    body, middle = radius * 1.5 + 0.02, length / 2
    bulge = [(radius + (body - radius) * math.sin(math.pi * t) ** 2, length * t) for t in np.linspace(0.1, 0.9, 33)]
    top = body + 0.001
    stem = turned(
        [(0.4 * radius, top), (0.4 * radius, top + 0.1), (0.2 * radius, top + 0.1), (0.2 * radius, top + 0.3)], 32
    )
    wheel = ring(1.8 * radius + 0.03, 0.012, 64, 16)
    shells = [moved(stem, (0, 0, middle), ALONG_X), moved(wheel, (top + 0.28, 0, middle), ALONG_X)]
    return together(turned([(radius, 0), *bulge, (radius, length)], 72), *shells)


def pump(radius):
    """On the plane z = 0: its shaft ends at the origin's plane x = 0, at height 0.5; its nozzle at (-0.7, 0, 0.95)."""
    t = np.linspace(0, math.pi, 61)[3:-3]
    casing = turned([(radius * math.sin(s) ** 0.5, -0.7 - 0.2 * math.cos(s)) for s in t], 96)
    bearing = turned([(0.08, -0.48), (0.12, -0.44), (0.12, -0.25), (0.03, -0.2), (0.03, 0)], 64)
    foot = block((-1.0, -0.3, 0), (-0.2, 0.3, 0.5 - radius - 0.001))
    nozzle = turned([(RADII[100], 0.5 + radius + 0.001), (RADII[100], 0.95)], PIPE_SIDES)
    up = (0, 0, 0.5)
    return together(moved(casing, up, ALONG_X), moved(bearing, up, ALONG_X), foot, moved(nozzle, (-0.7, 0, 0)))


def motor(radius):
    """On the plane z = 0: its shaft begins at x = 0, at height 0.5; round ribs cool it."""
    ribs = [(radius - 0.03 * (k // 2 % 2), 0.25 + 0.01 * ((k + 1) // 2)) for k in range(120)]
    housing = turned([(0.03, 0), (0.03, 0.2), *ribs, (0.6 * radius, 1.0)], 72)
    foot = block((0.3, -0.25, 0), (0.8, 0.25, 0.5 - radius - 0.001))
    return together(moved(housing, (0, 0, 0.5), ALONG_X), foot)


def tank(radius, height):
    """Four legs on the plane z = 0, a vessel from 0.5 up, and a nozzle towards x at height 1.5."""
    vessel = domed(radius, 0.5, height, 144, 36)
    along = radius * 0.6
    nearest = along * math.sqrt(2) - 0.05  # of a leg to the axis, where the dome above it is lowest
    top = 0.5 + radius / 2 * (1 - math.sqrt(1 - (nearest / radius) ** 2)) - 0.002
    legs = [moved(turned([(0.05, 0), (0.05, top)], 32), (x, y, 0)) for x in (-along, along) for y in (-along, along)]
    nozzle = turned([(RADII[150], radius + 0.001), (RADII[150], radius + 0.25)], PIPE_SIDES)
    return together(vessel, *legs, moved(nozzle, (0, 0, 1.5), ALONG_X))
