import { short } from "../../../kit/notation/figures";

/** A number for people, with a digit more than in the plane. */
export function figure(value: number, digits = 3): string {
  return short(value, digits);
}
