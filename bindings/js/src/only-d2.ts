// 2D only: `import { d2 } from "clearance/d2"` fetches the module of 2D, and not that of 3D.

export * as d2 from "./d2.js";
export { ClearanceError, type ErrorKind } from "./base/errors.js";
export { type CommonArea, Mask, type MaskOutline } from "./shape/mask.js";
export type { Vec2 } from "./base/numbers.js";
export { type Relation, RELATIONS } from "./ask/pairs.js";
export { type Handle, INDEX_KINDS, type IndexKind } from "./scene/scene.js";
export type { Release } from "./ask/sweeps.js";
export { simd } from "./base/wasm.js";
