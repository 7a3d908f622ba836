//! The rounding of coordinates that were written as decimal numbers.
//!
//! Text files hold numbers of six or seven digits, or of four decimals. Read as doubles, such a number is the double nearest to
//! a short decimal, and the shortest decimal that gives the double back is the one that was written. So the digits are
//! counted. Of numbers that were rounded nine in ten do not end in a zero: if half of some different numbers end at one decimal,
//! or have one number of digits, they were rounded there. Dimensions that somebody chose end at all kinds of places, and are few.
//!
//! Limits: numbers that were moved or scaled since are no short decimals. Somebody who measures to the last decimal that
//! is written is taken for a rounding.

use alloc::format;
use alloc::vec::Vec;

use glam::DVec3;

/// So many vertices tell as much as all.
const SAMPLED: usize = 600;
/// Fewer different numbers tell nothing. A cylinder of 32 sides has seven.
const LEAST: usize = 5;
/// The least part of the numbers that end at the last place, if they were rounded there.
const ENDING: [usize; 2] = [1, 2];
/// Doubles have no more digits than these that say something.
const MOST_DIGITS: i32 = 12;

/// Half the spacing of the decimal numbers at the largest coordinate; 0 if these are none.
pub(super) fn rounding_of_decimals(vertices: &[DVec3], are_singles: bool) -> f64 {
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
        return 0.0;
    };
    let largest = vertices.iter().map(|v| v.abs().max_element()).fold(0.0, f64::max);
    let by_place = common_least(written.iter().map(|w| w.last_place));
    let by_digits = common_least(written.iter().map(|w| -w.digits));
    let of_digits = Written::of(largest, are_singles)
        .zip(by_digits)
        .map(|(most, digits)| most.first_place() + 1 + digits);
    let last_place = match (by_place, of_digits) {
        (Some(place), Some(other)) => Some(place.min(other)),
        (place, other) => place.or(other),
    };
    last_place.map_or(0.0, |place| 0.5 * libm::pow(10.0, f64::from(place)))
}

/// The least of some numbers, if most of them are it and they are many.
fn common_least(numbers: impl Iterator<Item = i32> + Clone) -> Option<i32> {
    let least = numbers.clone().min()?;
    let (count, ending) = (numbers.clone().count(), numbers.filter(|n| *n == least).count());
    (ending >= LEAST && ending * ENDING[1] >= count * ENDING[0]).then_some(least)
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

    /// Decimals of text are found with their last place; doubles, singles and chosen dimensions are no decimals.
    #[test]
    fn the_last_place_is_that_of_the_text() {
        let of = |write: fn(f64) -> f64, are_singles| rounding_of_decimals(&points(write), are_singles);
        let near = |x: f64, y: f64| (x - y).abs() < 1e-9 * y;
        assert!(near(of(|x| parsed(format!("{x:.4}")), false), 5e-5));
        assert!(near(of(|x| parsed(format!("{x:.6}")), false), 5e-7));
        assert!(near(of(|x| parsed(format!("{x:.5e}")), false), 5e-5)); // six digits of 30
        assert!(near(
            of(|x| f64::from(parsed(format!("{x:.5e}")) as f32), true),
            5e-5
        ));
        assert_eq!(of(|x| x, false), 0.0);
        assert_eq!(of(|x| x.round(), false), 0.5); // that this is no rounding of so small a mesh is told elsewhere
        let chosen = [0.0, 0.5, 1.25, 3.0, 10.0, 12.5, 25.4, 6.35];
        let chosen: Vec<_> = (0..60)
            .map(|i| DVec3::new(chosen[i % 8], chosen[i / 8], 7.0))
            .collect();
        assert_eq!(rounding_of_decimals(&chosen, false), 0.0);
    }
}
