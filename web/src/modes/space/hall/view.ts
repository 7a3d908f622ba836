// The 3D view: three.js draws it on demand, and its orbit controls move the camera.

import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { Theme } from "../../../shell/theme";

export interface Ray { origin: THREE.Vector3; direction: THREE.Vector3 }

const FIELD_OF_VIEW = 38; // degrees, upright
const FLOOR_SIZE = 12;
/** The largest pixel ratio: more pixels cost more than they show. */
const MOST_PIXEL_RATIO = 2;
/** A ball of this radius around the target is visible, whatever the shape of the window. */
const SIGHT_RADIUS = 2.9;
const STEP_OF_KEYS = Math.PI / 36;

export class View {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.05, 200);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  readonly canvas: HTMLCanvasElement;
  /** Called before each frame, for what depends on the camera. */
  beforeFrame: () => void = () => {};
  /** Called after the user has moved the camera. */
  moved: () => void = () => {};
  private floor?: THREE.GridHelper;
  private frame = 0;
  private placed = false;
  private readonly observer: ResizeObserver;

  /**
   * Throws an error without WebGL. `first` is registered on the canvas before the orbit controls, so that it
   * can take a press.
   */
  constructor(private readonly host: HTMLElement, first: (canvas: HTMLCanvasElement) => void) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true });
    this.canvas = this.renderer.domElement;
    this.canvas.tabIndex = 0;
    this.renderer.setPixelRatio(Math.min(MOST_PIXEL_RATIO, window.devicePixelRatio || 1));
    host.append(this.canvas);
    first(this.canvas);
    this.camera.position.set(0, 0, 5);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.canvas.style.touchAction = ""; // as the style sheet says: on a phone a finger on empty paper scrolls the page
    this.controls.addEventListener("change", () => { this.redraw(); this.moved(); });
    const sun = new THREE.DirectionalLight(0xffffff, 1.1);
    sun.position.set(-2, 5, 4);
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0xc9ccd4, 2.3), sun);
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(host);
    this.fit();
  }

  redraw(): void {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => { this.frame = 0; this.draw(); });
  }

  colour(theme: Theme): void {
    this.scene.background = new THREE.Color(theme.paper);
    if (this.floor) { this.scene.remove(this.floor); this.floor.dispose(); }
    this.floor = new THREE.GridHelper(FLOOR_SIZE, FLOOR_SIZE, theme.rule, theme.grid);
    this.floor.position.y = -1.6;
    this.scene.add(this.floor);
    this.redraw();
  }

  /** The position of the camera: azimuth, angle from the zenith, distance. */
  place(azimuth: number, zenith: number, distance?: number): void {
    this.placed ||= distance !== undefined;
    const far = distance ?? this.distanceInSight();
    this.camera.position.setFromSphericalCoords(far, zenith, azimuth).add(this.controls.target);
    this.controls.update();
    this.redraw();
  }
  whereabouts(): [azimuth: number, zenith: number, distance: number] {
    return [this.controls.getAzimuthalAngle(), this.controls.getPolarAngle(), this.controls.getDistance()];
  }
  /** Orbits around the target, for a key. */
  orbitByKey(right: number, up: number): void {
    const [azimuth, zenith, distance] = this.whereabouts();
    this.place(azimuth + right * STEP_OF_KEYS, Math.min(3.1, Math.max(0.04, zenith - up * STEP_OF_KEYS)), distance);
    this.moved();
  }
  zoomByKey(factor: number): void {
    const [azimuth, zenith, distance] = this.whereabouts();
    this.place(azimuth, zenith, distance * factor);
    this.moved();
  }

  /** The ray from the eye through a point of the canvas, in CSS pixels; the direction is a unit vector. */
  rayAt(x: number, y: number): Ray {
    const onScreen = new THREE.Vector3((x / this.canvas.clientWidth) * 2 - 1, 1 - (y / this.canvas.clientHeight) * 2, 0.5);
    const origin = this.camera.position.clone();
    return { origin, direction: onScreen.unproject(this.camera).sub(origin).normalize() };
  }
  /** The camera's axes: to the right, up, and towards the user. */
  axes(): { right: THREE.Vector3; up: THREE.Vector3; back: THREE.Vector3 } {
    const [right, up, back] = [new THREE.Vector3(), new THREE.Vector3(), new THREE.Vector3()];
    this.camera.matrixWorld.extractBasis(right, up, back);
    return { right, up, back };
  }

  unmount(): void {
    cancelAnimationFrame(this.frame);
    this.observer.disconnect();
    this.controls.dispose();
    forget(this.scene);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.canvas.remove();
  }

  private draw(): void {
    this.camera.updateMatrixWorld();
    this.beforeFrame();
    this.renderer.render(this.scene, this.camera);
  }
  private fit(): void {
    const [width, height] = [this.host.clientWidth || 1, this.host.clientHeight || 1];
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.setSize(width, height, false);
    if (!this.placed && this.controls) {
      const [azimuth, zenith] = this.whereabouts();
      this.place(azimuth, zenith);
    }
    this.draw(); // immediately, since a resized canvas is blank
  }
  private distanceInSight(): number {
    const upright = Math.tan(THREE.MathUtils.degToRad(FIELD_OF_VIEW) / 2);
    return SIGHT_RADIUS / Math.sin(Math.atan(upright * Math.min(1, this.camera.aspect)));
  }
}

/** Frees what three.js keeps on the graphics card for an object and everything in it. */
export function forget(object: THREE.Object3D): void {
  object.traverse((part) => {
    if (!(part instanceof THREE.Mesh || part instanceof THREE.LineSegments || part instanceof THREE.Sprite)) return;
    part.geometry.dispose();
    for (const material of [part.material].flat()) {
      (material as THREE.SpriteMaterial).map?.dispose();
      material.dispose();
    }
  });
  object.removeFromParent();
}
