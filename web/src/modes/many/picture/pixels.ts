// Draws ten thousand shapes per frame directly into the pixels of an image. A canvas that fills as many small
// paths takes 30 ms or more without a graphics card; stamps take 4 ms anywhere, so the page is as fast as its
// collision tests.

import type { Piece } from "../world/pieces";
import { makeStamps, stampIndex, type Stamps } from "./stamps";

/**
 * An image a little larger than the canvas on every side, so that nothing drawn near its border needs
 * clipping.
 */
export class Pixels {
  #image: ImageData;
  #pixels: Uint32Array;
  #stamps: Stamps[];
  #margin: number;

  constructor(readonly width: number, readonly height: number, pieces: readonly Piece[], readonly zoom: number) {
    this.#margin = 2 * Math.ceil(Math.max(...pieces.map(({ radius }) => radius)) * zoom) + 4;
    this.#image = new ImageData(width + 2 * this.#margin, height + 2 * this.#margin);
    this.#pixels = new Uint32Array(this.#image.data.buffer);
    this.#stamps = pieces.map((piece) => makeStamps(piece, zoom, this.#image.width));
  }

  clear(colour: number): void {
    this.#pixels.fill(colour);
  }

  /** Draws a shape at a position in pixels, with smooth edges if asked. */
  stamp(piece: number, x: number, y: number, angle: number, colour: number, smooth: boolean): void {
    const stamps = this.#stamps[piece];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (!this.#isInside(left, top)) return;
    const { starts, offsets, covers } = stamps;
    const pixels = this.#pixels;
    const middle = (top + this.#margin) * this.#image.width + left + this.#margin;
    const which = stampIndex(stamps, angle, x - left, y - top);
    for (let i = starts[which], end = starts[which + 1]; i < end; i++) {
      const at = middle + offsets[i];
      if (smooth && covers[i] < 250) pixels[at] = blended(pixels[at], colour, covers[i]);
      else if (covers[i] > 127) pixels[at] = colour;
    }
  }

  /** Draws a shape as a square of about its size. */
  dot(piece: number, x: number, y: number, colour: number): void {
    const half = Math.max(1, Math.round(0.7 * (this.#stamps[piece].reach - 2)));
    const [left, top] = [Math.floor(x), Math.floor(y)];
    if (!this.#isInside(left, top)) return;
    for (let row = top - half; row < top + half; row++) this.#run(left - half, left + half, row, colour);
  }

  /** The border of a box, `thick` pixels. */
  frame(box: readonly [number, number, number, number], colour: number, thick: number): void {
    const within = (value: number, most: number) => Math.min(most - 1, Math.max(0, Math.floor(value)));
    const [left, right] = [within(box[0], this.width), within(box[2], this.width)];
    const [top, bottom] = [within(box[1], this.height), within(box[3], this.height)];
    for (let i = 0; i < thick; i++) {
      this.#run(left, right + 1, top + i, colour);
      this.#run(left, right + 1, bottom - i, colour);
    }
    const { width: stride } = this.#image;
    const first = (top + this.#margin) * stride + this.#margin;
    const last = first + (bottom - top) * stride;
    for (let i = 0; i < thick; i++) {
      for (let row = first; row <= last; row += stride) {
        this.#pixels[row + left + i] = colour;
        this.#pixels[row + right - i] = colour;
      }
    }
  }

  show(pen: CanvasRenderingContext2D): void {
    pen.putImageData(this.#image, -this.#margin, -this.#margin, this.#margin, this.#margin, this.width, this.height);
  }

  #isInside(left: number, top: number): boolean {
    const half = this.#margin / 2;
    return left >= -half && top >= -half && left < this.width + half && top < this.height + half;
  }

  #run(from: number, to: number, row: number, colour: number): void {
    const start = (row + this.#margin) * this.#image.width + this.#margin;
    this.#pixels.fill(colour, start + from, start + to);
  }
}

/** Blends `cover` of 255 of a colour over another: red and blue together, then green. */
function blended(under: number, over: number, cover: number): number {
  const rest = 256 - cover;
  const redBlue = ((over & 0xff00ff) * cover + (under & 0xff00ff) * rest) >>> 8 & 0xff00ff;
  const green = ((over & 0xff00) * cover + (under & 0xff00) * rest) >>> 8 & 0xff00;
  return (0xff000000 | redBlue | green) >>> 0;
}
