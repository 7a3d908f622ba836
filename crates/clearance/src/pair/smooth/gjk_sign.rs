//! Whether two convex shapes surely overlap or are surely apart, by GJK alone.
//!
//! A [`ConvexBody`](super::body::ConvexBody) knows all that the search for a clearance needs: where the
//! border is flat or has a crease, and its points in the world. To compute that takes longer than GJK. Here
//! a shape is its support mapping, with its ball, in the frame of its pose; nothing is allocated.
//!
//! Apart: the gap along some direction is more than the margin. Overlapping: a triangle or a tetrahedron of
//! points of `D = B - A` holds the origin, deeper than the margin. The margin is [`ROUNDINGS`] roundings of
//! the largest coordinate that enters: several times what counts as touching (`prepared.rs`), and more than
//! the sums here are off by.
//!
//! Limits: sizes from 1e-40 to 1e40.

use core::cmp::Ordering;

use glam::{DVec2, DVec3};

use super::body::ball_around_curved;
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
                let curved = curved.scaled(scale);
                let reach = curved_support::reach(&curved);
                (
                    GjkForm::Curved(curved),
                    reach,
                    ball_around_curved::<V>(placed.shape),
                )
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
    use crate::shape::{Shape2, Shape3};

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

    fn checked<V: ShapeSpace>(a: &Placed<'_, V>, b: &Placed<'_, V>) -> Option<Ordering> {
        let sure = sign(a, b);
        let truth = clearance(*a, *b).distance.to_f64().total_cmp(&0.0);
        assert!(sure.is_none_or(|sure| sure == truth), "{a:?} {b:?}: {truth:?}");
        sure
    }

    /// Whether something is sure after B was moved to where they touch, as nearly as that can be told.
    fn is_sure_where_touching<V: ShapeSpace<Scalar = f64>>(
        dice: &mut Dice,
        a: &Placed<'_, V>,
        b: &Placed<'_, V>,
    ) -> bool {
        let (c, pose) = (clearance(*a, *b), *b.place.pose);
        let off = c.normal * (-c.distance + 1e-14 * dice.next());
        let moved = pose.moved_to(pose.position() + off).expect("finite");
        checked(a, &Placed::new(b.shape, &moved)).is_some()
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
            near += usize::from(is_sure_where_touching(&mut dice, &a, &b));
        }
        assert!(
            sure > 1190 && (300..900).contains(&overlapping),
            "{sure} {overlapping}"
        );
        assert_eq!(near, 0);
    }

    /// The same in the plane.
    #[test]
    fn what_is_sure_in_the_plane_is_so() {
        let (mut dice, mut sure, mut overlapping, mut near) = (Dice(10), 0, 0, 0);
        for k in 0..600 {
            let mut vector = || DVec2::new(dice.next(), dice.next());
            let ellipse = Shape2::ellipse(vector().abs() + 0.3).expect("an ellipse");
            let other = match k % 3 {
                0 => Shape2::ellipse(DVec2::new(0.9, 0.4)),
                1 => Shape2::cuboid(DVec2::new(0.6, 0.5)),
                _ => Shape2::capsule(DVec2::NEG_Y, vector(), 0.2),
            };
            let other = other.expect("a shape");
            let (here, there) = (Pose::IDENTITY, Pose::at(vector() * 2.0).expect("finite"));
            let (a, b) = (Placed::new(&ellipse, &here), Placed::new(&other, &there));
            let answer = checked(&a, &b);
            sure += usize::from(answer.is_some());
            overlapping += usize::from(answer == Some(Ordering::Less));
            near += usize::from(is_sure_where_touching(&mut dice, &a, &b));
        }
        assert_eq!(near, 0);
        assert!(
            sure > 590 && (150..450).contains(&overlapping),
            "{sure} {overlapping}"
        );
    }
}
