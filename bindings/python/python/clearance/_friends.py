"""Shapes of other libraries, told by what they can do: none of them is needed.

Each function answers one of our shapes or placed shapes, or raises ``TypeError``.
"""

from __future__ import annotations

from typing import Any

from ._errors import InvalidShape


def plane(given: Any) -> Any:
    """A shape of the plane: shapely's (or any with ``__geo_interface__``), ``pygame.Rect``, masks."""
    from . import d2

    if hasattr(given, "__geo_interface__"):
        return _geometry(given.__geo_interface__)
    if all(hasattr(given, name) for name in ("centerx", "centery", "width", "height")):
        half = (abs(given.width) / 2, abs(given.height) / 2)
        center = (given.left + given.width / 2, given.top + given.height / 2)
        return d2.Box(half).at(center)
    if hasattr(given, "get_at") and hasattr(given, "get_size"):
        return d2.Bitmap(given)
    raise _unknown(given, "a shape, or one of shapely or pygame")


def space(given: Any) -> Any:
    """A shape of space: whatever has ``vertices`` and ``faces``, as trimesh's meshes."""
    from . import d3

    if hasattr(given, "vertices") and hasattr(given, "faces"):
        return d3.Mesh(given.vertices, given.faces)
    if hasattr(given, "to_geometry"):  # a scene of trimesh: its meshes in one
        return space(given.to_geometry())
    raise _unknown(given, "a shape, or a mesh with vertices and faces")


def _unknown(given: Any, wanted: str) -> TypeError:
    return TypeError(f"must be {wanted}; got {type(given).__module__}.{type(given).__qualname__}")


def _geometry(geometry: Any) -> Any:
    """A geometry of GeoJSON; a third coordinate is left out, as shapely leaves it out."""
    from . import d2

    kind = geometry["type"]
    if kind == "Feature":
        return _geometry(geometry["geometry"])
    if kind in ("GeometryCollection", "FeatureCollection"):
        return _together([_geometry(part) for part in geometry.get("geometries", geometry.get("features", []))])
    flat = _without_height(geometry["coordinates"])
    if len(flat) == 0:
        raise InvalidShape(f"geometry: an empty {kind} is no shape", "geometry")
    if kind == "Point":
        return d2.Point().at(flat)
    if kind in ("LineString", "LinearRing"):
        return d2.Polyline(flat)
    if kind == "Polygon":
        return d2.Polygon(flat[0], flat[1:])
    if kind == "MultiPoint":
        return _together([d2.Point().at(point) for point in flat])
    if kind == "MultiLineString":
        return _together([d2.Polyline(line) for line in flat])
    if kind == "MultiPolygon":
        return _together([d2.Polygon(rings[0], rings[1:]) for rings in flat])
    raise TypeError(f"geometry: {kind} is not known")


def _together(parts: list[Any]) -> Any:
    from . import d2

    if not parts:
        raise InvalidShape("geometry: an empty collection is no shape", "geometry")
    return parts[0] if len(parts) == 1 else d2.Compound(parts)


def _without_height(coordinates: Any) -> Any:
    if len(coordinates) > 0 and not hasattr(coordinates[0], "__len__"):
        return tuple(coordinates[:2])
    return [_without_height(inner) for inner in coordinates]
