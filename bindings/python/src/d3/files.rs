//! Meshes from files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use clearance_io::files::Access;
use clearance_io::mesh::{Converter, read_parts};
use clearance_io::shape::build_mesh;
use clearance_io::{Code, Problem};
use pyo3::prelude::*;

use super::Vector;
use super::both::shape::kinds::Any;
use super::own_kinds::wrap;
use super::pose::Pose;
use crate::answers::classes;
use crate::converter::convert;
use crate::errors::{Raised, raise};
use crate::numbers::{Name, short};
use crate::read;

/// Adds the function of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(load_parts, module)?)
}

/// Reads the parts of a file: a list of ``LoadedPart``, each with its name, mesh and pose. STL, OBJ, PLY,
/// glTF, GLB and 3MF; with ``pip install 'clearance[step]'`` also STEP, with ``'clearance[ifc]'`` IFC.
///
/// Instances of one mesh of the file share it. Lengths are those of the file. ``deflection`` is how far the
/// mesh of a STEP or IFC file may be from its curved faces, by default a thousandth of the longest side of
/// each part (STEP) or of a metre (IFC); two neighbouring facets of a face differ by at most 0.2 radians
/// (STEP) or 0.5 (IFC). Other threads can use the interpreter meanwhile, but not while a STEP or IFC file is
/// converted.
///
/// Raises ``InvalidShape`` with the field ``path`` for a file that cannot be read, and ``UnsupportedFormat``
/// if what would read it is not installed; the message says what to install.
///
/// >>> import pathlib, tempfile
/// >>> from clearance import d3
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     file = pathlib.Path(folder, "sail.obj")
/// ...     count = file.write_text(chr(10).join(["o sail", "v 0 0 0", "v 1 0 0", "v 0 1 0", "f 1 2 3"]))
/// ...     [part] = d3.load_parts(file)
/// >>> part.name, part.pose == d3.Pose(), part.precision, part.mesh.triangles.tolist()
/// ('sail', True, 0.0, [[0, 1, 2]])
#[pyfunction]
#[pyo3(signature = (path, deflection = None))]
fn load_parts(
    py: Python<'_>,
    path: Any<'_, '_>,
    #[pyo3(from_py_with = read::deflection)] deflection: Option<f64>,
) -> PyResult<Vec<Py<PyAny>>> {
    let (meshes, parts) = read(py, path, deflection, |path, access| {
        let (mut meshes, mut numbers, mut parts) = (Vec::new(), BTreeMap::new(), Vec::new());
        for part in read_parts(path, access)? {
            let number = match numbers.entry(Arc::as_ptr(&part.surface)) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(free) => {
                    meshes.push(Arc::new(build_mesh::<Vector>(&part.surface)?));
                    *free.insert(meshes.len() - 1)
                }
            };
            parts.push((part.name, number, part.pose, part.precision.half_spacing()));
        }
        Ok((meshes, parts))
    })?;
    let meshes: Vec<_> = meshes
        .into_iter()
        .map(|mesh| wrap(py, mesh))
        .collect::<PyResult<_>>()?;
    let class = &classes(py)?.loaded_part;
    let part = |(name, number, native, precision): (Option<String>, usize, _, f64)| {
        let pose = Py::new(py, Pose { native })?;
        class.call1(py, (name, meshes[number].clone_ref(py), pose, precision))
    };
    parts.into_iter().map(part).collect()
}

/// Calls `how` with a path and what reads STEP and IFC, without the interpreter's lock.
pub fn read<T: Send>(
    py: Python<'_>,
    path: Any<'_, '_>,
    deflection: Option<f64>,
    how: impl FnOnce(&Path, &Access) -> Result<T, Problem> + Send,
) -> PyResult<T> {
    let path: PathBuf = path
        .extract()
        .map_err(|_| Name::from("path").wrong_type("a path", &short(path)))?;
    reading(py, deflection, |access| {
        how(&path, access).map_err(|problem| problem.in_file(&path))
    })
}

/// Calls `how` with what reads STEP and IFC, without the interpreter's lock.
pub fn reading<T: Send>(
    py: Python<'_>,
    deflection: Option<f64>,
    how: impl FnOnce(&Access) -> Result<T, Problem> + Send,
) -> PyResult<T> {
    if deflection.is_some_and(|deflection| !(deflection.is_finite() && deflection > 0.0)) {
        return Err(raise(Raised::argument(
            "deflection",
            "must be finite and greater than zero",
        )));
    }
    let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
    let kept = Arc::clone(&raised);
    let access = Access::default().with_converter(Converter::new(move |file| {
        let keep = |error| *kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        convert(file, deflection).map_err(|failure| failure.or_keep(keep))
    }));
    let read = py.detach(|| how(&access));
    if let Some(error) = raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(error);
    }
    read.map_err(|problem| {
        let class = match problem.code {
            Code::UnsupportedFormat => "UnsupportedFormat",
            _ => "InvalidShape",
        };
        raise(Raised::about(class, "path", problem.to_string()))
    })
}
