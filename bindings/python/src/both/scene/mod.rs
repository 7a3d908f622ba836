//! `Scene`: objects that are added, moved and removed, and the pairs of them that meet.

mod batch;
mod filter;
mod query;
mod step;

use std::sync::Arc;

use clearance::Relation;
use clearance::index::{IndexKind, Threads as NativeThreads};
use clearance::math::Aabb;
use clearance::pair::{Manifold, Poses as _};
use clearance::scene::{self, Detail, Filter, Handle, Object, Touch};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use super::ask::query::manifold_to_python;
use super::batch::vectors;
use super::placed::ShapeAndPose;
use super::pose::Pose;
use super::poses::Poses;
use super::shape::Shape;
use super::shape::many::{Column, Shapes};
use super::{Kind, Vector, arguments};
use crate::answers::classes;
use crate::arrays::{naturals, shaped};
use crate::errors::{Raised, raise, raise_at};
use crate::read;
use crate::shared::Shared;
use crate::threads::{self, Threads};

/// An array with a row for each object.
type Table = Py<PyArray2<f64>>;
/// A scene of the library.
pub type Native = scene::Scene<Vector>;

/// Many objects that move from step to step: which of them meet, what a ray hits, what is near.
///
/// ``index`` is how pairs are found: ``"auto"``, ``"tree"``, ``"grid"``, ``"sweep-and-prune"``, …. ``detail``
/// is what is computed for each pair: ``"nothing"``, ``"boxes"``, ``"relation"`` or ``"manifold"``; the last
/// lists pairs up to ``margin`` apart. ``max_pairs`` limits how many pairs are listed. ``threads=None`` uses
/// every core. Objects are named by handles, which are whole numbers.
///
/// Queries see every change at once. What was added or moved since the last ``update`` is not in the index
/// yet, and each query tests its boxes one by one: after many changes, update first.
///
/// With ``joined_seams`` and ``detail="manifold"``, objects that lie side by side form one ground: a body
/// that slides over the seam between them is not stopped there, and a contact that other contacts make
/// unnecessary has no points. Without ``joined_seams`` each pair is looked at by itself, which costs less.
///
/// Threads may share a scene: several can query it at the same time, one that changes it has it alone, and
/// the others wait.
///
/// >>> from clearance import d2
/// >>> scene = d2.Scene()
/// >>> hero = scene.add(d2.Circle(0.5))
/// >>> coin = scene.add(d2.Circle(0.25).at((3.0, 0.0)), sensor=True)
/// >>> scene.set_pose(hero, d2.Pose((2.5, 0.0)))
/// >>> scene.update()
/// >>> scene.sensor_began().tolist() == [[hero, coin]]
/// True
#[pyclass(frozen)]
pub struct Scene {
    pub shared: Shared<Native>,
    /// Whether its pairs have manifolds.
    pub has_manifolds: bool,
    threads: usize,
}

fn detail(word: &str) -> PyResult<Detail> {
    match word {
        "nothing" => Ok(Detail::Nothing),
        "boxes" => Ok(Detail::Boxes),
        "relation" => Ok(Detail::Relation),
        "manifold" => Ok(Detail::Manifold),
        _ => Err(raise(Raised::argument(
            "detail",
            "must be one of 'nothing', 'boxes', 'relation', 'manifold'",
        ))),
    }
}

/// Handles from an array or a list.
pub fn handles(given: &Bound<'_, PyAny>) -> PyResult<Vec<Handle>> {
    let bits = naturals(given, "handles")?;
    Ok(bits.into_iter().map(Handle::from_bits).collect())
}

fn array(py: Python<'_>, handles: impl Iterator<Item = Handle>) -> Py<PyArray1<u64>> {
    PyArray1::from_iter(py, handles.map(Handle::to_bits)).unbind()
}

pub fn no_such_object() -> PyErr {
    raise(scene::SceneError::NoSuchObject)
}

fn both(touch: Touch<'_, Vector>) -> [Handle; 2] {
    [touch.a, touch.b]
}

impl Scene {
    /// Pairs of the last update, shape (n, 2).
    fn pairs_of(
        &self,
        py: Python<'_>,
        which: impl FnOnce(&Native) -> Vec<[Handle; 2]> + Send,
    ) -> PyResult<Py<PyArray2<u64>>> {
        let pairs = self.shared.ask(py, which)?;
        let flat = pairs
            .into_iter()
            .flatten()
            .map(Handle::to_bits)
            .collect::<Vec<_>>();
        let count = flat.len() / 2;
        shaped(py, flat, [count, 2])
    }
    fn object(shape: Arc<Kind>, pose: super::pose::Native, filter: Filter, sensor: bool) -> Object<Vector> {
        let object = Object::new(shape, pose).with_filter(filter);
        if sensor { object.sensor() } else { object }
    }
}

#[pymethods]
impl Scene {
    #[new]
    #[allow(clippy::too_many_arguments)] // keywords
    #[pyo3(signature = (*, index="auto", detail="relation", margin=0.0, max_pairs=None, joined_seams=true, threads=1))]
    fn new(
        #[pyo3(from_py_with = read::index)] index: &str,
        #[pyo3(from_py_with = read::detail)] detail: &str,
        #[pyo3(from_py_with = read::margin)] margin: f64,
        #[pyo3(from_py_with = read::max_pairs)] max_pairs: Option<usize>,
        #[pyo3(from_py_with = read::joined_seams)] joined_seams: bool,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Self> {
        let kind: IndexKind = index
            .parse()
            .map_err(|error: clearance::index::UnknownIndex| raise(error))?;
        let detail = self::detail(detail)?;
        let mut native = Native::new(kind)
            .with_detail(detail)
            .with_joined_seams(joined_seams)
            .with_margin(margin)
            .map_err(raise)?;
        let threads = threads::number(threads)?;
        if threads > 1 {
            native = native.with_threads(NativeThreads::All);
        }
        if let Some(limit) = max_pairs {
            native = native.with_max_pairs(limit);
        }
        Ok(Self {
            shared: Shared::new("scene", native),
            has_manifolds: detail == Detail::Manifold,
            threads,
        })
    }
    /// Adds an object and returns its handle.
    ///
    /// Two objects are tested if the ``mask`` of each contains a ``layer`` of the other. Objects of one
    /// ``group`` are always tested if the group is positive, never if it is negative; 0 is no group. A
    /// ``sensor`` reports that it meets something, and never pushes.
    #[pyo3(signature = (shape, *, layer=1, mask=0xffff_ffff, group=0, sensor=false))]
    fn add(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::shape)] shape: ShapeAndPose,
        #[pyo3(from_py_with = read::layer)] layer: u32,
        #[pyo3(from_py_with = read::mask)] mask: u32,
        #[pyo3(from_py_with = read::group)] group: i32,
        #[pyo3(from_py_with = read::sensor)] sensor: bool,
    ) -> PyResult<u64> {
        let object = Self::object(shape.shape, shape.pose, Filter { layer, mask, group }, sensor);
        let added = self.shared.touch(py, |native| native.add(object))?;
        added.map(Handle::to_bits).map_err(raise)
    }
    /// Adds an object for each row of ``poses``; ``shapes`` is one shape for all, or ``Shapes``.
    ///
    /// Returns their handles, shape (n,). If a pose is invalid, raises an error and adds nothing.
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
        &self,
        py: Python<'_>,
        shapes: &Bound<'_, PyAny>,
        poses: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::layer)] layer: u32,
        #[pyo3(from_py_with = read::mask)] mask: u32,
        #[pyo3(from_py_with = read::group)] group: i32,
        #[pyo3(from_py_with = read::sensor)] sensor: bool,
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
            Err(_) => Column::one(ShapeAndPose::read(shapes, "shapes")?.shape),
        };
        if let Some(count) = shapes.count().filter(|count| *count != rows) {
            let message = format_args!("has {rows} rows for {count} shapes");
            return Err(raise(Raised::argument("poses", message)));
        }
        let filter = Filter { layer, mask, group };
        let (column, standing) = (shapes.native(), poses.native());
        let added = self.shared.change(py, |native| {
            native.add_many((0..rows).map(|i| {
                let shape = Arc::clone(column.get(i));
                Self::object(shape, standing.pose(i), filter, sensor)
            }))
        })?;
        Ok(array(py, added.map_err(raise)?.into_iter()))
    }
    /// Removes an object; its pairs end at the next update. Raises ``NoSuchObject``.
    fn remove(&self, py: Python<'_>, #[pyo3(from_py_with = read::handle)] handle: u64) -> PyResult<()> {
        let handle = Handle::from_bits(handle);
        let removed = self.shared.touch(py, |native| native.remove(handle))?;
        removed.map(drop).map_err(raise)
    }
    /// The pose of an object. Raises ``NoSuchObject``.
    fn pose(&self, py: Python<'_>, #[pyo3(from_py_with = read::handle)] handle: u64) -> PyResult<Pose> {
        let handle = Handle::from_bits(handle);
        let pose = self
            .shared
            .look(py, |native| native.get(handle).map(|object| *object.pose()))?;
        pose.map(Pose::of_native).ok_or_else(no_such_object)
    }
    /// The shape of an object. Raises ``NoSuchObject``.
    fn shape(&self, py: Python<'_>, #[pyo3(from_py_with = read::handle)] handle: u64) -> PyResult<Py<PyAny>> {
        let handle = Handle::from_bits(handle);
        let shape = self.shared.look(py, |native| {
            native.get(handle).map(|object| Arc::clone(object.shape()))
        })?;
        super::shape::kinds::wrap(py, shape.ok_or_else(no_such_object)?)
    }
    /// Sets the pose of an object. Raises ``NoSuchObject``.
    fn set_pose(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = read::handle)] handle: u64,
        #[pyo3(from_py_with = arguments::pose)] pose: Pose,
    ) -> PyResult<()> {
        let handle = Handle::from_bits(handle);
        let set = self
            .shared
            .touch(py, |native| native.set_pose(handle, pose.native))?;
        set.map_err(raise)
    }
    /// Replaces the shape of an object. Raises ``NoSuchObject``.
    fn set_shape(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = read::handle)] handle: u64,
        #[pyo3(from_py_with = arguments::bare_shape)] shape: Py<Shape>,
    ) -> PyResult<()> {
        let (handle, shape) = (Handle::from_bits(handle), Arc::clone(&shape.get().inner));
        let set = self.shared.touch(py, |native| native.set_shape(handle, shape))?;
        set.map(drop).map_err(raise)
    }
    /// Sets the poses of many objects: ``handles`` of shape (n,), ``poses`` with a row for each.
    ///
    /// Raises ``NoSuchObject`` or ``InvalidPose`` with the index of the first wrong entry; then nothing has
    /// moved.
    fn set_poses(
        &self,
        py: Python<'_>,
        handles: &Bound<'_, PyAny>,
        poses: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let handles = self::handles(handles)?;
        let poses = Poses::read(poses, "poses")?;
        if poses.count() != Some(handles.len()) {
            let message = format_args!("must be an array of {} rows, one for each handle", handles.len());
            return Err(raise(Raised::argument("poses", message)));
        }
        let standing = poses.native();
        let set = self.shared.change(py, |native| {
            // All handles are checked first, so that nothing has moved if one is refused.
            if let Some(i) = handles.iter().position(|handle| native.get(*handle).is_none()) {
                return Err((i, scene::SceneError::NoSuchObject));
            }
            let mut each = handles.iter().enumerate();
            each.try_for_each(|(i, handle)| {
                let set = native.set_pose(*handle, standing.pose(i));
                set.map_err(|error| (i, error))
            })
        })?;
        set.map_err(|(i, error)| raise_at(i)(error))
    }
    /// The poses of these objects, or of all objects in the order of ``handles()``: a row for each.
    #[pyo3(signature = (handles=None))]
    fn poses(&self, py: Python<'_>, handles: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyArray2<f64>>> {
        let handles = handles.map(self::handles).transpose()?;
        let rows = self.shared.ask(py, |native| {
            let row = |handle: &Handle| native.get(*handle).map(|object| Pose::row(object.pose()));
            match &handles {
                Some(given) => given.iter().map(row).collect::<Vec<_>>(),
                None => native
                    .iter()
                    .map(|object| Some(Pose::row(object.pose())))
                    .collect(),
            }
        })?;
        let (count, columns) = (rows.len(), Pose::row(&super::pose::Native::IDENTITY).len());
        let mut flat = Vec::with_capacity(count * columns);
        for (i, row) in rows.into_iter().enumerate() {
            flat.extend(row.ok_or_else(|| raise_at(i)(scene::SceneError::NoSuchObject))?);
        }
        shaped(py, flat, [count, columns])
    }
    /// The handles of all objects, shape (n,).
    fn handles(&self, py: Python<'_>) -> PyResult<Py<PyArray1<u64>>> {
        let all = |native: &Native| native.iter().map(|object| object.handle()).collect::<Vec<_>>();
        Ok(array(py, self.shared.ask(py, all)?.into_iter()))
    }
    /// Finds the pairs that meet now. Raises ``TooManyPairs``.
    ///
    /// If a signal handler raises an exception, as Ctrl-C does, the update ends between two pairs. Then the
    /// lists of pairs are empty and all objects have the poses they were given; the next update finds all
    /// pairs, which count as begun. A signal that comes at the very end leaves the lists complete. Two stages
    /// are not interrupted: finding the boxes that meet, and, with joined seams, the pass over all contacts
    /// of one object.
    fn update(&self, py: Python<'_>) -> PyResult<()> {
        let threads = Threads::of(py, Some(self.threads))?;
        let updated = self
            .shared
            .change(py, |native| threads.watched(|stop| native.update_unless(stop)))?;
        updated?.map_err(raise)
    }
    /// The pairs that meet, shape (m, 2), without sensors. The smaller handle comes first.
    fn pairs(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        self.pairs_of(py, |native| native.contacts().iter().map(both).collect())
    }
    /// The pairs that have begun to meet with the last update, shape (m, 2).
    fn began(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        self.pairs_of(py, |native| native.contacts().began().map(both).collect())
    }
    /// The pairs that met before the last update and still do, shape (m, 2).
    fn ongoing(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        self.pairs_of(py, |native| native.contacts().ongoing().map(both).collect())
    }
    /// The pairs that met before the last update and no longer do, shape (m, 2).
    fn ended(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        self.pairs_of(py, |native| native.contacts().ended().collect())
    }
    /// The pairs that include a sensor, shape (m, 2).
    fn sensor_pairs(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        self.pairs_of(py, |native| native.sensors().iter().map(both).collect())
    }
    /// The pairs with a sensor that have begun to meet with the last update, shape (m, 2).
    fn sensor_began(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        self.pairs_of(py, |native| native.sensors().began().map(both).collect())
    }
    /// The pairs with a sensor that no longer meet since the last update, shape (m, 2).
    fn sensor_ended(&self, py: Python<'_>) -> PyResult<Py<PyArray2<u64>>> {
        self.pairs_of(py, |native| native.sensors().ended().collect())
    }
    /// What the last update found about each pair: a list of ``Touch``.
    fn contacts(&self, py: Python<'_>) -> PyResult<Vec<Py<PyAny>>> {
        let copied = |touch: Touch<'_, Vector>| (both(touch), touch.relation, touch.manifold.copied());
        let found: Vec<_> = self
            .shared
            .ask(py, |native| native.contacts().iter().map(copied).collect())?;
        let classes = classes(py)?;
        let one = |(pair, relation, manifold): ([Handle; 2], Option<Relation>, Option<Manifold<Vector>>)| {
            let [a, b] = pair.map(Handle::to_bits);
            let relation = relation.map(|relation| classes.relation(py, relation));
            let manifold = manifold
                .map(|manifold| manifold_to_python(py, &manifold))
                .transpose()?;
            classes.touch.call1(py, (a, b, relation, manifold))
        };
        found.into_iter().map(one).collect()
    }
    /// The boxes or cells of the index, to draw them: lower corners, upper corners, and the depth of each.
    fn draw_index(&self, py: Python<'_>) -> PyResult<(Table, Table, Py<PyArray1<u32>>)> {
        let (boxes, levels): (Vec<Aabb<Vector>>, Vec<u32>) = self.shared.ask(py, |native| {
            let mut drawn = Vec::new();
            native.draw(&mut |aabb: &Aabb<Vector>, level| drawn.push((*aabb, level)));
            drawn.into_iter().unzip()
        })?;
        Ok((
            vectors(py, boxes.iter().map(|aabb| aabb.min))?,
            vectors(py, boxes.iter().map(|aabb| aabb.max))?,
            PyArray1::from_vec(py, levels).unbind(),
        ))
    }
    /// The name of the index in use.
    #[getter]
    fn index(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.shared.look(py, |native| native.index_kind().name())
    }
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.shared.look(py, |native| native.len())
    }
    fn __contains__(&self, py: Python<'_>, handle: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(bits) = read::handle(handle) else {
            return Ok(false);
        };
        let handle = Handle::from_bits(bits);
        self.shared.look(py, |native| native.get(handle).is_some())
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.shared.look(py, |native| {
            let (count, index) = (native.len(), native.index_kind().name());
            format!("<Scene, {count} objects, index {index}>")
        })
    }
}
