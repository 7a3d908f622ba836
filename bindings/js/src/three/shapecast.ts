// shapecast: a walk through a tree of boxes, with callbacks that say which boxes are worth a look.
//
// The trees of meshes are in the module, where no callback can be called for each node at a reasonable cost.
// So this walk has a tree of its own, made when it is first asked for: halves along the longest side of the
// box, at the median, down to ten triangles.

import type { Box3, BufferGeometry, Triangle } from "three";
import { ClearanceError } from "../base/errors.js";
import type { Read } from "./geometry.js";
import type { Three } from "../three.js";

/** What a walk asks; the names and the meaning are those of three-mesh-bvh. */
export interface ShapecastCallbacks {
  /**
   * 0 or false if nothing within the box matters; 2 if the box is contained, so that no box within is asked
   * about.
   */
  intersectsBounds(box: Box3, isLeaf: boolean, score: number | undefined, depth: number, nodeIndex: number): boolean | number;
  /** True ends the walk. The triangle is valid during the call only. */
  intersectsTriangle?(triangle: Triangle, triangleIndex: number, contained: boolean, depth: number): boolean | void;
  /** The box with the lower score is visited first. */
  boundsTraverseOrder?(box: Box3, splitAxis: number, isLeaf: boolean): number;
}

const NOTHING = 0;
const CONTAINED = 2;
const LEAF = 10;

interface Node {
  readonly box: Box3;
  readonly index: number;
  readonly axis: number;
  readonly children: readonly [Node, Node] | undefined;
  /** The triangles of a leaf. */
  readonly triangles: Uint32Array;
}

/** The tree of what was read, as long as that is in use. */
const trees = new WeakMap<Read, Node>();

/** The centres and boxes of all triangles: six numbers each for the boxes. */
function boxesOf({ vertices, triangles }: Read): Float64Array {
  const boxes = new Float64Array(2 * triangles.length);
  for (let t = 0; t < triangles.length / 3; t++) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [0, 1, 2].map((i) => vertices[3 * (triangles[3 * t + i] as number) + k] as number) as [number, number, number];
      boxes[6 * t + k] = Math.min(a, b, c);
      boxes[6 * t + 3 + k] = Math.max(a, b, c);
    }
  }
  return boxes;
}

function built({ Box3, Vector3 }: Three, read: Read): Node {
  const boxes = boxesOf(read);
  const middle = (t: number, k: number): number => (boxes[6 * t + k] as number) + (boxes[6 * t + 3 + k] as number);
  let count = 0;
  const node = (triangles: Uint32Array): Node => {
    const box = new Box3();
    for (const t of triangles) box.expandByPoint(new Vector3().fromArray(boxes, 6 * t)).expandByPoint(new Vector3().fromArray(boxes, 6 * t + 3));
    const size = box.getSize(new Vector3()).toArray();
    const axis = size.indexOf(Math.max(...size));
    const index = count++;
    if (triangles.length <= LEAF) return { box, index, axis, children: undefined, triangles };
    triangles.sort((a, b) => middle(a, axis) - middle(b, axis));
    const half = triangles.length >> 1;
    return { box, index, axis, children: [node(triangles.subarray(0, half)), node(triangles.subarray(half))], triangles };
  };
  return node(Uint32Array.from({ length: read.triangles.length / 3 }, (_, i) => i));
}

/** Walks; true if a triangle ended it. */
export function castShape(three: Three, geometry: BufferGeometry, read: Read, callbacks: ShapecastCallbacks): boolean {
  const { intersectsBounds, intersectsTriangle, boundsTraverseOrder } = callbacks;
  if ("intersectsRange" in callbacks) {
    throw new ClearanceError("invalid_type", "is not supported, since triangles keep their order; intersectsTriangle is", "callbacks.intersectsRange");
  }
  const root = trees.get(read) ?? built(three, read);
  trees.set(read, root);
  const triangle = new three.Triangle();
  const { position } = geometry.attributes as { position: Parameters<Triangle["setFromAttributeAndIndices"]>[0] };
  const first = Math.floor(read.start / 3);

  const ask = (node: Node, contained: boolean, depth: number): boolean => {
    for (const t of node.triangles) {
      const [a, b, c] = read.triangles.subarray(3 * t, 3 * t + 3);
      triangle.setFromAttributeAndIndices(position, a as number, b as number, c as number);
      if (intersectsTriangle?.call(callbacks, triangle, first + t, contained, depth) === true) return true;
    }
    return false;
  };
  const visit = (node: Node, score: number | undefined, depth: number): boolean => {
    const said = Number(intersectsBounds.call(callbacks, node.box, node.children === undefined, score, depth, node.index));
    if (said === NOTHING) return false;
    if (said === CONTAINED || node.children === undefined) return ask(node, said === CONTAINED, depth);
    const scored = node.children.map((child) => {
      const order = boundsTraverseOrder?.call(callbacks, child.box, node.axis, child.children === undefined);
      return [child, order] as const;
    });
    if (boundsTraverseOrder !== undefined) scored.sort(([, a], [, b]) => (a as number) - (b as number));
    return scored.some(([child, order]) => visit(child, order, depth + 1));
  };
  return visit(root, boundsTraverseOrder?.call(callbacks, root.box, root.axis, root.children === undefined), 0);
}
