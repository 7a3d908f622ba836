// clearance beside Pixi: the shapes of display objects, where they are in the world, and a scene that follows
// them.
//
// What is read of Pixi's objects is written down here, so that not even its types are needed.

import type { Matrix } from "./shape/areas.js";
import { AnyBodies, areaOf, Body, type Engine, PixelArea, polygon, type Readers, rectangle, round } from "./scene/bodies.js";
import { Scene } from "./d2.js";

export { pixelArea } from "./scene/bodies.js";

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
/**
 * A shape of Pixi in the frame of the display object, or pixels, which are stretched over its local bounds.
 */
export type PixiArea = PixiShape | PixelArea;

const READ: Readers = {
  rectangle: (f) => rectangle(f["x"]!, f["y"]!, f["width"]!, f["height"]!),
  roundedRectangle: (f) => rectangle(f["x"]!, f["y"]!, f["width"]!, f["height"]!, f["radius"]!),
  circle: (f) => round(f["x"]!, f["y"]!, f["radius"]!, f["radius"]!),
  ellipse: (f) => round(f["x"]!, f["y"]!, f["halfWidth"]!, f["halfHeight"]!),
  triangle: (f) => polygon([[f["x"]!, f["y"]!], [f["x2"]!, f["y2"]!], [f["x3"]!, f["y3"]!]]),
  polygon: (f) => {
    const { points } = f as unknown as { points: readonly number[] };
    return polygon(Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i]!, points[2 * i + 1]!] as const));
  },
};

const pixi: Engine<PixiObject, PixiArea> = {
  area(object, area = (object.hitArea as PixiShape | null | undefined) ?? undefined) {
    if (area !== undefined && !(area instanceof PixelArea)) return areaOf(READ, area, `a shape of Pixi (${Object.keys(READ).join(", ")})`);
    const { x, y, width, height } = object.getLocalBounds();
    return area === undefined ? rectangle(x, y, width, height) : area.over(x, y, width, height);
  },
  matrix: (object) => object.getGlobalTransform(),
  rounding: 2 ** -40,
};

export type PixiBody<T extends PixiObject = PixiObject> = Body<T, PixiArea>;
/** The shape of a display object: of `area`, else of its `hitArea`, else of its local bounds. */
export function bodyOf<T extends PixiObject>(object: T, area?: PixiArea): PixiBody<T> {
  return new Body<T, PixiArea>(pixi, object, area);
}
/** Keeps a scene in step with display objects. */
export class Bodies<T extends PixiObject = PixiObject> extends AnyBodies<T, PixiArea> {
  constructor(scene = new Scene()) {
    super(pixi, scene);
  }
}
