//! Whether two triangles of space meet, where their world corners are floats: by exact orientation tests.
//!
//! Triangles of two meshes that lie face on face touch by the thousand, and floats decide none of them. The
//! integers of `exact/` take some 5 microseconds for a pair of them, these tests a fraction of one.
//!
//! Source: Guigue and Devillers, "Fast and robust triangle-triangle overlap test using orientation
//! predicates" (2003). Both planes meet in a line, which each triangle crosses in an interval. A triangle has
//! one corner alone on its side of the other's plane; a corner in the plane counts to either side. Two more
//! orientations tell whether the intervals have a point in common. Of two triangles in one plane, an edge of
//! either separates them or none does.
//!
//! Limits: both triangles must have an area; else the answer is `None`.

use core::cmp::Ordering;

use crate::exact::orientation::{is_usual, orient2d, orient3d, sign};
use crate::exact::place::ExactFrame;
use crate::math::{Place, Real};
use crate::shape::{Core, ShapeSpace};

type Corners = [[f64; 3]; 3];
/// A corner that is alone on its side of a plane, and whether that side is above.
type LoneCorner = (usize, bool);

/// The corners of a triangle in the world; `None` for other cores, and where a corner is not exactly a float
/// of a usual size.
pub(super) fn corners<V: ShapeSpace, const D: usize>(
    core: &Core<'_, V>,
    place: &Place<'_, V>,
) -> Option<Corners> {
    let [a, b, c] = core.vertices[..] else {
        return None;
    };
    if D != 3 || core.radius != Real::ZERO {
        return None;
    }
    let frame = ExactFrame::<D>::new(place);
    let mut corners = [[0.0; 3]; 3];
    for (to, from) in corners.iter_mut().zip([a, b, c]) {
        let world = frame.float_point(from)?;
        *to = core::array::from_fn(|i| world[i % D]);
    }
    corners.iter().flatten().all(|&x| is_usual(x)).then_some(corners)
}

/// Whether two triangles have a point in common; `None` where one has no area.
pub(super) fn meet(a: &Corners, b: &Corners) -> Option<bool> {
    let (of_a, of_b) = (sides(b, a), sides(a, b));
    if on_one_side(of_a) || on_one_side(of_b) {
        return Some(false);
    }
    match (alone(of_a), alone(of_b)) {
        (Some(p), Some(q)) => Some(intervals_meet((a, p), (b, q))),
        (None, None) => meet_in_plane(a, b),
        _ => None,
    }
}

/// On which side of the plane of a triangle the corners of another are.
fn sides([a, b, c]: &Corners, of: &Corners) -> [Ordering; 3] {
    of.map(|p| sign(orient3d([*a, *b, *c, p])))
}

fn on_one_side(sides: [Ordering; 3]) -> bool {
    sides[0] != Ordering::Equal && sides.iter().all(|s| *s == sides[0])
}

/// The corner that is alone on one side of a plane, and whether that side is above. A corner in the plane
/// counts to the side where that makes one alone. `None` where all three are in the plane.
fn alone(sides: [Ordering; 3]) -> Option<LoneCorner> {
    let find = |side| sides.iter().position(|s| *s == side);
    let count = |side| sides.iter().filter(|s| **s == side).count();
    match (count(Ordering::Greater), count(Ordering::Less)) {
        (0, 0) => None,
        (1, _) => Some((find(Ordering::Greater)?, true)),
        (_, 1) => Some((find(Ordering::Less)?, false)),
        // Two are on one side, and the third is in the plane.
        (above, _) => Some((find(Ordering::Equal)?, above == 0)),
    }
}

/// Whether the intervals on the common line of two planes have a point in common.
fn intervals_meet((a, p): (&Corners, LoneCorner), (b, q): (&Corners, LoneCorner)) -> bool {
    let turns = |[p, own, u, v]: [usize; 4]| orient3d([a[p], a[own], b[u], b[v]]) <= 0.0;
    orders_of_ends(p, q).into_iter().all(turns)
}

/// Two corners of A, then two of B, each time: the intervals on the common line overlap where both tetrahedra
/// are turned clockwise, and touch where one of them is flat instead.
pub(in crate::pair) fn orders_of_ends((p, p_above): LoneCorner, (q, q_above): LoneCorner) -> [[usize; 4]; 2] {
    // The formulas are for both lone corners above the other's plane; where one is below, the order of the
    // other triangle's corners is reversed.
    let next = |k: usize, straight: bool| if straight { (k + 1) % 3 } else { (k + 2) % 3 };
    [
        [p, next(p, q_above), q, next(q, p_above)],
        [p, next(p, !q_above), next(q, !p_above), q],
    ]
}

/// Of two triangles in one plane.
fn meet_in_plane(a: &Corners, b: &Corners) -> Option<bool> {
    let kept = [[1, 2], [2, 0], [0, 1]];
    let flat = |t: &Corners, axes: [usize; 2]| t.map(|p| axes.map(|k| p[k]));
    let has_area = |axes: &[usize; 2]| orient2d(flat(a, *axes)) != 0.0;
    let axes = kept.into_iter().find(has_area)?;
    let [a, b] = [
        counter_clockwise(flat(a, axes))?,
        counter_clockwise(flat(b, axes))?,
    ];
    Some(!has_separating_edge(a, b) && !has_separating_edge(b, a))
}

/// `None` without an area.
fn counter_clockwise([a, b, c]: [[f64; 2]; 3]) -> Option<[[f64; 2]; 3]> {
    match sign(orient2d([a, b, c])) {
        Ordering::Greater => Some([a, b, c]),
        Ordering::Less => Some([a, c, b]),
        Ordering::Equal => None,
    }
}

/// Whether all of `b` is strictly to the right of an edge of `a`, which is counter-clockwise.
fn has_separating_edge(a: [[f64; 2]; 3], b: [[f64; 2]; 3]) -> bool {
    (0..3).any(|k| b.iter().all(|p| orient2d([a[k], a[(k + 1) % 3], *p]) < 0.0))
}
