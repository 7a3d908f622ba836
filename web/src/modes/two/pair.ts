import { d2, type Relation } from "clearance/d2";
import type { Body } from "../../explain/body";
import { signedDistance } from "../../explain/minkowski";
import { coreOf, type Form, formOf, isConcave } from "./kinds";
import type { Item, Side, State } from "./state";

/** The package's answer about the two shapes at their poses. */
export interface Answer { relation: Relation; clearance: d2.Clearance; manifolds: readonly d2.Manifold[] }

/** A shape of the package, and its convex parts for the explanations. */
interface Built { key: string; shape: d2.Shape; outlines: Float64Array[]; parts: Float64Array[]; reach: number }

/** The two shapes of the state, rebuilt only when another one is chosen. */
export class Pair {
  private built: Partial<Record<Side, Built>> = {};
  constructor(private readonly state: State) {}

  of(side: Side): Built {
    const { spec } = this.state[side];
    const key = `${spec.kind}${spec.corners}`;
    const known = this.built[side];
    if (known?.key === key) return known;
    known?.shape.free();
    const shape = shapeOf(formOf(spec));
    const outlines = shape.outlines();
    return (this.built[side] = { key, shape, outlines, parts: shape.parts(), reach: reachOf(outlines) });
  }

  placed(side: Side): d2.Placed {
    return this.of(side).shape.at(this.state[side].pose);
  }

  answer(): Answer {
    const a = this.placed("a");
    const b = this.placed("b");
    const manifolds = this.state.contacts ? d2.contacts(a, b) : [];
    return { relation: d2.relation(a, b), clearance: d2.clearance(a, b), manifolds };
  }

  /** Whether a world point is inside the shape, or at most `reach` away from it. */
  holds(side: Side, point: readonly [number, number], reach: number): boolean {
    return d2.closestPoint(point, this.placed(side)).distance <= reach;
  }

  /** The convex parts in world coordinates; one for a convex shape. */
  bodies(side: Side): Body[] {
    const item = this.state[side];
    const core = coreOf(item.spec);
    if (core) return [{ corners: core.corners.map((corner) => toWorld(item, corner)), radius: core.radius * item.pose.scale }];
    return this.of(side).parts.map((ring) => ({ corners: cornersOf(ring).map((corner) => toWorld(item, corner)), radius: 0 }));
  }

  /** The two deciding parts: those nearest to each other, or deepest in each other. */
  decidingParts(): { a: Body; b: Body; partA: number; partB: number } {
    const [partsA, partsB] = [this.bodies("a"), this.bodies("b")];
    let best = { partA: 0, partB: 0, distance: Infinity };
    partsA.forEach((a, partA) => partsB.forEach((b, partB) => {
      const distance = signedDistance(a, b);
      if (distance < best.distance) best = { partA, partB, distance };
    }));
    return { a: partsA[best.partA], b: partsB[best.partB], partA: best.partA, partB: best.partB };
  }

  get concave(): boolean {
    return isConcave(this.state.a.spec) || isConcave(this.state.b.spec);
  }

  free(): void {
    for (const built of Object.values(this.built)) built.shape.free();
    this.built = {};
  }
}

/** A shape of the package. */
export function shapeOf(form: Form): d2.Shape {
  switch (form.of) {
    case "circle": return d2.Shape.circle(form.radius);
    case "capsule": return d2.Shape.capsule(form.from, form.to, form.radius);
    case "box": return d2.Shape.box(form.half);
    case "convex": return d2.Shape.convex(form.corners);
    case "polygon": return d2.Shape.polygon(form.corners);
  }
}

function toWorld({ pose }: Item, [x, y]: readonly [number, number]) {
  const cos = Math.cos(pose.angle) * pose.scale;
  const sin = Math.sin(pose.angle) * pose.scale;
  return { x: pose.position[0] + cos * x - sin * y, y: pose.position[1] + sin * x + cos * y };
}

function cornersOf(ring: Float64Array): [number, number][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i], ring[2 * i + 1]]);
}

/** The largest distance of the shape from its own origin. */
function reachOf(outlines: readonly Float64Array[]): number {
  return Math.max(...outlines.flatMap((ring) => cornersOf(ring).map(([x, y]) => Math.hypot(x, y))));
}
