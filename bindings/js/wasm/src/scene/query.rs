//! Questions about a scene: rays, neighbours, what is at a point.

use clearance::glam;
use clearance::math::{Aabb, Pose};
use clearance::scene::{Filter, Scene};
use clearance::shape::Placed;
use clearance_js_many::Many;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::kept;
use crate::exchange::space::{AsNumbers, read_pose, vector};
use crate::exchange::{self, MOST_NUMBERS, Writer};
use crate::pairs::points::{columns, row};
use crate::pairs::rays::{ray_of, write_ray_or_none};
use crate::pairs::{read_ray, write_hit};
use crate::scene::handle::known;
use crate::scene::*;
use crate::shape::*;

/// The handle and the hit of a ray, in the exchange array.
fn cast_ray<V: AsNumbers>(scene: &Scene<V, ()>, layers: u32) -> Answer<i32> {
    let found = scene.cast_ray(&read_ray(), &Filter::on_layers(layers))?;
    let mut writer = Writer::answer();
    writer.number(found.map_or(f64::NAN, |found| known(found.handle)));
    Ok(write_hit(found.map(|found| found.hit).as_ref(), &mut writer))
}

/// For each ray (origin, direction) the handle, or NaN, and the numbers of its hit.
fn cast_rays<V: AsNumbers>(
    scene: &Scene<V, ()>,
    rays: &[f64],
    max_time: f64,
    layers: u32,
) -> Answer<Vec<f64>> {
    if !rays.len().is_multiple_of(2 * V::DIM) {
        return Err(Problem::ragged("rays", 2 * V::DIM));
    }
    let (count, width) = (rays.len() / (2 * V::DIM), 1 + row::<V>());
    check_room("rays", count, width * size_of::<f64>())?;
    let mut out = Vec::with_capacity(count * width);
    for (i, numbers) in rays.chunks(2 * V::DIM).enumerate() {
        let found = scene.cast_ray(&ray_of(numbers, max_time), &Filter::on_layers(layers));
        let found = found.map_err(|error| Problem::from(error).of("rays", i))?;
        out.push(found.map_or(f64::NAN, |found| known(found.handle)));
        write_ray_or_none(&mut out, found.map(|found| found.hit).as_ref());
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

/// The handles of the objects that a shape at the pose of A meets, in the kept list.
fn overlapping<V: Many>(scene: &Scene<V, ()>, shape: &V::Shape, layers: u32) -> i32 {
    kept::keep(|kept| {
        let pose: Pose<V> = read_pose(exchange::A, "what")?;
        let (placed, about) = (Placed::new(shape, &pose), Filter::on_layers(layers));
        V::overlapping(scene, placed, &about, &mut kept.numbers);
        Ok(())
    })
}

/// The same for the box whose corners are in the exchange array, one after the other.
fn overlapping_box<V: Many>(scene: &Scene<V, ()>, layers: u32) -> i32 {
    kept::keep(|kept| {
        let numbers: [f64; 6] = exchange::read(exchange::A);
        let corners = corners::<V>(&numbers)?;
        let about = Filter::on_layers(layers);
        Ok(V::overlapping_corners(
            scene,
            &corners,
            &about,
            &mut kept.numbers,
        )?)
    })
}

/// The same for many boxes; the labels are how many objects each meets.
fn overlapping_box_many<V: Many>(scene: &Scene<V, ()>, boxes: &[f64], layers: u32) -> i32 {
    kept::keep(|kept| {
        if !boxes.len().is_multiple_of(2 * V::DIM) {
            return Err(Problem::ragged("boxes", 2 * V::DIM));
        }
        check_room("boxes", boxes.len() / (2 * V::DIM), size_of::<u32>())?;
        let about = Filter::on_layers(layers);
        for (i, numbers) in boxes.chunks_exact(2 * V::DIM).enumerate() {
            let before = kept.numbers.len();
            let corners = corners::<V>(numbers).map_err(|problem| problem.of("boxes", i))?;
            let asked = V::overlapping_corners(scene, &corners, &about, &mut kept.numbers);
            asked.map_err(|error| Problem::from(error).of("boxes", i))?;
            if kept.numbers.len() > MOST_NUMBERS {
                return Err(Problem::too_many("found"));
            }
            kept.labels.push((kept.numbers.len() - before) as u32);
        }
        Ok(())
    })
}

/// The lowest and the highest corner of a box.
fn corners<V: AsNumbers>(numbers: &[f64]) -> Answer<Aabb<V>> {
    let (min, max): (V, V) = (vector(numbers), vector(&numbers[V::DIM..]));
    if (0..V::DIM).any(|k| min.get(k) > max.get(k)) {
        let message = "must not be below min";
        return Err(Problem::new("invalid_shape", "max", message));
    }
    Ok(Aabb { min, max })
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
            pub fn cast_rays(&self, rays: &[f64], max_time: f64, layers: u32) -> i32 {
                let rows = cast_rays(&self.0.scene, rays, max_time, layers);
                let [first, point, normal] = columns::<$vector>();
                kept::keep_columns(rows, &[1, first, point, normal])
            }
            pub fn nearest(&self, shape: &$shape, count: f64, within: f64, layers: u32) -> Answer<Vec<f64>> {
                nearest::<$vector>(&self.0.scene, &shape.0, [count, within], layers)
            }
            pub fn overlapping(&self, shape: &$shape, layers: u32) -> i32 {
                overlapping::<$vector>(&self.0.scene, &shape.0, layers)
            }
            #[wasm_bindgen(js_name = overlappingBoxMany)]
            pub fn overlapping_box_many(&self, boxes: &[f64], layers: u32) -> i32 {
                overlapping_box_many::<$vector>(&self.0.scene, boxes, layers)
            }
            #[wasm_bindgen(js_name = overlappingBox)]
            pub fn overlapping_box(&self, layers: u32) -> i32 {
                overlapping_box::<$vector>(&self.0.scene, layers)
            }
        }
    };
}
#[cfg(feature = "plane")]
scene_questions!(Scene2, Shape2, glam::DVec2);
#[cfg(feature = "space")]
scene_questions!(Scene3, Shape3, glam::DVec3);

#[cfg(feature = "space")]
#[wasm_bindgen]
impl Scene3 {
    /// The barycentric coordinates of many hits, whose handle is NaN where there is none.
    #[wasm_bindgen(js_name = barycentricMany)]
    pub fn barycentric_many(
        &self,
        handles: &[f64],
        points: &[f64],
        parts: &[i32],
        facets: &[i32],
    ) -> Answer<Vec<f64>> {
        if handles.len() != facets.len() {
            let message = "handles and facets must be of as many answers";
            return Err(Problem::new("invalid_shape", "hits", message));
        }
        let scene = &self.0.scene;
        crate::pairs::near_mesh::weights_of_many(points, [parts, facets], |i| {
            if handles[i].is_nan() {
                return Ok(None);
            }
            let handle =
                crate::scene::handle::from_number(handles[i]).map_err(|problem| problem.of("hits", i))?;
            let object = scene
                .get(handle)
                .ok_or_else(|| crate::scene::handle::unknown().of("hits", i))?;
            Ok(Some((object.shape().as_ref(), *object.pose())))
        })
    }
}
