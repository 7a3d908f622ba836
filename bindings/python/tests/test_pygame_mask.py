"""``clearance.pygame`` beside pygame: its own tests, and random masks."""

from __future__ import annotations

import copy
import doctest
import importlib.util
import os
import sys
import unittest
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import clearance.pygame
from clearance import ClearanceError, InvalidType, _mask_arguments, d2
from clearance._friends import pixels
from clearance.pygame import Mask, OutOfBounds, from_surface

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
pygame = pytest.importorskip("pygame")
Theirs = pygame.mask.Mask

NOT_PASSED = {"test_buffer_interface"} if sys.version_info < (3, 12) else set()
"""A class that is not written in C can show its memory since Python 3.12."""


def failures(module: Any, names: list[str] | None = None) -> tuple[int, set[str]]:
    """How many tests of a module were run, and the names of those that have failed."""
    loader, result = unittest.defaultTestLoader, unittest.TestResult()
    (loader.loadTestsFromNames(names, module) if names else loader.loadTestsFromModule(module)).run(result)
    assert not result.skipped
    return result.testsRun, {case.id().split(".")[-1] for case, _ in result.failures + result.errors}


def test_the_tests_of_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Mask", "MaskType", "from_surface", "from_threshold"):
        monkeypatch.setattr(pygame.mask, name, getattr(clearance.pygame, name))
        if hasattr(pygame, name):
            monkeypatch.setattr(pygame, name, getattr(clearance.pygame, name))
    path = Path(pygame.__file__).parent / "tests" / "mask_test.py"
    if not path.exists():
        pytest.skip("this pygame comes without its tests")
    spec = importlib.util.spec_from_file_location("tests_of_pygame", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    count, failed = failures(module)
    assert count > 250 and failed == NOT_PASSED
    # What Python 3.12 does.
    monkeypatch.setattr(module, "memoryview", lambda mask: mask.__buffer__(0), raising=False)
    assert failures(module, ["MaskModuleTest.test_buffer_interface"]) == (1, set())


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


@pytest.mark.parametrize("most", [20, 64, 300])
def test_overlaps(most: int) -> None:
    hits = []
    for seed in range(60 if most < 300 else 25):
        random = np.random.default_rng(seed)
        (a, their_a), (b, their_b) = both(drawn(random, most)), both(drawn(random, most))
        for by in offsets(random, a, b, 24):
            hits.append(a.overlap(b, by) is not None)
            assert a.overlap(b, by) == their_a.overlap(their_b, by), (seed, by)
            assert a.overlap(their_b, by) == their_a.overlap(their_b, by)
            assert a.overlap_area(b, by) == their_a.overlap_area(their_b, by)
            assert same(a.overlap_mask(b, by), their_a.overlap_mask(their_b, by))
    assert 0.3 < np.mean(hits) < 0.7


@pytest.mark.skipif(memoryview(Theirs((1, 1))).itemsize != 8, reason="pygame has words of 32 pixels on this system")
def test_which_common_pixel() -> None:
    full = np.zeros((4, 200), bool)
    for seed in range(200):
        random = np.random.default_rng(seed)
        few = full.copy()
        few[random.integers(0, 4, 3), random.integers(0, 200, 3)] = True
        (a, their_a), (b, their_b) = both(few), both(~full)
        by = (int(random.integers(-150, 150)), int(random.integers(-2, 3)))
        for _ in range(12):
            assert a.overlap(b, by) == their_a.overlap(their_b, by)
        # As the head of the module says.
        x, y = by
        columns, rows = range(max(x, 0), min(200, 200 + x)), range(max(y, 0), min(4, 4 + y))
        common = [((c // 64, (c - x) // 64), r, c) for c in columns for r in rows if few[r, c]]
        assert a.overlap(b, by) == (min(common)[:0:-1] if common else None)


def test_changes() -> None:
    for seed in range(80):
        random = np.random.default_rng(seed)
        (a, their_a), (b, their_b) = both(drawn(random, 90)), both(drawn(random, 90))
        for by in offsets(random, a, b, 4):
            for name, args in [("draw", (b, by)), ("invert", ()), ("erase", (b, by))]:
                getattr(a, name)(*args)
                getattr(their_a, name)(*((their_b, by) if args else ()))
                assert same(a, their_a), (seed, name, by)
        for name in ("fill", "clear"):
            assert getattr(a, name)() is None and getattr(their_a, name)() is None and same(a, their_a)


@pytest.mark.parametrize("change", ["set_at", "draw", "erase", "fill", "clear", "invert"])
def test_a_change_is_seen_at_once(change: str) -> None:
    array = np.random.default_rng(3).random((70, 90)) < 0.5
    (a, their_a), (dot, their_dot) = both(array), both(np.ones((1, 1), bool))
    where = next((x, y) for x in range(90) for y in range(70) if array[y, x] != (change in ("set_at", "draw", "fill")))
    for first, second in ((a, dot), (dot, a)):
        offset = where if first is a else (-where[0], -where[1])
        before = [first.overlap_area(second, offset) for _ in range(12)]
        assert set(before) == {int(array[where[::-1]])}
        first.overlap(second, offset)
    arguments = {"set_at": (where,), "draw": (dot, where), "erase": (dot, where)}
    getattr(a, change)(*arguments.get(change, ()))
    for _ in range(12):
        assert (a.overlap(dot, where) is None) == bool(array[where[::-1]])
        assert a.overlap_area(dot, where) == dot.overlap_area(a, (-where[0], -where[1])) == int(not array[where[::-1]])


def test_a_mask_and_itself() -> None:
    """It is read as it was before, as by a copy."""
    for seed in range(20):
        random = np.random.default_rng(seed)
        mask = both(drawn(random, 40))[0]
        for by in offsets(random, mask, mask, 4):
            for name in ("draw", "erase"):
                itself, onto = mask.copy(), mask.copy()
                getattr(itself, name)(itself, by)
                getattr(onto, name)(mask, by)
                assert (itself.to_array() == onto.to_array()).all()
            itself, onto = mask.copy(), mask.copy()
            assert itself.convolve(itself, itself, by) is itself
            mask.convolve(mask, onto, by)
            assert (itself.to_array() == onto.to_array()).all()


def test_numbers_and_outlines() -> None:
    for seed in range(150):
        random = np.random.default_rng(seed)
        a, theirs = both(drawn(random, 100, 1))
        for name in ("count", "centroid", "angle", "outline", "get_size", "get_rect"):
            assert same(getattr(a, name)(), getattr(theirs, name)()), (seed, name)
        for every in (-1, 0, 1, 2, 3, 10, 1000):
            assert a.outline(every) == theirs.outline(every)
        size = tuple(random.integers(0, 150, 2).tolist())
        assert same(a.scale(size), theirs.scale(size))
        assert repr(a) == repr(theirs)
        assert all(a.get_at((x, y)) == theirs.get_at((x, y)) for x in range(a.get_size()[0]) for y in range(a.get_size()[1]))


def test_moments_of_a_long_mask() -> None:
    """Sums beyond 63 bits: a row of n pixels lies level, and its middle is known."""
    side = 1 << 22
    assert side**2 * side >= 1 << 63
    mask = Mask((side, 1), fill=True)
    assert mask.centroid() == (side // 2 - 1, 0) and abs(mask.angle()) == 0.0


@pytest.mark.parametrize("most", [12, 48])
def test_convolve(most: int) -> None:
    for seed in range(60):
        random = np.random.default_rng(seed)
        (a, their_a), (b, their_b) = both(drawn(random, most, 1)), both(drawn(random, most, 1))
        assert same(a.convolve(b), their_a.convolve(their_b)), seed
        for by in offsets(random, a, b, 3):
            output, their_output = both(drawn(random, most, 1))
            assert a.convolve(b, output, by) is output
            their_a.convolve(their_b, their_output, by)
            assert same(output, their_output)


def groups(array: np.ndarray) -> list[np.ndarray]:
    """Components by flooding, in the order of their first pixels."""
    left, found = {tuple(at) for at in np.argwhere(array).tolist()}, []
    for start in sorted(left):
        if start in left:
            group, todo = np.zeros_like(array), [start]
            left.discard(start)
            while todo:
                y, x = todo.pop()
                group[y, x] = True
                near = {(y + i, x + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & left
                left -= near
                todo.extend(near)
            found.append(group)
    return found


def test_components() -> None:
    agree = []
    for seed in range(300):
        random = np.random.default_rng(seed)
        array = drawn(random, 40)
        a, theirs = both(array)
        expected = groups(array)
        sizes = [int(group.sum()) for group in expected]
        assert a.get_bounding_rects() == theirs.get_bounding_rects()
        assert all(same(x, y) for x, y in zip(a.connected_components(), theirs.connected_components(), strict=True))
        for least in (-3, 0, 1, 2, *sizes[:3]):
            kept = [group for group in expected if group.sum() >= least]
            assert np.array_equal([mask.to_array() for mask in a.connected_components(least)], kept or [])
        largest = a.connected_component()
        assert largest.count() == max(sizes, default=0)
        agree.append(same(largest, theirs.connected_component()))
        assert agree[-1] or sizes.count(max(sizes)) > 1 or theirs.connected_component().count() < max(sizes)
        pos = tuple(random.integers(0, a.get_size()).tolist())
        assert same(a.connected_component(pos), theirs.connected_component(pos))
    assert np.mean(agree) > 0.97


def test_which_of_several_largest() -> None:
    ties = 0
    for seed in range(1000):
        random = np.random.default_rng(seed)
        array = random.random(random.integers(3, 14, 2)) < random.choice([0.2, 0.3, 0.4])
        a, theirs = both(array)
        sizes = [group.sum() for group in groups(array)]
        if sizes.count(max(sizes, default=0)) > 1:
            ties += 1
            assert same(a.connected_component(), theirs.connected_component()), seed
    assert ties > 80


def test_pixels_that_pygame_loses() -> None:
    """If pygame counts them one day, the head of the module can say so."""
    array = np.array([[c == "#" for c in row] for row in ("#.#.#.", "#.##..", "##.#..")])
    a, theirs = both(array)
    assert len(groups(array)) == 1 and array.sum() == 9
    assert len(a.connected_components(9)) == 1 and len(theirs.connected_components(9)) == 0


def test_components_of_narrow_masks() -> None:
    """pygame reads memory there that it never wrote."""
    for seed in range(40):
        random = np.random.default_rng(seed)
        array = random.random((int(random.integers(1, 80)), 1)) < 0.6
        for array in (array, array.T):
            a = both(array)[0]
            expected = groups(array)
            assert np.array_equal([mask.to_array() for mask in a.connected_components()], expected or [])
            boxes = [(*np.argwhere(g)[0][::-1], *(np.ptp(np.argwhere(g), axis=0) + 1)[::-1]) for g in expected]
            assert [tuple(rect) for rect in a.get_bounding_rects()] == boxes


def test_a_comb_is_one_component() -> None:
    """Its teeth are joined last, and all by the same run."""
    comb = np.zeros((400, 400), bool)
    comb[:, ::2] = comb[-1] = True
    mask = Mask((400, 400))
    mask._take(comb.view(np.uint8))
    assert [each.count() for each in mask.connected_components()] == [comb.sum()]


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


def test_the_memory() -> None:
    for seed in range(20):
        a, theirs = both(drawn(np.random.default_rng(seed), 200, 1))
        view = memoryview(a) if sys.version_info >= (3, 12) else a.__buffer__(0)
        assert view.readonly and view.itemsize == 8 and pixels(a).tolist() == a.to_array().tolist()
        if memoryview(theirs).itemsize == 8:
            assert view.tolist() == memoryview(theirs).tolist()
    with pytest.raises(BufferError):
        a.__buffer__(1)
    assert Mask((0, 5)).__buffer__(0).shape == (0, 5) and pixels(Theirs((0, 5))).shape == (5, 0)


def test_copies() -> None:
    class Named(Mask):
        name = "none"

    mask = Named((3, 2), True)
    mask.name = "mask"
    for other in (mask.copy(), copy.copy(mask)):
        assert type(other) is Named and other.name == "none" and other.count() == 6
        other.clear()
        mask.to_array()[...] = False
        assert mask.count() == 6
    assert mask != mask.copy() and type(mask.scale((2, 2))) is Mask


def test_sprites_and_shapes() -> None:
    sprites = []
    for x in (0, 6, 7):
        sprite = pygame.sprite.Sprite()
        sprite.image, sprite.rect = pygame.Surface((9, 9), pygame.SRCALPHA), pygame.Rect(x, 0, 9, 9)
        pygame.draw.rect(sprite.image, "red", (1, 1, 7, 7))
        sprite.mask = from_surface(sprite.image)
        sprites.append(sprite)
    first, second, third = sprites
    assert pygame.sprite.collide_mask(first, second) == (7, 1) and pygame.sprite.collide_mask(first, third) is None
    del second.mask
    assert pygame.sprite.collide_mask(first, second) == (7, 1)
    assert d2.relation(first, third) == "touching"
    assert clearance.Mask(first.mask) == clearance.Mask(pygame.mask.from_surface(first.image))
    assert d2.relation(Mask((2, 3), fill=True), SimpleNamespace(left=2, top=0, width=1, height=1, centerx=2.5, centery=0.5)) == "touching"


def test_without_pygame(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    mask = Mask((3, 3), fill=True)
    assert mask.count() == 9 and mask.outline() and mask.convolve(mask).count() == 25
    for name, call in [
        ("get_rect", mask.get_rect),
        ("get_bounding_rects", mask.get_bounding_rects),
        ("to_surface", mask.to_surface),
        ("from_surface", lambda: from_surface(None)),
        ("from_threshold", lambda: clearance.pygame.from_threshold(None, 0)),
    ]:
        with pytest.raises(ImportError, match=f"{name} needs pygame: pip install pygame-ce"):
            call()


def test_its_examples() -> None:
    for module, least in ((clearance.pygame, 9), (_mask_arguments, 1)):
        result = doctest.testmod(module)
        assert result.attempted >= least and result.failed == 0
    undocumented = [name for name, thing in vars(Mask).items() if not name.startswith("_") and not thing.__doc__]
    assert not undocumented
