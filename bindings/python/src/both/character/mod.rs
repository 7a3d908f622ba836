//! `Character`: a capsule that walks through a scene, with its state.

pub mod movers;
mod step;

use std::sync::{Arc, Mutex, PoisonError};

use clearance::character::{self, Capsule, Input, NoRoom, Room, Settings, State, Step};
use clearance::pair::QueryError;
use clearance::scene::Filter;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::scene::Scene;
use super::{DIMENSION, Vector, arguments, tuple};
use crate::arrays::vector;
use crate::errors::{Raised, no_room, raise};
use crate::read;
use crate::shared::Shared;
use movers::Movers;
use step::step_to_python;

/// A capsule that walks through a scene, without a physics engine: on slopes, over steps, and carried by
/// platforms.
///
/// ``radius`` is the radius of its round ends. ``height`` is the distance from its lowest to its highest
/// point, at least twice the radius. ``position`` is its lowest point, the feet. ``max_slope`` is the
/// steepest ground that it stands on, in radians; 45 degrees by default. ``step_height`` is the highest step
/// that it climbs without a jump. ``snap`` is how far the ground may drop under it in a step so that it still
/// follows the ground. Both are the radius by default. ``skin`` is the gap that it keeps to everything, by
/// default a 32nd of the radius. ``up`` has any length except zero. Lengths have the unit of the scene.
/// ``gravity`` is in lengths per unit of time squared; the default 9.81 is right for metres and seconds.
///
/// Raises ``InvalidArgument`` with the field that is invalid. Threads may share a character: its steps are
/// made one after the other.
///
/// >>> from clearance import d3
/// >>> scene = d3.Scene()
/// >>> ground = scene.add(d3.HalfSpace((0.0, 1.0, 0.0)))
/// >>> walker = d3.Character(0.25, 1.75, (0.0, 0.5, 0.0))
/// >>> for _ in range(60):
/// ...     step = walker.step(scene, (2.0, 0.0, 0.0), 1 / 60)
/// >>> step.ground.handle == ground, round(walker.position[0], 6)
/// (True, 2.0)
#[pyclass(frozen)]
pub struct Character {
    who: Capsule<Vector>,
    walk: Shared<Walk>,
}

/// The state of a character, and the scratch memory of its steps.
struct Walk {
    state: State<Vector>,
    /// Behind a lock only because the type is for one thread at a time; no thread ever waits for it.
    room: Mutex<Room<Vector>>,
}

impl Walk {
    fn step(
        &mut self,
        who: &Capsule<Vector>,
        scene: &super::scene::Native,
        movers: character::Movers<Vector>,
        (input, time): (&Input<Vector>, f64),
        about: &Filter,
    ) -> Result<Step<Vector>, QueryError> {
        let room = self.room.get_mut().unwrap_or_else(PoisonError::into_inner);
        room.movers = movers;
        let step = who.step_in(room, scene, &self.state, input, time, about)?.clone();
        self.state = step.state;
        Ok(step)
    }
}

/// A vector with finite components.
fn finite(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vector> {
    let found = Vector::from_array(vector::<DIMENSION>(given, field)?);
    found
        .is_finite()
        .then_some(found)
        .ok_or_else(|| raise(Raised::argument(field, "must be finite")))
}

impl Character {
    fn state(&self, py: Python<'_>) -> PyResult<State<Vector>> {
        self.walk.look(py, |walk| walk.state)
    }
    fn set(&self, py: Python<'_>, change: impl FnOnce(&mut State<Vector>)) -> PyResult<()> {
        self.walk.touch(py, |walk| {
            change(&mut walk.state);
            walk.state.standing = None;
        })
    }
}

#[pymethods]
impl Character {
    #[new]
    #[pyo3(signature = (radius, height, position=None, *, gravity=9.81, max_slope=None, step_height=None, snap=None, skin=None, up=None))]
    #[allow(clippy::too_many_arguments)] // keywords
    fn new(
        #[pyo3(from_py_with = read::radius)] radius: f64,
        #[pyo3(from_py_with = read::height)] height: f64,
        position: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = read::gravity)] gravity: f64,
        #[pyo3(from_py_with = read::max_slope)] max_slope: Option<f64>,
        #[pyo3(from_py_with = read::step_height)] step_height: Option<f64>,
        #[pyo3(from_py_with = read::snap)] snap: Option<f64>,
        #[pyo3(from_py_with = read::skin)] skin: Option<f64>,
        up: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let usual = Settings::<Vector>::new(radius, height, gravity);
        let settings = Settings {
            max_slope: max_slope.unwrap_or(usual.max_slope),
            step_height: step_height.unwrap_or(usual.step_height),
            snap: snap.unwrap_or(usual.snap),
            skin: skin.unwrap_or(usual.skin),
            up: up.map_or(Ok(usual.up), |up| {
                vector::<DIMENSION>(up, "up").map(Vector::from_array)
            })?,
            ..usual
        };
        let position = position.map_or(Ok(Vector::ZERO), |given| finite(given, "position"))?;
        let walk = Walk {
            state: State::at(position),
            room: Mutex::new(Room::default()),
        };
        Ok(Self {
            who: Capsule::new(&settings).map_err(raise)?,
            walk: Shared::new("character", walk),
        })
    }
    /// Its lowest point, the feet. A character whose position is set is in the air until its next step finds
    /// the ground.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.state(py)?.position)
    }
    #[setter]
    fn set_position(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = finite(position, "position")?;
        self.set(py, |state| state.position = position)
    }
    /// The velocity with which it falls, rises or slides without the caller's input, in lengths per unit of
    /// time; zero while it stands.
    #[getter]
    fn fall<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.state(py)?.fall)
    }
    #[setter]
    fn set_fall(&self, py: Python<'_>, fall: &Bound<'_, PyAny>) -> PyResult<()> {
        let fall = finite(fall, "fall")?;
        self.set(py, |state| state.fall = fall)
    }
    /// The radius of its round ends.
    #[getter]
    fn radius(&self) -> f64 {
        self.who.settings().radius
    }
    /// The distance from its lowest to its highest point.
    #[getter]
    fn height(&self) -> f64 {
        self.who.settings().height
    }
    /// The capsule; its origin is its lowest point.
    #[getter]
    fn shape(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        super::shape::kinds::wrap(py, Arc::new(self.who.shape().clone()))
    }
    /// One step of ``time`` through a scene, which is not changed: a ``CharacterStep``.
    ///
    /// Only the horizontal part of ``velocity`` counts; it is in lengths per unit of time. ``jump`` is the
    /// speed with which it leaves the ground, and is ignored while it does not stand. Only objects on
    /// ``layers`` count; the character itself must not be among them. If the object that it stands on has
    /// moved since the last step, it is carried along. Objects in ``movers`` push it out of their way. It
    /// never moves into anything; if it has no space to give way, ``crushed`` says so.
    ///
    /// Raises ``InvalidArgument`` if the velocity is not finite, or if ``time`` or ``jump`` is negative or
    /// not finite; then it does not move.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> floor = scene.add(d2.HalfSpace((0.0, 1.0)))
    /// >>> wall = scene.add(d2.Box((1.0, 5.0)).at((4.0, 0.0)))
    /// >>> walker = d2.Character(0.5, 2.0)
    /// >>> step = walker.step(scene, (60.0, 0.0), 0.125)
    /// >>> step.contacts[0].handle == wall, step.contacts[0].slope, step.standing
    /// (True, <Slope.STEEP: 'steep'>, True)
    #[pyo3(signature = (scene, velocity, time, *, jump=None, layers=0xffff_ffff, movers=None))]
    #[allow(clippy::too_many_arguments)] // keywords
    fn step(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::scene)] scene: Py<Scene>,
        velocity: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = read::time)] time: f64,
        #[pyo3(from_py_with = read::jump)] jump: Option<f64>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
        #[pyo3(from_py_with = arguments::movers)] movers: Option<Py<Movers>>,
    ) -> PyResult<Py<PyAny>> {
        let input = Input {
            velocity: finite(velocity, "velocity")?,
            jump,
        };
        let movers = movers.map(|movers| movers.get().copied()).unwrap_or_default();
        // Always in this order, the scene before the character, so that no two threads wait for each other.
        let (scene, about) = (scene.get().shared.part(py)?, Filter::on_layers(layers));
        let stepped = self.walk.change(py, |walk| {
            let before = walk.state.position;
            let step = walk.step(&self.who, &scene, movers, (&input, time), &about)?;
            Ok((before, step))
        })?;
        drop(scene);
        let (before, step) = stepped.map_err(|error: QueryError| raise(error))?;
        step_to_python(py, &step, before, time)
    }
    /// Takes the place of another character, to crouch, stand up or grow. Its feet are put where the other
    /// has them; on a slope they are as much higher as this one is wider. It keeps the falling velocity of
    /// the other.
    ///
    /// Neither may be among the objects on ``layers``. Raises ``NoRoom`` if it would overlap something:
    /// ``error.by`` is that object and ``error.depth`` how deep the overlap would be. Then it stays as it is.
    ///
    /// >>> import clearance
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> floor = scene.add(d2.HalfSpace((0.0, 1.0)))
    /// >>> table = scene.add(d2.Box((2.0, 0.25)).at((0.0, 1.5)))
    /// >>> low, tall = d2.Character(0.25, 1.0, (0.0, 0.0625)), d2.Character(0.25, 1.75)
    /// >>> try:
    /// ...     tall.take_over(low, scene)
    /// ... except clearance.NoRoom as error:
    /// ...     print(error.by == table, error.depth)
    /// True 0.5625
    #[pyo3(signature = (other, scene, *, layers=0xffff_ffff))]
    fn take_over(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::other)] other: Py<Character>,
        #[pyo3(from_py_with = arguments::scene)] scene: Py<Scene>,
        #[pyo3(from_py_with = read::layers)] layers: u32,
    ) -> PyResult<()> {
        let state = other.get().state(py)?;
        let about = Filter::on_layers(layers);
        let taken = scene
            .get()
            .shared
            .ask(py, |native| self.who.take_over(native, &state, &about))?;
        let state = taken.map_err(|error| match error {
            NoRoom::Blocked { by, depth } => no_room(py, by, depth),
            NoRoom::Query(error) => raise(error),
            other => raise(Raised::argument("other", other)),
        })?;
        self.walk.touch(py, |walk| walk.state = state)
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (settings, position) = (self.who.settings(), self.position(py)?);
        let (radius, height) = (settings.radius, settings.height);
        Ok(format!("Character({radius:?}, {height:?}, {})", position.repr()?))
    }
}
