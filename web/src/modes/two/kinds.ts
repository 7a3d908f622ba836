import type { Text } from "../../shell/mode";

export type Kind = "circle" | "capsule" | "box" | "polygon" | "star" | "ell";

/** A choice of shape: its kind and, if the kind has a choice, the number of corners (of a star: points). */
export interface Spec { kind: Kind; corners: number }

export type Corner = readonly [number, number];

/** A shape as numbers, in its own frame: what the package, and the code that is shown, make it of. */
export type Form =
  | { of: "circle"; radius: number }
  | { of: "capsule"; from: Corner; to: Corner; radius: number }
  | { of: "box"; half: Corner }
  | { of: "convex"; corners: readonly Corner[] }
  | { of: "polygon"; corners: readonly Corner[] };

/**
 * The shape for the explanations: corners in the shape's own frame, grown by a radius; for concave shapes
 * part by part.
 */
export interface Core { corners: readonly Corner[]; radius: number }

interface KindOf {
  name(corners: number): Text;
  /** The least and the most corners to choose. */
  corners?: readonly [number, number];
  form(corners: number): Form;
}

const CIRCLE_RADIUS = 1;
const CAPSULE = { half: 0.9, radius: 0.55 };
const BOX = [1.15, 0.75] as const;
const POLYGON_RADIUS = 1.15;
const STAR = { outer: 1.4, inner: 0.55 };
const ELL = [[-1, -1.1], [1, -1.1], [1, -0.35], [-0.2, -0.35], [-0.2, 1.1], [-1, 1.1]] as const;

/** Corners have so many decimals, so that the code that is shown makes the same shape. */
const DECIMALS = 4;
const rounded = (value: number) => Number(value.toFixed(DECIMALS));

/**
 * Points on circles about the origin, counter-clockwise, the first at the top; the radii are used in turn.
 */
function around(count: number, ...radii: number[]): Corner[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = Math.PI / 2 + (2 * Math.PI * i) / count;
    const radius = radii[i % radii.length];
    return [rounded(radius * Math.cos(angle)), rounded(radius * Math.sin(angle))];
  });
}

export const KINDS: Record<Kind, KindOf> = {
  circle: { name: () => ({ en: "circle", zh: "圆" }), form: () => ({ of: "circle", radius: CIRCLE_RADIUS }) },
  capsule: {
    name: () => ({ en: "capsule", zh: "胶囊" }),
    form: () => ({ of: "capsule", from: [-CAPSULE.half, 0], to: [CAPSULE.half, 0], radius: CAPSULE.radius }),
  },
  box: { name: () => ({ en: "box", zh: "矩形" }), form: () => ({ of: "box", half: BOX }) },
  polygon: { name: polygonName, corners: [3, 24], form: (corners) => ({ of: "convex", corners: around(corners, POLYGON_RADIUS) }) },
  star: {
    name: () => ({ en: "star", zh: "星形" }),
    corners: [3, 9],
    form: (points) => ({ of: "polygon", corners: around(2 * points, STAR.outer, STAR.inner) }),
  },
  ell: { name: () => ({ en: "L", zh: "L 形" }), form: () => ({ of: "polygon", corners: ELL }) },
};

export function formOf({ kind, corners }: Spec): Form {
  return KINDS[kind].form(corners);
}

/** None for a concave shape, whose convex parts the package gives. */
export function coreOf(spec: Spec): Core | undefined {
  const form = formOf(spec);
  switch (form.of) {
    case "circle": return { corners: [[0, 0]], radius: form.radius };
    case "capsule": return { corners: [form.from, form.to], radius: form.radius };
    case "box": return { corners: boxCorners(form.half), radius: 0 };
    case "convex": return { corners: form.corners, radius: 0 };
    case "polygon": return undefined;
  }
}

function boxCorners([w, h]: Corner): Corner[] {
  return [[-w, -h], [w, -h], [w, h], [-w, h]];
}

function polygonName(corners: number): Text {
  const english = ["triangle", "quadrilateral", "pentagon", "hexagon", "heptagon", "octagon"][corners - 3];
  const chinese = ["三", "四", "五", "六", "七", "八"][corners - 3] ?? ` ${corners} `;
  return { en: english ?? `${corners}-gon`, zh: `${chinese}边形`.trim() };
}

export const KIND_NAMES: readonly { value: Kind; label: Text }[] = [
  { value: "circle", label: { en: "Circle", zh: "圆" } },
  { value: "capsule", label: { en: "Capsule", zh: "胶囊" } },
  { value: "box", label: { en: "Box", zh: "矩形" } },
  { value: "polygon", label: { en: "Polygon", zh: "多边形" } },
  { value: "star", label: { en: "Star", zh: "星形" } },
  { value: "ell", label: { en: "L", zh: "L 形" } },
];

export function nameOf(spec: Spec): Text {
  return KINDS[spec.kind].name(spec.corners);
}

export function isConcave(spec: Spec): boolean {
  return formOf(spec).of === "polygon";
}

/** The number of corners, limited to what the kind allows. */
export function withinLimits(kind: Kind, corners: number): number {
  const [least, most] = KINDS[kind].corners ?? [0, 0];
  return Math.min(most, Math.max(least, Math.round(corners) || least));
}
