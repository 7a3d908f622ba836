//! A finding as the named tuples of `clearance._interference`.

use clearance::assembly::{Class, Common, Contact, FacePair};
use clearance::cast::DepthBounds;
use clearance::glam::DVec3;
use clearance::pair::Clearance;
use clearance_io::check::{Checked, Finding, State};
use clearance_io::known::Clash;
use clearance_io::scene::Object;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::answers::{Classes as Answers, classes as answers};
use crate::arrays::shaped;

/// The classes of `clearance._interference`.
struct Classes {
    /// In the order of [`Class::ALL`].
    words: Vec<Py<PyAny>>,
    interference: Py<PyAny>,
    faces: Py<PyAny>,
    common: Py<PyAny>,
    contact: Py<PyAny>,
    gone: Py<PyAny>,
}

static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();

impl Classes {
    fn get(py: Python<'_>) -> PyResult<&Self> {
        CLASSES.get_or_try_init(py, || Self::import(py))
    }
    fn import(py: Python<'_>) -> PyResult<Self> {
        let module = py.import("clearance._interference")?;
        let class = |name: &str| module.getattr(name).map(Bound::unbind);
        let words = module.getattr("InterferenceClass")?;
        let word = |class: Class| words.call1((class.as_str(),)).map(Bound::unbind);
        Ok(Self {
            words: Class::ALL.into_iter().map(word).collect::<PyResult<_>>()?,
            interference: class("Interference")?,
            faces: class("FacePair")?,
            common: class("CommonVolume")?,
            contact: class("ContactArea")?,
            gone: class("GoneClash")?,
        })
    }
    fn word(&self, class: Class) -> Option<&Py<PyAny>> {
        self.words.get(class.rank())
    }
}

/// The record of a finding.
pub fn record(
    py: Python<'_>,
    objects: &[Object<DVec3>],
    checked: &Checked<DVec3>,
    finding: &Finding<DVec3>,
) -> PyResult<Py<PyAny>> {
    let (own, answers) = (Classes::get(py)?, answers(py)?);
    let name = |i: usize| objects[i].id.text.as_str();
    let clearance = finding.clearance.as_ref().ok();
    let fields = (
        (name(finding.a), name(finding.b), finding.a, finding.b),
        own.word(finding.class),
        answers.relation(py, finding.relation),
        clearance.map(|found| witness(py, answers, found)).transpose()?,
        finding.tolerance,
        optional(&finding.faces, |faces| face_pair(py, own, faces))?,
        optional(&finding.depth, |depth| bounds(py, answers, depth))?,
        optional(&finding.common, |common| volume(py, own, common))?,
        optional(&finding.contact, |contact| area(py, own, contact))?,
        finding.reason(objects),
        (
            checked.rule(finding),
            finding.severity.as_str(),
            finding.state.map(State::as_str),
        ),
    );
    own.interference.getattr(py, "of")?.call1(py, fields)
}

/// The record of a pair that was known and is there no more.
pub fn gone_record(py: Python<'_>, clash: &Clash) -> PyResult<Py<PyAny>> {
    let own = Classes::get(py)?;
    let at = clash.at.as_ref().map(|at| PyTuple::new(py, at)).transpose()?;
    let [a, b] = &clash.names;
    let fields = (
        a,
        b,
        own.word(clash.class),
        at,
        clash.depth,
        clash.note.as_deref(),
    );
    own.gone.call1(py, fields)
}

fn optional<T>(value: &Option<T>, made: impl Fn(&T) -> PyResult<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    value.as_ref().map(made).transpose()
}

fn tuple(py: Python<'_>, vector: DVec3) -> PyResult<Bound<'_, PyTuple>> {
    PyTuple::new(py, vector.to_array())
}

fn witness(py: Python<'_>, answers: &Answers, found: &Clearance<DVec3>) -> PyResult<Py<PyAny>> {
    let [normal, point_a, point_b] = [found.normal, found.point_a, found.point_b].map(|v| tuple(py, v));
    let kind = answers.depth_kind(py, found.depth_kind);
    let fields = (found.distance, normal?, point_a?, point_b?, kind);
    answers.clearance.call1(py, fields)
}

fn face_pair(py: Python<'_>, own: &Classes, faces: &FacePair) -> PyResult<Py<PyAny>> {
    own.faces
        .call1(py, (faces.text.as_str(), faces.gap, faces.tolerance))
}

fn bounds(py: Python<'_>, answers: &Answers, depth: &DepthBounds<DVec3>) -> PyResult<Py<PyAny>> {
    let direction = tuple(py, depth.direction)?;
    answers
        .depth_bounds
        .call1(py, (depth.at_least, depth.at_most, direction))
}

fn volume(py: Python<'_>, own: &Classes, common: &Common) -> PyResult<Py<PyAny>> {
    let mesh = optional(&common.mesh, |(vertices, triangles)| {
        let flat = vertices.iter().flat_map(|v| v.to_array()).collect();
        let vertices: Py<numpy::PyArray2<f64>> = shaped(py, flat, [vertices.len(), 3])?;
        let flat = triangles.as_flattened().iter().map(|i| i64::from(*i)).collect();
        let triangles: Py<numpy::PyArray2<i64>> = shaped(py, flat, [triangles.len(), 3])?;
        Ok((vertices, triangles).into_pyobject(py)?.into_any().unbind())
    })?;
    own.common.call1(py, (common.volume, tuple(py, common.at)?, mesh))
}

fn area(py: Python<'_>, own: &Classes, contact: &Contact) -> PyResult<Py<PyAny>> {
    let polygon = |corners: &Vec<DVec3>| -> PyResult<Py<numpy::PyArray2<f64>>> {
        let flat = corners.iter().flat_map(|v| v.to_array()).collect();
        shaped(py, flat, [corners.len(), 3])
    };
    let polygons: Vec<_> = contact.polygons.iter().map(polygon).collect::<PyResult<_>>()?;
    let (center, normal) = (tuple(py, contact.center)?, tuple(py, contact.normal)?);
    own.contact.call1(py, (contact.area, center, normal, polygons))
}
