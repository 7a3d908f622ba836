//! Which triangles of one mesh meet in more than the corners and edges that they share.
//!
//! Source: Guigue and Devillers, as in `triangle_pairs.rs`. Idea: what two triangles share decides what is
//! left to ask.
//!
//! - Nothing: whether they meet at all; in one plane, whether a side of one separates them.
//! - A corner: both contain it, and what they have in common is convex. So they meet in more than that corner
//!   if the common part of both on the line common to their planes is not a point. In one plane they do if a
//!   side of the one at that corner lies in the angle of the other.
//! - An edge: in different planes they meet in that edge alone. In one plane they do if they lie on different
//!   sides of it.
//! - All corners: they are the same triangle, which is another fault.
//!
//! All of this is decided by exact signs. Triangles without area are left out: where one is, its neighbours
//! do not fit together either.

use alloc::vec::Vec;
use core::cmp::Ordering;

use smallvec::SmallVec;

use super::in_plane::{from, meet_in_plane, projection};
use super::triangle_pairs::{Met, met};
use crate::math::{Place, Pose, Real};
use crate::measure::facets::body::Body;
use crate::measure::facets::determinants::turn;
use crate::measure::facets::signs::{Form, Steps};
use crate::measure::facets::site::{Site, Unit};
use crate::pair::PairSpace;
use crate::shape::{Mesh, Space3};

/// What is found of the triangles of a mesh by themselves.
pub(crate) struct SelfCrossings {
    /// Those without area.
    pub flat: Vec<u32>,
    /// The pairs that meet in more than what they share, sorted.
    pub pairs: Vec<[u32; 2]>,
}

/// `same` gives for each vertex the first one with the same coordinates.
pub(crate) fn self_crossings<V: Space3 + PairSpace>(mesh: &Mesh<V>, same: &[u32]) -> SelfCrossings {
    let (pose, bounds) = (Pose::IDENTITY, mesh.bounds());
    let place = Place::world(&pose);
    let largest = bounds.min.max_abs().max(bounds.max.max_abs()).to_f64();
    let unit = Unit::new([&place; 2], largest);
    let mut body = Body::new(mesh, &place, (&unit, Steps::UPWARDS));
    // In this order a triangle's place among the loaded ones is its number.
    let slots: Vec<usize> = (0..mesh.triangles().len()).map(|i| body.load(i)).collect();
    let is_flat = |i: &u32| body.facets[slots[*i as usize]].is_flat();
    let crosses = |&[i, j]: &[u32; 2]| {
        let corners = [i, j].map(|t| mesh.triangles()[t as usize].map(|v| same[v as usize]));
        let sites = [i, j].map(|t| body.corners_of(slots[t as usize]));
        let forms = [i, j].map(|t| &body.facets[slots[t as usize]].form);
        match shared(corners)[..] {
            [] => match met(sites, forms) {
                Met::Apart => false,
                Met::Along(_) => true,
                Met::Otherwise => meet_in_plane(sites),
            },
            [at] => meet_beside(sites, forms, at),
            [first, second] => is_folded(sites, forms[0], [first, second]),
            _ => false,
        }
    };
    let near = body.own_pairs_near().into_iter();
    let sound = near.filter(|pair| !pair.iter().any(is_flat));
    let mut pairs: Vec<[u32; 2]> = sound.filter(crosses).collect();
    pairs.sort_unstable();
    let flat = (0..slots.len() as u32).filter(is_flat).collect();
    SelfCrossings { flat, pairs }
}

/// The corners that two triangles share: which of the one, and which of the other.
fn shared(corners: [[u32; 3]; 2]) -> SmallVec<[[usize; 2]; 3]> {
    let all = (0..3).flat_map(|k| (0..3).map(move |l| [k, l]));
    all.filter(|[k, l]| corners[0][*k] == corners[1][*l]).collect()
}

/// Whether two triangles with a corner in common, given by its place in each, meet in more than that.
fn meet_beside(sites: [[&Site; 3]; 2], forms: [&Form; 2], at: [usize; 2]) -> bool {
    let corners = [from(sites[0], at[0]), from(sites[1], at[1])];
    // Both other corners on one side of the other plane: most neighbours are told apart by this.
    let is_aside = |which: usize| {
        let side = |k: usize| forms[which].plain_side(&sites[which], corners[1 - which][k]);
        let first = side(1);
        first != Ordering::Equal && side(2) == first
    };
    if is_aside(0) || is_aside(1) {
        return false;
    }
    match met(sites, forms) {
        Met::Apart => false,
        Met::Along([start, end]) => start != end,
        Met::Otherwise => angles_meet(corners),
    }
}

/// Whether the angles of two triangles of one plane, both at their first corner, have more than that corner
/// in common.
fn angles_meet([first, second]: [[&Site; 3]; 2]) -> bool {
    let (axes, turned) = projection(first);
    let other_turned = turn(second, axes);
    let holds = |[s, a, b]: [&Site; 3], turned: Ordering, p: &Site| {
        let fits = |sign: Ordering| sign == turned || sign == Ordering::Equal;
        fits(turn([s, a, p], axes)) && fits(turn([s, p, b], axes))
    };
    let in_first = second[1..].iter().any(|p| holds(first, turned, p));
    in_first || first[1..].iter().any(|p| holds(second, other_turned, p))
}

/// Whether two triangles with an edge in common lie in one plane on the same side of it.
fn is_folded(sites: [[&Site; 3]; 2], form: &Form, shared: [[usize; 2]; 2]) -> bool {
    let edge = shared.map(|k| sites[0][k[0]]);
    // The numbers of the corners of a triangle have the sum 3.
    let [p, q] = [0, 1].map(|which| sites[which][3 - shared[0][which] - shared[1][which]]);
    if form.plain_side(&sites[0], q) != Ordering::Equal {
        return false;
    }
    let (axes, side) = projection([edge[0], edge[1], p]);
    turn([edge[0], edge[1], q], axes) == side
}
