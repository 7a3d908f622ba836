"""STEP and IFC files as meshes: by OpenCASCADE and IfcOpenShell, which the extras ``step`` and ``ifc`` install.

A file becomes a list of meshes, and a list of parts: a name, the number of a mesh, and a matrix that puts it into the world.
Instances of one solid have one mesh. Coordinates are doubles, in the unit of the file.

A curved face becomes facets at most ``deflection`` away from it. Where none is given, that is ``DEFLECTION`` of the longest side
of a STEP part, and of a metre in an IFC file; neighbouring facets differ by at most ``ANGLE_OF_STEP`` and ``ANGLE_OF_IFC`` radians.
"""

# mypy: disable-error-code="import-untyped, import-not-found, no-untyped-call"
# Neither package need be installed; that of OpenCASCADE has no types, that of IfcOpenShell has some.

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

DEFLECTION = 1e-3
ANGLE_OF_STEP = 0.2
ANGLE_OF_IFC = 0.5
LEFT_OUT_OF_IFC = ["IfcOpeningElement", "IfcSpace"]
"""What is cut out of other elements, and what lies between them: neither is a body."""


class Mesh(NamedTuple):
    """Triangles in a frame of their own."""

    vertices: npt.NDArray[np.float64]
    """Shape (n, 3)."""
    triangles: npt.NDArray[np.int64]
    """Shape (m, 3), counter-clockwise from outside."""


class Part(NamedTuple):
    """A mesh somewhere."""

    name: str
    """Empty if the file has none."""
    mesh: int
    """The number of its mesh."""
    matrix: list[list[float]]
    """Four rows of four: from the frame of the mesh to the world."""
    kind: str = ""
    """Its class in the terms of IFC; empty if it has none."""
    metadata: dict[str, str] = {}
    """What else the file says of it: ``layer``, ``color``, ``storey``, ``type``."""


class Unreadable(Exception):
    """A file that cannot be read, and why."""

    is_missing = False
    """Whether a package that would read it is not installed."""


class MissingExtra(Unreadable):
    """A package that is not installed."""

    is_missing = True


def read(path: str | os.PathLike[str], deflection: float | None = None) -> tuple[list[Mesh], list[Part]]:
    """The meshes and parts of a STEP or IFC file."""
    name = os.fspath(path)
    is_ifc = name.lower().endswith(".ifc")
    return read_ifc(name, deflection) if is_ifc else read_step(name, deflection)


def missing(what: str, extra: str, error: ImportError) -> MissingExtra:
    return MissingExtra(f"{what} needs a package that is not installed ({error}): pip install 'clearance[{extra}]'")


# STEP. The reader fills a document of XCAF: a tree of labels, of which each is an assembly, a reference to
# another label at a location, or a shape.


def read_step(path: str, deflection: float | None) -> tuple[list[Mesh], list[Part]]:
    """Walks the assemblies of a file down to its solids."""
    document, tool = open_step(path)
    walk = Assembly(tool, deflection, Looks(document))
    for label in free_shapes(tool):
        walk.visit(label, None, "")
    del document  # until here, since the labels are its own
    return walk.meshes, walk.parts


def open_step(path: str) -> tuple[Any, Any]:
    """The document of a file, and the tool for its shapes."""
    try:
        from OCP.IFSelect import IFSelect_ReturnStatus
        from OCP.Message import Message
        from OCP.STEPCAFControl import STEPCAFControl_Reader
        from OCP.TCollection import TCollection_ExtendedString
        from OCP.TDocStd import TDocStd_Document
        from OCP.XCAFDoc import XCAFDoc_DocumentTool
    except ImportError as error:
        raise missing("STEP", "step", error) from error
    printers = Message.DefaultMessenger_s().ChangePrinters()
    printers.Clear()  # it would print its progress among the answers
    reader = STEPCAFControl_Reader()
    reader.SetNameMode(True)
    reader.SetColorMode(True)
    reader.SetLayerMode(True)
    document = TDocStd_Document(TCollection_ExtendedString("XmlXCAF"))
    if reader.ReadFile(path) != IFSelect_ReturnStatus.IFSelect_RetDone or not reader.Transfer(document):
        raise Unreadable("not a readable STEP file")
    return document, XCAFDoc_DocumentTool.ShapeTool_s(document.Main())


def free_shapes(tool: Any) -> Iterator[Any]:
    """The labels that no other refers to."""
    labels = no_labels()
    tool.GetFreeShapes(labels)
    return (labels.Value(i) for i in range(1, labels.Length() + 1))


def no_labels() -> Any:
    """An empty sequence, for functions that fill one; its class has another name since OpenCASCADE 8."""
    try:
        from OCP.collections import Sequence_TDF_Label
    except ImportError:
        from OCP.TDF import TDF_LabelSequence as Sequence_TDF_Label
    return Sequence_TDF_Label()


class Assembly:
    """Collects the solids of labels; each shape is tessellated once, however often it is referred to."""

    def __init__(self, tool: Any, deflection: float | None, looks: Looks) -> None:
        self.tool = tool
        self.looks = looks
        self.deflection = deflection
        self.meshes: list[Mesh] = []
        self.parts: list[Part] = []
        self.known: dict[str, list[int]] = {}

    def visit(self, label: Any, location: Any, name: str, about: dict[str, str] | None = None) -> None:
        """Adds what is at a label. ``location`` is that of what is around it, ``name`` that of the reference to it,
        ``about`` what is said of both."""
        from OCP.TDF import TDF_Label

        about = {**(about or {}), **self.looks.of(label)}

        if self.tool.IsReference_s(label):
            referred = TDF_Label()
            self.tool.GetReferredShape_s(label, referred)
            own = self.tool.GetLocation_s(label)
            self.visit(referred, own if location is None else location.Multiplied(own), name_of(label), about)
        elif self.tool.IsAssembly_s(label):
            components = no_labels()
            self.tool.GetComponents_s(label, components, False)
            for i in range(1, components.Length() + 1):
                self.visit(components.Value(i), location, "", about)
        else:
            for mesh in self.meshes_of(label):
                # A product's name says what it is; that of a reference is often a number of the exporter.
                self.parts.append(Part(name_of(label) or name, mesh, matrix_of(location), "", about))

    def meshes_of(self, label: Any) -> list[int]:
        """The numbers of the meshes at a label: of its solids, and of faces that belong to none."""
        from OCP.TCollection import TCollection_AsciiString
        from OCP.TDF import TDF_Tool

        entry = TCollection_AsciiString()
        TDF_Tool.Entry_s(label, entry)
        key = entry.ToCString()
        if key not in self.known:
            made = [tessellated(body, self.deflection) for body in bodies_of(self.tool.GetShape_s(label))]
            made = [mesh for mesh in made if len(mesh.triangles)]
            self.known[key] = list(range(len(self.meshes), len(self.meshes) + len(made)))
            self.meshes.extend(made)
        return self.known[key]


class Looks:
    """The layers and colours that a document says of its labels."""

    def __init__(self, document: Any) -> None:
        from OCP.XCAFDoc import XCAFDoc_DocumentTool

        self.layers = XCAFDoc_DocumentTool.LayerTool_s(document.Main())
        self.colors = XCAFDoc_DocumentTool.ColorTool_s(document.Main())

    def of(self, label: Any) -> dict[str, str]:
        """The layer and the colour of a label itself, as ``#RRGGBB``."""
        from OCP.Quantity import Quantity_Color, Quantity_TypeOfColor
        from OCP.TCollection import TCollection_ExtendedString
        from OCP.XCAFDoc import XCAFDoc_ColorType

        about: dict[str, str] = {}
        layers = no_labels()
        self.layers.GetLayers(label, layers)
        for i in range(1, layers.Length() + 1):
            text = TCollection_ExtendedString()
            if self.layers.GetLayer(layers.Value(i), text):
                about.setdefault("layer", str(text.ToExtString()))
        color = Quantity_Color()
        for kind in (XCAFDoc_ColorType.XCAFDoc_ColorSurf, XCAFDoc_ColorType.XCAFDoc_ColorGen):
            if self.colors.GetColor_s(label, kind, color):
                rgb = color.Values(Quantity_TypeOfColor.Quantity_TOC_sRGB)
                about.setdefault("color", "#" + "".join(f"{round(255 * x):02X}" for x in rgb))
        return about


def name_of(label: Any) -> str:
    from OCP.TDataStd import TDataStd_Name

    name = TDataStd_Name()
    found = label.FindAttribute(TDataStd_Name.GetID_s(), name)
    return str(name.Get().ToExtString()) if found else ""


def matrix_of(location: Any) -> list[list[float]]:
    if location is None:
        return np.eye(4).tolist()
    transform = location.Transformation()
    rows = [[float(transform.Value(i, j)) for j in range(1, 5)] for i in range(1, 4)]
    return [*rows, [0.0, 0.0, 0.0, 1.0]]


def bodies_of(shape: Any) -> Iterator[Any]:
    """The solids of a shape, then shells that bound none, then faces of no shell."""
    from OCP.TopAbs import TopAbs_ShapeEnum as Kind
    from OCP.TopExp import TopExp_Explorer

    solids, shells, faces = Kind.TopAbs_SOLID, Kind.TopAbs_SHELL, Kind.TopAbs_FACE
    for kind, outside in ((solids, Kind.TopAbs_SHAPE), (shells, solids), (faces, shells)):
        explorer = TopExp_Explorer(shape, kind, outside)
        while explorer.More():
            yield explorer.Current()
            explorer.Next()


def tessellated(body: Any, deflection: float | None) -> Mesh:
    """The triangles of all faces. Faces that share an edge have its points in common, bit by bit."""
    from OCP.BRep import BRep_Tool
    from OCP.BRepMesh import BRepMesh_IncrementalMesh
    from OCP.TopAbs import TopAbs_Orientation, TopAbs_ShapeEnum
    from OCP.TopExp import TopExp_Explorer
    from OCP.TopLoc import TopLoc_Location
    from OCP.TopoDS import TopoDS

    BRepMesh_IncrementalMesh(body, deflection or longest_side(body) * DEFLECTION, False, ANGLE_OF_STEP, False)
    as_face = getattr(TopoDS, "Face_s", None) or TopoDS.Face  # before OpenCASCADE 8, and since
    vertices: list[tuple[float, float, float]] = []
    triangles: list[tuple[int, int, int]] = []
    explorer = TopExp_Explorer(body, TopAbs_ShapeEnum.TopAbs_FACE)
    while explorer.More():
        face = as_face(explorer.Current())
        explorer.Next()
        location = TopLoc_Location()
        mesh = BRep_Tool.Triangulation_s(face, location)
        if mesh is None:
            continue
        transform = location.Transformation()
        first, is_reversed = len(vertices) - 1, face.Orientation() == TopAbs_Orientation.TopAbs_REVERSED
        nodes = (mesh.Node(i).Transformed(transform) for i in range(1, mesh.NbNodes() + 1))
        vertices.extend((node.X(), node.Y(), node.Z()) for node in nodes)
        for i in range(1, mesh.NbTriangles() + 1):
            a, b, c = (first + corner for corner in mesh.Triangle(i).Get())
            triangles.append((a, c, b) if is_reversed != transform.IsNegative() else (a, b, c))
    return Mesh(np.array(vertices, float).reshape(-1, 3), np.array(triangles, np.int64).reshape(-1, 3))


def longest_side(body: Any) -> float:
    """Of the box around a body; 1 if it has no size."""
    from OCP.Bnd import Bnd_Box
    from OCP.BRepBndLib import BRepBndLib

    box = Bnd_Box()
    BRepBndLib.AddClose_s(body, box)
    if box.IsVoid():
        return 1.0
    corner = box.CornerMax().XYZ().Subtracted(box.CornerMin().XYZ())
    return max(corner.X(), corner.Y(), corner.Z()) or 1.0


# IFC.


def read_ifc(path: str, deflection: float | None) -> tuple[list[Mesh], list[Part]]:
    """All elements of a file that have a body; those of one representation share a mesh."""
    try:
        import ifcopenshell
        import ifcopenshell.geom
        import ifcopenshell.util.unit
    except ImportError as error:
        raise missing("IFC", "ifc", error) from error
    try:
        model = ifcopenshell.open(path)
    except Exception as error:  # it has no class of its own for this
        raise Unreadable(f"not a readable IFC file: {error}") from error
    unit = ifcopenshell.util.unit.calculate_unit_scale(model)  # metres in a unit of the file
    iterator: Any = ifcopenshell.geom.iterator(settings_of_ifc(deflection, unit), model, 1, exclude=LEFT_OUT_OF_IFC)
    known: dict[str, int] = {}
    meshes: list[Mesh] = []
    parts: list[Part] = []
    more = iterator.initialize()
    while more:
        shape = iterator.get()
        key = shape.geometry.id
        if key not in known:
            known[key] = len(meshes)
            meshes.append(mesh_of_ifc(shape.geometry))
        matrix = np.array(shape.transformation.matrix, float).reshape(4, 4).T
        if len(meshes[known[key]].triangles):
            name = f"{shape.name or 'unnamed'} ({shape.type} {shape.guid})"
            about = about_element(model.by_id(shape.id))
            parts.append(Part(name, known[key], matrix.tolist(), str(shape.type), about))
        more = iterator.next()
    return meshes, parts


def about_element(element: Any) -> dict[str, str]:
    """What rules may ask of an element: its storey or other container, its type, and its layer."""
    import ifcopenshell.util.element as util

    said = {"storey": util.get_container(element), "type": util.get_type(element)}
    about = {key: str(found.Name) for key, found in said.items() if found is not None and getattr(found, "Name", None)}
    representation = getattr(element, "Representation", None)
    for shape in representation.Representations if representation else ():
        for layer in shape.LayerAssignments:
            about.setdefault("layer", str(layer.Name))
    return about


def settings_of_ifc(deflection: float | None, unit: float) -> Any:
    import ifcopenshell.geom

    settings = ifcopenshell.geom.settings()
    settings.set("convert-back-units", True)
    settings.set("weld-vertices", True)
    settings.set("mesher-linear-deflection", DEFLECTION if deflection is None else deflection * unit)
    settings.set("mesher-angular-deflection", ANGLE_OF_IFC)
    return settings


def mesh_of_ifc(geometry: Any) -> Mesh:
    vertices = np.array(geometry.verts, float).reshape(-1, 3)
    return Mesh(vertices, np.array(geometry.faces, np.int64).reshape(-1, 3))
