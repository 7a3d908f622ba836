//! Whether shapes meet, of eight pairs at a time, in single precision.
//!
//! A broad phase finds each shape in several pairs. So what a test needs of a shape is computed once, in
//! single precision, with an error bound: a [`BallRow`] of half a line of the cache for any shape, and for
//! boxes, triangles and capsules a [`Row`] of one line, too. A [`Kernel`] reads the rows of eight pairs of
//! two kinds, one pair in each lane, and answers without a branch, since hit or miss is unpredictable. It
//! says which pairs surely meet and which are surely apart (after Ericson, "Real-Time Collision Detection",
//! 2005, 12.1 and 13.7, where boxes are tested four at a time).
//!
//! What is sure is what `intersects` says in every precision. All else is asked pair by pair: what touches,
//! what is nearer than rounding, and what has no row. Far from the origin, less is sure: a row's numbers are
//! single ones.
//!
//! `inline(always)`, and no closures: what is not inlined into a `simd::Job` is compiled without its
//! registers.
//!
//! Imports run one way: `three` → `row` → `balls` → `capsules` → `plane_boxes` → `world_box` → `space_boxes`
//! → `box_and_ball` → `triangles` → `box_and_triangle` → `box_and_capsule` → `rows`.

mod balls;
mod box_and_ball;
mod box_and_capsule;
mod box_and_triangle;
mod capsules;
mod plane_boxes;
mod row;
mod rows;
mod space_boxes;
#[cfg(test)]
mod tests;
mod three;
mod triangles;
mod world_box;

pub(crate) use balls::{BallRow, Balls};
pub(crate) use box_and_ball::{PlaneBoxAndBall, SpaceBoxAndBall};
pub(crate) use box_and_capsule::BoxAndCapsule;
pub(crate) use box_and_triangle::BoxAndTriangle;
pub(crate) use capsules::Capsules;
pub(crate) use plane_boxes::PlaneBoxes;
pub(crate) use row::{Kernel, Sure};
pub use row::{Row, RowKind};
pub(crate) use rows::{kind2, kind3, row2, row3};
pub(crate) use space_boxes::SpaceBoxes;
pub(crate) use triangles::Triangles;
pub(crate) use world_box::WorldBox;
