//! Whether a point is inside a closed border: by the winding number of the border around it.
//!
//! Along any ray from the point, the winding number is the number of facets through which the ray leaves,
//! less the number through which it enters. The sides are decided exactly (`exact/along.rs`), so the count is
//! right for every ray that passes no edge and no corner. The first ray to be tried leaves the box around the
//! border where that is nearest, a little askew, since models made by people have many edges along the axes;
//! the next ones go to the middle of one facet after another. Most triangles are decided by the filter of
//! rays.

use core::ops::ControlFlow;

use glam::DVec3;

use super::exact::along::Projection;
use super::exact::line::LocalRay;
use super::facets::Facets;
use super::space::RayQuery;
use crate::shape::ShapeSpace;

/// Whether a point, which is not on the border, is inside.
pub(crate) fn is_inside<V: ShapeSpace>(facets: &Facets<'_, V>, point: DVec3) -> bool {
    if !facets.may_hold(point) {
        return false;
    }
    if let Some(is_held) = facets.surely_hold(point) {
        return is_held;
    }
    let others = (0..facets.count()).filter_map(|i| ray_through::<V>(facets, point, i));
    let mut rays = core::iter::once(ray_outwards(facets, point)).chain(others);
    rays.find_map(|projection| winding(facets, &projection))
        .is_some_and(|n| n > 0)
}

/// A ray that leaves the box around all facets soon.
fn ray_outwards<V: ShapeSpace>(facets: &Facets<'_, V>, point: DVec3) -> Projection {
    let [low, high] = facets.whole();
    let way = |i: usize| {
        let (below, above) = (point[i] - low[i], high[i] - point[i]);
        if below < above {
            (below, -1.0)
        } else {
            (above, 1.0)
        }
    };
    let shorter = |i: usize, j: usize| if way(j).0 < way(i).0 { j } else { i };
    let axis = (1..V::DIM).fold(0, shorter);
    let mut direction = DVec3::new(0.017_31, 0.026_87, if V::DIM == 3 { 0.011_93 } else { 0.0 });
    direction[axis] = way(axis).1;
    Projection::new(LocalRay {
        origin: point,
        direction,
        dimension: V::DIM,
    })
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
    let query = facets.query(projection.ray, f64::INFINITY);
    let mut sum = Some(0);
    facets.visit_near(&query, &mut |i| {
        sum = sum.and_then(|sum| Some(sum + passes(facets, i, (&query, projection))?));
        match sum {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        }
    });
    sum
}

/// 1 where the ray leaves through facet `i`, -1 where it enters, 0 where it misses; `None` at an edge or
/// corner.
fn passes<V: ShapeSpace>(
    facets: &Facets<'_, V>,
    i: usize,
    (query, projection): (&RayQuery, &Projection),
) -> Option<i32> {
    if let Some(answer) = facets.filtered(i, query) {
        let normal = answer.hit().and_then(|hit| hit.normal);
        return Some(normal.map_or(0, |n| if n.dot(query.ray.direction) > 0.0 { 1 } else { -1 }));
    }
    let [a, b, c] = facets.projected(i, projection);
    match V::DIM {
        2 => projection.passes_segment(&a, &b),
        _ => projection.passes_triangle(&a, &b, &c),
    }
}
