use clearance::assembly::{Assembly, Settings, Solid};
use clearance::{Pose, d3::Shape, glam::DVec3};
use std::sync::Arc;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: check
    let mut assembly = Assembly::default();
    let parts = [
        ("plate", DVec3::new(10.0, 10.0, 1.0), 0.0),
        ("block", DVec3::new(2.0, 2.0, 2.0), 2.75), // sunk in by 0.25
        ("cap", DVec3::new(2.0, 2.0, 1.0), 5.75),   // on the block
        ("core", DVec3::splat(0.5), 3.0),           // within the block
    ];
    for (name, half, height) in parts {
        let solid = Solid::new(Shape::cuboid(half)?, 0.0, 0.0);
        assembly.add(name, Arc::new(solid), Pose::at(DVec3::new(0.0, 0.0, height))?);
    }
    let found = assembly.check(&Settings { depth: true, ..Settings::default() });
    for pair in &found {
        let [a, b] = [pair.a, pair.b].map(|part| &assembly.parts()[part].name);
        println!("{a}, {b}: {}", pair.finding.class.as_str());
    }
    // ANCHOR_END: check

    // ANCHOR: measured
    let first = &found[0].finding;
    println!("common volume: {:.2}", first.common.as_ref().ok_or("nothing in common")?.volume);
    println!("depth: {:.2}", first.depth.ok_or("no depth")?.at_most);
    // ANCHOR_END: measured
    Ok(())
}
