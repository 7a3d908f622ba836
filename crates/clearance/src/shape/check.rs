//! The checks that constructors have in common.

use super::error::{Fault, Field, InvalidShape};
use crate::math::{Real, Vector};

pub(crate) fn finite<S: Real>(name: &'static str, x: S) -> Result<S, InvalidShape> {
    if !x.is_finite() {
        return Err(InvalidShape::new(name, Fault::NotFinite));
    }
    if x.abs() > S::LARGEST_COORDINATE {
        return Err(InvalidShape::new(name, Fault::TooLarge));
    }
    Ok(x)
}

pub(crate) fn positive<S: Real>(name: &'static str, x: S) -> Result<S, InvalidShape> {
    if finite(name, x)? <= S::ZERO {
        return Err(InvalidShape::new(name, Fault::NotPositive));
    }
    Ok(x)
}

pub(crate) fn not_negative<S: Real>(name: &'static str, x: S) -> Result<S, InvalidShape> {
    if finite(name, x)? < S::ZERO {
        return Err(InvalidShape::new(name, Fault::Negative));
    }
    Ok(x)
}

pub(crate) fn not_zero<S: Real>(name: &'static str, x: S) -> Result<S, InvalidShape> {
    if finite(name, x)? == S::ZERO {
        return Err(InvalidShape::new(name, Fault::Zero));
    }
    Ok(x)
}

/// A point: every coordinate finite and not too large.
pub(crate) fn point<V: Vector>(field: Field, p: V) -> Result<V, InvalidShape> {
    for i in 0..V::DIM {
        finite(field.name, p.get(i)).map_err(|e| e.in_field(field))?;
    }
    Ok(p)
}

/// A vector whose components all pass `check`; the error names the component.
pub(crate) fn components<V: Vector>(
    name: &'static str,
    v: V,
    check: impl Fn(&'static str, V::Scalar) -> Result<V::Scalar, InvalidShape>,
) -> Result<V, InvalidShape> {
    for i in 0..V::DIM {
        check(name, v.get(i)).map_err(|e| e.in_field(Field::at(name, i)))?;
    }
    Ok(v)
}

/// A list of at least `least` points, each of which passes [`point`].
pub(crate) fn points<V: Vector>(name: &'static str, list: &[V], least: usize) -> Result<(), InvalidShape> {
    if list.len() < least {
        return Err(InvalidShape::new(name, Fault::too_few(least, list.len())));
    }
    list.iter()
        .enumerate()
        .try_for_each(|(i, &p)| point(Field::at(name, i), p).map(drop))
}
