//! The rounding of coordinates that were written as decimal numbers.
//!
//! Text files hold numbers of six or seven digits, or of four decimals. Read as doubles, such a number is the
//! double nearest to a short decimal, and the shortest decimal that gives the double back is the one that was
//! written. So the digits are counted. Of numbers that were rounded nine in ten do not end in a zero: if half
//! of some different numbers end at one decimal, or have one number of digits, they were rounded there.
//! Dimensions that somebody chose end at all kinds of places, and are few. Six digits are four decimals above
//! 10 and five below, so that both may seem to be the rule: the one that more numbers keep is.
//!
//! Limits: numbers that were moved or scaled since are no short decimals. Somebody who measures to the last
//! decimal that is written is taken for a rounding.

use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::DVec3;

/// So many vertices tell as much as all.
const SAMPLED: usize = 600;
/// Fewer different numbers tell nothing. A cylinder of 32 sides has seven.
const LEAST: usize = 5;
/// The least part of the numbers that end at the last place, if they were rounded there.
const ENDING: [usize; 2] = [1, 2];
/// Doubles have no more digits than these that say something.
const MOST_DIGITS: i32 = 12;

/// Numbers of so many digits, all alike, are those of a program: nobody chooses them.
const SURELY_WRITTEN: i32 = 6;

/// What decimal numbers tell.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Decimals {
    /// Half their spacing at the largest coordinate; 0 if they are none.
    pub rounding: f64,
    /// Whether they were surely rounded to so many digits, however coarse that is.
    pub is_sure: bool,
}

/// How the coordinates were rounded to decimals.
pub(super) fn rounding_of_decimals(vertices: &[DVec3], are_singles: bool) -> Decimals {
    let step = vertices.len().div_ceil(SAMPLED).max(1);
    let sampled = vertices.iter().step_by(step).flat_map(|v| v.to_array());
    let mut numbers: Vec<u64> = sampled.filter(|x| *x != 0.0).map(|x| x.abs().to_bits()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    // One number of many digits tells: as a rule the first does.
    let short = numbers.into_iter().map(|bits| {
        let written = Written::of(f64::from_bits(bits), are_singles)?;
        (written.digits <= MOST_DIGITS).then_some(written)
    });
    let Some(written) = short.collect::<Option<Vec<Written>>>() else {
        return Decimals::default();
    };
    let largest = vertices.iter().map(|v| v.abs().max_element()).fold(0.0, f64::max);
    let by_place = common_least(written.iter().map(|w| w.last_place));
    let by_digits = common_least(written.iter().map(|w| -w.digits));
    let of_digits = Written::of(largest, are_singles)
        .zip(by_digits)
        .map(|(most, digits)| Least {
            number: most.first_place() + 1 + digits.number,
            ..digits
        });
    let last_place = match (by_place, of_digits) {
        (Some(place), Some(other)) => Some(place.of_more(other)),
        (place, other) => place.or(other),
    };
    let is_by_digits = of_digits.is_some_and(|of| by_place.is_none_or(|place| of.count > place.count));
    Decimals {
        rounding: last_place.map_or(0.0, |place| 0.5 * libm::pow(10.0, f64::from(place.number))),
        is_sure: is_by_digits && by_digits.is_some_and(|digits| -digits.number >= SURELY_WRITTEN),
    }
}

/// The least of some numbers.
#[derive(Clone, Copy)]
struct Least {
    number: i32,
    /// How many of them are it.
    count: usize,
}

impl Least {
    /// The one that more numbers are, or the smaller one.
    fn of_more(self, other: Self) -> Self {
        match self.count.cmp(&other.count) {
            Ordering::Less => other,
            Ordering::Equal if other.number < self.number => other,
            _ => self,
        }
    }
}

/// The least of some numbers, if most of them are it and they are many.
fn common_least(numbers: impl Iterator<Item = i32> + Clone) -> Option<Least> {
    let number = numbers.clone().min()?;
    let (all, count) = (numbers.clone().count(), numbers.filter(|n| *n == number).count());
    (count >= LEAST && count * ENDING[1] >= all * ENDING[0]).then_some(Least { number, count })
}

/// A number as the shortest decimal that is read as it.
struct Written {
    digits: i32,
    /// The power of ten of its last digit.
    last_place: i32,
}

impl Written {
    fn of(x: f64, is_single: bool) -> Option<Self> {
        let text = match is_single {
            true => format!("{:e}", x as f32),
            false => format!("{x:e}"),
        };
        let (mantissa, exponent) = text.split_once('e')?;
        let digits = mantissa.bytes().filter(u8::is_ascii_digit).count() as i32;
        let exponent: i32 = exponent.parse().ok()?;
        Some(Self {
            digits,
            last_place: exponent + 1 - digits,
        })
    }
    fn first_place(&self) -> i32 {
        self.last_place + self.digits - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(write: impl Fn(f64) -> f64) -> Vec<DVec3> {
        let angle = |i: u32| f64::from(i) * 0.37;
        let point = |i: u32| {
            DVec3::new(
                12.5 * angle(i).cos(),
                12.5 * angle(i).sin(),
                f64::from(i % 2) * 30.0,
            )
        };
        (0..40)
            .map(|i| DVec3::from_array(point(i).to_array().map(&write)))
            .collect()
    }

    fn parsed(text: alloc::string::String) -> f64 {
        text.parse().expect("a number")
    }

    /// Decimals of text are found with their last place; doubles, singles and chosen dimensions are no
    /// decimals.
    #[test]
    fn the_last_place_is_that_of_the_text() {
        let of =
            |write: fn(f64) -> f64, are_singles| rounding_of_decimals(&points(write), are_singles).rounding;
        let near = |x: f64, y: f64| (x - y).abs() < 1e-9 * y;
        assert!(near(of(|x| parsed(format!("{x:.4}")), false), 5e-5));
        assert!(near(of(|x| parsed(format!("{x:.6}")), false), 5e-7));
        assert!(near(of(|x| parsed(format!("{x:.5e}")), false), 5e-5)); // six digits of 30
        assert!(near(
            of(|x| f64::from(parsed(format!("{x:.5e}")) as f32), true),
            5e-5
        ));
        // Half of them are below 10, and have one more decimal.
        let mixed = |v: &DVec3| DVec3::new(v.x + 20.0, v.y + 20.0, 0.3 * v.y);
        let mixed: Vec<_> = points(|x| x).iter().map(mixed).collect();
        let six = |v: &DVec3| DVec3::from_array(v.to_array().map(|x| parsed(format!("{x:.5e}"))));
        let six = rounding_of_decimals(&mixed.iter().map(six).collect::<Vec<_>>(), false);
        assert!(near(six.rounding, 5e-5) && six.is_sure);
        assert_eq!(of(|x| x, false), 0.0);
        assert_eq!(of(|x| x.round(), false), 0.5); // that this is no rounding of so small a mesh is told elsewhere
        let chosen = [0.0, 0.5, 1.25, 3.0, 10.0, 12.5, 25.4, 6.35];
        let chosen: Vec<_> = (0..60)
            .map(|i| DVec3::new(chosen[i % 8], chosen[i / 8], 7.0))
            .collect();
        assert_eq!(rounding_of_decimals(&chosen, false), Decimals::default());
    }
}
