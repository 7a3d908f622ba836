//! Two shapes, one question.
//!
//! A question (`ask/`) goes to the test that `ask/table.rs` names:
//!
//! - `plane/` and `space/`: two cores in floats, by separating axes, or by `gjk_epa/`; `round/` has closed
//!   forms for balls and capsules. They answer where they are sure; else `decide/` has the exact answer, also
//!   for half-spaces.
//! - `smooth/`: ellipses, ellipsoids, cylinders and cones, by their support mappings.
//! - `union/`: shapes made of parts, part by part, and what parts hold together; `solids/`: closed meshes and
//!   regions as a whole.
//!
//! `contact/` clips the features of two shapes to a manifold; `inner_edges/` tells which contacts of a ground
//! of many parts are real; `batch/` asks about many pairs in one call; `verify/` checks answers by what
//! shapes are, not by how the answer was found.
//!
//! Imports run one way: `answer` → `data` → `order` → `bounding_balls` → `gjk_epa` → `core_pair` →
//! `support_feature` → `eight` → `memory` → `border_pieces` → `ask` → `dimension` → `other_scale` → `decide`
//! → `smooth` → `round` → `contact` → `plane` → `space` → `near_parts` → `inner_edges` → `solids` → `union` →
//! `part_contacts` → `batch` → `verify` → `stages` → `spaces`.

mod answer;
mod ask;
mod batch;
mod border_pieces;
pub(super) mod bounding_balls;
mod contact;
pub(super) mod core_pair;
#[cfg(feature = "serde")]
mod data;
pub(crate) mod decide;
#[cfg(test)]
pub(crate) mod dice;
mod dimension;
mod eight;
pub(super) mod gjk_epa;
mod inner_edges;
mod memory;
pub(crate) mod near_parts;
mod order;
mod other_scale;
mod part_contacts;
mod plane;
mod round;
mod smooth;
mod solids;
pub(super) mod space;
mod spaces;
mod stages;
mod support_feature;
mod union;
mod verify;

pub use crate::shape::FewEdges;
pub use answer::{Clearance, Contact, DepthKind, FeatureId, Manifold, QueryError, Relation};
pub use ask::{ask, clearance, distance, intersects, manifold, question, relation, table};
pub use batch::by_index::{NoSuchShape, PlacedColumn};
pub use batch::column::Column;
pub use batch::distances::distance_many;
pub use batch::pair_cache::PairCache;
pub use batch::passes::intersects_many;
pub use batch::side::{Poses, Side};
pub(crate) use border_pieces::BorderPiece;
pub use bounding_balls::{BoundingBalls, PlacedBalls};
pub(crate) use gjk_epa::gjk::unit;
pub(crate) use gjk_epa::signed_volumes::nearest_of_first;
pub(crate) use gjk_epa::simplex::{Simplex, SimplexSpace, Support};
pub(crate) use inner_edges::{
    ContactOutcome, GAP, GroundContact, GroundSets, SeamTolerance, VisitSet, for_each_convex_near,
    has_face_along, height_beyond, is_same_direction, is_within_reach, resolve_inner_edges,
    supporting_points,
};
pub use memory::Memory;
#[cfg(feature = "std")]
pub(crate) use near_parts::facet_distance::closest_on_triangle;
pub(crate) use near_parts::facet_distance::distance_to_facet;
pub(crate) use near_parts::for_each_pair;
pub(crate) use order::order;
pub(crate) use other_scale::at_another_scale;
use other_scale::clip;
pub use part_contacts::{PartContact, PartManifold, contacts, part_manifolds};
#[cfg(target_family = "wasm")]
pub(crate) use plane::AnyHull;
pub(crate) use plane::{CuboidHull, OutlineHull};
pub(crate) use smooth::{furthest_of_curved, nearest};
pub(crate) use solids::are_wholes_apart;
#[cfg(feature = "std")] // motions of assemblies
pub(crate) use space::triangles::closest_of_segments;
#[cfg(feature = "std")]
pub(crate) use stages::clearance_after;
pub use table::{Answers, PairSpace};
pub(crate) use union::way_out;
pub use verify::{
    Flaw, Proof, Shown, Verified, prove, verify, verify_manifold, verify_proof, verify_relation,
};
