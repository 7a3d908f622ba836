//! Signs that decide how facets of two borders cross, where the second border is moved by an infinitely small
//! step.
//!
//! Source: Edelsbrunner and Mücke, "Simulation of Simplicity", 1990. Every decision is the sign of a
//! determinant of differences of corners. The second border is thought to be moved by (ε1, ε2, ε3), where ε1
//! is small, ε2 is smaller than any multiple of ε1, and so on. All determinants here are linear in that step.
//! So where one is 0, its sign is that of the first of its derivatives, along the first direction, the
//! second, the third, that is not 0. Where all of these are 0, too, the facet has no area or the edges are
//! parallel; the callers do not ask then (`crossing.rs`). Where we differ: only one step for the whole
//! border, not one for each corner. That is enough, since nothing is asked about one border alone.

use core::cmp::Ordering;

use super::determinants::{
    compare, cross, decided, difference, error_of, exact_turn, exact_volume, inherited, largest, turn, volume,
};
use super::site::Site;

/// The directions of the steps: the axis of each, and whether it goes towards smaller coordinates.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct Steps(pub [(usize, bool); 3]);

impl Steps {
    /// Where the order is of no importance.
    pub const UPWARDS: Self = Self([(0, false), (1, false), (2, false)]);
    /// The first sign that is not 0, of those along the axes in the order of the steps.
    fn first(&self, along: impl Fn(usize) -> Ordering) -> Ordering {
        for (axis, is_negative) in self.0 {
            let sign = along(axis);
            if sign != Ordering::Equal {
                return if is_negative { sign.reverse() } else { sign };
            }
        }
        Ordering::Equal
    }
}

/// What the step does to a point, seen from a facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::measure) enum Moves {
    /// The point is of the second border, the facet of the first.
    Along,
    /// The point is of the first border, the facet of the second.
    Against,
}

impl Moves {
    pub fn sign(self, sign: Ordering) -> Ordering {
        match self {
            Self::Along => sign,
            Self::Against => sign.reverse(),
        }
    }
}

/// On which side of a facet a point is: `Greater` outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::measure) struct Side {
    /// With the step. `Equal` only for a facet without area.
    pub sign: Ordering,
    /// Whether the point is in the facet's plane, without the step.
    pub is_level: bool,
}

/// What is computed once for a facet, for all points whose side is asked.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct Form {
    /// The side to which the step goes. `Equal` for a facet without area (in the plane: without length).
    pub tilt: Ordering,
    /// A normal, outwards, in floats.
    normal: [f64; 3],
    /// For each component the sum of the magnitudes that made it.
    spread: [f64; 3],
    /// The largest coordinate of a difference of two corners.
    size: f64,
    /// A bound on how far each coordinate is from that in floats.
    error: f64,
}

impl Form {
    pub fn new(facet: &[&Site], steps: Steps) -> Self {
        let (mut normal, mut spread) = ([0.0; 3], [0.0; 3]);
        let mut size = 0.0;
        match *facet {
            [a, b] => {
                let u = difference(b, a);
                (normal, size) = ([u[1], -u[0], 0.0], largest(&u));
                spread = [libm::fabs(u[1]), libm::fabs(u[0]), 0.0];
            }
            [a, b, c] => {
                let (u, v) = (difference(b, a), difference(c, a));
                size = largest(&u).max(largest(&v));
                for i in 0..3 {
                    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                    let (first, second) = (u[j] * v[k], u[k] * v[j]);
                    normal[i] = first - second;
                    spread[i] = libm::fabs(first) + libm::fabs(second);
                }
            }
            _ => {}
        }
        Self {
            tilt: tilt(facet, steps),
            normal,
            spread,
            size,
            error: error_of(facet),
        }
    }
    /// On which side of the facet a point is. The facet has an area (in the plane: a length).
    #[inline]
    pub fn side(&self, facet: &[&Site], p: &Site, moves: Moves) -> Side {
        let here = self.plain_side(facet, p);
        Side {
            sign: here.then(moves.sign(self.tilt)),
            is_level: here == Ordering::Equal,
        }
    }
    /// The side without the step.
    #[inline]
    pub fn plain_side(&self, facet: &[&Site], p: &Site) -> Ordering {
        let w = difference(p, facet[0]);
        let (n, s) = (self.normal, self.spread);
        let value = w[0] * n[0] + w[1] * n[1] + w[2] * n[2];
        let permanent = libm::fabs(w[0]) * s[0] + libm::fabs(w[1]) * s[1] + libm::fabs(w[2]) * s[2];
        let error = self.error.max(p.error());
        let bound = inherited(error, self.size.max(largest(&w)), facet.len());
        decided(value, permanent, bound).unwrap_or_else(|| match *facet {
            [a, b] => exact_turn([a, b, p], [0, 1]).reverse(),
            [a, b, c] => exact_volume([a, b, c, p]),
            _ => Ordering::Equal,
        })
    }
}

/// The side of a facet to which the step goes.
fn tilt(facet: &[&Site], steps: Steps) -> Ordering {
    steps.first(|axis| normal_sign(facet, axis))
}

/// The sign of a component of a facet's normal.
fn normal_sign(facet: &[&Site], axis: usize) -> Ordering {
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    match *facet {
        [a, b] if axis == 0 => compare(b, a, 1),
        [a, b] if axis == 1 => compare(a, b, 0),
        [a, b, c] => turn([a, b, c], [j, k]),
        _ => Ordering::Equal,
    }
}

/// How edge `e` of the first border passes edge `f` of the second: the sign of the volume of the tetrahedron
/// over both. `Equal` only for parallel edges.
pub(in crate::measure) fn passing(e: [&Site; 2], f: [&Site; 2], steps: Steps) -> Ordering {
    let here = volume([e[0], e[1], f[0], f[1]]);
    if here != Ordering::Equal {
        return here;
    }
    // The derivative along the step is that times the cross product of f and e.
    steps.first(|axis| cross(f, e, (axis + 1) % 3, (axis + 2) % 3))
}

/// Which way the ray from a point along `axis` passes the facet: 1 where it leaves through it, -1 where it
/// enters, 0 where it misses it.
pub(in crate::measure) fn ray_passes(
    facet: &[&Site],
    p: &Site,
    axis: usize,
    moves: Moves,
    steps: Steps,
) -> i32 {
    let turned = match *facet {
        [a, b] => rises(a, b, p, moves, steps),
        [_, _, _] => contains_projected(facet, p, axis, moves, steps),
        _ => Ordering::Equal,
    };
    if turned == Ordering::Equal {
        return 0;
    }
    // The ray passes the facet only if the facet is ahead of the point.
    match (turned, Form::new(facet, steps).side(facet, p, moves).sign) {
        (Ordering::Greater, Ordering::Less) => 1,
        (Ordering::Less, Ordering::Greater) => -1,
        _ => 0,
    }
}

/// In the plane: `Greater` where the segment rises past the height of the point, `Less` where it falls.
fn rises(a: &Site, b: &Site, p: &Site, moves: Moves, steps: Steps) -> Ordering {
    let up = |axis: usize| {
        if axis == 1 {
            Ordering::Greater
        } else {
            Ordering::Equal
        }
    };
    let height = |corner: &Site| compare(corner, p, 1).then_with(|| moves.sign(steps.first(up)).reverse());
    match (height(a), height(b)) {
        (Ordering::Less, Ordering::Greater) => Ordering::Greater,
        (Ordering::Greater, Ordering::Less) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// In space: which way the triangle, projected along `axis`, turns around the projected point; `Equal` where
/// it does not contain that.
fn contains_projected(facet: &[&Site], p: &Site, axis: usize, moves: Moves, steps: Steps) -> Ordering {
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    let of_edge = |n: usize| {
        let (a, b) = (facet[n], facet[(n + 1) % 3]);
        let along = |i: usize| match i {
            i if i == j => compare(a, b, k),
            i if i == k => compare(b, a, j),
            _ => Ordering::Equal,
        };
        turn([a, b, p], [j, k]).then_with(|| moves.sign(steps.first(along)))
    };
    let first = of_edge(0);
    match first != Ordering::Equal && of_edge(1) == first && of_edge(2) == first {
        true => first,
        false => Ordering::Equal,
    }
}
