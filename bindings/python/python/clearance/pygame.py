"""``pygame.mask`` with the same names, arguments and results: what a program needs is one other import.

>>> from clearance.pygame import Mask
>>> mask = Mask((100, 50), fill=True)
>>> mask.set_at((3, 4), 0)
>>> mask.count(), mask.overlap(Mask((9, 9), fill=True), (95, 48)), mask.overlap_area(Mask((9, 9), fill=True), (95, 48))
(4999, (95, 48), 10)

pygame need be installed only for what has to do with its other classes: ``from_surface``, ``from_threshold``, ``to_surface``,
``get_rect`` and ``get_bounding_rects``. The ``other`` mask of a method may be of this class or of pygame's own, and
``pygame.sprite.collide_mask`` takes sprites with masks of this class. A mask is accepted as a shape of ``clearance.d2``.

**Which common pixel** ``overlap`` **gives.** pygame compares words of 64 pixels (32 on Windows), and so does not look row by row over the
whole width. The columns that both masks have are cut into bands: at multiples of 64 of the first mask, and at multiples of 64 of the
other one, moved by the offset. The first band from the left that has a common pixel is taken; in it, the topmost row; in that, the
leftmost pixel. Of masks that are at most 64 wide, this is the topmost pixel, and of several the leftmost. Here words have 64 pixels on
every system.

Where it differs from pygame-ce 2.5.8:

- ``connected_component()`` and ``connected_components(minimum)`` count all pixels of a component. pygame loses some where parts of a
  component are joined late: then it gives another one than the largest, or leaves out one that is large enough. For masks that are
  one pixel wide it reads memory that was never written, and may end the process.
- A mask that is drawn onto itself or erased from itself, or is the ``output`` of its own ``convolve``, is read as it was before. In
  pygame it is read while it changes.
- ``setsurface`` and ``unsetsurface`` of ``to_surface`` may be smaller than the ``area``: beyond them the colours are used, and nothing if
  they are ``None``. pygame reads beyond their memory there. It does so, too, with an ``othersurface`` of ``from_threshold`` that is too
  small, which is an error here.
- Errors have the types that they have in pygame, and are also a ``ClearanceError`` with the name of the argument as its ``field``. New
  are those for numbers that are not finite and offsets of 2^31 and more, for which pygame takes other numbers, and for an ``output`` of
  ``convolve`` that is not a mask, which ends the process in pygame.
- ``memoryview(mask)`` needs Python 3.12, and gives a copy that cannot be written. ``mask.to_array()`` is a copy, too.
- If a palette has the colour of the colour key twice, ``from_surface`` takes the first of both for the key.

**Speed.** A pixel is a byte, so that one pixel is read or written at once, and numpy does the rest. A mask that is asked for overlaps
again and again without a change is packed into words of 64 pixels, those of the core of this package; a change drops them. That is slower
than pygame, which does all of it in C: ``set_at`` takes 2.5 times as long, and an overlap of masks of 64 x 64 takes 1.6 microseconds in
place of 0.2. Masks of 1024 x 1024 take as long as there for ``overlap_area``, less for ``scale``, and ten times as long for overlaps after
a change. ``python -m bench masks`` compares the two.
"""

from __future__ import annotations

import math
from itertools import pairwise
from types import EllipsisType
from typing import Any, SupportsIndex

import numpy as np

from . import _friends, _mask_surfaces
from ._errors import InvalidArgument, InvalidType
from ._mask_arguments import OutOfBounds, offset, pair, pygame_for, whole
from ._mask_bands import WORD, cuts, first_of_bands
from ._mask_regions import Numbers, Pixels, Regions
from ._mask_regions import outline as _outline
from ._mask_sums import convolved, moment
from ._mask_surfaces import OPAQUE_BLACK, OPAQUE_WHITE, Paint
from ._native import Mask as _Words
from ._typing import MaskLike, VectorLike

__all__ = ["Mask", "MaskType", "OutOfBounds", "from_surface", "from_threshold"]

_LARGEST_SIDE, _LARGEST_AREA = 1 << 24, 1 << 32
_ENOUGH = 8
"""After so many questions without a change, packing the pixels costs less than the next ones would."""


class Mask:
    """Filled and empty pixels, as ``pygame.mask.Mask``: row 0 at the top, y down, offsets from top left to top left.

    >>> ring = Mask((3, 3), fill=True)
    >>> ring.set_at((1, 1), 0)
    >>> ring.count(), ring.outline()[:4], ring.centroid()
    (8, [(0, 0), (1, 0), (2, 0), (2, 1)], (1, 1))
    >>> ring.overlap_mask(Mask((2, 2), fill=True), (1, 1)).to_array().astype(int).tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 1]]
    """

    __slots__ = ("_asked", "_bands", "_cells", "_height", "_pixels", "_width", "_words")

    _words: _Words | None
    """All pixels in the words of the core; ``None`` after a change."""
    _bands: list[_Words]
    """The same, of every 64 columns; empty until they are asked for."""

    def __init__(self, size: VectorLike, fill: object = False) -> None:
        width, height = pair(size, "size")
        if width < 0 or height < 0:
            raise InvalidArgument("cannot create mask with negative size", "size")
        self._take(_empty(width, height, "size"))
        if fill:
            self.fill()

    def _take(self, pixels: Pixels) -> None:
        """Makes these the pixels of a new mask: contiguous, and of no one else."""
        self._height, self._width = pixels.shape
        self._pixels = pixels
        self._cells = pixels.reshape(-1).view(np.uint8).data
        self._forget()

    def _forget(self) -> None:
        """To be called at every change."""
        self._words, self._bands, self._asked = None, [], 0

    def __copy__(self) -> Mask:
        return _made(self._pixels.copy(), type(self))

    def copy(self) -> Mask:
        """A mask of the same class with the same pixels."""
        return self.__copy__()

    def __repr__(self) -> str:
        return f"<Mask({self._width}x{self._height})>"

    def __buffer__(self, flags: int, /) -> memoryview:
        """Words of 64 pixels as in pygame, the first in the lowest bit; shape (words in a row, height). A copy."""
        if flags & 1:
            raise BufferError("the memory of a mask cannot be written")
        words = -(-self._width // WORD)
        bits = np.zeros((self._height, words * WORD), np.bool_)
        bits[:, : self._width] = self._pixels
        rows = np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64, copy=False)
        packed = np.ascontiguousarray(rows.T)
        packed.flags.writeable = False
        return packed.data

    def to_array(self) -> Pixels:
        """A copy of the pixels, shape (height, width). Not in pygame."""
        return self._pixels.copy()

    def get_size(self) -> tuple[int, int]:
        """Width and height."""
        return self._width, self._height

    def get_rect(self, **kwargs: Any) -> Any:
        """A ``Rect`` of this size at (0, 0), with attributes set as given: ``get_rect(center=(5, 5))``."""
        rect = pygame_for("get_rect").Rect(0, 0, self._width, self._height)
        for name, value in kwargs.items():
            setattr(rect, name, value)
        return rect

    def get_at(self, pos: VectorLike) -> int:
        """1 if the pixel is filled, else 0. Raises ``IndexError`` outside of the mask."""
        x, y = pair(pos, "pos")
        if not (0 <= x < self._width and 0 <= y < self._height):
            raise OutOfBounds(f"pos: {x}, {y} is out of bounds", "pos")
        cell: int = self._cells[y * self._width + x]
        return cell

    def set_at(self, pos: VectorLike, value: SupportsIndex = 1) -> None:
        """Fills a pixel, or empties it if ``value`` is 0. Raises ``IndexError`` outside of the mask."""
        x, y = pair(pos, "pos")
        filled = 1 if whole(value, "value") else 0
        if not (0 <= x < self._width and 0 <= y < self._height):
            raise OutOfBounds(f"pos: {x}, {y} is out of bounds", "pos")
        self._cells[y * self._width + x] = filled
        if self._asked:
            self._forget()

    def fill(self) -> None:
        """Fills all pixels."""
        self._pixels[...] = True
        self._forget()

    def clear(self) -> None:
        """Empties all pixels."""
        self._pixels[...] = False
        self._forget()

    def invert(self) -> None:
        """Empties the filled pixels and fills the empty ones."""
        np.logical_not(self._pixels, out=self._pixels)
        self._forget()

    def draw(self, other: Mask | MaskLike, offset: VectorLike) -> None:
        """Fills the pixels that are filled in the other mask."""
        mine, its = self._both(_mask(other, "other"), _offset(offset))
        np.logical_or(mine, its, out=mine)
        self._forget()

    def erase(self, other: Mask | MaskLike, offset: VectorLike) -> None:
        """Empties the pixels that are filled in the other mask."""
        mine, its = self._both(_mask(other, "other"), _offset(offset))
        np.greater(mine, its, out=mine)  # of two bools: the first and not the second
        self._forget()

    def overlap(self, other: Mask | MaskLike, offset: VectorLike) -> tuple[int, int] | None:
        """A pixel of this mask that is filled in both, or ``None``; which one, says the head of this module.

        >>> stairs = Mask((100, 2))
        >>> stairs.set_at((5, 1)), stairs.set_at((70, 0)), stairs.overlap(stairs, (0, 0))
        (None, None, (5, 1))
        """
        it, by = _mask(other, "other"), _offset(offset)
        words = self._both_words(it)
        if words is None:
            mine_there, its_there = self._both(it, by)
            return first_of_bands(mine_there & its_there, cuts(self._width, it._width, by[0]), max(by[1], 0))
        mine, its = words
        if self._width <= WORD and it._width <= WORD:
            return mine.common_pixel(its, by)
        return self._first_of_bands(it, by) if mine.overlaps(its, by) else None

    def overlap_area(self, other: Mask | MaskLike, offset: VectorLike) -> int:
        """How many pixels are filled in both."""
        it, by = _mask(other, "other"), _offset(offset)
        words = self._both_words(it)
        if words is not None:
            return words[0].overlap_area(words[1], by)
        mine, its = self._both(it, by)
        return int(np.count_nonzero(mine & its))

    def overlap_mask(self, other: Mask | MaskLike, offset: VectorLike) -> Mask:
        """A mask of the size of this one with the pixels that are filled in both."""
        it, by = _mask(other, "other"), _offset(offset)
        mine, its = self._both(it, by)
        common = Mask((self._width, self._height))
        np.logical_and(mine, its, out=common._both(it, by)[0])
        return common

    def scale(self, scale: VectorLike) -> Mask:
        """A mask of another size, each pixel that of the place where it lies in this one."""
        width, height = pair(scale, "scale")
        if width < 0 or height < 0:
            raise InvalidArgument("cannot scale mask to negative size", "scale")
        if not (width and height and self._width and self._height):
            return _made(_empty(width, height, "scale"))
        _check_size(width, height, "scale")
        rows = np.arange(height) * self._height // height
        columns = np.arange(width) * self._width // width
        return _made(self._pixels.take(columns, 1).take(rows, 0))

    def count(self) -> int:
        """How many pixels are filled."""
        return int(np.count_nonzero(self._pixels))

    def centroid(self) -> tuple[int, int]:
        """The mean of the filled pixels, rounded down; (0, 0) if there are none."""
        columns, rows = self._counts()
        count = max(int(rows.sum()), 1)
        return moment(columns, 1) // count, moment(rows, 1) // count

    def angle(self) -> float:
        """The direction of the filled pixels in degrees, from -90 to 90: that of the longer axis of their moments of inertia.

        The moments are rounded as in pygame.
        """
        count = self.count()
        if not count:
            return 0.0
        columns, rows = self._counts()
        x, y = moment(columns, 1) // count, moment(rows, 1) // count
        # For each row, the sum of the columns of its pixels.
        of_rows = np.einsum("yx,x->y", self._pixels, np.arange(self._width))
        xx, xy, yy = (total // count for total in (moment(columns, 2), moment(of_rows, 1), moment(rows, 2)))
        return -90.0 * math.atan2(2 * (xy - x * y), (xx - x * x) - (yy - y * y)) / math.pi

    def _counts(self) -> tuple[Numbers, Numbers]:
        """How many pixels each column has, and each row."""
        return np.add.reduce(self._pixels, 0, np.intp), np.add.reduce(self._pixels, 1, np.intp)

    def outline(self, every: SupportsIndex = 1) -> list[tuple[int, int]]:
        """The way round the component of the first filled pixel, row by row from the top: clockwise, back to the first pixel.

        ``every=10`` gives every tenth pixel of it.
        """
        return _outline(self._pixels, whole(every, "every"))

    def convolve(self, other: Mask | MaskLike, output: Mask | None = None, offset: VectorLike = (0, 0)) -> Mask:
        """A mask of all offsets at which the two have a common pixel.

        It is filled at (x, y) if the other one, with its lower right pixel on the pixel (x, y) of this one, overlaps it.

        With ``output``, it is drawn on that mask, moved by ``offset``.
        """
        it, by = _mask(other, "other"), _offset(offset)
        if output is not None and not isinstance(output, Mask):
            raise InvalidType(f"output: must be a Mask, not {output!r}", "output")
        onto = output
        if onto is None:
            onto = Mask((max(0, self._width + it._width - 1), max(0, self._height + it._height - 1)))
        if all((*self.get_size(), *it.get_size())):
            onto.draw(_made(convolved(self._pixels, it._pixels[::-1, ::-1])), by)
        return onto

    def connected_component(self, pos: VectorLike | EllipsisType = ...) -> Mask:
        """The component (joined by sides or corners) with most pixels, or that of ``pos``; empty if that is not filled."""
        if pos is not ... and not self.get_at(pos):
            return Mask(self.get_size())
        regions = Regions(self._pixels)
        if not regions.count:
            return Mask(self.get_size())
        return _made(regions.one(regions.largest() if pos is ... else regions.at(*pair(pos, "pos"))))

    def connected_components(self, minimum: SupportsIndex = 0) -> list[Mask]:
        """All components that have at least so many pixels, in the order of their first pixels, row by row."""
        least = whole(minimum, "minimum")
        return [_made(pixels) for pixels in Regions(self._pixels).each(least)]

    def get_bounding_rects(self) -> list[Any]:
        """A ``Rect`` round each component."""
        rect = pygame_for("get_bounding_rects").Rect
        return [rect(*box) for box in Regions(self._pixels).boxes()]

    def to_surface(
        self,
        surface: Any = None,
        setsurface: Any = None,
        unsetsurface: Any = None,
        setcolor: Any = OPAQUE_WHITE,
        unsetcolor: Any = OPAQUE_BLACK,
        dest: Any = (0, 0),
        area: Any = None,
    ) -> Any:
        """Draws the mask on a surface, or on a new one, and returns it.

        Filled pixels are drawn with those of ``setsurface``, and with ``setcolor`` where it is ``None`` or does not reach; if both
        are ``None``, not at all. So are empty pixels.
        """
        filled, empty = Paint(setsurface, setcolor), Paint(unsetsurface, unsetcolor)
        return _mask_surfaces.draw(self._pixels, surface, filled, empty, dest, area)

    def _both(self, other: Mask, by: tuple[int, int]) -> tuple[Pixels, Pixels]:
        """The pixels of both that lie on each other, of this mask and of the other one."""
        x, y = by
        left, right = max(x, 0), max(x, 0, min(self._width, x + other._width))
        top, bottom = max(y, 0), max(y, 0, min(self._height, y + other._height))
        return self._pixels[top:bottom, left:right], other._pixels[top - y : bottom - y, left - x : right - x]

    def _both_words(self, other: Mask) -> tuple[_Words, _Words] | None:
        """Both in the words of the core, if both were asked often enough since they have changed."""
        mine, its = self._words or self._pack(), other._words or other._pack()
        return None if mine is None or its is None else (mine, its)

    def _pack(self) -> _Words | None:
        self._asked += 1
        if self._asked > _ENOUGH:
            # Upside down: y is up there.
            self._words = _Words(self._pixels[::-1])
        return self._words

    def _band(self, number: int) -> _Words:
        if not self._bands:
            upright = self._pixels[::-1]
            self._bands = [_Words(upright[:, x : x + WORD]) for x in range(0, self._width, WORD)]
        return self._bands[number]

    def _first_of_bands(self, other: Mask, by: tuple[int, int]) -> tuple[int, int] | None:
        x, y = by
        for left, _ in pairwise(cuts(self._width, other._width, x)):
            mine, its = left // WORD, (left - x) // WORD
            found = self._band(mine).common_pixel(other._band(its), (x + (its - mine) * WORD, y))
            if found is not None:
                return found[0] + mine * WORD, found[1]
        return None


MaskType = Mask


def from_surface(surface: Any, threshold: SupportsIndex = 127) -> Mask:
    """A mask of the pixels of a ``Surface`` whose alpha is above the threshold; with a colour key, of those that differ from it."""
    return _made(_mask_surfaces.more_opaque(surface, threshold))


def from_threshold(
    surface: Any, color: Any, threshold: Any = OPAQUE_BLACK, othersurface: Any = None, palette_colors: SupportsIndex = 1
) -> Mask:
    """A mask of the pixels of a ``Surface`` that are near a colour: red, green and blue differ by less than those of the threshold.

    With ``othersurface``, near the pixels of that one instead of near the colour.
    """
    return _made(_mask_surfaces.near_color(surface, color, threshold, othersurface, palette_colors))


def _made(pixels: Pixels, kind: type[Mask] = Mask) -> Mask:
    mask = kind.__new__(kind)
    mask._take(np.ascontiguousarray(pixels))
    return mask


def _check_size(width: int, height: int, name: str) -> None:
    if max(width, height) > _LARGEST_SIDE or width * height > _LARGEST_AREA:
        raise InvalidArgument(f"{name}: a mask has at most 2^24 pixels a side and 2^32 in all", name)


def _empty(width: int, height: int, name: str) -> Pixels:
    _check_size(width, height, name)
    return np.zeros((height, width), np.bool_)


_offset = offset
"""Under another name, as ``offset`` is an argument of the methods, too."""


def _mask(given: Any, name: str) -> Mask:
    if isinstance(given, Mask):
        return given
    if not _friends.is_mask(given):
        raise InvalidType(f"{name}: must be a Mask, not {given!r}", name)
    return _made(_friends.pixels(given))
