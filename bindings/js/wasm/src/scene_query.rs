//! Questions about a scene: rays, neighbours, what is at a point.

use clearance::cast::Ray;
use clearance::glam;
use clearance::math::Pose;
use clearance::scene::{Filter, Handle, Scene};
use clearance::shape::Placed;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::{self, Writer};
use crate::handle::known;
use crate::pairs::{read_ray, write_hit};
use crate::scene::*;
use crate::shape::*;
use crate::space::{AsNumbers, read_pose, vector};

/// The handle and the hit of a ray, in the exchange array.
fn cast_ray<V: AsNumbers>(scene: &Scene<V, ()>, layers: u32) -> Answer<i32> {
    let found = scene.cast_ray(&read_ray(), &Filter::on_layers(layers))?;
    let mut writer = Writer::answer();
    writer.number(found.map_or(f64::NAN, |found| known(found.handle)));
    Ok(write_hit(found.map(|found| found.hit).as_ref(), &mut writer))
}

/// For each ray (origin, direction): handle, time, normal; NaN and an infinite time if it hits nothing.
fn cast_rays<V: AsNumbers>(scene: &Scene<V, ()>, rays: &[f64], layers: u32) -> Answer<Vec<f64>> {
    if !rays.len().is_multiple_of(2 * V::DIM) {
        return Err(Problem::ragged("rays", 2 * V::DIM));
    }
    let mut out = Vec::with_capacity(rays.len() / (2 * V::DIM) * (V::DIM + 2));
    for (i, numbers) in rays.chunks(2 * V::DIM).enumerate() {
        let ray = Ray {
            origin: vector(numbers),
            direction: vector(&numbers[V::DIM..]),
            max_time: f64::INFINITY,
        };
        let found = scene.cast_ray(&ray, &Filter::on_layers(layers));
        let found = found.map_err(|error| Problem::from(error).of("rays", i))?;
        let hit = found.map(|found| found.hit);
        out.push(found.map_or(f64::NAN, |found| known(found.handle)));
        out.push(hit.map_or(f64::INFINITY, |hit| hit.time));
        let normal = hit.and_then(|hit| hit.normal).unwrap_or(V::ZERO);
        out.extend((0..V::DIM).map(|k| normal.get(k)));
    }
    Ok(out)
}

/// Handle and distance of the objects nearest to a shape at the pose of A, the nearest first.
fn nearest<V: AsNumbers>(
    scene: &Scene<V, ()>,
    shape: &V::Shape,
    [count, within]: [f64; 2],
    layers: u32,
) -> Answer<Vec<f64>> {
    let pose: Pose<V> = read_pose(exchange::A, "what")?;
    let placed = Placed::new(shape, &pose);
    let found = scene.nearest(placed, count as usize, within, &Filter::on_layers(layers));
    let numbers = found.iter().flat_map(|near| [known(near.handle), near.distance]);
    Ok(numbers.collect())
}

fn overlapping<V: AsNumbers>(scene: &Scene<V, ()>, shape: &V::Shape, layers: u32) -> Answer<Vec<f64>> {
    let pose: Pose<V> = read_pose(exchange::A, "what")?;
    let found = scene.overlapping(Placed::new(shape, &pose), &Filter::on_layers(layers));
    Ok(found.into_iter().map(known as fn(Handle) -> f64).collect())
}

macro_rules! scene_questions {
    ($class:ident, $shape:ident, $vector:ty) => {
        #[wasm_bindgen]
        impl $class {
            #[wasm_bindgen(js_name = castRay)]
            pub fn cast_ray(&self, layers: u32) -> i32 {
                number(cast_ray(&self.0.scene, layers))
            }
            #[wasm_bindgen(js_name = castRays)]
            pub fn cast_rays(&self, rays: &[f64], layers: u32) -> Answer<Vec<f64>> {
                cast_rays(&self.0.scene, rays, layers)
            }
            pub fn nearest(&self, shape: &$shape, count: f64, within: f64, layers: u32) -> Answer<Vec<f64>> {
                nearest::<$vector>(&self.0.scene, &shape.0, [count, within], layers)
            }
            pub fn overlapping(&self, shape: &$shape, layers: u32) -> Answer<Vec<f64>> {
                overlapping::<$vector>(&self.0.scene, &shape.0, layers)
            }
        }
    };
}
#[cfg(feature = "plane")]
scene_questions!(Scene2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
scene_questions!(Scene3, Shape3, glam::DVec3);
