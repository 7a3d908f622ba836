use clearance::{Placed, Pose, clearance, d2::Shape, glam::DVec2, relation};

// ANCHOR: by_hand
/// The shadow on an axis of unit length: of a polygon, or of a circle around one point.
fn shadow(points: &[DVec2], radius: f64, axis: DVec2) -> (f64, f64) {
    let along = points.iter().map(|point| point.dot(axis));
    let (least, most) =
        along.fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)));
    (least - radius, most + radius)
}

/// The widest gap of two shadows: if it is positive, the shapes are apart.
fn widest_gap(polygon: &[DVec2], centre: DVec2, radius: f64, axes: &[DVec2]) -> f64 {
    let gap = |axis: &DVec2| {
        let (p, q) = (shadow(polygon, 0.0, *axis), shadow(&[centre], radius, *axis));
        f64::max(q.0 - p.1, p.0 - q.1)
    };
    axes.iter().map(gap).fold(f64::MIN, f64::max)
}
// ANCHOR_END: by_hand

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: axes
    let triangle = [DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(0.0, 3.0)];
    let (centre, radius) = (DVec2::new(4.65, -0.65), 0.75);

    // One axis for each edge: at right angles to it.
    let mut axes: Vec<DVec2> =
        (0..3).map(|i| (triangle[(i + 1) % 3] - triangle[i]).perp().normalize()).collect();
    println!("edge axes alone: {:.6}", widest_gap(&triangle, centre, radius, &axes));

    // And one for the circle: from its centre to the nearest corner.
    let far = |corner: &DVec2| corner.distance(centre);
    let nearest =
        triangle.into_iter().min_by(|p, q| far(p).total_cmp(&far(q))).ok_or("no corner")?;
    axes.push((centre - nearest).normalize());
    println!("with the vertex axis: {:.6}", widest_gap(&triangle, centre, radius, &axes));
    // ANCHOR_END: axes

    // ANCHOR: library
    let (polygon, circle) = (Shape::convex(&triangle)?, Shape::circle(radius)?);
    let (here, there) = (Pose::IDENTITY, Pose::at(centre)?);
    let (a, b) = (Placed::new(&polygon, &here), Placed::new(&circle, &there));
    println!("library: {}, {:.6}", relation(a, b), clearance(a, b)?.distance);
    // ANCHOR_END: library
    Ok(())
}
