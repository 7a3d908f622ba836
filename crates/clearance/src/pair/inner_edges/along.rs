//! The contact of a slider with a set of the ground along a given normal.

use core::ops::ControlFlow;

use super::hidden::{furthest, height_beyond, is_within_reach};
use super::{GroundContact, GroundSets, PerContact, SeamTolerance, SlideTest};
use crate::math::{DoubleFrame, Real, ScalarOf, lift, lower};
use crate::pair::answer::{Clearance, Contact, DepthKind};
use crate::pair::ask::table::PairSpace;
use crate::pair::border_pieces::BorderPiece;
use crate::pair::contact::spread::chosen;
use crate::pair::near_parts::for_each_near_pair;
use crate::shape::{AnyShape, Placed};

/// At most this many pairs of convex parts are looked at for one normal, and at most this many normals are
/// taken from a set. Where there are more, as for two meshes of thousands of triangles deep within each
/// other, contacts stay as they are.
const MOST_PAIRS: usize = 1024;
const MOST_NORMALS: usize = 64;

impl<V: PairSpace, G: GroundSets<V>> SlideTest<'_, V, G> {
    /// The contact of the slider with set `i` along `normal`; `None` where they are further apart than the
    /// margin.
    pub(super) fn along(
        &self,
        i: usize,
        normal: V,
        tolerance: SeamTolerance<V::Scalar>,
    ) -> Option<GroundContact<V>> {
        let mut contacts = PerContact::new();
        let visited = self.ground.with(i, |ground| {
            for_each_convex_pair_up_to_limit(ground, self.slider, self.margin, &mut |g, s| {
                add_contacts_along(g, s, normal, (self.margin, tolerance), &mut contacts);
                true
            })
        });
        visited
            .then(|| GroundContact::of(&chosen(normal, &contacts)))
            .flatten()
    }
}

/// Calls `visit` with every two convex parts whose boxes are within `margin` of each other, until it answers
/// `false` or there are more than [`MOST_PAIRS`]. Answers whether all were visited.
fn for_each_convex_pair_up_to_limit<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
    visit: &mut dyn FnMut(Placed<'_, V>, Placed<'_, V>) -> bool,
) -> bool {
    let mut seen = 0;
    let mut visit_few = |p: Placed<'_, V>, q: Placed<'_, V>| {
        seen += 1;
        if visit(p, q) && seen <= MOST_PAIRS {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    for_each_convex_pair(a, b, margin, &mut visit_few).is_continue()
}

/// Visits two convex parts.
type VisitConvexPair<'v, V> = &'v mut dyn FnMut(Placed<'_, V>, Placed<'_, V>) -> ControlFlow<()>;

/// The same for any number of pairs, until `visit` breaks off.
fn for_each_convex_pair<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
    visit: VisitConvexPair<'_, V>,
) -> ControlFlow<()> {
    if a.shape.is_convex() && b.shape.is_convex() {
        return visit(a, b);
    }
    for_each_near_pair(a, b, margin, &mut |p, q, _| {
        for_each_convex_pair(p, q, margin, visit)
    })
}

/// Adds the contacts of two convex shapes along a normal: pairs of points, one above the other.
fn add_contacts_along<V: PairSpace>(
    ground: Placed<'_, V>,
    slider: Placed<'_, V>,
    normal: V,
    (margin, tolerance): (V::Scalar, SeamTolerance<V::Scalar>),
    contacts: &mut PerContact<Contact<V>>,
) {
    let n = lift(normal);
    let origin = lift(slider.aabb().center());
    let Some(lowest) = furthest(slider, -n, origin) else {
        return;
    };
    let distance = ScalarOf::<V>::lit(lowest.dot(n) - height_beyond(ground, n, origin));
    if !(distance.is_finite() && distance <= margin) {
        return;
    }
    let point_b: V = lower(lowest + origin);
    let c = Clearance {
        distance,
        normal,
        point_a: point_b - normal * distance,
        point_b,
        depth_kind: DepthKind::Local,
    };
    let found = V::clip(ground, slider, &c, margin);
    let real = |c: &&Contact<V>| {
        is_within_reach(ground, c.point_a, tolerance.gap) && is_within_reach(slider, c.point_b, tolerance.gap)
    };
    contacts.extend(found.contacts().iter().filter(real).copied());
}

/// The outward normals of the flat faces of a shape's convex parts near the slider; none where there are too
/// many.
pub(super) fn face_normals<V: PairSpace>(ground: Placed<'_, V>, slider: Placed<'_, V>) -> PerContact<V> {
    let mut normals: PerContact<V> = PerContact::new();
    let visited = for_each_convex_pair_up_to_limit(ground, slider, Real::ZERO, &mut |g, _| {
        let frame = DoubleFrame::of_place(&g.place);
        V::outline(g.shape, &mut |piece| {
            if let BorderPiece::Face { normal, .. } = piece {
                let normal: V = lower(frame.turned(normal));
                if normals.len() <= MOST_NORMALS
                    && !normals.iter().any(|m| super::is_same_direction(*m, normal))
                {
                    normals.push(normal);
                }
            }
        });
        normals.len() <= MOST_NORMALS
    });
    if !visited {
        normals.clear();
    }
    normals
}
