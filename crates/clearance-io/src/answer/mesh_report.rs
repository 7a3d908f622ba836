//! The question `mesh_report`: what is wrong with a mesh.

use clearance::Placed;
use clearance::measure::MeasureSpace;
use clearance::mesh::{Report, report};
use clearance::shape::{AnyShape, Shape3, Space3};
use serde::Serialize;

use crate::answer::Answer;
use crate::problem::{Code, Problem};

/// The answer to `mesh_report`, without the id. Edges are pairs of vertices; all numbers count from 0.
#[derive(Debug, Serialize)]
pub struct MeshReport {
    /// Whether it is a solid without a fault.
    pub is_sound: bool,
    /// Whether no edge is open.
    pub is_closed: bool,
    /// Whether neighbours face the same way everywhere.
    pub is_oriented: bool,
    /// Edges of one triangle.
    pub open_edges: Vec<[u32; 2]>,
    /// Edges whose triangles do not run along it equally often in both directions.
    pub inconsistent_edges: Vec<[u32; 2]>,
    /// Edges of more than two triangles.
    pub crowded_edges: Vec<[u32; 2]>,
    /// Triangles without area.
    pub flat_triangles: Vec<u32>,
    /// Triangles with the same corners: the first, and another.
    pub doubles: Vec<[u32; 2]>,
    /// Pairs of triangles that meet in more than what they share.
    pub crossings: Vec<[u32; 2]>,
    /// How many triangles each connected piece has.
    pub pieces: Vec<usize>,
    /// Vertices − edges + triangles.
    pub euler_characteristic: i64,
    /// The volume; null for what is no solid.
    pub volume: Option<f64>,
    /// The sum of the areas of the triangles.
    pub area: f64,
}

/// Reports on a mesh in its own frame; its place changes nothing.
pub(crate) fn report_on<V>(a: Placed<'_, V>) -> Result<Answer, Problem>
where
    V: MeasureSpace + Space3,
{
    match a.shape {
        Shape3::Mesh(mesh) => Ok(Answer::MeshReport(report(mesh).into())),
        other => Err(only_meshes(other.kind())),
    }
}

/// The error for other shapes.
pub(crate) fn only_meshes(kind: &str) -> Problem {
    let message = format!("only a mesh of space has a report, not a {kind}");
    Problem::new(Code::UnsupportedPair, message).at("a")
}

impl From<Report> for MeshReport {
    fn from(found: Report) -> Self {
        Self {
            is_sound: found.is_sound(),
            is_closed: found.is_closed(),
            is_oriented: found.is_oriented(),
            pieces: found.pieces.iter().map(Vec::len).collect(),
            open_edges: found.open_edges,
            inconsistent_edges: found.inconsistent_edges,
            crowded_edges: found.crowded_edges,
            flat_triangles: found.flat_triangles,
            doubles: found.doubles,
            crossings: found.crossings,
            euler_characteristic: found.euler_characteristic,
            volume: found.volume,
            area: found.area,
        }
    }
}
