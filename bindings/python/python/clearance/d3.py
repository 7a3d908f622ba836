"""Shapes and questions of space; see the stubs for what each takes and answers."""

from __future__ import annotations

from ._native import d3 as _native

Box = _native.Box
Capsule = _native.Capsule
Compound = _native.Compound
Cone = _native.Cone
Convex = _native.Convex
Cylinder = _native.Cylinder
Ellipsoid = _native.Ellipsoid
HalfSpace = _native.HalfSpace
Mesh = _native.Mesh
Motion = _native.Motion
Placed = _native.Placed
Point = _native.Point
Pose = _native.Pose
Rounded = _native.Rounded
Scene = _native.Scene
Segment = _native.Segment
Shape = _native.Shape
Shapes = _native.Shapes
Sphere = _native.Sphere
Terrain = _native.Terrain
Triangle = _native.Triangle
clearance = _native.clearance
clearance_many = _native.clearance_many
closest_point = _native.closest_point
contacts = _native.contacts
distance = _native.distance
distance_many = _native.distance_many
intersects = _native.intersects
intersects_many = _native.intersects_many
manifold = _native.manifold
ray = _native.ray
ray_many = _native.ray_many
relation = _native.relation
relation_many = _native.relation_many
sweep = _native.sweep

__all__ = [
    "Box",
    "Capsule",
    "Compound",
    "Cone",
    "Convex",
    "Cylinder",
    "Ellipsoid",
    "HalfSpace",
    "Mesh",
    "Motion",
    "Placed",
    "Point",
    "Pose",
    "Rounded",
    "Scene",
    "Segment",
    "Shape",
    "Shapes",
    "Sphere",
    "Terrain",
    "Triangle",
    "clearance",
    "clearance_many",
    "closest_point",
    "contacts",
    "distance",
    "distance_many",
    "intersects",
    "intersects_many",
    "manifold",
    "ray",
    "ray_many",
    "relation",
    "relation_many",
    "sweep",
]

for _name in __all__:
    # Pickle and documentation look for classes and functions where users find them.
    getattr(_native, _name).__module__ = __name__
del _name
