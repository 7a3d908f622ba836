"""Motions through a scene: steps in which nothing tunnels, seams, characters, and what pushes and crushes them."""

from __future__ import annotations

import pickle
import threading
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import InvalidArgument, InvalidType, NoRoom, NoSuchObject, Slope, d2, d3

GAP = 1e-9
"""More than the gap that stopped objects keep, for sizes of about ten."""


def test_what_is_swept_stops_where_it_meets() -> None:
    """A ball of radius 1/2 and a wall whose face is at 4: they meet 3.5 on, of 8."""
    flat, solid = d2.Scene(), d3.Scene()
    ball, wall = flat.add(d2.Circle(0.5)), flat.add(d2.Box((1.0, 9.0)).at((5.0, 0.0)))
    (met,) = flat.sweep_step([ball], [(8.0, 0.0)])
    assert (met.a, met.b) == (ball, wall) and isinstance(met, clearance.Meeting) and met.hit.is_resolved
    assert 3.5 / 8 - GAP < met.hit.time <= 3.5 / 8 and met.hit.normal == pytest.approx((1.0, 0.0))
    assert 3.5 - GAP < flat.pose(ball).position[0] < 3.5 and flat.pose(wall).position == (5.0, 0.0)
    ball, wall = solid.add(d3.Sphere(0.5)), solid.add(d3.Box((1.0, 9.0, 9.0)).at((5.0, 0.0, 0.0)))
    (met,) = solid.sweep_step(np.array([ball]), d3.Motion((8.0, 0.0, 0.0)))
    assert (met.a, met.b) == (ball, wall) and 3.5 - GAP < solid.pose(ball).position[0] < 3.5
    solid.update()
    assert len(solid.pairs()) == 0


def test_kinds_of_travel() -> None:
    """Three balls side by side and a wall at 4: one stops, one slides on up along it, one passes."""
    scene = d2.Scene()
    balls = scene.add_many(d2.Circle(0.5), [(0.0, -20.0), (0.0, 0.0), (0.0, 20.0)])
    scene.add(d2.Box((1.0, 90.0)).at((5.0, 0.0)))
    scene.sweep_step(balls, [(8.0, 4.0)] * 3, ["swept", "slide", "free"])
    (swept, slid, free) = scene.poses(balls)[:, :2]
    assert swept == pytest.approx((3.5, -20.0 + 4.0 * 3.5 / 8.0), abs=GAP) and swept[0] < 3.5
    assert slid == pytest.approx((3.5, 4.0), abs=GAP) and slid[0] < 3.5
    assert free.tolist() == [8.0, 24.0]


def test_what_turns_is_stopped_by_what_it_turns_into() -> None:
    """A rod from -2 to 2 along x turns by a quarter; a point at (0, 2.5) is out of reach, one at (sqrt 2, sqrt 2)/1.0 is met halfway."""
    scene = d2.Scene()
    rod = scene.add(d2.Segment((-2.0, 0.0), (2.0, 0.0)))
    scene.add(d2.Point().at((0.0, 2.5)))
    assert scene.sweep_step([rod], [(0.0, 0.0, 1.5)]) == []
    assert scene.pose(rod).angle == 1.5
    scene.set_pose(rod, d2.Pose())
    scene.add(d2.Circle(0.125).at((1.0, 1.0)))
    (met,) = scene.sweep_step([rod], [(0.0, 0.0, 1.5)])
    angle = np.pi / 4 - np.arcsin(0.125 / np.sqrt(2.0))
    assert met.hit.time == pytest.approx(angle / 1.5, abs=1e-6) and met.hit.time <= angle / 1.5
    assert scene.pose(rod).angle == pytest.approx(angle, abs=1e-6)
    solid = d3.Scene()
    rod = solid.add(d3.Segment((-2.0, 0.0, 0.0), (2.0, 0.0, 0.0)))
    solid.add(d3.Sphere(0.125).at((1.0, 1.0, 0.0)))
    (met,) = solid.sweep_step([rod], [(0.0, 0.0, 0.0, 0.0, 0.0, 1.5)])
    assert met.hit.time == pytest.approx(angle / 1.5, abs=1e-6)


@pytest.mark.parametrize("kind", ["swept", "slide"])
def test_what_presses_never_gets_through(kind: Any) -> None:
    """A ball presses against a thin wall at 4 in every step. Bug: after five steps it was behind the wall."""
    scene = d3.Scene()
    wall = scene.add(d3.Box((0.005, 5.0, 5.0)).at((4.0, 0.0, 0.0)))
    ball = scene.add(d3.Sphere(0.1).at((0.3, 0.2, 0.1)))
    for _ in range(50):
        scene.sweep_step([ball], [(5.3, 0.001, 0.002)], kind)
        pose = scene.pose(ball)
        assert pose.position[0] < 3.895
        assert d3.relation(d3.Sphere(0.1).at(pose), d3.Box((0.005, 5.0, 5.0)).at(scene.pose(wall))) == "disjoint"
    assert pose.position[0] > 3.895 - GAP


def test_nothing_has_moved_where_a_step_is_refused() -> None:
    scene = d2.Scene()
    names = scene.add_many(d2.Circle(0.5), [(0.0, 0.0), (5.0, 0.0), (9.0, 0.0)])
    gone = scene.add(d2.Circle(1.0))
    scene.remove(gone)
    before = scene.poses()
    good = np.ones((3, 2))
    bad = good.copy()
    bad[1, 0] = np.inf
    cases: list[tuple[type[Exception], str, int | None, tuple[Any, ...]]] = [
        (NoSuchObject, "handle", 1, ([names[0], gone, names[1]], good)),
        (InvalidArgument, "handles", 2, ([names[1], names[0], names[1]], good)),
        (InvalidArgument, "motions", 1, (names, bad)),
        (InvalidArgument, "motions", None, (names, good[:2])),
        (InvalidArgument, "motions", None, (names, np.ones((3, 4)))),
        (InvalidArgument, "kinds", None, (names, good, "fast")),
        (InvalidArgument, "kinds", None, (names, good, ["swept", "free"])),
        (clearance.InvalidPose, "position", None, (names, good * 1e300)),
    ]
    for error, field, index, arguments in cases:
        with pytest.raises(error) as caught:
            scene.sweep_step(*arguments)
        assert (caught.value.field, caught.value.index) == (field, index), (caught.value, field)  # type: ignore[attr-defined]
        assert np.array_equal(scene.poses(), before)
    assert scene.sweep_step([], np.zeros((0, 2))) == [] and scene.sweep_step([], []) == []


def test_seams() -> None:
    """Two floors side by side: a box that slides over the seam is stopped there only if each floor is looked at by itself."""

    def sideways(**options: Any) -> int:
        scene = d2.Scene(detail="manifold", **options)
        for x in (-5.0, 5.0):
            scene.add(d2.Box((5.0, 1.0)).at((x, -1.0)))
        slider, count = scene.add(d2.Box((0.5, 0.5))), 0
        for i in range(600):
            scene.set_pose(slider, d2.Pose((-1.1 + 0.0037 * i, 0.49)))
            scene.update()
            touches = [touch.manifold for touch in scene.contacts() if slider in (touch.a, touch.b)]
            assert any(manifold and manifold.contacts for manifold in touches)
            count += any(manifold is not None and manifold.contacts and abs(manifold.normal[0]) > 0.5 for manifold in touches)
        return count

    assert sideways() == sideways(joined_seams=True) == 0
    assert sideways(joined_seams=False) > 0


def test_a_scene_that_lists_nothing_is_asked_all_the_same() -> None:
    scene = d2.Scene(detail="nothing")
    handles = scene.add_many(d2.Circle(1.0), np.zeros((3, 2)))
    scene.update()
    assert len(scene.pairs()) == 0 and sorted(scene.overlapping(d2.Point())) == sorted(handles)


def test_release_at_the_start() -> None:
    """A ball sunk 0.25 into a wall: out of it, along it, and deeper."""
    ball, wall = d2.Circle(0.5).at((0.0, 0.0)), d2.Box((1.0, 5.0)).at((1.25, 0.0))
    scene = d2.Scene()
    scene.add(d2.Box((1.0, 5.0)).at((1.25, 0.0)))
    for way, deeper in (((-1.0, 0.0), False), ((0.0, 1.0), False), ((0.1, 0.0), True)):
        for release in (False, True):
            assert d2.sweep(ball, wall, d2.Motion(way), release=release).time == 0.0  # type: ignore[union-attr]
        one = d2.sweep(ball, wall, d2.Motion(way), release="overlap")
        two = scene.sweep(ball, d2.Motion(way), release="overlap")
        assert (one is not None) == (two is not None) == deeper
    for wrong in ("touch", "OVERLAP", ""):
        with pytest.raises(InvalidArgument) as caught:
            d2.sweep(ball, wall, release=wrong)  # type: ignore[arg-type]
        assert caught.value.field == "release"


def ground() -> tuple[d3.Scene, int]:
    scene = d3.Scene()
    return scene, scene.add(d3.HalfSpace((0.0, 1.0, 0.0)))


def test_a_character_falls_lands_and_walks() -> None:
    scene, floor = ground()
    walker = d3.Character(0.3, 1.8, (0.0, 50.0, 0.0))
    step = walker.step(scene, (0.0, 0.0, 0.0), 0.125)
    assert not step.standing and step.ground is None and step.fall == pytest.approx((0.0, -9.81 * 0.125, 0.0))
    assert walker.fall == step.fall and walker.position == step.position
    assert step.velocity == pytest.approx([(after - before) / 0.125 for after, before in zip(step.position, (0.0, 50.0, 0.0))])
    walker.position = (0.0, 0.01, 0.0)
    walker.fall = (0.0, 0.0, 0.0)
    for _ in range(120):
        step = walker.step(scene, (3.0, 7.0, -4.0), 1 / 60)
    # Only the horizontal part of a velocity counts; the feet are a skin, a 32nd of the radius, above the
    # floor.
    assert walker.position == pytest.approx((6.0, 0.3 / 32, -8.0), abs=0.3 / 32 / 8)
    assert step.ground is not None and step.ground.handle == floor and step.ground.normal == pytest.approx((0.0, 1.0, 0.0))
    assert step.velocity == pytest.approx((3.0, 0.0, -4.0), abs=1e-9) and step.contacts == () and step.crushed is None
    jump = walker.step(scene, (0.0, 0.0, 0.0), 0.001, jump=5.0)
    assert not jump.standing and jump.fall[1] == pytest.approx(5.0, abs=0.02)
    assert walker.shape.kind == "capsule" and (walker.radius, walker.height) == (0.3, 1.8)


def test_a_character_stops_at_a_wall_of_the_layers_it_is_told_of() -> None:
    scene, _ = ground()
    wall = scene.add(d3.Box((1.0, 5.0, 5.0)).at((4.0, 0.0, 0.0)), layer=2)
    for layers, x in ((0xFFFFFFFF, 3.0 - 0.3 - 0.3 / 32), (1, 60.0)):
        walker = d3.Character(0.3, 1.8)
        for _ in range(10):
            step = walker.step(scene, (60.0, 0.0, 0.0), 0.1, layers=layers)
        assert walker.position[0] == pytest.approx(x, abs=0.3 / 32 / 8)
        hits = [hit for hit in step.contacts if hit.handle == wall]
        assert [hit.slope for hit in hits] == ([Slope.STEEP] if layers > 1 else [])
        assert all(hit.normal == pytest.approx((-1.0, 0.0, 0.0)) for hit in hits)
        assert all(hit.pressed[0] == pytest.approx(6.0, abs=0.01) for hit in hits)


@pytest.mark.parametrize("told", [True, False])
def test_a_wall_that_moves_a_length_a_step(told: bool) -> None:
    """It pushes a character to its front, which is at 4.1; without movers it jumps over the character."""
    scene, _ = ground()
    wall = scene.add(d3.Box((0.1, 2.0, 2.0)).at((-1.0, 0.0, 0.0)))
    walker, movers = d3.Character(0.3, 1.8, (0.5, 0.0, 0.0)), d3.Movers()
    for x in range(5):
        movers.clear()
        movers.set_pose(scene, wall, d3.Pose((float(x), 0.0, 0.0)))
        assert len(movers) == 1
        walker.step(scene, (0.0, 0.0, 0.0), 1 / 60, movers=movers if told else None)
    if told:
        assert walker.position[0] == pytest.approx(4.1 + 0.3 + 0.3 / 32, abs=0.3 / 32 / 8)
    else:
        assert walker.position[0] < 1.0
    with pytest.raises(NoSuchObject):
        movers.set_pose(scene, 2**40, d3.Pose())
    assert scene.pose(wall).position == (4.0, 0.0, 0.0) and len(movers) == 1


def test_a_lift_under_a_ceiling_crushes() -> None:
    """At the end there are 1.5 between lift and ceiling; a character of height 1.8 is 0.3 deep in the lift."""
    scene = d3.Scene()
    lift = scene.add(d3.Box((2.0, 0.5, 2.0)).at((0.0, -0.5, 0.0)))
    ceiling = scene.add(d3.Box((2.0, 0.5, 2.0)).at((0.0, 3.5, 0.0)))
    walker, movers = d3.Character(0.3, 1.8), d3.Movers()
    steps = []
    for i in range(31):
        movers.clear()
        movers.set_pose(scene, lift, d3.Pose((0.0, -0.5 + 0.05 * i, 0.0)))
        steps.append(walker.step(scene, (0.0, 0.0, 0.0), 1 / 60, movers=movers))
    assert all(step.crushed is None for step in steps[:24])
    crushed = steps[-1].crushed
    assert crushed is not None and (crushed.by, crushed.against) == (lift, ceiling)
    assert crushed.depth == pytest.approx(0.3, abs=2 * 0.3 / 32) and isinstance(crushed, clearance.Crush)
    assert walker.position[1] + 1.8 <= 3.0


def test_a_swap_for_which_there_is_no_room() -> None:
    """Under a table whose underside is at 1.25, a character of height 1.8 with its feet at 0.01 would be 0.56 deep in it."""
    scene, _ = ground()
    table = scene.add(d3.Box((2.0, 0.25, 2.0)).at((0.0, 1.5, 0.0)))
    low, tall = d3.Character(0.3, 1.0, (0.0, 0.01, 0.0)), d3.Character(0.3, 1.8, (9.0, 9.0, 9.0))
    with pytest.raises(NoRoom) as caught:
        tall.take_over(low, scene)
    error = caught.value
    assert error.by == table and error.depth == pytest.approx(0.56) and error.field == "other" and str(table) in str(error)
    assert isinstance(error, clearance.ClearanceError) and NoRoom.__module__ == "clearance"
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.by, copy.depth, copy.field, str(copy)) == (error.by, error.depth, error.field, str(error))
    assert tall.position == (9.0, 9.0, 9.0)
    low.position = (2.5, 0.01, 0.0)
    low.fall = (0.0, -1.0, 0.0)
    tall.take_over(low, scene)
    assert tall.position == low.position and tall.fall == low.fall
    low.position = (0.0, 0.01, 0.0)
    scene.remove(table)
    tall.take_over(low, scene)
    assert tall.position == low.position


def test_settings_that_make_no_character() -> None:
    cases: list[tuple[str, dict[str, Any]]] = [
        ("radius", {"radius": 0.0}),
        ("radius", {"radius": float("nan")}),
        ("height", {"height": 0.5}),
        ("gravity", {"gravity": -1.0}),
        ("max_slope", {"max_slope": 1.6}),
        ("step_height", {"step_height": 2.0}),
        ("snap", {"snap": float("inf")}),
        ("skin", {"skin": 0.2}),
        ("up", {"up": (0.0, 0.0)}),
        ("position", {"position": (0.0, float("nan"))}),
    ]
    for field, wrong in cases:
        with pytest.raises(InvalidArgument) as caught:
            d2.Character(**{"radius": 0.3, "height": 1.8, **wrong})
        assert caught.value.field == field


def test_a_step_that_is_refused_leaves_the_character() -> None:
    scene, _ = ground()
    walker = d3.Character(0.3, 1.8, (1.0, 2.0, 3.0))
    still = (0.0, 0.0, 0.0)
    cases: list[tuple[type[Exception], str, Any]] = [
        (InvalidArgument, "velocity", lambda: walker.step(scene, (np.nan, 0.0, 0.0), 0.1)),
        (InvalidArgument, "time", lambda: walker.step(scene, still, -0.1)),
        (InvalidArgument, "time", lambda: walker.step(scene, still, np.inf)),
        (InvalidArgument, "jump", lambda: walker.step(scene, still, 0.1, jump=-1.0)),
        (InvalidArgument, "position", lambda: setattr(walker, "position", (0.0, 0.0, np.inf))),
        (InvalidType, "scene", lambda: walker.step(d2.Scene(), still, 0.1)),  # type: ignore[arg-type]
        (InvalidType, "movers", lambda: walker.step(scene, still, 0.1, movers=d2.Movers())),  # type: ignore[arg-type]
        (InvalidType, "other", lambda: walker.take_over(d2.Character(0.3, 1.8), scene)),  # type: ignore[arg-type]
        (InvalidType, "other", lambda: walker.take_over(None, scene)),  # type: ignore[arg-type]
        (InvalidType, "layers", lambda: walker.step(scene, still, 0.1, layers=1.0)),  # type: ignore[arg-type]
    ]
    for error, field, call in cases:
        with pytest.raises(error) as caught:
            call()
        assert caught.value.field == field, caught.value  # type: ignore[attr-defined]
        assert walker.position == (1.0, 2.0, 3.0) and walker.fall == still


def test_threads_share_a_character() -> None:
    """Each step of each thread counts: none is lost."""
    scene, _ = ground()
    walker, movers = d3.Character(0.3, 1.8), d3.Movers()
    raised: list[BaseException] = []

    def walk() -> None:
        try:
            for _ in range(500):
                walker.step(scene, (1.0, 0.0, 0.0), 1 / 64, movers=movers)
                assert walker.position[1] < 1.0
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=walk) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert raised == [] and walker.position[0] == pytest.approx(2000 / 64, abs=1e-9)
