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

**Speed.** Pixels are bits in words of 64, in native memory. Medians of 21 rounds, in turns with pygame-ce 2.5.8, of noise of which half is
filled, on two cores that had other work, which moves single figures by a factor of two; all answers were the same:

==============================  =========  =========  =========  =========
microseconds                      64 wide     pygame  1024 wide     pygame
==============================  =========  =========  =========  =========
get_at                               0.12       0.12       0.12       0.12
set_at                               0.12       0.14       0.12       0.29
count                                0.37       0.13       10.1       13.4
overlap                              0.16       0.33       0.17       0.19
overlap, apart                       0.16       0.48       0.37       0.19
overlap_area                         0.17       0.53       5.62       13.3
overlap_area after a change          0.25       0.35       12.0       8.52
overlap_mask                         0.39       0.69       4.57       6.72
copy                                 0.27       0.21       5.77       4.09
draw on a copy                       0.41       0.70       5.42       23.4
erase on a copy                      0.45       0.40       5.78       9.90
Mask(size)                           0.39       0.41       1.71       1.39
centroid                             0.45       4.64       97.4      8,400
angle                                0.48       3.49        183     12,809
outline                              30.2       28.5       1.32       12.1
connected_component                  18.5       43.4     22,967     42,726
connected_components(50)             61.0       48.6     21,388     36,292
get_bounding_rects                   24.8       19.4     15,639     39,900
scale to twice the size              6.05       17.5      2,557     16,397
scale to half the size               2.12       8.46        237      2,611
to_surface                           35.7       6.21     20,483     12,544
fill                                 0.09       0.21       2.41       1.36
==============================  =========  =========  =========  =========

Slower than pygame stay ``to_surface``, ``from_surface`` and ``convolve``, which numpy does, and the making and copying of small masks.
``python -m bench masks`` compares the two.
"""

from __future__ import annotations

from types import EllipsisType
from typing import Any, SupportsIndex

import numpy as np

from . import _friends, _mask_surfaces
from ._errors import InvalidType
from ._mask_arguments import OutOfBounds, offset, place, pygame_for, size_of
from ._mask_convolution import convolved
from ._mask_surfaces import OPAQUE_BLACK, OPAQUE_WHITE, Paint, Pixels
from ._native import MaskBase
from ._typing import MaskLike, VectorLike

__all__ = ["Mask", "MaskType", "OutOfBounds", "from_surface", "from_threshold"]


class Mask(MaskBase):
    """Filled and empty pixels, as ``pygame.mask.Mask``: row 0 at the top, y down, offsets from top left to top left.

    >>> ring = Mask((3, 3), fill=True)
    >>> ring.set_at((1, 1), 0)
    >>> ring.count(), ring.outline()[:4], ring.centroid()
    (8, [(0, 0), (1, 0), (2, 0), (2, 1)], (1, 1))
    >>> ring.overlap_mask(Mask((2, 2), fill=True), (1, 1)).to_array().astype(int).tolist()
    [[0, 0, 0], [0, 0, 1], [0, 1, 1]]
    >>> stairs = Mask((100, 2))
    >>> stairs.set_at((5, 1)), stairs.set_at((70, 0)), stairs.overlap(stairs, (0, 0))
    (None, None, (5, 1))
    """

    __slots__ = ()

    def __init__(self, size: VectorLike, fill: object = False) -> None:
        self._reset(size, fill)

    def __buffer__(self, flags: int, /) -> memoryview:
        """Words of 64 pixels as in pygame, the first in the lowest bit; shape (words in a row, height). A copy."""
        if flags & 1:
            raise BufferError("the memory of a mask cannot be written")
        words = self._words()
        words.flags.writeable = False
        return words.data

    def get_rect(self, **kwargs: Any) -> Any:
        """A ``Rect`` of this size at (0, 0), with attributes set as given: ``get_rect(center=(5, 5))``."""
        rect = pygame_for("get_rect").Rect((0, 0), self.get_size())
        for name, value in kwargs.items():
            setattr(rect, name, value)
        return rect

    def scale(self, scale: VectorLike) -> Mask:
        """A mask of another size, each pixel that of the place where it lies in this one."""
        width, height = size_of(scale, "scale")
        has_pixels = all((width, height, *self.get_size()))
        return self._scaled(width, height) if has_pixels else Mask((width, height))

    def convolve(self, other: Mask | MaskLike, output: Mask | None = None, offset: VectorLike = (0, 0)) -> Mask:
        """A mask of all offsets at which the two have a common pixel.

        It is filled at (x, y) if the other one, with its lower right pixel on the pixel (x, y) of this one, overlaps it.

        With ``output``, it is drawn on that mask, moved by ``offset``.
        """
        it, by = _mask(other, "other"), _offset(offset)
        if output is not None and not isinstance(output, Mask):
            raise InvalidType(f"output: must be a Mask, not {output!r}", "output")
        (width, height), (its_width, its_height) = self.get_size(), it.get_size()
        onto = output
        if onto is None:
            onto = Mask((max(0, width + its_width - 1), max(0, height + its_height - 1)))
        if all((width, height, its_width, its_height)):
            onto.draw(_made(convolved(self.to_array(), it.to_array()[::-1, ::-1])), by)
        return onto

    def connected_component(self, pos: VectorLike | EllipsisType = ...) -> Mask:
        """The component (joined by sides or corners) with most pixels, or that of ``pos``; empty if that is not filled."""
        if pos is ...:
            return self._component(None)
        x, y = place(pos, self.get_size())
        return self._component((x, y)) if self.get_at((x, y)) else Mask(self.get_size())

    def get_bounding_rects(self) -> list[Any]:
        """A ``Rect`` round each component."""
        rect = pygame_for("get_bounding_rects").Rect
        return [rect(box) for box in self._boxes()]

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
        return _mask_surfaces.draw(self.to_array(), surface, filled, empty, dest, area)


MaskType = Mask
"""Its other name in pygame."""


def from_surface(surface: Any, threshold: SupportsIndex = 127) -> Mask:
    """A mask of the pixels of a ``Surface`` whose alpha is above the threshold; with a colour key, of those that differ from it.

    >>> import pygame
    >>> picture = pygame.Surface((20, 10), pygame.SRCALPHA)
    >>> rect = picture.fill("red", (5, 5, 3, 2))
    >>> from_surface(picture).count()
    6
    """
    return _made(_mask_surfaces.more_opaque(surface, threshold))


def from_threshold(
    surface: Any, color: Any, threshold: Any = OPAQUE_BLACK, othersurface: Any = None, palette_colors: SupportsIndex = 1
) -> Mask:
    """A mask of the pixels of a ``Surface`` that are near a colour: red, green and blue differ by less than those of the threshold.

    With ``othersurface``, near the pixels of that one instead of near the colour.

    >>> import pygame
    >>> picture = pygame.Surface((20, 10))
    >>> rect = picture.fill((250, 0, 0), (5, 5, 3, 2))
    >>> from_threshold(picture, "red", (10, 10, 10)).count()
    6
    """
    return _made(_mask_surfaces.near_color(surface, color, threshold, othersurface, palette_colors))


def _made(pixels: Pixels) -> Mask:
    mask = Mask.__new__(Mask)
    mask._take(np.ascontiguousarray(pixels).view(np.uint8))
    return mask


_offset = offset
"""Under another name, as ``offset`` is an argument of the methods, too."""


def _mask(given: Any, name: str) -> Mask:
    if isinstance(given, Mask):
        return given
    if not _friends.is_mask(given):
        raise InvalidType(f"{name}: must be a Mask, not {given!r}", name)
    return _made(_friends.pixels(given))
