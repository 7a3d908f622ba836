"""A generated plant whose pairs are known by how it was made: the command tells each of them, and no other."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PLANT = Path(__file__).parents[3] / "bench" / "plant"
pytestmark = pytest.mark.skipif(not PLANT.exists(), reason="needs a clone")


def differences(truth: dict[str, object], found: dict[str, object]) -> list[tuple[object, ...]]:
    """As `bench/plant/measure.py` tells them."""
    spec = importlib.util.spec_from_file_location("plant_measure", PLANT / "measure.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return list(module.differences(truth, found))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_thousand_parts_are_what_they_were_made_to_be(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "plant.glb"
    subprocess.run([sys.executable, PLANT, file, "--parts", "1000", "--seed", str(seed)], check=True, timeout=120)
    command = [os.environ["CLEARANCE"]] if "CLEARANCE" in os.environ else [sys.executable, "-m", "clearance"]
    arguments = [*command, "check", file, "--format", "json"]
    result = subprocess.run(arguments, check=False, capture_output=True, text=True, timeout=600)
    truth, found = json.loads(file.with_suffix(".json").read_text()), json.loads(result.stdout)
    assert (result.returncode, result.stderr) == (1, "")
    # Copies of one mesh are rounded by their places, also where their shape is loaded from a file.
    bounded = subprocess.run([*arguments, "--memory", "400M"], check=False, capture_output=True, text=True, timeout=600)
    assert (bounded.returncode, bounded.stdout == result.stdout) == (1, True), bounded.stderr
    assert found["objects"] == truth["parts"] == 1000
    assert {what for *_, what in truth["pairs"]} == {"contact", "interference", "containment", "duplicate"}
    assert differences(truth, found) == []
    # The comparison can fail: each pair of the truth that is left out, or called otherwise, differs.
    missing = {**truth, "pairs": truth["pairs"][1:]}
    assert [pair[2:] for pair in differences(missing, found)] == [(None, truth["pairs"][0][2])]
