//! Questions about many pairs in one call.

use clearance::glam;
use clearance::math::Pose;
use clearance::pair;
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::pairs::*;
use crate::shape::*;
use crate::space::{Door, poses};

use std::sync::Arc;

/// One side of a batch: shapes and poses, either of which may be one for all.
struct Side<'a, V: Door> {
    shapes: &'a [Arc<V::Shape>],
    poses: Vec<Pose<V>>,
}

impl<'a, V: Door> Side<'a, V> {
    fn new(shapes: &'a [Arc<V::Shape>], field: &str, numbers: &[f64]) -> Answer<Self> {
        let poses = poses(field, numbers)?;
        Ok(Self { shapes, poses })
    }
    fn placed(&self, i: usize) -> Option<Placed<'_, V>> {
        let shape: &V::Shape = self.shapes.get(if self.shapes.len() == 1 { 0 } else { i })?;
        let pose = self.poses.get(if self.poses.len() == 1 { 0 } else { i })?;
        Some(Placed::new(shape, pose))
    }
}

/// How many pairs lists of these lengths make, where one serves all.
fn count(lengths: [(&str, usize); 4]) -> Answer<usize> {
    let count = lengths.iter().map(|(_, n)| *n).find(|n| *n != 1).unwrap_or(1);
    match lengths.iter().find(|(_, n)| *n != 1 && *n != count) {
        None => Ok(count),
        Some((field, n)) => {
            let message = format!("has {n} elements where others have {count}");
            Err(Problem::new("invalid_shape", field, message))
        }
    }
}

/// Asks about pair after pair.
fn each<V: Door, Q>(
    [a, b]: [&[Arc<V::Shape>]; 2],
    [poses_a, poses_b]: [&[f64]; 2],
    mut question: Q,
) -> Answer<()>
where
    Q: FnMut(Placed<'_, V>, Placed<'_, V>) -> Result<(), pair::QueryError>,
{
    let a = Side::<V>::new(a, "posesA", poses_a)?;
    let b = Side::<V>::new(b, "posesB", poses_b)?;
    let pairs = count([
        ("a", a.shapes.len()),
        ("posesA", a.poses.len()),
        ("b", b.shapes.len()),
        ("posesB", b.poses.len()),
    ])?;
    for i in 0..pairs {
        if let (Some(a), Some(b)) = (a.placed(i), b.placed(i)) {
            question(a, b).map_err(|error| Problem::from(error).of("pairs", i))?;
        }
    }
    Ok(())
}

macro_rules! batches {
    ($space:ident, $list:ident, $vector:ty) => {
        #[wasm_bindgen]
        impl $space {
            #[wasm_bindgen(js_name = intersectsMany)]
            pub fn intersects_many(
                a: &$list,
                poses_a: &[f64],
                b: &$list,
                poses_b: &[f64],
            ) -> Answer<Vec<u8>> {
                let mut out = Vec::new();
                each::<$vector, _>([&a.0, &b.0], [poses_a, poses_b], |a, b| {
                    out.push(u8::from(pair::intersects(a, b)?));
                    Ok(())
                })?;
                Ok(out)
            }
            #[wasm_bindgen(js_name = relationMany)]
            pub fn relation_many(a: &$list, poses_a: &[f64], b: &$list, poses_b: &[f64]) -> Answer<Vec<u8>> {
                let mut out = Vec::new();
                each::<$vector, _>([&a.0, &b.0], [poses_a, poses_b], |a, b| {
                    out.push(code(pair::relation(a, b)?) as u8);
                    Ok(())
                })?;
                Ok(out)
            }
            #[wasm_bindgen(js_name = distanceMany)]
            pub fn distance_many(a: &$list, poses_a: &[f64], b: &$list, poses_b: &[f64]) -> Answer<Vec<f64>> {
                let mut out = Vec::new();
                each::<$vector, _>([&a.0, &b.0], [poses_a, poses_b], |a, b| {
                    out.push(pair::distance(a, b)?);
                    Ok(())
                })?;
                Ok(out)
            }
            #[wasm_bindgen(js_name = clearanceMany)]
            pub fn clearance_many(
                a: &$list,
                poses_a: &[f64],
                b: &$list,
                poses_b: &[f64],
            ) -> Answer<Vec<f64>> {
                let mut out = Vec::new();
                each::<$vector, _>([&a.0, &b.0], [poses_a, poses_b], |a, b| {
                    write_clearance(&pair::clearance(a, b)?, |x| out.push(x));
                    // Whether the depth is exact is not asked here.
                    out.pop();
                    Ok(())
                })?;
                Ok(out)
            }
        }
    };
}
#[cfg(feature = "plane")]
batches!(Space2, Shapes2, glam::DVec2);
#[cfg(feature = "space")]
batches!(Space3, Shapes3, glam::DVec3);
