//! Whether two convex shapes surely overlap or are surely apart, by GJK alone.
//!
//! A [`ConvexBody`](super::body::ConvexBody) knows all that the search for a clearance needs: where the
//! border is flat or has a crease, and its points in the world. To compute that takes longer than GJK. Here
//! a shape is its support mapping, with its ball, in the frame of its pose; nothing is allocated.
//!
//! Apart: the gap along some direction is more than the margin. Overlapping: a tetrahedron of points of D = {
//! b - a } holds the origin, deeper than the margin. The margin is [`ROUNDINGS`] roundings of the largest
//! coordinate that enters, some times what counts as touching (`prepared.rs`) and more than the sums here are
//! off by.
//!
//! Limits: sizes from 1e-40 to 1e40; in the plane no overlap is told.

use core::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::curved_support;
use super::search::SearchSpace;
use super::support_set::furthest;
use crate::math::{DoubleFrame, Real, lift, lower, magnitude};
use crate::pair::decide::half_space::half_space_of;
use crate::pair::gjk_epa::gjk::{self, Limits, Outcome};
use crate::pair::gjk_epa::simplex::Support;
use crate::shape::{AnyShape, Curved, Placed, ShapeSpace, Vertices};

/// The margin in units of `f64::EPSILON` and of the largest coordinate.
const ROUNDINGS: f64 = 128.0;
/// Powers of sizes in this range neither overflow nor vanish.
const ORDINARY: [f64; 2] = [1e-40, 1e40];
const STEPS: usize = 32;

/// The sign of the clearance of two bounded convex shapes, where it is sure.
pub(super) fn sign<V: ShapeSpace>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<Ordering> {
    let (a, b) = (GjkBody::new(a)?, GjkBody::new(b)?);
    if V::DIM == 2 {
        sign_in::<V, DVec2>(&a, &b)
    } else {
        sign_in::<V, DVec3>(&a, &b)
    }
}

fn sign_in<V: ShapeSpace, W: SearchSpace>(a: &GjkBody<'_, V>, b: &GjkBody<'_, V>) -> Option<Ordering> {
    let between = b.frame.origin() - a.frame.origin();
    let size = a.reach + b.reach;
    let largest = size + magnitude(a.frame.origin()) + magnitude(b.frame.origin());
    if !(size > ORDINARY[0] && largest < ORDINARY[1]) {
        return None;
    }
    let margin = ROUNDINGS * f64::EPSILON * largest;
    let limits = Limits {
        gap: 2.0 * f64::EPSILON * size,
        enough: margin,
        steps: STEPS,
    };
    let support = |n: W| {
        let n = lift(n);
        Support::new(lower(a.support(n)), lower(b.support(-n) + between))
    };
    match gjk::search(lower::<W>(between), limits, support) {
        Outcome::Separated(s, _) if s.at_least > margin => Some(Ordering::Greater),
        Outcome::Overlapping(simplex) if W::depth(&simplex) > margin => Some(Ordering::Less),
        _ => None,
    }
}

/// The shape of a body without its ball, in its own frame.
enum GjkForm<'a, V> {
    /// With its lengths already scaled.
    Curved(Curved),
    /// Before the scale.
    Points(Vertices<'a, V>),
}

/// A bounded convex shape as its support mapping.
struct GjkBody<'a, V: ShapeSpace> {
    form: GjkForm<'a, V>,
    frame: DoubleFrame,
    /// Of the ball.
    radius: f64,
    /// How far it reaches from the origin of its frame.
    reach: f64,
}

impl<'a, V: ShapeSpace> GjkBody<'a, V> {
    /// `None` for half-spaces.
    fn new(placed: &Placed<'a, V>) -> Option<Self> {
        if half_space_of::<V>(placed.shape).is_some() {
            return None;
        }
        let frame = DoubleFrame::of_place(&placed.place);
        let scale = frame.scale;
        let (form, reach, radius) = match placed.shape.curved() {
            Some(curved) => {
                let grown = placed.shape.as_rounded().map_or(0.0, |r| r.radius().to_f64());
                let curved = curved.scaled(scale);
                (GjkForm::Curved(curved), curved_support::reach(&curved), grown)
            }
            None => {
                let core = placed.shape.core()?;
                let lengths = core.vertices.iter().map(|&v| lift(v).length_squared());
                let reach = lengths.fold(0.0, f64::max).sqrt() * scale;
                (GjkForm::Points(core.vertices), reach, core.radius.to_f64())
            }
        };
        let radius = radius * scale;
        Some(Self {
            form,
            frame,
            radius,
            reach: reach + radius,
        })
    }
    /// The support point along a unit vector of the world, from the origin of the frame, with the ball.
    #[inline]
    fn support(&self, n: DVec3) -> DVec3 {
        let local = self.frame.turned_back(n);
        let point = match &self.form {
            GjkForm::Curved(curved) => curved_support::support(curved, local),
            GjkForm::Points(points) => furthest(points, local) * self.frame.scale,
        };
        self.frame.turned(point) + n * self.radius
    }
}

#[cfg(test)]
mod tests {
    use glam::DQuat;

    use super::super::clearance;
    use super::*;
    use crate::math::Pose;
    use crate::pair::dice::Dice;
    use crate::shape::Shape3;

    fn any_shape(dice: &mut Dice, kind: usize) -> Shape3<DVec3> {
        let size = 0.7 + 0.3 * dice.next();
        let cuboid = || Shape3::cuboid(DVec3::new(1.0, 0.6, 0.8) * size);
        let made = match kind % 6 {
            0 => Shape3::cylinder(size, 0.5 * size),
            1 => Shape3::cone(size, 0.7 * size),
            2 => Shape3::ellipsoid(DVec3::new(1.0, 0.5, 0.8) * size),
            3 => cuboid(),
            4 => Shape3::capsule(DVec3::NEG_Y * size, DVec3::X, 0.3),
            _ => cuboid().and_then(|cuboid| cuboid.rounded(0.1)),
        };
        made.expect("a shape")
    }

    fn any_pose(dice: &mut Dice, reach: f64) -> Pose<DVec3> {
        let turn = DQuat::from_scaled_axis(dice.vector() * 2.0);
        Pose::new(dice.vector() * reach, turn).expect("a rotation")
    }

    fn checked(a: &Placed<'_, DVec3>, b: &Placed<'_, DVec3>) -> Option<Ordering> {
        let sure = sign(a, b);
        let truth = clearance(*a, *b).distance.total_cmp(&0.0);
        assert!(sure.is_none_or(|sure| sure == truth), "{a:?} {b:?}: {truth:?}");
        sure
    }

    /// As by the whole search; nearly all are sure, but none that touch.
    #[test]
    fn what_is_sure_is_so() {
        let (mut dice, mut sure, mut overlapping, mut near) = (Dice(9), 0, 0, 0);
        for k in 0..1200 {
            let (a, b) = (any_shape(&mut dice, k % 3), any_shape(&mut dice, k / 3));
            let (here, there) = (any_pose(&mut dice, 0.1), any_pose(&mut dice, 1.5));
            let (a, b) = (Placed::new(&a, &here), Placed::new(&b, &there));
            let answer = checked(&a, &b);
            sure += usize::from(answer.is_some());
            overlapping += usize::from(answer == Some(Ordering::Less));
            // As near to touching as that can be told.
            let c = clearance(a, b);
            let off = c.normal * (-c.distance + 1e-14 * dice.next());
            let moved = there.moved_to(there.position() + off).expect("finite");
            near += usize::from(checked(&a, &Placed::new(b.shape, &moved)).is_some());
        }
        assert!(
            sure > 1190 && (300..900).contains(&overlapping),
            "{sure} {overlapping}"
        );
        assert_eq!(near, 0);
    }
}
