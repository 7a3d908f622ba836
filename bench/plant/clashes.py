"""What is wrong in the plant, by design, and what only looks so."""

from areas import BAY
from catalogue import RADII, tank_radius, valve_radius
from layout import QUARTER, X, Y, Z, Frame, about, product

BESIDE = 0.002  # how far a pipe passes beside a beam


def pipe_at_beam(plant, beam, x, y):
    """An upright pipe through the web and the flanges of a beam along the rack, and another one just beside it."""
    pipe = plant.catalogue.pipe(50, 1.0)
    through = plant.add("PIPE", pipe, Frame((x - BAY + 1.5, y, 5.5)))
    plant.note(beam, through, "interference")
    plant.add("PIPE", pipe, Frame((x - BAY + 4.0, y + 0.1 + RADII[50] + BESIDE, 5.5)))


def valve_into_tank(plant, tank, model, frame):
    """A valve whose body is 4 cm deep in the shell."""
    away = tank_radius(model) + valve_radius(100) - 0.04
    valve = plant.add("VALVE", plant.catalogue.valve(100, 2), frame.then((-away, 0, 1.9), about(Z, 2 * QUARTER)))
    plant.note(tank, valve, "interference")


def stud_in_tank(plant, tank, frame, random):
    """A lost stud in the middle of a tank."""
    turn = product(about(Y, float(random.uniform(0, 3))), about(X, float(random.uniform(0, 3))))
    stud = plant.add("STUD", plant.catalogue.stud(0.0), frame.then((0, 0, 2.3), turn))
    plant.note(tank, stud, "containment")


def duplicates(plant, count, random):
    """Copies of parts that are in no clash: each is in contact with what its original is in contact with."""
    clashing = {part for pair, what in plant.pairs.items() if what != "contact" for part in pair}
    free = [part for part in range(len(plant.parts)) if part not in clashing]
    for part in random.choice(free, count, replace=False):
        name, mesh, frame = plant.parts[part]
        beside = [other for other in plant.beside.get(part, []) if other < len(plant.parts)]
        copy = len(plant.parts)
        plant.parts.append((f"{name}-COPY", mesh, frame))
        plant.note(int(part), copy, "duplicate")
        for other in beside:
            plant.note(other, copy, "contact")
