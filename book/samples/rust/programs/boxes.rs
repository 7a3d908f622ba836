use clearance::{Placed, Pose, clearance, d2::Shape, glam::DVec2, math::Rotation2, relation};

// ANCHOR: by_hand
/// Boxes by their lower and upper corners; boxes that only touch count.
fn boxes_meet(p: [DVec2; 2], q: [DVec2; 2]) -> bool {
    p[0].x <= q[1].x && q[0].x <= p[1].x && p[0].y <= q[1].y && q[0].y <= p[1].y
}
// ANCHOR_END: by_hand

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: upright
    let crate_ = Shape::cuboid(DVec2::new(1.0, 1.0))?; // half extents: a square of side 2
    let (here, beside) = (Pose::IDENTITY, Pose::at(DVec2::new(2.0, 1.0))?);
    let (a, b) = (Placed::new(&crate_, &here), Placed::new(&crate_, &beside));
    println!("upright: {}", relation(a, b));
    // ANCHOR_END: upright

    // ANCHOR: turned
    let turn = Rotation2::from_angle(0.7); // radians
    let corner = Pose::new(DVec2::new(2.0, 2.0), turn)?;
    let c = Placed::new(&crate_, &corner);
    let (p, q) = (a.aabb(), c.aabb());
    println!("bounding boxes meet: {}", boxes_meet([p.min, p.max], [q.min, q.max]));
    println!("boxes: {}", relation(a, c));
    println!("gap: {:.6}", clearance(a, c)?.distance);
    // ANCHOR_END: turned
    Ok(())
}
