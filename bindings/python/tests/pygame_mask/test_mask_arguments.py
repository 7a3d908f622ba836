"""Wrong arguments of ``clearance.pygame``: errors of the kinds that pygame raises, which name the argument."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from beside_pygame import Theirs, pygame

import clearance.pygame
from clearance import ClearanceError, InvalidType
from clearance.pygame import Mask, OutOfBounds, from_surface

WRONG: list[Callable[[Any, Any], Any]] = [
    lambda kind, mask: kind(),
    lambda kind, mask: kind("ab"),
    lambda kind, mask: kind(("1", "2")),
    lambda kind, mask: kind((1, -1)),
    lambda kind, mask: kind((1, 2, 3)),
    lambda kind, mask: kind({0: 3, 1: 4}),
    lambda kind, mask: kind(iter((3, 4))),
    lambda kind, mask: kind((1, 2), fil=True),
    lambda kind, mask: mask.get_at((5, 0)),
    lambda kind, mask: mask.get_at((0, -1)),
    lambda kind, mask: mask.get_at((1,)),
    lambda kind, mask: mask.get_at(1, 1),
    lambda kind, mask: mask.set_at((0, 5)),
    lambda kind, mask: mask.set_at((0, 0), "a"),
    lambda kind, mask: mask.set_at((0, 0), 1.5),
    lambda kind, mask: mask.set_at((0, 0), None),
    lambda kind, mask: mask.overlap(1, (0, 0)),
    lambda kind, mask: mask.overlap(mask, 1),
    lambda kind, mask: mask.overlap(mask),
    lambda kind, mask: mask.overlap_area(mask, "ab"),
    lambda kind, mask: mask.overlap_area(None, (0, 0)),
    lambda kind, mask: mask.overlap_mask(mask, (1, 2, 3)),
    lambda kind, mask: mask.overlap_mask("mask", (1, 2)),
    lambda kind, mask: mask.draw(mask, None),
    lambda kind, mask: mask.draw(pygame.Surface((1, 1)), (0, 0)),
    lambda kind, mask: mask.erase(mask, (0,)),
    lambda kind, mask: mask.erase(0, (0, 0)),
    lambda kind, mask: mask.scale((-1, 2)),
    lambda kind, mask: mask.scale(3),
    lambda kind, mask: mask.convolve(1),
    lambda kind, mask: mask.convolve(mask, offset=1),
    lambda kind, mask: mask.connected_component(None),
    lambda kind, mask: mask.connected_component((9, 9)),
    lambda kind, mask: mask.connected_component(pos=1),
    lambda kind, mask: mask.connected_components(1.5),
    lambda kind, mask: mask.outline("a"),
    lambda kind, mask: mask.fill(1),
    lambda kind, mask: mask.get_rect(1),
    lambda kind, mask: mask.get_rect(corner=1),
    lambda kind, mask: mask.to_surface(1),
    lambda kind, mask: mask.to_surface(setsurface=1),
    lambda kind, mask: mask.to_surface(unsetsurface="a"),
    lambda kind, mask: mask.to_surface(setcolor="no color"),
    lambda kind, mask: mask.to_surface(dest=1),
    lambda kind, mask: mask.to_surface(area=1),
    lambda kind, mask: mask.to_surface(place=1),
    lambda kind, mask: mask.width,
    lambda kind, mask: setattr(mask, "width", 1),
    lambda kind, mask: copy.deepcopy(mask),
]


def raised(call: Callable[[], Any]) -> BaseException:
    with pytest.raises(Exception) as caught:
        call()
    return caught.value


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_wrong_arguments(number: int) -> None:
    ours, theirs = Mask((5, 5), fill=True), Theirs((5, 5), fill=True)
    expected = raised(lambda: WRONG[number](Theirs, theirs))
    error = raised(lambda: WRONG[number](Mask, ours))
    assert isinstance(error, type(expected)), (error, expected)
    assert (ours.to_array() == 1).all()


def test_errors_name_the_argument() -> None:
    mask, wide = Mask((5, 5)), pygame.Surface((2, 2))
    for call, kind, field in [
        (lambda: mask.get_at((5, 0)), OutOfBounds, "pos"),
        (lambda: Mask((float("nan"), 1)), clearance.InvalidArgument, "size"),
        (lambda: Mask((float("inf"), 1)), clearance.InvalidArgument, "size"),
        (lambda: Mask((1 << 25, 1)), clearance.InvalidArgument, "size"),
        (lambda: mask.scale((1 << 20, 1 << 20)), clearance.InvalidArgument, "scale"),
        (lambda: mask.overlap(mask, (1 << 31, 0)), clearance.InvalidArgument, "offset"),
        (lambda: mask.convolve(mask, 1), InvalidType, "output"),
        (lambda: mask.draw(7, (0, 0)), InvalidType, "other"),
        (lambda: mask.set_at((0, 0), "a"), InvalidType, "value"),
        (lambda: mask.to_surface(dest="here"), InvalidType, "dest"),
        (lambda: from_surface(1), InvalidType, "surface"),
        (lambda: from_surface(pygame.Surface((2, 2)), 1.0), InvalidType, "threshold"),
        (lambda: clearance.pygame.from_threshold(pygame.Surface((2, 2)), 0, 0, 1), InvalidType, "othersurface"),
        (lambda: clearance.pygame.from_threshold(wide, 0, 0, pygame.Surface((1, 2))), clearance.InvalidArgument, "othersurface"),
    ]:
        error = raised(call)
        assert type(error) is kind and isinstance(error, ClearanceError) and error.field == field and field in str(error)
    far = (1 << 31) - 1
    assert mask.overlap(mask, (far, -far)) is None and mask.overlap_area(mask, (-far, far)) == 0
