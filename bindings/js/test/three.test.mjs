// The adapter of three.js beside three.js' own Raycaster, three-mesh-bvh, and every triangle by itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as THREE from "three";
import { MeshBVH as Theirs } from "three-mesh-bvh";
import { ClearanceError, d3 } from "clearance";
import { follow, withThree } from "clearance/three";
import { random } from "./random.mjs";

const { Vector3, Matrix4, Mesh, BufferGeometry, BufferAttribute } = THREE;
const original = Mesh.prototype.raycast;
const { MeshBVH, acceleratedRaycast, computeBoundsTree, disposeBoundsTree, meshCollider, debugGeometry } = withThree(THREE);
const SIDES = [THREE.FrontSide, THREE.BackSide, THREE.DoubleSide];

const some = (dice, reach) => new Vector3(dice.between(-reach, reach), dice.between(-reach, reach), dice.between(-reach, reach));
const turn = (dice) => new THREE.Quaternion(...some(dice, 1).toArray(), 0.5).normalize();
/** Triangles in no order, most of them open; some corners are shared. */
function soup(dice, triangles, indexed) {
  const geometry = new BufferGeometry();
  const vertices = indexed ? triangles : 3 * triangles;
  const list = (size, reach) => Float32Array.from({ length: size * vertices }, () => dice.between(-reach, reach));
  for (const [name, size, reach] of [["position", 3, 1], ["normal", 3, 1], ["uv", 2, 1], ["uv1", 2, 1]]) {
    geometry.setAttribute(name, new BufferAttribute(list(size, reach), size));
  }
  return indexed ? geometry.setIndex(Array.from({ length: 3 * triangles }, () => dice.whole(vertices))) : geometry;
}
const geometries = (dice) => [
  soup(dice, 60, true), soup(dice, 60, false), new THREE.TorusKnotGeometry(0.6, 0.2, 40, 8),
  new THREE.BoxGeometry(1, 1.5, 1, 2, 3, 2), new THREE.IcosahedronGeometry(1, 3), new THREE.SphereGeometry(1, 16, 12),
];

/** The same fields to rounding errors; objects by themselves. */
function same(ours, theirs, why) {
  const close = (a, b) => assert.ok(Math.abs(a - b) < 1e-6 * (1 + Math.abs(b)), `${why}: ${a} and ${b}`);
  assert.deepEqual(Object.keys(ours).sort(), Object.keys(theirs).sort(), why);
  for (const [name, value] of Object.entries(theirs)) {
    if (name === "object" || typeof value !== "object") typeof value === "number" ? close(ours[name], value) : assert.equal(ours[name], value, name);
    else if (name === "face") {
      assert.deepEqual({ ...ours.face, normal: 0 }, { ...value, normal: 0 });
      close(ours.face.normal.distanceTo(value.normal), 0);
    } else value.toArray().forEach((x, i) => close(ours[name].toArray()[i], x));
  }
}

function asked(mesh, raycaster) {
  const [ours, theirs] = [[], []];
  acceleratedRaycast.call(mesh, raycaster, ours);
  original.call(mesh, raycaster, theirs);
  const order = (a, b) => a.distance - b.distance || a.faceIndex - b.faceIndex;
  return [ours.sort(order), theirs.sort(order)];
}

test("hits are those of three.js' Raycaster, field by field", () => {
  const dice = random(2027);
  let [hits, rays, inside] = [0, 0, 0];
  for (const geometry of [...geometries(dice), ...geometries(dice)]) {
    computeBoundsTree.call(geometry);
    geometry.groups = [];
    geometry.addGroup(0, 60, 0);
    geometry.addGroup(60, 45, 1);
    geometry.addGroup(90, 9999, 0); // over the second one
    for (let round = 0; round < 120; round++) {
      const side = SIDES[round % 3];
      const materials = [new THREE.MeshBasicMaterial({ side }), new THREE.MeshBasicMaterial({ side: SIDES[dice.whole(3)] })];
      const mesh = new Mesh(geometry, round % 4 === 0 ? materials : materials[0]);
      mesh.position.copy(some(dice, 2));
      mesh.quaternion.copy(turn(dice));
      mesh.scale.copy(some(dice, 1)).addScalar(dice.between(-2, 2)); // mirrored ones, too
      mesh.updateMatrixWorld();
      if (round % 5 === 0) mesh.matrixWorld.multiply(new Matrix4().makeShear(0.3, 0, 0.2, 0, 0, 0.4));
      const within = round % 7 === 0;
      const from = within ? mesh.localToWorld(some(dice, 0.2)) : some(dice, 6);
      const to = mesh.localToWorld(some(dice, 0.8));
      const raycaster = new THREE.Raycaster(from, to.sub(from).normalize(), round % 6 === 0 ? dice.between(0, 4) : 0, round % 6 === 1 ? dice.between(0, 8) : Infinity);
      geometry.setDrawRange(0, Infinity);
      if (round % 8 === 0) geometry.setDrawRange(3 * dice.whole(30), 3 * dice.whole(50));
      const [ours, theirs] = asked(mesh, raycaster);
      assert.equal(ours.length, theirs.length, `round ${round} of ${geometry.type}`);
      ours.forEach((hit, i) => same(hit, theirs[i], `round ${round}`));
      raycaster.firstHitOnly = true;
      const [[first, second]] = asked(mesh, raycaster);
      assert.equal(second, undefined);
      if (theirs[0] === undefined) assert.equal(first, undefined);
      else same(first, theirs[0], `first of round ${round}`);
      [hits, rays, inside] = [hits + Number(theirs.length > 0), rays + 1, inside + Number(within && theirs.length > 0)];
    }
    disposeBoundsTree.call(geometry);
    assert.equal(geometry.boundsTree, null);
  }
  assert.ok(hits > 0.3 * rays && hits < 0.9 * rays && inside > 50, `${hits} of ${rays}, ${inside} from inside`);
});

test("in place of Mesh.prototype.raycast it serves scenes, instances and meshes without a tree", () => {
  const [dice, scene] = [random(3), new THREE.Scene()];
  const geometry = new THREE.TorusKnotGeometry(1, 0.3, 60, 8);
  const instances = new THREE.InstancedMesh(geometry, new THREE.MeshBasicMaterial(), 5);
  for (let i = 0; i < 5; i++) instances.setMatrixAt(i, new Matrix4().makeTranslation(some(dice, 3)));
  scene.add(instances, new Mesh(geometry, new THREE.MeshBasicMaterial()), new Mesh(new THREE.SphereGeometry(2)));
  scene.updateMatrixWorld();
  const rays = Array.from({ length: 60 }, () => new THREE.Raycaster(some(dice, 6), some(dice, 1).normalize()));
  const all = () => rays.map((ray) => ray.intersectObjects(scene.children).map(({ distance, faceIndex, instanceId }) => [distance.toFixed(6), faceIndex, instanceId]));
  const theirs = all();
  BufferGeometry.prototype.computeBoundsTree = computeBoundsTree;
  Mesh.prototype.raycast = acceleratedRaycast;
  try {
    assert.equal(geometry.computeBoundsTree(), geometry.boundsTree);
    assert.deepEqual(all(), theirs);
    assert.ok(theirs.flat().some(([, , instance]) => instance !== undefined));
  } finally {
    Mesh.prototype.raycast = original;
    delete BufferGeometry.prototype.computeBoundsTree;
  }
});

test("a matrix that flattens hits nothing, as in three.js, and a ray through an edge hits", () => {
  const geometry = new THREE.PlaneGeometry(2, 2);
  computeBoundsTree.call(geometry);
  const mesh = new Mesh(geometry, new THREE.MeshBasicMaterial());
  const raycaster = new THREE.Raycaster(new Vector3(0, 0, 5), new Vector3(0, 0, -1));
  mesh.updateMatrixWorld();
  assert.equal(asked(mesh, raycaster)[0][0].distance, 5);
  mesh.scale.set(1, 0, 1);
  mesh.updateMatrixWorld();
  assert.deepEqual(asked(mesh, raycaster), [[], []]);
});

/** The closest point by asking every triangle. */
function byBruteForce(geometry, point) {
  const { index, attributes: { position } } = geometry;
  const [triangle, closest] = [new THREE.Triangle(), new Vector3()];
  let best = Infinity;
  for (let i = 0; i < (index ?? position).count; i += 3) {
    const at = [0, 1, 2].map((k) => (index ? index.getX(i + k) : i + k));
    triangle.setFromAttributeAndIndices(position, ...at).closestPointToPoint(point, closest);
    best = Math.min(best, closest.distanceTo(point));
  }
  return best;
}

test("closest points, balls and boxes beside brute force and three-mesh-bvh", () => {
  const dice = random(5);
  const met = { ball: 0, box: 0, within: 0, rounds: 0 };
  for (const geometry of geometries(dice)) {
    const [ours, theirs] = [new MeshBVH(geometry), new Theirs(geometry.clone(), { indirect: true })];
    for (let round = 0; round < 60; round++) {
      const point = some(dice, 1.6);
      const found = ours.closestPointToPoint(point);
      const distance = byBruteForce(geometry, point);
      assert.ok(Math.abs(found.distance - distance) < 1e-6 && Math.abs(found.point.distanceTo(point) - distance) < 1e-6, `${found.distance} and ${distance}`);
      assert.equal(ours.closestPointToPoint(point, {}, 0, distance * 0.99), null);
      const radius = dice.between(0, 0.6);
      const meets = ours.intersectsSphere(new THREE.Sphere(point, radius));
      assert.equal(meets, distance <= radius);
      const box = new THREE.Box3().setFromCenterAndSize(new Vector3(), some(dice, 0.6).addScalar(0.7));
      const matrix = new Matrix4().compose(point, turn(dice), new Vector3(dice.between(0.2, 1), 1, -1));
      if (round % 3 === 0) matrix.makeTranslation(point);
      assert.equal(ours.intersectsBox(box, matrix), theirs.intersectsBox(box, matrix));
      met.ball += Number(meets);
      met.box += Number(ours.intersectsBox(box, matrix));
      met.within += Number(ours.shape.isSolid && d3.relation(d3.Shape.point().at(point), ours.shape) === "a_in_b");
      met.rounds++;
    }
  }
  assert.ok([met.ball, met.box].every((n) => n > 0.25 * met.rounds && n < 0.75 * met.rounds) && met.within > 10, JSON.stringify(met));
});

test("what touches a closed surface from within meets it", () => {
  const room = new MeshBVH(new THREE.BoxGeometry(4, 4, 4));
  const here = new Matrix4();
  const box = (size, at) => new THREE.Box3().setFromCenterAndSize(new Vector3(at, 0, 0), new Vector3(size, size, size));
  for (const [at, meets] of [[0, false], [1, true], [1.5, true], [0.5, false], [4, false], [3, true]]) {
    assert.equal(room.intersectsSphere(new THREE.Sphere(new Vector3(at, 0, 0), 1)), meets, `a ball at ${at}`);
    assert.equal(room.intersectsBox(box(2, at), here), meets, `a box at ${at}`);
  }
  assert.equal(room.intersectsBox(box(6, 0), here), true, "a filled box around it");
  assert.equal(room.intersectsBox(new THREE.Box3(), here), false, "an empty box");
  assert.equal(room.intersectsBox(box(0, 2), here), true, "a box that is a point");
  assert.equal(room.intersectsSphere(new THREE.Sphere()), false, "an empty ball");
});

test("two geometries: whether their surfaces meet, and their closest points", () => {
  const dice = random(6);
  let [meeting, nested, rounds] = [0, 0, 0];
  for (const geometry of geometries(dice)) {
    for (const other of [new THREE.OctahedronGeometry(0.4, 2), soup(dice, 8, true)]) {
      const [ours, theirs] = [new MeshBVH(geometry), new Theirs(geometry.clone(), { indirect: true })];
      if (rounds % 2 === 0) computeBoundsTree.call(other);
      const theirTree = new Theirs(other.clone(), { indirect: true });
      for (let round = 0; round < 12; round++, rounds++) {
        const at = round % 6 === 0 ? new Vector3() : some(dice, 1.2);
        const matrix = new Matrix4().compose(at, turn(dice), round % 2 === 0 ? new Vector3(0.5, 0.5, 0.5) : some(dice, 0.5).addScalar(0.6));
        if (round % 3 === 0) matrix.multiply(new Matrix4().makeShear(0.3, 0, 0, 0, 0, 0.2));
        const meets = ours.intersectsGeometry(other, matrix);
        const copy = other.clone();
        copy.boundsTree = theirTree;
        assert.equal(meets, theirs.intersectsGeometry(copy, matrix));
        const [one, two] = [{}, {}];
        const found = ours.closestPointToGeometry(other, matrix, one, two);
        assert.equal(found, one);
        const back = two.point.clone().applyMatrix4(matrix);
        assert.ok(Math.abs(back.distanceTo(one.point) - one.distance) < 1e-6, "the distance is that of the points");
        // With the corners transformed beforehand: with a matrix that stretches or shears theirs may miss the
        // closest points.
        const world = other.clone().applyMatrix4(matrix);
        world.boundsTree = new Theirs(world);
        const wanted = theirs.closestPointToGeometry(world, new Matrix4(), {}, {}).distance;
        assert.ok(meets ? one.distance === 0 : Math.abs(one.distance - wanted) < 1e-5, `${one.distance} and ${wanted}`);
        assert.ok(byBruteForce(geometry, one.point) < 1e-6 && byBruteForce(other, two.point) < 1e-6, "both points are on their surfaces");
        meeting += Number(meets);
        nested += Number(!meets && ours.shape.isSolid && d3.contains(one.point, ours.shape) && d3.intersects(d3.Shape.point().at(back), ours.shape));
      }
    }
  }
  assert.ok(meeting > 0.2 * rounds && meeting < 0.8 * rounds && nested > 3, `${meeting} of ${rounds}, ${nested} nested`);
});

test("shapecast visits the triangles that a walk over all finds", () => {
  const dice = random(8);
  for (const geometry of geometries(dice)) {
    const bvh = new MeshBVH(geometry);
    for (let round = 0; round < 10; round++) {
      const ball = new THREE.Sphere(some(dice, 1), 0.4);
      const [found, boxes] = [new Set(), []];
      const meets = (triangle) => triangle.closestPointToPoint(ball.center, new Vector3()).distanceTo(ball.center) <= ball.radius;
      const ended = bvh.shapecast({
        intersectsBounds: (box) => (boxes.push(1), box.intersectsSphere(ball)),
        boundsTraverseOrder: (box) => box.distanceToPoint(ball.center),
        intersectsTriangle: (triangle, i) => void (meets(triangle) && found.add(i)),
      });
      assert.equal(ended, false);
      const near = d3.trianglesWithin(ball.center, bvh.shape, ball.radius).triangles;
      assert.deepEqual([...found].sort((a, b) => a - b), [...near].sort((a, b) => a - b));
      assert.equal(bvh.shapecast({ intersectsBounds: () => true, intersectsTriangle: () => true }), true);
      const count = (geometry.index ?? geometry.attributes.position).count / 3;
      assert.ok(count < 500 || boxes.length < count / 4, "boxes are left out");
    }
    assert.throws(() => bvh.shapecast({ intersectsBounds: () => true, intersectsRange: () => true }), { field: "callbacks.intersectsRange" });
  }
});

test("a collider is the mesh where it is: scaled, stretched, mirrored; sheared and flattened ones are refused", () => {
  const dice = random(9);
  for (const geometry of [new THREE.BoxGeometry(1, 2, 1), new THREE.IcosahedronGeometry(1, 1), soup(dice, 20, false)]) {
    const mesh = new Mesh(geometry);
    const collider = meshCollider(mesh);
    const scene = new d3.Scene();
    const handle = scene.add(collider);
    for (let round = 0; round < 40; round++) {
      mesh.position.copy(some(dice, 2));
      mesh.quaternion.copy(turn(dice));
      if (round % 3 === 0) mesh.scale.copy(some(dice, 1)).addScalar(round % 2 === 0 ? 1.2 : -1.2);
      if (round % 9 === 8) mesh.scale.setScalar(1.5);
      mesh.updateMatrixWorld();
      if (collider.update()) scene.setShape(handle, collider.shape);
      scene.setPose(handle, collider.pose);
      const world = geometry.clone().applyMatrix4(mesh.matrixWorld);
      const point = some(dice, 3);
      const [{ distance }] = scene.nearest(point);
      const inside = d3.contains(point, collider);
      const wanted = inside ? 0 : byBruteForce(world, point);
      assert.ok(Math.abs(distance - wanted) < 1e-5, `round ${round}: ${distance} and ${wanted}`);
      assert.ok(Math.abs(Math.abs(d3.closestPoint(point, collider).distance) - byBruteForce(world, point)) < 1e-5);
      if (geometry.type === "BoxGeometry") assert.equal(inside, new THREE.Box3(new Vector3(-0.5, -1, -0.5), new Vector3(0.5, 1, 0.5)).containsPoint(mesh.worldToLocal(point.clone())));
    }
    mesh.matrixWorld.multiply(new Matrix4().makeShear(0.3, 0, 0, 0, 0, 0));
    for (const [matrix, kind] of [[mesh.matrixWorld, "invalid_pose"], [new Matrix4().makeScale(1, 0, 1), "invalid_pose"], [new Matrix4().makeScale(1, NaN, 1), "not_finite"]]) {
      mesh.matrixWorld = matrix;
      assert.throws(() => meshCollider(mesh), (error) => error instanceof ClearanceError && error.kind === kind && error.field === "mesh.matrixWorld");
    }
  }
});

test("attributes that are interleaved, normalised or doubles are read as three.js reads them", () => {
  const plain = new THREE.IcosahedronGeometry(1, 1);
  const { array, count } = plain.attributes.position;
  const data = new THREE.InterleavedBuffer(Float32Array.from({ length: 4 * count }, (_, i) => (i % 4 === 3 ? 9 : array[3 * (i >> 2) + (i % 4)])), 4);
  const attributes = [
    new THREE.InterleavedBufferAttribute(data, 3, 0),
    new BufferAttribute(Float64Array.from(array), 3),
    new BufferAttribute(Int16Array.from(array, (x) => Math.round(32767 * x)), 3, true),
  ];
  for (const attribute of attributes) {
    const geometry = new BufferGeometry().setAttribute("position", attribute);
    const bvh = new MeshBVH(geometry);
    assert.equal(bvh.shape.isSolid, true);
    assert.ok(Math.abs(d3.massProperties(bvh.shape).volume - d3.massProperties(new MeshBVH(plain).shape).volume) < 1e-3);
  }
});

test("refit follows vertices, and a part of a geometry is asked about by its range", () => {
  const geometry = new THREE.SphereGeometry(1, 16, 12);
  const bvh = new MeshBVH(geometry);
  geometry.scale(2, 2, 2);
  bvh.refit();
  assert.ok(Math.abs(bvh.closestPointToPoint(new Vector3(5, 0, 0)).distance - 3) < 1e-6);
  assert.ok(bvh.getBoundingBox(new THREE.Box3()).max.x >= 2);
  const part = new MeshBVH(geometry, { range: { start: 30, count: 60 } });
  const { faceIndex } = part.closestPointToPoint(new Vector3(0, -9, 0));
  assert.ok(faceIndex >= 10 && faceIndex < 30, `${faceIndex}`);
});

test("wrong arguments are typed errors", () => {
  const empty = new BufferGeometry();
  const refused = (call, field) => assert.throws(call, (error) => error instanceof ClearanceError && error.field === field, field);
  refused(() => new MeshBVH(empty), "geometry.attributes.position");
  refused(() => new MeshBVH({}), "geometry");
  refused(() => new MeshBVH(empty.setAttribute("position", new BufferAttribute(new Float32Array(6), 3))), "geometry");
  refused(() => new MeshBVH(new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array([0, 0, 0, 1, NaN, 0, 0, 1, 0]), 3))), "vertices");
  refused(() => new MeshBVH(new THREE.PlaneGeometry().setIndex([0, 1, 9])), "triangles[0]");
  refused(() => withThree({ Vector3 }), "three.Box3");
  refused(() => debugGeometry(undefined), "what");
});

test("surfaces to look at have the shape's size, and objects follow poses", () => {
  const { surface, edges } = debugGeometry(d3.Shape.cylinder(1, 0.5).at([5, 0, 0]));
  surface.computeBoundingBox();
  assert.deepEqual(surface.boundingBox.max.toArray().map((x) => x.toFixed(3)), ["0.500", "1.000", "0.500"]);
  assert.ok(edges.index.count > 0 && edges.index.count % 2 === 0);
  const object = new THREE.Object3D();
  follow(object, { position: [1, 2, 3], rotation: [0, 2, 0, 0], scale: 2 });
  assert.deepEqual([object.position.toArray(), object.quaternion.toArray(), object.scale.x], [[1, 2, 3], [0, 1, 0, 0], 2]);
});
