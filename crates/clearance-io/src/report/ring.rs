//! An outline as rings of corners, for formats that draw only straight lines.

use std::f64::consts::{PI, TAU};

use clearance::glam::DVec2;
use clearance::math::Rotation2;

use super::outline::{Ellipse, Outline, PIECES, Step};

/// A line of corners.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// The corners in order; no two neighbours are equal.
    pub corners: Vec<DVec2>,
    /// Whether it is closed.
    pub is_closed: bool,
}

impl Outline {
    /// Its lines; curves become fine polygons.
    pub fn rings(&self) -> Vec<Ring> {
        let mut rings: Vec<Ring> = Vec::new();
        for step in &self.steps {
            if let Step::Move(start) = *step {
                rings.push(Ring {
                    corners: vec![start],
                    is_closed: false,
                });
            } else if let Some(ring) = rings.last_mut() {
                ring.follow(step);
            }
        }
        rings
    }
}

impl Ring {
    fn follow(&mut self, step: &Step) {
        match *step {
            Step::Move(to) | Step::Line(to) => self.push(to),
            Step::Arc(ellipse, to) => {
                let from = self.corners.last().copied().unwrap_or(to);
                ellipse.between(from, to).for_each(|p| self.push(p));
                self.push(to);
            }
            Step::Close => {
                self.is_closed = true;
                while self.corners.len() > 1 && self.corners.first() == self.corners.last() {
                    self.corners.pop();
                }
            }
        }
    }
    fn push(&mut self, p: DVec2) {
        if self.corners.last() != Some(&p) {
            self.corners.push(p);
        }
    }
}

impl Ellipse {
    /// Points on an arc from one point of the ellipse to another, counter-clockwise.
    fn between(self, from: DVec2, to: DVec2) -> impl Iterator<Item = DVec2> {
        let angle = |p: DVec2| {
            let along = DVec2::new(self.axis.x, -self.axis.y).rotate(p - self.center) / self.radii;
            Rotation2::from_direction(along.x, along.y).map_or(0.0, |turned| turned.angle())
        };
        let start = angle(from);
        let turn = (angle(to) - start).rem_euclid(TAU);
        // No arc is longer than half a turn, so this one has length zero, and its angle is only rounding.
        let turn = if turn > 1.5 * PI { 0.0 } else { turn };
        let count = (turn / TAU * PIECES as f64).ceil() as usize;
        (1..count).map(move |k| {
            let turned = Rotation2::from_angle(start + turn * k as f64 / count as f64);
            let on = self.radii * DVec2::new(turned.cos(), turned.sin());
            self.center + self.axis.rotate(on)
        })
    }
}

#[cfg(test)]
mod tests {
    use clearance::cast::closest_point;
    use clearance::shape::{Placed, Shape2};
    use clearance::{Pose, glam::DVec2, math::Rotation2};

    use super::super::outline::outlines;
    use super::*;

    fn shapes() -> Vec<(Shape2<DVec2>, f64)> {
        let point = |x, y| DVec2::new(x, y);
        let square = |low: f64, high: f64| {
            vec![
                point(low, low),
                point(high, low),
                point(high, high),
                point(low, high),
            ]
        };
        let hole = square(1.0, 2.0).into_iter().rev().collect();
        let rounded = Shape2::cuboid(point(2.0, 1.0)).unwrap().rounded(0.5).unwrap();
        vec![
            (Shape2::circle(2.0).unwrap(), 4.0 * PI),
            (
                Shape2::capsule(point(-1.0, 0.0), point(2.0, 4.0), 0.5).unwrap(),
                5.0 + PI / 4.0,
            ),
            (rounded, 8.0 + 6.0 + PI / 4.0),
            (Shape2::ellipse(point(3.0, 0.5)).unwrap(), 1.5 * PI),
            (Shape2::polygon(&square(0.0, 3.0), &[hole]).unwrap(), 8.0),
            (Shape2::bitmap(&["010", "111", "010"], 0.5).unwrap(), 1.25),
        ]
    }

    fn area(rings: &[Ring]) -> f64 {
        let twice = |ring: &Ring| {
            let next = ring.corners.iter().cycle().skip(1);
            ring.corners
                .iter()
                .zip(next)
                .map(|(p, q)| p.perp_dot(*q))
                .sum::<f64>()
        };
        rings.iter().map(twice).sum::<f64>().abs() / 2.0
    }

    #[test]
    fn corners_lie_on_the_border_and_enclose_the_area() {
        let pose = Pose::new(DVec2::new(7.0, -3.0), Rotation2::from_angle(0.7)).unwrap();
        for (shape, whole) in shapes() {
            let mut found = Vec::new();
            outlines(&shape, &pose.frame(), None, &mut found);
            let rings: Vec<Ring> = found.iter().flat_map(Outline::rings).collect();
            assert!(rings.iter().all(|ring| ring.is_closed), "{shape:?}");
            for &corner in rings.iter().flat_map(|ring| &ring.corners) {
                let distance = closest_point(Placed::new(&shape, &pose), corner)
                    .unwrap()
                    .distance;
                assert!(distance.abs() < 1e-13 * 16.0, "{shape:?} {corner} {distance}");
            }
            // A polygon of n corners has the area of its circle except for 2/3 (pi / n)^2 of it.
            let missing = 1.0 - area(&rings) / whole;
            assert!((-1e-12..1e-3).contains(&missing), "{shape:?} {missing}");
        }
    }
}
