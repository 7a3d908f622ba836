//! Two boxes along the axes: what they have in common is a box, and so is where they touch.
//!
//! Walls, shelves and crates come by the hundred thousand, and most are not turned. Their common part in
//! closed form takes no time beside what facets would.

use alloc::vec;
use alloc::vec::Vec;
use core::array;

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
    /// The common part, if they overlap. `is_drawn`: with its mesh.
    pub fn common(&self, relation: Relation, is_drawn: bool) -> Option<Common> {
        let (at, size) = self.common_box();
        relation.overlaps().then(|| Common {
            volume: size.x * size.y * size.z,
            at,
            mesh: is_drawn.then(|| (corners(at, size / 2.0).into(), BOX.into())),
        })
    }
    /// The face in which they touch; its area is 0 where they touch in an edge or corner. `is_drawn`: with
    /// its polygon.
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

/// The corners of a box: bit k of a number is set where coordinate k is the greater.
fn corners(center: DVec3, half: DVec3) -> [DVec3; 8] {
    array::from_fn(|i| {
        let side = |k: usize| if i >> k & 1 == 1 { half[k] } else { -half[k] };
        center + DVec3::new(side(0), side(1), side(2))
    })
}

/// The triangles of a box with these corners, counter-clockwise from outside.
const BOX: [[u32; 3]; 12] = [
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
];

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
