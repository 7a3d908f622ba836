//! Which pairs are told apart as polyhedra.

use crate::assembly::class::Tolerance;
use crate::assembly::solid::{Body, Solid};

/// Both as polyhedra, if they are. A ball or a cylinder is seen as one where the facets of the other part
/// stand for curved faces: the largest overlap that these explain says nothing of flat faces beside them.
pub(super) fn bodies_of([a, b]: [&Solid; 2], tolerance: Tolerance) -> Option<[&Body; 2]> {
    let is_auto = tolerance == Tolerance::Auto;
    match [a, b].map(Solid::is_polyhedron) {
        [true, true] => Some([a.body()?, b.body()?]),
        [true, false] if is_auto && is_curved(a) => Some([a.body()?, round(b)?]),
        [false, true] if is_auto && is_curved(b) => Some([round(a)?, b.body()?]),
        _ => None,
    }
}

/// Whether facets stand for curved faces.
fn is_curved(solid: &Solid) -> bool {
    solid.is_tessellated() && solid.body().is_some_and(|body| body.deflection > 0.0)
}

/// What stands for a round shape, if its surfaces are recognised: then it is as exact as the shape.
fn round(solid: &Solid) -> Option<&Body> {
    let is_known = |body: &&Body| body.faces.faces().iter().all(|face| face.surface.is_some());
    solid.seen().filter(is_known)
}
