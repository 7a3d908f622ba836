// Draws shapes of the plane and answers about them onto a canvas, to see what one asks.
//
// Everything is in the coordinates of the context's transform, so `context.setTransform(50, 0, 0, -50, 400,
// 300)` draws the plane with y up, fifty pixels a unit. Lines are as wide, and dots as large, as pixels say,
// whatever the scale.

import type { Clearance, ClosestPoint, Manifold, RayHit, Scene, Where } from "./d2.js";
import { wrongType } from "./base/errors.js";
import { isShape } from "./shape/shape.js";
import { plane } from "./base/plane.js";
import { finite, options, type Vec2 } from "./base/numbers.js";
import { at, frameOf, outline, type Path } from "./draw-outline.js";

/** What of a CanvasRenderingContext2D is used: that of a worker or of another canvas will do. */
export type Context = Path &
  Pick<CanvasRenderingContext2D, "fill" | "stroke" | "save" | "restore" | "rect" | "getTransform"> & {
    fillStyle: unknown;
    strokeStyle: unknown;
    lineWidth: number;
    readonly canvas: { readonly width: number; readonly height: number };
  };

/** Colours, as CSS has them; an empty one leaves out what it is for. */
export interface Colours {
  /** The inside of shapes. */
  fill: string;
  /** The border of shapes. */
  border: string;
  /** Contact points and witness points. */
  contact: string;
  /** Normals, and the lines between witness points. */
  normal: string;
  box: string;
  ray: string;
}
export interface DrawOptions {
  colours?: Partial<Colours>;
  /** The width of lines in pixels; 1.5 by default. */
  width?: number;
  /** The length of normals in pixels; 24 by default. */
  normal?: number;
}

const COLOURS: Colours = { fill: "#4a90d933", border: "#2b6cb0", contact: "#c53030", normal: "#dd6b20", box: "#71809680", ray: "#2f855a" };
/** The radius of a dot, in widths of a line. */
const DOT = 2.5;
/** The sides of an arrow's head, as a share of its length, or of this many widths if that is less. */
const HEAD = { share: 0.4, widths: 6 };

/** Draws onto one context. Between calls the caller may change its transform; styles are restored. */
export class Drawer {
  readonly #context: Context;
  readonly #colours: Colours;
  readonly #width: number;
  readonly #normal: number;

  constructor(context: Context, given?: DrawOptions) {
    const { colours, width = 1.5, normal = 24 } = options(given, ["colours", "width", "normal"], "options");
    if (typeof context?.beginPath !== "function") throw wrongType("a CanvasRenderingContext2D", context, "context");
    this.#context = context;
    this.#colours = { ...COLOURS, ...options(colours, Object.keys(COLOURS), "options.colours") };
    [this.#width, this.#normal] = [finite(width, "options.width"), finite(normal, "options.normal")];
  }

  /** A shape, with or without a pose; a half-space as far as the canvas shows it. */
  shape(what: Where): void {
    const isPlaced = typeof what === "object" && what !== null && "shape" in what;
    const { shape, pose = {} } = isPlaced ? what : { shape: what };
    if (!isShape(shape, plane)) throw wrongType("a shape of 2D, or one with a pose", what, "what");
    const { fill, border } = this.#colours;
    this.#styled(border, fill, (pixel) => {
      outline(this.#context, shape, frameOf(pose), { dot: DOT * this.#width * pixel, view: () => this.#view() }, (isFilled) => {
        if (isFilled && fill !== "") this.#context.fill("evenodd");
        if (border !== "") this.#context.stroke();
      });
    });
  }
  /** All objects of a scene. */
  scene(scene: Scene): void {
    for (const handle of scene.handles()) {
      const shape = scene.shape(handle);
      this.shape(shape.at(scene.pose(handle)));
      shape.free();
    }
  }
  /** The boxes or cells of a scene's index, and of `shape.aabb()`. */
  box({ min, max }: { min: Vec2; max: Vec2 }): void {
    const [[a, b], [c, d]] = [at(min), at(max)];
    this.#line(this.#colours.box, () => this.#context.rect(a, b, c - a, d - b));
  }
  index(scene: Scene): void {
    const list = scene.drawIndex();
    for (let i = 0; i < list.length; i += 5) {
      const [a, b, c, d] = list.subarray(i, i + 4) as unknown as [number, number, number, number];
      this.box({ min: [a, b], max: [c, d] });
    }
  }
  /** The two witness points, the line between them, and the normal at that of A. */
  clearance({ pointA, pointB, normal }: Clearance): void {
    this.#segment(pointA, pointB, this.#colours.normal);
    this.#arrow(pointA, normal);
    this.point(pointA);
    this.point(pointB);
  }
  /** Contact points, and the normal at each. */
  manifold({ normal, contacts }: Manifold): void {
    for (const { pointA, pointB } of contacts) {
      this.#segment(pointA, pointB, this.#colours.normal);
      this.#arrow(pointA, normal);
      this.point(pointA);
      this.point(pointB);
    }
  }
  /** All that touches in a scene, as its detail says: clearances or contact points. */
  touches(scene: Scene): void {
    for (const { clearance, manifold } of scene.touches()) {
      if (clearance !== undefined) this.clearance(clearance);
      if (manifold !== undefined) this.manifold(manifold);
    }
  }
  /** A ray up to its hit, and the normal there; to `length` times its direction if it hits nothing. */
  ray(origin: Vec2, direction: Vec2, hit?: RayHit, length = 1): void {
    const [[x, y], [dx, dy]] = [at(origin), at(direction)];
    const time = hit?.time ?? finite(length, "length");
    this.#segment([x, y], [x + time * dx, y + time * dy], this.#colours.ray);
    if (hit === undefined) return;
    if (hit.normal !== null) this.#arrow(hit.point, hit.normal);
    this.point(hit.point);
  }
  /** A point, and the closest one to it on a border. */
  closestPoint(point: Vec2, { point: found, normal }: ClosestPoint): void {
    this.#segment(at(point), found, this.#colours.normal);
    this.#arrow(found, normal);
    this.point(found);
  }
  /** A dot. */
  point(point: Vec2): void {
    const [x, y] = at(point);
    const { contact } = this.#colours;
    if (contact === "") return;
    this.#styled(contact, contact, (pixel) => {
      this.#context.beginPath();
      this.#context.arc(x, y, DOT * this.#width * pixel, 0, 2 * Math.PI);
      this.#context.fill();
    });
  }

  #segment(a: readonly [number, number], b: readonly [number, number], colour: string): void {
    this.#line(colour, () => {
      this.#context.moveTo(...a);
      this.#context.lineTo(...b);
    });
  }
  #arrow([x, y]: readonly [number, number], [nx, ny]: readonly [number, number]): void {
    this.#line(this.#colours.normal, (pixel) => {
      const length = this.#normal * pixel;
      const head = Math.min(HEAD.share * length, HEAD.widths * this.#width * pixel);
      const [tx, ty] = [x + length * nx, y + length * ny];
      this.#context.moveTo(x, y);
      this.#context.lineTo(tx, ty);
      for (const side of [1, -1]) {
        this.#context.moveTo(tx, ty);
        this.#context.lineTo(tx - head * (nx + 0.5 * side * ny), ty - head * (ny - 0.5 * side * nx));
      }
    });
  }
  #line(colour: string, trace: (pixel: number) => void): void {
    if (colour === "") return;
    this.#styled(colour, "", (pixel) => {
      this.#context.beginPath();
      trace(pixel);
      this.#context.stroke();
    });
  }
  /** Draws with the styles of a call, and restores the caller's; `draw` is told how long a pixel is. */
  #styled(stroke: string, fill: string, draw: (pixel: number) => void): void {
    const { a, b, c, d } = this.#context.getTransform();
    const pixel = 1 / Math.sqrt(Math.abs(a * d - b * c));
    this.#context.save();
    try {
      [this.#context.strokeStyle, this.#context.fillStyle] = [stroke, fill];
      this.#context.lineWidth = this.#width * pixel;
      draw(pixel);
    } finally {
      this.#context.restore();
    }
  }
  /** The corners of what the canvas shows. */
  #view(): [number, number][] {
    const { a, b, c, d, e, f } = this.#context.getTransform();
    const { width, height } = this.#context.canvas;
    const determinant = a * d - b * c;
    const back = (x: number, y: number): [number, number] => [(d * (x - e) - c * (y - f)) / determinant, (a * (y - f) - b * (x - e)) / determinant];
    return [back(0, 0), back(width, 0), back(width, height), back(0, height)];
  }
}
