//! `Movers`: objects that have moved since characters made their last step.

use std::sync::{Mutex, MutexGuard, PoisonError};

use clearance::character;
use clearance::scene::Handle;
use pyo3::prelude::*;

use super::super::pose::Pose;
use super::super::scene::Scene;
use super::super::{Vector, arguments};
use crate::errors::raise;
use crate::read;

/// Objects that have moved since characters made their last step, each with its previous pose.
///
/// A scene knows only the present poses. An object pushes characters out of its whole path only in a step
/// that is given these movers. An object moved without them pushes out what it overlaps at the end, and jumps
/// over what is in between. The object that a character stands on carries it either way.
///
/// >>> from clearance import d3
/// >>> scene, movers = d3.Scene(), d3.Movers()
/// >>> ground = scene.add(d3.HalfSpace((0.0, 1.0, 0.0)))
/// >>> wall = scene.add(d3.Box((0.1, 2.0, 2.0)).at((-1.0, 0.0, 0.0)))
/// >>> walker = d3.Character(0.3, 1.8)
/// >>> for x in range(5):
/// ...     movers.clear()  # a new step begins
/// ...     movers.set_pose(scene, wall, d3.Pose((float(x), 0.0, 0.0)))  # 60 lengths a second
/// ...     step = walker.step(scene, (0.0, 0.0, 0.0), 1 / 60, movers=movers)
/// >>> 4.4 < walker.position[0] < 4.5  # before the wall, not behind it
/// True
#[pyclass(frozen)]
#[derive(Default)]
pub struct Movers {
    /// Locked only by threads that are attached to the interpreter. While they hold the lock they neither
    /// wait nor call Python, so this cannot deadlock.
    all: Mutex<Native>,
}

type Native = character::Movers<Vector>;

impl Movers {
    fn lock(&self) -> MutexGuard<'_, Native> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
    pub fn copied(&self) -> Native {
        self.lock().clone()
    }
}

#[pymethods]
impl Movers {
    #[new]
    fn new() -> Self {
        Self::default()
    }
    /// Moves an object of a scene: along a straight line from where it was when ``clear`` was last called,
    /// turning at a constant rate, by half a turn at most. Raises ``NoSuchObject``; then nothing has moved.
    fn set_pose(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::scene)] scene: Py<Scene>,
        #[pyo3(from_py_with = read::handle)] handle: u64,
        #[pyo3(from_py_with = arguments::pose)] pose: Pose,
    ) -> PyResult<()> {
        let handle = Handle::from_bits(handle);
        let set = scene
            .get()
            .shared
            .touch(py, |native| self.lock().set_pose(native, handle, pose.native))?;
        set.map_err(raise)
    }
    /// Forgets all movers. Call it before objects are moved for the next step.
    fn clear(&self) {
        self.lock().clear();
    }
    fn __len__(&self) -> usize {
        self.lock().len()
    }
    fn __repr__(&self) -> String {
        format!("<Movers, {} objects>", self.lock().len())
    }
}
