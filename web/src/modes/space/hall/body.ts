// Two bodies that can be grabbed: each is a shape of the package and what three.js draws for it, moved
// together. A scene of the package finds the one under the pointer.

import { d3 } from "clearance/d3";
import * as THREE from "three";
import type { Quaternion, Vector } from "../../../explain/vectors";
import { forget, type Ray } from "./view";

export type Name = "a" | "b";
export const NAMES: readonly Name[] = ["a", "b"];

export interface Stand { position: Vector; rotation: Quaternion }

export class Body {
  readonly object = new THREE.Group();
  constructor(readonly shape: d3.Shape, stand: Stand) { this.stand = stand; }

  get stand(): Stand {
    const { position, quaternion } = this.object;
    return { position: position.toArray(), rotation: quaternion.toArray() };
  }
  set stand({ position, rotation }: Stand) {
    this.object.position.set(...position);
    this.object.quaternion.set(...rotation).normalize();
    this.object.updateMatrixWorld();
  }
  get placed(): d3.Placed {
    const { position, rotation } = this.stand;
    return this.shape.at({ position, rotation });
  }
  unmount(): void {
    forget(this.object);
    this.shape.free();
  }
}

/**
 * The hit of a ray: which body, where, and how long the question took. A ray that begins inside meets no
 * surface and has no normal.
 */
export interface Picked { name: Name; handle: number; point: THREE.Vector3; normal?: THREE.Vector3; microseconds: number }

/** Both bodies, and the scene that finds the one under the pointer. */
export class Pair {
  private readonly scene = new d3.Scene();
  private handles: Record<Name, number>;

  constructor(readonly bodies: Record<Name, Body>) {
    this.handles = { a: this.scene.add(bodies.a.placed), b: this.scene.add(bodies.b.placed) };
  }
  /** Replaces a body. */
  replace(name: Name, body: Body): void {
    this.scene.remove(this.handles[name]);
    this.bodies[name].unmount();
    this.bodies[name] = body;
    this.handles[name] = this.scene.add(body.placed);
  }
  pick({ origin, direction }: Ray): Picked | undefined {
    for (const name of NAMES) this.scene.setPose(this.handles[name], this.bodies[name].stand);
    this.scene.update();
    const start = performance.now();
    const met = this.scene.castRay(origin.toArray(), direction.toArray());
    const microseconds = (performance.now() - start) * 1000;
    if (!met) return undefined;
    const name = met.handle === this.handles.a ? "a" : "b";
    const { point, normal } = met.hit;
    return {
      name, handle: met.handle, microseconds,
      point: new THREE.Vector3(...point), normal: normal ? new THREE.Vector3(...normal) : undefined,
    };
  }
  unmount(): void {
    for (const name of NAMES) this.bodies[name].unmount();
    this.scene.free();
  }
}
