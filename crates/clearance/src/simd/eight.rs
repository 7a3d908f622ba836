//! Eight numbers in single precision, with the operations of one.
//!
//! Plain loops over arrays of eight are not enough: what the compiler takes apart and puts together again
//! costs more than the sums. Nothing is contracted, so the bits are the same in all lanes.

use core::ops::{Add, Div, Mul, Neg, Sub};

use super::{Lanes, Portable};

/// How many there are.
pub(crate) const EIGHT: usize = 8;

/// Eight numbers.
pub(crate) trait Eight:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Without their signs.
    fn abs(self) -> Self;
    /// The larger ones; of a NaN in `self` the other.
    fn max(self, other: Self) -> Self;
    /// The smaller ones; of a NaN in `self` the other.
    fn min(self, other: Self) -> Self;
}

/// Makes eights, and compares them.
pub(crate) trait EightLanes: Copy {
    /// Eight numbers.
    type Eight: Eight;
    /// Eight times one number.
    fn splat(self, x: f32) -> Self::Eight;
    /// Four columns of eight rows, from a multiple of four on; there must be that many.
    fn columns<const N: usize>(self, rows: &[&[f32; N]; EIGHT], first: usize) -> [Self::Eight; 4];
    /// Which are at most the others, as bits; none with a NaN.
    fn are_at_most(self, values: Self::Eight, limits: Self::Eight) -> u8;
    /// One of them.
    #[cfg(test)]
    fn number(self, eight: Self::Eight, k: usize) -> f32;
}

/// In plain registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlainEight([f32; EIGHT]);

impl PlainEight {
    #[inline(always)]
    fn zip(self, other: Self, of: impl Fn(f32, f32) -> f32) -> Self {
        let mut out = self;
        for k in 0..EIGHT {
            out.0[k] = of(self.0[k], other.0[k]);
        }
        out
    }
}

impl Eight for PlainEight {
    fn abs(self) -> Self {
        self.zip(self, |x, _| f32::from_bits(x.to_bits() & 0x7fff_ffff))
    }
    fn max(self, other: Self) -> Self {
        self.zip(other, |x, y| if x > y { x } else { y })
    }
    fn min(self, other: Self) -> Self {
        self.zip(other, |x, y| if x < y { x } else { y })
    }
}

impl Add for PlainEight {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.zip(other, |x, y| x + y)
    }
}
impl Sub for PlainEight {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.zip(other, |x, y| x - y)
    }
}
impl Mul for PlainEight {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        self.zip(other, |x, y| x * y)
    }
}
impl Div for PlainEight {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        self.zip(other, |x, y| x / y)
    }
}
impl Neg for PlainEight {
    type Output = Self;
    fn neg(self) -> Self {
        self.zip(self, |x, _| -x)
    }
}

impl EightLanes for Portable {
    type Eight = PlainEight;
    fn splat(self, x: f32) -> PlainEight {
        PlainEight([x; EIGHT])
    }
    fn columns<const N: usize>(self, rows: &[&[f32; N]; EIGHT], first: usize) -> [PlainEight; 4] {
        core::array::from_fn(|i| PlainEight(rows.map(|row| row[first + i])))
    }
    fn are_at_most(self, values: PlainEight, limits: PlainEight) -> u8 {
        self.at_most(&values.0, &limits.0)
    }
    #[cfg(test)]
    fn number(self, eight: PlainEight, k: usize) -> f32 {
        eight.0[k]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;
    use crate::simd::{Job, dispatch};

    /// Numbers of all kinds, some of them equal to others.
    fn rows(seed: &mut u64) -> [[f32; 16]; EIGHT] {
        let odd = [
            0.0,
            -0.0,
            f32::NAN,
            f32::INFINITY,
            f32::MIN_POSITIVE / 4.0,
            1.0,
            -1.0,
        ];
        core::array::from_fn(|_| {
            core::array::from_fn(|_| {
                let bits = noise::next(seed);
                let any = f32::from_bits((bits >> 20) as u32);
                odd.get((bits % 20) as usize).copied().unwrap_or(any)
            })
        })
    }

    struct All<'a>(&'a [[f32; 16]; EIGHT]);
    impl Job for All<'_> {
        type Output = Vec<[u32; EIGHT]>;
        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let rows = self.0.each_ref();
            let quarters = [0, 4, 8, 12].map(|first| lanes.columns(&rows, first));
            let columns = quarters.as_flattened();
            let mut out = Vec::new();
            for pair in columns.chunks_exact(2) {
                let (x, y) = (pair[0], pair[1]);
                for eight in [
                    x + y,
                    x - y,
                    x * y,
                    x / y,
                    -x,
                    x.abs(),
                    x.max(y),
                    x.min(y),
                    lanes.splat(3.0),
                ] {
                    let number = |k: usize| {
                        if lanes.number(eight, k).is_nan() {
                            1
                        } else {
                            lanes.number(eight, k).to_bits()
                        }
                    };
                    out.push(core::array::from_fn(number));
                }
                out.push([u32::from(lanes.are_at_most(x, y)); EIGHT]);
            }
            out
        }
    }

    #[test]
    fn eights_are_alike_in_all_lanes() {
        let (mut seed, mut at_most) = (5, 0);
        for _ in 0..2000 {
            let rows = rows(&mut seed);
            let plain = All(&rows).run(Portable);
            assert_eq!(plain, dispatch(All(&rows)));
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            if let Some(avx2) = crate::simd::avx2::Avx2::detect() {
                assert_eq!(plain, avx2.run(All(&rows)));
            }
            at_most += plain
                .iter()
                .skip(9)
                .step_by(10)
                .map(|bits| bits[0].count_ones())
                .sum::<u32>();
            // The plain ones are as one number is.
            let (x, y) = (rows[3][2], rows[3][3]);
            let (sum, larger) = (f32::from_bits(plain[10][3]), if x > y { x } else { y });
            assert!(sum == x + y || (x + y).is_nan() && plain[10][3] == 1);
            assert!(plain[16][3] == larger.to_bits() || larger.is_nan() && plain[16][3] == 1);
        }
        assert!((40_000..100_000).contains(&at_most), "{at_most} of 128000");
    }
}
