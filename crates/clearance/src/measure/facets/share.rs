//! At which share of its length an edge crosses the plane of a facet.
//!
//! The share is a quotient of heights above the plane, in double-doubles. These err by a share of the
//! products that a height is the sum of. Where that may count beside the heights themselves, as where an edge
//! is within a last place of the plane along all of its length, the quotient is computed in exact numbers and
//! rounded once. So crossings of one edge are in their true order, unless they are nearer to each other than
//! floats tell.

use core::cmp::Ordering;

use super::determinants::{inherited, largest};
use super::site::Site;
use crate::exact::Dyadic;
use crate::exact::number::double_double::{DoubleDouble, DoubleDoubleVector};
use crate::exact::place::ExactPoint;

/// A place along an edge is taken from double-doubles where it is within this share of the edge.
const SURE: f64 = f64::EPSILON / 2.0;

/// A bound on how far a height in double-doubles is from the true one, as a share of its permanent. Each
/// product in it has three differences, two products and three sums, each of which errs by less than 2^-102.
const HEIGHT_ERROR: f64 = 2.0 * f64::EPSILON * f64::EPSILON * 64.0; // 2^-97

/// As many as a double-double has.
const SHARE_BITS: usize = 106;

/// The share of an edge before it crosses the plane of a facet (in the plane: its line); a half where all of
/// it is in that. Not limited to the edge.
pub(super) fn share(edge: [&Site; 2], facet: &[&Site]) -> DoubleDouble {
    let plane = Plane::new(facet);
    let [first, last] = edge.map(|p| plane.height(p));
    let span = first.value - last.value;
    if 2.0 * (first.error + last.error) <= SURE * libm::fabs(span.high) {
        first.value.over(span)
    } else {
        exact_share(edge, facet)
    }
}

/// The plane through a facet; in the plane the line.
struct Plane {
    on: DoubleDoubleVector,
    normal: DoubleDoubleVector,
    /// For each component of the normal the sum of the magnitudes that made it.
    spread: [f64; 3],
    /// The largest coordinate of a difference of two corners.
    size: f64,
    /// A bound on how far the corners are from those in double-doubles.
    error: f64,
    dimension: usize,
}

/// A height above a plane, times the length of its normal.
struct Height {
    value: DoubleDouble,
    /// A bound on how far that is from the true one.
    error: f64,
}

impl Plane {
    fn new(facet: &[&Site]) -> Self {
        let fine = |k: usize| DoubleDoubleVector(facet[k].fine());
        let on = fine(0);
        let u = fine(1) - on;
        let (normal, spread, size) = match facet.len() {
            2 => {
                let [x, y, zero] = u.0;
                let normal = DoubleDoubleVector([y, -x, zero]);
                (normal, magnitudes(&normal), largest(&magnitudes(&u)))
            }
            _ => {
                let v = fine(2) - on;
                let (s, t) = (magnitudes(&u), magnitudes(&v));
                let spread = |i: usize, j: usize| s[i] * t[j] + s[j] * t[i];
                let size = largest(&s).max(largest(&t));
                (u.cross(v), [spread(1, 2), spread(2, 0), spread(0, 1)], size)
            }
        };
        Self {
            on,
            normal,
            spread,
            size,
            error: facet.iter().fold(0.0, |e, p| p.fine_error().max(e)),
            dimension: facet.len(),
        }
    }
    fn height(&self, p: &Site) -> Height {
        let w = DoubleDoubleVector(p.fine()) - self.on;
        let (m, s) = (magnitudes(&w), self.spread);
        let permanent = m[0] * s[0] + m[1] * s[1] + m[2] * s[2];
        let size = self.size.max(largest(&m));
        let of_corners = inherited(self.error.max(p.fine_error()), size, self.dimension);
        Height {
            value: self.normal.dot(w),
            // Products of tiny numbers are rounded to a multiple of the smallest one.
            error: permanent * HEIGHT_ERROR + of_corners + f64::MIN_POSITIVE,
        }
    }
}

fn magnitudes(v: &DoubleDoubleVector) -> [f64; 3] {
    v.0.map(|x| libm::fabs(x.high))
}

/// The same from exact numbers.
#[inline(never)]
fn exact_share([start, end]: [&Site; 2], facet: &[&Site]) -> DoubleDouble {
    let normal = exact_normal(facet);
    let along = |w: ExactPoint<3>| {
        let [x, y, z] = [0, 1, 2].map(|i| normal[i].times(&w[i]));
        x.plus(&y).plus(&z)
    };
    let (first, span) = (
        along(exact_difference(start, facet[0])),
        along(exact_difference(start, end)),
    );
    let share = match span.sign() {
        Ordering::Equal => return DoubleDouble::from(0.5),
        Ordering::Greater => Dyadic::quotient(&first, &span, SHARE_BITS),
        Ordering::Less => Dyadic::quotient(&first.negated(), &span.negated(), SHARE_BITS),
    };
    let high = share.rounded();
    let rest = share.minus(&Dyadic::from_real(high));
    DoubleDouble::from((high, rest.rounded()))
}

fn exact_normal(facet: &[&Site]) -> ExactPoint<3> {
    let u = exact_difference(facet[1], facet[0]);
    let Some(third) = facet.get(2) else {
        return [u[1].clone(), u[0].negated(), Dyadic::zero()];
    };
    let v = exact_difference(third, facet[0]);
    [(1, 2), (2, 0), (0, 1)].map(|(j, k)| u[j].times(&v[k]).minus(&u[k].times(&v[j])))
}

fn exact_difference(p: &Site, q: &Site) -> ExactPoint<3> {
    [0, 1, 2].map(|i| p.exact()[i].minus(&q.exact()[i]))
}
