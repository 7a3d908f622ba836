//! What a `Scene` tests: the filters of its objects, changed after they were added, and objects that leave
//! together.

use std::collections::HashSet;

use clearance::scene::{Filter, Handle, SceneError};
use pyo3::prelude::*;

use super::{Scene, handles, no_such_object};
use crate::answers::classes;
use crate::errors::{raise, raise_at};
use crate::read::{self, group_or_none, layer_or_none, mask_or_none};

#[pymethods]
impl Scene {
    /// Removes many objects; their pairs end at the next update.
    ///
    /// Raises ``NoSuchObject`` with the index of the first handle that is unknown or named twice; then
    /// nothing is removed.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> handles = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)])
    /// >>> scene.remove_many(handles[:2])
    /// >>> scene.handles().tolist() == [handles[2]]
    /// True
    fn remove_many(&self, py: Python<'_>, handles: &Bound<'_, PyAny>) -> PyResult<()> {
        let handles = self::handles(handles)?;
        let mut seen = HashSet::new();
        let twice = handles.iter().position(|handle| !seen.insert(handle.to_bits()));
        let removed = self.shared.change(py, |native| {
            let absent = handles.iter().position(|handle| native.get(*handle).is_none());
            let wrong = [absent, twice].into_iter().flatten().min();
            wrong.map_or(Ok(()), Err)?;
            handles.iter().for_each(|handle| drop(native.remove(*handle)));
            Ok(())
        })?;
        removed.map_err(|i: usize| raise_at(i)(SceneError::NoSuchObject))
    }
    /// What an object is tested against: a ``Filter``. Raises ``NoSuchObject``.
    fn filter(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = read::handle)] handle: u64,
    ) -> PyResult<Py<PyAny>> {
        let handle = Handle::from_bits(handle);
        let found = self
            .shared
            .look(py, |native| native.get(handle).map(|object| *object.filter()))?;
        let filter = found.ok_or_else(no_such_object)?;
        classes(py)?
            .filter
            .call1(py, (filter.layer, filter.mask, filter.group))
    }
    /// Changes what an object is tested against, as in ``add``; what is ``None`` stays as it is. The pairs
    /// change with the next update. Raises ``NoSuchObject``.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> hero, ghost = scene.add_many(d2.Circle(1.0), [(0.0, 0.0), (1.0, 0.0)])
    /// >>> scene.set_filter(ghost, layer=2, mask=2)
    /// >>> scene.update()
    /// >>> scene.filter(ghost), len(scene.pairs())
    /// (Filter(layer=2, mask=2, group=0), 0)
    #[pyo3(signature = (handle, *, layer=None, mask=None, group=None))]
    fn set_filter(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = read::handle)] handle: u64,
        #[pyo3(from_py_with = layer_or_none)] layer: Option<u32>,
        #[pyo3(from_py_with = mask_or_none)] mask: Option<u32>,
        #[pyo3(from_py_with = group_or_none)] group: Option<i32>,
    ) -> PyResult<()> {
        let handle = Handle::from_bits(handle);
        let set = self.shared.touch(py, |native| {
            let old = *native.get(handle).ok_or(SceneError::NoSuchObject)?.filter();
            let filter = Filter {
                layer: layer.unwrap_or(old.layer),
                mask: mask.unwrap_or(old.mask),
                group: group.unwrap_or(old.group),
            };
            native.set_filter(handle, filter)
        })?;
        set.map_err(raise)
    }
    /// Whether an object is a sensor. Raises ``NoSuchObject``.
    fn is_sensor(&self, py: Python<'_>, #[pyo3(from_py_with = read::handle)] handle: u64) -> PyResult<bool> {
        let handle = Handle::from_bits(handle);
        let found = self
            .shared
            .look(py, |native| native.get(handle).map(|object| object.is_sensor()))?;
        found.ok_or_else(no_such_object)
    }
    /// Makes an object a sensor, or an object that is none. Raises ``NoSuchObject``.
    fn set_sensor(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = read::handle)] handle: u64,
        #[pyo3(from_py_with = read::sensor)] sensor: bool,
    ) -> PyResult<()> {
        let handle = Handle::from_bits(handle);
        let set = self
            .shared
            .touch(py, |native| native.set_sensor(handle, sensor))?;
        set.map_err(raise)
    }
}
