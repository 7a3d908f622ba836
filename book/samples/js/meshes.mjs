import { d3 } from "clearance";

// ANCHOR: mesh
const corners = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));
const faces = [
  [0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1],
  [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3],
];
const triangles = faces.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
const cube = d3.Shape.mesh(corners, triangles);
console.log("solid:", cube.isSolid, "triangles:", triangles.length / 3);
// ANCHOR_END: mesh

// ANCHOR: inside
const pea = d3.Shape.sphere(0.25).at([0.5, 0, 0]);
console.log("pea:", d3.relation(cube, pea));
const hit = d3.ray([-3, 0, 0], [1, 0, 0], cube);
console.log(`ray: after ${hit.time.toFixed(1)}, at a triangle of face ${Math.floor(hit.facet / 2)}`);
const near = d3.closestPoint([0.5, 0, 0], cube);
const point = near.point.map((x) => x.toFixed(1)).join(", ");
console.log(`closest point: ${near.distance.toFixed(1)} to (${point})`);
// ANCHOR_END: inside

// ANCHOR: open
const box = {
  vertices: new Float64Array(corners.flat()),
  triangles: new Uint32Array(triangles.slice(0, -6)), // without its lid
};
const surface = d3.Shape.mesh(box.vertices, box.triangles);
console.log("solid:", surface.isSolid);
console.log("pea in the open box:", d3.relation(surface, pea));
const meshes = await d3.loadMeshes();
console.log("open edges:", meshes.report(box).openEdges.length / 2);
const closed = meshes.fillHoles(box, 4);
const filled = d3.Shape.mesh(closed.vertices, closed.triangles);
console.log("with its hole filled:", d3.relation(filled, pea));
// ANCHOR_END: open
