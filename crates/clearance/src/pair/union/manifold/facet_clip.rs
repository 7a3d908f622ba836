//! The contacts of the facets of a mesh with a convex shape, where a facet lies across the normal of the wholes.
//!
//! Such a facet and the face of the convex shape that looks at it are clipped at once. The clearance of the two is not
//! asked: it would tell only that the normal is one of theirs, and takes as long as the clipping. The face of the convex
//! shape is found once for all facets.
//!
//! Limits: where the facet or the convex shape has only an edge or a corner there, `None`; the clearance of the two is
//! asked then.

use glam::DVec3;
use smallvec::SmallVec;

use super::ALIKE;
use crate::math::{DoubleFrame, Real, ScalarOf, Vector, lift, lower};
use crate::pair::answer::{Clearance, Contact};
use crate::pair::ask::table::PairSpace;
use crate::pair::contact::core_manifold::{AngleTolerance, between_features};
use crate::pair::near_parts::facets_beside;
use crate::pair::other_scale::has_ordinary_size;
use crate::pair::support_feature::SupportFeature;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// Clipping adds as much rounding again as the corners have.
const ROUNDINGS: f64 = 2.0;

/// Two shapes, one of them convex, and the face of that.
pub(super) struct FacetClip<'a, V: PairSpace> {
    /// The clearance of the wholes. No contact is lower, but by a rounding, and features are relative to its point of A.
    whole: &'a Clearance<V>,
    margin: f64,
    /// Its normal.
    normal: DVec3,
    /// Which of the two has facets.
    side: usize,
    /// The face of the convex shape, and the rounding of its corners.
    face: SupportFeature,
    rounding: f64,
}

impl<'a, V: PairSpace> FacetClip<'a, V> {
    /// `None` unless one shape is a core of space with a face, and the other has facets.
    pub fn new(shapes: [Placed<'_, V>; 2], whole: &'a Clearance<V>, margin: V::Scalar) -> Option<Self> {
        let (side, _) = facets_beside(shapes)?;
        if !has_ordinary_size(shapes[0], shapes[1]) {
            return None;
        }
        let convex = shapes[1 - side];
        let normal = lift(whole.normal).normalized()?;
        let towards_mesh = if side == 0 { -normal } else { normal };
        let face = V::support_feature(convex, towards_mesh, lift(whole.point_a))?;
        (face.corners.len() > 2).then(|| Self {
            whole,
            margin: margin.to_f64(),
            normal,
            side,
            face,
            rounding: rounding(convex),
        })
    }
    /// The contacts of two parts, one of them a facet, none lower than that of the wholes; `None` where the facet does not
    /// lie across the normal.
    pub fn contacts(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> Option<SmallVec<[Contact<V>; 8]>> {
        let (facet, n) = if self.side == 0 {
            (p, self.normal)
        } else {
            (q, -self.normal)
        };
        let own = self.feature(facet, n)?;
        let (of_a, of_b) = if self.side == 0 {
            (&own, &self.face)
        } else {
            (&self.face, &own)
        };
        let angles = AngleTolerance::of(ScalarOf::<V>::EPSILON.to_f64());
        let found = between_features(of_a, of_b, self.normal, angles);
        // One contact without a clearance stands for features that are not clipped.
        if found.iter().any(|c| c.clearance == f64::NEG_INFINITY) {
            return None;
        }
        let (least, rounding) = (
            self.whole.distance.to_f64(),
            ROUNDINGS * (self.rounding + rounding(facet)),
        );
        // Of a facet that is deeper than the wholes only the border is in the convex shape.
        let counts = |clearance: f64| clearance >= least - rounding && clearance <= self.margin;
        let contacts = found.iter().filter(|c| counts(c.clearance)).map(|c| {
            let clearance = if c.clearance <= least + rounding {
                least
            } else {
                c.clearance
            };
            let point = c.a + lift(self.whole.point_a);
            Contact {
                point_a: lower(point),
                point_b: lower(point + self.normal * clearance),
                clearance: ScalarOf::<V>::lit(clearance),
                feature: c.feature,
            }
        });
        Some(contacts.collect())
    }
    /// The side of a facet that faces along `n`, if it lies across the normal.
    fn feature(&self, facet: Placed<'_, V>, n: DVec3) -> Option<SupportFeature> {
        let core = facet.shape.core()?;
        let &[p, q, r] = &*core.vertices else { return None };
        let (frame, origin) = (DoubleFrame::of_place(&facet.place), lift(self.whole.point_a));
        let corners = [p, q, r].map(|v| frame.outward(lift(v) * frame.scale) - origin);
        SupportFeature::of_triangle(&corners, n, ALIKE)
    }
}

/// How far corners of a shape may be off in each coordinate.
fn rounding<V: PairSpace>(placed: Placed<'_, V>) -> f64 {
    let around = placed.shape.local_aabb();
    let reach = around.min.abs().max(around.max.abs());
    BoundedFrame::of(&placed.place).error(reach).to_f64()
}
