//! Numbers of features as parry packs them.
//!
//! Both libraries keep the kind of a feature in the two highest bits, and number the kinds differently. What
//! matters to a physics world is that a contact has the same two numbers from step to step, since the
//! impulses of the last step are found by them; so the bits are exchanged one to one, and no two numbers
//! become one. As features parry's names are right about the kind; which face has which number is clearance's
//! order, not that of parry's own answers.

use clearance::pair::FeatureId;
use parry::shape::PackedFeatureId;

/// The kinds, in clearance's order (vertex, face, edge, none), as parry numbers them.
#[cfg(feature = "dim3")]
const KINDS: [u32; 4] = [1, 3, 2, 0];
/// In the plane clearance numbers vertices and edges without their kind: they become vertices.
#[cfg(feature = "dim2")]
const KINDS: [u32; 4] = [1, 3, 2, 0];

/// The features of both shapes at a contact.
pub(crate) fn packed(of: FeatureId) -> [PackedFeatureId; 2] {
    [of.a, of.b].map(|n| PackedFeatureId(KINDS[(n >> 30) as usize] << 30 | n & 0x3fff_ffff))
}
