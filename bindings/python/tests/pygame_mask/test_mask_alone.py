"""One mask of ``clearance.pygame`` beside pygame: numbers, outlines, connected components."""

from __future__ import annotations

import numpy as np
from beside_pygame import both, drawn, same

from clearance.pygame import Mask


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
