use clearance::{Placed, Pose, clearance, d2::Shape, glam::DVec2, manifold, relation};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: manifold
    let (floor, crate_) =
        (Shape::cuboid(DVec2::new(5.0, 1.0))?, Shape::cuboid(DVec2::new(1.0, 1.0))?);
    let (here, mut pose) = (Pose::IDENTITY, Pose::at(DVec2::new(2.0, 1.75))?);
    let floor = Placed::new(&floor, &here);
    let found = manifold(floor, Placed::new(&crate_, &pose), 0.0)?;
    println!("normal: {} {}", found.normal.x, found.normal.y);
    for contact in found.contacts() {
        println!("  at x = {:.2}, depth {:.2}", contact.point_b.x, -contact.clearance);
    }
    // ANCHOR_END: manifold

    // ANCHOR: push
    let answer = clearance(floor, Placed::new(&crate_, &pose))?;
    pose = Pose::at(pose.position() - answer.distance * answer.normal)?;
    println!("after the push: {}", relation(floor, Placed::new(&crate_, &pose)));
    // ANCHOR_END: push

    // ANCHOR: within
    let (room, ball) = (Shape::cuboid(DVec2::splat(2.0))?, Shape::cuboid(DVec2::splat(0.5))?);
    let (room, start) = (Placed::new(&room, &here), Pose::at(DVec2::new(0.25, 0.0))?);
    let overlap = f64::min(2.0, 0.75) - f64::max(-2.0, -0.25); // of the two shadows on the x axis
    let out = clearance(room, Placed::new(&ball, &start))?;
    println!("overlap of the shadows: {overlap:.2}");
    println!("way out: {:.2}", out.depth());
    for way in [overlap, out.depth()] {
        let moved = Pose::at(DVec2::new(0.25 + way, 0.0))?;
        println!("moved by {way:.2}: {}", relation(room, Placed::new(&ball, &moved)));
    }
    // ANCHOR_END: within
    Ok(())
}
