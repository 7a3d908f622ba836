"""``python -m clearance`` is the command ``clearance``: its options, output and exit status, and STEP and IFC besides."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import clearance
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


def pins(file: Path, count: int) -> None:
    """Cylinders through each other, as a STEP file: how deep, takes a tenth of a second for each pair."""
    pytest.importorskip("OCP", reason="needs the extra step")
    from OCP.BRepPrimAPI import BRepPrimAPI_MakeCylinder
    from OCP.gp import gp_Ax2, gp_Dir, gp_Pnt
    from OCP.STEPControl import STEPControl_StepModelType, STEPControl_Writer

    writer, random = STEPControl_Writer(), np.random.default_rng(3)
    for place, axis in zip(random.uniform(-6, 6, (count, 3)), random.normal(size=(count, 3)), strict=True):
        pin = BRepPrimAPI_MakeCylinder(gp_Ax2(gp_Pnt(*place), gp_Dir(*axis)), 2.0, 20.0).Shape()
        writer.Transfer(pin, STEPControl_StepModelType.STEPControl_AsIs)
    writer.Write(str(file))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="not on this system")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_step_file_goes_on_where_python_was_stopped(tmp_path: Path) -> None:
    """What ``Assembly.check`` has found is what ``--resume`` goes on from, and the other way round."""
    pins(tmp_path / "pins.step", 14)
    assembly = clearance.Assembly.load(tmp_path / "pins.step", deflection=0.1)

    def handler(number: int, frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(TimeoutError):
            assembly.check(threads=2)
    finally:
        signal.signal(signal.SIGALRM, before)
    part = assembly.stopped
    assert part is not None and part.left > 0
    (tmp_path / "part.json").write_text(part.to_json())
    check = ("check", "pins.step", "--deflection", "0.1", "--format", "json")
    rest = run(tmp_path, *check, "--resume", "part.json")
    assert rest == (1, assembly.check(resume=part).to_json() + "\n", "")
    assert rest == run(tmp_path, *check)
    status, _, errors = run(tmp_path, *check, "--resume", "part.json", "--within", "0.5")
    assert status == 2 and "digest: the files, the options or the version are not those" in errors


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="not on this system")
def test_ctrl_c_writes_what_there_is_and_resume_goes_on(tmp_path: Path) -> None:
    """As the program does; where the file is still being read, there is nothing to write."""
    ball = {"type": "ellipsoid", "radii": [1.1, 1.3, 1.2]}
    objects = [{"id": i, "shape": "ball", "position": [i % 12, i // 12 % 12, i // 144]} for i in range(864)]
    (tmp_path / "crowd.json").write_text(json.dumps({"dimension": 3, "shapes": {"ball": ball}, "objects": objects}))
    check = ("check", "crowd.json", "--format", "json")
    status = 0
    for wait in (0.5, 0.8, 1.2, 2.0, 4.0):
        with (tmp_path / "part.json").open("wb") as output:
            child = subprocess.Popen([sys.executable, "-m", "clearance", *check], cwd=tmp_path, stdout=output)
            time.sleep(wait)
            child.send_signal(signal.SIGINT)
            status = child.wait(60)
        if status == 130:
            break
    assert status == 130
    part = json.loads((tmp_path / "part.json").read_text())
    assert part["partial"] is True and part["left"]["pairs"] > 0
    assert run(tmp_path, *check, "--resume", "part.json") == run(tmp_path, *check)
    # The same in Python.
    found = clearance.Assembly.load(tmp_path / "crowd.json").check(resume=tmp_path / "part.json", shapes=False)
    assert found.to_json() + "\n" == run(tmp_path, *check)[1]


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
