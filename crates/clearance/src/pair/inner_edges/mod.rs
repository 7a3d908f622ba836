//! Contacts at inner edges: what a slider seems to touch at a seam of the ground, where the ground goes on.
//!
//! The ground is a union of convex sets: triangles of a floor, parts of a compound, colliders of a scene side
//! by side. Each set alone answers with its own shortest way out, and that may lead into its neighbour:
//! through the side of a tile or the edge of a triangle. Such a ghost contact stops a body that slides over
//! the seam (Catto, "Ghost Collisions", 2013; Gregorius, "Robust contact creation for physics simulations",
//! 2015).
//!
//! A direction is a (proximal) normal of a union at one of its points exactly where it is a normal of every
//! convex set that contains the point: the normal cone of the union is the intersection of those of the sets
//! (Clarke, "Optimization and Nonsmooth Analysis", 1983). So a point of a contact is *hidden* where another
//! set contains it, too, and reaches beyond the plane through it that is perpendicular to the normal. A
//! contact is hidden where all of its supporting points are, the highest along the normal: a wall on a floor
//! is hidden only at its foot.
//!
//! A hidden contact is replaced only where another contact explains it. The slider is set down on a contact
//! that stays, so that it just touches there, and then pushed a little towards the hidden one. If it runs
//! into it, there is a step, and the hidden contact stays. If not, the slider passes over the seam; the
//! contact with the hidden set is then asked for along the normals of the contacts that stay, unless the two
//! merely touch. Where all contacts are hidden, as for a body sunk deeper than half its width, the visible
//! faces of the ground take their place. So a slider that overlaps keeps at least one contact.
//!
//! A gap, an overlap or a step counts as none up to the rounding error, and up to a small part of the smaller
//! of the two extents, [`GAP`] and [`STEP`]: tiles placed by sums of rounded numbers do not fit exactly.
//!
//! Limits: all sets are assumed to move as one, so sets that push a slider from two sides are the same
//! ground. At most [`MOST`] of the contacts that stay are tried, the nearest. A slider with very many parts
//! near one set keeps its contact with that set (`along.rs`).

mod along;
mod hidden;
mod slide_test;

use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::answer::{Clearance, Contact, DepthKind, Manifold};
use super::ask::table::PairSpace;
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::shape::Placed;
pub(crate) use hidden::{
    for_each_convex_near, has_face_along, height_beyond, is_within_reach, supporting_points,
};
use slide_test::SlideTest;

/// A gap between two sets counts as none up to this part of the smaller extent.
pub(crate) const GAP: f64 = 1.0 / 4096.0;
/// A step counts as none up to this part of the smaller extent.
const STEP: f64 = 1.0 / 1_048_576.0;
/// For each hidden contact at most this many of the contacts that stay are tried.
const MOST: usize = 8;

/// A list with an entry for each contact of a slider; few have more than 16.
pub(crate) type PerContact<T> = SmallVec<[T; 16]>;

/// The convex sets that a slider touches, numbered, in the world.
pub(crate) trait GroundSets<V: PairSpace> {
    /// Asks about set `i`.
    fn with<R>(&self, i: usize, ask: impl FnOnce(Placed<'_, V>) -> R) -> R;
    /// The box around set `i`, never too small.
    fn aabb(&self, i: usize) -> Aabb<V>;
    /// Whether the contact with set `i` may be at an inner edge, as far as is known.
    fn may_be_hidden(&self, _: usize) -> bool {
        true
    }
    /// Calls `visit` with the convex sets of the same ground as set `i` that are within `gap` of a point (or
    /// a little further), and with the solids of space there that have them as their border.
    fn each_near(&self, i: usize, point: V, gap: V::Scalar, visit: VisitSet<'_, V>) -> ControlFlow<()>;
}

/// Visits a convex set, or a solid of space as a whole.
pub(crate) type VisitSet<'v, V> = &'v mut dyn FnMut(Placed<'_, V>) -> ControlFlow<()>;

/// A contact of the slider. Contact `i` is with set `i` of the ground.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroundContact<V: Vector> {
    /// From the ground to the slider.
    pub normal: V,
    /// The least clearance of its points.
    pub distance: V::Scalar,
    /// The point of the ground where the clearance is least.
    pub point: V,
    /// All points, where they are known.
    pub manifold: Option<Manifold<V>>,
}

impl<V: Vector> GroundContact<V> {
    /// `None` for an empty manifold.
    pub fn of(manifold: &Manifold<V>) -> Option<Self> {
        let lower = |p: Contact<V>, q: &Contact<V>| if q.clearance < p.clearance { *q } else { p };
        let (first, rest) = manifold.contacts().split_first()?;
        let deepest = rest.iter().fold(*first, lower);
        Some(Self {
            normal: manifold.normal,
            distance: deepest.clearance,
            point: deepest.point_a,
            manifold: Some(*manifold),
        })
    }
}

/// What becomes of a contact.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::large_enum_variant)] // one for each contact of one slider
pub(crate) enum ContactOutcome<V: Vector> {
    /// It stays.
    Keep,
    /// It is hidden, and the ground supports the slider there along another normal.
    Replace(Manifold<V>),
    /// It is hidden, and a contact along this normal covers it.
    Drop(V),
}

impl<V: Vector> GroundContact<V> {
    /// The deepest point as a clearance: the way out of the union, which need not be the shortest way out of
    /// this set alone.
    pub fn clearance(&self) -> Clearance<V> {
        Clearance {
            distance: self.distance,
            normal: self.normal,
            point_a: self.point,
            point_b: self.point + self.normal * self.distance,
            depth_kind: if self.distance < Real::ZERO {
                DepthKind::Local
            } else {
                DepthKind::Exact
            },
        }
    }
}

/// What becomes of the contacts of a slider, in their order; `None` where all stay.
pub(crate) fn resolve_inner_edges<V: PairSpace>(
    slider: Placed<'_, V>,
    slider_box: Aabb<V>,
    ground: &impl GroundSets<V>,
    touches: &[GroundContact<V>],
    margin: V::Scalar,
) -> Option<PerContact<ContactOutcome<V>>> {
    let slide = SlideTest {
        slider,
        slider_box,
        ground,
        margin,
    };
    let is_hidden: PerContact<bool> = (0..touches.len())
        .map(|i| ground.may_be_hidden(i) && slide.is_hidden(i, &touches[i]))
        .collect();
    if !is_hidden.contains(&true) {
        return None;
    }
    let mut outcomes: PerContact<_> = touches.iter().map(|_| ContactOutcome::Keep).collect();
    let mut kept: PerContact<_> = (touches.iter().zip(&is_hidden))
        .filter(|(_, hidden)| !**hidden)
        .map(|(touch, _)| *touch)
        .collect();
    let is_held = !kept.is_empty();
    let hidden = || (0..touches.len()).filter(|&i| is_hidden[i]);
    let touches_one = || (touches.iter().enumerate()).any(|(i, t)| t.distance <= slide.tolerance(i).step);
    if kept.is_empty() && touches_one() {
        let faces = hidden()
            .filter_map(|i| slide.visible_face(i))
            .collect::<PerContact<_>>();
        kept.extend(slide.way_out(faces, touches));
    }
    for i in hidden() {
        outcomes[i] = slide.outcome_of_hidden(i, &touches[i], &kept, is_held);
    }
    Some(outcomes)
}

/// Whether two unit vectors differ by rounding only.
pub(crate) fn is_same_direction<V: Vector>(m: V, n: V) -> bool {
    (m - n).max_abs() <= ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(16.0)
}

/// What counts as none where the slider touches one set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeamTolerance<S> {
    /// The rounding error of coordinates.
    error: S,
    /// The widest gap.
    pub(crate) gap: S,
    /// The highest step.
    pub(crate) step: S,
}

impl<S: Real> SeamTolerance<S> {
    /// For two shapes in these boxes.
    pub(crate) fn of<V: Vector<Scalar = S>>(boxes: [Aabb<V>; 2]) -> Self {
        let bounded = || boxes.iter().filter(|b| b.min.is_finite() && b.max.is_finite());
        let size = bounded().fold(S::ZERO, |size, b| size.max(b.min.max_abs()).max(b.max.max_abs()));
        let extents = bounded().map(|b| (b.max - b.min).max_element());
        let extent = extents.reduce(Real::min).unwrap_or(Real::ZERO);
        let error = size * S::EPSILON * S::lit(64.0);
        let part = |part: f64| error.max(extent * S::lit(part));
        Self {
            error,
            gap: part(GAP),
            step: part(STEP),
        }
    }
}
