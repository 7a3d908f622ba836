"""``clearance.pygame`` in the place of ``pygame.mask``: pygame's own tests, memory, copies, sprites, and no pygame at all."""

from __future__ import annotations

import copy
import doctest
import importlib.util
import sys
import unittest
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from beside_pygame import Theirs, both, drawn, pygame

import clearance.pygame
from clearance import _mask_arguments, d2
from clearance._friends import pixels
from clearance.pygame import Mask, from_surface

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
