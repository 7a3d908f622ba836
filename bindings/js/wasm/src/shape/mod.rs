//! `Shape2` and `Shape3`: the shapes that JavaScript holds, and what both have in common.

mod data;
#[cfg(feature = "plane")]
mod draw;
#[cfg(feature = "plane")]
mod mask;
#[cfg(feature = "plane")]
mod shape2;
#[cfg(feature = "space")]
mod shape3;
#[cfg(feature = "space")]
mod solid;

use std::sync::Arc;

use clearance::glam;
use clearance::pair::Column;
#[cfg(feature = "plane")]
use clearance::shape::Shape2 as Plane;
#[cfg(feature = "space")]
use clearance::shape::Shape3 as Solid;
use clearance::shape::{AnyShape, Placed};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::space::{self, AsNumbers, read_pose, vector};
use crate::exchange::{self, MOST_NUMBERS};

/// Refuses a list for which there would be no memory: `each` bytes for each of its elements.
pub fn check_room(field: &str, count: usize, each: usize) -> Answer<()> {
    let bytes = count.saturating_mul(each);
    let fits = count <= MOST_NUMBERS && Vec::<u8>::new().try_reserve_exact(bytes).is_ok();
    if fits {
        Ok(())
    } else {
        Err(Problem::too_many(field))
    }
}

/// The bounding box of a shape at the pose of A, in the exchange array.
fn aabb<V: AsNumbers>(shape: &V::Shape) -> Answer<i32> {
    let pose = read_pose::<V>(exchange::A, "pose")?;
    let aabb = Placed::<V>::new(shape, &pose).aabb();
    let mut answer = exchange::Writer::answer();
    answer.vector(aabb.min);
    answer.vector(aabb.max);
    Ok(0)
}

macro_rules! shape_class {
    ($class:ident, $list:ident, $vector:ty, $any:ident, $ball:ident, $ellipsoid:ident) => {
        /// A shape; clones share its data.
        #[wasm_bindgen]
        #[derive(Clone)]
        pub struct $class(pub(crate) Arc<$any<$vector>>);

        impl $class {
            pub(crate) fn of(shape: $any<$vector>) -> Self {
                Self(Arc::new(shape))
            }
        }

        #[wasm_bindgen]
        impl $class {
            pub fn point() -> Self {
                Self::of($any::Point)
            }
            pub fn segment(ends: &[f64]) -> Answer<Self> {
                let [a, b] = space::ends(ends)?;
                Ok(Self::of($any::segment(a, b)?))
            }
            pub fn ball(radius: f64) -> Answer<Self> {
                Ok(Self::of($any::$ball(radius)?))
            }
            pub fn ellipsoid(radii: &[f64]) -> Answer<Self> {
                Ok(Self::of($any::$ellipsoid(vector(radii))?))
            }
            pub fn capsule(ends: &[f64], radius: f64) -> Answer<Self> {
                let [a, b] = space::ends(ends)?;
                Ok(Self::of($any::capsule(a, b, radius)?))
            }
            pub fn cuboid(half_extents: &[f64]) -> Answer<Self> {
                Ok(Self::of($any::cuboid(vector(half_extents))?))
            }
            pub fn convex(vertices: &[f64]) -> Answer<Self> {
                check_room("vertices", vertices.len(), size_of::<[f64; 8]>())?;
                Ok(Self::of($any::convex(&space::vectors(
                    "vertices", vertices,
                )?)?))
            }
            #[wasm_bindgen(js_name = halfSpace)]
            pub fn half_space(normal: &[f64], offset: f64) -> Answer<Self> {
                Ok(Self::of($any::half_space(vector(normal), offset)?))
            }
            pub fn rounded(&self, radius: f64) -> Answer<Self> {
                Ok(Self::of((*self.0).clone().rounded(radius)?))
            }
            /// The parts with their poses: position, rotation and scale each.
            pub fn compound(parts: &$list, poses: &[f64]) -> Answer<Self> {
                let each = poses.chunks(<$vector as AsNumbers>::POSE + 1);
                let parts = parts
                    .0
                    .shapes()
                    .iter()
                    .zip(each)
                    .enumerate()
                    .map(|(i, (shape, pose))| {
                        let pose = space::pose(pose).map_err(|problem| problem.of("parts", i))?;
                        Ok(((**shape).clone(), pose))
                    });
                Ok(Self::of($any::compound(parts.collect::<Answer<_>>()?)?))
            }
            /// Another reference to the same shape.
            pub fn share(&self) -> Self {
                self.clone()
            }
            pub fn kind(&self) -> String {
                self.0.kind().into()
            }
            pub fn aabb(&self) -> i32 {
                number(aabb::<$vector>(&self.0))
            }
        }

        /// Many shapes, for batches and compounds.
        #[wasm_bindgen]
        #[derive(Default)]
        pub struct $list(pub(crate) Column<$vector>);

        #[wasm_bindgen]
        impl $list {
            #[wasm_bindgen(constructor)]
            pub fn new() -> Self {
                Self::default()
            }
            /// Convex shapes with `corners` corners each.
            pub fn convex(vertices: &[f64], corners: usize) -> Answer<Self> {
                let each = corners.saturating_mul(<$vector as clearance::math::Vector>::DIM);
                if corners == 0 {
                    return Err(Problem::new(
                        "invalid_shape",
                        "corners",
                        "must be at least 1",
                    ));
                }
                if !vertices.len().is_multiple_of(each) {
                    return Err(Problem::ragged("vertices", each));
                }
                check_room("vertices", vertices.len(), size_of::<[f64; 16]>())?;
                let mut all = Column::default();
                for (i, vertices) in vertices.chunks(each).enumerate() {
                    let shape = $any::convex(&space::vectors("vertices", vertices)?);
                    let shape = shape.map_err(|error| Problem::from(error).of("shapes", i))?;
                    all.push(Arc::new(shape));
                }
                Ok(Self(all))
            }
            pub fn push(&mut self, shape: &$class) {
                self.0.push(Arc::clone(&shape.0));
            }
            pub fn get(&self, i: usize) -> Option<$class> {
                self.0
                    .shapes()
                    .get(i)
                    .map(|shape| $class(Arc::clone(shape)))
            }
            pub fn length(&self) -> usize {
                self.0.shapes().len()
            }
        }
    };
}
#[cfg(feature = "plane")]
shape_class!(Shape2, Shapes2, glam::DVec2, Plane, circle, ellipse);
#[cfg(feature = "space")]
shape_class!(Shape3, Shapes3, glam::DVec3, Solid, sphere, ellipsoid);
