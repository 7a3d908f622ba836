from math import sqrt

from clearance import d2


# ANCHOR: by_hand
def circles_meet(p, p_radius, q, q_radius):
    dx, dy = q[0] - p[0], q[1] - p[1]
    reach = p_radius + q_radius
    return dx * dx + dy * dy <= reach * reach
# ANCHOR_END: by_hand


print("by hand:", str(circles_meet((0, 0), 1.0, (1.5, 2.0), 1.0)).lower())

# ANCHOR: library
coin = d2.Circle(1.0)
a, b = coin.at((0, 0)), coin.at((1.5, 2.0))
print("relation:", d2.relation(a, b))
print("distance:", d2.distance(a, b))
# ANCHOR_END: library

# ANCHOR: close
for p_radius, q_radius in [(0.1, 0.4), (0.2, 0.3)]:
    p, q = d2.Circle(p_radius), d2.Circle(q_radius)
    root = sqrt(0.3 * 0.3 + 0.4 * 0.4)
    print(f"radii {p_radius} and {q_radius}")
    print("  by roots, equal:", str(root == p_radius + q_radius).lower())
    print("  relation:", d2.relation(p, q.at((0.3, 0.4))))
# ANCHOR_END: close
