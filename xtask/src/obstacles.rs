//! Fifty obstacles around the robot arm: boxes, spheres, cylinders and capsules of 4 to 20 cm, within its
//! reach and clear of its foot.
//!
//! Lengths are in metres. The seed is fixed, so the scene is the same on every machine.

use std::path::Path;

use clearance::glam::DVec3;
use clearance_testkit::Random;
use serde_json::{Value, json};

const COUNT: usize = 50;

/// Writes the scene.
pub fn write(scene: &Path) -> Result<(), String> {
    let mut random = Random::new(26);
    let objects: Vec<_> = (0..COUNT)
        .map(|i| format!("  {}", obstacle(i, &mut random)))
        .collect();
    let text = format!(
        "{{\"clearance\": 1, \"dimension\": 3, \"unit\": \"m\",\n \"objects\": [\n{}\n ]}}\n",
        objects.join(",\n")
    );
    crate::save(scene, &text)
}

fn obstacle(number: usize, random: &mut Random) -> Value {
    let mut size = || round(random.between(0.02, 0.1));
    let shape = match number % 4 {
        0 => json!({"type": "box", "half_extents": [size(), size(), size()]}),
        1 => json!({"type": "sphere", "radius": size()}),
        2 => json!({"type": "cylinder", "half_height": size(), "radius": size()}),
        _ => {
            let half = size();
            json!({"type": "capsule", "a": [0.0, -half, 0.0], "b": [0.0, half, 0.0], "radius": round(0.5 * size())})
        }
    };
    let [x, y, z] = place(random).to_array().map(round);
    let turn: [f64; 4] = std::array::from_fn(|_| round(random.between(-1.0, 1.0)));
    json!({"id": format!("obstacle {number}"), "shape": shape, "position": [x, y, z], "rotation": turn})
}

/// From 0.45 to 0.95 m from the shoulder, above the ground.
fn place(random: &mut Random) -> DVec3 {
    let shoulder = DVec3::new(0.0, 0.0, 0.333);
    loop {
        let place = shoulder + random.direction::<DVec3>() * random.between(0.45, 0.95);
        if place.z > 0.0 {
            return place;
        }
    }
}

/// To a tenth of a millimetre.
fn round(x: f64) -> f64 {
    (x * 1e4).round() / 1e4
}
