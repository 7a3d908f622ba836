//! Measures of solids: volume, center and inertia of one, the common part of two, and which triangles meet.
//!
//! [`mass_properties`] is about one shape, [`common`] about two (`common/` says how it is computed),
//! [`triangle_pairs`] and [`triangle_segments`] about the triangles of two meshes. In the plane regions are
//! measured in the same way.
//!
//! Measures are in double precision in every space. What is decided, such as which triangles meet and which
//! piece of a border is inside, is decided exactly; only the lengths, areas and volumes are rounded.
//!
//! `facets/` places corners exactly and decides on which side of a facet they are.
//!
//! Imports run one way: `error` → `total` → `sums` → `facets` → `hull_border` → `borders` → `common` →
//! `in_plane` → `triangle_pairs` → `self_crossings` → `mass` → `spaces`.

mod borders;
mod common;
mod error;
mod facets;
mod hull_border;
mod in_plane;
mod mass;
mod self_crossings;
mod spaces;
mod sums;
mod total;
mod triangle_pairs;

use alloc::vec::Vec;

use crate::shape::{Placed, Space2, Space3};
pub use common::{CommonMesh, CommonPart};
pub use error::{MeasureError, Unmeasured, Which};
#[cfg(feature = "std")]
pub(crate) use hull_border::fans;
pub use mass::MassProperties;
pub(crate) use mass::mesh_volume;
pub(crate) use self_crossings::{SelfCrossings, self_crossings};
pub use spaces::MeasureSpace;
pub(crate) use total::Total;
pub use triangle_pairs::TriangleMeetings;

/// Volume, center and inertia of a body of density 1, in the world.
///
/// In space: closed meshes, convex polyhedra, boxes, spheres, ellipsoids, cylinders, cones, capsules; in the
/// plane, with area for volume: polygons, bitmaps, convex polygons, boxes, circles, ellipses, capsules. A
/// compound is the sum of its parts: where parts overlap, both count. The unit is that of the input to the
/// power of 3 for volumes and 5 for inertia (2 and 4 in the plane).
///
/// Relative to the shape's size, and to its distance from the origin for the center, errors are some units in
/// the last place. Errors: [`Unmeasured::NotSolid`] for what has no interior, [`Unmeasured::Unbounded`], and
/// [`Unmeasured::Unsupported`] for rounded shapes. O(n) for n facets.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, measure::mass_properties};
/// let cube = Shape::cuboid(DVec3::ONE)?; // of side 2
/// let there = Pose::at(DVec3::X * 5.0)?.scaled(2.0)?; // of side 4
/// let mass = mass_properties(Placed::new(&cube, &there))?;
/// assert_eq!((mass.volume, mass.center), (64.0, DVec3::X * 5.0));
/// assert!((mass.inertia[2][2] - 64.0 * 16.0 / 6.0).abs() < 1e-12); // m side² / 6
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn mass_properties<V: MeasureSpace>(shape: Placed<'_, V>) -> Result<MassProperties<V>, MeasureError> {
    V::mass(shape)
}

/// What two solids have in common: volume, area of its border, center.
///
/// In space: closed meshes, convex polyhedra, boxes; in the plane, with area for volume and length for area:
/// polygons, bitmaps, convex polygons, boxes. Where the solids are apart or only touch, all is exactly 0:
/// faces that touch have no volume between them. Faces in one plane that face the same way count once.
///
/// Which pieces of the borders belong to the common part is decided exactly, for the corners as the pair
/// questions place them. Volume and area are then within some 1e-14 of the size of the query. The area is not
/// a continuous quantity: two faces that overlap by the last place of a coordinate have twice their area in
/// common, and no volume. The volume is 0 where it is positive and less than its rounding errors.
///
/// Errors: shapes without an interior, without an end or of other kinds; [`Unmeasured::CrossesItself`] for a
/// mesh whose winding number is neither 0 nor 1 where the other border meets it. A mesh that crosses itself
/// elsewhere is not found out: what it encloses twice counts twice.
///
/// Takes O(n log n) time for the n facets that are near the other shape. Two spheres of 100 000 triangles
/// take some 40 ms, the same sphere twice 350 ms, and about twice that where its corners differ by last
/// places.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, measure::common};
/// let cube = Shape::cuboid(DVec3::splat(0.5))?;
/// let at = |x: f64| Pose::at(DVec3::X * x);
/// let (here, half, beside) = (at(0.0)?, at(0.5)?, at(1.0)?);
/// let part = common(Placed::new(&cube, &here), Placed::new(&cube, &half))?;
/// assert_eq!((part.volume, part.border, part.center), (0.5, 4.0, Some(DVec3::X * 0.25)));
/// let touching = common(Placed::new(&cube, &here), Placed::new(&cube, &beside))?;
/// assert_eq!((touching.volume, touching.border, touching.center), (0.0, 0.0, None));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn common<V: MeasureSpace>(a: Placed<'_, V>, b: Placed<'_, V>) -> Result<CommonPart<V>, MeasureError> {
    V::common(a, b)
}

/// The common part of two solids of space as a mesh: closed triangles that face outwards.
///
/// For the same shapes as [`common`], with the same errors; empty where the solids are apart or only touch.
/// Which edges cross which triangles is decided exactly, so that the mesh closes in every position, with
/// faces in one plane and edges in common, too. Its vertices are corners of the solids and points where an
/// edge of one passes through a face of the other, within some units in the last place of the largest
/// coordinate. Rounded so, triangles much smaller than that may overlap or be turned over, and neighbours of
/// thin ones may cross.
///
/// Where faces of both solids touch from different sides right beside the common part, the mesh may have two
/// sheets of triangles in one place, with nothing between them. Takes O(n log n) for the n facets near the
/// other shape, and for a facet that k others cross O(k²).
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3};
/// use clearance::measure::{Which, common_mesh, mass_properties};
/// let cube = Shape::cuboid(DVec3::splat(0.5))?;
/// let (here, half) = (Pose::IDENTITY, Pose::at(DVec3::X * 0.5)?);
/// let common = common_mesh(Placed::new(&cube, &here), Placed::new(&cube, &half))?;
/// assert!(common.sources.iter().any(|source| source.0 == Which::B));
/// let solid = Shape::mesh(common.vertices, common.triangles)?;
/// assert_eq!(mass_properties(Placed::new(&solid, &here))?.volume, 0.5);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn common_mesh<V: Space3 + MeasureSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<CommonMesh<V>, MeasureError> {
    V::common_mesh(a, b)
}

/// The common part of two regions of the plane as rings of points, the region on their left:
/// counter-clockwise around it, clockwise around its holes.
///
/// As [`common_mesh`] in the plane, with what is said there of exactness and limits. O(n log n).
///
/// ```
/// use clearance::{Placed, Pose, d2::Shape, glam::DVec2, measure::common_rings};
/// let square = Shape::cuboid(DVec2::ONE)?;
/// let (here, there) = (Pose::IDENTITY, Pose::at(DVec2::new(1.5, 1.0))?);
/// let rings = common_rings(Placed::new(&square, &here), Placed::new(&square, &there))?;
/// assert_eq!(rings.len(), 1);
/// let mut corners = rings[0].clone();
/// corners.sort_by(|p, q| (p.x, p.y).partial_cmp(&(q.x, q.y)).unwrap());
/// assert_eq!(corners, [(0.5, 0.0), (0.5, 1.0), (1.0, 0.0), (1.0, 1.0)].map(DVec2::from));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn common_rings<V: Space2 + MeasureSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Vec<Vec<V::Double>>, MeasureError> {
    V::common_rings(a, b)
}

/// Every pair of a triangle of `a` and one of `b` that meet, touching included, sorted.
///
/// For meshes and terrains, open or closed; triangles have the numbers that the shape gives them. Exact, for
/// the corners as the pair questions place them. Errors: [`Unmeasured::NoTriangles`] for other shapes, and in
/// the plane. O((n + k) log n) for k pairs of triangles whose boxes meet.
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, measure::triangle_pairs};
/// let sail = Shape::mesh(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
/// let here = Pose::IDENTITY;
/// let touching = Pose::at(DVec3::X)?; // in one corner
/// assert_eq!(triangle_pairs(Placed::new(&sail, &here), Placed::new(&sail, &touching))?, [[0, 0]]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn triangle_pairs<V: MeasureSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<Vec<[u32; 2]>, MeasureError> {
    V::triangle_pairs(a, b, false).map(|found| found.pairs)
}

/// The same pairs with the segment that each has in common.
///
/// A segment that is only a point has two equal ends; whether it is one is decided exactly. Pairs in one
/// plane, and those of a triangle without area, have no segment (`None`) and are listed apart. Each end is
/// within some units in the last place of the largest coordinate. Errors and cost: as [`triangle_pairs`].
///
/// ```
/// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, measure::triangle_segments};
/// let flat = Shape::mesh(vec![DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0], vec![[0, 1, 2]])?;
/// let corners = vec![DVec3::new(1.0, 1.0, -1.0), DVec3::ONE, DVec3::X];
/// let upright = Shape::mesh(corners, vec![[0, 1, 2]])?;
/// let here = Pose::<DVec3>::IDENTITY;
/// let found = triangle_segments(Placed::new(&flat, &here), Placed::new(&upright, &here))?;
/// let [Some([p, q])] = found.segments[..] else { panic!("one segment") };
/// assert!(p.min(q) == DVec3::X && p.max(q) == DVec3::new(1.0, 1.0, 0.0) && found.coplanar.is_empty());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn triangle_segments<V: MeasureSpace>(
    a: Placed<'_, V>,
    b: Placed<'_, V>,
) -> Result<TriangleMeetings<V>, MeasureError> {
    V::triangle_pairs(a, b, true)
}
