//! Support points of a convex shape that turns, in double precision and in space, whatever the shape's own
//! space.

use glam::DVec3;
use smallvec::SmallVec;

use super::super::moving::Moving;
use super::corners::CornerBlocks;
use crate::math::{Angular, DoubleFrame, Pose, Real, Space, lift};
use crate::pair::{PairSpace, furthest_of_curved};
use crate::shape::{AnyShape, Curved, Placed};

/// The cost of a support point, without the corners.
const LOOK: u64 = 24;
/// The cost of a support point of a curved shape.
const LOOK_AT_CURVED: u64 = 64;
/// The cost of making a body, without many corners.
const MADE: u64 = 96;
/// From so many corners on, they are compared in parallel.
const MANY: usize = 3;

/// A body without its ball, at time 0, relative to the position that it turns about.
#[derive(Clone, Debug)]
enum Form {
    Points(SmallVec<[DVec3; 2]>),
    Many(CornerBlocks),
    Curved(Curved, DoubleFrame),
    /// A half-space: all points no higher than this along a unit vector.
    Plane(DVec3, f64),
}

/// A convex shape and how it turns.
#[derive(Clone, Debug)]
pub(super) struct SupportBody {
    form: Form,
    /// A point of it, relative to the position; for a half-space, one of its border.
    middle: DVec3,
    /// Of the ball.
    pub(super) radius: f64,
    /// No point is further from the position; for a half-space, its border there.
    pub(super) reach: f64,
    /// The unit vector about which it turns.
    axis: DVec3,
    /// In radians in a unit of time.
    pub(super) rate: f64,
}

/// How a body has turned: the images of the axes, if it turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn(Option<[DVec3; 3]>);

impl Turn {
    /// A vector that turns with the body.
    #[inline]
    pub(super) fn turned(&self, v: DVec3) -> DVec3 {
        self.0.as_ref().map_or(v, |axes| DVec3::combine(axes, v))
    }
    /// A vector in the body's axes at time 0.
    #[inline]
    pub(super) fn turned_back(&self, v: DVec3) -> DVec3 {
        self.0.as_ref().map_or(v, |axes| DVec3::project(axes, v))
    }
}

impl SupportBody {
    /// A shape, or a part of it, that moves like `moving`, with all lengths multiplied by `unit`; `None`
    /// where it is not convex.
    pub(super) fn new<V: PairSpace>(shape: Placed<'_, V>, moving: &Moving<'_, V>, unit: f64) -> Option<Self> {
        let start: &Pose<V> = moving.start.place.chain().last()?;
        let outermost = DoubleFrame::of_pose(start).seen_from(lift(start.position()));
        let frame = DoubleFrame::of_place_in(&shape.place, outermost).enlarged(unit);
        let angular = velocity(moving);
        let (rate, scale) = (angular.length(), frame.scale);
        let inner = shape.shape.as_rounded();
        let grown = inner.map_or(0.0, |r| r.radius().to_f64());
        let plane = inner.map_or(shape.shape, |r| r.shape()).as_half_space();
        let (extent, middle);
        let (form, radius) = if let Some(plane) = plane {
            let given = lift(plane.normal());
            let largest = given.abs().max_element();
            let length = (given / largest).length();
            let normal = frame.turned(given / largest / length);
            let offset = plane.offset().to_f64() / largest / length * scale + normal.dot(frame.origin());
            (extent, middle) = (offset.abs(), normal * offset);
            (Form::Plane(normal, offset), grown)
        } else if let Some(curved) = shape.shape.curved() {
            middle = frame.origin();
            extent = reach_of(&curved) * scale + middle.length();
            (Form::Curved(curved, frame), grown)
        } else {
            let core = shape.shape.core()?;
            let point = |v: &V| frame.outward(lift(*v) * scale);
            let points: SmallVec<[DVec3; 8]> = core.vertices.iter().map(point).collect();
            extent = points.iter().fold(0.0, |most, p| Real::max(most, p.length()));
            middle = points.iter().sum::<DVec3>() / points.len().max(1) as f64;
            let form = if points.len() < MANY {
                Form::Points(points.into_iter().collect())
            } else {
                Form::Many(CornerBlocks::new(&points))
            };
            (form, core.radius.to_f64())
        };
        let radius = radius * scale;
        Some(Self {
            form,
            middle,
            radius,
            reach: extent + radius,
            axis: if rate > 0.0 { angular / rate } else { DVec3::ZERO },
            rate,
        })
    }
    /// Where a point of it is after a turn, relative to the position.
    pub(super) fn middle(&self, turn: &Turn) -> DVec3 {
        turn.turned(self.middle)
    }
    /// The normal of a half-space.
    pub(super) fn plane(&self) -> Option<DVec3> {
        match self.form {
            Form::Plane(normal, _) => Some(normal),
            _ => None,
        }
    }
    /// A point furthest along a direction of any length except zero, without the ball.
    pub(super) fn support(&self, n: DVec3) -> DVec3 {
        match &self.form {
            Form::Points(points) => {
                let higher = |best: (f64, DVec3), p: &DVec3| {
                    let height = p.dot(n);
                    if height > best.0 { (height, *p) } else { best }
                };
                points.iter().fold((f64::NEG_INFINITY, DVec3::ZERO), higher).1
            }
            Form::Many(corners) => corners.furthest(n),
            Form::Curved(curved, frame) => {
                let local = furthest_of_curved(curved, frame.turned_back(n));
                frame.outward(local * frame.scale)
            }
            Form::Plane(normal, offset) => *normal * *offset,
        }
    }
    /// The same after a turn.
    #[inline]
    pub(super) fn support_after(&self, n: DVec3, turn: &Turn) -> DVec3 {
        turn.turned(self.support(turn.turned_back(n)))
    }
    /// The support function, with the ball.
    pub(super) fn height(&self, n: DVec3) -> f64 {
        self.support(n).dot(n) + self.radius * n.length()
    }
    /// The cost of making it.
    pub(super) fn price(&self) -> u64 {
        match &self.form {
            Form::Many(corners) => MADE + corners.len() as u64,
            _ => MADE,
        }
    }
    /// The cost of a support point.
    #[inline]
    pub(super) fn cost(&self) -> u64 {
        match &self.form {
            Form::Points(points) => LOOK + points.len() as u64,
            Form::Many(corners) => LOOK + corners.len() as u64 / 4,
            _ => LOOK_AT_CURVED,
        }
    }
    pub(super) fn turn(&self, time: f64) -> Turn {
        if self.rate == 0.0 {
            return Turn(None);
        }
        let (sin, cos) = libm::sincos(self.rate * time);
        // O. Rodrigues' formula.
        let turned = |v: DVec3| {
            let along = self.axis * (self.axis.dot(v) * (1.0 - cos));
            v * cos + self.axis.cross(v) * sin + along
        };
        Turn(Some(DVec3::AXES.map(turned)))
    }
}

/// How far a curved shape reaches from its middle.
fn reach_of(curved: &Curved) -> f64 {
    match *curved {
        Curved::Ellipsoid(radii) => radii.max_element(),
        Curved::Cylinder { half_height, radius } | Curved::Cone { half_height, radius } => {
            libm::hypot(half_height, radius)
        }
    }
}

/// The angular velocity as a vector; in the plane along Z.
fn velocity<V: PairSpace>(moving: &Moving<'_, V>) -> DVec3 {
    let axes = <V as Space>::IDENTITY_AXES;
    let swing = |i: usize| lift(moving.angular.swing(axes.as_ref()[i]));
    let (x, y) = (swing(0), swing(1));
    DVec3::new(y.z, -x.z, x.y)
}
