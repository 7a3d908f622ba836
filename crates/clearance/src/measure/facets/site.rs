//! A corner of a border in the world: two floats for each coordinate, and exact numbers where these are not
//! enough.
//!
//! Coordinates are relative to an origin that both borders share, and divided by a power of two, so that the
//! largest is near 1. Where neither border is rotated, the origin is the position of the first: then only the
//! difference of both positions enters. A float sum is kept as two floats without an error (Knuth's two-sum).
//! With a rotation a corner is a float already (`exact/place/mod.rs`).

use alloc::boxed::Box;
use core::cell::OnceCell;

use crate::exact::Dyadic;
use crate::exact::number::double_double::DoubleDouble;
use crate::exact::number::round::times_power_of_two;
use crate::exact::place::{ExactFrame, ExactPoint};
use crate::math::{Place, Real, Space, Vector, two_sum};

/// Coordinates of this size or 0 are multiples of 2^-300, so that no product of three differences underflows.
const LEAST_PLAIN: f64 = 2.2e-75; // greater than 2^-248

/// A corner in the world. In the plane the third coordinate is 0.
#[derive(Debug)]
pub(in crate::measure) struct Site {
    /// The nearest floats.
    pub high: [f64; 3],
    /// What these lack, as floats.
    low: [f64; 3],
    /// Whether `high` is the corner, and no product of differences of such corners underflows.
    pub is_plain: bool,
    /// Whether the corner is `high + low`.
    is_two_floats: bool,
    /// In exact numbers, once they are asked for.
    exact: OnceCell<Box<ExactPoint<3>>>,
}

impl Site {
    fn of_floats(high: [f64; 3], low: [f64; 3]) -> Self {
        let is_ordinary = |x: &f64| *x == 0.0 || libm::fabs(*x) > LEAST_PLAIN;
        Self {
            high,
            low,
            is_plain: low == [0.0; 3] && high.iter().all(is_ordinary),
            is_two_floats: true,
            exact: OnceCell::new(),
        }
    }
    fn of_exact(point: ExactPoint<3>) -> Self {
        let high = [0, 1, 2].map(|i| point[i].rounded::<f64>());
        let rest = [0, 1, 2].map(|i| point[i].minus(&Dyadic::from_real(high[i])));
        let low = [0, 1, 2].map(|i| rest[i].rounded::<f64>());
        let is_all = (0..3).all(|i| rest[i].minus(&Dyadic::from_real(low[i])).is_zero());
        let floats = Self::of_floats(high, low);
        Self {
            is_plain: is_all && floats.is_plain,
            is_two_floats: is_all,
            exact: OnceCell::from(Box::new(point)),
            ..floats
        }
    }
    /// In exact numbers.
    pub fn exact(&self) -> &ExactPoint<3> {
        self.exact.get_or_init(|| {
            Box::new(core::array::from_fn(|i| {
                Dyadic::from_real(self.high[i]).plus(&Dyadic::from_real(self.low[i]))
            }))
        })
    }
    /// In double-doubles: right to about 106 bits.
    pub fn fine(&self) -> [DoubleDouble; 3] {
        core::array::from_fn(|i| (self.high[i], self.low[i]).into())
    }
    /// A bound on how far that is from the corner in each coordinate.
    pub fn fine_error(&self) -> f64 {
        if self.is_two_floats {
            return 0.0;
        }
        let largest = self.low.iter().fold(0.0, |m: f64, x| m.max(libm::fabs(*x)));
        largest * f64::EPSILON + f64::MIN_POSITIVE
    }
    /// A bound on how far `high` is from the corner in each coordinate.
    #[inline]
    pub fn error(&self) -> f64 {
        if self.is_plain {
            return 0.0;
        }
        let largest = self.low.iter().fold(0.0, |m: f64, x| m.max(libm::fabs(*x)));
        largest * (1.0 + 4.0 * f64::EPSILON) + f64::MIN_POSITIVE
    }
    /// Whether two corners are surely the same point; `false` proves nothing.
    pub fn is_same(&self, other: &Self) -> bool {
        (0..3).all(|i| self.shares(other, i))
    }
    /// Whether two corners surely have the same coordinate along an axis; `false` proves nothing.
    pub fn shares(&self, other: &Self, axis: usize) -> bool {
        let are_floats = self.is_two_floats && other.is_two_floats;
        are_floats && self.high[axis] == other.high[axis] && self.low[axis] == other.low[axis]
    }
    /// Some order of corners, the same wherever two corners are compared.
    pub fn is_before(&self, other: &Self) -> bool {
        (self.high, self.low) < (other.high, other.low)
    }
}

/// The exact map of a whole chain of poses.
enum ExactPlace {
    Plane(Box<ExactFrame<2>>),
    Space(Box<ExactFrame<3>>),
}

impl ExactPlace {
    fn new<V: Space>(place: &Place<'_, V>) -> Self {
        match V::DIM {
            2 => Self::Plane(Box::new(ExactFrame::new(place))),
            _ => Self::Space(Box::new(ExactFrame::new(place))),
        }
    }
    fn is_turned(&self) -> bool {
        match self {
            Self::Plane(frame) => frame.is_turned(),
            Self::Space(frame) => frame.is_turned(),
        }
    }
    fn point<V: Vector>(&self, x: V) -> ExactPoint<3> {
        match self {
            Self::Plane(frame) => {
                let [x, y] = frame.point(x);
                [x, y, Dyadic::zero()]
            }
            Self::Space(frame) => frame.point(x),
        }
    }
    fn turned_point<V: Vector>(&self, x: V) -> Option<[f64; 3]> {
        match self {
            Self::Plane(frame) => frame.turned_point(x).map(|[x, y]| [x, y, 0.0]),
            Self::Space(frame) => frame.turned_point(x),
        }
    }
    /// By how much every point is moved, where that is all that the chain does.
    fn shift<V: Vector>(&self) -> Option<ExactPoint<3>> {
        let is_shift = match self {
            Self::Plane(frame) => !frame.is_turned() && frame.radius([V::Scalar::ONE].into_iter()).is_one(),
            Self::Space(frame) => !frame.is_turned() && frame.radius([V::Scalar::ONE].into_iter()).is_one(),
        };
        is_shift.then(|| self.point(V::ZERO))
    }
}

/// What both borders share: the origin of coordinates and their unit.
#[derive(Clone, Debug)]
pub(in crate::measure) struct Unit {
    /// In the world.
    pub origin: ExactPoint<3>,
    /// Coordinates are divided by two to this power.
    pub exponent: i64,
}

impl Unit {
    /// For two places; no coordinate of interest is larger than `largest`.
    pub fn new<V: Space>(places: [&Place<'_, V>; 2], largest: f64) -> Self {
        let exact = places.map(ExactPlace::new);
        let origin = match exact.iter().any(ExactPlace::is_turned) {
            true => core::array::from_fn(|_| Dyadic::zero()),
            false => exact[0].point(V::ZERO),
        };
        let size = origin
            .iter()
            .fold(largest, |m, c| m.max(libm::fabs(c.rounded::<f64>())));
        let is_usable = size > 0.0 && size.is_finite();
        Self {
            origin,
            exponent: if is_usable {
                i64::from(libm::ilogb(size))
            } else {
                0
            },
        }
    }
    /// The origin in floats, in the unit.
    pub fn rounded_origin(&self) -> [f64; 3] {
        core::array::from_fn(|i| times_power_of_two(self.origin[i].rounded(), -self.exponent))
    }
}

/// Takes the corners of one border to the world.
pub(in crate::measure) struct Placer {
    place: ExactPlace,
    unit: Unit,
    /// By how much corners are moved relative to the origin, as two floats without an error, where that is
    /// all.
    shift: Option<[[f64; 2]; 3]>,
    is_turned: bool,
    /// Two to the power of minus the unit's exponent, and the reciprocal, where these are floats.
    factors: Option<[f64; 2]>,
}

impl Placer {
    pub fn new<V: Space>(place: &Place<'_, V>, unit: &Unit) -> Self {
        let place = ExactPlace::new(place);
        let shift = place.shift::<V>().and_then(|shift| {
            let relative: ExactPoint<3> = core::array::from_fn(|i| shift[i].minus(&unit.origin[i]));
            let site = Site::of_exact(relative);
            let pair = |i: usize| [site.high[i], site.low[i]];
            site.is_two_floats.then(|| [pair(0), pair(1), pair(2)])
        });
        Self {
            is_turned: place.is_turned(),
            place,
            unit: unit.clone(),
            shift,
            factors: (unit.exponent.abs() < 1000)
                .then(|| [-unit.exponent, unit.exponent].map(|e| times_power_of_two(1.0, e))),
        }
    }
    /// Whether there is a rotation.
    pub fn is_turned(&self) -> bool {
        self.is_turned
    }
    /// A corner in the world.
    pub fn site<V: Vector>(&self, x: V) -> Site {
        if let Some(site) = self.by_floats(x) {
            return site;
        }
        let world = self.place.point(x);
        Site::of_exact(core::array::from_fn(|i| {
            let mut c = world[i].minus(&self.unit.origin[i]);
            c.exponent -= self.unit.exponent;
            c
        }))
    }
    fn by_floats<V: Vector>(&self, x: V) -> Option<Site> {
        let (mut high, mut low) = ([0.0; 3], [0.0; 3]);
        if self.is_turned {
            let world = self.place.turned_point(x)?;
            for (h, c) in high.iter_mut().zip(world) {
                *h = self.scaled(c)?;
            }
            return Some(Site::of_floats(high, low));
        }
        let shift = self.shift.as_ref()?;
        for i in 0..V::DIM {
            let [h, l] = sum(x.get(i).to_f64(), shift[i])?;
            (high[i], low[i]) = (self.scaled(h)?, self.scaled(l)?);
        }
        Some(Site::of_floats(high, low))
    }
    /// A number in the unit, where that is a float.
    fn scaled(&self, x: f64) -> Option<f64> {
        let [down, up] = self.factors?;
        let scaled = x * down;
        (scaled * up == x).then_some(scaled)
    }
}

/// `x + high + low` as two floats, where that has no error.
fn sum(x: f64, [high, low]: [f64; 2]) -> Option<[f64; 2]> {
    let (first, rest) = two_sum(x, high);
    let (rest, lost) = two_sum(rest, low);
    let (first, rest) = two_sum(first, rest);
    (lost == 0.0).then_some([first, rest])
}
