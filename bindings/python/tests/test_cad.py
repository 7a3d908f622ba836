"""STEP and IFC files become parts: solids of doubles, where the file puts them, instances with one mesh.

The files are made here, by the libraries that also read them; what they must come to is known from how they are made.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import clearance
from clearance import d3

# SWIG's own classes have no module, which Python 3.12 and later remark on.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def step(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two pins in a plate, that assembly twice: once turned by 0.5 about x and lifted, once moved by a third."""
    pytest.importorskip("OCP", reason="needs the extra step")
    from OCP.BRepPrimAPI import BRepPrimAPI_MakeBox, BRepPrimAPI_MakeCylinder
    from OCP.gp import gp_Ax1, gp_Dir, gp_Pnt, gp_Trsf, gp_Vec
    from OCP.STEPCAFControl import STEPCAFControl_Writer
    from OCP.STEPControl import STEPControl_StepModelType
    from OCP.TCollection import TCollection_ExtendedString
    from OCP.TDataStd import TDataStd_Name
    from OCP.TDocStd import TDocStd_Document
    from OCP.TopLoc import TopLoc_Location
    from OCP.XCAFApp import XCAFApp_Application
    from OCP.XCAFDoc import XCAFDoc_DocumentTool

    document = TDocStd_Document(TCollection_ExtendedString("XmlXCAF"))
    XCAFApp_Application.GetApplication_s().NewDocument(TCollection_ExtendedString("MDTV-XCAF"), document)
    tool = XCAFDoc_DocumentTool.ShapeTool_s(document.Main())

    def named(label: Any, name: str) -> Any:
        TDataStd_Name.Set_s(label, TCollection_ExtendedString(name))
        return label

    def at(x: float, y: float, z: float, angle: float = 0.0) -> Any:
        transform = gp_Trsf()
        transform.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(1, 0, 0)), angle)
        transform.SetTranslationPart(gp_Vec(x, y, z))
        return TopLoc_Location(transform)

    pin = named(tool.AddShape(BRepPrimAPI_MakeCylinder(2.0, 10.0).Shape(), False), "pin")
    plate = named(tool.AddShape(BRepPrimAPI_MakeBox(20.0, 10.0, 3.0).Shape(), False), "plate")
    pair, whole = named(tool.NewShape(), "pair"), named(tool.NewShape(), "whole")
    tool.AddComponent(pair, pin, at(5, 5, 0))
    tool.AddComponent(pair, pin, at(15, 5, 0))
    tool.AddComponent(pair, plate, at(0, 0, 0))
    tool.AddComponent(whole, pair, at(0, 0, 30, 0.5))
    tool.AddComponent(whole, pair, at(0, 100 + 1 / 3, 0))
    tool.UpdateAssemblies()
    writer = STEPCAFControl_Writer()
    writer.SetNameMode(True)
    writer.Transfer(document, STEPControl_StepModelType.STEPControl_AsIs)
    file = tmp_path_factory.mktemp("step") / "assembly.step"
    writer.Write(str(file))
    return file


@pytest.fixture(scope="module")
def ifc(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """In millimetres: a wall of 4 m × 0.2 m × 3 m with an opening of 1 m², a space, and three chairs of one type that overlap."""
    pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    import ifcopenshell.api.context
    import ifcopenshell.api.feature
    import ifcopenshell.api.geometry
    import ifcopenshell.api.project
    import ifcopenshell.api.root
    import ifcopenshell.api.type
    import ifcopenshell.api.unit

    api = ifcopenshell.api
    model = api.project.create_file()
    api.root.create_entity(model, ifc_class="IfcProject", name="project")
    api.unit.assign_unit(model)
    context = api.context.add_context(model, context_type="Model")
    body = api.context.add_context(
        model, context_type="Model", context_identifier="Body", target_view="MODEL_VIEW", parent=context
    )

    def block(name: str, kind: str, size: tuple[float, float, float]) -> Any:
        element = api.root.create_entity(model, ifc_class=kind, name=name)
        length, height, thickness = size
        shape = api.geometry.add_wall_representation(
            model, context=body, length=length, height=height, thickness=thickness
        )
        api.geometry.assign_representation(model, product=element, representation=shape)
        return element

    def put(element: Any, x: float, y: float, z: float) -> Any:
        matrix = np.eye(4)
        matrix[:3, 3] = x, y, z
        api.geometry.edit_object_placement(model, product=element, matrix=matrix, is_si=True)
        return element

    wall = put(block("wall", "IfcWall", (4.0, 3.0, 0.2)), 0, 0, 0)
    hole = put(block("hole", "IfcOpeningElement", (1.0, 1.0, 0.6)), 1, -0.2, 1)
    api.feature.add_feature(model, feature=hole, element=wall)
    put(block("room", "IfcSpace", (3.0, 3.0, 3.0)), 0, 0, 0)
    kind = block("chair", "IfcFurnitureType", (0.5, 0.5, 0.5))
    for i in range(3):
        chair = api.root.create_entity(model, ifc_class="IfcFurniture", name="chair")
        api.type.assign_type(model, related_objects=[chair], relating_type=kind)
        put(chair, 0.4 * i, 2, 0)
    file = tmp_path_factory.mktemp("ifc") / "room.ifc"
    model.write(str(file))
    return file


def test_the_parts_of_a_step_assembly(step: Path) -> None:
    parts = d3.load_parts(step)
    assert [part.name for part in parts] == ["pin", "pin", "plate"] * 2
    pins = [part for part in parts if part.name == "pin"]
    assert all(part.mesh is pins[0].mesh for part in pins)
    assert all(part.mesh.is_solid and part.precision == 0.0 for part in parts)
    assert d3.mass_properties(parts[2].mesh).volume == pytest.approx(600.0, rel=1e-12)
    # Doubles: the file has 15 digits, and a single would have 7.
    assert parts[4].pose.position == pytest.approx((15.0, 105 + 1 / 3, 0.0), abs=1e-11)
    turned = parts[0].pose.point((0.0, 0.0, 10.0))
    s, c = math.sin(0.5), math.cos(0.5)
    assert turned == pytest.approx((5.0, 5 * c - 10 * s, 30 + 5 * s + 10 * c), abs=1e-12)
    placed = [part.mesh.at(part.pose.position, part.pose.rotation) for part in parts]
    assert d3.relation(placed[0], placed[2]) == clearance.Relation.OVERLAPPING
    assert d3.relation(placed[0], placed[1]) == clearance.Relation.DISJOINT


def test_deflection_is_kept(step: Path) -> None:
    whole = math.pi * 4 * 10
    volumes = []
    for deflection in (0.5, None, 1e-3, 1e-4):
        pin = d3.load_parts(step, deflection)[0].mesh
        radii = np.hypot(*pin.vertices[:, :2].T)
        assert np.all((radii < 1e-9) | (np.abs(radii - 2) < 1e-9))
        volumes.append(d3.mass_properties(pin).volume)
    assert volumes == sorted(volumes) and volumes[-1] < whole
    # Each chord cuts off at most `deflection` of the radius.
    assert whole - volumes[2] < whole * 1e-3
    with pytest.raises(clearance.InvalidArgument, match="deflection"):
        d3.load_parts(step, 0.0)


def test_an_ifc_model_without_openings_and_spaces(ifc: Path) -> None:
    parts = d3.load_parts(ifc)
    assert [part.name.split(" ")[0] for part in parts if part.name] == ["wall", "chair", "chair", "chair"]
    assert all("(IfcFurniture " in part.name for part in parts[1:] if part.name)
    assert len({part.name for part in parts}) == 4  # each has its GlobalId
    assert all(part.mesh is parts[1].mesh for part in parts[1:])
    assert d3.mass_properties(parts[0].mesh).volume == pytest.approx((4 * 3 - 1) * 0.2 * 1e9, rel=1e-9)
    assert sorted(part.pose.position for part in parts[1:]) == [(400.0 * i, 2000.0, 0.0) for i in range(3)]


@pytest.mark.parametrize("ending", ["step", "ifc"])
def test_garbage_is_refused(ending: str, tmp_path: Path) -> None:
    pytest.importorskip({"step": "OCP", "ifc": "ifcopenshell"}[ending])
    for content in (b"", b"ISO-10303-21;\nHEADER;\n", bytes(range(256)) * 20):
        file = tmp_path / f"garbage.{ending}"
        file.write_bytes(content)
        with pytest.raises(clearance.InvalidShape) as caught:
            d3.load_parts(file)
        assert caught.value.field == "path"
    with pytest.raises(clearance.InvalidShape, match="no such file"):
        d3.Mesh.load(tmp_path / f"gone.{ending}")


@pytest.mark.parametrize(("module", "ending"), [("OCP.Message", "step"), ("ifcopenshell", "ifc")])
def test_a_missing_extra_is_named(module: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.setitem(sys.modules, module.split(".")[0], None)
    file = tmp_path / f"part.{ending}"
    file.write_text("ISO-10303-21;")
    with pytest.raises(clearance.UnsupportedFormat, match=rf"pip install 'clearance\[{ending}\]'"):
        d3.load_parts(file)


def test_parts_of_other_formats(tmp_path: Path) -> None:
    file = tmp_path / "two.obj"
    triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"
    file.write_text(f"o left\n{triangle}f 1 2 3\no right\n{triangle}f 4 5 6\n")
    left, right = d3.load_parts(file)
    assert (left.name, right.name, left.pose) == ("left", "right", d3.Pose())
    assert d3.load_parts(str(file))[0].mesh == left.mesh
    assert d3.Mesh.load(file).triangles.shape == (2, 3)
    with pytest.raises(clearance.InvalidShape, match="must end in one of"):
        d3.load_parts(tmp_path / "part.dwg")
