// The moving shapes: seven kinds in three sizes, each with its outline. All are convex: a pair of them takes
// a fraction of a microsecond, a concave polygon about twenty times as long.

import { d2 } from "clearance/d2";

/** One shape that many objects share. */
export interface Piece {
  shape: d2.Shape;
  rings: Float64Array[];
  /** The radius of the circle around it. */
  radius: number;
  area: number;
  /** It looks the same after a rotation by this angle; 0: after any rotation. */
  period: number;
}

/** The number of corners of a drawn circle. */
const ARC_CORNERS = 32;
const SIZES = [0.7, 1, 1.35];

export function makePieces(): Piece[] {
  return SIZES.flatMap((size) => {
    const [square, flat] = [[0.8 * size, 0.8 * size], [1.15 * size, 0.5 * size]] as const;
    const [half, radius] = [0.6 * size, 0.5 * size];
    return [
      piece(d2.Shape.circle(0.9 * size), regular(ARC_CORNERS, 0.9 * size), 0),
      piece(d2.Shape.box(square), box(square), Math.PI / 2),
      piece(d2.Shape.box(flat), box(flat), Math.PI),
      ...[3, 5, 6].map((corners) => piece(d2.Shape.convex(regular(corners, size)), regular(corners, size), 2 * Math.PI / corners)),
      piece(d2.Shape.capsule([-half, 0], [half, 0], radius), capsule(half, radius), Math.PI),
    ];
  });
}

function piece(shape: d2.Shape, ring: Float64Array, period: number): Piece {
  return { shape, rings: [ring], radius: reach([ring]), area: Math.abs(signedArea(ring)), period };
}

function box([x, y]: readonly [number, number]): Float64Array {
  return Float64Array.of(-x, -y, x, -y, x, y, -x, y);
}

/** Along X: the corners of a circle, those on the right moved to the right and the others to the left. */
function capsule(half: number, radius: number): Float64Array {
  return regular(ARC_CORNERS, radius, 0.5).map((value, i, ring) => (i % 2 === 0 ? value + Math.sign(ring[i]) * half : value));
}

/** A regular polygon; its first corner is on the right, or this many corners further. */
function regular(corners: number, radius: number, shift = 0): Float64Array {
  const vertices = new Float64Array(2 * corners);
  for (let i = 0; i < corners; i++) {
    const angle = 2 * Math.PI * (i + shift) / corners;
    vertices[2 * i] = radius * Math.cos(angle);
    vertices[2 * i + 1] = radius * Math.sin(angle);
  }
  return vertices;
}

function reach(rings: readonly Float64Array[]): number {
  let most = 0;
  for (const ring of rings) for (let i = 0; i < ring.length; i += 2) most = Math.max(most, Math.hypot(ring[i], ring[i + 1]));
  return most;
}

function signedArea(ring: Float64Array): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) twice += ring[j] * ring[i + 1] - ring[i] * ring[j + 1];
  return twice / 2;
}
