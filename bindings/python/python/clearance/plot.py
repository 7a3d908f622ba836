"""Drawings with matplotlib: shapes, clearances, contacts, scenes; in 2D and 3D.

Needs matplotlib (``pip install 'clearance[plot]'``); nothing else in the package needs this module. Every function
draws into the given axes, or into new ones, and returns them. It accepts every shape that the package accepts: our
shapes, with or without a pose, and those of shapely, pygame and trimesh.

>>> import matplotlib; matplotlib.use("agg")
>>> from clearance import d2, plot
>>> axes = plot.draw_clearance(d2.Box((2.0, 0.5)), d2.Circle(1.0).at((0.0, 2.0)))
>>> axes.figure.savefig("plank-and-wheel.svg")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    import matplotlib.pyplot as pyplot
    from matplotlib.axes import Axes
    from matplotlib.collections import LineCollection, PathCollection
    from matplotlib.colors import to_rgba
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path
    from mpl_toolkits.mplot3d.art3d import Line3DCollection, Poly3DCollection  # type: ignore[import-untyped]
except ImportError as _missing:
    raise ImportError("clearance.plot draws with matplotlib: pip install 'clearance[plot]'") from _missing

from . import _friends, d2, d3
from ._errors import InvalidType
from ._outlines import outlines
from ._surfaces import surface

A_COLOR, B_COLOR = "#2f6fb7", "#d9822b"
"""Blue and orange, which color-blind people can distinguish."""
WITNESS_COLOR = "#b3261e"
"""The color of witnesses: points, gaps, normals."""
QUIET_COLOR = "#8a929c"
"""The color of objects that meet nothing, and of the boxes of an index."""
FILL = 0.3
"""The opacity of a shape, from 0 to 1."""
OF_A_SHAPE = "clearance shape"
"""Marks the drawing of one shape, so that the next one takes another color."""


def draw(shape: Any, ax: Any = None, *, color: Any = None, alpha: float = FILL, label: str | None = None) -> Any:
    """Draws a shape.

    ``shape``: any 2D or 3D shape, with or without a pose. ``ax``: matplotlib's axes, for 3D with
    ``projection="3d"``; new ones by default. ``color``: any color of matplotlib; by default blue, orange, … in turn.
    ``alpha``: the opacity of the interior, from 0 to 1. ``label``: for ``ax.legend()``. A half-space fills the present
    view, so draw it last. Returns the axes. Raises ``InvalidType`` if ``shape`` is not a shape, or ``ax`` has the other
    dimension.

    >>> axes = draw(d2.Polygon([(0, 0), (4, 0), (4, 3), (2, 1), (0, 3)]), label="a")
    >>> axes = draw(d2.Circle(0.5).at((2, 2)), axes, label="b")
    """
    stand, is_flat = _stand(shape)
    ax = _axes(ax, is_flat)
    color = _next_color(ax) if color is None else color
    (_draw_flat if is_flat else _draw_solid)(ax, [stand], color, alpha, label)
    return ax


def draw_clearance(a: Any, b: Any, ax: Any = None, *, write: bool = True) -> Any:
    """Draws two shapes and the clearance between them: both witness points, the normal, the distance.

    If they are apart, a line joins the closest points. If they overlap, an arrow shows the shortest way out, and a dashed
    outline shows B after that move. ``write``: also writes the distance. Returns the axes; raises as :func:`draw` and
    ``clearance`` do.

    >>> axes = draw_clearance(d3.Sphere(1.0), d3.Box((1, 1, 1)).at((3, 0, 0)))
    """
    (a, is_flat), (b, _) = _stand(a), _stand(b)
    answer = (d2 if is_flat else d3).clearance(a, b)
    ax = _draw_both(a, b, ax)
    ends = np.array([answer.point_a, answer.point_b])
    normal = np.asarray(answer.normal)
    if answer.distance < 0.0:
        _ghost(ax, b, -answer.distance * normal, is_flat)
        _arrow(ax, answer.point_b, answer.depth * normal, is_flat)
    elif answer.distance > 0.0:
        ax.plot(*ends.T, color=WITNESS_COLOR, lw=1.5, zorder=4)
    else:
        _arrow(ax, answer.point_a, normal * 0.15 * _view_size(ax), is_flat)
    ax.scatter(*ends.T, color=WITNESS_COLOR, s=16, zorder=5)
    if write:
        _write(ax, ends.mean(axis=0), f"{answer.distance:.4g}", is_flat)
    return ax


def draw_manifold(a: Any, b: Any, ax: Any = None, *, margin: float = 0.0) -> Any:
    """Draws two shapes and the points where they touch, each with the normal.

    ``margin``: points up to this far apart count. Returns the axes; raises as :func:`draw` and ``manifold`` do.

    >>> axes = draw_manifold(d2.Box((2, 1)), d2.Box((1, 1)).at((1.5, 1.9)))
    """
    (a, is_flat), (b, _) = _stand(a), _stand(b)
    manifold = (d2 if is_flat else d3).manifold(a, b, margin)
    ax = _draw_both(a, b, ax)
    contacts = manifold.contacts
    if not contacts:
        return ax
    points = np.array([contact.point_a for contact in contacts])
    if len(points) > 1:
        face = points if is_flat else _in_order(points, np.asarray(manifold.normal))
        ax.plot(*np.concatenate([face, face[:1]]).T, color=WITNESS_COLOR, lw=1.5, zorder=4)
    ax.scatter(*points.T, color=WITNESS_COLOR, s=16, zorder=5)
    for point in points:
        _arrow(ax, point, np.asarray(manifold.normal) * 0.12 * _view_size(ax), is_flat)
    return ax


def draw_scene(scene: Any, ax: Any = None, *, index: bool = False) -> Any:
    """Draws every object of a scene: orange if it meets another one since the last ``update``, else grey.

    ``scene``: ``d2.Scene`` or ``d3.Scene``. ``index``: also draws the boxes of its index, higher levels
    fainter. Returns the axes. Raises ``InvalidType`` if ``scene`` is not a scene.

    >>> scene = d2.Scene()
    >>> for x in (0.0, 1.5, 4.0):
    ...     _ = scene.add(d2.Circle(1.0).at((x, 0.0)))
    >>> scene.update()
    >>> axes = draw_scene(scene, index=True)
    """
    if not isinstance(scene, (d2.Scene, d3.Scene)):
        raise InvalidType(f"scene: must be a d2.Scene or d3.Scene; got {type(scene).__qualname__}", "scene")
    is_flat = isinstance(scene, d2.Scene)
    room: Any = d2 if is_flat else d3
    ax = _axes(ax, is_flat)
    meeting = set(np.concatenate([scene.pairs(), scene.sensor_pairs()]).ravel().tolist())
    draw_some = _draw_flat if is_flat else _draw_solid
    handles = scene.handles().tolist()
    for color, is_drawn in ((QUIET_COLOR, False), (B_COLOR, True)):
        some = [room.Placed(scene.shape(h), scene.pose(h)) for h in handles if (h in meeting) == is_drawn]
        if some:
            draw_some(ax, some, color, FILL, None)
    if index:
        low, high, levels = scene.draw_index()
        _draw_index(ax, (low, high), levels, is_flat)
    return ax


def _stand(given: Any) -> tuple[Any, bool]:
    """A placed shape, and whether it is a 2D one."""
    rooms: list[tuple[Any, bool]] = [(d2, True), (d3, False)]
    for room, is_flat in rooms:
        if isinstance(given, room.Placed):
            return given, is_flat
        if isinstance(given, room.Shape):
            return room.Placed(given), is_flat
    try:
        return _stand(_friends.plane(given))
    except InvalidType:
        return _stand(_friends.space(given))


def _axes(ax: Any, is_flat: bool) -> Any:
    if ax is None:
        _, ax = pyplot.subplots(subplot_kw={} if is_flat else {"projection": "3d"})
        if not is_flat:
            ax.view_init(elev=20, azim=-60, vertical_axis="y")  # y is up, as for our cylinders and terrains
            ax.set(xlabel="x", ylabel="y", zlabel="z")
    if not isinstance(ax, Axes) or hasattr(ax, "get_zlim") == is_flat:
        wanted = "the plane" if is_flat else "space: projection='3d'"
        raise InvalidType(f"ax: must be matplotlib's axes of {wanted}", "ax")
    ax.set_aspect("equal")
    return ax


def _next_color(ax: Any) -> Any:
    count = sum(artist.get_gid() == OF_A_SHAPE for artist in [*ax.patches, *ax.collections])
    return [A_COLOR, B_COLOR, "C2", "C4", "C5", "C6", "C8", "C9"][count % 8]


def _draw_both(a: Any, b: Any, ax: Any) -> Any:
    return draw(b, draw(a, ax, color=A_COLOR), color=B_COLOR)


def _draw_flat(ax: Any, stands: Sequence[Any], color: Any, alpha: float, label: str | None, style: str = "-") -> None:
    """2D shapes: filled ones, lines, points."""
    pieces = [outlines(stand.shape, stand.pose) for stand in stands]
    paths = [_path(solid) for some in pieces if (solid := [piece.rings for piece in some if piece.filled])]
    lines = [ring for some in pieces for piece in some if not piece.filled for ring in piece.rings]
    points = [ring[0] for ring in lines if len(ring) == 1]
    look = {"facecolor": _faint(color, alpha), "edgecolor": color, "linewidth": 1.2, "linestyle": style}
    if len(stands) == 1:
        look["edgecolor"] = "none" if stands[0].shape.kind == "bitmap" else color
        path = paths[0] if paths else Path(np.empty((0, 2)))
        ax.add_patch(PathPatch(path, label=label, gid=OF_A_SHAPE, **look))
    else:
        ax.add_collection(PathCollection(paths, **look))
    if lines:
        ax.add_collection(LineCollection([ring for ring in lines if len(ring) > 1], colors=color, linestyle=style))
    if points:
        ax.scatter(*np.array(points).T, color=color, s=14, zorder=3)
    ax.autoscale_view()
    for stand in stands:
        for half in _half_spaces(stand.shape, stand.pose):
            _draw_half_space(ax, *half, color, alpha)


def _path(solids: Sequence[Sequence[Any]]) -> Path:
    """All pieces of a shape: borders counter-clockwise, holes clockwise, so that what is filled is their union."""
    rings = [ring if (_area(ring) > 0.0) == (i == 0) else ring[::-1] for rings in solids for i, ring in enumerate(rings)]
    return Path.make_compound_path(*(Path(np.concatenate([ring, ring[:1]]), closed=True) for ring in rings))


def _area(ring: Any) -> float:
    x, y = ring.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def _faint(color: Any, alpha: float) -> Any:
    return to_rgba(color, alpha)


def _half_spaces(shape: Any, pose: Any) -> list[tuple[Any, Any]]:
    """A point on the border of each half-space in a shape, and its outward unit normal, in the world."""
    if shape.kind == "compound":
        parts = [half for part in shape.parts for half in _half_spaces(part.shape, part.pose)]
    elif shape.kind == "half_space":
        normal = np.asarray(shape.normal)
        parts = [(normal * shape.offset / (normal @ normal), normal / np.hypot(*normal[:2], *normal[2:]))]
    else:
        return []
    position = np.asarray(pose.point(np.zeros(len(pose.position))))
    return [(np.asarray(pose.point(foot)), np.asarray(pose.point(normal)) - position) for foot, normal in parts]


def _draw_half_space(ax: Any, foot: Any, normal: Any, color: Any, alpha: float) -> None:
    """A half-space as far as the view reaches; the view does not change."""
    limits = np.array([ax.get_xlim(), ax.get_ylim()])
    normal = normal / np.hypot(*normal)
    along, size = np.array([-normal[1], normal[0]]), 4.0 * float(np.ptp(limits, axis=1).max())
    foot = foot + along * (along @ (limits.mean(axis=1) - foot))
    corners = [foot - along * size, foot + along * size]
    ring = np.array([*corners, *(corner - normal * size for corner in corners[::-1])])
    half = PathCollection([_path([[ring]])], facecolor=_faint(color, alpha), edgecolor=color, linewidth=1.2)
    ax.add_collection(half, autolim=False)
    ax.set_xlim(limits[0])
    ax.set_ylim(limits[1])


def _draw_solid(ax: Any, stands: Sequence[Any], color: Any, alpha: float, label: str | None, style: str = "-") -> None:
    """Shapes of space, as one collection; a half-space is not drawn."""
    faces = [face for stand in stands for face in surface(stand.shape, stand.pose)]
    solid = [face for face in faces if len(face) > 2]
    is_fine = len(solid) > 100 * len(stands)
    body = Poly3DCollection(
        solid,
        facecolors=_faint(color, alpha),
        edgecolors=_faint(color, alpha / 2 if is_fine else 1.0),
        linewidths=0.3 if is_fine else 0.8,
        linestyles=style,
        label=label,
    )
    body.set_gid(OF_A_SHAPE)
    is_first = len(ax.collections) == 0
    ax.add_collection3d(body)
    for face in faces:
        if len(face) < 3:
            ax.plot(*face.T, color=color, marker="o" if len(face) == 1 else "", ms=4)
    if faces:
        ax.auto_scale_xyz(*np.concatenate(faces).T, had_data=not is_first)
    ax.set_aspect("equal")


def _ghost(ax: Any, b: Any, move: Any, is_flat: bool) -> None:
    """The border of B after the shortest way out."""
    pose = b.pose
    position = np.asarray(pose.position) + move
    moved = b.shape.at(position, pose.angle, pose.scale) if is_flat else b.shape.at(position, pose.rotation, pose.scale)
    (_draw_flat if is_flat else _draw_solid)(ax, [moved], B_COLOR, 0.0 if is_flat else 0.05, None, "--")


def _arrow(ax: Any, start: Any, along: Any, is_flat: bool) -> None:
    start = np.asarray(start)
    if is_flat:
        style = {"arrowstyle": "-|>", "color": WITNESS_COLOR, "shrinkA": 0, "shrinkB": 0, "lw": 1.5}
        ax.annotate("", xy=start + along, xytext=start, arrowprops=style, zorder=6)
    else:
        ax.quiver(*start, *along, color=WITNESS_COLOR, arrow_length_ratio=0.25, lw=1.5)


def _write(ax: Any, at: Any, text: str, is_flat: bool) -> None:
    style = {"color": WITNESS_COLOR, "fontsize": 10, "zorder": 7}
    if is_flat:
        paper = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
        ax.annotate(text, at, (8, 8), textcoords="offset points", bbox=paper, **style)
    else:
        ax.text(*at, "  " + text, **style)


def _view_size(ax: Any) -> float:
    return float(max(np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())))


def _in_order(points: Any, normal: Any) -> Any:
    """The corners of a contact face, in order around its center."""
    side = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
    offsets = points - points.mean(axis=0)
    return points[np.argsort(np.arctan2(offsets @ np.cross(normal, side), offsets @ side))]


def _draw_index(ax: Any, ends: tuple[Any, Any], levels: Any, is_flat: bool) -> None:
    """The borders of boxes, given by lower and upper corners; the root is level 0."""
    corners = np.stack(ends, axis=1)
    strength = 1.0 / (1.0 + np.asarray(levels, float))
    colors = [_faint(WITNESS_COLOR, 0.25 + 0.5 * s) for s in strength]
    if is_flat:
        ways = [(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]
        lines = [[(box[i][0], box[j][1]) for i, j in ways] for box in corners]
        ax.add_collection(LineCollection(lines, colors=colors, linewidths=0.7))
        ax.autoscale_view()
    else:
        rings = [[(0, 0, k), (1, 0, k), (1, 1, k), (0, 1, k), (0, 0, k)] for k in (0, 1)]
        posts = [[(i, j, 0), (i, j, 1)] for i in (0, 1) for j in (0, 1)]
        edges = [[[(box[i][0], box[j][1], box[k][2]) for i, j, k in way] for way in rings + posts] for box in corners]
        flat = [line for lines in edges for line in lines]
        ax.add_collection3d(Line3DCollection(flat, colors=[c for c in colors for _ in range(6)], linewidths=0.7))
