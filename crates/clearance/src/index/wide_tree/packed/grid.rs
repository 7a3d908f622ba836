//! Steps along one axis of a node: from an origin, a power of two wide, so few bits say where a side is.
//!
//! Whoever counts steps computes the coordinate at their number as it will be computed again, and takes the
//! next one outwards until that is not inside.

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
    /// Around boxes along this axis, with the smallest step with which all that is finite is between the first
    /// number and the last.
    pub fn around(ends: impl Iterator<Item = [f32; 2]>) -> Self {
        let (mut least, mut most, mut is_endless) = (f32::INFINITY, f32::NEG_INFINITY, false);
        for x in ends.flatten() {
            if x.is_finite() {
                (least, most) = (least.min(x), most.max(x));
            } else {
                is_endless = true;
            }
        }
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
    /// The ends of a box, rounded outwards.
    pub fn steps(&self, [low, high]: [f32; 2]) -> [u8; 2] {
        let per_step = 1.0 / step(self.exponent);
        let near = |x: f32| (((x - self.origin) * per_step) as u8).clamp(self.first, self.last);
        let is_inside = |x: f32| x.is_finite() && self.first <= self.last;
        let (mut below, mut above) = (0, STEPS);
        if is_inside(low) {
            below = near(low);
            while below > self.first && self.at(below) > low {
                below -= 1;
            }
        }
        if is_inside(high) {
            above = near(high);
            while above < self.last && self.at(above) < high {
                above += 1;
            }
        }
        [below, above.max(below)]
    }
}
