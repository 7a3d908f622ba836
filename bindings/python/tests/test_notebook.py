"""Pictures in notebooks: valid SVG of every kind of shape, at every scale, within its own frame."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from test_api import SHAPES, names

from clearance import d2, d3


def numbers_of(svg: str) -> tuple[tuple[float, float], np.ndarray]:
    """The size of a picture, and all its points."""
    root = ElementTree.fromstring(svg)
    size = float(root.attrib["width"]), float(root.attrib["height"])
    paths = "".join(path.attrib["d"].replace("l0 0", "") for path in root)
    found = np.array(re.findall(r"-?\d+(?:\.\d+)?", paths), float).reshape(-1, 2)
    return size, found


@pytest.mark.parametrize("shape", SHAPES, ids=names)
@pytest.mark.parametrize("scale", [1.0, 2.0**-200, 2.0**200])
def test_every_shape_has_a_picture_that_fills_its_frame(shape: Any, scale: float) -> None:
    origin = (0.0,) * (2 if isinstance(shape, d2.Shape) else 3)
    svg = shape.at(origin, scale=scale)._repr_svg_()
    if shape.kind == "half_space":
        assert svg is None and shape._repr_svg_() is None
        return
    (width, height), points = numbers_of(svg)
    assert max(width, height) <= 300 and (points >= 3.9).all() and (points <= (width - 3.9, height - 3.9)).all()
    if shape.kind != "point":
        assert max(np.ptp(points, axis=0)) == pytest.approx(max(width, height) - 8, abs=0.2)
    assert re.sub(r"-?\d+\.\d+", "", svg) == re.sub(r"-?\d+\.\d+", "", shape._repr_svg_())


def test_a_box_of_the_plane_is_its_corners_and_y_points_up() -> None:
    _, points = numbers_of(d2.Convex([(0, 0), (4, 0), (0, 2)])._repr_svg_() or "")
    assert points.tolist() == [[4.0, 140.0], [276.0, 140.0], [4.0, 4.0]]


def test_the_near_faces_of_a_box_are_painted_last() -> None:
    svg = d3.Box((1, 1, 1))._repr_svg_() or ""
    paths = [path.attrib["d"] for path in ElementTree.fromstring(svg)]
    assert len(paths) == 6
    middle = [np.array(re.findall(r"-?\d+\.\d+", path), float).reshape(-1, 2).mean(axis=0) for path in paths]
    top = int(np.argmin([y for _, y in middle]))
    bottom = int(np.argmax([y for _, y in middle]))
    assert top >= 3 > bottom


def test_a_scene_has_a_picture_until_it_is_too_large() -> None:
    scene = d2.Scene()
    assert scene._repr_svg_() is None
    scene.add_many(d2.Circle(1.0), np.random.default_rng(1).uniform(0, 99, (2000, 2)))
    assert (scene._repr_svg_() or "").count("<path") == 2000
    scene.add(d2.Circle(1.0))
    assert scene._repr_svg_() is None
    assert d3.Terrain(np.zeros((2, 2)), (1, 1))._repr_svg_() is not None
