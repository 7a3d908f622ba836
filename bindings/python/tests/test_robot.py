"""Robots: the arm of examples/robot-arm, against single questions and dense sampling; what is refused, by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from clearance import InvalidArgument, InvalidRobot, InvalidType, Obstacles, Robot, RobotPath, d3

FOLDER = Path(__file__).parents[3] / "examples" / "robot-arm"
if not FOLDER.is_dir():
    pytest.skip("the examples are not here", allow_module_level=True)

Rows = npt.NDArray[np.float64]


@pytest.fixture(scope="module")
def panda() -> Robot:
    return Robot.load(FOLDER / "panda.urdf")


@pytest.fixture(scope="module")
def fifty() -> Obstacles:
    return Obstacles.load(FOLDER / "obstacles.json")


def rows(robot: Robot, count: int, seed: int) -> Rows:
    low, high = robot.limits.T
    return np.random.default_rng(seed).uniform(low, high, (count, len(low)))


def test_the_arm_is_read(panda: Robot, fifty: Obstacles) -> None:
    assert panda.name == "panda" and len(panda.joint_names) == 8 and len(fifty) == 50
    assert panda.limits.shape == (8, 2) and panda.limits[3].tolist() == [-3.0718, -0.0698]
    assert len(panda.pairs) == 20 and ("panda_link0", "panda_link5") in panda.pairs and panda.remarks == []
    everything = Robot.load(FOLDER / "panda.urdf", srdf=FOLDER / "panda.srdf", hulls=True)
    assert everything.pairs == panda.pairs
    assert panda.within_limits([0, 0, 0, -1, 0, 1, 0, 0.04]) and not panda.within_limits(np.zeros(8))
    hand = panda.link_poses([0, -0.785, 0, -2.356, 0, 1.571, 0.785, 0.02])["panda_hand"]
    assert np.allclose(hand.position, (0.3069, 0, 0.5903), atol=1e-3)
    assert "8 joints" in repr(panda)


def test_batches_are_single_questions(panda: Robot, fifty: Obstacles) -> None:
    q = rows(panda, 200, 1)
    hits = panda.colliding_many(q, fifty)
    assert 0.3 < hits.mean() < 0.7
    assert hits.tolist() == [panda.colliding(row, fifty) for row in q]
    assert hits.tolist() == panda.colliding_many(np.asfortranarray(q), fifty, threads=1).tolist()
    distances = panda.distance_many(q, fifty, threads=2)
    assert ((distances == 0) == hits).all()
    for row, hit, distance in zip(q, hits, distances):
        pairs = panda.collisions(row, fifty)
        first = panda.first_collision(row, fifty)
        assert bool(pairs) == hit and (first in pairs if hit else first is None)
        nearest = panda.distance(row, fifty)
        assert nearest is not None and nearest.distance == distance
        gap = np.subtract(nearest.clearance.point_b, nearest.clearance.point_a)
        if not hit:
            assert abs(np.linalg.norm(gap) - distance) < 1e-12
    assert panda.colliding_many(np.empty((0, 8))).shape == (0,)


def check_way(panda: Robot, around: Obstacles, start: Rows, goal: Rows, way: RobotPath) -> None:
    times = np.linspace(0, 1, 201)[:, None]
    hits = panda.colliding_many(start + times * (goal - start), around)
    if way.free:
        assert way.clearance is not None and 0 < way.clearance[0] <= way.clearance[1] and not hits.any()
        least = panda.distance_many(start + times[::20] * (goal - start), around).min()
        assert least >= way.clearance[0] - 1e-12
    else:
        assert way.contact is not None and way.contact.distance <= 1e-4
        before = times[hits][:1] if hits.any() else np.array([[1.0]])
        assert way.free_until == way.contact.free_until <= before.min()
        assert panda.colliding(start + way.contact.time * (goal - start), around) == (way.contact.distance == 0)


def test_ways_agree_with_samples(panda: Robot, fifty: Obstacles) -> None:
    q = rows(panda, 400, 2)
    q = q[~panda.colliding_many(q, fifty)]
    free = 0
    for start, far in zip(q[:60], q[60:120]):
        goal = start + 0.15 * (far - start)
        way = panda.path(start, goal, fifty)
        check_way(panda, fifty, start, goal, way)
        free += way.free
    assert 15 < free < 45


def test_obstacles_are_any_shapes(panda: Robot) -> None:
    rest = [0, -0.785, 0, -2.356, 0, 1.571, 0.785, 0.02]
    assert not panda.colliding(rest)
    assert panda.first_collision(rest, [d3.HalfSpace((0, 0, 1), 0.4)]) is not None
    mesh = d3.Mesh(np.vstack([np.eye(3), np.zeros(3)]), [(0, 1, 2), (0, 3, 1), (1, 3, 2), (2, 3, 0)])
    assert panda.colliding(rest, (shape for shape in [mesh]))
    found = panda.with_pairs([("panda_link0", "panda_link5")]).pairs
    assert len(found) == 19


def test_what_is_wrong_is_named(panda: Robot, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="q: must have 8 values, one for each joint, not 2") as error:
        panda.colliding([0.0, 1.0])
    assert error.value.field == "q"
    with pytest.raises(InvalidArgument, match=r"q\[3\]: the value of \"panda_joint4\" must be finite") as error:
        panda.distance([0, 0, 0, np.nan, 0, 0, 0, 0])
    assert error.value.field == "q[3]"
    wrong = rows(panda, 5, 1)
    wrong[3, 2] = np.inf
    with pytest.raises(InvalidArgument) as error:
        panda.colliding_many(wrong)
    assert error.value.index == 3
    with pytest.raises(InvalidArgument, match="q: "):
        panda.colliding_many(wrong[:, :7])
    with pytest.raises(InvalidArgument, match="goal: must have 8 values"):
        panda.path(np.zeros(8), np.zeros(7))
    with pytest.raises(InvalidArgument, match="tolerance"):
        panda.path(np.zeros(8), np.zeros(8), tolerance=-1.0)
    with pytest.raises(InvalidType):
        panda.colliding(np.zeros(8), 3)  # type: ignore[arg-type]
    with pytest.raises(InvalidRobot, match="there is no link \"wrist\""):
        panda.with_pairs([("panda_link0", "wrist")])
    with pytest.raises(FileNotFoundError, match="gone.urdf"):
        Robot.load("gone.urdf")
    with pytest.raises(FileNotFoundError, match="gone.stl"):
        Robot.from_urdf(
            '<robot name="r"><link name="a"><collision><geometry><mesh filename="gone.stl"/></geometry></collision></link></robot>',
            folder=tmp_path,
        )
    with pytest.raises(InvalidRobot, match="floating joints are not supported") as named:
        Robot.from_urdf(
            '<robot name="r"><link name="a"/><link name="b"/>'
            '<joint name="x" type="floating"><parent link="a"/><child link="b"/></joint></robot>'
        )
    assert named.value.field == 'joints["x"].type'
    with pytest.raises(InvalidRobot, match="lead back to it"):
        Robot.from_urdf(
            '<robot name="r"><link name="a"/><joint name="x" type="fixed"><parent link="a"/><child link="a"/></joint></robot>'
        )
