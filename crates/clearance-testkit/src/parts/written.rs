//! Meshes as files hold them: numbers of few digits, singles, every triangle by itself, or far from the
//! origin.

use clearance::d3::Shape;
use clearance::glam::DVec3;

/// How numbers are written.
#[derive(Clone, Copy, Debug)]
pub enum Written {
    /// With so many decimals.
    Decimals(usize),
    /// With so many significant digits.
    Digits(usize),
    /// In single precision.
    Singles,
}

impl Written {
    /// The number that is read.
    pub fn read(self, x: f64) -> f64 {
        let text = match self {
            Self::Decimals(count) => format!("{x:.count$}"),
            Self::Digits(count) => format!("{x:.0$e}", count - 1),
            Self::Singles => return f64::from(x as f32),
        };
        text.parse().expect("a number")
    }
    /// Half the spacing of such numbers below `largest`.
    pub fn rounding(self, largest: f64) -> f64 {
        match self {
            Self::Decimals(count) => 0.5 * 10.0_f64.powi(-(count as i32)),
            Self::Digits(count) => 0.5 * 10.0_f64.powi(largest.log10().floor() as i32 + 1 - count as i32),
            Self::Singles => largest * 2.0_f64.powi(-24),
        }
    }
}

/// The vertices and triangles of a mesh.
///
/// # Panics
///
/// If the shape is no mesh.
pub fn parts_of(shape: &Shape<DVec3>) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    match shape {
        Shape::Mesh(mesh) => (mesh.vertices().to_vec(), mesh.triangles().to_vec()),
        _ => panic!("a mesh"),
    }
}

/// A mesh with every vertex replaced.
///
/// # Panics
///
/// If the shape is no mesh, or nothing is left of it.
pub fn moved(shape: &Shape<DVec3>, by: impl FnMut(DVec3) -> DVec3) -> Shape<DVec3> {
    let (vertices, triangles) = parts_of(shape);
    Shape::mesh(vertices.into_iter().map(by).collect(), triangles).expect("a mesh")
}

/// A mesh as it is read from a file.
///
/// # Panics
///
/// If the shape is no mesh.
pub fn as_written(shape: &Shape<DVec3>, written: Written) -> Shape<DVec3> {
    moved(shape, |v| {
        DVec3::from_array(v.to_array().map(|x| written.read(x)))
    })
}

/// A mesh whose triangles share no vertices, each corner moved by itself.
///
/// # Panics
///
/// If the shape is no mesh.
pub fn as_soup(shape: &Shape<DVec3>, mut by: impl FnMut(DVec3) -> DVec3) -> Shape<DVec3> {
    let (vertices, triangles) = parts_of(shape);
    let corners = triangles
        .iter()
        .flatten()
        .map(|v| by(vertices[*v as usize]))
        .collect();
    let numbers = (0..triangles.len() as u32)
        .map(|t| [3 * t, 3 * t + 1, 3 * t + 2])
        .collect();
    Shape::mesh(corners, numbers).expect("a mesh")
}

/// A mesh without one triangle.
///
/// # Panics
///
/// If the shape is no mesh, or has no such triangle.
pub fn without(shape: &Shape<DVec3>, triangle: usize) -> Shape<DVec3> {
    let (vertices, mut triangles) = parts_of(shape);
    triangles.remove(triangle);
    Shape::mesh(vertices, triangles).expect("a mesh")
}
