//! Numbers of parry as numbers of clearance, and back.
//!
//! Questions are asked in double precision: parry's singles are doubles without rounding, exact decisions are
//! rarely needed, and an answer is rounded once, when it goes back. Vectors are converted number by number,
//! since the two libraries may use different versions of glam.

use clearance::math::Frame;
use clearance::{Pose, glam};
use parry::math::{Pose as ParryPose, Real, Vector};

/// A point or direction as clearance has it.
#[cfg(feature = "dim2")]
pub(crate) type Point = glam::DVec2;
/// A point or direction as clearance has it.
#[cfg(feature = "dim3")]
pub(crate) type Point = glam::DVec3;
/// A shape as clearance has it.
#[cfg(feature = "dim2")]
pub(crate) type Shape = clearance::d2::Shape<Point>;
/// A shape as clearance has it.
#[cfg(feature = "dim3")]
pub(crate) type Shape = clearance::d3::Shape<Point>;

#[cfg(feature = "dim2")]
pub(crate) fn point(v: Vector) -> Point {
    Point::new(v.x.into(), v.y.into())
}
#[cfg(feature = "dim3")]
pub(crate) fn point(v: Vector) -> Point {
    Point::new(v.x.into(), v.y.into(), v.z.into())
}

#[cfg(feature = "dim2")]
pub(crate) fn vector(p: Point) -> Vector {
    Vector::new(p.x as Real, p.y as Real)
}
#[cfg(feature = "dim3")]
pub(crate) fn vector(p: Point) -> Vector {
    Vector::new(p.x as Real, p.y as Real, p.z as Real)
}

#[cfg(feature = "dim2")]
fn rotation(of: &ParryPose) -> Option<clearance::math::Rotation2<f64>> {
    clearance::math::Rotation2::from_direction(of.rotation.re.into(), of.rotation.im.into())
}
#[cfg(feature = "dim3")]
fn rotation(of: &ParryPose) -> Option<glam::DQuat> {
    let q = of.rotation;
    Some(glam::DQuat::from_xyzw(
        q.x.into(),
        q.y.into(),
        q.z.into(),
        q.w.into(),
    ))
}

/// The same pose; `None` where a number is not finite or too large.
pub(crate) fn pose(of: &ParryPose) -> Option<Pose<Point>> {
    Pose::new(point(of.translation), rotation(of)?).ok()
}

/// Local points and directions of the second of two shapes, rounded: what parry wants where clearance has
/// those in the frame that both are in.
pub(crate) struct Local(pub Frame<Point>);

impl Local {
    pub(crate) fn point(&self, p: Point) -> Vector {
        vector(self.0.local_point(p))
    }
    pub(crate) fn direction(&self, d: Point) -> Vector {
        vector(self.0.local_direction(d))
    }
}
