//! Colliders of space by name. Lengths are half of the whole, as in Bevy's own `Cuboid` and `Capsule3d`.

use bevy_math::{Quat, Vec3};
use clearance::d3::Shape;
use clearance::shape::InvalidShape;

use super::{Collider, InvalidCompound};
use crate::dimension::Dimension;

fn all(points: impl IntoIterator<Item = Vec3>) -> Vec<clearance::glam::Vec3> {
    points.into_iter().map(Dimension::to_native).collect()
}

impl Collider<Vec3> {
    /// A sphere with its inside.
    pub fn sphere(radius: f32) -> Result<Self, InvalidShape> {
        Shape::sphere(radius).map(Self::new)
    }
    /// An ellipsoid with its inside; half the length of each axis.
    pub fn ellipsoid(half_size: Vec3) -> Result<Self, InvalidShape> {
        Shape::ellipsoid(half_size.to_native()).map(Self::new)
    }
    /// A box from `-half_size` to `half_size`.
    pub fn cuboid(half_size: Vec3) -> Result<Self, InvalidShape> {
        Shape::cuboid(half_size.to_native()).map(Self::new)
    }
    /// A capsule along Y: all points within `radius` of a segment from `-half_length` to `half_length`.
    pub fn capsule(radius: f32, half_length: f32) -> Result<Self, InvalidShape> {
        let end = (Vec3::Y * half_length).to_native();
        Shape::capsule(-end, end, radius).map(Self::new)
    }
    /// A solid cylinder around Y.
    pub fn cylinder(radius: f32, half_height: f32) -> Result<Self, InvalidShape> {
        Shape::cylinder(half_height, radius).map(Self::new)
    }
    /// A solid cone around Y, its apex at `half_height` and its base at `-half_height`.
    pub fn cone(radius: f32, half_height: f32) -> Result<Self, InvalidShape> {
        Shape::cone(half_height, radius).map(Self::new)
    }
    /// The straight line from one point to another.
    pub fn segment(a: Vec3, b: Vec3) -> Result<Self, InvalidShape> {
        Shape::segment(a.to_native(), b.to_native()).map(Self::new)
    }
    /// A flat triangle.
    pub fn triangle(corners: [Vec3; 3]) -> Result<Self, InvalidShape> {
        Shape::triangle(corners.map(Dimension::to_native)).map(Self::new)
    }
    /// The hull of points, in any order.
    pub fn convex(points: impl IntoIterator<Item = Vec3>) -> Result<Self, InvalidShape> {
        Shape::convex(&all(points)).map(Self::new)
    }
    /// Triangles as triples of indices; a solid where they close, else a surface.
    pub fn mesh(
        vertices: impl IntoIterator<Item = Vec3>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) -> Result<Self, InvalidShape> {
        Shape::mesh(all(vertices), triangles.into_iter().collect()).map(Self::new)
    }
    /// A height field: `heights[i][j]` is Y at `x = j * spacing[0]`, `z = i * spacing[1]`.
    pub fn terrain(heights: &[Vec<f32>], spacing: [f32; 2]) -> Result<Self, InvalidShape> {
        Shape::terrain(heights, spacing).map(Self::new)
    }
    /// Everything on one side of a plane: `normal · x <= offset`.
    pub fn half_space(normal: Vec3, offset: f32) -> Result<Self, InvalidShape> {
        Shape::half_space(normal.to_native(), offset).map(Self::new)
    }
    /// Several colliders as one, each with its position and rotation in the frame of the whole; at least one.
    pub fn compound(parts: impl IntoIterator<Item = (Vec3, Quat, Self)>) -> Result<Self, InvalidCompound> {
        Ok(Self::new(Shape::compound(Self::parts(parts)?)?))
    }
}
