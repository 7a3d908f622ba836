//! The contact of every two parts, without those of inner edges.
//!
//! Two triangles of one floor meet at an edge that nothing can bump into; taken alone, each says that its edge is there
//! (Gregorius, "Robust contact creation for physics simulations", 2015, on ghost collisions). The nearest point of a
//! part is one of the whole only if no nearer part of the same shape holds it, too: from such a point a way leads through
//! that part, which is convex, nearer to the other shape. So where it does, the contact is a ghost. That needs no
//! neighbourhood of faces, and serves tiles and compounds as well as meshes.
//!
//! Limit: parts must meet where they meet; a gap wider than rounding makes two floors of one.

use alloc::vec::Vec;

use super::walk::for_each_near_pair;
use crate::math::{Pose, Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, QueryError};
use crate::pair::table::PairSpace;
use crate::shape::{AnyShape, Placed};

/// Where two parts of two shapes touch or are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartContact<V: Vector> {
    /// Which parts; 0 for a shape that is a single convex set.
    pub parts: [usize; 2],
    /// The clearance of the two.
    pub clearance: Clearance<V>,
}

/// The contacts of all two parts no further apart than `within`, without ghosts at inner edges.
pub(in crate::pair) fn contacts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
) -> Result<Vec<PartContact<V>>, QueryError> {
    let (a, b) = (a.simplest(), b.simplest());
    let mut all = Vec::new();
    for_each_near_pair(a, b, within, &mut |p, q, parts| {
        let clearance = crate::pair::clearance(p, q)?;
        if clearance.distance <= within {
            all.push(PartContact { parts, clearance });
        }
        Ok(true)
    })?;
    let mut real = Vec::with_capacity(all.len());
    for contact in &all {
        if !(is_ghost(a, 0, contact, &all)? || is_ghost(b, 1, contact, &all)?) {
            real.push(*contact);
        }
    }
    Ok(real)
}

/// Whether the point of a contact on one side is also a point of another part there, which is nearer to the same part of
/// the other shape.
fn is_ghost<V: PairSpace>(
    own: Placed<'_, V>,
    side: usize,
    contact: &PartContact<V>,
    all: &[PartContact<V>],
) -> Result<bool, QueryError> {
    let Some(parts) = own.shape.parts() else {
        return Ok(false);
    };
    let point = |c: &Clearance<V>| if side == 0 { c.point_a } else { c.point_b };
    let at = point(&contact.clearance);
    let outwards = if side == 0 {
        contact.clearance.normal
    } else {
        -contact.clearance.normal
    };
    let rounding = at.max_abs() * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(1024.0);
    let (dot, pose) = (<V::Shape as AnyShape<V>>::point(), Pose::at(at));
    let pose = pose.map_err(|_| QueryError::TooLarge("point"))?;
    let here = Placed::<V>::new(&dot, &pose);
    for other in all {
        let is_elsewhere = other.parts[side] != contact.parts[side];
        let is_of_same = other.parts[1 - side] == contact.parts[1 - side];
        let nearer = contact.clearance.distance - other.clearance.distance;
        let leads_on = (point(&other.clearance) - at).dot(outwards) > rounding;
        if !(is_elsewhere && is_of_same && nearer > Real::ZERO && leads_on) {
            continue;
        }
        let part = parts.part(other.parts[side]);
        let distance = part.placed_in(&own.place, |part| crate::pair::distance(part, here))?;
        if distance <= rounding {
            return Ok(true);
        }
    }
    Ok(false)
}
