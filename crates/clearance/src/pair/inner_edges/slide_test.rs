//! Whether a slider passes over a hidden contact, and what takes the place of that contact.

use core::cmp::Ordering;

use super::{
    ContactOutcome, GroundContact, GroundSets, MOST, PerContact, SeamTolerance, along, is_same_direction,
};
use crate::math::{Aabb, Real, ScalarOf, Vector};
use crate::pair;
use crate::pair::answer::Manifold;
use crate::pair::ask::table::PairSpace;
use crate::shape::{AnyShape, Placed};

/// One slider on its ground.
pub(super) struct SlideTest<'a, V: PairSpace, G> {
    pub slider: Placed<'a, V>,
    pub slider_box: Aabb<V>,
    pub ground: &'a G,
    pub margin: V::Scalar,
}

impl<V: PairSpace, G: GroundSets<V>> SlideTest<'_, V, G> {
    pub(super) fn tolerance(&self, i: usize) -> SeamTolerance<V::Scalar> {
        SeamTolerance::of([self.slider_box, self.ground.aabb(i)])
    }
    /// What becomes of a hidden contact. `kept` are the contacts that stay or, where none does (`is_held` is
    /// false), the faces that take their place.
    pub(super) fn outcome_of_hidden(
        &self,
        i: usize,
        touch: &GroundContact<V>,
        kept: &[GroundContact<V>],
        is_held: bool,
    ) -> ContactOutcome<V> {
        let tolerance = self.tolerance(i);
        let near = nearest_normals(touch.point, kept);
        let mut floors = near.iter().filter(|k| self.passes(i, touch, k, tolerance.step));
        let Some(floor) = floors.next() else {
            return ContactOutcome::Keep;
        };
        if is_held && touch.distance.abs() <= tolerance.step {
            return ContactOutcome::Drop(floor.normal);
        }
        let along = |k: &GroundContact<V>| self.along(i, k.normal, tolerance);
        let mut offers: PerContact<_> = along(floor).into_iter().chain(floors.filter_map(along)).collect();
        offers.sort_by(|p, q| descending(p.distance, q.distance));
        let visible = offers.iter().find(|offer| !self.is_hidden(i, offer));
        match visible.and_then(|offer| offer.manifold) {
            Some(manifold) => ContactOutcome::Replace(manifold),
            None => ContactOutcome::Drop(floor.normal),
        }
    }
    /// The contact of least depth along the normal of a face of set `i`, of those that are not hidden.
    pub(super) fn visible_face(&self, i: usize) -> Option<GroundContact<V>> {
        let tolerance = self.tolerance(i);
        let normals = self
            .ground
            .with(i, |ground| along::face_normals(ground, self.slider));
        let mut best: Option<GroundContact<V>> = None;
        for normal in normals {
            let Some(offer) = self.along(i, normal, tolerance) else {
                continue;
            };
            let better = best.as_ref().is_none_or(|b| offer.distance > b.distance);
            if better && !self.is_hidden(i, &offer) {
                best = Some(offer);
            }
        }
        best
    }
    /// The contact of least depth, of those at which the slider is out of all sets that it touches.
    pub(super) fn way_out(
        &self,
        faces: PerContact<GroundContact<V>>,
        touches: &[GroundContact<V>],
    ) -> Option<GroundContact<V>> {
        let mut faces = different_normals(&faces);
        faces.sort_by(|p, q| descending(p.distance, q.distance));
        faces.truncate(MOST);
        let frees = |face: &GroundContact<V>| {
            let mut all = touches.iter().enumerate();
            all.all(|(i, touch)| self.passes(i, touch, face, self.tolerance(i).step))
        };
        faces.into_iter().find(frees)
    }
    /// Whether the slider, set down on a contact that stays (`floor`) and pushed a little towards another
    /// (`touch`), does not run into that.
    fn passes(&self, i: usize, touch: &GroundContact<V>, floor: &GroundContact<V>, step: V::Scalar) -> bool {
        let ahead = floor.normal * touch.normal.dot(floor.normal) - touch.normal;
        let push = touch.distance.max(Real::ZERO) + step * ScalarOf::<V>::lit(8.0);
        // Raised by a step that still counts as none, so that floats can decide.
        let way = ahead * push + floor.normal * (step - floor.distance);
        let meets = self.slider.moved(way, &mut |slider| {
            self.ground.with(i, |ground| pair::intersects(ground, slider))
        });
        meets == Ok(false)
    }
    /// The points of a contact with set `i`.
    pub(super) fn points(&self, i: usize, touch: &GroundContact<V>) -> Manifold<V> {
        self.ground.with(i, |ground| {
            if ground.shape.is_convex() && self.slider.shape.is_convex() {
                return V::clip(ground, self.slider, &touch.clearance(), self.margin);
            }
            let found = crate::pair::manifold(ground, self.slider, self.margin);
            found.unwrap_or_else(|_| Manifold::new(touch.normal))
        })
    }
}

/// The nearest few of contacts with different normals, the deepest of each normal.
fn nearest_normals<V: Vector>(point: V, kept: &[GroundContact<V>]) -> PerContact<GroundContact<V>> {
    let mut different = different_normals(kept);
    let apart = |t: &GroundContact<V>| (t.point - point).max_abs();
    different.sort_by(|p, q| descending(apart(q), apart(p)));
    different.truncate(MOST);
    different
}

/// The deepest contact of each normal.
fn different_normals<V: Vector>(touches: &[GroundContact<V>]) -> PerContact<GroundContact<V>> {
    let mut different: PerContact<GroundContact<V>> = PerContact::new();
    for touch in touches {
        match different
            .iter_mut()
            .find(|k| is_same_direction(k.normal, touch.normal))
        {
            Some(known) if touch.distance < known.distance => *known = *touch,
            Some(_) => {}
            None => different.push(*touch),
        }
    }
    different
}

/// Orders numbers with the largest first.
fn descending<S: Real>(p: S, q: S) -> Ordering {
    q.partial_cmp(&p).unwrap_or(Ordering::Equal)
}
