//! The contacts of the facets of a mesh with a convex shape, where a facet lies across the normal of the wholes.
//!
//! Such a facet and the face of the convex shape that looks at it are clipped at once. The clearance of the two is not asked: it
//! would tell only that the normal is one of theirs, and takes as long as the clipping. The face of the convex shape is found
//! once for all facets.
//!
//! Limits: where the facet or the convex shape has only an edge or a corner there, `None`; the clearance of the two is asked then.

use glam::DVec3;
use smallvec::SmallVec;

use super::ALIKE;
use crate::math::{DoubleFrame, Real, ScalarOf, Vector, lift, lower};
use crate::pair::answer::{Clearance, Contact};
use crate::pair::ask::table::PairSpace;
use crate::pair::contact::core_manifold::{AngleTolerance, between_features};
use crate::pair::other_scale::has_ordinary_size;
use crate::pair::support_feature::SupportFeature;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// What is added to a rounding for what clipping adds.
const ROUNDINGS: f64 = 2.0;

/// Two shapes, one of them convex, and the face of that.
pub(super) struct FacetClip<V: PairSpace> {
    normal: DVec3,
    /// No contact is lower, but by a rounding.
    least: f64,
    margin: f64,
    /// All features are relative to it.
    origin: DVec3,
    /// Which of the two has facets.
    side: usize,
    /// The face of the convex shape, and the rounding of its corners.
    face: SupportFeature,
    rounding: f64,
    angles: AngleTolerance,
    space: core::marker::PhantomData<V>,
}

impl<V: PairSpace> FacetClip<V> {
    /// `None` unless one shape is a core of space with a face, and the other has facets.
    pub fn new([a, b]: [Placed<'_, V>; 2], whole: &Clearance<V>, margin: V::Scalar) -> Option<Self> {
        let side = usize::from(a.shape.parts().is_none());
        let (mesh, convex) = if side == 0 { (a, b) } else { (b, a) };
        if V::DIM != 3 || convex.shape.parts().is_some() || !has_ordinary_size(a, b) {
            return None;
        }
        mesh.shape.parts()?.facets()?;
        let normal = lift(whole.normal).normalized()?;
        let origin = lift(whole.point_a);
        let towards_mesh = if side == 0 { -normal } else { normal };
        let face = V::facing_feature(convex, towards_mesh, origin)?;
        (face.corners.len() > 2).then(|| Self {
            normal,
            least: whole.distance.to_f64(),
            margin: margin.to_f64(),
            origin,
            side,
            face,
            rounding: rounding(convex),
            angles: AngleTolerance::of(ScalarOf::<V>::EPSILON.to_f64()),
            space: core::marker::PhantomData,
        })
    }
    /// The contacts of two parts, one of them a facet, none lower than that of the wholes; `None` where the facet does not lie across
    /// the normal.
    pub fn contacts(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> Option<SmallVec<[Contact<V>; 8]>> {
        let facet = if self.side == 0 { p } else { q };
        let core = facet.shape.core()?;
        let &[p, q, r] = &*core.vertices else { return None };
        let frame = DoubleFrame::of_place(&facet.place);
        let corners = [p, q, r].map(|v| frame.outward(lift(v) * frame.scale) - self.origin);
        let n = self.normal;
        let towards_convex = if self.side == 0 { n } else { -n };
        let own = SupportFeature::of_triangle(&corners, towards_convex, ALIKE)?;
        let (of_a, of_b) = if self.side == 0 {
            (&own, &self.face)
        } else {
            (&self.face, &own)
        };
        let found = between_features(of_a, of_b, n, self.angles);
        let rounding = ROUNDINGS * (self.rounding + rounding(facet));
        let mut contacts = SmallVec::new();
        for c in &found {
            if c.clearance == f64::NEG_INFINITY {
                return None; // it stands for features that are not clipped
            }
            // Of a facet that is deeper than the wholes only the border is in the convex shape.
            if c.clearance < self.least - rounding || c.clearance > self.margin {
                continue;
            }
            let clearance = if c.clearance <= self.least + rounding {
                self.least
            } else {
                c.clearance
            };
            let point = c.a + self.origin;
            contacts.push(Contact {
                point_a: lower(point),
                point_b: lower(point + n * clearance),
                clearance: ScalarOf::<V>::lit(clearance),
                feature: c.feature,
            });
        }
        Some(contacts)
    }
}

/// How far corners of a shape may be off in each coordinate.
fn rounding<V: PairSpace>(placed: Placed<'_, V>) -> f64 {
    let around = placed.shape.local_aabb();
    let reach = around.min.abs().max(around.max.abs());
    BoundedFrame::of(&placed.place).error(reach).to_f64()
}
