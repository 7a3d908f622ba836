"""Races of ``clearance.pygame`` and pygame's own masks.

    pip install './bindings/python[bench]'     # pygame-ce
    cd bindings/python && python -m bench masks [--quick]

A disc, and noise of which half is filled: 64 and 1024 pixels wide. The two masks of an overlap are equal, and have not changed
before, unless the race says so. All answers are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from clearance.pygame import Mask

from .measure import Contestant
from .race import Race

PIXELS = 1000
"""How many are read or written in a row."""
Ask = Callable[[Any], Any]


def pictures(side: int) -> dict[str, npt.NDArray[np.bool_]]:
    y, x = np.mgrid[:side, :side] - side / 2
    return {"disc": x**2 + y**2 < (0.45 * side) ** 2, "noise": np.random.default_rng(1).random((side, side)) < 0.5}


def same_in_both(array: npt.NDArray[np.bool_]) -> dict[str, Any]:
    """The picture as a mask of each package."""
    import pygame

    masks = {"clearance": Mask(array.shape[::-1]), "pygame": pygame.mask.Mask(array.shape[::-1])}
    for mask in masks.values():
        for y, x in np.argwhere(array).tolist():
            mask.set_at((x, y))
    return masks


def set_pixels(mask: Any) -> None:
    for x in range(PIXELS):
        mask.set_at((x % 64, x // 64), 1)


def change_and_overlap(mask: Any, offset: tuple[int, int]) -> int:
    mask.set_at(offset, 1)
    area: int = mask.overlap_area(mask, offset)
    return area


def questions(side: int) -> dict[str, Ask]:
    """By name; of an answer that is a mask, how many pixels it has."""
    meeting, apart = (side // 3, side // 3 + 1), (int(0.95 * side), int(0.95 * side))
    return {
        "overlap": lambda mask: mask.overlap(mask, meeting),
        "overlap, apart": lambda mask: mask.overlap(mask, apart),
        "overlap_area": lambda mask: mask.overlap_area(mask, meeting),
        "overlap_area after a change": lambda mask: change_and_overlap(mask, meeting),
        "overlap_mask": lambda mask: mask.overlap_mask(mask, meeting),
        "draw on a copy": lambda mask: mask.copy().draw(mask, meeting),
        "count": lambda mask: mask.count(),
        "centroid": lambda mask: mask.centroid(),
        "angle": lambda mask: mask.angle(),
        "outline": lambda mask: mask.outline(),
        "connected_component": lambda mask: mask.connected_component(),
        "connected_components(50)": lambda mask: [each.count() for each in mask.connected_components(50)],
        "get_bounding_rects": lambda mask: [tuple(rect) for rect in mask.get_bounding_rects()],
        "scale to twice the size": lambda mask: mask.scale((2 * side, 2 * side)),
        "scale to half the size": lambda mask: mask.scale((side // 2, side // 2)),
        "to_surface": lambda mask: mask.to_surface(),
        # The last one: it changes the picture.
        f"set_at, {PIXELS} pixels": set_pixels,
    }


def numbers(answer: Any) -> Any:
    """What of an answer is compared."""
    if answer is None:
        return [-1.0]
    if hasattr(answer, "count") and hasattr(answer, "get_size"):
        return [answer.count()]
    return None if hasattr(answer, "get_flags") else np.ravel(answer)


def asked(ask: Ask, mask: Any) -> Callable[[], Any]:
    return lambda: ask(mask)


def races(is_quick: bool = False) -> Iterator[Race]:
    """All of them; quick ones have small masks only."""
    for side in (64,) if is_quick else (64, 1024):
        for picture, array in pictures(side).items():
            masks = same_in_both(array)
            for name, ask in questions(side).items():
                # The first mask is ours.
                contestants = [Contestant(who, asked(ask, mask), 1, who == "clearance") for who, mask in masks.items()]
                read = {who: numbers for who in masks}
                yield Race(f"masks, {side} x {side}, {picture}: {name}", contestants, read=read)
