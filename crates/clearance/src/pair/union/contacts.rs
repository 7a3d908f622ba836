//! The contact of every two parts, without those of inner edges (`inner_edges/`).

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::math::{Aabb, Vector};
use crate::pair::answer::{Clearance, Manifold, QueryError};
use crate::pair::inner_edges::{
    ContactOutcome, GroundContact, GroundSets, VisitSet, for_each_convex_near, resolve_inner_edges,
};
use crate::pair::near_parts::{for_each_near_pair, parts_against};
use crate::pair::order::order;
use crate::pair::table::PairSpace;
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

/// A contact, and all its points where they were detail for.
#[derive(Clone, Copy)]
struct FoundContact<V: Vector> {
    parts: [usize; 2],
    clearance: Clearance<V>,
    manifold: Option<Manifold<V>>,
}

/// The contacts of all two parts no further apart than `within`, without those of inner edges.
pub(in crate::pair) fn contacts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
) -> Result<Vec<PartContact<V>>, QueryError> {
    let contact = |f: &FoundContact<V>| PartContact {
        parts: f.parts,
        clearance: f.clearance,
    };
    Ok(found_contacts(a, b, within, false)?.iter().map(contact).collect())
}

/// The same with all their points.
pub(in crate::pair) fn manifolds<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
) -> Result<Vec<PartManifold<V>>, QueryError> {
    let with_points = |f: &FoundContact<V>| {
        let parts = f.parts;
        f.manifold.map(|manifold| PartManifold { parts, manifold })
    };
    Ok(found_contacts(a, b, within, true)?
        .iter()
        .filter_map(with_points)
        .collect())
}

/// What is no inner edge, with its points where they are detail for.
fn found_contacts<V: PairSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
    within: V::Scalar,
    points: bool,
) -> Result<Vec<FoundContact<V>>, QueryError> {
    let (a, b) = (a.simplest(), b.simplest());
    let mut all = Vec::new();
    for_each_near_pair(a, b, within, &mut |p, q, parts| {
        let before = all.len();
        if !(p.shape.is_convex() && q.shape.is_convex()) {
            // A part that is made of parts has as many contacts as these.
            all.extend(
                found_contacts(p, q, within, points)?
                    .iter()
                    .map(|f| FoundContact { parts, ..*f }),
            );
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
    // From one side always, as the clearance itself.
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
        let touches: Vec<_> = group.iter().map(|&i| all[i].touch(side)).collect();
        let ground = PartsOf {
            own,
            parts,
            numbers: group.iter().map(|&i| all[i].parts[side]).collect(),
        };
        let resolve_inner_edges =
            |slider: Placed<'_, V>| resolve_inner_edges(slider, slider.aabb(), &ground, &touches, within);
        let outcomes = match parts_against(other, own) {
            Some(sliders) => {
                let part = sliders.part(all[group[0]].parts[1 - side]);
                part.placed_in(&other.place, resolve_inner_edges)
            }
            None => resolve_inner_edges(other),
        };
        for (outcome, &i) in outcomes.into_iter().flatten().zip(group) {
            resolved[i] = all[i].resolved(outcome, side);
        }
    }
    resolved.into_iter().flatten().collect()
}

impl<V: Vector> FoundContact<V> {
    /// As the slider sees it, the ground being the parts of one side.
    fn touch(&self, side: usize) -> GroundContact<V> {
        let (c, manifold) = match side {
            0 => (self.clearance, self.manifold),
            _ => (self.clearance.mirrored(), self.manifold.map(Manifold::mirrored)),
        };
        GroundContact {
            normal: c.normal,
            distance: c.distance,
            point: c.point_a,
            manifold,
        }
    }
    fn resolved(self, outcome: ContactOutcome<V>, side: usize) -> Option<Self> {
        match outcome {
            ContactOutcome::Keep => Some(self),
            ContactOutcome::Drop(_) => None,
            ContactOutcome::Replace(manifold) => {
                let c = GroundContact::of(&manifold)?.clearance();
                let (clearance, manifold) = match side {
                    0 => (c, manifold),
                    _ => (c.mirrored(), manifold.mirrored()),
                };
                Some(Self {
                    clearance,
                    manifold: self.manifold.map(|_| manifold),
                    ..self
                })
            }
        }
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
        let part = self.parts.part_boxes().boxes()[self.numbers[i]];
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
