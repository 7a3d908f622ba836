//! A box and a circle by the closest point of the box, against the general way by the edges of outlines.

use glam::DVec2;

use super::{Clearance, ClearanceQuestion, Dimension2, FloatTest, ball_cuboid};
use crate::math::{Pose, Rotation2};
use crate::pair::dice::Dice;
use crate::shape::{Placed, Shape2};

#[test]
fn a_box_and_a_circle_as_by_their_outlines() {
    let (mut dice, mut counts) = (Dice(21), [0; 3]);
    for _ in 0..3000 {
        let mut vector = || DVec2::new(dice.next(), dice.next());
        let (half, at, way) = (vector().abs() + 0.1, vector(), vector() * 1.8);
        let scale = 1.0 + vector().x.abs();
        let cuboid = Shape2::cuboid(half).expect("a box");
        let circle = Shape2::circle(0.05 + vector().x.abs()).expect("a circle");
        let here = Pose::new(at, Rotation2::from_angle(3.0 * vector().x)).expect("finite");
        let there = Pose::at(at + way)
            .expect("finite")
            .scaled(scale)
            .expect("a scale");
        let (a, b) = (Placed::new(&cuboid, &here), Placed::new(&circle, &there));
        let (Shape2::Box(x), Shape2::Circle(y)) = (a.shape, b.shape) else {
            panic!("a box and a circle");
        };
        let (p, q) = ((x, &a.place), (y, &b.place));
        let found = ball_cuboid::clearance(p, q).expect("decided");
        let filter = <ClearanceQuestion as FloatTest<DVec2, Dimension2>>::filter;
        let general = filter(ClearanceQuestion, a, b)
            .expect("decided")
            .expect("an answer");
        assert!(is_close(&found, &general), "{found:?} {general:?} {a:?} {b:?}");
        assert_eq!(ball_cuboid::meet(p, q), Some(found.distance < 0.0));
        assert_eq!(ball_cuboid::distance(p, q), Some(found.distance.max(0.0)));
        counts[0] += usize::from(found.distance > 0.0);
        counts[1] += usize::from(found.distance < 0.0);
        counts[2] += usize::from(-found.distance > y.radius() * scale); // the center is inside
    }
    assert!(
        counts[0] > 500 && counts[1] > 500 && counts[2] > 150,
        "{counts:?}"
    );
}

fn is_close(a: &Clearance<DVec2>, b: &Clearance<DVec2>) -> bool {
    let points = (a.point_a - b.point_a).abs().max((a.point_b - b.point_b).abs());
    let off = points.max((a.normal - b.normal).abs()).max_element();
    off.max((a.distance - b.distance).abs()) < 1e-12
}
