//! Masks against the same questions asked pixel by pixel.

use alloc::vec::Vec;

use super::{InvalidMask, Mask};

/// A random mask: noise, or a blob with holes, of up to 150 pixels a side.
pub(super) fn mask(random: &mut Numbers) -> Mask {
    let [width, height] = [0, 1].map(|_| {
        let most = [8, 70, 150][random.below(3)];
        1 + random.below(most)
    });
    let (share, is_blob) = (random.below(100), random.below(2) == 0);
    let [cx, cy] = [random.below(width), random.below(height)];
    let most = random.below(width.max(height)).pow(2);
    Mask::from_fn(width, height, |x, y| {
        let is_near = x.abs_diff(cx).pow(2) + y.abs_diff(cy).pow(2) <= most;
        is_near == is_blob && random.below(100) < if is_blob { 97 } else { share }
    })
    .unwrap()
}

/// Simple random numbers (Marsaglia's xorshift).
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }
    pub(super) fn offset(&mut self, a: &Mask, b: &Mask) -> [i64; 2] {
        [0, 1].map(|k| {
            let (mine, its) = (a.size()[k], b.size()[k]);
            self.below(mine + its / 2 + 2) as i64 - its as i64 / 2 - 1
        })
    }
}

fn common(a: &Mask, b: &Mask, [dx, dy]: [i64; 2]) -> Vec<[usize; 2]> {
    let [width, height] = a.size();
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| [x, y]));
    let is_common = |&[x, y]: &[usize; 2]| {
        let at = [x as i64 - dx, y as i64 - dy].map(usize::try_from);
        a.is_filled(x, y) && matches!(at, [Ok(x), Ok(y)] if b.is_filled(x, y))
    };
    pixels.filter(is_common).collect()
}

#[test]
fn words_find_what_pixels_find() {
    let mut random = Numbers(1);
    let mut hits = 0;
    for _ in 0..300 {
        let (a, b) = (mask(&mut random), mask(&mut random));
        let offset = random.offset(&a, &b);
        let common = common(&a, &b, offset);
        assert_eq!(a.overlap_area(&b, offset), common.len() as u64, "{a:?}, {b:?}");
        assert_eq!(a.overlaps(&b, offset), !common.is_empty());
        assert_eq!(b.overlap_area(&a, offset.map(|c| -c)), common.len() as u64);
        assert_eq!(a.common_pixel(&b, offset), common.first().copied());
        let mean = |k: usize| common.iter().map(|p| p[k]).sum::<usize>() as f64 / common.len() as f64 + 0.5;
        let middle = (!common.is_empty()).then(|| [mean(0), mean(1)]);
        assert_eq!(a.overlap_centroid(&b, offset), middle);
        let overlap = a.overlap(&b, offset);
        assert!(
            common.iter().all(|&[x, y]| overlap.is_filled(x, y)) && overlap.area() == common.len() as u64
        );
        hits += usize::from(!common.is_empty());
    }
    assert!((90..=210).contains(&hits), "{hits} of 300");
}

#[test]
fn no_shorter_shift_parts() {
    let mut random = Numbers(2);
    let mut overlapping = 0;
    for _ in 0..60 {
        let (a, b) = (mask(&mut random), mask(&mut random));
        let offset = random.offset(&a, &b);
        let moved = |[dx, dy]: [i64; 2]| a.overlaps(&b, [offset[0] + dx, offset[1] + dy]);
        let [dx, dy] = a.parting_shift(&b, offset);
        assert!(!moved([dx, dy]));
        let (most, limit) = (dx.abs().max(dy.abs()).max(0), dx * dx + dy * dy);
        for y in -most..=most {
            let shorter = (-most..=most).filter(|x| x * x + y * y < limit);
            assert!(
                shorter.into_iter().all(|x| moved([x, y])),
                "{a:?}, {b:?}, {offset:?}"
            );
        }
        overlapping += usize::from(limit > 0);
    }
    assert!((18..=50).contains(&overlapping), "{overlapping} of 60");
}

/// Whether a point is inside a ring: by how often a ray along x crosses it.
fn holds(ring: &[[f64; 2]], [x, y]: [f64; 2]) -> bool {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    let crosses = |&(a, b): &(&[f64; 2], &[f64; 2])| {
        (a[1] > y) != (b[1] > y) && x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
    };
    ends.filter(crosses).count() % 2 == 1
}

fn area(ring: &[[f64; 2]]) -> f64 {
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    ends.map(|(a, b)| 0.5 * (a[0] * b[1] - a[1] * b[0])).sum()
}

#[test]
fn outlines_hold_the_middles_of_filled_pixels_alone() {
    let mut random = Numbers(3);
    let mut holes = 0;
    for _ in 0..40 {
        let mask = mask(&mut random);
        let outlines = mask.outlines(0.0);
        for y in 0..mask.size()[1] {
            for x in 0..mask.size()[0] {
                let middle = [x as f64 + 0.5, y as f64 + 0.5];
                let inside = |o: &&super::Outline| {
                    holds(&o.outer, middle) && !o.holes.iter().any(|hole| holds(hole, middle))
                };
                let count = outlines.iter().filter(inside).count();
                assert_eq!(count, usize::from(mask.is_filled(x, y)), "{x}, {y}: {mask:?}");
            }
        }
        for o in &outlines {
            assert!(area(&o.outer) > 0.0 && o.holes.iter().all(|h| area(h) < 0.0));
            holes += o.holes.len();
        }
    }
    assert!(holes > 100, "{holes}");
}

#[test]
fn simpler_outlines_stay_near() {
    let disc = Mask::from_fn(101, 101, |x, y| {
        x.abs_diff(50).pow(2) + y.abs_diff(50).pow(2) <= 2500
    })
    .unwrap();
    let full = disc.outlines(0.0).remove(0).outer;
    let mut corners = full.len();
    for tolerance in [0.25, 0.5, 1.0, 4.0, 1e9] {
        let fewer = disc.outlines(tolerance).remove(0).outer;
        assert!(
            fewer.len() < corners && fewer.len() >= 3,
            "{} at {tolerance}",
            fewer.len()
        );
        corners = fewer.len();
        let off = |p: &[f64; 2]| {
            let sides = fewer.iter().zip(fewer.iter().cycle().skip(1));
            sides
                .map(|(a, b)| super::simplify::distance_squared(*p, *a, *b))
                .fold(f64::INFINITY, f64::min)
        };
        assert!(full.iter().all(|p| off(p) <= tolerance * tolerance));
    }
}

#[test]
fn rays_end_where_filled_pixels_end() {
    let mut random = Numbers(4);
    for _ in 0..60 {
        let mask = mask(&mut random);
        let [width, height] = mask.size();
        let center = [
            random.below(2 * width) as f64 * 0.5,
            random.below(2 * height) as f64 * 0.5,
        ];
        let rays = 1 + random.below(40);
        for corner in mask.radial_outline(center, rays) {
            let way = [corner[0] - center[0], corner[1] - center[1]];
            let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
            if length == 0.0 {
                continue;
            }
            // A little further out the ray is outside for good; a little further in, it is inside or on a
            // side.
            let at = |reach: f64| [0, 1].map(|k| center[k] + way[k] / length * reach);
            let filled = |p: [f64; 2]| {
                let near = |c: f64| [c - 1e-9, c + 1e-9];
                let pixel = |x: f64, y: f64| x >= 0.0 && y >= 0.0 && mask.is_filled(x as usize, y as usize);
                near(p[0])
                    .iter()
                    .any(|&x| near(p[1]).iter().any(|&y| pixel(x, y)))
            };
            assert!(
                filled(at(length - 1e-3)) || filled(at(length)),
                "{corner:?}, {center:?}, {mask:?}"
            );
            let beyond = (1..1000).map(|i| length + 0.3 * f64::from(i));
            let thin = |p: [f64; 2]| p.iter().any(|c| (c - c.round()).abs() < 1e-6);
            for p in beyond.map(at).filter(|p| !thin(*p)) {
                assert!(!filled(p), "{p:?} beyond {corner:?} from {center:?}");
            }
        }
    }
}

#[test]
fn faults_and_limits() {
    assert_eq!(Mask::from_rows(&["01", "012"]), Err(InvalidMask::Row(1)));
    assert_eq!(Mask::from_rows(&["01", "0x"]), Err(InvalidMask::Row(1)));
    assert_eq!(Mask::from_alpha(&[0; 7], 2, 127), Err(InvalidMask::Length(7)));
    assert_eq!(Mask::from_alpha(&[0; 7], 0, 127), Err(InvalidMask::Length(7)));
    assert_eq!(Mask::new(1 << 25, 1), Err(InvalidMask::TooLarge));
    assert_eq!(Mask::new(1 << 20, 1 << 20), Err(InvalidMask::TooLarge));
    let picture = Mask::from_alpha(&[255, 0, 128, 127], 2, 127).unwrap();
    assert!(picture.is_filled(0, 1) && picture.is_filled(0, 0) && picture.area() == 2);
    let empty = Mask::from_rows::<&str>(&[]).unwrap();
    assert!(empty.outlines(1.0).is_empty() && empty.centroid().is_none());
    for far in [i64::MIN, i64::MAX, 1 << 40] {
        assert!(!picture.overlaps(&picture, [far, 0]) && picture.parting_shift(&picture, [0, far]) == [0, 0]);
    }
    assert!(
        picture.radial_outline([f64::NAN, 0.0], 8).is_empty()
            && picture.radial_outline([0.0, 0.0], 0).is_empty()
    );
    assert_eq!(picture.radial_outline([1e300, -1e300], 3).len(), 3);
}
