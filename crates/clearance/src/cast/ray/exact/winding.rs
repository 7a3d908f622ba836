//! Whether a point is inside a closed border: how often the border winds around it.
//!
//! Along any ray from the point, the facets that it leaves through, less those that it comes in through, are
//! the winding number. The sides are decided exactly (`along.rs`), so the count is right on every ray that
//! passes no edge and no corner; one is found by aiming at the middle of one facet after another.

use glam::DVec3;

use super::along::Sight;
use super::line::LocalRay;
use crate::cast::ray::parts::Facets;
use crate::shape::ShapeSpace;

/// Whether a point, which is not on the border, is inside.
pub(crate) fn is_inside<V: ShapeSpace>(facets: &Facets<'_, V>, point: DVec3) -> bool {
    if !facets.may_hold(point) {
        return false;
    }
    let mut aims = (0..facets.count()).filter_map(|i| aim::<V>(facets, point, i));
    aims.find_map(|sight| winding(facets, &sight))
        .is_some_and(|n| n > 0)
}

/// A ray from the point through about the middle of a facet; `None` where that is the point itself.
fn aim<V: ShapeSpace>(facets: &Facets<'_, V>, point: DVec3, i: usize) -> Option<Sight> {
    // Off the exact middle, which in things made by people is often in line with other corners.
    let weights = [0.3137, 0.3929, 0.2934];
    let total: f64 = weights[..V::DIM].iter().sum();
    let corners = facets.corners(i).zip(weights);
    let middle = corners.map(|(p, w)| p * (w / total)).sum::<DVec3>();
    let toward = middle - point;
    let largest = toward.abs().max_element();
    (largest > 0.0).then(|| {
        Sight::new(LocalRay {
            origin: point,
            direction: toward / largest,
            dimension: V::DIM,
        })
    })
}

/// The winding number, or `None` where the ray passes an edge or a corner.
fn winding<V: ShapeSpace>(facets: &Facets<'_, V>, sight: &Sight) -> Option<i32> {
    let mut sum = 0;
    for i in facets.near(sight.ray) {
        let [a, b, c] = facets.seen(i, sight);
        sum += if V::DIM == 2 {
            sight.passes_segment(&a, &b)?
        } else {
            sight.passes_triangle(&a, &b, &c)?
        };
    }
    Some(sum)
}
