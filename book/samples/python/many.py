from clearance import d2


# ANCHOR: crowd
def crowd(count):
    """The same ``count`` places in every language: a generator by Park and Miller."""
    seed, places = 1, []
    for _ in range(count):
        place = []
        for _ in range(2):
            seed = seed * 16807 % 2147483647
            place.append(seed / 2147483647 * 100.0)
        places.append(tuple(place))
    return places
# ANCHOR_END: crowd


# ANCHOR: all_pairs
places, radius = crowd(1000), 0.5
tests = met = 0
for i, (x, y) in enumerate(places):
    for u, v in places[i + 1 :]:  # each pair once, and none with itself
        tests += 1
        met += (u - x) ** 2 + (v - y) ** 2 <= (2 * radius) ** 2
print(f"all pairs: {tests} tests, {met} meet")
# ANCHOR_END: all_pairs

# ANCHOR: scene
scene = d2.Scene()
handles = [scene.add(d2.Circle(radius).at(place)) for place in places]
scene.update()
print(f"scene: {len(scene.pairs())} meet")

for handle, (x, y) in list(zip(handles, places))[::2]:
    scene.set_pose(handle, d2.Pose((x + 0.25, y)))  # every other one moves
scene.update()
print(f"next frame: {len(scene.began())} began, {len(scene.ended())} ended")
# ANCHOR_END: scene
