from clearance import d2

# ANCHOR: manifold
floor, crate = d2.Box((5.0, 1.0)), d2.Box((1.0, 1.0)).at((2.0, 1.75))
manifold = d2.manifold(floor, crate)
print(f"normal: {manifold.normal[0]:.0f} {manifold.normal[1]:.0f}")
for contact in manifold.contacts:
    print(f"  at x = {contact.point_b[0]:.2f}, depth {-contact.clearance:.2f}")
# ANCHOR_END: manifold

# ANCHOR: push
answer = d2.clearance(floor, crate)
x, y = crate.pose.position
nx, ny = answer.normal
crate = crate.shape.at((x - answer.distance * nx, y - answer.distance * ny))
print("after the push:", d2.relation(floor, crate))
# ANCHOR_END: push

# ANCHOR: within
room, ball = d2.Box((2.0, 2.0)), d2.Box((0.5, 0.5)).at((0.25, 0.0))
overlap = min(2.0, 0.75) - max(-2.0, -0.25)  # of the two shadows on the x axis
out = d2.clearance(room, ball)
print(f"overlap of the shadows: {overlap:.2f}")
print(f"way out: {out.depth:.2f}")
for way in (overlap, out.depth):
    moved = ball.shape.at((0.25 + way, 0.0))
    print(f"moved by {way:.2f}: {d2.relation(room, moved)}")
# ANCHOR_END: within
