// The options of a scene, of its objects and of its queries, and the names of objects.

import type { Dimension, Dimensional, RawScene } from "../base/dimension.js";
import { finite, flag, options, text, whole } from "../base/numbers.js";
import type { ViewOptions } from "../ask/points.js";

/** How the scene finds pairs of boxes; `auto` looks at the scene and chooses. */
export type IndexKind =
  | "auto"
  | "brute"
  | "tree"
  | "grid"
  | "hash-grid"
  | "sweep-and-prune"
  | "orthtree"
  | "kd-tree"
  | "r-tree";
/** All of them. */
export const INDEX_KINDS: readonly IndexKind[] = [
  "auto",
  "brute",
  "tree",
  "grid",
  "hash-grid",
  "sweep-and-prune",
  "orthtree",
  "kd-tree",
  "r-tree",
];

export interface SceneOptions {
  /** `auto` by default. */
  index?: IndexKind;
  /**
   * How much is computed for each pair: nothing at all (for a scene that is only queried), that the boxes
   * meet, the relation (the default), the relation and, when `touches` is called, the clearance, or contact
   * points.
   */
  detail?: "nothing" | "boxes" | "relation" | "clearance" | "manifold";
  /** Pairs this far apart are contacts; 0 by default. */
  margin?: number;
  /** More pairs than this make `update` fail, instead of filling the memory; 2^24 by default. */
  maxPairs?: number;
  /**
   * Whether objects that lie side by side form one ground, with detail `manifold`: a body that slides over
   * the seam between them is not stopped there. It costs more; on by default.
   */
  joinedSeams?: boolean;
}
export interface ObjectOptions {
  /** A sensor reports that it meets something and is never pushed: its pairs are `sensorPairs`. */
  sensor?: boolean;
  /** The layers it is on, as 32 bits; 1 by default. */
  layers?: number;
  /** The layers it is tested against; all by default. */
  mask?: number;
  /**
   * Objects of one group are always tested against each other if the group is positive, never if it is
   * negative.
   */
  group?: number;
}
/** The options of a query. */
export interface QueryOptions {
  /** Only objects on one of these layers count; all by default. */
  layers?: number;
}
/** The name of an object. It is never given to another object. */
export type Handle = number;

const SCENE_OPTIONS = ["index", "detail", "margin", "maxPairs", "joinedSeams"];
const ALL_LAYERS = 2 ** 32 - 1;
const MOST_PAIRS = 2 ** 24;

/** @internal An empty scene of the module. */
export function emptyScene<D extends Dimensional>({ raw }: Dimension<D>, given: SceneOptions | undefined): RawScene {
  const { index, detail, margin, maxPairs, joinedSeams } = options(given, SCENE_OPTIONS, "options");
  return new raw.Scene(
    index === undefined ? "auto" : text(index, "options.index"),
    detail === undefined ? "relation" : text(detail, "options.detail"),
    margin === undefined ? 0 : finite(margin, "options.margin"),
    maxPairs === undefined ? MOST_PAIRS : whole(maxPairs, "options.maxPairs", 0, 2 ** 31),
    joinedSeams === undefined ? undefined : flag(joinedSeams, "options.joinedSeams"),
  ) as RawScene;
}

/** 32 bits, given as a whole number of either sign. */
function bits(value: unknown, field: string): number {
  return whole(value, field, -(2 ** 31), ALL_LAYERS) >>> 0;
}

/** @internal The options of an object, as the module takes them. */
export function rawOptions<D extends Dimensional>({ raw }: Dimension<D>, given: ObjectOptions | undefined) {
  const { sensor, layers, mask, group } = options(given, ["sensor", "layers", "mask", "group"], "options");
  return new raw.ObjectOptions(
    sensor === undefined ? false : flag(sensor, "options.sensor"),
    layers === undefined ? 1 : bits(layers, "options.layers"),
    mask === undefined ? ALL_LAYERS : bits(mask, "options.mask"),
    group === undefined ? 0 : whole(group, "options.group", -(2 ** 31), 2 ** 31 - 1),
  );
}

/** @internal The layers that a query looks at. */
export function layersOf(given: QueryOptions | undefined): number {
  if (given === undefined) return ALL_LAYERS;
  const { layers } = options(given, ["layers"], "options");
  return layers === undefined ? ALL_LAYERS : bits(layers, "options.layers");
}

/** @internal The layers, and whether lists are views. */
export function layersAndView(given: (QueryOptions & ViewOptions) | undefined): [number, boolean] {
  if (given === undefined) return [ALL_LAYERS, false];
  const { layers, view } = options(given, ["layers", "view"], "options");
  return [layers === undefined ? ALL_LAYERS : bits(layers, "options.layers"), view === undefined ? false : flag(view, "options.view")];
}
