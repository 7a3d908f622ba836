import { SPRITES, type SpriteId } from "./sprites";

export type Side = "a" | "b";

/** Positions are those of a sprite's lower left corner, in pixels; questions and drawings use whole ones. */
export interface Item { sprite: SpriteId | "file"; position: { x: number; y: number } }

export interface State {
  a: Item;
  b: Item;
  held: Side;
  /** The rotation of B about its center, in degrees. */
  turn: number;
  outlines: boolean;
  boxes: boolean;
  ghost: boolean;
  /** How far, in pixels, the outline may be from the border. */
  tolerance: number;
  /** The view, if the user has moved it, as the camera's text. */
  look: string | undefined;
}

export const MOST_TOLERANCE = 3;
const FARTHEST = 500;

export const FIRST_STATE: State = {
  a: { sprite: "crescent", position: { x: -22, y: -18 } },
  b: { sprite: "rocket", position: { x: -6, y: -9 } },
  held: "b", turn: 0, outlines: true, boxes: true, ghost: true, tolerance: 0, look: undefined,
};

export function whole({ x, y }: { x: number; y: number }): [number, number] {
  return [Math.round(x), Math.round(y)];
}

/** A picture from a file stays with the user: the address says `file`, and reopens as the first sprite. */
export function writeState(state: State): Record<string, string> {
  const item = ({ sprite, position }: Item) => [sprite, ...whole(position)].join(",");
  const params: Record<string, string> = { a: item(state.a), b: item(state.b), held: state.held, turn: String(state.turn) };
  for (const flag of ["outlines", "boxes", "ghost"] as const) if (!state[flag]) params[flag] = "0";
  if (state.tolerance > 0) params.tolerance = String(state.tolerance);
  if (state.look !== undefined) params.look = state.look;
  return params;
}

export function readState(params: URLSearchParams): State {
  const number = (name: string, least: number, most: number) => {
    const value = Number(params.get(name) ?? 0);
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : 0;
  };
  return {
    a: readItem(params.get("a"), FIRST_STATE.a),
    b: readItem(params.get("b"), FIRST_STATE.b),
    held: params.get("held") === "a" ? "a" : "b",
    turn: number("turn", -180, 180),
    tolerance: number("tolerance", 0, MOST_TOLERANCE),
    outlines: params.get("outlines") !== "0",
    boxes: params.get("boxes") !== "0",
    ghost: params.get("ghost") !== "0",
    look: params.get("look") ?? undefined,
  };
}

function readItem(words: string | null, otherwise: Item): Item {
  const [sprite, ...rest] = (words ?? "").split(",");
  const [x, y] = rest.map(Number);
  const known = Object.hasOwn(SPRITES, sprite) ? (sprite as SpriteId) : otherwise.sprite;
  const usable = rest.length === 2 && [x, y].every((value) => Number.isFinite(value) && Math.abs(value) < FARTHEST);
  return { sprite: known, position: usable ? { x, y } : { ...otherwise.position } };
}
