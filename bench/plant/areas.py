"""The areas of a plant: a bay of a pipe rack with walkway and trays, and beside it a pump with its motor, and a tank.

A rack runs along x in bays of 6 m; the areas beside it fit into circles of 2.95 m, so that they may be turned by any angle.
"""

from catalogue import MODELS, RADII, tank_radius
from layout import QUARTER, X, Y, Z, Frame, about
from piping import Line, joint_length

BAY = 6.0
LEVELS = (5.0, 7.0)  # the top sides of the beams that carry pipes
LANES = [0.6 + 0.6 * k for k in range(9)]
ALONG = about(Y, QUARTER)  # z becomes x
LYING = (0.5, 0.5, 0.5, 0.5)  # x becomes y, y becomes z, z becomes x: a profile lies along x, its web upright


class Rack:
    """What of a row of bays goes on into the next one: lines, trays, the beams on top."""

    def __init__(self, plant, random, y):
        self.plant, self.random, self.y = plant, random, y
        self.lines = [self.new_line(level, lane) for level in LEVELS for lane in LANES[:-1]]
        self.trays, self.columns, self.rails = [None, None], [None, None], [None, None]

    def new_line(self, level, lane):
        """A line that begins half a bay before the first station."""
        size = int(self.random.choice(list(RADII)))
        frame = Frame((-BAY / 2, self.y + lane, level + RADII[size]), ALONG)
        joint = self.random.choice(["none", "none", "none", "face", "gasket"])
        return [Line(self.plant, size, frame), joint]

    def bay(self, station):
        """A station with two columns and what hangs on it. Returns some of its parts."""
        x = BAY * station
        columns = [self.column(x, y) for y in (0.0, BAY)]
        beams = [self.beam_across(x, level, columns) for level in LEVELS]
        along = [self.beam_along(x, k, columns[k]) for k in (0, 1)] if station else [None, None]
        for k, (line, joint) in enumerate(self.lines):
            self.pipe(line, joint, beams[k // len(LANES[:-1])])
        for k in (0, 1):
            self.tray(x, k, beams[k])
        tops = [self.top(x, k, columns[k]) for k in (0, 1)]
        self.walkway(x, tops[0])
        self.columns, self.rails = columns, tops
        return along[0]

    def column(self, x, y):
        plant, catalogue = self.plant, self.plant.catalogue
        at = lambda z: Frame((x, self.y + y, z))
        footing = plant.add("FOOTING", catalogue.block(0.8, 0.8, 0.5), at(-0.5))
        plate = plant.add("BASEPLATE", catalogue.block(0.5, 0.5, 0.03), at(0.0), footing)
        return plant.add("COLUMN", catalogue.column(), at(0.03), plate)

    def beam_across(self, x, level, columns):
        frame = Frame((x, self.y + 0.15, level - 0.15), about(X, -QUARTER))  # z becomes y
        return self.plant.add("BEAM", self.plant.catalogue.beam(5.7), frame, *columns)

    def beam_along(self, x, side, column):
        """Between the last station and this one, with a plate at each end."""
        plant, y = self.plant, self.y + BAY * side
        mesh = plant.catalogue.block(0.3, 0.3, 0.02)
        plate = lambda at, touched: plant.add("ENDPLATE", mesh, Frame((at, y, 6.0), ALONG), touched)
        ends = plate(x - BAY + 0.15, self.columns[side]), plate(x - 0.17, column)
        beam = plant.catalogue.beam(5.66)
        return plant.add("BEAM", beam, Frame((x - BAY + 0.17, y, 6.0), LYING), *ends)

    def pipe(self, line, joint, beam):
        """A pipe over the beam from half a bay before it to half a bay after it, less its share of a joint."""
        if line.last is None or joint == "none":
            line.pipe(BAY - (0 if joint == "none" else joint_length(joint == "gasket")), beam)
        else:
            line.joint(joint == "gasket")
            line.pipe(BAY - joint_length(joint == "gasket"), beam)

    def tray(self, x, level, beam):
        """Two lengths of a tray: one over the beam, and one that joins it to the next."""
        frame = lambda at: Frame((at, self.y + LANES[-1], LEVELS[level]), LYING)
        mesh = self.plant.catalogue.tray()
        over = self.plant.add("TRAY", mesh, frame(x - 1.5), self.trays[level], beam)
        self.trays[level] = self.plant.add("TRAY", mesh, frame(x + 1.5), over)

    def top(self, x, side, column):
        """A beam along the rack on top of a column, end to end with the last one."""
        frame = Frame((x - BAY / 2, self.y + BAY * side, 9.18), LYING)
        return self.plant.add("BEAM", self.plant.catalogue.beam(BAY), frame, column, self.rails[side])

    def walkway(self, x, beam):
        """Two gratings on the beam, each with posts and a rail."""
        plant, catalogue = self.plant, self.plant.catalogue
        for at in (x - 1.5, x + 1.5):
            model = int(self.random.integers(3))
            panel = plant.add("GRATING", catalogue.grating(model), Frame((at, self.y, 9.33), about(Z, QUARTER)), beam)
            foot = lambda dx: Frame((at + dx, self.y - 0.575, 9.36))
            posts = [plant.add("POST", catalogue.post(), foot(dx), panel) for dx in (-1.4, 0.0, 1.4)]
            plant.add("RAIL", catalogue.rail(), Frame((at - 1.49, self.y - 0.575, 10.46 + 0.024), ALONG), *posts)


def pump_area(plant, random, frame):
    """A pump and its motor on a footing, and a line from the pump's nozzle."""
    catalogue = plant.catalogue
    footing = plant.add("FOOTING", catalogue.block(2.6, 1.2, 0.3), frame)
    stand = frame.then((0, 0, 0.3))
    pump = plant.add("PUMP", catalogue.pump(int(random.integers(MODELS))), stand, footing)
    plant.add("MOTOR", catalogue.motor(int(random.integers(MODELS))), stand, footing, pump)
    line = Line(plant, 100, stand.then((-0.7, 0, 0.95)), pump)
    line.pipe(length(random, 0.2, 0.6))
    line.joint(bool(random.integers(2)))
    line.valve(int(random.integers(6)), QUARTER)
    line.pipe(length(random, 0.6, 1.2))
    line.elbow()
    line.pipe(length(random, 0.3, 0.9))
    line.joint(bool(random.integers(2)))
    line.elbow(2 * QUARTER)
    line.pipe(length(random, 0.3, 0.6))


def tank_area(plant, random, frame):
    """A tank on its footing, and a line from its nozzle. Returns the tank and its model."""
    catalogue, model = plant.catalogue, int(random.integers(MODELS))
    footing = plant.add("FOOTING", catalogue.block(2.4, 2.4, 0.3), frame)
    tank = plant.add("TANK", catalogue.tank(model), frame.then((0, 0, 0.3)), footing)
    line = Line(plant, 150, frame.then((tank_radius(model) + 0.25, 0, 1.8), ALONG), tank)
    line.joint(bool(random.integers(2)))
    line.elbow(2 * QUARTER)
    line.pipe(length(random, 0.2, 0.5))
    line.valve(int(random.integers(6)), QUARTER)
    line.pipe(length(random, 0.3, 0.9))
    line.joint(bool(random.integers(2)))
    line.pipe(length(random, 0.2, 0.6))
    return tank, model


def length(random, low, high):
    """In steps of a centimetre."""
    return round(0.01 * int(random.integers(round(100 * low), round(100 * high) + 1)), 3)
