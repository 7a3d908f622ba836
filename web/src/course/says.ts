// The lines under a picture that change with it: a formula, and what follows from it.

import { words } from "../kit/panel/controls";
import { write } from "../shell/language";
import type { Text } from "../shell/mode";

export interface Says { say(formula: string, follows: Text, gap: number): void }

/** Put under the picture; read aloud when it changes. */
export function says(place: HTMLElement): Says {
  const element = document.createElement("div");
  element.className = "says";
  const formula = document.createElement("code");
  const follows = words({ en: "", zh: "" });
  follows.setAttribute("aria-live", "polite");
  element.append(formula, follows);
  place.append(element);
  return {
    say(sum, text, gap) {
      formula.textContent = sum;
      write(follows, text);
      element.dataset.kind = gap > 1e-9 ? "gap" : gap < -1e-9 ? "overlap" : "touch";
    },
  };
}

/** The three signs in words, the same in every lesson. */
export const SIGNS: Record<"apart" | "touch" | "overlap", Text> = {
  apart: { en: "The gap is more than 0: apart.", zh: "间隙大于 0：分离。" },
  touch: { en: "The gap is 0: they touch.", zh: "间隙等于 0：恰好接触。" },
  overlap: { en: "The gap is less than 0: they overlap.", zh: "间隙小于 0：重叠。" },
};

export function signOf(gap: number): Text {
  return gap > 1e-9 ? SIGNS.apart : gap < -1e-9 ? SIGNS.overlap : SIGNS.touch;
}
