"""Collision detection in 2D and 3D: which shapes touch or overlap, how deep, and in which direction.

``clearance.d2`` has the shapes and questions of 2D, ``clearance.d3`` those of 3D.

>>> from clearance import d2
>>> plank, wheel = d2.Box((2.0, 0.5)), d2.Circle(1.0)
>>> str(d2.relation(plank, wheel.at((0.0, 1.5))))
'touching'
>>> d2.clearance(plank, wheel.at((0.0, 2.0))).distance
0.5

Relations are exact at every scale and in every degenerate position. Points are tuples, lists or arrays; many
points are numpy arrays. An argument that cannot be used raises a :class:`ClearanceError`, which is a ``ValueError`` and
names the field; if it has a wrong type, the error is also a ``TypeError``.
"""

from . import d2, d3
from ._answers import (
    RELATIONS,
    Aabb,
    AllHits,
    Clearance,
    Clearances,
    ClosestPoint,
    ClosestPoints,
    CommonMesh,
    CommonPart,
    Contact,
    ConvexParts,
    DepthBounds,
    DepthKind,
    Manifold,
    Manifolds,
    MassProperties,
    PartContact,
    RayHit,
    RayHits,
    Relation,
    Shown,
    SweepHit,
    SweepHits,
    Verified,
)
from ._assembly import Assembly
from ._errors import (
    ClearanceError,
    InvalidArgument,
    InvalidPose,
    InvalidRobot,
    InvalidShape,
    InvalidType,
    NoRoom,
    NoSuchObject,
    TooManyPairs,
    UnsupportedFormat,
    UnsupportedPair,
    WrongAnswer,
)
from ._findings import Interferences
from ._interference import CommonVolume, ContactArea, FacePair, GoneClash, Interference, InterferenceClass, Severity
from ._mesh_answers import (
    FilledMesh,
    LoadedPart,
    MeshPiece,
    MeshReport,
    MeshWithoutDoubles,
    NearTriangles,
    NearTrianglesMany,
    TrianglePairs,
    WeldedMesh,
)
from ._native import Mask, Obstacles, Part, Robot, __version__
from ._robot import LinkPair, NearestLinks, PathContact, RobotPath
from ._scene_answers import (
    Bounce,
    CharacterHit,
    CharacterStep,
    Crush,
    Filter,
    Ground,
    Kept,
    Meeting,
    Neighbor,
    Neighbors,
    Overlaps,
    Parted,
    SceneHit,
    SceneManifolds,
    SceneSweepHit,
    Slope,
    Touch,
    TouchedPlane,
)

__all__ = [
    "Aabb",
    "AllHits",
    "Assembly",
    "Bounce",
    "CharacterHit",
    "CharacterStep",
    "Clearance",
    "ClearanceError",
    "Clearances",
    "ClosestPoint",
    "ClosestPoints",
    "CommonMesh",
    "CommonPart",
    "CommonVolume",
    "Contact",
    "ContactArea",
    "ConvexParts",
    "Crush",
    "DepthBounds",
    "DepthKind",
    "FacePair",
    "FilledMesh",
    "Filter",
    "GoneClash",
    "Ground",
    "Interference",
    "InterferenceClass",
    "Interferences",
    "InvalidArgument",
    "InvalidPose",
    "InvalidRobot",
    "InvalidShape",
    "InvalidType",
    "Kept",
    "LinkPair",
    "LoadedPart",
    "Manifold",
    "Manifolds",
    "Mask",
    "MassProperties",
    "Meeting",
    "MeshPiece",
    "MeshReport",
    "MeshWithoutDoubles",
    "NearTriangles",
    "NearTrianglesMany",
    "NearestLinks",
    "Neighbor",
    "Neighbors",
    "NoRoom",
    "NoSuchObject",
    "Obstacles",
    "Overlaps",
    "Part",
    "PartContact",
    "Parted",
    "PathContact",
    "RELATIONS",
    "RayHit",
    "RayHits",
    "Relation",
    "Robot",
    "RobotPath",
    "SceneHit",
    "SceneManifolds",
    "SceneSweepHit",
    "Severity",
    "Shown",
    "Slope",
    "SweepHit",
    "SweepHits",
    "TooManyPairs",
    "Touch",
    "TouchedPlane",
    "TrianglePairs",
    "UnsupportedFormat",
    "UnsupportedPair",
    "Verified",
    "WeldedMesh",
    "WrongAnswer",
    "d2",
    "d3",
    "__version__",
]

# Pickle and documentation look for it in the module that users import.
for _class in (Assembly, Interferences, Mask, Part):
    _class.__module__ = __name__
