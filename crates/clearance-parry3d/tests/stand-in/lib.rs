//! A crate that stands in for parry where parry's own tests are run: all of parry, but that the questions are
//! asked of clearance first. The tests say `parry3d::query::contact`, and what is named here comes before
//! what is taken over from parry (`tests/parry-suite`).

pub use real::*;

pub mod query {
    pub use real::query::*;

    use clearance_parry::ClearanceDispatcher;
    use real::math::{Pose, Real, Vector};
    use real::query::details::NormalConstraints;
    use real::shape::Shape;

    /// clearance, and parry for what clearance does not have.
    pub struct DefaultQueryDispatcher;

    type Answer<T> = Result<T, Unsupported>;

    macro_rules! ask_both {
        ($($name:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)*) => {$(
            fn $name(&self, $($argument: $kind),*) -> Answer<$answer> {
                ClearanceDispatcher.chain(real::query::DefaultQueryDispatcher).$name($($argument),*)
            }
        )*};
    }

    impl QueryDispatcher for DefaultQueryDispatcher {
        ask_both! {
            intersection_test(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> ShapeIntersection;
            distance(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape) -> ShapeDistance;
            contact(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, prediction: Real) -> Option<Contact>;
            closest_points(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, most: Real) -> ClosestPoints;
            cast_shapes(pos12: &Pose, velocity: Vector, g1: &dyn Shape, g2: &dyn Shape, options: ShapeCastOptions)
                -> Option<ShapeCastHit>;
            cast_shapes_nonlinear(
                motion1: &NonlinearRigidMotion, g1: &dyn Shape, motion2: &NonlinearRigidMotion, g2: &dyn Shape,
                start: Real, end: Real, stop_at_penetration: bool
            ) -> Option<ShapeCastHit>;
        }
    }

    impl<M, C> PersistentQueryDispatcher<M, C> for DefaultQueryDispatcher
    where
        M: Default + Clone + Send + Sync,
        C: Default + Copy + Send + Sync,
    {
        ask_both! {
            contact_manifolds(
                pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, prediction: Real,
                manifolds: &mut Vec<ContactManifold<M, C>>, workspace: &mut Option<ContactManifoldsWorkspace>
            ) -> ();
            contact_manifold_convex_convex(
                pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape,
                constraints1: Option<&dyn NormalConstraints>, constraints2: Option<&dyn NormalConstraints>,
                prediction: Real, manifold: &mut ContactManifold<M, C>
            ) -> ();
        }
    }

    pub fn intersection_test(pos1: &Pose, g1: &dyn Shape, pos2: &Pose, g2: &dyn Shape) -> Answer<ShapeIntersection> {
        DefaultQueryDispatcher.intersection_test(&pos1.inv_mul(pos2), g1, g2)
    }

    pub fn distance(pos1: &Pose, g1: &dyn Shape, pos2: &Pose, g2: &dyn Shape) -> Answer<ShapeDistance> {
        DefaultQueryDispatcher.distance(&pos1.inv_mul(pos2), g1, g2)
    }

    pub fn contact(
        pos1: &Pose, g1: &dyn Shape, pos2: &Pose, g2: &dyn Shape, prediction: Real,
    ) -> Answer<Option<Contact>> {
        let mut found = DefaultQueryDispatcher.contact(&pos1.inv_mul(pos2), g1, g2, prediction);
        if let Ok(Some(contact)) = &mut found {
            contact.transform_by_mut(pos1, pos2);
        }
        found
    }

    pub fn closest_points(
        pos1: &Pose, g1: &dyn Shape, pos2: &Pose, g2: &dyn Shape, most: Real,
    ) -> Answer<ClosestPoints> {
        let found = DefaultQueryDispatcher.closest_points(&pos1.inv_mul(pos2), g1, g2, most);
        found.map(|points| points.transform_by(pos1, pos2))
    }

    pub fn cast_shapes(
        pos1: &Pose, velocity1: Vector, g1: &dyn Shape,
        pos2: &Pose, velocity2: Vector, g2: &dyn Shape,
        options: ShapeCastOptions,
    ) -> Answer<Option<ShapeCastHit>> {
        let velocity = pos1.rotation.inverse() * (velocity2 - velocity1);
        DefaultQueryDispatcher.cast_shapes(&pos1.inv_mul(pos2), velocity, g1, g2, options)
    }

    pub fn cast_shapes_nonlinear(
        motion1: &NonlinearRigidMotion, g1: &dyn Shape, motion2: &NonlinearRigidMotion, g2: &dyn Shape,
        start: Real, end: Real, stop_at_penetration: bool,
    ) -> Answer<Option<ShapeCastHit>> {
        DefaultQueryDispatcher.cast_shapes_nonlinear(motion1, g1, motion2, g2, start, end, stop_at_penetration)
    }
}

/// What parry's documentation shows about questions.
#[cfg(doctest)]
#[doc = include_str!("documentation.md")]
pub mod documentation {}
