"""A line of pipes that grows from part to part: each begins where the last one ends, face on face."""

import math

from catalogue import GASKET, HUB, RADII, STUDS, reach, valve_length
from layout import QUARTER, X, Y, Z, about


class Line:
    """The end of a line: `frame` looks along it with its z axis, and `last` is the part that ends there."""

    def __init__(self, plant, size, frame, last=None):
        self.plant, self.size, self.frame, self.last = plant, size, frame, last
        self.catalogue = plant.catalogue

    def _add(self, kind, mesh, frame, *more):
        self.last = self.plant.add(kind, mesh, frame, self.last, *more)
        return self.last

    def pipe(self, length, *more):
        self._add("PIPE", self.catalogue.pipe(self.size, length), self.frame, *more)
        self.frame = self.frame.then((0, 0, length))

    def elbow(self, roll=0.0):
        """Turns towards its x axis, turned by `roll` before."""
        start = self.frame.then(turn=about(Z, roll))
        self._add("ELBOW", self.catalogue.elbow(self.size), start)
        self.frame = start.then((reach(self.size), 0, reach(self.size)), about(Y, QUARTER))

    def valve(self, model, roll=0.0):
        """Its wheel towards the x axis, turned by `roll`."""
        self._add("VALVE", self.catalogue.valve(self.size, model), self.frame.then(turn=about(Z, roll)))
        self.frame = self.frame.then((0, 0, valve_length(self.size, model)))

    def joint(self, with_gasket):
        """Two flanges with their studs, with a gasket between them or face on face."""
        plant, gap = self.plant, GASKET if with_gasket else 0.0
        flange = self.catalogue.flange(self.size)
        middle = self.frame.then((0, 0, HUB + gap / 2))
        low = self._add("FLANGE", flange, self.frame.then((0, 0, HUB), about(X, 2 * QUARTER)))
        if with_gasket:
            self._add("GASKET", self.catalogue.gasket(self.size), self.frame.then((0, 0, HUB)))
        high = self._add("FLANGE", flange, self.frame.then((0, 0, HUB + gap)))
        for k in range(STUDS[self.size]):
            angle = 2 * math.pi * k / STUDS[self.size]
            at = (RADII[self.size] + 0.055) * math.cos(angle), (RADII[self.size] + 0.055) * math.sin(angle), 0
            plant.add("STUD", self.catalogue.stud(gap), middle.then(at), low, high)
        self.frame = self.frame.then((0, 0, joint_length(with_gasket)))


def joint_length(with_gasket):
    return 2 * HUB + (GASKET if with_gasket else 0.0)
