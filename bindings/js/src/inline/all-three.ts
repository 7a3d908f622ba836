// What the single file of 3D has: `clearance/d3` and the adapter of three.js, which share their classes only
// within one file.

export * from "../only-d3.js";
export * as three from "../three.js";
