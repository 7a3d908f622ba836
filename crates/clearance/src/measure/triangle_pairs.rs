//! Which triangles of two shapes meet, and along which segments.
//!
//! Source: Guigue and Devillers, "Fast and robust triangle-triangle overlap test using orientation
//! predicates", 2003. Idea: two triangles in different planes meet each other's plane in intervals of the
//! line common to both planes. Each interval lies between two edges from one corner, and the order of an end
//! of the one and an end of the other is the sign of the volume of a tetrahedron over two edges. So it is
//! decided without a computed point whether the intervals overlap, touch in a point, or miss each other.
//! Where we differ: zeros are signs like others, so that touching is decided as well. Triangles in one plane
//! are decided there, and those without area as shapes.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::exact::number::round::times_power_of_two;
use crate::math::{Real, Vector};
use crate::measure::facets::body::Body;
use crate::measure::facets::determinants::volume;
use crate::measure::facets::fine::View;
use crate::measure::facets::signs::{Form, Steps};
use crate::measure::facets::site::{Site, Unit};
use crate::measure::in_plane::meet_in_plane;
use crate::pair::{PairSpace, are_wholes_apart, intersects};
use crate::shape::{Border, Placed};

/// The triangles of two shapes that meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TriangleMeetings<V> {
    /// A triangle of the first shape and one of the second that have a point in common, touching included;
    /// sorted.
    pub pairs: Vec<[u32; 2]>,
    /// For each pair the segment that they have in common, if asked for: twice the same point where that is
    /// all, `None` for triangles in one plane and for those without area.
    pub segments: Vec<Option<[V; 2]>>,
    /// The pairs without a segment, if segments were asked for; sorted.
    pub coplanar: Vec<[u32; 2]>,
}

/// How two triangles meet.
pub(super) enum Met {
    Apart,
    /// Where the two ends of the common segment come from.
    Along([End; 2]),
    /// Not in a segment of the line common to both planes: both are in one plane, or one has no area.
    Otherwise,
}

/// The point where the line of an edge of one triangle meets the plane of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct End {
    /// Whose edge it is.
    which: usize,
    /// The corners of the edge.
    edge: [usize; 2],
    /// On which side of the other plane the edge goes.
    way: Ordering,
}

/// What a triangle has in common with the line of both planes, in the direction of that line.
#[derive(Clone, Copy, Debug)]
struct Interval {
    ends: [End; 2],
    is_point: bool,
}

pub(super) fn meetings_of<V: PairSpace>(
    a: (Placed<'_, V>, &dyn Border<V>),
    b: (Placed<'_, V>, &dyn Border<V>),
    with_segments: bool,
) -> TriangleMeetings<V> {
    let boxes = [&a, &b].map(|x| x.0.aabb());
    if !boxes[0].overlaps(&boxes[1]) || are_wholes_apart(a, b) {
        return collected(Vec::new(), with_segments);
    }
    let largest = boxes.iter().fold(0.0, |m: f64, b| {
        m.max(b.min.max_abs().max(b.max.max_abs()).to_f64())
    });
    let unit = Unit::new([&a.0.place, &b.0.place], largest);
    let mut bodies = [
        Body::new(a.1, &a.0.place, (&unit, Steps::UPWARDS)),
        Body::new(b.1, &b.0.place, (&unit, Steps::UPWARDS)),
    ];
    let view = View {
        middle: [0.0; 3],
        factor: 1.0,
    };
    let mut found = Vec::new();
    for [i, j] in bodies[0].pairs_near(&bodies[1]) {
        let [first, second] = &mut bodies;
        let slots = [first.load(i), second.load(j)];
        let corners = [first.corners_of(slots[0]), second.corners_of(slots[1])];
        let facets = [&first.facets[slots[0]], &second.facets[slots[1]]];
        let segment = match met(corners, facets.map(|facet| &facet.form)) {
            Met::Apart => continue,
            Met::Otherwise => {
                let has_flat = facets.iter().any(|facet| facet.is_flat());
                let meet = match has_flat {
                    true => meet_as_shapes(&a, &b, [i, j]),
                    false => meet_in_plane(corners),
                };
                if !meet {
                    continue;
                }
                None
            }
            Met::Along(ends) => Some(ends)
                .filter(|_| with_segments)
                .map(|ends| ends.map(|end| point(end, corners, &view, &unit))),
        };
        found.push(([i as u32, j as u32], segment));
    }
    found.sort_unstable_by_key(|(pair, _)| *pair);
    collected(found, with_segments)
}

fn collected<V: Vector>(found: Vec<([u32; 2], Option<[V; 2]>)>, with_segments: bool) -> TriangleMeetings<V> {
    let mut all = TriangleMeetings {
        pairs: found.iter().map(|(pair, _)| *pair).collect(),
        segments: Vec::new(),
        coplanar: Vec::new(),
    };
    if with_segments {
        let without = found.iter().filter(|(_, segment)| segment.is_none());
        all.coplanar = without.map(|(pair, _)| *pair).collect();
        all.segments = found.into_iter().map(|(_, segment)| segment).collect();
    }
    all
}

fn meet_as_shapes<V: PairSpace>(
    a: &(Placed<'_, V>, &dyn Border<V>),
    b: &(Placed<'_, V>, &dyn Border<V>),
    [i, j]: [usize; 2],
) -> bool {
    a.1.facet(i).placed_in(&a.0.place, |p| {
        b.1.facet(j).placed_in(&b.0.place, |q| intersects(p, q))
    })
}

/// The corner whose two edges meet the other plane, and whether it is outside (`Greater`), inside, or in that
/// plane alone.
fn apex(sides: [Ordering; 3]) -> Option<(usize, Ordering)> {
    let count = |s| sides.iter().filter(|x| **x == s).count();
    let only = |s| sides.iter().position(|x| *x == s).map(|k| (k, s));
    match (
        count(Ordering::Less),
        count(Ordering::Equal),
        count(Ordering::Greater),
    ) {
        (_, 3, _) | (3, ..) | (.., 3) => None,
        // A corner in the plane, both others on one side.
        (2, 1, _) | (_, 1, 2) => only(Ordering::Equal),
        (1, _, _) => only(Ordering::Less),
        _ => only(Ordering::Greater),
    }
}

/// How two triangles meet, which may have corners in common.
pub(super) fn met(corners: [[&Site; 3]; 2], forms: [&Form; 2]) -> Met {
    let are_flat = forms.map(|form| form.tilt == Ordering::Equal);
    let sides = |which: usize| {
        let other = 1 - which;
        corners[which].map(|p| forms[other].plain_side(&corners[other], p))
    };
    let on_one_side = |s: &[Ordering; 3]| s[0] != Ordering::Equal && s[1] == s[0] && s[2] == s[0];
    let (of_first, of_second) = (sides(0), sides(1));
    if (!are_flat[1] && on_one_side(&of_first)) || (!are_flat[0] && on_one_side(&of_second)) {
        return Met::Apart;
    }
    let (false, false, Some(p), Some(q)) = (are_flat[0], are_flat[1], apex(of_first), apex(of_second)) else {
        return Met::Otherwise;
    };
    let first = interval(0, p, &of_first);
    let second = interval(1, q, &of_second);
    let [start, end] = second.ends;
    // The direction of the common line is that for the first triangle.
    let second = Interval {
        ends: [end, start],
        ..second
    };
    overlap(corners, first, second)
}

/// The direction is that of the cross product of the triangle's own normal and the other one.
fn interval(which: usize, (apex, side): (usize, Ordering), sides: &[Ordering; 3]) -> Interval {
    let end = |other: usize| End {
        which,
        edge: [apex, other],
        way: if side == Ordering::Equal {
            sides[other]
        } else {
            side.reverse()
        },
    };
    let (next, last) = (end((apex + 1) % 3), end((apex + 2) % 3));
    Interval {
        // The line leaves the triangle through the edge that goes down from a corner above the other plane.
        ends: if side == Ordering::Greater {
            [last, next]
        } else {
            [next, last]
        },
        is_point: side == Ordering::Equal,
    }
}

/// How the intervals of both triangles on the common line overlap.
fn overlap(corners: [[&Site; 3]; 2], first: Interval, second: Interval) -> Met {
    // Whether an end of the second interval comes after one of the first.
    let order = |x: End, y: End| {
        let [e, f] = [x, y].map(|end| end.edge.map(|k| corners[end.which][k]));
        let sign = volume([e[0], e[1], f[0], f[1]]);
        if x.way == y.way { sign } else { sign.reverse() }
    };
    let ([start, end], [other_start, other_end]) = (first.ends, second.ends);
    let (before, after) = (order(start, other_end), order(end, other_start));
    if before == Ordering::Less || after == Ordering::Greater {
        return Met::Apart;
    }
    if before == Ordering::Equal || first.is_point {
        return Met::Along([start; 2]);
    }
    if after == Ordering::Equal {
        return Met::Along([end; 2]);
    }
    if second.is_point {
        return Met::Along([other_start; 2]);
    }
    let later = if order(start, other_start) == Ordering::Greater {
        other_start
    } else {
        start
    };
    let earlier = if order(end, other_end) == Ordering::Less {
        other_end
    } else {
        end
    };
    Met::Along([later, earlier])
}

fn point<V: Vector>(end: End, corners: [[&Site; 3]; 2], view: &View, unit: &Unit) -> V {
    let edge = end.edge.map(|k| corners[end.which][k]);
    let (_, p) = view.crossing(edge, &corners[1 - end.which]);
    let origin = unit.rounded_origin();
    V::from_fn(|i| V::Scalar::lit(times_power_of_two(p[i] + origin[i], unit.exponent)))
}
