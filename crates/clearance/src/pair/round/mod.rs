//! Points, balls and capsules, in closed form: against each other, boxes and triangles.

pub(super) mod ball_cuboid;
pub(super) mod balls;
pub(super) mod capsule_pair;
pub(super) mod closed_form;
