//! The four spaces. Each question is compiled with this library for each of them.

use alloc::vec::Vec;

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::borders::{SolidBorder, border2, border3};
use super::error::{MeasureError, Unmeasured, Which};
use super::triangle_pairs::{TriangleMeetings, meetings_of};
use crate::measure::common::{CommonMesh, CommonPart, common_mesh_of, common_of, common_rings_of};
use crate::measure::mass::{MassProperties, mass_of, mass2, mass3};
use crate::pair::PairSpace;
use crate::shape::{AnyShape, Border, Parts, Placed};

/// A space whose solids are measured: every one of the four.
pub trait MeasureSpace: PairSpace {
    /// What [`common`](crate::measure::common) answers.
    #[doc(hidden)]
    fn common(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<CommonPart<Self>, MeasureError>;
    /// What [`common_mesh`](crate::measure::common_mesh) answers.
    #[doc(hidden)]
    fn common_mesh(a: Placed<'_, Self>, b: Placed<'_, Self>) -> Result<CommonMesh<Self>, MeasureError>;
    /// What [`common_rings`](crate::measure::common_rings) answers.
    #[doc(hidden)]
    fn common_rings(a: Placed<'_, Self>, b: Placed<'_, Self>)
    -> Result<Vec<Vec<Self::Double>>, MeasureError>;
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

/// The borders of two solids.
fn borders<'a, V: PairSpace>(
    [a, b]: [Placed<'a, V>; 2],
    border: impl Fn(&'a V::Shape) -> Result<SolidBorder<'a, V>, Unmeasured>,
) -> Result<[SolidBorder<'a, V>; 2], MeasureError> {
    let first = border(a.shape).map_err(|e| e.of(Which::A))?;
    let second = border(b.shape).map_err(|e| e.of(Which::B))?;
    Ok([first, second])
}

macro_rules! impl_measure_space {
    ($($v:ty: $border:ident, $mass:ident);+) => { $(
        impl MeasureSpace for $v {
            fn common(
                a: Placed<'_, Self>,
                b: Placed<'_, Self>,
            ) -> Result<CommonPart<Self>, MeasureError> {
                let borders = borders([a, b], $border)?;
                common_of((a, borders[0].get()), (b, borders[1].get()))
            }
            fn common_mesh(
                a: Placed<'_, Self>,
                b: Placed<'_, Self>,
            ) -> Result<CommonMesh<Self>, MeasureError> {
                let borders = borders([a, b], $border)?;
                common_mesh_of((a, borders[0].get()), (b, borders[1].get()))
            }
            fn common_rings(
                a: Placed<'_, Self>,
                b: Placed<'_, Self>,
            ) -> Result<Vec<Vec<Self::Double>>, MeasureError> {
                let borders = borders([a, b], $border)?;
                common_rings_of((a, borders[0].get()), (b, borders[1].get()))
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
