//! Which way to give way: the motion nearest to a wish that leads in front of every plane by as much as it
//! must.
//!
//! That is the projection of a point onto a polyhedron, here of at most three dimensions and with a handful
//! of planes. The nearest point lies on none of the planes, on one, on the edge of two or in the corner of
//! three of them, and is the projection onto that; so all of these are tried, the fewest planes first, and of
//! those that are in front of all planes the nearest is it (Boyd and Vandenberghe, "Convex Optimization",
//! 2004, 8.1; Gregorius, "Robust contact creation for physics simulations", 2015, does the same of
//! triangles). With n planes that takes n³ products in space; characters touch less than ten.

use glam::DVec3;
use smallvec::SmallVec;

use crate::character::planes::LEAN;

/// A half-space of motions: those that lead at least as far along a normal.
#[derive(Clone, Copy, Debug)]
pub(in crate::character) struct Bound {
    /// A unit vector.
    pub(in crate::character) normal: DVec3,
    pub(in crate::character) least: f64,
}

impl Bound {
    /// How far a motion falls short of it.
    fn lack(&self, motion: DVec3) -> f64 {
        self.least - self.normal.dot(motion)
    }
}

/// The motion nearest to a wish within all bounds, but for rounding; none where there is none, or only one
/// many times longer, by a wedge between planes that are nearly opposite.
pub(in crate::character) fn yielding(wish: DVec3, bounds: &[Bound]) -> Option<DVec3> {
    let reach = bounds
        .iter()
        .fold(wish.length(), |most, b| most.max(b.least.abs()));
    let is_within = |motion: &DVec3| {
        let error_bound = 1e-6 * reach;
        motion.length() <= 16.0 * reach && bounds.iter().all(|b| b.lack(*motion) <= error_bound)
    };
    if is_within(&wish) {
        return Some(wish);
    }
    let nearest = |all: &mut dyn Iterator<Item = DVec3>| {
        let way = |motion: &DVec3| (*motion - wish).length_squared();
        all.filter(is_within)
            .reduce(|a, b| if way(&b) < way(&a) { b } else { a })
    };
    let count = bounds.len();
    let missed = bounds.iter().filter(|b| b.lack(wish) > 0.0);
    let one = &mut missed.map(|b| wish + b.normal * b.lack(wish));
    let pairs = || (0..count).flat_map(move |i| (i + 1..count).map(move |j| [i, j]));
    let of_pair = |[i, j]: [usize; 2]| on_edge(wish, &bounds[i], &bounds[j]);
    let threes = pairs().flat_map(|[i, j]| (j + 1..count).map(move |k| [i, j, k]));
    let of_three = |three: [usize; 3]| in_corner(three.map(|i| &bounds[i]));
    // A missed bound alone, if the others allow it, is met by no nearer motion; a corner of three may be
    // nearer than an edge.
    nearest(one).or_else(|| nearest(&mut pairs().filter_map(of_pair).chain(threes.filter_map(of_three))))
}

/// The way out of what is nearer than a gap that is to be kept, of normals and gaps of all that is near: by
/// as much as is missing, or where there is no room for that by a part of it; at least out of what it is in,
/// one after the other, deeper into nothing. None where even that is not to be had.
pub(in crate::character) fn way_out(
    near: impl Iterator<Item = (DVec3, f64)> + Clone,
    [keeps, slack]: [f64; 2],
) -> Option<DVec3> {
    let bounds = |least: &dyn Fn(usize, f64) -> f64| -> SmallVec<[Bound; 16]> {
        let bound = |(i, (normal, gap))| Bound {
            normal,
            least: least(i, gap),
        };
        near.clone().enumerate().map(bound).collect()
    };
    let all = [1.0, 0.5, 0.0].into_iter().find_map(|part| {
        let to_keep = |_, gap: f64| {
            if gap < keeps {
                keeps * part - gap
            } else {
                (keeps + 0.5 * slack - gap).min(0.0)
            }
        };
        yielding(DVec3::ZERO, &bounds(&to_keep))
    });
    let is_deep = |(_, (_, gap)): &(usize, (DVec3, f64))| *gap < 0.0;
    let out_of = |k: usize| {
        let least = |i: usize, gap: f64| if i == k || gap >= 0.0 { -gap } else { 0.0 };
        yielding(DVec3::ZERO, &bounds(&least))
    };
    let one = || {
        near.clone()
            .enumerate()
            .filter(is_deep)
            .find_map(|(k, _)| out_of(k))
    };
    all.or_else(one).filter(|way| *way != DVec3::ZERO)
}

/// The nearest motion that two bounds just allow.
fn on_edge(wish: DVec3, a: &Bound, b: &Bound) -> Option<DVec3> {
    let cosine = a.normal.dot(b.normal);
    let square = 1.0 - cosine * cosine;
    let (x, y) = (a.lack(wish), b.lack(wish));
    let motion = || wish + (a.normal * (x - y * cosine) + b.normal * (y - x * cosine)) / square;
    (square > LEAN * LEAN).then(motion)
}

/// The motion that three bounds just allow.
fn in_corner([a, b, c]: [&Bound; 3]) -> Option<DVec3> {
    let across = [
        b.normal.cross(c.normal),
        c.normal.cross(a.normal),
        a.normal.cross(b.normal),
    ];
    let volume = a.normal.dot(across[0]);
    let motion = || (across[0] * a.least + across[1] * b.least + across[2] * c.least) / volume;
    (volume.abs() > LEAN * LEAN).then(motion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::dice::Dice;
    use alloc::vec::Vec;

    /// What it gives is within all bounds, and no motion around it that is so is nearer to the wish; where it
    /// gives none, no motion of many is within all bounds.
    #[test]
    fn it_is_the_nearest_of_all_that_are_allowed() {
        let mut dice = Dice(17);
        let (mut found, mut none) = (0, 0);
        for case in 0..2_000 {
            let bounds: Vec<Bound> = (0..1 + case % 6)
                .map(|_| Bound {
                    normal: dice.vector().normalize(),
                    least: 0.6 * dice.next(),
                })
                .collect();
            let wish = dice.vector();
            let is_within = |m: DVec3, by: f64| bounds.iter().all(|b| b.lack(m) <= by);
            let answer = yielding(wish, &bounds);
            found += usize::from(answer.is_some());
            none += usize::from(answer.is_none());
            if let Some(motion) = answer {
                assert!(is_within(motion, 1e-5), "{bounds:?} {wish} {motion}");
            }
            for k in 0..200 {
                let other = match answer {
                    Some(motion) => motion + dice.vector() * [0.5, 0.05][k % 2],
                    None => dice.vector() * [4.0, 1.0][k % 2],
                };
                let is_nearer = answer.is_none_or(|m| (other - wish).length() < (m - wish).length() - 1e-4);
                assert!(
                    !(is_nearer && is_within(other, 0.0)),
                    "{bounds:?} {wish} {answer:?} {other}"
                );
            }
        }
        assert!(found > 1_000 && none > 100, "{found} {none}");
    }
}
