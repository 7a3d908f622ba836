//! Where a pair is, and with how many digits that is told.
//!
//! Six significant digits do not tell millimetres in a building that is 450 kilometres from the origin of its
//! map. How fine a place must be told depends on the parts and not on where they are: to a hundred-thousandth
//! of the smaller one, which is 0.1 mm for a beam of ten metres.

use clearance::math::{Real, Vector};

use crate::answer::{brief, coordinates, number};
use crate::check::Finding;
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// The smallest difference that matters in places of a pair, as a share of the size of its smaller part.
const SHARE: f64 = 1e-5;

/// Coordinates below this share of the smallest difference that matters are 0.
const NOTHING: f64 = 1e-3;

/// Where a pair is: the center of its common part, else of its contact, else the middle of its two points.
pub fn place<V: ReadSpace>(finding: &Finding<V>) -> Option<Vec<f64>> {
    let common = finding.common.as_ref().map(|common| common.at);
    let center = common.or(finding.contact.as_ref().map(|contact| contact.center));
    match (center, &finding.clearance) {
        (Some(center), _) => Some(coordinates(center)),
        (None, Ok(c)) => Some(middle(c.point_a, c.point_b)),
        (None, Err(_)) => None,
    }
}

/// The middle of two points.
pub(crate) fn middle<V: Vector>(a: V, b: V) -> Vec<f64> {
    coordinates(a + (b - a) * V::Scalar::HALF)
}

/// The smallest difference that matters in places of this pair; `None` if it has parts of no size, or without
/// end, only.
pub fn resolution<V: ReadSpace>(scene: &Objects<V>, finding: &Finding<V>) -> Option<f64> {
    let sizes = [finding.a, finding.b].map(|i| size(scene, i));
    let sizes = sizes.into_iter().filter(|size| size.is_finite() && *size > 0.0);
    sizes.reduce(f64::min).map(resolution_of)
}

/// The smallest difference that matters in places of a pair whose smaller part has this size.
pub(crate) fn resolution_of(size: f64) -> f64 {
    size * SHARE
}

/// The diagonal of the box of an object.
fn size<V: ReadSpace>(scene: &Objects<V>, i: usize) -> f64 {
    let bounds = scene.objects[i].placed().aabb();
    let side = |k: usize| number(bounds.max.get(k)) - number(bounds.min.get(k));
    (0..V::DIM).map(|k| side(k) * side(k)).sum::<f64>().sqrt()
}

/// A coordinate in six significant digits, or as many more as its pair needs and its precision has.
pub fn coordinate<V: ReadSpace>(x: f64, resolution: Option<f64>) -> String {
    let magnitude = x.abs();
    // The middle of two points that cancel out is not 0 but what they were rounded by.
    if resolution.is_some_and(|smallest| magnitude < smallest * NOTHING) {
        return "0".to_owned();
    }
    let rounding = magnitude * V::Scalar::EPSILON.to_f64() * 8.0;
    let Some(resolution) = resolution.filter(|_| (1e-4..1e15).contains(&magnitude)) else {
        return brief(x);
    };
    let power = |x: f64| x.log10().floor() as i32;
    let decimals = -power(resolution.max(rounding));
    if decimals <= (5 - power(magnitude)).max(0) {
        return brief(x);
    }
    let text = format!("{x:.*}", decimals.clamp(1, 17) as usize);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The coordinates of a point of a pair, with spaces between.
pub fn in_words<V: ReadSpace>(point: &[f64], resolution: Option<f64>) -> String {
    let numbers: Vec<_> = point.iter().map(|&x| coordinate::<V>(x, resolution)).collect();
    numbers.join(" ")
}

#[cfg(test)]
mod tests {
    use clearance::glam::{DVec3, Vec3};

    use super::*;

    /// Places were printed in six digits: at 4.5e5 two places a metre apart were one.
    #[test]
    fn a_place_far_away_is_told_as_finely_as_its_parts_need() {
        let of = |x, resolution| coordinate::<DVec3>(x, resolution);
        assert_eq!(of(450_000.001_26, Some(1e-4)), "450000.0013");
        assert_eq!(of(-450_000.5, Some(1e-4)), "-450000.5");
        assert_eq!(of(450_000.001_26, None), "450000");
        assert_eq!(of(12_345_678.9, Some(0.1)), "12345678.9");
    }

    #[test]
    fn a_place_has_no_digits_that_mean_nothing() {
        assert_eq!(coordinate::<DVec3>(1.5, Some(1e-30)), "1.5");
        assert_eq!(coordinate::<DVec3>(0.1 + 0.2, Some(1e-30)), "0.3");
        assert_eq!(
            coordinate::<Vec3>(f64::from(450_000.1_f32), Some(1e-6)),
            "450000.1"
        );
        assert_eq!(coordinate::<DVec3>(0.0, Some(1e-9)), "0");
        assert_eq!(coordinate::<DVec3>(-3e-13, Some(1e-5)), "0");
        assert_eq!(coordinate::<DVec3>(-3e-13, Some(1e-12)), "-3.0000e-13");
    }
}
