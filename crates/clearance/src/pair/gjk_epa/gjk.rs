//! GJK: the distance of two convex sets from their support points alone, and whether they meet.
//!
//! Source: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between complex
//! objects in three-dimensional space", 1988; C. Ericson, "Real-Time Collision Detection", 2005, chapter 9.5.
//!
//! ```text
//! n = start; S = {}
//! repeat:
//!     w = the point of D = { b - a } lowest along n      n·w never exceeds the clearance: a lower bound
//!     S = S + w; v = the point of S nearest to the origin; drop what v does not need
//!     |v| is the distance of two actual points           never less than the clearance: an upper bound
//!     stop when the bounds meet, when S holds the origin, or when the lower bound is enough
//!     n = v / |v|
//! ```
//!
//! Where we differ: nothing is compared with an absolute tolerance. The search ends at a duality gap relative
//! to the scale of the caller's numbers, so that the same steps are taken at every scale. Every way to end is
//! a variant of [`Outcome`] with the data that is valid in it, not converging included.
//!
//! Limits: the float sums behind `w` are the caller's to bound. Where squares and cubes of coordinates
//! overflow or vanish, the outcome is `Unconverged`.

use super::simplex::{Simplex, SimplexSpace, Support};
use crate::math::Vector;

/// When a search stops: GJK's, or that of the expanding polytope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How far apart the two bounds of the answer may stay, in the caller's length unit. The polytope takes
    /// it also for how flat D may be, and for what counts as coplanar.
    pub gap: f64,
    /// An answer surely above this needs no closer look: infinite for a distance or depth, the error bound
    /// where only its sign matters.
    pub enough: f64,
    /// Support points to take at most.
    pub steps: usize,
}

/// Two points and the bounds that they prove: of a gap in GJK, of a depth in the expanding polytope.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ProvenBounds<V> {
    /// The gap or depth is surely not less. For a gap, `axis · (b - a)` is at least this for all points; a
    /// depth is negative where the origin is outside of D by that much.
    pub at_least: f64,
    /// It is surely not more. For a gap it is the distance of `point_a` and `point_b`, infinite before any
    /// was computed.
    pub at_most: f64,
    /// Unit vector from A towards B: the gap along it is `at_least`, or moving B along it by the depth parts
    /// the two.
    pub axis: V,
    pub point_a: V,
    pub point_b: V,
}

/// How the search ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Outcome<V> {
    /// Apart: the bounds met, or the lower one was enough. The simplex carries the closest points.
    Separated(ProvenBounds<V>, Simplex<V>),
    /// The simplex contains the origin, or passes it within the gap asked for: as far as this search can tell
    /// they meet. What that proves, the expanding polytope finds.
    Overlapping(Simplex<V>),
    /// Rounding stopped the search (or the steps ran out) between these bounds; the lower one may be
    /// negative.
    Unconverged(ProvenBounds<V>, Simplex<V>),
}

/// The state of a search between two steps.
struct GjkState<V> {
    simplex: Simplex<V>,
    axis: V,
    at_least: f64,
    at_most: f64,
}

impl<V: SimplexSpace> GjkState<V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn bounds(&self) -> ProvenBounds<V> {
        let (point_a, point_b) = self.simplex.witnesses();
        ProvenBounds {
            at_least: self.at_least,
            at_most: self.at_most,
            axis: self.axis,
            point_a,
            point_b,
        }
    }
    #[inline]
    fn separated(&self) -> Outcome<V> {
        Outcome::Separated(self.bounds(), self.simplex)
    }
    #[inline]
    fn unconverged(&self) -> Outcome<V> {
        Outcome::Unconverged(self.bounds(), self.simplex)
    }
    #[inline]
    fn is_done(&self, limits: &Limits) -> bool {
        self.at_most - self.at_least <= limits.gap
    }
}

/// The unit vector along `v`; directly, unless its square overflows or vanishes.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
pub(crate) fn unit<V: Vector<Scalar = f64>>(v: V) -> Option<V> {
    let square = v.length_squared();
    if square > 1e-280 && square < 1e280 {
        Some(v * (1.0 / square.sqrt()))
    } else {
        v.normalized()
    }
}

/// Searches the clearance of A and B, where `support(n)` gives, for a unit vector `n`, the support point of A
/// along `n` and that of B against it. `start` is any direction from A towards B, best the difference of
/// centers.
#[inline(always)]
pub(crate) fn search<V: SimplexSpace>(
    start: V,
    limits: Limits,
    support: impl Fn(V) -> Support<V>,
) -> Outcome<V> {
    let axis = unit(start).unwrap_or(V::IDENTITY_AXES.as_ref()[0]);
    let state = GjkState {
        simplex: Simplex::EMPTY,
        axis,
        at_least: -f64::INFINITY,
        at_most: f64::INFINITY,
    };
    go_on(state, limits, support)
}

/// The search from a state on, along its axis first.
#[inline(always)]
fn go_on<V: SimplexSpace>(
    mut state: GjkState<V>,
    limits: Limits,
    support: impl Fn(V) -> Support<V>,
) -> Outcome<V> {
    let mut axis = state.axis;
    for _ in 0..limits.steps {
        let point = support(axis);
        let bound = axis.dot(point.difference);
        if bound > state.at_least {
            (state.at_least, state.axis) = (bound, axis);
        }
        if state.at_least > limits.enough || (state.at_least > 0.0 && state.is_done(&limits)) {
            return state.separated();
        }
        if state.simplex.contains(point.difference) {
            return state.unconverged();
        }
        state.simplex.push(point);
        let nearest = state.simplex.reduce();
        let distance = nearest.point.length();
        if nearest.inside || distance <= limits.gap {
            return Outcome::Overlapping(state.simplex);
        }
        // In exact arithmetic every step comes nearer.
        let stalled = distance >= state.at_most;
        state.at_most = distance;
        match unit(nearest.direction) {
            Some(toward) if !stalled => axis = toward,
            _ => return state.unconverged(),
        }
    }
    state.unconverged()
}

/// As [`search`], compiled once, for support mappings that cost more than a call.
pub(crate) fn search_by<V: SimplexSpace>(
    start: V,
    limits: Limits,
    support: &dyn Fn(V) -> Support<V>,
) -> Outcome<V> {
    search(start, limits, support)
}

/// The same from a simplex of points of D that may be near the closest one, such as the last one of a search
/// a little earlier.
pub(crate) fn search_from<V: SimplexSpace>(
    mut simplex: Simplex<V>,
    start: V,
    limits: Limits,
    support: &dyn Fn(V) -> Support<V>,
) -> Outcome<V> {
    if simplex.count() == 0 {
        return search_by(start, limits, support);
    }
    let nearest = simplex.reduce();
    let distance = nearest.point.length();
    if nearest.inside || distance <= limits.gap {
        return Outcome::Overlapping(simplex);
    }
    let Some(axis) = unit(nearest.direction) else {
        return search_by(start, limits, support);
    };
    let state = GjkState {
        simplex,
        axis,
        at_least: -f64::INFINITY,
        at_most: distance,
    };
    go_on(state, limits, support)
}
