"""Shapes of other libraries, recognised by their attributes; none of these libraries is required.

Each of these is accepted wherever a shape is. It is converted at every call, so keep a shape that you use often
as ``d2.Compound([theirs])`` or ``d3.Compound([theirs])``. A geometry of shapely cannot change, so the last 256 of them are
kept as they were converted.

========================================================  =====================================================
theirs                                                    ours
========================================================  =====================================================
shapely's geometries, prepared ones too; GeoJSON, as a    Point, Polyline, Polygon; several as a Compound, the
dict or behind ``__geo_interface__``                      union of all. A third coordinate is ignored
``pygame.Rect``, ``FRect``                                Box. Its borders belong to it, unlike in pygame
``pygame.mask.Mask``                                      Bitmap, in the coordinates of pygame: y downwards, pixel
                                                          (x, y) the square from (x, y) to (x + 1, y + 1)
a sprite: ``rect``, and perhaps ``mask``                  the mask where the rect is, else the rect
trimesh's meshes, or any object with ``vertices`` and     Mesh
``faces`` (or ``triangles``, as open3d's)
trimesh's primitives                                      Box, Sphere, Capsule, Cylinder: round, not faceted
a scene of trimesh                                        Compound of all its meshes
========================================================  =====================================================

Each function returns one of our shapes or placed shapes. It raises :class:`InvalidType` for an object that is not a
shape, and :class:`InvalidShape` with the field ``geometry``, or the field of our constructor, for an empty or invalid one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import ClearanceError, InvalidShape, InvalidType

BITS_OF_A_BYTE = 8


def plane(given: Any, name: str = "shape", index: int | None = None) -> Any:
    """A shape of the plane.

    >>> square = {"type": "Polygon", "coordinates": [[(0, 0), (2, 0), (2, 2), (0, 2), (0, 0)]]}
    >>> plane(square).kind
    'polygon'
    """
    if type(given).__module__.startswith("shapely.geometry."):
        return _of_shapely(given)
    if hasattr(given, "__geo_interface__"):
        return _of_geometry(given)
    if isinstance(given, Mapping) and "type" in given:
        return _together(_geometries(given))
    if hasattr(getattr(given, "context", None), "__geo_interface__"):  # shapely's prepared geometries
        return plane(given.context, name, index)
    if _is_rect(given):
        return _rect(given)
    if is_mask(given):
        return _mask(given, (0.0, 0.0))
    if _is_rect(getattr(given, "rect", None)):
        return _sprite(given)
    raise _unknown(given, "a shape, or one of shapely, GeoJSON or pygame", name, index)


def space(given: Any, name: str = "shape", index: int | None = None) -> Any:
    """A shape of space.

    >>> from types import SimpleNamespace
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> space(SimpleNamespace(vertices=corners, faces=faces)).kind
    'mesh'
    """
    from . import d3

    exact = _primitive(given) if hasattr(given, "primitive") else None
    if exact is not None:
        return exact
    for faces in ("faces", "triangles"):
        if hasattr(given, "vertices") and hasattr(given, faces):
            return d3.Mesh(given.vertices, getattr(given, faces))
    if hasattr(given, "geometry") and hasattr(given, "graph"):
        return d3.Compound([shape for _, shape in parts_of_scene(given)])
    raise _unknown(given, "a shape, or one of trimesh, or a mesh with vertices and faces", name, index)


def pixels(mask: Any) -> npt.NDArray[np.bool_]:
    """The pixels of a ``pygame.mask.Mask``, shape (height, width), row 0 on top.

    pygame gives access to its memory: each word has the next 32 or 64 pixels of a row, the first in the lowest bit; the
    first words of all rows come before the second words. A mask without such access is read pixel by pixel, except for those of
    ``clearance.pygame``.
    """
    if hasattr(mask, "to_array"):
        return np.asarray(mask.to_array(), bool)
    width, height = mask.get_size()
    if not (width and height):  # pygame shows memory then that is not the mask's
        return np.zeros((height, width), bool)
    try:
        words = np.asarray(memoryview(mask))
    except TypeError:
        rows = [[bool(mask.get_at((x, y))) for x in range(width)] for y in range(height)]
        return np.array(rows, bool).reshape(height, width)
    little = words.T.astype(words.dtype.newbyteorder("<"), order="C")
    bits = np.unpackbits(little.view(np.uint8), axis=1, bitorder="little")
    return bits[:, :width].astype(bool)


def _unknown(given: Any, wanted: str, name: str, index: int | None = None) -> InvalidType:
    message = f"{name}: must be {wanted}; got {type(given).__module__}.{type(given).__qualname__}"
    return InvalidType(message, name, index)


def _empty(kind: str) -> InvalidShape:
    return InvalidShape(f"geometry: an empty {kind} is not a shape", "geometry")


# shapely and GeoJSON


def _of_geometry(geometry: Any) -> Any:
    return _together(_geometries(geometry.__geo_interface__))


def _of_class(geometry: Any) -> Any:
    """The same, in half the time for most polygons: their coordinates come as an array."""
    import shapely  # type: ignore[import-untyped]

    if geometry.geom_type != "Polygon" or geometry.is_empty:
        return _of_geometry(geometry)
    from . import d2

    if shapely.get_num_interior_rings(geometry) == 0:
        return d2.Polygon(shapely.get_coordinates(geometry))
    outer, *holes = map(shapely.get_coordinates, shapely.get_rings(geometry))
    return d2.Polygon(outer, holes)


_of_shapely = lru_cache(maxsize=256)(_of_class)
"""The same; a geometry that is equal, coordinate by coordinate, is found again by its hash. An error is not kept."""


def _together(parts: Iterable[Any]) -> Any:
    from . import d2

    every = list(parts)
    if not every:
        raise _empty("geometry")
    return every[0] if len(every) == 1 else d2.Compound(every)


def _geometries(geometry: Any) -> Iterator[Any]:
    """The shapes of a GeoJSON object, one for each part; none if it is empty."""
    if geometry is None:  # a feature without a geometry
        return
    try:
        kind = geometry["type"]
        if kind == "Feature":
            yield from _geometries(geometry["geometry"])
        elif kind in COLLECTIONS:
            for part in geometry[COLLECTIONS[kind]]:
                yield from _geometries(part)
        elif kind.startswith("Multi"):
            for coordinates in geometry["coordinates"]:
                yield from _single(kind.removeprefix("Multi"), coordinates)
        else:
            yield from _single(kind, geometry["coordinates"])
    except ClearanceError:
        raise
    except (AttributeError, KeyError, TypeError) as error:
        raise InvalidShape(f"geometry: not GeoJSON: {error!r}", "geometry") from error


COLLECTIONS = {"GeometryCollection": "geometries", "FeatureCollection": "features"}
"""The keys under which collections have their members."""


def _single(kind: str, coordinates: Any) -> Iterator[Any]:
    from . import d2

    if len(coordinates) == 0:
        return
    if kind == "Point":
        yield d2.Point().at(tuple(coordinates[:2]))
    elif kind in ("LineString", "LinearRing"):
        line = _flat(coordinates)
        is_ring = len(line) > 2 and line[0] == line[-1]
        yield d2.Polyline(line[:-1] if is_ring else line, closed=is_ring)
    elif kind == "Polygon":
        rings = [_flat(ring) for ring in coordinates if len(ring) > 0]
        if rings:
            yield d2.Polygon(rings[0], rings[1:])
    else:
        raise InvalidShape(f"geometry: {kind} is not known", "geometry")


def _flat(coordinates: Any) -> list[tuple[Any, ...]]:
    """The first two coordinates of each point."""
    return [tuple(point)[:2] for point in coordinates]


# pygame


def _is_rect(given: Any) -> bool:
    return all(hasattr(given, name) for name in ("centerx", "left", "top", "width", "height"))


def is_mask(given: Any) -> bool:
    """Whether it has what a mask of pygame has, or one of ``clearance.pygame``."""
    return all(hasattr(given, name) for name in ("get_at", "get_size", "overlap"))


def _rect(rect: Any) -> Any:
    """Also for a negative size: such a rect lies to the left of its ``left``, or above its ``top``."""
    from . import d2

    half = (abs(rect.width) / 2, abs(rect.height) / 2)
    return d2.Box(half).at((rect.left + rect.width / 2, rect.top + rect.height / 2))


def _mask(mask: Any, top_left: tuple[float, float]) -> Any:
    from . import d2

    return d2.Bitmap(pixels(mask)[::-1]).at(top_left)


def _sprite(sprite: Any) -> Any:
    mask = getattr(sprite, "mask", None)
    return _mask(mask, (sprite.rect.left, sprite.rect.top)) if is_mask(mask) else _rect(sprite.rect)


# trimesh

Y_TO_Z = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
"""Rotates our cylinders, whose axis is y, into theirs, whose axis is z."""


def _primitive(given: Any) -> Any:
    """The round shape that a primitive of trimesh represents; ``None`` if only its facets are known, or its transform is a reflection."""
    from . import d3

    its, kind = given.primitive, type(given).__name__
    try:
        if kind == "Box":
            return d3.Box(np.asarray(its.extents) / 2).at(d3.Pose.from_matrix(its.transform))
        if kind == "Sphere":
            return d3.Sphere(float(its.radius)).at(its.transform[:3, 3])
        if kind == "Capsule":
            end = (0.0, 0.0, its.height / 2)
            capsule = d3.Capsule(tuple(-x for x in end), end, float(its.radius))
            return capsule.at(d3.Pose.from_matrix(its.transform))
        if kind == "Cylinder":
            pose = d3.Pose.from_matrix(np.asarray(its.transform) @ Y_TO_Z)
            return d3.Cylinder(its.height / 2, float(its.radius)).at(pose)
    except ClearanceError:
        return None
    return None


def parts_of_scene(scene: Any) -> list[tuple[str, Any]]:
    """The name and the shape at its pose of each node of a scene that has a mesh; nodes of one mesh share its shape."""
    shared: dict[str, Any] = {}
    parts = [(str(node), _instance(scene, node, shared)) for node in scene.graph.nodes_geometry]
    if not parts:
        raise _empty("scene")
    return parts


def _instance(scene: Any, node: str, shared: dict[str, Any]) -> Any:
    """A mesh of a scene at its pose; if its transform is not a pose, its vertices are transformed."""
    from . import d3

    matrix, name = scene.graph[node]
    mesh = scene.geometry[name]
    if not (hasattr(mesh, "vertices") and hasattr(mesh, "faces")):
        raise _unknown(mesh, "a scene of meshes only", "geometry")
    stand = shared[name] if name in shared else shared.setdefault(name, space(mesh))
    if isinstance(stand, d3.Shape):
        try:
            return stand.at(d3.Pose.from_matrix(matrix))
        except ClearanceError:
            pass
    elif np.array_equal(matrix, np.eye(4)):
        return stand
    return space(mesh.copy().apply_transform(matrix))
