"""Masks from surfaces and onto surfaces, beside pygame's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from beside_pygame import both, pygame, same

import clearance.pygame
from clearance import ClearanceError
from clearance.pygame import Mask

FORMATS = [(8, 0), (16, 0), (24, 0), (32, 0), (16, pygame.SRCALPHA), (32, pygame.SRCALPHA)]


def picture(random: np.random.Generator, size: tuple[int, int], kind: tuple[int, int], colors: np.ndarray) -> Any:
    depth, flags = kind
    made = pygame.Surface(size, flags, depth)
    if depth == 8:
        made.set_palette(random.integers(0, 256, (256, 3)).tolist())
    for x in range(size[0]):
        for y in range(size[1]):
            made.set_at((x, y), colors[random.integers(len(colors))].tolist())
    part = random.random() < 0.3 and min(size) > 3
    return made.subsurface((1, 1, size[0] - 3, size[1] - 2)) if part else made


def nearly(random: np.random.Generator, given: Any, kind: tuple[int, int]) -> Any:
    """A surface of another format with similar colours."""
    made = pygame.Surface(given.get_size(), kind[1], kind[0])
    for x in range(given.get_width()):
        for y in range(given.get_height()):
            made.set_at((x, y), np.clip(np.array(given.get_at((x, y))) + random.integers(-60, 60, 4), 0, 255).tolist())
    return made


def values(surface: Any) -> list[list[int]]:
    return [[surface.get_at_mapped((x, y)) for x in range(surface.get_width())] for y in range(surface.get_height())]


def size(random: np.random.Generator, least: int, most: int) -> tuple[int, int]:
    width, height = random.integers(least, most, 2).tolist()
    return width, height


@pytest.mark.parametrize("kind", FORMATS)
def test_from_surfaces(kind: tuple[int, int]) -> None:
    mixed = []
    for seed in range(120):
        random = np.random.default_rng(seed)
        colors = random.integers(0, 256, (random.integers(2, 30), 4))
        given = picture(random, size(random, 1, 12), kind, colors)
        beside = nearly(random, given, FORMATS[random.integers(6)])
        if random.random() < 0.4:
            given.set_colorkey(colors[0, :3].tolist())
        color = [colors[0].tolist(), colors[1, :3].tolist(), "orange", 77, pygame.Color(1, 2, 3)][random.integers(5)]
        near = random.integers(0, 160, 4).tolist()
        calls = [("from_surface", (given, int(limit))) for limit in (-1, 0, 30, 127, 200, 254, 255, 300)]
        calls += [("from_threshold", (given, color, near)), ("from_threshold", (given, color))]
        calls += [("from_threshold", (given, color, near, beside, palette)) for palette in (0, 1)]
        for name, args in calls:
            theirs = getattr(pygame.mask, name)(*args)
            assert same(getattr(clearance.pygame, name)(*args), theirs), (seed, name, args)
            mixed.append(0 < theirs.count() < given.get_width() * given.get_height())
    assert np.mean(mixed) > 0.1


def test_to_surface() -> None:
    outcomes = []
    for seed in range(500):
        random = np.random.default_rng(seed)
        kind, colors = FORMATS[random.integers(6)], random.integers(0, 256, (30, 4))
        a, theirs = both(random.random(size(random, 1, 12)) < 0.5)
        area = random.random() < 0.4
        choices: dict[str, list[Any]] = {
            "setcolor": [None, colors[0].tolist(), "red", 7],
            "unsetcolor": [None, colors[1, :3].tolist(), "blue", 9],
            "dest": [size(random, -6, 8), pygame.Rect(1, -2, -3, 4), (1, 2, 3, 4)],
        }
        if area:
            choices["area"] = [None, random.integers(-6, 12, 4).tolist(), pygame.Rect(5, 5, -3, -4)]
        kwargs = {name: each[random.integers(len(each))] for name, each in choices.items() if random.random() < 0.6}
        new, their_new = a.to_surface(**kwargs), theirs.to_surface(**kwargs)
        assert new.get_size() == their_new.get_size() and values(new) == values(their_new), (seed, kwargs)
        for name in ("setsurface", "unsetsurface"):
            if random.random() < 0.5:
                # In an area, pygame reads beyond surfaces that are too small.
                its = picture(random, size(random, 16, 18) if area else size(random, 1, 14), kind, colors)
                kwargs[name] = its if random.random() < 0.9 else pygame.Surface((20, 20), *FORMATS[random.integers(6)][::-1])
        onto = picture(random, size(random, 1, 14), kind, colors)
        before, their_onto = values(onto), onto.copy()
        try:
            theirs.to_surface(their_onto, **kwargs)
        except ValueError:
            with pytest.raises(ClearanceError, match="needs to have same"):
                a.to_surface(onto, **kwargs)
            outcomes.append("refused")
        else:
            assert a.to_surface(onto, **kwargs) is onto
            assert values(onto) == values(their_onto), (seed, kwargs)
            outcomes.append("drawn" if values(onto) != before else "left")
    assert all(outcomes.count(each) > 10 for each in ("refused", "drawn", "left"))


def test_pictures_smaller_than_the_area() -> None:
    mask, onto, red = Mask((8, 6), fill=True), pygame.Surface((8, 6)), pygame.Surface((5, 4))
    red.fill("red")
    mask.to_surface(onto, setsurface=red, setcolor="blue", area=(3, 2, 5, 4))
    expected = {(x, y): "red" if x < 2 and y < 2 else "blue" if x < 5 and y < 4 else "black" for x in range(8) for y in range(6)}
    assert all(onto.get_at(at) == pygame.Color(color) for at, color in expected.items())
