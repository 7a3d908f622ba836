"""Assemblies: the command beside manifold3d and trimesh's CollisionManager (FCL), with loading, in CPU time.

    pip install numpy scipy manifold3d trimesh python-fcl
    python bench/assembly_sets.py SETS
    python bench/assemblies_beside_peers.py target/release/clearance SETS/* [--peers manifold,fcl] [--json FILE]

A set is a GLB file or a directory of STL or OBJ files. Each engine
runs as a process of its own, and its CPU time (user and system, children included) and its peak memory count. The command
is asked for classes, volumes, contacts and distances (`check --no-depth`); manifold3d for the volume of each two parts whose
boxes meet; FCL for all pairs that meet. Answers are compared before times: a pair that FCL has and the command does not is
missing, and volumes are compared where both have one.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# A volume of this share of the smaller part's is rounding: faces in contact.
ROUNDING = 1e-9


def files_of(path):
    if path.is_file():
        return [path]
    return sorted(p for p in path.iterdir() if p.suffix in (".stl", ".obj"))


def load(path):
    """The parts of a set in their places: names, vertices and triangles."""
    import numpy as np
    import trimesh

    if path.suffix == ".glb":
        scene = trimesh.load(path, process=False)
        for node in scene.graph.nodes_geometry:
            matrix, name = scene.graph[node]
            mesh = scene.geometry[name]
            yield node, trimesh.transform_points(mesh.vertices, matrix), np.asarray(mesh.faces)
        return
    for file in files_of(path):
        mesh = trimesh.load(file, force="mesh", process=False)
        vertices, inverse = np.unique(np.asarray(mesh.vertices), axis=0, return_inverse=True)
        faces = inverse.ravel()[mesh.faces]
        yield file.stem, vertices, faces[(faces != np.roll(faces, 1, 1)).all(1)]


def box_pairs(low, high):
    """Pairs of boxes that meet, by a sweep along x."""
    import numpy as np

    order = np.argsort(low[:, 0], kind="stable")
    low, high = low[order], high[order]
    for k in range(len(order)):
        end = np.searchsorted(low[:, 0], high[k, 0], side="right")
        rest = slice(k + 1, end)
        meets = (low[rest] <= high[k]).all(1) & (high[rest] >= low[k]).all(1)
        for other in np.nonzero(meets)[0]:
            yield order[k], order[k + 1 + other]


def by_manifold(path):
    import manifold3d
    import numpy as np

    names, solids, boxes = [], [], []
    for name, vertices, faces in load(path):
        mesh = manifold3d.Mesh64(
            vert_properties=np.ascontiguousarray(vertices, np.float64),
            tri_verts=np.ascontiguousarray(faces, np.uint64),
        )
        names.append(name)
        solids.append(manifold3d.Manifold(mesh))
        boxes.append((vertices.min(0), vertices.max(0)))
    low, high = np.array([b[0] for b in boxes]), np.array([b[1] for b in boxes])
    own = [solid.volume() for solid in solids]
    found = []
    for i, j in box_pairs(low, high):
        volume = (solids[i] ^ solids[j]).volume()
        if volume > ROUNDING * min(own[i], own[j]):
            found.append([names[i], names[j], volume])
    return found


def by_fcl(path):
    import trimesh

    manager = trimesh.collision.CollisionManager()
    for name, vertices, faces in load(path):
        manager.add_object(name, trimesh.Trimesh(vertices, faces, process=False))
    _, names = manager.in_collision_internal(return_names=True)
    return [[a, b, None] for a, b in names]


PEERS = {"manifold": by_manifold, "fcl": by_fcl}


def by_clearance(program, path):
    # A list of ten thousand files may be too long for a command line in full paths.
    files = [str(p.name) for p in files_of(path)] if path.is_dir() else [str(path.resolve())]
    arguments = [program, "check", *files, "--no-depth", "--format", "json"]
    return arguments, (path if path.is_dir() else None)


def measured(arguments, directory=None, accepted=(0,)):
    """The output of a process, its CPU seconds and its peak memory in MiB."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(arguments, stdout=out, cwd=directory)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read()
    if process.returncode not in accepted:
        sys.exit(f"{arguments[0]} ended with {process.returncode}")
    return json.loads(text), usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def stem(name):
    return name.rsplit(".", 1)[0] if name.endswith((".stl", ".obj")) else name


def compared(ours, theirs):
    """How many of the peer's pairs are missing, and the largest relative difference of volumes."""
    known = {}
    for pair in ours:
        known[frozenset(stem(pair[k]) for k in ("a", "b"))] = pair
    missing, differs = 0, 0.0
    for a, b, volume in theirs:
        pair = known.get(frozenset((a, b)))
        missing += pair is None
        common = (pair or {}).get("common") or {}
        if pair is not None and volume is not None:
            differs = max(differs, abs(common.get("volume", 0.0) - volume) / volume)
    return missing, differs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("sets", type=pathlib.Path, nargs="+")
    parser.add_argument("--peers", default="manifold,fcl")
    parser.add_argument("--json", type=pathlib.Path)
    arguments = parser.parse_args()
    rows = []
    for path in arguments.sets:
        command, directory = by_clearance(os.path.abspath(arguments.program), path)
        answer, seconds, memory = measured(command, directory, accepted=(0, 1))
        pairs = answer["pairs"]
        row = {"set": path.name, "pairs": len(pairs), "clearance_s": seconds, "clearance_mib": memory}
        for peer in filter(None, arguments.peers.split(",")):
            found, own, peak = measured([sys.executable, __file__, "--peer", peer, str(path)])
            missing, differs = compared(pairs, found)
            row |= {f"{peer}_pairs": len(found), f"{peer}_s": own, f"{peer}_mib": peak, f"{peer}_missing": missing}
            row |= {f"{peer}_volume_differs": differs} if peer == "manifold" else {}
        print(json.dumps(row), flush=True)
        rows.append(row)
    if arguments.json:
        arguments.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--peer"]:
        json.dump(PEERS[sys.argv[2]](pathlib.Path(sys.argv[3])), sys.stdout)
    else:
        main()
