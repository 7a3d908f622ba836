//! Whether two cores overlap, by what was seen of them the last time.
//!
//! An axis parts them if the gap of the hulls along it is above the radii and the error bound; a tetrahedron
//! of differences of corners shows an overlap if the origin is deeper inside it than the error bound. Both as
//! the search itself ends (`by_kind.rs`), so what is recalled is as sure as what is found.

use glam::DVec3;

use super::by_kind;
use crate::math::Real;
use crate::pair::core_pair::{ConvexCore, CorePair};
use crate::pair::gjk_epa::gjk::{Outcome, unit};
use crate::pair::gjk_epa::simplex::{Simplex, Support};
use crate::pair::memory::{CORNERS, Memory, Witness};
use crate::shape::{Placed, Shape3, Space3};

/// Whether a pair of these is searched, so that there is something to remember.
pub(crate) fn is_searched<V: Space3>(a: &Shape3<V>, b: &Shape3<V>) -> bool {
    let is_hull = |shape: &Shape3<V>| matches!(shape, Shape3::Convex(_));
    let is_core = |shape: &Shape3<V>| {
        use Shape3::{Box, Capsule, Segment, Triangle};
        matches!(shape, Box(_) | Capsule(_) | Segment(_) | Triangle(_)) || is_hull(shape)
    };
    is_hull(a) && is_core(b) || is_core(a) && is_hull(b)
}

/// Whether the insides overlap: by the memory, else searched and then remembered.
pub(super) fn overlaps<V: Space3>(pair: &CorePair<'_, V>, memory: &mut Memory) -> Option<bool> {
    if let Some(known) = recalled(pair, memory) {
        return Some(known);
    }
    by_kind::others_overlap(pair, |outcome| *memory = seen(pair, outcome))
}

/// Whether an axis that was seen shows that the two are further apart than `margin`.
pub(crate) fn are_apart<V: Space3>(
    a: &Placed<'_, V>,
    b: &Placed<'_, V>,
    margin: V::Scalar,
    memory: &Memory,
) -> bool {
    let a = ConvexCore::new(*a);
    let b = ConvexCore::new(*b);
    let (Some(a), Some(b), Witness::Axis(axis)) = (&a, &b, memory.0) else {
        return false;
    };
    let pair = CorePair::new(a, b);
    gap(&pair, axis) > pair.radii() + pair.error + margin.to_f64()
}

fn recalled<V: Space3>(pair: &CorePair<'_, V>, memory: &Memory) -> Option<bool> {
    match memory.0 {
        Witness::Axis(axis) if gap(pair, axis) > pair.radii() + pair.error => Some(false),
        Witness::Simplex(corners) if depth(pair, corners)? > pair.error => Some(true),
        _ => None,
    }
}

/// The gap of the hulls along an axis of A's frame.
fn gap<V: Space3>(pair: &CorePair<'_, V>, axis: [f32; 3]) -> f64 {
    match unit(DVec3::from_array(axis.map(f64::from))) {
        Some(axis) => axis.dot(pair.support(axis).difference),
        None => -f64::INFINITY,
    }
}

/// How deep the origin is inside a tetrahedron of differences; `None` where there are no such corners.
fn depth<V: Space3>(pair: &CorePair<'_, V>, corners: [[u16; 2]; CORNERS]) -> Option<f64> {
    let counts = [pair.a.vertex_count(), pair.b.vertex_count()];
    let mut simplex = Simplex::EMPTY;
    for [i, j] in corners.map(|corner| corner.map(usize::from)) {
        if i >= counts[0] || j >= counts[1] {
            return None;
        }
        simplex.push(Support::new(pair.a.vertex(i), pair.placed_b(pair.b.vertex(j))));
    }
    Some(if simplex.reduce().inside {
        simplex.depth()
    } else {
        0.0
    })
}

/// What the end of a search shows.
fn seen<V: Space3>(pair: &CorePair<'_, V>, outcome: &Outcome<DVec3>) -> Memory {
    Memory(match outcome {
        Outcome::Separated(s, _) => Witness::Axis(s.axis.as_vec3().to_array()),
        Outcome::Unconverged(..) => Witness::None,
        Outcome::Overlapping(simplex) => corners_of(pair, simplex).map_or(Witness::None, Witness::Simplex),
    })
}

/// The corners of a tetrahedron, by number.
fn corners_of<V: Space3>(pair: &CorePair<'_, V>, simplex: &Simplex<DVec3>) -> Option<[[u16; 2]; CORNERS]> {
    let mut corners = [[0; 2]; CORNERS];
    for (k, corner) in corners.iter_mut().enumerate() {
        let support = simplex.corner(k)?;
        let i = (0..pair.a.vertex_count()).find(|&i| pair.a.vertex(i) == support.a)?;
        let j = (0..pair.b.vertex_count()).find(|&j| pair.placed_b(pair.b.vertex(j)) == support.b)?;
        *corner = [u16::try_from(i).ok()?, u16::try_from(j).ok()?];
    }
    Some(corners)
}
