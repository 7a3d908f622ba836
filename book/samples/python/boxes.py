from clearance import d2


# ANCHOR: by_hand
def boxes_meet(p, q):
    """Boxes by their lower and upper corners; boxes that only touch count."""
    return all(p[0][k] <= q[1][k] and q[0][k] <= p[1][k] for k in (0, 1))
# ANCHOR_END: by_hand


# ANCHOR: upright
crate = d2.Box((1.0, 1.0))  # half extents: a square of side 2
a, b = crate.at((0, 0)), crate.at((2.0, 1.0))
print("upright:", d2.relation(a, b))
# ANCHOR_END: upright

# ANCHOR: turned
c = crate.at((2.0, 2.0), 0.7)  # turned by 0.7 radians
p, q = a.aabb(), c.aabb()
print("bounding boxes meet:", str(boxes_meet((p.min, p.max), (q.min, q.max))).lower())
print("boxes:", d2.relation(a, c))
print(f"gap: {d2.clearance(a, c).distance:.6f}")
# ANCHOR_END: turned
