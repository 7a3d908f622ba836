// Computes from the state what the two explanations draw and say.

import { difference } from "../../explain/minkowski";
import { shadows } from "../../explain/shadows";
import { gjk } from "../../explain/simplex";
import type { ShadowScene } from "../../kit/shadows/drawing";
import type { Theme } from "../../shell/theme";
import type { DifferenceScene } from "./difference-drawing";
import type { Pair } from "./pair";
import type { State } from "./state";

export function shadowScene(state: State, pair: Pair, theme: Theme): ShadowScene {
  const { a, b } = pair.decidingParts();
  const all = shadows(a, b);
  const shown = state.axis !== undefined && state.axis < all.axes.length ? state.axis : all.deciding;
  return { shadows: all, bodies: { a, b }, around: [...pair.bodies("a"), ...pair.bodies("b")], shown, all: state.allAxes, theme };
}

/** The same, with the number of steps. */
export function differenceScene(state: State, pair: Pair, theme: Theme): { scene: DifferenceScene; count: number } {
  const { a, b } = pair.decidingParts();
  const [whole, search] = [difference(a, b), gjk(a, b)];
  const count = state.part === "grow" ? whole.copies.length : search.steps.length;
  const step = Math.min(state.step, count - 1);
  const [x, y] = state.a.pose.position;
  return { scene: { a, b, difference: whole, gjk: search, part: state.part, step, theme, origin: { x, y } }, count };
}
