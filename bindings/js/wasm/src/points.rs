//! Many points or rays and one shape, whose pose is in the exchange array.
//!
//! Compiled for size: what each question runs is compiled once for all callers. For speed, in
//! `clearance-js-many`, it would be there twice.

use clearance::cast::{Ray, closest_point};
use clearance::glam;
use clearance::math::Vector;
use clearance::pair::QueryError;
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::exchange;
use crate::pairs::*;
use crate::shape::*;
use crate::space::{AsNumbers, read_pose, vector};

/// What is asked about each group of numbers.
type Ask<'a, V> = &'a mut dyn FnMut(Placed<'_, V>, &[f64]) -> Result<(), QueryError>;

/// Asks about each group of `size` numbers of a list; an answer takes `bytes` of memory.
fn each<V: AsNumbers>(
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
        ask(Placed::new(shape, &pose), numbers).map_err(|error| Problem::from(error).of(field, i))?;
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
const fn row<V: Vector>() -> usize {
    3 + 2 * V::DIM
}

/// Writes such an answer.
fn write_row<V: AsNumbers>(out: &mut Vec<f64>, first: f64, vectors: [V; 2], feature: [f64; 2]) {
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

/// The time is infinite and the point is not a number where there is no hit; without a normal it is 0.
fn ray_many<V: AsNumbers>(shape: &V::Shape, rays: &[f64], max_time: f64) -> Answer<Vec<f64>> {
    let mut out = Vec::new();
    let sizes = [2 * V::DIM, row::<V>() * size_of::<f64>()];
    each::<V>(shape, ("rays", rays), sizes, &mut |a, numbers| {
        let given = Ray {
            origin: vector(numbers),
            direction: vector(&numbers[V::DIM..]),
            max_time,
        };
        match first_hit(a, &given)? {
            None => write_row(
                &mut out,
                f64::INFINITY,
                [V::from_fn(|_| f64::NAN), V::ZERO],
                [-1.0; 2],
            ),
            Some(hit) => {
                let normal = hit.normal.unwrap_or(V::ZERO);
                write_row(
                    &mut out,
                    hit.time,
                    [hit.point, normal],
                    feature_numbers(hit.feature),
                );
            }
        }
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
            pub fn closest_point_many(what: &$shape, points: &[f64]) -> Answer<Vec<f64>> {
                closest_point_many::<$vector>(&what.0, points)
            }
            #[wasm_bindgen(js_name = rayMany)]
            pub fn ray_many(what: &$shape, rays: &[f64], max_time: f64) -> Answer<Vec<f64>> {
                ray_many::<$vector>(&what.0, rays, max_time)
            }
        }
    };
}
#[cfg(feature = "plane")]
point_questions!(Space2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
point_questions!(Space3, Shape3, glam::DVec3);
