//! Triangles between the points of a region of the plane, bounded by rings.
//!
//! Source: Eberly, "Triangulation by ear clipping" (2002), after Meisters, "Polygons have ears" (1975). Rings
//! around holes are joined to the ring around them by a bridge that is run along twice; then ears are cut
//! off: corners that bend left and whose triangle holds no other corner.
//!
//! Where we differ: points are rounded, so that the rings may touch or cross by a last place. Whatever they
//! do, a ring of n corners is cut into n − 2 triangles, whose sides other than those of the ring cancel out;
//! all corners are kept, those in the middle of a straight side, too. A corner that bends by no more than
//! rounding is taken for straight, and none for outside of an ear by so little. Where there is no ear, the
//! corner that bends most to the left is cut.
//!
//! Cost: O(n r) for r corners that do not bend left, and O(n) for each hole.

use alloc::vec::Vec;

use glam::DVec2;

use crate::exact::orientation::orient2d;

/// A closed walk over points.
type Ring = Vec<u32>;

/// The triangles of the region that is on the left of all rings. Points are numbers in `at`.
pub(super) fn triangulated(at: &dyn Fn(u32) -> DVec2, rings: Vec<Ring>) -> Vec<[u32; 3]> {
    let (mut outer, mut holes): (Vec<Ring>, Vec<Ring>) =
        rings.into_iter().partition(|ring| twice_area(at, ring) >= 0.0);
    // From the right to the left: a bridge to the right then ends at a ring that is joined already.
    let rightmost = |ring: &Ring| ring.iter().map(|&v| at(v).x).fold(f64::NEG_INFINITY, f64::max);
    holes.sort_by(|a, b| rightmost(b).total_cmp(&rightmost(a)));
    for hole in holes {
        if join(at, &mut outer, &hole).is_none() {
            outer.push(hole);
        }
    }
    outer.iter().flat_map(|ring| ears(at, ring)).collect()
}

fn twice_area(at: &dyn Fn(u32) -> DVec2, ring: &[u32]) -> f64 {
    let first = ring.first().map_or(DVec2::ZERO, |&v| at(v));
    let turn = |side: &[u32]| (at(side[0]) - first).perp_dot(at(side[1]) - first);
    ring.windows(2).map(turn).sum()
}

/// Joins a hole to the ring around it, by a bridge from its rightmost point. `None` where no ring is around
/// it: a sliver that rounding has turned over.
fn join(at: &dyn Fn(u32) -> DVec2, outer: &mut [Ring], hole: &[u32]) -> Option<()> {
    let right = |&i: &usize, &j: &usize| at(hole[i]).x.total_cmp(&at(hole[j]).x);
    let start = (0..hole.len()).max_by(right)?;
    let from = at(hole[start]);
    let [ring, corner] = visible(at, outer, from)?;
    let there = outer[ring][corner];
    let around = hole[start..].iter().chain(&hole[..=start]).copied();
    let bridge: Ring = around.chain([there]).collect();
    outer[ring].splice(corner + 1..corner + 1, bridge);
    Some(())
}

/// A corner of a ring around a point that is seen from it: the ring, and the corner's place in it.
///
/// The nearest side on the right has an end from which only corners that bend right can hide the point; of
/// these the one in the direction nearest to that of the ray is seen.
fn visible(at: &dyn Fn(u32) -> DVec2, rings: &[Ring], from: DVec2) -> Option<[usize; 2]> {
    let (hit, end) = nearest_on_the_right(at, rings, from)?;
    let corner = |[r, k]: [usize; 2]| at(rings[r][k]);
    let target = corner(end);
    let triangle = match target.y >= from.y {
        true => [from, hit, target],
        false => [from, target, hit],
    };
    let slope = |p: DVec2| ((p.y - from.y) / (p.x - from.x)).abs();
    let hides = |&place: &[usize; 2]| {
        let p = corner(place);
        p.x > from.x && is_within(p, triangle, 0.0) && neighbours(&rings[place[0]], place[1], at) <= 0.0
    };
    let all = (0..rings.len()).flat_map(|r| (0..rings[r].len()).map(move |k| [r, k]));
    let hiding = all
        .filter(hides)
        .min_by(|a, b| slope(corner(*a)).total_cmp(&slope(corner(*b))));
    Some(
        hiding
            .filter(|h| slope(corner(*h)) < slope(target))
            .unwrap_or(end),
    )
}

/// How a ring bends at a corner: positive to the left.
fn neighbours(ring: &[u32], k: usize, at: &dyn Fn(u32) -> DVec2) -> f64 {
    let n = ring.len();
    turn([(k + n - 1) % n, k, (k + 1) % n].map(|i| at(ring[i])))
}

/// Where a ray to the right first meets a side, and the end of that side further to the right.
fn nearest_on_the_right(
    at: &dyn Fn(u32) -> DVec2,
    rings: &[Ring],
    from: DVec2,
) -> Option<(DVec2, [usize; 2])> {
    let mut nearest: Option<(DVec2, [usize; 2])> = None;
    for (r, ring) in rings.iter().enumerate() {
        for k in 0..ring.len() {
            let next = (k + 1) % ring.len();
            let (p, q) = (at(ring[k]), at(ring[next]));
            // A side that rises has the region on its left, towards the point.
            if !(p.y <= from.y && from.y <= q.y && p.y < q.y) {
                continue;
            }
            let x = p.x + (q.x - p.x) * ((from.y - p.y) / (q.y - p.y));
            if x >= from.x && nearest.is_none_or(|(hit, _)| x < hit.x) {
                let end = if p.x > q.x { k } else { next };
                nearest = Some((DVec2::new(x, from.y), [r, end]));
            }
        }
    }
    nearest
}

fn turn([a, b, c]: [DVec2; 3]) -> f64 {
    orient2d([a, b, c].map(|p| p.to_array()))
}

/// The turn, 0 where points that are rounded by `rounding` do not tell.
fn certain_turn(corners: [DVec2; 3], rounding: f64) -> f64 {
    let turn = turn(corners);
    let [a, b, c] = corners;
    let lengths = (b - a).abs().element_sum() + (c - a).abs().element_sum();
    if turn.abs() > rounding * lengths {
        turn
    } else {
        0.0
    }
}

/// Whether a point is in a triangle that turns left, or on its border.
fn is_within(p: DVec2, [a, b, c]: [DVec2; 3], rounding: f64) -> bool {
    let is_left = |side: [DVec2; 2]| certain_turn([side[0], side[1], p], rounding) >= 0.0;
    is_left([a, b]) && is_left([b, c]) && is_left([c, a])
}

/// A ring whose ears are cut off.
struct Clipped<'a> {
    at: &'a dyn Fn(u32) -> DVec2,
    ring: &'a [u32],
    /// The neighbours of each corner that is left: the one before and the one after.
    links: Vec<[usize; 2]>,
    /// How the ring bends at each corner that is left.
    bends: Vec<f64>,
    /// A bound on how far the points are from the true ones.
    rounding: f64,
}

/// The triangles of one ring.
fn ears(at: &dyn Fn(u32) -> DVec2, ring: &[u32]) -> Vec<[u32; 3]> {
    let n = ring.len();
    let largest = ring
        .iter()
        .map(|&v| at(v).abs().max_element())
        .fold(0.0, f64::max);
    let mut left = Clipped {
        at,
        rounding: 8.0 * f64::EPSILON * largest,
        ring,
        links: (0..n).map(|k| [(k + n - 1) % n, (k + 1) % n]).collect(),
        bends: Vec::new(),
    };
    left.bends = (0..n).map(|k| left.bend(k)).collect();
    let mut triangles = Vec::new();
    let mut from = 0;
    for _ in 2..n {
        let ear = left.ear(from);
        if !left.is_spike(ear) {
            triangles.push(left.triangle(ear).map(|k| ring[k]));
        }
        from = left.cut(ear);
    }
    triangles
}

impl Clipped<'_> {
    fn triangle(&self, k: usize) -> [usize; 3] {
        let [before, after] = self.links[k];
        [before, k, after]
    }
    fn points(&self, k: usize) -> [DVec2; 3] {
        self.triangle(k).map(|i| (self.at)(self.ring[i]))
    }
    fn bend(&self, k: usize) -> f64 {
        certain_turn(self.points(k), self.rounding)
    }
    /// The corners that are left, from one on.
    fn left_from(&self, start: usize) -> impl Iterator<Item = usize> {
        let mut next = Some(start);
        core::iter::from_fn(move || {
            let k = next?;
            next = Some(self.links[k][1]).filter(|&after| after != start);
            Some(k)
        })
    }
    /// Whether the ring goes to a corner and back: what is left of a hole that touches the ring.
    fn is_spike(&self, k: usize) -> bool {
        let [before, _, after] = self.triangle(k).map(|i| self.ring[i]);
        before == after
    }
    /// An ear, or else the corner that bends most to the left.
    fn ear(&self, from: usize) -> usize {
        let is_ear = |&k: &usize| self.is_spike(k) || (self.bends[k] > 0.0 && !self.holds_a_corner(k));
        let bends_most = || {
            self.left_from(from)
                .max_by(|&a, &b| self.bends[a].total_cmp(&self.bends[b]))
        };
        self.left_from(from)
            .find(is_ear)
            .or_else(bends_most)
            .unwrap_or(from)
    }
    /// Whether another corner is in the triangle of a corner. One that bends left is never the only one, and
    /// is passed over.
    fn holds_a_corner(&self, k: usize) -> bool {
        let triangle = self.points(k);
        self.left_from(self.links[k][1]).any(|i| {
            let p = (self.at)(self.ring[i]);
            self.bends[i] <= 0.0
                && match triangle.iter().position(|q| *q == p) {
                    Some(same) => self.links[i].iter().any(|&n| self.points_into(n, same, triangle)),
                    None => is_within(p, triangle, self.rounding),
                }
        })
    }
    /// Whether a side of the ring from a corner of the triangle, where the ring passes twice, leads into it.
    fn points_into(&self, end: usize, corner: usize, triangle: [DVec2; 3]) -> bool {
        let [here, next, before] = [0, 1, 2].map(|i| triangle[(corner + i) % 3]);
        let end = (self.at)(self.ring[end]);
        let turn = |p, q| certain_turn([here, p, q], self.rounding);
        turn(next, end) > 0.0 && turn(end, before) > 0.0
    }
    /// Cuts a corner off; returns the one after its neighbour, so that triangles do not form a fan.
    fn cut(&mut self, k: usize) -> usize {
        let [before, after] = self.links[k];
        self.links[before][1] = after;
        self.links[after][0] = before;
        self.bends[before] = self.bend(before);
        self.bends[after] = self.bend(after);
        self.links[after][1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn area_of(points: &[(i32, i32)], rings: Vec<Ring>) -> (usize, f64) {
        let at = |v: u32| DVec2::new(f64::from(points[v as usize].0), f64::from(points[v as usize].1));
        let triangles = triangulated(&at, rings);
        let areas = triangles.iter().map(|t| turn(t.map(at)));
        assert!(areas.clone().all(|a| a >= 0.0), "{triangles:?}");
        (triangles.len(), areas.sum::<f64>() / 2.0)
    }
    #[test]
    fn a_comb_and_points_in_line() {
        let comb = [
            (0, 0),
            (6, 0),
            (6, 3),
            (5, 1),
            (4, 3),
            (3, 1),
            (2, 3),
            (1, 1),
            (0, 3),
        ];
        assert_eq!(area_of(&comb, vec![(0..9).collect()]), (7, 12.0));
        let line = [(0, 0), (1, 0), (2, 0), (2, 2), (1, 2), (0, 2)];
        assert_eq!(area_of(&line, vec![(0..6).collect()]), (4, 4.0));
    }
    #[test]
    fn holes_beside_each_other_and_two_rings() {
        let square = |x: i32, y: i32, s: i32| [(x, y), (x + s, y), (x + s, y + s), (x, y + s)];
        let points = [
            square(0, 0, 9),
            square(1, 1, 2),
            square(4, 1, 2),
            square(4, 5, 3),
            square(20, 0, 1),
        ]
        .concat();
        let hole = |k: u32| vec![4 * k + 3, 4 * k + 2, 4 * k + 1, 4 * k];
        let outer = |k: u32| (4 * k..4 * k + 4).collect();
        let rings = vec![outer(0), hole(1), hole(2), hole(3), outer(4)];
        assert_eq!(area_of(&points, rings), (22, 81.0 - 17.0 + 1.0));
        assert_eq!(area_of(&points, vec![hole(1), outer(0)]), (8, 77.0));
    }
    /// A hole that touches the ring in a corner, and one that touches it along a part of a side.
    #[test]
    fn holes_that_touch() {
        let points = [(0, 0), (4, 0), (4, 4), (0, 4), (2, 0), (3, 1), (2, 2), (1, 1)];
        let (_, area) = area_of(&points, vec![vec![0, 4, 1, 2, 3], vec![7, 6, 5, 4]]);
        assert_eq!(area, 14.0);
    }
    #[test]
    fn a_ring_without_area_is_cut_all_the_same() {
        let points = [(0, 0), (2, 0), (1, 0), (3, 0)];
        assert_eq!(area_of(&points, vec![vec![0, 1, 3, 2]]).0, 2);
    }
}
