//! Answers that are given back, to be checked or acted on: named tuples of `clearance._answers`.

use clearance::math::Aabb;
use clearance::pair::{Clearance, Contact, DepthKind, FeatureId, Manifold};
use pyo3::prelude::*;
use pyo3::types::PyAnyMethods;

use super::Vector;
use super::arguments::each;
use crate::arrays::vector;
use crate::errors::{Raised, raise};
use crate::numbers::{Name, instead, number, short, whole};

/// A field of a named tuple; `wanted` is what the argument must be.
fn part<'py>(
    given: &Bound<'py, PyAny>,
    field: &str,
    part: &str,
    wanted: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let refused = || Name::from(field).wrong_type(wanted, &short(given));
    given
        .getattr(part)
        .map_err(|error| instead(given.py(), error, refused))
}

/// A vector of finite or infinite numbers, as the answer has them.
fn vector_of(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vector> {
    vector(given, field).map(Vector::from_array)
}

/// A vector of finite numbers.
pub fn finite(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Vector> {
    let vector = vector_of(given, field)?;
    let refused = || raise(Raised::argument(field, "must be finite"));
    vector.is_finite().then_some(vector).ok_or_else(refused)
}

/// The argument `answer`, a `Clearance`.
pub fn clearance(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Clearance<Vector>> {
    let part = |name: &str| part(given, field, name, "a Clearance");
    let is_local = part("depth_kind")?.eq("local")?;
    Ok(Clearance {
        distance: number(&part("distance")?, "distance")?,
        normal: vector_of(&part("normal")?, "normal")?,
        point_a: vector_of(&part("point_a")?, "point_a")?,
        point_b: vector_of(&part("point_b")?, "point_b")?,
        depth_kind: if is_local {
            DepthKind::Local
        } else {
            DepthKind::Exact
        },
    })
}

/// A `Manifold`.
pub fn manifold(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Manifold<Vector>> {
    let wanted = "a Manifold";
    let mut manifold = Manifold::new(vector_of(&part(given, field, "normal", wanted)?, "normal")?);
    for (i, item) in each(&part(given, field, "contacts", wanted)?, "contacts")?.enumerate() {
        if i == 4 {
            return Err(raise(Raised::argument("contacts", "must be at most 4").at(i)));
        }
        manifold.push(contact(&item?)?);
    }
    Ok(manifold)
}

fn contact(given: &Bound<'_, PyAny>) -> PyResult<Contact<Vector>> {
    let part = |name: &str| part(given, "contacts", name, "a Contact");
    Ok(Contact {
        point_a: vector_of(&part("point_a")?, "point_a")?,
        point_b: vector_of(&part("point_b")?, "point_b")?,
        clearance: number(&part("clearance")?, "clearance")?,
        feature: FeatureId {
            a: whole(&part("feature_a")?, "feature_a")?,
            b: whole(&part("feature_b")?, "feature_b")?,
        },
    })
}

/// A box: an `Aabb`, or its lower and upper corner.
pub fn aabb(given: &Bound<'_, PyAny>, field: &str) -> PyResult<Aabb<Vector>> {
    let corners = each(given, field)?.collect::<PyResult<Vec<_>>>()?;
    let [min, max] = <[_; 2]>::try_from(corners)
        .map_err(|_| Name::from(field).wrong("a lower and an upper corner", &short(given)))?;
    let (min, max) = (finite(&min, field)?, finite(&max, field)?);
    if (max - min).min_element() < 0.0 {
        return Err(raise(Raised::argument(
            field,
            "the upper corner is below the lower one",
        )));
    }
    Ok(Aabb { min, max })
}
