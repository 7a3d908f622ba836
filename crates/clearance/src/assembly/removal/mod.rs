//! Which parts of an assembly can be taken out of it, in which direction, and in which order.
//!
//! A part P is blocked by Q in a direction if somewhere on its way to infinity the two interfere: they have a
//! common part that the tolerance does not explain. That P slides along Q, or a round pin through its round
//! hole, blocks nothing. Source: the directional blocking graph of Wilson and Latombe, "Geometric Reasoning
//! About Mechanical Assembly", 1994, for translations to infinity.
//!
//! What facets tell is not sampled along the way. A line in the direction of motion meets P from its lowest
//! point on and Q up to its highest point, so the line blocks P exactly if Q's highest point is above P's
//! lowest. Both parts are projected along the direction (`shadow.rs`), and each pair of facets is looked at
//! whose projections overlap, one of P's lower side and one of Q's upper side (`overlap.rs`, `blocked.rs`). P
//! is blocked by Q in a direction where Q is blocked by P in the opposite one, so each question is asked
//! once.
//!
//! What is common on such lines may be a film that two tessellations of one surface explain. Points of it are
//! asked how deep they are: one that is deeper than any tolerance of the pair blocks. If there are only
//! shallower ones, the parts are compared where these meet, as [`interference()`](super::interference())
//! does. They are compared, too, in some places (`places.rs`) of where facets pass beside each other by no
//! more than they may be off, and where the axes or centers of their surfaces are nearest (`closest.rs`):
//! curved surfaces bulge out of them.
//!
//! Limits. Where facets do not overlap, an overlap of surfaces along less than a twelfth of where they are
//! near each other can be missed, unless it is where axes or centers are nearest. The depth is asked at the
//! corners and the center of each piece of an overlap, so that a common part that is deep between them only,
//! and is at most as large as a facet, can be missed. Shapes without facets are swept, and compared at steps
//! after they first meet (`without_facets.rs`); beside a mesh they are seen as polyhedra. Only straight
//! motions to infinity count: what leaves along a bent way, or by a turn, is called stuck.
//!
//! Imports run one way: `overlap` → `shadow` → `without_facets` → `closest` → `places` → `blocked` →
//! `directions` → `graph` → `ways`.

mod blocked;
mod closest;
mod directions;
mod graph;
mod overlap;
mod places;
mod shadow;
mod ways;
mod without_facets;

pub use directions::{AXES, own_directions, spread_directions};
pub use graph::Step;
pub use ways::{Removal, RemovalError};
