"""The queries of the common corpus, made through the typed calls, give the same bits as the command."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest

from clearance import d2, d3

ROOT = Path(__file__).parents[3]
CORPUS = ROOT / "bindings" / "corpus" / "queries.jsonl"
MAKERS = {
    "point": lambda d, q: d.Point(),
    "segment": lambda d, q: d.Segment(q["a"], q["b"]),
    "triangle": lambda d, q: d.Triangle(q["vertices"]),
    "circle": lambda d, q: d.Circle(q["radius"]),
    "sphere": lambda d, q: d.Sphere(q["radius"]),
    "ellipse": lambda d, q: d.Ellipse(q["radii"]),
    "ellipsoid": lambda d, q: d.Ellipsoid(q["radii"]),
    "capsule": lambda d, q: d.Capsule(q["a"], q["b"], q["radius"]),
    "cylinder": lambda d, q: d.Cylinder(q["half_height"], q["radius"]),
    "cone": lambda d, q: d.Cone(q["half_height"], q["radius"]),
    "box": lambda d, q: d.Box(q["half_extents"]),
    "convex": lambda d, q: d.Convex(q["vertices"]),
    "polygon": lambda d, q: d.Polygon(q["vertices"], q.get("holes", [])),
    "polyline": lambda d, q: d.Polyline(q["vertices"], q.get("closed", False)),
    "bitmap": lambda d, q: d.Bitmap(q["rows"], q["pixel_size"]),
    "mesh": lambda d, q: d.Mesh(q["vertices"], q["triangles"]),
    "terrain": lambda d, q: d.Terrain(q["heights"], q["spacing"]),
    "half_space": lambda d, q: d.HalfSpace(q["normal"], q["offset"]),
    "rounded": lambda d, q: d.Rounded(made(d, q["shape"]), q["radius"]),
    "compound": lambda d, q: d.Compound([placed(d, part) for part in q["parts"]]),
}


def made(d: Any, query: Any) -> Any:
    return MAKERS[query["type"]](d, query)


def placed(d: Any, query: Any) -> Any:
    position = query.get("position", [0.0] * (2 if d is d2 else 3))
    turn = {name: query[name] for name in ("angle", "rotation") if name in query}
    return made(d, query).at(position, **turn, scale=query.get("scale", 1.0))


def motion(d: Any, query: Any) -> Any:
    return d.Motion(query.get("linear"), query.get("angular")) if query else None


def asked(query: Any) -> Any:
    """The answer to one query, in the format of the command."""
    d = d2 if query["dimension"] == 2 else d3
    op, a = query["op"], placed(d, query["a"])
    if op == "ray":
        hit = d.ray(query["origin"], query["direction"], a, query.get("max_time"))
        return {"hit": hit and hit._asdict()}
    if op == "closest_point":
        return d.closest_point(query["point"], a)._asdict()
    b = placed(d, query["b"])
    if op == "relation":
        return {"relation": str(d.relation(a, b))}
    if op == "clearance":
        found = d.clearance(a, b)._asdict()
        return {"clearance": found.pop("distance"), **found, "depth_kind": str(found["depth_kind"])}
    if op == "manifold":
        manifold = d.manifold(a, b, query.get("margin", 0.0))
        points = [{name: getattr(c, name) for name in ("point_a", "point_b", "clearance")} for c in manifold.contacts]
        return {"normal": manifold.normal, "points": points}
    hit = d.sweep(a, b, motion(d, query.get("motion_a")), motion(d, query.get("motion_b")), query.get("release", False))
    return {"hit": hit and {**hit._asdict(), "resolved": hit.is_resolved}}


def same(ours: Any, theirs: Any) -> bool:
    """Whether every number of the command's answer is here, bit by bit; it writes -0 as 0."""
    if isinstance(theirs, dict):
        return all(name in ours and same(ours[name], value) for name, value in theirs.items() if name != "id")
    if isinstance(theirs, list):
        return len(ours) == len(theirs) and all(map(same, ours, theirs))
    if isinstance(theirs, (int, float)) and not isinstance(theirs, bool):
        return struct.pack("d", ours + 0.0) == struct.pack("d", float(theirs) + 0.0)
    return bool(ours == theirs)


@pytest.fixture(scope="module")
def command() -> list[str]:
    if "CLEARANCE" in os.environ:
        return [os.environ["CLEARANCE"]]
    if shutil.which("cargo") and CORPUS.exists():
        return ["cargo", "run", "--quiet", "--release", "--bin", "clearance", "--"]
    pytest.skip("needs a clone, and cargo or CLEARANCE, the path of the command")


def test_the_same_bits_as_the_command(command: list[str]) -> None:
    queries = [json.loads(line) for line in CORPUS.read_text().splitlines()]
    with CORPUS.open() as lines:
        output = subprocess.run([*command, "query"], stdin=lines, capture_output=True, text=True, cwd=ROOT).stdout
    answers = [json.loads(line) for line in output.splitlines()]
    assert len(answers) == len(queries) > 1000
    refused = 0
    for query, answer in zip(queries, answers):
        if "error" in answer:
            refused += 1
            with pytest.raises(ValueError):
                asked(query)
        else:
            ours = asked(query)
            assert same(ours, answer), (query, ours, answer)
    assert refused < len(queries) // 20
