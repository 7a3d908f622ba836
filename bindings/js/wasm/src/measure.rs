//! Measures: what two shapes have in common; volume, center and inertia of one; which triangles meet.

use clearance::glam;
use clearance::math::Vector;
use clearance::measure::{MeasureError, MeasureSpace, Unmeasured, common, mass_properties};
#[cfg(feature = "space")]
use clearance::measure::{triangle_pairs, triangle_segments};
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::{self, Writer};
use crate::pairs::*;
use crate::shape::*;
use crate::space::{AsNumbers, read_pose};

fn problem(error: &MeasureError, field: &str) -> Problem {
    let kind = match error.why {
        Unmeasured::CrossesItself => "invalid_shape",
        _ => "unsupported_pair",
    };
    Problem::new(kind, field, error.why.to_string())
}

fn write_center<V: AsNumbers>(center: V::Double, writer: &mut Writer) {
    (0..V::DIM).for_each(|i| writer.number(center.get(i)));
}

/// Writes volume, border and center; returns whether there is a center.
fn common_part<V: AsNumbers + MeasureSpace>(two: [&V::Shape; 2]) -> Answer<i32> {
    ask::<V, _>(two, |a, b| {
        let part = common(a, b).map_err(|error| problem(&error, error.shape.as_str()))?;
        let mut writer = Writer::answer();
        writer.number(part.volume);
        writer.number(part.border);
        let Some(center) = part.center else { return Ok(0) };
        write_center::<V>(center, &mut writer);
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

#[cfg(feature = "space")]
#[wasm_bindgen]
impl Space3 {
    /// The pairs of triangles that meet: 2 numbers each, and with segments 6 more for both ends, which are no
    /// numbers where there is no segment.
    #[wasm_bindgen(js_name = trianglePairs)]
    pub fn triangle_pairs(a: &Shape3, b: &Shape3, segments: bool) -> Answer<Vec<f64>> {
        let refused = |error: MeasureError| problem(&error, error.shape.as_str());
        ask::<glam::DVec3, _>([&a.0, &b.0], |a, b| {
            if !segments {
                let pairs = triangle_pairs(a, b).map_err(refused)?;
                check_room("pairs", pairs.len(), 2 * size_of::<f64>())?;
                return Ok(pairs.as_flattened().iter().map(|&i| f64::from(i)).collect());
            }
            let found = triangle_segments(a, b).map_err(refused)?;
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
