// A small shape drawn once for each way it may be turned and for each quarter of a pixel it may stand on, to be stamped
// into the image thereafter. The canvas draws and smooths it; kept is how much of each pixel it covers.

import type { Piece } from "./pieces";

/** Places within a pixel, along each axis. */
const PLACES = 2;
const MOST_TURNS = 48;
/** Coverage below this, of 255, is left out. */
const LEAST_COVER = 6;
/** Pixels around a shape that smoothing may reach. */
const MARGIN = 2;

export interface Stamps {
  /** Of the square that holds the shape, from its middle pixel. */
  reach: number;
  turns: number;
  /** Turned by this it looks the same. */
  period: number;
  /** Where each stamp's pixels begin in the two lists; one more at the end. */
  starts: Int32Array;
  /** Pixels off the middle one, in an image of the given stride. */
  offsets: Int32Array;
  /** 0…255 of each. */
  covers: Uint8Array;
}

/** Which stamp shows a shape turned by `angle` that stands at a fraction (0…1) of a pixel. */
export function stampIndex({ turns, period }: Stamps, angle: number, x: number, y: number): number {
  const turn = turns === 1 ? 0 : Math.floor((angle / period - Math.floor(angle / period)) * turns);
  return (turn * PLACES + Math.floor(y * PLACES)) * PLACES + Math.floor(x * PLACES);
}

export function makeStamps(piece: Piece, zoom: number, stride: number): Stamps {
  const radius = piece.radius * zoom;
  const reach = Math.ceil(radius) + MARGIN;
  // The corners move by a pixel from one stamp to the next.
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
