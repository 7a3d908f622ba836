"""What the functions of ``clearance.pygame`` take: pairs of numbers, whole numbers, and what is made with pygame itself.

The native half reads tuples of two ints by itself, and asks here for anything else.
"""

from __future__ import annotations

import importlib
import operator
from typing import Any

from ._errors import InvalidArgument, InvalidType

FURTHEST = 1 << 31
"""Offsets are smaller than this, as in pygame, which keeps them in 32 bits."""


LARGEST_SIDE, LARGEST_AREA = 1 << 24, 1 << 32
"""Of a mask, in pixels."""


class OutOfBounds(InvalidArgument, IndexError):
    """A position that is not on the mask."""


def pair(given: Any, name: str) -> tuple[int, int]:
    """Two numbers, from anything that has two in order; floats are rounded towards zero, as in pygame.

    >>> pair((1.9, -1.9), "pos"), pair([3, 4], "pos")
    ((1, -1), (3, 4))
    """
    if type(given) is tuple and len(given) == 2:
        x, y = given
        if type(x) is int and type(y) is int:
            return x, y
    return _converted(given, name)


def offset(given: Any) -> tuple[int, int]:
    x, y = pair(given, "offset")
    if not (-FURTHEST < x < FURTHEST and -FURTHEST < y < FURTHEST):
        raise InvalidArgument("offset: must be less than 2^31 pixels", "offset")
    return x, y


def size_of(given: Any, name: str = "size") -> tuple[int, int]:
    """The size of a mask."""
    width, height = pair(given, name)
    if width < 0 or height < 0:
        raise InvalidArgument(f"{name}: cannot create a mask with negative size", name)
    if max(width, height) > LARGEST_SIDE or width * height > LARGEST_AREA:
        raise InvalidArgument(f"{name}: a mask has at most 2^24 pixels a side and 2^32 in all", name)
    return width, height


def place(given: Any, size: tuple[int, int]) -> tuple[int, int]:
    """The argument ``pos``, which must be on a mask of this size."""
    x, y = pair(given, "pos")
    if not (0 <= x < size[0] and 0 <= y < size[1]):
        raise OutOfBounds(f"pos: {x}, {y} is out of bounds", "pos")
    return x, y


def whole(given: Any, name: str) -> int:
    try:
        return operator.index(given)
    except TypeError:
        raise InvalidType(f"{name}: must be a whole number, not {given!r}", name) from None


def pygame_for(what: str) -> Any:
    """The module ``pygame``, which need not be installed."""
    try:
        return importlib.import_module("pygame")
    except ImportError as missing:
        raise ImportError(f"{what} needs pygame: pip install pygame-ce") from missing


def surface(given: Any, name: str, pygame: Any) -> Any:
    if not isinstance(given, pygame.Surface):
        raise InvalidType(f"invalid {name} argument: must be a Surface, not {given!r}", name)
    return given


def _converted(given: Any, name: str) -> tuple[int, int]:
    if isinstance(given, tuple) and len(given) == 1:
        return pair(given[0], name)
    try:
        if isinstance(given, (dict, str)) or len(given) != 2:
            raise TypeError
        return _number(given[0], name), _number(given[1], name)
    except (TypeError, LookupError):
        raise InvalidType(f"{name} must be two numbers, not {given!r}", name) from None


def _number(given: Any, name: str) -> int:
    if not isinstance(given, float):
        return operator.index(given)
    try:
        return int(given)
    except (ValueError, OverflowError):
        raise InvalidArgument(f"{name}: must be finite, not {given!r}", name) from None
