//! A point that moves straight past many half-spaces: when it is inside all of them, surely and perhaps.
//!
//! M. Cyrus & J. Beck, "Generalized two- and three-dimensional clipping", 1978: it is inside from the last
//! border that it comes in through to the first that it leaves through. Each crossing is known to within an
//! error; so are those two. For rays the half-spaces are those of a polytope, for sweeps those of the
//! difference of two, whose normals are the axes that may separate them.

/// When a ray has passed into all of some half-spaces, and when it leaves the first of them: surely, and
/// perhaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passes {
    /// The last time in, as computed, of the plane at this place.
    pub(super) time: f64,
    pub(super) error: f64,
    pub(super) place: usize,
    /// Until then all other planes are surely passed.
    pub(super) others: f64,
    /// From then on it is surely inside all that it comes into.
    pub(super) surely_in: f64,
    /// Before then it is surely outside one.
    pub(super) surely_out: f64,
    /// Until then it has surely left none.
    pub(super) stays: f64,
    /// From then on it has surely left one.
    pub(super) left: f64,
}

impl Passes {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            time: f64::NEG_INFINITY,
            error: 0.0,
            place: 0,
            others: f64::NEG_INFINITY,
            surely_in: f64::NEG_INFINITY,
            surely_out: f64::NEG_INFINITY,
            stays: f64::INFINITY,
            left: f64::INFINITY,
        }
    }
    #[inline(always)]
    pub(super) fn enter(&mut self, time: f64, error: f64, place: usize) {
        if time > self.time {
            self.others = self.surely_in;
            (self.time, self.error, self.place) = (time, error, place);
        } else {
            self.others = self.others.max(time + error);
        }
        self.surely_in = self.surely_in.max(time + error);
        self.surely_out = self.surely_out.max(time - error);
    }
    #[inline(always)]
    pub(super) fn exit(&mut self, time: f64, error: f64) {
        self.stays = self.stays.min(time - error);
        self.left = self.left.min(time + error);
    }
    /// A plane along the ray: outside it by `gap`, for good; nothing is inside all then, or nothing is sure.
    #[inline(always)]
    pub(super) fn along(&mut self, gap: f64, error_bound: f64) {
        if gap > error_bound {
            self.left = f64::NEG_INFINITY;
        }
        if gap >= -error_bound {
            self.stays = f64::NEG_INFINITY;
        }
    }
}
