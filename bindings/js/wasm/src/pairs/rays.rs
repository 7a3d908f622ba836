//! Many rays and one shape; whether a ray hits at all, and all that it hits.
//!
//! Compiled for size, as `points.rs`.

use clearance::cast::{Ray, RayHit, all_hits, any_hit, count_hits};
use clearance::glam;
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::kept::keep_columns;
use crate::exchange::space::{AsNumbers, read_pose, vector};
use crate::exchange::{self, MOST_NUMBERS};
use crate::pairs::points::{columns, each, row, write_row};
use crate::pairs::*;
use crate::shape::*;

/// Writes a hit; without a normal that is 0.
fn write_ray<V: AsNumbers>(out: &mut Vec<f64>, hit: &RayHit<V>) {
    let normal = hit.normal.unwrap_or(V::ZERO);
    write_row(out, hit.time, [hit.point, normal], feature_numbers(hit.feature));
}

/// Writes a hit, or that there is none: the time is infinite, and the point is not a number.
pub fn write_ray_or_none<V: AsNumbers>(out: &mut Vec<f64>, hit: Option<&RayHit<V>>) {
    match hit {
        Some(hit) => write_ray(out, hit),
        None => {
            let nowhere = [V::from_fn(|_| f64::NAN), V::ZERO];
            write_row(out, f64::INFINITY, nowhere, [-1.0; 2]);
        }
    }
}

/// A ray from an origin and a direction, one after the other.
pub fn ray_of<V: AsNumbers>(numbers: &[f64], max_time: f64) -> Ray<V> {
    Ray {
        origin: vector(numbers),
        direction: vector(&numbers[V::DIM..]),
        max_time,
    }
}

fn ray_many<V: AsNumbers>(shape: &V::Shape, rays: &[f64], max_time: f64) -> Answer<Vec<f64>> {
    let mut out = Vec::new();
    let sizes = [2 * V::DIM, row::<V>() * size_of::<f64>()];
    each::<V>(shape, ("rays", rays), sizes, &mut |a, numbers| {
        let hit = first_hit(a, &ray_of(numbers, max_time))?;
        write_ray_or_none(&mut out, hit.as_ref());
        Ok(())
    })?;
    Ok(out)
}

/// [`any_hit`], compiled once for one ray and for many.
#[inline(never)]
fn is_hit<V: AsNumbers>(a: Placed<'_, V>, ray: &Ray<V>) -> Answer<bool> {
    Ok(any_hit(a, ray)?)
}

/// [`all_hits`], compiled once; each hit is a row.
#[inline(never)]
fn write_all<V: AsNumbers>(a: Placed<'_, V>, ray: &Ray<V>, out: &mut Vec<f64>) -> Answer<usize> {
    let hits = all_hits(a, ray)?;
    let more = hits.len() * row::<V>();
    if out.len() + more > MOST_NUMBERS || out.try_reserve(more).is_err() {
        return Err(Problem::too_many("hits"));
    }
    hits.iter().for_each(|hit| write_ray(out, hit));
    Ok(hits.len())
}

fn any_one<V: AsNumbers>(shape: &V::Shape) -> Answer<i32> {
    let pose = read_pose::<V>(exchange::A, "what")?;
    Ok(i32::from(is_hit(Placed::new(shape, &pose), &read_ray())?))
}

fn count_one<V: AsNumbers>(shape: &V::Shape) -> Answer<i32> {
    let pose = read_pose::<V>(exchange::A, "what")?;
    Ok(count_hits(Placed::new(shape, &pose), &read_ray())? as i32)
}

fn all_one<V: AsNumbers>(shape: &V::Shape) -> Answer<Vec<f64>> {
    let pose = read_pose::<V>(exchange::A, "what")?;
    let mut out = Vec::new();
    write_all(Placed::new(shape, &pose), &read_ray(), &mut out)?;
    Ok(out)
}

/// For each ray 1 if it hits the shape, else 0.
fn any_many<V: AsNumbers>(shape: &V::Shape, rays: &[f64], max_time: f64) -> Answer<Vec<u8>> {
    let mut out = Vec::new();
    each::<V>(shape, ("rays", rays), [2 * V::DIM, 1], &mut |a, numbers| {
        out.push(u8::from(is_hit(a, &ray_of(numbers, max_time))?));
        Ok(())
    })?;
    Ok(out)
}

fn count_many<V: AsNumbers>(shape: &V::Shape, rays: &[f64], max_time: f64) -> Answer<Vec<u32>> {
    let mut out = Vec::new();
    each::<V>(shape, ("rays", rays), [2 * V::DIM, 4], &mut |a, numbers| {
        out.push(count_hits(a, &ray_of(numbers, max_time))? as u32);
        Ok(())
    })?;
    Ok(out)
}

/// The rows of all rays, one after the other, and how many each has.
#[wasm_bindgen]
pub struct ManyRows {
    pub(crate) rows: Vec<f64>,
    pub(crate) counts: Vec<u32>,
}

#[wasm_bindgen]
impl ManyRows {
    pub fn rows(&self) -> Vec<f64> {
        self.rows.clone()
    }
    pub fn counts(&self) -> Vec<u32> {
        self.counts.clone()
    }
}

fn all_many<V: AsNumbers>(shape: &V::Shape, rays: &[f64], max_time: f64) -> Answer<ManyRows> {
    let (mut rows, mut counts) = (Vec::new(), Vec::new());
    each::<V>(shape, ("rays", rays), [2 * V::DIM, 4], &mut |a, numbers| {
        counts.push(write_all(a, &ray_of(numbers, max_time), &mut rows)? as u32);
        Ok(())
    })?;
    Ok(ManyRows { rows, counts })
}

macro_rules! ray_questions {
    ($space:ident, $shape:ident, $vector:ty) => {
        #[wasm_bindgen]
        impl $space {
            #[wasm_bindgen(js_name = anyHit)]
            pub fn any_hit(what: &$shape) -> i32 {
                number(any_one::<$vector>(&what.0))
            }
            #[wasm_bindgen(js_name = countHits)]
            pub fn count_hits(what: &$shape) -> i32 {
                number(count_one::<$vector>(&what.0))
            }
            #[wasm_bindgen(js_name = allHits)]
            pub fn all_hits(what: &$shape) -> Answer<Vec<f64>> {
                all_one::<$vector>(&what.0)
            }
            #[wasm_bindgen(js_name = rayMany)]
            pub fn ray_many(what: &$shape, rays: &[f64], max_time: f64) -> i32 {
                let rows = ray_many::<$vector>(&what.0, rays, max_time);
                keep_columns(rows, &columns::<$vector>())
            }
            #[wasm_bindgen(js_name = anyHitMany)]
            pub fn any_hit_many(what: &$shape, rays: &[f64], max_time: f64) -> Answer<Vec<u8>> {
                any_many::<$vector>(&what.0, rays, max_time)
            }
            #[wasm_bindgen(js_name = countHitsMany)]
            pub fn count_hits_many(what: &$shape, rays: &[f64], max_time: f64) -> Answer<Vec<u32>> {
                count_many::<$vector>(&what.0, rays, max_time)
            }
            #[wasm_bindgen(js_name = allHitsMany)]
            pub fn all_hits_many(what: &$shape, rays: &[f64], max_time: f64) -> Answer<ManyRows> {
                all_many::<$vector>(&what.0, rays, max_time)
            }
        }
    };
}
#[cfg(feature = "plane")]
ray_questions!(Space2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
ray_questions!(Space3, Shape3, glam::DVec3);
