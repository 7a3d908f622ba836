"""A drawing as SVG text: y points up, colours are classes that the book's style sheet knows, and no line is empty, since an empty
line would end the HTML block in Markdown."""

from math import hypot


class Drawing:
    """``low`` and ``high`` are the corners of what is shown, in the picture's own unit; ``scale`` is pixels for a unit."""

    def __init__(self, low, high, scale):
        self.low, self.high, self.scale = low, high, scale
        self.lines = []

    def at(self, point):
        return (point[0] - self.low[0]) * self.scale, (self.high[1] - point[1]) * self.scale

    def add(self, text):
        self.lines.append(text)

    def circle(self, centre, radius, kind):
        x, y = self.at(centre)
        self.add(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius * self.scale:.1f}"/>')

    def polygon(self, points, kind):
        places = " ".join(f"{x:.1f},{y:.1f}" for x, y in map(self.at, points))
        self.add(f'<polygon class="{kind}" points="{places}"/>')

    def line(self, start, end, kind):
        (x1, y1), (x2, y2) = self.at(start), self.at(end)
        self.add(f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>')

    def box(self, low, high, kind):
        self.polygon([low, (high[0], low[1]), high, (low[0], high[1])], kind)

    def dot(self, place, kind, pixels=3.5):
        x, y = self.at(place)
        self.add(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{pixels}"/>')

    def arrow(self, start, end, kind):
        (x1, y1), (x2, y2) = self.at(start), self.at(end)
        length = hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        bx, by = x2 - 9 * ux, y2 - 9 * uy
        self.line(start, end, kind)
        head = f"{x2:.1f},{y2:.1f} {bx - 4 * uy:.1f},{by + 4 * ux:.1f} {bx + 4 * uy:.1f},{by - 4 * ux:.1f}"
        self.add(f'<polygon class="{kind}" points="{head}"/>')

    def text(self, place, words, anchor="middle"):
        x, y = self.at(place)
        self.add(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>')

    def written(self):
        width = (self.high[0] - self.low[0]) * self.scale
        height = (self.high[1] - self.low[1]) * self.scale
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" aria-hidden="true">'
        return "\n".join([head, *self.lines, "</svg>"]) + "\n"
