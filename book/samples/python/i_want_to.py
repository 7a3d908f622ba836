import clearance
import numpy as np
from clearance import Mask, d2, d3


def show(*values):
    print(*(f"{x:g}" if isinstance(x, float) else str(x).lower() for x in values))


# ANCHOR: meet
a, b = d2.Box((1.0, 1.0)), d2.Circle(1.0).at((2.0, 0.0))
show("meet:", d2.intersects(a, b), d2.relation(a, b))
# ANCHOR_END: meet

# ANCHOR: far
c = d2.Circle(1.0).at((4.0, 0.5))
show("far:", d2.distance(a, c))
# ANCHOR_END: far

# ANCHOR: way_out
answer = d2.clearance(a, d2.Box((1.0, 1.0)).at((1.5, 0.5)))
show("way out:", answer.depth, "along", *answer.normal)
# ANCHOR_END: way_out

# ANCHOR: nearest_points
answer = d2.clearance(a, c)
show("nearest points:", *answer.point_a, "and", *answer.point_b)
# ANCHOR_END: nearest_points

# ANCHOR: inside
show("inside:", d2.contains((0.5, 0.5), a), d2.contains((1.5, 0.5), a))
# ANCHOR_END: inside

# ANCHOR: ray
hit = d2.ray((-5.0, 0.0), (1.0, 0.0), a)
show("ray:", hit.time, "free:", d2.ray((-5.0, 2.0), (1.0, 0.0), a) is None)
# ANCHOR_END: ray

# ANCHOR: closest
found = d2.closest_point((3.0, 0.5), a)
show("closest:", *found.point)
# ANCHOR_END: closest

# ANCHOR: concave
room = d2.Polygon([(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)])
show("concave:", d2.relation(room, d2.Circle(0.5).at((2.0, 2.0))))
# ANCHOR_END: concave

# ANCHOR: compound
wheel = d2.Circle(0.5)
car = d2.Compound([d2.Box((2.0, 0.5)), wheel.at((-1.0, -0.5)), wheel.at((1.0, -0.5))])
show("compound:", d2.relation(car, d2.HalfSpace((0.0, 1.0), -1.0)))
# ANCHOR_END: compound

# ANCHOR: events
scene = d2.Scene()
door = scene.add(d2.Box((0.5, 1.0)), sensor=True)
guest = scene.add(d2.Circle(0.5).at((-3.0, 0.0)))
for x in (-1.0, 0.0, 3.0):
    scene.set_pose(guest, d2.Pose((x, 0.0)))
    scene.update()
    show("events:", len(scene.sensor_began()), "began,", len(scene.sensor_ended()), "ended")
# ANCHOR_END: events

# ANCHOR: layers
scene = d2.Scene()
scene.add(d2.Circle(1.0), layer=1, mask=2)  # a player: meets only what is on layer 2
scene.add(d2.Circle(1.0), layer=1, mask=2)  # another one
scene.add(d2.Circle(1.0), layer=2)  # an enemy
scene.update()
show("layers:", len(scene.pairs()), "pairs")
# ANCHOR_END: layers

# ANCHOR: neighbours
scene = d2.Scene()
lamps = [scene.add(d2.Circle(0.25).at((x, 0.0))) for x in (2.0, 5.0, 9.0)]
near = scene.nearest(d2.Point().at((6.0, 0.0)), 2)
for lamp in near:
    show("neighbour:", lamps.index(lamp.handle), "at", lamp.distance)
# ANCHOR_END: neighbours

# ANCHOR: click
show("click:", len(scene.at_point((5.1, 0.1))), "lamp")
# ANCHOR_END: click

# ANCHOR: batch
poses = np.array([(0.0, 0.0, 0.0), (1.9, 0.0, 0.0), (2.1, 0.0, 0.0)])  # x, y, angle
show("batch:", d2.intersects_many(a, a, poses_b=poses).sum(), "of", len(poses))
# ANCHOR_END: batch

# ANCHOR: common
part = d2.common(a, d2.Box((1.0, 1.0)).at((1.5, 1.0)))
show("common:", part.volume)
# ANCHOR_END: common

# ANCHOR: mass
mass = d3.mass_properties(d3.Box((1.0, 2.0, 3.0)))
show("mass:", mass.volume)
# ANCHOR_END: mass

# ANCHOR: pixels
plus = Mask(["010", "111", "010"])
show("pixels:", plus.overlap_area(plus, (2, 0)), "out by", *plus.parting_shift(plus, (2, 0)))
# ANCHOR_END: pixels

# ANCHOR: errors
try:
    d2.Circle(-1.0)
except clearance.ClearanceError as error:
    show("error:", error.field)
# ANCHOR_END: errors
