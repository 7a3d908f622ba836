"""A GLB file whose nodes share meshes; that of a plant has one node around all that turns z up to y up, as exporters write it."""

import json
import struct

import numpy as np


def write(path, meshes, parts):
    """`meshes` by name; `parts` are (name, mesh, frame)."""
    numbers = {name: i for i, name in enumerate(meshes)}
    nodes = [node(name, numbers[mesh], frame) for name, mesh, frame in parts]
    quarter = [-np.sqrt(0.5), 0, 0, np.sqrt(0.5)]
    nodes.append({"name": "plant", "rotation": singles(quarter), "children": list(range(len(parts)))})
    save(path, meshes, nodes, [len(parts)])


def save(path, meshes, nodes, roots):
    """`meshes` are (vertices, triangles) by name; `nodes` and `roots` as glTF has them."""
    binary, views, accessors = bytearray(), [], []

    def add(array, kind, component, **more):
        views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": array.nbytes})
        binary.extend(array.tobytes())
        accessors.append(
            {"bufferView": len(views) - 1, "componentType": component, "count": len(array), "type": kind, **more}
        )
        return len(accessors) - 1

    listed = []
    for name, (vertices, triangles) in meshes.items():
        v = vertices.astype("<f4")
        position = add(v, "VEC3", 5126, min=v.min(0).tolist(), max=v.max(0).tolist())
        indices = add(triangles.astype("<u4").ravel(), "SCALAR", 5125)
        listed.append({"name": name, "primitives": [{"attributes": {"POSITION": position}, "indices": indices}]})
    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": len(binary)}],
        "bufferViews": views,
        "accessors": accessors,
        "meshes": listed,
        "nodes": nodes,
        "scenes": [{"nodes": roots}],
        "scene": 0,
    }
    container(path, json.dumps(document, separators=(",", ":")).encode(), binary)


def node(name, mesh, frame):
    turn = np.array(frame.turn, float) / np.linalg.norm(frame.turn)
    return {"name": name, "mesh": mesh, "translation": singles(frame.at), "rotation": singles(turn)}


def singles(numbers):
    """In single precision, as glTF has them, in as many digits as that needs."""
    return [float(str(np.float32(x))) for x in numbers]


def container(path, text, binary):
    text += b" " * (-len(text) % 4)
    binary += bytes(-len(binary) % 4)
    head = struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(binary))
    path.write_bytes(
        head + struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary
    )
