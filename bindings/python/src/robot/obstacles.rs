//! `Obstacles`: shapes that do not move.

use std::path::PathBuf;

use clearance::Pose;
use clearance::d3::Shape;
use clearance::glam::DVec3;
use clearance_io::inputs::read_files;
use clearance_io::scene::Scene;
use clearance_io::{Code, Problem};
use clearance_robot::Obstacles as Native;
use pyo3::prelude::*;

use crate::d3::{ShapeAndPose, reading};
use crate::numbers::{Name, short};

/// Shapes that stand around a robot: from any iterable of shapes of ``d3`` with their poses, in the frame of
/// the robot's root link. Made once, for any number of questions.
///
/// >>> from clearance import Obstacles, d3
/// >>> len(Obstacles([d3.HalfSpace((0, 0, 1)), d3.Box((0.1, 0.1, 0.1)).at((0.5, 0, 0.3))]))
/// 2
#[pyclass(frozen, module = "clearance")]
pub struct Obstacles {
    pub native: Native,
}

#[pymethods]
impl Obstacles {
    #[new]
    fn new(shapes: &Bound<'_, PyAny>) -> PyResult<Self> {
        read(shapes, "shapes").map(|native| Self { native })
    }
    /// The parts of a scene or of mesh files at their places, as ``Assembly.load`` reads them.
    ///
    /// Raises ``InvalidShape`` or ``UnsupportedFormat`` with the field ``path`` for a file that cannot be
    /// read.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let native = reading(py, None, |access| {
            let Scene::Double3(scene) = read_files(&[&path], access)? else {
                let message = "not a scene of space in double precision";
                return Err(Problem::new(Code::InvalidShape, message).in_file(&path));
            };
            let each = scene.objects.into_iter().map(|object| object.stand);
            Ok(Native::new(
                each.map(|stand| ((*stand.shape).clone(), stand.pose)).collect(),
            ))
        })?;
        Ok(Self { native })
    }
    fn __len__(&self) -> usize {
        self.native.len()
    }
    fn __repr__(&self) -> String {
        format!("<Obstacles, {}>", self.native.len())
    }
}

/// Shapes with their poses.
fn read(shapes: &Bound<'_, PyAny>, field: &str) -> PyResult<Native> {
    let wrong = |_| Name::from(field).wrong_type("an iterable of shapes", &short(shapes));
    let each = shapes.try_iter().map_err(wrong)?.enumerate();
    let read = each.map(|(i, given)| -> PyResult<(Shape<DVec3>, Pose<DVec3>)> {
        let placed = ShapeAndPose::read(&given?, Name::from(field).at(i))?;
        Ok(((*placed.shape).clone(), placed.pose))
    });
    read.collect::<PyResult<_>>().map(Native::new)
}

/// The argument `obstacles`: `None`, an `Obstacles`, or an iterable of shapes, which are then made ready for
/// this call.
pub enum Around<'py> {
    Made(Native),
    Given(PyRef<'py, Obstacles>),
}

impl<'py> Around<'py> {
    pub fn read(given: Option<&Bound<'py, PyAny>>) -> PyResult<Self> {
        let Some(given) = given else {
            return Ok(Self::Made(Native::none()));
        };
        match given.cast::<Obstacles>() {
            Ok(obstacles) => Ok(Self::Given(obstacles.borrow())),
            Err(_) => read(given, "obstacles").map(Self::Made),
        }
    }
    pub fn native(&self) -> &Native {
        match self {
            Self::Made(native) => native,
            Self::Given(given) => &given.native,
        }
    }
}
