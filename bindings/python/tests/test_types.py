"""The stubs match the package, and type checkers accept and refuse the right calls."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

ACCEPTED = """
import numpy as np
import clearance
from clearance import d2, d3
from clearance.pygame import Mask

relation: clearance.Relation = d2.relation(d2.Circle(1.0), d2.Box((1.0, 2)).at([0.0, 1.0], angle=0.5))
x, y = d2.Circle(1.0).at(np.zeros(2)).pose.position
deep: float = d3.clearance(d3.Sphere(1.0), d3.Convex(np.zeros((4, 3)))).depth
hits = d2.intersects_many(d2.Shapes([d2.Circle(1.0)]), d2.Point(), poses_b=np.zeros((1, 2)), threads=None)
hit = d3.ray((0, 0, 0), (1, 0, 0), d3.Box((1, 1, 1)))
time: float = hit.time if hit else 0.0
count: int = len(d2.Scene(detail="manifold").contacts())
common: tuple[int, int] | None = Mask(size=(3, 3), fill=True).overlap(Mask((1, 1)).connected_component(pos=(0, 0)), offset=[1, 1])
"""

REFUSED = [
    'd2.Circle("1")',
    "d2.Circle()",
    "d2.relation(d2.Circle(1.0), 1)",
    "d2.relation(d2.Circle(1.0), d3.Sphere(1.0))",
    "d2.Circle(1.0).at((0.0, 0.0), rotation=(0, 0, 0, 1))",
    "d2.Circle(1.0).radius = 2.0",
    "d3.Circle(1.0)",
    "d2.Scene('grid')",
    "Mask(3)",
    "Mask((3, 3)).overlap(Mask((3, 3)))",
]


def check(tmp_path: Path, code: str) -> subprocess.CompletedProcess[str]:
    file = tmp_path / "snippet.py"
    file.write_text(code)
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path.parent / "mypy"), str(file)]
    return subprocess.run(command, capture_output=True, text=True)


def test_mypy_strict_accepts_what_works(tmp_path: Path) -> None:
    result = check(tmp_path, ACCEPTED)
    assert result.returncode == 0, result.stdout


def test_mypy_strict_refuses_what_does_not(tmp_path: Path) -> None:
    lines = ["from clearance import d2, d3; from clearance.pygame import Mask", *REFUSED]
    result = check(tmp_path, "\n".join(lines))
    for number, line in enumerate(REFUSED, start=2):
        assert f"snippet.py:{number}: error" in result.stdout, line


def test_the_package_itself_is_strict() -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "-p", "clearance"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout


def test_stubtest() -> None:
    command = [sys.executable, "-m", "mypy.stubtest", "clearance"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
