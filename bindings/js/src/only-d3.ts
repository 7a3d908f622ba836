// 3D only: `import { d3 } from "clearance/d3"` fetches the module of 3D, and not that of 2D.

export * as d3 from "./d3.js";
export { ClearanceError, type ErrorKind } from "./base/errors.js";
export type { Quaternion, Vec3 } from "./base/numbers.js";
export { type Relation, RELATIONS } from "./ask/pairs.js";
export { type Handle, INDEX_KINDS, type IndexKind } from "./scene/scene.js";
export type { Release } from "./ask/sweeps.js";
export { simd } from "./base/wasm.js";
