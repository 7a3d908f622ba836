//! `Scene.sweep_step`: a step in which nothing tunnels.

use clearance::cast::Motion as NativeMotion;
use clearance::scene::{Handle, Meeting, SceneError, Travel};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::super::ask::query::sweep_hit_to_python;
use super::super::motion::Motions;
use super::super::{Vector, arguments};
use super::{Native, Scene, handles};
use crate::answers::classes;
use crate::errors::{Raised, raise, raise_at};
use crate::read;
use crate::threads::Threads;

/// How an object travels, from its word.
type Kind = fn(NativeMotion<Vector>) -> Travel<Vector>;

fn kind(given: &Bound<'_, PyAny>) -> PyResult<Kind> {
    match read::kinds(given)? {
        "swept" => Ok(Travel::Swept),
        "slide" => Ok(Travel::Slide),
        "free" => Ok(Travel::Free),
        _ => Err(raise(Raised::argument(
            "kinds",
            "must be one of 'swept', 'slide', 'free'",
        ))),
    }
}

/// The kinds of travel: one for all objects, or one for each.
enum Kinds {
    All(Kind),
    Each(Vec<Kind>),
}

impl Kinds {
    const SWEPT: Self = Self::All(Travel::Swept);

    /// From a word, or a list of words.
    fn read(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if given.is_instance_of::<PyString>() {
            return kind(given).map(Self::All);
        }
        let words = arguments::each(given, "kinds")?;
        words
            .map(|word| kind(&word?))
            .collect::<PyResult<_>>()
            .map(Self::Each)
    }
    fn of(self, count: usize) -> PyResult<Vec<Kind>> {
        match self {
            Self::All(kind) => Ok(vec![kind; count]),
            Self::Each(kinds) => one_for_each("kinds", kinds.len(), count).map(|()| kinds),
        }
    }
}

fn one_for_each(field: &str, found: usize, count: usize) -> PyResult<()> {
    if found == count {
        return Ok(());
    }
    let message = format_args!("must be {count}, one for each handle");
    Err(raise(Raised::argument(field, message)))
}

/// The motions: one for all objects, or a row for each.
fn motions(given: &Bound<'_, PyAny>, count: usize) -> PyResult<Vec<NativeMotion<Vector>>> {
    let motions = Motions::read(given, "motions")?;
    one_for_each("motions", motions.count().unwrap_or(count), count)?;
    Ok((0..count).map(|i| *motions.get(i)).collect())
}

/// The travels, in the order of the handles.
struct Travels(Vec<(Handle, Travel<Vector>)>);

impl Travels {
    fn read(
        handles: &Bound<'_, PyAny>,
        motions: &Bound<'_, PyAny>,
        kinds: Kinds,
    ) -> PyResult<(Vec<Handle>, Self)> {
        let names = self::handles(handles)?;
        let (motions, kinds) = (self::motions(motions, names.len())?, kinds.of(names.len())?);
        let travels = motions.into_iter().zip(kinds).map(|(motion, kind)| kind(motion));
        let mut all: Vec<_> = (0..).zip(names.iter().copied().zip(travels)).collect();
        // The sort is stable: of two entries with the same handle, the later one comes second.
        all.sort_by_key(|(_, (handle, _))| *handle);
        if let Some(two) = all.windows(2).find(|two| two[0].1.0 == two[1].1.0) {
            let twice = Raised::argument("handles", "an object is named twice");
            return Err(raise(twice.at(two[1].0)));
        }
        Ok((names, Self(all.into_iter().map(|(_, travel)| travel).collect())))
    }
    fn of(&self, handle: Handle) -> Travel<Vector> {
        let found = self.0.binary_search_by_key(&handle, |&(handle, _)| handle);
        found.map_or(Travel::Still, |i| self.0[i].1)
    }
}

type Found = Result<Vec<Meeting<Vector>>, (Option<usize>, SceneError)>;

fn step(native: &mut Native, names: &[Handle], travels: &Travels, stop: &(dyn Fn() -> bool + Sync)) -> Found {
    if let Some(i) = names.iter().position(|handle| native.get(*handle).is_none()) {
        return Err((Some(i), SceneError::NoSuchObject));
    }
    let met = native.sweep_step_unless(|object| travels.of(object.handle()), stop);
    met.map_err(|error| (None, error))
}

#[pymethods]
impl Scene {
    /// Moves objects by one step in which nothing tunnels; objects that are not named do not move. Returns a
    /// list of ``Meeting`` in the order of time, each pair once. The lists of pairs change with the next
    /// ``update``.
    ///
    /// ``handles`` has shape (n,). ``motions`` is a ``Motion`` for all, or has a row for each: how far the
    /// object moves in the step, and optionally how far it turns about its position, in radians: shape (n, 2)
    /// or (n, 3) in the plane, (n, 3) or (n, 6) in space. ``kinds`` is a word for all, or one for each:
    ///
    /// - ``"swept"`` stops before the first object that it meets.
    /// - ``"slide"`` slides along what it meets, with the rest of its straight motion.
    /// - ``"free"`` moves all the way, through everything.
    ///
    /// After the step, an object that is swept or slides overlaps nothing, by the exact relation, that it did
    /// not overlap before, except objects that are free; nor has it passed through anything. A touch at the
    /// start does not stop a motion that separates or slides; an overlap at the start stops a motion that
    /// would make it deeper. Sensors stop nothing.
    ///
    /// Raises ``NoSuchObject`` for an unknown handle, and ``InvalidArgument`` for a handle that is named
    /// twice or a motion that is not finite, each with the index; ``InvalidPose`` or ``InvalidArgument`` if
    /// an object leaves the supported range, and ``UnsupportedPair`` as ``sweep`` does. Then nothing has
    /// moved. Nothing has moved either if a signal handler raises an exception before the end, as Ctrl-C
    /// does.
    ///
    /// >>> from clearance import d2
    /// >>> scene = d2.Scene()
    /// >>> bullet = scene.add(d2.Circle(0.5))
    /// >>> pane = scene.add(d2.Box((0.125, 2.0)).at((7.125, 0.0)))
    /// >>> for _ in range(100):  # however long it presses
    /// ...     met = scene.sweep_step([bullet], [(900.0, 0.0)])
    /// >>> (met[0].a, met[0].b) == (bullet, pane), 6.5 - 1e-8 < scene.pose(bullet).position[0] < 6.5
    /// (True, True)
    /// >>> met = scene.sweep_step([bullet], [(900.0, 1.0)], "slide")
    /// >>> x, y = scene.pose(bullet).position
    /// >>> x < 6.5, round(y, 6)  # up along the pane
    /// (True, 1.0)
    #[pyo3(
        signature = (handles, motions, kinds=Kinds::SWEPT),
        text_signature = "($self, handles, motions, kinds='swept')"
    )]
    fn sweep_step(
        &self,
        py: Python<'_>,
        handles: &Bound<'_, PyAny>,
        motions: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = Kinds::read)] kinds: Kinds,
    ) -> PyResult<Vec<Py<PyAny>>> {
        let (names, travels) = Travels::read(handles, motions, kinds)?;
        let found = self.shared.change(py, |native| {
            Threads::One.watched(|stop| step(native, &names, &travels, stop))
        })?;
        let met = found?.map_err(|(i, error)| i.map_or_else(|| raise(error), |i| raise_at(i)(error)))?;
        let to_python = |meeting: &Meeting<Vector>| {
            let hit = sweep_hit_to_python(py, &meeting.hit)?;
            let pair = [meeting.a, meeting.b].map(Handle::to_bits);
            classes(py)?.meeting.call1(py, (pair[0], pair[1], hit))
        };
        met.iter().map(to_python).collect()
    }
}
