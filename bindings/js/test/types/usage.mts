// Compiled, not run: `@ts-expect-error` fails where the line below it has no error.

import { ClearanceError, d2, d3, Mask, type Relation, type Vec2 } from "clearance";
import { d2 as plane } from "clearance/d2";
import { d3 as space } from "clearance/d3";
import { Drawer } from "clearance/draw";

const at: Vec2 = { x: 1, y: 2 };
using circle = d2.Shape.circle(1);
const placed: d2.Placed = circle.at(at, 0.5);
const where: d2.Where[] = [circle, placed, { shape: circle, pose: { position: [1, 2] } }];
const relation: Relation = d2.relation(circle, placed);
const { distance, normal }: d2.Clearance = d2.clearance(circle, { shape: circle, pose: {} });
const [x, y]: [number, number] = normal;
const hit = d2.ray([0, 0], [1, 0], circle);
if (hit !== undefined && !hit.inside) console.log(hit.normal[0], relation, distance, x, y, where.length);
d2.sweep({ shape: circle, from: { position: [0, 0] }, by: [1, 0], turn: 1 }, placed);
const scene = new d2.Scene({ index: "grid", detail: "clearance" });
const handle: d2.Handle = scene.add(placed, { sensor: true });
for (const { a, b, clearance } of scene.touches()) console.log(a, b, clearance?.normal[1], handle);
new d2.Character({ radius: 1, height: 2 }).step(scene, { velocity: [1, 0] }, 0.1).position[0].toFixed();
const box: d3.Shape = d3.Shape.box([1, 1, 1]);
d3.sweep({ shape: box, by: [0, 0, 1], turn: [0, 1, 0] }, box);
const found: d3.TrianglePairs = d3.trianglePairs(box, box);
const ends: Float64Array = d3.trianglePairs(box, box, true).segments;
const { volume, center }: d3.CommonPart = d3.common(box, box);
const closest: d2.ClosestPoints = d2.closestPointMany(new Float32Array([1, 2]), circle);
const facet: number | null = d2.closestPoint([1, 2], circle).facet;
console.log(found.pairs, ends, volume, center?.[2], closest.facets, facet, d2.massProperties(circle).inertia[2][2]);
const [ofA]: [Uint32Array, Uint32Array] = d3.intersectingTriangles(box, box.at([0, 0, 1], [0, 0, 0, 1]));
console.log(ofA.length, plane.Shape.point().kind, space.Shape.point().kind);
const { report, fillHoles }: d3.Meshes = await d3.loadMeshes();
const { openEdges }: d3.MeshReport = report({ vertices: new Float32Array(9), triangles: new Uint16Array([0, 1, 2]) });
const filledShape: d3.Shape = d3.Shape.mesh(fillHoles(box, 9).vertices, openEdges);
const near: d3.NearTrianglesMany = d3.trianglesWithinMany(new Float32Array(3), filledShape, 1);
const hits: d3.AllHits = d3.allHitsMany(new Float64Array(6), box);
const weights: Float64Array = d3.barycentricMany(hits, filledShape);
const { handles, facets }: d2.SceneRayHits = scene.castRays(new Float32Array(4), 9, { layers: 1 });
console.log(near.starts, weights, handles, facets, d2.countHits([0, 0], [1, 0], circle), d3.windingNumber([0, 0, 0], filledShape));
const depth: d2.DepthBounds | undefined = d2.depthBounds(circle, placed);
const common: d3.CommonMesh = d3.commonMesh(box, box);
const bent: d3.Shape = d3.Shape.mesh(common.vertices, common.triangles, { build: "fast" }).refit(new Float32Array(9)).scaled([1, 2, 1]);
console.log(depth?.direction[1], bent.kind, common.ofB, common.sources, d2.commonRings(circle, circle)[0]?.length);
const { starts }: d2.FoundMany = scene.overlappingBoxMany(new Float32Array(4), { layers: 1, view: true });
const within: d2.Handle[] = scene.overlappingBox([0, 0], { x: 1, y: 1 });
const stands: Float64Array = scene.poses(scene.pairs({ view: true }));
scene.setPoses(handles, new Float32Array(stands));
console.log(starts[1], within, d2.rayMany(new Float32Array(4), circle, 9, { view: true }).times, new d3.Scene().overlappingBox([0, 0, 0], [1, 1, 1]));
declare const page: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
new Drawer(page, { colours: { fill: "" } }).shape(placed);
const error: RangeError = new ClearanceError("freed", "gone");
console.log(error, Mask.fromRows(["1"]).area());

// @ts-expect-error a shape of space in the plane
d2.relation(circle, box);
// @ts-expect-error three numbers in the plane
circle.at([1, 2, 3]);
// @ts-expect-error two numbers in space
new d3.Scene().overlappingBox([0, 0], [1, 1]);
// @ts-expect-error a radius is a number
d2.Shape.circle("1");
// @ts-expect-error no such index
new d2.Scene({ index: "octree" });
// @ts-expect-error no such build
d3.Shape.mesh(common.vertices, common.triangles, { build: "best" });
// @ts-expect-error no normal from inside
hit?.normal[0];
// @ts-expect-error no such colour
new Drawer(page, { colours: { inside: "red" } });
// @ts-expect-error made by its constructors only
new d2.Shape();
