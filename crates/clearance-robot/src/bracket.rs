//! A shape between two convex ones: one around it and, if there is one, one within it.
//!
//! Planners take the hull of a link's mesh, which is not what was drawn, because hulls are asked about so
//! much faster. Here the hull is asked first, and the mesh where that does not settle it: where the hulls are
//! apart, so are the meshes. Meshes of links are often nearly convex, as those are that were made by thinning
//! out a hull; then the hull, made smaller about its middle by a per cent or a few, is within the solid,
//! which the exact relation tells. Where two of these meet, so do the solids. So what is left for the meshes
//! is a thin layer.
//!
//! Cylinders and cones have prisms and pyramids of 16 sides around and within, which are asked about several
//! times faster than a curved solid beside a hull.
//!
//! Vertices in the world are rounded. The hull around is therefore grown, and the one within is shrunk
//! further, by far more than that for all places within `FAR` times the size of the shape; beyond, neither is
//! asked.

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
/// How thick the hull within must be, in parts of the size: shrinking it moves its faces by this part of the
/// length.
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
    /// Bounds of the distance of two shapes: [`distance`] twice, unless others are enough for the caller.
    pub fn distance_between(&self, other: &Self, is_enough: impl Fn(Bounds) -> bool) -> Bounds {
        let exact = || {
            let distance = distance(self.exact(), other.exact());
            Bounds {
                least: distance,
                most: distance,
            }
        };
        let around = (self.around(), other.around());
        if let (None, None) = around {
            return exact();
        }
        let (a, b) = (
            around.0.unwrap_or(self.exact()),
            around.1.unwrap_or(other.exact()),
        );
        let mut bounds = Bounds {
            least: distance(a, b),
            most: f64::INFINITY,
        };
        if is_enough(bounds) {
            return bounds;
        }
        if let Some((a, b)) = self.within().zip(other.within()) {
            bounds.most = distance(a, b);
        }
        match bounds.most == 0.0 || is_enough(bounds) {
            true => bounds,
            false => exact(),
        }
    }
}

/// What a distance is between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub least: f64,
    /// Infinity where it is not known.
    pub most: f64,
}

#[cfg(test)]
mod tests {
    use clearance::glam::DQuat;
    use clearance_testkit::{Hits, Random};

    use super::*;

    /// A solid that is nearly convex: an icosahedron's corners on a ball, one of which is pushed in a little.
    fn dented(random: &mut Random) -> Shape3<DVec3> {
        let corners: Vec<DVec3> = (0..40).map(|_| random.direction()).collect();
        let hull = Polyhedron::new(&corners).unwrap();
        let faces = (0..hull.face_count()).flat_map(|i| {
            let face: Vec<u32> = hull.face_vertices(i).to_vec();
            (2..face.len()).map(move |k| [face[0], face[k - 1], face[k]])
        });
        let triangles: Vec<[u32; 3]> = faces.collect();
        let mut corners = hull.vertices().to_vec();
        corners[0] *= 0.97;
        let mesh = Mesh::new(corners, triangles).unwrap();
        assert!(mesh.is_solid());
        mesh.into()
    }

    fn shape(random: &mut Random, kind: usize) -> Shape3<DVec3> {
        match kind {
            0 => dented(random),
            1 => Shape3::cylinder(random.between(0.1, 1.0), random.between(0.1, 1.0)).unwrap(),
            2 => Shape3::cone(random.between(0.1, 1.0), random.between(0.1, 1.0)).unwrap(),
            3 => Shape3::sphere(random.between(0.1, 1.0)).unwrap(),
            _ => Shape3::cuboid(DVec3::new(0.3, 0.5, random.between(0.1, 1.0))).unwrap(),
        }
    }

    /// Pairs at gaps of a few hundredths of their size, where the convex shapes around and within do not
    /// agree: answers are those of the shapes, and lower bounds are lower bounds.
    #[test]
    fn answers_are_those_of_the_shapes() {
        let (mut random, mut hits) = (Random::new(1), Hits::default());
        let [mut bounded, mut called_near] = [0, 0];
        for case in 0..400 {
            let (a, b) = (shape(&mut random, case % 3), shape(&mut random, case % 5));
            let turn =
                |random: &mut Random| DQuat::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0)));
            let at = Pose::new(random.vector(1.0), turn(&mut random)).unwrap();
            let mut to = Pose::new(
                at.position() + random.direction::<DVec3>() * 4.0,
                turn(&mut random),
            )
            .unwrap();
            let apart = clearance::clearance(Placed::new(&a, &at), Placed::new(&b, &to)).unwrap();
            let gap = random.between(-0.04, 0.04);
            to = to
                .moved_to(to.position() - apart.normal * (apart.distance - gap))
                .unwrap();
            let meet = intersects(Placed::new(&a, &at), Placed::new(&b, &to));
            let (own_a, own_b) = (Bracket::new(a.clone()), Bracket::new(b.clone()));
            assert!(own_a.around.is_some() && own_a.within.is_some(), "{a:?}");
            assert_eq!(own_a.at(&at).meets(&own_b.at(&to)), meet, "case {case}");
            let exact = distance(Placed::new(&a, &at), Placed::new(&b, &to));
            let near = random.between(-0.02, 0.04);
            let is_enough = |bounds: Bounds| bounds.least > 0.02 || bounds.most <= near;
            let found = own_a.at(&at).distance_between(&own_b.at(&to), is_enough);
            assert!(
                found.least <= exact + 1e-12 && exact <= found.most + 1e-12,
                "case {case}: {found:?} {exact}"
            );
            match (found.least == found.most, found.least > 0.02) {
                (true, _) => assert_eq!(found.least, exact, "case {case}"),
                (false, true) => bounded += 1,
                (false, false) => called_near += 1,
            }
            hits.count(meet);
        }
        hits.check("meet");
        assert!(bounded > 30 && called_near > 30, "{bounded} {called_near}");
    }
}
