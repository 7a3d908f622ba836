// clearance beside Phaser: the shapes of game objects, where they are in the world, and a scene that follows
// them.
//
// Phaser's matrices are in single precision, and so is where its objects are. What is read of its objects is
// written down here, so that not even its types are needed.

import { AnyBodies, areaOf, Body, type Engine, PixelArea, polygon, type Readers, rectangle, round } from "./scene/bodies.js";
import { Scene } from "./d2.js";

export { pixelArea } from "./scene/bodies.js";

/** A geometry of Phaser: Rectangle, Circle, Ellipse, Triangle, Polygon or Line. */
export interface PhaserShape {
  readonly type: number;
}
/** A game object of Phaser with a transform and a size. */
export interface PhaserObject {
  getWorldTransformMatrix(): { readonly a: number; readonly b: number; readonly c: number; readonly d: number; readonly tx: number; readonly ty: number };
  readonly width: number;
  readonly height: number;
  readonly displayOriginX: number;
  readonly displayOriginY: number;
  readonly input?: { readonly hitArea?: unknown } | null;
}
/**
 * A geometry in the frame of hit areas, whose origin is the upper left corner; or pixels, stretched over the
 * object's size.
 */
export type PhaserArea = PhaserShape | PixelArea;

/** By `Phaser.Geom`'s numbers. */
const READ: Readers = {
  0: (f) => round(f["x"]!, f["y"]!, f["radius"]!, f["radius"]!),
  1: (f) => round(f["x"]!, f["y"]!, f["width"]! / 2, f["height"]! / 2),
  2: (f) => ({ kind: "line", points: [[f["x1"]!, f["y1"]!], [f["x2"]!, f["y2"]!]] }),
  4: (f) => polygon((f as unknown as { points: readonly { x: number; y: number }[] }).points.map(({ x, y }) => [x, y] as const)),
  5: (f) => rectangle(f["x"]!, f["y"]!, f["width"]!, f["height"]!),
  6: (f) => polygon([[f["x1"]!, f["y1"]!], [f["x2"]!, f["y2"]!], [f["x3"]!, f["y3"]!]]),
};

const phaser: Engine<PhaserObject, PhaserArea> = {
  area(object, area = (object.input?.hitArea as PhaserShape | null | undefined) ?? undefined) {
    if (area === undefined) return rectangle(0, 0, object.width, object.height);
    if (area instanceof PixelArea) return area.over(0, 0, object.width, object.height);
    return areaOf(READ, area, "a Rectangle, Circle, Ellipse, Triangle, Polygon or Line of Phaser.Geom");
  },
  matrix(object) {
    const { a, b, c, d, tx, ty } = object.getWorldTransformMatrix();
    const [x, y] = [object.displayOriginX, object.displayOriginY];
    return { a, b, c, d, tx: tx - a * x - c * y, ty: ty - b * x - d * y };
  },
  rounding: 2 ** -20,
};

export type PhaserBody<T extends PhaserObject = PhaserObject> = Body<T, PhaserArea>;
/** The shape of a game object: of `area`, else of its input's hit area, else of its size. */
export function bodyOf<T extends PhaserObject>(object: T, area?: PhaserArea): PhaserBody<T> {
  return new Body<T, PhaserArea>(phaser, object, area);
}
/** Keeps a scene in step with game objects. */
export class Bodies<T extends PhaserObject = PhaserObject> extends AnyBodies<T, PhaserArea> {
  constructor(scene = new Scene()) {
    super(phaser, scene);
  }
}
