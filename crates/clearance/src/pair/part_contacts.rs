//! The questions that are answered part by part: all contacts of two shapes, each with its own normal, except
//! those of inner edges (`inner_edges/`).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::answer::{Clearance, Manifold, QueryError};
use super::ask::table::PairSpace;
use super::inner_edges::{
    ContactOutcome, GroundContact, GroundSets, VisitSet, for_each_convex_near, resolve_inner_edges,
};
use super::near_parts::{parts_against, try_for_each_near_pair};
use super::order::order;
use crate::math::{Aabb, Real, Vector};
use crate::shape::{AnyShape, BoundedFrame, Parts, Placed};

/// Where two parts of two shapes touch or are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartContact<V: Vector> {
    /// Which parts; 0 for a shape that is a single convex set.
    pub parts: [usize; 2],
    /// The clearance of the two; at an inner edge that along the normal of the whole.
    pub clearance: Clearance<V>,
}

/// All contact points of two parts of two shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartManifold<V: Vector> {
    /// Which parts; 0 for a shape that is a single convex set.
    pub parts: [usize; 2],
    /// Where they touch; at an inner edge along the normal of the whole.
    pub manifold: Manifold<V>,
}

/// The contacts of all two parts of two shapes that are no further apart than `within` (not negative), each
/// with its own normal: what a character or a body that rests on many faces needs, where
/// [`manifold`](crate::manifold) has one normal for all.
///
/// There are no ghost contacts, as at the inner edges of a floor of many parts: where the shortest way out of
/// a part leads into another part of the same shape, its contact is replaced by one along a normal that
/// stays, or left out where another contact covers it. Gaps up to 1/4096 and steps up to 2^-20 of the smaller
/// of the two parts' extents count as none. A part that is itself made of parts, such as a mesh in a
/// compound, has the contacts of its parts. There is no such promise for flat shapes that have sunk into a
/// mesh of space, because the shortest way out of two flat parts may lead anywhere, nor for parts with faces
/// of more than 64 directions where all contacts lead into other parts.
///
/// The order is that of the shapes' trees; `contacts(b, a, within)` are the same in the same order, mirrored.
/// The cost is a clearance for each two parts and a walk to the parts beside each contact; a contact that is
/// hidden there costs some ten clearances more.
///
/// Errors: those of [`clearance`](crate::clearance), and a distance that is negative or not finite.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, pair::contacts};
/// let corners = [(0.0, 0.0), (0.0, 4.0), (4.0, 4.0), (4.0, 0.0)].map(|(x, z)| DVec3::new(x, 0.0, z));
/// let floor = Shape::mesh(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]])?;
/// let (ball, above) = (Shape::sphere(1.0)?, Pose::at(DVec3::new(1.9, 1.0, 2.1))?);
/// let (floor, ball) = (Placed::new(&floor, &Pose::IDENTITY), Placed::new(&ball, &above));
/// let found = contacts(floor, ball, 0.125)?; // the other triangle is near, too, but only by its inner edge
/// assert_eq!((found.len(), found[0].clearance.normal), (1, DVec3::Y));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn contacts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
) -> Result<Vec<PartContact<V>>, QueryError> {
    let is_swapped = order(a, b).is_gt();
    let (a, b) = if is_swapped { (b, a) } else { (a, b) };
    let mut found = checked_contacts(a, b, within, false)?;
    if is_swapped {
        found.iter_mut().for_each(FoundContact::mirror);
    }
    let contact = |&FoundContact { parts, clearance, .. }: &_| PartContact { parts, clearance };
    Ok(found.iter().map(contact).collect())
}

/// The [`contacts`] of all two parts with all their points, at most 2 in 2D and 4 in 3D for each.
///
/// Costs one manifold more for each contact. Errors: those of [`contacts`].
pub fn part_manifolds<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
) -> Result<Vec<PartManifold<V>>, QueryError> {
    let found = checked_contacts(a, b, within, true)?;
    let with_points =
        |&FoundContact { parts, manifold, .. }: &_| manifold.map(|manifold| PartManifold { parts, manifold });
    Ok(found.iter().filter_map(with_points).collect())
}

fn checked_contacts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
    points: bool,
) -> Result<Vec<FoundContact<V>>, QueryError> {
    if !within.is_finite() || within < Real::ZERO {
        return Err(QueryError::NotFinite("within"));
    }
    found_contacts(a, b, within, points)
}

/// A contact, and all its points where they were asked for.
#[derive(Clone, Copy)]
struct FoundContact<V: Vector> {
    parts: [usize; 2],
    clearance: Clearance<V>,
    manifold: Option<Manifold<V>>,
}

/// The contacts of all two parts no further apart than `within`, without those of inner edges.
fn found_contacts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
    points: bool,
) -> Result<Vec<FoundContact<V>>, QueryError> {
    let (a, b) = (a.simplest(), b.simplest());
    let mut all = Vec::new();
    try_for_each_near_pair(a, b, within, &mut |p, q, parts| {
        let before = all.len();
        if !(p.shape.is_convex() && q.shape.is_convex()) {
            // A part that is made of parts has as many contacts as these.
            let found = found_contacts(p, q, within, points)?;
            all.extend(found.iter().map(|f| FoundContact { parts, ..*f }));
        }
        if all.len() == before {
            let clearance = crate::pair::clearance(p, q)?;
            if clearance.distance <= within {
                let manifold = points.then(|| crate::pair::manifold(p, q, within)).transpose()?;
                all.push(FoundContact {
                    parts,
                    clearance,
                    manifold,
                });
            }
        }
        Ok(true)
    })?;
    // Always from the same side first, so that the mirrored question has the mirrored answer.
    let sides = if order(a, b).is_gt() { [1, 0] } else { [0, 1] };
    for side in sides {
        let [own, other] = if side == 0 { [a, b] } else { [b, a] };
        if let Some(parts) = parts_against(own, other) {
            all = without_inner_edges(all, side, (own, parts), other, within);
        }
    }
    Ok(all)
}

/// The contacts that stay where the parts of one side are the ground, and each part of the other a slider.
fn without_inner_edges<V: PairSpace>(
    all: Vec<FoundContact<V>>,
    side: usize,
    (own, parts): (Placed<'_, V>, &dyn Parts<V>),
    other: Placed<'_, V>,
    within: V::Scalar,
) -> Vec<FoundContact<V>> {
    let mut order: Vec<_> = (0..all.len()).collect();
    order.sort_by_key(|&i| (all[i].parts[1 - side], all[i].parts[side]));
    let mut resolved: Vec<_> = all.iter().copied().map(Some).collect();
    for group in order.chunk_by(|&i, &j| all[i].parts[1 - side] == all[j].parts[1 - side]) {
        let touches: Vec<_> = group.iter().map(|&i| all[i].seen_from(side)).collect();
        let ground = PartsOf {
            own,
            parts,
            numbers: group.iter().map(|&i| all[i].parts[side]).collect(),
        };
        let resolve =
            |slider: Placed<'_, V>| resolve_inner_edges(slider, slider.aabb(), &ground, &touches, within);
        let outcomes = match parts_against(other, own) {
            Some(sliders) => {
                let part = sliders.part(all[group[0]].parts[1 - side]);
                part.placed_in(&other.place, resolve)
            }
            None => resolve(other),
        };
        for (outcome, &i) in outcomes.into_iter().flatten().zip(group) {
            resolved[i] = all[i].resolved(outcome, side);
        }
    }
    resolved.into_iter().flatten().collect()
}

impl<V: Vector> FoundContact<V> {
    fn mirror(&mut self) {
        self.parts.reverse();
        self.clearance = self.clearance.mirrored();
        self.manifold = self.manifold.map(Manifold::mirrored);
    }
    /// The same contact with the ground, which is the parts of one side, as A.
    fn seen_from(&self, side: usize) -> GroundContact<V> {
        let mut seen = *self;
        if side == 1 {
            seen.mirror();
        }
        GroundContact {
            normal: seen.clearance.normal,
            distance: seen.clearance.distance,
            point: seen.clearance.point_a,
            manifold: seen.manifold,
        }
    }
    fn resolved(mut self, outcome: ContactOutcome<V>, side: usize) -> Option<Self> {
        match outcome {
            ContactOutcome::Keep => {}
            ContactOutcome::Drop(_) => return None,
            ContactOutcome::Replace(manifold) => {
                let clearance = GroundContact::of(&manifold)?.clearance();
                let is_swapped = side == 1;
                let manifold = if is_swapped { manifold.mirrored() } else { manifold };
                self.clearance = if is_swapped {
                    clearance.mirrored()
                } else {
                    clearance
                };
                self.manifold = self.manifold.map(|_| manifold);
            }
        }
        Some(self)
    }
}

/// Parts of one shape, by their numbers.
struct PartsOf<'a, V: PairSpace> {
    own: Placed<'a, V>,
    parts: &'a dyn Parts<V>,
    numbers: Vec<usize>,
}

impl<V: PairSpace> GroundSets<V> for PartsOf<'_, V> {
    fn with<R>(&self, i: usize, ask: impl FnOnce(Placed<'_, V>) -> R) -> R {
        self.parts.part(self.numbers[i]).placed_in(&self.own.place, ask)
    }
    fn aabb(&self, i: usize) -> Aabb<V> {
        let part = self.parts.part_boxes().aabb(self.numbers[i]);
        BoundedFrame::of(&self.own.place).turned_box(part)
    }
    fn each_near(&self, i: usize, point: V, gap: V::Scalar, visit: VisitSet<'_, V>) -> ControlFlow<()> {
        let around = Aabb {
            min: point,
            max: point,
        };
        for_each_convex_near(self.own, Some(self.numbers[i]), &around.inflated(gap), visit)
    }
}
