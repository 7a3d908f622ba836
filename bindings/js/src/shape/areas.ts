// Areas of display objects (rectangles, circles, polygons, pixels) as shapes, at the matrices of 2D engines.
//
// A matrix may stretch, mirror and shear, where a pose has one scale. So it is a rotation times what remains
// (QR); if that is one scale, the area's own shape is used at a pose, else a shape with the rest in it, which
// serves as long as that rest stays the same. A circle becomes an ellipse; of rounded rectangles only
// mirrored ones are left. The y axis may point down: shapes do not mind.

import { type Pose, Shape } from "../d2.js";
import { ClearanceError } from "../base/errors.js";
import { finite } from "../base/numbers.js";

/** (x, y) is taken to (a·x + c·y + tx, b·x + d·y + ty). */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly tx: number;
  readonly ty: number;
}
/** A matrix of the linear part alone. */
type Linear = readonly [a: number, b: number, c: number, d: number];
type Point = readonly [number, number];

/** An area in the frame of its display object. */
export type Area =
  | { readonly kind: "ellipse"; readonly center: Point; readonly radii: Point }
  | { readonly kind: "rectangle"; readonly center: Point; readonly half: Point; readonly radius: number }
  | { readonly kind: "polygon"; readonly points: readonly Point[] }
  | { readonly kind: "line"; readonly points: readonly [Point, Point] }
  | { readonly kind: "pixels"; readonly shape: Shape; readonly corner: Point; readonly size: Point };

/** A shape, and where it is in the frame of the display object. */
interface Made {
  readonly shape: Shape;
  readonly position: Point;
  readonly angle: number;
}
/** A rotation by `angle`, times one scale or times another linear part, and a move. */
interface Parts {
  readonly angle: number;
  readonly scale: number;
  readonly rest: Linear;
  readonly position: Point;
}

const UNCHANGED: Linear = [1, 0, 0, 1];
const through = ([a, b, c, d]: Linear, [x, y]: Point): Point => [a * x + c * y, b * x + d * y];

/** The parts of a matrix; numbers that differ by `rounding` of their size count as equal. */
function partsOf({ a, b, c, d, tx, ty }: Matrix, rounding: number): Parts {
  const all = Object.entries({ a, b, c, d, tx, ty });
  for (const [name, value] of all) finite(value, `matrix.${name}`);
  const determinant = a * d - b * c;
  if (determinant === 0) throw new ClearanceError("invalid_pose", "must not flatten: its determinant is 0", "matrix");
  const [scale, angle] = [Math.hypot(a, b), Math.atan2(b, a)];
  const [shear, height] = [(a * c + b * d) / scale, determinant / scale];
  const isSimilar = Math.abs(shear) <= rounding * scale && Math.abs(height - scale) <= rounding * scale;
  if (isSimilar) return { angle, scale, rest: UNCHANGED, position: [tx, ty] };
  return { angle, scale: 1, rest: [scale, 0, shear, height], position: [tx, ty] };
}

/**
 * The ellipse that a linear part makes of another one: its radii, and the angle of the first (from the
 * singular values).
 */
function ellipse([a, b, c, d]: Linear, [rx, ry]: Point): { radii: Point; angle: number } {
  const [e, f, g, h] = [(a * rx + d * ry) / 2, (a * rx - d * ry) / 2, (b * rx + c * ry) / 2, (b * rx - c * ry) / 2];
  const [sum, difference] = [Math.hypot(e, h), Math.hypot(f, g)];
  return { radii: [sum + difference, Math.abs(sum - difference)], angle: (Math.atan2(h, e) + Math.atan2(g, f)) / 2 };
}

function roundedBox([x, y]: Point, radius: number): Shape {
  const r = Math.min(radius, x, y);
  if (!(r > 0)) return Shape.box([x, y]);
  const [w, h] = [x - r, y - r];
  if (w > 0 && h > 0) return Shape.rounded(Shape.box([w, h]), r);
  return w === h ? Shape.circle(r) : Shape.capsule([-w, -h], [w, h], r);
}

/** An area with a linear part in it. */
function made(area: Area, rest: Linear): Made {
  const [a, , c, d] = rest;
  const here = { position: [0, 0] as const, angle: 0 };
  switch (area.kind) {
    case "ellipse": {
      const { radii, angle } = rest === UNCHANGED ? { radii: area.radii, angle: 0 } : ellipse(rest, area.radii);
      const shape = radii[0] === radii[1] ? Shape.circle(radii[0]) : Shape.ellipse(radii);
      return { shape, position: through(rest, area.center), angle };
    }
    case "rectangle": {
      const { center, half: [x, y], radius } = area;
      if (c === 0 && (radius === 0 || a === Math.abs(d))) {
        return { shape: roundedBox([a * x, Math.abs(d) * y], a * radius), position: through(rest, center), angle: 0 };
      }
      if (radius > 0) throw new ClearanceError("invalid_pose", "must not stretch or shear a rounded rectangle", "matrix");
      const corners = [[-x, -y], [x, -y], [x, y], [-x, y]] as const;
      return { shape: Shape.convex(corners.map((corner) => through(rest, corner) as [number, number])), position: through(rest, center), angle: 0 };
    }
    case "polygon":
      return { shape: Shape.polygon(area.points.map((point) => through(rest, point) as [number, number])), ...here };
    case "line": {
      const [from, to] = area.points.map((point) => through(rest, point)) as [Point, Point];
      return { shape: Shape.segment(from as [number, number], to as [number, number]), ...here };
    }
    case "pixels": {
      const { shape, corner, size: [w, h] } = area;
      if (rest === UNCHANGED && w === 1 && h === 1) return { shape, position: corner, angle: 0 };
      const pixels = shape.parts().map((part) => {
        const corners = Array.from({ length: part.length / 2 }, (_, i) => through(rest, [w * (part[2 * i] as number), h * (part[2 * i + 1] as number)]));
        return Shape.convex(corners as [number, number][]);
      });
      return { shape: Shape.compound(pixels), position: through(rest, corner), angle: 0 };
    }
  }
}

/** An area as a shape that follows a matrix. */
export class AreaShape {
  readonly #area: Area;
  readonly #rounding: number;
  #made: Made | undefined;
  #rest: Linear = UNCHANGED;

  constructor(area: Area, rounding: number) {
    [this.#area, this.#rounding] = [area, rounding];
  }

  /** The shape and its pose where the matrix puts the area; the shape of the last call if it serves. */
  at(matrix: Matrix): { shape: Shape; pose: Pose } {
    const { angle, scale, rest, position: [x, y] } = partsOf(matrix, this.#rounding);
    const largest = Math.max(...rest.map(Math.abs));
    const isKept = rest.every((value, i) => Math.abs(value - (this.#rest[i] as number)) <= this.#rounding * largest);
    const kept = isKept && this.#made !== undefined ? this.#made : made(this.#area, rest);
    [this.#made, this.#rest] = [kept, isKept ? this.#rest : rest];
    const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
    const [px, py] = through([cos, sin, -sin, cos], kept.position);
    return { shape: kept.shape, pose: { position: [x + px, y + py], angle: angle + kept.angle, scale } };
  }
}
