//! The contact manifold of two convex shapes, from step to step.
//!
//! **Where the pair moved little**, the points and the normal stay as they are in each shape, and only the
//! distances are computed again, as in parry: what rests costs nearly nothing, and a thin body that is deep
//! in a triangle for a step is pushed back to the side from which it came, which one pose alone does not
//! show. Little is less than a degree and, along the surface, less than half of the prediction distance and a
//! hundredth of the thinner shape. parry says a thousandth of a unit, whatever the unit.
//!
//! **What rolls** is another matter: a point that is held turns to the rear of a wheel, from where it pushes
//! the wheel on, and the energy comes from nowhere. So a round border that touches in no area is held only
//! while it turns by less than a thousandth of a radian from one set of points to the next: what is pushed on
//! so is below the speed at which worlds let bodies sleep.
//!
//! **Where the pair is apart** the normal is kept, and as long as it parts the shapes by more than the
//! prediction distance, nothing else is asked.
//!
//! **Elsewhere** clearance makes the points anew, with numbers of features that stay; what the physics world
//! keeps with a point (its impulses) goes to the point of the same two features, as in parry. Where there was
//! one point and is one point, it is the same: a ball that rolls over an edge keeps what it had. Where a face
//! is tilted, clearance has fewer points than a world needs; then the faces are clipped as a whole
//! (`faces.rs`).
//!
//! **Inner edges.** For a triangle of a mesh, parry says which normals are real, and corrects those that are
//! not (`NormalConstraints`). Where a normal is corrected, clearance's points are of no use, since they lie
//! along the other one. Then the faces that look along the corrected normal are clipped, by parry; a
//! corrected contact deeper than five times the shortest way out is left out, as parry does and for the
//! reason that it gives: it is not local. A ball's corrected contact is parry's closed form.

use parry::math::{Pose as ParryPose, Real, Vector};
use parry::query::details::{NormalConstraints, NormalConstraintsPair, contact_manifold_convex_ball_shapes};
use parry::query::{ContactManifold, TrackedContact, Unsupported};
use parry::shape::Shape as ParryShape;

use crate::faces::{FACE, Faces, has_flat_faces};
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

/// A part of the size of two points: by this, distances that are computed in two ways may differ.
const SAME: Real = 1e-6;

/// A margin larger than any body: all points of two faces are wanted once one of them is near.
const WHOLE_FACE: f64 = 1e30;

/// The cosine of the angle by which a pair may turn before its points are made anew: one degree.
const COS_LITTLE: Real = 0.999_847_7;

/// The same where a round border rolls: a thousandth of a radian, three times what the rounding of a normal
/// can feign.
const COS_ROLLS: Real = 0.999_999_5;

/// Which part of the thinner shape's thickness the points may slide before they are made anew.
const LITTLE_OF_SHAPE: Real = 0.01;

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
        if self.moved_little(manifold) || self.is_still_apart(manifold) {
            return Ok(());
        }
        let pair = Pair::new(self.pos12, self.g1, self.g2)?;
        let [a, b] = pair.placed();
        let found = clearance::manifold(a, b, WHOLE_FACE).map_err(|_| Unsupported)?;
        let old = core::mem::take(&mut manifold.points);
        let local = pair.second();
        let normals = [vector(found.normal), local.direction(-found.normal)];
        [manifold.local_n1, manifold.local_n2] = normals;
        if found.contacts().is_empty() || deepest(&found) > self.prediction.into() {
            return Ok(());
        }
        match self.corrected(normals) {
            Corrected::Same => {
                self.push_found(&found, &pair, manifold);
                if manifold.points.len() < FACE && has_flat_faces(self.g1) && has_flat_faces(self.g2) {
                    self.widen(manifold);
                }
            }
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

    /// Whether the manifold holds still, with the distances of now. Those of a ball cost little to make anew.
    fn moved_little<M, C: Default + Copy>(&self, manifold: &mut ContactManifold<M, C>) -> bool {
        let is_ball = |g: &dyn ParryShape| g.as_ball().is_some();
        if manifold.points.is_empty() || is_ball(self.g1) || is_ball(self.g2) {
            return false;
        }
        let little = LITTLE_OF_SHAPE * self.thickness();
        let slide = (self.prediction / 2.0).min(little);
        let near = manifold.points.iter().filter(|c| c.dist <= self.prediction);
        let is_round = is_round(self.g1) || is_round(self.g2);
        let cos = if is_round && !is_area(near.map(|c| c.local_p1), little) {
            COS_ROLLS
        } else {
            COS_LITTLE
        };
        manifold.try_update_contacts_eps(self.pos12, cos, slide * slide)
    }

    /// Whether the two were apart, and the normal of then still shows it.
    fn is_still_apart<M, C>(&self, manifold: &ContactManifold<M, C>) -> bool {
        let n = manifold.local_n1;
        let maps = (self.g1.as_support_map(), self.g2.as_support_map());
        let (true, (Some(map1), Some(map2))) = (manifold.points.is_empty() && n != Vector::ZERO, maps) else {
            return false;
        };
        let p1 = map1.local_support_point(n);
        let p2 = self.pos12 * map2.local_support_point(self.pos12.rotation.inverse() * -n);
        (p2 - p1).dot(n) > self.prediction + SAME * (p1.length() + p2.length())
    }

    /// How thick the thinner of the two shapes is; parry's triangles and segments have no thickness, and do
    /// not count.
    fn thickness(&self) -> Real {
        let thick = [self.g1.ccd_thickness(), self.g2.ccd_thickness()];
        thick.into_iter().filter(|&t| t > 0.0).fold(Real::MAX, Real::min)
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
        for c in found.contacts() {
            let (points, [fid1, fid2]) = ([vector(c.point_a), local.point(c.point_b)], packed(c.feature));
            let contact = TrackedContact::new(points[0], points[1], fid1, fid2, c.clearance as Real);
            manifold.points.push(contact);
        }
    }

    /// Adds the points of a tilted face: the faces that look along the normal are clipped by parry, and all
    /// points are kept, those that are near and those that will be when the body has tilted back.
    fn widen<M, C: Default + Copy>(&self, manifold: &mut ContactManifold<M, C>) {
        let own = core::mem::take(&mut manifold.points);
        let Some(deepest) = own
            .iter()
            .copied()
            .reduce(|p, q| if q.dist < p.dist { q } else { p })
        else {
            return;
        };
        let (normals, witness) = (
            [manifold.local_n1, manifold.local_n2],
            [deepest.local_p1, deepest.local_p2],
        );
        let faces = Faces::new([self.g1, self.g2], normals, witness);
        let Some(faces) = faces.filter(Faces::has_face) else {
            manifold.points = own;
            return;
        };
        faces.clip(self.pos12, normals, manifold);
        // Two points are the same where their distances differ by rounding errors only. Nothing of a face can
        // be deeper than the deepest point; where parry's clipping has such a point, it has divided by almost
        // nothing.
        let rounding = SAME * (deepest.local_p1.length() + deepest.local_p2.length());
        manifold.points.retain(|c| c.dist >= deepest.dist - rounding);
        let has_deepest = manifold.points.iter().any(|c| c.dist <= deepest.dist + rounding);
        if manifold.points.len() < own.len() || cfg!(feature = "dim2") && !has_deepest {
            manifold.points = own; // an edge of the plane has two points, and there is no room for more
        } else if !has_deepest {
            manifold.points.push(deepest);
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
        let Some(faces) = Faces::new([g1, g2], [n1, n2], witness) else {
            return;
        };
        faces.clip(pos12, [n1, n2], manifold);
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

/// Whether the border is curved somewhere. Balls are not asked about.
fn is_round(shape: &dyn ParryShape) -> bool {
    !has_flat_faces(shape)
        || shape
            .as_polygonal_feature_map()
            .is_some_and(|(_, border)| border > 0.0)
}

/// Whether points span more than a corner of the plane, or more than an edge of space, by more than a length.
fn is_area(points: impl Iterator<Item = Vector> + Clone, little: Real) -> bool {
    let Some(p) = points.clone().next() else {
        return false;
    };
    let reach = |q: &Vector| (*q - p).length();
    let furthest = points.clone().max_by(|q, r| reach(q).total_cmp(&reach(r)));
    let edge = furthest
        .filter(|q| reach(q) > little)
        .map(|q| (q - p).normalize());
    edge.is_some_and(|edge| {
        let aside = |q: Vector| (q - p - edge * edge.dot(q - p)).length();
        cfg!(feature = "dim2") || points.into_iter().any(|q| aside(q) > little)
    })
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
