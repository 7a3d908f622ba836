//! Boxes and half-spaces: the times at which planes are crossed, each with its error bound.

use glam::DVec3;

use super::{FilterRay, FilteredRay, INSIDE, MISS};
use crate::cast::cyrus_beck::ClipInterval;

/// A ray that crosses a plane more slowly than this part of its speed runs along it: on its way past the
/// shape it moves across by less than the error bound.
const ALONG: f64 = f64::EPSILON;

/// A box from `-half_extents` to `half_extents` in the first `dimension` coordinates: the slab method (Kay &
/// Kajiya 1986).
#[inline(always)]
pub(super) fn cuboid(local: &FilterRay, half_extents: DVec3, dimension: usize) -> FilteredRay {
    let error_bound = local.error_bound(half_extents.abs().max_element());
    let slowest = ALONG * local.direction.abs().max_element();
    let mut clip = ClipInterval::new();
    for i in 0..dimension {
        let (o, d, h) = (local.origin[i], local.direction[i], half_extents[i]);
        let inverse = 1.0 / d.abs();
        if d.abs() <= slowest {
            clip.along(o.abs() - h, error_bound);
            continue;
        }
        let middle = if d > 0.0 { -o } else { o };
        let error = error_bound * inverse;
        clip.enter((middle - h) * inverse, error, i);
        clip.exit((middle + h) * inverse, error);
    }
    first_hit(&clip, local, |last| {
        let mut normal = DVec3::ZERO;
        normal[last.plane] = -local.direction[last.plane].signum();
        (last.time, last.error, normal)
    })
}

/// The set `normal · x <= offset`.
#[inline(always)]
pub(super) fn half_space(local: &FilterRay, normal: DVec3, offset: f64) -> FilteredRay {
    let length = normal.length();
    if !(length > 1e-60 && length < 1e60) {
        return None;
    }
    let reach = local.error_bound(offset.abs() / length + local.origin.abs().max_element());
    let gap = normal.dot(local.origin) - offset;
    let error_bound = 4.0 * reach * length;
    if gap < -error_bound {
        return INSIDE;
    }
    let coming = -normal.dot(local.direction);
    let rounding = (8.0 * f64::EPSILON + local.turn) * length * local.direction.length();
    if gap <= error_bound || coming.abs() <= rounding {
        return None;
    }
    if coming < 0.0 {
        return MISS;
    }
    let time = gap / coming;
    local.hit(
        time,
        (error_bound + rounding * time) / coming,
        normal * (1.0 / length),
    )
}

/// The answer; `arrival` says when the plane entered last is crossed, the error bound of that time, and the
/// plane's normal.
#[inline]
pub(super) fn first_hit(
    clip: &ClipInterval,
    local: &FilterRay,
    arrival: impl FnOnce(&ClipInterval) -> (f64, f64, DVec3),
) -> FilteredRay {
    if clip.outside_from < clip.outside_until.max(0.0) {
        return MISS;
    }
    if clip.inside_from.max(0.0) >= clip.inside_until {
        return None;
    }
    if clip.inside_from < 0.0 {
        return INSIDE;
    }
    if clip.outside_until <= 0.0 {
        return None;
    }
    let (time, error, normal) = arrival(clip);
    // Where another plane may truly be the last, its crossing bounds the error.
    let is_alone = clip.others_entered < clip.time - clip.error;
    let error = if is_alone {
        error
    } else {
        error.max(clip.inside_from - clip.time + clip.error)
    };
    local.hit(time, error, normal)
}
