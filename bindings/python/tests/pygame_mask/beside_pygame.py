"""Masks with the same pixels, ours and pygame's, and whether answers of both are the same."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from clearance._friends import pixels
from clearance.pygame import Mask

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pygame = pytest.importorskip("pygame")
Theirs = pygame.mask.Mask


def both(array: np.ndarray) -> tuple[Mask, Any]:
    """The same pixels in a mask of ours and one of pygame's."""
    ours, theirs = Mask(array.shape[::-1]), Theirs(array.shape[::-1])
    for y, x in np.argwhere(array).tolist():
        ours.set_at((x, y))
        theirs.set_at((x, y))
    return ours, theirs


def drawn(random: np.random.Generator, most: int, least: int = 2) -> np.ndarray:
    """Noise of some density, or discs."""
    height, width = random.integers(least, most, 2)
    if random.random() < 0.5:
        return random.random((height, width)) < random.choice([0.02, 0.2, 0.4, 0.5, 0.6, 0.95])
    y, x = np.mgrid[:height, :width]
    centers = random.uniform(0, (height, width, most / 4), (3, 3))
    return np.any([(y - a) ** 2 + (x - b) ** 2 < r * r for a, b, r in centers], axis=0)


def same(ours: Any, theirs: Any) -> bool:
    if isinstance(ours, Mask):
        return np.array_equal(ours.to_array(), pixels(theirs))
    return type(ours) is type(theirs) and ours == theirs


def offsets(random: np.random.Generator, a: Mask, b: Mask, count: int) -> list[tuple[int, int]]:
    low = [-side - 1 for side in b.get_size()]
    return [tuple(at) for at in random.integers(low, [side + 2 for side in a.get_size()], (count, 2)).tolist()]
