import type { Tongue } from "../../code/numbers";
import { TONGUES } from "../../code/programs";
import { type Kind, KINDS, type Spec, withinLimits } from "./kinds";

export type Side = "a" | "b";
export type View = "plain" | "shadows" | "difference";
export type Part = "grow" | "gjk";

export interface Pose { position: [number, number]; angle: number; scale: number }
export interface Item { spec: Spec; pose: Pose }

/** Everything visible, which is also what the address holds. */
export interface State {
  a: Item;
  b: Item;
  /** The shape that keys and sliders rotate and scale. */
  held: Side;
  view: View;
  /** The axis on show; undefined means the deciding one. */
  axis: number | undefined;
  /** Whether every ruler is shown, or only that of the axis on show. */
  allAxes: boolean;
  part: Part;
  /** The step on show of the construction of the difference and of GJK; beyond the last step, the last. */
  step: number;
  closest: boolean;
  contacts: boolean;
  /** Whether a shape moves out of an overlap when it is released. */
  slideOut: boolean;
  /** The language in which the two are shown as code, if they are. */
  code: Tongue | undefined;
  /** The view, if the user has moved it, as the camera's text. */
  look: string | undefined;
}

export const SCALES = { least: 0.3, most: 2.5 };
const FARTHEST = 1000;
/** The number of decimals in the address. */
const DECIMALS = 4;

export const FIRST_STATE: State = {
  a: { spec: { kind: "box", corners: 0 }, pose: { position: [-1.45, 0.35], angle: 0.35, scale: 1 } },
  b: { spec: { kind: "polygon", corners: 5 }, pose: { position: [1.25, -0.35], angle: 0.2, scale: 1 } },
  held: "b", view: "plain", axis: undefined, allAxes: true, part: "grow", step: 0, closest: true, contacts: false, slideOut: false, code: undefined, look: undefined,
};

const FLAGS = { allAxes: "all", closest: "closest", contacts: "contacts", slideOut: "slide" } as const;

export function writeState(state: State): Record<string, string> {
  const params: Record<string, string> = { a: writeItem(state.a), b: writeItem(state.b), held: state.held, view: state.view };
  if (state.view === "shadows" && state.axis !== undefined) params.axis = String(state.axis + 1);
  if (state.view === "difference") Object.assign(params, { part: state.part, step: String(state.step + 1) });
  if (state.code !== undefined) params.code = state.code;
  if (state.look !== undefined) params.look = state.look;
  for (const [field, name] of Object.entries(FLAGS)) {
    const on = state[field as keyof typeof FLAGS];
    if (on !== FIRST_STATE[field as keyof typeof FLAGS]) params[name] = on ? "1" : "0";
  }
  return params;
}

/** The state of an address; missing or invalid values get their defaults. */
export function readState(params: URLSearchParams): State {
  const axis = counted(params.get("axis"));
  const state: State = {
    ...FIRST_STATE,
    a: readItem(params.get("a"), FIRST_STATE.a),
    b: readItem(params.get("b"), FIRST_STATE.b),
    held: params.get("held") === "a" ? "a" : "b",
    view: oneOf(params.get("view"), ["plain", "shadows", "difference"]),
    part: oneOf(params.get("part"), ["grow", "gjk"]),
    axis,
    step: counted(params.get("step")) ?? 0,
    code: TONGUES.find(({ value }) => value === params.get("code"))?.value,
    look: params.get("look") ?? undefined,
  };
  for (const [field, name] of Object.entries(FLAGS)) {
    if (params.has(name)) state[field as keyof typeof FLAGS] = params.get(name) === "1";
  }
  return state;
}

function oneOf<W extends string>(word: string | null, words: readonly W[]): W {
  return words.find((candidate) => candidate === word) ?? words[0];
}

/** People count from one. */
function counted(word: string | null): number | undefined {
  const number = Number(word);
  return Number.isInteger(number) && number >= 1 ? number - 1 : undefined;
}

/** A shape and its pose as the address has them. */
export function writeItem({ spec, pose }: Item): string {
  const numbers = [...pose.position, pose.angle, pose.scale].map((number) => Number(number.toFixed(DECIMALS)));
  return `${spec.kind}${KINDS[spec.kind].corners ? spec.corners : ""},${numbers.join(",")}`;
}

export function readItem(words: string | null, otherwise: Item): Item {
  const match = /^([a-z]+)(\d*),(.*)$/.exec(words ?? "");
  const numbers = match?.[3].split(",").map(Number) ?? [];
  const kind = match?.[1] as Kind | undefined;
  if (!match || !kind || !Object.hasOwn(KINDS, kind) || numbers.length !== 4 || !numbers.every(Number.isFinite)) return structuredClone(otherwise);
  const [x, y, angle, scale] = numbers;
  const near = (n: number) => Math.min(FARTHEST, Math.max(-FARTHEST, n));
  return {
    spec: { kind, corners: withinLimits(kind, Number(match[2])) },
    pose: { position: [near(x), near(y)], angle, scale: Math.min(SCALES.most, Math.max(SCALES.least, scale)) },
  };
}
