#!/usr/bin/env python3
"""A robot arm with itself and fifty obstacles: clearance beside coal (the successor of FCL) and python-fcl, on the same configurations.

    python3 bench/robots_beside_peers.py [COUNT]     # needs `pip install clearance pin coal python-fcl numpy`

All engines get the URDF, the SRDF, the meshes and the obstacles of examples/robot-arm, and configurations at random within the
limits. One answer is whether anything collides; all stop at the first pair that does, on one thread.

- ``clearance``: ``Robot.colliding_many``; once with the meshes, once with their hulls.
- ``coal, per pair``: pinocchio's ``computeCollisions``, C++ that asks coal about each pair of shapes, as MoveIt asks FCL about each
  pair of links where no tree is used; with the meshes and with their hulls.
- ``coal, tree``: the same through coal's dynamic tree of boxes, as MoveIt uses FCL's.
- ``python-fcl, tree``: the obstacles in FCL's dynamic tree, the pairs of the robot one by one. Its calls are Python's: some of the time
  is theirs.

Answers are compared first. coal and FCL take a mesh for a surface; what differs is listed with the distance that clearance finds.
Then ways among thin needles: proved by ``Robot.path``, and sampled by coal. Prints JSON, a line for each result.
"""

import json
import pathlib
import statistics
import sys
import time

import coal
import fcl
import numpy as np
import pinocchio as pin

import clearance
from clearance import Obstacles, Robot, d3

FOLDER = pathlib.Path(__file__).parent.parent / "examples" / "robot-arm"
ROUNDS = 5
ALONG_Y = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])  # cylinders stand along z there, along y in clearance
NEEDLES, WAYS, SAMPLES = 6, 300, [10, 100, 1000]


class Pinocchio:
    """The arm in pinocchio, which asks coal in C++."""

    def __init__(self, obstacles, hulls=False, tree=False):
        text = (FOLDER / "panda.urdf").read_text().replace("package://example-robot-data/robots/panda_description", str(FOLDER))
        self.model = pin.buildModelFromXML(text)
        self.geometry = pin.buildGeomFromUrdfString(self.model, text, pin.GeometryType.COLLISION)
        self.geometry.addAllCollisionPairs()
        pin.removeCollisionPairs(self.model, self.geometry, str(FOLDER / "panda.srdf"))
        self.pieces = len(self.geometry.geometryObjects)
        for piece in self.geometry.geometryObjects if hulls else []:
            if isinstance(piece.geometry, coal.BVHModelBase):
                piece.geometry.buildConvexRepresentation(True)
                piece.geometry = piece.geometry.convex
        for name, shape, place in obstacles:
            self.geometry.addGeometryObject(pin.GeometryObject(name, 0, place, shape))
        for i in range(self.pieces):
            for k in range(len(obstacles)):
                self.geometry.addCollisionPair(pin.CollisionPair(i, self.pieces + k))
        self.data, self.geometry_data = self.model.createData(), self.geometry.createData()
        self.manager = None
        if tree:
            self.manager = pin.BroadPhaseManager_DynamicAABBTreeCollisionManager(
                self.model, self.geometry, self.geometry_data
            )

    def distances(self, rows):
        found = []
        for q in np.hstack([rows, rows[:, -1:]]):
            nearest = pin.computeDistances(self.model, self.data, self.geometry, self.geometry_data, q)
            found.append(max(0.0, self.geometry_data.distanceResults[nearest].min_distance))
        return np.array(found)

    def colliding(self, rows):
        # Both fingers have a joint of their own in pinocchio.
        rows = np.hstack([rows, rows[:, -1:]])
        if self.manager is not None:
            return np.array([pin.computeCollisions(self.model, self.data, self.manager, q, True) for q in rows])
        ask = pin.computeCollisions
        return np.array([ask(self.model, self.data, self.geometry, self.geometry_data, q, True) for q in rows])


class Fcl:
    """The arm in python-fcl, with the places of links by pinocchio."""

    def __init__(self, arm, obstacles):
        self.arm = arm
        pieces = arm.geometry.geometryObjects[: arm.pieces]
        self.pieces = [fcl.CollisionObject(self.of(piece)) for piece in pieces]
        pairs = [(pair.first, pair.second) for pair in arm.geometry.collisionPairs]
        self.pairs = [(a, b) for a, b in pairs if b < arm.pieces]
        made = []
        for _, shape, place in obstacles:
            made.append(fcl.CollisionObject(self.shape(shape), fcl.Transform(place.rotation, place.translation)))
        self.around, self.robot = fcl.DynamicAABBTreeCollisionManager(), fcl.DynamicAABBTreeCollisionManager()
        self.around.registerObjects(made)
        self.around.setup()
        self.robot.registerObjects(self.pieces)
        self.robot.setup()

    def of(self, piece):
        if isinstance(piece.geometry, coal.BVHModelBase):
            vertices, mesh = piece.geometry.vertices(), fcl.BVHModel()
            faces = [piece.geometry.tri_indices(i) for i in range(piece.geometry.num_tris)]
            mesh.beginModel(len(vertices), len(faces))
            mesh.addSubModel(np.array(vertices), np.array([[f[0], f[1], f[2]] for f in faces]))
            mesh.endModel()
            return mesh
        return self.shape(piece.geometry)

    def shape(self, shape):
        if isinstance(shape, coal.Box):
            return fcl.Box(*(2 * shape.halfSide))
        if isinstance(shape, coal.Sphere):
            return fcl.Sphere(shape.radius)
        kind = fcl.Cylinder if isinstance(shape, coal.Cylinder) else fcl.Capsule
        return kind(shape.radius, 2 * shape.halfLength)

    def colliding(self, rows):
        arm, found = self.arm, []
        for q in np.hstack([rows, rows[:, -1:]]):
            pin.updateGeometryPlacements(arm.model, arm.data, arm.geometry, arm.geometry_data, q)
            for piece, place in zip(self.pieces, arm.geometry_data.oMg):
                piece.setTransform(fcl.Transform(place.rotation, place.translation))
            found.append(self.meets())
        return np.array(found)

    def meets(self):
        request, pieces = fcl.CollisionRequest(), self.pieces
        if any(fcl.collide(pieces[a], pieces[b], request, fcl.CollisionResult()) for a, b in self.pairs):
            return True
        self.robot.update()
        data = fcl.CollisionData()
        self.robot.collide(self.around, data, fcl.defaultCollisionCallback)
        return data.result.is_collision


def of_file(file):
    """The obstacles of a scene, as coal has them."""
    made = []
    for item in json.loads(file.read_text())["objects"]:
        shape, turn = item["shape"], np.array(item["rotation"])
        kind, axes = shape["type"], np.eye(3) if shape["type"] in ("box", "sphere") else ALONG_Y
        if kind == "box":
            own = coal.Box(*[2 * x for x in shape["half_extents"]])
        elif kind == "sphere":
            own = coal.Sphere(shape["radius"])
        elif kind == "cylinder":
            own = coal.Cylinder(shape["radius"], 2 * shape["half_height"])
        else:
            own = coal.Capsule(shape["radius"], 2 * shape["b"][1])
        rotation = pin.Quaternion(turn / np.linalg.norm(turn)).matrix() @ axes
        made.append((item["id"], own, pin.SE3(rotation, np.array(item["position"]))))
    return made


def said(case, engine, **rest):
    print(json.dumps({"case": case, "engine": engine} | rest), flush=True)


def configurations(robot, count, seed):
    low, high = robot.limits.T
    return np.random.default_rng(seed).uniform(low, high, (count, len(low)))


def colliding(count):
    robots = {"": Robot.load(FOLDER / "panda.urdf"), ", hulls": Robot.load(FOLDER / "panda.urdf", hulls=True)}
    obstacles, theirs = Obstacles.load(FOLDER / "obstacles.json"), of_file(FOLDER / "obstacles.json")
    assert len(obstacles) == len(theirs) == 50
    for case, around, peers in ("itself", None, []), ("itself and 50 obstacles", obstacles, theirs):
        engines = {}
        for name, robot in robots.items():
            engines[f"clearance {clearance.__version__}{name}"] = lambda rows, robot=robot: robot.colliding_many(rows, around, threads=1)
        for name, hulls in ("", False), (", hulls", True):
            engines[f"coal {coal.__version__}, per pair{name}"] = Pinocchio(peers, hulls).colliding
            engines[f"coal {coal.__version__}, tree{name}"] = Pinocchio(peers, hulls, True).colliding
        engines[f"python-fcl {fcl.__version__}, tree"] = Fcl(Pinocchio(peers), peers).colliding
        compare(f"colliding/{case}", engines, robots[""], around, configurations(robots[""], count, 1))
        measure(f"colliding/{case}", engines, configurations(robots[""], count, 2))


def compare(case, engines, robot, around, rows):
    truth = robot.colliding_many(rows, around)
    for engine, ask in engines.items():
        other = ask(rows) != truth
        gaps = [robot.distance(q, around).clearance.distance for q in rows[other][:20]]
        said(case, engine, configurations=len(rows), collide=int(truth.sum()), differ=int(other.sum()),
             gaps=[float(f"{gap:.2g}") for gap in gaps])  # fmt: skip


def measure(case, engines, rows):
    times = {engine: [] for engine in engines}
    for _ in range(ROUNDS):
        for engine, ask in engines.items():
            few = rows if "clearance" in engine else rows[: max(100, len(rows) // 20)]
            start = time.process_time()
            ask(few)
            times[engine].append((time.process_time() - start) / len(few) * 1e6)
    for engine, each in times.items():
        median = statistics.median(each)
        said(case, engine, us_each=round(median, 2), per_second=round(1e6 / median))


def distances(count):
    """The least distance of all pairs; coal is asked about each pair, since pinocchio has no tree for that."""
    obstacles, theirs = Obstacles.load(FOLDER / "obstacles.json"), of_file(FOLDER / "obstacles.json")
    for name, hulls in ("", False), (", hulls", True):
        robot, arm = Robot.load(FOLDER / "panda.urdf", hulls=hulls), Pinocchio(theirs, hulls)
        rows = configurations(robot, count, 5)
        begin = time.process_time()
        ours = robot.distance_many(rows, obstacles, threads=1)
        middle, few = time.process_time(), rows[: max(50, count // 50)]
        found = arm.distances(few)
        end = time.process_time()
        said("distance", f"clearance {clearance.__version__}{name}", us_each=round((middle - begin) / count * 1e6, 1))
        said("distance", f"coal {coal.__version__}, per pair{name}", us_each=round((end - middle) / len(few) * 1e6, 1),
             largest_difference=float(f"{np.abs(found - ours[: len(few)]).max():.1e}"))  # fmt: skip


def ways():
    """Ways of the arm among needles of 4 cm that are a tenth of a millimetre thick, proved and sampled."""
    robot, random = Robot.load(FOLDER / "panda.urdf"), np.random.default_rng(3)
    ours, theirs = [], []
    for i in range(NEEDLES):
        direction, turn = random.normal(size=3), random.normal(size=4)
        place = np.array([0, 0, 0.333]) + direction / np.linalg.norm(direction) * random.uniform(0.4, 0.8)
        ours.append(d3.Cylinder(0.02, 5e-5).at(place, rotation=turn))
        rotation = pin.Quaternion(turn / np.linalg.norm(turn)).matrix() @ ALONG_Y
        theirs.append((f"needle {i}", coal.Cylinder(5e-5, 0.04), pin.SE3(rotation, place)))
    needles = Obstacles(ours)
    arm = Pinocchio(theirs)
    rows = configurations(robot, 40 * WAYS, 4)
    rows = rows[~robot.colliding_many(rows, needles)]
    starts, goals = rows[:WAYS], rows[WAYS : 2 * WAYS]
    begin = time.process_time()
    proved = [robot.path(a, b, needles, accuracy=np.inf) for a, b in zip(starts, goals)]
    spent = time.process_time() - begin
    met = np.array([not way.free for way in proved])
    sure = np.array([way.contact is not None and way.contact.distance == 0.0 for way in proved])
    said("way among needles", "clearance, proved", ways=WAYS, contacts=int(met.sum()), of_which_met=int(sure.sum()),
         undecided=sum(not way.free and way.contact is None for way in proved),
         ms_each=round(spent / WAYS * 1e3, 2), steps_each=sum(way.steps for way in proved) / WAYS)  # fmt: skip
    for samples in SAMPLES:
        times, begin = np.linspace(0, 1, samples + 1), time.process_time()
        hit = np.array([arm.colliding(a + times[:, None] * (b - a)).any() for a, b in zip(starts, goals)])
        spent = time.process_time() - begin
        said("way among needles", f"coal {coal.__version__}, {samples} samples", ways=WAYS, contacts=int(hit.sum()),
             missed=int((met & ~hit).sum()), found_where_proved_free=int((hit & ~met).sum()),
             ms_each=round(spent / WAYS * 1e3, 2))  # fmt: skip


if __name__ == "__main__":
    COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    colliding(COUNT)
    distances(COUNT // 4)
    ways()
