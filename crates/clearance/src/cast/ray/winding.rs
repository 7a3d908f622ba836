//! Whether a point is inside a closed border: by the winding number of the border around it.
//!
//! Along any ray from the point, the winding number is the number of facets through which the ray leaves, less
//! the number through which it enters. The sides are decided exactly (`exact/along.rs`), so the count is right
//! for every ray that passes no edge and no corner. Such a ray is found by trying the middle of one facet after
//! another.

use glam::DVec3;

use super::exact::along::Projection;
use super::exact::line::LocalRay;
use super::facets::Facets;
use crate::shape::ShapeSpace;

/// Whether a point, which is not on the border, is inside.
pub(crate) fn is_inside<V: ShapeSpace>(facets: &Facets<'_, V>, point: DVec3) -> bool {
    if !facets.may_hold(point) {
        return false;
    }
    let mut rays = (0..facets.count()).filter_map(|i| ray_through::<V>(facets, point, i));
    rays.find_map(|projection| winding(facets, &projection))
        .is_some_and(|n| n > 0)
}

/// A ray from the point through about the middle of a facet; `None` where the point is that middle.
fn ray_through<V: ShapeSpace>(facets: &Facets<'_, V>, point: DVec3, i: usize) -> Option<Projection> {
    // Not the exact middle, which in models made by people is often in line with other corners.
    let weights = [0.3137, 0.3929, 0.2934];
    let total: f64 = weights[..V::DIM].iter().sum();
    let corners = facets.corners(i).zip(weights);
    let middle = corners.map(|(p, w)| p * (w / total)).sum::<DVec3>();
    let toward = middle - point;
    let largest = toward.abs().max_element();
    (largest > 0.0).then(|| {
        Projection::new(LocalRay {
            origin: point,
            direction: toward / largest,
            dimension: V::DIM,
        })
    })
}

/// The winding number; `None` where the ray passes an edge or a corner.
fn winding<V: ShapeSpace>(facets: &Facets<'_, V>, projection: &Projection) -> Option<i32> {
    let mut sum = 0;
    for i in facets.near(projection.ray) {
        let [a, b, c] = facets.projected(i, projection);
        sum += if V::DIM == 2 {
            projection.passes_segment(&a, &b)?
        } else {
            projection.passes_triangle(&a, &b, &c)?
        };
    }
    Some(sum)
}
