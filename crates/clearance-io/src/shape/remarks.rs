//! Remarks about a valid shape: that a mesh is open, or was given inside out.

use clearance::shape::{Shape2, Shape3, Space2, Space3};

const OPEN: &str = "an open mesh: a surface without an inside, unless closing its seams tells its class";
const INSIDE_OUT: &str = "a mesh whose triangles faced inwards: they have been turned outwards";

/// There are no remarks about 2D shapes.
pub fn of_plane<V: Space2>(_: &Shape2<V>) -> Option<&'static str> {
    None
}

/// The remark about a mesh, or about the first mesh of a compound that has one.
pub fn of_solid<V: Space3>(shape: &Shape3<V>) -> Option<&'static str> {
    match shape {
        Shape3::Mesh(mesh) if mesh.was_inside_out() => Some(INSIDE_OUT),
        Shape3::Mesh(mesh) if !mesh.is_solid() => Some(OPEN),
        Shape3::Compound(compound) => compound.parts().iter().find_map(|part| of_solid(&part.shape)),
        _ => None,
    }
}
