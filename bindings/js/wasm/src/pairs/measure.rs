//! Measures: what two shapes have in common, and how deep they overlap; volume, center and inertia of one;
//! which triangles meet.

use clearance::cast::depth_bounds;
use clearance::glam;
use clearance::math::Vector;
#[cfg(feature = "plane")]
use clearance::measure::common_rings;
#[cfg(feature = "space")]
use clearance::measure::{CommonMesh, Which, common_mesh, triangle_pairs, triangle_segments};
use clearance::measure::{MeasureError, MeasureSpace, Unmeasured, common, mass_properties};
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::space::{AsNumbers, read_pose};
use crate::exchange::{self, Writer};
use crate::pairs::*;
use crate::shape::*;

fn problem(error: &MeasureError, field: &str) -> Problem {
    let kind = match error.why {
        Unmeasured::CrossesItself => "invalid_shape",
        _ => "unsupported_pair",
    };
    Problem::new(kind, field, error.why.to_string())
}

/// The problem with one of two shapes.
fn of_two(error: MeasureError) -> Problem {
    problem(&error, error.shape.as_str())
}

fn write_center<V: AsNumbers>(center: V::Double, writer: &mut Writer) {
    (0..V::DIM).for_each(|i| writer.number(center.get(i)));
}

/// Writes volume, border and center; returns whether there is a center.
fn common_part<V: AsNumbers + MeasureSpace>(two: [&V::Shape; 2]) -> Answer<i32> {
    ask::<V, _>(two, |a, b| {
        let part = common(a, b).map_err(of_two)?;
        let mut writer = Writer::answer();
        writer.number(part.volume);
        writer.number(part.border);
        let Some(center) = part.center else { return Ok(0) };
        write_center::<V>(center, &mut writer);
        Ok(1)
    })
}

/// Writes both bounds and a direction; returns whether they overlap.
fn depth<V: AsNumbers>(two: [&V::Shape; 2]) -> Answer<i32> {
    ask::<V, _>(two, |a, b| {
        let Some(bounds) = depth_bounds(a, b)? else {
            return Ok(0);
        };
        let mut writer = Writer::answer();
        writer.number(bounds.at_least);
        writer.number(bounds.at_most);
        writer.vector(bounds.direction);
        Ok(1)
    })
}

/// Writes volume, center and inertia.
fn mass<V: AsNumbers + MeasureSpace>(shape: &V::Shape) -> Answer<i32> {
    let pose = read_pose::<V>(exchange::A, "what")?;
    let mass = mass_properties::<V>(Placed::new(shape, &pose)).map_err(|error| problem(&error, "what"))?;
    let mut writer = Writer::answer();
    writer.number(mass.volume);
    write_center::<V>(mass.center, &mut writer);
    mass.inertia.as_flattened().iter().for_each(|&x| writer.number(x));
    Ok(0)
}

macro_rules! measures {
    ($space:ident, $shape:ident, $vector:ty) => {
        #[wasm_bindgen]
        impl $space {
            pub fn common(a: &$shape, b: &$shape) -> i32 {
                number(common_part::<$vector>([&a.0, &b.0]))
            }
            #[wasm_bindgen(js_name = depthBounds)]
            pub fn depth_bounds(a: &$shape, b: &$shape) -> i32 {
                number(depth::<$vector>([&a.0, &b.0]))
            }
            #[wasm_bindgen(js_name = massProperties)]
            pub fn mass_properties(what: &$shape) -> i32 {
                number(mass::<$vector>(&what.0))
            }
        }
    };
}
#[cfg(feature = "plane")]
measures!(Space2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
measures!(Space3, Shape3, glam::DVec3);

#[cfg(feature = "plane")]
#[wasm_bindgen]
impl Space2 {
    /// Rings, each after the number of its points.
    #[wasm_bindgen(js_name = commonRings)]
    pub fn common_rings(a: &Shape2, b: &Shape2) -> Answer<Vec<f64>> {
        ask::<glam::DVec2, _>([&a.0, &b.0], |a, b| {
            let mut out = Vec::new();
            for ring in common_rings(a, b).map_err(of_two)? {
                out.push(ring.len() as f64);
                out.extend(ring.iter().flat_map(|p| p.to_array()));
            }
            Ok(out)
        })
    }
}

/// What two solids have in common.
#[cfg(feature = "space")]
#[wasm_bindgen]
pub struct CommonSolid(CommonMesh<glam::DVec3>);

#[cfg(feature = "space")]
#[wasm_bindgen]
impl CommonSolid {
    pub fn vertices(&self) -> Vec<f64> {
        self.0.vertices.iter().flat_map(|p| p.to_array()).collect()
    }
    pub fn triangles(&self) -> Vec<u32> {
        self.0.triangles.as_flattened().to_vec()
    }
    /// For each triangle whether it is of the border of B.
    #[wasm_bindgen(js_name = ofB)]
    pub fn of_b(&self) -> Vec<u8> {
        let sources = self.0.sources.iter();
        sources.map(|(which, _)| u8::from(*which == Which::B)).collect()
    }
    /// For each triangle that of the mesh of which it is a piece; -1 of a shape that is no mesh.
    pub fn sources(&self) -> Vec<i32> {
        let sources = self.0.sources.iter();
        sources
            .map(|(_, triangle)| triangle.map_or(-1, |i| i as i32))
            .collect()
    }
}

#[cfg(feature = "space")]
#[wasm_bindgen]
impl Space3 {
    #[wasm_bindgen(js_name = commonMesh)]
    pub fn common_mesh(a: &Shape3, b: &Shape3) -> Answer<CommonSolid> {
        ask::<glam::DVec3, _>([&a.0, &b.0], |a, b| {
            Ok(CommonSolid(common_mesh(a, b).map_err(of_two)?))
        })
    }
    /// The pairs of triangles that meet: 2 numbers each, and with segments 6 more for both ends, which are no
    /// numbers where there is no segment.
    #[wasm_bindgen(js_name = trianglePairs)]
    pub fn triangle_pairs(a: &Shape3, b: &Shape3, segments: bool) -> Answer<Vec<f64>> {
        ask::<glam::DVec3, _>([&a.0, &b.0], |a, b| {
            if !segments {
                let pairs = triangle_pairs(a, b).map_err(of_two)?;
                check_room("pairs", pairs.len(), 2 * size_of::<f64>())?;
                return Ok(pairs.as_flattened().iter().map(|&i| f64::from(i)).collect());
            }
            let found = triangle_segments(a, b).map_err(of_two)?;
            check_room("pairs", found.pairs.len(), 8 * size_of::<f64>())?;
            let mut out = Vec::with_capacity(8 * found.pairs.len());
            for (pair, segment) in found.pairs.iter().zip(&found.segments) {
                out.extend(pair.map(f64::from));
                let ends = segment.unwrap_or([glam::DVec3::NAN; 2]);
                out.extend(ends.into_iter().flat_map(|p| p.to_array()));
            }
            Ok(out)
        })
    }
}
