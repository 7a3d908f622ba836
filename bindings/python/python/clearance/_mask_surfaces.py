"""Masks from surfaces of pygame, and onto them.

A surface is read and written where it lies, through its buffer, as an array of its own pixel values: one, two or four bytes are a
number, and three bytes are taken together as they are. Colours become pixel values, and pixel values colours, by pygame itself.
"""

from __future__ import annotations

import sys
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ._errors import InvalidArgument, InvalidType
from ._mask_arguments import pair, pygame_for, surface, whole

Pixels: TypeAlias = npt.NDArray[np.bool_]
"""Shape (height, width), row 0 on top."""

IS_LITTLE = sys.byteorder == "little"
OPAQUE_WHITE = (255, 255, 255, 255)
OPAQUE_BLACK = (0, 0, 0, 255)


def more_opaque(given: Any, threshold: Any) -> Pixels:
    """Where the pixels of a surface differ from its colour key; without one, where their alpha is above the threshold."""
    picture = surface(given, "surface", pygame_for("from_surface"))
    limit = whole(threshold, "threshold")
    width, height = picture.get_size()
    if not (width and height):
        return np.zeros((height, width), np.bool_)
    key = picture.get_colorkey()
    if key is not None:
        differs: Pixels = _numbers(_values(picture)) != np.uint32(picture.map_rgb(key) & 0xFFFFFFFF)
        return differs
    if limit >= 255:
        return np.zeros((height, width), np.bool_)
    if limit < 0 or not picture.get_masks()[3]:
        return np.ones((height, width), np.bool_)
    return _alpha(picture) > limit


def near_color(given: Any, color: Any, threshold: Any, other: Any, palette_colors: Any) -> Pixels:
    """Where each of red, green and blue differs by less than that of the threshold: from the colour, or from another surface."""
    pygame = pygame_for("from_threshold")
    picture = surface(given, "surface", pygame)
    wanted = _channels_of_color(picture, color)
    limits = _channels_of_color(picture, threshold)
    uses_palette = whole(palette_colors, "palette_colors")
    width, height = picture.get_size()
    values: Any = _numbers(_values(picture)) if width and height else np.zeros((height, width), np.uint32)
    if other is None:
        return _all_within(_channels(values, picture, picture), wanted, limits)
    beside = surface(other, "othersurface", pygame)
    if beside.get_width() < width or beside.get_height() < height:
        raise InvalidArgument("othersurface: must be as large as the surface", "othersurface")
    others: Any = _numbers(_values(beside)[:height, :width]) if width and height else values
    if picture.get_bytesize() == beside.get_bytesize() == 1 and not uses_palette:
        return _all_within([values], [others], limits[:1])
    # The losses of the first surface for both, as in pygame: they differ only if the surfaces have different
    # formats.
    return _all_within(_channels(values, picture, picture), _channels(others, beside, picture), limits)


class Paint(NamedTuple):
    """With what the filled pixels, or the empty ones, are drawn."""

    picture: Any
    """A surface, or None."""
    color: Any
    """A colour for what the surface does not reach, or None."""


def draw(pixels: Pixels, onto: Any, filled: Paint, empty: Paint, dest: Any, area: Any) -> Any:
    """The surface, or a new one, with the pixels of an area drawn at a place."""
    pygame = pygame_for("to_surface")
    height, width = pixels.shape
    part = pygame.Rect(0, 0, width, height) if area is None else _clipped(_rect(area, pygame), width, height, pygame)
    target = pygame.Surface(part.size, pygame.SRCALPHA, 32) if onto is None else surface(onto, "surface", pygame)
    paints = [_checked(paint, target, name, pygame) for paint, name in ((filled, "setsurface"), (empty, "unsetsurface"))]
    left, top = _place(dest, pygame)
    x, y = max(left, 0), max(top, 0)
    right, bottom = min(left + part.width, target.get_width()), min(top + part.height, target.get_height())
    if x < right and y < bottom:
        to = _values(target)[y:bottom, x:right]
        from_x, from_y = x - left + part.left, y - top + part.top
        chosen = pixels[from_y : from_y + bottom - y, from_x : from_x + right - x]
        for where, paint in ((chosen, paints[0]), (~chosen, paints[1])):
            _put(to, where, paint, from_x, from_y)
    return target


def _put(to: Any, where: Pixels, paint: Paint, x: int, y: int) -> None:
    """Paints where it is wanted; `x` and `y` say where in the picture of the paint this is."""
    rest = where
    if paint.picture is not None:
        own = _values(paint.picture)[y:, x:][: to.shape[0], : to.shape[1]]
        reached = np.s_[: own.shape[0], : own.shape[1]]
        np.copyto(to[reached], own, where=where[reached])
        rest = where.copy()
        rest[reached] = False
    if paint.color is not None:
        np.copyto(to, paint.color, where=rest)


def _checked(paint: Paint, target: Any, name: str, pygame: Any) -> Paint:
    """The paint with a pixel value for its colour, and with a picture only if that has pixels."""
    picture, color = paint
    if picture is not None:
        surface(picture, name, pygame)
        if (picture.get_bitsize(), picture.get_masks()) != (target.get_bitsize(), target.get_masks()):
            raise InvalidArgument(f"{name} needs to have same bytesize/bitsize/alpha format as surface", name)
        picture = picture if all(picture.get_size()) else None
    return Paint(picture, None if color is None else _value_of_color(target, color))


def _values(picture: Any) -> npt.NDArray[Any]:
    """The pixel values of a surface that has pixels, shape (height, width), in its own memory."""
    size = picture.get_bytesize()
    width, height = picture.get_size()
    kind = "V3" if size == 3 else f"u{size}"
    return np.ndarray((height, width), kind, picture.get_buffer(), strides=(picture.get_pitch(), size))


def _numbers(values: npt.NDArray[Any]) -> npt.NDArray[np.uint32]:
    if values.dtype.kind == "u":
        return values.astype(np.uint32, copy=False)
    octets = np.ascontiguousarray(values).view(np.uint8).reshape(*values.shape, 3).astype(np.uint32)
    low, middle, high = (octets[..., k] for k in ((0, 1, 2) if IS_LITTLE else (2, 1, 0)))
    numbers: npt.NDArray[np.uint32] = low | middle << np.uint32(8) | high << np.uint32(16)
    return numbers


def _alpha(picture: Any) -> npt.NDArray[Any]:
    """From 0 to 255. Two bytes have less bits for it, which are spread over this range."""
    mask, shift = picture.get_masks()[3] & 0xFFFFFFFF, picture.get_shifts()[3]
    values = _values(picture)
    if picture.get_bytesize() == 4:
        octet = shift // 8 if IS_LITTLE else 3 - shift // 8
        return np.ndarray(values.shape, np.uint8, picture.get_buffer(), octet, values.strides)
    bits = (_numbers(values) & np.uint32(mask)) >> np.uint32(shift)
    spread: npt.NDArray[Any] = bits * np.uint32(255) // np.uint32(mask >> shift)
    return spread


def _value_of_color(picture: Any, color: Any) -> Any:
    """A pixel of this format that was filled with the colour; a number is a pixel value already."""
    probe = pygame_for("a color").Surface((1, 1), 0, picture)
    if picture.get_bytesize() == 1:
        probe.set_palette(picture.get_palette())
    probe.fill(color)
    return _values(probe)[0, 0].copy()


def _channels_of_color(picture: Any, color: Any) -> list[int]:
    value = _numbers(np.array([[_value_of_color(picture, color)]]))
    return list(picture.unmap_rgb(int(value[0, 0])))[:3]


def _channels(values: Any, picture: Any, losing: Any) -> list[Any]:
    """Red, green and blue, each moved up to the bits of a byte."""
    formats = zip(picture.get_masks(), picture.get_shifts(), losing.get_losses(), strict=True)
    return [(values & np.uint32(mask & 0xFFFFFFFF)) >> shift << loss for mask, shift, loss in list(formats)[:3]]


def _all_within(a: list[Any], b: list[Any], limits: list[int]) -> Pixels:
    near = [abs(np.subtract(p, q, dtype=np.int64)) < limit for p, q, limit in zip(a, b, limits, strict=True)]
    within: Pixels = np.logical_and.reduce(near)
    return within


def _rect(given: Any, pygame: Any) -> Any:
    try:
        rect = pygame.Rect(given)
    except TypeError:
        raise InvalidType("invalid rectstyle argument", "area") from None
    rect.normalize()
    return rect


def _clipped(rect: Any, width: int, height: int, pygame: Any) -> Any:
    """The part of a rect that lies on the mask. Each side is clipped by itself: ``Rect.clip`` makes both 0 if one of them is."""
    left, top = max(rect.left, 0), max(rect.top, 0)
    return pygame.Rect(left, top, max(0, min(rect.right, width) - left), max(0, min(rect.bottom, height) - top))


def _place(dest: Any, pygame: Any) -> tuple[int, int]:
    try:
        return pair(dest, "dest")
    except InvalidType:
        try:
            left, top = pygame.Rect(dest).topleft
        except TypeError:
            raise InvalidType(f"invalid dest argument: must be two numbers or a rect, not {dest!r}", "dest") from None
        return left, top
