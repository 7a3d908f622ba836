// Drawing that three.js does not have: lines wider than a pixel, letters, arrows.

import * as THREE from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import { forget } from "./view";

/**
 * The height of a label on the screen; its letters take 0.6 of it. It is painted twice as large, for
 * high-resolution screens.
 */
const LABEL_PIXELS = 26;
const PAINTED = 2 * LABEL_PIXELS;

/** Line segments with a width in pixels, whose ends and colour can be changed. */
export class Strokes {
  readonly object: LineSegments2;
  private readonly material: LineMaterial;

  constructor(width: number, options: { dashed?: boolean; onTop?: boolean } = {}) {
    this.material = new LineMaterial({ linewidth: width, dashed: options.dashed ?? false, dashSize: 0.07, gapSize: 0.05 });
    if (options.onTop) {
      this.material.depthTest = false;
      this.material.transparent = true; // drawn after everything opaque
    }
    this.object = new LineSegments2(new LineSegmentsGeometry(), this.material);
    this.object.visible = false;
    this.object.frustumCulled = false;
    if (options.onTop) this.object.renderOrder = 2;
  }
  /** Ends, two for each segment. */
  set(ends: readonly THREE.Vector3[], colour: string): void {
    this.object.visible = ends.length > 0;
    if (ends.length === 0) return;
    this.object.geometry.dispose();
    this.object.geometry = new LineSegmentsGeometry().setPositions(ends.flatMap((end) => end.toArray()));
    if (this.material.dashed) this.object.computeLineDistances();
    this.material.color.set(colour);
  }
  get width(): number { return this.material.linewidth; }
  set width(pixels: number) { this.material.linewidth = pixels; }
}

/**
 * Text that faces the user, with the same size at any distance, and a halo that keeps it legible on lines.
 */
export class Label {
  readonly object = new THREE.Sprite(new THREE.SpriteMaterial({ depthTest: false, depthWrite: false, sizeAttenuation: false }));
  private painted = "";
  private widthToHeight = 1;

  constructor() {
    this.object.renderOrder = 3;
    this.object.frustumCulled = false; // three.js would cull it by a size that is not the one on the screen
    this.object.onBeforeRender = (renderer, _scene, camera) => this.fit(renderer.domElement.clientHeight, camera as THREE.PerspectiveCamera);
  }
  /** Paints only what has changed. */
  set(words: string, colour: string, halo: string): void {
    const key = [words, colour, halo].join();
    if (key === this.painted) return;
    this.painted = key;
    this.object.material.map?.dispose();
    const canvas = paintWords(words, colour, halo);
    const map = new THREE.CanvasTexture(canvas);
    map.colorSpace = THREE.SRGBColorSpace;
    map.generateMipmaps = false;
    map.minFilter = THREE.LinearFilter;
    this.object.material.map = map;
    this.object.material.needsUpdate = true;
    this.widthToHeight = canvas.width / canvas.height;
  }
  private fit(height: number, camera: THREE.PerspectiveCamera): void {
    const size = (2 * Math.tan(THREE.MathUtils.degToRad(camera.fov) / 2) * LABEL_PIXELS) / height;
    this.object.scale.set(size * this.widthToHeight, size, 1);
    this.object.updateMatrixWorld();
  }
}

function paintWords(words: string, colour: string, halo: string): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  const font = `650 ${PAINTED * 0.6}px system-ui, sans-serif`;
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(words).width + PAINTED * 0.4);
  canvas.height = PAINTED;
  pen.font = font; // a resized canvas has lost its state
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = PAINTED * 0.14;
  pen.strokeStyle = halo;
  pen.strokeText(words, canvas.width / 2, PAINTED / 2);
  pen.fillStyle = colour;
  pen.fillText(words, canvas.width / 2, PAINTED / 2);
  return canvas;
}

/** An arrow from a point along a unit direction. */
export class Arrow {
  readonly object = new THREE.Group();
  private readonly head: THREE.Mesh<THREE.ConeGeometry, THREE.MeshBasicMaterial>;
  private readonly shaft = new Strokes(3);

  constructor(private readonly length: number) {
    const headLength = length * 0.3;
    this.head = new THREE.Mesh(new THREE.ConeGeometry(headLength * 0.38, headLength, 20), new THREE.MeshBasicMaterial());
    this.object.add(this.head, this.shaft.object);
    this.object.visible = false;
  }
  set(from: THREE.Vector3, direction: THREE.Vector3, colour: string): void {
    const tip = from.clone().addScaledVector(direction, this.length);
    this.shaft.set([from, tip], colour);
    this.head.material.color.set(colour);
    this.head.position.copy(tip);
    this.head.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), direction);
    this.object.visible = true;
  }
  hide(): void { this.object.visible = false; }
  unmount(): void { forget(this.object); }
}
