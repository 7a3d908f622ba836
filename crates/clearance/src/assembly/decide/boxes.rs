//! Two boxes along the axes: what they have in common is a box, and so is where they touch.
//!
//! Walls, shelves and crates come by the hundred thousand, and most are not turned. Their common part in closed form
//! takes no time beside what facets would.

use alloc::vec;
use alloc::vec::Vec;

use glam::DVec3;

use crate::assembly::class::{Common, Contact};
use crate::math::{Aabb, Rotation};
use crate::pair::Relation;
use crate::shape::{Placed, Shape3};

/// Two boxes that no pose turns.
pub(in crate::assembly) struct AlignedBoxes([Aabb<DVec3>; 2]);

impl AlignedBoxes {
    /// `None` if a shape is no box, or is turned.
    pub fn new(placed: &[Placed<'_, DVec3>; 2]) -> Option<Self> {
        let [a, b] = placed;
        Some(Self([aligned(a)?, aligned(b)?]))
    }
    /// The box in common; of boxes that touch it is flat.
    fn common_box(&self) -> (DVec3, DVec3) {
        let [a, b] = &self.0;
        let (low, high) = (a.min.max(b.min), a.max.min(b.max));
        ((low + high) / 2.0, (high - low).max(DVec3::ZERO))
    }
    /// The common part, if they overlap.
    pub fn common(&self, relation: Relation) -> Option<Common> {
        let (at, size) = self.common_box();
        relation.overlaps().then_some(Common {
            volume: size.x * size.y * size.z,
            at,
            mesh: None,
        })
    }
    /// The face in which they touch; its area is 0 where they touch in an edge or corner. `is_drawn`: with its polygon.
    pub fn contact(&self, relation: Relation, is_drawn: bool) -> Option<Contact> {
        if relation != Relation::Touching {
            return None;
        }
        let (center, size) = self.common_box();
        let across = size.min_position();
        let [a, b] = &self.0;
        let is_towards = a.min[across] + a.max[across] <= b.min[across] + b.max[across];
        let normal = DVec3::AXES[across] * if is_towards { 1.0 } else { -1.0 };
        let (u, v) = ((across + 1) % 3, (across + 2) % 3);
        Some(Contact {
            area: size[u] * size[v],
            center,
            normal,
            polygons: match is_drawn {
                true => vec![rectangle(center, u, size[u], v, size[v])],
                false => Vec::new(),
            },
        })
    }
}

/// The corners of a rectangle along two axes, one after the other.
fn rectangle(center: DVec3, u: usize, width: f64, v: usize, height: f64) -> Vec<DVec3> {
    let (across, up) = (DVec3::AXES[u] * (width / 2.0), DVec3::AXES[v] * (height / 2.0));
    vec![
        center - across - up,
        center + across - up,
        center + across + up,
        center - across + up,
    ]
}

fn aligned(placed: &Placed<'_, DVec3>) -> Option<Aabb<DVec3>> {
    let Shape3::Box(cuboid) = placed.shape else {
        return None;
    };
    let pose = placed.place.pose;
    if placed.place.outer.is_some() || pose.rotation() != Rotation::IDENTITY {
        return None;
    }
    let half = cuboid.half_extents() * pose.scale();
    Some(Aabb {
        min: pose.position() - half,
        max: pose.position() + half,
    })
}
