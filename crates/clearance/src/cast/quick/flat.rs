//! Boxes and half-spaces: the times at which planes are passed, each moved by the doubt to either side.

use glam::DVec3;

use super::{Aim, INSIDE, MISS, Verdict};

/// A ray slower than this part of the whole across a plane runs along it: on its way past the shape it moves by less than
/// the doubt.
const ALONG: f64 = f64::EPSILON;

/// A box from `-half_extents` to `half_extents` in the first `dimension` coordinates: the slab method (Kay & Kajiya 1986).
#[inline(always)]
pub(super) fn cuboid(aim: &Aim, half_extents: DVec3, dimension: usize) -> Verdict {
    let doubt = aim.doubt(half_extents.abs().max_element());
    let slowest = ALONG * aim.direction.abs().max_element();
    let mut passes = Passes::new();
    for i in 0..dimension {
        let (o, d, h) = (aim.origin[i], aim.direction[i], half_extents[i]);
        let inverse = 1.0 / d.abs();
        if d.abs() <= slowest {
            passes.along(o.abs() - h, doubt);
            continue;
        }
        let middle = if d > 0.0 { -o } else { o };
        let error = doubt * inverse;
        passes.enter((middle - h) * inverse, error, i);
        passes.exit((middle + h) * inverse, error);
    }
    passes.verdict(aim, |last| {
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
    let reach = aim.doubt(offset.abs() / length + aim.origin.abs().max_element());
    let gap = normal.dot(aim.origin) - offset;
    let doubt = 4.0 * reach * length;
    if gap < -doubt {
        return INSIDE;
    }
    let coming = -normal.dot(aim.direction);
    let rounding = (8.0 * f64::EPSILON + aim.turn) * length * aim.direction.length();
    if gap <= doubt || coming.abs() <= rounding {
        return None;
    }
    if coming < 0.0 {
        return MISS;
    }
    let time = gap / coming;
    aim.hit(time, (doubt + rounding * time) / coming, normal * (1.0 / length))
}

/// When a ray has passed into all of some half-spaces, and when it leaves the first of them: surely, and perhaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passes {
    /// The last time in, as computed, of the plane at this place.
    pub(super) time: f64,
    pub(super) error: f64,
    pub(super) place: usize,
    /// Until then all other planes are surely passed.
    others: f64,
    /// From then on it is surely inside all that it comes into.
    surely_in: f64,
    /// Before then it is surely outside one.
    surely_out: f64,
    /// Until then it has surely left none.
    stays: f64,
    /// From then on it has surely left one.
    left: f64,
}

impl Passes {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            time: f64::NEG_INFINITY,
            error: 0.0,
            place: 0,
            others: f64::NEG_INFINITY,
            surely_in: f64::NEG_INFINITY,
            surely_out: f64::NEG_INFINITY,
            stays: f64::INFINITY,
            left: f64::INFINITY,
        }
    }
    #[inline(always)]
    pub(super) fn enter(&mut self, time: f64, error: f64, place: usize) {
        if time > self.time {
            self.others = self.surely_in;
            (self.time, self.error, self.place) = (time, error, place);
        } else {
            self.others = self.others.max(time + error);
        }
        self.surely_in = self.surely_in.max(time + error);
        self.surely_out = self.surely_out.max(time - error);
    }
    #[inline(always)]
    pub(super) fn exit(&mut self, time: f64, error: f64) {
        self.stays = self.stays.min(time - error);
        self.left = self.left.min(time + error);
    }
    /// A plane along the ray: outside it by `gap`, for good; nothing is inside all then, or nothing is sure.
    #[inline(always)]
    pub(super) fn along(&mut self, gap: f64, doubt: f64) {
        if gap > doubt {
            self.left = f64::NEG_INFINITY;
        }
        if gap >= -doubt {
            self.stays = f64::NEG_INFINITY;
        }
    }
    /// The answer; `arrival` is the time at which the plane of a place is passed, by how much that may be off, and its normal.
    #[inline(always)]
    pub(super) fn verdict(&self, aim: &Aim, arrival: impl FnOnce(&Self) -> (f64, f64, DVec3)) -> Verdict {
        if self.left < self.surely_out.max(0.0) {
            return MISS;
        }
        if self.surely_in.max(0.0) >= self.stays {
            return None;
        }
        if self.surely_in < 0.0 {
            return INSIDE;
        }
        if self.surely_out <= 0.0 {
            return None;
        }
        let (time, error, normal) = arrival(self);
        // Where another plane may truly be the last, it says when.
        let is_alone = self.others < self.time - self.error;
        let error = if is_alone {
            error
        } else {
            error.max(self.surely_in - self.time + self.error)
        };
        aim.hit(time, error, normal)
    }
}
