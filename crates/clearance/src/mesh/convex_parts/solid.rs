//! The mesh as a solid in double precision, in a unit near its size; and what is asked about it.

use alloc::vec::Vec;

use glam::DVec3;

use crate::math::{Aabb, Place, Pose, PowerOfTwo, Real, ScalarOf, Vector, lift, lower};
use crate::mesh::unit::to_about_one;
use crate::pair::{Relation, distance, intersects, relation};
use crate::shape::{Border, InvalidShape, Mesh, Placed, Shape3, Space3};

/// A closed mesh in the unit of its size.
pub(super) struct Solid {
    shape: Shape3<DVec3>,
    mesh: Mesh<DVec3>,
    unit: PowerOfTwo,
    /// The length of the longest side of the box around it.
    pub size: f64,
    /// Four units in the last place of the largest coordinate, in the precision of the user's mesh: lengths
    /// up to this are taken for rounding.
    pub rounding: f64,
    /// Rounds a coordinate to the precision of the user's mesh.
    round: fn(f64, PowerOfTwo) -> f64,
}

impl Solid {
    /// Of a mesh with some extent.
    pub fn new<V: Space3>(given: &Mesh<V>) -> Result<Self, InvalidShape> {
        let bounds = given.bounds();
        let [low, high] = [lift(bounds.min), lift(bounds.max)];
        let unit = to_about_one((high - low).max_element());
        let vertices = given.vertices().iter().map(|&v| unit.times_each(lift(v)));
        let mesh = Mesh::new(vertices.collect(), given.triangles().to_vec())?;
        let bounds = mesh.bounds();
        let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
        Ok(Self {
            shape: Shape3::Mesh(mesh.clone()),
            mesh,
            unit,
            size: (bounds.max - bounds.min).max_element(),
            rounding: 4.0 * ScalarOf::<V>::EPSILON.to_f64() * largest,
            round: round::<V>,
        })
    }
    pub fn mesh(&self) -> &Mesh<DVec3> {
        &self.mesh
    }
    /// The nearest number that the user's precision has.
    pub fn round(&self, x: f64) -> f64 {
        (self.round)(x, self.unit)
    }
    /// A point, or a vector, in the user's unit and precision.
    pub fn outward<V: Space3>(&self, p: DVec3) -> V {
        lower(self.unit.inverse().times_each(p))
    }
    /// A length in the user's unit.
    pub fn length_outward(&self, length: f64) -> f64 {
        self.unit.inverse().times(length)
    }
    /// Whether a point is in the solid, exactly.
    pub fn contains(&self, p: DVec3) -> bool {
        self.ask(p, intersects).unwrap_or(false)
    }
    /// Whether a point is outside of the solid, on its border, or inside.
    pub fn place_of(&self, p: DVec3) -> Relation {
        let found = self.ask(p, relation);
        found.unwrap_or(Relation::Disjoint)
    }
    /// How far a point is from the solid; 0 inside.
    pub fn distance(&self, p: DVec3) -> f64 {
        let found = self.ask(p, distance);
        found.unwrap_or(f64::INFINITY)
    }
    fn ask<T>(&self, p: DVec3, question: impl Fn(Placed<'_, DVec3>, Placed<'_, DVec3>) -> T) -> Option<T> {
        let (here, there) = (Pose::IDENTITY, Pose::at(p).ok()?);
        let solid = Placed::new(&self.shape, &here);
        Some(question(solid, Placed::new(&Shape3::Point, &there)))
    }
    /// The triangles whose boxes meet a box.
    pub fn triangles_near(&self, bounds: &Aabb<DVec3>) -> Vec<u32> {
        let (pose, mut found) = (Pose::IDENTITY, Vec::new());
        let place = Place::world(&pose);
        let _ = self.mesh.facet_boxes().meeting(&place, bounds, &mut |i| {
            found.push(i as u32);
            core::ops::ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }
}

fn round<V: Vector>(x: f64, unit: PowerOfTwo) -> f64 {
    let outward: f64 = unit.inverse().times(x);
    unit.times(ScalarOf::<V>::lit(outward).to_f64())
}
