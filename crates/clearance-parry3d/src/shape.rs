//! Convex shapes of parry as shapes of clearance.
//!
//! Balls, boxes, capsules, segments and triangles are a few numbers: they are converted each time, on the
//! stack. Rounded shapes are one or two allocations more. Hulls are kept (`hulls.rs`). Shapes made of parts
//! never come here: parry takes them apart.

use std::ops::Deref;
use std::rc::Rc;

use parry::math::{Real, Vector};
use parry::shape::{Shape as ParryShape, TypedShape};

use crate::hulls::hull;
use crate::numbers::{Shape, point};

/// A converted shape: made for one question, or kept.
pub(crate) enum Mapped {
    Own(Shape),
    Kept(Rc<Shape>),
}

impl Deref for Mapped {
    type Target = Shape;
    fn deref(&self) -> &Shape {
        match self {
            Self::Own(shape) => shape,
            Self::Kept(shape) => shape,
        }
    }
}

impl Mapped {
    /// The shape grown by a ball; `None` for a radius that is negative or not finite.
    pub(crate) fn grown(self, radius: Real) -> Option<Self> {
        let sharp = match self {
            Self::Own(shape) => shape,
            Self::Kept(shape) => (*shape).clone(),
        };
        sharp.rounded(radius.into()).ok().map(Self::Own)
    }
}

/// Whether shapes of this kind are converted, or consist of such. Numbers that make no shape are found later.
pub(crate) fn is_mapped(shape: &dyn ParryShape) -> bool {
    match shape.as_typed_shape() {
        TypedShape::Voxels(_) | TypedShape::Custom(_) => false,
        TypedShape::Compound(whole) => whole.shapes().iter().all(|(_, part)| is_mapped(&**part)),
        _ => true,
    }
}

/// The shape as clearance has it; `None` for shapes made of parts, for kinds that clearance does not have,
/// and for numbers that make no shape.
pub(crate) fn mapped(shape: &dyn ParryShape) -> Option<Mapped> {
    let own = match shape.as_typed_shape() {
        TypedShape::Ball(s) => ball(s.radius)?,
        TypedShape::Cuboid(s) => Shape::cuboid(point(s.half_extents)).ok()?,
        TypedShape::Capsule(s) => rod(s.segment.a, s.segment.b, s.radius)?,
        TypedShape::Segment(s) => rod(s.a, s.b, 0.0)?,
        TypedShape::Triangle(s) => triangle([s.a, s.b, s.c])?,
        TypedShape::HalfSpace(s) => Shape::half_space(point(s.normal), 0.0).ok()?,
        TypedShape::RoundCuboid(s) => {
            let sharp = Shape::cuboid(point(s.inner_shape.half_extents)).ok()?;
            sharp.rounded(s.border_radius.into()).ok()?
        }
        TypedShape::RoundTriangle(s) => {
            let t = &s.inner_shape;
            triangle([t.a, t.b, t.c])?.rounded(s.border_radius.into()).ok()?
        }
        other => return of_this_space(other),
    };
    Some(Mapped::Own(own))
}

#[cfg(feature = "dim2")]
fn of_this_space(shape: TypedShape<'_>) -> Option<Mapped> {
    match shape {
        TypedShape::ConvexPolygon(s) => hull(s.points(), 0.0),
        TypedShape::RoundConvexPolygon(s) => hull(s.inner_shape.points(), s.border_radius),
        _ => None,
    }
    .map(Mapped::Kept)
}

#[cfg(feature = "dim3")]
fn of_this_space(shape: TypedShape<'_>) -> Option<Mapped> {
    let cylinder = |s: &parry::shape::Cylinder| Shape::cylinder(s.half_height.into(), s.radius.into()).ok();
    let cone = |s: &parry::shape::Cone| Shape::cone(s.half_height.into(), s.radius.into()).ok();
    let own = match shape {
        TypedShape::ConvexPolyhedron(s) => return hull(s.points(), 0.0).map(Mapped::Kept),
        TypedShape::RoundConvexPolyhedron(s) => {
            return hull(s.inner_shape.points(), s.border_radius).map(Mapped::Kept);
        }
        TypedShape::Cylinder(s) => cylinder(s),
        TypedShape::Cone(s) => cone(s),
        TypedShape::RoundCylinder(s) => cylinder(&s.inner_shape)?.rounded(s.border_radius.into()).ok(),
        TypedShape::RoundCone(s) => cone(&s.inner_shape)?.rounded(s.border_radius.into()).ok(),
        _ => None,
    };
    own.map(Mapped::Own)
}

/// A ball; of radius 0, a point.
fn ball(radius: Real) -> Option<Shape> {
    if radius == 0.0 {
        Some(Shape::Point)
    } else {
        ball_of(radius.into())
    }
}
#[cfg(feature = "dim2")]
fn ball_of(radius: f64) -> Option<Shape> {
    Shape::circle(radius).ok()
}
#[cfg(feature = "dim3")]
fn ball_of(radius: f64) -> Option<Shape> {
    Shape::sphere(radius).ok()
}

/// A capsule; of radius 0, as parry has them in height fields of the plane, a segment.
fn rod(a: Vector, b: Vector, radius: Real) -> Option<Shape> {
    let [a, b] = [a, b].map(point);
    if radius == 0.0 {
        Shape::segment(a, b).ok()
    } else {
        Shape::capsule(a, b, radius.into()).ok()
    }
}

#[cfg(feature = "dim2")]
fn triangle(corners: [Vector; 3]) -> Option<Shape> {
    Shape::convex(&corners.map(point)).ok()
}
#[cfg(feature = "dim3")]
fn triangle(corners: [Vector; 3]) -> Option<Shape> {
    Shape::triangle(corners.map(point)).ok()
}
