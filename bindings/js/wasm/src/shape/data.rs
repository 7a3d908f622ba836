//! The numbers that a shape was made from, for `toJSON`; nested shapes are returned one by one.

#[cfg(feature = "plane")]
use clearance::glam::DVec2;
#[cfg(feature = "space")]
use clearance::glam::DVec3;
use clearance::shape::Part;
#[cfg(feature = "plane")]
use clearance::shape::Shape2 as Plane;
#[cfg(feature = "space")]
use clearance::shape::{AnyShape, Shape3 as Solid};
use wasm_bindgen::prelude::*;

use crate::exchange::space::{AsNumbers, numbers};
use crate::shape::*;

/// The poses of parts, each with its scale.
fn poses<V: AsNumbers>(parts: &[Part<V>]) -> Vec<f64> {
    let mut out = Vec::new();
    for Part { pose, .. } in parts {
        out.extend(numbers([pose.position()]));
        V::rotation_numbers(&pose.rotation(), |x| out.push(x));
        out.push(pose.scale());
    }
    out
}

macro_rules! data_of_shape {
    ($class:ident, $any:ident, $ball:ident, $ellipsoid:ident, $numbers:ident, $counts:ident) => {
        #[wasm_bindgen]
        impl $class {
            /// The numbers that the shape was made from, in the order of the JSON format; for a compound the
            /// poses of its parts.
            pub fn numbers(&self) -> Vec<f64> {
                match &*self.0 {
                    $any::Segment(s) => numbers(*s.ends()),
                    $any::$ball(b) => vec![b.radius()],
                    $any::$ellipsoid(e) => numbers([e.radii()]),
                    $any::Capsule(c) => [numbers(*c.ends()), vec![c.radius()]].concat(),
                    $any::Box(c) => numbers([c.half_extents()]),
                    $any::Convex(c) => numbers(c.vertices().iter().copied()),
                    $any::HalfSpace(h) => [numbers([h.normal()]), vec![h.offset()]].concat(),
                    $any::Rounded(r) => r.radii().to_vec(),
                    $any::Compound(c) => poses(c.parts()),
                    other => $numbers(other),
                }
            }
            /// How these numbers are divided: the lengths of rings, triples of indices, the number of
            /// columns, whether closed.
            pub fn counts(&self) -> Vec<u32> {
                $counts(&self.0)
            }
            /// The shape that is rounded, or part `i` of a compound.
            pub fn inner(&self, i: usize) -> Option<$class> {
                match &*self.0 {
                    $any::Rounded(r) => Some(Self::of(r.shape().clone())),
                    $any::Compound(c) => c.parts().get(i).map(|part| Self::of(part.shape.clone())),
                    _ => None,
                }
            }
        }
    };
}
#[cfg(feature = "plane")]
data_of_shape!(Shape2, Plane, Circle, Ellipse, numbers2, counts2);
#[cfg(feature = "space")]
data_of_shape!(Shape3, Solid, Sphere, Ellipsoid, numbers3, counts3);

#[cfg(feature = "plane")]
fn numbers2(shape: &Plane<DVec2>) -> Vec<f64> {
    match shape {
        Plane::Polygon(p) => numbers(p.rings().iter().flatten().copied()),
        Plane::Polyline(p) => numbers(p.vertices().iter().copied()),
        Plane::Bitmap(b) => vec![b.pixel_size()],
        _ => Vec::new(),
    }
}

#[cfg(feature = "plane")]
fn counts2(shape: &Plane<DVec2>) -> Vec<u32> {
    match shape {
        Plane::Polygon(p) => p.rings().iter().map(|ring| ring.len() as u32).collect(),
        Plane::Polyline(p) => vec![u32::from(p.closed())],
        _ => Vec::new(),
    }
}

#[cfg(feature = "space")]
fn numbers3(shape: &Solid<DVec3>) -> Vec<f64> {
    match shape {
        Solid::Triangle(t) => numbers(*t.vertices()),
        Solid::Cylinder(c) => vec![c.half_height(), c.radius()],
        Solid::Cone(c) => vec![c.half_height(), c.radius()],
        Solid::Mesh(m) => numbers(m.vertices().iter().copied()),
        Solid::Terrain(t) => [t.spacing().as_slice(), t.heights()].concat(),
        _ => Vec::new(),
    }
}

#[cfg(feature = "space")]
fn counts3(shape: &Solid<DVec3>) -> Vec<u32> {
    match shape {
        Solid::Mesh(m) => m.triangles().as_flattened().to_vec(),
        Solid::Terrain(t) => vec![t.size()[1] as u32],
        _ => Vec::new(),
    }
}

#[cfg(feature = "plane")]
#[wasm_bindgen]
impl Shape2 {
    /// The rows of a bitmap, the first at the top.
    pub fn rows(&self) -> String {
        match &*self.0 {
            Plane::Bitmap(bitmap) => rows(bitmap),
            _ => String::new(),
        }
    }
}

#[cfg(feature = "plane")]
fn rows(bitmap: &clearance::shape::Bitmap<DVec2>) -> String {
    let [width, height] = bitmap.size();
    let pixel = |x, y| if bitmap.is_filled(x, y) { '1' } else { '0' };
    let row = |y| (0..width).map(|x| pixel(x, y)).collect::<String>();
    (0..height).rev().map(row).collect::<Vec<_>>().join("\n")
}

#[cfg(feature = "space")]
#[wasm_bindgen]
impl Shape3 {
    /// Whether the shape has an inside; a mesh has one if it is closed and consistently oriented.
    #[wasm_bindgen(js_name = isSolid)]
    pub fn is_solid(&self) -> bool {
        match &*self.0 {
            Solid::Mesh(mesh) => mesh.is_solid(),
            other => other.parts().is_none_or(|parts| parts.is_solid()),
        }
    }
}
