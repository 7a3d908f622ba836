// Meshes beside three-mesh-bvh: build, rays, closest points, a sphere and a box against a mesh, two meshes.
// The answers are compared before timing. The peer's meshes are surfaces: rays start outside, and what is
// inside of a solid does not count.

import { Box3, BufferAttribute, BufferGeometry, DoubleSide, Matrix4, Ray, Sphere, TorusGeometry, SphereGeometry, Vector3 } from "three";
import { CENTER, MeshBVH, SAH } from "three-mesh-bvh";
import { d3, simd } from "clearance";
import { random } from "../test/random.mjs";
import { circumstances, measure, table } from "./measure.mjs";

const QUERIES = 2_000;
/** Answers that differ by more are different: the peer's are in single precision. */
const ERROR = 1e-4;

const meshes = await d3.loadMeshes();

/** Closed, with each vertex once, in single precision. */
function closed(geometry) {
  const { vertices, triangles } = meshes.weld(
    { vertices: geometry.attributes.position.array, triangles: geometry.index.array },
    1e-5,
  );
  return { vertices: Float32Array.from(vertices), triangles: Uint32Array.from(triangles) };
}

function geometryOf({ vertices, triangles }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(vertices, 3));
  return geometry.setIndex(new BufferAttribute(triangles.slice(), 1));
}

const dice = random(7);
/** Points around the mesh, and directions to points of another cloud. */
function questions() {
  const points = Array.from({ length: QUERIES }, () => [0, 1, 2].map(() => dice.between(-2, 2)));
  const far = points.map(([x, y, z]) => {
    const length = Math.hypot(x, y, z) || 1;
    return [x, y, z].map((c) => (c / length) * 4);
  });
  const ways = far.map((from) => from.map((c) => dice.between(-1, 1) - c));
  return { points, far, ways };
}

function differing(ours, theirs) {
  return ours.filter((x, i) => x !== theirs[i] && !(Math.abs(x - theirs[i]) <= ERROR)).length;
}

/** A row of the table: both are asked, compared, and take turns. */
function row(name, count, ours, theirs) {
  const differ = differing(ours(), theirs());
  const [own, peer] = measure([{ name: "clearance", run: ours }, { name: "three-mesh-bvh", run: theirs }]);
  const micros = (ms) => ((ms * 1000) / count).toFixed(2);
  return [name, micros(own), micros(peer), (peer / own).toFixed(2), differ];
}

function* rows(label, mesh) {
  const shape = d3.Shape.mesh(mesh.vertices, mesh.triangles);
  const geometry = geometryOf(mesh);
  const bvh = new MeshBVH(geometry, { strategy: SAH });
  const build = () => [d3.Shape.mesh(mesh.vertices, mesh.triangles)].map((made) => (made.free(), 0));
  const theirBuild = (strategy) => () => [new MeshBVH(geometryOf(mesh), { strategy })].map(() => 0);
  yield row(`build (CENTER)/${label}`, 1, build, theirBuild(CENTER));
  yield row(`build (SAH)/${label}`, 1, build, theirBuild(SAH));
  const { points, far, ways } = questions();
  const rays = Float64Array.from(far.flatMap((from, i) => [...from, ...ways[i]]));
  const flat = Float64Array.from(points.flat());
  const units = ways.map((way) => new Vector3(...way).normalize());
  const lengths = ways.map((way) => Math.hypot(...way));
  yield row(
    `ray, a batch/${label}`,
    QUERIES,
    () => [...d3.rayMany(rays, shape).times].map((t) => (t === Infinity ? -1 : t)),
    () => far.map((from, i) => {
      const hit = bvh.raycastFirst(new Ray(new Vector3(...from), units[i]), DoubleSide);
      return hit ? hit.distance / lengths[i] : -1;
    }),
  );
  yield row(
    `closest point, a batch/${label}`,
    QUERIES,
    () => [...d3.closestPointMany(flat, shape).distances].map(Math.abs),
    () => points.map((p) => bvh.closestPointToPoint(new Vector3(...p)).distance),
  );
  const [ball, box] = [d3.Shape.sphere(0.05), d3.Shape.box([0.05, 0.05, 0.05])];
  const outside = points.filter((p) => !d3.contains(p, shape));
  yield row(
    `sphere meets/${label}`,
    outside.length,
    () => outside.map((p) => Number(d3.intersects(shape, ball.at(p)))),
    () => outside.map((p) => Number(bvh.intersectsSphere(new Sphere(new Vector3(...p), 0.05)))),
  );
  const identity = new Matrix4();
  yield row(
    `box meets/${label}`,
    outside.length,
    () => outside.map((p) => Number(d3.intersects(shape, box.at(p)))),
    () => outside.map((p) => {
      const [low, high] = [-0.05, 0.05].map((by) => new Vector3(...p.map((c) => c + by)));
      return Number(bvh.intersectsBox(new Box3(low, high), identity));
    }),
  );
}

function* pairs(a, b) {
  const [ours, theirs] = [a, b].map((mesh) => d3.Shape.mesh(mesh.vertices, mesh.triangles));
  const [first, second] = [geometryOf(a), geometryOf(b)];
  const bvh = new MeshBVH(first, { strategy: SAH });
  second.boundsTree = new MeshBVH(second, { strategy: SAH });
  for (const [label, at] of [["light", [1.9, 0.6, 0.3]], ["deep", [0.4, 0.3, 0.2]], ["apart", [2.6, 0.3, 0.2]]]) {
    const matrix = new Matrix4().makeTranslation(...at);
    yield row(
      `two meshes meet/${label}`,
      1,
      () => [Number(d3.intersects(ours, theirs.at(at)))],
      () => [Number(bvh.intersectsGeometry(second, matrix))],
    );
    yield row(
      `every pair/${label}`,
      1,
      () => [d3.trianglePairs(ours, theirs.at(at)).pairs.length / 2],
      () => {
        let count = 0;
        bvh.bvhcast(second.boundsTree, matrix, {
          intersectsTriangles: (t, u) => {
            count += Number(t.intersectsTriangle(u));
            return false;
          },
        });
        return [count];
      },
    );
  }
}

const ring = closed(new TorusGeometry(1, 0.4, 160, 320));
const ball = closed(new SphereGeometry(1, 320, 128));
const small = closed(new TorusGeometry(1, 0.4, 50, 100));
const lines = [...rows("torus 10k", small), ...rows("torus 102k", ring), ...pairs(ball, ring)];
console.log(`${circumstances()}; clearance's module ${simd ? "with" : "without"} simd128\n`);
console.log("Microseconds for a question (build: one mesh), the median of 15 rounds in turns.\n");
console.log(table(["case", "clearance", "three-mesh-bvh", "ratio", "differ"], lines));
