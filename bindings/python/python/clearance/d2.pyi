from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

from ._answers import (
    Aabb,
    CharacterStep,
    Clearance,
    Clearances,
    ClosestPoint,
    Manifold,
    Meeting,
    Neighbor,
    PartContact,
    RayHit,
    RayHits,
    Relation,
    SceneHit,
    SceneSweepHit,
    SweepHit,
    Touch,
)
from ._native import Mask
from ._typing import GeometryLike, MaskLike, RectLike, SpriteLike, VectorLike

__all__ = [
    "Bitmap",
    "Box",
    "Capsule",
    "Character",
    "Circle",
    "Compound",
    "Convex",
    "Ellipse",
    "HalfSpace",
    "Motion",
    "Movers",
    "Placed",
    "Point",
    "Polygon",
    "Polyline",
    "Pose",
    "Rounded",
    "Scene",
    "Segment",
    "Shape",
    "Shapes",
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

_Vector: TypeAlias = tuple[float, float]
_Rows: TypeAlias = npt.ArrayLike
_Floats: TypeAlias = npt.NDArray[np.float64]
_Handles: TypeAlias = npt.NDArray[np.uint64]
_Pairs: TypeAlias = npt.NDArray[np.uint64]
_Kind: TypeAlias = Literal["swept", "slide", "free"]
_Release: TypeAlias = bool | Literal["overlap"]
_Where: TypeAlias = Shape | Placed | GeometryLike | Mapping[str, Any] | RectLike | MaskLike | SpriteLike
_Poses: TypeAlias = npt.ArrayLike | Pose

@disjoint_base
class Shape:
    """What can collide, in its own frame: checked once, when it is made, and never changed.

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
    def at(self, position: VectorLike | Pose, angle: float = 0.0, scale: float = 1.0) -> Placed:
        """The shape at a position, turned counter-clockwise by an angle in radians, scaled; or at a ``Pose``.

        Raises ``InvalidPose`` where a number is not finite or too large, or the scale is not positive.

        >>> from clearance import d2
        >>> d2.Box((2.0, 0.5)).at((1.0, 0.0), angle=0.25)
        Box((2.0, 0.5)).at((1.0, 0.0), angle=0.25)
        """
    def aabb(self, pose: Pose | None = None) -> Aabb:
        """A box along the axes around the shape at a pose, or at the origin; never too small, and hardly larger.

        >>> from clearance import d2
        >>> low, high = d2.Circle(1.0).aabb(d2.Pose((5.0, 0.0)))
        >>> round(low[0], 9), round(high[0], 9)
        (4.0, 6.0)
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    @staticmethod
    def _from_data(text: str) -> Shape: ...

@final
class Bitmap(Shape):
    """The filled pixels of a ``Mask`` as squares; the lower left corner is the origin.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Bitmap(["010", "111"], pixel_size=0.5)
    <Bitmap, 3 x 2 pixels>
    """
    def __new__(cls, mask: Mask | MaskLike | Sequence[str] | npt.ArrayLike, pixel_size: float = 1.0) -> Bitmap: ...
    @property
    def mask(self) -> Mask:
        """The pixels."""
    @property
    def pixel_size(self) -> float:
        """The side of a pixel."""

@final
class Box(Shape):
    """A rectangle around the origin, from ``-half_extents`` to ``half_extents``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Box((2, 1))
    Box((2.0, 1.0))
    """
    def __new__(cls, half_extents: VectorLike) -> Box: ...
    @property
    def half_extents(self) -> _Vector:
        """From the middle to the sides."""

@final
class Capsule(Shape):
    """All points no further than ``radius`` from the segment from ``a`` to ``b``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Capsule((0, 0), (0, 2), 0.5)
    Capsule((0.0, 0.0), (0.0, 2.0), 0.5)
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
class Circle(Shape):
    """A circle with its inside, around the origin. The radius must be positive.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Circle(2)
    Circle(2.0)
    """
    def __new__(cls, radius: float) -> Circle: ...
    @property
    def radius(self) -> float:
        """The radius."""

@final
class Compound(Shape):
    """Several shapes, placed or not, as one.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Compound([d2.Circle(1), d2.Box((1, 1)).at((2, 0))])
    <Compound, 2 parts>
    """
    def __new__(cls, parts: Sequence[_Where]) -> Compound: ...
    @property
    def parts(self) -> list[Placed]:
        """The parts."""

@final
class Convex(Shape):
    """The convex hull of points in any order, shape (n, 2); its own vertices run counter-clockwise.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Convex([(0, 0), (1, 0), (0, 1), (0.25, 0.25)])
    <Convex, 3 vertices>
    """
    def __new__(cls, vertices: _Rows) -> Convex: ...
    @property
    def vertices(self) -> _Floats:
        """The vertices, shape (n, dimension)."""

@final
class Ellipse(Shape):
    """An ellipse with its inside, around the origin, ``radii`` along x and y.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Ellipse((2, 1))
    Ellipse((2.0, 1.0))
    """
    def __new__(cls, radii: VectorLike) -> Ellipse: ...
    @property
    def radii(self) -> _Vector:
        """Along each axis."""

@final
class HalfSpace(Shape):
    """Everything with ``normal · x <= offset``.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.HalfSpace((0, 1), 2)
    HalfSpace((0.0, 1.0), 2.0)
    """
    def __new__(cls, normal: VectorLike, offset: float = 0.0) -> HalfSpace: ...
    @property
    def normal(self) -> _Vector:
        """As it was given."""
    @property
    def offset(self) -> float:
        """As it was given."""

@final
class Point(Shape):
    """The origin: place it where you like.

    >>> from clearance import d2
    >>> d2.Point().at((3.0, 4.0))
    Point().at((3.0, 4.0))
    """
    def __new__(cls) -> Point: ...

@final
class Polygon(Shape):
    """A simple polygon, concave or not, with holes: any winding. ``vertices`` has shape (n, 2), ``holes`` is
    a list of such.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Polygon([(0, 0), (4, 0), (4, 4), (2, 1), (0, 4)])
    <Polygon, 5 vertices>
    """
    def __new__(cls, vertices: _Rows, holes: Iterable[_Rows] | None = None) -> Polygon: ...
    @property
    def rings(self) -> list[_Floats]:
        """The outer ring, then the holes, each of shape (n, 2)."""
    @property
    def parts(self) -> list[Shape]:
        """The parts."""

@final
class Polyline(Shape):
    """A chain of segments, shape (n, 2); ``closed`` joins its ends. It has no inside.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Polyline([(0, 0), (1, 0), (1, 1)])
    <Polyline, 3 vertices>
    """
    def __new__(cls, vertices: _Rows, closed: bool = False) -> Polyline: ...
    @property
    def vertices(self) -> _Floats:
        """The vertices, shape (n, dimension)."""
    @property
    def closed(self) -> bool:
        """Whether the ends are joined."""

@final
class Rounded(Shape):
    """A convex shape grown by ``radius`` on all sides.

    Raises ``InvalidShape`` with the field and index that is wrong.

    >>> from clearance import d2
    >>> d2.Rounded(d2.Box((2, 1)), 0.5)
    Rounded(Box((2.0, 1.0)), 0.5)
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

    >>> from clearance import d2
    >>> d2.Segment((0, 0), (1, 2))
    Segment((0.0, 0.0), (1.0, 2.0))
    """
    def __new__(cls, a: VectorLike, b: VectorLike) -> Segment: ...
    @property
    def a(self) -> _Vector:
        """One end."""
    @property
    def b(self) -> _Vector:
        """The other end."""

@final
class Pose:
    """Where a shape is: scaled, then turned counter-clockwise by ``angle`` radians, then moved by ``position``.

    Raises ``InvalidPose`` where a number is not finite or too large, or the scale is not positive.

    >>> from clearance import d2
    >>> d2.Pose((1.0, 2.0), angle=0.5)
    Pose((1.0, 2.0), angle=0.5)
    """
    def __new__(cls, position: VectorLike | None = None, angle: float = 0.0, scale: float = 1.0) -> Pose: ...
    @property
    def position(self) -> _Vector:
        """Where the shape's own origin is, ``(x, y)``."""
    @property
    def angle(self) -> float:
        """Counter-clockwise, in radians, as it was given."""
    @property
    def scale(self) -> float:
        """By how much the shape is scaled; 1 if not said."""
    def point(self, point: VectorLike) -> _Vector:
        """A point of the shape's own frame in the world."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...

@final
class Placed:
    """A shape where it stands: what ``shape.at(…)`` answers and all questions take.

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
        """Where it stands."""
    def aabb(self) -> Aabb:
        """The box along the axes around it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Shape, Pose]: ...

@final
class Motion:
    """How a shape moves from time 0 to time 1: by ``linear``, straight on, turning by ``angular`` about its
    position.

    ``angular`` is in radians; in space a vector along the axis of as many radians.

    >>> from clearance import d2
    >>> d2.Motion((3.0, 0.0), angular=1.5)
    Motion((3.0, 0.0), angular=1.5)
    """
    def __new__(cls, linear: VectorLike | None = None, angular: float | None = None) -> Motion: ...
    @property
    def linear(self) -> _Vector:
        """How far it goes."""
    @property
    def angular(self) -> float:
        """How far it turns."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Shapes:
    """Many shapes in one order, held natively, for batches: from any iterable of shapes, all at the origin.

    >>> from clearance import d2
    >>> shapes = d2.Shapes([d2.Circle(1.0), d2.Box((1.0, 2.0))])
    >>> len(shapes), shapes[1]
    (2, Box((1.0, 2.0)))
    """
    def __new__(cls, shapes: Iterable[_Where]) -> Shapes: ...
    @staticmethod
    def convex(vertices: npt.ArrayLike) -> Shapes:
        """One convex hull for each of n lists of k points: ``vertices`` has shape (n, k, dimension).

        Raises ``InvalidShape`` with the index of the first that is none.

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
class Scene:
    """Many objects, step after step: who meets whom, what a ray hits, what is near.

    ``index`` is how pairs are found (``"auto"``, ``"tree"``, ``"grid"``, ``"sweep-and-prune"`` …), ``detail``
    what is found out about each: ``"nothing"``, ``"boxes"``, ``"relation"`` or ``"manifold"``, then up to
    ``margin`` apart. ``max_pairs`` bounds how many are listed; ``threads=None`` takes every core. Objects are
    named by handles, whole numbers.

    With ``joined_seams`` and ``detail="manifold"``, objects side by side are one ground: what slides over
    their seam is not stopped there, and a contact that others say it all for has no points. Without, each
    pair is looked at by itself, which costs less.

    Threads may share a scene: those that ask go on together, one that changes it has it alone, who comes
    meanwhile waits.

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
        """Adds an object and answers its handle.

        Two objects are tested when each one's ``mask`` has a ``layer`` of the other; within a ``group`` that
        is not 0, always where it is positive and never where it is negative. A ``sensor`` is met and never
        pushes.
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

        Answers their handles, shape (n,). Raises an error and adds nothing where a pose is none.

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
    def pose(self, handle: int) -> Pose:
        """Where an object is. Raises ``NoSuchObject``."""
    def shape(self, handle: int) -> Shape:
        """The shape of an object. Raises ``NoSuchObject``."""
    def set_pose(self, handle: int, pose: Pose) -> None:
        """Moves and turns an object. Raises ``NoSuchObject``."""
    def set_shape(self, handle: int, shape: Shape) -> None:
        """Replaces the shape of an object. Raises ``NoSuchObject``."""
    def set_poses(self, handles: npt.ArrayLike, poses: _Rows) -> None:
        """Moves many objects: ``handles`` of shape (n,), ``poses`` a row for each.

        Raises ``NoSuchObject`` or ``InvalidPose`` with the index of the first that is wrong; then nothing has
        moved.
        """
    def poses(self, handles: npt.ArrayLike | None = None) -> _Floats:
        """The poses of these objects, or of all in the order of ``handles()``: a row for each."""
    def handles(self) -> _Handles:
        """The handles of all objects, shape (n,)."""
    def update(self) -> None:
        """Finds out who meets whom now. Raises ``TooManyPairs``.

        Where a signal's handler raises, as Ctrl-C does, the update ends between two pairs, the lists of pairs
        are empty, and all objects are where they were put: the next update finds all pairs, which count as
        begun then. A signal that comes at the very end leaves the lists complete. To find the boxes that meet
        is not interrupted, nor, with seams joined, the look at all contacts of one object.
        """
    def pairs(self) -> _Pairs:
        """The pairs that meet, shape (m, 2), sensors left out; the smaller handle first."""
    def began(self) -> _Pairs:
        """The pairs that were not there before the last update, shape (m, 2)."""
    def ongoing(self) -> _Pairs:
        """The pairs that were there before the last update and still are, shape (m, 2)."""
    def ended(self) -> _Pairs:
        """The pairs that were there before the last update and no longer are, shape (m, 2)."""
    def sensor_pairs(self) -> _Pairs:
        """The pairs in which at least one is a sensor, shape (m, 2)."""
    def sensor_began(self) -> _Pairs:
        """The sensors' pairs that were not there before the last update, shape (m, 2)."""
    def sensor_ended(self) -> _Pairs:
        """The sensors' pairs that are no longer there, shape (m, 2)."""
    def contacts(self) -> list[Touch]:
        """What the last update found out about each pair: a list of ``Touch``."""
    def draw_index(self) -> tuple[_Floats, _Floats, npt.NDArray[np.uint32]]:
        """The index's boxes or cells, to draw them: lower corners, upper corners, and how deep each lies."""
    @property
    def index(self) -> str:
        """The index in use, by name."""
    def ray(
        self, origin: VectorLike, direction: VectorLike, max_time: float | None = None, *, layers: int = 0xFFFFFFFF
    ) -> SceneHit | None:
        """What a ray first meets: a ``SceneHit``, or ``None``; of objects on these layers.

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
        """What each of n rays first meets: ``RayHits`` with the objects' handles."""
    def sweep(
        self, shape: _Where, motion: Motion, *, release: _Release = False, layers: int = 0xFFFFFFFF
    ) -> SceneSweepHit | None:
        """What a moving shape first meets of what stands still: a ``SceneSweepHit``, or ``None``; of several at
        once, the one with the smallest handle. ``release`` as in ``sweep``. Raises what ``sweep`` does.

        Something moved to the time of a hit may overlap by rounding what it has met: ``sweep_step`` keeps a
        gap.

        >>> from clearance import d2
        >>> scene = d2.Scene()
        >>> paper = scene.add(d2.Segment((5.0, -1.0), (5.0, 1.0)))
        >>> first = scene.sweep(d2.Circle(0.5), d2.Motion((9000.0, 0.0)))
        >>> first.handle == paper, first.hit.time == 4.5 / 9000.0, first.hit.is_resolved
        (True, True, True)
        """
    def sweep_step(
        self, handles: npt.ArrayLike, motions: _Rows | Motion, kinds: _Kind | Sequence[_Kind] = "swept"
    ) -> list[Meeting]:
        """Moves objects by a step in which nothing tunnels; those not named stand still. Answers a list of
        ``Meeting``, in the order of time, each two once. Pairs are those of the next ``update``.

        ``handles`` has shape (n,). ``motions`` is a ``Motion`` for all, or has a row for each: how far it
        goes in the step, and if you like how far it turns about its position, in radians: shape (n, 2) or (n,
        3) in the plane, (n, 3) or (n, 6) in space. ``kinds`` is a word for all, or one for each:

        - ``"swept"`` stops before what it first meets.
        - ``"slide"`` goes on along what it meets, with what is left of its straight motion.
        - ``"free"`` goes all the way, through whatever is there.

        What is swept or slides does not overlap after the step, by the exact relation, what it did not
        overlap before and what is not free; nor has it passed through. A touch at the start does not stop
        what parts or slides; an overlap stops what would make it deeper. Sensors stop nothing.

        Raises ``NoSuchObject`` for a handle of no object, and ``InvalidArgument`` for one named twice or a
        motion that is not finite, each with the index; ``InvalidPose`` or ``InvalidArgument`` where one
        leaves the supported range, and ``UnsupportedPair`` as ``sweep`` does. Then nothing has moved, nor
        where a signal's handler raises before the end, as Ctrl-C does.

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
        """The handles of the objects that a point is in, borders included."""
    def nearest(
        self, shape: _Where, count: int = 1, within: float | None = None, *, layers: int = 0xFFFFFFFF
    ) -> list[Neighbor]:
        """The nearest ``count`` objects no further than ``within``: a list of ``Neighbor``, the nearest first.
        Raises what ``distance`` does.
        """
    def __len__(self) -> int: ...
    def __contains__(self, handle: object, /) -> bool: ...

@final
class Character:
    """A capsule that walks through a scene, without a physics engine: along slopes and over steps, carried by
    platforms.

    ``radius`` is that of its round ends, ``height`` the way from its lowest to its highest point, at least
    twice the radius; ``position`` its lowest point, its feet. ``max_slope`` is the steepest ground that it
    stands on, in radians, 45 degrees if not said; ``step_height`` the highest step that it climbs without a
    jump, and ``snap`` how far ground may fall away under it so that it still stays on it, both the radius if
    not said; ``skin`` the gap that it keeps to everything, a 32nd of the radius. ``up`` has any length but
    zero. Lengths have the unit of the scene; ``gravity`` is in lengths per unit of time squared, 9.81 if not
    said, which is right for metres and seconds.

    Raises ``InvalidArgument`` with the field that makes no character. Threads may share a character: its
    steps are made one after the other.

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
        """Its lowest point, its feet. Set, it stands there in the air; the next step finds the ground."""
    @position.setter
    def position(self, position: VectorLike) -> None:
        """Its lowest point, its feet. Set, it stands there in the air; the next step finds the ground."""
    @property
    def fall(self) -> _Vector:
        """How fast it falls, rises or slides of itself, in lengths per unit of time; zero where it stands."""
    @fall.setter
    def fall(self, fall: VectorLike) -> None:
        """How fast it falls, rises or slides of itself, in lengths per unit of time; zero where it stands."""
    @property
    def radius(self) -> float:
        """The radius of its round ends."""
    @property
    def height(self) -> float:
        """From its lowest to its highest point."""
    @property
    def shape(self) -> Shape:
        """The capsule, whose origin is its lowest point."""
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
        """One step of ``time`` through a scene, which stays as it is: a ``CharacterStep``.

        Of ``velocity``, in lengths per unit of time, only the level part counts. ``jump`` is how fast it
        leaves the ground, heeded where it stands. Only objects on ``layers`` are there: the character itself
        must not be among them. What it stands on carries it where that has moved since the last step; what is
        in ``movers`` pushes it out of its way. It never moves into anything; where it has no room to give
        way, ``crushed`` says so.

        Raises ``InvalidArgument`` for a velocity that is not finite, a ``time`` or a ``jump`` that is
        negative or not finite; then it stays where it is.

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
        """Takes the place of another character, to crouch, to stand up or to grow: feet where that has them, or
        on a slope as much higher as this one is wider; it falls as that does.

        Neither may be among the objects on ``layers``. Raises ``NoRoom`` where it would be in something,
        which ``error.by`` names and which it would be ``error.depth`` deep in; then it stays as it is.

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
    """Objects that have moved since characters made their last step, each with where it was.

    A scene only knows where things are. What an object passes on its way is pushed by it only in a step that
    is given these; one that was moved without them pushes out of itself what it overlaps, and jumps over what
    is between. What a character stands on carries it either way.

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
        """Moves an object of a scene: straight from where it was when these were last cleared, turning at a
        constant rate, by half a turn at most. Raises ``NoSuchObject``; then nothing has moved.
        """
    def clear(self) -> None:
        """Forgets all: before objects are moved for the next step."""
    def __len__(self) -> int: ...

def relation(a: _Where, b: _Where) -> Relation:
    """How two closed sets lie to each other: exact, at every scale and in every degenerate position.

    ``a`` and ``b`` are shapes at the origin, placed shapes, or shapes of other libraries. Answers a
    ``Relation``.

    >>> from clearance import d2
    >>> d2.relation(d2.Circle(1.0), d2.Circle(1.0).at((2.0, 0.0)))
    <Relation.TOUCHING: 'touching'>
    """
def intersects(a: _Where, b: _Where) -> bool:
    """Whether two shapes have a point in common, touching included: as fast as it can be had.

    >>> from clearance import d2
    >>> d2.intersects(d2.Circle(1.0), d2.Box((1.0, 1.0)).at((3.0, 0.0)))
    False
    """
def distance(a: _Where, b: _Where) -> float:
    """How far apart two shapes are, 0 where they meet.

    Raises ``UnsupportedPair`` for half-spaces that overlap and do not face each other.

    >>> from clearance import d2
    >>> d2.distance(d2.Circle(1.0), d2.Box((1.0, 1.0)).at((3.0, 0.0)))
    1.0
    """
def clearance(a: _Where, b: _Where) -> Clearance:
    """Signed distance of two shapes, with the points and the normal that prove it: a ``Clearance``.

    The distance is positive where they are apart, exactly 0 where they touch, minus the depth where they
    overlap; it is within 1e-12 of the size of the input. Raises ``UnsupportedPair`` for half-spaces that
    overlap and do not face each other, alone or in compounds: their common part has no depth.

    >>> from clearance import d2
    >>> answer = d2.clearance(d2.Circle(1.0), d2.Circle(1.0).at((1.5, 0.0)))
    >>> answer.distance, answer.normal, answer.depth
    (-0.5, (1.0, 0.0), 0.5)
    """
def manifold(a: _Where, b: _Where, margin: float = 0.0) -> Manifold:
    """Contact points with clearance up to ``margin``: at most 2 in the plane, 4 in space. Answers a
    ``Manifold``.

    Raises ``InvalidArgument`` where the margin is negative or not finite, and ``UnsupportedPair`` as
    ``clearance`` does.

    >>> from clearance import d2
    >>> box = d2.Box((1.0, 1.0))
    >>> touching = d2.manifold(box, box.at((0.5, 2.0)))
    >>> touching.normal, sorted(contact.point_a for contact in touching.contacts)
    ((0.0, 1.0), [(-0.5, 1.0), (1.0, 1.0)])
    """
def contacts(a: _Where, b: _Where, within: float = 0.0) -> list[PartContact]:
    """The contacts of all two convex parts no further apart than ``within``, each with its own normal.

    What something that rests on many faces needs, where ``manifold`` has one normal for all. Answers a list
    of ``PartContact``. Raises ``InvalidArgument`` where ``within`` is negative or not finite, and
    ``UnsupportedPair`` as ``clearance`` does.

    >>> from clearance import d2
    >>> corner = d2.Polyline([(0.0, 4.0), (0.0, 0.0), (4.0, 0.0)])
    >>> [contact.clearance.normal for contact in d2.contacts(corner, d2.Circle(1.0).at((1.0, 1.0)))]
    [(1.0, 0.0), (0.0, 1.0)]
    """
def ray(origin: VectorLike, direction: VectorLike, shape: _Where, max_time: float | None = None) -> RayHit | None:
    """Where a ray first meets a shape: a ``RayHit``, or ``None``.

    ``direction`` may have any length but zero; times are in units of it, ``max_time`` still counts, ``None``
    is without end. From inside the time is 0 and there is no normal. Raises ``InvalidArgument`` for what is
    not finite, or a direction of zero.

    >>> from clearance import d2
    >>> hit = d2.ray((-3.0, 0.0), (2.0, 0.0), d2.Circle(1.0))
    >>> hit.time, hit.point, hit.normal
    (1.0, (-1.0, 0.0), (-1.0, 0.0))
    """
def closest_point(point: VectorLike, shape: _Where) -> ClosestPoint:
    """The point on the border of a shape closest to a point, as a ``ClosestPoint``; negative distances are
    inside.

    Raises ``InvalidArgument`` where the point is not finite or too large.

    >>> from clearance import d2
    >>> d2.closest_point((0.25, 0.0), d2.Box((1.0, 1.0))).distance
    -0.75
    """
def sweep(
    a: _Where, b: _Where, motion_a: Motion | None = None, motion_b: Motion | None = None, release: _Release = False
) -> SweepHit | None:
    """When two moving shapes first meet, from time 0 to 1: a ``SweepHit``, or ``None``. Never a miss.

    Grazing counts. With ``release`` a touch at the start is passed over while the motion parts the shapes or
    slides them along each other; with ``release="overlap"`` an overlap, too, while the motion makes it no
    deeper. Raises ``InvalidArgument`` where a motion is not finite, and ``UnsupportedPair`` for half-spaces
    that turn, and for two as ``clearance`` does.

    >>> from clearance import d2
    >>> bullet, wall = d2.Circle(0.125), d2.Box((0.125, 5.0)).at((8.0, 0.0))
    >>> hit = d2.sweep(bullet, wall, d2.Motion((31.0, 0.0)))
    >>> hit.time, hit.normal[0]
    (0.25, 1.0)
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

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs; ``poses_a`` and ``poses_b`` arrays with a
    row for each pair (``x, y`` and, if you like, ``angle``, ``scale``; in space ``x, y, z`` and
    ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all, or ``None``. The interpreter is free for others
    meanwhile; ``threads=None`` takes every core.

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
    """The relation of each pair: an array of uint8, shape (n,); ``RELATIONS[code]`` says it in words.

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs; ``poses_a`` and ``poses_b`` arrays with a
    row for each pair (``x, y`` and, if you like, ``angle``, ``scale``; in space ``x, y, z`` and
    ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all, or ``None``. The interpreter is free for others
    meanwhile; ``threads=None`` takes every core.

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
    """How far apart each pair is, 0 where it meets: an array of float64, shape (n,). Raises what
    ``distance`` does, with the index.

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs; ``poses_a`` and ``poses_b`` arrays with a
    row for each pair (``x, y`` and, if you like, ``angle``, ``scale``; in space ``x, y, z`` and
    ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all, or ``None``. The interpreter is free for others
    meanwhile; ``threads=None`` takes every core.

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
    ``clearance`` does, with the index.

    ``a`` and ``b`` are ``Shapes``, or one shape for all pairs; ``poses_a`` and ``poses_b`` arrays with a row
    for each pair (``x, y`` and, if you like, ``angle``, ``scale``; in space ``x, y, z`` and
    ``qx, qy, qz, qw``, ``scale``), a ``Pose`` for all, or ``None``. The interpreter is free for others
    meanwhile; ``threads=None`` takes every core.

    >>> from clearance import d2
    >>> found = d2.clearance_many(d2.Circle(1.0), d2.Circle(1.0), poses_b=[[1.5, 0.0], [2.0, 0.0], [0.0, 3.0]])
    >>> found.distance
    array([-0.5,  0. ,  1. ])
    >>> found.normal
    array([[1., 0.],
           [1., 0.],
           [0., 1.]])
    """
def ray_many(
    origins: _Rows, directions: _Rows, shape: _Where, max_time: float | None = None, *, threads: int | None = 1
) -> RayHits:
    """Where each of n rays first meets a shape: ``RayHits``, arrays of shapes (n,) and (n, dimension).

    ``origins`` and ``directions`` have shape (n, dimension). Times are infinite where there is none.

    >>> from clearance import d2
    >>> d2.ray_many([(-3.0, 0.0), (-3.0, 5.0)], [(1.0, 0.0), (1.0, 0.0)], d2.Circle(1.0)).time
    array([ 2., inf])
    """
