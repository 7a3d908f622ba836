//! The questions `common`, `mass` and `triangle_pairs`: volumes, and which triangles meet.

use clearance::Placed;
use clearance::math::Vector;
use clearance::measure::{
    CommonPart, MassProperties, MeasureError, MeasureSpace, Unmeasured, common, mass_properties,
    triangle_pairs, triangle_segments,
};
use serde::Serialize;

use crate::answer::{Answer, coordinates, number};
use crate::json::Node;
use crate::problem::{Code, Problem};

/// The answer to a question about measures, without the id.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub enum Measured {
    /// To `common` in space.
    CommonVolume {
        /// The volume of the common part.
        volume: f64,
        /// The area of its border.
        area: f64,
        /// Its center; null where the volume is 0.
        center: Option<Vec<f64>>,
        /// Itself, if asked for.
        #[serde(flatten)]
        mesh: Option<CommonTriangles>,
    },
    /// To `common` in the plane.
    CommonArea {
        /// The area of the common part.
        area: f64,
        /// The length of its border.
        perimeter: f64,
        /// Its center; null where the area is 0.
        center: Option<Vec<f64>>,
        /// Itself, if asked for: rings of points with the region on their left.
        #[serde(skip_serializing_if = "Option::is_none")]
        rings: Option<Vec<Vec<Vec<f64>>>>,
    },
    /// To `mass` in space.
    Mass {
        /// The volume; null for what is no solid, and so are the others.
        volume: Option<f64>,
        /// The center of mass.
        center: Option<Vec<f64>>,
        /// About the center, of a body of density 1, row by row.
        inertia: Option<[[f64; 3]; 3]>,
        /// Whether it is a solid.
        is_solid: bool,
    },
    /// To `mass` in the plane.
    MassOfRegion {
        /// The area; null for what is no region, and so are the others.
        area: Option<f64>,
        /// The center of mass.
        center: Option<Vec<f64>>,
        /// About the center, of a plate of density 1.
        inertia: Option<f64>,
        /// Whether it is a region.
        is_solid: bool,
    },
    /// To `triangle_pairs`.
    TrianglePairs {
        /// A triangle of `a` and one of `b` that meet.
        pairs: Vec<[u32; 2]>,
        /// What each pair has in common, if asked for.
        #[serde(flatten)]
        segments: Option<Segments>,
    },
}

/// The common part of two solids as a mesh.
#[derive(Debug, Serialize)]
pub struct CommonTriangles {
    /// In the world.
    vertices: Vec<Vec<f64>>,
    /// Counter-clockwise as seen from outside.
    triangles: Vec<[u32; 3]>,
}

/// What the pairs of `triangle_pairs` have in common.
#[derive(Debug, Serialize)]
pub struct Segments {
    /// For each pair the two ends of a segment; null for triangles in one plane.
    segments: Vec<Option<[Vec<f64>; 2]>>,
    /// The pairs in one plane.
    coplanar: Vec<[u32; 2]>,
}

/// The common part of two placed shapes; `border` says whether to give its border, too.
pub(crate) fn common_part<V: MeasureSpace>(
    question: &Node<'_>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Answer, Problem> {
    let with_border = question.get("border").map_or(Ok(false), |field| field.flag())?;
    let CommonPart {
        volume,
        border,
        center,
    } = common(a, b).map_err(of_measure)?;
    let center = center.map(coordinates);
    Ok(Answer::Measured(match V::DIM {
        2 => Measured::CommonArea {
            area: volume,
            perimeter: border,
            center,
            rings: with_border.then(|| rings(a, b)).transpose()?,
        },
        _ => Measured::CommonVolume {
            volume,
            area: border,
            center,
            mesh: with_border.then(|| mesh(a, b)).transpose()?,
        },
    }))
}

fn rings<V: MeasureSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<Vec<Vec<Vec<f64>>>, Problem> {
    let found = V::common_rings(a, b).map_err(of_measure)?;
    let points = |ring: Vec<V::Double>| ring.into_iter().map(coordinates).collect();
    Ok(found.into_iter().map(points).collect())
}

fn mesh<V: MeasureSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<CommonTriangles, Problem> {
    let found = V::common_mesh(a, b).map_err(of_measure)?;
    Ok(CommonTriangles {
        vertices: found.vertices.into_iter().map(coordinates).collect(),
        triangles: found.triangles,
    })
}

/// Volume, center and inertia of a placed shape.
pub(crate) fn mass<V: MeasureSpace>(a: Placed<'_, V>) -> Result<Answer, Problem> {
    let mass = match mass_properties(a) {
        Err(error) if error.why == Unmeasured::NotSolid => None,
        found => Some(found.map_err(of_measure)?),
    };
    Ok(Answer::Measured(of_mass(mass)))
}

fn of_mass<V: Vector>(mass: Option<MassProperties<V>>) -> Measured {
    let center = mass.map(|m| coordinates(m.center));
    let (volume, is_solid) = (mass.map(|m| m.volume), mass.is_some());
    match V::DIM {
        2 => Measured::MassOfRegion {
            area: volume,
            center,
            inertia: mass.map(|m| number(m.inertia[2][2])),
            is_solid,
        },
        _ => Measured::Mass {
            volume,
            center,
            inertia: mass.map(|m| m.inertia.map(|row| row.map(number))),
            is_solid,
        },
    }
}

/// The triangles of two placed shapes that meet; `segments` says whether to tell where.
pub(crate) fn pairs_of_triangles<V: MeasureSpace>(
    question: &Node<'_>,
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Answer, Problem> {
    let with_segments = question.get("segments").map_or(Ok(false), |field| field.flag())?;
    Ok(Answer::Measured(if with_segments {
        let found = triangle_segments(a, b).map_err(of_measure)?;
        let segments = found.segments.into_iter();
        Measured::TrianglePairs {
            pairs: found.pairs,
            segments: Some(Segments {
                segments: segments.map(|s| s.map(|ends| ends.map(coordinates))).collect(),
                coplanar: found.coplanar,
            }),
        }
    } else {
        Measured::TrianglePairs {
            pairs: triangle_pairs(a, b).map_err(of_measure)?,
            segments: None,
        }
    }))
}

/// The library's error about a measure, in the terms of the format.
pub fn of_measure(error: MeasureError) -> Problem {
    let code = match error.why {
        Unmeasured::CrossesItself => Code::InvalidShape,
        _ => Code::UnsupportedPair,
    };
    Problem::new(code, error.why.to_string()).at(error.shape.as_str())
}
