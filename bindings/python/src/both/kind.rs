//! `kind!`: the class of one kind of shape, its constructor and what can be read from it.

/// `kind!(Circle, (radius), (radius: f64) -> Kind::circle(radius); radius: f64 = Kind::Circle(ball) => ball.radius());`
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
pub(super) use kind;
