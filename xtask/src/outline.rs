//! Outlines on the Earth, mended so that they are polygons in the plane of longitude (x) and latitude (y), in
//! degrees.
//!
//! Maps end at the antimeridian: an outline that crosses it jumps from 180 to -180 degrees. A jump is a step
//! of more than half a turn. An outline that jumps back again continues past 180 instead; one that does not
//! goes around a pole, and its way back is along that pole.

use crate::atlas::{Point, round};

/// Mends the rings of one polygon, the outer one first.
pub fn mend(rings: &mut [Vec<Point>]) {
    for ring in rings {
        *ring = mended(ring);
    }
}

fn mended(ring: &[Point]) -> Vec<Point> {
    let unrolled = unrolled(ring);
    let turns: f64 = (0..ring.len())
        .map(|i| jump(ring[i], ring[(i + 1) % ring.len()]))
        .sum();
    let mut ring = if turns == 0.0 {
        shifted(unrolled)
    } else {
        round_the_pole(ring)
    };
    ring.dedup();
    if ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    ring
}

/// The correction of the step from `a` to `b` so that it is no jump: 0, 360 or -360 degrees.
fn jump(a: Point, b: Point) -> f64 {
    let step = b[0] - a[0];
    if step.abs() > 180.0 {
        -360.0_f64.copysign(step)
    } else {
        0.0
    }
}

/// Moves every point to the longitude that is nearest to the point before.
fn unrolled(ring: &[Point]) -> Vec<Point> {
    let mut by = 0.0;
    let mut last = ring.first().copied().unwrap_or_default();
    let unroll = |&point: &Point| {
        by += jump(last, point);
        last = point;
        [round(point[0] + by), point[1]]
    };
    ring.iter().map(unroll).collect()
}

/// Moves the outline so that nothing is west of -180 degrees.
fn shifted(mut ring: Vec<Point>) -> Vec<Point> {
    if ring.iter().any(|point| point[0] < -180.0) {
        ring.iter_mut()
            .for_each(|point| point[0] = round(point[0] + 360.0));
    }
    ring
}

/// Where the ring jumps, it follows its side of the map to the nearer pole, and comes back on the other side.
fn round_the_pole(ring: &[Point]) -> Vec<Point> {
    let mut closed = Vec::new();
    for (i, &point) in ring.iter().enumerate() {
        let next = ring[(i + 1) % ring.len()];
        closed.push(point);
        if jump(point, next) != 0.0 {
            let pole = 90.0_f64.copysign(point[1]);
            closed.extend([
                [180.0_f64.copysign(point[0]), pole],
                [180.0_f64.copysign(next[0]), pole],
            ]);
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_jump_stays() {
        let square = vec![[170.0, 0.0], [180.0, 0.0], [180.0, 5.0], [170.0, 5.0]];
        assert_eq!(mended(&square), square);
    }
    #[test]
    fn across_the_antimeridian_it_runs_on() {
        let east_first = mended(&[[179.0, 0.0], [-179.0, 0.0], [-179.0, 1.0], [179.0, 1.0]]);
        assert_eq!(
            east_first,
            [[179.0, 0.0], [181.0, 0.0], [181.0, 1.0], [179.0, 1.0]]
        );
        let west_first = mended(&[[-179.0, 0.0], [-179.0, 1.0], [179.0, 1.0], [179.0, 0.0]]);
        assert_eq!(
            west_first,
            [[181.0, 0.0], [181.0, 1.0], [179.0, 1.0], [179.0, 0.0]]
        );
    }
    #[test]
    fn round_a_pole_it_comes_back_along_it() {
        let cap = mended(&[[-180.0, -80.0], [-60.0, -70.0], [60.0, -70.0], [180.0, -80.0]]);
        assert_eq!(cap[3..], [[180.0, -80.0], [180.0, -90.0], [-180.0, -90.0]]);
    }
}
