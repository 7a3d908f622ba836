//! When a point that moves along a line or a parabola comes to an obstacle, and when it has passed the end of
//! a plane.
//!
//! The point's height over a plane is a polynomial of degree 2 in time, so all of this is solved, not
//! stepped. The point is in an obstacle from the time when it is below the last of the planes (Cyrus and
//! Beck, 1978, for lines).
//!
//! A motion is stopped by what it would go into two tolerances deep, and is put back to a depth of one. What
//! it passes along less deep, as the next tile of the same wall, does not stop it. A plane holds up to its
//! border with a plane that turns less than a right angle from it, and up to one and a half tolerances from
//! its border with other planes.

use glam::DVec3;

use super::obstacle::{Obstacle, ObstaclePlane, Obstacles};

/// How deep, in tolerances, a motion must go into something to be stopped by it.
pub(super) const DEEP: f64 = 2.0;
/// How near to its end, in tolerances, a plane holds, and how near to its end a motion along it leads.
const HOLDS: f64 = 1.5;
const LEAVES: f64 = 1.4;
/// How far, in tolerances, a motion leads beyond a border where the next plane takes over.
const PASSES_BY: f64 = 1e-3;
/// The next plane does not take over if the cosine of the angle between the two is less than this.
const RIGHT: f64 = 1e-6;
/// Tolerance of rounding, in tolerances of the box; and as a fraction of the terms of a sum.
const ROUNDING: f64 = 1e-3;
const LAST_BITS: f64 = 1e-13;
/// Passes over the planes after which the last one that a parabola comes below counts as found.
const PASSES: usize = 32;

/// A position, how it moves, and until when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trajectory {
    pub(super) at: DVec3,
    pub(super) velocity: DVec3,
    /// Half the acceleration.
    pub(super) pull: DVec3,
    pub(super) time: f64,
}

impl Trajectory {
    /// A straight motion in a unit of time.
    pub(super) fn straight(at: DVec3, way: DVec3) -> Self {
        Self {
            at,
            velocity: way,
            pull: DVec3::ZERO,
            time: 1.0,
        }
    }
    pub(super) fn point(&self, time: f64) -> DVec3 {
        self.at + self.velocity * time + self.pull * (time * time)
    }
    /// A box around all of it; for a parabola a larger one than necessary.
    fn around(&self) -> [DVec3; 2] {
        let (way, bend) = (self.velocity * self.time, self.pull * (self.time * self.time));
        let low = way.min(DVec3::ZERO) + bend.min(DVec3::ZERO);
        let high = way.max(DVec3::ZERO) + bend.max(DVec3::ZERO);
        [self.at + low, self.at + high]
    }
    fn over(&self, plane: &ObstaclePlane, lift: f64) -> HeightPolynomial {
        let normal = plane.normal;
        HeightPolynomial([
            plane.height(self.at) + lift,
            normal.dot(self.velocity),
            normal.dot(self.pull),
        ])
    }
}

/// A height as a polynomial in time: constant, linear and quadratic coefficient.
struct HeightPolynomial([f64; 3]);

impl HeightPolynomial {
    /// Whether the height at a time is above zero by more than rounding.
    fn is_above(&self, t: f64) -> bool {
        let terms = [self.0[0], self.0[1] * t, self.0[2] * t * t];
        let size = terms[0].abs() + terms[1].abs() + terms[2].abs();
        terms[0] + terms[1] + terms[2] > size * LAST_BITS
    }
    /// The first time after `t` at which the height changes its sign; infinite for none.
    fn next_zero(&self, t: f64) -> f64 {
        let [c, b, a] = self.0;
        let later = |x: f64| if x > t { x } else { f64::INFINITY };
        let square = b * b - 4.0 * a * c;
        if a == 0.0 || square < 0.0 {
            return if a == 0.0 { later(-c / b) } else { f64::INFINITY };
        }
        let q = -0.5 * (b + libm::sqrt(square).copysign(b));
        later(q / a).min(later(c / q))
    }
}

impl Obstacles {
    /// When a trajectory first comes deep into an obstacle that `counts` accepts, and through which plane.
    pub(super) fn first(
        &self,
        trajectory: &Trajectory,
        counts: impl Fn(usize, &Obstacle) -> bool,
    ) -> Option<(f64, ObstaclePlane)> {
        let [low, high] = trajectory.around();
        let mut first: Option<(f64, ObstaclePlane)> = None;
        let near = self
            .all
            .iter()
            .enumerate()
            .filter(|(_, o)| !o.is_apart(low, high));
        for (_, obstacle) in near.filter(|(i, o)| counts(*i, o)) {
            let limit = first.map_or(trajectory.time, |first| first.0);
            let found = self.enters(obstacle, trajectory, (self.tolerance * DEEP, limit));
            let found = found.filter(|found| first.is_none_or(|first| found.0 < first.0));
            first = found.or(first);
        }
        first
    }
    /// When a trajectory that begins outside comes this deep into an obstacle, and through which plane.
    fn enters(
        &self,
        obstacle: &Obstacle,
        trajectory: &Trajectory,
        (depth, limit): (f64, f64),
    ) -> Option<(f64, ObstaclePlane)> {
        if trajectory.pull == DVec3::ZERO {
            return self.enters_straight(obstacle, trajectory, (depth, limit));
        }
        let (mut time, mut through) = (0.0, None);
        for _ in 0..PASSES {
            let mut is_within = true;
            for plane in self.planes(obstacle) {
                let height = trajectory.over(plane, depth);
                if height.is_above(time) {
                    time = height.next_zero(time);
                    if time.is_nan() || time > limit {
                        return None;
                    }
                    (is_within, through) = (false, Some(*plane));
                }
            }
            if is_within {
                break;
            }
        }
        through.map(|plane| (time, plane))
    }
    fn enters_straight(
        &self,
        obstacle: &Obstacle,
        trajectory: &Trajectory,
        (depth, limit): (f64, f64),
    ) -> Option<(f64, ObstaclePlane)> {
        let (mut enter, mut exit, mut through) = (0.0, limit, None);
        for plane in self.planes(obstacle) {
            let HeightPolynomial([height, speed, _]) = trajectory.over(plane, depth);
            if height > 0.0 {
                if speed >= 0.0 {
                    return None;
                }
                let time = -height / speed;
                if time > enter || through.is_none() {
                    (enter, through) = (time, Some(*plane));
                }
            } else if speed > 0.0 {
                exit = f64::min(exit, -height / speed);
            }
            if enter > exit {
                return None;
            }
        }
        through.map(|plane| (enter, plane))
    }
    /// Whether a plane holds a position near it: whether a motion into the obstacle there goes through this
    /// plane and no other.
    pub(super) fn holds(&self, obstacle: &Obstacle, plane: &ObstaclePlane, at: DVec3) -> bool {
        let height = plane.height(at);
        let most = |other: &ObstaclePlane| border(plane, other, height, self.tolerance).0;
        let is_before = |other: &ObstaclePlane| other.height(at) <= most(other) + ROUNDING * self.tolerance;
        self.planes(obstacle).iter().all(is_before)
    }
    /// When a trajectory along a plane has come to the plane's end.
    pub(super) fn leaves(&self, obstacle: &Obstacle, plane: &ObstaclePlane, trajectory: &Trajectory) -> f64 {
        let height = plane.height(trajectory.at);
        let mut first = trajectory.time;
        for other in self.planes(obstacle) {
            let above = trajectory.over(other, -border(plane, other, height, self.tolerance).1);
            let time = if above.is_above(0.0) {
                0.0
            } else {
                above.next_zero(0.0)
            };
            // Not a number where the height is constant.
            if time < first {
                first = time;
            }
        }
        first
    }
    /// The plane that a position is furthest outside of, and how far.
    pub(super) fn nearest(&self, obstacle: &Obstacle, at: DVec3) -> (ObstaclePlane, f64) {
        let none = ObstaclePlane {
            normal: DVec3::Y,
            offset: 0.0,
            is_ground: false,
        };
        let mut best = (none, f64::NEG_INFINITY);
        for plane in self.planes(obstacle) {
            let height = plane.height(at);
            if height > best.1 {
                best = (*plane, height);
            }
        }
        best
    }
}

/// The border of two planes. A position at a height over the first is still held by it if it is at most the
/// first number high over the other; from the second number on, a trajectory has left the first.
fn border(plane: &ObstaclePlane, other: &ObstaclePlane, height: f64, tolerance: f64) -> (f64, f64) {
    let cosine = other.normal.dot(plane.normal);
    if cosine > RIGHT {
        return (height, height + PASSES_BY * tolerance);
    }
    let lift = (height + HOLDS * tolerance) * cosine;
    (lift - HOLDS * tolerance, lift - LEAVES * tolerance)
}
