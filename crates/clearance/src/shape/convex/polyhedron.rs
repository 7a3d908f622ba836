//! Convex polyhedron: the hull of points in space, with its faces and edges.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::hull::d3;
use crate::hull::d3::{Edge, Hull};
use crate::hull::normal::triangle_normal;
use crate::math::{Aabb, Real, ScalarOf, Vector3};
use crate::shape::bounds::ball_around;
use crate::shape::check;
use crate::shape::columns;
use crate::shape::columns::Columns;
use crate::shape::core::{Core, VertexCache, Vertices};
use crate::shape::error::{Fault, InvalidShape};
use crate::simd::prefetch;

/// The hull of points in space. Cheap to clone: clones share their data.
///
/// ```
/// use clearance::{glam::DVec3, shape::Polyhedron};
/// let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let tetrahedron = Polyhedron::new(&corners)?;
/// assert_eq!((tetrahedron.rank(), tetrahedron.face_count(), tetrahedron.edges().len()), (3, 4, 6));
/// assert_eq!(tetrahedron.vertices()[tetrahedron.support(DVec3::Y)], DVec3::Y);
/// # Ok::<(), clearance::shape::InvalidShape>(())
/// ```
#[derive(Clone, Debug)]
pub struct Polyhedron<V: Vector3> {
    data: Arc<PolyhedronData<V>>,
    // What support searches read is stored here, so that no other part of the shape is loaded into the cache.
    columns: Columns<V>,
    center: V,
    radius: V::Scalar,
}

// What every query reads comes first: in single precision, that is one cache line or two.
#[derive(Debug)]
#[repr(C)]
struct PolyhedronData<V: Vector3> {
    vertices: Vec<V>,
    /// The largest absolute coordinates.
    extent: V,
    mean: V,
    bounds: Aabb<V>,
    hull: Hull,
    normals: Vec<V>,
    offsets: Vec<V::Scalar>,
    facing: Columns<V>,
}

impl<V: Vector3> Polyhedron<V> {
    /// The hull of `points`, in any order; at least one. Exact at every scale; expected O(n log n).
    pub fn new(points: &[V]) -> Result<Self, InvalidShape> {
        check::points("vertices", points, 1)?;
        if points.len() > (u32::MAX / 8) as usize {
            return Err(InvalidShape::new("vertices", Fault::TooLarge));
        }
        let hull = d3::hull(points);
        if hull.vertices.len().max(hull.face_count()) > columns::MOST {
            return Err(InvalidShape::new("vertices", Fault::TooLarge));
        }
        let vertices: Vec<V> = hull.vertices.iter().map(|&i| points[i as usize]).collect();
        let faces = || (0..hull.face_count()).map(|i| hull.face(i));
        let mut normals: Vec<V> = faces().map(|face| normal(&vertices, face)).collect();
        if let [front, back] = &mut normals[..] {
            *back = -*front; // the same plane, equal to the last bit
        }
        let offsets = faces()
            .zip(&normals)
            .map(|(face, &n)| offset(&vertices, face, n))
            .collect();
        let bounds = Aabb::from_points(vertices.iter().copied()).unwrap_or_else(Aabb::everything);
        let (center, radius) = ball_around(&vertices);
        let columns = Columns::new(&vertices);
        let sum = vertices.iter().fold(V::ZERO, |sum, v| sum + *v);
        let data = Arc::new(PolyhedronData {
            facing: Columns::new(&normals),
            mean: sum * ScalarOf::<V>::lit(1.0 / vertices.len() as f64),
            extent: bounds.min.abs().max(bounds.max.abs()),
            hull,
            vertices,
            normals,
            offsets,
            bounds,
        });
        Ok(Self {
            data,
            columns,
            center,
            radius,
        })
    }
    /// The corners, in lexicographic order.
    #[inline]
    pub fn vertices(&self) -> &[V] {
        &self.data.vertices
    }
    /// 3 for a solid, 2 for a flat hull, 1 for a segment, 0 for a point.
    #[inline]
    pub fn rank(&self) -> usize {
        self.data.hull.rank
    }
    /// The number of faces: at least 4 for a solid, 2 (opposite) for a flat hull, else 0.
    #[inline]
    pub fn face_count(&self) -> usize {
        self.data.normals.len()
    }
    /// The outward unit normal of face `i`, right to one or two units in the last place however thin the face
    /// is.
    #[inline]
    pub fn face_normal(&self, i: usize) -> V {
        self.data.normals[i]
    }
    /// The outward unit normals of all faces.
    #[inline]
    pub fn face_normals(&self) -> &[V] {
        &self.data.normals
    }
    /// The largest `face_normal(i) · v` of the corners of face `i`, rounded.
    #[inline]
    pub fn face_offset(&self, i: usize) -> V::Scalar {
        self.data.offsets[i]
    }
    /// The corners of face `i` as indices, counter-clockwise from outside, starting at the smallest index.
    #[inline]
    pub fn face_vertices(&self, i: usize) -> &[u32] {
        self.data.hull.face(i)
    }
    /// The edges, each with its two faces; a segment has one edge and no face.
    #[inline]
    pub fn edges(&self) -> &[Edge] {
        &self.data.hull.edges
    }
    /// The box around it, exact.
    #[inline]
    pub fn bounds(&self) -> Aabb<V> {
        self.data.bounds
    }
    /// The center of a ball around all corners.
    #[inline]
    pub fn center(&self) -> V {
        self.center
    }
    /// The radius of that ball, rounded up.
    #[inline]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }
    /// The corner furthest in a direction; of equals, always the same one. The direction may have any length
    /// for which products with coordinates neither overflow nor underflow. Looks at all corners, four at a
    /// time.
    #[inline(always)]
    pub fn support(&self, direction: V) -> usize {
        self.columns.furthest(direction)
    }
    /// The same corner as a point.
    #[inline(always)]
    pub fn support_point(&self, direction: V) -> V {
        self.columns.get(self.columns.furthest(direction))
    }
    #[inline]
    pub(crate) fn prefetch(&self) {
        prefetch(core::slice::from_ref(&*self.data), 0);
        self.columns.prefetch();
    }
    pub(crate) fn core(&self) -> Core<'_, V> {
        Core {
            known: Some(VertexCache {
                columns: &self.columns,
                extent: self.data.extent,
                mean: self.data.mean,
            }),
            ..Core::sharp(Vertices::Many(self.vertices()))
        }
    }
    /// The face whose normal is nearest to a direction; of equals, always the same one. 0 where there are no
    /// faces.
    #[inline]
    pub fn facing(&self, direction: V) -> usize {
        self.data.facing.furthest(direction)
    }
}

/// The normal of a face; no three of its corners lie on a line.
fn normal<V: Vector3>(vertices: &[V], face: &[u32]) -> V {
    let corner = |i: usize| {
        let v = vertices[face[i] as usize];
        [v.x().to_f64(), v.y().to_f64(), v.z().to_f64()]
    };
    let [x, y, z] = triangle_normal([corner(0), corner(1), corner(2)])
        .unwrap_or_default()
        .map(ScalarOf::<V>::lit);
    V::new(x, y, z)
}

fn offset<V: Vector3>(vertices: &[V], face: &[u32], normal: V) -> V::Scalar {
    let heights = face.iter().map(|&i| vertices[i as usize].dot(normal));
    heights.fold(-ScalarOf::<V>::INFINITY, Real::max)
}
