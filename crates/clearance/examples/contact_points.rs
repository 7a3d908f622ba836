//! Where two boxes touch, for a physics engine: `cargo run -p clearance --example contact_points`.

use clearance::{Placed, Pose, d3::Shape, glam::DVec3, manifold};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let crate_shape = Shape::cuboid(DVec3::splat(0.5))?;
    let below = Pose::IDENTITY;
    let above = Pose::at(DVec3::new(0.25, 1.0, 0.25))?;

    // Face on face: the four corners of their common part, each with an id that stays while it touches.
    let contacts = manifold(
        Placed::new(&crate_shape, &below),
        Placed::new(&crate_shape, &above),
        0.01,
    )?;
    println!("normal {}", contacts.normal);
    for contact in contacts.contacts() {
        println!(
            "{} at {}, features {:?}",
            contact.clearance, contact.point_a, contact.feature
        );
    }
    Ok(())
}
