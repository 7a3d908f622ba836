//! Vectors, poses and motions from numbers.

use clearance::cast::Motion;
use clearance::math::Pose;
pub use clearance_js_many::{AsNumbers, vector};

use crate::error::{Answer, Problem};
use crate::exchange;

/// Vectors from numbers, component after component.
pub fn vectors<V: AsNumbers>(field: &str, numbers: &[f64]) -> Answer<Vec<V>> {
    if !numbers.len().is_multiple_of(V::DIM) {
        return Err(Problem::ragged(field, V::DIM));
    }
    Ok(numbers.chunks(V::DIM).map(vector).collect())
}

/// A pose from its numbers, without scale or followed by one.
pub fn pose<V: AsNumbers>(numbers: &[f64]) -> Answer<Pose<V>> {
    let pose = Pose::new(vector(numbers), V::rotation(&numbers[V::DIM..]))?;
    match numbers.get(V::POSE) {
        Some(&scale) if scale != 1.0 => Ok(pose.scaled(scale)?),
        _ => Ok(pose),
    }
}

/// The pose at an index of the exchange array; `name` is the name of the argument.
pub fn read_pose<V: AsNumbers>(place: usize, name: &str) -> Answer<Pose<V>> {
    let numbers: [f64; exchange::POSE] = exchange::read(place);
    pose(&numbers[..V::POSE + 1]).map_err(|problem| problem.within(name))
}

/// Poses without scale, one after the other.
pub fn poses<V: AsNumbers>(field: &str, numbers: &[f64]) -> Answer<Vec<Pose<V>>> {
    if !numbers.len().is_multiple_of(V::POSE) {
        return Err(Problem::ragged(field, V::POSE));
    }
    let each = numbers.chunks(V::POSE).enumerate();
    each.map(|(i, numbers)| pose(numbers).map_err(|problem| problem.of(field, i)))
        .collect()
}

/// The motion at an index of the exchange array: the displacement, then the rotation.
pub fn read_motion<V: AsNumbers>(place: usize) -> Motion<V> {
    let numbers: [f64; 6] = exchange::read(place);
    Motion {
        linear: vector(&numbers),
        angular: V::angular(&numbers[V::DIM..]),
    }
}

/// Two points, one after the other.
pub fn ends<V: AsNumbers>(numbers: &[f64]) -> Answer<[V; 2]> {
    match vectors(field_of_ends(), numbers)?.as_slice() {
        [a, b] => Ok([*a, *b]),
        _ => Err(Problem::new(
            "invalid_shape",
            field_of_ends(),
            "must be two points",
        )),
    }
}

const fn field_of_ends() -> &'static str {
    "ends"
}

/// The numbers of vectors, component after component.
pub fn numbers<V: AsNumbers>(vectors: impl IntoIterator<Item = V>) -> Vec<f64> {
    let components = |v: V| (0..V::DIM).map(move |i| v.get(i));
    vectors.into_iter().flat_map(components).collect()
}
