// Typed arrays both ways: what is given is copied once, into the module's memory, and what is found may be
// read there.

import assert from "node:assert/strict";
import { test } from "node:test";

/**
 * How many numbers were put into arrays that are not views of a buffer, by any code that makes arrays by
 * `new` or `from`.
 */
let copied = 0;
for (const name of ["Float64Array", "Float32Array", "Uint32Array"]) {
  const counted = new Proxy(globalThis[name], {
    construct(plain, given, target) {
      const list = Reflect.construct(plain, given, target === counted ? plain : target);
      if (!(given[0] instanceof ArrayBuffer)) copied += list.length;
      return list;
    },
  });
  globalThis[name] = counted;
}
// Only now, so that the package sees these classes.
const THREE = await import("three");
const { ClearanceError, d2, d3 } = await import("clearance");
const { withThree } = await import("clearance/three");
const { random } = await import("./random.mjs");

/** What a call copies in JavaScript. */
function copies(call) {
  const before = copied;
  call();
  return copied - before;
}

test("arrays of three.js are taken without a copy in between", () => {
  const { meshCollider, MeshBVH } = withThree(THREE);
  const geometry = new THREE.SphereGeometry(1, 64, 48);
  const [vertices, triangles] = [geometry.attributes.position.array, geometry.index.array];
  assert.ok(vertices instanceof Float32Array && triangles instanceof Uint16Array && vertices.length > 9000);
  assert.equal(copies(() => new Float64Array(vertices)), vertices.length); // the count counts
  const mesh = d3.Shape.mesh(vertices, triangles);
  assert.equal(copies(() => d3.Shape.mesh(vertices, triangles)), 0);
  assert.equal(copies(() => mesh.refit(vertices)), 0);
  assert.ok(copies(() => meshCollider(new THREE.Mesh(geometry))) < 100);
  assert.ok(copies(() => new MeshBVH(geometry)) < 100);
  const rays = new Float32Array(6000).fill(1);
  assert.ok(copies(() => d3.rayMany(rays, mesh)) < 100);
  assert.ok(copies(() => d3.closestPointMany(rays.subarray(0, 300), mesh)) < 100);
});

test("single precision answers as the same numbers in double precision", () => {
  const dice = random(4);
  const geometry = new THREE.TorusKnotGeometry(1, 0.3, 60, 8);
  const [vertices, triangles] = [geometry.attributes.position.array, geometry.index.array];
  const [single, double] = [d3.Shape.mesh(vertices, triangles), d3.Shape.mesh(Float64Array.from(vertices), Array.from(triangles))];
  assert.deepEqual(single.toJSON(), double.toJSON());
  const rays = Float32Array.from({ length: 1200 }, () => dice.between(-2, 2));
  const [few, many] = [d3.rayMany(rays, single), d3.rayMany(Float64Array.from(rays), double)];
  assert.deepEqual(few, many);
  assert.ok(few.facets.some((facet) => facet >= 0) && few.facets.some((facet) => facet < 0));
  few.times.forEach((time, i) => {
    const hit = d3.ray([...rays.subarray(6 * i, 6 * i + 3)], [...rays.subarray(6 * i + 3, 6 * i + 6)], single);
    assert.equal(time, hit?.time ?? Infinity);
    assert.equal(few.facets[i], hit?.facet ?? -1);
    if (hit !== undefined) assert.deepEqual([...few.points.subarray(3 * i, 3 * i + 3)], hit.point);
    if (hit !== undefined) assert.deepEqual([...few.normals.subarray(3 * i, 3 * i + 3)], hit.normal ?? [0, 0, 0]);
  });
  const poses = Float32Array.from({ length: 30 }, () => dice.between(-2, 2));
  const [a, b] = [new d2.Scene(), new d2.Scene()];
  const circle = d2.Shape.circle(1);
  a.setPoses(a.addMany(circle, new Float32Array(30)), poses);
  b.setPoses(b.addMany(circle, new Float64Array(30)), Float64Array.from(poses));
  for (const scene of [a, b]) scene.update();
  assert.ok(a.pairs().length > 0);
  assert.deepEqual(a.pairs(), b.pairs());
  assert.deepEqual(a.poses(a.addMany(circle, poses)), Float64Array.from(poses));
  assert.deepEqual(d2.distanceMany(circle, poses, circle, poses.subarray(0, 3)), d2.distanceMany(circle, Float64Array.from(poses), circle, Float64Array.from(poses.subarray(0, 3))));
});

test("poses are read as they are set, for all objects at once", () => {
  for (const [d, shape, size] of [[d2, d2.Shape.circle(1), 3], [d3, d3.Shape.sphere(1), 7]]) {
    const scene = new d.Scene();
    const poses = Float64Array.from({ length: 50 * size }, (_, i) => Math.sin(i));
    const handles = scene.addMany(shape, poses);
    assert.deepEqual(scene.poses(handles), poses);
    assert.deepEqual(scene.poses(handles.slice(7, 9)), poses.slice(7 * size, 9 * size));
    poses.reverse();
    scene.setPoses(handles, poses);
    assert.deepEqual(scene.poses(handles, { view: true }), poses);
    assert.deepEqual(scene.handles({ view: true }), scene.handles());
    const [first] = handles;
    scene.remove(first);
    assert.throws(() => scene.poses(handles), (error) => error instanceof ClearanceError && error.kind === "no_such_object" && error.index === 0);
  }
});

/** A crowd with pairs and sensors that begin and end. */
function crowd(dice) {
  const scene = new d2.Scene();
  const circle = d2.Shape.circle(1);
  const places = () => Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 2 ? 0 : dice.between(-8, 8)));
  const handles = scene.addMany(circle, places());
  scene.addMany(circle, places(), { sensor: true });
  scene.update();
  scene.setPoses(handles, places());
  scene.update();
  return scene;
}

test("views have what copies have, and lie in the module's memory", () => {
  const scene = crowd(random(9));
  const rays = Float64Array.from({ length: 400 }, (_, i) => Math.cos(3 * i) * 9);
  const box = d2.Shape.box([3, 1]);
  const asks = {
    ...Object.fromEntries(["pairs", "began", "ended", "sensorPairs", "sensorsBegan", "sensorsEnded", "handles"].map((name) => [name, (given) => ({ list: scene[name](given) })])),
    castRays: (given) => scene.castRays(rays, 9, given),
    rayMany: (given) => d2.rayMany(rays, box, 9, given),
    closestPointMany: (given) => d2.closestPointMany(rays, box, given),
    overlappingBoxMany: (given) => scene.overlappingBoxMany(new Float64Array([-4, -4, 4, 4]), given),
  };
  const memory = scene.handles({ view: true }).buffer;
  assert.ok(memory.byteLength > 1e6);
  for (const [name, ask] of Object.entries(asks)) {
    const copy = ask();
    const view = ask({ view: true });
    assert.deepEqual(Object.entries(view).map(([field, list]) => [field, [...list]]), Object.entries(copy).map(([field, list]) => [field, [...list]]), name);
    for (const [field, list] of Object.entries(view)) {
      assert.ok(list.length > 0, name);
      assert.equal(list.buffer === memory, field !== "starts", `${name}.${field}`);
      assert.ok(copy[field].buffer !== memory && copy[field].constructor === list.constructor, `${name}.${field}`);
    }
  }
  // The next answer takes the place of the one before.
  const early = scene.pairs({ view: true });
  const kept = [...early];
  scene.poses(scene.handles());
  assert.notDeepEqual([...early], kept);
});
