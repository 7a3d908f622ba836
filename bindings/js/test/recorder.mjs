// A canvas context that keeps its calls, and the paths of those that draw.

const METHODS = ["beginPath", "moveTo", "lineTo", "closePath", "arc", "ellipse", "rect", "save", "restore", "fill", "stroke"];

/** `scale` pixels a unit, y up, the origin at (x, y) pixels. */
export function recorder({ width = 800, height = 600, scale = 50, x = 400, y = 300 } = {}) {
  const calls = [];
  const context = { canvas: { width, height }, strokeStyle: "", fillStyle: "", lineWidth: 1, getTransform: () => ({ a: scale, b: 0, c: 0, d: -scale, e: x, f: y }) };
  for (const name of METHODS) {
    context[name] = (...words) => void calls.push([name, words, { stroke: context.strokeStyle, fill: context.fillStyle, width: context.lineWidth }]);
  }
  return { context, calls };
}

/** The paths that are filled or stroked: their steps, in what colour. */
export function paths(calls) {
  const all = [];
  let steps = [];
  for (const [name, words, { stroke, fill }] of calls) {
    if (name === "beginPath") steps = [];
    else if (name === "fill" || name === "stroke") all.push({ how: name, colour: name === "fill" ? fill : stroke, steps });
    else if (name !== "save" && name !== "restore") steps.push([name, ...words]);
  }
  return all;
}
