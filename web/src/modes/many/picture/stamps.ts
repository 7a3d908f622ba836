// A small shape is drawn once for each rotation and for each quarter of a pixel that it may have, and then
// stamped into the image. The canvas draws and smooths it; the stamp keeps how much of each pixel is covered.

import type { Piece } from "../world/pieces";

/** The number of positions within a pixel, along each axis. */
const PLACES = 2;
const MOST_TURNS = 48;
/** Pixels covered by less than this, of 255, are left out. */
const LEAST_COVER = 6;
/** How many pixels around a shape smoothing may change. */
const MARGIN = 2;

export interface Stamps {
  /** The half size of the square that contains the shape, from its middle pixel. */
  reach: number;
  turns: number;
  /** It looks the same after a rotation by this angle. */
  period: number;
  /** Where the pixels of each stamp begin in the two lists; with one more entry for the end. */
  starts: Int32Array;
  /** The offsets of the pixels from the middle one, in an image of the given stride. */
  offsets: Int32Array;
  /** The coverage of each, 0…255. */
  covers: Uint8Array;
}

/** The stamp of a shape rotated by `angle` at a fraction (0…1) of a pixel. */
export function stampIndex({ turns, period }: Stamps, angle: number, x: number, y: number): number {
  const turn = turns === 1 ? 0 : Math.floor((angle / period - Math.floor(angle / period)) * turns);
  return (turn * PLACES + Math.floor(y * PLACES)) * PLACES + Math.floor(x * PLACES);
}

export function makeStamps(piece: Piece, zoom: number, stride: number): Stamps {
  const radius = piece.radius * zoom;
  const reach = Math.ceil(radius) + MARGIN;
  // From one stamp to the next, the corners move by a pixel.
  const turns = piece.period === 0 ? 1 : Math.min(MOST_TURNS, Math.max(4, Math.ceil(piece.period * radius)));
  const sheet = drawSheet(piece, { zoom, reach, turns });
  const side = 2 * reach + 1;
  const starts = [0], offsets: number[] = [], covers: number[] = [];
  for (let stamp = 0; stamp < turns * PLACES * PLACES; stamp++) {
    for (let y = 0; y < side; y++) {
      for (let x = 0; x < side; x++) {
        const cover = sheet[4 * ((stamp * side + y) * side + x) + 3];
        if (cover < LEAST_COVER) continue;
        offsets.push((y - reach) * stride + x - reach);
        covers.push(cover);
      }
    }
    starts.push(offsets.length);
  }
  return {
    reach, turns, period: piece.period,
    starts: Int32Array.from(starts), offsets: Int32Array.from(offsets), covers: Uint8Array.from(covers),
  };
}

/** All stamps of a piece, one below the other; red, green, blue and coverage of each pixel. */
function drawSheet(piece: Piece, { zoom, reach, turns }: { zoom: number; reach: number; turns: number }): Uint8ClampedArray {
  const side = 2 * reach + 1;
  const canvas = document.createElement("canvas");
  canvas.width = side;
  canvas.height = side * turns * PLACES * PLACES;
  const pen = canvas.getContext("2d", { willReadFrequently: true })!;
  const outline = new Path2D();
  for (const ring of piece.rings) {
    for (let i = 0; i < ring.length; i += 2) outline.lineTo(ring[i], ring[i + 1]);
    outline.closePath();
  }
  for (let stamp = 0; stamp < turns * PLACES * PLACES; stamp++) {
    const [turn, place] = [Math.floor(stamp / PLACES / PLACES), stamp % (PLACES * PLACES)];
    const middle = (step: number) => reach + (step + 0.5) / PLACES;
    pen.setTransform(zoom, 0, 0, zoom, middle(place % PLACES), stamp * side + middle(Math.floor(place / PLACES)));
    pen.rotate((turn + 0.5) / turns * piece.period);
    pen.fill(outline);
  }
  return pen.getImageData(0, 0, canvas.width, canvas.height).data;
}
