//! The macros that write the classes of the kinds of shapes.

/// The class of one kind of shape, its constructor and its properties:
///
/// ```ignore
/// kind!(Circle, (radius), (radius: f64) -> Kind::circle(radius); radius: f64 = Kind::Circle(ball) => ball.radius());
/// ```
macro_rules! kind {
    ($(#[$doc:meta])* $class:ident, $signature:tt, ($($(#[$read:meta])* $argument:ident: $given:ty),*) -> $made:expr;
     $($(#[$about:meta])* $field:ident: $type:ty = $pattern:pat => $value:expr);* $(;)?) => {
        $(#[$doc])*
        #[pyclass(frozen, extends = Shape)]
        pub struct $class;

        #[pymethods]
        impl $class {
            #[new]
            #[pyo3(signature = $signature)]
            fn new($($(#[$read])* $argument: $given),*) -> PyResult<PyClassInitializer<Self>> {
                made($made, Self)
            }
            $($(#[$about])*
            #[getter]
            fn $field(slf: PyRef<'_, Self>) -> PyResult<$type> {
                match slf.as_super().inner.as_ref() {
                    $pattern => Ok($value),
                    other => Err(other_kind(other)),
                }
            })*
        }
    };
}
pub(in super::super::super) use kind;

/// `wrap` and `register` for all kinds of a dimension, besides the point.
macro_rules! all_kinds {
    ($($kind:ident),+) => {
        /// A shape as an instance of the class of its kind.
        pub fn wrap(py: Python<'_>, inner: Arc<Kind>) -> PyResult<Py<PyAny>> {
            match inner.as_ref() {
                Kind::Point => of_class(py, Point, Arc::clone(&inner)),
                $(Kind::$kind(_) => of_class(py, $kind, Arc::clone(&inner)),)+
                other => Err(other_kind(other)),
            }
        }

        /// Adds the classes of all kinds.
        pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
            module.add_class::<Point>()?;
            $(module.add_class::<$kind>()?;)+
            Ok(())
        }
    };
}
pub(in super::super::super) use all_kinds;

/// The example of a docstring: what is typed and what it answers, in the plane and in space.
macro_rules! example {
    ($plane:literal, $space:literal) => {
        concat!(
            in_this_dimension!(
                ">>> from clearance import d2\n>>> ",
                ">>> from clearance import d3\n>>> "
            ),
            in_this_dimension!($plane, $space)
        )
    };
}
pub(super) use example;
