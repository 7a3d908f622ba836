//! Convex polygon: the hull of points in the plane.

use alloc::sync::Arc;
use alloc::vec::Vec;

use smallvec::SmallVec;

use super::edges;
use super::edges::EdgeColumns;
use crate::hull;
use crate::hull::normal::edge_normal;
use crate::math::{Aabb, Real, ScalarOf, Vector2};
use crate::shape::bounds::ball_around;
use crate::shape::check;
use crate::shape::core::{Core, Vertices, furthest};
use crate::shape::error::InvalidShape;
use crate::simd::{prefetch, prefetch_all};

/// The hull of points in the plane. Cheap to clone: clones share their data.
///
/// ```
/// use clearance::{glam::DVec2, shape::ConvexPolygon};
/// let corners = [(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (2.0, 1.0)].map(DVec2::from);
/// let triangle = ConvexPolygon::new(&corners)?;
/// assert_eq!(triangle.vertices(), [corners[0], corners[1], corners[3]]); // (1, 0) is no corner
/// assert_eq!(triangle.normals()[0], DVec2::NEG_Y);
/// # Ok::<(), clearance::shape::InvalidShape>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConvexPolygon<V: Vector2> {
    data: Arc<ConvexPolygonData<V>>,
}

#[derive(Debug)]
struct ConvexPolygonData<V: Vector2> {
    vertices: Vec<V>,
    normals: Vec<V>,
    /// Up to eight edges are stored inline: one access to memory fewer.
    columns: SmallVec<[EdgeColumns<V::Scalar>; 2]>,
    bounds: Aabb<V>,
    center: V,
    radius: V::Scalar,
    inner_radius: V::Scalar,
}

impl<V: Vector2> ConvexPolygon<V> {
    /// The hull of `points`, in any order; at least one. Exact at every scale, O(n log n).
    pub fn new(points: &[V]) -> Result<Self, InvalidShape> {
        check::points("vertices", points, 1)?;
        let corners = hull::d2::hull(points);
        let vertices: Vec<V> = corners.iter().map(|&i| points[i as usize]).collect();
        let normals = match vertices.len() {
            1 => Vec::new(),
            n => (0..n)
                .map(|i| normal(vertices[i], vertices[(i + 1) % n]))
                .collect(),
        };
        let bounds = Aabb::from_points(vertices.iter().copied()).unwrap_or_else(Aabb::everything);
        let (center, radius) = ball_around(&vertices);
        let data = Arc::new(ConvexPolygonData {
            columns: edges::columns(&vertices, &normals),
            inner_radius: edges::inner_radius(&vertices, &normals, center, radius),
            vertices,
            normals,
            bounds,
            center,
            radius,
        });
        Ok(Self { data })
    }
    /// The corners, counter-clockwise from the one of smallest x (then y), each a strict left turn.
    #[inline]
    pub fn vertices(&self) -> &[V] {
        &self.data.vertices
    }
    /// Outward unit normals of the edges; edge `i` runs from vertex `i` to the next. They are right to one or
    /// two units in the last place, however short or thin the polygon is. A segment has two opposite ones, a
    /// point none.
    #[inline]
    pub fn normals(&self) -> &[V] {
        &self.data.normals
    }
    /// 2 for a polygon with an interior, 1 for a segment, 0 for a point.
    #[inline]
    pub fn rank(&self) -> usize {
        self.vertices().len().min(3) - 1
    }
    /// The box around it, exact.
    #[inline]
    pub fn bounds(&self) -> Aabb<V> {
        self.data.bounds
    }
    /// The center of a ball around all corners.
    #[inline]
    pub fn center(&self) -> V {
        self.data.center
    }
    /// The radius of that ball, rounded up.
    #[inline]
    pub fn radius(&self) -> V::Scalar {
        self.data.radius
    }
    #[inline]
    pub(crate) fn prefetch(&self) {
        prefetch(core::slice::from_ref(&*self.data), 0);
    }
    /// Prefetches all but what is in lists.
    pub(crate) fn prefetch_whole(&self) {
        prefetch_all(core::slice::from_ref(&*self.data));
    }
    pub(crate) fn core(&self) -> Core<'_, V> {
        Core::sharp(Vertices::Many(self.vertices()))
    }
    /// The radius of a ball around the center inside the polygon, rounded; minus [`radius`](Self::radius) if
    /// the center is not inside.
    #[inline]
    pub fn inner_radius(&self) -> V::Scalar {
        self.data.inner_radius
    }
    /// Corners, normals and offsets of the edges, in groups of four.
    #[inline]
    pub fn columns(&self) -> &[EdgeColumns<V::Scalar>] {
        &self.data.columns
    }
    /// The corner furthest in a direction; of equals, the first. The direction may have any length for which
    /// products with coordinates neither overflow nor underflow. Looks at all corners.
    #[inline]
    pub fn support(&self, direction: V) -> usize {
        furthest(self.vertices(), direction)
    }
}

fn normal<V: Vector2>(a: V, b: V) -> V {
    let [a, b] = [a, b].map(|p| [p.x().to_f64(), p.y().to_f64()]);
    let [x, y] = edge_normal(a, b).map(ScalarOf::<V>::lit);
    V::new(x, y)
}
