//! The contact manifold of two convex shapes, from step to step.
//!
//! clearance makes the points anew each step, with numbers of features that stay; what the physics world keeps with a point
//! (its impulses) goes to the point of the same two features, as in parry. Where there was one point and is one point, it is the same: a ball
//! that rolls over an edge keeps what it had.
//!
//! **Inner edges.** For a triangle of a mesh, parry says which normals are real, and corrects those that are not
//! (`NormalConstraints`). Where a normal is corrected, clearance's points are of no use, since they lie along the other one. Then
//! the faces that look along the corrected normal are clipped, by parry; a corrected contact deeper than five times the shortest
//! way out is left out, as parry does and for the reason that it gives: it is not local. A ball's corrected contact is parry's closed form.

use parry::math::{Pose as ParryPose, Real, Vector};
use parry::query::details::{NormalConstraints, NormalConstraintsPair, contact_manifold_convex_ball_shapes};
use parry::query::{ContactManifold, TrackedContact, Unsupported};
use parry::shape::{PolygonalFeature, Shape as ParryShape};

use crate::features::packed;
use crate::numbers::{Point, vector};
use crate::pair::Pair;

/// What corrects the normals of the first and of the second shape, if anything.
pub(crate) type Constraints<'c> = (
    Option<&'c dyn NormalConstraints>,
    Option<&'c dyn NormalConstraints>,
);

/// How much deeper than the shortest way out a contact along a corrected normal may be.
const DEEPEST_CORRECTED: Real = 5.0;

/// Two shapes of parry, and the pose of the second in the frame of the first.
pub(crate) struct Question<'q> {
    pub pos12: &'q ParryPose,
    pub g1: &'q dyn ParryShape,
    pub g2: &'q dyn ParryShape,
    pub constraints: Constraints<'q>,
    pub prediction: Real,
}

impl Question<'_> {
    /// Renews the points and normals of a manifold.
    pub(crate) fn update<M, C: Default + Copy>(
        &self,
        manifold: &mut ContactManifold<M, C>,
    ) -> Result<(), Unsupported> {
        let pair = Pair::new(self.pos12, self.g1, self.g2)?;
        let [a, b] = pair.placed();
        let margin = f64::from(self.prediction).max(0.0);
        let found = clearance::manifold(a, b, margin).map_err(|_| Unsupported)?;
        let old = core::mem::take(&mut manifold.points);
        if found.contacts().is_empty() {
            return Ok(());
        }
        let local = pair.second();
        let normals = [vector(found.normal), local.direction(-found.normal)];
        [manifold.local_n1, manifold.local_n2] = normals;
        match self.corrected(normals) {
            Corrected::Same => self.push_found(&found, &pair, manifold),
            Corrected::Other(other) => {
                let deepest = deepest(&found) as Real;
                let witness = [
                    vector(found.contacts()[0].point_a),
                    local.point(found.contacts()[0].point_b),
                ];
                self.push_along(other, witness, deepest, manifold);
            }
            Corrected::None => {}
        }
        keep_data(&old, manifold);
        Ok(())
    }

    fn corrected(&self, [mut n1, mut n2]: [Vector; 2]) -> Corrected {
        if self.constraints.0.is_none() && self.constraints.1.is_none() {
            return Corrected::Same;
        }
        let before = n1;
        if !self
            .constraints
            .project_local_normals(self.pos12, &mut n1, &mut n2)
        {
            return Corrected::None;
        }
        if n1 == before {
            Corrected::Same
        } else {
            Corrected::Other([n1, n2])
        }
    }

    fn push_found<M, C: Default + Copy>(
        &self,
        found: &clearance::pair::Manifold<Point>,
        pair: &Pair,
        manifold: &mut ContactManifold<M, C>,
    ) {
        let local = pair.second();
        for c in found
            .contacts()
            .iter()
            .filter(|c| c.clearance <= self.prediction.into())
        {
            let (points, [fid1, fid2]) = ([vector(c.point_a), local.point(c.point_b)], packed(c.feature));
            let contact = TrackedContact::new(points[0], points[1], fid1, fid2, c.clearance as Real);
            manifold.points.push(contact);
        }
    }

    /// The contacts of the features that look along a normal that was corrected.
    fn push_along<M, C: Default + Copy>(
        &self,
        [n1, n2]: [Vector; 2],
        witness: [Vector; 2],
        deepest: Real,
        manifold: &mut ContactManifold<M, C>,
    ) {
        let (pos12, g1, g2) = (self.pos12, self.g1, self.g2);
        if g1.as_ball().is_some() || g2.as_ball().is_some() {
            let (c1, c2) = self.constraints;
            contact_manifold_convex_ball_shapes(pos12, g1, g2, c1, c2, self.prediction, manifold);
            return;
        }
        let (Some((map1, border1)), Some((map2, border2))) =
            (g1.as_polygonal_feature_map(), g2.as_polygonal_feature_map())
        else {
            return;
        };
        let mut features = [PolygonalFeature::default(), PolygonalFeature::default()];
        map1.local_support_feature_toward(n1, witness[0], &mut features[0]);
        map2.local_support_feature_toward(n2, witness[1], &mut features[1]);
        let back = pos12.inverse();
        PolygonalFeature::contacts(pos12, &back, n1, n2, &features[0], &features[1], manifold, false);
        for contact in &mut manifold.points {
            contact.local_p1 += n1 * border1;
            contact.local_p2 += n2 * border2;
            contact.dist -= border1 + border2;
        }
        let lowest = if deepest < 0.0 {
            deepest * DEEPEST_CORRECTED
        } else {
            Real::NEG_INFINITY
        };
        manifold
            .points
            .retain(|c| c.dist <= self.prediction && c.dist >= lowest);
        [manifold.local_n1, manifold.local_n2] = [n1, n2];
    }
}

/// What the constraints make of a normal.
enum Corrected {
    Same,
    Other([Vector; 2]),
    None,
}

fn deepest(found: &clearance::pair::Manifold<Point>) -> f64 {
    found
        .contacts()
        .iter()
        .map(|c| c.clearance)
        .fold(f64::INFINITY, f64::min)
}

/// Gives what was kept with the old points to the same points now.
fn keep_data<M, C: Default + Copy>(old: &[TrackedContact<C>], manifold: &mut ContactManifold<M, C>) {
    manifold.match_contacts(old);
    if let ([before], [now]) = (old, &mut manifold.points[..]) {
        now.data = before.data;
    }
}
