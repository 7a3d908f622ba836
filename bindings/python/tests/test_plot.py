"""Drawings: the axes contain what was asked for."""

from __future__ import annotations

import doctest
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")

import matplotlib.pyplot as pyplot

from clearance import InvalidType, _outlines, _surfaces, d2, d3, plot
from clearance._outlines import outlines
from clearance._surfaces import surface

FLAT = [
    d2.Point(),
    d2.Segment((0, 0), (2, 1)),
    d2.Circle(1.5),
    d2.Ellipse((1, 2)),
    d2.Capsule((0, 0), (2, 1), 0.5),
    d2.Box((1, 2)),
    d2.Convex([(0, 0), (2, 0), (1, 2)]),
    d2.Convex([(0, 0), (2, 0)]),
    d2.Polygon([(0, 0), (4, 0), (4, 4), (0, 4)], [[(1, 1), (1, 2), (2, 2)]]),
    d2.Polyline([(0, 0), (1, 0), (1, 1)], closed=True),
    d2.Bitmap(["0110", "1101"], 0.5),
    d2.Rounded(d2.Box((1, 1)), 0.25),
    d2.Rounded(d2.Segment((0, 0), (1, 0)), 0.25),
    d2.Compound([d2.Circle(1).at((3, 0)), d2.Point(), d2.Box((1, 1)).at((0, 1), 0.5)]),
]
SOLID = [
    d3.Point(),
    d3.Segment((0, 0, 0), (1, 2, 3)),
    d3.Triangle([(0, 0, 0), (1, 0, 0), (0, 1, 1)]),
    d3.Sphere(1.5),
    d3.Ellipsoid((1, 2, 3)),
    d3.Capsule((0, 0, 0), (1, 1, 1), 0.5),
    d3.Cylinder(1.0, 0.5),
    d3.Cone(1.0, 0.5),
    d3.Box((1, 2, 3)),
    d3.Convex(np.random.default_rng(1).normal(size=(20, 3))),
    d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]),
    d3.Terrain([[0.0, 1.0, 0.5], [0.25, 0.0, 2.0]], (1.0, 2.0)),
    d3.Rounded(d3.Box((1, 1, 1)), 0.25),
    d3.Compound([d3.Sphere(1).at((3, 0, 0)), d3.Box((1, 1, 1)).at((0, 1, 0), (0, 0, 0.6, 0.8))]),
]


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    pyplot.close("all")


def rendered(ax: Any) -> None:
    ax.figure.canvas.draw()


@pytest.mark.parametrize("shape", FLAT, ids=lambda shape: shape.kind)
def test_outlines_lie_on_the_border(shape: Any) -> None:
    pose = d2.Pose((3, -1), 0.7, 2.0)
    points = np.concatenate([ring for piece in outlines(shape, pose) for ring in piece.rings])
    assert d2.distance_many(d2.Point(), shape.at(pose), points).max() < 1e-9
    points = np.concatenate([ring for piece in outlines(shape, d2.Pose()) for ring in piece.rings])
    low, high = shape.aabb()
    size = max(np.subtract(high, low))
    assert points.min(axis=0) == pytest.approx(low, abs=1e-3 * size + 1e-9)
    assert points.max(axis=0) == pytest.approx(high, abs=1e-3 * size + 1e-9)


@pytest.mark.parametrize("shape", SOLID, ids=lambda shape: shape.kind)
def test_surfaces_lie_on_the_border(shape: Any) -> None:
    pose = d3.Pose((3, -1, 2), (0.1, 0.5, -0.3, 0.8), 2.0)
    points = np.concatenate(surface(shape, pose))
    assert d3.distance_many(d3.Point(), shape.at(pose), points).max() < 1e-9
    for point in points[:: 1 + len(points) // 50]:
        assert shape.kind == "compound" or d3.closest_point(point, shape.at(pose)).distance >= -1e-9
    points = np.concatenate(surface(shape, d3.Pose()))
    low, high = shape.aabb()
    size = max(np.subtract(high, low))
    assert points.min(axis=0) == pytest.approx(low, abs=0.03 * size + 1e-9)
    assert points.max(axis=0) == pytest.approx(high, abs=0.03 * size + 1e-9)


@pytest.mark.parametrize("shape", FLAT + SOLID, ids=lambda shape: shape.kind)
def test_draw_shows_all_of_it(shape: Any) -> None:
    place = (7.0, 8.0) if isinstance(shape, d2.Shape) else (7.0, 8.0, 9.0)
    ax = plot.draw(shape.at(place), label="it")
    limits = [ax.get_xlim(), ax.get_ylim()] + ([ax.get_zlim()] if len(place) == 3 else [])
    for (low, high), smallest, largest in zip(limits, *shape.at(place).aabb()):
        assert low <= smallest + 0.02 * (high - low) and largest - 0.02 * (high - low) <= high
    assert [text.get_text() for text in ax.legend().get_texts()] == ["it"]
    rendered(ax)


def test_colors_in_turn() -> None:
    ax = plot.draw(d2.Circle(1))
    plot.draw(d2.Point().at((1, 1)), ax)
    plot.draw(d2.Box((1, 1)), ax, color="black")
    plot.draw(d2.Box((1, 1)), ax)
    edges = [patch.get_edgecolor() for patch in ax.patches]
    assert len(set(edges)) == len(edges) == 4


def test_a_hole_is_empty_and_overlapping_parts_are_not() -> None:
    ring = d2.Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(3, 3), (6, 3), (6, 6), (3, 6)]])
    for shape, inside in ((ring, 255), (d2.Compound([ring, d2.Box((2, 2)).at((4, 4))]), None)):
        figure = pyplot.figure(figsize=(1, 1), dpi=90)
        ax = figure.add_axes((0, 0, 1, 1))
        ax.axis("off")
        plot.draw(shape, ax, color="black", alpha=1.0)
        ax.set(xlim=(0, 9), ylim=(0, 9))
        figure.canvas.draw()
        middle = np.asarray(figure.canvas.buffer_rgba())[45, 45, 0]
        assert middle == (255 if inside else 0)


def test_clearance_names_the_distance_and_ghosts_the_way_out() -> None:
    plank = d2.Box((2.0, 0.5))
    ax = plot.draw_clearance(plank, d2.Circle(1.0).at((0.0, 2.0)))
    assert [text.get_text() for text in ax.texts] == ["0.5"]
    assert len(ax.patches) == 2
    ax = plot.draw_clearance(plank, d2.Circle(1.0).at((0.0, 1.25)))
    assert "-0.25" in [text.get_text() for text in ax.texts]
    ghost = ax.patches[2].get_path().vertices
    assert ghost[:, 1].min() == pytest.approx(0.5, abs=1e-3)
    ax = plot.draw_clearance(plank, d2.Circle(1.0).at((0.0, 1.5)), write=False)
    rendered(ax)


def test_clearance_of_friends_and_in_space() -> None:
    shapely = pytest.importorskip("shapely")
    rendered(plot.draw_clearance(shapely.box(0, 0, 1, 1), shapely.Point(3, 3).buffer(1)))
    for x in (1.5, 2.0, 3.0):
        rendered(plot.draw_clearance(d3.Sphere(1.0), d3.Box((1, 1, 1)).at((x, 0, 0))))


def test_manifold() -> None:
    ax = plot.draw_manifold(d2.Box((2, 1)), d2.Box((1, 1)).at((1.5, 1.9)))
    assert len(ax.texts) == 2  # arrows
    ax = plot.draw_manifold(d3.Box((1, 1, 1)), d3.Box((1, 1, 1)).at((0.5, 0, 1.9)))
    line = np.array(ax.lines[0].get_data_3d())
    assert line.shape == (3, 5)
    # The outline goes around the face: sides of 1.5 and 2, no diagonal.
    assert sorted(np.linalg.norm(np.diff(line), axis=0).round(9)) == [1.5, 1.5, 2.0, 2.0]
    assert len(plot.draw_manifold(d2.Circle(1), d2.Circle(1).at((9, 0))).texts) == 0


@pytest.mark.parametrize("index", [False, True])
def test_scene(index: bool) -> None:
    flat, solid = d2.Scene(), d3.Scene()
    for x in (0.0, 1.5, 4.0):
        flat.add(d2.Circle(1.0).at((x, 0.0)))
        solid.add(d3.Sphere(1.0).at((x, 0.0, 0.0)))
    for scene in (flat, solid):
        scene.update()
        rendered(plot.draw_scene(scene, index=index))
    ax = plot.draw_scene(flat)
    assert [len(collection.get_paths()) for collection in ax.collections] == [2] or len(ax.patches) == 1
    rendered(plot.draw_scene(d2.Scene(), index=index))


def test_half_space_fills_the_view_and_leaves_it() -> None:
    ax = plot.draw(d2.Circle(1))
    view = ax.get_xlim(), ax.get_ylim()
    plot.draw(d2.HalfSpace((0, 2), -1.0), ax)
    assert (ax.get_xlim(), ax.get_ylim()) == view
    corners = ax.collections[0].get_paths()[0].vertices
    assert corners[:, 1].max() == pytest.approx(-0.5)
    rendered(ax)


def test_refused() -> None:
    with pytest.raises(InvalidType, match="must be a shape"):
        plot.draw(3)
    with pytest.raises(InvalidType, match="ax: "):
        plot.draw(d3.Sphere(1), pyplot.subplots()[1])
    with pytest.raises(InvalidType, match="ax: "):
        plot.draw(d2.Circle(1), "axes")
    with pytest.raises(InvalidType, match="scene: "):
        plot.draw_scene(d2.Circle(1))


@pytest.mark.parametrize("module", [plot, _outlines, _surfaces], ids=lambda module: module.__name__)
def test_examples(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


def test_without_matplotlib() -> None:
    script = """
import sys
sys.modules["matplotlib"] = None
import clearance
try:
    import clearance.plot
except ImportError as error:
    assert "clearance[plot]" in str(error), error
else:
    raise SystemExit("no error")
"""
    subprocess.run([sys.executable, "-c", script], check=True)
