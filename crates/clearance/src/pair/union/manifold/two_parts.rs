//! The contacts of two parts of two shapes, along the normal of the wholes.

use smallvec::SmallVec;

use super::found_contacts::is_on_both;
use super::{ALIKE_SINE, is_alike};
use crate::math::{Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, Contact, DepthKind, Manifold, QueryError};
use crate::pair::ask::in_floats;
use crate::pair::ask::question::ClearanceQuestion;
use crate::pair::ask::table::PairSpace;
use crate::pair::clip;
use crate::pair::other_scale::has_ordinary_size;
use crate::shape::{AnyShape, BoundedFrame, Placed};

/// Parts of more corners are asked for their clearance without being looked at beforehand.
const FEW: usize = 8;

/// What is asked of every two parts.
pub(super) struct TwoParts<V: Vector> {
    /// The normal of the wholes.
    pub normal: V,
    pub margin: V::Scalar,
    /// Whether one of the wholes is convex. Of two solids facets also touch along normals that lead from the
    /// inside of one to that of the other.
    pub is_one_convex: bool,
}

impl<V: PairSpace> TwoParts<V> {
    /// The contacts of two parts, where these have about the normal of the whole.
    pub fn contacts(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> Result<Option<Manifold<V>>, QueryError> {
        let Self { normal, margin, .. } = *self;
        if !(p.shape.is_convex() && q.shape.is_convex()) {
            return crate::pair::manifold(p, q, margin).map(Some);
        }
        let part = match in_floats(ClearanceQuestion, p, q) {
            Some(part) => part?,
            None => match self.contacts_of_touch(p, q) {
                Some(found) => return Ok(Some(found)),
                None => crate::pair::clearance(p, q)?,
            },
        };
        if part.distance > margin || !is_alike(part.normal, normal) {
            return Ok(None);
        }
        // Clipping measures heights along the normal of the clearance: here that of the whole.
        let along = Clearance {
            normal,
            distance: (part.point_b - part.point_a).dot(normal),
            ..part
        };
        Ok(Some(clip(p, q, &along, margin)))
    }

    /// The contacts of two parts of which floats do not tell whether they meet, if they touch along this
    /// normal, up to rounding, and have at least two contacts there. Their exact clearance takes some hundred
    /// times as long, and of a body that rests on a mesh hundreds of parts touch.
    fn contacts_of_touch(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> Option<Manifold<V>> {
        let Self { normal, margin, .. } = *self;
        if V::DIM != 3 || !self.is_one_convex || !has_ordinary_size(p, q) {
            return None;
        }
        let (from, to) = (furthest(p, normal)?, furthest(q, -normal)?);
        let rounding = from.max_abs().max(to.max_abs()) * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0);
        if (to - from).dot(normal).abs() > rounding {
            return None;
        }
        let along = Clearance {
            distance: Real::ZERO,
            normal,
            point_a: from,
            point_b: from,
            depth_kind: DepthKind::Exact,
        };
        let found = clip(p, q, &along, margin);
        // Where clipping finds no contact as low as that, the point of `along` stands for it, which need not
        // be in both.
        let is_real = |c: &Contact<V>| c.point_a != from || is_on_both(c, p, q);
        (found.contacts().len() > 1 && found.contacts().iter().all(is_real)).then_some(found)
    }

    /// Whether a normal like this one may be that of two parts that do not overlap; `false` proves that none
    /// is. The clearance of two triangles that touch takes some microseconds, and of two bodies that lie face
    /// on face thousands touch.
    ///
    /// A normal of theirs leads from no corner of A back to one of B, less their radii. So what leads back
    /// along this normal may do so only as steeply as the angle between the two allows.
    pub fn may_be_parted(&self, p: Placed<'_, V>, q: Placed<'_, V>) -> bool {
        let normal = self.normal;
        let [Some(a), Some(b)] = [p, q].map(|s| s.shape.core()) else {
            return true;
        };
        if a.vertices.len().max(b.vertices.len()) > FEW {
            return true;
        }
        let frames = [p, q].map(|s| BoundedFrame::of(&s.place));
        let corners_of_b: SmallVec<[V; FEW]> = b.vertices.iter().map(|&v| frames[1].point(v)).collect();
        let steepest = ScalarOf::<V>::lit(ALIKE_SINE);
        a.vertices.iter().map(|&v| frames[0].point(v)).all(|from| {
            corners_of_b.iter().all(|&to| {
                let back = from - to;
                let rounding =
                    from.max_abs().max(to.max_abs()) * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(64.0);
                back.dot(normal) <= back.length() * steepest + rounding
            })
        })
    }
}

/// The point of a core in the world that is furthest along a normal.
fn furthest<V: PairSpace>(placed: Placed<'_, V>, normal: V) -> Option<V> {
    let (core, frame) = (placed.shape.core()?, BoundedFrame::of(&placed.place));
    let vertices = core.vertices.iter().map(|&v| frame.point(v));
    let further = |p: V, q: V| if q.dot(normal) > p.dot(normal) { q } else { p };
    Some(vertices.reduce(further)? + normal * (core.radius * frame.scale()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::pair::dice::Dice;
    use crate::shape::Shape3;
    use glam::DVec3;

    /// Where a normal is ruled out, that of the clearance is none like it: of random triangles near each
    /// other, and of those that have a corner in common.
    #[test]
    fn what_is_ruled_out_is_no_normal() {
        let (mut dice, mut ruled_out, mut alike) = (Dice(41), [0; 2], 0);
        for case in 0..4000 {
            let mut corner = || dice.vector() * 4.0;
            let round = |p: DVec3| DVec3::from_array(p.to_array().map(libm::round));
            let shared = round(corner());
            let mut triangle = || {
                let first = if case % 2 == 0 { shared } else { round(corner()) };
                Shape3::convex(&[first, round(corner()), round(corner())])
            };
            let (Ok(a), Ok(b)) = (triangle(), triangle()) else {
                continue;
            };
            let [p, q] = [&a, &b].map(|s| Placed::new(s, &Pose::IDENTITY));
            let c: Clearance<DVec3> = crate::pair::clearance(p, q).expect("an answer");
            if c.distance < 0.0 {
                continue;
            }
            let normals = [
                (dice.vector() * 0.02 + c.normal).normalize(),
                dice.vector().normalize(),
            ];
            for (normal, ruled_out) in normals.into_iter().zip(&mut ruled_out) {
                let is_alike = is_alike(c.normal, normal);
                alike += usize::from(is_alike);
                if !(TwoParts {
                    normal,
                    margin: 0.0,
                    is_one_convex: true,
                })
                .may_be_parted(p, q)
                {
                    assert!(!is_alike, "{a:?} {b:?} {normal:?} {c:?}");
                    *ruled_out += 1;
                }
            }
        }
        assert!(alike > 500 && ruled_out[1] > 500, "{alike} {ruled_out:?}");
    }
}
