"""Assemblies in Python: the same answers as the command, as records, arrays, tables and reports."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import Assembly, InterferenceClass, Part, d3

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
FIXTURE = EXAMPLES / "fixture" / "scene.json"
needs_examples = pytest.mark.skipif(not FIXTURE.exists(), reason="not in a clone")


def three_cubes() -> Assembly:
    """Edges of 2: the second overlaps the first by 0.5, and is 0.25 from the third."""
    assembly = Assembly(title="cubes", unit="mm")
    for name, x in (("left", 0.0), ("middle", 1.5), ("right", 3.75)):
        assembly.add(name, d3.Box((1, 1, 1)).at((x, 0, 0)))
    return assembly


def test_records() -> None:
    found = three_cubes().check(within=0.5)
    assert [(pair.a, pair.b, pair.class_) for pair in found] == [
        ("left", "middle", InterferenceClass.INTERFERENCE),
        ("middle", "right", InterferenceClass.NEAR),
    ]
    first, second = found
    assert first.is_clash and first.relation == clearance.Relation.OVERLAPPING and first.why is None
    assert first.depth is not None and first.depth.at_most == pytest.approx(0.5) == first.depth.at_least
    assert first.common is not None and first.common.volume == pytest.approx(2.0) and first.contact is None
    assert first.common.mesh is not None
    vertices, triangles = first.common.mesh
    assert d3.mass_properties(d3.Mesh(vertices, triangles)).volume == pytest.approx(2.0)
    assert second.clearance is not None and second.clearance.distance == 0.25 and not second.is_clash
    assert found.clashes == [first] and found.counts() == {"interference": 1, "near": 1} and found.pairs_tested == 3
    assert repr(found) == "<Interferences: 1 interference, 1 near>"


def test_arrays() -> None:
    found = three_cubes().check(within=0.5)
    assert found.pairs.tolist() == [[0, 1], [1, 2]] and found.classes.tolist() == ["interference", "near"]
    assert found.clearances == pytest.approx([-0.5, 0.25])
    assert np.isnan(found.depths[1]).all() and found.depths[0] == pytest.approx([0.5, 0.5])
    assert found.volumes[0] == pytest.approx(2.0) and np.isnan(found.volumes[1]) and np.isnan(found.areas).all()
    none = Assembly().check()
    assert none.pairs.shape == (0, 2) and none.depths.shape == (0, 2) and none.classes.shape == (0,) and not none


@needs_examples
@pytest.mark.parametrize("options", [{}, {"within": 3.0, "depth": False}, {"tolerance": 0.05, "depth": False}], ids=str)
def test_the_same_as_the_command(options: dict[str, Any]) -> None:
    flags = [f"--{key}={value}" for key, value in options.items() if key != "depth"]
    flags += ["--no-depth"] if options.get("depth") is False else []
    command = [sys.executable, "-m", "clearance", "check", str(FIXTURE), "--format", "json", *flags]
    printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = Assembly.load(FIXTURE).check(**options)
    assert found.to_json() == printed.rstrip("\n")
    pairs = json.loads(printed)["pairs"]
    assert [str(pair.class_) for pair in found] == [pair["class"] for pair in pairs]
    assert {pair["class"] for pair in pairs} >= {"duplicate", "containment", "interference", "contact"}
    for record, pair in zip(found, pairs, strict=True):
        assert (record.a, record.b, record.tolerance) == (pair["a"], pair["b"], pair["tolerance"])
        assert (record.faces.text if record.faces else None) == pair.get("faces")
        assert (record.depth.at_most if record.depth else None) == pair.get("depth", {}).get("at_most")


@needs_examples
def test_reports(tmp_path: Path) -> None:
    found = Assembly.load(FIXTURE).check()
    assert found.to_html(tmp_path / "report.html") == []
    page = (tmp_path / "report.html").read_text()
    assert page.startswith("<!doctype html>") and "scene.json" in page
    for version in ("2.1", "3.0"):
        found.to_bcf(tmp_path / "clashes.bcf", version=version)  # type: ignore[arg-type]
        with zipfile.ZipFile(tmp_path / "clashes.bcf") as content:
            topics = [name for name in content.namelist() if name.endswith("markup.bcf")]
            assert version in content.read("bcf.version").decode()
        assert len(topics) == len(found.clashes) > 0
    assert found.to_junit().count("<failure") == len(found.clashes)
    assert len(found.to_csv().splitlines()) == len(found) + 1
    assert sorted(file.name for file in tmp_path.iterdir()) == ["clashes.bcf", "report.html"]


def test_a_failed_report_leaves_the_old_one(tmp_path: Path) -> None:
    found = three_cubes().check()
    with pytest.raises(FileNotFoundError):
        found.to_html(tmp_path / "no folder" / "report.html")
    with pytest.raises(clearance.InvalidArgument, match=r"version: must be '2\.1' or '3\.0'"):
        found.to_bcf(tmp_path / "a.bcf", version="4.0")  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_a_table_of_pandas() -> None:
    pytest.importorskip("pandas")
    table = three_cubes().check(within=0.5).to_dataframe()
    assert table["class"].tolist() == ["interference", "near"] and table["a"].tolist() == ["left", "middle"]
    assert table["depth_at_most"][0] == pytest.approx(0.5) and np.isnan(table["depth_at_most"][1])
    assert table["x"][0] == pytest.approx(0.75)
    assert len(Assembly().check().to_dataframe()) == 0


def test_scenes_of_trimesh() -> None:
    trimesh = pytest.importorskip("trimesh")
    scene = trimesh.Scene()
    cube = trimesh.creation.box((2, 2, 2))
    for i in range(3):
        scene.add_geometry(cube, node_name=f"cube {i}", geom_name="cube", transform=np.diag([1.0] * 4) + _moved(1.5 * i))
    stretched = np.diag([1.0, 2.0, 1.0, 1.0]) + _moved(20.0)
    scene.add_geometry(cube, node_name="stretched", geom_name="cube", transform=stretched)
    assembly = Assembly.load(scene)
    assert sorted(assembly.names) == ["cube 0", "cube 1", "cube 2", "stretched"]
    low, high = assembly["stretched"].shape.aabb(assembly["stretched"].pose)
    assert low == pytest.approx((19, -2, -1)) and high == pytest.approx((21, 2, 1))
    found = {(pair.a, pair.b): pair for pair in assembly.check()}
    assert {pair.class_ for pair in found.values()} == {InterferenceClass.INTERFERENCE} and len(found) == 2
    with pytest.raises(clearance.InvalidShape):
        Assembly.load(trimesh.Scene())


def _moved(x: float) -> Any:
    matrix = np.zeros((4, 4))
    matrix[0, 3] = x
    return matrix


def test_parts() -> None:
    assembly = three_cubes()
    assert len(assembly) == 3 and [part.name for part in assembly] == assembly.names
    assert assembly[0].name == assembly["left"].name == "left" and assembly[1:][0].name == "middle"
    assert repr(assembly) == "<Assembly 'cubes', 3 parts>"
    part = Part("it", d3.Sphere(1), precision=0.5, layer=2, mask=4, group="g", sensor=True)
    assert (part.precision, part.layer, part.mask, part.group, part.sensor) == (0.5, 2, 4, "g", True)
    with pytest.raises(KeyError):
        assembly["nobody"]
    grouped = Assembly([Part(name, d3.Sphere(1), group="one") for name in "ab"])
    assert len(grouped.check()) == 0 and grouped.check().pairs_tested == 0


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda: three_cubes().add("left", d3.Sphere(1)), "name"),
        (lambda: three_cubes().add(3, d3.Sphere(1)), "name"),  # type: ignore[arg-type]
        (lambda: Part("it", 3), "shape"),  # type: ignore[arg-type]
        (lambda: Part("it", d3.Sphere(1), precision=-1.0), "precision"),
        (lambda: Part("it", d3.Sphere(1), precision=float("nan")), "precision"),
        (lambda: Part("it", d3.Sphere(1), layer=-1), "layer"),
        (lambda: Part("it", d3.Sphere(1), group=3), "group"),  # type: ignore[arg-type]
        (lambda: three_cubes().check(tolerance=-1.0), "tolerance"),
        (lambda: three_cubes().check(tolerance="tight"), "tolerance"),  # type: ignore[arg-type]
        (lambda: three_cubes().check(within=float("nan")), "within"),
        (lambda: three_cubes().check(depth=1), "depth"),  # type: ignore[arg-type]
        (lambda: three_cubes().check(threads=0), "threads"),
        (lambda: Assembly.load("nothing here.stl"), "path"),
        (lambda: Assembly.load([]), "source"),
        (lambda: Assembly.load(3), "source"),  # type: ignore[arg-type]
        (lambda: Assembly.load([3]), "source"),  # type: ignore[list-item]
        (lambda: Assembly([3]), "parts"),  # type: ignore[list-item]
    ],
)
def test_bad_input_is_named(call: Any, field: str) -> None:
    with pytest.raises(clearance.ClearanceError) as raised:
        call()
    assert raised.value.field == field


def test_scenes_that_have_no_classes(tmp_path: Path) -> None:
    flat = tmp_path / "flat.json"
    flat.write_text('{"dimension": 2, "objects": []}')
    with pytest.raises(clearance.InvalidShape, match="a scene of the plane"):
        Assembly.load(flat)


def test_threads_do_not_change_the_answer() -> None:
    dice = np.random.default_rng(5)
    assembly = Assembly()
    for i, place in enumerate(dice.uniform(-5, 5, (60, 3))):
        assembly.add(f"ball {i}", d3.Box((1, 1, 1)).at(place))
    texts = {assembly.check(threads=threads).to_json() for threads in (1, 2, 5, None)}
    assert len(texts) == 1 and len(assembly.check()) > 20


RULES = """
[sets]
sides = ["left", "right"]
middle = "middle"
nobody = "bolt*"
[[rule]]
name = "sides beside the middle"
a = "sides"
b = "middle"
within = 0.5
severity = "warning"
"""


def test_rules(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(RULES)
    cubes = three_cubes()
    found = cubes.check(rules=rules)
    assert [(pair.rule, pair.severity, str(pair.class_)) for pair in found] == [
        ("sides beside the middle", clearance.Severity.WARNING, "interference"),
        ("sides beside the middle", clearance.Severity.WARNING, "near"),
    ]
    assert found.notes() == ['the set "nobody" has no part'] and len(found.clashes) == 1 and found.failing == []
    free = cubes.check()
    assert [(pair.rule, pair.severity) for pair in free] == [(None, "error")] and free.failing == list(free)
    assert free.gone is None and free.notes() == []


def test_accepted_clashes_and_an_earlier_output(tmp_path: Path) -> None:
    accepted, earlier = tmp_path / "clashes.toml", tmp_path / "earlier.json"
    before = three_cubes().check(within=0.5)
    before.accept(accepted)
    earlier.write_text(before.to_json())
    accepted.write_text(accepted.read_text() + 'note = "welded"\n')
    assert [pair.state for pair in three_cubes().check(known=accepted)] == ["still"]
    cubes = Assembly(part for part in three_cubes() if part.name != "left")
    cubes.add("far", d3.Box((1, 1, 1)).at((4.5, 0, 0)))
    found = cubes.check(known=accepted)
    assert [(pair.b, pair.state) for pair in found] == [("far", "new")] and len(found.failing) == 1
    assert found.gone is not None
    assert [(gone.a, gone.b, gone.note, str(gone.class_)) for gone in found.gone] == [
        ("left", "middle", "welded", "interference")
    ]
    assert found.gone[0].at == pytest.approx((0.75, 0, 0)) and found.gone[0].depth == pytest.approx(0.5)
    against = cubes.check(baseline=earlier, within=0.5)
    assert [(pair.b, pair.state) for pair in against] == [("right", "still"), ("far", "new")]
    found.accept(accepted)
    assert "welded" not in accepted.read_text() and "far" in accepted.read_text()


@needs_examples
def test_rules_and_known_clashes_as_the_command_has_them(tmp_path: Path) -> None:
    rules, known = tmp_path / "rules.toml", tmp_path / "known.toml"
    rules.write_text('[sets]\nshafts = "shaft*"\n[[rule]]\nname = "shafts"\na = "shafts"\nb = "all"\nseverity = "info"\n')
    Assembly.load(FIXTURE).check().accept(known)
    command = [sys.executable, "-m", "clearance", "check", str(FIXTURE), "--format", "json"]
    run = subprocess.run([*command, "--rules", rules, "--known", known], capture_output=True, text=True, check=False)
    found = Assembly.load(FIXTURE).check(rules=rules, known=known)
    assert found.to_json() == run.stdout.rstrip("\n") and '"rule":"shafts"' in run.stdout.replace(": ", ":")
    assert {pair.state for pair in found.clashes} == {"still"} and found.failing == []


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    cubes, file = three_cubes(), tmp_path / "wrong.toml"
    file.write_text('[[rule]]\nname = "x"\na = "bolts"\nb = "all"\n')
    with pytest.raises(clearance.InvalidArgument, match=r'rules: .*:3:1: rule.0..a: there is no set "bolts"') as raised:
        cubes.check(rules=file)
    assert raised.value.field == "rules"
    with pytest.raises(clearance.InvalidArgument, match=r"known: .*:1:3: rule: unknown key"):
        cubes.check(known=file)
    with pytest.raises(clearance.InvalidArgument, match=r"baseline: "):
        cubes.check(baseline=file)
    with pytest.raises(FileNotFoundError, match="absent"):
        cubes.check(rules=tmp_path / "absent.toml")
    with pytest.raises(clearance.InvalidArgument, match="baseline: not together with 'known'"):
        cubes.check(known=file, baseline=file)
    with pytest.raises(clearance.InvalidType, match="rules: must be a path, got 3"):
        cubes.check(rules=3)  # type: ignore[arg-type]
    with pytest.raises(clearance.InvalidArgument, match="path: "):
        cubes.check().accept(file)


def test_removal() -> None:
    found = three_cubes().removal(directions=[(1, 1, 0)])
    assert found["parts"] == ["left", "middle", "right"]
    assert found["blocked"]["left"]["+x"] == ["middle", "right"] and found["blocked"]["left"]["-x"] == ["middle"]
    assert found["names"][6].startswith("0.70710678") and found["blocked"]["right"]["+x"] == []
    assert found["order"] is None and found["stuck"] == ["left", "middle"], "two that interfere hold each other"
    for wrong in ({"tolerance": -1.0}, {"directions": [(0, 0, 0)]}, {"directions": [(float("nan"), 0, 0)]}):
        with pytest.raises(clearance.InvalidArgument):
            three_cubes().removal(**wrong)
    many = three_cubes().removal(directions=np.array([[1, 1, 0], [0, 1, 1]], np.longdouble), spread=np.int64(0))
    assert len(many["names"]) == 8
    wrong_shape = (np.zeros(6), [1.0, 2.0, 3.0], [(1, 0)], np.zeros((2, 3, 1)), [(1, 2, 3), (1, 2)])
    no_numbers = (np.ones((1, 3), complex), np.ma.masked_array([[1.0, 0, 0]], [[True, False, False]]), 5, "xyz")
    for directions in wrong_shape + no_numbers:
        with pytest.raises(clearance.InvalidArgument, match="directions"):
            three_cubes().removal(directions=directions)
    for field in ("spread", "own_axes"):
        with pytest.raises(clearance.InvalidType, match=field):
            three_cubes().removal(**{field: 0.5})  # type: ignore[arg-type]


def test_path() -> None:
    assembly = Assembly()
    assembly.add("cube", d3.Box((1, 1, 1)))
    assembly.add("stop", d3.Box((1, 1, 1)).at((6, 0, 0)))
    half_turn = {"part": "cube", "axis": np.array([0, 0, 1]), "about": (3, 0, 0), "angle": np.pi}
    first, second = assembly.path([{"part": "cube", "by": (2, 0, 0)}, half_turn])
    assert first["first_contact"] is None and first["certified"]
    assert first["least_clearance"]["value"] == pytest.approx(2.0)
    assert second["first_contact"]["with"] == "stop" and 0.0 < second["first_contact"]["time"] < 1.0
    for wrong in ({"part": "nut", "by": (0, 0, 1)}, {"part": "cube"}, {"part": "cube", "by": (0, float("nan"), 0)}):
        with pytest.raises(clearance.InvalidArgument, match="moves"):
            assembly.path([wrong])
    with pytest.raises(clearance.InvalidArgument):
        assembly.path([{"part": "cube", "by": (0, 0, 1)}], tolerance=-1.0)
    (moved,) = assembly.path([{"part": "cube", "by": np.array([2, 0, 0], np.longdouble)}])
    assert moved["least_clearance"]["value"] == pytest.approx(2.0)
    endless: list[object] = []
    endless.append(endless)
    complex_by = np.zeros(3, np.clongdouble)
    nothing_to_write = [{"part": "cube", "by": by} for by in (complex_by, {1, 2}, endless, object(), b"x")]
    for moves in [5, [{(1, 2): 3}], *[[move] for move in nothing_to_write]]:
        with pytest.raises(clearance.InvalidType, match="moves"):
            assembly.path(moves)  # type: ignore[arg-type]
    with pytest.raises(clearance.InvalidArgument, match="moves"):
        assembly.path(np.zeros((2, 3), np.longdouble))  # type: ignore[arg-type]
