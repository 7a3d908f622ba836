// Thousands of shapes in a room: their poses, their motion, and the package's scene that finds those that
// touch.

import { d2 } from "clearance/d2";
import type { Kind } from "./kinds";
import type { Piece } from "./pieces";

/** The fraction of the room that the shapes cover. */
const COVERED = 0.16;
/**
 * The largest speed, in units per second (a medium shape is 2 units wide), and the largest angular velocity,
 * in radians per second.
 */
const FASTEST = 4;
const FASTEST_TURN = 1.5;
/** The largest offset of a shape from the center of its cell at the start, as a fraction of that cell. */
const JITTER = 0.45;
/**
 * The first run is slower, because code is compiled and memory is fetched; so the best of this many counts.
 */
const RUNS = 3;
/** The seed: the same world each time, so that a shared view shows the same. */
const SEED = 20_000;

export interface WorldOptions { count: number; kind: Kind; bounce: boolean; aspect: number }

/** From a handle to the shape's number. */
type Numbers = Map<d2.Handle, number>;

export class World {
  readonly count: number;
  readonly pieces: readonly Piece[];
  /** The piece of each shape; shapes of one piece are adjacent. */
  readonly pieceOf: Uint8Array;
  /** x, y, angle of each. */
  readonly poses: Float64Array;
  /** The velocity of each, in the same form. */
  readonly velocities: Float64Array;
  /** 1 if a shape touches another, as of the last update. */
  readonly touching: Uint8Array;
  width = 0;
  height = 0;
  #scene: d2.Scene;
  #handles: Float64Array;
  #numberOf: Numbers;

  constructor(pieces: readonly Piece[], readonly options: WorldOptions) {
    this.pieces = pieces;
    this.count = options.count;
    this.pieceOf = Uint8Array.from({ length: this.count }, (_, i) => Math.floor(i * pieces.length / this.count));
    this.poses = new Float64Array(3 * this.count);
    this.velocities = new Float64Array(3 * this.count);
    this.touching = new Uint8Array(this.count);
    this.#room(options.aspect);
    this.#scatter();
    this.#scene = new d2.Scene({ index: options.kind, detail: options.bounce ? "clearance" : "relation" });
    this.#handles = this.#fill(this.#scene);
    this.#numberOf = numbersOf(this.#handles);
    this.#scene.update();
  }

  /** Changes the ratio of the room's width to its height; the shapes keep their relative positions. */
  reshape(aspect: number): void {
    const [width, height] = [this.width, this.height];
    this.#room(aspect);
    for (let i = 0; i < this.poses.length; i += 3) {
      this.poses[i] *= this.width / width;
      this.poses[i + 1] *= this.height / height;
    }
  }

  /** Moves everything by its velocity, and reflects it at the walls; then updates the scene. */
  step(seconds: number): void {
    this.#move(seconds);
    this.#scene.setPoses(this.#handles, this.poses);
    this.#scene.update();
  }

  /** Lets touching shapes bounce off each other, as elastic discs along the normal of their contact. */
  bounce(): void {
    for (const { a, b, clearance } of this.#scene.touches()) {
      if (clearance) this.#bounceTwo(this.#numberOf.get(a)!, this.#numberOf.get(b)!, clearance);
    }
  }

  /** Marks the shapes that touch; returns the number of pairs. */
  mark(): number {
    const pairs = this.#scene.pairs();
    this.touching.fill(0);
    for (const handle of pairs) this.touching[this.#numberOf.get(handle)!] = 1;
    return pairs.length / 2;
  }

  /** The pairs that touch now, as numbers a · count + b with a < b, ascending. */
  pairs(): Float64Array {
    this.step(0);
    return this.#pairsOf(this.#scene, this.#numberOf);
  }

  /**
   * The same pairs, found from scratch in a scene made for this question; the milliseconds are the best of
   * several runs.
   */
  pairsAnew(kind: Kind): { pairs: Float64Array; ms: number } {
    const runs = Array.from({ length: RUNS }, () => this.#pairsOnce(kind));
    return runs.reduce((best, run) => (run.ms < best.ms ? run : best));
  }

  #pairsOnce(kind: Kind): { pairs: Float64Array; ms: number } {
    const scene = new d2.Scene({ index: kind });
    try {
      const handles = this.#fill(scene);
      const start = performance.now();
      scene.update();
      const ms = performance.now() - start;
      return { pairs: this.#pairsOf(scene, numbersOf(handles)), ms };
    } finally {
      scene.free();
    }
  }

  get stats(): d2.Scene["stats"] {
    return this.#scene.stats;
  }

  drawIndex(): Float64Array {
    return this.#scene.drawIndex();
  }

  free(): void {
    this.#scene.free();
  }

  #room(aspect: number): void {
    let area = 0;
    for (const piece of this.pieceOf) area += this.pieces[piece].area;
    this.height = Math.sqrt(area / COVERED / aspect);
    this.width = this.height * aspect;
  }

  /** Puts each shape into its own cell, in random order, so that none overlap at the start. */
  #scatter(): void {
    const random = randomNumbers(SEED);
    const columns = Math.ceil(Math.sqrt(this.count * this.width / this.height));
    const rows = Math.ceil(this.count / columns);
    const cells = shuffled(this.count, random);
    const off = () => 0.5 + (random() - 0.5) * JITTER;
    const either = (most: number) => (random() * 2 - 1) * most;
    for (let i = 0; i < this.count; i++) {
      this.poses[3 * i] = (cells[i] % columns + off()) * this.width / columns;
      this.poses[3 * i + 1] = (Math.floor(cells[i] / columns) + off()) * this.height / rows;
      this.poses[3 * i + 2] = either(Math.PI);
      this.velocities.set([either(FASTEST), either(FASTEST), either(FASTEST_TURN)], 3 * i);
    }
  }

  #fill(scene: d2.Scene): Float64Array {
    const handles = new Float64Array(this.count);
    for (let from = 0; from < this.count;) {
      const piece = this.pieceOf[from];
      let to = from;
      while (to < this.count && this.pieceOf[to] === piece) to += 1;
      handles.set(scene.addMany(this.pieces[piece].shape, this.poses.subarray(3 * from, 3 * to)), from);
      from = to;
    }
    return handles;
  }

  #move(seconds: number): void {
    const { poses, velocities, pieces, pieceOf, width, height } = this;
    for (let i = 0, at = 0; at < poses.length; i++, at += 3) {
      const radius = pieces[pieceOf[i]].radius;
      for (let k = at; k < at + 3; k++) poses[k] += velocities[k] * seconds;
      keepInside(poses, velocities, at, radius, width - radius);
      keepInside(poses, velocities, at + 1, radius, height - radius);
    }
  }

  #bounceTwo(a: number, b: number, { normal, distance }: d2.Clearance): void {
    const { poses, velocities } = this;
    const [areaA, areaB] = [this.pieces[this.pieceOf[a]].area, this.pieces[this.pieceOf[b]].area];
    const [shareA, shareB] = [areaB / (areaA + areaB), areaA / (areaA + areaB)]; // the lighter one is moved more
    const [atA, atB] = [3 * a, 3 * b];
    let approach = 0;
    for (let k = 0; k < 2; k++) approach += (velocities[atA + k] - velocities[atB + k]) * normal[k];
    for (let k = 0; k < 2; k++) {
      poses[atA + k] += shareA * Math.min(0, distance) * normal[k];
      poses[atB + k] -= shareB * Math.min(0, distance) * normal[k];
      if (approach <= 0) continue;
      velocities[atA + k] -= 2 * shareA * approach * normal[k];
      velocities[atB + k] += 2 * shareB * approach * normal[k];
    }
  }

  #pairsOf(scene: d2.Scene, numberOf: Numbers): Float64Array {
    const handles = scene.pairs();
    const keys = new Float64Array(handles.length / 2);
    for (let i = 0; i < keys.length; i++) {
      const [a, b] = [numberOf.get(handles[2 * i])!, numberOf.get(handles[2 * i + 1])!];
      keys[i] = Math.min(a, b) * this.count + Math.max(a, b);
    }
    return keys.sort();
  }
}

/** One coordinate between two walls; its velocity is turned inwards if it was beyond one. */
function keepInside(places: Float64Array, velocities: Float64Array, at: number, least: number, most: number): void {
  if (places[at] < least) {
    places[at] = least;
    velocities[at] = Math.abs(velocities[at]);
  } else if (places[at] > most) {
    places[at] = most;
    velocities[at] = -Math.abs(velocities[at]);
  }
}

function numbersOf(handles: Float64Array): Numbers {
  return new Map(Array.from(handles, (handle, number) => [handle, number]));
}

/** 0, 1, 2 … in random order (Fisher and Yates). */
function shuffled(count: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/**
 * Random numbers from 0 up to 1, the same each time, which `Math.random` cannot promise: xorshift32
 * (Marsaglia 2003).
 */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
