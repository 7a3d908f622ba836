// What the single file of both dimensions has: all of `clearance`, and the adapters of the plane. In one file
// they share their classes; the adapter of three.js is in that of 3D (all-three.ts), since its types need
// those of three.js.

export * from "../index.js";
export * as draw from "../draw.js";
export * as phaser from "../phaser.js";
export * as pixi from "../pixi.js";
