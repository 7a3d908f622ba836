"""Races of meshes of many triangles: Embree, FCL, libigl, manifold3d, trimesh.

    pip install './bindings/python[bench-meshes]'     # embreex, python-fcl, libigl, manifold3d, trimesh, rtree, scipy
    cd bindings/python && python -m bench meshes [--quick]

Meshes are given to all in single precision, for Embree computes in it. Rays start outside of them: for Embree a mesh is a surface.
What is prepared once, such as a tree, is not timed but in the rows of builds. Some of these packages start threads of
their own: the time of all threads counts, for clearance too.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("IGL_NUM_THREADS", "1")

import numpy as np

from clearance import d3

from .measure import Contestant
from .race import Race

QUERIES = 20_000
SLOW_QUERIES = 200
"""Of trimesh, which takes a millisecond for one."""
TOLERANCE = 1e-4
"""Of the size of the answer: single precision, next to the edges of triangles of a thousandth."""
PLACES = {"light": (1.9, 0.6, 0.3), "deep": (0.4, 0.3, 0.2), "apart": (2.6, 0.3, 0.2)}

Mesh = tuple[Any, Any]
Peers = dict[str, tuple[Callable[[], Any], int]]
"""What a peer does, and how many questions it answers; fewer than ours if it is slow."""


def sphere(times: int) -> Mesh:
    """An icosphere of radius 1, its vertices off by up to a thousandth."""
    import trimesh

    mesh = trimesh.creation.icosphere(times)
    off = 1 + np.random.default_rng(11).uniform(-1e-3, 1e-3, len(mesh.vertices))
    return as_single(mesh.vertices * off[:, None]), np.array(mesh.faces)


def torus(around: int, across: int, aside: float = 0.0, noise: float = 1e-4) -> Mesh:
    """A ring around y of radius 1, of a tube of about 0.4 with bumps; a scan of one, if vertices are aside by part of a step."""
    random = np.random.default_rng(7)
    i, j = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    u, v = ((k + random.uniform(-aside, aside, k.shape)) * 2 * np.pi / steps for k, steps in ((i, around), (j, across)))
    tube = 0.4 + 0.05 * np.cos(8 * u) * np.cos(5 * v) + random.uniform(-noise, noise, u.shape)
    out = 1 + tube * np.cos(v)
    vertices = np.stack([out * np.cos(u), tube * np.sin(v), out * np.sin(u)], axis=-1).reshape(-1, 3)

    def at(i: Any, j: Any) -> Any:
        return (i % around * across + j % across).reshape(-1)

    a, b, c, d = at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)
    return as_single(vertices), np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])


def lathe(sides: int, rings: int) -> Mesh:
    """A turned part around an axis that is not a coordinate axis: triangles about a hundred times as long as wide."""
    random = np.random.default_rng(13)
    z = -1.4 + np.cumsum(random.uniform(0.2, 1.8, rings)) * 2.8 / rings
    r = random.uniform(0.25, 0.5, rings)
    angle = (np.arange(sides) * 2 * np.pi / sides)[:, None]
    rows = np.stack([r * np.cos(angle), r * np.sin(angle), z + 0 * angle], axis=-1).reshape(-1, 3)
    ends = np.array([(0.0, 0.0, z[0]), (0.0, 0.0, z[-1])])
    turn = np.linalg.qr(np.array([(2.0, 1.0, 0.5), (-1.0, 2.0, 0.7), (0.3, -0.9, 2.0)]))[0]
    turn *= np.linalg.det(turn)
    i, k = (m.reshape(-1) for m in np.meshgrid(np.arange(sides), np.arange(rings - 1), indexing="ij"))
    after = (i + 1) % sides
    a, b, c, d = i * rings + k, after * rings + k, after * rings + k + 1, i * rings + k + 1
    i = np.arange(sides)
    after = (i + 1) % sides
    low = np.stack([after * rings, i * rings, np.full(sides, sides * rings)], 1)
    high = np.stack([i * rings + rings - 1, after * rings + rings - 1, np.full(sides, sides * rings + 1)], 1)
    return as_single(np.concatenate([rows, ends]) @ turn.T), np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1), low, high])


def as_single(vertices: Any) -> Any:
    """Numbers of single precision, as doubles."""
    return vertices.astype(np.float32).astype(np.float64)


def embree(mesh: Mesh) -> Any:
    """Embree's scene."""
    from embreex import rtcore_scene
    from embreex.mesh_construction import TriangleMesh

    scene = rtcore_scene.EmbreeScene()
    TriangleMesh(scene, mesh[0][mesh[1]].astype(np.float32))
    return scene


def fcl_model(mesh: Mesh) -> Any:
    """FCL's mesh."""
    import fcl

    model = fcl.BVHModel()
    model.beginModel(len(mesh[0]), len(mesh[1]))
    model.addSubModel(*mesh)
    model.endModel()
    return model


def igl_tree(mesh: Mesh) -> Any:
    """libigl's tree."""
    import igl

    tree = igl.AABB()
    tree.init(mesh[0], mesh[1].astype(np.int64))
    return tree


def race(name: str, count: int, ours: Callable[[], Any], peers: Peers, goal: float, **how: Any) -> Race:
    """Ours beside the peers."""
    contestants = [Contestant("clearance", ours, count, True, is_whole_process=True)]
    contestants += [Contestant(peer, ask, of, is_whole_process=True) for peer, (ask, of) in peers.items()]
    return Race(f"3D, meshes, {name}", contestants, goals=dict.fromkeys(peers, goal), **how)


def builds(name: str, mesh: Mesh) -> Race:
    """The mesh and its tree. Embree makes its tree when it is first asked."""
    ray = np.array([[3.0, 3.0, 3.0]], np.float32), np.array([[1.0, 0.0, 0.0]], np.float32)
    peers: Peers = {
        "embreex": (lambda: embree(mesh).run(*ray), 1),
        "python-fcl": (lambda: fcl_model(mesh), 1),
        "libigl": (lambda: igl_tree(mesh), 1),
    }
    return race(f"build, {name}", 1, lambda: d3.Mesh(*mesh), peers, 1.0, compared=False)


def one_mesh(name: str, mesh: Mesh, count: int) -> Iterator[Race]:
    """Rays, closest points, points inside."""
    import igl
    import trimesh

    random = np.random.default_rng(5)
    points = as_single(random.uniform(-1.5, 1.5, (count, 3)))
    ways = random.normal(size=(count, 3))
    origins = 3 * ways / np.linalg.norm(ways, axis=1)[:, None]
    along = points - origins
    along /= np.linalg.norm(along, axis=1)[:, None]
    origins, along = as_single(origins), as_single(along)
    shape, scene, tree = d3.Mesh(*mesh), embree(mesh), igl_tree(mesh)
    single = origins.astype(np.float32), along.astype(np.float32)
    faces = mesh[1].astype(np.int64)
    friend = trimesh.Trimesh(*mesh, process=False)
    few = min(count, SLOW_QUERIES)

    def embree_times() -> Any:
        times = scene.run(*single, query="DISTANCE").astype(float)
        return np.where(times > 1e30, -1.0, times)

    def our_times() -> Any:
        times = d3.ray_many(origins, along, shape).time
        return np.where(np.isinf(times), -1.0, times)

    kind = igl.SignedDistanceType.SIGNED_DISTANCE_TYPE_PSEUDONORMAL
    rays: Peers = {"embreex, single precision": (embree_times, count)}
    yield race(f"rays, {name}", count, our_times, rays, 1 / 1.4, tolerance=TOLERANCE)
    nearest: Peers = {
        "libigl": (lambda: np.sqrt(tree.squared_distance(mesh[0], faces, points)[0]), count),
        "trimesh": (lambda: trimesh.proximity.closest_point(friend, points[:few])[1], few),
    }
    yield race(
        f"closest points, {name}", count, lambda: np.abs(d3.closest_point_many(points, shape).distance), nearest, 2.0, tolerance=TOLERANCE
    )
    signed: Peers = {"libigl, tree and normals too": (lambda: igl.signed_distance(points, mesh[0], faces, kind)[0], count)}
    yield race(
        f"signed distances, {name}", count, lambda: d3.closest_point_many(points, shape).distance, signed, 2.0, tolerance=TOLERANCE
    )
    inside: Peers = {
        "libigl, winding numbers made too": (lambda: igl.fast_winding_number(mesh[0], faces, points) > 0.5, count),
        "trimesh and embreex": (lambda: friend.contains(points), count),
    }
    yield race(f"points inside, {name}", count, lambda: d3.contains_many(points, shape), inside, 2.0)


def two_meshes(name: str, first: Mesh, second: Mesh) -> Iterator[Race]:
    """Whether they meet, how far apart, where, and how much they have in common."""
    import fcl
    import manifold3d

    a, b = d3.Mesh(*first), d3.Mesh(*second)
    p, q = (fcl.CollisionObject(fcl_model(mesh), fcl.Transform()) for mesh in (first, second))
    m, n = (manifold3d.Manifold(manifold3d.Mesh(v.astype(np.float32), f.astype(np.uint32))) for v, f in (first, second))

    def pairs() -> Any:
        # Without points and normals, which would take longer.
        request = fcl.CollisionRequest(num_max_contacts=10_000_000)
        result = fcl.CollisionResult()
        fcl.collide(p, q, request, result)
        return result.contacts

    def one(ask: Callable[[], Any]) -> Callable[[], Any]:
        return lambda: np.array([ask()], float)

    def only(peer: str, ask: Callable[[], Any]) -> Peers:
        return {peer: (ask, 1)}

    yield race(f"meet?, {name}", 1, one(lambda: d3.intersects(a, b)), only("python-fcl", one(lambda: fcl.collide(p, q) > 0)), 1.0)
    far = only("python-fcl", one(lambda: max(0.0, fcl.distance(p, q))))
    yield race(f"distance, {name}", 1, one(lambda: d3.distance(a, b)), far, 1.5, tolerance=TOLERANCE)
    yield race(
        f"every pair, {name}",
        1,
        lambda: d3.triangle_pairs(a, b).pairs,
        only("python-fcl", pairs),
        1.5 if name.endswith("thin") else 3.0,
        read={
            "clearance": lambda pairs: numbers(pairs[:, 0], pairs[:, 1]),
            "python-fcl": lambda found: numbers(*np.array([(c.b1, c.b2) for c in found], int).reshape(-1, 2).T),
        },
    )
    volume = only("manifold3d", one(lambda: (m ^ n).volume()))
    yield race(f"common volume, {name}", 1, one(lambda: d3.common(a, b).volume), volume, 1.0, tolerance=TOLERANCE)


def numbers(first: Any, second: Any) -> Any:
    """Pairs of triangles as sorted numbers, after how many there are: if one is missing, all after it differ."""
    return np.concatenate([[len(first)], np.sort(np.asarray(first, float) * 2**24 + np.asarray(second, float))])


def races(is_quick: bool = False) -> Iterator[Race]:
    """All of them; quick ones are about small meshes."""
    count = 500 if is_quick else QUERIES
    ball, ring, part = (sphere(3), torus(40, 20), lathe(100, 8)) if is_quick else (sphere(6), torus(320, 160), lathe(2000, 26))
    scan = torus(50, 30, 0.35, 1e-3) if is_quick else torus(1000, 500, 0.35, 1e-3)
    for name, mesh in {"sphere": ball, "ring": ring, "lathe": part, "scan": scan}.items():
        named = f"{name} of {len(mesh[1]):,}"
        yield builds(named, mesh)
        yield from one_mesh(named, mesh, count)
    for place, offset in PLACES.items():
        yield from two_meshes(f"sphere and ring, {place}", ball, (as_single(ring[0] + np.array(offset)), ring[1]))
    turned = part[0][:, [1, 2, 0]] + np.array([0.1, 0.2, 0.15])
    yield from two_meshes("two lathes, thin", part, (as_single(turned), part[1]))
