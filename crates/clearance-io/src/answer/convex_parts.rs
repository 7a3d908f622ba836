//! The question `convex_parts`: hulls that cover a solid mesh.

use clearance::Placed;
use clearance::measure::MeasureSpace;
use clearance::mesh::{ConvexParts, ConvexPartsError, ConvexPartsOptions};
use clearance::shape::{AnyShape, Polyhedron, Shape3, Space3};
use serde::Serialize;

use crate::answer::{Answer, coordinates};
use crate::json::Node;
use crate::problem::{Code, Problem};

/// The answer to `convex_parts`, without the id.
#[derive(Debug, Serialize)]
pub struct HullsOfMesh {
    /// The hulls, in the frame of the mesh.
    pub hulls: Vec<HullOfMesh>,
    /// No point of a hull is farther from the solid.
    pub error: f64,
}

/// One of the hulls.
#[derive(Debug, Serialize)]
pub struct HullOfMesh {
    /// Its corners.
    pub vertices: Vec<Vec<f64>>,
    /// The corners of each face, counter-clockwise seen from outside.
    pub faces: Vec<Vec<u32>>,
    /// No point of it is farther from the solid.
    pub error: f64,
}

/// Parts of a mesh in its own frame; its place changes nothing.
pub(crate) fn convex_parts_of<V>(question: &Node<'_>, a: Placed<'_, V>) -> Result<Answer, Problem>
where
    V: MeasureSpace + Space3,
{
    let Shape3::Mesh(mesh) = a.shape else {
        return Err(no_mesh(a.shape.kind()));
    };
    let mut options = ConvexPartsOptions::default();
    if let Some(field) = question.get("concavity") {
        options.concavity = field.scalar()?;
    }
    if let Some(field) = question.get("max_parts") {
        options.max_parts = field.whole()? as usize;
    }
    let parts = ConvexParts::new(mesh, &options).map_err(refused)?;
    let each = parts.hulls().iter().zip(parts.errors());
    Ok(Answer::ConvexParts(HullsOfMesh {
        hulls: each.map(|(hull, &error)| written(hull, error)).collect(),
        error: parts.error(),
    }))
}

fn written<V: Space3>(hull: &Polyhedron<V>, error: f64) -> HullOfMesh {
    let faces = 0..hull.face_count();
    HullOfMesh {
        vertices: hull.vertices().iter().map(|&v| coordinates(v)).collect(),
        faces: faces.map(|f| hull.face_vertices(f).to_vec()).collect(),
        error,
    }
}

/// The error for other shapes.
pub(crate) fn no_mesh(kind: &str) -> Problem {
    let message = format!("only a mesh of space has convex parts, not a {kind}");
    Problem::new(Code::UnsupportedPair, message).at("a")
}

fn refused(error: ConvexPartsError) -> Problem {
    let (code, field) = match &error {
        ConvexPartsError::InvalidConcavity => (Code::InvalidShape, "concavity"),
        ConvexPartsError::NoPartsAllowed => (Code::InvalidShape, "max_parts"),
        ConvexPartsError::Shape(inner) => (Code::from(inner), "a"),
        _ => (Code::InvalidShape, "a"),
    };
    Problem::new(code, error.to_string()).at(field)
}
