from math import hypot

from clearance import d2


# ANCHOR: by_hand
def shadow(points, radius, axis):
    """The shadow on an axis of unit length: of a polygon, or of a circle around one point."""
    along = [x * axis[0] + y * axis[1] for x, y in points]
    return min(along) - radius, max(along) + radius


def unit(x, y):
    length = hypot(x, y)
    return x / length, y / length


def widest_gap(polygon, centre, radius, axes):
    """The widest gap of two shadows: if it is positive, the shapes are apart."""
    gaps = []
    for axis in axes:
        p, q = shadow(polygon, 0.0, axis), shadow([centre], radius, axis)
        gaps.append(max(q[0] - p[1], p[0] - q[1]))
    return max(gaps)
# ANCHOR_END: by_hand


# ANCHOR: axes
triangle = [(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]
centre, radius = (4.65, -0.65), 0.75

# One axis for each edge: at right angles to it.
edges = []
for (x, y), (u, v) in zip(triangle, triangle[1:] + triangle[:1]):
    edges.append(unit(v - y, x - u))
# And one for the circle: from its centre to the nearest corner.
x, y = min(triangle, key=lambda p: hypot(p[0] - centre[0], p[1] - centre[1]))
vertex = unit(centre[0] - x, centre[1] - y)

print(f"edge axes alone: {widest_gap(triangle, centre, radius, edges):.6f}")
widest = widest_gap(triangle, centre, radius, [*edges, vertex])
print(f"with the vertex axis: {widest:.6f}")
# ANCHOR_END: axes

# ANCHOR: library
a, b = d2.Convex(triangle), d2.Circle(radius).at(centre)
answer = d2.clearance(a, b)
print(f"library: {d2.relation(a, b)}, {answer.distance:.6f}")
# ANCHOR_END: library
