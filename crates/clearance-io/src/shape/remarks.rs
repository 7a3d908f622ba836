//! What is worth saying about a valid shape: that a mesh is open, or was inside out.

use clearance::shape::{Shape2, Shape3, Space2, Space3};

const OPEN: &str = "an open mesh: taken as a surface, its inside does not count";
const INSIDE_OUT: &str = "a mesh whose triangles faced inwards: turned inside out";

/// There is nothing to say about shapes of the plane.
pub fn of_plane<V: Space2>(_: &Shape2<V>) -> Option<&'static str> {
    None
}

/// About a mesh, or the first such mesh of a compound.
pub fn of_solid<V: Space3>(shape: &Shape3<V>) -> Option<&'static str> {
    match shape {
        Shape3::Mesh(mesh) if mesh.was_inside_out() => Some(INSIDE_OUT),
        Shape3::Mesh(mesh) if !mesh.is_solid() => Some(OPEN),
        Shape3::Compound(compound) => compound.parts().iter().find_map(|part| of_solid(&part.shape)),
        _ => None,
    }
}
