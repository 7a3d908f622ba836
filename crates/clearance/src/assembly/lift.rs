//! Parts of the plane as parts of space, so that questions about assemblies and moves answer for them, too.
//!
//! A polygon becomes the prism between two heights, and so does all else that has corners; a circle becomes a
//! ball, a capsule a capsule, an ellipse an ellipsoid, a half-plane a half-space. Each of them is a union of
//! convex sets that the plane z = 0 divides into mirror images, and its section by that plane is the shape.
//!
//! So distances are the same. Take two such convex sets, and points of them at some distance. Their mirror
//! images are as far apart; the points half-way between each point and its image are in the sets, for these
//! are convex, and in the plane, and no further apart. With interiors it is the same: they meet in space
//! where they meet in the plane. All of this holds at each time of a motion in the plane, and for each line
//! along which a part leaves.
//!
//! Limits: how deep an overlap is, is not the same where it is shorter to leave upwards. So each height
//! should be as large as its part is wide. A larger one makes coordinates larger, and so what counts as
//! rounding. Angles become quaternions, so that turned corners can differ by a last place from those that
//! [`Pose`] computes in the plane.

use alloc::vec::Vec;

use glam::{DQuat, DVec2, DVec3};

use crate::math::{InvalidPose, Pose};
use crate::shape::{
    Bitmap, Compound, Ellipsoid, Fault, InvalidShape, Mesh, Polygon, Polyhedron, Polyline, Shape2, Shape3,
};

/// The shape of space whose section by the plane z = 0 is this shape; what has corners reaches from
/// `-half_height` to `half_height`.
///
/// Distances in space are those in the plane, and so is what meets: see [`Assembly`](super::Assembly) and
/// [`motion`](crate::motion) for what can be asked then. Make the solid
/// [with flat faces](super::Solid::with_flat_faces), since polygons are meant as they are.
///
/// Errors: a half height that is not positive and finite, or larger than coordinates may be.
///
/// ```
/// use clearance::{Pose, Placed, assembly::{lift, lift_pose}, d2, distance, glam::DVec2};
/// let plank = d2::Shape::cuboid(DVec2::new(2.0, 0.5))?;
/// let wheel = d2::Shape::circle(1.0)?;
/// let (here, above) = (Pose::IDENTITY, Pose::at(DVec2::new(0.0, 2.0))?);
/// let gap = distance(Placed::new(&plank, &here), Placed::new(&wheel, &above));
/// let lifted = [lift(&plank, 4.0)?, lift(&wheel, 4.0)?];
/// let poses = [lift_pose(&here)?, lift_pose(&above)?];
/// assert_eq!(distance(Placed::new(&lifted[0], &poses[0]), Placed::new(&lifted[1], &poses[1])), gap);
/// assert_eq!(lift(&wheel, 0.0).unwrap_err().to_string(), "half_height: must be greater than zero");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn lift(shape: &Shape2<DVec2>, half_height: f64) -> Result<Shape3<DVec3>, InvalidShape> {
    if !(half_height > 0.0 && half_height.is_finite()) {
        let fault = if half_height.is_finite() {
            Fault::NotPositive
        } else {
            Fault::NotFinite
        };
        return Err(InvalidShape::new("half_height", fault));
    }
    let flat = |p: DVec2| p.extend(0.0);
    match shape {
        Shape2::Point => wall(&[DVec2::ZERO], half_height),
        Shape2::Segment(it) => wall(it.ends(), half_height),
        Shape2::Circle(it) => Shape3::sphere(it.radius()),
        Shape2::Ellipse(it) => {
            let radii = it.radii();
            Ellipsoid::new(radii.extend(radii.max_element())).map(Shape3::Ellipsoid)
        }
        Shape2::Capsule(it) => {
            let [a, b] = it.ends().map(flat);
            Shape3::capsule(a, b, it.radius())
        }
        Shape2::Box(it) => Shape3::cuboid(it.half_extents().extend(half_height)),
        Shape2::Convex(it) => wall(it.vertices(), half_height),
        Shape2::Polygon(it) => prism(it, half_height),
        Shape2::Polyline(it) => fence(it, half_height),
        Shape2::HalfSpace(it) => Shape3::half_space(flat(it.normal()), it.offset()),
        Shape2::Bitmap(it) => pixels(it, half_height),
        Shape2::Rounded(it) => lift(it.shape(), half_height)?.rounded(it.radius()),
        Shape2::Compound(it) => compound(it, half_height),
    }
}

/// The pose of a lifted shape.
///
/// Errors: none in practice, since the plane and space have the same range of positions.
pub fn lift_pose(pose: &Pose<DVec2>) -> Result<Pose<DVec3>, InvalidPose> {
    let turn = DQuat::from_rotation_z(pose.rotation().angle());
    Pose::at(pose.position().extend(0.0))?
        .turned(turn)?
        .scaled(pose.scale())
}

/// The hull of points at both heights: a prism, a wall, or a line.
fn wall(points: &[DVec2], half_height: f64) -> Result<Shape3<DVec3>, InvalidShape> {
    let heights = [-half_height, half_height];
    let both = heights.map(|z| points.iter().map(move |p| p.extend(z)));
    let points: Vec<DVec3> = both.into_iter().flatten().collect();
    Polyhedron::new(&points).map(Shape3::Convex)
}

fn prism(polygon: &Polygon<DVec2>, half_height: f64) -> Result<Shape3<DVec3>, InvalidShape> {
    let (corners, caps) = polygon.triangles();
    let count = corners.len() as u32;
    let heights = [-half_height, half_height];
    let vertices = heights.map(|z| corners.iter().map(move |p| p.extend(z)));
    let mut triangles = Vec::with_capacity(4 * caps.len());
    for &[a, b, c] in &caps {
        triangles.extend([[a, c, b], [a, b, c].map(|v| v + count)]);
    }
    for [a, b] in border(&caps) {
        triangles.extend([[a, b, b + count], [a, b + count, a + count]]);
    }
    Mesh::new(vertices.into_iter().flatten().collect(), triangles).map(Shape3::Mesh)
}

/// The sides of triangles that no other triangle has, in their order around these.
fn border(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let sides = |t: &[u32; 3]| [[t[0], t[1]], [t[1], t[2]], [t[2], t[0]]];
    let mut opposites: Vec<[u32; 2]> = triangles.iter().flat_map(sides).map(|[a, b]| [b, a]).collect();
    opposites.sort_unstable();
    let all = triangles.iter().flat_map(sides);
    all.filter(|side| opposites.binary_search(side).is_err())
        .collect()
}

/// A wall for each segment.
fn fence(line: &Polyline<DVec2>, half_height: f64) -> Result<Shape3<DVec3>, InvalidShape> {
    let vertices = line.vertices();
    let last = vertices.last().zip(vertices.first());
    let closing = last.filter(|_| line.closed()).map(|(&a, &b)| [a, b]);
    let segments = vertices.windows(2).map(|ends| [ends[0], ends[1]]).chain(closing);
    let walls = segments.map(|ends| Ok((wall(&ends, half_height)?, Pose::IDENTITY)));
    Shape3::compound(walls.collect::<Result<Vec<_>, InvalidShape>>()?)
}

/// A box for each run of pixels in a row.
fn pixels(bitmap: &Bitmap<DVec2>, half_height: f64) -> Result<Shape3<DVec3>, InvalidShape> {
    let [width, height] = bitmap.size();
    let size = bitmap.pixel_size();
    let mut boxes = Vec::new();
    for y in 0..height {
        let filled: Vec<usize> = (0..width).filter(|&x| bitmap.is_filled(x, y)).collect();
        for run in filled.chunk_by(|a, b| a + 1 == *b) {
            let x = [run[0], run[run.len() - 1] + 1];
            let corners = [0, 1].map(|i| [0, 1].map(|k| size * DVec2::new(x[i] as f64, (y + k) as f64)));
            boxes.push((wall(&corners.concat(), half_height)?, Pose::IDENTITY));
        }
    }
    Shape3::compound(boxes)
}

fn compound(parts: &Compound<DVec2>, half_height: f64) -> Result<Shape3<DVec3>, InvalidShape> {
    let lifted = parts.parts().iter().map(|part| {
        let pose = lift_pose(&part.pose).map_err(|_| InvalidShape::new("parts", Fault::TooLarge))?;
        Ok((lift(&part.shape, half_height)?, pose))
    });
    Shape3::compound(lifted.collect::<Result<Vec<_>, InvalidShape>>()?)
}
