//! The end of a straight sweep of two cores, in exact arithmetic: what grazes meets at its time, what passes
//! passes.
//!
//! The general search (`approach.rs`) ends where what is left of the gap is below a slack. That is as good as
//! nothing in time while the gap closes, but near a graze it goes with the square of the time left: the
//! answer came early by 1e-6 of the motion in `f64`, by 3e-3 in `f32`. So the end is looked for once more,
//! from where the search has proven the two apart, by closed forms that are proven in integers
//! (`exact/motion/first_meeting.rs`).
//!
//! Vertices that a rotation has placed are not those of `relation`, rounded to floats: a unit in the last
//! place is some 1e-8 of the motion at a graze. They are taken to 160 bits, and what is off then is added to
//! the radius.

use alloc::vec::Vec;

use super::approach::{Approach, Hit};
use crate::exact::Dyadic;
use crate::exact::filter::Reach;
use crate::exact::motion::first_meeting::Meeting;
use crate::exact::motion::passage::Passage;
use crate::exact::number::round;
use crate::exact::place::{ExactFrame, ExactPoint};
use crate::math::{Real, ScalarOf, magnitude};
use crate::pair::PairSpace;
use crate::shape::{AnyShape, Placed, ShapeSpace};

/// Part of its reach, as a power of two, by which a turned vertex may be off: roundings to 160 bits, sines to
/// 200.
const OFF: i64 = -140;

/// The first meeting after a time, when the two are apart, and up to `limit`; `None` where exact arithmetic
/// is of no help.
pub(crate) fn first<V: PairSpace>(
    two: &Approach<'_, V>,
    after: V::Scalar,
    limit: V::Scalar,
) -> Option<Option<Hit<V>>> {
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
) -> Option<Option<Hit<V>>> {
    let (a, b) = (core::<V, D>(&two.a.start())?, core::<V, D>(&two.b.start())?);
    let exact = |v: V, i: usize| Dyadic::from_real(v.get(i));
    let way = two.way();
    let passage = Passage::new(
        a,
        b,
        &core::array::from_fn(|i| exact(way, i).plus(&exact(two.lost, i))),
    );
    match passage.first_meeting(after.to_f64(), limit.to_f64())? {
        Meeting::Never => Some(None),
        Meeting::At(time, normal, nearest) => {
            let [normal, point] = passage.witness(&normal, &nearest);
            let vector = |v: [f64; D]| V::from_fn(|i| round::to_real(v[i]));
            Some(Some(Hit {
                is_resolved: true,
                time: time.floor(),
                normal: vector(normal),
                point: vector(point),
            }))
        }
    }
}

/// The vertices of a core where it stands, and its radius.
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
