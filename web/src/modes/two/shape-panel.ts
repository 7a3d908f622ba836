import { group, select, slider, type Control } from "../../kit/panel/controls";
import type { Text } from "../../shell/mode";
import { type Kind, KIND_NAMES, KINDS, withinLimits } from "./kinds";
import { type Item, SCALES, type Side, type State } from "./state";

export interface ShapePanel { element: HTMLElement; show(): void }

/**
 * The callback of the panel: a shape changed, and whether it is being rotated or scaled by hand (so that its
 * ghost shows).
 */
export interface Changes { changed(side: Side): void; handled(): void }

const TITLES: Record<Side, Text> = { a: { en: "Shape A, blue", zh: "形状 A，蓝色" }, b: { en: "Shape B, purple", zh: "形状 B，紫色" } };
const DEGREES = 180 / Math.PI;
const DEFAULT_CORNERS: Partial<Record<Kind, number>> = { polygon: 5, star: 5 };

/** The controls of a shape: its kind, the number of corners, the angle and the scale. */
export function buildShapePanel(state: State, side: Side, { changed, handled }: Changes): ShapePanel {
  const item = (): Item => state[side];
  const kind = select<Kind>({ en: "Shape", zh: "形状" }, KIND_NAMES, item().spec.kind, (next) => {
    item().spec = { kind: next, corners: withinLimits(next, DEFAULT_CORNERS[next] ?? 0) };
    changed(side);
  });
  const corners = slider({ en: "Corners", zh: "角数" }, { least: 3, most: 24, step: 1 }, 5, (count) => {
    item().spec = { ...item().spec, corners: count };
    changed(side);
  });
  const turn = slider({ en: "Turned", zh: "旋转" }, { least: -180, most: 180, step: 1, show: (v) => `${v}°` }, 0, (degrees) => {
    item().pose.angle = degrees / DEGREES;
    handled();
    changed(side);
  });
  const scale = slider({ en: "Scale", zh: "缩放" }, { ...SCALES, step: 0.01, show: (v) => `×${v.toFixed(2)}` }, 1, (factor) => {
    item().pose.scale = factor;
    handled();
    changed(side);
  });
  const element = group(TITLES[side], kind.element, corners.element, turn.element, scale.element);
  element.dataset.side = side;
  return { element, show: () => show(item(), { kind, corners, turn, scale }) };
}

function show({ spec, pose }: Item, controls: { kind: Control<Kind>; corners: Control<number>; turn: Control<number>; scale: Control<number> }): void {
  const limits = KINDS[spec.kind].corners;
  controls.kind.set(spec.kind);
  controls.corners.element.hidden = limits === undefined;
  if (limits) {
    const input = controls.corners.element.querySelector("input")!;
    [input.min, input.max] = [String(limits[0]), String(limits[1])];
    controls.corners.set(spec.corners);
  }
  const turned = Math.round(pose.angle * DEGREES);
  controls.turn.set(turned - 360 * Math.round(turned / 360));
  controls.scale.set(pose.scale);
}
