//! The dispatcher: which of the other modules answers a question.

use parry::math::{Pose, Real, Vector};
use parry::query::details::{ContactManifoldsWorkspace, NormalConstraints, ShapeCastOptions};
use parry::query::{
    ClosestPoints, Contact, ContactManifold, NonlinearRigidMotion, PersistentQueryDispatcher,
    QueryDispatcher, ShapeCastHit, ShapeDistance, ShapeIntersection, Unsupported,
};
use parry::shape::Shape;

use crate::manifold::Question;
use crate::pair::Pair;
use crate::{cast, parts};

/// parry's questions, answered by clearance.
///
/// It has no state: a copy is as good as the original, and each thread keeps the hulls that it has made.
///
/// Contacts, closest points and manifolds may be asked with any prediction; what is exactly that far apart
/// counts as near.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClearanceDispatcher;

/// Whether one of the two is made of parts; an error where not all of both can be asked about.
fn has_parts(g1: &dyn Shape, g2: &dyn Shape) -> Result<bool, Unsupported> {
    let has_parts = parts::has_parts(g1) || parts::has_parts(g2);
    if has_parts {
        parts::check(g1, g2)?;
    }
    Ok(has_parts)
}

impl QueryDispatcher for ClearanceDispatcher {
    fn intersection_test(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
    ) -> Result<ShapeIntersection, Unsupported> {
        if has_parts(g1, g2)? {
            return parts::intersection_test(pos12, g1, g2);
        }
        Ok(Pair::new(pos12, g1, g2)?.intersects().into())
    }

    fn distance(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> Result<ShapeDistance, Unsupported> {
        if has_parts(g1, g2)? {
            return parts::distance(pos12, g1, g2);
        }
        Ok(Pair::new(pos12, g1, g2)?.distance().into())
    }

    fn contact(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
    ) -> Result<Option<Contact>, Unsupported> {
        if has_parts(g1, g2)? {
            return parts::contact(pos12, g1, g2, prediction);
        }
        Pair::new(pos12, g1, g2)?.contact(prediction)
    }

    fn closest_points(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        max_dist: Real,
    ) -> Result<ClosestPoints, Unsupported> {
        if has_parts(g1, g2)? {
            return parts::closest_points(pos12, g1, g2, max_dist);
        }
        Pair::new(pos12, g1, g2)?.closest_points(max_dist)
    }

    fn cast_shapes(
        &self,
        pos12: &Pose,
        local_vel12: Vector,
        g1: &dyn Shape,
        g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        if has_parts(g1, g2)? {
            return parts::cast_shapes(pos12, local_vel12, g1, g2, options);
        }
        cast::straight(pos12, local_vel12, g1, g2, options)
    }

    fn cast_shapes_nonlinear(
        &self,
        motion1: &NonlinearRigidMotion,
        g1: &dyn Shape,
        motion2: &NonlinearRigidMotion,
        g2: &dyn Shape,
        start_time: Real,
        end_time: Real,
        stop_at_penetration: bool,
    ) -> Result<Option<ShapeCastHit>, Unsupported> {
        let (shapes, motions, times) = ([g1, g2], [motion1, motion2], [start_time, end_time]);
        if has_parts(g1, g2)? {
            return parts::cast_shapes_nonlinear(shapes, motions, times, stop_at_penetration);
        }
        cast::turning(shapes, motions, times, stop_at_penetration)
    }
}

impl<M, C> PersistentQueryDispatcher<M, C> for ClearanceDispatcher
where
    M: Default + Clone + Send + Sync,
    C: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<ContactManifold<M, C>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        if has_parts(g1, g2)? {
            return parts::contact_manifolds(pos12, g1, g2, prediction, manifolds, workspace);
        }
        let mut new = ContactManifold::new();
        let manifold = manifolds.first_mut().unwrap_or(&mut new);
        self.contact_manifold_convex_convex(pos12, g1, g2, None, None, prediction, manifold)?;
        if manifolds.is_empty() {
            manifolds.push(new);
        }
        Ok(())
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        normal_constraints1: Option<&dyn NormalConstraints>,
        normal_constraints2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut ContactManifold<M, C>,
    ) -> Result<(), Unsupported> {
        let constraints = (normal_constraints1, normal_constraints2);
        Question {
            pos12,
            g1,
            g2,
            constraints,
            prediction,
        }
        .update(manifold)
    }
}
