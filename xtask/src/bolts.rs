//! A bolted joint: two plates, a pin in holes of its own diameter, a washer and a nut, every part a closed
//! mesh.
//!
//! Holes and pin have the same 24 corners, with the same numbers in each part, so that the parts of the joint
//! are exactly in contact and do not overlap. Lengths are in millimetres.

use std::path::Path;

type Point = [f64; 2];
const SIDES: usize = 24;

/// Writes `scene.json`, in which everything only touches, and `interference.json`, in which the pin is too
/// thick and the washer has slipped.
pub fn write(directory: &Path) -> Result<(), String> {
    let fits = scene(&circle(5.0), [0.0, 0.0, 16.0]);
    crate::save(&directory.join("scene.json"), &fits)?;
    let clashes = scene(&circle(5.05), [0.4, 0.0, 16.0]);
    crate::save(&directory.join("interference.json"), &clashes)
}

fn scene(pin: &[Point], washer_at: [f64; 3]) -> String {
    let hole = circle(5.0);
    let shapes = [
        ("plate", prism(&square(30.0), &hole, 8.0)),
        ("pin", prism(pin, &[], 26.0)),
        ("washer", prism(&circle(10.0), &hole, 2.0)),
        ("nut", prism(&square(8.0), &hole, 6.0)),
    ];
    let objects = [
        ("lower plate", "plate", [0.0, 0.0, 0.0]),
        ("upper plate", "plate", [0.0, 0.0, 8.0]),
        ("pin", "pin", [0.0, 0.0, 0.0]),
        ("washer", "washer", washer_at),
        ("nut", "nut", [0.0, 0.0, 18.0]),
    ];
    let shapes: Vec<String> = shapes
        .iter()
        .map(|(name, mesh)| format!("  \"{name}\": {mesh}"))
        .collect();
    let objects: Vec<String> = objects
        .iter()
        .map(|(id, shape, at)| {
            format!("  {{\"id\": \"{id}\", \"shape\": \"{shape}\", \"position\": {at:?}}}")
        })
        .collect();
    format!(
        "{{\"clearance\": 1, \"dimension\": 3, \"unit\": \"mm\",\n \"shapes\": {{\n{}}},\n \"objects\": [\n{}\n]}}\n",
        shapes.join(",\n"),
        objects.join(",\n")
    )
}

/// Rounds to a ten-thousandth of a millimetre.
fn round(x: f64) -> f64 {
    let rounded = (x * 1e4).round() / 1e4;
    rounded + 0.0 // never -0
}

fn directions() -> impl Iterator<Item = Point> {
    (0..SIDES).map(|i| {
        let (sin, cos) = (i as f64 * std::f64::consts::TAU / SIDES as f64).sin_cos();
        [cos, sin]
    })
}

fn circle(radius: f64) -> Vec<Point> {
    directions()
        .map(|[x, y]| [round(x * radius), round(y * radius)])
        .collect()
}

/// Points around the border of a square, one in each direction; every sixth (from the third) is a corner.
fn square(half: f64) -> Vec<Point> {
    let onto_border = |[x, y]: Point| {
        let largest = x.abs().max(y.abs());
        [round(x / largest * half), round(y / largest * half)]
    };
    directions().map(onto_border).collect()
}

/// A closed mesh: `outer` from z = 0 to `height`, minus `inner`, which has as many corners or none.
fn prism(outer: &[Point], inner: &[Point], height: f64) -> String {
    let n = outer.len();
    let mut vertices: Vec<[f64; 3]> = Vec::new();
    for z in [0.0, height] {
        vertices.extend(outer.iter().map(|[x, y]| [*x, *y, z]));
        vertices.extend(inner.iter().map(|[x, y]| [*x, *y, z]));
    }
    let layer = n + inner.len();
    let mut triangles: Vec<[usize; 3]> = Vec::new();
    let mut quad = |a, b, c, d| triangles.extend([[a, b, c], [a, c, d]]);
    for i in 0..n {
        let j = (i + 1) % n;
        quad(i, j, layer + j, layer + i);
        if !inner.is_empty() {
            quad(n + j, n + i, layer + n + i, layer + n + j);
            quad(i, n + i, n + j, j);
            quad(layer + i, layer + j, layer + n + j, layer + n + i);
        }
    }
    if inner.is_empty() {
        triangles.extend((1..n - 1).flat_map(|i| [[0, i + 1, i], [layer, layer + i, layer + i + 1]]));
    }
    format!("{{\"type\": \"mesh\", \"vertices\": {vertices:?},\n    \"triangles\": {triangles:?}}}")
}
