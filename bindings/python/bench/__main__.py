"""``python -m bench [--record] [--quick] [--rounds N] [FILTER]``: the races whose name holds FILTER, as a table.

``--record`` also writes them to ``bench/record``, with the date, the processor and everyone's version; ``--quick`` has fewer
rounds, and smaller meshes, polygons and masks. Races of meshes run only where FILTER begins with "mesh", and those of masks
where it begins with "mask"; those of concave polygons alone where it begins with "concave". Peers that are not
installed: ``pip install -e '.[bench]'``, for meshes ``pip install -e '.[bench-meshes]'``.
"""

from __future__ import annotations

import argparse
import datetime
import itertools
import json
import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from .measure import ROUNDS
from .race import Race

PEERS = ["clearance", "numpy", "shapely", "collision", "pymunk", "coal", "python-fcl"]
MESH_PEERS = ["clearance", "numpy", "embreex", "python-fcl", "libigl", "manifold3d", "trimesh"]
MASK_PEERS = ["clearance", "numpy", "pygame-ce"]
SUFFIXES = {"mesh": "-meshes", "mask": "-masks"}
QUICK_ROUNDS = 2
RECORD = Path(__file__).parents[3] / "bench" / "record"


def processor() -> str:
    """Its name, as the system says it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def version_of(name: str) -> str:
    """Of a package; a race of it needs it, others do not."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def races(text: str, is_quick: bool) -> Iterator[Race]:
    """Those of meshes, of masks, of concave polygons, or all but those of meshes and masks: each needs its peers."""
    if text.startswith("mesh"):
        from . import meshes

        return meshes.races(is_quick)
    if text.startswith("mask"):
        from . import masks

        return masks.races(is_quick)
    from . import polygons

    if text.startswith("concave"):
        return polygons.races(is_quick)
    from . import plane, space

    return itertools.chain(plane.races(), polygons.races(is_quick), space.races())


def about(peers: list[str]) -> dict[str, Any]:
    """When, where, with what."""
    return {
        "date": datetime.date.today().isoformat(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "python": platform.python_version(),
        "versions": {name: version_of(name) for name in peers},
    }


def table(found: dict[str, Any]) -> str:
    """A race in Markdown."""
    lines = [f"### {found['race']}", "", "| | ns a pair | × ours | goal | same answer |", "| --- | --: | --: | --: | --- |"]
    for row in found["rows"]:
        times = f"{row['times_ours']:.1f}" if "times_ours" in row else ""
        goal = "" if "goal" not in row else f"{row['goal']:.2g} {'✓' if row['times_ours'] >= row['goal'] else '✗'}"
        lines.append(f"| {row['name']} | {row['ns']:,.0f} | {times} | {goal} | {agreement(row)} |")
    return "\n".join(lines) + "\n"


def agreement(row: dict[str, Any]) -> str:
    """How often it says what ours says, and who is wrong else."""
    if "agree" not in row:
        return ""
    text = f"{row['agree']:,} of {row['of']:,}"
    if "they_are_wrong" in row:
        text += f"; exactly decided, wrong: {row['they_are_wrong']}, ours {row['we_are_wrong']}"
    for key in ("differ_at_clearance_up_to", "differ_by_up_to"):
        if key in row:
            text += f"; {key.replace('_', ' ')} {row[key]:.1e}"
    return text


def main() -> None:
    """Runs what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("filter", nargs="?", default="", help="part of a race's name")
    parser.add_argument("--record", action="store_true", help="write bench/record/DATE-python.{json,md}")
    parser.add_argument("--quick", action="store_true", help="fewer rounds, smaller meshes and polygons")
    parser.add_argument("--rounds", type=int, default=None)
    arguments = parser.parse_args()
    kind = next((kind for kind in ("mesh", "mask") if arguments.filter.startswith(kind)), "")
    rounds = arguments.rounds or (QUICK_ROUNDS if arguments.quick else ROUNDS)
    where = about({"mesh": MESH_PEERS, "mask": MASK_PEERS}.get(kind, PEERS))
    versions = ", ".join(f"{name} {number}" for name, number in where["versions"].items())
    head = f"{where['processor']}, {where['cores']} cores under a load of {where['load']}, Python {where['python']}, {where['date']}; {versions}\n"
    print(head)
    found: list[dict[str, Any]] = []
    text = head + "\n"
    for race in races(arguments.filter, arguments.quick):
        if arguments.filter in race.name:
            found.append(race.run(rounds))
            print(table(found[-1]), flush=True)
            text += table(found[-1]) + "\n"
    if arguments.record:
        RECORD.mkdir(exist_ok=True)
        stem = RECORD / f"{where['date']}-python{SUFFIXES.get(kind, '')}"
        stem.with_suffix(".json").write_text(json.dumps({**where, "races": found}, indent=1) + "\n")
        stem.with_suffix(".md").write_text(text.rstrip() + "\n")


main()
