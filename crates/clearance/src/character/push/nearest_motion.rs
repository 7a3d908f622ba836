//! The motion nearest to a wish that leads in front of every plane by as much as it must.
//!
//! This is the projection of a point onto a polyhedron, here in at most three dimensions and with few planes.
//! The nearest point lies on none of the planes, on one, on the edge of two, or in the corner of three, and
//! is the projection onto that plane, edge or corner. So all of these are tried, the fewest planes first, and
//! the nearest of those that satisfy all bounds is the answer (Boyd and Vandenberghe, "Convex Optimization",
//! 2004, 8.1; Gregorius, "Robust contact creation for physics simulations", 2015, does the same for
//! triangles). With n planes this takes n³ products in 3D; a character touches fewer than ten.

use glam::DVec3;
use smallvec::SmallVec;

use crate::character::planes::LEAN;

/// A half-space of motions: those that lead at least as far along a normal.
#[derive(Clone, Copy, Debug)]
pub(in crate::character) struct MotionBound {
    /// A unit vector.
    pub(in crate::character) normal: DVec3,
    pub(in crate::character) least: f64,
}

impl MotionBound {
    /// How far a motion falls short of it.
    fn lack(&self, motion: DVec3) -> f64 {
        self.least - self.normal.dot(motion)
    }
}

/// The motion nearest to a wish that satisfies all bounds, up to rounding. `None` where no motion does, or
/// only one many times longer than the bounds, as in a wedge of planes that are nearly opposite.
pub(in crate::character) fn nearest_motion(wish: DVec3, bounds: &[MotionBound]) -> Option<DVec3> {
    let longest = bounds
        .iter()
        .fold(wish.length(), |most, b| most.max(b.least.abs()));
    let is_within = |motion: &DVec3| {
        let tolerance = 1e-6 * longest;
        motion.length() <= 16.0 * longest && bounds.iter().all(|b| b.lack(*motion) <= tolerance)
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
    // If the projection onto one missed bound satisfies all others, no nearer motion does. But a corner of
    // three bounds may be nearer than an edge of two.
    nearest(one).or_else(|| nearest(&mut pairs().filter_map(of_pair).chain(threes.filter_map(of_three))))
}

/// Depenetration: the way out of everything that is nearer than the gap to keep. `near` has the normals and
/// gaps of all that is near.
///
/// The first of these that is possible: to the full gap; to half of it; just out of everything; out of one
/// object without going deeper into any other. `None` where none of them is.
pub(in crate::character) fn way_out(
    near: impl Iterator<Item = (DVec3, f64)> + Clone,
    [keeps, tolerance]: [f64; 2],
) -> Option<DVec3> {
    let nearest = |least: &dyn Fn(usize, f64) -> f64| {
        let bound = |(i, (normal, gap))| MotionBound {
            normal,
            least: least(i, gap),
        };
        let bounds: SmallVec<[MotionBound; 16]> = near.clone().enumerate().map(bound).collect();
        nearest_motion(DVec3::ZERO, &bounds)
    };
    let all = [1.0, 0.5, 0.0].into_iter().find_map(|part| {
        nearest(&|_, gap| {
            if gap < keeps {
                keeps * part - gap
            } else {
                (keeps + 0.5 * tolerance - gap).min(0.0)
            }
        })
    });
    let out_of_one = || {
        let mut deep = near.clone().enumerate().filter(|(_, (_, gap))| *gap < 0.0);
        deep.find_map(|(k, _)| nearest(&|i, gap| if i == k || gap >= 0.0 { -gap } else { 0.0 }))
    };
    all.or_else(out_of_one).filter(|way| *way != DVec3::ZERO)
}

/// The nearest motion that two bounds just allow.
fn on_edge(wish: DVec3, a: &MotionBound, b: &MotionBound) -> Option<DVec3> {
    let cosine = a.normal.dot(b.normal);
    let square = 1.0 - cosine * cosine;
    let (x, y) = (a.lack(wish), b.lack(wish));
    let motion = || wish + (a.normal * (x - y * cosine) + b.normal * (y - x * cosine)) / square;
    (square > LEAN * LEAN).then(motion)
}

/// The motion that three bounds just allow.
fn in_corner([a, b, c]: [&MotionBound; 3]) -> Option<DVec3> {
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
            let bounds: Vec<MotionBound> = (0..1 + case % 6)
                .map(|_| MotionBound {
                    normal: dice.vector().normalize(),
                    least: 0.6 * dice.next(),
                })
                .collect();
            let wish = dice.vector();
            let is_within = |m: DVec3, by: f64| bounds.iter().all(|b| b.lack(m) <= by);
            let answer = nearest_motion(wish, &bounds);
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
