//! Boxes and half-spaces: the times at which planes are passed, each moved by the doubt to either side.

use glam::DVec3;

use super::{Aim, INSIDE, MISS, Verdict};
use crate::cast::cyrus_beck::Passes;

/// A ray slower than this part of the whole across a plane runs along it: on its way past the shape it moves
/// by less than the doubt.
const ALONG: f64 = f64::EPSILON;

/// A box from `-half_extents` to `half_extents` in the first `dimension` coordinates: the slab method (Kay &
/// Kajiya 1986).
#[inline(always)]
pub(super) fn cuboid(aim: &Aim, half_extents: DVec3, dimension: usize) -> Verdict {
    let error_bound = aim.error_bound(half_extents.abs().max_element());
    let slowest = ALONG * aim.direction.abs().max_element();
    let mut passes = Passes::new();
    for i in 0..dimension {
        let (o, d, h) = (aim.origin[i], aim.direction[i], half_extents[i]);
        let inverse = 1.0 / d.abs();
        if d.abs() <= slowest {
            passes.along(o.abs() - h, error_bound);
            continue;
        }
        let middle = if d > 0.0 { -o } else { o };
        let error = error_bound * inverse;
        passes.enter((middle - h) * inverse, error, i);
        passes.exit((middle + h) * inverse, error);
    }
    verdict(&passes, aim, |last| {
        let mut normal = DVec3::ZERO;
        normal[last.place] = -aim.direction[last.place].signum();
        (last.time, last.error, normal)
    })
}

/// The set `normal · x <= offset`.
#[inline(always)]
pub(super) fn half_space(aim: &Aim, normal: DVec3, offset: f64) -> Verdict {
    let length = normal.length();
    if !(length > 1e-60 && length < 1e60) {
        return None;
    }
    let reach = aim.error_bound(offset.abs() / length + aim.origin.abs().max_element());
    let gap = normal.dot(aim.origin) - offset;
    let error_bound = 4.0 * reach * length;
    if gap < -error_bound {
        return INSIDE;
    }
    let coming = -normal.dot(aim.direction);
    let rounding = (8.0 * f64::EPSILON + aim.turn) * length * aim.direction.length();
    if gap <= error_bound || coming.abs() <= rounding {
        return None;
    }
    if coming < 0.0 {
        return MISS;
    }
    let time = gap / coming;
    aim.hit(
        time,
        (error_bound + rounding * time) / coming,
        normal * (1.0 / length),
    )
}

/// The answer; `arrival` is the time at which the plane of a place is passed, by how much that may be off,
/// and its normal.
#[inline(always)]
pub(super) fn verdict(
    passes: &Passes,
    aim: &Aim,
    arrival: impl FnOnce(&Passes) -> (f64, f64, DVec3),
) -> Verdict {
    if passes.left < passes.surely_out.max(0.0) {
        return MISS;
    }
    if passes.surely_in.max(0.0) >= passes.stays {
        return None;
    }
    if passes.surely_in < 0.0 {
        return INSIDE;
    }
    if passes.surely_out <= 0.0 {
        return None;
    }
    let (time, error, normal) = arrival(passes);
    // Where another plane may truly be the last, it says when.
    let is_alone = passes.others < passes.time - passes.error;
    let error = if is_alone {
        error
    } else {
        error.max(passes.surely_in - passes.time + passes.error)
    };
    aim.hit(time, error, normal)
}
