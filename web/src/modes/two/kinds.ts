import { d2 } from "clearance/d2";
import type { Text } from "../../shell/mode";

export type Kind = "circle" | "capsule" | "box" | "polygon" | "star" | "ell";

/** A choice of shape: its kind and, if the kind has a choice, the number of corners (of a star: points). */
export interface Spec { kind: Kind; corners: number }

/** The shape for the explanations: corners in the shape's own frame, grown by a radius; for concave shapes part by part. */
export interface Core { corners: readonly (readonly [number, number])[]; radius: number }

interface KindOf {
  name(corners: number): Text;
  /** The least and the most corners to choose. */
  corners?: readonly [number, number];
  shape(corners: number): d2.Shape;
  /** Absent if the convex parts of the shape are polygons that the package gives. */
  core?(corners: number): Core;
}

const CIRCLE_RADIUS = 1;
const CAPSULE = { half: 0.9, radius: 0.55 };
const BOX = [1.15, 0.75] as const;
const POLYGON_RADIUS = 1.15;
const STAR = { outer: 1.4, inner: 0.55 };
const ELL = [[-1, -1.1], [1, -1.1], [1, -0.35], [-0.2, -0.35], [-0.2, 1.1], [-1, 1.1]] as const;

/** Points on circles about the origin, counter-clockwise, the first at the top; the radii are used in turn. */
function around(count: number, ...radii: number[]): [number, number][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = Math.PI / 2 + (2 * Math.PI * i) / count;
    const radius = radii[i % radii.length];
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

const [w, h] = BOX;

export const KINDS: Record<Kind, KindOf> = {
  circle: {
    name: () => ({ en: "circle", zh: "圆" }),
    shape: () => d2.Shape.circle(CIRCLE_RADIUS),
    core: () => ({ corners: [[0, 0]], radius: CIRCLE_RADIUS }),
  },
  capsule: {
    name: () => ({ en: "capsule", zh: "胶囊" }),
    shape: () => d2.Shape.capsule([-CAPSULE.half, 0], [CAPSULE.half, 0], CAPSULE.radius),
    core: () => ({ corners: [[-CAPSULE.half, 0], [CAPSULE.half, 0]], radius: CAPSULE.radius }),
  },
  box: {
    name: () => ({ en: "box", zh: "矩形" }),
    shape: () => d2.Shape.box(BOX),
    core: () => ({ corners: [[-w, -h], [w, -h], [w, h], [-w, h]], radius: 0 }),
  },
  polygon: {
    name: polygonName,
    corners: [3, 24],
    shape: (corners) => d2.Shape.convex(around(corners, POLYGON_RADIUS)),
    core: (corners) => ({ corners: around(corners, POLYGON_RADIUS), radius: 0 }),
  },
  star: {
    name: () => ({ en: "star", zh: "星形" }),
    corners: [3, 9],
    shape: (points) => d2.Shape.polygon(around(2 * points, STAR.outer, STAR.inner)),
  },
  ell: {
    name: () => ({ en: "L", zh: "L 形" }),
    shape: () => d2.Shape.polygon(ELL),
  },
};

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
  return KINDS[spec.kind].core === undefined;
}

/** The number of corners, limited to what the kind allows. */
export function withinLimits(kind: Kind, corners: number): number {
  const [least, most] = KINDS[kind].corners ?? [0, 0];
  return Math.min(most, Math.max(least, Math.round(corners) || least));
}
