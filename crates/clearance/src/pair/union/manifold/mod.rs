//! The contacts of shapes of many parts: those of all parts that are near each other, along one normal.
//!
//! `facet_clip.rs` has the contacts of a facet and a convex shape, `two_parts.rs` those of any two parts,
//! `facing_facets.rs` tells which facets of solids face each other, and `found_contacts.rs` keeps what was
//! found and chooses from it.

mod facet_clip;
mod facing_facets;
mod found_contacts;
mod two_parts;

use crate::math::{Real, ScalarOf, Vector};
use crate::pair::answer::{Clearance, Manifold, QueryError};
use crate::pair::ask::table::PairSpace;
use crate::pair::clip;
use crate::pair::near_parts::try_for_each_near_pair;
use crate::shape::{AnyShape, Placed};
use facet_clip::FacetClip;
use facing_facets::FacingFacets;
use found_contacts::FoundContacts;
use two_parts::TwoParts;

/// Cosine of the angle, about 2 degrees, within which normals count as equal.
const ALIKE: f64 = 0.9995;
/// The sine of that angle, a little more.
const ALIKE_SINE: f64 = 0.0317;

/// The contacts along the normal of `whole` with clearance up to `margin`.
pub(super) fn manifold<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    whole: &Clearance<V>,
    margin: V::Scalar,
) -> Result<Manifold<V>, QueryError> {
    let mut found = FoundContacts::new([a, b], whole);
    let two_parts = TwoParts {
        normal: whole.normal,
        margin,
        is_one_convex: a.shape.parts().is_none() || b.shape.parts().is_none(),
    };
    let depth = (-whole.distance).max(Real::ZERO);
    let mut facet_clip = FacetClip::new([a, b], whole, margin);
    let mut add_clipped = |parts: [Placed<'_, V>; 2], at, found: &mut FoundContacts<'_, V>| {
        facet_clip
            .as_mut()
            .is_some_and(|clip| clip.add_contacts(parts, at, found))
    };
    match FacingFacets::new(a, b, whole.normal) {
        Some(facing) if depth > Real::ZERO => facing.for_each_near_pair(margin + depth, &mut |p, q, at| {
            if !add_clipped([p, q], at, &mut found) {
                found.add(&clip(p, q, whole, margin), at);
            }
        }),
        facing => try_for_each_near_pair(a, b, margin + depth, &mut |p, q, at| {
            let may_touch = facing.as_ref().is_none_or(|facing| facing.may_touch(at));
            if may_touch && add_clipped([p, q], at, &mut found) {
                return Ok(true);
            }
            // Where the wholes do not overlap no two parts do.
            let may_be_parted = || depth > Real::ZERO || two_parts.may_be_parted(p, q);
            if may_touch
                && may_be_parted()
                && let Some(of_parts) = two_parts.contacts(p, q)?
            {
                found.add(&of_parts, at);
            }
            Ok(true)
        })?,
    }
    Ok(found.chosen())
}

fn is_alike<V: Vector>(m: V, n: V) -> bool {
    m.dot(n) > ScalarOf::<V>::lit(ALIKE)
}
