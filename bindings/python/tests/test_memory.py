"""`check --memory` keeps the pairs that it finds on disk, in every format."""

from __future__ import annotations

import filecmp
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or "CLEARANCE" not in os.environ, reason="needs CLEARANCE, the path of the program, and Linux"
)

#: Unit cubes side by side along each axis; each touches up to 26 others.
SIDES = (25, 25, 8)
PAIRS = 56_119


def pile(folder: Path) -> Path:
    places = [[float(x), float(y), float(z)] for x in range(SIDES[0]) for y in range(SIDES[1]) for z in range(SIDES[2])]
    cube = {"type": "box", "half_extents": [0.5, 0.5, 0.5]}
    objects = [{"id": f"cube {i}", "shape": "cube", "position": place} for i, place in enumerate(places)]
    file = folder / "pile.json"
    file.write_text(json.dumps({"dimension": 3, "shapes": {"cube": cube}, "objects": objects}))
    return file


#: Linux counts the memory of who starts a program as that of the program. So a small process starts it, and says how much it took.
STARTER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss, file=sys.stderr)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def peak(out: Path, *arguments: object) -> float:
    """The largest memory of the command in MB. What it prints goes to `out`."""
    command = [sys.executable, "-I", "-S", "-c", STARTER, os.environ["CLEARANCE"], "check", "--no-depth", *map(str, arguments)]
    with out.open("wb") as file:
        process = subprocess.run(command, stdout=file, stderr=subprocess.PIPE, check=True, text=True)
    return int(process.stderr.splitlines()[-1]) / 1024


@pytest.mark.parametrize("form", ["json", "csv", "junit", "table"])
def test_pairs_are_on_disk_in_every_format(form: str, tmp_path: Path) -> None:
    file, expected, printed = pile(tmp_path), tmp_path / "expected", tmp_path / "printed"
    whole = peak(expected, file, "--format", form)
    bounded = peak(printed, file, "--format", form, "--memory", "240M")
    assert filecmp.cmp(expected, printed, shallow=False)
    assert form != "csv" or printed.read_bytes().count(b"\n") == PAIRS + 1
    # A pair takes some 500 bytes in memory, and 48 of these where it is on disk.
    assert bounded < whole - 300 * PAIRS / 1e6, (bounded, whole)
