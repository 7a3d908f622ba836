import { d2, Mask, type MaskOutline } from "clearance/d2";
import type { Sprite } from "./sprites";

/** A prepared sprite: its picture, its mask and, for rotation, its mask as a shape. */
export class Figure {
  readonly mask: Mask;
  readonly shape: d2.Shape;
  readonly picture: OffscreenCanvas;
  /** A pixel is filled if it is more opaque than this, of 255. */
  static readonly THRESHOLD = 127;
  private traced: { tolerance: number; outlines: MaskOutline[] } | undefined;
  private squaresPath: Path2D | undefined;

  constructor(readonly sprite: Sprite) {
    const { image } = sprite;
    this.mask = Mask.fromImageData(image, Figure.THRESHOLD);
    this.shape = d2.Shape.fromMask(this.mask);
    this.picture = new OffscreenCanvas(image.width, image.height);
    this.picture.getContext("2d")!.putImageData(image, 0, 0);
  }

  get size(): [number, number] {
    return [this.mask.width, this.mask.height];
  }

  /** A picture without a transparent pixel would be a plain rectangle. */
  get isFull(): boolean {
    return this.mask.area() === this.mask.width * this.mask.height;
  }

  outlines(tolerance: number): MaskOutline[] {
    if (this.traced?.tolerance !== tolerance) this.traced = { tolerance, outlines: this.mask.outlines(tolerance) };
    return this.traced.outlines;
  }

  /** All filled pixels as squares, in the sprite's own frame, y up. */
  squares(): Path2D {
    return (this.squaresPath ??= squaresOf(this.mask));
  }

  free(): void {
    this.mask.free();
    this.shape.free();
  }
}

/** The filled pixels of a mask as a path: a rectangle for each run of a row, or for each pixel. */
export function squaresOf(mask: Mask, each: "run" | "pixel" = "run"): Path2D {
  const path = new Path2D();
  const bytes = mask.toBytes();
  const { width, height } = mask;
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      if (bytes[row * width + x] === 0) continue;
      const start = x;
      while (each === "run" && x + 1 < width && bytes[row * width + x + 1] === 1) x++;
      path.rect(start, height - 1 - row, x + 1 - start, 1);
    }
  }
  return path;
}
