// Numbers as the page says them, and the colours of its two shapes. A gap has one sign everywhere: more than
// 0 apart, 0 where shapes touch, less than 0 where they overlap.

import type { Theme } from "../../shell/theme";

/** Lengths in sentences and on drawings. */
const DECIMALS = 2;
/** Gaps smaller than this, in units of the drawing, are rounding errors of a touch. */
export const NOTHING = 1e-9;

/** A number for people, with a real minus sign, and none before 0. */
export function short(value: number, decimals = DECIMALS): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? (0).toFixed(decimals) : text.replace("-", "−");
}

export function colourOf(theme: Theme, side: "a" | "b"): string {
  return side === "a" ? theme.first : theme.second;
}
