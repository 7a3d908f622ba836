"""Where parts are, and which of them meet: every pair that is not named here is apart by `GAP` at least."""

import math

import numpy as np

GAP = 0.001  # of a stud in its hole, where the facets of both are nearest


def product(p, q):
    """Of quaternions x, y, z, w: first q, then p."""
    (a, b, c, d), (e, f, g, h) = p, q
    return (
        d * e + a * h + b * g - c * f,
        d * f - a * g + b * h + c * e,
        d * g + a * f - b * e + c * h,
        d * h - a * e - b * f - c * g,
    )


def about(axis, angle):
    """A rotation; whole quarters are exact but for the length, which does not matter."""
    quarters = angle / (math.pi / 2)
    exact = {0: (0, 1), 1: (1, 1), 2: (1, 0), 3: (1, -1)}
    sin, cos = exact[int(quarters) % 4] if quarters == int(quarters) else (math.sin(angle / 2), math.cos(angle / 2))
    return tuple(np.eye(3)[axis] * sin) + (cos,)


class Frame:
    """A place and a rotation."""

    def __init__(self, at=(0.0, 0.0, 0.0), turn=(0, 0, 0, 1)):
        self.at = np.array(at, float)
        self.turn = turn

    def point(self, p):
        x, y, z, w = np.array(self.turn, float) / np.linalg.norm(self.turn)
        u, p = np.array([x, y, z]), np.array(p, float)
        return self.at + p + 2 * np.cross(u, np.cross(u, p) + w * p)

    def then(self, at=(0.0, 0.0, 0.0), turn=(0, 0, 0, 1)):
        """The frame that is here in this one."""
        return Frame(self.point(at), product(self.turn, turn))


X, Y, Z = 0, 1, 2
QUARTER = math.pi / 2


class Plant:
    """Parts, and pairs of them with what they are to each other."""

    def __init__(self, catalogue, limit):
        self.catalogue = catalogue
        self.limit = limit
        self.parts = []  # (name, mesh, frame)
        self.pairs = {}  # (a, b) with a < b: class
        self.beside = {}  # the parts that one is in contact with
        self.area = ""
        self.counts = {}

    @property
    def is_full(self):
        return len(self.parts) >= self.limit

    def add(self, kind, mesh, frame, *touched):
        """A part in contact with earlier ones; `None` among these is no part. Returns its number."""
        number = self.counts[self.area, kind] = self.counts.get((self.area, kind), 0) + 1
        part = len(self.parts)
        self.parts.append((f"{self.area}-{kind}-{number:03}", mesh, frame))
        for other in touched:
            self.note(other, part, "contact")
        return part

    def note(self, a, b, what):
        if a is None or b is None:
            return
        self.pairs[min(a, b), max(a, b)] = what
        if what == "contact":
            self.beside.setdefault(a, []).append(b)
            self.beside.setdefault(b, []).append(a)

    def cut(self):
        """Leaves out what is beyond the limit."""
        del self.parts[self.limit :]
        self.pairs = {pair: what for pair, what in self.pairs.items() if max(pair) < self.limit}
