//! A convex shape as the search sees it: a support mapping, and the directions in which its border is flat.

use alloc::vec::Vec;
use core::iter;

use glam::DVec3;

use super::ShortList;
use super::curved_support::{cap, reach, rim_derivative, rulings, support, support_derivative};
use super::nearest::{self, Nearest};
use super::support_set::{BorderLine, SupportFace, corners_near, faces_of, furthest};
use crate::math::{DoubleFrame, Real, lift};
use crate::pair::decide;
use crate::shape::{AnyShape, Curved, FlatNormals, Placed, ShapeSpace};

/// The shape of a body without its ball.
#[derive(Clone, Debug)]
pub(crate) enum BodyForm {
    /// The hull of points.
    Points(Vec<DVec3>),
    /// A curved solid, its lengths already scaled.
    Curved(Curved, DoubleFrame),
}

/// A convex shape in double precision, in the world's directions around an origin near both shapes.
#[derive(Clone, Debug)]
pub(crate) struct ConvexBody {
    /// Without the ball.
    pub form: BodyForm,
    /// The radius of the ball.
    pub radius: f64,
    /// In the world's directions.
    pub kinks: FlatNormals,
    /// A point in it.
    pub center: DVec3,
    /// How far from the center it reaches, without the ball.
    pub reach: f64,
}

/// A radius is short if it is less than this part of the largest.
const SHORT: f64 = 1.0 / 1024.0;

impl ConvexBody {
    /// A bounded convex shape, with all lengths multiplied by `unit`. (`ask/table.rs` sends only such shapes
    /// and half-spaces here.)
    pub(crate) fn new<V: ShapeSpace>(placed: Placed<'_, V>, around: DVec3, unit: f64) -> Self {
        let frame = DoubleFrame::of_place(&placed.place)
            .seen_from(around)
            .enlarged(unit);
        let scale = frame.scale;
        let mut kinks = placed.shape.flat_normals();
        kinks.normals.iter_mut().for_each(|n| *n = frame.turned(*n));
        kinks
            .circles
            .iter_mut()
            .for_each(|c| c.axis = frame.turned(c.axis));
        if let Some(curved) = placed.shape.curved() {
            let grown = ball_around_curved::<V>(placed.shape);
            let curved = curved.scaled(scale);
            return Self {
                form: BodyForm::Curved(curved, frame),
                radius: grown * scale,
                kinks,
                center: frame.origin(),
                reach: reach(&curved),
            };
        }
        let core = decide::core(&placed);
        let points: Vec<_> = core
            .vertices
            .iter()
            .map(|&v| frame.outward(lift(v) * scale))
            .collect();
        let center = points.iter().sum::<DVec3>() / points.len() as f64;
        Self {
            reach: points
                .iter()
                .fold(0.0, |most, p| (*p - center).length().max(most)),
            form: BodyForm::Points(points),
            radius: core.radius.to_f64() * scale,
            kinks,
            center,
        }
    }
    /// The axes along which an ellipsoid is so much shorter than along others that a search whose steps are
    /// parts of the size may miss its flat side.
    pub(crate) fn short_axes(&self) -> ShortList<DVec3> {
        let BodyForm::Curved(Curved::Ellipsoid(radii), frame) = &self.form else {
            return ShortList::new();
        };
        // In the plane the third radius is 0.
        let is_short = |k: &usize| radii[*k] > 0.0 && radii[*k] < radii.max_element() * SHORT;
        let axes = (0..3).filter(is_short).map(|k| frame.turned(DVec3::AXES[k]));
        axes.collect()
    }
    /// The point, if the body is one or a ball around one.
    pub(crate) fn as_point(&self) -> Option<DVec3> {
        match &self.form {
            BodyForm::Points(points) if points.len() == 1 => points.first().copied(),
            _ => None,
        }
    }
    /// Whether it is a point or a ball.
    pub(crate) fn is_point(&self) -> bool {
        self.as_point().is_some()
    }
    /// The support point along `n`, a vector of any length but zero; without the ball.
    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        match &self.form {
            BodyForm::Points(points) => furthest(points, n),
            BodyForm::Curved(curved, frame) => frame.outward(support(curved, frame.turned_back(n))),
        }
    }
    /// The support set along the unit vector `n`: all points within `tolerance` of the furthest. Without the
    /// ball.
    pub(crate) fn face(&self, n: DVec3, tolerance: f64) -> SupportFace {
        match &self.form {
            BodyForm::Points(points) => {
                let least = furthest(points, n).dot(n) - tolerance;
                SupportFace::Corners(points.iter().copied().filter(|p| p.dot(n) >= least).collect())
            }
            BodyForm::Curved(curved, frame) => {
                let local = frame.turned_back(n);
                if let Some((middle, radius)) = cap(curved, local) {
                    return SupportFace::Disc {
                        middle: frame.outward(middle),
                        radius,
                    };
                }
                let corners = match rulings(curved, local) {
                    Some((ends, tie)) if tie.abs() <= STRAIGHT => ends.into_iter().collect(),
                    _ => iter::once(support(curved, local)).collect(),
                };
                SupportFace::Corners(corners).map(|p| frame.outward(p))
            }
        }
    }
    /// The straight lines of the border that `n`, a unit vector, would support if turned by about `width`;
    /// the nearest first.
    pub(crate) fn lines_near(&self, n: DVec3, width: f64) -> ShortList<BorderLine> {
        match &self.form {
            BodyForm::Points(points) => {
                let near = corners_near(points, n, width);
                let pairs = near.iter().enumerate();
                let pairs = pairs.flat_map(|(i, q)| near[..i].iter().map(move |p| [*p, *q]));
                pairs.filter_map(BorderLine::between).collect()
            }
            BodyForm::Curved(curved, frame) => {
                let tie = rulings(curved, frame.turned_back(n)).map(|(_, tie)| tie);
                let near = tie.is_some_and(|tie| tie.abs() <= width);
                let creases = self.kinks.circles.iter().filter(|_| near);
                let line = |&crease| BorderLine { crease, ends: None };
                creases.map(line).collect()
            }
        }
    }
    /// The ends of a line when `n`, on its crease, is supported by it.
    pub(crate) fn ends_of(&self, line: &BorderLine, n: DVec3) -> [DVec3; 2] {
        match (line.ends, &self.form) {
            (Some(ends), _) => ends,
            (None, BodyForm::Curved(curved, frame)) => {
                let local = frame.turned_back(n);
                let ends = rulings(curved, local).map_or([support(curved, local); 2], |(ends, _)| ends);
                ends.map(|p| frame.outward(p))
            }
            (None, BodyForm::Points(points)) => [furthest(points, n); 2],
        }
    }
    /// How fast these ends move along the unit vector `t`, perpendicular to the line, as `n` turns towards
    /// `t`.
    pub(crate) fn end_derivatives(&self, line: &BorderLine, n: DVec3, t: DVec3) -> [f64; 2] {
        match (line.ends, &self.form) {
            (None, BodyForm::Curved(curved, frame)) => {
                let (n, t) = (frame.turned_back(n), frame.turned_back(t));
                match *curved {
                    Curved::Cylinder { radius, .. } => [rim_derivative(n, t, radius).dot(t); 2],
                    Curved::Cone { radius, .. } => [0.0, rim_derivative(n, t, radius).dot(t)],
                    Curved::Ellipsoid(_) => [0.0; 2],
                }
            }
            _ => [0.0; 2],
        }
    }
    /// The normals of flat faces within about `width` of `n`.
    pub(crate) fn flats_near(&self, n: DVec3, width: f64) -> ShortList<DVec3> {
        match &self.form {
            BodyForm::Points(points) => faces_of(&corners_near(points, n, width), n),
            BodyForm::Curved(..) => {
                let is_near = |m: &&DVec3| m.cross(n).length() <= width && m.dot(n) > 0.0;
                self.kinks.normals.iter().filter(is_near).copied().collect()
            }
        }
    }
    /// The derivative of the support point along the unit vector `n` as `n` turns towards `t`, which is
    /// perpendicular to it; 0 where the point stays.
    pub(crate) fn support_derivative(&self, n: DVec3, t: DVec3) -> DVec3 {
        match &self.form {
            BodyForm::Points(_) => DVec3::ZERO,
            BodyForm::Curved(curved, frame) => frame.turned(support_derivative(
                curved,
                frame.turned_back(n),
                frame.turned_back(t),
            )),
        }
    }
    /// The support function: how far the body reaches along the unit vector `n`, the ball included.
    pub(crate) fn height(&self, n: DVec3) -> f64 {
        self.support(n).dot(n) + self.radius
    }
    /// The nearest point of the border of a curved form; `None` for points.
    pub(crate) fn nearest(&self, p: DVec3) -> Option<Nearest> {
        let BodyForm::Curved(curved, frame) = &self.form else {
            return None;
        };
        let local = frame.inward(p);
        let found = match *curved {
            Curved::Ellipsoid(radii) => nearest::ellipsoid(nearest::solid(radii), local),
            Curved::Cylinder { half_height, radius } => nearest::cylinder(half_height, radius, local),
            Curved::Cone { half_height, radius } => nearest::cone(half_height, radius, local),
        };
        Some(Nearest {
            distance: found.distance,
            normal: frame.turned(found.normal),
            point: frame.outward(found.point),
        })
    }
}

/// The radius of the ball that was added to a curved shape, before the scale.
pub(super) fn ball_around_curved<V: ShapeSpace>(shape: &V::Shape) -> f64 {
    shape.as_rounded().map_or(0.0, |r| r.radius().to_f64())
}

/// A direction counts as that of a face or a line if it differs by no more than this, which is the rounding
/// of a unit vector.
pub(super) const STRAIGHT: f64 = 4.0 * f64::EPSILON;
