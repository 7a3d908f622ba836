//! Triangle mesh: a solid where it closes, else a surface.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::part_boxes::Triangles;
use super::topology::{Form, Topology};
use super::{Border, Components, PartBoxes, PartView, Parts};
use crate::index::TreeBuild;
use crate::math::Aabb;
use crate::shape::check;
use crate::shape::convex::{Polyhedron, Triangle};
use crate::shape::error::{Fault, Field, InvalidShape};
use crate::shape::kinds::any::Space3;
use crate::shape::kinds::shape3::Shape3;

/// Triangles with shared vertices; a solid where they close. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Mesh<V: Space3>(Arc<MeshData<V>>);

#[derive(Debug)]
struct MeshData<V: Space3> {
    all: Arc<Triangles<V>>,
    topology: Arc<Topology>,
    solid: bool,
    turned: bool,
    hull: Option<Shape3<V>>,
    boxes: PartBoxes<V>,
}

impl<V: Space3> Mesh<V> {
    /// Triangles as triples of indices into `vertices`, at least one.
    ///
    /// A closed and consistently oriented mesh is a solid, with its interior. If its triangles face inwards
    /// they are reversed, and [`Mesh::was_inside_out`] is `true`. Any other mesh is a surface, and
    /// [`Mesh::is_solid`] is `false`. Triangles without area are allowed. Takes O(n log n) time.
    ///
    /// ```
    /// use clearance::{d3::Shape, glam::DVec3, shape::{Fault, Mesh}};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let open = Mesh::new(corners.clone(), vec![[0, 1, 2]])?;
    /// assert!(!open.is_solid());
    /// let inward = Mesh::new(corners.clone(), vec![[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]])?;
    /// assert!(inward.is_solid() && inward.was_inside_out());
    /// let error = Shape::mesh(corners, vec![[0, 1, 4]]).unwrap_err();
    /// assert_eq!(error.fault, Fault::IndexOutOfRange { index: 4, count: 4 });
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    pub fn new(vertices: Vec<V>, triangles: Vec<[u32; 3]>) -> Result<Self, InvalidShape> {
        Self::with_build(vertices, triangles, TreeBuild::Good)
    }
    /// The same with a tree that is built well or fast. Answers are the same; they take longer with
    /// [`TreeBuild::Fast`].
    ///
    /// ```
    /// use clearance::{glam::DVec3, shape::{Mesh, TreeBuild}};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
    /// assert!(Mesh::with_build(corners, triangles, TreeBuild::Fast)?.is_solid());
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    pub fn with_build(
        vertices: Vec<V>,
        triangles: Vec<[u32; 3]>,
        how: TreeBuild,
    ) -> Result<Self, InvalidShape> {
        check::points("vertices", &vertices, 1)?;
        check_indices(vertices.len(), &triangles)?;
        let mut topology = Arc::new(Topology::new(&vertices, &triangles));
        let mut triangles = triangles.into();
        let form = oriented(&mut topology, &vertices, &mut triangles);
        let hull = hull_of(&form, &vertices)?;
        let all = Arc::new(Triangles { vertices, triangles });
        Ok(Self(Arc::new(MeshData {
            boxes: PartBoxes::of_triangles(&all, how),
            all,
            topology,
            solid: form.closed,
            turned: form.inside_out,
            hull,
        })))
    }
    /// The same triangles with their vertices elsewhere, as of a body that deforms: its tree keeps its
    /// structure, and only its boxes are computed again, from the leaves up.
    ///
    /// As many vertices as before, in the same order. Those that were in one place must stay in one place:
    /// they are one vertex ([`Fault::TornApart`]). Whether the mesh is a solid, convex or inside out is found
    /// out anew; if triangles that faced outwards now face inwards they are reversed, and
    /// [`Mesh::was_inside_out`] changes.
    ///
    /// Answers are those of a new mesh with these vertices, as long as vertices that were apart do not come
    /// to be in one place: a new mesh would take them for one. They take longer the more the mesh has
    /// changed, for boxes that were small may be large: build a new one if vertices have changed places. Of
    /// 100 000 triangles it takes some 11 ms, where a new mesh takes 32 ms; a convex solid also needs a new
    /// hull. O(n), but for the slabs of facets: O(n log n), as in a new tree.
    ///
    /// ```
    /// use clearance::{glam::DVec3, shape::{Fault, Mesh}};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners.clone(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let wide = mesh.refit(corners.iter().map(|p| *p * 2.0).collect())?;
    /// assert!(wide.is_solid() && wide.bounds().max == DVec3::splat(2.0));
    /// let mirrored = mesh.refit(corners.iter().map(|p| -*p).collect())?;
    /// assert!(mirrored.is_solid() && mirrored.was_inside_out());
    /// let error = mesh.refit(corners[1..].to_vec()).unwrap_err();
    /// assert_eq!(error.fault, Fault::WrongCount { expected: 4, got: 3 });
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    pub fn refit(&self, vertices: Vec<V>) -> Result<Self, InvalidShape> {
        let (expected, got) = (self.vertices().len(), vertices.len());
        if expected != got {
            return Err(InvalidShape::new("vertices", Fault::WrongCount { expected, got }));
        }
        check::points("vertices", &vertices, 1)?;
        if let Some(i) = self.0.topology.torn(&vertices) {
            return Err(InvalidShape::at("vertices", i, Fault::TornApart));
        }
        self.moved_to(vertices)
    }
    /// The same triangles with each axis multiplied by its factor: an instance of this mesh that is stretched
    /// or mirrored, where a [`Pose`](crate::Pose) has one scale for all axes.
    ///
    /// The corners are the products, each rounded once: by powers of two they are exact, unless they get as
    /// small as subnormal numbers. Answers are those of a new mesh with these corners, but for what
    /// [`refit`](Self::refit) says of corners that come to be in one place, as rounding may bring them.
    /// Triangles keep their numbers. An odd number of negative factors mirrors: the triangles of a solid
    /// would then face inwards and are reversed, so that it stays one; [`Mesh::was_inside_out`] changes.
    ///
    /// Shared with this mesh are the list of triangles, which are neighbours, and which pieces they form; its
    /// own are the corners and the tree, of which the structure is copied. Reversed triangles and their
    /// neighbours are its own, too; instances of a mirrored mesh share them with that. Takes as long as a
    /// refit, about a third of the time of a new mesh, and two thirds of its memory.
    ///
    /// Errors, all with the field `factors[i]`: [`Fault::NotFinite`], [`Fault::Zero`], and
    /// [`Fault::TooLarge`] for a factor or a product of magnitude above
    /// [`LARGEST_COORDINATE`](crate::math::Real::LARGEST_COORDINATE).
    ///
    /// ```
    /// use clearance::{glam::DVec3, shape::{Fault, Mesh}};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
    /// let long = mesh.scaled(DVec3::new(1.0, 2.0, 1.0))?;
    /// assert_eq!(long.bounds().max, DVec3::new(1.0, 2.0, 1.0));
    /// assert_eq!(long.triangles().as_ptr(), mesh.triangles().as_ptr()); // shared
    /// assert!(mesh.scaled(DVec3::new(1.0, 1.0, -1.0))?.is_solid());
    /// let error = mesh.scaled(DVec3::new(1.0, 0.0, 1.0)).unwrap_err();
    /// assert_eq!((error.path().as_str(), error.fault), ("factors[1]", Fault::Zero));
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    pub fn scaled(&self, factors: V) -> Result<Self, InvalidShape> {
        check::components("factors", factors, check::not_zero)?;
        let vertices: Vec<V> = self.vertices().iter().map(|v| *v * factors).collect();
        let largest = vertices.iter().fold(V::ZERO, |most, v| most.max(v.abs()));
        check::components("factors", largest, check::finite)?;
        self.moved_to(vertices)
    }
    /// The same triangles between other vertices, of which those are in one place that were.
    fn moved_to(&self, vertices: Vec<V>) -> Result<Self, InvalidShape> {
        let mut topology = self.0.topology.clone();
        let mut triangles = self.0.all.triangles.clone();
        let form = oriented(&mut topology, &vertices, &mut triangles);
        let hull = hull_of(&form, &vertices)?;
        let all = Arc::new(Triangles { vertices, triangles });
        Ok(Self(Arc::new(MeshData {
            boxes: self.0.boxes.refit(&all),
            all,
            topology,
            solid: form.closed,
            turned: self.0.turned != form.inside_out,
            hull,
        })))
    }
    /// The vertices, as given.
    pub fn vertices(&self) -> &[V] {
        &self.0.all.vertices
    }
    /// The triangles; of a solid counter-clockwise seen from outside.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.0.all.triangles
    }
    /// The corners of a triangle.
    #[inline]
    pub fn corners(&self, triangle: usize) -> [V; 3] {
        self.0.all.corners(triangle)
    }
    /// The barycentric coordinates, in one triangle, of a point in the frame of the mesh: the weights of the
    /// corners, with sum 1. They interpolate what is known at the vertices, for example where a ray hits.
    /// `None` where there is no such triangle, or it has no area.
    ///
    /// ```
    /// use clearance::{Placed, Pose, cast::{Ray, ray}, d3::Shape, glam::DVec3, shape::Mesh};
    /// let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
    /// let (shape, pose) = (Shape::Mesh(mesh.clone()), Pose::at(DVec3::Z)?);
    /// let origin = DVec3::new(0.25, 0.5, 9.0);
    /// let down = Ray { origin, direction: DVec3::NEG_Z, max_time: f64::INFINITY };
    /// let hit = ray(Placed::new(&shape, &pose), &down)?.unwrap();
    /// let triangle = hit.feature.facet().unwrap() as usize;
    /// let weights = mesh.barycentric(triangle, pose.frame().local_point(hit.point));
    /// assert_eq!(weights, Some([0.25, 0.25, 0.5]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn barycentric(&self, triangle: usize, point: V) -> Option<[V::Scalar; 3]> {
        let corners = self.0.all.triangles.get(triangle)?;
        let corners = corners.map(|i| self.0.all.vertices[i as usize]);
        Triangle::from_checked(corners).barycentric(point)
    }
    /// For each triangle its neighbours across the edges `(k, k + 1)`; `u32::MAX` where there is none.
    pub fn neighbours(&self) -> &[[u32; 3]] {
        &self.0.topology.neighbours
    }
    /// Whether the mesh is closed and consistently oriented, so that its interior belongs to it.
    pub fn is_solid(&self) -> bool {
        self.0.solid
    }
    /// Whether the triangles of the solid were given facing inwards.
    pub fn was_inside_out(&self) -> bool {
        self.0.turned
    }
    /// The solid as a convex shape, if it is exactly convex: then that answers all questions.
    pub fn as_convex(&self) -> Option<&Shape3<V>> {
        self.0.hull.as_ref()
    }
    /// The box around it, exact.
    pub fn bounds(&self) -> Aabb<V> {
        self.0.boxes.whole()
    }
}

/// What the triangles form. If they face inwards, they are reversed.
fn oriented<V: Space3>(
    topology: &mut Arc<Topology>,
    vertices: &[V],
    triangles: &mut Arc<[[u32; 3]]>,
) -> Form {
    let form = topology.form(vertices, triangles);
    if form.inside_out {
        Arc::make_mut(triangles).iter_mut().for_each(|t| t.swap(1, 2));
        Arc::make_mut(topology).turn();
    }
    form
}

/// The hull that a convex mesh is.
fn hull_of<V: Space3>(form: &Form, vertices: &[V]) -> Result<Option<Shape3<V>>, InvalidShape> {
    let hull = form.convex.then(|| Polyhedron::new(vertices).map(Shape3::Convex));
    hull.transpose()
}

fn check_indices(count: usize, triangles: &[[u32; 3]]) -> Result<(), InvalidShape> {
    if triangles.is_empty() {
        return Err(InvalidShape::new("triangles", Fault::TooFew { least: 1, got: 0 }));
    }
    if triangles.len() >= (u32::MAX / 4) as usize {
        return Err(InvalidShape::new("triangles", Fault::TooLarge));
    }
    for (t, corners) in triangles.iter().enumerate() {
        for (k, &index) in corners.iter().enumerate() {
            let index = index as usize;
            if index >= count {
                return Err(Fault::IndexOutOfRange { index, count }.in_field(Field::at2("triangles", t, k)));
            }
        }
    }
    Ok(())
}

impl<V: Space3> Parts<V> for Mesh<V> {
    fn part(&self, i: usize) -> PartView<'_, V> {
        self.facet(i)
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
    fn facets(&self) -> Option<&dyn Border<V>> {
        Some(self)
    }
    fn is_solid(&self) -> bool {
        self.0.solid
    }
    fn as_convex(&self) -> Option<&Shape3<V>> {
        self.0.hull.as_ref()
    }
}

impl<V: Space3> Border<V> for Mesh<V> {
    fn corner(&self, i: usize, k: usize) -> V {
        self.0.all.vertices[self.0.all.triangles[i][k] as usize]
    }
    fn corners(&self, i: usize) -> [V; 3] {
        self.0.all.corners(i)
    }
    fn corner_index(&self, i: usize, k: usize) -> usize {
        self.0.all.triangles[i][k] as usize
    }
    fn corner_count(&self) -> usize {
        self.0.all.vertices.len()
    }
    fn facet_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
    fn neighbour(&self, i: usize, k: usize) -> Option<usize> {
        let n = self.0.topology.neighbours[i][k];
        (n != u32::MAX).then_some(n as usize)
    }
    fn components(&self) -> Option<&Components> {
        Some(&self.0.topology.components)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testkit::cubes::BOX as CUBE;
    use glam::DVec3;

    fn corners(at: DVec3) -> Vec<DVec3> {
        (0..8)
            .map(|i| at + DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)))
            .collect()
    }

    #[test]
    fn a_cube_is_a_convex_solid_at_every_scale() {
        for scale in [1.0, 2.0_f64.powi(-500), 2.0_f64.powi(450)] {
            let vertices: Vec<_> = corners(DVec3::ZERO).iter().map(|v| *v * scale).collect();
            let mesh = Mesh::new(vertices, CUBE.to_vec()).unwrap();
            assert!(mesh.is_solid() && !mesh.was_inside_out() && mesh.as_convex().is_some());
        }
    }
    #[test]
    fn a_soup_of_triangles_closes() {
        let shared = corners(DVec3::ONE);
        let vertices: Vec<_> = CUBE.iter().flatten().map(|&i| shared[i as usize]).collect();
        let triangles: Vec<_> = (0..12).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        let mesh = Mesh::new(vertices, triangles).unwrap();
        assert!(mesh.is_solid() && mesh.as_convex().is_some());
    }
    #[test]
    fn open_twisted_and_flat_ones_are_surfaces() {
        let solid = |t: &[[u32; 3]]| Mesh::new(corners(DVec3::ZERO), t.to_vec()).unwrap().is_solid();
        assert!(!solid(&CUBE[1..]));
        let mut twisted = CUBE;
        twisted[3].swap(0, 1);
        assert!(!solid(&twisted));
        assert!(!solid(&[[0, 1, 2], [0, 2, 1]]));
        assert!(!solid(&[[0, 0, 1]]));
    }
    #[test]
    fn inside_out_is_turned() {
        let inward: Vec<_> = CUBE.iter().map(|t| [t[0], t[2], t[1]]).collect();
        let mesh = Mesh::new(corners(DVec3::ZERO), inward).unwrap();
        assert!(mesh.was_inside_out() && mesh.as_convex().is_some());
        for t in 0..12 {
            let [a, b, c] = mesh.corners(t);
            assert!((b - a).cross(c - a).dot(a - DVec3::splat(0.5)) > 0.0);
            for k in 0..3 {
                let n = mesh.neighbours()[t][k] as usize;
                let edge = [mesh.triangles()[t][k], mesh.triangles()[t][(k + 1) % 3]];
                assert!(edge.iter().all(|e| mesh.triangles()[n].contains(e)));
            }
        }
    }
    #[test]
    fn two_cubes_are_not_convex() {
        let both = [corners(DVec3::ZERO), corners(DVec3::X)].concat();
        let triangles: Vec<_> = CUBE.iter().flat_map(|t| [*t, t.map(|i| i + 8)]).collect();
        let mesh = Mesh::new(both, triangles).unwrap();
        assert!(mesh.is_solid() && mesh.as_convex().is_none());
    }
}
