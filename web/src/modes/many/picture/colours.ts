// Depth as colour: from blue for the root over green to red for the leaves, dark enough on light paper and
// light enough on dark.

import type { Theme } from "../../../shell/theme";

const ROOT_HUE = 235;
const LEAF_HUE = 8;

/** `levels` colours (#rrggbb), the first for the root. */
export function depthColours(levels: number, theme: Theme): string[] {
  return Array.from({ length: levels }, (_, level) => {
    const depth = levels > 1 ? level / (levels - 1) : 0;
    const hue = ROOT_HUE + (LEAF_HUE - ROOT_HUE) * depth;
    return theme.dark ? hexOf(hue, 0.75, 0.68 - 0.1 * depth) : hexOf(hue, 0.8, 0.36 + 0.1 * depth);
  });
}

/** Hue in degrees, saturation and lightness 0…1 (the formula of CSS Color 4). */
function hexOf(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)))).toString(16).padStart(2, "0");
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}

/**
 * A colour (#rrggbb) as a pixel of an image of 32-bit numbers: red in the lowest byte, as in every browser's
 * memory.
 */
export function pixelOf(colour: string): number {
  const value = Number.parseInt(colour.slice(1, 7), 16);
  return (0xff000000 | (value & 0xff) << 16 | (value & 0xff00) | value >> 16) >>> 0;
}

/** A mix of two colours (#rrggbb): `share` of the second. */
export function mixed(first: string, second: string, share: number): string {
  const [a, b] = [first, second].map((colour) => Number.parseInt(colour.slice(1, 7), 16));
  const channel = (shift: number) => Math.round((a >> shift & 255) * (1 - share) + (b >> shift & 255) * share);
  return `#${[16, 8, 0].map((shift) => channel(shift).toString(16).padStart(2, "0")).join("")}`;
}
