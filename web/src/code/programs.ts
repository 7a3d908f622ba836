// "Show this as code": two shapes at their poses, as a whole program in each of three languages, with what it
// prints beside it.

import type { Corner, Form } from "../modes/two/kinds";
import { literal, printed, type Tongue } from "./numbers";

/** A shape and its pose; the numbers are those of the address, so that the link and the code say the same. */
export interface Placing { form: Form; position: Corner; angle: number; scale: number }

/** What the package answers about the two: the program prints it. */
export interface Answered { relation: string; distance: number }

export const TONGUES: readonly { value: Tongue; name: string; file: string; run: string }[] = [
  { value: "js", name: "JavaScript", file: "two.mjs", run: "node two.mjs" },
  { value: "python", name: "Python", file: "two.py", run: "python two.py" },
  { value: "rust", name: "Rust", file: "src/main.rs", run: "cargo run" },
];

export function programOf(a: Placing, b: Placing, answered: Answered, tongue: Tongue): string {
  const lines = { js: javascript, python, rust }[tongue](a, b, answered);
  return `${lines.join("\n")}\n`;
}

function javascript(a: Placing, b: Placing, { relation, distance }: Answered): string[] {
  const placed = (name: string, { form, position, angle, scale }: Placing) =>
    `const ${name} = d2.Shape.${made(form, "js")}.at(${corner(position, "js")}, ${literal(angle, "js")}, ${literal(scale, "js")});`;
  return [
    `import { d2 } from "clearance";`, "",
    placed("a", a), placed("b", b), "",
    `console.log(d2.relation(a, b)); // ${relation}`,
    `console.log(d2.clearance(a, b).distance); // ${printed(distance, "js")}`,
  ];
}

function python(a: Placing, b: Placing, { relation, distance }: Answered): string[] {
  const placed = (name: string, { form, position, angle, scale }: Placing) =>
    `${name} = d2.${made(form, "python")}.at(${corner(position, "python")}, angle=${literal(angle, "python")}, scale=${literal(scale, "python")})`;
  return [
    "from clearance import d2", "",
    placed("a", a), placed("b", b), "",
    `print(d2.relation(a, b))  # ${relation}`,
    `print(d2.clearance(a, b).distance)  # ${printed(distance, "python")}`,
  ];
}

function rust(a: Placing, b: Placing, { relation, distance }: Answered): string[] {
  const place = (name: string, { position, angle, scale }: Placing) =>
    `    let ${name} = Pose::new(${corner(position, "rust")}, Rotation2::from_angle(${literal(angle, "rust")}))?.scaled(${literal(scale, "rust")})?;`;
  return [
    "use clearance::{Placed, Pose, clearance, d2::Shape, glam::DVec2, math::Rotation2, relation};", "",
    "fn main() -> Result<(), Box<dyn std::error::Error>> {",
    `    let shape_a = Shape::${made(a.form, "rust")}?;`, place("pose_a", a),
    `    let shape_b = Shape::${made(b.form, "rust")}?;`, place("pose_b", b),
    "    let (a, b) = (Placed::new(&shape_a, &pose_a), Placed::new(&shape_b, &pose_b));", "",
    `    println!("{}", relation(a, b)); // ${relation}`,
    `    println!("{}", clearance(a, b)?.distance); // ${printed(distance, "rust")}`,
    "    Ok(())", "}",
  ];
}

const NAMES: Record<Form["of"], Record<Tongue, string>> = {
  circle: { js: "circle", python: "Circle", rust: "circle" },
  capsule: { js: "capsule", python: "Capsule", rust: "capsule" },
  box: { js: "box", python: "Box", rust: "cuboid" },
  convex: { js: "convex", python: "Convex", rust: "convex" },
  polygon: { js: "polygon", python: "Polygon", rust: "polygon" },
};

/** The call that makes a shape, without what stands before its name. */
function made(form: Form, tongue: Tongue): string {
  return `${NAMES[form.of][tongue]}(${given(form, tongue).join(", ")})`;
}

function given(form: Form, tongue: Tongue): string[] {
  switch (form.of) {
    case "circle": return [literal(form.radius, tongue)];
    case "capsule": return [corner(form.from, tongue), corner(form.to, tongue), literal(form.radius, tongue)];
    case "box": return [corner(form.half, tongue)];
    case "convex": return [ring(form.corners, tongue)];
    // Rust's polygons are given their holes as well.
    case "polygon": return tongue === "rust" ? [ring(form.corners, tongue), "&[]"] : [ring(form.corners, tongue)];
  }
}

function ring(corners: readonly Corner[], tongue: Tongue): string {
  const words = corners.map((each) => `${tongue === "rust" ? "        " : "  "}${corner(each, tongue)},`);
  const [before, after] = tongue === "rust" ? ["&[", "    ]"] : ["[", "]"];
  return [before, ...words, after].join("\n");
}

function corner([x, y]: Corner, tongue: Tongue): string {
  const words = `${literal(x, tongue)}, ${literal(y, tongue)}`;
  return tongue === "js" ? `[${words}]` : tongue === "python" ? `(${words})` : `DVec2::new(${words})`;
}
