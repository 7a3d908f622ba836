// clearance: which shapes touch, overlap or contain each other, how deep, and in which direction.

export * as d2 from "./d2.js";
export * as d3 from "./d3.js";
export { ClearanceError, type ErrorKind } from "./base/errors.js";
export { type CommonArea, Mask, type MaskOutline } from "./shape/mask.js";
export type { Quaternion, Vec2, Vec3 } from "./base/numbers.js";
export { type Relation, RELATIONS } from "./ask/pairs.js";
export { type Handle, INDEX_KINDS, type IndexKind } from "./scene/scene.js";
export type { Release } from "./ask/sweeps.js";
export { simd } from "./base/wasm.js";
