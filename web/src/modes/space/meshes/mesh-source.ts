// The meshes: two made here, or a file of the user. Each gets shared vertices, and is centred and scaled to
// one size.

import * as THREE from "three";
import type { Text } from "../../../shell/mode";

export interface MeshData { name: string; vertices: Float64Array; triangles: Uint32Array }

/** Half the longest side of the box of a loaded mesh. */
const HALF_SIZE = 1.3;
/** The most triangles: more would take too long. */
export const MOST_TRIANGLES = 400_000;

/** A file that cannot be shown, and why. */
export class Unreadable extends Error {
  constructor(readonly text: Text) { super(text.en); }
}

export function torusKnot(): MeshData {
  return { name: "torus knot", ...indexed([new THREE.TorusKnotGeometry(0.95, 0.27, 256, 16)]) };
}
export function torus(): MeshData {
  return { name: "torus", ...indexed([new THREE.TorusGeometry(1.1, 0.34, 24, 96)]) };
}

/** Reads a file by its extension: .stl, .obj, .glb. The loaders are fetched with the first file. */
export async function readMesh(file: File): Promise<MeshData> {
  const ending = file.name.toLowerCase().split(".").pop();
  const read = { stl: readStl, obj: readObj, glb: readGlb }[ending ?? ""];
  if (!read) throw new Unreadable({ en: "Only .stl, .obj and .glb files can be read.", zh: "仅支持 .stl、.obj 与 .glb 文件。" });
  const geometries = await read(file);
  const mesh = indexed(geometries.map(fitted(geometries)));
  geometries.forEach((geometry) => geometry.dispose());
  if (mesh.triangles.length === 0) throw new Unreadable({ en: `${file.name} holds no triangles.`, zh: `${file.name} 中没有三角形。` });
  if (mesh.triangles.length / 3 > MOST_TRIANGLES) {
    throw new Unreadable({ en: `${file.name} has more than ${MOST_TRIANGLES} triangles.`, zh: `${file.name} 的三角形超过 ${MOST_TRIANGLES} 个。` });
  }
  return { name: file.name, ...mesh };
}

async function readStl(file: File): Promise<THREE.BufferGeometry[]> {
  const { STLLoader } = await import("three/addons/loaders/STLLoader.js");
  return [new STLLoader().parse(await file.arrayBuffer())];
}
async function readObj(file: File): Promise<THREE.BufferGeometry[]> {
  const { OBJLoader } = await import("three/addons/loaders/OBJLoader.js");
  return geometriesOf(new OBJLoader().parse(await file.text()));
}
async function readGlb(file: File): Promise<THREE.BufferGeometry[]> {
  const { GLTFLoader } = await import("three/addons/loaders/GLTFLoader.js");
  return geometriesOf((await new GLTFLoader().parseAsync(await file.arrayBuffer(), "")).scene);
}

/** All meshes of a model, at their poses in it. */
function geometriesOf(model: THREE.Object3D): THREE.BufferGeometry[] {
  const found: THREE.BufferGeometry[] = [];
  model.updateMatrixWorld(true);
  model.traverse((part) => {
    if (part instanceof THREE.Mesh) found.push((part.geometry as THREE.BufferGeometry).clone().applyMatrix4(part.matrixWorld));
  });
  return found;
}

/** Moves and scales all parts of a model together, so that it has the usual size around the origin. */
function fitted(parts: readonly THREE.BufferGeometry[]): (part: THREE.BufferGeometry) => THREE.BufferGeometry {
  const box = new THREE.Box3();
  for (const part of parts) {
    part.computeBoundingBox();
    if (part.boundingBox) box.union(part.boundingBox);
  }
  const size = box.getSize(new THREE.Vector3());
  const longest = Math.max(size.x, size.y, size.z);
  if (!(longest > 0 && Number.isFinite(longest))) {
    throw new Unreadable({ en: "The mesh has no extent, or coordinates that are no numbers.", zh: "网格没有大小，或坐标不是有效数字。" });
  }
  const centre = box.getCenter(new THREE.Vector3());
  const scale = (2 * HALF_SIZE) / longest;
  return (part) => part.translate(-centre.x, -centre.y, -centre.z).scale(scale, scale, scale);
}

/** One list of triangles; vertices at the same position are merged, so that neighbours share them. */
function indexed(parts: readonly THREE.BufferGeometry[]): { vertices: Float64Array; triangles: Uint32Array } {
  const vertices: number[] = [];
  const triangles: number[] = [];
  const known = new Map<string, number>();
  for (const part of parts) {
    const at = part.getAttribute("position");
    const corners = part.index?.count ?? at?.count ?? 0;
    const vertex = (corner: number) => {
      const i = part.index ? part.index.getX(corner) : corner;
      // Adding 0 turns −0 into 0.
      const place = [at.getX(i) + 0, at.getY(i) + 0, at.getZ(i) + 0];
      const key = place.join();
      const seen = known.get(key);
      if (seen !== undefined) return seen;
      known.set(key, known.size);
      vertices.push(...place);
      return known.size - 1;
    };
    for (let corner = 0; corner + 2 < corners; corner += 3) {
      const [a, b, c] = [vertex(corner), vertex(corner + 1), vertex(corner + 2)];
      if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
    }
  }
  return { vertices: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}
