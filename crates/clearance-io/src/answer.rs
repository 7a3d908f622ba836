//! Answers as JSON, in the terms of the format. Numbers are printed as the shortest text that reads back as
//! the same double; single-precision answers as the double that equals them.

pub mod convex_parts;
mod many;
pub mod measure;
pub mod mesh_report;
pub(crate) mod verify;

use clearance::DepthBounds;
use clearance::cast::{ClosestPoint, RayHit, SweepHit};
use clearance::math::{Real, Vector};
use clearance::pair::{Clearance, Contact, DepthKind, Manifold, Relation};
use serde::Serialize;

use self::convex_parts::HullsOfMesh;
pub use self::many::{ClosestPoints, RayHits};
use self::measure::Measured;
use self::mesh_report::MeshReport;

/// A vector as a list of doubles; negative zeros become zeros.
pub fn coordinates<V: Vector>(v: V) -> Vec<f64> {
    (0..V::DIM).map(|i| number(v.get(i))).collect()
}

/// A number as a double; negative zero becomes zero.
pub fn number<S: Real>(x: S) -> f64 {
    x.to_f64() + 0.0
}

/// A number in six significant digits, for people.
pub fn brief(x: f64) -> String {
    let magnitude = x.abs();
    if x == 0.0 {
        "0".into()
    } else if (1e-4..1e7).contains(&magnitude) {
        let decimals = (5 - magnitude.log10().floor() as i32).clamp(0, 9) as usize;
        let text = format!("{x:.decimals$}");
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        }
    } else {
        format!("{x:.4e}")
    }
}

/// How deep two shapes overlap.
#[derive(Serialize)]
pub struct Depth {
    /// No shorter motion parts them.
    pub at_least: f64,
    /// As long is one that parts them.
    pub at_most: f64,
    /// Along which B must be moved for that.
    pub direction: Vec<f64>,
}

/// The answer to a question, without the id.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Answer {
    /// To `relation`.
    Relation {
        /// The relation.
        relation: &'static str,
    },
    /// To `clearance`.
    Clearance(Witness),
    /// To `depth`.
    Depth {
        /// The bounds; `None` where the two do not overlap.
        depth: Option<Depth>,
    },
    /// To `manifold`.
    Manifold {
        /// From A towards B.
        normal: Vec<f64>,
        /// The contact points.
        points: Vec<ContactPoint>,
    },
    /// To `ray`.
    Ray {
        /// The first point, if any.
        hit: Option<Hit>,
    },
    /// To `sweep`.
    Sweep {
        /// The first meeting, if any.
        hit: Option<Meeting>,
    },
    /// To `closest_point`.
    Closest {
        /// The closest point, on the border.
        point: Vec<f64>,
        /// The distance; negative if the given point is inside.
        distance: f64,
        /// The outward normal.
        normal: Vec<f64>,
    },
    /// To `distance`.
    Distance {
        /// The distance; 0 where they meet.
        distance: f64,
    },
    /// To `contains`.
    Contains {
        /// For each point whether it is in the shape, the border included.
        inside: Vec<bool>,
    },
    /// To `closest_points`.
    ClosestPoints(ClosestPoints),
    /// To `rays`.
    Rays(RayHits),
    /// To `shapes`.
    Shapes {
        /// The names that are known from now on, in alphabetical order.
        shapes: Vec<String>,
    },
    /// To `common`, `mass` and `triangle_pairs`.
    Measured(Measured),
    /// To `mesh_report`.
    MeshReport(MeshReport),
    /// To `convex_parts`.
    ConvexParts(HullsOfMesh),
    /// To `verify`.
    Verified {
        /// The result of the check.
        verified: Verdict,
        /// How the claims are proved, or what is wrong.
        why: String,
    },
}

/// The result of checking an answer: true, false or `"not_provable"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Verdict {
    /// Every claim is proved, or one is false.
    Known(bool),
    /// No claim is known to be false, but at least one cannot be proved.
    Open(Open),
}

/// Its word in the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Open {
    /// No proof exists.
    NotProvable,
}

/// The signed distance with its witness points.
#[derive(Clone, Debug, Serialize)]
pub struct Witness {
    /// The signed distance.
    pub clearance: f64,
    /// From A towards B.
    pub normal: Vec<f64>,
    /// In A.
    pub point_a: Vec<f64>,
    /// In B.
    pub point_b: Vec<f64>,
    /// `exact` or `local`.
    pub depth_kind: &'static str,
}

/// A point of a manifold.
#[derive(Serialize)]
pub struct ContactPoint {
    point_a: Vec<f64>,
    point_b: Vec<f64>,
    clearance: f64,
}

/// When and where two shapes first meet.
#[derive(Serialize)]
pub struct Meeting {
    time: f64,
    normal: Vec<f64>,
    point: Vec<f64>,
    resolved: bool,
}

impl<V: Vector> From<Option<SweepHit<V>>> for Answer {
    fn from(hit: Option<SweepHit<V>>) -> Self {
        Self::Sweep {
            hit: hit.map(|hit| Meeting {
                time: number(hit.time),
                normal: coordinates(hit.normal),
                point: coordinates(hit.point),
                resolved: hit.is_resolved,
            }),
        }
    }
}

/// Where a ray hits.
#[derive(Serialize)]
pub struct Hit {
    time: f64,
    point: Vec<f64>,
    normal: Option<Vec<f64>>,
}

impl From<Relation> for Answer {
    fn from(relation: Relation) -> Self {
        Self::Relation {
            relation: relation.as_str(),
        }
    }
}

impl<V: Vector> From<Option<DepthBounds<V>>> for Answer {
    fn from(bounds: Option<DepthBounds<V>>) -> Self {
        let depth = bounds.map(|bounds| Depth {
            at_least: number(bounds.at_least),
            at_most: number(bounds.at_most),
            direction: coordinates(bounds.direction),
        });
        Self::Depth { depth }
    }
}

impl<V: Vector> From<Clearance<V>> for Witness {
    fn from(c: Clearance<V>) -> Self {
        Self {
            clearance: number(c.distance),
            normal: coordinates(c.normal),
            point_a: coordinates(c.point_a),
            point_b: coordinates(c.point_b),
            depth_kind: match c.depth_kind {
                DepthKind::Exact => "exact",
                DepthKind::Local => "local",
            },
        }
    }
}

impl<V: Vector> From<&Contact<V>> for ContactPoint {
    fn from(contact: &Contact<V>) -> Self {
        Self {
            point_a: coordinates(contact.point_a),
            point_b: coordinates(contact.point_b),
            clearance: number(contact.clearance),
        }
    }
}

impl<V: Vector> From<Manifold<V>> for Answer {
    fn from(manifold: Manifold<V>) -> Self {
        Self::Manifold {
            normal: coordinates(manifold.normal),
            points: manifold.contacts().iter().map(ContactPoint::from).collect(),
        }
    }
}

impl<V: Vector> From<Option<RayHit<V>>> for Answer {
    fn from(hit: Option<RayHit<V>>) -> Self {
        Self::Ray {
            hit: hit.map(|hit| Hit {
                time: number(hit.time),
                point: coordinates(hit.point),
                normal: hit.normal.map(coordinates),
            }),
        }
    }
}

impl<V: Vector> From<ClosestPoint<V>> for Answer {
    fn from(closest: ClosestPoint<V>) -> Self {
        Self::Closest {
            point: coordinates(closest.point),
            distance: number(closest.distance),
            normal: coordinates(closest.normal),
        }
    }
}
