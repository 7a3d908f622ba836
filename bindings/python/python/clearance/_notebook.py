"""Pictures of shapes and scenes in notebooks, without another package: SVG, and in space one that can be turned.

A shape of the plane is its outline. A shape of space is seen from a fixed direction, y upwards: its faces are painted
from the furthest to the nearest, each with the brightness of its slope (the painter's algorithm; faces that pass
through each other may be painted in the wrong order). ``clearance.plot`` draws with axes and labels.

What can be turned is the viewer of the command's reports (``crates/clearance-io/src/report/page``) without its list. It is a
whole page in a frame of its own, which may run its scripts and reach nothing else: neither the notebook nor the network. The SVG lies
below the frame, and is seen until the frame is ready, and where the browser has no WebGL 2.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from ._native import Part, view_parts
from ._outlines import outlines
from ._surfaces import surface

Points = npt.NDArray[np.float64]

WIDTH = 280
"""Of the longer side, in pixels."""
MOST_OBJECTS, MOST_FACES = 2000, 20_000
"""A scene of more objects, or what has more faces, has no SVG, and a notebook shows its text."""
MOST_TURNED, HEIGHT, LONGEST_BELOW = 20_000, 360, 200_000
"""Of what can be turned: the number of objects, the height in pixels, and the length of the SVG below it."""
COLOR = np.array([47.0, 111.0, 183.0])
"""Blue, as of the first shape in ``clearance.plot``."""
RIGHT, UP = np.array([0.8, 0.0, -0.6]), np.array([-0.3, np.sqrt(0.75), -0.4])
"""The axes of the picture in space, of length 1 and perpendicular."""
TOWARDS = np.cross(RIGHT, UP)
"""From the scene to the eye."""
LIGHT = np.array([0.2, 0.9, 0.4]) / np.linalg.norm([0.2, 0.9, 0.4])


CURVED = ("sphere", "ellipsoid", "capsule", "cylinder", "cone", "rounded")
"""Kinds whose faces only stand for a curved surface: the edges between them are not drawn."""


class Piece(NamedTuple):
    """Something that is painted: its rings in the picture, and how."""

    rings: list[Points]
    fill: str
    stroke: str = ""


def picture(given: Any) -> str | None:
    """An SVG of a shape, a placed shape or a scene; ``None`` if nothing of it can be drawn, or too much would be.

    >>> from clearance import d2
    >>> picture(d2.Box((2.0, 1.0)))[:41]
    '<svg xmlns="http://www.w3.org/2000/svg" w'
    >>> picture(d2.HalfSpace((0.0, 1.0))) is None
    True
    """
    from . import d2

    items = _items(given, MOST_OBJECTS)
    flat = isinstance(given, (d2.Shape, d2.Placed, d2.Scene))
    pieces = _plane(items) if flat else _space(items)
    return _svg(pieces) if pieces and len(pieces) <= MOST_FACES else None


def view(given: Any) -> str | None:
    """HTML of a shape, a placed shape or a scene of space that can be turned; ``None`` if it has no or too many objects.

    >>> from clearance import d3
    >>> (view(d3.Sphere(1.0)) or "")[:60]
    '<div style="position:relative;height:360px;max-width:640px;o'
    """
    from . import d3

    items = _items(given, MOST_TURNED)
    if not items:
        return None
    names = [f"object {handle}" for handle in given.handles().tolist()] if isinstance(given, d3.Scene) else [items[0][0].kind]
    to_one = _to_one(items)
    parts = [Part(name, d3.Placed(shape, to_one @ pose)) for name, (shape, pose) in zip(names, items)]
    page = html.escape(view_parts(f"{type(given).__name__} in space", parts))
    below = quote((picture(given) or "").replace('"', "'"), safe=" ,:;=/()'")
    image = f'<img alt="" src="data:image/svg+xml,{below}">' if 0 < len(below) <= LONGEST_BELOW else ""
    # Without the right to the same origin, its scripts reach nothing of the notebook.
    frame = f'<iframe title="a picture that can be turned" sandbox="allow-scripts" srcdoc="{page}" style="{FRAME}"></iframe>'
    return f'<div style="position:relative;height:{HEIGHT}px;max-width:640px;overflow:hidden">{image}{frame}</div>'


FRAME = "position:absolute;inset:0;width:100%;height:100%;border:0"


def _to_one(items: list[tuple[Any, Any]]) -> Any:
    """A pose that makes all about as large as 1: the viewer draws in single precision. It only changes exponents."""
    from . import d3

    boxes = [shape.aabb(pose) for shape, pose in items]
    numbers = np.abs([(*box.min, *box.max, *pose.position) for box, (_, pose) in zip(boxes, items)])
    largest = float(numbers.max(initial=0.0, where=np.isfinite(numbers)))
    return d3.Pose((0.0, 0.0, 0.0), scale=2.0 ** -math.frexp(largest)[1])


def _items(given: Any, most: int) -> list[tuple[Any, Any]]:
    """The shapes with their poses; none of a scene that has more objects."""
    from . import d2, d3

    if isinstance(given, (d2.Scene, d3.Scene)):
        handles = given.handles().tolist() if len(given) <= most else []
        return [(given.shape(handle), given.pose(handle)) for handle in handles]
    if isinstance(given, (d2.Placed, d3.Placed)):
        return [(given.shape, given.pose)]
    return [(given, d2.Pose() if isinstance(given, d2.Shape) else d3.Pose())]


def _plane(items: list[tuple[Any, Any]]) -> list[Piece]:
    fill = "#{:02x}{:02x}{:02x}4d".format(*COLOR.astype(int))
    found = [outline for shape, pose in items for outline in outlines(shape, pose)]
    return [Piece([ring * (1.0, -1.0) for ring in outline.rings], fill if outline.filled else "none") for outline in found]


def _space(items: list[tuple[Any, Any]]) -> list[Piece]:
    """The faces, from the furthest to the nearest."""
    if sum(shape.triangles.shape[0] for shape, _ in items if shape.kind == "mesh") > MOST_FACES:
        return []
    faces = [(face, is_curved) for shape, pose in items for face, is_curved in _faces(shape, pose)]
    faces.sort(key=lambda pair: float(pair[0].mean(axis=0) @ TOWARDS))
    return [_painted(*pair) for pair in faces]


def _faces(shape: Any, pose: Any) -> Iterator[tuple[Points, bool]]:
    """The faces in the world, and whether each stands for a piece of a curved surface."""
    if shape.kind == "compound":
        for part in shape.parts:
            yield from _faces(part.shape, pose @ part.pose)
    else:
        yield from ((face, shape.kind in CURVED) for face in surface(shape, pose))


def _painted(face: Points, is_curved: bool) -> Piece:
    fill = _shade(face)
    return Piece([np.column_stack([face @ RIGHT, -(face @ UP)])], fill, fill if is_curved else "")


def _shade(face: Points) -> str:
    """The colour of a face that looks this way."""
    if len(face) < 3:
        return "none"
    ahead = np.roll(face, -1, axis=0)
    normal = np.cross(face - face[0], ahead - face[0]).sum(axis=0)
    length = float(np.linalg.norm(normal))
    slope = abs(float(normal @ LIGHT)) / length if length > 0.0 else 0.0
    light = 0.45 + 0.55 * slope
    return "#{:02x}{:02x}{:02x}".format(*(COLOR * light + 255.0 * 0.35 * slope * (1.0 - COLOR / 255.0)).astype(int))


def _svg(pieces: list[Piece]) -> str | None:
    """The pieces, scaled into a picture: its numbers are pixels, however large or small the shapes are."""
    corners = np.concatenate([ring for piece in pieces for ring in piece.rings])
    least, most = corners.min(axis=0), corners.max(axis=0)
    # Halves first: the difference of two large numbers may be too large for a float.
    middle, half = least / 2 + most / 2, float((most / 2 - least / 2).max())
    if not (np.isfinite(middle).all() and np.isfinite(half)):
        return None
    scale = WIDTH / 2 - 4 if half == 0.0 else (WIDTH / 2 - 4) / half
    width, height = (np.minimum((most / 2 - least / 2) * scale, WIDTH / 2) * 2 + 8).round(1)
    drawn = [_path(piece, lambda ring: (ring - middle) * scale + (width / 2, height / 2)) for piece in pieces]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    return f'{head} stroke="#1d3f66" stroke-width="1" stroke-linejoin="round" stroke-linecap="round">{"".join(drawn)}</svg>'


def _path(piece: Piece, placed: Any) -> str:
    closed = "" if piece.fill == "none" else "Z"
    rings = ["M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in placed(ring)) + closed for ring in piece.rings]
    dot = ' stroke-width="4"' if all(len(ring) == 1 for ring in piece.rings) else ""
    stroke = f' stroke="{piece.stroke}"' if piece.stroke else ""
    # A line to itself makes a dot of a single point.
    text = "".join(ring + ("l0 0" if len(points) == 1 else "") for ring, points in zip(rings, piece.rings))
    return f'<path d="{text}" fill="{piece.fill}" fill-rule="evenodd"{stroke}{dot}/>'
