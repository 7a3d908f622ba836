"""Two masks of ``clearance.pygame`` beside pygame: where they overlap, what one does to the other, convolution."""

from __future__ import annotations

import numpy as np
import pytest
from beside_pygame import Theirs, both, drawn, offsets, same


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
