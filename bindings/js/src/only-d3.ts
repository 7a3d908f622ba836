// 3D only: `import { d3 } from "clearance/d3"` fetches the module of 3D, and not that of 2D.

export * as d3 from "./d3.js";
export { ClearanceError, type ErrorKind } from "./errors.js";
export type { Quaternion, Vec3 } from "./numbers.js";
export { type Relation, RELATIONS } from "./pairs.js";
export { type Handle, INDEX_KINDS, type IndexKind } from "./scene.js";
export type { Release } from "./sweeps.js";
export { simd } from "./wasm.js";
