// Writes queries.jsonl: `node generate.mjs > queries.jsonl`. It is seeded, so that the lines are the same
// everywhere.

import { random } from "../js/test/random.mjs";

const { next, whole } = random(1);
const pick = (list) => list[whole(list.length)];
/** On a coarse lattice shapes often touch, share faces and coincide; off the lattice they do not. */
const coordinate = (lattice) => (lattice ? whole(9) - 4 : next() * 8 - 4);
const size = (lattice) => (lattice ? 1 + whole(3) : 0.2 + next() * 2);
const vector = (dimension, lattice) => Array.from({ length: dimension }, () => coordinate(lattice));
const sizes = (count, lattice) => Array.from({ length: count }, () => size(lattice));

/** A star around the origin: simple, and often concave. */
function star(corners) {
  return Array.from({ length: corners }, (_, i) => {
    const radius = 0.5 + next() * 2;
    const angle = (2 * i) / corners; // in half turns; the exact value does not matter
    const [x, y] = [1 - 2 * Math.abs(((angle + 1) % 2) - 1), 1 - 2 * Math.abs(((angle + 0.5) % 2) - 1)];
    return [radius * x, radius * y];
  });
}

const BOX = { vertices: [], triangles: [[0, 2, 1], [1, 2, 3], [4, 5, 6], [5, 7, 6], [0, 1, 4], [1, 5, 4], [2, 6, 3], [3, 6, 7], [0, 4, 2], [2, 4, 6], [1, 3, 5], [3, 7, 5]] };
for (let i = 0; i < 8; i++) BOX.vertices.push([i & 1, (i >> 1) & 1, i >> 2].map((bit) => 2 * bit - 1));

const SHARED = {
  point: () => ({}),
  segment: (d, l) => ({ a: vector(d, l), b: vector(d, l) }),
  capsule: (d, l) => ({ a: vector(d, l), b: vector(d, l), radius: size(l) }),
  box: (d, l) => ({ half_extents: sizes(d, l) }),
  convex: (d, l) => ({ vertices: Array.from({ length: 4 + whole(6) }, () => vector(d, l)) }),
  half_space: (d, l) => ({ normal: vector(d, l).map((x, i) => x + (i === 0 ? 5 : 0)), offset: coordinate(l) }),
  rounded: (d, l) => ({ shape: { type: "box", half_extents: sizes(d, l) }, radius: size(l) / 4 }),
  compound: (d, l) => ({ parts: [{ type: "box", half_extents: sizes(d, l) }, { type: "box", half_extents: sizes(d, l), position: vector(d, l) }] }),
};
const KINDS = {
  2: {
    ...SHARED,
    circle: (d, l) => ({ radius: size(l) }),
    ellipse: (d, l) => ({ radii: sizes(2, l) }),
    polygon: () => ({ vertices: star(5 + whole(6)) }),
    polyline: (d, l) => ({ vertices: Array.from({ length: 3 }, () => vector(2, l)), closed: next() < 0.5 }),
    bitmap: () => ({ rows: ["0110", "1101", "0111"], pixel_size: 0.5 }),
  },
  3: {
    ...SHARED,
    triangle: (d, l) => ({ vertices: Array.from({ length: 3 }, () => vector(3, l)) }),
    sphere: (d, l) => ({ radius: size(l) }),
    ellipsoid: (d, l) => ({ radii: sizes(3, l) }),
    cylinder: (d, l) => ({ half_height: size(l), radius: size(l) }),
    cone: (d, l) => ({ half_height: size(l), radius: size(l) }),
    mesh: () => BOX,
    terrain: (d, l) => ({ heights: [sizes(3, l), sizes(3, l), sizes(3, l)], spacing: [1, 1.5] }),
  },
};

function placed(dimension, kind, lattice) {
  const shape = { type: kind, ...KINDS[dimension][kind](dimension, lattice), position: vector(dimension, lattice) };
  if (!lattice || next() < 0.2) {
    if (dimension === 2) shape.angle = next() * 6 - 3;
    else shape.rotation = Array.from({ length: 4 }, () => next() * 2 - 1);
  }
  if (next() < 0.1) shape.scale = pick([0.5, 2, 1.25]);
  return shape;
}

const motion = (dimension, lattice) => ({
  linear: vector(dimension, lattice).map((x) => 2 * x),
  ...(next() < 0.3 ? { angular: dimension === 2 ? next() * 3 : Array.from({ length: 3 }, () => next() * 2 - 1) } : {}),
});

const EXTRA = {
  relation: () => ({}),
  clearance: () => ({}),
  manifold: () => ({ margin: pick([0, 0.5]) }),
  ray: (d, l) => ({ origin: vector(d, l), direction: vector(d, l).map((x, i) => x + (i === 0 ? 0.25 : 0)) }),
  sweep: (d, l) => ({ motion_a: motion(d, l), ...(next() < 0.5 ? { motion_b: motion(d, l) } : {}) }),
  closest_point: (d, l) => ({ point: vector(d, l) }),
};

let id = 0;
for (const dimension of [2, 3]) {
  const kinds = Object.keys(KINDS[dimension]);
  for (const kind of kinds) {
    for (const other of kinds) {
      for (const op of ["relation", "clearance", pick(["manifold", "sweep", "ray", "closest_point"])]) {
        const lattice = next() < 0.6;
        const line = { id: id++, op, dimension, a: placed(dimension, kind, lattice) };
        if (!["ray", "closest_point"].includes(op)) line.b = placed(dimension, other, lattice);
        console.log(JSON.stringify({ ...line, ...EXTRA[op](dimension, lattice) }));
      }
    }
  }
}
