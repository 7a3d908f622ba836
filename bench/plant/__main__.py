"""A generated plant whose pairs are known, as a GLB file, and the truth beside it.

    python bench/plant FILE.glb [--parts 1000] [--seed 1]

needs numpy. Pipe racks with lines, trays and walkways, pumps with motors, and tanks, in metres. Parts share some hundred meshes. FILE.json says
which pairs are in contact and which clash; all others are apart by a millimetre or more.
"""

import argparse
import json
import math
import pathlib

import numpy as np

import clashes
import glb
from areas import BAY, Rack, pump_area, tank_area
from catalogue import Catalogue
from layout import GAP, Frame, Plant, Z, about

PITCH = 22.0  # of the racks
PARTS_OF_A_BAY = 190
EACH = 1000  # parts for which there is one clash of each kind
ANGLES = [0.0, 0.5 * math.pi, math.pi, 1.5 * math.pi]


def build(parts, seed):
    random = np.random.default_rng(seed)
    copies = max(1, parts // EACH)
    plant = Plant(Catalogue(), parts - copies)
    bays = math.ceil(parts / PARTS_OF_A_BAY)
    in_a_row = math.ceil(math.sqrt(bays * PITCH / BAY))
    row, next_clash = 0, EACH // 2
    while not plant.is_full:
        rack = Rack(plant, random, PITCH * row)
        for station in range(in_a_row):
            if plant.is_full:
                break
            plant.area = f"A{row + 1:02}{station + 1:02}"
            is_wrong = len(plant.parts) >= next_clash and station > 0
            next_clash += EACH * is_wrong
            bay(plant, random, rack, station, is_wrong)
        row += 1
    plant.cut()
    clashes.duplicates(plant, copies, random)
    return plant


def bay(plant, random, rack, station, is_wrong):
    x, y = BAY * station, rack.y
    beam = rack.bay(station)
    pump_area(plant, random, Frame((x, y - 4.5, 0), about(Z, angle(random))))
    frame = Frame((x, y + 10.5, 0), about(Z, angle(random)))
    tank, model = tank_area(plant, random, frame)
    if is_wrong:
        clashes.pipe_at_beam(plant, beam, x, y)
        clashes.valve_into_tank(plant, tank, model, frame)
        clashes.stud_in_tank(plant, tank, frame.then((0, 0, 0.3)), random)


def angle(random):
    """Mostly along the axes."""
    return float(random.choice(ANGLES)) if random.integers(4) else math.radians(0.5 * int(random.integers(720)))


def truth(plant):
    names = [name for name, _, _ in plant.parts]
    triangles = {name: len(mesh[1]) for name, mesh in plant.catalogue.meshes.items()}
    used = {mesh for _, mesh, _ in plant.parts}
    return {
        "parts": len(names),
        "meshes": len(used),
        "triangles": sum(triangles[mesh] for _, mesh, _ in plant.parts),
        "triangles_stored": sum(triangles[mesh] for mesh in used),
        "gap": GAP,
        "pairs": [[names[a], names[b], what] for (a, b), what in sorted(plant.pairs.items())],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--parts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    plant = build(arguments.parts, arguments.seed)
    known = truth(plant)
    used = {mesh for _, mesh, _ in plant.parts}
    glb.write(
        arguments.file, {name: mesh for name, mesh in plant.catalogue.meshes.items() if name in used}, plant.parts
    )
    arguments.file.with_suffix(".json").write_text(json.dumps(known, separators=(",", ":")))
    count = {
        what: sum(pair[2] == what for pair in known["pairs"])
        for what in ("contact", "interference", "duplicate", "containment")
    }
    print(f"{known['parts']} parts of {known['meshes']} meshes, {known['triangles']} triangles by instances, {count}")


if __name__ == "__main__":
    main()
