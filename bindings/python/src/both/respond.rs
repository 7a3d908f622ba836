//! What to do about a contact, without a physics engine: part what overlaps, bounce, keep inside a room.

use std::collections::HashMap;

use clearance::response::{self, Mass as NativeMass, Surface, Walls};
use clearance::scene::Handle;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::body::{Body, Mass};
use super::scene::Scene;
use super::{Vector, arguments, given, tuple};
use crate::answers::classes;
use crate::errors::{Raised, raise};
use crate::numbers::{Name, short};
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(bounce, module)?)?;
    module.add_function(wrap_pyfunction!(keep_inside, module)?)?;
    module.add_function(wrap_pyfunction!(part, module)?)?;
    module.add_function(wrap_pyfunction!(part_all, module)?)
}

/// The motion of two bodies that touch after they bounced: no contact of the manifold closes any more.
/// Returns a ``Bounce``: both bodies, and the sum of the normal impulses, 0 where nothing was closing.
///
/// ``touch`` is the manifold of the shape of ``a`` with that of ``b``. ``restitution`` is the fraction of the
/// speed that is restored, 0 to 1; ``friction`` the coefficient of friction, from 0. Momentum is conserved;
/// energy is never gained.
///
/// >>> from clearance import d2
/// >>> ball = d2.Circle(1.0)
/// >>> here, there = d2.Pose((0.0, 0.0)), d2.Pose((2.0, 0.0))
/// >>> touch = d2.manifold(ball, d2.Placed(ball, there))
/// >>> mass = d2.Mass.ball(1.0, 1.0)
/// >>> a, b, impulse = d2.bounce(d2.Body(here, mass, (3.0, 1.0)), d2.Body(there, mass), touch)
/// >>> a.velocity, b.velocity, impulse
/// ((0.0, 1.0), (3.0, 0.0), 3.0)
#[pyfunction]
#[pyo3(signature = (a, b, touch, *, restitution=1.0, friction=0.0))]
fn bounce(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::body_a)] a: Body,
    #[pyo3(from_py_with = arguments::body_b)] b: Body,
    touch: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = read::restitution)] restitution: f64,
    #[pyo3(from_py_with = read::friction)] friction: f64,
) -> PyResult<Py<PyAny>> {
    let touch = given::manifold(touch, "touch")?;
    let is_finite = |v: Vector| v.is_finite();
    let are_finite = touch
        .contacts()
        .iter()
        .all(|c| is_finite(c.point_a) && is_finite(c.point_b));
    if !(is_finite(touch.normal) && are_finite) {
        return Err(raise(Raised::argument("touch", "must be finite")));
    }
    if !(0.0..=1.0).contains(&restitution) {
        return Err(raise(Raised::argument("restitution", "must be from 0 to 1")));
    }
    if !(friction >= 0.0 && friction.is_finite()) {
        return Err(raise(Raised::argument(
            "friction",
            "must be finite and not negative",
        )));
    }
    let surface = Surface {
        restitution,
        friction,
    };
    let (mut a, mut b) = (a.native, b.native);
    let impulse = response::bounce(&mut a, &mut b, &touch, &surface);
    classes(py)?
        .bounce
        .call1(py, (Body { native: a }, Body { native: b }, impulse))
}

/// How far A and B have to move so that they no longer overlap, the lighter one further: two vectors. Zero if
/// they do not overlap, or if both are fixed.
///
/// >>> from clearance import d2
/// >>> crate, wall = d2.Box((1.0, 1.0)), d2.Box((0.5, 4.0)).at((1.25, 0.0))
/// >>> of_crate, of_wall = d2.part(d2.clearance(crate, wall), d2.Mass.without_turning(2.0), d2.Mass.fixed())
/// >>> of_crate[0], of_wall
/// (-0.25, (0.0, 0.0))
#[pyfunction]
fn part(
    py: Python<'_>,
    answer: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::mass_a)] mass_a: Mass,
    #[pyo3(from_py_with = arguments::mass_b)] mass_b: Mass,
) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
    let answer = given::clearance(answer, "answer")?;
    let [a, b] = response::part(&answer, &mass_a.native, &mass_b.native);
    let python = |v: Vector| Ok::<_, PyErr>(tuple(py, v)?.into_any().unbind());
    Ok((python(a)?, python(b)?))
}

/// Separates everything in a scene that overlaps, except sensors. What leaves one object may enter another,
/// so this is repeated until nothing overlaps or ``rounds`` are over. Returns ``Parted``.
///
/// ``masses`` is the ``Mass`` of all objects, or a dict from handles to masses; an object that is not in it
/// has the mass 1 and does not turn. Two fixed objects are left as they are. Raises what ``Scene.update`` and
/// ``clearance`` raise; what has moved by then stays moved.
///
/// >>> from clearance import d2
/// >>> scene = d2.Scene()
/// >>> crowd = scene.add_many(d2.Circle(1.0), [(0.5 * i, 0.0) for i in range(10)])
/// >>> d2.part_all(scene, rounds=1000).left
/// 0
/// >>> scene.update()
/// >>> len(scene.pairs())
/// 0
#[pyfunction]
#[pyo3(signature = (scene, rounds=100, masses=None))]
fn part_all(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::scene)] scene: Py<Scene>,
    #[pyo3(from_py_with = read::rounds)] rounds: usize,
    masses: Option<&Bound<'_, PyAny>>,
) -> PyResult<Py<PyAny>> {
    let masses = Masses::read(masses)?;
    let parted = scene.get().shared.change(py, |native| {
        response::part_all(native, rounds, |object| masses.of(object.handle()))
    })?;
    let parted = parted.map_err(raise)?;
    classes(py)?.parted.call1(py, (parted.rounds, parted.left))
}

/// The masses of the objects of a scene.
struct Masses {
    of_others: NativeMass<Vector>,
    by_handle: HashMap<u64, NativeMass<Vector>>,
}

impl Masses {
    fn read(given: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let mut masses = Self {
            of_others: NativeMass::without_turning(1.0).map_err(raise)?,
            by_handle: HashMap::new(),
        };
        let Some(given) = given else { return Ok(masses) };
        if let Ok(mass) = given.cast::<Mass>() {
            masses.of_others = mass.get().native;
            return Ok(masses);
        }
        let refused = |given: &Bound<'_, PyAny>| {
            Name::from("masses").wrong_type("a Mass, or a dict from handles to masses", &short(given))
        };
        for (handle, mass) in given.cast::<PyDict>().map_err(|_| refused(given))? {
            let mass = mass.cast::<Mass>().map_err(|_| refused(&mass))?.get().native;
            masses.by_handle.insert(read::handle(&handle)?, mass);
        }
        Ok(masses)
    }
    fn of(&self, handle: Handle) -> NativeMass<Vector> {
        *self.by_handle.get(&handle.to_bits()).unwrap_or(&self.of_others)
    }
}

/// Keeps an object with this box and this velocity inside a room, axis by axis, however far out it is.
/// Returns ``Kept``: the way back into the room, and the velocity from then on.
///
/// ``walls`` is ``"reflect"``: as by a mirror; ``"wrap"``: when its centre has left, it enters again through
/// the opposite wall; or ``"clamp"``: it stops at the wall, and loses the velocity into it. An object that is
/// too large for the room along an axis is put in the middle of that axis.
///
/// >>> from clearance import d2
/// >>> room, ball = [(0.0, 0.0), (10.0, 10.0)], [(9.0, 4.0), (11.0, 6.0)]
/// >>> d2.keep_inside(room, ball, (3.0, 1.0))
/// Kept(shift=(-2.0, 0.0), velocity=(-3.0, 1.0))
#[pyfunction]
#[pyo3(signature = (room, aabb, velocity, walls=Walls::Reflect), text_signature = "(room, aabb, velocity, walls='reflect')")]
fn keep_inside(
    py: Python<'_>,
    room: &Bound<'_, PyAny>,
    aabb: &Bound<'_, PyAny>,
    velocity: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = walls_of)] walls: Walls,
) -> PyResult<Py<PyAny>> {
    let (room, aabb) = (given::aabb(room, "room")?, given::aabb(aabb, "aabb")?);
    let kept = walls.keep(&room, &aabb, given::finite(velocity, "velocity")?);
    classes(py)?
        .kept
        .call1(py, (tuple(py, kept.shift)?, tuple(py, kept.velocity)?))
}

fn walls_of(given: &Bound<'_, PyAny>) -> PyResult<Walls> {
    let word = given.cast::<PyString>().ok().and_then(|word| word.to_str().ok());
    match word {
        Some("reflect") => Ok(Walls::Reflect),
        Some("wrap") => Ok(Walls::Wrap),
        Some("clamp") => Ok(Walls::Clamp),
        _ => Err(Name::from("walls").wrong("one of 'reflect', 'wrap', 'clamp'", &short(given))),
    }
}
