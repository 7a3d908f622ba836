//! Answers about many points or rays: one list for each property.

use clearance::cast::{ClosestPoint, Feature, RayHit};
use clearance::math::Vector;
use serde::Serialize;

use super::{coordinates, number};

/// The points of a shape that are closest to many points.
#[derive(Default, Serialize)]
pub struct ClosestPoints {
    points: Vec<Vec<f64>>,
    distances: Vec<f64>,
    normals: Vec<Vec<f64>>,
    features: Vec<FeatureNumbers>,
}

impl ClosestPoints {
    /// Adds an answer at the end.
    pub fn push<V: Vector>(&mut self, closest: &ClosestPoint<V>) {
        self.points.push(coordinates(closest.point));
        self.distances.push(number(closest.distance));
        self.normals.push(coordinates(closest.normal));
        self.features.push(FeatureNumbers::new::<V>(closest.feature));
    }
}

/// Where many rays hit a shape; null where one does not.
#[derive(Default, Serialize)]
pub struct RayHits {
    times: Vec<Option<f64>>,
    normals: Vec<Option<Vec<f64>>>,
    features: Vec<Option<FeatureNumbers>>,
}

impl RayHits {
    /// Adds an answer at the end.
    pub fn push<V: Vector>(&mut self, hit: Option<RayHit<V>>) {
        self.times.push(hit.map(|hit| number(hit.time)));
        self.normals.push(hit.and_then(|hit| hit.normal).map(coordinates));
        self.features
            .push(hit.map(|hit| FeatureNumbers::new::<V>(hit.feature)));
    }
}

/// The part of a compound, and the triangle or segment.
#[derive(Serialize)]
struct FeatureNumbers {
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    triangle: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<u32>,
}

impl FeatureNumbers {
    fn new<V: Vector>(feature: Feature) -> Self {
        let facet = feature.facet();
        Self {
            part: feature.part(),
            triangle: facet.filter(|_| V::DIM == 3),
            segment: facet.filter(|_| V::DIM == 2),
        }
    }
}
