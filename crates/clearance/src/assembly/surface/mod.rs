//! The surfaces that most machine parts consist of, unbounded: planes, cylinders, cones, spheres, tori.
//!
//! Each knows on which side of it the solid's material is, so that its distance has a sign: negative on that
//! side.
//!
//! Imports run one way: `side` → `plane` → `cylinder` → `cone` → `sphere` → `torus`.

mod cone;
mod cylinder;
mod plane;
mod side;
mod sphere;
mod torus;

use core::fmt;

use glam::DVec3;

use crate::math::Pose;

pub use cone::Cone;
pub use cylinder::Cylinder;
pub use plane::Plane;
pub use sphere::Sphere;
pub use torus::Torus;

/// A whole surface, of which a face of a solid is a piece.
///
/// As text it is its kind and its sizes, to six digits.
///
/// ```
/// use clearance::{assembly::{Cylinder, Surface}, glam::DVec3};
/// let hole = Surface::Cylinder(Cylinder { point: DVec3::ZERO, axis: DVec3::Z, radius: 5.0, outward: false });
/// assert_eq!(hole.to_string(), "cylinder r 5");
/// assert_eq!(hole.signed_distance(DVec3::new(4.0, 0.0, 7.0)), 1.0); // in the hole: out of the material
/// assert_eq!(hole.normal(DVec3::new(4.0, 0.0, 7.0)), DVec3::NEG_X);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)] // each variant is the type of its name
pub enum Surface {
    Plane(Plane),
    Cylinder(Cylinder),
    Cone(Cone),
    Sphere(Sphere),
    Torus(Torus),
}

/// The same expression for each kind of surface.
macro_rules! each {
    ($surface:expr, $s:ident => $value:expr) => {
        match $surface {
            Surface::Plane($s) => $value,
            Surface::Cylinder($s) => $value,
            Surface::Cone($s) => $value,
            Surface::Sphere($s) => $value,
            Surface::Torus($s) => $value,
        }
    };
}

impl Surface {
    /// The distance of a point from the whole surface, negative on the side of the material.
    pub fn signed_distance(&self, p: DVec3) -> f64 {
        each!(self, s => s.signed_distance(p))
    }
    /// The direction in which [`signed_distance`](Self::signed_distance) grows at a point: a unit vector, on
    /// the surface its normal, out of the material. Where the nearest point of the surface is not unique, one
    /// of the directions.
    pub fn normal(&self, p: DVec3) -> DVec3 {
        each!(self, s => s.normal(p))
    }
    /// The point of the surface that is nearest to a point.
    pub fn closest(&self, p: DVec3) -> DVec3 {
        p - self.normal(p) * self.signed_distance(p)
    }
    /// The surface of the placed solid.
    pub fn placed(&self, pose: &Pose<DVec3>) -> Self {
        match self {
            Self::Plane(s) => Self::Plane(s.placed(pose)),
            Self::Cylinder(s) => Self::Cylinder(s.placed(pose)),
            Self::Cone(s) => Self::Cone(s.placed(pose)),
            Self::Sphere(s) => Self::Sphere(s.placed(pose)),
            Self::Torus(s) => Self::Torus(s.placed(pose)),
        }
    }
    /// The word for its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plane(_) => "plane",
            Self::Cylinder(_) => "cylinder",
            Self::Cone(_) => "cone",
            Self::Sphere(_) => "sphere",
            Self::Torus(_) => "torus",
        }
    }
}

/// A number to six digits, as short as it can be.
struct Short(f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded: f64 = alloc::format!("{:.5e}", self.0).parse().unwrap_or(self.0);
        match rounded == 0.0 || (1e-4..1e9).contains(&rounded.abs()) {
            true => write!(f, "{rounded}"),
            false => write!(f, "{rounded:e}"),
        }
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())?;
        match self {
            Self::Plane(_) => Ok(()),
            Self::Cylinder(s) => write!(f, " r {}", Short(s.radius)),
            Self::Cone(s) => write!(f, " {}°", Short(s.half_angle.to_degrees())),
            Self::Sphere(s) => write!(f, " r {}", Short(s.radius)),
            Self::Torus(s) => write!(f, " R {} r {}", Short(s.major), Short(s.minor)),
        }
    }
}

#[cfg(test)]
mod tests;
