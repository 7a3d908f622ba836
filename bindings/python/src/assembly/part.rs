//! A part of an assembly, and the parts of files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::glam::DVec3;
use clearance_io::about::About;
use clearance_io::files::Access;
use clearance_io::inputs::{read_files, title};
use clearance_io::mesh::Precision;
use clearance_io::scene::{Filter, Id, Object, Objects, Scene};
use clearance_io::shape::{ReadSpace, Stand};
use clearance_io::{Code, Problem};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::d3::{Pose, ShapeAndPose, reading, wrap};
use crate::errors::{Raised, raise};
use crate::numbers::{Name, short};
use crate::read;

/// A part of an assembly: a shape at its place, under a name.
///
/// ``shape`` may have a pose, or be a mesh of another library. Parts of one shape object share what is found
/// out about it. ``precision`` is how far a coordinate may be from the one that was meant, as ``LoadedPart``
/// has it. Two parts are tested when the ``mask`` of each has the ``layer`` of the other, and they are not of
/// one ``group``.
///
/// Raises ``InvalidArgument`` or ``InvalidType`` with the field that is wrong.
///
/// >>> from clearance import Part, d3
/// >>> Part("lid", d3.Box((2, 2, 0.1)).at((0, 0, 5)))
/// Part('lid', Box((2.0, 2.0, 0.1)).at((0.0, 0.0, 5.0)))
#[pyclass(frozen, module = "clearance")]
pub struct Part {
    pub object: Object<DVec3>,
}

#[pymethods]
impl Part {
    #[new]
    #[pyo3(signature = (name, shape, *, precision=0.0, layer=1, mask=u32::MAX, group=None, sensor=false))]
    fn from_python(
        name: &Bound<'_, PyAny>,
        shape: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::precision)] precision: f64,
        #[pyo3(from_py_with = read::layer)] layer: u32,
        #[pyo3(from_py_with = read::mask)] mask: u32,
        group: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::sensor)] sensor: bool,
    ) -> PyResult<Self> {
        if !(precision.is_finite() && precision >= 0.0) {
            let message = "must be finite and not negative";
            return Err(raise(Raised::argument("precision", message)));
        }
        let placed = ShapeAndPose::read(shape, "shape")?;
        let group = group.map(|group| text(group, "group")).transpose()?;
        Ok(Self {
            object: Object {
                id: Id::named(&text(name, "name")?),
                remark: DVec3::remark(&placed.shape),
                stand: Stand {
                    shape: placed.shape,
                    pose: placed.pose,
                    precision: Precision::of_length(precision),
                },
                filter: Filter {
                    layer,
                    mask,
                    group: group.filter(|group| !group.is_empty()),
                },
                sensor,
                about: About::default(),
            },
        })
    }
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.object.id.text
    }
    /// Its shape.
    #[getter]
    fn shape(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        wrap(py, Arc::clone(&self.object.stand.shape))
    }
    /// Where it is.
    #[getter]
    fn pose(&self) -> Pose {
        Pose {
            native: self.object.stand.pose,
        }
    }
    /// How far a coordinate may be from the one that was meant.
    #[getter]
    fn precision(&self) -> f64 {
        self.object.precision()
    }
    /// The layers it is on.
    #[getter]
    fn layer(&self) -> u32 {
        self.object.filter.layer
    }
    /// The layers it is tested against.
    #[getter]
    fn mask(&self) -> u32 {
        self.object.filter.mask
    }
    /// Parts of one group are not tested against each other.
    #[getter]
    fn group(&self) -> Option<&str> {
        self.object.filter.group.as_deref()
    }
    /// Whether it only reports that it meets something.
    #[getter]
    fn sensor(&self) -> bool {
        self.object.sensor
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let name = PyString::new(py, self.name()).repr()?;
        let placed = self.shape(py)?.call_method1(py, "at", (self.pose(),))?;
        Ok(format!("Part({name}, {})", placed.bind(py).repr()?))
    }
}

fn text(given: &Bound<'_, PyAny>, field: &str) -> PyResult<String> {
    given
        .extract()
        .map_err(|_| Name::from(field).wrong_type("a text", &short(given)))
}

/// The parts of files, a title, and the unit of a scene that has one.
#[pyfunction]
pub fn load_assembly(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    #[pyo3(from_py_with = read::deflection)] deflection: Option<f64>,
) -> PyResult<(Vec<Part>, String, Option<String>)> {
    let paths: Vec<_> = paths.iter().map(PathBuf::as_path).collect();
    let objects = reading(py, deflection, |access| read_objects(&paths, access))?;
    let parts = objects.objects.into_iter().map(|object| Part { object });
    Ok((parts.collect(), title(&paths), objects.unit))
}

fn read_objects(paths: &[&Path], access: &Access) -> Result<Objects<DVec3>, Problem> {
    match read_files(paths, access)? {
        Scene::Double3(objects) => Ok(objects),
        Scene::Single3(_) => Err(refused("a scene of single precision: its parts have no classes")),
        Scene::Single2(_) | Scene::Double2(_) => Err(refused("a scene of the plane, not of space")),
    }
}

fn refused(why: &str) -> Problem {
    Problem::new(Code::UnsupportedPair, why)
}
