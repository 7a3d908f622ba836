from clearance import d2

# ANCHOR: frames
bullet, wall = d2.Circle(0.0625), d2.Box((0.125, 2.0)).at((1.0, 0.0))
step = 1.5  # 90 metres a second, 60 frames a second
for frame in range(2):
    print(f"frame {frame}:", d2.relation(bullet.at((step * frame, 0.0)), wall))
# ANCHOR_END: frames

# ANCHOR: sweep
hit = d2.sweep(bullet, wall, d2.Motion((step, 0.0)))
print(f"sweep: at {hit.time:.6f} of the way, at x = {hit.point[0]:.3f}")
# ANCHOR_END: sweep

# ANCHOR: turning
rod = d2.Capsule((0.5, 0.0), (4.0, 0.0), 0.0625)
post = d2.Circle(0.125).at((0.0, 3.0))
hit = d2.sweep(rod, post, d2.Motion((0.0, 0.0), 2.0))  # turns by 2 radians
print(f"turning: at {hit.time:.6f} of the turn")
# ANCHOR_END: turning

# ANCHOR: step
scene = d2.Scene()
fired = scene.add(bullet)
scene.add(wall)
meetings = scene.sweep_step([fired], [(step, 0.0)], "swept")
x, _ = scene.pose(fired).position
scene.update()
print(f"step: {len(meetings)} meeting, stopped at {x:.6f}, {len(scene.pairs())} overlap")
# ANCHOR_END: step
