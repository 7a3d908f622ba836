//! Steps along one axis of a node: from an origin, a power of two wide, so few bits say where a side is.
//!
//! Whoever counts steps computes the coordinate at their number as it will be computed again, and takes the
//! next one outwards until that is not inside. Eight boxes at a time, four in a register.

use glam::Vec4;

/// How many steps a node is wide.
pub(super) const STEPS: u8 = 255;
/// The step of exponent 0 is 2 to the power of minus this.
pub(super) const LEAST: i32 = 100;
/// Marks the exponent of an axis along which a box has no end.
pub(super) const ENDLESS: u8 = 0x80;
#[inline(always)]
pub(super) fn step(exponent: u8) -> f32 {
    f32::from_bits((u32::from(exponent & !ENDLESS) + (127 - LEAST) as u32) << 23)
}

/// The coordinate at a number of steps.
#[inline(always)]
pub(super) fn at(origin: f32, step: f32, steps: u8) -> f32 {
    f32::from(steps) * step + origin
}

/// Of numbers that are not negative; less than all where that is no number.
fn floor_of_log2(x: f64) -> i32 {
    (x.to_bits() >> 52) as i32 - 1023
}

/// Steps along one axis.
pub(super) struct Grid {
    pub origin: f32,
    pub exponent: u8,
    /// The numbers for what has an end.
    first: u8,
    last: u8,
}

impl Grid {
    /// Around boxes along this axis, given by their low and their high ends, with the smallest step with
    /// which all that is finite is between the first number and the last.
    pub fn around(ends: [[Vec4; 2]; 2]) -> Self {
        let (mut least, mut most, mut are_finite) = (Vec4::INFINITY, Vec4::NEG_INFINITY, true);
        for x in ends.into_iter().flatten() {
            least = least.min(if_finite(x, x, Vec4::INFINITY));
            most = most.max(if_finite(x, x, Vec4::NEG_INFINITY));
            are_finite &= x.is_finite();
        }
        let (least, most, is_endless) = (least.min_element(), most.max_element(), !are_finite);
        let [least, most] = if least <= most { [least, most] } else { [0.0; 2] };
        // What is rounded may ask for one step more.
        let width = (f64::from(most) - f64::from(least)) / f64::from(STEPS);
        let exponents = floor_of_log2(width).saturating_add(LEAST).clamp(0, 127)..=127;
        let grids = exponents.map(|e| Self::of(e as u8, is_endless, least));
        let mut fitting = grids.filter(|grid| grid.at(grid.first) <= least && grid.at(grid.last) >= most);
        fitting.next().unwrap_or(Self::EVERYTHING)
    }
    /// Has nothing but ends.
    const EVERYTHING: Self = Self {
        origin: 0.0,
        exponent: ENDLESS,
        first: STEPS,
        last: 0,
    };
    fn of(exponent: u8, is_endless: bool, least: f32) -> Self {
        match is_endless {
            false => Self {
                origin: least,
                exponent,
                first: 0,
                last: STEPS,
            },
            true => Self {
                origin: (least - step(exponent)).next_down(),
                exponent: exponent | ENDLESS,
                first: 1,
                last: STEPS - 1,
            },
        }
    }
    fn at(&self, steps: u8) -> f32 {
        at(self.origin, step(self.exponent), steps)
    }
    /// The ends of four boxes as numbers of steps, rounded outwards.
    // A node has six such calls: in line they are a third of a kilobyte each.
    #[inline(never)]
    pub fn steps(&self, [low, high]: [Vec4; 2]) -> [Vec4; 2] {
        let [none, all] = [0, STEPS].map(whole);
        if self.first > self.last {
            return [none, all];
        }
        let step = step(self.exponent);
        let [first, last] = [self.first, self.last].map(whole);
        let origin = Vec4::splat(self.origin);
        let near = |x: Vec4| ((x - origin) * (1.0 / step)).clamp(first, last).trunc();
        let at = |steps: Vec4| steps * step + origin;
        let (mut below, mut above) = (near(low), near(high));
        loop {
            let inside = at(below).cmpgt(low) & below.cmpgt(first);
            if !inside.any() {
                break;
            }
            below -= Vec4::select(inside, Vec4::ONE, Vec4::ZERO);
        }
        loop {
            let inside = at(above).cmplt(high) & above.cmplt(last);
            if !inside.any() {
                break;
            }
            above += Vec4::select(inside, Vec4::ONE, Vec4::ZERO);
        }
        let below = if_finite(low, below, none);
        [below, if_finite(high, above, all).max(below)]
    }
}

fn whole(steps: u8) -> Vec4 {
    Vec4::splat(f32::from(steps))
}

/// Numbers where `x` is finite, others where it is infinite.
fn if_finite(x: Vec4, then: Vec4, otherwise: Vec4) -> Vec4 {
    Vec4::select(x.abs().cmplt(Vec4::INFINITY), then, otherwise)
}
