//! Whether two parts are the same solid twice, or one is inside the other, but for what two tessellations
//! differ.
//!
//! The common volume tells which pairs are worth a look: it must be most of one part, or of both. Then the
//! borders tell. Samples of that of the inner part must be inside the other one, or outside it by no more
//! than the faces there may differ. Planes may not: a pin that sticks out of a block at one end is not
//! contained. And no border of the outer part may go through the inner one, as the wall of a hole there
//! does, which no sample on the border of the inner part sees.
//!
//! The same part twice is rarely in the same place to the last digit. A border of a duplicate may differ by a
//! small share of the part's size, whatever its faces are.

use core::ops::ControlFlow;

use glam::DVec3;

use crate::assembly::between::explained::{in_order, runs_inside};
use crate::assembly::between::two::Two;
use crate::assembly::class::Class;
use crate::cast::contains;
use crate::measure::{CommonMesh, Which};

/// The least share of a part's volume that is common with what contains it, where both are tessellated
/// coarsely.
const LEAST_SHARE: f64 = 0.75;
/// By which share of the part's size the borders of a duplicate may differ.
const DUPLICATE_DIFFERS: f64 = 1e-5;

/// Whether all of one or both parts is common, given the common part and its volume.
pub(in crate::assembly) fn contained(two: &Two<'_>, mesh: &CommonMesh<DVec3>, volume: f64) -> Option<Class> {
    let is_most_of = |of: f64| of > 0.0 && volume >= LEAST_SHARE * of;
    let is_most = [is_most_of(two.a.volume()), is_most_of(two.b.volume())];
    let is_within = |[inner, outer]: [Which; 2], least| {
        !sticks_out(two, inner, least) && !runs_inside(two, mesh, outer, least)
    };
    let pairs = [[Which::A, Which::B], [Which::B, Which::A]];
    let differs = two
        .asked()
        .max(DUPLICATE_DIFFERS * two.a.size().min(two.b.size()));
    if is_most == [true; 2] && pairs.iter().all(|pair| is_within(*pair, differs)) {
        return Some(Class::Duplicate);
    }
    let is_contained = |k: usize| is_most[k] && is_within(pairs[k], 0.0);
    (is_contained(0) || is_contained(1)).then_some(Class::Containment)
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
