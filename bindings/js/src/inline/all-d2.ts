// What the single file of 2D has: `clearance/d2` and its adapters, which share their classes only within one
// file.

export * from "../only-d2.js";
export * as draw from "../draw.js";
export * as phaser from "../phaser.js";
export * as pixi from "../pixi.js";
