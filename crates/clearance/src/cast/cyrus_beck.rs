//! Clipping a line by many half-spaces: when a point that moves straight is inside all of them.
//!
//! M. Cyrus & J. Beck, "Generalized two- and three-dimensional clipping", 1978: the point is inside from the
//! last plane that it enters through to the first plane that it leaves through. Each crossing time is known
//! within an error bound, and so are these two. For rays the half-spaces are those of a polytope. For sweeps
//! they are those of the Minkowski difference of two shapes, whose normals are the candidate axes of SAT.

/// The times at which a moving point enters the intersection of some half-spaces, and leaves it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClipInterval {
    /// The last entry, as computed, through the plane with number `plane`.
    pub(super) time: f64,
    pub(super) error: f64,
    pub(super) plane: usize,
    /// By then all other planes are surely entered.
    pub(super) others_entered: f64,
    /// From then on the point is surely inside all half-spaces that it enters.
    pub(super) inside_from: f64,
    /// Before then it is surely outside one of them.
    pub(super) outside_until: f64,
    /// Until then it has surely left none.
    pub(super) inside_until: f64,
    /// From then on it has surely left one.
    pub(super) outside_from: f64,
}

impl ClipInterval {
    #[inline]
    pub(super) fn new() -> Self {
        Self {
            time: f64::NEG_INFINITY,
            error: 0.0,
            plane: 0,
            others_entered: f64::NEG_INFINITY,
            inside_from: f64::NEG_INFINITY,
            outside_until: f64::NEG_INFINITY,
            inside_until: f64::INFINITY,
            outside_from: f64::INFINITY,
        }
    }
    #[inline]
    pub(super) fn enter(&mut self, time: f64, error: f64, plane: usize) {
        if time > self.time {
            self.others_entered = self.inside_from;
            (self.time, self.error, self.plane) = (time, error, plane);
        } else {
            self.others_entered = self.others_entered.max(time + error);
        }
        self.inside_from = self.inside_from.max(time + error);
        self.outside_until = self.outside_until.max(time - error);
    }
    #[inline]
    pub(super) fn exit(&mut self, time: f64, error: f64) {
        self.inside_until = self.inside_until.min(time - error);
        self.outside_from = self.outside_from.min(time + error);
    }
    /// A plane that the point moves along, at a constant `gap`. Outside it, the point is never inside all
    /// half-spaces; within the error bound of it, nothing is sure.
    #[inline]
    pub(super) fn along(&mut self, gap: f64, error_bound: f64) {
        if gap > error_bound {
            self.outside_from = f64::NEG_INFINITY;
        }
        if gap >= -error_bound {
            self.inside_until = f64::NEG_INFINITY;
        }
    }
}
