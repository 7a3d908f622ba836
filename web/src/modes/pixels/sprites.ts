// The pictures of the page: drawn for it, row by row or by formula, under the licences of the repository.

import type { Text } from "../../shell/mode";

/** Pixels row by row from the top, four bytes each, as a canvas reads and writes them. */
export interface Sprite { image: ImageData; name: Text }

export type SpriteId = "crescent" | "rocket" | "ring" | "crab";

type Colour = readonly [number, number, number];
const CLEAR = undefined;

/** The colour of the pixel in column x from the left and row y from the top. */
function paint(width: number, height: number, colour: (x: number, y: number) => Colour | undefined): ImageData {
  const image = new ImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      const found = colour(x, y);
      if (found) image.data.set([...found, 255], at);
    }
  }
  return image;
}

function fromRows(rows: readonly string[], palette: Record<string, Colour>): ImageData {
  return paint(rows[0].length, rows.length, (x, y) => palette[rows[y][x]]);
}

const ROCKET = [
  "......rr......",
  ".....rrrr.....",
  ".....rrrr.....",
  "....rrrrrr....",
  "....wwwwwg....",
  "...wwwwwwgg...",
  "...wwwwwwgg...",
  "...wwbbbwgg...",
  "...wbccbbgg...",
  "...wbcbbbgg...",
  "...wwbbbwgg...",
  "...wwwwwwgg...",
  "...wwwwwwgg...",
  "...wwwwwwgg...",
  "..rwwwwwwggr..",
  ".rrwwwwwwggrr.",
  "rrrwwwwwwggrrr",
  "rrrwwwwwwggrrr",
  "rr..kkkkkk..rr",
  "r...kkkkkk...r",
  ".....yyyy.....",
  ".....yooy.....",
  "......oo......",
  "......oo......",
];

const CRAB = [
  ".rr..............rr.",
  "rr.rr..........rr.rr",
  "r...r..k....k..r...r",
  "rr.rr..k....k..rr.rr",
  ".rrr...r....r...rrr.",
  "..rr..rrrrrrrr..rr..",
  "..rrrrrdrrrrdrrrrr..",
  "....rrrrrrrrrrrr....",
  "..rrrrrrrrrrrrrrrr..",
  ".rr.rrrwwwwwwrrr.rr.",
  ".r..rrrrrrrrrrrr..r.",
  ".r.rrrrrrrrrrrrrr.r.",
  "...r.rr......rr.r...",
  "...r.r........r.r...",
];

const PALETTE: Record<string, Colour> = {
  r: [220, 74, 58], d: [150, 40, 36], w: [236, 239, 245], g: [178, 188, 204], b: [44, 96, 190], c: [150, 205, 250],
  k: [70, 76, 92], y: [255, 214, 90], o: [246, 146, 40],
};

const GOLD: Colour = [245, 196, 66];
const DEEP_GOLD: Colour = [214, 156, 36];
const TEAL: Colour = [38, 166, 154];
const DEEP_TEAL: Colour = [20, 120, 112];

const MOON = { size: 36, radius: 18, bite: { x: 25.4, y: 14.8, radius: 13.4 }, shade: { x: 20, y: 16.5, radius: 15.5 } };
const RING = { size: 30, outer: 15, inner: 9 };

function crescent(): ImageData {
  const middle = MOON.size / 2;
  return paint(MOON.size, MOON.size, (x, y) => {
    const from = (cx: number, cy: number) => Math.hypot(x + 0.5 - cx, y + 0.5 - cy);
    if (from(middle, middle) > MOON.radius || from(MOON.bite.x, MOON.bite.y) < MOON.bite.radius) return CLEAR;
    return from(MOON.shade.x, MOON.shade.y) > MOON.shade.radius ? DEEP_GOLD : GOLD;
  });
}

function ring(): ImageData {
  const middle = RING.size / 2;
  return paint(RING.size, RING.size, (x, y) => {
    const away = Math.hypot(x + 0.5 - middle, y + 0.5 - middle);
    if (away > RING.outer || away < RING.inner) return CLEAR;
    return y > middle + away / 3 ? DEEP_TEAL : TEAL;
  });
}

export const SPRITES: Record<SpriteId, { name: Text; draw(): ImageData }> = {
  crescent: { name: { en: "Crescent", zh: "弯月" }, draw: crescent },
  rocket: { name: { en: "Rocket", zh: "火箭" }, draw: () => fromRows(ROCKET, PALETTE) },
  ring: { name: { en: "Ring", zh: "圆环" }, draw: ring },
  crab: { name: { en: "Crab", zh: "螃蟹" }, draw: () => fromRows(CRAB, PALETTE) },
};

/**
 * Pictures from a file are reduced to at most this many pixels a side: more would not be visible on the
 * drawing.
 */
export const MOST_SIDE = 96;

/** A picture from a file. Throws an error if the browser cannot read it. */
export async function readPicture(file: File): Promise<Sprite> {
  const picture = await createImageBitmap(file);
  const factor = Math.min(1, MOST_SIDE / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * factor)));
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext("2d")!;
  pen.drawImage(picture, 0, 0, width, height);
  picture.close();
  return { image: pen.getImageData(0, 0, width, height), name: { en: file.name, zh: file.name } };
}
