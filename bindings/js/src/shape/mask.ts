// Pixels: filled and empty ones on a grid, and what two of them have in common.

import type { Pose2 } from "../base/dimension.js";
import { ClearanceError, wrongType } from "../base/errors.js";
import { attached, components, finite, flag, listed, text, type Vec2, whole } from "../base/numbers.js";
import { Owner, rawOf } from "../base/owner.js";
import { plane } from "../base/plane.js";
import { PLACE } from "../base/wasm.js";
import { Mask as RawMask } from "../wasm/plane.js";

/** The most pixels on a side. */
const MOST = 2 ** 24;
/** The number of bytes of a pixel in ImageData; alpha is the last. */
const CHANNELS = 4;

/** An outline of filled pixels: the outer ones counter-clockwise, holes clockwise, in pixels. */
export interface MaskOutline {
  /** x, y, x, y… */
  vertices: Float64Array;
  hole: boolean;
}

/** The area that two masks have in common, one of them at a pose. */
export interface CommonArea {
  /** In pixels of the mask that was asked. */
  area: number;
  /** Its center. */
  centroid?: [number, number];
}

/** Rows of 0 and 1 as the module takes them. */
export function joinRows(rows: unknown): string {
  if (!Array.isArray(rows)) throw wrongType("an array of strings", rows, "rows");
  // Each row is read once: a getter might return another one the next time.
  return listed(rows, "rows", (row, i) => {
    if (!/^[01]*$/.test(text(row, "rows", i))) {
      throw new ClearanceError("invalid_shape", "must be of the characters 0 and 1", "rows", i);
    }
    return row;
  }).join("\n");
}

/**
 * Filled and empty pixels on a grid, compared exactly and 64 at a time.
 *
 * Pixel (x, y) is the square from (x, y) to (x + 1, y + 1): x to the right, y **up**. Rows of a picture are
 * given from the top, as pictures are stored.
 */
export class Mask extends Owner<RawMask> {
  readonly width: number;
  readonly height: number;

  /** All empty. */
  constructor(width: number, height: number) {
    const given: unknown = width;
    const raw = given instanceof RawMask ? given : new RawMask(whole(width, "width", 0, MOST), whole(height, "height", 0, MOST));
    super(raw, "mask");
    this.width = raw.width();
    this.height = raw.height();
  }
  static #of(raw: RawMask): Mask {
    return new Mask(raw as unknown as number, 0);
  }
  static #other(other: unknown): RawMask {
    return rawOf(other as Mask, "mask", "other");
  }

  /** Rows of `0` and `1`, all of one length, the first on top. */
  static fromRows(rows: readonly string[]): Mask {
    const joined = joinRows(rows);
    return rows.length === 0 ? new Mask(0, 0) : Mask.#of(RawMask.fromRows(joined));
  }
  /** Filled where a picture is more opaque than the threshold (127 by default); one byte a pixel. */
  static fromAlpha(alpha: Uint8Array | Uint8ClampedArray, width: number, threshold = 127): Mask {
    if (!(alpha instanceof Uint8Array || alpha instanceof Uint8ClampedArray)) throw wrongType("a Uint8Array", alpha, "alpha");
    const given = attached(alpha, "alpha");
    const bytes = new Uint8Array(given.buffer, given.byteOffset, given.length);
    return Mask.#of(RawMask.fromAlpha(bytes, whole(width, "width", 0, MOST), whole(threshold, "threshold", 0, 255)));
  }
  /** The same from the ImageData of a canvas. */
  static fromImageData(image: { readonly data: Uint8ClampedArray; readonly width: number }, threshold = 127): Mask {
    const data: unknown = (image as { data?: unknown } | null | undefined)?.data;
    if (!(data instanceof Uint8ClampedArray || data instanceof Uint8Array)) throw wrongType("ImageData", image, "image");
    const all = attached(data, "data");
    const alpha = new Uint8Array(Math.floor(all.length / CHANNELS));
    for (let i = 0; i < alpha.length; i++) alpha[i] = all[CHANNELS * i + CHANNELS - 1] as number;
    return Mask.fromAlpha(alpha, image.width, threshold);
  }
  /** Whether a pixel is filled; those outside are not. */
  get(x: number, y: number): boolean {
    return rawOf(this, "mask").get(finite(x, "x"), finite(y, "y"));
  }
  /** Fills or empties a pixel; one outside stays empty. */
  set(x: number, y: number, on = true): void {
    rawOf(this, "mask").set(finite(x, "x"), finite(y, "y"), flag(on, "on"));
  }
  /** How many pixels are filled. */
  area(): number {
    return rawOf(this, "mask").area();
  }
  /** The center of the filled pixels. */
  centroid(): [number, number] | undefined {
    const found = rawOf(this, "mask").centroid();
    return found.length === 0 ? undefined : [found[0] as number, found[1] as number];
  }
  /**
   * Whether the two have a filled pixel in common when the lower left pixel of `other` is at pixel `offset`
   * of this mask.
   */
  overlaps(other: Mask, offset: Vec2): boolean {
    const [x, y] = wholeOffset(offset);
    return rawOf(this, "mask").overlaps(Mask.#other(other), x, y);
  }
  /** How many filled pixels the two have in common. */
  overlapArea(other: Mask, offset: Vec2): number {
    const [x, y] = wholeOffset(offset);
    return rawOf(this, "mask").overlapArea(Mask.#other(other), x, y);
  }
  /** The filled pixels the two have in common, on the grid of this mask. */
  overlap(other: Mask, offset: Vec2): Mask {
    const [x, y] = wholeOffset(offset);
    return Mask.#of(rawOf(this, "mask").overlap(Mask.#other(other), x, y));
  }
  /** The shortest move of `other`, in whole pixels, after which the two have nothing in common. */
  partingShift(other: Mask, offset: Vec2): [number, number] {
    const [x, y] = wholeOffset(offset);
    return Array.from(rawOf(this, "mask").partingShift(Mask.#other(other), x, y)) as [number, number];
  }
  /** The area that this mask has in common with another at a pose, rotated and scaled. */
  turnedOverlap(other: Mask, pose: Pose2): CommonArea {
    const given = plane.take();
    plane.write(given, PLACE.a, pose, "pose");
    const [mine, its] = [rawOf(this, "mask"), Mask.#other(other)];
    plane.send(given);
    const isThere = plane.checked(mine.turnedOverlap(its)) === 1;
    const area = plane.exchange()[PLACE.answer] as number;
    return isThere ? { area, centroid: plane.vector(plane.exchange(), PLACE.answer + 1) } : { area };
  }
  /**
   * The outlines of all groups of filled pixels, corners at most `tolerance` pixels away from the full
   * outline.
   */
  outlines(tolerance = 0): MaskOutline[] {
    const list = rawOf(this, "mask").outlines(finite(tolerance, "tolerance"));
    const all: MaskOutline[] = [];
    for (let at = 0; at < list.length; ) {
      const end = at + 2 + 2 * (list[at + 1] as number);
      all.push({ vertices: list.slice(at + 2, end), hole: list[at] === 1 });
      at = end;
    }
    return all;
  }
  /** One byte a pixel, 0 or 1, row by row from the top. */
  toBytes(): Uint8Array {
    return rawOf(this, "mask").toBytes();
  }
}

function wholeOffset(offset: unknown): [number, number] {
  const [x, y] = components(offset, 2, "offset") as [number, number];
  if (!Number.isInteger(x) || !Number.isInteger(y)) {
    throw new ClearanceError("invalid_shape", "must be whole numbers of pixels", "offset");
  }
  return [x, y];
}
