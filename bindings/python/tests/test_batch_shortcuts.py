"""Batches, which use balls around and inside of shapes, give the same answers as single questions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from clearance import RELATIONS, d2, d3

COUNT = 400


def shapes(room: Any, random: Any) -> list[Any]:
    """Every kind of shape, of sizes from tiny to huge."""
    dim = 2 if room is d2 else 3
    made = []
    for _ in range(COUNT):
        size = 10.0 ** random.integers(-6, 6)
        points = random.normal(size=(random.integers(1, 9), dim)) * size + random.normal(size=dim) * size
        ball = room.Circle if room is d2 else room.Sphere
        half = random.uniform(0, 1, dim) * size
        kinds = [
            lambda: room.Convex(points),
            lambda: room.Box(half),
            lambda: ball(size),
            lambda: room.Point(),
            lambda: room.HalfSpace(random.normal(size=dim), float(random.normal() * size)),
            lambda: room.Rounded(room.Convex(points), size / 3),
            lambda: room.Compound([room.Convex(points), room.Box(half).at(points[0])]),
        ]
        made.append(kinds[random.integers(0, len(kinds))]())
    return made


@pytest.mark.parametrize("room", [d2, d3])
@pytest.mark.parametrize("seed", range(4))
def test_batches_say_what_single_questions_say(room: Any, seed: int) -> None:
    random = np.random.default_rng(seed)
    a, b = shapes(room, random), shapes(room, random)
    poses = random.normal(size=(COUNT, 2 if room is d2 else 3)) * 10.0 ** random.integers(-6, 6, (COUNT, 1))
    placed = [shape.at(position) for shape, position in zip(b, poses)]
    many_a, many_b = room.Shapes(a), room.Shapes(b)
    singles = [room.relation(*two) for two in zip(a, placed)]
    assert [RELATIONS[code] for code in room.relation_many(many_a, many_b, None, poses)] == singles
    assert room.intersects_many(many_a, many_b, None, poses).tolist() == [r.intersects for r in singles]
    assert room.intersects_many(many_a, many_b, None, poses, threads=2).tolist() == [r.intersects for r in singles]
    assert 40 < sum(r.intersects for r in singles) < COUNT - 40


@pytest.mark.parametrize("scale", [1e-300, 1e-160, 1.0, 1e150, 1e300])
def test_at_every_size(scale: float) -> None:
    """A move by one unit in the last place separates two shapes that touch, however small or large they are."""
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * scale
    try:
        a = d2.Shapes.convex(np.array([square] * 3))
    except ValueError:
        pytest.skip("beyond the numbers that shapes take")
    beside = np.array([(np.nextafter(scale, 0), 0), (scale, 0), (np.nextafter(scale, np.inf), 0)])
    assert d2.intersects_many(a, a, None, beside).tolist() == [True, True, False]
    far = np.array([(2 * scale, 0), (1.5 * scale, 1.5 * scale), (scale / 4, 0)])
    assert d2.intersects_many(a, a, None, far).tolist() == [False, False, True]
