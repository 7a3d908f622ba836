"""``python -m clearance`` is the command ``clearance``: its options, output and exit status, and STEP and IFC besides."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from test_cad import ifc, step

__all__ = ["ifc", "step"]  # fixtures

SCENE = """{"dimension": 2, "objects": [{"id": "plank", "shape": {"type": "box", "half_extents": [2, 0.5]}},
    {"id": "wheel", "shape": {"type": "circle", "radius": 1}, "position": [0, 1.25]}]}"""
QUESTION = '{"id": 7, "op": "distance", "dimension": 2, "a": {"type": "point"}, "b": {"type": "circle", "radius": -1}}\n'


def run(
    folder: Path, *arguments: str, command: tuple[str, ...] = (sys.executable, "-m", "clearance"), given: str = ""
) -> tuple[int, str, str]:
    """Exit status, output and errors."""
    result = subprocess.run([*command, *arguments], cwd=folder, input=given, capture_output=True, text=True, timeout=120)
    return result.returncode, result.stdout, result.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "scene.json").write_text(SCENE)
    (tmp_path / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (tmp_path / "model.xyz").write_text("1 2 3\n")
    return tmp_path


CALLS = [
    (),
    ("--version",),
    ("help", "check"),
    ("check", "--nonsense"),
    ("check", "scene.json"),
    ("check", "scene.json", "--format", "json"),
    ("check", "scene.json", "--color", "always"),
    ("check", "part.obj", "scene.json"),
    ("check", "part.obj", "--format", "csv"),
    ("check", "model.xyz"),
    ("check", "gone.step"),
    ("check", "-"),
    ("query",),
    ("completions", "bash"),
]


@pytest.mark.parametrize("arguments", CALLS, ids=" ".join)
def test_it_says_what_the_program_says(arguments: tuple[str, ...], folder: Path) -> None:
    if "CLEARANCE" not in os.environ:
        pytest.skip("needs CLEARANCE, the path of the program")
    given = SCENE if arguments == ("check", "-") else QUESTION
    program = run(folder, *arguments, command=(os.environ["CLEARANCE"],), given=given)
    assert run(folder, *arguments, given=given) == program


def test_status_and_output(folder: Path) -> None:
    status, said, errors = run(folder, "check", "scene.json", "--format", "json", "--report", "scene.svg")
    assert (status, errors) == (1, "")
    assert json.loads(said)["pairs"][0]["relation"] == "overlapping"
    assert (folder / "scene.svg").read_text().endswith("</svg>\n")
    assert run(folder, "query", given=QUESTION)[:2] == (
        2,
        '{"id":7,"error":{"code":"invalid_shape","message":"must be greater than zero","field":"b.radius"}}\n',
    )
    status, _, errors = run(folder, "demo")
    assert status == 2 and "cargo install clearance-cli" in errors


def test_a_step_file(step: Path, folder: Path) -> None:
    status, said, errors = run(folder, "check", str(step), "--format", "json", "--deflection", "0.05")
    assert (status, errors) == (1, "")
    found = json.loads(said)
    assert found["objects"] == 6
    pairs = {(pair["a"], pair["b"]) for pair in found["pairs"]}
    assert pairs == {("pin", "plate"), ("pin#2", "plate"), ("pin#3", "plate#2"), ("pin#4", "plate#2")}
    # As a mesh that a scene or a question names, which the converter is called for too.
    (folder / "part.step").write_bytes(step.read_bytes())
    question = {"op": "mass", "dimension": 3, "a": {"type": "mesh", "file": "part.step"}, "b": {"type": "point"}}
    status, said, _ = run(folder, "query", "--deflection", "0.01", given=json.dumps(question))
    assert (status, json.loads(said).get("error")) == (0, None), said
    status, _, errors = run(folder, "check", str(step), "--deflection", "0")
    assert status == 2 and "above 0" in errors


def test_an_ifc_file(ifc: Path, folder: Path) -> None:
    status, said, errors = run(folder, "check", str(ifc), "--format", "json")
    assert (status, errors) == (1, "")
    pairs = json.loads(said)["pairs"]
    assert len(pairs) == 2 and all(pair["a"].startswith("chair (IfcFurniture ") for pair in pairs)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="not on this system")
def test_ctrl_c_ends_it(folder: Path) -> None:
    child = subprocess.Popen([sys.executable, "-m", "clearance", "query"], cwd=folder, stdin=subprocess.PIPE)
    try:
        time.sleep(1.0)
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == -signal.SIGINT
    finally:
        child.kill()
        if child.stdin:
            child.stdin.close()
