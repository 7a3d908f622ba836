#!/usr/bin/env python3
"""Meshes: clearance's Python package beside embreex (Embree), python-fcl (FCL), libigl and manifold3d, on one thread.

    pip install embreex python-fcl libigl manifold3d trimesh     # and the clearance package
    python3 bench/mesh_beside_python.py [FILTER]

Every peer gets the same mesh and the same queries in one process. Answers are compared before anything is timed:
`unlike` is how many differ by more than the tolerance of the row. Peers in single precision, as Embree is, differ
next to edges. Median of the rounds; what is prepared once, such as a tree, is not timed, but for the rows named build.
"""

import os
import sys
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")

import fcl
import igl
import manifold3d
import numpy as np
import trimesh
from embreex import rtcore_scene
from embreex.mesh_construction import TriangleMesh

from clearance import d3

COUNT = 20_000


def sphere(times):
    """An icosphere of radius 1, its vertices off by up to a thousandth."""
    mesh = trimesh.creation.icosphere(times)
    off = 1 + np.random.default_rng(11).uniform(-1e-3, 1e-3, len(mesh.vertices))
    return as_single(mesh.vertices * off[:, None]), np.array(mesh.faces)


def torus(around, across):
    """A ring around y of radius 1, of a tube of about 0.4 with bumps."""
    i, j = np.meshgrid(np.arange(around), np.arange(across), indexing="ij")
    u, v = i / around * 2 * np.pi, j / across * 2 * np.pi
    tube = 0.4 + 0.05 * np.cos(8 * u) * np.cos(5 * v) + np.random.default_rng(7).uniform(-1e-4, 1e-4, u.shape)
    out = 1 + tube * np.cos(v)
    vertices = np.stack([out * np.cos(u), tube * np.sin(v), out * np.sin(u)], axis=-1).reshape(-1, 3)
    at = lambda i, j: (i % around * across + j % across).reshape(-1)
    a, b, c, d = at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)
    return as_single(vertices), np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])


def as_single(vertices):
    return vertices.astype(np.float32).astype(np.float64)


def median(question, rounds=7):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        question()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def row(name, count, ours, peers, tolerance=1e-4):
    """Compares the answers, then prints microseconds for each question."""
    if len(sys.argv) > 1 and sys.argv[1] not in name:
        return
    truth = np.asarray(ours(), dtype=float).reshape(-1)
    line = f"{name:<34}  clearance {median(ours) / count * 1e6:>11.3f} µs"
    for peer, question in peers.items():
        got = np.asarray(question(), dtype=float).reshape(-1)
        finite = np.isfinite(truth) & np.isfinite(got)
        both = np.where(finite, np.abs(np.where(finite, got, 0) - np.where(finite, truth, 0)), truth != got)
        unlike = int((both > tolerance * np.maximum(1, np.abs(np.nan_to_num(truth, posinf=0)))).sum())
        line += f"  {peer} {median(question) / count * 1e6:>11.3f} µs" + (f" ({unlike} of {len(got)} unlike)" if unlike else "")
    print(line, flush=True)


def embree(vertices, faces):
    scene = rtcore_scene.EmbreeScene()
    TriangleMesh(scene, vertices[faces].astype(np.float32))
    return scene


def fcl_model(vertices, faces):
    model = fcl.BVHModel()
    model.beginModel(len(vertices), len(faces))
    model.addSubModel(vertices, faces)
    model.endModel()
    return model


def one_mesh(name, vertices, faces):
    random = np.random.default_rng(5)
    points = random.uniform(-1.5, 1.5, (COUNT, 3))
    directions = random.normal(size=(COUNT, 3))
    directions /= np.linalg.norm(directions, axis=1)[:, None]
    mesh, scene = d3.Mesh(vertices, faces), embree(vertices, faces)
    # Points in the solid start inside, where clearance's time is 0: rays are compared from outside.
    outside = points[~d3.contains_many(points, mesh)]
    along = directions[: len(outside)]
    origins, ways = outside.astype(np.float32), along.astype(np.float32)

    def embree_times():
        times = scene.run(origins, ways, query="DISTANCE").astype(float)
        return np.where(times > 1e30, np.inf, times)

    row(f"build/{name}", 1, lambda: d3.Mesh(vertices, faces) and 1, {
        "embree": lambda: embree(vertices, faces).run(origins[:1], ways[:1]) is not None,
        "fcl": lambda: fcl_model(vertices, faces) and 1,
    })
    row(f"ray/{name}", len(outside), lambda: d3.ray_many(outside, along, mesh).time, {"embree": embree_times})
    # libigl makes its tree anew for each call, which is shared by all points.
    row(f"closest/{name}", COUNT, lambda: np.abs(d3.closest_point_many(points, mesh).distance), {
        "libigl": lambda: np.sqrt(igl.point_mesh_squared_distance(points, vertices, faces)[0]),
    })


def two_meshes(name, first, second, offset):
    moved = (second[0] + offset, second[1])
    a, b = d3.Mesh(*first), d3.Mesh(*moved)
    p, q = (fcl.CollisionObject(fcl_model(*m), fcl.Transform()) for m in (first, moved))
    m, n = (manifold3d.Manifold(manifold3d.Mesh(v.astype(np.float32), f.astype(np.uint32))) for v, f in (first, moved))

    def pairs():
        request = fcl.CollisionRequest(num_max_contacts=10_000_000)
        return fcl.collide(p, q, request, fcl.CollisionResult())

    row(f"boolean/{name}", 1, lambda: d3.intersects(a, b), {"fcl": lambda: fcl.collide(p, q) > 0})
    row(f"distance/{name}", 1, lambda: d3.distance(a, b), {"fcl": lambda: max(0, fcl.distance(p, q))})
    row(f"every-pair/{name}", 1, lambda: len(d3.triangle_pairs(a, b).pairs), {"fcl": pairs})
    row(f"common/{name}", 1, lambda: d3.common(a, b).volume, {"manifold3d": lambda: (m ^ n).volume()})


def main():
    ball, ring = sphere(6), torus(320, 160)
    one_mesh("torus-10k", *torus(100, 50))
    one_mesh("torus-102k", *ring)
    one_mesh("torus-1m", *torus(1000, 500))
    for place, offset in {"light": (1.9, 0.6, 0.3), "deep": (0.4, 0.3, 0.2), "apart": (2.6, 0.3, 0.2)}.items():
        two_meshes(f"sphere-82k/torus-102k/{place}", ball, ring, np.array(offset))


if __name__ == "__main__":
    main()
