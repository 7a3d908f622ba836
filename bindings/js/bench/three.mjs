// The adapter of three.js beside three-mesh-bvh, at 100,000 triangles: build, single rays and closest points,
// with objects of three.js in and out. The answers are compared before timing.

import * as THREE from "three";
import { CENTER, MeshBVH as Theirs, SAH } from "three-mesh-bvh";
import { d3, simd } from "clearance";
import { withThree } from "clearance/three";
import { random } from "../test/random.mjs";
import { circumstances, measure, table } from "./measure.mjs";

const QUERIES = 1_000;
const ERROR = 1e-4;
const { Matrix4, Ray, Sphere, Vector3 } = THREE;
const { MeshBVH } = withThree(THREE);
const dice = random(12);
const some = (reach) => new Vector3(dice.between(-reach, reach), dice.between(-reach, reach), dice.between(-reach, reach));

/** Closed, with each vertex once. */
async function closed(geometry) {
  const { weld } = await d3.loadMeshes();
  const { vertices, triangles } = weld({ vertices: geometry.attributes.position.array, triangles: geometry.index.array }, 1e-5);
  return new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(Float32Array.from(vertices), 3)).setIndex(new THREE.BufferAttribute(Uint32Array.from(triangles), 1));
}

function row(label, count, ours, theirs) {
  const [a, b] = [ours(), theirs()];
  const differ = a.filter((x, i) => !(Math.abs(x - b[i]) <= ERROR)).length;
  const [own, peer] = measure([{ name: "clearance", run: ours }, { name: "three-mesh-bvh", run: theirs }]);
  const micros = (ms) => ((ms * 1000) / count).toFixed(2);
  return [label, micros(own), micros(peer), (peer / own).toFixed(2), differ];
}

function* rows(label, geometry) {
  const ours = new MeshBVH(geometry);
  const theirs = new Theirs(geometry.clone(), { strategy: SAH });
  const build = (strategy) => row(
    `build (${strategy === SAH ? "SAH" : "CENTER"})/${label}`, 1,
    () => [new MeshBVH(geometry)].map((made) => (made.dispose(), 0)),
    () => [new Theirs(geometry.clone(), { strategy })].map(() => 0),
  );
  yield build(CENTER);
  yield build(SAH);
  const points = Array.from({ length: QUERIES }, () => some(2));
  const far = Array.from({ length: QUERIES }, () => some(1).setLength(4));
  const rays = far.map((from) => new Ray(from, some(1).sub(from).normalize()));
  const within = Array.from({ length: QUERIES }, () => new Ray(new Vector3(1, 0, 0).applyAxisAngle(new Vector3(0, 0, 1), dice.between(0, 6)), some(1).normalize()));
  const first = (bvh, list, side) => () => list.map((ray) => bvh.raycastFirst(ray, side)?.distance ?? -1);
  yield row(`raycastFirst/${label}`, QUERIES, first(ours, rays, THREE.FrontSide), first(theirs, rays, THREE.FrontSide));
  yield row(`raycastFirst from within/${label}`, QUERIES, first(ours, within, THREE.DoubleSide), first(theirs, within, THREE.DoubleSide));
  const all = (bvh) => () => rays.map((ray) => bvh.raycast(ray, THREE.DoubleSide).length);
  yield row(`raycast, all hits/${label}`, QUERIES, all(ours), all(theirs));
  const closest = (bvh) => () => points.map((point) => bvh.closestPointToPoint(point, {}).distance);
  yield row(`closestPointToPoint/${label}`, QUERIES, closest(ours), closest(theirs));
  const ball = (bvh) => () => points.map((point) => Number(bvh.intersectsSphere(new Sphere(point, 0.05))));
  yield row(`intersectsSphere/${label}`, QUERIES, ball(ours), ball(theirs));
  const [box, at] = [new THREE.Box3(new Vector3(-0.05, -0.05, -0.05), new Vector3(0.05, 0.05, 0.05)), points.map((point) => new Matrix4().setPosition(point))];
  const boxes = (bvh) => () => at.map((matrix) => Number(bvh.intersectsBox(box, matrix)));
  yield row(`intersectsBox/${label}`, QUERIES, boxes(ours), boxes(theirs));
}

function* pairs(a, b) {
  const [ours, theirs, other] = [new MeshBVH(a), new Theirs(a.clone(), { strategy: SAH }), b.clone()];
  b.boundsTree = new MeshBVH(b);
  other.boundsTree = new Theirs(other, { strategy: SAH });
  for (const [label, ...at] of [["light", 1.9, 0.6, 0.3], ["deep", 0.4, 0.3, 0.2], ["apart", 2.6, 0.3, 0.2]]) {
    const matrix = new Matrix4().makeTranslation(...at);
    yield row(`intersectsGeometry/${label}`, 1, () => [Number(ours.intersectsGeometry(b, matrix))], () => [Number(theirs.intersectsGeometry(other, matrix))]);
  }
}

const torus = new THREE.TorusGeometry(1, 0.4, 160, 320);
const lines = [
  ...pairs(await closed(new THREE.SphereGeometry(1, 320, 128)), await closed(torus)),
  ...(process.argv.includes("pairs") ? [] : [...rows("closed", await closed(torus)), ...rows("open seams", torus)]),
];
console.log(`# clearance/three beside three-mesh-bvh, 102,400 triangles\n\n${circumstances()}; clearance's module ${simd ? "with" : "without"} simd128\n`);
console.log("Microseconds for a question (build: one mesh), the median of 15 rounds in turns; `node bench/three.mjs` in bindings/js; `pairs` asks only about two meshes.\n");
console.log(table(["case", "clearance", "three-mesh-bvh", "ratio", "differ"], lines));
