//! The four spaces. Each question is compiled with this library for each of them.

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::borders::{border2, border3};
use super::error::{MeasureError, Unmeasured, Which};
use super::triangle_pairs::{TriangleMeetings, meetings_of};
use crate::measure::common::{CommonPart, common_of};
use crate::measure::mass::{MassProperties, mass_of, mass2, mass3};
use crate::pair::PairSpace;
use crate::shape::{AnyShape, Border, Parts, Placed};

/// A space whose solids are measured: every one of the four.
pub trait MeasureSpace: PairSpace {
    /// What [`common`](crate::measure::common) answers.
    #[doc(hidden)]
    fn common(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<CommonPart<Self>, MeasureError>;
    /// What [`mass_properties`](super::mass_properties) answers.
    #[doc(hidden)]
    fn mass(shape: Placed<'_, Self>) -> Result<MassProperties<Self>, MeasureError>;
    /// What [`triangle_pairs`](super::triangle_pairs) answers.
    #[doc(hidden)]
    fn triangle_pairs(
        a: Placed<'_, Self>,
        b: Placed<'_, Self>,
        with_segments: bool,
    ) -> Result<TriangleMeetings<Self>, MeasureError>;
}

/// The triangles of a shape, in their order.
fn triangles<V: PairSpace>(shape: &V::Shape) -> Result<&dyn Border<V>, Unmeasured> {
    let facets = shape.parts().and_then(Parts::facets);
    facets.filter(|_| V::DIM == 3).ok_or(Unmeasured::NoTriangles)
}

macro_rules! impl_measure_space {
    ($($v:ty: $border:ident, $mass:ident);+) => { $(
        impl MeasureSpace for $v {
            fn common(
                a: Placed<'_, Self>,
                b: Placed<'_, Self>,
            ) -> Result<CommonPart<Self>, MeasureError> {
                let first = $border(a.shape).map_err(|e| e.of(Which::A))?;
                let second = $border(b.shape).map_err(|e| e.of(Which::B))?;
                common_of((a, first.get()), (b, second.get()))
            }
            fn mass(shape: Placed<'_, Self>) -> Result<MassProperties<Self>, MeasureError> {
                mass_of(shape, $mass).map_err(|e| e.of(Which::A))
            }
            fn triangle_pairs(
                a: Placed<'_, Self>,
                b: Placed<'_, Self>,
                with_segments: bool,
            ) -> Result<TriangleMeetings<Self>, MeasureError> {
                let first = triangles::<Self>(a.shape).map_err(|e| e.of(Which::A))?;
                let second = triangles::<Self>(b.shape).map_err(|e| e.of(Which::B))?;
                Ok(meetings_of((a, first), (b, second), with_segments))
            }
        }
    )+ };
}
impl_measure_space!(
    Vec2: border2, mass2; DVec2: border2, mass2; Vec3: border3, mass3; DVec3: border3, mass3
);
