//! Every two parts of two shapes whose boxes are near each other; the nearest two (`nearest.rs`), and the two
//! that overlap most (`deepest.rs`).

pub(super) mod deepest;
pub(crate) mod facet_distance;
mod few_parts;
pub(super) mod nearest;
mod nearest_facets;
mod plane_limits;

use core::ops::ControlFlow;

use crate::math::{Aabb, Place, Pose};
use crate::pair;
use crate::pair::answer::{QueryError, Relation};
use crate::pair::ask::table::PairSpace;
use crate::shape::{AnyShape, Border, BoundedFrame, PartBoxes, Parts, Placed};

/// Visits two parts, given with their indices, and answers whether to go on.
pub(in crate::pair) type Visit<'v, V> =
    &'v mut dyn FnMut(Placed<'_, V>, Placed<'_, V>, [usize; 2]) -> Result<bool, QueryError>;
/// Visits two parts, given with their indices.
type VisitPair<'v, V> = &'v mut dyn FnMut(Placed<'_, V>, Placed<'_, V>, [usize; 2]) -> ControlFlow<()>;

/// The parts into which `own` is divided when it meets `other`; `None` where it stays whole. A convex shape
/// always does; a solid or surface does where the other is a compound, whose parts then meet all of it.
pub(in crate::pair) fn parts_against<'a, V: PairSpace>(
    own: Placed<'a, V>,
    other: Placed<'_, V>,
) -> Option<&'a dyn Parts<V>> {
    own.shape
        .parts()
        .filter(|p| p.holds_any_shape() || !is_compound(other))
}

/// A shape of facets at its place.
pub(in crate::pair) type Facets<'a, V> = (Placed<'a, V>, &'a dyn Border<V>);

/// In space, of two shapes one of which has facets, and the other is not made of parts: which has facets (0
/// or 1), and these. `None` for all others.
pub(in crate::pair) fn facets_beside<'a, V: PairSpace>(
    shapes: [Placed<'a, V>; 2],
) -> Option<(usize, Facets<'a, V>)> {
    let side = usize::from(shapes[0].shape.parts().is_none());
    if V::DIM != 3 || shapes[1 - side].shape.parts().is_some() {
        return None;
    }
    Some((side, (shapes[side], shapes[side].shape.parts()?.facets()?)))
}

/// Of a polytope of no more corners all are looked at beside each facet; of more, a search is quicker.
pub(in crate::pair) const FEW_CORNERS: usize = 32;

/// Calls `visit` with every two parts whose boxes are within `margin` of each other.
pub(in crate::pair) fn for_each_near_pair<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
    visit: VisitPair<'_, V>,
) -> ControlFlow<()> {
    match [parts_against(a, b), parts_against(b, a)] {
        [None, None] => visit(a, b, [0, 0]),
        [Some(parts), None] => each_meeting(a, parts, &b.aabb().inflated(margin), &mut |p, i| {
            visit(p, b, [i, 0])
        }),
        [None, Some(parts)] => each_meeting(b, parts, &a.aabb().inflated(margin), &mut |q, j| {
            visit(a, q, [0, j])
        }),
        [Some(p), Some(q)] => {
            let boxes = [p.part_boxes(), q.part_boxes()];
            PartBoxes::meeting_pairs(boxes, [&a.place, &b.place], margin, &mut |i, j| {
                p.part(i).placed_in(&a.place, |p| {
                    q.part(j).placed_in(&b.place, |q| visit(p, q, [i, j]))
                })
            })
        }
    }
}

/// The same until `visit` answers `false` or fails.
pub(in crate::pair) fn try_for_each_near_pair<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    margin: V::Scalar,
    visit: Visit<'_, V>,
) -> Result<(), QueryError> {
    let mut result = Ok(());
    let _ = for_each_near_pair(a, b, margin, &mut |p, q, at| match visit(p, q, at) {
        Ok(true) => ControlFlow::Continue(()),
        Ok(false) => ControlFlow::Break(()),
        Err(error) => {
            result = Err(error);
            ControlFlow::Break(())
        }
    });
    result
}

/// Calls `visit` with every two parts for whose boxes in the world `near` holds; where it holds for two boxes
/// it must also hold for larger ones. A shape without parts is its own single part.
pub(crate) fn for_each_pair<V: PairSpace>(
    [a, b]: [Placed<'_, V>; 2],
    parts: [Option<&dyn Parts<V>>; 2],
    near: &impl Fn(&Aabb<V>, &Aabb<V>) -> bool,
    visit: VisitPair<'_, V>,
) -> ControlFlow<()> {
    match parts {
        [None, None] => visit(a, b, [0, 0]),
        [Some(parts), None] => {
            let whole = b.aabb();
            each_passing(a, parts, &|p| near(p, &whole), &mut |p, i| visit(p, b, [i, 0]))
        }
        [None, Some(parts)] => {
            let whole = a.aabb();
            each_passing(b, parts, &|q| near(&whole, q), &mut |q, j| visit(a, q, [0, j]))
        }
        [Some(a_parts), Some(b_parts)] => {
            let frames = [BoundedFrame::of(&a.place), BoundedFrame::of(&b.place)];
            a_parts.part_boxes().pairs(
                b_parts.part_boxes(),
                &|p, q| near(&frames[0].turned_box(*p), &frames[1].turned_box(*q)),
                &mut |i, j| {
                    a_parts.part(i).placed_in(&a.place, |p| {
                        b_parts.part(j).placed_in(&b.place, |q| visit(p, q, [i, j]))
                    })
                },
            )
        }
    }
}

/// Calls `visit` with every part of `a` whose box in the world passes the test.
fn each_passing<V: PairSpace>(
    a: Placed<'_, V>,
    parts: &dyn Parts<V>,
    test: &impl Fn(&Aabb<V>) -> bool,
    visit: &mut dyn FnMut(Placed<'_, V>, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let frame = BoundedFrame::of(&a.place);
    parts
        .part_boxes()
        .passing(&|p| test(&frame.turned_box(*p)), &mut |i| {
            parts.part(i).placed_in(&a.place, |p| visit(p, i))
        })
}

/// Calls `visit` with every part of `a` whose box in the world meets `query`.
fn each_meeting<V: PairSpace>(
    a: Placed<'_, V>,
    parts: &dyn Parts<V>,
    query: &Aabb<V>,
    visit: &mut dyn FnMut(Placed<'_, V>, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    parts.part_boxes().meeting(&a.place, query, &mut |i| {
        parts.part(i).placed_in(&a.place, |p| visit(p, i))
    })
}

/// Asks `question` about two parts of two shapes, by their indices as [`for_each_near_pair`] gives them.
pub(in crate::pair) fn of_two_parts<V: PairSpace, R>(
    [a, b]: [Placed<'_, V>; 2],
    [i, j]: [usize; 2],
    question: impl FnOnce(Placed<'_, V>, Placed<'_, V>) -> R,
) -> R {
    let (p, q) = (parts_against(a, b), parts_against(b, a));
    let with_p = |p: Placed<'_, V>| match q {
        Some(parts) => parts.part(j).placed_in(&b.place, |q| question(p, q)),
        None => question(p, b),
    };
    match p {
        Some(parts) => parts.part(i).placed_in(&a.place, with_p),
        None => with_p(a),
    }
}

/// The relation of two shapes as far as it is needed to know whether they meet: `Touching` or `Disjoint`.
pub(in crate::pair) fn meeting<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Relation {
    if pair::intersects(a, b) {
        Relation::Touching
    } else {
        Relation::Disjoint
    }
}

/// Of more parts than this a region of the plane is looked at by the edges of its border: parts of a region
/// with many corners are long and thin, and their boxes are near each other everywhere.
const FEW_PARTS: usize = 64;

/// Whether a region of the plane has more parts than are looked at one by one.
pub(in crate::pair) fn has_many_parts<V: PairSpace>(parts: &dyn Parts<V>) -> bool {
    parts.part_count() > FEW_PARTS
}

/// Whether a shape is a compound, whose parts may be of any kind.
pub(in crate::pair) fn is_compound<V: PairSpace>(placed: Placed<'_, V>) -> bool {
    placed.shape.parts().is_some_and(Parts::holds_any_shape)
}

/// Whether neither of two shapes is made of parts.
pub(in crate::pair) fn are_single<V: PairSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> bool {
    a.shape.parts().is_none() && b.shape.parts().is_none()
}

/// Asks `question` about a point of the world, as a shape.
pub(in crate::pair) fn at_world_point<V: PairSpace, R>(
    point: V,
    question: impl FnOnce(Placed<'_, V>) -> R,
) -> R {
    at_point(point, &Place::world(&Pose::IDENTITY), question)
}

/// Asks `question` about the point `p` of a frame at `place`, as a shape.
pub(in crate::pair) fn at_point<V: PairSpace, R>(
    p: V,
    place: &Place<'_, V>,
    question: impl FnOnce(Placed<'_, V>) -> R,
) -> R {
    let shape = V::Shape::point();
    // A coordinate of a shape is within the range of poses, so this does not fail.
    let pose = Pose::at(p).unwrap_or(Pose::IDENTITY);
    question(Placed {
        shape: &shape,
        place: Place {
            pose: &pose,
            outer: Some(place),
        },
    })
}
