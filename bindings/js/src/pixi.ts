// clearance beside Pixi: the shapes of display objects, where they are in the world, and a scene that follows them.
//
// What is read of Pixi's objects is written down here, so that not even its types are needed.

import type { Area, Matrix } from "./areas.js";
import { AnyBodies, Body, type Engine, PixelArea, polygon, rectangle, round } from "./bodies.js";
import { Scene } from "./d2.js";
import { wrongType } from "./errors.js";
import type { Mask } from "./mask.js";

/** A shape of Pixi: Rectangle, RoundedRectangle, Circle, Ellipse, Triangle or Polygon. */
export interface PixiShape {
  readonly type: string;
}
/** A display object of Pixi. */
export interface PixiObject {
  getGlobalTransform(): Matrix;
  getLocalBounds(): { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly hitArea?: unknown;
}
/** A shape of Pixi in the frame of the display object, or pixels, which are stretched over its local bounds. */
export type PixiArea = PixiShape | PixelArea;

interface Fields {
  readonly [name: string]: number;
}
const READ: { [type: string]: (shape: PixiShape) => Area } = {
  rectangle: (shape) => ((f) => rectangle(f["x"]!, f["y"]!, f["width"]!, f["height"]!))(shape as unknown as Fields),
  roundedRectangle: (shape) => ((f) => rectangle(f["x"]!, f["y"]!, f["width"]!, f["height"]!, f["radius"]!))(shape as unknown as Fields),
  circle: (shape) => ((f) => round(f["x"]!, f["y"]!, f["radius"]!, f["radius"]!))(shape as unknown as Fields),
  ellipse: (shape) => ((f) => round(f["x"]!, f["y"]!, f["halfWidth"]!, f["halfHeight"]!))(shape as unknown as Fields),
  triangle: (shape) => ((f) => polygon([[f["x"]!, f["y"]!], [f["x2"]!, f["y2"]!], [f["x3"]!, f["y3"]!]]))(shape as unknown as Fields),
  polygon: (shape) => {
    const { points } = shape as unknown as { points: readonly number[] };
    return polygon(Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i]!, points[2 * i + 1]!] as const));
  },
};

const pixi: Engine<PixiObject, PixiArea> = {
  area(object, area = (object.hitArea as PixiShape | null | undefined) ?? undefined) {
    const { x, y, width, height } = area instanceof PixelArea || area === undefined ? object.getLocalBounds() : { x: 0, y: 0, width: 0, height: 0 };
    if (area === undefined) return rectangle(x, y, width, height);
    if (area instanceof PixelArea) return area.over(x, y, width, height);
    const read = Object.hasOwn(READ, area.type) ? READ[area.type] : undefined;
    if (read === undefined) throw wrongType(`a shape of Pixi (${Object.keys(READ).join(", ")})`, area.type ?? area, "area");
    return read(area);
  },
  matrix: (object) => object.getGlobalTransform(),
  rounding: 2 ** -40,
};

export type PixiBody<T extends PixiObject = PixiObject> = Body<T, PixiArea>;
/** The shape of a display object: of `area`, else of its `hitArea`, else of its local bounds. */
export function bodyOf<T extends PixiObject>(object: T, area?: PixiArea): PixiBody<T> {
  return new Body<T, PixiArea>(pixi, object, area);
}
/** The pixels of a picture as an area: from a mask, with the first row of the picture on top. */
export function pixelArea(mask: Mask): PixelArea {
  return new PixelArea(mask);
}
/** Keeps a scene in step with display objects. */
export class Bodies<T extends PixiObject = PixiObject> extends AnyBodies<T, PixiArea> {
  constructor(scene = new Scene()) {
    super(pixi, scene);
  }
}
