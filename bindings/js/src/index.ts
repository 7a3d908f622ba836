// clearance: which shapes touch, overlap or contain each other, how deep, and in which direction.

export * as d2 from "./d2.js";
export * as d3 from "./d3.js";
export { ClearanceError, type ErrorKind } from "./errors.js";
export { type CommonArea, Mask, type MaskOutline } from "./mask.js";
export type { Quaternion, Vec2, Vec3 } from "./numbers.js";
export { type Relation, RELATIONS } from "./pairs.js";
export { type Handle, INDEX_KINDS, type IndexKind } from "./scene.js";
export type { Release } from "./sweeps.js";
export { simd } from "./wasm.js";
