//! A turned fixture with each class of interference: parts that are round, tessellated with different numbers
//! of sides, so that nearly all of them overlap as meshes.
//!
//! Lengths are in millimetres.

use std::path::Path;

use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance_testkit::revolved::{half_circle, pin, revolved, sleeve};

/// Writes `scene.json`.
pub fn write(directory: &Path) -> Result<(), String> {
    crate::save(&directory.join("scene.json"), &scene()?)
}

fn scene() -> Result<String, String> {
    let shapes = [
        ("flange", sleeve([20.0, 60.0], [0.0, 12.0], 48, 0.0)),
        ("shaft", pin(20.0, [-10.0, 80.0], 40, 0.3)),
        ("collar", sleeve([19.99, 30.0], [12.0, 24.0], 36, 0.5)),
        ("ring", ring(25.0, 2.0)),
        ("weight", pin(15.0, [0.0, 30.0], 32, 0.0)),
        ("ball", revolved(&half_circle(4.0, 13), 24, 0.0)),
        ("cover", without_a_triangle(&pin(12.0, [0.0, 25.0], 24, 0.0))?),
        ("sensor", sleeve([2.0, 5.0], [0.0, 10.0], 16, 0.0)),
        ("cable", pin(2.0, [0.0, 40.0], 12, 0.0)),
    ];
    let objects = [
        ("flange", "flange", [0.0, 0.0, 0.0]),
        ("shaft", "shaft", [0.0, 0.0, 0.0]),
        ("collar", "collar", [0.0, 0.0, 0.0]),
        ("ring", "ring", [0.0, 0.0, 26.0]),
        ("ring, pasted twice", "ring", [0.0, 0.0, 26.0]),
        ("balance weight", "weight", [0.0, 0.0, 80.0]),
        ("ball in the weight", "ball", [0.0, 0.0, 95.0]),
        ("cover with a hole", "cover", [100.0, 0.0, 0.0]),
        ("sensor", "sensor", [100.0, 0.0, 5.0]),
        ("cable", "cable", [62.3, 0.0, -10.0]),
    ];
    let shapes: Vec<String> = shapes.iter().map(|(name, shape)| entry(name, shape)).collect();
    let object = |(id, shape, at): &(&str, &str, [f64; 3])| {
        format!("  {{\"id\": \"{id}\", \"shape\": \"{shape}\", \"position\": {at:?}}}")
    };
    let objects: Vec<String> = objects.iter().map(object).collect();
    Ok(format!(
        "{{\"clearance\": 1, \"dimension\": 3, \"unit\": \"mm\",\n \"shapes\": {{\n{}}},\n \"objects\": [\n{}\n]}}\n",
        shapes.join(",\n"),
        objects.join(",\n")
    ))
}

/// A round ring around Z.
fn ring(radius: f64, thickness: f64) -> Shape<DVec3> {
    let around = |k: u32| {
        let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 16.0).sin_cos();
        (radius + thickness * cos, thickness * sin)
    };
    revolved(&(0..16).map(around).collect::<Vec<_>>(), 48, 0.0)
}

fn without_a_triangle(shape: &Shape<DVec3>) -> Result<Shape<DVec3>, String> {
    let Shape::Mesh(mesh) = shape else {
        return Err("not a mesh".into());
    };
    let triangles = mesh.triangles()[1..].to_vec();
    Shape::mesh(mesh.vertices().to_vec(), triangles).map_err(|error| error.to_string())
}

/// A named mesh, its coordinates to a ten-billionth of a millimetre.
fn entry(name: &str, shape: &Shape<DVec3>) -> String {
    let Shape::Mesh(mesh) = shape else {
        return String::new();
    };
    let round = |x: f64| (x * 1e10).round() / 1e10 + 0.0; // never -0
    let vertices: Vec<[f64; 3]> = mesh.vertices().iter().map(|v| v.to_array().map(round)).collect();
    format!(
        "  \"{name}\": {{\"type\": \"mesh\", \"vertices\": {vertices:?},\n    \"triangles\": {:?}}}",
        mesh.triangles()
    )
}
