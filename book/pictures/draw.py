"""Draws the pictures of the book. Every distance, contact and time in them is an answer of the package.

    python book/pictures/draw.py           # writes the files
    python book/pictures/draw.py --check   # says whether they are what would be written
"""

import sys
from math import cos, pi, sin
from pathlib import Path

from svg import Drawing

from clearance import d2, d3

HERE = Path(__file__).parent


def turned(corners, angle, place):
    c, s = cos(angle), sin(angle)
    return [(place[0] + c * x - s * y, place[1] + s * x + c * y) for x, y in corners]


SQUARE = [(-1, -1), (1, -1), (1, 1), (-1, 1)]


def two_circles():
    picture = Drawing((-1.4, -1.4), (4.4, 2.4), 100)
    p, q = d2.Circle(1.0), d2.Circle(1.25).at((3.0, 1.0))
    answer = d2.clearance(p, q)
    picture.circle((0, 0), 1.0, "a")
    picture.circle((3, 1), 1.25, "b")
    picture.line((0, 0), (3, 1), "dashed")
    picture.line(answer.point_a, answer.point_b, "gap")
    for place in (answer.point_a, answer.point_b):
        picture.dot(place, "gap")
    picture.dot((0, 0), "thin", 2.5)
    picture.dot((3, 1), "thin", 2.5)
    picture.text((0, -0.25), "p")
    picture.text((3, 0.75), "q")
    picture.text((0.45, 0.3), "r")
    picture.text((2.35, 0.92), "s")
    picture.text((1.38, 0.62), f"{answer.distance:.2f}")
    return picture


def boxes():
    picture = Drawing((-1.3, -1.3), (3.8, 3.8), 90)
    a, b = d2.Box((1, 1)), d2.Box((1, 1)).at((2, 2), 0.7)
    answer = d2.clearance(a, b)
    around = b.aabb()
    picture.box(around.min, around.max, "dashed")
    picture.polygon(SQUARE, "a")
    picture.polygon(turned(SQUARE, 0.7, (2, 2)), "b")
    picture.box(around.min, (1, 1), "hit")
    picture.line(answer.point_a, answer.point_b, "gap")
    for place in (answer.point_a, answer.point_b):
        picture.dot(place, "gap")
    picture.text((0, -0.1), "A")
    picture.text((2, 1.95), "B")
    return picture


def game_loop():
    picture = Drawing((0, 0), (12.6, 3.4), 50)
    wall, ball = d2.Box((0.6, 1.4)), d2.Circle(0.8)
    for column, x in enumerate((1.0, 2.2, 2.2)):
        left = 4.2 * column + 0.2
        place = (left + 3.2, 1.7)
        picture.box((place[0] - 0.6, 0.3), (place[0] + 0.6, 3.1), "b")
        hero = ball.at((left + x, 1.7))
        answer = d2.clearance(hero, wall.at(place))
        if column == 0:
            picture.circle((left + x, 1.7), 0.8, "a")
            picture.arrow((left + x, 1.7), (left + 2.2, 1.7), "thin")
        elif column == 1:
            picture.circle((left + x, 1.7), 0.8, "hit")
            picture.line(answer.point_a, answer.point_b, "overlap")
        else:
            out = left + x + answer.distance * answer.normal[0]
            picture.circle((left + x, 1.7), 0.8, "dashed")
            picture.circle((out, 1.7), 0.8, "a")
            picture.arrow((left + x, 1.7), (out, 1.7), "overlap")
        picture.text((left + 0.25, 0.35), str(column + 2))
    return picture


def separating_axes():
    picture = Drawing((-1.2, -4.6), (6.2, 3.4), 70)
    triangle, centre, radius = [(0, 0), (4, 0), (0, 3)], (4.65, -0.65), 0.75
    answer = d2.clearance(d2.Convex(triangle), d2.Circle(radius).at(centre))
    axis = answer.normal
    side = (-axis[1], axis[0])
    base = (1.4, -2.4)

    def foot(along):
        across = base[0] * side[0] + base[1] * side[1]
        return along * axis[0] + across * side[0], along * axis[1] + across * side[1]

    picture.polygon(triangle, "a")
    picture.circle(centre, radius, "b")
    along = [x * axis[0] + y * axis[1] for x, y in triangle]
    middle = centre[0] * axis[0] + centre[1] * axis[1]
    shadows = (max(0.4, min(along)), max(along)), (middle - radius, middle + radius)
    picture.line(foot(0.2), foot(5.2), "thin")
    picture.line(foot(shadows[0][0]), foot(shadows[0][1]), "shadow-a")
    picture.line(foot(shadows[1][0]), foot(shadows[1][1]), "shadow-b")
    for end in (shadows[0][1], shadows[1][0]):
        place = foot(end)
        picture.line(place, (place[0] + 4.6 * side[0], place[1] + 4.6 * side[1]), "dashed")
    picture.line((4, 0), centre, "thin")
    picture.dot((4, 0), "thin", 3)
    picture.line(answer.point_a, answer.point_b, "gap")
    picture.text((1.1, 0.9), "A")
    picture.text((4.9, -0.85), "B")
    return picture


def push_out():
    picture = Drawing((-5.4, -1.3), (5.4, 3.6), 56)
    floor, crate = d2.Box((5, 1)), d2.Box((1, 1)).at((2, 1.75))
    manifold, answer = d2.manifold(floor, crate), d2.clearance(floor, crate)
    picture.box((-5, -1), (5, 1), "a")
    picture.box((1, 0.75), (3, 2.75), "hit")
    up = 1.75 - answer.distance
    picture.box((1, up - 1), (3, up + 1), "dashed")
    for contact in manifold.contacts:
        picture.line(contact.point_a, contact.point_b, "overlap")
        picture.dot(contact.point_b, "overlap")
    nx, ny = manifold.normal
    picture.arrow((2, 1.75), (2 + nx, 1.75 + ny), "overlap")
    picture.text((2.2, 2.3), "n", "start")
    room, small = d2.Box((1.0, 1.0)), d2.Box((0.25, 0.25)).at((0.125, 0))
    out = d2.clearance(room, small)
    shift = (-3, 2.2)
    picture.box((-4, 1.2), (-2, 3.2), "b")
    picture.box((-3.125, 1.95), (-2.625, 2.45), "hit")
    x = shift[0] + 0.125 + out.depth * out.normal[0]
    picture.box((x - 0.25, 1.95), (x + 0.25, 2.45), "dashed")
    picture.arrow((-2.875, 2.2), (x, 2.2), "overlap")
    picture.text((-4.2, 2.9), "A", "end")
    return picture


def many():
    picture = Drawing((-0.2, -0.2), (12.2, 6.2), 50)
    seed, places = 7, []
    for _ in range(40):
        pair = []
        for side in (11.2, 5.2):
            seed = seed * 16807 % 2147483647
            pair.append(0.4 + seed / 2147483647 * side)
        places.append(tuple(pair))
    scene = d2.Scene(index="r-tree")
    handles = [scene.add(d2.Circle(0.3).at(place)) for place in places]
    scene.update()
    met = {int(handle) for pair in scene.pairs() for handle in pair}
    low, high, depth = scene.draw_index()
    for lower, upper, level in zip(low, high, depth):
        width, height = (float(x) for x in upper - lower)
        if max(width, height) > 0.7:
            picture.box([float(x) for x in lower], [float(x) for x in upper], "dashed" if level else "thin")
    for handle, place in zip(handles, places):
        picture.circle(place, 0.3, "hit" if handle in met else "a")
    return picture


def sweeps():
    picture = Drawing((-0.6, -1.1), (6.6, 1.1), 85)
    ball, wall = d2.Circle(0.4), d2.Box((0.15, 0.9)).at((3.0, 0.0))
    hit = d2.sweep(ball, wall, d2.Motion((6.0, 0.0)))
    x = 6.0 * hit.time
    picture.box((2.85, -0.9), (3.15, 0.9), "b")
    picture.line((0, 0.4), (6, 0.4), "dashed")
    picture.line((0, -0.4), (6, -0.4), "dashed")
    picture.circle((0, 0), 0.4, "a")
    picture.circle((6, 0), 0.4, "a")
    picture.circle((x, 0), 0.4, "hit")
    picture.dot(hit.point, "overlap")
    picture.arrow((0, 0), (1.2, 0), "thin")
    picture.text((0, -0.75), "0")
    picture.text((6, -0.75), "1")
    picture.text((x, -0.75), f"{hit.time:.2f}")
    return picture


def fifteen_axes():
    """The two beams of the chapter, seen from the front, a little from above and from the side."""
    picture = Drawing((-3.0, -1.4), (3.4, 2.9), 85)
    half, t = (2.0, 0.5, 0.5), pi / 4
    lower = [(1.0, 0.0, 0.0), (0.0, cos(t), sin(t)), (0.0, -sin(t), cos(t))]
    upper = [(0.0, 0.0, -1.0), (sin(t), cos(t), 0.0), (cos(t), -sin(t), 0.0)]

    def seen(point):  # from the front, a little from above and from the side
        x, y, z = point
        return x + 0.42 * z, y - 0.3 * z

    def draw(centre, axes, kind):
        def corner(signs):
            return seen([centre[k] + sum(s * h * u[k] for s, h, u in zip(signs, half, axes)) for k in range(3)])

        signs = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        outline = [(float(x), float(y)) for x, y in d2.Convex([corner(s) for s in signs]).vertices]
        picture.polygon(outline, kind)
        for s in signs:
            for k in range(3):
                if s[k] < 0:
                    other = list(s)
                    other[k] = 1
                    picture.line(corner(s), corner(other), "thin")

    between = (0.25, 1.5, 0.25)
    s, c, h = 0.5**0.5, cos(pi / 8), sin(pi / 8)
    beam = d3.Box(half)
    answer = d3.clearance(beam.at((0, 0, 0), (h, 0, 0, c)), beam.at(between, (s * h, s * c, -s * h, s * c)))
    draw((0, 0, 0), lower, "a")
    draw(between, upper, "b")
    for point in (answer.point_a, answer.point_b):
        picture.dot(seen(point), "gap", 3)
    picture.line(seen(answer.point_a), seen(answer.point_b), "gap")
    picture.text((-2.3, 0.9), "A")
    picture.text((1.5, 1.9), "B")
    return picture


def meshes():
    """Borders of solids as polygons: the left one is closed, the right one is not. Rays from a point count crossings."""
    picture = Drawing((-0.3, -0.3), (9.3, 3.6), 65)
    ring = [(0.3, 0.2), (2.4, 0.0), (3.9, 1.2), (3.2, 3.1), (1.9, 2.0), (0.7, 3.2), (0.0, 1.6)]
    solid = d2.Polygon(ring)
    picture.polygon(ring, "a")
    for start in ((1.0, 1.9), (1.6, 2.6)):
        border = d2.Polyline(ring, closed=True)
        picture.arrow(start, (4.4, start[1]), "thin")
        inside = d2.contains(start, solid)
        picture.dot(start, "gap" if inside else "overlap")
        hits = d2.all_hits(start, (1.0, 0.0), border)
        assert len(hits) % 2 == inside
        for hit in hits:
            picture.dot(hit.point, "hit", 4)
    moved = [(x + 5.0, y) for x, y in ring]
    for start, end in zip(moved, moved[1:]):
        picture.line(start, end, "shadow-a")
    picture.dot((6.0, 1.9), "overlap")
    picture.text((6.0, 2.05), "?")
    return picture


def character():
    picture = Drawing((-0.6, -0.4), (8.7, 2.9), 65)
    scene = d2.Scene()
    scene.add(d2.HalfSpace((0.0, 1.0)))
    blocks = [((3.0 + k, 0.125 * (k + 1)), (0.5, 0.125 * (k + 1))) for k in range(3)] + [((8.0, 1.0), (0.5, 1.0))]
    picture.box((-0.6, -0.4), (8.7, 0.0), "b")
    for place, half in blocks:
        scene.add(d2.Box(half).at(place))
        low, high = [(place[0] + s * half[0], place[1] + s * half[1]) for s in (-1, 1)]
        picture.box(low, high, "b")
    walker = d2.Character(radius=0.25, height=1.75, step_height=0.3)
    for frame in range(251):
        step = walker.step(scene, (2.0, 0.0), 1 / 60)
        if frame % 25 == 0:
            x, y = walker.position
            kind = "hit" if any(str(contact.slope) == "steep" for contact in step.contacts) else "a"
            left, right, low, high = x - 0.25, x + 0.25, y + 0.25, y + 1.5
            (x1, y1), (x2, y2) = picture.at((left, high)), picture.at((right, low))
            r = 0.25 * picture.scale
            picture.add(f'<path class="{kind}" d="M{x1:.1f} {y1:.1f}A{r:.1f} {r:.1f} 0 0 1 {x2:.1f} {y1:.1f}V{y2:.1f}A{r:.1f} {r:.1f} 0 0 1 {x1:.1f} {y2:.1f}Z"/>')
    return picture


def assembly():
    """A cut through the assembly of the chapter."""
    picture = Drawing((-6.4, -1.3), (6.4, 7.2), 48)
    parts = [((0, 0), (6, 1)), ((0, 2.75), (2, 2)), ((0, 5.75), (2, 1)), ((0, 3.0), (0.5, 0.5))]
    for (x, y), (w, h) in parts[:3]:
        picture.box((x - w, y - h), (x + w, y + h), "a" if y == 0 else "b")
    picture.box((-0.5, 2.5), (0.5, 3.5), "a")
    plate, block = (d2.Box(half).at(place) for place, half in parts[:2])
    [ring] = d2.common_rings(plate, block)
    picture.polygon([(float(x), float(y)) for x, y in ring], "hit")
    picture.line((-2, 4.75), (2, 4.75), "gap")
    for number, place in enumerate(((2.4, 0.75), (2.4, 4.65), (0.8, 2.9)), 1):
        picture.text(place, str(number))
    return picture


def draw_all(pictures):
    for name, make in pictures.items():
        yield HERE / f"{name}.svg", make().written()


PICTURES = {
    "two-circles": two_circles,
    "boxes": boxes,
    "game-loop": game_loop,
    "separating-axes": separating_axes,
    "push-out": push_out,
    "many": many,
    "sweeps": sweeps,
    "fifteen-axes": fifteen_axes,
    "meshes": meshes,
    "character": character,
    "assembly": assembly,
}


def main():
    wrong = []
    for path, text in draw_all(PICTURES):
        if "--check" not in sys.argv:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            wrong.append(path.name)
    if wrong:
        sys.exit(f"not what draw.py draws: {', '.join(wrong)}")


if __name__ == "__main__":
    main()
