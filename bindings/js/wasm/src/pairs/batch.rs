//! Questions about many pairs in one call.

use clearance::glam;
use clearance::math::Vector;
use clearance::pair::{self, Column, QueryError, Relation};
use clearance::shape::Placed;
use clearance_js_many::{Many, Side, Unanswered, of_pair};
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem};
use crate::pairs::*;
use crate::shape::*;

fn side<'a, V: Many>(shapes: &'a Column<V>, field: &str, poses: &'a [f64]) -> Answer<Side<'a, V>> {
    if !poses.len().is_multiple_of(V::POSE) {
        return Err(Problem::ragged(field, V::POSE));
    }
    V::side(shapes, poses).map_err(|(i, error)| Problem::from(error).of(field, i))
}

/// Shapes and poses of both sides: equally many, or one for all.
struct Batch<'a, V: Many> {
    sides: [Side<'a, V>; 2],
    pairs: usize,
}

/// A batch, if there is memory for this many bytes for each pair.
fn batch<'a, V: Many>(
    [a, b]: [&'a Column<V>; 2],
    [poses_a, poses_b]: [&'a [f64]; 2],
    bytes: usize,
) -> Answer<Batch<'a, V>> {
    let sides = [side(a, "posesA", poses_a)?, side(b, "posesB", poses_b)?];
    let [[a, poses_a], [b, poses_b]] = [sides[0].lengths(), sides[1].lengths()];
    let lengths = [("a", a), ("posesA", poses_a), ("b", b), ("posesB", poses_b)];
    let pairs = lengths.iter().map(|(_, n)| *n).find(|n| *n != 1).unwrap_or(1);
    if let Some((field, n)) = lengths.iter().find(|(_, n)| *n != 1 && *n != pairs) {
        let message = format!("has {n} elements where others have {pairs}");
        return Err(Problem::new("invalid_shape", field, message));
    }
    check_room("pairs", pairs, bytes)?;
    Ok(Batch { sides, pairs })
}

impl<V: Many> Batch<'_, V> {
    fn sides(&self) -> [&Side<'_, V>; 2] {
        let [a, b] = &self.sides;
        [a, b]
    }
    /// Asks about pair `i`.
    fn ask<R>(
        &self,
        i: usize,
        question: impl FnOnce(Placed<'_, V>, Placed<'_, V>) -> Result<R, QueryError>,
    ) -> Result<R, Unanswered> {
        of_pair(self.sides(), i, question).map_err(|error| (i, error))
    }
    /// The code of each pair's relation; most pairs that do not meet are decided quickly.
    fn relations(&self) -> Result<Vec<u8>, Unanswered> {
        let mut out = Vec::with_capacity(self.pairs);
        for (i, met) in V::intersects_many(self.sides())?.into_iter().enumerate() {
            let relation = if met {
                self.ask(i, |a, b| Ok(pair::relation(a, b)))?
            } else {
                Relation::Disjoint
            };
            out.push(code(relation) as u8);
        }
        Ok(out)
    }
    /// Distance, normal and both points of each pair.
    fn clearances(&self) -> Result<Vec<f64>, Unanswered> {
        let mut out = Vec::with_capacity(self.pairs * (1 + 3 * V::DIM));
        for i in 0..self.pairs {
            write_clearance(&self.ask(i, pair::clearance)?, |x| out.push(x));
            // Batches do not report whether a depth is exact.
            out.pop();
        }
        Ok(out)
    }
}

fn unanswered((i, error): Unanswered) -> Problem {
    Problem::from(error).of("pairs", i)
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
                let batch = batch::<$vector>([&a.0, &b.0], [poses_a, poses_b], 2)?;
                let met = Many::intersects_many(batch.sides()).map_err(unanswered)?;
                Ok(met.into_iter().map(u8::from).collect())
            }
            #[wasm_bindgen(js_name = relationMany)]
            pub fn relation_many(a: &$list, poses_a: &[f64], b: &$list, poses_b: &[f64]) -> Answer<Vec<u8>> {
                let batch = batch::<$vector>([&a.0, &b.0], [poses_a, poses_b], 2)?;
                batch.relations().map_err(unanswered)
            }
            #[wasm_bindgen(js_name = distanceMany)]
            pub fn distance_many(a: &$list, poses_a: &[f64], b: &$list, poses_b: &[f64]) -> Answer<Vec<f64>> {
                let batch = batch::<$vector>([&a.0, &b.0], [poses_a, poses_b], size_of::<f64>())?;
                Many::distance_many(batch.sides()).map_err(unanswered)
            }
            #[wasm_bindgen(js_name = clearanceMany)]
            pub fn clearance_many(
                a: &$list,
                poses_a: &[f64],
                b: &$list,
                poses_b: &[f64],
            ) -> Answer<Vec<f64>> {
                let numbers = 1 + 3 * <$vector as Vector>::DIM;
                let batch = batch::<$vector>([&a.0, &b.0], [poses_a, poses_b], numbers * size_of::<f64>())?;
                batch.clearances().map_err(unanswered)
            }
        }
    };
}
#[cfg(feature = "plane")]
batches!(Space2, Shapes2, glam::DVec2);
#[cfg(feature = "space")]
batches!(Space3, Shapes3, glam::DVec3);
