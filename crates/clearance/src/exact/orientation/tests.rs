use super::*;
use crate::noise;

#[test]
fn left_and_above_are_positive() {
    let (x, y) = ([1.0, 0.0], [0.0, 1.0]);
    assert!(orient2d([[0.0; 2], x, y]) > 0.0 && orient2d([x, [0.0; 2], y]) < 0.0);
    let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let side = |p: [f64; 3]| orient3d([corners[0], corners[1], corners[2], p]);
    assert!(side([0.0, 0.0, 1.0]) > 0.0 && side([0.0, 0.0, -1.0]) < 0.0);
    assert_eq!(side([0.3, 0.4, 0.0]), 0.0);
}

/// Coordinates of points that are in one plane, or nearly so: lattices, thirds, single precision, large
/// shifts, and sizes far apart.
fn coordinates<const N: usize>(seed: &mut u64) -> [f64; N] {
    let kind = (noise::next(seed) >> 33) % 5;
    let size = [1.0, 1e-30, 3e20][(noise::next(seed) >> 33) as usize % 3];
    core::array::from_fn(|_| {
        let n = (noise::next(seed) >> 33) % 5;
        let last_bit = 1.0 + f64::EPSILON * ((noise::next(seed) >> 33) % 2) as f64;
        size * match kind {
            0 => n as f64,
            1 => n as f64 / 3.0 * last_bit,
            2 => f64::from((n as f32 * 0.7).cos()),
            3 => 4096.0 + n as f64 / 1024.0 * last_bit,
            _ => n as f64 * last_bit * [1.0, 1e-9][n as usize % 2],
        }
    })
}

/// [`Dyadic`] is the oracle: numbers without an end.
#[test]
fn every_step_has_the_exact_sign() {
    let (mut seed, mut counts, mut by_integers) = (9, [0; 3], 0);
    for _ in 0..30_000 {
        let c: [f64; 12] = coordinates(&mut seed);
        let points = [0, 3, 6, 9].map(|k| [c[k], c[k + 1], c[k + 2]]);
        let truth = sign(of_dyadics(points));
        assert_eq!(sign(orient3d(points)), truth, "{points:?}");
        assert_eq!(sign(of_any_3d(points)), truth, "{points:?}");
        if let Some(value) = of_integers_3d(points) {
            assert_eq!(sign(value), truth, "{points:?}");
            by_integers += 1;
        }
        let flat = [0, 2, 4].map(|k| [c[k], c[k + 1]]);
        let truth = sign(of_dyadics(flat));
        assert_eq!(sign(orient2d(flat)), truth, "{flat:?}");
        if let Some(value) = of_integers_2d(flat) {
            assert_eq!(sign(value), truth, "{flat:?}");
        }
        counts[(truth as i8 + 1) as usize] += 1;
    }
    assert!(counts.iter().all(|&c| c > 3000), "{counts:?}");
    assert!((20_000..30_000).contains(&by_integers), "{by_integers}");
}

/// The longest differences, 2^60 - 1 with both signs, and a determinant of the last bit.
#[test]
fn the_longest_integers_do_not_overflow() {
    let long = 9_007_199_254_740_991.0 * 128.0; // 60 bits, of which 53 are set
    for signs in 0..512_u32 {
        let at = |k: u32| if signs >> k & 1 == 0 { long } else { 128.0 - long };
        let points = [0, 3, 6].map(|k| [at(k), at(k + 1), at(k + 2)]);
        let points = [points[0], points[1], points[2], [0.0; 3]];
        let value = of_integers_3d(points).expect("they fit");
        assert_eq!(sign(value), sign(of_dyadics(points)), "{points:?}");
    }
    // -1 in the lower half, and nothing in the upper one.
    let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0; 3]];
    assert_eq!(of_integers_3d(unit), Some(-1.0));
    assert_eq!(of_integers_3d([unit[1], unit[0], unit[2], unit[3]]), Some(1.0));
}

/// Cause: a coordinate so much smaller than the largest that its integer is 0 would be taken for 0.
#[test]
fn sizes_far_apart_are_no_integers() {
    let tiny = 1e-300;
    let points = [
        [1e30, 0.0, 0.0],
        [0.0, 1e30, 0.0],
        [0.0, 0.0, 0.0],
        [0.0, 0.0, tiny],
    ];
    assert_eq!(of_integers_3d(points), None);
    assert!(of_integers_2d([[1e60, 0.0], [0.0, tiny], [0.0; 2]]).is_none());
    for nothing in [f64::NAN, f64::INFINITY, 0.0] {
        assert_eq!(of_integers_2d([[nothing; 2]; 3]), None);
    }
}
