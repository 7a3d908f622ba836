//! Where an edge crosses a facet, in double-doubles: as exact as floats can say, however flat the angle.

use core::cmp::Ordering;

use glam::DVec3;

use super::share::share;
use super::site::Site;
use crate::exact::number::double_double::DoubleDouble;

/// Measures are computed in these coordinates: relative to a point near the middle of what is measured, and
/// in a unit near its size.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct View {
    pub middle: [f64; 3],
    /// A power of two.
    pub factor: f64,
}

impl View {
    /// A corner.
    pub fn of_site(&self, site: &Site) -> DVec3 {
        self.of(site.fine())
    }
    fn of(&self, p: [DoubleDouble; 3]) -> DVec3 {
        let relative = |i: usize| ((p[i].high - self.middle[i]) + p[i].low) * self.factor;
        DVec3::new(relative(0), relative(1), relative(2))
    }
    /// Where the edge crosses the plane of the facet: the place along the edge, and the point. The same bits
    /// for both directions of the edge.
    pub fn crossing(&self, edge: [&Site; 2], facet: &[&Site]) -> (PlaceOnEdge, DVec3) {
        let is_turned = edge[1].is_before(edge[0]);
        let [start, end] = if is_turned { [edge[1], edge[0]] } else { edge };
        let share = limited(share([start, end], facet));
        let (p, q) = (start.fine(), end.fine());
        let point = core::array::from_fn(|i| p[i] + (q[i] - p[i]) * share);
        (PlaceOnEdge { share, is_turned }, self.of(point))
    }
}

/// A place along an edge of a facet.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct PlaceOnEdge {
    /// The share of the edge from its end that is before the other ([`Site::is_before`]), whatever the
    /// direction in which the facet runs along it: so both of its facets have the same bits.
    share: DoubleDouble,
    /// Whether the facet runs along it from the other end.
    is_turned: bool,
}

impl PlaceOnEdge {
    /// The share of the edge before the place, as the facet runs along it.
    pub fn along(&self) -> f64 {
        let share = self.share.value();
        if self.is_turned { 1.0 - share } else { share }
    }
    /// The order of two places along one edge, as the facet runs along it; where two shares are the same to
    /// 106 bits, that of their points.
    pub fn compare(&self, p: DVec3, other: &Self, q: DVec3) -> Ordering {
        let (a, b) = (self.share, other.share);
        let by = |i: usize| p[i].total_cmp(&q[i]);
        let order = a.high.total_cmp(&b.high).then(a.low.total_cmp(&b.low));
        let order = order.then_with(|| by(0).then(by(1)).then(by(2)));
        if self.is_turned { order.reverse() } else { order }
    }
}

/// A number limited to 0..=1.
fn limited(x: DoubleDouble) -> DoubleDouble {
    if x.high <= 0.0 {
        DoubleDouble::ZERO
    } else if x.high > 1.0 || (x.high == 1.0 && x.low > 0.0) {
        DoubleDouble::from(1.0)
    } else {
        x
    }
}
