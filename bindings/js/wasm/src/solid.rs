//! 3D shapes as triangles to draw, and the triangles of two meshes that meet.

use clearance::glam::DVec3;
use clearance::index::Tree;
use clearance::math::Pose;
use clearance::scene::{Detail, Filter, Object, Scene};
use clearance::shape::{Mesh, Placed, Shape3 as Shape};
use clearance_io::report::solid::Solid;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::exchange;
use crate::pairs::Space3;
use crate::shape::Shape3;
use crate::space::{numbers, read_pose};

/// Triangles and edges to draw.
#[wasm_bindgen]
pub struct Surface(Solid);

#[wasm_bindgen]
impl Surface {
    pub fn vertices(&self) -> Vec<f64> {
        numbers(self.0.vertices.iter().copied())
    }
    pub fn triangles(&self) -> Vec<u32> {
        self.0.triangles.as_flattened().to_vec()
    }
    pub fn edges(&self) -> Vec<u32> {
        self.0.edges.as_flattened().to_vec()
    }
}

#[wasm_bindgen]
impl Shape3 {
    /// The surface, in the shape's own frame; a half-space has none.
    pub fn surface(&self) -> Surface {
        Surface(Solid::of(&self.0))
    }
}

#[wasm_bindgen]
impl Space3 {
    /// The triangles of each mesh that meet a triangle of the other: how many of A, those of A, those of B,
    /// ascending.
    #[wasm_bindgen(js_name = intersectingTriangles)]
    pub fn intersecting_triangles(a: &Shape3, b: &Shape3) -> Answer<Vec<u32>> {
        let a = PlacedMesh::new(a, exchange::A, "a")?;
        let b = PlacedMesh::new(b, exchange::B, "b")?;
        let found = meeting(&a, &b)?;
        let mut out = vec![found[0].iter().filter(|meets| **meets).count() as u32];
        for meets in &found {
            let meeting = meets.iter().zip(0_u32..).filter(|(meets, _)| **meets);
            out.extend(meeting.map(|(_, i)| i));
        }
        Ok(out)
    }
}

struct PlacedMesh<'a> {
    mesh: &'a Mesh<DVec3>,
    pose: Pose<DVec3>,
}

impl<'a> PlacedMesh<'a> {
    fn new(shape: &'a Shape3, place: usize, name: &str) -> Answer<Self> {
        let Shape::Mesh(mesh) = &*shape.0 else {
            return Err(Problem::new("unsupported_pair", name, "must be a mesh"));
        };
        let pose = read_pose(place, name)?;
        Ok(Self { mesh, pose })
    }
    fn triangle(&self, i: usize) -> Answer<Shape<DVec3>> {
        Ok(Shape::triangle(self.mesh.corners(i))?)
    }
    fn count(&self) -> usize {
        self.mesh.triangles().len()
    }
}

/// For each triangle of both meshes, whether it meets a triangle of the other: exact.
fn meeting(a: &PlacedMesh<'_>, b: &PlacedMesh<'_>) -> Answer<[Vec<bool>; 2]> {
    let mut found = [vec![false; a.count()], vec![false; b.count()]];
    let mut scene = Scene::<DVec3, ()>::over(Box::new(Tree::<DVec3>::default())).with_detail(Detail::Nothing);
    // Handle j belongs to triangle j, since all objects are new.
    for j in 0..b.count() {
        scene.add(Object::new(b.triangle(j)?, b.pose))?;
    }
    scene.update()?;
    for i in 0..a.count() {
        let triangle = a.triangle(i)?;
        for handle in scene.overlapping(Placed::new(&triangle, &a.pose), &Filter::ALL) {
            let j = (handle.to_bits() & u64::from(u32::MAX)) as usize;
            (found[0][i], found[1][j]) = (true, true);
        }
    }
    Ok(found)
}
