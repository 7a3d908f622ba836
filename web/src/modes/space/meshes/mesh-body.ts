// A mesh that can be grabbed: its surface, its lit triangles, and the one under the pointer.

import { d3 } from "clearance/d3";
import * as THREE from "three";
import { Body, type Stand } from "../hall/body";
import type { MeshData } from "./mesh-source";

/** How faintly lit triangles shine through what hides them. */
const SHINE_THROUGH = 0.22;
const EDGES_OPACITY = 0.16;
const PALENESS = 0.45;

export class MeshBody extends Body {
  private readonly positions: THREE.BufferAttribute;
  private readonly surface: THREE.Mesh<THREE.BufferGeometry, THREE.MeshStandardMaterial>;
  private readonly wires: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly lit: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>[];
  private readonly marked: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;

  constructor(readonly mesh: MeshData, stand: Stand) {
    super(d3.Shape.mesh(mesh.vertices, mesh.triangles), stand);
    this.positions = new THREE.BufferAttribute(Float32Array.from(mesh.vertices), 3);
    const whole = this.geometry(mesh.triangles);
    this.surface = new THREE.Mesh(whole, new THREE.MeshStandardMaterial({
      flatShading: true, roughness: 0.7, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: 2, polygonOffsetUnits: 2,
    }));
    this.wires = new THREE.Mesh(whole, new THREE.MeshBasicMaterial({ wireframe: true, transparent: true, opacity: EDGES_OPACITY }));
    const light = { side: THREE.DoubleSide, transparent: true } as const;
    const nothing = new Uint32Array();
    this.lit = [
      new THREE.Mesh(this.geometry(nothing), new THREE.MeshBasicMaterial({ ...light })),
      new THREE.Mesh(this.geometry(nothing), new THREE.MeshBasicMaterial({ ...light, opacity: SHINE_THROUGH, depthTest: false })),
    ];
    this.marked = new THREE.Mesh(this.geometry(nothing), new THREE.MeshBasicMaterial({ ...light, polygonOffset: true, polygonOffsetFactor: -2 }));
    this.object.add(this.surface, this.wires, ...this.lit, this.marked);
  }

  get count(): number { return this.mesh.triangles.length / 3; }

  /** `pale`: the colour that is mixed into the surface's own, so that lit triangles stand out. */
  colour(surface: string, pale: string, lit: string, mark: string): void {
    this.surface.material.color.set(surface).lerp(new THREE.Color(pale), PALENESS);
    this.wires.material.color.set(mark);
    for (const mesh of this.lit) mesh.material.color.set(lit);
    this.marked.material.color.set(mark);
  }
  showEdges(on: boolean): void {
    this.wires.visible = on;
  }
  light(triangles: ArrayLike<number>): void {
    const corners = this.cornersOf(triangles);
    for (const mesh of this.lit) this.renew(mesh, corners);
  }
  mark(triangle: number | undefined): void {
    this.renew(this.marked, this.cornersOf(triangle === undefined ? [] : [triangle]));
  }

  /** The triangle nearest to a point of the world: the one that a ray hit there. */
  triangleAt(point: THREE.Vector3): number {
    const local = this.object.worldToLocal(point.clone());
    const [triangle, closest] = [new THREE.Triangle(), new THREE.Vector3()];
    let best = { index: -1, distance: Infinity };
    for (let index = 0; index < this.count; index++) {
      const [i, j, k] = this.mesh.triangles.subarray(3 * index, 3 * index + 3);
      triangle.setFromAttributeAndIndices(this.positions, i, j, k);
      const distance = triangle.closestPointToPoint(local, closest).distanceToSquared(local);
      if (distance < best.distance) best = { index, distance };
    }
    return best.index;
  }

  private cornersOf(triangles: ArrayLike<number>): Uint32Array {
    const corners = new Uint32Array(3 * triangles.length);
    for (let i = 0; i < triangles.length; i++) corners.set(this.mesh.triangles.subarray(3 * triangles[i], 3 * triangles[i] + 3), 3 * i);
    return corners;
  }
  private geometry(corners: Uint32Array): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry().setAttribute("position", this.positions);
    return geometry.setIndex(new THREE.BufferAttribute(corners, 1));
  }
  private renew(mesh: THREE.Mesh, corners: Uint32Array): void {
    mesh.geometry.dispose();
    mesh.geometry = this.geometry(corners);
    mesh.visible = corners.length > 0;
    mesh.frustumCulled = false;
  }
}
