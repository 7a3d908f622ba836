from itertools import product
from math import cos, pi, sin, sqrt

from clearance import d3


# ANCHOR: by_hand
def cross(u, v):
    return u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]


def dot(u, v):
    return sum(x * y for x, y in zip(u, v))


def gap(half, a, b, between, axis):
    """Between the shadows of two boxes, whose edges have the directions a and b."""
    length = sqrt(dot(axis, axis))
    reach = sum(h * (abs(dot(u, axis)) + abs(dot(v, axis))) for h, u, v in zip(half, a, b))
    return (abs(dot(between, axis)) - reach) / length
# ANCHOR_END: by_hand


# ANCHOR: boxes
half = (2.0, 0.5, 0.5)  # two beams, crossing above each other
t, s = pi / 4, sqrt(0.5)
# Each is rolled by 45 degrees about its long side: edge lies over edge.
lower = [(1.0, 0.0, 0.0), (0.0, cos(t), sin(t)), (0.0, -sin(t), cos(t))]
upper = [(0.0, 0.0, -1.0), (sin(t), cos(t), 0.0), (cos(t), -sin(t), 0.0)]
between = (0.25, 1.5, 0.25)

faces = [*lower, *upper]
edges = [cross(u, v) for u, v in product(lower, upper)]
widest = max(gap(half, lower, upper, between, axis) for axis in faces)
print(f"six face normals: {widest:.6f}")
widest = max(gap(half, lower, upper, between, axis) for axis in faces + edges)
print(f"with nine edge products: {widest:.6f}")
# ANCHOR_END: boxes

# ANCHOR: library
beam = d3.Box(half)
c, h = cos(pi / 8), sin(pi / 8)
a = beam.at((0, 0, 0), (h, 0.0, 0.0, c))  # x, y, z, w: rolled about x
# Turned by 90 degrees about y, after a roll about x.
b = beam.at(between, (s * h, s * c, -s * h, s * c))
print(f"library: {d3.relation(a, b)}, {d3.distance(a, b):.6f}")
# ANCHOR_END: library

# ANCHOR: parallel
u = lower[1]
print("parallel edges:", " ".join(f"{x:.0f}" for x in map(abs, cross(u, u))))
# ANCHOR_END: parallel
