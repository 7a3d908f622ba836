//! What a ray hits, and the closest point: `cargo run -p clearance --example ray`.

use clearance::cast::{Ray, closest_point, ray};
use clearance::{Placed, Pose, d3::Shape, glam::DVec3};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let column = Shape::cylinder(2.0, 0.5)?;
    let pose = Pose::at(DVec3::new(3.0, 0.0, 0.0))?;
    let column = Placed::new(&column, &pose);

    let view = Ray {
        origin: DVec3::ZERO,
        direction: DVec3::X,
        max_time: f64::INFINITY,
    };
    match ray(column, &view)? {
        Some(hit) => println!("hit after {} at {}, normal {:?}", hit.time, hit.point, hit.normal),
        None => println!("nothing in sight"),
    }
    let nearest = closest_point(column, DVec3::ZERO)?;
    println!("{} away, at {}", nearest.distance, nearest.point);
    Ok(())
}
