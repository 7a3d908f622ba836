//! A part as it is seen along a direction: the facets of its lower and of its upper side.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::{DMat3, DVec3};

use super::overlap::Seen;
use crate::assembly::placed::PlacedBody;
use crate::index::StaticTree;
use crate::math::Aabb;

/// The coordinates in which a direction is up: the last one is the height.
#[derive(Clone, Copy, Debug)]
pub(super) struct View(DMat3);

impl View {
    /// Along a unit vector; along an axis no coordinate is rounded.
    pub fn along(direction: DVec3) -> Self {
        let (u, v) = direction.any_orthonormal_pair();
        Self(DMat3::from_cols(u, v, direction))
    }
    pub fn seen(&self, p: DVec3) -> DVec3 {
        self.0.transpose() * p
    }
    pub fn world(&self, p: DVec3) -> DVec3 {
        self.0 * p
    }
    /// A flat box in the view that what is in a box of the world is seen in.
    pub fn around(&self, bounds: &Aabb<DVec3>) -> Aabb<DVec3> {
        let center = self.seen((bounds.min + bounds.max) / 2.0);
        let half = (bounds.max - bounds.min) / 2.0;
        let across = |axis: DVec3| half.dot(axis.abs());
        let half = DVec3::new(across(self.0.x_axis), across(self.0.y_axis), 0.0);
        if !(half.is_finite() && center.is_finite()) {
            return Aabb::everything();
        }
        let center = DVec3::new(center.x, center.y, 0.0);
        Aabb {
            min: center - half,
            max: center + half,
        }
    }
}

/// Facets of one side of a part.
#[derive(Debug)]
pub(super) struct Side {
    facets: Vec<Seen>,
    tree: StaticTree<DVec3>,
}

/// A polyhedron as it is seen along a direction.
#[derive(Debug)]
pub(super) struct Shadow {
    /// Its box in the view.
    pub bounds: Aabb<DVec3>,
    /// The facets where a line upwards enters it.
    pub lower: Side,
    /// Those where it leaves. Of a body that is no solid each facet is on both sides.
    pub upper: Side,
}

impl Shadow {
    pub fn new(part: &PlacedBody<'_>, view: &View) -> Self {
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        let mut bounds: Option<Aabb<DVec3>> = None;
        let is_shell = !part.body.is_solid();
        let off = part.body.off_at_vertices();
        for facet in 0..part.facet_count() {
            let corners = part.corners(facet).map(|p| view.seen(p));
            let around = Aabb::around(corners);
            bounds = Some(bounds.map_or(around, |all| all.union(&around)));
            let Some(mut seen) = Seen::new(corners, part.rounding) else {
                continue;
            };
            let vertices = part.body.mesh.triangles()[facet as usize];
            seen.facet = facet;
            seen.bulge = part.length(vertices.iter().fold(0.0, |most, &v| most.max(off[v as usize])));
            if seen.is_upper || is_shell {
                upper.push(seen);
            }
            if !seen.is_upper || is_shell {
                lower.push(seen);
            }
        }
        Self {
            bounds: bounds.unwrap_or(Aabb::around([DVec3::ZERO; 3])),
            lower: Side::new(lower),
            upper: Side::new(upper),
        }
    }
}

impl Side {
    /// Calls `visit` with the facets whose box in the view meets this one.
    pub fn facets_in(
        &self,
        window: &Aabb<DVec3>,
        visit: &mut dyn FnMut(&Seen) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.tree
            .overlapping(window, &mut |i| visit(&self.facets[i as usize]))
    }
    fn new(facets: Vec<Seen>) -> Self {
        let boxes: Vec<_> = facets.iter().map(|seen| Aabb::around(seen.corners)).collect();
        Self {
            tree: StaticTree::build(&boxes),
            facets,
        }
    }
}
