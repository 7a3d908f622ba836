//! `Scene`: objects that come, go and move, and who meets whom.

use clearance::index::{IndexKind, Threads as NativeThreads};
use clearance::math::Aabb;
use clearance::pair::Poses as _;
use clearance::scene::{self, Detail, Filter, Handle, Object, Touch};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::batch::vectors;
use super::pose::Pose;
use super::poses::Poses;
use super::query::manifold_to_python;
use super::shape::Shape;
use super::shapes::{Column, Shapes};
use super::stand::Stand;
use super::{Kind, Vector};
use crate::answers::classes;
use crate::arrays::shaped;
use crate::errors::{Raised, raise, raise_at};
use crate::threads::Threads;

/// An array with a row for each of many.
type Table = Py<PyArray2<f64>>;
/// A scene of the library.
pub type Native = scene::Scene<Vector>;

/// Many objects, step after step: who meets whom, what a ray hits, what is near.
///
/// ``index`` is how pairs are found (``"auto"``, ``"tree"``, ``"grid"``, ``"sweep-and-prune"`` …), ``detail`` what is
/// found out about each: ``"boxes"``, ``"relation"`` or ``"manifold"``, then up to ``margin`` apart. ``max_pairs`` bounds
/// how many are listed; ``threads=None`` takes every core. Objects are named by handles, whole numbers.
///
/// >>> from clearance import d2
/// >>> scene = d2.Scene()
/// >>> hero = scene.add(d2.Circle(0.5))
/// >>> coin = scene.add(d2.Circle(0.25).at((3.0, 0.0)), sensor=True)
/// >>> scene.set_pose(hero, d2.Pose((2.5, 0.0)))
/// >>> scene.update()
/// >>> scene.sensor_began().tolist() == [[hero, coin]]
/// True
#[pyclass]
pub struct Scene {
    pub native: Native,
    threads: Option<usize>,
}

fn detail(word: &str) -> PyResult<Detail> {
    match word {
        "boxes" => Ok(Detail::Boxes),
        "relation" => Ok(Detail::Relation),
        "manifold" => Ok(Detail::Manifold),
        _ => Err(raise(Raised::argument(
            "detail",
            "must be one of 'boxes', 'relation', 'manifold'",
        ))),
    }
}

/// Handles from one number or an array of them.
fn handles(given: &Bound<'_, PyAny>) -> PyResult<Vec<Handle>> {
    let refused = |_| {
        raise(Raised::argument(
            "handles",
            "must be handles in an array of shape (n,) of whole numbers",
        ))
    };
    let numpy = given.py().import("numpy")?;
    let array = numpy
        .call_method1("asarray", (given, "uint64"))
        .map_err(refused)?;
    let array: numpy::PyReadonlyArray1<'_, u64> = array.extract().map_err(|error: PyErr| refused(error))?;
    Ok(array
        .as_array()
        .iter()
        .map(|bits| Handle::from_bits(*bits))
        .collect())
}

fn array(py: Python<'_>, handles: impl Iterator<Item = Handle>) -> Py<PyArray1<u64>> {
    PyArray1::from_iter(py, handles.map(Handle::to_bits)).unbind()
}

/// An array of shape (n, 2).
fn pairs(py: Python<'_>, pairs: impl Iterator<Item = [Handle; 2]>) -> PyResult<Py<PyArray2<u64>>> {
    let flat: Vec<u64> = pairs.flatten().map(Handle::to_bits).collect();
    let count = flat.len() / 2;
    shaped(py, flat, [count, 2])
}

fn both(touch: Touch<'_, Vector>) -> [Handle; 2] {
    [touch.a, touch.b]
}

impl Scene {
    fn touches(&self, py: Python<'_>, which: scene::Pairs<'_, Vector, u64>) -> PyResult<Vec<Py<PyAny>>> {
        let one = |touch: Touch<'_, Vector>| {
            let classes = classes(py)?;
            let relation = touch.relation.map(|relation| classes.relation(py, relation));
            let manifold = touch
                .manifold
                .map(|manifold| manifold_to_python(py, manifold))
                .transpose()?;
            classes
                .touch
                .call1(py, (touch.a.to_bits(), touch.b.to_bits(), relation, manifold))
        };
        which.iter().map(one).collect()
    }
    fn object(
        shape: std::sync::Arc<Kind>,
        pose: super::pose::Native,
        filter: Filter,
        sensor: bool,
    ) -> Object<Vector> {
        let object = Object::new(shape, pose).with_filter(filter);
        if sensor { object.sensor() } else { object }
    }
}

#[pymethods]
impl Scene {
    #[new]
    #[pyo3(signature = (*, index="auto", detail="relation", margin=0.0, max_pairs=None, threads=1))]
    fn new(
        index: &str,
        detail: &str,
        margin: f64,
        max_pairs: Option<usize>,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let kind: IndexKind = index
            .parse()
            .map_err(|error: clearance::index::UnknownIndex| raise(error))?;
        let mut native = Native::new(kind)
            .with_detail(self::detail(detail)?)
            .with_margin(margin)
            .map_err(raise)?;
        if Threads::of(threads)?.are_many() {
            native = native.with_threads(NativeThreads::All);
        }
        if let Some(limit) = max_pairs {
            native = native.with_max_pairs(limit);
        }
        Ok(Self { native, threads })
    }
    /// Adds an object and answers its handle.
    ///
    /// Two objects are tested when each one's ``mask`` has a ``layer`` of the other; within a ``group`` that is not 0,
    /// always where it is positive and never where it is negative. A ``sensor`` is met and never pushes.
    #[pyo3(signature = (shape, *, layer=1, mask=0xffff_ffff, group=0, sensor=false))]
    fn add(&mut self, shape: Stand, layer: u32, mask: u32, group: i32, sensor: bool) -> PyResult<u64> {
        let object = Self::object(shape.shape, shape.pose, Filter { layer, mask, group }, sensor);
        self.native.add(object).map(Handle::to_bits).map_err(raise)
    }
    /// Adds an object for each row of ``poses``; ``shapes`` is one shape for all, or ``Shapes``.
    ///
    /// Answers their handles, shape (n,). Raises an error and adds nothing where a pose is none.
    ///
    /// >>> from clearance import d2
    /// >>> import numpy as np
    /// >>> scene = d2.Scene()
    /// >>> handles = scene.add_many(d2.Circle(1.0), np.arange(10.0).reshape(5, 2))
    /// >>> scene.update()
    /// >>> len(scene), scene.pairs().shape
    /// (5, (0, 2))
    #[pyo3(signature = (shapes, poses, *, layer=1, mask=0xffff_ffff, group=0, sensor=false))]
    #[allow(clippy::too_many_arguments)] // keywords
    fn add_many(
        &mut self,
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        poses: &Bound<'_, PyAny>,
        layer: u32,
        mask: u32,
        group: i32,
        sensor: bool,
    ) -> PyResult<Py<PyArray1<u64>>> {
        let poses = Poses::read(poses, "poses")?;
        let Some(rows) = poses.count() else {
            return Err(raise(Raised::argument(
                "poses",
                "must be an array, one row for each object",
            )));
        };
        let shapes = match shapes.cast::<Shapes>() {
            Ok(many) => Column::Many(many.clone().unbind()),
            Err(_) => Column::one(Stand::read(shapes)?.shape),
        };
        if let Some(count) = shapes.count().filter(|count| *count != rows) {
            let message = format_args!("has {rows} rows for {count} shapes");
            return Err(raise(Raised::argument("poses", message)));
        }
        let filter = Filter { layer, mask, group };
        let (column, standing) = (shapes.native(), poses.standing());
        let objects = (0..rows).map(|i| {
            let shape = std::sync::Arc::clone(column.get(i));
            Self::object(shape, standing.pose(i), filter, sensor)
        });
        let added = self.native.add_many(objects).map_err(raise)?;
        Ok(array(py, added.into_iter()))
    }
    /// Removes an object; its pairs end at the next update. Raises ``NoSuchObject``.
    fn remove(&mut self, handle: u64) -> PyResult<()> {
        self.native
            .remove(Handle::from_bits(handle))
            .map(drop)
            .map_err(raise)
    }
    /// Where an object is. Raises ``NoSuchObject``.
    fn pose(&self, handle: u64) -> PyResult<Pose> {
        let object = self.native.get(Handle::from_bits(handle));
        let object = object.ok_or_else(|| raise(scene::SceneError::NoSuchObject))?;
        Ok(Pose::of_native(*object.pose()))
    }
    /// The shape of an object. Raises ``NoSuchObject``.
    fn shape(&self, py: Python<'_>, handle: u64) -> PyResult<Py<PyAny>> {
        let object = self.native.get(Handle::from_bits(handle));
        let object = object.ok_or_else(|| raise(scene::SceneError::NoSuchObject))?;
        super::kinds::wrap(py, std::sync::Arc::clone(object.shape()))
    }
    /// Moves and turns an object. Raises ``NoSuchObject``.
    fn set_pose(&mut self, handle: u64, pose: Pose) -> PyResult<()> {
        self.native
            .set_pose(Handle::from_bits(handle), pose.native)
            .map_err(raise)
    }
    /// Replaces the shape of an object. Raises ``NoSuchObject``.
    fn set_shape(&mut self, handle: u64, shape: Py<Shape>) -> PyResult<()> {
        let shape = std::sync::Arc::clone(&shape.get().inner);
        self.native
            .set_shape(Handle::from_bits(handle), shape)
            .map(drop)
            .map_err(raise)
    }
    /// Moves many objects: ``handles`` of shape (n,), ``poses`` a row for each.
    ///
    /// Raises ``NoSuchObject`` or ``InvalidPose`` with the index of the first that is wrong; then nothing has moved.
    fn set_poses(&mut self, handles: &Bound<'_, PyAny>, poses: &Bound<'_, PyAny>) -> PyResult<()> {
        let handles = self::handles(handles)?;
        let poses = Poses::read(poses, "poses")?;
        if poses.count() != Some(handles.len()) {
            let message = format_args!("must be an array of {} rows, one for each handle", handles.len());
            return Err(raise(Raised::argument("poses", message)));
        }
        // Nothing has moved where anything is refused.
        if let Some(i) = handles
            .iter()
            .position(|handle| self.native.get(*handle).is_none())
        {
            return Err(raise_at(i)(scene::SceneError::NoSuchObject));
        }
        let standing = poses.standing();
        for (i, handle) in handles.iter().enumerate() {
            self.native.set_pose(*handle, standing.pose(i)).map_err(raise)?;
        }
        Ok(())
    }
    /// The poses of these objects, or of all in the order of ``handles()``: a row for each.
    #[pyo3(signature = (handles=None))]
    fn poses(&self, py: Python<'_>, handles: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyArray2<f64>>> {
        let handles = match handles {
            Some(given) => self::handles(given)?,
            None => self.native.iter().map(|object| object.handle()).collect(),
        };
        let mut flat = Vec::new();
        for (i, handle) in handles.iter().enumerate() {
            let object = self.native.get(*handle);
            let object = object.ok_or_else(|| raise_at(i)(scene::SceneError::NoSuchObject))?;
            flat.extend(Pose::row(object.pose()));
        }
        let columns = Pose::row(&super::pose::Native::IDENTITY).len();
        shaped(py, flat, [handles.len(), columns])
    }
    /// The handles of all objects, shape (n,).
    fn handles(&self, py: Python<'_>) -> Py<PyArray1<u64>> {
        array(py, self.native.iter().map(|object| object.handle()))
    }
    /// Finds out who meets whom now. Raises ``TooManyPairs``.
    fn update(&mut self, py: Python<'_>) -> PyResult<()> {
        let threads = Threads::of(self.threads)?;
        threads.run(py, || self.native.update()).map_err(raise)
    }
    /// The pairs that meet, shape (m, 2), sensors left out; the smaller handle first.
    fn pairs(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        pairs(py, self.native.contacts().iter().map(both))
    }
    /// The pairs that were not there before the last update, shape (m, 2).
    fn began(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        pairs(py, self.native.contacts().began().map(both))
    }
    /// The pairs that were there before the last update and still are, shape (m, 2).
    fn ongoing(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        pairs(py, self.native.contacts().ongoing().map(both))
    }
    /// The pairs that were there before the last update and no longer are, shape (m, 2).
    fn ended(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        pairs(py, self.native.contacts().ended())
    }
    /// The pairs in which at least one is a sensor, shape (m, 2).
    fn sensor_pairs(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        pairs(py, self.native.sensors().iter().map(both))
    }
    /// The sensors' pairs that were not there before the last update, shape (m, 2).
    fn sensor_began(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        pairs(py, self.native.sensors().began().map(both))
    }
    /// The sensors' pairs that are no longer there, shape (m, 2).
    fn sensor_ended(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        pairs(py, self.native.sensors().ended())
    }
    /// What the last update found out about each pair: a list of ``Touch``.
    fn contacts(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        self.touches(py, self.native.contacts())
    }
    /// The index's boxes or cells, to draw them: lower corners, upper corners, and how deep each lies.
    fn draw_index(&self, py: Python<'_>) -> PyResult<(Table, Table, Py<PyArray1<u32>>)> {
        let (mut boxes, mut levels) = (Vec::new(), Vec::new());
        self.native.draw(&mut |aabb: &Aabb<Vector>, level| {
            boxes.push(*aabb);
            levels.push(level);
        });
        let (low, high) = (
            boxes.iter().map(|aabb| aabb.min),
            boxes.iter().map(|aabb| aabb.max),
        );
        Ok((
            vectors(py, low)?,
            vectors(py, high)?,
            PyArray1::from_vec(py, levels).unbind(),
        ))
    }
    /// The index in use, by name.
    #[getter]
    fn index(&self) -> &'static str {
        self.native.index_kind().name()
    }
    fn __len__(&self) -> usize {
        self.native.len()
    }
    fn __contains__(&self, handle: &Bound<'_, PyAny>) -> bool {
        let bits: Result<u64, _> = handle.extract();
        bits.is_ok_and(|bits| self.native.get(Handle::from_bits(bits)).is_some())
    }
    fn __repr__(&self) -> String {
        format!("<Scene, {} objects, index {}>", self.native.len(), self.index())
    }
}
