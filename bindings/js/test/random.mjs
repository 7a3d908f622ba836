// Seeded random numbers (mulberry32, Tommy Ettinger), so that a failing test fails again.

export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least, most) => least + (most - least) * next();
  return { next, between, whole: (count) => Math.floor(next() * count), point: (reach) => [between(-reach, reach), between(-reach, reach)] };
}

/** The corners of a convex polygon: points on a circle, at ascending angles. */
export function polygon(dice, corners, radius) {
  const angles = Array.from({ length: corners }, () => dice.between(0, 2 * Math.PI)).sort((a, b) => a - b);
  return angles.map((angle) => [radius * Math.cos(angle), radius * Math.sin(angle)]);
}
