// Meshes by themselves: what is wrong with one, and other meshes that are made of it. They are in a module of
// their own, which is fetched when it is first asked for.

import type { Shape } from "../d3.js";
import type { Space } from "../base/dimension.js";
import { ClearanceError, wrongType } from "../base/errors.js";
import { compiled } from "../meshes-module.js";
import { attached, indices, number, type Vec3, vertices as verticesOf, whole } from "../base/numbers.js";
import { rawOf } from "../base/owner.js";
import { isShape } from "../shape/shape.js";
import { space } from "../base/space.js";
import * as wasm from "../wasm/meshes.js";
import type { Found } from "../wasm/meshes.js";

/** Vertices and triangles. The arrays of a geometry of three.js are taken as they are. */
export interface MeshArrays {
  readonly vertices: readonly Vec3[] | Float64Array | Float32Array;
  readonly triangles: Uint32Array | Uint16Array | readonly number[];
}
/** A mesh: a shape that is one, or its arrays. */
export type GivenMesh = Shape | MeshArrays;

/** A mesh that was made of another one; `Shape.mesh(made.vertices, made.triangles)` is its shape. */
export interface MadeMesh extends MeshArrays {
  /** x, y, z, x, y, z… */
  readonly vertices: Float64Array;
  /** Triples of indices; of a solid counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Whether it is a closed surface, so that it has an inside. */
  readonly isSolid: boolean;
  /** Whether its triangles faced inwards, and have been turned. */
  readonly wasInsideOut: boolean;
}
/**
 * What a mesh is, and what is wrong with it. All lists are sorted; those of edges and pairs have two numbers
 * for each.
 *
 * Vertices with equal coordinates are one, called by the smallest of their numbers. Triangles of which two
 * corners are one vertex have no edges, and are in no piece.
 */
export interface MeshReport {
  /** Whether no edge is open. */
  isClosed: boolean;
  /** Whether neighbours face the same way everywhere. */
  isOriented: boolean;
  /** Whether no edge has more than two triangles. */
  isEdgeManifold: boolean;
  /** Whether some triangles meet in more than what they share. */
  crossesItself: boolean;
  /** A solid without a fault: all of this, and no triangle without area. */
  isSound: boolean;
  /** The edges of one triangle only, where the surface ends. */
  openEdges: Uint32Array;
  /** The edges where neighbours face different ways, or an odd number of triangles meet. */
  inconsistentEdges: Uint32Array;
  /** The edges of more than two triangles. */
  crowdedEdges: Uint32Array;
  /** The triangles without area, exactly. */
  flatTriangles: Uint32Array;
  /** Triangles with the same three corners in any order: the first of them, and each other one. */
  doubles: Uint32Array;
  /** The pairs of triangles that meet in more than the corners or the edge that they share, exactly. */
  crossings: Uint32Array;
  /** The triangles of each connected piece. */
  pieces: Uint32Array[];
  /** Vertices − edges + triangles of these pieces. */
  eulerCharacteristic: number;
  /** null if the mesh is no solid. */
  volume: number | null;
  /** The sum of the areas of all triangles. */
  area: number;
}
/** A mesh of which vertices were merged, and what was done. */
export interface WeldedMesh extends MadeMesh {
  /** For each old vertex the old one that took its place: itself, or one of smaller number. */
  keptVertex: Uint32Array;
  /** For each new vertex its old number. */
  oldVertices: Uint32Array;
  /** For each new triangle its old number. */
  oldTriangles: Uint32Array;
  /** The old triangles that are gone: two of their corners became one, or were. */
  dropped: Uint32Array;
}
/** A mesh of which holes were filled: the old vertices and triangles, then the new triangles. */
export interface FilledMesh extends MadeMesh {
  /** The vertices around each hole that was filled; a hole of n has n − 2 new triangles. */
  holes: Uint32Array[];
  /** The edges that are open still, two numbers each, as its triangle runs along it. */
  openEdges: Uint32Array;
}
/** A connected piece of a mesh. */
export interface MeshPiece extends MadeMesh {
  /** For each of its vertices the number in the whole. */
  oldVertices: Uint32Array;
  /** For each of its triangles the number in the whole. */
  oldTriangles: Uint32Array;
}
/** A mesh without triangles that were there already. */
export interface MeshWithoutDoubles extends MeshPiece {
  /** The triangle that stayed and the one that went, of each pair. */
  removed: Uint32Array;
}
/** How closely convex parts follow a solid, and how many there may be. */
export interface ConvexPartsOptions {
  /**
   * How far a hull may reach out, as a fraction of the longest side of the box around the mesh; 0.025 if not
   * given.
   */
  concavity?: number;
  /** How many hulls there may be; 64 if not given. */
  maxParts?: number;
}
/** A convex hull; `Shape.convex(hull.vertices)` is its shape. */
export interface ConvexPart {
  /** x, y, z, x, y, z… */
  readonly vertices: Float64Array;
  /** The corners of each face, counter-clockwise seen from outside. */
  readonly faces: Uint32Array[];
  /** No point of the hull is farther from the solid. */
  readonly error: number;
}
/** Convex hulls that together cover a solid mesh. */
export interface ConvexParts {
  readonly hulls: ConvexPart[];
  /** No point of a hull is farther from the solid; proven. */
  readonly error: number;
}

/** The questions about meshes by themselves. */
export interface Meshes {
  /** Looks a mesh over. What is flat and what crosses is decided exactly. */
  report(mesh: GivenMesh): MeshReport;
  /**
   * Merges vertices that are within a distance of each other, in their order: one that was not merged stays,
   * and later ones near it are merged with it. So none moves further than the distance; 0 merges vertices
   * with equal coordinates. Triangles of which two corners become one are dropped.
   */
  weld(mesh: GivenMesh, distance: number): WeldedMesh;
  /**
   * Fills holes of up to `maxEdges` edges, 1000 at most, with triangles of the least area. A hole is a simple
   * ring of open edges; the outer border of a surface is one, too. The time grows with the cube of the number
   * of edges.
   */
  fillHoles(mesh: GivenMesh, maxEdges: number): FilledMesh;
  /** The connected pieces, in the order of their first triangles; those with a common edge are connected. */
  split(mesh: GivenMesh): MeshPiece[];
  /** Of triangles with the same three corners, in any order, keeps the first. */
  withoutDoubles(mesh: GivenMesh): MeshWithoutDoubles;
  /**
   * Convex hulls that together cover a solid mesh and reach out of it only so far, for a body that moves.
   * Takes seconds for 10 000 triangles; in a worker the page goes on meanwhile.
   */
  convexParts(mesh: GivenMesh, options?: ConvexPartsOptions): ConvexParts;
}

type Arrays = [vertices: Float64Array, triangles: Uint32Array];

/** Vertices and triangles of what a caller gave. */
function arraysOf(mesh: unknown): Arrays {
  if (isShape<Space, Shape>(mesh, space)) {
    if (mesh.kind !== "mesh") throw new ClearanceError("unsupported_pair", `must be a mesh, found a ${mesh.kind}`, "mesh");
    const raw = rawOf(mesh, "shape", "mesh");
    return [raw.numbers(), raw.counts()];
  }
  if (typeof mesh !== "object" || mesh === null) throw wrongType("a mesh, or its vertices and triangles", mesh, "mesh");
  const { vertices, triangles } = mesh as MeshArrays;
  const corners = verticesOf(vertices, "mesh.vertices");
  const faces = indices(triangles, "mesh.triangles");
  // A getter may have transferred the buffer.
  return [attached(corners, "mesh.vertices"), faces];
}

/** Reads an answer of the module, and frees it. */
function taken<R>(found: Found, take: (found: Found, list: (i: number) => Uint32Array) => R): R {
  try {
    return take(found, (i) => found.list(i));
  } finally {
    found.free();
  }
}

/** Lists of these lengths, of one list of all. */
function rows(all: Uint32Array, lengths: Uint32Array): Uint32Array[] {
  let end = 0;
  return Array.from(lengths, (length) => all.slice(end, (end += length)));
}

function made(found: Found): MadeMesh {
  return { vertices: found.vertices(), triangles: found.triangles(), isSolid: found.isSolid(), wasInsideOut: found.wasInsideOut() };
}

function reportOf(found: Found, list: (i: number) => Uint32Array): MeshReport {
  const [openEdges, inconsistentEdges, crowdedEdges, doubles, crossings] = [list(0), list(1), list(2), list(3), list(4)];
  const [pieces, flatTriangles] = [rows(list(5), list(6)), list(7)];
  const [eulerCharacteristic, volume, area] = found.numbers() as unknown as [number, number, number];
  const faults = {
    isClosed: openEdges.length === 0,
    isOriented: inconsistentEdges.length === 0,
    isEdgeManifold: crowdedEdges.length === 0,
    crossesItself: crossings.length > 0,
  };
  const isManifold = faults.isClosed && faults.isOriented && faults.isEdgeManifold;
  return {
    ...faults,
    isSound: isManifold && !Number.isNaN(volume) && flatTriangles.length === 0 && !faults.crossesItself,
    openEdges, inconsistentEdges, crowdedEdges, flatTriangles, doubles, crossings, pieces, eulerCharacteristic,
    volume: Number.isNaN(volume) ? null : volume,
    area,
  };
}

const piece = (found: Found, list: (i: number) => Uint32Array): MeshPiece => ({ ...made(found), oldVertices: list(0), oldTriangles: list(1) });

function hullOf(found: Found, list: (i: number) => Uint32Array): ConvexPart {
  const numbers = found.numbers();
  return { vertices: numbers.slice(1), faces: rows(list(0), list(1)), error: numbers[0] as number };
}

/** The questions, once their module is there. */
const meshes: Meshes = {
  report: (mesh) => taken(wasm.report(...arraysOf(mesh)), reportOf),
  weld(mesh, distance) {
    const reach = number(distance, "distance");
    return taken(wasm.weld(...arraysOf(mesh), reach), (found, list) => {
      return { ...made(found), keptVertex: list(0), oldVertices: list(1), oldTriangles: list(2), dropped: list(3) };
    });
  },
  fillHoles(mesh, maxEdges) {
    const most = whole(maxEdges, "maxEdges", 0, 2 ** 32 - 1);
    return taken(wasm.fillHoles(...arraysOf(mesh), most), (found, list) => {
      return { ...made(found), holes: rows(list(0), list(1)), openEdges: list(2) };
    });
  },
  split: (mesh) => wasm.split(...arraysOf(mesh)).map((found) => taken(found, piece)),
  withoutDoubles: (mesh) => taken(wasm.withoutDoubles(...arraysOf(mesh)), (found, list) => ({ ...piece(found, list), removed: list(2) })),
  convexParts(mesh, { concavity = 0.025, maxParts = 64 } = {}) {
    const allowed = number(concavity, "concavity");
    const most = whole(maxParts, "maxParts", 0, 2 ** 32 - 1);
    const hulls = wasm.convexParts(...arraysOf(mesh), allowed, most).map((found) => taken(found, hullOf));
    return { hulls, error: hulls.reduce((error, hull) => Math.max(error, hull.error), 0) };
  },
};

let loading: Promise<Meshes> | undefined;

/**
 * The questions about meshes by themselves. Their module, some 320 kB, is fetched at the first call; a fetch
 * that fails is tried again at the next.
 */
export function loadMeshes(): Promise<Meshes> {
  loading ??= compiled().then(
    (module) => {
      wasm.initSync({ module });
      return meshes;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}
