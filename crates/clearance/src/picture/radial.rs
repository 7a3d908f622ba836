//! The radial outline: how far the filled pixels reach from one point, in n directions.
//!
//! A ray goes from pixel to pixel (Amanatides & Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing",
//! 1987); where it leaves the last filled one is its corner of the outline. Each crossing with a line of
//! the grid is computed by itself, so that no error accumulates.

use alloc::vec::Vec;
use core::f64::consts::TAU;

use super::Mask;

impl Mask {
    /// The furthest filled point from `center` on each of `rays` rays, the first along x and the others
    /// counter-clockwise: a star-shaped polygon around the center. A ray without a filled point gives the
    /// center.
    ///
    /// The center is in pixels and may be anywhere; if it is not finite, there is no outline.
    ///
    /// Cost: as many pixels for each ray as it crosses.
    ///
    /// ```
    /// use clearance::picture::Mask;
    /// let square = Mask::from_rows(&["11", "11"])?;
    /// assert_eq!(square.radial_outline([1.0, 1.0], 4), [[2.0, 1.0], [1.0, 2.0], [0.0, 1.0], [1.0, 0.0]]);
    /// # Ok::<(), clearance::picture::InvalidMask>(())
    /// ```
    pub fn radial_outline(&self, center: [f64; 2], rays: usize) -> Vec<[f64; 2]> {
        if !center.iter().all(|c| c.is_finite()) {
            return Vec::new();
        }
        let corner = |i: usize| {
            let direction = direction(i, rays);
            let reach = self.reach(center, direction);
            [0, 1].map(|k| center[k] + direction[k] * reach)
        };
        (0..rays).map(corner).collect()
    }
    /// Where the ray leaves the last filled pixel.
    fn reach(&self, center: [f64; 2], direction: [f64; 2]) -> f64 {
        let mut lines = [0, 1].map(|k| Crossings::new(center[k], direction[k], self.size()[k]));
        let [first, last] = [lines[0].within(), lines[1].within()]
            .into_iter()
            .reduce(|[a, b], [c, d]| [a.max(c), b.min(d)])
            .unwrap_or_default();
        let (mut from, mut reach) = (first.max(0.0), 0.0);
        while from < last {
            let next = lines.iter_mut().map(|l| l.after(from)).fold(last, f64::min);
            let middle = from + 0.5 * (next - from);
            if self.is_filled_around([0, 1].map(|k| center[k] + direction[k] * middle), direction) {
                reach = next;
            }
            from = next;
        }
        reach
    }
    /// Whether a point between two grid lines is in a filled pixel. For a ray along a grid line, a filled
    /// pixel on either side counts.
    fn is_filled_around(&self, point: [f64; 2], direction: [f64; 2]) -> bool {
        let pixels = [0, 1].map(|k| {
            let pixel = libm::floor(point[k]);
            let is_along = direction[k] == 0.0 && pixel == point[k];
            [pixel, if is_along { pixel - 1.0 } else { pixel }]
        });
        let is_filled = |x: f64, y: f64| x >= 0.0 && y >= 0.0 && self.is_filled(x as usize, y as usize);
        pixels[0]
            .iter()
            .any(|&x| pixels[1].iter().any(|&y| is_filled(x, y)))
    }
}

/// The direction of ray `i`; exact along the axes.
fn direction(i: usize, rays: usize) -> [f64; 2] {
    match (4 * i).checked_rem(rays) {
        Some(0) => [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]][4 * i / rays % 4],
        _ => {
            let (sin, cos) = libm::sincos(TAU * i as f64 / rays as f64);
            [cos, sin]
        }
    }
}

/// Where a ray crosses the lines of one axis.
struct Crossings {
    start: f64,
    step: f64,
    size: f64,
    /// The next line to cross.
    line: f64,
}

impl Crossings {
    fn new(start: f64, step: f64, size: usize) -> Self {
        let size = size as f64;
        let line = if step > 0.0 {
            libm::ceil(start)
        } else {
            libm::floor(start)
        };
        let line = line.clamp(0.0, size);
        Self {
            start,
            step,
            size,
            line,
        }
    }
    /// The first and the last time at which the ray is between the first grid line and the last.
    fn within(&self) -> [f64; 2] {
        if self.step == 0.0 {
            let inside = (0.0..=self.size).contains(&self.start);
            return if inside { [0.0, f64::INFINITY] } else { [0.0, 0.0] };
        }
        let [low, high] = [0.0, self.size].map(|line| (line - self.start) / self.step);
        [low.min(high), low.max(high)]
    }
    /// The first crossing after `from`.
    fn after(&mut self, from: f64) -> f64 {
        if self.step == 0.0 {
            return f64::INFINITY;
        }
        loop {
            let t = (self.line - self.start) / self.step;
            if t > from || !(0.0..=self.size).contains(&self.line) {
                return if t > from { t } else { f64::INFINITY };
            }
            self.line += self.step.signum();
        }
    }
}
