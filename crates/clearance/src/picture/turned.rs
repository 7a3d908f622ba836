//! What two masks have in common where one of them is rotated and scaled: an area, not a number of pixels.
//!
//! Each run of filled pixels of the rotated mask is a rectangle. It is clipped to the rows of the other
//! mask, and in each row to the runs of filled pixels (I. Sutherland, G. Hodgman, "Reentrant polygon
//! clipping", 1974; the rectangle stays convex). What is left is summed by the shoelace formula, relative
//! to one of its own corners, so that no digits are lost far from the origin.

use alloc::vec::Vec;

use arrayvec::ArrayVec;
use glam::DVec2;

use super::Mask;
use crate::math::{Pose, Vector};

/// What two masks have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Common {
    /// The area, in pixels of the mask that was asked.
    pub area: f64,
    /// Its centroid, on the grid of that mask; `None` if there is no area.
    pub centroid: Option<DVec2>,
}

/// A rectangle clipped by the four sides of another has at most 8 corners.
type Convex = ArrayVec<DVec2, 8>;

/// Sums over pieces.
#[derive(Default)]
struct Sums {
    area: f64,
    moment: DVec2,
}

impl Mask {
    /// What this mask has in common with another that `pose` places on its grid, rotated and scaled: pixel
    /// `[x, y]` of `other`, its lower left corner, lies at `pose.frame().point(DVec2::new(x, y))`.
    ///
    /// Whether the two have anything in common at all is decided exactly by [`relation`](crate::relation())
    /// of two [`Bitmap`](crate::shape::Bitmap)s; this is their common area, accurate to 1e-12 of the
    /// rotated mask's area. Cost: a few clips of a polygon for each row that each run of `other` crosses.
    ///
    /// ```
    /// use clearance::{Pose, glam::DVec2, math::{Rotation2}, picture::Mask};
    /// let square = Mask::from_rows(&["11", "11"])?;
    /// // Turned by 45 degrees about its middle: a regular octagon is left.
    /// let turned = Pose::new(DVec2::new(1.0, 1.0 - 2_f64.sqrt()), Rotation2::from_angle(std::f64::consts::FRAC_PI_4))?;
    /// let common = square.turned_overlap(&square, &turned);
    /// assert!((common.area - 8.0 * (2_f64.sqrt() - 1.0)).abs() < 1e-14);
    /// assert!(common.centroid.unwrap().distance(DVec2::ONE) < 1e-14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turned_overlap(&self, other: &Self, pose: &Pose<DVec2>) -> Common {
        let rows: Vec<Vec<[u32; 2]>> = (0..self.height).map(|y| self.runs(y).collect()).collect();
        let frame = pose.frame();
        let mut sums = Sums::default();
        for y in 0..other.height {
            for [from, to] in other.runs(y) {
                let (low, high) = (y as f64, (y + 1) as f64);
                let (from, to) = (f64::from(from), f64::from(to));
                let corners = [[from, low], [to, low], [to, high], [from, high]];
                let corners = corners.map(|[x, y]| frame.point(DVec2::new(x, y)));
                self.add_common(&rows, corners.into_iter().collect(), &mut sums);
            }
        }
        Common {
            area: sums.area,
            centroid: (sums.area > 0.0).then(|| sums.moment / sums.area),
        }
    }
    /// Adds what a convex polygon has in common with this mask, whose runs are given.
    fn add_common(&self, rows: &[Vec<[u32; 2]>], polygon: Convex, sums: &mut Sums) {
        let [low, high] = extent(&polygon, 1).map(|y| y.max(0.0).min(self.height as f64));
        let last = libm::ceil(high) as usize;
        for (y, runs) in rows.iter().enumerate().take(last).skip(low as usize) {
            let strip = between(polygon.clone(), 1, [y as f64, (y + 1) as f64]);
            let [left, right] = extent(&strip, 0);
            let first = runs.partition_point(|run| f64::from(run[1]) <= left);
            for run in runs[first..].iter().map(|run| run.map(f64::from)) {
                if run[0] >= right {
                    break;
                }
                sums.add(&between(strip.clone(), 0, run));
            }
        }
    }
}

impl Sums {
    fn add(&mut self, polygon: &Convex) {
        let Some((first, rest)) = polygon.split_first() else {
            return;
        };
        for pair in rest.windows(2) {
            let (u, v) = (pair[0] - *first, pair[1] - *first);
            let area = 0.5 * u.perp_dot(v);
            self.area += area;
            self.moment += (*first + (u + v) / 3.0) * area;
        }
    }
}

/// The smallest and the largest coordinate; infinite for an empty polygon.
fn extent(polygon: &Convex, axis: usize) -> [f64; 2] {
    let along = || polygon.iter().map(|p| p.get(axis));
    [
        along().fold(f64::INFINITY, f64::min),
        along().fold(-f64::INFINITY, f64::max),
    ]
}

/// The part of a convex polygon between two lines along the other axis.
fn between(polygon: Convex, axis: usize, [low, high]: [f64; 2]) -> Convex {
    let [least, greatest] = extent(&polygon, axis);
    let mut left = polygon;
    if least < low {
        left = cut(&left, |p| p.get(axis) - low);
    }
    if greatest > high {
        left = cut(&left, |p| high - p.get(axis));
    }
    left
}

/// The part of a convex polygon where a height is not negative.
fn cut(polygon: &Convex, height: impl Fn(DVec2) -> f64) -> Convex {
    let mut kept = Convex::new();
    let Some(last) = polygon.last() else { return kept };
    let mut before = (*last, height(*last));
    for &p in polygon {
        let now = (p, height(p));
        if (before.1 < 0.0) != (now.1 < 0.0) {
            let crossing = before.0 + (now.0 - before.0) * (before.1 / (before.1 - now.1));
            // A convex polygon crosses a line twice; rounding adds no third corner to one that is cut four
            // times.
            let _ = kept.try_push(crossing);
        }
        if now.1 >= 0.0 {
            let _ = kept.try_push(p);
        }
        before = now;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Numbers, mask};
    use super::*;
    use crate::math::Rotation2;

    /// A pose that places the middle of B somewhere near A, and the pose that undoes it.
    fn poses(random: &mut Numbers, a: &Mask, b: &Mask) -> [Pose<DVec2>; 2] {
        let share = |n: usize| n as f64 / 1000.0;
        let angle = share(random.below(6283));
        let scale = 0.3 + share(random.below(2000));
        let at = |position, angle, scale| {
            let pose = Pose::new(position, Rotation2::from_angle(angle)).unwrap();
            pose.scaled(scale).unwrap()
        };
        let [width, height] = b.size().map(|n| n as f64 / 2.0);
        let middle = at(DVec2::ZERO, angle, scale)
            .frame()
            .point(DVec2::new(width, height));
        let [x, y] = a
            .size()
            .map(|n| n as f64 * share(random.below(1400)) - 0.2 * n as f64);
        let pose = at(DVec2::new(x, y) - middle, angle, scale);
        let origin = pose.frame().local_point(DVec2::ZERO);
        [pose, at(origin, -angle, 1.0 / scale)]
    }

    // A mask and its complement make up a rectangle, and swapping the two masks means rotating the other
    // way: both hold only if no piece is lost or counted twice.
    #[test]
    fn the_pieces_make_up_the_whole() {
        let mut random = Numbers(5);
        let (mut some, mut none) = (0, 0);
        for _ in 0..80 {
            let (a, b) = (mask(&mut random), mask(&mut random));
            let [pose, back] = poses(&mut random, &a, &b);
            let [width, height] = a.size();
            let full = Mask::from_fn(width, height, |_, _| true).unwrap();
            let rest = Mask::from_fn(width, height, |x, y| !a.is_filled(x, y)).unwrap();
            let [common, left, all] = [&a, &rest, &full].map(|mask| mask.turned_overlap(&b, &pose));
            let size = b.area() as f64 * pose.scale() * pose.scale();
            assert!((common.area + left.area - all.area).abs() <= 1e-12 * size);
            let moment = |c: &Common| c.centroid.unwrap_or(DVec2::ZERO) * c.area;
            let off = moment(&common) + moment(&left) - moment(&all);
            assert!(off.length() <= 1e-12 * size * (1.0 + width as f64 + height as f64));
            let back = b.turned_overlap(&a, &back);
            assert!((back.area * pose.scale() * pose.scale() - common.area).abs() <= 1e-10 * size);
            if let (Some(there), Some(back)) = (common.centroid, back.centroid) {
                assert!(there.distance(pose.frame().point(back)) <= 1e-9 * (width + height) as f64);
            }
            some += usize::from(common.area > 0.0);
            none += usize::from(common.area == 0.0);
        }
        assert!(some > 30 && none > 10, "{some}, {none}");
    }

    // Quarter turns and whole offsets: the exact pixel count is known.
    #[test]
    fn on_the_grid_it_counts_pixels() {
        let mut random = Numbers(6);
        for quarter in 0..40_usize {
            let (a, b) = (mask(&mut random), mask(&mut random));
            let offset = random.offset(&a, &b);
            let [width, height] = b.size();
            let at = DVec2::new(offset[0] as f64, offset[1] as f64);
            let (turned, corner, rotation) = match quarter % 2 {
                0 => (b.clone(), DVec2::ZERO, Rotation2::from_angle(0.0)),
                _ => {
                    let turned = Mask::from_fn(height, width, |x, y| b.is_filled(y, height - 1 - x));
                    let quarter = Rotation2::from_angle(core::f64::consts::FRAC_PI_2);
                    (turned.unwrap(), DVec2::new(height as f64, 0.0), quarter)
                }
            };
            let pose = Pose::new(at + corner, rotation).unwrap();
            let common = a.turned_overlap(&b, &pose);
            let area = a.overlap_area(&turned, offset) as f64;
            assert!((common.area - area).abs() <= 1e-9, "{common:?}, {area}");
            if let (Some(middle), Some([x, y])) = (common.centroid, a.overlap_centroid(&turned, offset)) {
                assert!(middle.distance(DVec2::new(x, y)) <= 1e-6, "{middle}, {x}, {y}");
            }
        }
    }
}
