// 2D only: `import { d2 } from "clearance/d2"` fetches the module of 2D, and not that of 3D.

export * as d2 from "./d2.js";
export { ClearanceError, type ErrorKind } from "./errors.js";
export { type CommonArea, Mask, type MaskOutline } from "./mask.js";
export type { Vec2 } from "./numbers.js";
export { type Relation, RELATIONS } from "./pairs.js";
export { type Handle, INDEX_KINDS, type IndexKind } from "./scene.js";
export type { Release } from "./sweeps.js";
export { simd } from "./wasm.js";
