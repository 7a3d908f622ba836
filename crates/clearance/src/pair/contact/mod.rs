//! Contact manifolds: which features of two shapes face each other, clipped against each other, reduced to a
//! few points.

pub(super) mod clip3;
pub(super) mod clip_boxes;
mod cut3;
mod disc;
mod facing;
pub(super) mod one_contact;
pub(super) mod patch;
mod reduce;
pub(super) mod spread;
