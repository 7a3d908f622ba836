use clearance::{Placed, Pose, d2::Shape, distance, glam::DVec2, relation};

// ANCHOR: by_hand
fn circles_meet(p: DVec2, p_radius: f64, q: DVec2, q_radius: f64) -> bool {
    let (dx, dy) = (q.x - p.x, q.y - p.y);
    let reach = p_radius + q_radius;
    dx * dx + dy * dy <= reach * reach
}
// ANCHOR_END: by_hand

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("by hand: {}", circles_meet(DVec2::ZERO, 1.0, DVec2::new(1.5, 2.0), 1.0));

    // ANCHOR: library
    let coin = Shape::circle(1.0)?;
    let (here, there) = (Pose::IDENTITY, Pose::at(DVec2::new(1.5, 2.0))?);
    let (a, b) = (Placed::new(&coin, &here), Placed::new(&coin, &there));
    println!("relation: {}", relation(a, b));
    println!("distance: {}", distance(a, b));
    // ANCHOR_END: library

    // ANCHOR: close
    let place = Pose::at(DVec2::new(0.3, 0.4))?;
    for (p_radius, q_radius) in [(0.1, 0.4), (0.2, 0.3)] {
        let (p, q) = (Shape::circle(p_radius)?, Shape::circle(q_radius)?);
        let root = (0.3_f64 * 0.3 + 0.4 * 0.4).sqrt();
        println!("radii {p_radius} and {q_radius}");
        println!("  by roots, equal: {}", root == p_radius + q_radius);
        println!("  relation: {}", relation(Placed::new(&p, &here), Placed::new(&q, &place)));
    }
    // ANCHOR_END: close
    Ok(())
}
