from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, final

import numpy as np
import numpy.typing as npt

from ._interference import GoneClash, Interference
from ._typing import MaskLike, MeshLike, TrianglesLike, VectorLike

if TYPE_CHECKING:
    from .d3 import Placed, Pose, Shape

__all__ = [
    "Findings",
    "Mask",
    "Part",
    "__version__",
    "check_assembly",
    "d2",
    "d3",
    "follow_parts",
    "load_assembly",
    "remove_parts",
    "run_command",
]

__version__: str

def run_command(arguments: Sequence[str]) -> int:
    """Runs the command with these arguments, of which the first is its name, and returns its exit status."""

d2: ModuleType
d3: ModuleType

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

    ``shape`` may have a pose, or be a mesh of another library. Parts of one shape object share what is found out about
    it. ``precision`` is how far a coordinate may be from the one that was meant, as ``LoadedPart`` has it. Two parts are
    tested when the ``mask`` of each has the ``layer`` of the other, and they are not of one ``group``.

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
) -> Findings:
    """Checks these parts, whose lengths have this unit."""

def remove_parts(
    parts: Sequence[Part],
    tolerance: float | Literal["auto"] | None,
    own_axes: bool,
    spread: int,
    directions: Sequence[Sequence[float]],
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
