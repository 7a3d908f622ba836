//! The first meeting of two shapes: as a sweep reports it, and as the searches find it.

use glam::DVec2;

use super::bounds::not_later;
use super::motion::Motion;
use crate::math::{Space, Vector};
use crate::pair::Clearance;

/// When and where two moving shapes first meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepHit<V: Vector> {
    /// From 0 to 1; 0 where they meet at the start. Never later than the truth.
    pub time: V::Scalar,
    /// From A to B at that time; at the start, the direction in which B must move to be separated from A.
    pub normal: V,
    /// Where they meet, in the world at that time; for shapes that overlap at the start, the middle between
    /// their witness points.
    pub point: V,
    /// Whether the search came to its end. Where it did not, the two are surely apart before `time`, and
    /// whether they meet then, later or not at all is not known; the normal and point are those of parts
    /// still being searched, or point from one position to the other. This happens for grazes of shapes that
    /// turn, for shapes that turn thousands of times, for many parts near each other that turn or are curved,
    /// and for curved shapes beside hulls of thousands of corners. It never happens for cores that go
    /// straight, or unions of these.
    pub is_resolved: bool,
}

/// A first meeting, as seen from A's position.
#[derive(Clone, Copy, Debug)]
pub struct Hit<V: Vector> {
    pub(crate) time: V::Scalar,
    pub(crate) normal: V,
    pub(crate) point: V,
    /// Whether the search came to its end.
    pub(crate) is_resolved: bool,
}

impl<V: Vector> Hit<V> {
    pub(crate) fn new(time: V::Scalar, c: &Clearance<V>) -> Self {
        Self {
            time,
            normal: c.normal,
            point: middle(c),
            is_resolved: true,
        }
    }
    /// In the world.
    pub(super) fn in_world(&self, motion_a: &Motion<V>) -> SweepHit<V>
    where
        V: Space,
    {
        SweepHit {
            point: self.point + motion_a.linear * self.time,
            time: self.time,
            normal: self.normal,
            is_resolved: self.is_resolved,
        }
    }
}

/// A first meeting in the plane, in double precision.
pub(super) struct PlaneHit {
    pub(super) time: f64,
    pub(super) normal: DVec2,
    pub(super) point: DVec2,
}

impl PlaneHit {
    #[inline]
    pub(super) fn in_space<V: Vector<Double = DVec2>>(&self) -> Hit<V> {
        Hit {
            time: not_later::<V>(self.time),
            normal: V::from_double(self.normal),
            point: V::from_double(self.point),
            is_resolved: true,
        }
    }
}

/// The middle between the witness points.
pub(super) fn middle<V: Vector>(c: &Clearance<V>) -> V {
    c.point_a.midpoint(c.point_b)
}
