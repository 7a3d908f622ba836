from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, final

import numpy as np
import numpy.typing as npt

from typing_extensions import Self, disjoint_base

from ._interference import GoneClash, Interference
from ._robot import LinkPair, NearestLinks, RobotPath
from ._typing import MaskLike, MeshLike, TrianglesLike, VectorLike

if TYPE_CHECKING:
    from . import pygame
    from .d3 import Placed, Pose, Shape

    _ObstaclesLike = Obstacles | Iterable[Shape | Placed | MeshLike | TrianglesLike]

__all__ = [
    "Findings",
    "KeptSolids",
    "Mask",
    "MaskBase",
    "Obstacles",
    "Part",
    "Robot",
    "__version__",
    "check_assembly",
    "decide_task",
    "d2",
    "d3",
    "follow_parts",
    "load_assembly",
    "remove_parts",
    "run_command",
    "run_command_on",
    "view_parts",
]

__version__: str

def run_command(arguments: Sequence[str]) -> int:
    """Runs the command with these arguments, of which the first is its name, and returns its exit status."""

def run_command_on(
    arguments: Sequence[str], tiles: int, decide: Callable[[Path, list[bytes]], Iterable[bytes]]
) -> int:
    """Runs the command with these arguments. The pairs of a check are divided into `tiles` tiles;
    `decide(shapes, tasks)` gives what was found in them, one after the other, in any order.
    """

def decide_task(task: bytes, read: Callable[[int, int], bytes], kept: KeptSolids, memory: int) -> bytes:
    """Decides the pairs of a task, given a function that reads bytes of the file of shapes from a place on. What
    is in memory of the file is kept for the next task, which another thread may decide at the same time.
    """

d2: ModuleType
d3: ModuleType

@final
class KeptSolids:
    """The solids of a file of shapes that are in memory, for the next task."""

    def __new__(cls) -> Self: ...

@disjoint_base
class MaskBase:
    """The methods of ``clearance.pygame.Mask`` that are native."""
    def __new__(cls, *_arguments: Any, **_names: Any) -> Self: ...
    def _reset(self, size: VectorLike, fill: object) -> None: ...
    def _take(self, pixels: npt.NDArray[np.uint8]) -> None: ...
    def _words(self) -> npt.NDArray[np.uint64]: ...
    def _scaled(self, width: int, height: int) -> pygame.Mask: ...
    def _component(self, place: tuple[int, int] | None) -> pygame.Mask: ...
    def _boxes(self) -> list[list[int]]: ...
    def __copy__(self) -> Self: ...
    def to_array(self) -> npt.NDArray[np.bool_]:
        """A copy of the pixels, an array of bool of shape (height, width). Not in pygame."""
    def copy(self) -> Self:
        """A mask of the same class with the same pixels."""
    def get_size(self) -> tuple[int, int]:
        """Width and height."""
    def get_at(self, pos: VectorLike) -> int:
        """1 if the pixel is filled, else 0. Raises ``IndexError`` outside of the mask."""
    def set_at(self, pos: VectorLike, value: SupportsIndex = 1) -> None:
        """Fills a pixel, or empties it if ``value`` is 0. Raises ``IndexError`` outside of the mask."""
    def fill(self) -> None:
        """Fills all pixels."""
    def clear(self) -> None:
        """Empties all pixels."""
    def invert(self) -> None:
        """Empties the filled pixels and fills the empty ones."""
    def count(self) -> int:
        """How many pixels are filled."""
    def draw(self, other: pygame.Mask | MaskLike, offset: VectorLike) -> None:
        """Fills the pixels that are filled in the other mask."""
    def erase(self, other: pygame.Mask | MaskLike, offset: VectorLike) -> None:
        """Empties the pixels that are filled in the other mask."""
    def overlap(self, other: pygame.Mask | MaskLike, offset: VectorLike) -> tuple[int, int] | None:
        """A pixel of this mask that is filled in both, or ``None``; which one, says the head of the module
        ``clearance.pygame``.
        """
    def overlap_area(self, other: pygame.Mask | MaskLike, offset: VectorLike) -> int:
        """How many pixels are filled in both."""
    def overlap_mask(self, other: pygame.Mask | MaskLike, offset: VectorLike) -> pygame.Mask:
        """A mask of the size of this one with the pixels that are filled in both."""
    def centroid(self) -> tuple[int, int]:
        """The mean of the filled pixels, rounded down; (0, 0) if there are none."""
    def angle(self) -> float:
        """The direction of the filled pixels in degrees, from -90 to 90: that of the longer axis of their
        moments of inertia.

        The moments are rounded as in pygame.
        """
    def outline(self, every: SupportsIndex = 1) -> list[tuple[int, int]]:
        """The way round the component of the first filled pixel, row by row from the top: clockwise, back to the
        first pixel.

        ``every=10`` gives every tenth pixel of it.
        """
    def connected_components(self, minimum: SupportsIndex = 0) -> list[pygame.Mask]:
        """All components that have at least so many pixels, in the order of their first pixels, row by row."""

@final
class Mask:
    """Filled and empty pixels, row 0 at the top: from rows of ``0`` and ``1``, from an array of shape (height,
    width), or from a mask of pygame.

    Offsets, positions and corners of outlines count from the lower left corner, with y up, as everywhere in
    this package.

    >>> from clearance import Mask
    >>> plus = Mask(["010", "111", "010"])
    >>> plus.area(), plus.overlap_area(plus, (2, 0)), plus.overlaps(plus, (2, 2))
    (5, 1, False)
    """
    def __new__(cls, mask: Mask | MaskLike | Sequence[str] | npt.ArrayLike) -> Mask: ...
    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
    def area(self) -> int:
        """How many pixels are filled."""
    def centroid(self) -> tuple[float, float] | None:
        """The center of the filled pixels, or ``None``."""
    def overlaps(self, other: Mask, offset: VectorLike) -> bool:
        """Whether the two have a filled pixel in common when the other is moved by ``offset``."""
    def overlap_area(self, other: Mask, offset: VectorLike) -> int:
        """How many filled pixels the two have in common."""
    def overlap(self, other: Mask, offset: VectorLike) -> Mask:
        """The pixels of this mask that it has in common with the other."""
    def common_pixel(self, other: Mask, offset: VectorLike) -> tuple[int, int] | None:
        """One pixel of this mask that it has in common with the other, or ``None``."""
    def parting_shift(self, other: Mask, offset: VectorLike) -> tuple[int, int]:
        """The shortest move of the other, in whole pixels and in any direction, after which the two have no
        filled pixel in common.

        Of several shortest moves, one along an axis is preferred. ``(0, 0)`` if the two have no pixel in
        common.

        >>> from clearance import Mask
        >>> stairs = Mask(["0001", "0011", "0111", "1111"])
        >>> stairs.parting_shift(Mask(["1"]), (3, 0)), stairs.parting_shift(Mask(["11", "11"]), (1, 1))
        ((1, 0), (-1, 1))
        """
    def turned_overlap_area(
        self, other: Mask, position: VectorLike, angle: float = 0.0, scale: float = 1.0
    ) -> float:
        """The area that the two have in common when the other is rotated and scaled: exact, in pixels."""
    def outlines(
        self, tolerance: float = 0.0
    ) -> list[tuple[npt.NDArray[np.float64], list[npt.NDArray[np.float64]]]]:
        """The outlines of all groups of filled pixels that are joined by their sides: for each its outer
        corners, shape (n, 2), counter-clockwise, and the corners of its holes, clockwise.

        An outline joins the midpoints of the sides between filled and empty pixels, and so cuts the corners
        of pixels. Its corners are at most ``tolerance`` away from that line. Raises ``InvalidArgument`` if
        that is negative or not finite.

        >>> from clearance import Mask
        >>> Mask(["1"]).outlines()[0][0].tolist()
        [[0.5, 0.0], [1.0, 0.5], [0.5, 1.0], [0.0, 0.5]]
        """
    def to_array(self) -> npt.NDArray[np.bool_]:
        """An array of bool, shape (height, width), row 0 at the top."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...

@final
class Part:
    """A part of an assembly: a shape at its place, under a name.

    ``shape`` may have a pose, or be a mesh of another library. Parts of one shape object share what is found
    out about it. ``precision`` is how far a coordinate may be from the one that was meant, as ``LoadedPart``
    has it. Two parts are tested when the ``mask`` of each has the ``layer`` of the other, and they are not of
    one ``group``.

    Raises ``InvalidArgument`` or ``InvalidType`` with the field that is wrong.

    >>> from clearance import Part, d3
    >>> Part("lid", d3.Box((2, 2, 0.1)).at((0, 0, 5)))
    Part('lid', Box((2.0, 2.0, 0.1)).at((0.0, 0.0, 5.0)))
    """
    def __new__(
        cls,
        name: str,
        shape: Shape | Placed | MeshLike | TrianglesLike,
        *,
        precision: float = 0.0,
        layer: int = 1,
        mask: int = ...,
        group: str | None = None,
        sensor: bool = False,
    ) -> Part: ...
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def shape(self) -> Shape:
        """Its shape."""
    @property
    def pose(self) -> Pose:
        """Where it is."""
    @property
    def precision(self) -> float:
        """How far a coordinate may be from the one that was meant."""
    @property
    def layer(self) -> int:
        """The layers it is on."""
    @property
    def mask(self) -> int:
        """The layers it is tested against."""
    @property
    def group(self) -> str | None:
        """Parts of one group are not tested against each other."""
    @property
    def sensor(self) -> bool:
        """Whether it only reports that it meets something."""

def load_assembly(paths: Sequence[str], deflection: float | None) -> tuple[list[Part], str, str | None]:
    """The parts of files, a title, and the unit of a scene that has one."""

def check_assembly(
    title: str,
    unit: str | None,
    parts: Sequence[Part],
    tolerance: float | Literal["auto"] | None,
    within: float | None,
    depth: bool,
    shapes: bool,
    threads: int | None,
    files: Sequence[str | None],
    stopped: Findings | None,
) -> tuple[Findings, BaseException | None]:
    """Checks these parts, whose lengths have this unit; also returns what a signal handler has raised, which
    stopped it. It goes on from the file or the findings of one that was stopped.
    """

def view_parts(title: str, parts: Sequence[Part]) -> str:
    """The page, whose title is read aloud; of very large meshes, it has less detail."""
def remove_parts(
    parts: Sequence[Part],
    tolerance: float | Literal["auto"] | None,
    own_axes: bool,
    spread: int,
    directions: npt.ArrayLike,
    threads: int | None,
) -> str:
    """Which of these parts block which on their way out, as the JSON of the command."""

def follow_parts(parts: Sequence[Part], moves: str, tolerance: float | Literal["auto"] | None) -> str:
    """What moves of these parts, given as JSON, meet on the way, as the JSON of the command."""

@final
class Findings:
    """The pairs of an assembly that are not clear of each other."""
    @property
    def pairs_tested(self) -> int:
        """How many pairs of parts the layers, masks and groups allow."""
    @property
    def left(self) -> int:
        """How many pairs that are near each other have not been decided, if it was stopped."""
    def records(self) -> list[Interference]:
        """All of them, as records."""
    def gone(self) -> list[GoneClash] | None:
        """What was known and is there no more, as records; `None` if nothing was compared."""
    def notes(self) -> list[str]:
        """Sets of the rules that have no part."""
    def accepted(self, file: str) -> str:
        """The text of the list of accepted clashes that becomes of the one in this file."""
    def remarks(self) -> list[tuple[int, str]]:
        """What is wrong with parts, each with the number of its part."""
    def json(self) -> str:
        """The document that the command prints as JSON."""
    def csv(self) -> str:
        """The table that the command prints as CSV."""
    def junit(self) -> str:
        """The tests that the command prints as JUnit XML."""
    def html(self) -> tuple[bytes, list[str]]:
        """The page of a report, and what was left out of it."""
    def bcf(self, version: str, every: bool) -> tuple[bytes, list[str]]:
        """The pairs as BCF of this version, and what was left out."""

@final
class Obstacles:
    """Shapes that stand around a robot: from any iterable of shapes of ``d3`` with their poses, in the frame of
    the robot's root link. Made once, for any number of questions.

    >>> from clearance import Obstacles, d3
    >>> len(Obstacles([d3.HalfSpace((0, 0, 1)), d3.Box((0.1, 0.1, 0.1)).at((0.5, 0, 0.3))]))
    2
    """
    def __new__(cls, shapes: Iterable[Shape | Placed | MeshLike | TrianglesLike]) -> Obstacles: ...
    @staticmethod
    def load(path: str | PathLike[str]) -> Obstacles:
        """The parts of a scene or of mesh files at their places, as ``Assembly.load`` reads them.

        Raises ``InvalidShape`` or ``UnsupportedFormat`` with the field ``path`` for a file that cannot be
        read.
        """
    def __len__(self) -> int: ...

@final
class Robot:
    """A robot: links that joints move. ``Robot.load`` reads a URDF.

    A configuration ``q`` has one number for each joint of ``joint_names``, in radians or in the unit of the
    URDF. Values beyond the limits are no error. Questions take ``obstacles``, an ``Obstacles`` or an iterable
    of shapes, and ask about the robot alone without them. A pair is a link and another link, or a link and
    the number of an obstacle. Links that a joint connects are never asked about, nor those that are fixed to
    each other or that the SRDF leaves out.

    >>> from clearance import Robot, d3
    >>> arm = '''<robot name="arm">
    ...   <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
    ...   <link name="upper"><collision><origin xyz="0 0 1"/><geometry><capsule radius="0.1" length="1.5"/></geometry></collision></link>
    ...   <link name="lower"><collision><origin xyz="0 0 1"/><geometry><capsule radius="0.1" length="1.7"/></geometry></collision></link>
    ...   <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="1 0 0"/></joint>
    ...   <joint name="elbow" type="revolute"><origin xyz="0 0 2"/><parent link="upper"/><child link="lower"/>
    ...     <axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="0" velocity="0"/></joint></robot>'''
    >>> robot = Robot.from_urdf(arm)
    >>> robot.joint_names, robot.limits[1].tolist(), robot.pairs
    (('shoulder', 'elbow'), [-3.0, 3.0], [('base', 'lower')])
    >>> robot.colliding([0.0, 0.0]), robot.first_collision([0.0, 3.1])
    (False, LinkPair(link='base', other='lower'))
    >>> ball = d3.Sphere(0.5).at((0.0, -2.5, 2.5))
    >>> near = robot.distance([0.0, 0.0], [ball])
    >>> near.link, near.other, round(near.distance, 6)
    ('lower', 0, 1.9)
    >>> way = robot.path([0.0, 0.0], [1.5, 0.0], [ball])
    >>> way.free, way.contact.link, way.contact.other, round(way.contact.time, 4)
    (False, 'lower', 0, 0.4099)
    >>> robot.colliding_many([[0.0, 0.0], [0.8, 0.0], [0.0, 3.1]], [ball]).tolist()
    [False, True, True]
    """
    @staticmethod
    def load(
        path: str | PathLike[str],
        *,
        srdf: str | PathLike[str] | None = None,
        packages: Sequence[str | PathLike[str]] = ...,
        hulls: bool = False,
    ) -> Robot:
        """Reads a URDF, the meshes that it names, and an SRDF, which says which pairs are never asked about.

        Without ``srdf``, a file beside the URDF with its name and the ending ``.srdf`` is read if there is
        one. Meshes are STL, OBJ, PLY, glTF, GLB or 3MF files, beside the URDF or below, or named as
        ``package://name/…``: packages are looked for in the folders ``packages``, then among the folders that
        the URDF is in, then beside it. With ``hulls`` the hull of each mesh is taken instead of it.

        Raises ``FileNotFoundError``, and ``InvalidRobot`` with the field that is wrong: a floating, planar or
        spherical joint, links that are no tree, a shape of no size.
        """
    @staticmethod
    def from_urdf(
        text: str,
        *,
        folder: str | PathLike[str] = ...,
        srdf: str | PathLike[str] | None = None,
        packages: Sequence[str | PathLike[str]] = ...,
        hulls: bool = False,
    ) -> Robot:
        """The same for the text of a URDF; ``folder`` is where its meshes are, by default the working directory."""
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def link_names(self) -> tuple[str, ...]:
        """The names of its links, in the order of the file."""
    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the joints that ``q`` has a value for: those that are not fixed and follow no other one,
        in the order of the file.
        """
    @property
    def limits(self) -> npt.NDArray[np.float64]:
        """The least and the greatest value of each of these joints, shape (n, 2); infinite for continuous ones."""
    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of links that are asked about, by name."""
    @property
    def remarks(self) -> list[str]:
        """What the files say that had no effect."""
    def with_pairs(self, pairs: Sequence[tuple[str, str]], *, asked: bool = False) -> Robot:
        """The same robot, with these pairs of links asked about (``asked=True``) or never asked about.

        Raises ``InvalidRobot`` if there is no such link.
        """
    def within_limits(self, q: npt.ArrayLike) -> bool:
        """Whether all values of ``q`` are within the limits, those of joints that follow others included."""
    def link_poses(self, q: npt.ArrayLike) -> dict[str, Pose]:
        """Where each link is: a dict of ``d3.Pose`` by the name of the link."""
    def colliding(self, q: npt.ArrayLike, obstacles: _ObstaclesLike | None = None) -> bool:
        """Whether the robot meets itself or an obstacle, touching included. Exact, as ``d3.intersects``.

        Raises ``InvalidArgument`` with the field ``q`` for a wrong number of values, or one that is not
        finite.
        """
    def first_collision(self, q: npt.ArrayLike, obstacles: _ObstaclesLike | None = None) -> LinkPair | None:
        """The first ``LinkPair`` that meets, or ``None``."""
    def collisions(self, q: npt.ArrayLike, obstacles: _ObstaclesLike | None = None) -> list[LinkPair]:
        """All pairs that meet: a list of ``LinkPair``."""
    def distance(self, q: npt.ArrayLike, obstacles: _ObstaclesLike | None = None) -> NearestLinks | None:
        """The nearest pair, how near it is, and its clearance: ``NearestLinks``; ``None`` if there is nothing to
        ask about.

        The distance is 0 if anything meets; the clearance of that pair may then be negative.
        """
    def path(
        self,
        start: npt.ArrayLike,
        goal: npt.ArrayLike,
        obstacles: _ObstaclesLike | None = None,
        *,
        tolerance: float | None = None,
        accuracy: float | None = None,
        max_steps: int = 1_000_000,
    ) -> RobotPath:
        """Whether the way from ``start`` to ``goal`` is free, a straight line in joint space: ``RobotPath``.

        Nothing is passed over, however thin: this is proved by bounds on how far each link can move. A gap of
        at most ``tolerance`` may be called a contact, by default a millionth of the robot's size.
        ``accuracy`` is how far the bounds of the least clearance may be apart, by default 1/512 of the size;
        infinity is fastest.

        Raises ``InvalidArgument`` with the field.
        """
    def colliding_many(
        self, q: npt.ArrayLike, obstacles: _ObstaclesLike | None = None, *, threads: int | None = None
    ) -> npt.NDArray[np.bool_]:
        """Whether each of many configurations collides: ``q`` has shape (n, number of joints), the answer shape
        (n,).

        ``threads=None`` takes all cores. Signals end the work. Raises ``InvalidArgument`` with the index of
        the first wrong configuration.
        """
    def distance_many(
        self, q: npt.ArrayLike, obstacles: _ObstaclesLike | None = None, *, threads: int | None = None
    ) -> npt.NDArray[np.float64]:
        """The least distance in each of many configurations, 0 where something meets; as ``colliding_many``."""
