//! Contact manifolds: the features of two shapes that face each other, clipped against each other and reduced
//! to a few points.
//!
//! The steps are those of D. Gregorius, "Robust contact creation for physics simulations", Game Developers
//! Conference 2015. Given the normal: find the support feature of each shape (`pair/support_feature.rs`),
//! choose the reference and the incident one, clip the incident feature by the sides of the reference
//! (`polygon_clip.rs`, after Sutherland and Hodgman), drop contacts beyond the margin, merge those that
//! coincide, and keep four (`reduce.rs`).
//!
//! Three clippers are here, and each has its reason. `core_manifold.rs` serves all cores, and
//! `convex_manifold.rs` extends it to curved shapes and half-spaces, whose flat round ends `disc.rs` cuts.
//! `box_faces.rs` is for two boxes that lie face to face, the most common pair in physics: in the frame of
//! the reference box its sides are coordinates, so that the distance of a corner from a side costs one
//! subtraction. (Of 2580 random pairs of boxes within the margin 1138 lay face to face, and 168 needed the
//! general clip; the others touched with two edges or were apart.) `single_contact.rs` needs no clipping:
//! where a ball touches there is one contact.
//!
//! Error bound: points and clearances are in double precision until the end and then rounded to the scene's.
//! Limits: a manifold has at most four contacts, and says nothing of features that lean more than their
//! tolerance away from the plane across the normal.
//!
//! Imports run one way: `witness` → `raw_contact` → `spread` → `polygon_clip` → `reduce`
//! → `box_faces` → `disc` → `core_manifold` → `convex_manifold` → `single_contact`.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

pub(super) mod box_faces;
pub(super) mod convex_manifold;
pub(super) mod core_manifold;
mod disc;
mod polygon_clip;
pub(super) mod raw_contact;
mod reduce;
pub(super) mod single_contact;
pub(super) mod spread;
pub(super) mod witness;
