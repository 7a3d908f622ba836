//! The end of a straight sweep of two cores, in exact arithmetic: shapes that graze meet at the exact time,
//! and shapes that miss narrowly miss.
//!
//! The general search (`newton.rs`) ends where the rest of the gap is within a tolerance. While the gap
//! closes, that is next to nothing in time, but near a graze the gap is proportional to the square of the
//! time left: the answer came early by 1e-6 of the motion in `f64`, by 3e-3 in `f32`. So the end is searched
//! again from the time up to which the two are proven apart, by closed forms that are proven in integers
//! (`exact/motion/first_contact.rs`).
//!
//! Vertices of turned shapes are not those of `relation`, which are rounded to floats: a unit in the last
//! place is some 1e-8 of the motion at a graze. They are computed to 160 bits, and the remaining error is
//! added to the radius.

use alloc::vec::Vec;

use crate::cast::decided::{Decided, Filtered};
use crate::cast::sweep::approach::Approach;
use crate::cast::sweep::hit::Hit;
use crate::exact::Dyadic;
use crate::exact::filter::Reach;
use crate::exact::motion::first_contact::FirstContact;
use crate::exact::motion::straight_sweep::StraightSweep;
use crate::exact::number::round;
use crate::exact::place::{ExactFrame, ExactPoint};
use crate::math::{Real, ScalarOf, magnitude};
use crate::pair::PairSpace;
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// The error of a turned vertex, as a power of two of its reach: vertices are rounded to 160 bits, sines to
/// 200.
const OFF: i64 = -140;

/// The first meeting after a time, when the two are apart, and up to `limit`; `None` where exact arithmetic
/// cannot help.
pub(crate) fn first<V: PairSpace>(
    two: &Approach<'_, V>,
    after: V::Scalar,
    limit: V::Scalar,
) -> Filtered<Hit<V>> {
    if two.turns() {
        return None;
    }
    match V::DIM {
        2 => first_in::<V, 2>(two, after, limit),
        _ => first_in::<V, 3>(two, after, limit),
    }
}

fn first_in<V: PairSpace, const D: usize>(
    two: &Approach<'_, V>,
    after: V::Scalar,
    limit: V::Scalar,
) -> Filtered<Hit<V>> {
    let (a, b) = (core::<V, D>(&two.a.start)?, core::<V, D>(&two.b.start)?);
    let exact = |v: V, i: usize| Dyadic::from_real(v.get(i));
    let way = two.way();
    let passage = StraightSweep::new(
        a,
        b,
        &core::array::from_fn(|i| exact(way, i).plus(&exact(two.lost, i))),
    );
    match passage.first_contact(after.to_f64(), limit.to_f64())? {
        FirstContact::Never => Some(Decided::Miss),
        FirstContact::At(time, normal, nearest) => {
            let [normal, point] = passage.witness(&normal, &nearest);
            let vector = |v: [f64; D]| V::from_fn(|i| round::to_real(v[i]));
            Some(Decided::Hit(Hit {
                is_resolved: true,
                time: time.floor(),
                normal: vector(normal),
                point: vector(point),
            }))
        }
    }
}

/// The vertices of a placed core, and its radius.
fn core<V: ShapeSpace, const D: usize>(shape: &Placed<'_, V>) -> Option<(Vec<ExactPoint<D>>, Dyadic)> {
    let core = shape.shape.core()?;
    let placement = ExactFrame::<D>::new(&shape.place);
    let points = core.vertices.iter().map(|&v| placement.fine_point(v)).collect();
    let radius = placement.radius(core.added.iter().copied().chain([core.own_radius]));
    if !placement.is_turned() {
        return Some((points, radius));
    }
    let extent = core.vertices.iter().fold(V::ZERO, |most, v| most.max(v.abs()));
    let reach = Reach::new(&shape.place, magnitude(extent));
    let off = (reach.length * reach.poses).max(ScalarOf::<V>::MIN_POSITIVE);
    off.is_finite().then(|| {
        let off = Dyadic::from_real(off);
        (
            points,
            radius.plus(&Dyadic::new(off.mantissa, off.exponent + OFF)),
        )
    })
}
