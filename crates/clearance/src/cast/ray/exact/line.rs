//! What all exact ray tests share: the ray in the shape's frame, the part of its line inside a convex set,
//! the first hit.
//!
//! All rays are cast in space and in double precision. The plane is z = 0, and a shape of the plane is the
//! section of a shape of space (a circle of a sphere, a rectangle of a box). `f32` numbers are exact in
//! `f64`.

use glam::DVec3;

use crate::cast::ray::feature::Feature;
use crate::exact::number::double_double::{DoubleDouble, DoubleDoubleVector};

/// A ray in the local frame of a shape, in a unit in which the shape and its distance are about 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalRay {
    pub origin: DVec3,
    /// Its largest component is between 1/2 and 1.
    pub direction: DVec3,
    /// 2 in the plane, where normals have no z.
    pub dimension: usize,
}

impl LocalRay {
    pub(crate) fn at(&self, time: f64) -> DVec3 {
        self.origin + self.direction * time
    }
    /// The unit vector against the ray: the normal of a point hit head on.
    pub(crate) fn backwards(&self) -> DVec3 {
        -self.direction.normalize()
    }
}

/// Where the line of a ray crosses the border of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// In units of the local direction; may be negative.
    pub time: f64,
    /// The outward unit normal; `None` for a start inside.
    pub normal: Option<DVec3>,
    /// The part or facet.
    pub feature: Feature,
}

impl Crossing {
    /// The hit of a ray that starts inside.
    pub(crate) const INSIDE: Self = Self {
        time: 0.0,
        normal: None,
        feature: Feature::NONE,
    };
    pub(crate) fn new(time: f64, normal: DVec3) -> Self {
        Self {
            time,
            normal: Some(normal),
            feature: Feature::NONE,
        }
    }
    /// The same with its normal in another frame.
    #[inline]
    pub(crate) fn with_normal(self, turned: impl FnOnce(DVec3) -> DVec3) -> Self {
        Self {
            normal: self.normal.map(turned),
            ..self
        }
    }
    /// The same of a part or facet.
    #[inline(always)]
    pub(crate) fn of(self, feature: Feature) -> Self {
        Self { feature, ..self }
    }
    /// The earlier of two; of equal ones the one that faces the ray more. Of two facets of one plane it is
    /// the one with the lower number, in whatever order they come.
    pub(crate) fn earlier(self, other: Self, direction: DVec3) -> Self {
        let facing = |c: &Self| c.normal.map_or(f64::NEG_INFINITY, |n| n.dot(direction));
        let swap = other.time < self.time || (other.time == self.time && facing(&other) < facing(&self));
        let is_same = other.time == self.time && other.normal == self.normal;
        if swap || is_same && other.feature < self.feature {
            other
        } else {
            self
        }
    }
}

/// The part of a line that lies in a convex set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub enter: Crossing,
    pub exit: Crossing,
}

impl Span {
    pub(crate) fn new(enter: Crossing, exit: Crossing) -> Self {
        Self { enter, exit }
    }
    /// Of a line that only touches.
    pub(crate) fn instant(at: Crossing) -> Self {
        Self { enter: at, exit: at }
    }
    /// The span of the union of two sets, if that is convex along this line.
    pub(crate) fn joined(self, other: Self, direction: DVec3) -> Self {
        let later = if other.exit.time > self.exit.time {
            other.exit
        } else {
            self.exit
        };
        Self {
            enter: self.enter.earlier(other.enter, direction),
            exit: later,
        }
    }
    /// The span of the intersection. Entry and exit may be out of order by a few rounding errors: a ray
    /// through the rim of a cylinder counts as a hit.
    pub(crate) fn common(self, other: Self) -> Option<Self> {
        let enter = if other.enter.time > self.enter.time {
            other.enter
        } else {
            self.enter
        };
        let exit = if other.exit.time < self.exit.time {
            other.exit
        } else {
            self.exit
        };
        let tolerance = 4.0 * f64::EPSILON * enter.time.abs().min(exit.time.abs());
        (enter.time <= exit.time + tolerance).then_some(Self { enter, exit })
    }
    /// Where a ray along this line first hits the set. A start inside has no normal; a start on the border
    /// has the border's normal there.
    pub(crate) fn first_hit(self) -> Option<Crossing> {
        if self.enter.time >= 0.0 {
            Some(self.enter)
        } else if self.exit.time > 0.0 {
            Some(Crossing::INSIDE)
        } else {
            (self.exit.time == 0.0).then_some(self.exit)
        }
    }
}

/// The first hit of the span, if there is one.
pub(crate) fn first_hit(span: Option<Span>) -> Option<Crossing> {
    span.and_then(Span::first_hit)
}

/// The interval on which `a t² + 2 b t + c <= 0`, for positive `a`; its ends to nearly full precision.
///
/// The discriminant decides whether a ray that grazes hits, so it is formed in twice the precision.
pub(crate) fn roots(a: DoubleDouble, b: DoubleDouble, c: DoubleDouble) -> Option<(f64, f64)> {
    let discriminant = b * b - a * c;
    if discriminant.value() < 0.0 {
        return None;
    }
    let root = DoubleDouble::from(discriminant.sqrt());
    let far = if b.value() <= 0.0 { root - b } else { -root - b };
    if far.value() == 0.0 {
        return Some((0.0, 0.0));
    }
    let (one, other) = (far.ratio(a), c.ratio(far));
    Some((one.min(other), one.max(other)))
}

/// `v · v` in twice the precision.
pub(crate) fn squared(v: DoubleDoubleVector) -> DoubleDouble {
    v.dot(v)
}
