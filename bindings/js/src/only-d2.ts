// The plane alone: `import { d2 } from "clearance/d2"` fetches the module of the plane, and not that of space.

export * as d2 from "./d2.js";
export { ClearanceError, type ErrorKind } from "./errors.js";
export { type CommonArea, Mask, type MaskOutline } from "./mask.js";
export type { Vec2 } from "./numbers.js";
export { type Relation, RELATIONS } from "./pairs.js";
export { type Handle, INDEX_KINDS, type IndexKind } from "./scene.js";
export type { Release } from "./sweeps.js";
export { simd } from "./wasm.js";
