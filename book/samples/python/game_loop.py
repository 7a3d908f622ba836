from clearance import d2

MAP = [
    "############",
    "#@.....#..$#",
    "#..##..#...#",
    "#..##.....$#",
    "############",
]
KEYS = "d" * 28 + "s" * 13 + "d" * 23 + "w" * 13  # or read them from your keyboard
WAYS = {"w": (0.0, 1.0), "a": (-1.0, 0.0), "s": (0.0, -1.0), "d": (1.0, 0.0)}
SPEED, TIME = 12.0, 1.0 / 60.0  # cells a second, seconds a frame

# 1. The world: every cell of the map becomes an object of the scene.
scene = d2.Scene(detail="manifold")
wall, ball, coin = d2.Box((0.5, 0.5)), d2.Circle(0.4), d2.Circle(0.25)
coins = set()
for row, line in enumerate(MAP):
    for column, cell in enumerate(line):
        place = (float(column), float(-row))
        if cell == "#":
            # Walls are never tested against each other.
            scene.add(wall.at(place), group=-1)
        elif cell == "$":
            coins.add(scene.add(coin.at(place), sensor=True))
        elif cell == "@":
            hero = scene.add(ball.at(place))


def draw():
    """The map as it is now: the hero is in the cell that is nearest."""
    picture = [["#" if cell == "#" else "." for cell in line] for line in MAP]
    for sign, handles in (("$", coins), ("@", [hero])):
        for handle in handles:
            x, y = scene.pose(handle).position
            picture[int(-y + 0.5)][int(x + 0.5)] = sign
    print("\n".join("".join(line) for line in picture))


for frame, key in enumerate(KEYS):
    # 2. Move: where the hero would be if nothing were in the way.
    x, y = scene.pose(hero).position
    dx, dy = WAYS[key]
    scene.set_pose(hero, d2.Pose((x + SPEED * TIME * dx, y + SPEED * TIME * dy)))

    # 3. Detect: what meets what now?
    scene.update()

    # 4. Respond: coins are taken, walls push the hero out.
    for pair in scene.sensor_began():
        taken = coins.intersection(int(handle) for handle in pair)
        for handle in taken:
            scene.remove(handle)
            coins.remove(handle)
            print(f"frame {frame}: a coin, {len(coins)} left")
    for touch in scene.contacts():
        away = -1.0 if touch.a == hero else 1.0  # the normal points from a to b
        depth = max((-contact.clearance for contact in touch.manifold.contacts), default=0.0)
        x, y = scene.pose(hero).position
        nx, ny = touch.manifold.normal
        scene.set_pose(hero, d2.Pose((x + away * depth * nx, y + away * depth * ny)))

    # 5. Draw.
    if frame % 30 == 0 or frame == len(KEYS) - 1:
        print(f"frame {frame}")
        draw()
