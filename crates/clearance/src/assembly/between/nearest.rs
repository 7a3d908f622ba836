//! The nearest points of two triangles in double precision.
//!
//! They are a corner and the point of the other triangle nearest to it, or points of two edges, or the
//! triangles meet where an edge of one passes through the other (Ericson, "Real-Time Collision Detection",
//! 2005, 5.1.9 and 5.1.10). Every one of these is tried. Steps back and forth between both would be shorter,
//! but of triangles in one plane that overlap in a sliver they come nearer too slowly.

use glam::DVec3;

use crate::pair::closest_on_triangle;

/// A point of each, and their distance.
pub(in crate::assembly) fn nearest_points(a: &[DVec3; 3], b: &[DVec3; 3]) -> ([DVec3; 2], f64) {
    let mut best = ([a[0], b[0]], f64::INFINITY);
    let mut keep = |p: DVec3, q: DVec3| {
        let distance = (q - p).length();
        if distance < best.1 {
            best = ([p, q], distance);
        }
    };
    for k in 0..3 {
        keep(a[k], closest_on_triangle(b, a[k]));
        keep(closest_on_triangle(a, b[k]), b[k]);
    }
    for i in 0..3 {
        let own = [a[i], a[(i + 1) % 3]];
        if let Some(p) = through(own, b) {
            keep(p, p);
        }
        let other = [b[i], b[(i + 1) % 3]];
        if let Some(p) = through(other, a) {
            keep(p, p);
        }
        for j in 0..3 {
            if let Some([p, q]) = inner_points(own, [b[j], b[(j + 1) % 3]]) {
                keep(p, q);
            }
        }
    }
    best
}

/// Where an edge passes through a triangle.
fn through([p, q]: [DVec3; 2], triangle: &[DVec3; 3]) -> Option<DVec3> {
    let normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
    let (from, to) = (normal.dot(p - triangle[0]), normal.dot(q - triangle[0]));
    if (from > 0.0) == (to > 0.0) {
        return None;
    }
    let point = p + (q - p) * (from / (from - to));
    let is_left = |k: usize| {
        let (start, end) = (triangle[k], triangle[(k + 1) % 3]);
        normal.dot((end - start).cross(point - start)) >= 0.0
    };
    (is_left(0) && is_left(1) && is_left(2)).then_some(point)
}

/// The nearest points of the lines of two edges, if both are within the edges.
fn inner_points([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Option<[DVec3; 2]> {
    let (d, e, between) = (q - p, s - r, p - r);
    let (dd, ee, de) = (d.dot(d), e.dot(e), d.dot(e));
    let (along_d, along_e) = (d.dot(between), e.dot(between));
    let whole = dd * ee - de * de;
    // Of parallel edges a corner is as near as any other point.
    let (t, u) = (
        (de * along_e - along_d * ee) / whole,
        (dd * along_e - de * along_d) / whole,
    );
    let is_inner = (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u);
    is_inner.then(|| [p + d * t, r + e * u])
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    /// A small generator of numbers between -1 and 1.
    fn numbers(seed: &mut u64) -> f64 {
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// No two of many points of the triangles are nearer, and those found are points of them.
    #[test]
    fn no_other_points_are_nearer() {
        let mut seed = 7;
        let (mut met, mut apart) = (0, 0);
        for round in 0..300 {
            let flat = if round % 3 == 0 { 0.0 } else { 1.0 };
            let mut corner = || DVec3::new(numbers(&mut seed), numbers(&mut seed), flat * numbers(&mut seed));
            let (a, b) = ([corner(), corner(), corner()], [corner(), corner(), corner()]);
            let (points, distance) = nearest_points(&a, &b);
            assert!((points[1] - points[0]).length() <= distance + 1e-12);
            assert!((closest_on_triangle(&a, points[0]) - points[0]).length() < 1e-12);
            assert!((closest_on_triangle(&b, points[1]) - points[1]).length() < 1e-12);
            let grid: Vec<DVec3> = (0..=20)
                .flat_map(|i| (0..=20 - i).map(move |j| (f64::from(i) / 20.0, f64::from(j) / 20.0)))
                .map(|(u, v)| a[0] + (a[1] - a[0]) * u + (a[2] - a[0]) * v)
                .collect();
            for p in grid {
                assert!(
                    (closest_on_triangle(&b, p) - p).length() >= distance - 1e-12,
                    "round {round}"
                );
            }
            met += u32::from(distance < 1e-12);
            apart += u32::from(distance > 1e-3);
        }
        assert!(met > 60 && apart > 60, "{met} met, {apart} apart");
    }
}
