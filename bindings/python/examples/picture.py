"""Draws `examples/questions.png`: the gap, the way out, where two touch, and who meets whom among many.

    python examples/picture.py        # needs matplotlib: pip install 'clearance[plot]'
"""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as pyplot
import numpy as np

from clearance import d2, plot

BOAT = d2.Polygon([(-2, 0), (-1.2, -1), (1.2, -1), (2, 0), (0.25, 0), (0.25, 2), (-0.25, 2), (-0.25, 0)])
BUOY = d2.Circle(0.6)


def crowd() -> d2.Scene:
    """Forty shapes, thrown at random."""
    random = np.random.default_rng(5)
    scene = d2.Scene(index="tree")
    for place, angle in zip(random.uniform(-4, 4, (40, 2)), random.uniform(0, 3, 40)):
        size = random.uniform(0.2, 0.6)
        kinds = [d2.Circle(size), d2.Box((size, size / 2)), d2.Convex(random.normal(size=(6, 2)) * size)]
        scene.add(kinds[random.integers(0, 3)].at(place, angle))
    scene.update()
    return scene


def main() -> None:
    """Draws it."""
    figure, axes = pyplot.subplots(1, 4, figsize=(12, 3.3), layout="constrained")
    plot.draw_clearance(BOAT, BUOY.at((1.6, 1.5)), axes[0])
    plot.draw_clearance(BOAT, BUOY.at((0.6, 1.2)), axes[1])
    plot.draw_manifold(BOAT, d2.Box((0.7, 0.5)).at((1.2, 0.48)), axes[2])
    plot.draw_scene(crowd(), axes[3], index=True)
    titles = ["clearance: the gap", "clearance: the way out", "manifold: where they touch", "a scene and its index"]
    for ax, title in zip(axes, titles):
        ax.set_title(title)
        ax.set_axis_off()
    figure.savefig(Path(__file__).with_name("questions.png"), dpi=100)


if __name__ == "__main__":
    main()
