from clearance import d2

# ANCHOR: course
scene = d2.Scene()
scene.add(d2.HalfSpace((0.0, 1.0)))  # the ground: all that is below y = 0
for step in range(3):
    half = 0.125 * (step + 1)
    scene.add(d2.Box((0.5, half)).at((3.0 + step, half)))  # a stair of three steps
scene.add(d2.Box((0.5, 1.0)).at((8.0, 1.0)))  # a wall
lift = scene.add(d2.Box((1.0, 0.125)).at((12.0, -0.125)))  # level with the ground
# ANCHOR_END: course

# ANCHOR: walk
walker = d2.Character(radius=0.25, height=1.75, step_height=0.3)
for frame in range(1, 301):
    step = walker.step(scene, velocity=(2.0, 0.0), time=1 / 60)
    if frame % 50 == 0:
        x, y = walker.position
        blocked = [contact for contact in step.contacts if str(contact.slope) == "steep"]
        stands = str(step.standing).lower()
        print(f"frame {frame}: x {x:.2f}, y {y:.2f}, stands {stands}, blocked {len(blocked)}")
# ANCHOR_END: walk

# ANCHOR: jump
walker = d2.Character(radius=0.25, height=1.75, position=(12.0, 0.0))
for frame in range(30):
    scene.set_pose(lift, d2.Pose((12.0, -0.125 + 0.05 * frame)))
    step = walker.step(scene, velocity=(0.0, 0.0), time=1 / 60)
print(f"lifted to {walker.position[1]:.1f}")
highest = walker.position[1]
for frame in range(90):
    step = walker.step(scene, velocity=(0.0, 0.0), time=1 / 60, jump=5.0 if frame == 0 else None)
    highest = max(highest, walker.position[1])
print(f"jumped to {highest:.1f}, stands again: {str(step.standing).lower()}")
# ANCHOR_END: jump
