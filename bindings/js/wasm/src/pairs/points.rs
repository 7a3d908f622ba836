//! Many points and one shape, whose pose is in the exchange array.
//!
//! Compiled for size: what each question runs is compiled once for all callers. For speed, in
//! `clearance-js-many`, it would be there twice.

use clearance::cast::closest_point;
use clearance::glam;
use clearance::math::Vector;
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::exchange;
use crate::exchange::kept::keep_columns;
use crate::exchange::space::{AsNumbers, read_pose, vector};
use crate::pairs::*;
use crate::shape::*;

/// What is asked about each group of numbers.
pub type Ask<'a, V> = &'a mut dyn FnMut(Placed<'_, V>, &[f64]) -> Answer<()>;

/// Asks about each group of `size` numbers of a list; an answer takes `bytes` of memory.
pub fn each<V: AsNumbers>(
    shape: &V::Shape,
    (field, list): (&str, &[f64]),
    [size, bytes]: [usize; 2],
    ask: Ask<'_, V>,
) -> Answer<()> {
    if !list.len().is_multiple_of(size) {
        return Err(Problem::ragged(field, size));
    }
    check_room(field, list.len() / size, bytes)?;
    let pose = read_pose::<V>(exchange::A, "what")?;
    for (i, numbers) in list.chunks(size).enumerate() {
        ask(Placed::new(shape, &pose), numbers).map_err(|problem| problem.of(field, i))?;
    }
    Ok(())
}

/// For each point 1 if it is in the shape, else 0.
fn contains_many<V: AsNumbers>(shape: &V::Shape, points: &[f64]) -> Answer<Vec<u8>> {
    let mut out = Vec::new();
    each::<V>(shape, ("points", points), [V::DIM, 1], &mut |a, point| {
        out.push(u8::from(has_point(a, vector(point))?));
        Ok(())
    })?;
    Ok(out)
}

/// How many numbers an answer about a point or a ray takes: a distance or a time, a point, a normal, a part
/// and a facet.
pub const fn row<V: Vector>() -> usize {
    3 + 2 * V::DIM
}

/// The widths of its columns, but for those of the part and the facet.
pub const fn columns<V: Vector>() -> [usize; 3] {
    [1, V::DIM, V::DIM]
}

/// Writes such an answer.
pub fn write_row<V: AsNumbers>(out: &mut Vec<f64>, first: f64, vectors: [V; 2], feature: [f64; 2]) {
    out.push(first);
    out.extend(vectors.iter().flat_map(|v| (0..V::DIM).map(|i| v.get(i))));
    out.extend(feature);
}

fn closest_point_many<V: AsNumbers>(shape: &V::Shape, points: &[f64]) -> Answer<Vec<f64>> {
    let mut out = Vec::new();
    let sizes = [V::DIM, row::<V>() * size_of::<f64>()];
    each::<V>(shape, ("points", points), sizes, &mut |a, point| {
        let c = closest_point(a, vector(point))?;
        write_row(
            &mut out,
            c.distance,
            [c.point, c.normal],
            feature_numbers(c.feature),
        );
        Ok(())
    })?;
    Ok(out)
}

macro_rules! point_questions {
    ($space:ident, $shape:ident, $vector:ty) => {
        #[wasm_bindgen]
        impl $space {
            #[wasm_bindgen(js_name = containsMany)]
            pub fn contains_many(what: &$shape, points: &[f64]) -> Answer<Vec<u8>> {
                contains_many::<$vector>(&what.0, points)
            }
            #[wasm_bindgen(js_name = closestPointMany)]
            pub fn closest_point_many(what: &$shape, points: &[f64]) -> i32 {
                keep_columns(
                    closest_point_many::<$vector>(&what.0, points),
                    &columns::<$vector>(),
                )
            }
        }
    };
}
#[cfg(feature = "plane")]
point_questions!(Space2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
point_questions!(Space3, Shape3, glam::DVec3);
