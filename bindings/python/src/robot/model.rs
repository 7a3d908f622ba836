//! `Robot`: read from a URDF, and asked about configurations.

use std::ops::Range;
use std::path::{Path, PathBuf};

use clearance_io::files::Access;
use clearance_io::{Code, Problem};
use clearance_robot::{
    InvalidRobot, LoadOptions, LoadedRobot, PathSettings, Posture, Robot as Native, RobotError,
};
use numpy::{Element, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::obstacles::Around;
use super::records;
use crate::arrays::{list, shaped, table};
use crate::d3::Pose;
use crate::errors::{Raised, raise, raise_at};
use crate::read;
use crate::signals::StopCheck;
use crate::threads::Threads;

/// A robot: links that joints move. ``Robot.load`` reads a URDF.
///
/// A configuration ``q`` has one number for each joint of ``joint_names``, in radians or in the unit of the
/// URDF. Values beyond the limits are no error. Questions take ``obstacles``, an ``Obstacles`` or an iterable
/// of shapes, and ask about the robot alone without them. A pair is a link and another link, or a link and
/// the number of an obstacle. Links that a joint connects are never asked about, nor those that are fixed to
/// each other or that the SRDF leaves out.
///
/// >>> from clearance import Robot, d3
/// >>> arm = '''<robot name="arm">
/// ...   <link name="base"><collision><geometry><box size="1 1 0.2"/></geometry></collision></link>
/// ...   <link name="upper"><collision><origin xyz="0 0 1"/><geometry><capsule radius="0.1" length="1.5"/></geometry></collision></link>
/// ...   <link name="lower"><collision><origin xyz="0 0 1"/><geometry><capsule radius="0.1" length="1.7"/></geometry></collision></link>
/// ...   <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><axis xyz="1 0 0"/></joint>
/// ...   <joint name="elbow" type="revolute"><origin xyz="0 0 2"/><parent link="upper"/><child link="lower"/>
/// ...     <axis xyz="1 0 0"/><limit lower="-3" upper="3" effort="0" velocity="0"/></joint></robot>'''
/// >>> robot = Robot.from_urdf(arm)
/// >>> robot.joint_names, robot.limits[1].tolist(), robot.pairs
/// (('shoulder', 'elbow'), [-3.0, 3.0], [('base', 'lower')])
/// >>> robot.colliding([0.0, 0.0]), robot.first_collision([0.0, 3.1])
/// (False, LinkPair(link='base', other='lower'))
/// >>> ball = d3.Sphere(0.5).at((0.0, -2.5, 2.5))
/// >>> near = robot.distance([0.0, 0.0], [ball])
/// >>> near.link, near.other, round(near.distance, 6)
/// ('lower', 0, 1.9)
/// >>> way = robot.path([0.0, 0.0], [1.5, 0.0], [ball])
/// >>> way.free, way.contact.link, way.contact.other, round(way.contact.time, 4)
/// (False, 'lower', 0, 0.4099)
/// >>> robot.colliding_many([[0.0, 0.0], [0.8, 0.0], [0.0, 3.1]], [ball]).tolist()
/// [False, True, True]
#[pyclass(frozen, module = "clearance")]
pub struct Robot {
    native: Native,
    remarks: Vec<String>,
}

#[pymethods]
impl Robot {
    /// Reads a URDF, the meshes that it names, and an SRDF, which says which pairs are never asked about.
    ///
    /// Without ``srdf``, a file beside the URDF with its name and the ending ``.srdf`` is read if there is
    /// one. Meshes are STL, OBJ, PLY, glTF, GLB or 3MF files, beside the URDF or below, or named as
    /// ``package://name/…``: packages are looked for in the folders ``packages``, then among the folders that
    /// the URDF is in, then beside it. With ``hulls`` the hull of each mesh is taken instead of it.
    ///
    /// Raises ``FileNotFoundError``, and ``InvalidRobot`` with the field that is wrong: a floating, planar or
    /// spherical joint, links that are no tree, a shape of no size.
    #[staticmethod]
    #[pyo3(signature = (path, *, srdf=None, packages=Vec::new(), hulls=false))]
    fn load(
        py: Python<'_>,
        path: PathBuf,
        srdf: Option<PathBuf>,
        packages: Vec<PathBuf>,
        #[pyo3(from_py_with = read::hulls)] hulls: bool,
    ) -> PyResult<Self> {
        let beside = || Some(path.with_extension("srdf")).filter(|srdf| srdf.is_file());
        let srdf = srdf.or_else(beside);
        let options = LoadOptions {
            srdf,
            packages,
            hulls,
        };
        made(py.detach(|| Native::load_with(&path, &options, &Access::default())))
    }
    /// The same for the text of a URDF; ``folder`` is where its meshes are, by default the working directory.
    #[staticmethod]
    #[pyo3(signature = (text, *, folder=PathBuf::new(), srdf=None, packages=Vec::new(), hulls=false))]
    fn from_urdf(
        py: Python<'_>,
        text: &str,
        folder: PathBuf,
        srdf: Option<PathBuf>,
        packages: Vec<PathBuf>,
        #[pyo3(from_py_with = read::hulls)] hulls: bool,
    ) -> PyResult<Self> {
        let options = LoadOptions {
            srdf,
            packages,
            hulls,
        };
        let folder: &Path = &folder;
        made(py.detach(|| Native::from_urdf(text, folder, &options, &Access::default())))
    }
    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.native.name()
    }
    /// The names of its links, in the order of the file.
    #[getter]
    fn link_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.native.links().iter().map(|link| link.name.as_str()))
    }
    /// The names of the joints that ``q`` has a value for: those that are not fixed and follow no other one,
    /// in the order of the file.
    #[getter]
    fn joint_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.native.joints().map(|joint| joint.name.as_str()))
    }
    /// The least and the greatest value of each of these joints, shape (n, 2); infinite for continuous ones.
    #[getter]
    fn limits(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let flat: Vec<f64> = self.native.joints().flat_map(|joint| joint.limits).collect();
        shaped(py, flat, [self.native.degrees_of_freedom(), 2])
    }
    /// The pairs of links that are asked about, by name.
    #[getter]
    fn pairs(&self) -> Vec<(&str, &str)> {
        let name = |i: usize| self.native.links()[i].name.as_str();
        self.native
            .asked_pairs()
            .into_iter()
            .map(|[a, b]| (name(a), name(b)))
            .collect()
    }
    /// What the files say that had no effect.
    #[getter]
    fn remarks(&self) -> Vec<String> {
        self.remarks.clone()
    }
    /// The same robot, with these pairs of links asked about (``asked=True``) or never asked about.
    ///
    /// Raises ``InvalidRobot`` if there is no such link.
    #[pyo3(signature = (pairs, *, asked=false))]
    fn with_pairs(
        &self,
        pairs: Vec<(String, String)>,
        #[pyo3(from_py_with = read::asked)] asked: bool,
    ) -> PyResult<Self> {
        let mut native = self.native.clone();
        let each: Vec<_> = pairs
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str(), asked))
            .collect();
        native.set_all_asked(&each).map_err(raise)?;
        let remarks = self.remarks.clone();
        Ok(Self { native, remarks })
    }
    /// Whether all values of ``q`` are within the limits, those of joints that follow others included.
    fn within_limits(&self, q: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.native.is_within_limits(&list(q, "q")?).map_err(raise)
    }
    /// Where each link is: a dict of ``d3.Pose`` by the name of the link.
    fn link_poses<'py>(&self, py: Python<'py>, q: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyDict>> {
        let posture = self.at(q)?;
        let poses = PyDict::new(py);
        for (i, link) in self.native.links().iter().enumerate() {
            if let Some(native) = posture.link_pose(i) {
                poses.set_item(&link.name, Pose { native })?;
            }
        }
        Ok(poses)
    }
    /// Whether the robot meets itself or an obstacle, touching included. Exact, as ``d3.intersects``.
    ///
    /// Raises ``InvalidArgument`` with the field ``q`` for a wrong number of values, or one that is not
    /// finite.
    #[pyo3(signature = (q, obstacles=None))]
    fn colliding<'py>(&self, q: &Bound<'py, PyAny>, obstacles: Option<&Bound<'py, PyAny>>) -> PyResult<bool> {
        let around = Around::read(obstacles)?;
        Ok(self.at(q)?.is_colliding(around.native()))
    }
    /// The first ``LinkPair`` that meets, or ``None``.
    #[pyo3(signature = (q, obstacles=None))]
    fn first_collision<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        obstacles: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let around = Around::read(obstacles)?;
        let found = self.at(q)?.first_collision(around.native());
        found
            .map(|pair| records::pair(py, &self.native, pair))
            .transpose()
    }
    /// All pairs that meet: a list of ``LinkPair``.
    #[pyo3(signature = (q, obstacles=None))]
    fn collisions<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        obstacles: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let around = Around::read(obstacles)?;
        let found = self.at(q)?.collisions(around.native());
        found
            .into_iter()
            .map(|pair| records::pair(py, &self.native, pair))
            .collect()
    }
    /// The nearest pair, how near it is, and its clearance: ``NearestLinks``; ``None`` if there is nothing to
    /// ask about.
    ///
    /// The distance is 0 if anything meets; the clearance of that pair may then be negative.
    #[pyo3(signature = (q, obstacles=None))]
    fn distance<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        obstacles: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Option<Py<PyAny>>> {
        let around = Around::read(obstacles)?;
        let found = self.at(q)?.nearest(around.native());
        found
            .map(|nearest| records::nearest(py, &self.native, &nearest))
            .transpose()
    }
    /// Whether the way from ``start`` to ``goal`` is free, a straight line in joint space: ``RobotPath``.
    ///
    /// Nothing is passed over, however thin: this is proved by bounds on how far each link can move. A gap of
    /// at most ``tolerance`` may be called a contact, by default a millionth of the robot's size.
    /// ``accuracy`` is how far the bounds of the least clearance may be apart, by default 1/512 of the size;
    /// infinity is fastest.
    ///
    /// Raises ``InvalidArgument`` with the field.
    #[pyo3(signature = (start, goal, obstacles=None, *, tolerance=None, accuracy=None, max_steps=1_000_000))]
    #[expect(clippy::too_many_arguments)] // those of Python
    fn path<'py>(
        &self,
        py: Python<'py>,
        start: &Bound<'py, PyAny>,
        goal: &Bound<'py, PyAny>,
        obstacles: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = read::tolerance_length)] tolerance: Option<f64>,
        #[pyo3(from_py_with = read::accuracy)] accuracy: Option<f64>,
        #[pyo3(from_py_with = read::max_steps)] max_steps: usize,
    ) -> PyResult<Py<PyAny>> {
        let (from, to) = (list(start, "start")?, list(goal, "goal")?);
        let around = Around::read(obstacles)?;
        let settings = PathSettings {
            tolerance,
            accuracy,
            most_steps: max_steps,
        };
        let (robot, obstacles) = (&self.native, around.native());
        let report = py.detach(|| robot.path(&from, &to, obstacles, &settings));
        records::path(py, robot, &report.map_err(raise)?)
    }
    /// Whether each of many configurations collides: ``q`` has shape (n, number of joints), the answer shape
    /// (n,).
    ///
    /// ``threads=None`` takes all cores. Signals end the work. Raises ``InvalidArgument`` with the index of
    /// the first wrong configuration.
    #[pyo3(signature = (q, obstacles=None, *, threads=None))]
    fn colliding_many<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        obstacles: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Py<PyArray1<bool>>> {
        let around = Around::read(obstacles)?;
        let obstacles = around.native();
        self.many(py, q, threads, |posture| posture.is_colliding(obstacles))
    }
    /// The least distance in each of many configurations, 0 where something meets; as ``colliding_many``.
    #[pyo3(signature = (q, obstacles=None, *, threads=None))]
    fn distance_many<'py>(
        &self,
        py: Python<'py>,
        q: &Bound<'py, PyAny>,
        obstacles: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = read::threads)] threads: Option<usize>,
    ) -> PyResult<Py<PyArray1<f64>>> {
        let around = Around::read(obstacles)?;
        let obstacles = around.native();
        self.many(py, q, threads, |posture| posture.distance(obstacles))
    }
    fn __repr__(&self) -> String {
        let (links, joints) = (self.native.links().len(), self.native.degrees_of_freedom());
        format!("<Robot {:?}, {links} links, {joints} joints>", self.native.name())
    }
}

impl Robot {
    fn at(&self, q: &Bound<'_, PyAny>) -> PyResult<Posture<'_>> {
        self.native.at(&list(q, "q")?).map_err(raise)
    }
    fn many<R: Element + Send>(
        &self,
        py: Python<'_>,
        q: &Bound<'_, PyAny>,
        threads: Option<usize>,
        ask: impl Fn(&Posture<'_>) -> R + Sync + Send,
    ) -> PyResult<Py<PyArray1<R>>> {
        let each = self.native.degrees_of_freedom();
        let rows = table(q, "q", &[each])?;
        let count = rows.view().nrows();
        let flat: Vec<f64> = rows.view().iter().copied().collect();
        let robot = &self.native;
        let piece = |range: Range<usize>, stop: &StopCheck<'_>| -> Result<Vec<R>, (usize, RobotError)> {
            let mut posture = robot.posture();
            let one = |i: usize| {
                posture
                    .move_to(&flat[i * each..(i + 1) * each])
                    .map_err(|error| (i, error))?;
                Ok(ask(&posture))
            };
            range
                .take_while(|i| i % 16 != 0 || !stop.must_stop())
                .map(one)
                .collect()
        };
        let mut all = Vec::with_capacity(count);
        for piece in Threads::of(py, threads)?.pieces(py, count, piece)? {
            all.extend(piece.map_err(|(i, error)| raise_at(i)(error))?);
        }
        Ok(PyArray1::from_vec(py, all).unbind())
    }
}

fn made(loaded: Result<LoadedRobot, Problem>) -> PyResult<Robot> {
    let LoadedRobot { robot, remarks } = loaded.map_err(|problem| refused(&problem))?;
    Ok(Robot {
        native: robot,
        remarks,
    })
}

/// A file that is not there is Python's own error.
fn refused(problem: &Problem) -> PyErr {
    if problem.code == Code::FileNotFound {
        return pyo3::exceptions::PyFileNotFoundError::new_err(problem.to_string());
    }
    let field = match problem.place.field.as_str() {
        "" => "path",
        field => field,
    };
    raise(Raised::about("InvalidRobot", field, problem.to_string()))
}

impl From<InvalidRobot> for Raised {
    fn from(error: InvalidRobot) -> Self {
        let message = error.to_string();
        let field = message.split(": ").next().unwrap_or_default().to_owned();
        Self::about("InvalidRobot", &field, message)
    }
}

impl From<RobotError> for Raised {
    fn from(error: RobotError) -> Self {
        let message = error.to_string();
        let named = |field: &'static str| match field {
            "from" => "start",
            "to" => "goal",
            other => other,
        };
        match &error {
            RobotError::NotFinite { field, index, .. } => {
                let field = named(field);
                let rest = message
                    .split_once("]: ")
                    .map_or(message.as_str(), |(_, rest)| rest);
                Self::about(
                    "InvalidArgument",
                    &format!("{field}[{index}]"),
                    format!("{field}[{index}]: {rest}"),
                )
            }
            RobotError::WrongCount { field, .. }
            | RobotError::TooFar { field, .. }
            | RobotError::Setting { field } => {
                let field = named(field);
                let rest = message
                    .split_once(": ")
                    .map_or(message.as_str(), |(_, rest)| rest);
                Self::about("InvalidArgument", field, format!("{field}: {rest}"))
            }
            _ => Self::about("InvalidArgument", "q", message.clone()),
        }
    }
}
