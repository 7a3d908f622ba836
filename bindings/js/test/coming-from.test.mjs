// Checks what COMING-FROM.md says about the answers of other packages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { System } from "detect-collisions";
import SAT from "sat";
import { Box3, BoxGeometry, DoubleSide, Matrix4, Mesh, MeshBasicMaterial, OctahedronGeometry, Quaternion, Ray, Raycaster, Sphere, TorusKnotGeometry, Vector3 } from "three";
import * as THREE from "three";
import { MeshBVH } from "three-mesh-bvh";
import { d2, d3 } from "clearance";
import { withThree } from "clearance/three";
import { random } from "./random.mjs";

const vector = ([x, y]) => new SAT.Vector(x, y);
const satPolygon = (corners, at = [0, 0]) => new SAT.Polygon(vector(at), corners.map(vector));
const satOverlap = (a, b) => {
  const response = new SAT.Response();
  return SAT.testPolygonPolygon(a, b, response) ? response.overlap : undefined;
};
const square = (side) => [[0, 0], [side, 0], [side, side], [0, side]];

test("sat.js: turned squares side by side", () => {
  let overlapping = 0;
  for (let i = 1; i < 200; i++) {
    const corners = [[0, 0], [i, 3], [i - 3, 3 + i], [-3, i]];
    const shape = d2.Shape.convex(corners);
    assert.equal(d2.relation(shape, shape.at([i, 3])), "touching");
    overlapping += Number(satOverlap(satPolygon(corners), satPolygon(corners, [i, 3])) > 0);
  }
  assert.equal(overlapping, 37);
});

test("sat.js: a clockwise square does not see the circle within", () => {
  const circle = new SAT.Circle(vector([0.5, 0.5]), 0.2);
  const clockwise = square(1).reverse();
  assert.equal(SAT.testPolygonCircle(satPolygon(square(1)), circle), true);
  assert.equal(SAT.testPolygonCircle(satPolygon(clockwise), circle), false);
  assert.equal(d2.relation(d2.Shape.circle(0.2).at([0.5, 0.5]), d2.Shape.convex(clockwise)), "a_in_b");
});

test("sat.js: a small square in the notch of an L", () => {
  const corners = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
  const notch = [1.4, 1.1];
  assert.ok(satOverlap(satPolygon(corners), satPolygon(square(0.2), notch)) > 0);
  assert.equal(d2.relation(d2.Shape.polygon(corners), d2.Shape.convex(square(0.2)).at(notch)), "disjoint");
});

test("detect-collisions: an ellipse of sixteen corners", () => {
  const system = new System();
  const theirs = system.createEllipse({ x: 0, y: 0 }, 3, 1);
  assert.equal(theirs.points.length, 16);
  let missed = 0;
  for (let i = 0; i < 100; i++) {
    const angle = (i / 100) * Math.PI;
    const normal = [Math.cos(angle), 3 * Math.sin(angle)];
    const reach = 0.99 / Math.hypot(...normal); // of a circle of radius 1, 0.01 deep
    const at = [3 * Math.cos(angle) + normal[0] * reach, Math.sin(angle) + normal[1] * reach];
    const { distance } = d2.clearance(d2.Shape.ellipse([3, 1]), d2.Shape.circle(1).at(at));
    assert.ok(Math.abs(distance + 0.01) < 1e-3, `${distance}`);
    const circle = system.createCircle({ x: at[0], y: at[1] }, 1);
    missed += Number(!system.checkCollision(theirs, circle));
    system.remove(circle);
  }
  assert.ok(missed > 50, `${missed}`);
});

test("detect-collisions: a ray that starts within", () => {
  const system = new System();
  system.createBox({ x: 4, y: -1 }, 2, 2);
  const box = d2.Shape.box([1, 1]).at([5, 0]);
  assert.deepEqual({ ...system.raycast({ x: 5, y: 0 }, { x: 10, y: 0 }).point }, { x: 6, y: 0 });
  assert.ok(!system.raycast({ x: 4.5, y: 0 }, { x: 5.5, y: 0 }));
  assert.equal(d2.ray([4.5, 0], [1, 0], box).inside, true);
});

test("three-mesh-bvh: what lies within a mesh", () => {
  const cube = (side) => {
    const geometry = new BoxGeometry(side, side, side);
    geometry.boundsTree = new MeshBVH(geometry);
    return geometry;
  };
  const mesh = ({ attributes, index }) =>
    d3.Shape.mesh(Float64Array.from(attributes.position.array), Uint32Array.from(index.array));
  const [room, die] = [cube(4), cube(1)];
  const here = new Matrix4();
  assert.equal(room.boundsTree.intersectsGeometry(die, here), false);
  assert.equal(room.boundsTree.intersectsBox(new Box3(new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5)), here), false);
  assert.equal(room.boundsTree.intersectsSphere(new Sphere(new Vector3(), 0.5)), false);
  assert.equal(d3.relation(mesh(room), mesh(die)), "b_in_a");
  const ray = new Ray(new Vector3(0.25, 0.5, 0), new Vector3(1, 0, 0));
  assert.equal(room.boundsTree.raycastFirst(ray, DoubleSide).distance, 1.75);
  assert.equal(d3.ray([0.25, 0.5, 0], [1, 0, 0], mesh(room)).inside, true);
});

test("three.js: a mesh with a scale for each axis is hit where ours is", () => {
  const { between } = random(41);
  const geometry = new TorusKnotGeometry(1, 0.3, 48, 8);
  const shape = d3.Shape.mesh(geometry.attributes.position.array, geometry.index.array);
  let hits = 0;
  for (let round = 0; round < 200; round++) {
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
    const some = (reach) => [between(-reach, reach), between(-reach, reach), between(-reach, reach)];
    mesh.scale.set(...some(1).map((x) => Math.sign(x) * (0.5 + 2 * Math.abs(x))));
    mesh.position.set(...some(3));
    mesh.quaternion.set(...some(1), 0.5).normalize();
    mesh.updateMatrixWorld();
    const from = new Vector3(...some(1)).setLength(12);
    const way = mesh.position.clone().sub(from).add(new Vector3(...some(2))).normalize();
    const [theirs] = new Raycaster(from, way).intersectObject(mesh);
    const ours = d3.ray(from, way, shape.scaled(mesh.scale).at(mesh.position, mesh.quaternion));
    assert.equal(ours === undefined, theirs === undefined);
    if (ours === undefined) continue;
    hits++;
    assert.ok(Math.abs(ours.time - theirs.distance) < 1e-5 && ours.facet === theirs.faceIndex, `${ours.time} and ${theirs.distance}`);
  }
  assert.ok(hits > 50 && hits < 195, `${hits} of 200`);
});

test("three-mesh-bvh: the closest points of two geometries, of which one is scaled", () => {
  const { between } = random(43);
  const some = (reach) => new Vector3(between(-reach, reach), between(-reach, reach), between(-reach, reach));
  const [knot, ball] = [new TorusKnotGeometry(0.6, 0.2, 40, 8), new OctahedronGeometry(0.4, 2)];
  ball.boundsTree = new MeshBVH(ball);
  const [theirs, ours] = [new MeshBVH(knot.clone()), new (withThree(THREE).MeshBVH)(knot)];
  const missed = { moved: 0, scaled: 0 };
  for (let i = 0; i < 100; i++) {
    const turn = new Quaternion(...some(1), 0.5).normalize();
    for (const [kind, scale] of [["moved", 1], ["scaled", between(0.3, 0.9)]]) {
      const matrix = new Matrix4().compose(some(2), turn, new Vector3(scale, scale, scale));
      const there = {};
      const { point, distance } = ours.closestPointToGeometry(ball, matrix, {}, there);
      assert.ok(Math.abs(there.point.applyMatrix4(matrix).distanceTo(point) - distance) < 1e-6); // so theirs is no closest one if it is larger
      const wanted = theirs.closestPointToGeometry(ball, matrix, {}, {})?.distance ?? 0;
      assert.ok(distance < wanted + 1e-5, `${distance} and ${wanted}`);
      missed[kind] += Number(wanted > distance + 1e-5);
    }
  }
  assert.equal(missed.moved, 0);
  assert.ok(missed.scaled >= 5, `${missed.scaled}`);
});

test("three-mesh-bvh: the order of triangles", () => {
  const [theirs, ours] = [new TorusKnotGeometry(), new TorusKnotGeometry()];
  const before = [...theirs.index.array];
  new MeshBVH(theirs);
  new (withThree(THREE).MeshBVH)(ours);
  assert.notDeepEqual([...theirs.index.array], before);
  assert.deepEqual([...ours.index.array], before);
});
