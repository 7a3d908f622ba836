"""Two buildings as IFC files, made here: a house in metres, and a duplex in millimetres at site coordinates."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np


class Building:
    """A model with one context, and elements put where they belong; lengths are in metres."""

    def __init__(self, unit: str, origin: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> None:
        import ifcopenshell.api.context
        import ifcopenshell.api.feature
        import ifcopenshell.api.geometry
        import ifcopenshell.api.project
        import ifcopenshell.api.root
        import ifcopenshell.api.unit

        self.api = ifcopenshell.api
        self.model = self.api.project.create_file()
        self.api.root.create_entity(self.model, ifc_class="IfcProject", name="building")
        prefix = {"MILLI": "MILLI"} if unit == "mm" else {}
        length = self.api.unit.add_si_unit(self.model, unit_type="LENGTHUNIT", **({"prefix": "MILLI"} if prefix else {}))
        self.api.unit.assign_unit(self.model, units=[length])
        self.unit = 0.001 if unit == "mm" else 1.0
        context = self.api.context.add_context(self.model, context_type="Model")
        self.body = self.api.context.add_context(
            self.model, context_type="Model", context_identifier="Body", target_view="MODEL_VIEW", parent=context
        )
        self.origin = np.array(origin)

    def element(self, ifc_class: str, name: str, representation: Any, matrix: Any) -> Any:
        element = self.api.root.create_entity(self.model, ifc_class=ifc_class, name=name)
        self.api.geometry.assign_representation(self.model, product=element, representation=representation)
        placed = np.array(matrix, float)
        placed[:3, 3] += self.origin
        self.api.geometry.edit_object_placement(self.model, product=element, matrix=placed, is_si=True)
        return element

    def extruded(self, ifc_class: str, name: str, profile: Any, depth: float, matrix: Any) -> Any:
        shape = self.api.geometry.add_profile_representation(self.model, context=self.body, profile=profile, depth=depth)
        return self.element(ifc_class, name, shape, matrix)

    def rectangle(self, x: float, y: float) -> Any:
        return self.model.create_entity("IfcRectangleProfileDef", "AREA", XDim=x / self.unit, YDim=y / self.unit)

    def circle(self, radius: float) -> Any:
        return self.model.create_entity("IfcCircleProfileDef", "AREA", Radius=radius / self.unit)

    def h_profile(self, width: float, height: float, web: float, flange: float) -> Any:
        sizes = [size / self.unit for size in (width, height, web, flange)]
        return self.model.create_entity("IfcIShapeProfileDef", "AREA", None, None, *sizes)

    def block(self, ifc_class: str, name: str, low: tuple[float, ...], high: tuple[float, ...]) -> Any:
        """A box along the axes."""
        size = np.subtract(high, low)
        at = translation(*(np.array(low[:2]) + size[:2] / 2), low[2])
        return self.extruded(ifc_class, name, self.rectangle(size[0], size[1]), size[2], at)

    def opening(self, wall: Any, low: tuple[float, ...], high: tuple[float, ...]) -> None:
        hole = self.block("IfcOpeningElement", "hole", low, high)
        self.api.feature.add_feature(self.model, feature=hole, element=wall)


def translation(x: float, y: float, z: float) -> Any:
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def turned(axis: int, angle: float, x: float, y: float, z: float) -> Any:
    matrix, (i, j) = translation(x, y, z), [k for k in range(3) if k != axis]
    c, s = np.cos(angle), np.sin(angle)
    matrix[[i, i, j, j], [i, j, i, j]] = (c, -s, s, c) if axis != 1 else (c, s, -s, c)
    return matrix


def unit_of_house(house: Building, side: str, x0: float, mirrored: bool) -> None:
    """One dwelling of 6.3 m by 8 m; walls of 0.3 m outside and 0.1 m inside, with doors and windows."""

    def box(ifc_class: str, name: str, low: tuple[float, ...], high: tuple[float, ...]) -> Any:
        a, b = (x0 - high[0], x0 - low[0]) if mirrored else (x0 + low[0], x0 + high[0])
        return house.block(ifc_class, f"{side} {name}", (a, *low[1:]), (b, *high[1:]))

    def hole(wall: Any, low: tuple[float, ...], high: tuple[float, ...]) -> None:
        a, b = (x0 - high[0], x0 - low[0]) if mirrored else (x0 + low[0], x0 + high[0])
        house.opening(wall, (a, *low[1:]), (b, *high[1:]))

    box("IfcSlab", "ground slab", (0, 0, -0.2), (6.3, 8, 0))
    box("IfcSlab", "upper slab", (0, 0, 2.7), (6.3, 8, 2.9))
    front = box("IfcWall", "front", (0.15, 0, 0), (6, 0.3, 2.7))
    back = box("IfcWall", "back", (0.15, 7.7, 0), (6, 8, 2.7))
    gable = box("IfcWall", "gable", (6, 0, 0), (6.3, 8, 2.7))
    inner = box("IfcWall", "inner", (0.15, 4, 0), (6, 4.1, 2.7))
    across = box("IfcWall", "across", (3, 0.3, 0), (3.1, 4, 2.7))
    hole(front, (1, -0.1, 0), (2, 0.4, 2.1))
    box("IfcDoor", "front door", (1, 0.1, 0), (2, 0.16, 2.1))
    hole(front, (4, -0.1, 0.9), (5.4, 0.4, 2.1))
    box("IfcWindow", "front window", (4, 0.1, 0.9), (5.4, 0.18, 2.1))
    hole(inner, (1.7, 3.9, 0), (2.6, 4.2, 2.1))
    box("IfcDoor", "inner door", (1.7, 4.02, 0), (2.6, 4.08, 2.1))
    hole(across, (2.9, 1, 0), (3.2, 1.9, 2.1))
    hole(back, (2, 7.6, 0.5), (4.5, 8.1, 2.2))
    box("IfcWindow", "back window", (2, 7.8, 0.5), (4.5, 7.9, 2.2))
    for i in range(8):
        box("IfcStairFlight", f"step {i}", (4.5 - 0.28 * i, 6.6, 0.18 * i), (4.78 - 0.28 * i, 7.6, 0.18 * (i + 1)))
    box("IfcFurniture", "wardrobe", (5.4, 4.1, 0), (6, 6, 2))  # against two walls
    box("IfcFurniture", "table", (3.5, 1.5, 0.7), (4.8, 2.4, 0.74))
    box("IfcFurniture", "cupboard too deep", (3.1, 3.55, 0), (4.6, 4.02, 2))  # 2 cm in the inner wall
    column = translation(x0 + (-5 if mirrored else 5), 2.5, 0)
    house.extruded("IfcColumn", f"{side} column", house.circle(0.12), 2.7, column)
    post = translation(x0 + (-5.5 if mirrored else 5.5), 6.5, 0)
    house.extruded("IfcColumn", f"{side} post", house.h_profile(0.2, 0.2, 0.01, 0.015), 2.7, post)
    x = x0 + (-3.8 if mirrored else 3.8)
    pipe = turned(0, -np.pi / 2, x, 0.6, 2.4)  # along y, through the inner wall without a hole
    house.extruded("IfcPipeSegment", f"{side} pipe", house.circle(0.05), 6.8, pipe)
    riser = translation(x0 + (-0.6 if mirrored else 0.6), 7.5, 0)
    house.extruded("IfcPipeSegment", f"{side} riser", house.circle(0.04), 2.7, riser)


def house(file: Path) -> Path:
    """In metres, at the origin, with a pitched roof on purlins."""
    made = Building("m")
    unit_of_house(made, "house", 0.0, mirrored=False)
    made.block("IfcWall", "other gable", (0, 0, 0), (0.15, 8, 2.7))
    pitch = np.radians(35)
    for name, sign in (("south", 1.0), ("north", -1.0)):
        low = turned(0, sign * pitch, 3.15, 4 - 4 * sign, 2.9)
        roof = made.rectangle(6.3, 4 / np.cos(pitch))
        matrix = low @ translation(0, sign * 2 / np.cos(pitch), 0)
        made.extruded("IfcSlab", f"roof {name}", roof, 0.2, matrix)
    ridge = turned(1, np.pi / 2, 0, 4, 2.9 + 4 * np.tan(pitch) - 0.1)
    made.extruded("IfcBeam", "ridge beam", made.circle(0.1), 6.3, ridge)
    made.model.write(str(file))
    return file


def duplex(file: Path) -> Path:
    """In millimetres, at 450 km east and 5,800 km north, two mirrored dwellings with a wall between them."""
    made = Building("mm", (450_123.4, 5_800_321.7, 71.3))
    unit_of_house(made, "east", 0.0, mirrored=False)
    unit_of_house(made, "west", 0.0, mirrored=True)
    made.block("IfcWall", "party wall", (-0.15, 0, 0), (0.15, 8, 2.7))
    made.model.write(str(file))
    return file
