// The terrain drawn by three.js: the package's own triangles, flat-shaded so that each is visible.

import * as THREE from "three";
import type { d3 } from "clearance/d3";
import type { Theme } from "../../shell/theme";
import type { Material, Solid, Terrain } from "./terrain";
import { CHARACTER, slopeColour, type Slope } from "./world";

type Point = readonly [number, number, number];
type Surface = ReturnType<d3.Shape["triangles"]>;
interface Touch { point: Point; normal: Point }
interface Plane extends Touch { slope: Slope }

const FIELD_OF_VIEW = 55;
const MOST_PIXEL_RATIO = 2;
const NORMAL_LENGTH = 0.9;
const PLANE_RADIUS = 0.6;
/** A plane is drawn at this distance from the surface that it touches. */
const PLANE_LIFT = 0.02;
const UP = new THREE.Vector3(0, 1, 0);
const AHEAD = new THREE.Vector3(0, 0, 1);

export class View {
  #renderer: THREE.WebGLRenderer;
  #scene = new THREE.Scene();
  #camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.1, 200);
  #materials: Record<Material | Slope | "character" | "face" | "contact" | "edge", THREE.Material & { color: THREE.Color }>;
  #meshes = new Map<d3.Handle, THREE.Mesh>();
  #character = new THREE.Group();
  #arrows: THREE.Group[] = [];
  #discs: THREE.Mesh[] = [];
  #observer: ResizeObserver;

  constructor(readonly place: HTMLElement, terrain: Terrain, looked: (dx: number, dy: number) => void) {
    this.#renderer = new THREE.WebGLRenderer({ antialias: true });
    this.#renderer.setPixelRatio(Math.min(MOST_PIXEL_RATIO, window.devicePixelRatio || 1));
    this.#materials = makeMaterials();
    for (const solid of [...terrain.solids, ...terrain.platforms]) this.#addSolid(solid);
    this.#addCharacter();
    this.#addLights();
    const canvas = this.#renderer.domElement;
    canvas.tabIndex = 0;
    place.append(canvas);
    dragLook(canvas, looked);
    this.#observer = new ResizeObserver(() => this.#fit());
    this.#observer.observe(place);
    this.#fit();
  }

  get canvas(): HTMLCanvasElement {
    return this.#renderer.domElement;
  }

  paint(theme: Theme): void {
    this.#scene.background = new THREE.Color(theme.paper);
    this.#scene.fog = new THREE.Fog(theme.paper, 25, 60);
    const colours = {
      ground: theme.dark ? "#4d6650" : "#9db88f", stone: theme.dark ? "#79808f" : "#c9c4b8",
      platform: theme.second, character: theme.first, face: theme.paper, contact: theme.contact, edge: theme.muted,
      walkable: slopeColour("walkable", theme), ledge: slopeColour("ledge", theme), steep: slopeColour("steep", theme),
    };
    for (const [name, colour] of Object.entries(colours)) this.#materials[name as keyof typeof colours].color.set(colour);
  }

  move(handle: d3.Handle, to: Point): void {
    this.#meshes.get(handle)?.position.set(...to);
  }

  placeCharacter(feet: Point, facing: number): void {
    this.#character.position.set(...feet);
    this.#character.rotation.y = facing;
  }

  /** The contact points with their normals, and the planes that the step moved along. */
  showContacts(touches: readonly Touch[], planes: readonly Plane[]): void {
    showEach(this.#arrows, touches, () => this.#makeArrow(), (arrow, { point, normal }) => {
      arrow.position.set(...point);
      arrow.quaternion.setFromUnitVectors(UP, new THREE.Vector3(...normal));
    });
    showEach(this.#discs, planes, () => this.#makeDisc(), (disc, { point, normal, slope }) => {
      const out = new THREE.Vector3(...normal);
      disc.material = this.#materials[slope];
      disc.position.set(...point).addScaledVector(out, PLANE_LIFT);
      disc.quaternion.setFromUnitVectors(AHEAD, out);
    });
  }

  draw(target: Point, from: Point): void {
    this.#camera.position.set(...from);
    this.#camera.lookAt(...target);
    this.#renderer.render(this.#scene, this.#camera);
  }

  unmount(): void {
    this.#observer.disconnect();
    this.#scene.traverse((object) => { if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments) object.geometry.dispose(); });
    for (const material of Object.values(this.#materials)) material.dispose();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
    this.#renderer.domElement.remove();
  }

  #fit(): void {
    const [width, height] = [this.place.clientWidth || 1, this.place.clientHeight || 1];
    this.#renderer.setSize(width, height, false);
    this.#camera.aspect = width / height;
    this.#camera.updateProjectionMatrix();
  }

  #addSolid({ shape, handle, material, position, rotation }: Solid): void {
    const surface = shape.triangles();
    const mesh = new THREE.Mesh(geometryOf(surface), this.#materials[material]);
    if (material !== "ground") mesh.add(new THREE.LineSegments(edgesOf(surface), this.#materials.edge));
    mesh.position.set(...position);
    mesh.quaternion.set(...rotation);
    this.#scene.add(mesh);
    this.#meshes.set(handle, mesh);
  }

  #addCharacter(): void {
    const { radius, height } = CHARACTER;
    const body = new THREE.Mesh(new THREE.CapsuleGeometry(radius, height - 2 * radius, 8, 20), this.#materials.character);
    body.position.y = height / 2;
    this.#character.add(body);
    for (const side of [-1, 1]) {
      const eye = new THREE.Mesh(new THREE.SphereGeometry(radius * 0.17, 10, 8), this.#materials.face);
      eye.position.set(side * radius * 0.4, height - radius * 0.85, -radius * 0.88);
      this.#character.add(eye);
    }
    this.#scene.add(this.#character);
  }

  #addLights(): void {
    const sun = new THREE.DirectionalLight("#ffffff", 2.2);
    sun.position.set(6, 14, 9);
    this.#scene.add(sun, new THREE.HemisphereLight("#ffffff", "#8a8f99", 1.4));
  }

  #makeArrow(): THREE.Group {
    const arrow = new THREE.Group();
    const part = (geometry: THREE.BufferGeometry, y: number) => {
      const mesh = new THREE.Mesh(geometry, this.#materials.contact);
      mesh.position.y = y;
      arrow.add(mesh);
    };
    part(new THREE.SphereGeometry(0.07, 12, 8), 0);
    part(new THREE.CylinderGeometry(0.025, 0.025, NORMAL_LENGTH, 8), NORMAL_LENGTH / 2);
    part(new THREE.ConeGeometry(0.08, 0.22, 12), NORMAL_LENGTH);
    this.#scene.add(arrow);
    return arrow;
  }

  #makeDisc(): THREE.Mesh {
    const disc = new THREE.Mesh(new THREE.CircleGeometry(PLANE_RADIUS, 32), this.#materials.walkable);
    this.#scene.add(disc);
    return disc;
  }
}

/** Shows as many objects of a pool as there are items; the rest of the pool is hidden. */
function showEach<O extends THREE.Object3D, T>(pool: O[], items: readonly T[], make: () => O, place: (object: O, item: T) => void): void {
  while (pool.length < items.length) pool.push(make());
  pool.forEach((object, i) => {
    object.visible = i < items.length;
    if (object.visible) place(object, items[i]);
  });
}

function makeMaterials() {
  // Moved back a little, so that edges are in front of their faces.
  const lit = () => new THREE.MeshLambertMaterial({ flatShading: true, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
  const smooth = () => new THREE.MeshLambertMaterial();
  // Contacts are visible through objects that hide them.
  const contact = new THREE.MeshBasicMaterial({ depthTest: false, transparent: true });
  const plane = () => new THREE.MeshBasicMaterial({ side: THREE.DoubleSide, transparent: true, opacity: 0.5, depthWrite: false });
  return {
    ground: lit(), stone: lit(), platform: lit(), character: smooth(), face: new THREE.MeshBasicMaterial(), contact,
    edge: new THREE.LineBasicMaterial(), walkable: plane(), ledge: plane(), steep: plane(),
  };
}

function geometryOf({ vertices, triangles }: Surface): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(Float32Array.from(vertices), 3));
  geometry.setIndex(new THREE.Uint32BufferAttribute(triangles, 1));
  geometry.computeVertexNormals();
  return geometry;
}

function edgesOf({ vertices, edges }: Surface): THREE.BufferGeometry {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(Float32Array.from(vertices), 3));
  geometry.setIndex(new THREE.Uint32BufferAttribute(edges, 1));
  return geometry;
}

/** Dragging turns the camera. */
function dragLook(canvas: HTMLCanvasElement, looked: (dx: number, dy: number) => void): void {
  canvas.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (canvas.hasPointerCapture(event.pointerId)) looked(event.movementX, event.movementY);
  });
}
