//! Lengths of about 1. Parts that are far larger or smaller are looked at times a power of two, which rounds
//! nothing: else products of several lengths leave the range of floats, and a part of 1e-110 has other
//! neighbours than one of 1.

use alloc::vec::Vec;

use glam::DVec3;

use super::class::{Common, Contact, Finding, Settings, Tolerance};
use crate::cast::DepthBounds;
use crate::math::{Pose, PowerOfTwo};
use crate::pair::Clearance;
use crate::shape::Placed;

/// Where the largest coordinate has an exponent up to this one, nothing is changed: the bits stay as they
/// are.
const ORDINARY: i32 = 64;
/// Scales beyond this power of two are no scales of poses.
const LARGEST: i32 = 400;

/// The power of two times which lengths are about 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit(PowerOfTwo);

impl Unit {
    /// `None` where lengths are of an ordinary size. Half-spaces do not count.
    pub fn of<'a>(shapes: impl Iterator<Item = Placed<'a, DVec3>>) -> Option<Self> {
        let largest = |shape: Placed<'_, DVec3>| {
            let bounds = shape.aabb();
            bounds.min.abs().max(bounds.max.abs()).max_element()
        };
        let finite = shapes.map(largest).filter(|length| length.is_finite());
        let exponent = PowerOfTwo::above(finite.fold(0.0, f64::max))?;
        (exponent.abs() > ORDINARY).then_some(Self(PowerOfTwo(-exponent.clamp(-LARGEST, LARGEST))))
    }
    pub fn length(self, length: f64) -> f64 {
        self.0.times(length)
    }
    pub fn point(self, p: DVec3) -> DVec3 {
        self.0.times_each(p)
    }
    /// `None` where the pose would be out of range.
    pub fn pose(self, pose: &Pose<DVec3>) -> Option<Pose<DVec3>> {
        let moved = pose.moved_to(self.point(pose.position())).ok()?;
        moved.scaled(self.length(pose.scale())).ok()
    }
    pub fn tolerance(self, tolerance: Tolerance) -> Tolerance {
        match tolerance {
            Tolerance::Auto => Tolerance::Auto,
            Tolerance::Length(length) => Tolerance::Length(self.length(length)),
        }
    }
    pub fn settings(self, settings: &Settings) -> Settings {
        Settings {
            tolerance: self.tolerance(settings.tolerance),
            within: settings.within.map(|within| self.length(within)),
            ..*settings
        }
    }
    /// From lengths of about 1 to those of the world.
    pub fn inverse(self) -> Self {
        Self(self.0.inverse())
    }
    /// A finding times this unit. Its faces are left out: their text has sizes.
    pub fn finding(self, finding: Finding) -> Finding {
        let all = |points: Vec<DVec3>| points.into_iter().map(|p| self.point(p)).collect();
        let length = |x: f64| self.length(x);
        Finding {
            clearance: finding.clearance.map(|clearance| Clearance {
                distance: length(clearance.distance),
                point_a: self.point(clearance.point_a),
                point_b: self.point(clearance.point_b),
                ..clearance
            }),
            tolerance: length(finding.tolerance),
            faces: None,
            depth: finding.depth.map(|depth| DepthBounds {
                at_least: length(depth.at_least),
                at_most: length(depth.at_most),
                ..depth
            }),
            common: finding.common.map(|common| Common {
                volume: length(length(length(common.volume))),
                at: self.point(common.at),
                mesh: common
                    .mesh
                    .map(|(vertices, triangles)| (all(vertices), triangles)),
            }),
            contact: finding.contact.map(|contact| Contact {
                area: length(length(contact.area)),
                center: self.point(contact.center),
                polygons: contact.polygons.into_iter().map(all).collect(),
                ..contact
            }),
            ..finding
        }
    }
}
