from collections.abc import Sequence
from types import ModuleType
from typing import Any, final

import numpy as np
import numpy.typing as npt

from ._typing import MaskLike, VectorLike

__all__ = ["Mask", "d2", "d3"]

d2: ModuleType
d3: ModuleType

@final
class Mask:
    """Filled and empty pixels, row 0 on top: from rows of ``0`` and ``1``, an array of shape (height, width), or pygame's.

    Offsets and positions count from the lower left corner, y up, as everywhere here; corners of outlines, too.

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
        """The middle of the filled pixels, or ``None``."""
    def overlaps(self, other: Mask, offset: VectorLike) -> bool:
        """Whether a filled pixel of each coincides, the other moved by ``offset``."""
    def overlap_area(self, other: Mask, offset: VectorLike) -> int:
        """How many filled pixels coincide."""
    def overlap(self, other: Mask, offset: VectorLike) -> Mask:
        """The pixels of this one that coincide with the other's."""
    def common_pixel(self, other: Mask, offset: VectorLike) -> tuple[int, int] | None:
        """One pixel of this one that coincides, or ``None``."""
    def parting_shift(self, other: Mask, offset: VectorLike) -> tuple[int, int]:
        """By how much to move the other, along x or y, so that they no longer overlap."""
    def turned_overlap_area(
        self, other: Mask, position: VectorLike, angle: float = 0.0, scale: float = 1.0
    ) -> float:
        """The area in common where the other one is turned and scaled, exactly, in pixels."""
    def outlines(
        self, tolerance: float = 0.0
    ) -> list[tuple[npt.NDArray[np.float64], list[npt.NDArray[np.float64]]]]:
        """The outlines of all groups of connected pixels: for each its outer corners and those of its holes, shape (n, 2).

        Corners are at most ``tolerance`` away from the full outline.
        """
    def to_array(self) -> npt.NDArray[np.bool_]:
        """An array of bool, shape (height, width), row 0 on top."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...
