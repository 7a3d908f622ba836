//! Rays against boxes and half-spaces: the times at which planes are crossed, compared without dividing.

use glam::DVec3;

use super::line::{Crossing, LocalRay, Span};
use crate::exact::number::double_double::{DoubleDouble, DoubleDoubleVector};

/// A time as an undivided fraction, so that equal times compare equal: a ray through an edge of a box crosses
/// two planes at the same time, and two rounded quotients could be out of order.
#[derive(Clone, Copy)]
struct PlaneTime {
    numerator: DoubleDouble,
    /// Positive.
    denominator: f64,
    normal: DVec3,
}

impl PlaneTime {
    fn is_after(&self, other: &Self) -> bool {
        let scaled = |a: &Self, b: &Self| a.numerator * DoubleDouble::from(b.denominator);
        (scaled(self, other) - scaled(other, self)).value() > 0.0
    }
    fn crossing(&self) -> Crossing {
        let time = self.numerator.ratio(DoubleDouble::from(self.denominator));
        Crossing::new(time, self.normal)
    }
}

/// A box from `-half_extents` to `half_extents`; in the plane the third one does not matter. The slab method
/// (Kay & Kajiya 1986); a ray within a face hits.
pub(crate) fn cuboid(ray: &LocalRay, half_extents: DVec3) -> Option<Span> {
    let mut bounds: Option<(PlaneTime, PlaneTime)> = None;
    for i in 0..ray.dimension {
        let (o, d, h) = (ray.origin[i], ray.direction[i], half_extents[i]);
        if d == 0.0 {
            if o.abs() > h {
                return None;
            }
            continue;
        }
        let plane = |side: f64| PlaneTime {
            numerator: DoubleDouble::difference(-side * h, o * d.signum()),
            denominator: d.abs(),
            normal: DVec3::AXES[i] * (-side * d.signum()),
        };
        let (enter, exit) = (plane(1.0), plane(-1.0));
        bounds = Some(match bounds {
            None => (enter, exit),
            Some((first, last)) => (
                if enter.is_after(&first) { enter } else { first },
                if last.is_after(&exit) { exit } else { last },
            ),
        });
    }
    let (enter, exit) = bounds?;
    (!enter.is_after(&exit)).then(|| Span::new(enter.crossing(), exit.crossing()))
}

/// The set `normal · x <= offset`.
pub(crate) fn half_space(ray: &LocalRay, normal: DVec3, offset: f64) -> Option<Crossing> {
    let n = DoubleDoubleVector::from(normal);
    let gap = n.dot(DoubleDoubleVector::from(ray.origin)) - DoubleDouble::from(offset);
    let speed = n.dot(DoubleDoubleVector::from(ray.direction));
    let outward = Crossing::new(0.0, normal.normalize());
    if gap.value() < 0.0 {
        return Some(Crossing::INSIDE);
    }
    if gap.value() == 0.0 {
        return Some(outward);
    }
    (speed.value() < 0.0).then(|| Crossing {
        time: gap.ratio(-speed),
        ..outward
    })
}
