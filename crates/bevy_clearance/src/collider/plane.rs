//! Colliders of the plane by name. Lengths are half of the whole, as in Bevy's own `Rectangle` and
//! `Capsule2d`.

use bevy_math::{Rot2, Vec2};
use clearance::d2::Shape;
use clearance::shape::InvalidShape;

use super::{Collider, InvalidCompound};
use crate::dimension::Dimension;

fn all(points: impl IntoIterator<Item = Vec2>) -> Vec<clearance::glam::Vec2> {
    points.into_iter().map(Dimension::to_native).collect()
}

impl Collider<Vec2> {
    /// A circle with its inside.
    pub fn circle(radius: f32) -> Result<Self, InvalidShape> {
        Shape::circle(radius).map(Self::new)
    }
    /// An ellipse with its inside; half the length of each axis.
    pub fn ellipse(half_size: Vec2) -> Result<Self, InvalidShape> {
        Shape::ellipse(half_size.to_native()).map(Self::new)
    }
    /// A rectangle from `-half_size` to `half_size`.
    pub fn rectangle(half_size: Vec2) -> Result<Self, InvalidShape> {
        Shape::cuboid(half_size.to_native()).map(Self::new)
    }
    /// A capsule along Y: all points within `radius` of a segment from `-half_length` to `half_length`.
    pub fn capsule(radius: f32, half_length: f32) -> Result<Self, InvalidShape> {
        let end = (Vec2::Y * half_length).to_native();
        Shape::capsule(-end, end, radius).map(Self::new)
    }
    /// The straight line from one point to another.
    pub fn segment(a: Vec2, b: Vec2) -> Result<Self, InvalidShape> {
        Shape::segment(a.to_native(), b.to_native()).map(Self::new)
    }
    /// The hull of points, in any order.
    pub fn convex(points: impl IntoIterator<Item = Vec2>) -> Result<Self, InvalidShape> {
        Shape::convex(&all(points)).map(Self::new)
    }
    /// A simple polygon, concave or not, with holes; any winding.
    pub fn polygon(
        vertices: impl IntoIterator<Item = Vec2>,
        holes: impl IntoIterator<Item = Vec<Vec2>>,
    ) -> Result<Self, InvalidShape> {
        let holes: Vec<_> = holes.into_iter().map(all).collect();
        Shape::polygon(&all(vertices), &holes).map(Self::new)
    }
    /// A chain of segments; `closed` joins the last vertex to the first.
    pub fn polyline(vertices: impl IntoIterator<Item = Vec2>, closed: bool) -> Result<Self, InvalidShape> {
        Shape::polyline(&all(vertices), closed).map(Self::new)
    }
    /// Everything on one side of a line: `normal · x <= offset`.
    pub fn half_space(normal: Vec2, offset: f32) -> Result<Self, InvalidShape> {
        Shape::half_space(normal.to_native(), offset).map(Self::new)
    }
    /// Several colliders as one, each with its position and rotation in the frame of the whole; at least one.
    pub fn compound(parts: impl IntoIterator<Item = (Vec2, Rot2, Self)>) -> Result<Self, InvalidCompound> {
        Ok(Self::new(Shape::compound(Self::parts(parts)?)?))
    }
}
