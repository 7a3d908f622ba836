"""Sets of parts to check, made here: tubes face on face, and a plant of bolted plates and pipes.

    python bench/assembly_sets.py DIRECTORY [--units 1000]

needs numpy. A set of unique parts is a directory of binary STL files; a set of shared parts is one GLB file, in which each
kind of part is one mesh with many nodes. A unit of the plant has ten parts of about 1,000 triangles each: two plates with a
hole, a bolt with washer and nut, two pipes and an elbow on top of each other, a pin in the pipe and a ring around it. Plates of
neighbouring units touch. In every seventh unit the pin is larger than the pipe by 0.01.
"""

import argparse
import math
import pathlib
import struct

import numpy as np

from plant.glb import save


def ring_quads(rings, sides, closed):
    """Triangles between rings of vertices that follow each other."""
    i, k = np.meshgrid(np.arange(rings if closed else rings - 1), np.arange(sides), indexing="ij")
    i, k = i.ravel(), k.ravel()
    j, l = (i + 1) % rings, (k + 1) % sides
    a, b, c, d = i * sides + k, i * sides + l, j * sides + l, j * sides + k
    return np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])


def around(sides, turn=0.0):
    angle = turn + np.arange(sides) * (2 * math.pi / sides)
    return np.stack([np.cos(angle), np.sin(angle)], 1)


def turned_ring(profile, sides, turn=0.0):
    """A closed profile of (r, z), counter-clockwise, turned around the z axis."""
    circle = around(sides, turn)
    rings = [np.column_stack([circle * r, np.full(sides, z)]) for r, z in profile]
    return np.concatenate(rings), ring_quads(len(profile), sides, True)


def turned_solid(profile, sides):
    """A profile from the axis to the axis, upwards, turned around the z axis."""
    inner = profile[1:-1]
    circle = around(sides)
    rings = [np.column_stack([circle * r, np.full(sides, z)]) for r, z in inner]
    ends = [[0, 0, profile[0][1]], [0, 0, profile[-1][1]]]
    n = len(inner) * sides
    k, l = np.arange(sides), (np.arange(sides) + 1) % sides
    last = (len(inner) - 1) * sides
    bottom = np.stack([np.full(sides, n), l, k], 1)
    top = np.stack([np.full(sides, n + 1), last + k, last + l], 1)
    return np.concatenate([*rings, ends]), np.concatenate([ring_quads(len(inner), sides, False), bottom, top])


def tube(inner, outer, low, high, sides, turn=0.0):
    return turned_ring([(inner, low), (outer, low), (outer, high), (inner, high)], sides, turn)


def plate(half, hole, low, high, sides):
    """A square plate with a round hole; `sides` is a multiple of 8, so that its corners are exact."""
    circle = around(sides)
    square = circle / np.abs(circle).max(1, keepdims=True) * half
    loops = [(circle * hole, low), (square, low), (square, high), (circle * hole, high)]
    rings = [np.column_stack([points, np.full(sides, z)]) for points, z in loops]
    return np.concatenate(rings), ring_quads(4, sides, True)


def torus(major, minor, z, rings, sides):
    circle = around(sides)
    profile = [(major + minor * x, z + minor * y) for x, y in circle]
    return turned_ring(profile, rings)


def elbow(inner, outer, bend, z, steps, sides):
    """A quarter of a bent pipe, from straight up to along x."""
    circle = around(sides)
    stations = np.arange(steps + 1) * (math.pi / 2 / steps)

    def wall(radius):
        points = []
        for t in stations:
            along = bend - (bend - circle[:, 0] * radius) * math.cos(t)
            up = (bend - circle[:, 0] * radius) * math.sin(t)
            points.append(np.column_stack([along, circle[:, 1] * radius, z + up]))
        return points

    loops = [*wall(outer), *reversed(wall(inner))]
    return np.concatenate(loops), ring_quads(len(loops), sides, True)


def unit_parts(scale, pin_is_large, sides=96):
    """The ten parts of a unit, around its own origin, by name. `scale` makes a unit unlike the others."""
    s = scale
    hole, shank = 3.0 * s, 3.0 * s
    wall, bore = 9.0 * s, 8.0 * s
    pin = bore + (0.01 if pin_is_large else 0.0)
    bolt = [(0, -6.0), (shank, -6.0), (shank, 2.5), (6 * s, 2.5), (6 * s, 5.0), (0, 5.0)]
    return {
        "base": plate(25, hole, -2, 0, sides),
        "cover": plate(25, hole, 0, 2, sides),
        "bolt": turned_solid(bolt, sides),
        "washer": tube(shank, 5.5 * s, 2, 2.5, sides),
        "nut": tube(shank, 6 * s, -5, -2, sides),
        "pipe": tube(bore, wall, 2, 20, sides + 32),
        "pipe-2": tube(bore, wall, 20, 40, sides + 32),
        "elbow": elbow(bore, wall, 20 * s, 40, 16, 32),
        "pin": turned_solid([(0, 24.0), (pin, 24.0), (pin, 36.0), (0, 36.0)], sides),
        "ring": torus(wall + 1.5 * s, 1.5 * s, 10, 40, 20),
    }


def outward(vertices, triangles):
    """The same with normals outwards."""
    p, q, r = (vertices[triangles[:, k]] for k in range(3))
    volume = np.einsum("ij,ij->", p, np.cross(q, r)) / 6
    return (vertices, triangles) if volume > 0 else (vertices, triangles[:, ::-1])


def write_stl(path, vertices, triangles):
    record = np.zeros(len(triangles), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    record["corners"] = vertices[triangles]
    path.write_bytes(bytes(80) + struct.pack("<I", len(triangles)) + record.tobytes())


def write_glb(path, meshes, nodes):
    """`meshes` by name; `nodes` are (name, mesh, place)."""
    numbers = {name: i for i, name in enumerate(meshes)}
    listed = [{"name": n, "mesh": numbers[m], "translation": list(map(float, at))} for n, m, at in nodes]
    save(path, meshes, listed, list(range(len(listed))))


def places(units):
    side = math.ceil(math.sqrt(units))
    return [(50.0 * (k % side), 50.0 * (k // side), 0.0) for k in range(units)]


def write_plant(directory, units):
    """`plant-N-shared.glb` and `plant-N-unique/`."""
    kinds = {}
    for large in (False, True):
        for name, mesh in unit_parts(1.0, large).items():
            kinds[f"{name}-large" if large and name == "pin" else name] = outward(*mesh)
    nodes = []
    unique = directory / f"plant-{10 * units}-unique"
    unique.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(1)
    for k, at in enumerate(places(units)):
        is_large = k % 7 == 0
        scale = 1.0 + float(random.uniform(-0.1, 0.1))
        for name, mesh in unit_parts(scale, is_large).items():
            kind = "pin-large" if is_large and name == "pin" else name
            nodes.append((f"{name}.{k}", kind, at))
            vertices, triangles = outward(*mesh)
            write_stl(unique / f"{name}.{k}.stl", vertices + at, triangles)
    write_glb(directory / f"plant-{10 * units}-shared.glb", kinds, nodes)
    total = units * sum(len(kinds[name][1]) for name in unit_parts(1.0, False))
    print(f"plant of {10 * units} parts: {total} triangles")


def write_tubes(directory, count=1000, sides=125):
    """A line of tubes along z, each face on the next: shared, unique, and each turned by its own angle."""
    shared = outward(*tube(8, 10, 0, 5, sides))
    nodes = [(f"tube.{k}", "tube", (0, 0, 5 * k)) for k in range(count)]
    write_glb(directory / f"tubes-{count}-shared.glb", {"tube": shared}, nodes)
    random = np.random.default_rng(2)
    for name, is_turned in (("unique", False), ("turned", True)):
        into = directory / f"tubes-{count}-{name}"
        into.mkdir(parents=True, exist_ok=True)
        for k in range(count):
            turn = float(random.uniform(0, 1)) if is_turned else 0.0
            write_stl(into / f"tube.{k:04}.stl", *outward(*tube(8, 10, 5 * k, 5 * k + 5, sides, turn)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("--units", type=int, nargs="*", default=[100, 1000], help="units of the plants, ten parts each")
    arguments = parser.parse_args()
    arguments.directory.mkdir(parents=True, exist_ok=True)
    write_tubes(arguments.directory)
    for units in arguments.units:
        write_plant(arguments.directory, units)


if __name__ == "__main__":
    main()
