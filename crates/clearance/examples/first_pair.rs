//! Two shapes, three questions: `cargo run -p clearance --example first_pair`.

use clearance::{Placed, Pose, clearance, d2::Shape, glam::DVec2, math::Rotation2, relation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let plank = Shape::cuboid(DVec2::new(2.0, 0.25))?;
    let ball = Shape::circle(0.5)?;
    let (flat, tilted) = (Pose::IDENTITY, Pose::IDENTITY.turned(Rotation2::from_angle(0.3))?);
    let above = Pose::at(DVec2::new(0.0, 0.75))?;

    // Exactly on the flat plank; a little into the tilted one.
    println!(
        "{}",
        relation(Placed::new(&plank, &flat), Placed::new(&ball, &above))?
    );
    let answer = clearance(Placed::new(&plank, &tilted), Placed::new(&ball, &above))?;
    println!("{} deep, out along {}", answer.depth(), answer.normal);
    Ok(())
}
