// The mode's state in the address: numbers with as many digits as a view needs to look the same.

import type { Quaternion, Vector } from "../../../explain/vectors";
import type { Stand } from "./body";

const DIGITS = 5;
/** Positions further out than this are not visible, and so are invalid. */
const FAR = 1e4;

export function write(numbers: readonly number[]): string {
  return numbers.map((number) => String(Number(number.toFixed(DIGITS)))).join(",");
}

/** This many finite numbers, or nothing. */
export function read(text: string | null, count: number): number[] | undefined {
  const numbers = text?.split(",").map(Number) ?? [];
  return numbers.length === count && numbers.every((number) => Math.abs(number) <= FAR) ? numbers : undefined;
}

export function writeStand({ position, rotation }: Stand): string {
  return write([...position, ...rotation]);
}

export function readStand(text: string | null): Stand | undefined {
  const numbers = read(text, 7);
  if (!numbers || Math.hypot(...numbers.slice(3)) < 0.1) return undefined; // no rotation
  return { position: numbers.slice(0, 3) as unknown as Vector, rotation: numbers.slice(3) as unknown as Quaternion };
}
