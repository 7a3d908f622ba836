//! Checks of answers, for callers who do not want to trust the code that found them.

use clearance::Relation;
use clearance::pair::{self, Shown, Verified};
use pyo3::prelude::*;

use super::super::placed::ShapeAndPose;
use super::super::{arguments, given};
use crate::answers::classes;
use crate::errors::raise;
use crate::numbers::{Name, short};
use crate::read;

/// Adds the functions of this module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(verify, module)?)?;
    module.add_function(wrap_pyfunction!(verify_manifold, module)?)?;
    module.add_function(wrap_pyfunction!(verify_relation, module)?)
}

/// Checks an answer of ``clearance`` against the shapes, claim by claim, and returns how each is shown: a
/// ``Verified``. Raises ``WrongAnswer``, which says what is wrong.
///
/// Another answer that is as right, such as another of several closest points, passes where the claims can be
/// shown without asking again. A right answer may be refused where a shape is larger than the distance by
/// more than 2^20; this is rare.
///
/// >>> from clearance import d2, WrongAnswer
/// >>> a, b = d2.Box((1.0, 1.0)), d2.Circle(1.0).at((0.5, 3.0))
/// >>> answer = d2.clearance(a, b)
/// >>> d2.verify(answer, a, b).is_proven
/// True
/// >>> try:
/// ...     d2.verify(answer._replace(distance=1.5), a, b)
/// ... except WrongAnswer as error:
/// ...     print(error)
/// answer: point_b - point_a is not distance * normal
#[pyfunction]
fn verify(
    py: Python<'_>,
    answer: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let answer = given::clearance(answer, "answer")?;
    let checked = py.detach(|| pair::verify(&answer, a.placed(), b.placed()));
    verified_to_python(py, &checked.map_err(raise)?)
}

/// Checks an answer of ``manifold`` for this margin: each contact has one point in A and one in B, apart by
/// its clearance along the normal, and the deepest is as deep as the two shapes are. Returns a ``Verified``;
/// raises ``WrongAnswer``.
///
/// How widely the contacts span what two faces have in common is not checked. For an empty manifold the
/// distance is asked again, and its normal is not checked.
///
/// >>> from clearance import d2
/// >>> a, b = d2.Box((1.0, 1.0)), d2.Box((1.0, 1.0)).at((0.5, 1.75))
/// >>> d2.verify_manifold(d2.manifold(a, b), a, b).is_proven
/// True
#[pyfunction]
#[pyo3(signature = (answer, a, b, margin=0.0))]
fn verify_manifold(
    py: Python<'_>,
    answer: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
    #[pyo3(from_py_with = read::margin)] margin: f64,
) -> PyResult<Py<PyAny>> {
    let answer = given::manifold(answer, "answer")?;
    let checked = py.detach(|| pair::verify_manifold(&answer, margin, a.placed(), b.placed()));
    verified_to_python(py, &checked.map_err(raise)?)
}

/// Checks an answer of ``relation``: finds a proof, and checks that by itself. Returns how it is shown, a
/// ``Shown``; raises ``WrongAnswer``.
///
/// >>> from clearance import d2
/// >>> d2.verify_relation("touching", d2.Circle(1.0), d2.Circle(1.0).at((2.0, 0.0)))
/// <Shown.EXACTLY: 'exactly'>
#[pyfunction]
fn verify_relation(
    py: Python<'_>,
    answer: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = arguments::a)] a: ShapeAndPose,
    #[pyo3(from_py_with = arguments::b)] b: ShapeAndPose,
) -> PyResult<Py<PyAny>> {
    let is_it = |relation: &Relation| answer.eq(relation.as_str()).unwrap_or(false);
    let refused = || Name::from("answer").wrong("a Relation", &short(answer));
    let relation = Relation::ALL.into_iter().find(is_it).ok_or_else(refused)?;
    let shown = py.detach(|| pair::verify_relation(relation, a.placed(), b.placed()));
    Ok(classes(py)?.shown(py, shown.map_err(raise)?))
}

fn verified_to_python(py: Python<'_>, verified: &Verified) -> PyResult<Py<PyAny>> {
    let classes = classes(py)?;
    let shown = |shown: Shown| classes.shown(py, shown);
    classes.verified.call1(
        py,
        (
            shown(verified.sign),
            shown(verified.points),
            shown(verified.distance),
            shown(verified.normal),
            verified.shortest.map(shown),
            verified.bound,
        ),
    )
}
