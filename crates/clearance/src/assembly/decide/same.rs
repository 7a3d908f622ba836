//! Whether two parts are the same solid twice, or one is inside the other, but for what two tessellations
//! differ.
//!
//! The common volume tells which pairs are worth a look: it must be most of one part, or of both. Then
//! samples of a border tell: each must be inside the other part, or outside it by no more than the faces
//! there may differ. Planes may not: a pin that sticks out of a block at one end is not contained.
//!
//! The same part twice is rarely in the same place to the last digit. A border of a duplicate may differ by a
//! small share of the part's size, whatever its faces are.

use core::ops::ControlFlow;

use glam::DVec3;

use crate::assembly::between::explained::in_order;
use crate::assembly::between::two::Two;
use crate::assembly::class::Class;
use crate::cast::contains;
use crate::measure::Which;

/// The least share of a part's volume that is common with what contains it, where both are tessellated
/// coarsely.
const LEAST_SHARE: f64 = 0.75;
/// By which share of the part's size the borders of a duplicate may differ.
const DUPLICATE_DIFFERS: f64 = 1e-5;

/// Whether all of one or both parts is common, given the volume of the common part.
pub(in crate::assembly) fn contained(two: &Two<'_>, common: f64) -> Option<Class> {
    let [of_a, of_b] = [two.a.volume(), two.b.volume()];
    let is_most_of = |volume: f64| volume > 0.0 && common >= LEAST_SHARE * volume;
    let is_most = [is_most_of(of_a), is_most_of(of_b)];
    let differs = two
        .asked()
        .max(DUPLICATE_DIFFERS * two.a.size().min(two.b.size()));
    if is_most == [true; 2] && !sticks_out(two, Which::A, differs) && !sticks_out(two, Which::B, differs) {
        return Some(Class::Duplicate);
    }
    let is_inside = |k: usize, which| is_most[k] && !sticks_out(two, which, 0.0);
    (is_inside(0, Which::A) || is_inside(1, Which::B)).then_some(Class::Containment)
}

/// Whether a part sticks out of the other by more than `least` and more than their faces may differ.
fn sticks_out(two: &Two<'_>, which: Which, least: f64) -> bool {
    let [own, other] = two.from(which);
    let around = other.bounds.inflated(two.reach() + least);
    if !around.contains(&own.bounds) {
        return true;
    }
    (0..own.facet_count()).any(|facet| {
        let mut samples = own.samples(facet).into_iter();
        samples.any(|p| is_out(two, (which, facet), p, least))
    })
}

/// Whether a point of a facet is outside the other part by more than that.
fn is_out(two: &Two<'_>, (which, facet): (Which, u32), p: DVec3, least: f64) -> bool {
    let [own, other] = two.from(which);
    if contains(other.placed(), p).unwrap_or(false) {
        return false;
    }
    let face = own.face_of(facet);
    let true_point = two.true_point(own, face, p);
    // On the border of the other part, or between a chord and its arc: inside all surfaces there.
    let (mut is_on_border, mut is_over, mut is_beyond) = (false, false, false);
    other.near(p, two.reach() + least, &mut |near| {
        let allowed = two.slack(in_order(which, [face, near.face])).max(least);
        is_on_border = near.distance <= allowed;
        if let Some(depth) = two.depth_below(other, true_point, &near) {
            is_on_border |= depth.abs() <= allowed;
            is_beyond |= depth < -allowed;
            is_over |= other.surface(near.face).is_some();
        }
        match is_on_border {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    !is_on_border && (is_beyond || !is_over)
}
