//! Questions about two convex shapes where they are.
//!
//! All is asked in the frame of the first shape, which has no pose then: for shapes that are not turned
//! against each other, what is asked about are the given numbers and their sums.

use clearance::{Placed, Pose, clearance, distance, intersects};
use parry::math::{Pose as ParryPose, Real};
use parry::query::{ClosestPoints, Contact, Unsupported};
use parry::shape::Shape as ParryShape;

use crate::numbers::{Local, Point, pose, vector};
use crate::shape::{Mapped, mapped};

/// Two converted shapes and the pose of the second in the frame of the first.
pub(crate) struct Pair {
    pub a: Mapped,
    pub b: Mapped,
    pub pose: Pose<Point>,
}

impl Pair {
    pub(crate) fn new(
        pos12: &ParryPose,
        g1: &dyn ParryShape,
        g2: &dyn ParryShape,
    ) -> Result<Self, Unsupported> {
        let all = || {
            Some(Self {
                a: mapped(g1)?,
                b: mapped(g2)?,
                pose: pose(pos12)?,
            })
        };
        all().ok_or(Unsupported)
    }
    /// Both, as clearance takes them.
    pub(crate) fn placed(&self) -> [Placed<'_, Point>; 2] {
        [
            Placed::new(&*self.a, &Pose::IDENTITY),
            Placed::new(&*self.b, &self.pose),
        ]
    }
    /// The frame of the second.
    pub(crate) fn second(&self) -> Local {
        Local(self.pose.frame())
    }
    pub(crate) fn intersects(&self) -> bool {
        let [a, b] = self.placed();
        intersects(a, b)
    }
    pub(crate) fn distance(&self) -> Real {
        let [a, b] = self.placed();
        distance(a, b) as Real
    }
    pub(crate) fn clearance(&self) -> Result<clearance::Clearance<Point>, Unsupported> {
        let [a, b] = self.placed();
        clearance(a, b).map_err(|_| Unsupported)
    }
    /// The clearance where it is at most `prediction`.
    pub(crate) fn contact(&self, prediction: Real) -> Result<Option<Contact>, Unsupported> {
        let c = self.clearance()?;
        let second = self.second();
        let contact = || {
            let points = [vector(c.point_a), second.point(c.point_b)];
            let normals = [vector(c.normal), second.direction(-c.normal)];
            Contact::new(points[0], points[1], normals[0], normals[1], c.distance as Real)
        };
        Ok((c.distance <= prediction.into()).then(contact))
    }
    pub(crate) fn closest_points(&self, max_dist: Real) -> Result<ClosestPoints, Unsupported> {
        let c = self.clearance()?;
        Ok(if c.distance <= 0.0 {
            ClosestPoints::Intersecting
        } else if c.distance <= max_dist.into() {
            ClosestPoints::WithinMargin(vector(c.point_a), self.second().point(c.point_b))
        } else {
            ClosestPoints::Disjoint
        })
    }
}
