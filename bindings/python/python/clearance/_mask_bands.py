"""The order in which ``overlap`` looks for a common pixel.

pygame keeps a mask in words of 64 pixels side by side, and of two masks compares one word of each at a time: all rows of one pair of
columns of words, then the next pair. Where the words of both masks begin, a band of columns begins. In a band it goes row by row
from the top, and in a row from the left. (Its words have 32 pixels on Windows.)
"""

from __future__ import annotations

from itertools import pairwise

from ._mask_regions import Pixels

WORD = 64


def cuts(width: int, other_width: int, x: int) -> list[int]:
    """Where the bands begin, and the end of the last one, with the other mask ``x`` to the right.

    >>> cuts(200, 200, 10), cuts(64, 64, -10)
    ([10, 64, 74, 128, 138, 192, 200], [0, 54])
    """
    left, right = max(x, 0), min(width, x + other_width)
    own = range(-(-left // WORD) * WORD, right, WORD)
    others = range(left + (x - left) % WORD, right, WORD)
    return sorted({left, right, *own, *others})


def first_of_bands(common: Pixels, ends: list[int], top: int) -> tuple[int, int] | None:
    """The first of the common pixels, of which the leftmost column is that of the first band, and the first row is ``top``."""
    if not common.any():
        return None
    for left, right in pairwise(ends):
        band = common[:, left - ends[0] : right - ends[0]]
        y, x = divmod(int(band.argmax()), right - left)
        if band[y, x]:
            return x + left, y + top
    return None
