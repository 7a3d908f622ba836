//! The bits of a coordinate with gaps for those of the others: a number along a curve takes them in turn
//! (Morton, "A computer oriented geodetic data base", 1966).

/// The low 32 bits, with a gap of one bit after each.
#[inline]
pub(crate) fn spread2(x: u64) -> u64 {
    let x = x & 0xffff_ffff;
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// The low 21 bits, with gaps of two bits after each.
#[inline]
pub(crate) fn spread3(x: u64) -> u64 {
    let x = x & 0x1f_ffff;
    let x = (x | x << 32) & 0x001f_0000_0000_ffff;
    let x = (x | x << 16) & 0x001f_0000_ff00_00ff;
    let x = (x | x << 8) & 0x100f_00f0_0f00_f00f;
    let x = (x | x << 4) & 0x10c3_0c30_c30c_30c3;
    (x | x << 2) & 0x1249_2492_4924_9249
}

/// Ten bits, with gaps of two bits after each: what fits in a lane of 32.
#[inline(always)]
pub(super) fn spread3_of_ten(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_come_in_turn() {
        for x in [0, 1, 0b1011, 0x1f_ffff] {
            let bits = |step: usize| (0..21).fold(0, |key, i| key | (x >> i & 1) << (step * i));
            assert_eq!((spread2(x), spread3(x)), (bits(2), bits(3)));
        }
        for x in 0..1 << 10 {
            assert_eq!(u64::from(spread3_of_ten(x)), spread3(u64::from(x)));
        }
    }
}
