# Written by tools/stubs.py from tools/both.pyi.in and the docstrings of the built package.
from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from ._answers import (
    Aabb, AllHits, Clearance, Clearances, ClosestPoint, ClosestPoints, CommonPart, DepthBounds, Manifold, Manifolds, MassProperties,
    PartContact, RayHit, RayHits, Relation, Shown, SweepHit, SweepHits, Verified,
)
from ._answers import CommonMesh, ConvexParts
from ._mesh_answers import (
    FilledMesh, LoadedPart, MeshPiece, MeshReport, MeshWithoutDoubles, NearTriangles, NearTrianglesMany, TrianglePairs, WeldedMesh,
)
from ._scene_answers import (
    Bounce, CharacterStep, Filter, Kept, Meeting, Neighbor, Neighbors, Overlaps, Parted, SceneHit, SceneManifolds, SceneSweepHit, Touch,
)
from ._typing import MeshLike, MeshSceneLike, RotationLike, TrianglesLike, VectorLike

__all__ = [
    "Body",
    "Box",
    "Capsule",
    "Character",
    "Compound",
    "Cone",
    "Convex",
    "Cylinder",
    "Ellipsoid",
    "HalfSpace",
    "Mass",
    "Mesh",
    "Motion",
    "Movers",
    "Placed",
    "PlacedShapes",
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
    "all_hits",
    "all_hits_many",
    "any_hit",
    "any_hit_many",
    "barycentric",
    "barycentric_many",
    "bounce",
    "clearance",
    "clearance_many",
    "closest_point",
    "closest_point_many",
    "common",
    "common_mesh",
    "contacts",
    "contains",
    "contains_many",
    "convex_parts",
    "count_hits",
    "count_hits_many",
    "depth_bounds",
    "distance",
    "distance_many",
    "fill_holes",
    "intersects",
    "intersects_many",
    "keep_inside",
    "load_parts",
    "manifold",
    "manifold_many",
    "mass_properties",
    "mesh_report",
    "part",
    "part_all",
    "ray",
    "ray_many",
    "refit",
    "relation",
    "relation_many",
    "split",
    "sweep",
    "sweep_many",
    "triangle_pairs",
    "triangles_within",
    "triangles_within_many",
    "verify",
    "verify_manifold",
    "verify_relation",
    "weld",
    "winding_number",
    "winding_number_many",
    "without_doubles",
]

_Vector: TypeAlias = tuple[float, float, float]
_Rows: TypeAlias = npt.ArrayLike
_Floats: TypeAlias = npt.NDArray[np.float64]
_Handles: TypeAlias = npt.NDArray[np.uint64]
_Pairs: TypeAlias = npt.NDArray[np.uint64]
_Kind: TypeAlias = Literal["swept", "slide", "free"]
_Release: TypeAlias = bool | Literal["overlap"]
_Where: TypeAlias = Shape | Placed | MeshLike | TrianglesLike | MeshSceneLike
_Poses: TypeAlias = npt.ArrayLike | Pose
_Motions: TypeAlias = npt.ArrayLike | Motion

@disjoint_base
class Shape:
    """A shape in its own frame. It is checked once, when it is made, and never changes.

    >>> from clearance import d2
    >>> shape = d2.Box((2.0, 0.5))
    >>> shape.kind, shape.is_convex
    ('box', True)
    """
    @property
    def kind(self) -> str:
        """The name of the kind: ``"circle"``, ``"box"``, ``"convex"``."""
    @property
    def is_convex(self) -> bool:
        """Whether it is one convex set."""
    def at(self, position: VectorLike | Pose, rotation: VectorLike | RotationLike | None = None, scale: float = 1.0) -> Placed:
        """The shape at a position, rotated by a quaternion ``(x, y, z, w)`` of any length, and scaled; or the
        shape at a ``Pose``.

        ``rotation`` may be a rotation of scipy. Raises ``InvalidPose`` if a number is not finite or is too
        large, if the quaternion is zero, or if the scale is not positive.

        >>> from clearance import d3
        >>> d3.Sphere(1.0).at((1.0, 0.0, 2.0), scale=2.0)
        Sphere(1.0).at((1.0, 0.0, 2.0), scale=2.0)
        """
    def aabb(self, pose: Pose | None = None) -> Aabb:
        """The axis-aligned bounding box of the shape at a pose, or at the origin. It is never too small, and
        hardly larger than needed.

        >>> from clearance import d2
        >>> low, high = d2.Circle(1.0).aabb(d2.Pose((5.0, 0.0)))
        >>> round(low[0], 9), round(high[0], 9)
        (4.0, 6.0)
        """
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    @staticmethod
    def _from_data(text: str) -> Shape: ...

@final
class Box(Shape):
    """A box around the origin, from ``-half_extents`` to ``half_extents``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Box((3, 2, 1))
    Box((3.0, 2.0, 1.0))
    """
    def __new__(cls, half_extents: VectorLike) -> Box: ...
    @property
    def half_extents(self) -> _Vector:
        """From the middle to the sides."""

@final
class Capsule(Shape):
    """All points no further than ``radius`` from the segment from ``a`` to ``b``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Capsule((0, 0, 0), (0, 2, 0), 0.5)
    Capsule((0.0, 0.0, 0.0), (0.0, 2.0, 0.0), 0.5)
    """
    def __new__(cls, a: VectorLike, b: VectorLike, radius: float) -> Capsule: ...
    @property
    def a(self) -> _Vector:
        """One end."""
    @property
    def b(self) -> _Vector:
        """The other end."""
    @property
    def radius(self) -> float:
        """The radius."""

@final
class Compound(Shape):
    """The union of several shapes, each with or without a pose.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Compound([d3.Sphere(1), d3.Box((1, 1, 1)).at((2, 0, 0))])
    <Compound, 2 parts>
    """
    def __new__(cls, parts: Sequence[_Where]) -> Compound: ...
    @property
    def parts(self) -> list[Placed]:
        """The parts."""

@final
class Cone(Shape):
    """A solid cone around the y axis, its apex up.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Cone(2, 0.5)
    Cone(2.0, 0.5)
    """
    def __new__(cls, half_height: float, radius: float) -> Cone: ...
    @property
    def half_height(self) -> float:
        """From the center to either end."""
    @property
    def radius(self) -> float:
        """The radius."""

@final
class Convex(Shape):
    """The convex hull of points in any order, shape (n, 3).

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Convex([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)])
    <Convex, 4 vertices, 4 faces>
    """
    def __new__(cls, vertices: _Rows) -> Convex: ...
    @property
    def vertices(self) -> _Floats:
        """The vertices, shape (n, dimension)."""
    @property
    def faces(self) -> list[list[int]]:
        """The faces, each as the indices of its vertices, counter-clockwise seen from outside. A flat hull has
        two, a line none.
        """

@final
class Cylinder(Shape):
    """A solid cylinder around the y axis, from ``-half_height`` to ``half_height``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Cylinder(2, 0.5)
    Cylinder(2.0, 0.5)
    """
    def __new__(cls, half_height: float, radius: float) -> Cylinder: ...
    @property
    def half_height(self) -> float:
        """From the center to either end."""
    @property
    def radius(self) -> float:
        """The radius."""

@final
class Ellipsoid(Shape):
    """A filled ellipsoid around the origin, with ``radii`` along x, y and z.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Ellipsoid((2, 1, 1))
    Ellipsoid((2.0, 1.0, 1.0))
    """
    def __new__(cls, radii: VectorLike) -> Ellipsoid: ...
    @property
    def radii(self) -> _Vector:
        """Along each axis."""

@final
class HalfSpace(Shape):
    """All points with ``normal · x <= offset``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.HalfSpace((0, 1, 0), 2)
    HalfSpace((0.0, 1.0, 0.0), 2.0)
    """
    def __new__(cls, normal: VectorLike, offset: float = 0.0) -> HalfSpace: ...
    @property
    def normal(self) -> _Vector:
        """As it was given."""
    @property
    def offset(self) -> float:
        """As it was given."""

@final
class Mesh(Shape):
    """Triangles as rows of indices, shape (m, 3), into ``vertices``, shape (n, 3): a solid if they form a
    closed surface, else a surface.

    With ``build="fast"`` it is made in two thirds of the time that ``"good"`` takes, for meshes that are
    asked few questions: answers are the same, and take longer. Raises ``InvalidShape`` with the field and
    index that is wrong.

    >>> from clearance import d3
    >>> d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    <Mesh, surface of 1 triangles>
    """
    def __new__(cls, vertices: _Rows, triangles: npt.ArrayLike, build: Literal["good", "fast"] = "good") -> Mesh: ...
    @property
    def vertices(self) -> _Floats:
        """The vertices, shape (n, dimension)."""
    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """Rows of indices into the vertices, shape (m, 3)."""
    @property
    def is_solid(self) -> bool:
        """Whether it is a closed surface, so that it has an inside."""
    @property
    def was_inside_out(self) -> bool:
        """Whether its triangles were given facing inwards, and have been turned."""
    def scaled(self, factors: VectorLike) -> Mesh:
        """The same triangles with each axis multiplied by its factor: a ``Mesh`` that is stretched or mirrored.

        Its corners are the products, rounded. It is made in a fraction of the time of a new mesh, and shares
        what does not depend on where the corners are, so that instances of one mesh may be stretched each in
        its own way. Raises ``InvalidShape`` with the field ``factors`` and the index of one that is 0, not
        finite, or too large for this mesh.

        >>> from clearance import d3
        >>> faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
        >>> corner = d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], faces)
        >>> long = corner.scaled((6, 1, -1))
        >>> d3.mass_properties(long).volume, long.is_solid
        (1.0, True)
        """
    @staticmethod
    def load(path: str | PathLike[str], deflection: float | None = None) -> Mesh:
        """Reads all parts of a file as one mesh: STL, OBJ, PLY, glTF, GLB, 3MF, and with the extras ``step`` and
        ``ifc`` also STEP and IFC. ``deflection`` is how far a mesh of the latter may be from its curved
        faces, see ``load_parts``.
        """

@final
class Point(Shape):
    """A point at the origin; ``at`` moves it.

    >>> from clearance import d3
    >>> d3.Point().at((3.0, 4.0, 0.0))
    Point().at((3.0, 4.0, 0.0))
    """
    def __new__(cls) -> Point: ...

@final
class Rounded(Shape):
    """A convex shape, grown by ``radius`` in all directions.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Rounded(d3.Box((2, 1, 1)), 0.5)
    Rounded(Box((2.0, 1.0, 1.0)), 0.5)
    """
    def __new__(cls, shape: Shape, radius: float) -> Rounded: ...
    @property
    def shape(self) -> Shape:
        """The shape inside."""
    @property
    def radius(self) -> float:
        """The radius."""

@final
class Segment(Shape):
    """The straight line from ``a`` to ``b``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Segment((0, 0, 0), (1, 2, 3))
    Segment((0.0, 0.0, 0.0), (1.0, 2.0, 3.0))
    """
    def __new__(cls, a: VectorLike, b: VectorLike) -> Segment: ...
    @property
    def a(self) -> _Vector:
        """One end."""
    @property
    def b(self) -> _Vector:
        """The other end."""

@final
class Sphere(Shape):
    """A filled sphere around the origin. The radius must be positive.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Sphere(2)
    Sphere(2.0)
    """
    def __new__(cls, radius: float) -> Sphere: ...
    @property
    def radius(self) -> float:
        """The radius."""

@final
class Terrain(Shape):
    """A height field: ``heights[i, j]`` is y at ``x = j * spacing[0]``, ``z = i * spacing[1]``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Terrain([[0, 1], [0, 2]], (1.0, 1.0))
    <Terrain, 2 x 2 heights>
    """
    def __new__(cls, heights: npt.ArrayLike, spacing: Sequence[float]) -> Terrain: ...
    @property
    def size(self) -> tuple[int, int]:
        """How many heights along x and z."""
    @property
    def spacing(self) -> tuple[float, float]:
        """The distance between heights along x and z."""

@final
class Triangle(Shape):
    """A flat triangle with these vertices, shape (3, 3).

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d3
    >>> d3.Triangle([(0, 0, 0), (1, 0, 0), (0, 1, 0)])
    Triangle([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])
    """
    def __new__(cls, vertices: _Rows) -> Triangle: ...
    @property
    def vertices(self) -> _Floats:
        """The vertices, shape (n, dimension)."""

@final
class Pose:
    """The pose of a shape: it is scaled, then rotated by a quaternion ``(x, y, z, w)`` of any length, then moved
    by ``position``.

    Raises ``InvalidPose`` if a number is not finite or is too large, if the quaternion is zero, or if the
    scale is not positive.

    >>> from clearance import d3
    >>> d3.Pose((1.0, 2.0, 3.0)).point((1.0, 0.0, 0.0))
    (2.0, 2.0, 3.0)
    """
    def __new__(cls, position: VectorLike | None = None, rotation: VectorLike | RotationLike | None = None, scale: float = 1.0) -> Pose: ...
    @staticmethod
    def from_matrix(matrix: npt.ArrayLike) -> Pose:
        """From a matrix of shape (4, 4), as trimesh and fcl use: a rotation times one scale, and a position.
        ``matrix`` is the way back.

        Raises ``InvalidArgument`` if the matrix has shear or reflection.

        >>> from clearance import d3
        >>> d3.Pose.from_matrix([[0, -1, 0, 5], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]).position
        (5.0, 0.0, 0.0)
        """
    @property
    def position(self) -> _Vector:
        """Where the shape's own origin is, ``(x, y, z)``."""
    @property
    def rotation(self) -> tuple[float, float, float, float]:
        """The quaternion ``(x, y, z, w)``, as it was given."""
    @property
    def scale(self) -> float:
        """The scale of the shape; 1 by default."""
    def point(self, point: VectorLike) -> _Vector:
        """A point given in the shape's own frame, in world coordinates."""
    def points(self, points: _Rows) -> _Floats:
        """Many points given in the shape's own frame, in world coordinates: both of shape (n, dimension)."""
    def matrix(self) -> _Floats:
        """The matrix that maps a point of the shape's own frame, with a 1 below it, to the world: a rotation
        times the scale, and the position. ``from_matrix`` is the way back.

        >>> from clearance import d2
        >>> d2.Pose((5.0, 6.0), scale=2.0).matrix()
        array([[2., 0., 5.],
               [0., 2., 6.],
               [0., 0., 1.]])
        """
    def inverse(self) -> Pose:
        """The pose that undoes this one: ``pose.inverse() @ pose`` is no motion, up to rounding.

        Raises ``InvalidPose`` where its numbers would be too large.
        """
    def __matmul__(self, other: Pose, /) -> Pose: ...
    def __rmatmul__(self, other: Pose, /) -> Pose: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...

@final
class Placed:
    """A shape and its pose: what ``shape.at(…)`` returns and all questions take.

    >>> from clearance import d2
    >>> placed = d2.Circle(1.0).at((3.0, 0.0), angle=0.5)
    >>> placed
    Circle(1.0).at((3.0, 0.0), angle=0.5)
    >>> placed.pose.position
    (3.0, 0.0)
    """
    def __new__(cls, shape: Shape, pose: Pose | None = None) -> Placed: ...
    @property
    def shape(self) -> Shape:
        """The shape."""
    @property
    def pose(self) -> Pose:
        """Its pose."""
    def aabb(self) -> Aabb:
        """Its axis-aligned bounding box."""
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Shape, Pose]: ...

@final
class Motion:
    """How a shape moves from time 0 to time 1: straight by ``linear``, while it turns by ``angular`` about its
    position.

    ``angular`` is in radians. In space it is a rotation vector: along the axis, and as long as the angle.

    >>> from clearance import d2
    >>> d2.Motion((3.0, 0.0), angular=1.5)
    Motion((3.0, 0.0), angular=1.5)
    """
    def __new__(cls, linear: VectorLike | None = None, angular: VectorLike | None = None) -> Motion: ...
    @property
    def linear(self) -> _Vector:
        """The displacement."""
    @property
    def angular(self) -> _Vector:
        """The rotation."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Shapes:
    """A list of shapes in native memory, for batches: from any iterable of shapes, all at the origin.

    >>> from clearance import d2
    >>> shapes = d2.Shapes([d2.Circle(1.0), d2.Box((1.0, 2.0))])
    >>> len(shapes), shapes[1]
    (2, Box((1.0, 2.0)))
    """
    def __new__(cls, shapes: Iterable[_Where]) -> Shapes: ...
    @staticmethod
    def convex(vertices: npt.ArrayLike) -> Shapes:
        """One convex hull for each of n lists of k points: ``vertices`` has shape (n, k, dimension).

        Raises ``InvalidShape`` with the index of the first invalid one.

        >>> from clearance import d2
        >>> import numpy as np
        >>> len(d2.Shapes.convex(np.random.default_rng(1).random((1000, 8, 2))))
        1000
        """
    @staticmethod
    def boxes(half_extents: _Rows) -> Shapes:
        """One box for each row of half extents, shape (n, dimension).

        >>> from clearance import d2
        >>> d2.Shapes.boxes([(1.0, 2.0), (3.0, 4.0)])[1]
        Box((3.0, 4.0))
        """
    @staticmethod
    def balls(radii: npt.ArrayLike) -> Shapes:
        """One round shape for each radius, shape (n,): circles in the plane, spheres in space.

        >>> from clearance import d2
        >>> d2.Shapes.balls([1.0, 2.0])[1]
        Circle(2.0)
        """
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Shape: ...
    def __iter__(self) -> Iterator[Shape]: ...
    def __reduce__(self) -> tuple[Any, tuple[list[Shape]]]: ...

@final
class PlacedShapes:
    """Shapes at poses, of which pairs are asked by index: those that a broad phase, a neighbour search or a
    simulation has found. Each answer is that of the single question, to the last bit.

    ``shapes`` is one shape for all poses, ``Shapes``, or a list of shapes, each of which may be placed.
    ``poses`` is an array with a row for each, a ``Pose`` for all, or ``None``, as in ``intersects_many``.
    Shape i is at pose i, unless ``shape`` says for each pose which of the shapes it has: an array of indices,
    shape (n,). All questions use as many ``threads``; ``None`` means one for each core. Other threads can use
    the interpreter meanwhile.

    Indices are arrays or lists of integers of any size, from 0 to n - 1. A negative one is an error; it does
    not count from the end. What the tests need of a shape is computed once, here and in ``set_poses``, and
    not once more for each pair: against ``intersects_many`` with ``poses[i], poses[j]``, no rows are copied,
    and boxes, balls and triangles are asked eight pairs at a time.

    >>> from clearance import d2
    >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.5, 0.0), (4.0, 0.0)])
    >>> pairs = [(0, 1), (1, 2), (0, 2)]
    >>> placed.intersects(pairs)
    array([ True, False, False])
    >>> placed.set_poses([(3.0, 0.0)], [2])
    >>> placed.intersects(pairs)
    array([ True,  True, False])
    """
    def __new__(
        cls,
        shapes: Shapes | _Where | Sequence[_Where],
        poses: _Poses | None = None,
        *,
        shape: npt.ArrayLike | None = None,
        threads: int | None = 1,
    ) -> PlacedShapes: ...
    def set_poses(self, poses: _Poses, indices: npt.ArrayLike | None = None) -> None:
        """Moves all shapes, or those of ``indices``: ``poses`` has a row for each, or is one ``Pose`` for all of
        them.

        Raises ``InvalidPose`` or ``InvalidArgument`` with the index of the first wrong entry; then nothing
        has moved. Of an index that is there twice, the last pose counts.

        >>> from clearance import d2
        >>> placed = d2.PlacedShapes([d2.Circle(1.0), d2.Box((1.0, 1.0))])
        >>> placed.set_poses([(0.0, 0.0), (5.0, 0.0)])
        >>> placed.distance([(0, 1)])
        array([3.])
        """
    def intersects(self, pairs: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether the shapes of each pair meet, touching included: an array of bool, shape (m,).

        ``pairs`` has shape (m, 2): integers, the indices of two shapes.

        >>> from clearance import d3
        >>> import numpy as np
        >>> placed = d3.PlacedShapes(d3.Box((1.0, 1.0, 1.0)), np.eye(3) * 2.5)
        >>> placed.intersects(np.array([[0, 1], [1, 1]]))
        array([False,  True])
        """
    def relation(self, pairs: npt.ArrayLike) -> npt.NDArray[np.uint8]:
        """The relation of each pair: an array of uint8, shape (m,). ``RELATIONS[code]`` is the relation of a
        code.

        >>> from clearance import RELATIONS, d2
        >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)])
        >>> [str(RELATIONS[code]) for code in placed.relation([(0, 1), (0, 2)])]
        ['overlapping', 'touching']
        """
    def distance(self, pairs: npt.ArrayLike) -> _Floats:
        """The distance of each pair, 0 if it meets: an array of float64, shape (m,).

        >>> from clearance import d2
        >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0), (5.0, 0.0)])
        >>> placed.distance([(0, 1), (0, 2)])
        array([0., 3.])
        """
    def clearance(self, pairs: npt.ArrayLike) -> Clearances:
        """The clearance of each pair: ``Clearances``, as ``clearance_many`` returns them. Raises what
        ``clearance`` raises, with the index of the pair.

        >>> from clearance import d2
        >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (1.5, 0.0), (0.0, 3.0)])
        >>> placed.clearance([(0, 1), (0, 2)]).distance
        array([-0.5,  1. ])
        """
    def manifold(self, pairs: npt.ArrayLike, margin: float = 0.0) -> Manifolds:
        """The manifold of each pair, with contacts up to ``margin`` apart: ``Manifolds``, as ``manifold_many``
        returns them. Raises what ``manifold`` raises, with the index of the pair.

        >>> from clearance import d2
        >>> placed = d2.PlacedShapes(d2.Box((1.0, 1.0)), [(0.0, 0.0), (0.5, 2.0), (9.0, 0.0)])
        >>> found = placed.manifold([(0, 1), (0, 2)])
        >>> found.start, found.clearance
        (array([0, 2, 2]), array([0., 0.]))
        """
    def ray(
        self, indices: npt.ArrayLike, origins: _Rows, directions: _Rows, max_time: float | None = None
    ) -> RayHits:
        """Where each of m rays first meets the shape of its index: ``RayHits``, as ``ray_many`` returns them.

        ``indices`` has shape (m,), ``origins`` and ``directions`` have shape (m, dimension). ``max_time`` and
        what is raised are as in ``ray``, with the index of the ray.

        >>> from clearance import d2
        >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (4.0, 0.0)])
        >>> placed.ray([0, 1], [(-3.0, 0.0), (-3.0, 0.0)], [(1.0, 0.0), (1.0, 0.0)]).time
        array([2., 6.])
        """
    def sweep(self, pairs: npt.ArrayLike, motions: _Motions, *, release: _Release = False) -> SweepHits:
        """When the shapes of each pair first meet while they move, from time 0 to 1: ``SweepHits``, as
        ``sweep_many`` returns them. The time is infinite for a pair that does not meet.

        ``motions`` has a row for each shape, not for each pair, or is a ``Motion`` for all. ``release`` is as
        in ``sweep``. Raises what ``sweep`` raises, with the index of the pair.

        >>> from clearance import d2
        >>> placed = d2.PlacedShapes(d2.Circle(1.0), [(0.0, 0.0), (6.0, 0.0), (0.0, 6.0)])
        >>> placed.sweep([(0, 1), (0, 2)], [(8.0, 0.0), (0.0, 0.0), (0.0, 0.0)]).time
        array([0.5, inf])
        """
    def __len__(self) -> int: ...

@final
class Scene:
    """Many objects that move from step to step: which of them meet, what a ray hits, what is near.

    ``index`` is how pairs are found: ``"auto"``, ``"tree"``, ``"grid"``, ``"sweep-and-prune"``, …. ``detail``
    is what is computed for each pair: ``"nothing"``, ``"boxes"``, ``"relation"`` or ``"manifold"``; the last
    lists pairs up to ``margin`` apart. ``max_pairs`` limits how many pairs are listed. ``threads=None`` uses
    every core. Objects are named by handles, which are whole numbers.

    Queries see every change at once. What was added or moved since the last ``update`` is not in the index
    yet, and each query tests its boxes one by one: after many changes, update first.

    With ``joined_seams`` and ``detail="manifold"``, objects that lie side by side form one ground: a body
    that slides over the seam between them is not stopped there, and a contact that other contacts make
    unnecessary has no points. Without ``joined_seams`` each pair is looked at by itself, which costs less.

    Threads may share a scene: several can query it at the same time, one that changes it has it alone, and
    the others wait.

    >>> from clearance import d2
    >>> scene = d2.Scene()
    >>> hero = scene.add(d2.Circle(0.5))
    >>> coin = scene.add(d2.Circle(0.25).at((3.0, 0.0)), sensor=True)
    >>> scene.set_pose(hero, d2.Pose((2.5, 0.0)))
    >>> scene.update()
    >>> scene.sensor_began().tolist() == [[hero, coin]]
    True
    """
    def __new__(
        cls,
        *,
        index: str = "auto",
        detail: str = "relation",
        margin: float = 0.0,
        max_pairs: int | None = None,
        joined_seams: bool = True,
        threads: int | None = 1,
    ) -> Scene: ...
    def add(
        self, shape: _Where, *, layer: int = 1, mask: int = 0xFFFFFFFF, group: int = 0, sensor: bool = False
    ) -> int:
        """Adds an object and returns its handle.

        Two objects are tested if the ``mask`` of each contains a ``layer`` of the other. Objects of one
        ``group`` are always tested if the group is positive, never if it is negative; 0 is no group. A
        ``sensor`` reports that it meets something, and never pushes.
        """
    def add_many(
        self,
        shapes: Shapes | _Where,
        poses: _Rows,
        *,
        layer: int = 1,
        mask: int = 0xFFFFFFFF,
        group: int = 0,
        sensor: bool = False,
    ) -> _Handles:
        """Adds an object for each row of ``poses``; ``shapes`` is one shape for all, or ``Shapes``.

        Returns their handles, shape (n,). If a pose is invalid, raises an error and adds nothing.

        >>> from clearance import d2
        >>> import numpy as np
        >>> scene = d2.Scene()
        >>> handles = scene.add_many(d2.Circle(1.0), np.arange(10.0).reshape(5, 2))
        >>> scene.update()
        >>> len(scene), scene.pairs().shape
        (5, (0, 2))
        """
    def remove(self, handle: int) -> None:
        """Removes an object; its pairs end at the next update. Raises ``NoSuchObject``."""
    def remove_many(self, handles: npt.ArrayLike) -> None:
        """Removes many objects; their pairs end at the next update.

        Raises ``NoSuchObject`` with the index of the first handle that is unknown or named twice; then
        nothing is removed.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> handles = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)])
        >>> scene.remove_many(handles[:2])
        >>> scene.handles().tolist() == [handles[2]]
        True
        """
    def filter(self, handle: int) -> Filter:
        """What an object is tested against: a ``Filter``. Raises ``NoSuchObject``."""
    def set_filter(
        self, handle: int, *, layer: int | None = None, mask: int | None = None, group: int | None = None
    ) -> None:
        """Changes what an object is tested against, as in ``add``; what is ``None`` stays as it is. The pairs
        change with the next update. Raises ``NoSuchObject``.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> hero, ghost = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0)])
        >>> scene.set_filter(ghost, layer=2, mask=2)
        >>> scene.update()
        >>> scene.filter(ghost), len(scene.pairs())
        (Filter(layer=2, mask=2, group=0), 0)
        """
    def is_sensor(self, handle: int) -> bool:
        """Whether an object is a sensor. Raises ``NoSuchObject``."""
    def set_sensor(self, handle: int, sensor: bool) -> None:
        """Makes an object a sensor, or an object that is none. Raises ``NoSuchObject``."""
    def pose(self, handle: int) -> Pose:
        """The pose of an object. Raises ``NoSuchObject``."""
    def shape(self, handle: int) -> Shape:
        """The shape of an object. Raises ``NoSuchObject``."""
    def set_pose(self, handle: int, pose: Pose) -> None:
        """Sets the pose of an object. Raises ``NoSuchObject``."""
    def set_shape(self, handle: int, shape: Shape) -> None:
        """Replaces the shape of an object. Raises ``NoSuchObject``."""
    def set_poses(self, handles: npt.ArrayLike, poses: _Rows) -> None:
        """Sets the poses of many objects: ``handles`` of shape (n,), ``poses`` with a row for each.

        Raises ``NoSuchObject`` or ``InvalidPose`` with the index of the first wrong entry; then nothing has
        moved.
        """
    def poses(self, handles: npt.ArrayLike | None = None) -> _Floats:
        """The poses of these objects, or of all objects in the order of ``handles()``: a row for each."""
    def handles(self) -> _Handles:
        """The handles of all objects, shape (n,)."""
    def update(self) -> None:
        """Finds the pairs that meet now. Raises ``TooManyPairs``.

        If a signal handler raises an exception, as Ctrl-C does, the update ends between two pairs. Then the
        lists of pairs are empty and all objects have the poses they were given; the next update finds all
        pairs, which count as begun. A signal that comes at the very end leaves the lists complete. Two stages
        are not interrupted: finding the boxes that meet, and, with joined seams, the pass over all contacts
        of one object.
        """
    def pairs(self) -> _Pairs:
        """The pairs that meet, shape (m, 2), without sensors. The smaller handle comes first."""
    def began(self) -> _Pairs:
        """The pairs that have begun to meet with the last update, shape (m, 2)."""
    def ongoing(self) -> _Pairs:
        """The pairs that met before the last update and still do, shape (m, 2)."""
    def ended(self) -> _Pairs:
        """The pairs that met before the last update and no longer do, shape (m, 2)."""
    def sensor_pairs(self) -> _Pairs:
        """The pairs that include a sensor, shape (m, 2)."""
    def sensor_began(self) -> _Pairs:
        """The pairs with a sensor that have begun to meet with the last update, shape (m, 2)."""
    def sensor_ended(self) -> _Pairs:
        """The pairs with a sensor that no longer meet since the last update, shape (m, 2)."""
    def contacts(self) -> list[Touch]:
        """What the last update found about each pair: a list of ``Touch``."""
    def draw_index(self) -> tuple[_Floats, _Floats, npt.NDArray[np.uint32]]:
        """The boxes or cells of the index, to draw them: lower corners, upper corners, and the depth of each."""
    @property
    def index(self) -> str:
        """The name of the index in use."""
    def ray(
        self, origin: VectorLike, direction: VectorLike, max_time: float | None = None, *, layers: int = 0xFFFFFFFF
    ) -> SceneHit | None:
        """The first object that a ray hits, among those on ``layers``: a ``SceneHit``, or ``None``.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> wall = scene.add(d2.Box((1.0, 1.0)).at((5.0, 0.0)))
        >>> found = scene.ray((0.0, 0.0), (1.0, 0.0))
        >>> found.handle == wall, found.hit.time
        (True, 4.0)
        """
    def ray_many(
        self,
        origins: _Rows,
        directions: _Rows,
        max_time: float | None = None,
        *,
        layers: int = 0xFFFFFFFF,
        threads: int | None = 1,
    ) -> RayHits:
        """The first object that each of n rays hits: ``RayHits`` with the handles of the objects."""
    def sweep(
        self, shape: _Where, motion: Motion, *, release: _Release = False, layers: int = 0xFFFFFFFF
    ) -> SceneSweepHit | None:
        """The first object that a moving shape meets; the objects do not move. Returns a ``SceneSweepHit``, or
        ``None``. If it meets several at the same time, the one with the smallest handle is returned.
        ``release`` is as in ``sweep``. Raises what ``sweep`` raises.

        A shape moved exactly to the time of a hit may overlap the object it has met, because of rounding.
        ``sweep_step`` keeps a gap.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> paper = scene.add(d2.Segment((5.0, -1.0), (5.0, 1.0)))
        >>> first = scene.sweep(d2.Circle(0.5), d2.Motion((9000.0, 0.0)))
        >>> first.handle == paper, first.hit.time == 4.5 / 9000.0, first.hit.is_resolved
        (True, True, True)
        """
    def sweep_step(
        self, handles: npt.ArrayLike, motions: _Motions, kinds: _Kind | Sequence[_Kind] = "swept"
    ) -> list[Meeting]:
        """Moves objects by one step in which nothing tunnels; objects that are not named do not move. Returns a
        list of ``Meeting`` in the order of time, each pair once. The lists of pairs change with the next
        ``update``.

        ``handles`` has shape (n,). ``motions`` is a ``Motion`` for all, or has a row for each: how far the
        object moves in the step, and optionally how far it turns about its position, in radians: shape (n, 2)
        or (n, 3) in the plane, (n, 3) or (n, 6) in space. ``kinds`` is a word for all, or one for each:

        - ``"swept"`` stops before the first object that it meets.
        - ``"slide"`` slides along what it meets, with the rest of its straight motion.
        - ``"free"`` moves all the way, through everything.

        After the step, an object that is swept or slides overlaps nothing, by the exact relation, that it did
        not overlap before, except objects that are free; nor has it passed through anything. A touch at the
        start does not stop a motion that separates or slides; an overlap at the start stops a motion that
        would make it deeper. Sensors stop nothing.

        Raises ``NoSuchObject`` for an unknown handle, and ``InvalidArgument`` for a handle that is named
        twice or a motion that is not finite, each with the index; ``InvalidPose`` or ``InvalidArgument`` if
        an object leaves the supported range, and ``UnsupportedPair`` as ``sweep`` does. Then nothing has
        moved. Nothing has moved either if a signal handler raises an exception before the end, as Ctrl-C
        does.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> bullet = scene.add(d2.Circle(0.5))
        >>> pane = scene.add(d2.Box((0.125, 2.0)).at((7.125, 0.0)))
        >>> for _ in range(100):  # however long it presses
        ...     met = scene.sweep_step([bullet], [(900.0, 0.0)])
        >>> (met[0].a, met[0].b) == (bullet, pane), 6.5 - 1e-8 < scene.pose(bullet).position[0] < 6.5
        (True, True)
        >>> met = scene.sweep_step([bullet], [(900.0, 1.0)], "slide")
        >>> x, y = scene.pose(bullet).position
        >>> x < 6.5, round(y, 6)  # up along the pane
        (True, 1.0)
        """
    def overlapping(self, shape: _Where, *, layers: int = 0xFFFFFFFF) -> _Handles:
        """The handles of the objects that a shape meets, touching included."""
    def at_point(self, point: VectorLike, *, layers: int = 0xFFFFFFFF) -> _Handles:
        """The handles of the objects that contain a point, borders included."""
    def nearest(
        self, shape: _Where, count: int = 1, within: float | None = None, *, layers: int = 0xFFFFFFFF
    ) -> list[Neighbor]:
        """The ``count`` nearest objects that are at most ``within`` away: a list of ``Neighbor``, the nearest
        first.
        """
    def overlapping_many(
        self, shapes: Shapes | _Where, poses: _Poses | None = None, *, layers: int = 0xFFFFFFFF, threads: int | None = 1
    ) -> Overlaps:
        """The objects that each of n shapes meets, touching included: ``Overlaps``. Those of row i are
        ``handle[start[i]:start[i + 1]]``.

        ``shapes`` is ``Shapes`` or one shape, ``poses`` an array with a row for each, a ``Pose``, or
        ``None``, as in ``clearance_many``. Other threads can query the scene meanwhile; ``threads=None`` uses
        every core.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> left, right = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (1.5, 0.0)])
        >>> found = scene.overlapping_many(d2.Point(), [(-0.5, 0.0), (0.75, 0.0), (9.0, 0.0)])
        >>> found.start.tolist(), found.handle.tolist() == [left, left, right]
        ([0, 1, 3, 3], True)
        """
    def at_point_many(self, points: _Rows, *, layers: int = 0xFFFFFFFF, threads: int | None = 1) -> Overlaps:
        """The objects that contain each of n points, borders included: ``Overlaps``.

        ``points`` has shape (n, dimension).
        """
    def nearest_many(
        self,
        shapes: Shapes | _Where,
        poses: _Poses | None = None,
        *,
        count: int = 1,
        within: float | None = None,
        layers: int = 0xFFFFFFFF,
        threads: int | None = 1,
    ) -> Neighbors:
        """The ``count`` nearest objects to each of n shapes that are at most ``within`` away: ``Neighbors``, in
        each row the nearest first.

        The shapes and their poses are as in ``overlapping_many``.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> left, right = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (6.0, 0.0)])
        >>> found = scene.nearest_many(d2.Point(), [(-2.0, 0.0), (4.0, 0.0)])
        >>> found.distance, found.handle.tolist() == [left, right]
        (array([1., 1.]), True)
        """
    def sweep_many(
        self,
        shapes: Shapes | _Where,
        motions: _Motions,
        poses: _Poses | None = None,
        *,
        release: _Release = False,
        layers: int = 0xFFFFFFFF,
        threads: int | None = 1,
    ) -> SweepHits:
        """The first object that each of n moving shapes meets: ``SweepHits`` with the handles of the objects.

        The shapes and their poses are as in ``overlapping_many``; ``motions`` is a ``Motion`` for all, or an
        array with a row for each, as in ``sweep_many``. ``release`` is as in ``sweep``.
        """
    def manifolds(self) -> SceneManifolds:
        """The manifolds of the last update as arrays: ``SceneManifolds``, in the order of ``pairs()``.

        Raises ``InvalidArgument`` for a scene that was not made with ``detail="manifold"``.

        >>> from clearance import d2
        >>> scene = d2.Scene(detail="manifold")
        >>> handles = scene.add_many(d2.Box((1.0, 1.0)), [(0.0, 0.0), (0.5, 2.0)])
        >>> scene.update()
        >>> found = scene.manifolds()
        >>> found.pair.tolist() == [handles.tolist()], found.manifolds.normal
        (True, array([[0., 1.]]))
        """
    def _repr_svg_(self) -> str | None: ...
    def _repr_html_(self) -> str | None: ...
    def __len__(self) -> int: ...
    def __contains__(self, handle: object, /) -> bool: ...

@final
class Character:
    """A capsule that walks through a scene, without a physics engine: on slopes, over steps, and carried by
    platforms.

    ``radius`` is the radius of its round ends. ``height`` is the distance from its lowest to its highest
    point, at least twice the radius. ``position`` is its lowest point, the feet. ``max_slope`` is the
    steepest ground that it stands on, in radians; 45 degrees by default. ``step_height`` is the highest step
    that it climbs without a jump. ``snap`` is how far the ground may drop under it in a step so that it still
    follows the ground. Both are the radius by default. ``skin`` is the gap that it keeps to everything, by
    default a 32nd of the radius. ``up`` has any length except zero. Lengths have the unit of the scene.
    ``gravity`` is in lengths per unit of time squared; the default 9.81 is right for metres and seconds.

    Raises ``InvalidArgument`` with the field that is invalid. Threads may share a character: its steps are
    made one after the other.

    >>> from clearance import d3
    >>> scene = d3.Scene()
    >>> ground = scene.add(d3.HalfSpace((0.0, 1.0, 0.0)))
    >>> walker = d3.Character(0.25, 1.75, (0.0, 0.5, 0.0))
    >>> for _ in range(60):
    ...     step = walker.step(scene, (2.0, 0.0, 0.0), 1 / 60)
    >>> step.ground.handle == ground, round(walker.position[0], 6)
    (True, 2.0)
    """
    def __new__(
        cls,
        radius: float,
        height: float,
        position: VectorLike | None = None,
        *,
        gravity: float = 9.81,
        max_slope: float | None = None,
        step_height: float | None = None,
        snap: float | None = None,
        skin: float | None = None,
        up: VectorLike | None = None,
    ) -> Character: ...
    @property
    def position(self) -> _Vector:
        """Its lowest point, the feet. A character whose position is set is in the air until its next step finds
        the ground.
        """
    @position.setter
    def position(self, position: VectorLike) -> None:
        """Its lowest point, the feet. A character whose position is set is in the air until its next step finds
        the ground.
        """
    @property
    def fall(self) -> _Vector:
        """The velocity with which it falls, rises or slides without the caller's input, in lengths per unit of
        time; zero while it stands.
        """
    @fall.setter
    def fall(self, fall: VectorLike) -> None:
        """The velocity with which it falls, rises or slides without the caller's input, in lengths per unit of
        time; zero while it stands.
        """
    @property
    def radius(self) -> float:
        """The radius of its round ends."""
    @property
    def height(self) -> float:
        """The distance from its lowest to its highest point."""
    @property
    def shape(self) -> Shape:
        """The capsule; its origin is its lowest point."""
    def step(
        self,
        scene: Scene,
        velocity: VectorLike,
        time: float,
        *,
        jump: float | None = None,
        layers: int = 0xFFFFFFFF,
        movers: Movers | None = None,
    ) -> CharacterStep:
        """One step of ``time`` through a scene, which is not changed: a ``CharacterStep``.

        Only the horizontal part of ``velocity`` counts; it is in lengths per unit of time. ``jump`` is the
        speed with which it leaves the ground, and is ignored while it does not stand. Only objects on
        ``layers`` count; the character itself must not be among them. If the object that it stands on has
        moved since the last step, it is carried along. Objects in ``movers`` push it out of their way. It
        never moves into anything; if it has no space to give way, ``crushed`` says so.

        Raises ``InvalidArgument`` if the velocity is not finite, or if ``time`` or ``jump`` is negative or
        not finite; then it does not move.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> floor = scene.add(d2.HalfSpace((0.0, 1.0)))
        >>> wall = scene.add(d2.Box((1.0, 5.0)).at((4.0, 0.0)))
        >>> walker = d2.Character(0.5, 2.0)
        >>> step = walker.step(scene, (60.0, 0.0), 0.125)
        >>> step.contacts[0].handle == wall, step.contacts[0].slope, step.standing
        (True, <Slope.STEEP: 'steep'>, True)
        """
    def take_over(self, other: Character, scene: Scene, *, layers: int = 0xFFFFFFFF) -> None:
        """Takes the place of another character, to crouch, stand up or grow. Its feet are put where the other
        has them; on a slope they are as much higher as this one is wider. It keeps the falling velocity of
        the other.

        Neither may be among the objects on ``layers``. Raises ``NoRoom`` if it would overlap something:
        ``error.by`` is that object and ``error.depth`` how deep the overlap would be. Then it stays as it is.

        >>> import clearance
        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> floor = scene.add(d2.HalfSpace((0.0, 1.0)))
        >>> table = scene.add(d2.Box((2.0, 0.25)).at((0.0, 1.5)))
        >>> low, tall = d2.Character(0.25, 1.0, (0.0, 0.0625)), d2.Character(0.25, 1.75)
        >>> try:
        ...     tall.take_over(low, scene)
        ... except clearance.NoRoom as error:
        ...     print(error.by == table, error.depth)
        True 0.5625
        """

@final
class Movers:
    """Objects that have moved since characters made their last step, each with its previous pose.

    A scene knows only the present poses. An object pushes characters out of its whole path only in a step
    that is given these movers. An object moved without them pushes out what it overlaps at the end, and jumps
    over what is in between. The object that a character stands on carries it either way.

    >>> from clearance import d3
    >>> scene, movers = d3.Scene(), d3.Movers()
    >>> ground = scene.add(d3.HalfSpace((0.0, 1.0, 0.0)))
    >>> wall = scene.add(d3.Box((0.1, 2.0, 2.0)).at((-1.0, 0.0, 0.0)))
    >>> walker = d3.Character(0.3, 1.8)
    >>> for x in range(5):
    ...     movers.clear()  # a new step begins
    ...     movers.set_pose(scene, wall, d3.Pose((float(x), 0.0, 0.0)))  # 60 lengths a second
    ...     step = walker.step(scene, (0.0, 0.0, 0.0), 1 / 60, movers=movers)
    >>> 4.4 < walker.position[0] < 4.5  # before the wall, not behind it
    True
    """
    def __new__(cls) -> Movers: ...
    def set_pose(self, scene: Scene, handle: int, pose: Pose) -> None:
        """Moves an object of a scene: along a straight line from where it was when ``clear`` was last called,
        turning at a constant rate, by half a turn at most. Raises ``NoSuchObject``; then nothing has moved.
        """
    def clear(self) -> None:
        """Forgets all movers. Call it before objects are moved for the next step."""
    def __len__(self) -> int: ...

@final
class Mass:
    """The mass and the moments of inertia of a body. The moments are about the axes of the body through its
    centre of mass: one number in the plane, three in space.

    Raises ``InvalidArgument`` if a number is not positive and finite.

    >>> from clearance import d2
    >>> d2.Mass.ball(2.0, radius=1.0).inverse, d2.Mass.fixed().inverse
    (0.5, 0.0)
    """
    def __new__(cls, mass: float, moments: VectorLike) -> Mass: ...
    @staticmethod
    def ball(mass: float, radius: float) -> Mass:
        """A solid ball; in the plane a disc."""
    @staticmethod
    def box(mass: float, half_extents: VectorLike) -> Mass:
        """A solid box."""
    @staticmethod
    def without_turning(mass: float) -> Mass:
        """A mass that moves but never turns."""
    @staticmethod
    def fixed() -> Mass:
        """A body that nothing moves: a wall, the ground, a platform."""
    @property
    def inverse(self) -> float:
        """One over the mass; 0 for a fixed body."""
    @property
    def inverse_moments(self) -> _Vector:
        """One over the moments of inertia; 0 where nothing turns it."""
    @staticmethod
    def _from_inverses(inverse: float, moments: VectorLike) -> Mass: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Body:
    """A body and its motion. The position of its pose is its centre of mass; ``angular`` is in radians per unit
    of time: a number in the plane, a vector along the axis in space.

    >>> from clearance import d2
    >>> body = d2.Body(d2.Pose((0.0, 0.0)), d2.Mass.ball(1.0, 1.0), (3.0, 0.0), 2.0)
    >>> body.velocity_at((0.0, 1.0)), body.energy
    ((1.0, 0.0), 5.5)
    """
    def __new__(cls, pose: Pose, mass: Mass, velocity: VectorLike | None = None, angular: VectorLike | None = None) -> Body: ...
    @property
    def pose(self) -> Pose:
        """Where its centre of mass is, and how it is turned."""
    @property
    def mass(self) -> Mass:
        """Its mass."""
    @property
    def velocity(self) -> _Vector:
        """The velocity of its centre of mass."""
    @property
    def angular(self) -> _Vector:
        """Its angular velocity."""
    @property
    def energy(self) -> float:
        """The kinetic energy; 0 for a fixed body."""
    def velocity_at(self, arm: VectorLike) -> _Vector:
        """The velocity of its point at ``arm`` from its centre."""
    def pushed(self, arm: VectorLike, impulse: VectorLike) -> Body:
        """The body after an impulse at ``arm`` from its centre."""
    @staticmethod
    def _from_numbers(pose: Pose, mass: Mass, velocity: VectorLike, angular: VectorLike) -> Body: ...
    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def relation(a: _Where, b: _Where) -> Relation:
    """The relation of two closed sets: exact, at every scale and in every degenerate position.

    ``a`` and ``b`` are shapes at the origin, placed shapes, or shapes of other libraries. Returns a
    ``Relation``.

    >>> from clearance import d2
    >>> d2.relation(d2.Circle(1.0), d2.Circle(1.0).at((2.0, 0.0)))
    <Relation.TOUCHING: 'touching'>
    """
def intersects(a: _Where, b: _Where) -> bool:
    """Whether two shapes have a point in common, touching included. This is the fastest question.

    >>> from clearance import d2
    >>> d2.intersects(d2.Circle(1.0), d2.Box((1.0, 1.0)).at((3.0, 0.0)))
    False
    """
def distance(a: _Where, b: _Where) -> float:
    """The distance between two shapes; 0 if they meet.

    >>> from clearance import d2
    >>> d2.distance(d2.Circle(1.0), d2.Box((1.0, 1.0)).at((3.0, 0.0)))
    1.0
    """
def clearance(a: _Where, b: _Where) -> Clearance:
    """The signed distance of two shapes, with two witness points and the normal: a ``Clearance``.

    The distance is positive if they are apart, exactly 0 if they touch, and minus the depth if they overlap.
    It is accurate to 1e-12 of the size of the input. Raises ``UnsupportedPair`` for half-spaces that overlap
    and do not face each other, alone or in compounds: the part they have in common has no depth.

    >>> from clearance import d2
    >>> answer = d2.clearance(d2.Circle(1.0), d2.Circle(1.0).at((1.5, 0.0)))
    >>> answer.distance, answer.normal, answer.depth
    (-0.5, (1.0, 0.0), 0.5)
    """
def manifold(a: _Where, b: _Where, margin: float = 0.0) -> Manifold:
    """Contact points with clearance up to ``margin``: at most 2 in the plane, 4 in space. Returns a
    ``Manifold``.

    Raises ``InvalidArgument`` if the margin is negative or not finite, and ``UnsupportedPair`` as
    ``clearance`` does.

    >>> from clearance import d2
    >>> box = d2.Box((1.0, 1.0))
    >>> touching = d2.manifold(box, box.at((0.5, 2.0)))
    >>> touching.normal, sorted(contact.point_a for contact in touching.contacts)
    ((0.0, 1.0), [(-0.5, 1.0), (1.0, 1.0)])
    """
def contacts(a: _Where, b: _Where, within: float = 0.0) -> list[PartContact]:
    """The contacts of all pairs of convex parts that are at most ``within`` apart, each with its own normal.

    Useful for a shape that rests on many faces, where ``manifold`` has one normal for all. Returns a list of
    ``PartContact``. Raises ``InvalidArgument`` if ``within`` is negative or not finite, and
    ``UnsupportedPair`` as ``clearance`` does.

    >>> from clearance import d2
    >>> corner = d2.Polyline([(0.0, 4.0), (0.0, 0.0), (4.0, 0.0)])
    >>> [contact.clearance.normal for contact in d2.contacts(corner, d2.Circle(1.0).at((1.0, 1.0)))]
    [(1.0, 0.0), (0.0, 1.0)]
    """
def ray(origin: VectorLike, direction: VectorLike, shape: _Where, max_time: float | None = None) -> RayHit | None:
    """Where a ray first meets a shape, and which part and facet: a ``RayHit``, or ``None``.

    ``direction`` may have any length except zero. Times are in units of it; a hit at ``max_time`` still
    counts, and ``None`` means no limit. If the ray starts inside the shape, the time is 0 and there is no
    normal. Raises ``InvalidArgument`` if a number is not finite or the direction is zero.

    >>> from clearance import d2
    >>> hit = d2.ray((-3.0, 0.0), (2.0, 0.0), d2.Circle(1.0))
    >>> hit.time, hit.point, hit.normal
    (1.0, (-1.0, 0.0), (-1.0, 0.0))
    """
def any_hit(origin: VectorLike, direction: VectorLike, shape: _Where, max_time: float | None = None) -> bool:
    """Whether a ray meets a shape at all, for shadows and lines of sight: faster than ``ray`` if it does.

    The arguments and errors are those of ``ray``.

    >>> from clearance import d2
    >>> d2.any_hit((-3.0, 0.0), (1.0, 0.0), d2.Circle(1.0), max_time=1.5)
    False
    """
def all_hits(origin: VectorLike, direction: VectorLike, shape: _Where, max_time: float | None = None) -> list[RayHit]:
    """Every facet that a ray meets, in the order of time: a list of ``RayHit``. The arguments and errors are
    those of ``ray``.

    Facets are the triangles of a mesh or terrain and the segments of a polyline or of the border of a
    polygon. A ray through an edge meets each of its facets; one that starts inside a solid mesh has no hit at
    its start. Any other shape, alone or in a compound, is hit once, as by ``ray``.

    >>> from clearance import d2
    >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
    >>> [(hit.time, hit.facet) for hit in d2.all_hits((-1.0, 1.0), (1.0, 0.0), fence)]
    [(1.0, 3), (5.0, 1)]
    """
def count_hits(origin: VectorLike, direction: VectorLike, shape: _Where, max_time: float | None = None) -> int:
    """How many hits ``all_hits`` lists, without a list of them.

    >>> from clearance import d2
    >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
    >>> d2.count_hits((-1.0, 1.0), (1.0, 0.0), fence)
    2
    """
def closest_point(point: VectorLike, shape: _Where) -> ClosestPoint:
    """The closest point on the border of a shape to a given point, and which part and facet it is on: a
    ``ClosestPoint``. The distance is negative if the given point is inside.

    Raises ``InvalidArgument`` if the point is not finite or is too large.

    >>> from clearance import d2
    >>> d2.closest_point((0.25, 0.0), d2.Box((1.0, 1.0))).distance
    -0.75
    """
def contains(point: VectorLike, shape: _Where) -> bool:
    """Whether a point is in a shape, exactly. The border counts.

    Raises ``InvalidArgument`` if the point is not finite or is too large.

    >>> from clearance import d2
    >>> d2.contains((1.0, 0.0), d2.Circle(1.0))
    True
    """
def sweep(
    a: _Where, b: _Where, motion_a: Motion | None = None, motion_b: Motion | None = None, release: _Release = False
) -> SweepHit | None:
    """When two moving shapes first meet, from time 0 to 1: a ``SweepHit``, or ``None``. No meeting is missed.

    Grazing counts. With ``release``, a touch at the start is ignored while the motion separates the shapes or
    slides them along each other. With ``release="overlap"``, an overlap at the start is ignored as well,
    while the motion makes it no deeper. Raises ``InvalidArgument`` if a motion is not finite, and
    ``UnsupportedPair`` for half-spaces that turn and for two half-spaces as ``clearance`` does.

    >>> from clearance import d2
    >>> bullet, wall = d2.Circle(0.125), d2.Box((0.125, 5.0)).at((8.0, 0.0))
    >>> hit = d2.sweep(bullet, wall, d2.Motion((31.0, 0.0)))
    >>> hit.time, hit.normal[0]
    (0.25, 1.0)
    """
def depth_bounds(a: _Where, b: _Where) -> DepthBounds | None:
    """How far one of two shapes must be moved until they no longer overlap: ``DepthBounds``, a motion that parts
    them and a length that no shorter motion does it with. ``None`` where they do not overlap.

    For two convex shapes both are the depth, to 1e-12 of the size of the input. For others they may be apart.
    Between large meshes deep within each other it takes seconds. Other threads can use the interpreter
    meanwhile. Raises ``UnsupportedPair`` where no motion was found, as for half-spaces that do not face each
    other.

    >>> from clearance import d3
    >>> box = d3.Box((1.0, 1.0, 1.0))
    >>> d3.depth_bounds(box, box.at((1.5, 0.0, 0.0))).direction
    (1.0, 0.0, 0.0)
    """
def common(a: _Where, b: _Where) -> CommonPart:
    """The volume that two solids have in common, the area of its border, and its center: a ``CommonPart``.

    Solids are closed meshes, convex polyhedra and boxes. The volume is in the cube of the unit of the input.
    All is exactly 0 if they are apart or only touch. Borders in one place that face the same way count once.
    Errors are about 1e-14 of the size of the input. Other threads can use the interpreter meanwhile.

    Raises ``UnsupportedPair`` with the field ``a`` or ``b`` if that has no inside, has no end or is of
    another kind, and ``InvalidShape`` for one that crosses itself where the other border meets it.

    >>> from clearance import d3
    >>> box = d3.Box((1.0, 1.0, 1.0))
    >>> d3.common(box, box.at((1.0, 0.0, 0.0)))
    CommonPart(volume=4.0, border=16.0, center=(0.5, 0.0, 0.0))
    >>> d3.common(box, box.at((2.0, 0.0, 0.0)))  # touching
    CommonPart(volume=0.0, border=0.0, center=None)
    """
def common_mesh(a: _Where, b: _Where) -> CommonMesh:
    """The part that two solids have in common as a mesh: a ``CommonMesh``. It is closed, and faces outwards.

    ``a`` and ``b`` are closed meshes, convex polyhedra or boxes, as for ``common``. Which edges cross which
    faces is decided exactly, so that the mesh closes in every position; vertices are within some units in the
    last place of the largest coordinate. Empty where the solids are apart or only touch. Other threads can
    use the interpreter meanwhile. Raises ``UnsupportedPair`` as ``common`` does.

    >>> from clearance import d3
    >>> box = d3.Box((1.0, 1.0, 1.0))
    >>> found = d3.common_mesh(box, box.at((1.0, 0.0, 0.0)))
    >>> d3.mass_properties(d3.Mesh(found.vertices, found.triangles)).volume
    4.0
    """
def mass_properties(shape: _Where) -> MassProperties:
    """Volume, center and inertia of a solid of density 1: ``MassProperties``.

    Solids are closed meshes, convex polyhedra, boxes, spheres, ellipsoids, cylinders, cones and capsules. The
    unit of the volume is that of the input cubed, that of the inertia is its fifth power.
    A compound is the sum of its parts: where parts overlap, both count. Raises ``UnsupportedPair`` for a
    shape that has no inside, has no end or is rounded.

    >>> from clearance import d3
    >>> cube = d3.mass_properties(d3.Box((3.0, 3.0, 3.0)).at((5.0, 0.0, 0.0)))
    >>> cube.volume, cube.center, cube.inertia.diagonal().round(9)
    (216.0, (5.0, 0.0, 0.0), array([1296., 1296., 1296.]))
    """
def triangle_pairs(a: _Where, b: _Where, segments: bool = False) -> TrianglePairs:
    """Every pair of a triangle of ``a`` and one of ``b`` that meet, touching included: ``TrianglePairs``. Exact.

    ``a`` and ``b`` are meshes, open or closed, or terrains; triangles have the numbers of their rows. With
    ``segments=True`` also the segment that each pair has in common, within some units in the last place of
    the largest coordinate; that a segment is only a point is exact. Other threads can use the interpreter
    meanwhile. Raises ``UnsupportedPair`` with the field ``a`` or ``b`` for any other shape.

    >>> from clearance import d3
    >>> flat = d3.Mesh([(0, 0, 0), (4, 0, 0), (0, 4, 0)], [(0, 1, 2)])
    >>> upright = d3.Mesh([(1, 1, -1), (1, 1, 1), (1, 0, 0)], [(0, 1, 2)])
    >>> found = d3.triangle_pairs(flat, upright, segments=True)
    >>> found.pairs, found.coplanar
    (array([[0, 0]]), array([False]))
    >>> sorted(found.segments[0].tolist())
    [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]
    """
def convex_parts(mesh: Mesh | MeshLike | TrianglesLike, concavity: float = 0.025, max_parts: int = 64) -> ConvexParts:
    """Convex hulls that together cover a solid mesh and reach out of it only so far: ``ConvexParts``.

    ``mesh`` is a ``Mesh`` without a pose, or one of another library. No hull reaches out farther than
    ``concavity`` times the longest side of the box around the mesh, unless that takes more than ``max_parts``
    hulls; ``error`` says how far they do, and is proven. 10 000 triangles take some 4 s. Other threads can
    use the interpreter meanwhile, and signals such as Ctrl+C stop the work.

    Raises ``InvalidShape`` with the field ``mesh`` for a mesh that is open, not consistently oriented or
    crosses itself, ``InvalidArgument`` for options out of range, and ``UnsupportedPair`` for another shape.

    >>> from clearance import d3
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> beside = [(x + 9, y, z) for x, y, z in corners]
    >>> two = d3.Mesh(corners + beside, faces + [(a + 4, b + 4, c + 4) for a, b, c in faces])
    >>> parts = d3.convex_parts(two)
    >>> parts.hulls, parts.error < 1e-12
    ([<Convex, 4 vertices, 4 faces>, <Convex, 4 vertices, 4 faces>], True)
    >>> d3.intersects(parts.compound, d3.Sphere(0.5).at((5, 0, 0)))
    False
    """
def refit(mesh: Mesh | MeshLike | TrianglesLike, vertices: _Rows) -> Mesh:
    """The same triangles with their vertices elsewhere, shape (n, 3), as of a body that deforms: a ``Mesh``.

    Takes a fraction of the time of a new mesh, since the tree over the triangles keeps its structure.
    Vertices that were in one place must stay in one place. Raises ``InvalidShape`` with the field
    ``vertices``, and ``UnsupportedPair`` for another shape.

    >>> from clearance import d3
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> moved = d3.refit(d3.Mesh(corners, faces), [(2 * x, y, z) for x, y, z in corners])
    >>> moved.is_solid, moved.aabb().max[0] >= 2
    (True, True)
    """
def mesh_report(mesh: Mesh | MeshLike | TrianglesLike) -> MeshReport:
    """Looks a mesh over: whether it is closed and consistently oriented, where it crosses itself, which
    triangles are flat or there twice, in how many pieces it is, how large it is: a ``MeshReport``.

    ``mesh`` is a ``Mesh`` without a pose, or one of another library. Vertices with equal coordinates count as
    one. Which triangles are flat and which cross is decided exactly. Other threads can use the interpreter
    meanwhile. Raises ``UnsupportedPair`` for any other shape.

    >>> from clearance import d3
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> whole = d3.mesh_report(d3.Mesh(corners, faces))
    >>> whole.is_sound, round(whole.volume, 6), len(whole.pieces)
    (True, 0.166667, 1)
    >>> open = d3.mesh_report(d3.Mesh(corners, faces[:3]))
    >>> open.is_closed, open.open_edges.tolist(), open.volume
    (False, [[1, 2], [1, 3], [2, 3]], None)
    """
def load_parts(path: str | PathLike[str], deflection: float | None = None) -> list[LoadedPart]:
    """Reads the parts of a file: a list of ``LoadedPart``, each with its name, mesh and pose. STL, OBJ, PLY,
    glTF, GLB and 3MF; with ``pip install 'clearance[step]'`` also STEP, with ``'clearance[ifc]'`` IFC.

    Instances of one mesh of the file share it. Lengths are those of the file. ``deflection`` is how far the
    mesh of a STEP or IFC file may be from its curved faces, by default a thousandth of the longest side of
    each part (STEP) or of a metre (IFC); two neighbouring facets of a face differ by at most 0.2 radians
    (STEP) or 0.5 (IFC). Other threads can use the interpreter meanwhile, but not while a STEP or IFC file is
    converted.

    Raises ``InvalidShape`` with the field ``path`` for a file that cannot be read, and ``UnsupportedFormat``
    if what would read it is not installed; the message says what to install.

    >>> import pathlib, tempfile
    >>> from clearance import d3
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder, "sail.obj")
    ...     count = file.write_text(chr(10).join(["o sail", "v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 3"]))
    ...     [part] = d3.load_parts(file)
    >>> part.name, part.pose == d3.Pose(), part.precision, part.mesh.triangles.tolist()
    ('sail', True, 0.0, [[0, 1, 2]])
    """
def weld(mesh: Mesh | MeshLike | TrianglesLike, distance: float) -> WeldedMesh:
    """Merges vertices that are within ``distance`` of each other: a ``WeldedMesh``.

    Vertices are gone through in their order: each one that was not merged stays where it is, and later ones
    within the distance of it are merged with it. So no vertex moves further than ``distance``. 0 merges
    vertices with equal coordinates. Triangles of which two corners become one are dropped, and vertices
    without triangles too.

    Raises ``InvalidArgument`` for a distance that is negative or not finite, ``InvalidShape`` with the field
    ``mesh`` if no triangle is left, and ``UnsupportedPair`` for another shape.

    >>> from clearance import d3
    >>> corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1.001, 0, 0), (0, 1.001, 0), (1, 1, 0)]
    >>> welded = d3.weld(d3.Mesh(corners, [(0, 1, 2), (3, 5, 4)]), 0.01)
    >>> welded.mesh.triangles.tolist(), welded.kept_vertex.tolist()
    ([[0, 1, 2], [1, 3, 2]], [0, 1, 2, 1, 2, 5])
    """
def fill_holes(mesh: Mesh | MeshLike | TrianglesLike, max_edges: int) -> FilledMesh:
    """Fills the holes of up to ``max_edges`` edges with triangles of the least area: a ``FilledMesh``.

    A hole is a simple ring of open edges; those that meet other holes in a vertex stay open. So do holes of
    more than 1000 edges: the time grows with the cube of their number, and is some seconds there. The outer
    border of a surface is a ring as well. No vertices are added. Other threads can use the interpreter
    meanwhile.

    >>> from clearance import d3
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> filled = d3.fill_holes(d3.Mesh(corners, faces), 10)
    >>> filled.mesh.is_solid, [hole.tolist() for hole in filled.holes]
    (True, [[0, 2, 1]])
    """
def split(mesh: Mesh | MeshLike | TrianglesLike) -> list[MeshPiece]:
    """The connected pieces of a mesh, in the order of their first triangles: a list of ``MeshPiece``.

    Triangles with a common edge are of one piece. The border of a cavity is a piece of its own, whose
    triangles are turned outwards (``was_inside_out``). Raises ``InvalidShape`` with the field ``mesh`` if no
    triangle has three different corners.

    >>> from clearance import d3
    >>> corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (5, 0, 0), (6, 0, 0), (5, 1, 0)]
    >>> [piece.triangles.tolist() for piece in d3.split(d3.Mesh(corners, [(0, 1, 2), (3, 4, 5), (2, 1, 0)]))]
    [[0, 2], [1]]
    """
def without_doubles(mesh: Mesh | MeshLike | TrianglesLike) -> MeshWithoutDoubles:
    """Of triangles with the same three corners, in any order, keeps the first: a ``MeshWithoutDoubles``.

    So a sheet that was given with both of its sides keeps one of them. Corners are the same if their
    coordinates are.

    >>> from clearance import d3
    >>> single = d3.without_doubles(d3.Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2), (2, 1, 0)]))
    >>> single.mesh.triangles.tolist(), single.removed.tolist()
    ([[0, 1, 2]], [[0, 1]])
    """
def winding_number(point: VectorLike, shape: _Where) -> float:
    """How often the surface of a mesh or terrain winds around a point: 1 inside of a closed mesh, 0 outside; of
    an open one a number between, above a half where the surface encloses the point more than not.

    So it tells inside from outside for meshes with holes, gaps, doubled or crossing triangles. Triangles
    count as positive where they are seen from behind. Within some 1e-15 for each triangle; ``contains`` is
    exact, for closed meshes. Takes some 100 ns for a triangle.

    Raises ``InvalidArgument`` if the point is not finite or is too large, and ``UnsupportedPair`` for a shape
    without triangles.

    >>> from clearance import d3
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)]
    >>> round(d3.winding_number((1e-9, 1e-9, 1e-9), d3.Mesh(corners, faces)), 6)
    0.875
    """
def triangles_within(point: VectorLike, shape: _Where, radius: float) -> NearTriangles:
    """The triangles of a mesh or terrain within ``radius`` of a point, the nearest first: ``NearTriangles``,
    arrays of shapes (k,) and (k, 3).

    Distances have no sign, also for a point inside. A triangle at exactly the radius is within it. Raises
    ``InvalidArgument`` if the point is not finite or is too large, or the radius is negative or not finite,
    and ``UnsupportedPair`` for a shape without triangles.

    >>> from clearance import d3
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> near = d3.triangles_within((0.25, 0.25, -1.0), d3.Mesh(corners, faces), 1.0)
    >>> near.triangle, near.distance, near.point
    (array([0]), array([1.]), array([[0.25, 0.25, 0.  ]]))
    """
def barycentric(point: VectorLike, shape: _Where, facet: int) -> _Vector | None:
    """The weights of the corners of one triangle, with sum 1, that give a point: to interpolate what is known at
    the vertices, for example where a ray hits. ``None`` if the triangle has no area.

    ``shape`` is a mesh, ``facet`` the number of a triangle. Raises ``InvalidArgument`` if there is no such
    triangle, and ``UnsupportedPair`` if the shape is no mesh.

    >>> from clearance import d3
    >>> sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)]).at((0, 0, 1))
    >>> hit = d3.ray((1.5, 0.5, 9.0), (0.0, 0.0, -1.0), sheet)
    >>> hit.facet, d3.barycentric(hit.point, sheet, hit.facet)
    (0, (0.25, 0.5, 0.25))
    """
def intersects_many(
    a: Shapes | _Where,
    b: Shapes | _Where,
    poses_a: _Poses | None = None,
    poses_b: _Poses | None = None,
    *,
    threads: int | None = 1,
) -> npt.NDArray[np.bool_]:
    """Whether each pair has a point in common: an array of bool, shape (n,).

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays
    with a row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and
    optionally ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can
    use the interpreter meanwhile; ``threads=None`` uses every core.

    >>> from clearance import d2
    >>> import numpy as np
    >>> d2.intersects_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=np.array([[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]]))
    array([ True,  True, False])
    """
def relation_many(
    a: Shapes | _Where,
    b: Shapes | _Where,
    poses_a: _Poses | None = None,
    poses_b: _Poses | None = None,
    *,
    threads: int | None = 1,
) -> npt.NDArray[np.uint8]:
    """The relation of each pair: an array of uint8, shape (n,). ``RELATIONS[code]`` is the relation of a
    code.

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays
    with a row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and
    optionally ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can
    use the interpreter meanwhile; ``threads=None`` uses every core.

    >>> from clearance import RELATIONS, d2
    >>> codes = d2.relation_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    >>> [str(RELATIONS[code]) for code in codes]
    ['overlapping', 'touching', 'disjoint']
    """
def distance_many(
    a: Shapes | _Where,
    b: Shapes | _Where,
    poses_a: _Poses | None = None,
    poses_b: _Poses | None = None,
    *,
    threads: int | None = 1,
) -> _Floats:
    """The distance of each pair, 0 if it meets: an array of float64, shape (n,).

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays
    with a row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and
    optionally ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can
    use the interpreter meanwhile; ``threads=None`` uses every core.

    >>> from clearance import d2
    >>> d2.distance_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])
    array([0., 0., 1.])
    """
def clearance_many(
    a: Shapes | _Where,
    b: Shapes | _Where,
    poses_a: _Poses | None = None,
    poses_b: _Poses | None = None,
    *,
    threads: int | None = 1,
) -> Clearances:
    """The clearance of each pair: ``Clearances``, arrays of shapes (n,) and (n, dimension). Raises what
    ``clearance`` raises, with the index.

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs. ``poses_a`` and ``poses_b`` are arrays with a
    row for each pair (``x, y`` and optionally ``angle``, ``scale``; in space ``x, y, z`` and optionally ``qx,
    qy, qz, qw``, ``scale``), a ``Pose`` for all pairs, or ``None``. Other threads can use the interpreter
    meanwhile; ``threads=None`` uses every core.

    >>> from clearance import d2
    >>> found = d2.clearance_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[[1.5, 0.0], [2.0, 0.0], [0.0, 3.0]])
    >>> found.distance
    array([-0.5,  0. ,  1. ])
    >>> found.normal
    array([[1., 0.],
           [1., 0.],
           [0., 1.]])
    """
def manifold_many(
    a: Shapes | _Where,
    b: Shapes | _Where,
    poses_a: _Poses | None = None,
    poses_b: _Poses | None = None,
    *,
    margin: float = 0.0,
    threads: int | None = 1,
) -> Manifolds:
    """The manifold of each pair: ``Manifolds``. The contacts of pair i are those from ``start[i]`` to
    ``start[i + 1]``, as in a sparse matrix (CSR).

    ``a``, ``b``, the poses and the threads are as in ``clearance_many``; ``margin`` is as in ``manifold``.
    Raises what ``manifold`` raises, with the index.

    >>> from clearance import d2
    >>> box = d2.Box((1.0, 1.0))
    >>> found = d2.manifold_many(box, box, poses_b=[[0.5, 2.0], [9.0, 0.0], [1.5, 0.0]])
    >>> found.start
    array([0, 2, 2, 4])
    >>> found.normal[[0, 2]].tolist(), found.clearance.tolist()
    ([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0, -0.5, -0.5])
    """
def sweep_many(
    a: Shapes | _Where,
    b: Shapes | _Where,
    poses_a: _Poses | None = None,
    poses_b: _Poses | None = None,
    *,
    motions_a: _Motions | None = None,
    motions_b: _Motions | None = None,
    release: _Release = False,
    threads: int | None = 1,
) -> SweepHits:
    """When the shapes of each pair first meet while they move, from time 0 to 1: ``SweepHits``. The time is
    infinite for a pair that does not meet.

    ``a``, ``b``, the poses and the threads are as in ``clearance_many``. ``motions_a`` and ``motions_b`` are
    a ``Motion`` for all pairs, ``None``, or an array with a row for each: how far the shape moves, and
    optionally how far it turns about its position. ``release`` is as in ``sweep``. Raises what ``sweep``
    raises, with the index.

    >>> from clearance import d2
    >>> bullet, wall = d2.Circle(0.125), d2.Box((0.125, 5.0)).at((8.0, 0.0))
    >>> d2.sweep_many(bullet, wall, motions_a=[(31.0, 0.0), (5.0, 0.0), (62.0, 0.0)]).time
    array([0.25 ,   inf, 0.125])
    """
def verify(answer: Clearance, a: _Where, b: _Where) -> Verified:
    """Checks an answer of ``clearance`` against the shapes, claim by claim, and returns how each is shown: a
    ``Verified``. Raises ``WrongAnswer``, which says what is wrong.

    Another answer that is as right, such as another of several closest points, passes where the claims can be
    shown without asking again. A right answer may be refused where a shape is larger than the distance by
    more than 2^20; this is rare.

    >>> from clearance import d2, WrongAnswer
    >>> a, b = d2.Box((1.0, 1.0)), d2.Circle(1.0).at((0.5, 3.0))
    >>> answer = d2.clearance(a, b)
    >>> d2.verify(answer, a, b).is_proven
    True
    >>> try:
    ...     d2.verify(answer._replace(distance=1.5), a, b)
    ... except WrongAnswer as error:
    ...     print(error)
    answer: point_b - point_a is not distance * normal
    """
def verify_manifold(answer: Manifold, a: _Where, b: _Where, margin: float = 0.0) -> Verified:
    """Checks an answer of ``manifold`` for this margin: each contact has one point in A and one in B, apart by
    its clearance along the normal, and the deepest is as deep as the two shapes are. Returns a ``Verified``;
    raises ``WrongAnswer``.

    How widely the contacts span what two faces have in common is not checked. For an empty manifold the
    distance is asked again, and its normal is not checked.

    >>> from clearance import d2
    >>> a, b = d2.Box((1.0, 1.0)), d2.Box((1.0, 1.0)).at((0.5, 1.75))
    >>> d2.verify_manifold(d2.manifold(a, b), a, b).is_proven
    True
    """
def verify_relation(answer: Relation | str, a: _Where, b: _Where) -> Shown:
    """Checks an answer of ``relation``: finds a proof, and checks that by itself. Returns how it is shown, a
    ``Shown``; raises ``WrongAnswer``.

    >>> from clearance import d2
    >>> d2.verify_relation("touching", d2.Circle(1.0), d2.Circle(1.0).at((2.0, 0.0)))
    <Shown.EXACTLY: 'exactly'>
    """
def bounce(a: Body, b: Body, touch: Manifold, *, restitution: float = 1.0, friction: float = 0.0) -> Bounce:
    """The motion of two bodies that touch after they bounced: no contact of the manifold closes any more.
    Returns a ``Bounce``: both bodies, and the sum of the normal impulses, 0 where nothing was closing.

    ``touch`` is the manifold of the shape of ``a`` with that of ``b``. ``restitution`` is the fraction of the
    speed that is restored, 0 to 1; ``friction`` the coefficient of friction, from 0. Momentum is conserved;
    energy is never gained.

    >>> from clearance import d2
    >>> ball = d2.Circle(1.0)
    >>> here, there = d2.Pose((0.0, 0.0)), d2.Pose((2.0, 0.0))
    >>> touch = d2.manifold(ball, d2.Placed(ball, there))
    >>> mass = d2.Mass.ball(1.0, 1.0)
    >>> a, b, impulse = d2.bounce(d2.Body(here, mass, (3.0, 1.0)), d2.Body(there, mass), touch)
    >>> a.velocity, b.velocity, impulse
    ((0.0, 1.0), (3.0, 0.0), 3.0)
    """
def part(answer: Clearance, mass_a: Mass, mass_b: Mass) -> tuple[_Vector, _Vector]:
    """How far A and B have to move so that they no longer overlap, the lighter one further: two vectors. Zero if
    they do not overlap, or if both are fixed.

    >>> from clearance import d2
    >>> crate, wall = d2.Box((1.0, 1.0)), d2.Box((0.5, 4.0)).at((1.25, 0.0))
    >>> of_crate, of_wall = d2.part(d2.clearance(crate, wall), d2.Mass.without_turning(2.0), d2.Mass.fixed())
    >>> of_crate[0], of_wall
    (-0.25, (0.0, 0.0))
    """
def part_all(scene: Scene, rounds: int = 100, masses: Mass | dict[int, Mass] | None = None) -> Parted:
    """Separates everything in a scene that overlaps, except sensors. What leaves one object may enter another,
    so this is repeated until nothing overlaps or ``rounds`` are over. Returns ``Parted``.

    ``masses`` is the ``Mass`` of all objects, or a dict from handles to masses; an object that is not in it
    has the mass 1 and does not turn. Two fixed objects are left as they are. Raises what ``Scene.update`` and
    ``clearance`` raise; what has moved by then stays moved.

    >>> from clearance import d2
    >>> scene = d2.Scene()
    >>> crowd = scene.add_many(d2.Circle(1.0), [(0.5 * i, 0.0) for i in range(10)])
    >>> d2.part_all(scene, rounds=1000).left
    0
    >>> scene.update()
    >>> len(scene.pairs())
    0
    """
def keep_inside(
    room: Sequence[VectorLike],
    aabb: Sequence[VectorLike],
    velocity: VectorLike,
    walls: Literal["reflect", "wrap", "clamp"] = "reflect",
) -> Kept:
    """Keeps an object with this box and this velocity inside a room, axis by axis, however far out it is.
    Returns ``Kept``: the way back into the room, and the velocity from then on.

    ``walls`` is ``"reflect"``: as by a mirror; ``"wrap"``: when its centre has left, it enters again through
    the opposite wall; or ``"clamp"``: it stops at the wall, and loses the velocity into it. An object that is
    too large for the room along an axis is put in the middle of that axis.

    >>> from clearance import d2
    >>> room, ball = [(0.0, 0.0), (10.0, 10.0)], [(9.0, 4.0), (11.0, 6.0)]
    >>> d2.keep_inside(room, ball, (3.0, 1.0))
    Kept(shift=(-2.0, 0.0), velocity=(-3.0, 1.0))
    """
def contains_many(points: _Rows, shape: _Where, *, threads: int | None = 1) -> npt.NDArray[np.bool_]:
    """Whether each of n points is in a shape, exactly; the border counts: an array of bool, shape (n,).

    ``points`` has shape (n, dimension). Other threads can use the interpreter meanwhile; ``threads=None``
    uses every core.

    >>> from clearance import d2
    >>> d2.contains_many([(0.5, 0.0), (1.0, 0.0), (1.5, 0.0)], d2.Circle(1.0))
    array([ True,  True, False])
    """
def closest_point_many(points: _Rows, shape: _Where, *, threads: int | None = 1) -> ClosestPoints:
    """The closest point on the border of a shape to each of n points: ``ClosestPoints``, arrays of shapes (n,)
    and (n, dimension).

    ``points`` has shape (n, dimension). Other threads can use the interpreter meanwhile; ``threads=None``
    uses every core.

    >>> from clearance import d2
    >>> bend = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0)])
    >>> found = d2.closest_point_many([(1.0, -2.0), (5.0, 3.0)], bend)
    >>> found.distance, found.facet
    (array([2., 1.]), array([0, 1]))
    """
def ray_many(
    origins: _Rows, directions: _Rows, shape: _Where, max_time: float | None = None, *, threads: int | None = 1
) -> RayHits:
    """Where each of n rays first meets a shape: ``RayHits``, arrays of shapes (n,) and (n, dimension), with the
    parts and triangles that are hit.

    ``origins`` and ``directions`` have shape (n, dimension). The time is infinite for a ray that hits
    nothing.

    >>> from clearance import d2
    >>> d2.ray_many([(-3.0, 0.0), (-3.0, 5.0)], [(1.0, 0.0), (1.0, 0.0)], d2.Circle(1.0)).time
    array([ 2., inf])
    """
def any_hit_many(
    origins: _Rows, directions: _Rows, shape: _Where, max_time: float | None = None, *, threads: int | None = 1
) -> npt.NDArray[np.bool_]:
    """Whether each of n rays meets a shape at all: an array of bool, shape (n,).

    ``origins`` and ``directions`` have shape (n, dimension). Other threads can use the interpreter meanwhile;
    ``threads=None`` uses every core.

    >>> from clearance import d2
    >>> d2.any_hit_many([(-3.0, 0.0), (-3.0, 5.0)], [(1.0, 0.0), (1.0, 0.0)], d2.Circle(1.0))
    array([ True, False])
    """
def all_hits_many(
    origins: _Rows, directions: _Rows, shape: _Where, max_time: float | None = None, *, threads: int | None = 1
) -> AllHits:
    """Every facet that each of n rays meets: ``AllHits``, in rows one after the other; row i is from
    ``start[i]`` to ``start[i + 1]``, in the order of time, as in a sparse matrix (CSR).

    The arguments are those of ``ray_many``; what counts as a hit is as in ``all_hits``.

    >>> from clearance import d2
    >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
    >>> found = d2.all_hits_many([(-1.0, 1.0), (-1.0, 9.0), (1.0, 1.0)], [(1.0, 0.0)] * 3, fence)
    >>> found.start, found.hits.time, found.hits.facet
    (array([0, 2, 2, 3]), array([1., 5., 3.]), array([3, 1, 1]))
    """
def count_hits_many(
    origins: _Rows, directions: _Rows, shape: _Where, max_time: float | None = None, *, threads: int | None = 1
) -> npt.NDArray[np.int64]:
    """How many facets each of n rays meets: an array of int64, shape (n,).

    The arguments are those of ``ray_many``; what counts as a hit is as in ``all_hits``.

    >>> from clearance import d2
    >>> fence = d2.Polyline([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)], closed=True)
    >>> d2.count_hits_many([(-1.0, 1.0), (-1.0, 9.0), (1.0, 1.0)], [(1.0, 0.0)] * 3, fence)
    array([2, 0, 1])
    """
def winding_number_many(points: _Rows, shape: _Where, *, approximate: bool = False, threads: int | None = 1) -> _Floats:
    """The winding number around each of n points: an array of shape (n,).

    ``points`` has shape (n, 3). With ``approximate=True`` groups of far triangles are summed up as one:
    within some 2e-3, and a few microseconds for each point at any number of triangles; only for meshes. Other
    threads can use the interpreter meanwhile; ``threads=None`` uses every core.

    >>> from clearance import d3
    >>> corners, faces = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2)]
    >>> (d3.winding_number_many([(0.1, 0.1, 0.1), (0.7, 0.7, 0.7)], d3.Mesh(corners, faces)) > 0.5).tolist()
    [True, False]
    """
def triangles_within_many(points: _Rows, shape: _Where, radius: float, *, threads: int | None = 1) -> NearTrianglesMany:
    """The triangles of a mesh or terrain within ``radius`` of each of n points: ``NearTrianglesMany``, in rows
    one after the other; row i is from ``start[i]`` to ``start[i + 1]``, as in a sparse matrix (CSR).

    ``points`` has shape (n, 3). Other threads can use the interpreter meanwhile; ``threads=None`` uses every
    core.

    >>> from clearance import d3
    >>> sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
    >>> near = d3.triangles_within_many([(1.5, 0.5, 0), (9, 9, 9), (1, 1, 0.5)], sheet, 0.5)
    >>> near.start, near.triangle, near.distance
    (array([0, 1, 1, 3]), array([0, 0, 1]), array([0. , 0.5, 0.5]))
    """
def barycentric_many(points: _Rows, shape: _Where, facets: npt.ArrayLike) -> _Floats:
    """The barycentric coordinates of each of n points in one triangle each: an array of shape (n, 3).

    ``points`` has shape (n, 3), ``facets`` shape (n,). A row is not a number where the triangle has no area
    or the facet is -1, as for a ray that hits nothing.

    >>> from clearance import d3
    >>> sheet = d3.Mesh([(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
    >>> hits = d3.ray_many([(1.5, 0.5, 9.0), (9, 9, 9)], [(0, 0, -1), (0, 0, -1)], sheet)
    >>> d3.barycentric_many(hits.point, sheet, hits.facet)
    array([[0.25, 0.5 , 0.25],
           [ nan,  nan,  nan]])
    """
