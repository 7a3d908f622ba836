//! The contacts of the facets of a mesh with a convex shape, where a facet lies across the normal of the
//! wholes.
//!
//! Such a facet and the face of the convex shape that looks at it are clipped at once. The clearance of the
//! two is not asked: it would tell only that the normal is one of theirs, and takes as long as the clipping.
//! The face of the convex shape is found once for all facets.
//!
//! A facet beside the shadow that the convex shape casts along the normal has no contacts, whichever way it
//! lies. If two shapes are some length apart across the normal, what leads from one to the other within the
//! margin leans further from it than normals that count as equal. The shadow is bounded by a rectangle along
//! a side of the face; half of the facets in the bounding box of a box that is turned lie beside it.
//!
//! Limits: where the facet or the convex shape has only an edge or a corner there, nothing is clipped; the
//! clearance of the two is asked then.

use glam::DVec3;

use super::found_contacts::FoundContacts;
use super::{ALIKE, ALIKE_SINE};
use crate::math::{Real, ScalarOf, Vector, lift, lower};
use crate::pair::answer::{Clearance, Contact};
use crate::pair::ask::table::PairSpace;
use crate::pair::contact::core_manifold::{AngleTolerance, add_between_features};
use crate::pair::contact::raw_contact::RawContacts;
use crate::pair::near_parts::facet_distance::WorldFacets;
use crate::pair::near_parts::facets_beside;
use crate::pair::other_scale::has_ordinary_size;
use crate::pair::support_feature::SupportFeature;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// Clipping adds as much rounding again as the corners have.
const ROUNDINGS: f64 = 2.0;

/// Two shapes, one of them convex, and the face of that.
pub(super) struct FacetClip<'a, V: PairSpace> {
    /// The clearance of the wholes. No contact is lower, but by a rounding, and features are relative to its
    /// point of A.
    whole: &'a Clearance<V>,
    /// Its normal.
    normal: DVec3,
    margin: f64,
    /// Which of the two has facets, and these.
    side: usize,
    facets: WorldFacets<'a, V>,
    /// The face of the convex shape, and the rounding of its corners.
    face: SupportFeature,
    rounding: f64,
    shadow: Shadow,
    /// The contacts of the last facet. A list of them takes a kilobyte, and is made once.
    clipped: RawContacts,
}

impl<'a, V: PairSpace> FacetClip<'a, V> {
    /// `None` unless one shape is a core of space with a face, and the other has facets.
    pub fn new(shapes: [Placed<'a, V>; 2], whole: &'a Clearance<V>, margin: V::Scalar) -> Option<Self> {
        let (side, (mesh, border)) = facets_beside(shapes)?;
        if !has_ordinary_size(shapes[0], shapes[1]) {
            return None;
        }
        let convex = shapes[1 - side];
        let normal = lift(whole.normal).normalized()?;
        let towards_mesh = if side == 0 { -normal } else { normal };
        let face = V::support_feature(convex, towards_mesh, lift(whole.point_a))?;
        if face.corners.len() < 3 {
            return None;
        }
        let side_of_face = face.corners[1].point - face.corners[0].point;
        let along = (side_of_face - normal * normal.dot(side_of_face)).normalized()?;
        let apart = Shadow::least_gap(shapes, margin.to_f64());
        Some(Self {
            whole,
            normal,
            margin: margin.to_f64(),
            side,
            facets: WorldFacets::new(border, &mesh.place),
            face,
            rounding: rounding(convex),
            shadow: Shadow::new(convex, [along, normal.cross(along)], lift(whole.point_a), apart)?,
            clipped: RawContacts::new(),
        })
    }
    /// Adds the contacts of two parts, one of them a facet, to `found`, none lower than that of the wholes;
    /// `false` where the facet does not lie across the normal, and may have some.
    pub fn add_contacts(
        &mut self,
        [p, q]: [Placed<'_, V>; 2],
        at: [usize; 2],
        found: &mut FoundContacts<'_, V>,
    ) -> bool {
        let (facet, n) = if self.side == 0 {
            (p, self.normal)
        } else {
            (q, -self.normal)
        };
        let origin = lift(self.whole.point_a);
        let corners = self.facets.triangle(at[self.side]).map(|p| p - origin);
        if self.shadow.is_beside(&corners) {
            return true;
        }
        let Some(own) = SupportFeature::of_triangle(&corners, n, ALIKE) else {
            return false;
        };
        let (of_a, of_b) = if self.side == 0 {
            (&own, &self.face)
        } else {
            (&self.face, &own)
        };
        let angles = AngleTolerance::of(ScalarOf::<V>::EPSILON.to_f64());
        self.clipped.clear();
        add_between_features(of_a, of_b, self.normal, angles, &mut self.clipped);
        // One contact without a clearance stands for features that are not clipped.
        if self.clipped.iter().any(|c| c.clearance == f64::NEG_INFINITY) {
            return false;
        }
        let (least, rounding) = (
            self.whole.distance.to_f64(),
            ROUNDINGS * (self.rounding + rounding(facet)),
        );
        // Of a facet that is deeper than the wholes only the border is in the convex shape.
        let counts = |clearance: f64| clearance >= least - rounding && clearance <= self.margin;
        for c in self.clipped.iter().filter(|c| counts(c.clearance)) {
            let clearance = if c.clearance <= least + rounding {
                least
            } else {
                c.clearance
            };
            let point = c.a + origin;
            let contact = Contact {
                point_a: lower(point),
                point_b: lower(point + self.normal * clearance),
                clearance: ScalarOf::<V>::lit(clearance),
                feature: c.feature,
            };
            found.add_sure(&contact, at);
        }
        true
    }
}

/// A rectangle around the shadow of a convex shape, a little larger: between two limits along each of two
/// directions.
struct Shadow {
    along: [DVec3; 2],
    limits: [[f64; 2]; 2],
}

impl Shadow {
    /// From how far beside it, across the normal, two shapes have no contacts up to `margin`.
    fn least_gap<V: PairSpace>([p, q]: [Placed<'_, V>; 2], margin: f64) -> f64 {
        margin * ALIKE_SINE + rounding(p) + rounding(q)
    }
    /// The rectangle is wider by `apart` on each side; positions are relative to `origin`.
    fn new<V: PairSpace>(
        convex: Placed<'_, V>,
        along: [DVec3; 2],
        origin: DVec3,
        apart: f64,
    ) -> Option<Self> {
        let reach = |n: DVec3| {
            let corners = V::support_feature(convex, n, origin)?.corners;
            corners.iter().map(|c| c.point.dot(n)).reduce(f64::max)
        };
        let mut limits = [[0.0; 2]; 2];
        for (n, limits) in along.into_iter().zip(&mut limits) {
            *limits = [-reach(-n)? - apart, reach(n)? + apart];
        }
        Some(Self { along, limits })
    }
    #[inline]
    fn is_beside(&self, corners: &[DVec3; 3]) -> bool {
        self.along.iter().zip(&self.limits).any(|(&n, &[low, high])| {
            let [p, q, r] = corners.map(|c| c.dot(n));
            p.max(q).max(r) < low || p.min(q).min(r) > high
        })
    }
}

/// How far corners of a shape may be off in each coordinate.
fn rounding<V: PairSpace>(placed: Placed<'_, V>) -> f64 {
    let around = placed.shape.local_aabb();
    let reach = around.min.abs().max(around.max.abs());
    BoundedFrame::of(&placed.place).error(reach).to_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::pair::dice::Dice;
    use crate::pair::union::manifold::is_alike;
    use crate::shape::Shape3;

    /// A facet beside the shadow of a box has no clearance up to the margin along a normal like that of the
    /// wholes: of facets above the box, a little beside it.
    #[test]
    fn beside_the_shadow_is_no_contact() {
        let (mut dice, mut beside, mut alike) = (Dice(43), 0, 0);
        let half = DVec3::new(0.5, 0.25, 0.75);
        let cuboid = Shape3::cuboid(half).expect("half extents");
        for _ in 0..4000 {
            let margin = 0.75 + dice.next() * 0.5;
            let corner = DVec3::new(
                half.x + dice.next() * 0.1,
                half.y + 0.5 + dice.next(),
                dice.next(),
            );
            let outwards = DVec3::new(dice.next() + 0.5, dice.next() * 0.2, dice.next());
            let Ok(facet) = Shape3::convex(&[corner, corner + outwards, corner + DVec3::Z]) else {
                continue;
            };
            let [p, q] = [&cuboid, &facet].map(|s| Placed::new(s, &Pose::IDENTITY));
            let own: Clearance<DVec3> = crate::pair::clearance(p, q).expect("an answer");
            let normal = (DVec3::Y + dice.vector() * 0.02).normalize();
            let apart = Shadow::least_gap([p, q], margin);
            let along = normal.cross(DVec3::Z).normalize();
            let shadow = Shadow::new(p, [along, normal.cross(along)], own.point_a, apart);
            let &[a, b, c] = &*q.shape.core().expect("a core").vertices else {
                panic!()
            };
            let is_alike = own.distance <= margin && is_alike(own.normal, normal);
            alike += usize::from(is_alike);
            if shadow
                .expect("a box")
                .is_beside(&[a, b, c].map(|v| v - own.point_a))
            {
                assert!(!is_alike, "{facet:?} {normal:?} {own:?} {margin}");
                beside += 1;
            }
        }
        assert!(alike > 500 && beside > 500, "{alike} {beside}");
    }
}
