//! Two parts are looked at where the first of them is at the origin.
//!
//! What they are to each other depends on the difference of their positions alone, and where that is a float,
//! nothing is lost by moving both. There rounding is less, and two copies of one pair have the same answer to
//! the last bit but for where it is. How far points may be from those that were meant is told by where the
//! parts are in the world.

use alloc::vec::Vec;

use glam::DVec3;

use crate::assembly::class::{Common, Contact, Finding};
use crate::assembly::placed::body_rounding;
use crate::assembly::solid::{Body, Solid};
use crate::math::{Aabb, Pose, rounding_of_sum};
use crate::pair::Clearance;
use crate::shape::Placed;

/// Two parts at the origin.
pub(super) struct NearOrigin {
    pub poses: [Pose<DVec3>; 2],
    /// How far the points of each may be from those that were meant, in the world.
    pub rounding: [f64; 2],
    /// Where the origin is in the world.
    at: DVec3,
}

impl NearOrigin {
    /// Two parts that are in these places; they stay there where moving them would round, or would not make
    /// their coordinates smaller.
    pub fn of(solids: [&Solid; 2], bodies: [&Body; 2], poses: [&Pose<DVec3>; 2]) -> Self {
        let bounds = [0, 1].map(|k| Placed::new(&bodies[k].shape, poses[k]).aabb());
        let rounding_in = |bounds: [Aabb<DVec3>; 2]| {
            [0, 1].map(|k| body_rounding(solids[k], bodies[k], &bounds[k], poses[k].scale()))
        };
        let rounding = rounding_in(bounds);
        let stays = Self {
            poses: poses.map(|pose| *pose),
            rounding,
            at: DVec3::ZERO,
        };
        let at = origin(poses);
        let there = rounding_in(bounds.map(|of| Aabb {
            min: of.min - at,
            max: of.max - at,
        }));
        if at == DVec3::ZERO || there[0] > rounding[0] || there[1] > rounding[1] {
            return stays;
        }
        let moved = poses.map(|pose| pose.moved_to(pose.position() - at));
        match moved {
            [Ok(a), Ok(b)] => Self {
                poses: [a, b],
                at,
                ..stays
            },
            _ => stays,
        }
    }
    /// What was found out there, in the world.
    pub fn in_world(&self, finding: Finding) -> Finding {
        if self.at == DVec3::ZERO {
            return finding;
        }
        let moved = |points: Vec<DVec3>| points.into_iter().map(|p| p + self.at).collect::<Vec<_>>();
        Finding {
            clearance: finding.clearance.map(|clearance| Clearance {
                point_a: clearance.point_a + self.at,
                point_b: clearance.point_b + self.at,
                ..clearance
            }),
            common: finding.common.map(|common| Common {
                at: common.at + self.at,
                mesh: common
                    .mesh
                    .map(|(vertices, triangles)| (moved(vertices), triangles)),
                ..common
            }),
            contact: finding.contact.map(|contact| Contact {
                center: contact.center + self.at,
                polygons: contact.polygons.into_iter().map(moved).collect(),
                ..contact
            }),
            ..finding
        }
    }
}

/// The position of the first part, along the axes along which the difference of both is exact.
fn origin([a, b]: [&Pose<DVec3>; 2]) -> DVec3 {
    let (from, to) = (a.position(), b.position());
    let along = |k: usize| match rounding_of_sum(to[k], -from[k]) == 0.0 {
        true => from[k],
        false => 0.0,
    };
    DVec3::new(along(0), along(1), along(2))
}
