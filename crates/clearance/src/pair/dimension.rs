//! One body of code for the plane and space, where the number of coordinates is a constant.

/// Calls a function that is generic over a space and its number of dimensions: `in_dimension!(V, f(a, b))` is
/// `f::<V, 2>(a, b)` in the plane and `f::<V, 3>(a, b)` in space.
macro_rules! in_dimension {
    ($space:ty, $function:ident($($argument:expr),* $(,)?)) => {
        // Of a match on a constant rustc compiles only the arm that is taken; of an if, both branches.
        match <$space>::DIM {
            2 => $function::<$space, 2>($($argument),*),
            _ => $function::<$space, 3>($($argument),*),
        }
    };
}
pub(super) use in_dimension;
