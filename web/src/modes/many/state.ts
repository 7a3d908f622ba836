// The user's choices, in the address and as numbers.

import { type Drawer, DRAWERS } from "./picture/paint";
import { isKind, type Kind } from "./world/kinds";

export interface State {
  count: number;
  kind: Kind;
  bounce: boolean;
  boxes: boolean;
  /** The deepest level drawn; `ALL_LEVELS` for no limit. */
  deepest: number;
  drawer: Drawer;
}

export const LEAST_COUNT = 100;
export const MOST_COUNT = 20_000;
export const ALL_LEVELS = 16;

export function readState(params: URLSearchParams): State {
  const kind = params.get("index");
  return {
    count: whole(params.get("n"), LEAST_COUNT, MOST_COUNT, 3000),
    kind: isKind(kind) ? kind : "tree",
    bounce: params.get("bounce") !== "0",
    boxes: params.get("boxes") !== "0",
    deepest: whole(params.get("deepest"), 0, ALL_LEVELS, ALL_LEVELS),
    drawer: DRAWERS.find((drawer) => drawer === params.get("draw")) ?? "auto",
  };
}

export function stateParams(state: State): Record<string, string> {
  const params: Record<string, string> = { n: String(state.count), index: state.kind };
  if (!state.bounce) params.bounce = "0";
  if (!state.boxes) params.boxes = "0";
  if (state.deepest < ALL_LEVELS) params.deepest = String(state.deepest);
  if (state.drawer !== "auto") params.draw = state.drawer;
  return params;
}

function whole(word: string | null, least: number, most: number, otherwise: number): number {
  const value = word === null || word.trim() === "" ? Number.NaN : Math.round(Number(word));
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
}

/** The slider is logarithmic: equal distances are equal factors. Counts are rounded to two digits. */
export function countAt(place: number): number {
  const exact = LEAST_COUNT * (MOST_COUNT / LEAST_COUNT) ** place;
  const digit = 10 ** (Math.floor(Math.log10(exact)) - 1);
  return Math.min(MOST_COUNT, Math.round(exact / digit) * digit);
}

export function placeOf(count: number): number {
  return Math.log(count / LEAST_COUNT) / Math.log(MOST_COUNT / LEAST_COUNT);
}
