//! A shape between two convex ones: one around it and, if there is one, one within it.
//!
//! Planners take the hull of a link's mesh, which is not what was drawn, because hulls are asked about so much faster.
//! Here the hull is asked first, and the mesh where that does not settle it: where the hulls are apart, so are the
//! meshes. Meshes of links are often nearly convex, as those are that were made by thinning out a hull; then the hull,
//! made smaller about its middle by a per cent or a few, is within the solid, which the exact relation tells. Where two
//! of these meet, so do the solids. So what is left for the meshes is a thin layer.
//!
//! Cylinders and cones have prisms and pyramids of 16 sides around and within, which are asked about several times faster
//! than a curved solid beside a hull.
//!
//! Vertices in the world are rounded. The hull around is therefore grown, and the one within is shrunk further, by far
//! more than that for all places within `FAR` times the size of the shape; beyond, neither is asked.

use clearance::glam::DVec3;
use clearance::math::{Aabb, Pose, Vector};
use clearance::pair::{Relation, distance, intersects, relation};
use clearance::shape::{Mesh, Placed, Polyhedron, Shape3};

/// By how much of the size of a shape the hull around it is grown.
const GROWN: f64 = 1.0 / (1_u64 << 36) as f64;
/// At most so many times its size from the origin, the rounding of a shape's vertices is less than that.
const FAR: f64 = (1 << 10) as f64;
/// The sizes that are tried for the hull within, and by how much more it is shrunk.
const WITHIN: [f64; 6] = [0.999, 0.995, 0.99, 0.98, 0.95, 0.9];
const SHRUNK: f64 = 1.0 - 1.0 / (1 << 20) as f64;
/// How many sides the prisms have that are around a cylinder and within it.
const SIDES: u32 = 16;
/// How thick the hull within must be, in parts of the size: shrinking it moves its faces by this part of the length.
const THIN: f64 = 1.0 / (1 << 10) as f64;

/// A shape with convex ones around it and within it.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    pub shape: Shape3<DVec3>,
    around: Option<Shape3<DVec3>>,
    within: Option<Shape3<DVec3>>,
    /// How far from the origin those two may be asked about, before scale.
    far: f64,
}

/// A bracket at a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedBracket<'a> {
    bracket: &'a Bracket,
    pose: &'a Pose<DVec3>,
}

impl Bracket {
    pub fn new(shape: Shape3<DVec3>) -> Self {
        let mut bracket = Self {
            shape,
            around: None,
            within: None,
            far: 0.0,
        };
        match bracket.shape.clone() {
            Shape3::Mesh(mesh) => bracket.add_hulls(&mesh),
            Shape3::Cylinder(it) => {
                let ends = [-it.half_height(), it.half_height()].map(|y| (y, it.radius()));
                bracket.add_prisms(ends);
            }
            Shape3::Cone(it) => {
                bracket.add_prisms([(-it.half_height(), it.radius()), (it.half_height(), 0.0)])
            }
            _ => {}
        }
        bracket
    }
    /// Prisms around and within two discs at heights `y`, and what is between them.
    fn add_prisms(&mut self, discs: [(f64, f64); 2]) {
        let size = discs
            .iter()
            .fold(0.0, |size: f64, disc| size.max(disc.0.abs()).max(disc.1));
        let hull = |by: f64| {
            let corner = |i: u32, (y, radius): (f64, f64)| {
                let (sin, cos) = libm::sincos(f64::from(i) * core::f64::consts::TAU / f64::from(SIDES));
                DVec3::new(radius * by * cos, y, radius * by * sin)
            };
            let corners = (0..SIDES).flat_map(|i| discs.map(|disc| corner(i, disc)));
            let hull = Polyhedron::new(&corners.collect::<Vec<_>>()).ok()?;
            Some((height(&hull, DVec3::ZERO), hull))
        };
        let slant = libm::cos(core::f64::consts::PI / f64::from(SIDES));
        let (Some((_, around)), Some((height, within))) = (hull(1.0 / slant), hull(1.0)) else {
            return;
        };
        let shrunk = within.vertices().iter().map(|v| *v * SHRUNK).collect::<Vec<_>>();
        let shrunk = Polyhedron::new(&shrunk).ok().filter(|_| height > size * THIN);
        self.within = shrunk.and_then(|hull| Shape3::from(hull).rounded(size * GROWN).ok());
        self.around = Shape3::from(around).rounded(size * GROWN).ok();
        self.far = size * FAR;
    }
    fn add_hulls(&mut self, mesh: &Mesh<DVec3>) {
        let Aabb { min, max } = mesh.bounds();
        let (middle, size) = (min.midpoint(max), min.abs().max(max.abs()).max_element());
        let Ok(hull) = Polyhedron::new(mesh.vertices()) else {
            return;
        };
        let shrunk = |by: f64| {
            let corners = hull.vertices().iter().map(|&v| middle + (v - middle) * by);
            Polyhedron::new(&corners.collect::<Vec<_>>()).ok()
        };
        let is_within = |by: f64| {
            let hull = shrunk(by).filter(|hull| height(hull, middle) > size * THIN)?;
            let answer = relation(here(&hull.into()), here(&self.shape));
            (answer == Relation::AInB).then_some(by)
        };
        let within = WITHIN
            .iter()
            .filter(|_| mesh.is_solid())
            .find_map(|&by| is_within(by));
        let within = within.and_then(|by| shrunk(by * SHRUNK));
        self.within = within.and_then(|hull| Shape3::from(hull).rounded(size * GROWN).ok());
        self.around = Shape3::from(hull).rounded(size * GROWN).ok();
        self.far = size * FAR;
    }
    #[inline]
    pub fn at<'a>(&'a self, pose: &'a Pose<DVec3>) -> PlacedBracket<'a> {
        PlacedBracket { bracket: self, pose }
    }
}

/// The shape at the origin.
fn here(shape: &Shape3<DVec3>) -> Placed<'_, DVec3> {
    Placed::new(shape, &Pose::IDENTITY)
}

/// How far a point is within all faces of a hull; negative if it is outside of one, 0 if the hull is flat.
fn height(hull: &Polyhedron<DVec3>, point: DVec3) -> f64 {
    if hull.rank() < 3 {
        return 0.0;
    }
    let heights = (0..hull.face_count()).map(|i| hull.face_offset(i) - hull.face_normal(i).dot(point));
    heights.fold(f64::INFINITY, f64::min)
}

impl<'a> PlacedBracket<'a> {
    /// The shape itself.
    #[inline]
    pub fn exact(&self) -> Placed<'a, DVec3> {
        Placed::new(&self.bracket.shape, self.pose)
    }
    /// The convex shape around, if there is one and it may be asked about.
    #[inline]
    fn around(&self) -> Option<Placed<'a, DVec3>> {
        let around = self.bracket.around.as_ref().filter(|_| self.is_near())?;
        Some(Placed::new(around, self.pose))
    }
    /// A convex shape within it, which may be itself.
    #[inline]
    fn within(&self) -> Option<Placed<'a, DVec3>> {
        match &self.bracket.within {
            Some(within) if self.is_near() => Some(Placed::new(within, self.pose)),
            None if self.bracket.around.is_none() => Some(self.exact()),
            _ => None,
        }
    }
    fn is_near(&self) -> bool {
        Vector::max_abs(self.pose.position()) <= self.bracket.far * self.pose.scale()
    }
    /// Whether two shapes have a point in common: as [`intersects`].
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        match (self.around(), other.around()) {
            (None, None) => intersects(self.exact(), other.exact()),
            (a, b) => self.meets_by(a, other, b),
        }
    }
    fn meets_by(&self, a: Option<Placed<'a, DVec3>>, other: &Self, b: Option<Placed<'a, DVec3>>) -> bool {
        let (a, b) = (a.unwrap_or(self.exact()), b.unwrap_or(other.exact()));
        if !intersects(a, b) {
            return false;
        }
        let within = self.within().zip(other.within());
        within.is_some_and(|(a, b)| intersects(a, b)) || intersects(self.exact(), other.exact())
    }
    /// The distance of two shapes, as [`distance`]; or a lower bound of it that is enough for the caller.
    pub fn distance_or(&self, other: &Self, is_enough: impl FnOnce(f64) -> bool) -> Distance {
        let around = (self.around(), other.around());
        if let (None, None) = around {
            return Distance::Exact(distance(self.exact(), other.exact()));
        }
        let (a, b) = (
            around.0.unwrap_or(self.exact()),
            around.1.unwrap_or(other.exact()),
        );
        let bound = distance(a, b);
        match is_enough(bound) {
            true => Distance::AtLeast(bound),
            false => Distance::Exact(distance(self.exact(), other.exact())),
        }
    }
}

/// A distance, or a lower bound of one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Distance {
    AtLeast(f64),
    Exact(f64),
}
