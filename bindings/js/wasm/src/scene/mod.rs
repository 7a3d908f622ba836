//! `Scene2` and `Scene3`: objects that are added, moved and removed; pairs and events.

pub mod handle;
mod query;
mod sweep;

use std::sync::Arc;

use clearance::glam;
use clearance::index::{Brute, Index, KdTree, Orthtree, RTree, SweepAndPrune};
use clearance::math::Pose;
use clearance::pair;
use clearance::scene::{Detail, Filter, Object, Pairs, Scene, Touch};
use clearance_js_many::Many;
use wasm_bindgen::prelude::*;

use crate::error::{Answer, Problem, number};
use crate::exchange::kept;
use crate::exchange::space::{self, AsNumbers, read_pose};
use crate::exchange::{self, Writer};
use crate::pairs::{code, write_clearance, write_manifold};
use crate::shape::*;

/// The most bytes that an object may take, its entries in indexes and lists included.
const OBJECT: usize = 1024;

/// A scene, and what is computed for its pairs.
pub struct Stage<V: Many> {
    pub scene: Scene<V, ()>,
    /// Whether `touches` computes clearances.
    clearance: bool,
}

/// The indexes in the module: those over boxes. Spheres, oriented boxes and k-DOPs find the same pairs, not
/// faster, and would make the module a tenth larger. The usual indexes are compiled for speed.
fn index_named<V: Many>(name: &str) -> Answer<Box<dyn Index<V>>> {
    if let Some(usual) = V::index(name) {
        return Ok(usual);
    }
    Ok(match name {
        "brute" => Box::new(Brute),
        "sweep-and-prune" => Box::new(SweepAndPrune::default()),
        "orthtree" => Box::new(Orthtree::default()),
        "kd-tree" => Box::new(KdTree::default()),
        "r-tree" => Box::new(RTree::default()),
        _ => {
            let names = "must be one of auto, brute, tree, grid, hash-grid, sweep-and-prune, orthtree, kd-tree, r-tree";
            return Err(Problem::new("invalid_shape", "index", names));
        }
    })
}

/// The options of an object.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub struct ObjectOptions {
    sensor: bool,
    filter: Filter,
}

#[wasm_bindgen]
impl ObjectOptions {
    #[wasm_bindgen(constructor)]
    pub fn new(sensor: bool, layer: u32, mask: u32, group: i32) -> Self {
        let filter = Filter { layer, mask, group };
        Self { sensor, filter }
    }
}

impl<V: Many> Stage<V> {
    fn new(
        index: &str,
        detail: &str,
        margin: f64,
        max_pairs: usize,
        joined_seams: Option<bool>,
    ) -> Answer<Self> {
        let index = index_named(index)?;
        let detail_of_scene = match detail {
            "nothing" => Detail::Nothing,
            "boxes" => Detail::Boxes,
            "relation" | "clearance" => Detail::Relation,
            "manifold" => Detail::Manifold,
            _ => {
                let names = "must be nothing, boxes, relation, clearance or manifold";
                return Err(Problem::new("invalid_shape", "detail", names));
            }
        };
        let scene = Scene::over(index)
            .with_detail(detail_of_scene)
            .with_max_pairs(max_pairs)
            .with_margin(margin)?;
        Ok(Self {
            scene: match joined_seams {
                Some(are_joined) => scene.with_joined_seams(are_joined),
                None => scene,
            },
            clearance: detail == "clearance",
        })
    }
    fn object(shape: &Arc<V::Shape>, pose: Pose<V>, options: ObjectOptions) -> Object<V, ()> {
        let object = Object::new(Arc::clone(shape), pose).with_filter(options.filter);
        if options.sensor { object.sensor() } else { object }
    }
    fn add(&mut self, shape: &Arc<V::Shape>, options: ObjectOptions) -> Answer<f64> {
        let pose = read_pose(exchange::A, "pose")?;
        let added = self.scene.add(Self::object(shape, pose, options))?;
        self.name(added)
    }
    /// The number of an object just added. An object whose handle has no number is removed again.
    fn name(&mut self, added: clearance::scene::Handle) -> Answer<f64> {
        handle::to_number(added).ok_or_else(|| {
            drop(self.scene.remove(added));
            clearance::scene::SceneError::Full.into()
        })
    }
    /// Object i has shape i, or the only shape.
    fn add_many(
        &mut self,
        shapes: &[Arc<V::Shape>],
        poses: &[f64],
        options: ObjectOptions,
    ) -> Answer<Vec<f64>> {
        check_room("poses", poses.len() / V::POSE, OBJECT)?;
        let poses = space::poses::<V>("poses", poses)?;
        if shapes.len() != poses.len() && shapes.len() != 1 {
            let message = format!("{} poses for {} shapes", poses.len(), shapes.len());
            return Err(Problem::new("invalid_shape", "poses", message));
        }
        let each = shapes.iter().cycle().zip(poses);
        let objects = each.map(|(shape, pose)| Self::object(shape, pose, options));
        let handles = self.scene.add_many(objects)?;
        let numbers: Option<Vec<f64>> = handles.iter().map(|&h| handle::to_number(h)).collect();
        numbers.ok_or_else(|| {
            handles.iter().for_each(|&h| drop(self.scene.remove(h)));
            clearance::scene::SceneError::Full.into()
        })
    }
    fn set_pose(&mut self, handle: f64) -> Answer<i32> {
        let pose = read_pose(exchange::A, "pose")?;
        self.scene.set_pose(handle::from_number(handle)?, pose)?;
        Ok(0)
    }
    /// All poses are set or none: everything is checked before anything moves.
    fn set_poses(&mut self, handles: &[f64], poses: &[f64]) -> Answer<()> {
        if !poses.len().is_multiple_of(V::POSE) {
            return Err(Problem::ragged("poses", V::POSE));
        }
        V::check(poses).map_err(|(i, error)| Problem::from(error).of("poses", i))?;
        if handles.len() != poses.len() / V::POSE {
            let message = format!("{} poses for {} handles", poses.len() / V::POSE, handles.len());
            return Err(Problem::new("invalid_shape", "poses", message));
        }
        let each = handles.iter().enumerate();
        let named = each.map(|(i, &handle)| {
            let handle = handle::from_number(handle).ok();
            let there = handle.filter(|&handle| self.scene.get(handle).is_some());
            there.ok_or_else(|| unknown(i))
        });
        let handles = named.collect::<Answer<Vec<_>>>()?;
        Ok(V::set_poses(&mut self.scene, &handles, poses)?)
    }
    /// Position, rotation and scale, in the exchange array.
    fn pose(&self, handle: f64) -> Answer<i32> {
        let object = self.scene.get(handle::from_number(handle)?);
        let object = object.ok_or_else(handle::unknown)?;
        let mut writer = Writer::answer();
        writer.vector(object.pose().position());
        V::rotation_numbers(&object.pose().rotation(), |x| writer.number(x));
        writer.number(object.pose().scale());
        Ok(0)
    }
    /// Position and rotation of many objects, as `set_poses` takes them, in the kept list.
    fn poses(&self, handles: &[f64]) -> i32 {
        kept::keep(|kept| {
            check_room("handles", handles.len(), V::POSE * size_of::<f64>())?;
            for (i, &number) in handles.iter().enumerate() {
                let object = handle::from_number(number)
                    .ok()
                    .and_then(|handle| self.scene.get(handle));
                let object = object.ok_or_else(|| unknown(i))?;
                let (pose, numbers) = (object.pose(), &mut kept.numbers);
                numbers.extend((0..V::DIM).map(|k| pose.position().get(k)));
                V::rotation_numbers(&pose.rotation(), |x| numbers.push(x));
            }
            Ok(())
        })
    }
    /// For each touch: both handles, the relation, what follows (1: a clearance, 2: a manifold), the number
    /// of contacts, and the contacts.
    fn touches(&self, pairs: Pairs<'_, V, ()>) -> Answer<Vec<f64>> {
        let mut out = Vec::new();
        for touch in pairs.iter() {
            self.write_touch(&touch, &mut out)?;
        }
        Ok(out)
    }
    fn write_touch(&self, touch: &Touch<'_, V>, out: &mut Vec<f64>) -> Answer<()> {
        let [a, b] = [touch.a, touch.b].map(|handle| self.scene.get(handle));
        // One of the two may have been removed since the update.
        let (Some(a), Some(b)) = (a, b) else { return Ok(()) };
        let relation = match touch.relation {
            Some(relation) => relation,
            None => pair::relation(a.placed(), b.placed()),
        };
        out.extend([touch.a, touch.b].map(handle::known));
        out.push(f64::from(code(relation)));
        match touch.manifold {
            Some(manifold) => {
                out.extend([2.0, manifold.contacts().len() as f64]);
                write_manifold(manifold, |x| out.push(x));
            }
            None if self.clearance => {
                out.extend([1.0, 0.0]);
                let found = pair::clearance(a.placed(), b.placed())?;
                write_clearance(&found, |x| out.push(x));
            }
            None => out.extend([0.0, 0.0]),
        }
        Ok(())
    }
    /// The boxes or cells of the index: lower corner, upper corner, level.
    fn draw(&self) -> Vec<f64> {
        let mut out = Vec::new();
        self.scene.draw(&mut |aabb, level| {
            for v in [aabb.min, aabb.max] {
                out.extend((0..V::DIM).map(|i| v.get(i)));
            }
            out.push(f64::from(level));
        });
        out
    }
}

/// The error about a handle of a list that no object has.
fn unknown(i: usize) -> Problem {
    Problem::new("no_such_object", "handles", "no object of this scene has it").at(i)
}

/// The handles of pairs, one after the other, in the kept list.
fn names<'a, V: AsNumbers>(pairs: impl Iterator<Item = Touch<'a, V>>) -> i32 {
    kept::keep_all(pairs.flat_map(|touch| [touch.a, touch.b].map(handle::known)))
}

macro_rules! scene_class {
    ($class:ident, $shape:ident, $list:ident, $vector:ty) => {
        /// Objects that are added, moved and removed, and the pairs of them that meet.
        #[wasm_bindgen]
        pub struct $class(pub(crate) Stage<$vector>);

        #[wasm_bindgen]
        impl $class {
            #[wasm_bindgen(constructor)]
            pub fn new(
                index: &str,
                detail: &str,
                margin: f64,
                max_pairs: usize,
                joined_seams: Option<bool>,
            ) -> Answer<Self> {
                Ok(Self(Stage::new(
                    index,
                    detail,
                    margin,
                    max_pairs,
                    joined_seams,
                )?))
            }
            pub fn add(&mut self, shape: &$shape, options: ObjectOptions) -> Answer<f64> {
                self.0.add(&shape.0, options)
            }
            #[wasm_bindgen(js_name = addMany)]
            pub fn add_many(
                &mut self,
                shapes: &$list,
                poses: &[f64],
                options: ObjectOptions,
            ) -> Answer<Vec<f64>> {
                self.0.add_many(shapes.0.shapes(), poses, options)
            }
            pub fn remove(&mut self, handle: f64) -> Answer<()> {
                Ok(drop(self.0.scene.remove(handle::from_number(handle)?)?))
            }
            pub fn has(&self, handle: f64) -> bool {
                handle::from_number(handle).is_ok_and(|handle| self.0.scene.get(handle).is_some())
            }
            pub fn length(&self) -> usize {
                self.0.scene.len()
            }
            pub fn pose(&self, handle: f64) -> i32 {
                number(self.0.pose(handle))
            }
            #[wasm_bindgen(js_name = setPose)]
            pub fn set_pose(&mut self, handle: f64) -> i32 {
                number(self.0.set_pose(handle))
            }
            #[wasm_bindgen(js_name = setPoses)]
            pub fn set_poses(&mut self, handles: &[f64], poses: &[f64]) -> Answer<()> {
                self.0.set_poses(handles, poses)
            }
            #[wasm_bindgen(js_name = setShape)]
            pub fn set_shape(&mut self, handle: f64, shape: &$shape) -> Answer<()> {
                let handle = handle::from_number(handle)?;
                Ok(drop(self.0.scene.set_shape(handle, Arc::clone(&shape.0))?))
            }
            #[wasm_bindgen(js_name = setOptions)]
            pub fn set_options(&mut self, handle: f64, options: ObjectOptions) -> Answer<()> {
                let handle = handle::from_number(handle)?;
                self.0.scene.set_filter(handle, options.filter)?;
                Ok(self.0.scene.set_sensor(handle, options.sensor)?)
            }
            pub fn shape(&self, handle: f64) -> Answer<$shape> {
                let object = self.0.scene.get(handle::from_number(handle)?);
                let object = object.ok_or_else(handle::unknown)?;
                Ok($shape(Arc::clone(object.shape())))
            }
            pub fn handles(&self) -> i32 {
                let all = self.0.scene.iter();
                kept::keep_all(all.map(|object| handle::known(object.handle())))
            }
            pub fn poses(&self, handles: &[f64]) -> i32 {
                self.0.poses(handles)
            }
            pub fn update(&mut self) -> Answer<()> {
                Ok(Many::update(&mut self.0.scene)?)
            }
            pub fn pairs(&self) -> i32 {
                names(self.0.scene.contacts().iter())
            }
            pub fn began(&self) -> i32 {
                names(self.0.scene.contacts().began())
            }
            pub fn ended(&self) -> i32 {
                let ended = self.0.scene.contacts().ended();
                kept::keep_all(ended.flatten().map(handle::known))
            }
            #[wasm_bindgen(js_name = sensorPairs)]
            pub fn sensor_pairs(&self) -> i32 {
                names(self.0.scene.sensors().iter())
            }
            #[wasm_bindgen(js_name = sensorsBegan)]
            pub fn sensors_began(&self) -> i32 {
                names(self.0.scene.sensors().began())
            }
            #[wasm_bindgen(js_name = sensorsEnded)]
            pub fn sensors_ended(&self) -> i32 {
                let ended = self.0.scene.sensors().ended();
                kept::keep_all(ended.flatten().map(handle::known))
            }
            pub fn touches(&self) -> Answer<Vec<f64>> {
                self.0.touches(self.0.scene.contacts())
            }
            #[wasm_bindgen(js_name = drawIndex)]
            pub fn draw_index(&self) -> Vec<f64> {
                self.0.draw()
            }
            pub fn candidates(&self) -> usize {
                self.0.scene.candidate_count()
            }
            pub fn bytes(&self) -> usize {
                self.0.scene.bytes()
            }
            pub fn index(&self) -> String {
                self.0.scene.index_kind().name().into()
            }
        }
    };
}
#[cfg(feature = "plane")]
scene_class!(Scene2, Shape2, Shapes2, glam::DVec2);
#[cfg(feature = "space")]
scene_class!(Scene3, Shape3, Shapes3, glam::DVec3);
