//! Pairs of faces that a move cannot bring into each other, however near they are.
//!
//! A ball turns in its socket, a drawer slides in its case, a shaft turns in its bearing: facets stay as near
//! each other as they are all the time, and a look at them tells nothing new. Two reasons are seen, of
//! surfaces, not of facets:
//!
//! - *A gap that stays.* The motion carries the surface of a face along itself: at its corners the velocity
//!   is along it. If the other surface is parallel to it (spheres of one center, cylinders of one axis, …)
//!   and not inside, the gap between the two is the same everywhere, and stays so, wherever the faces end.
//! - *A face that stays.* A turn carries a face onto itself with its border: a ball, a full ring. Then what
//!   it is to the other part does not change.
//!
//! Limits: recognised surfaces, and motions whose axis stays where it is.

use alloc::vec::Vec;

use glam::DVec3;

use super::body::Body;
use super::screw::Screw;
use crate::assembly::{Cone, Cylinder, Face, Sphere, Surface, Torus};

/// What a motion does to the faces of two bodies, of which the first one moves.
#[derive(Debug)]
pub(super) struct Steady {
    faces: [Vec<Carried>; 2],
    /// How far coordinates of both may be rounded.
    rounding: f64,
    /// The size of the larger body.
    size: f64,
    /// Whether planes may touch.
    may_touch: bool,
}

/// A face, and what a motion does to it.
#[derive(Clone, Copy, Debug)]
struct Carried {
    to: To,
    /// How far the surface may be off.
    error: f64,
}

#[derive(Clone, Copy, Debug)]
enum To {
    Elsewhere,
    /// The surface is carried along itself.
    ItsSurface(Surface),
    /// So is the border of the face.
    Itself,
}

impl Steady {
    /// Of bodies that touch when the motion begins, or do not.
    pub fn new(bodies: [&Body<'_>; 2], screw: &Screw, is_touching: bool) -> Self {
        let rounding = bodies[0].rounding + bodies[1].rounding;
        let flow = Flow::new(screw, rounding);
        Self {
            faces: bodies.map(|body| flow.as_ref().map_or_else(Vec::new, |flow| flow.faces(body))),
            rounding,
            size: bodies[0].size().max(bodies[1].size()),
            may_touch: is_touching,
        }
    }
    /// Whether a face of the moving body and one of the other cannot come into each other.
    pub fn keeps_apart(&self, [f, g]: [u32; 2]) -> bool {
        let find = |k: usize, face: u32| self.faces[k].get(face as usize);
        let (Some(mine), Some(others)) = (find(0, f), find(1, g)) else {
            return false;
        };
        match (&mine.to, &others.to) {
            (To::Itself, _) | (_, To::Itself) => true,
            (To::ItsSurface(s), To::ItsSurface(t)) => {
                let error = self.rounding + mine.error + others.error;
                let least = match s {
                    Surface::Plane(_) if !self.may_touch => error,
                    _ => -error,
                };
                let parallel = Parallel {
                    size: self.size,
                    error,
                };
                parallel.gap(s, t).is_some_and(|gap| gap >= least)
            }
            _ => false,
        }
    }
}

/// Finds surfaces that are as far from each other everywhere, but for an error.
struct Parallel {
    size: f64,
    error: f64,
}

impl Parallel {
    /// The gap between two surfaces that face each other and are parallel everywhere.
    fn gap(&self, s: &Surface, t: &Surface) -> Option<f64> {
        let [pin, hole] = if is_hole(s) { [t, s] } else { [s, t] };
        match (pin, hole) {
            (Surface::Plane(p), Surface::Plane(q)) => {
                let are_facing = p.normal.dot(q.normal) < 0.0 && self.are_along([p.normal, q.normal]);
                are_facing.then(|| hole.signed_distance(p.point))
            }
            (Surface::Cylinder(p), Surface::Cylinder(q)) if p.outward != q.outward => {
                let is_one = self.are_along([p.axis, q.axis]) && self.is_on(p.point - q.point, q.axis);
                is_one.then_some(q.radius - p.radius)
            }
            (Surface::Sphere(p), Surface::Sphere(q)) if p.outward != q.outward => {
                let is_one = self.is_small((p.center - q.center).length());
                is_one.then_some(q.radius - p.radius)
            }
            (Surface::Torus(p), Surface::Torus(q)) if p.outward != q.outward => {
                let is_one =
                    self.are_along([p.axis, q.axis]) && self.is_small((p.center - q.center).length());
                (is_one && self.is_small(p.major - q.major)).then_some(q.minor - p.minor)
            }
            (Surface::Cone(p), Surface::Cone(q)) if p.outward != q.outward => {
                let is_one = p.axis.dot(q.axis) > 0.0 && self.are_along([p.axis, q.axis]);
                let is_one = is_one && self.is_small((p.half_angle - q.half_angle) * self.size);
                let shift = p.apex - q.apex;
                (is_one && self.is_on(shift, q.axis)).then(|| shift.dot(q.axis) * libm::sin(q.half_angle))
            }
            _ => None,
        }
    }
    fn is_small(&self, length: f64) -> bool {
        length.abs() <= self.error
    }
    /// Whether unit vectors are along one line.
    fn are_along(&self, [a, b]: [DVec3; 2]) -> bool {
        self.is_small(a.cross(b).length() * self.size)
    }
    /// Whether a point, given from one of an axis, is on it.
    fn is_on(&self, p: DVec3, axis: DVec3) -> bool {
        self.is_small(p.cross(axis).length())
    }
}

/// Whether the material is around a round surface.
fn is_hole(surface: &Surface) -> bool {
    matches!(
        surface,
        Surface::Cylinder(Cylinder { outward: false, .. })
            | Surface::Cone(Cone { outward: false, .. })
            | Surface::Sphere(Sphere { outward: false, .. })
            | Surface::Torus(Torus { outward: false, .. })
    )
}

/// The velocities of a motion whose axis stays where it is: they are the same at all times.
struct Flow<'a> {
    screw: &'a Screw,
    axis: DVec3,
    rounding: f64,
}

impl<'a> Flow<'a> {
    fn new(screw: &'a Screw, rounding: f64) -> Option<Self> {
        let axis = screw.angular.normalize_or_zero();
        let stays = axis == DVec3::ZERO || screw.linear.cross(axis).length() <= rounding;
        stays.then_some(Self {
            screw,
            axis,
            rounding,
        })
    }
    fn faces(&self, body: &Body<'_>) -> Vec<Carried> {
        let faces = (0..).zip(body.faces.faces());
        let carried = |(number, face): (u32, &Face)| {
            let error = face.fit_error * body.part.pose.scale();
            let to = self.carries(body, number, face, self.rounding + error);
            Carried { to, error }
        };
        faces.map(carried).collect()
    }
    fn carries(&self, body: &Body<'_>, number: u32, face: &Face, error: f64) -> To {
        let Some(surface) = face.surface.map(|surface| surface.placed(&body.part.pose)) else {
            return To::Elsewhere;
        };
        let mut corners = face.triangles.iter().flat_map(|&t| body.corners(t as usize));
        if !corners.all(|p| self.speed_across(&surface, p) <= error) {
            return To::Elsewhere;
        }
        let is_turn = self.screw.linear.length() <= error;
        let mut border = border(body, number, face);
        match is_turn && border.all(|ends| self.leaves_circle(ends) <= error) {
            true => To::Itself,
            false => To::ItsSurface(surface),
        }
    }
    /// How fast a point of a surface leaves it.
    fn speed_across(&self, surface: &Surface, p: DVec3) -> f64 {
        self.screw.velocity(p, 0.0).dot(surface.normal(p)).abs()
    }
    /// How far the ends of an edge are from being on one circle around the axis.
    fn leaves_circle(&self, ends: [DVec3; 2]) -> f64 {
        let [p, q] = ends.map(|p| p - self.screw.about);
        let away = self.axis.cross(p).length() - self.axis.cross(q).length();
        away.abs().max(self.axis.dot(p - q).abs())
    }
}

/// The edges in which a face ends.
fn border<'b>(body: &'b Body<'_>, number: u32, face: &'b Face) -> impl Iterator<Item = [DVec3; 2]> + 'b {
    let is_within = move |t: u32| body.faces.face_of(t) == number;
    face.triangles.iter().flat_map(move |&t| {
        let (corners, beside) = (body.corners(t as usize), body.mesh.neighbours()[t as usize]);
        let ends = (0..3).filter(move |&k| beside[k] == u32::MAX || !is_within(beside[k]));
        ends.map(move |k| [corners[k], corners[(k + 1) % 3]])
    })
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use std::sync::Arc;

    use super::*;
    use crate::assembly::{Part, Solid};
    use crate::math::Pose;
    use crate::shape::Shape3;

    fn part(shape: Shape3<DVec3>) -> Part {
        Part {
            name: String::new(),
            solid: Arc::new(Solid::new(shape, 0.0, 0.0)),
            pose: Pose::IDENTITY,
        }
    }

    /// A cylinder around Z, or a piece of one, of 24 sides for a whole turn.
    fn cylinder(radius: f64, sides: u32) -> Part {
        let corner = |i: u32, z: f64| {
            let angle = core::f64::consts::TAU * f64::from(i) / 24.0;
            DVec3::new(radius * libm::cos(angle), radius * libm::sin(angle), z)
        };
        let corners: Vec<DVec3> = (0..=sides)
            .flat_map(|i| [0.0, 5.0].map(|z| corner(i, z)))
            .collect();
        part(Shape3::convex(&corners).unwrap())
    }

    /// Whether the round face of the first cannot come into any face of the second.
    fn is_steady(parts: [&Part; 2], screw: &Screw) -> bool {
        let bodies = parts.map(|part| Body::new(part).unwrap());
        let steady = Steady::new([&bodies[0], &bodies[1]], screw, false);
        let is_round = |face: &Face| matches!(face.surface, Some(Surface::Cylinder(_)));
        let round = bodies[0].faces.faces().iter().position(is_round).unwrap() as u32;
        (0..bodies[1].faces.faces().len() as u32).all(|g| steady.keeps_apart([round, g]))
    }

    #[test]
    fn a_whole_ring_is_carried_onto_itself_and_half_of_one_is_not() {
        let block = part(Shape3::cuboid(DVec3::ONE).unwrap());
        let turn = |about: DVec3| Screw {
            about,
            linear: DVec3::ZERO,
            angular: DVec3::Z,
        };
        let up = Screw::straight(DVec3::Z);
        let (whole, half) = (cylinder(3.0, 24), cylinder(3.0, 12));
        assert!(is_steady([&whole, &block], &turn(DVec3::ZERO)));
        assert!(!is_steady([&half, &block], &turn(DVec3::ZERO)));
        assert!(!is_steady([&whole, &block], &turn(DVec3::X * 1e-6)));
        assert!(!is_steady([&whole, &block], &up));
        // The other one may be what stays.
        assert!(is_steady([&half, &whole], &turn(DVec3::ZERO)));
    }

    #[test]
    fn parallel_surfaces_have_one_gap() {
        let parallel = Parallel {
            size: 10.0,
            error: 1e-9,
        };
        let cylinder = |x: f64, radius: f64, outward: bool| {
            Surface::Cylinder(Cylinder {
                point: DVec3::X * x,
                axis: DVec3::Z,
                radius,
                outward,
            })
        };
        let pin = cylinder(0.0, 3.0, true);
        assert_eq!(parallel.gap(&pin, &cylinder(0.0, 3.5, false)), Some(0.5));
        assert_eq!(parallel.gap(&cylinder(0.0, 3.5, false), &pin), Some(0.5));
        assert_eq!(parallel.gap(&pin, &cylinder(1e-6, 3.5, false)), None);
        assert_eq!(parallel.gap(&pin, &cylinder(0.0, 3.5, true)), None);
        let cone = |z: f64, outward: bool| {
            Surface::Cone(Cone {
                apex: DVec3::Z * z,
                axis: DVec3::Z,
                half_angle: core::f64::consts::FRAC_PI_6,
                outward,
            })
        };
        // A spike that is deeper in the cone by 2 has 1 of room around it.
        let gap = parallel.gap(&cone(2.0, true), &cone(0.0, false)).unwrap();
        assert!((gap - 1.0).abs() < 1e-12, "{gap}");
        assert!(parallel.gap(&cone(-2.0, true), &cone(0.0, false)).unwrap() < -0.99);
    }
}
