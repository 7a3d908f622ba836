//! Where on the way of a part the surfaces are asked whether they interfere: what facets tell does not decide
//! it there.

use alloc::vec::Vec;

/// So many spots are kept, the deepest ones.
const SPOTS: usize = 8;
/// Facets pass beside each other during so many parts of the way at most.
const PASSINGS: usize = 8;
/// In so many places of such a part surfaces are asked.
const PLACES: u32 = 12;
/// So many places are asked where the middles of two surfaces are nearest.
const NEAREST: usize = 8;
/// Flat facets across the way end in walls along it: their surfaces are the same distance apart for long. So
/// it is with parts that slide along each other from the start on. One place tells; where both is so, none is
/// asked: what overlaps there does so in its facets, too, and comparing surfaces in contact takes the
/// longest.
const PLACES_ALONG_WALLS: u32 = 1;

/// A line of which both parts have a piece, in whose common part no point is deeper than the tolerance may
/// explain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    /// How far up the lower part has gone when both pieces begin to overlap, and when they end.
    pub while_common: [f64; 2],
    /// How deep a point in common is.
    pub depth: f64,
}

/// A part of the way on which facets pass beside each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passing {
    /// How far up the lower part has gone when it begins, and when it ends.
    pub risen: [f64; 2],
    /// Whether all these facets lie across the way.
    pub is_along_walls: bool,
    /// Whether the parts are beside each other when the lower one sets out.
    pub is_from_start: bool,
}

/// All of them.
#[derive(Debug, Default)]
pub(super) struct Places {
    spots: Vec<Spot>,
    /// Apart from each other.
    passings: Vec<Passing>,
    /// How far up the lower part has gone where two surfaces are nearest.
    nearest: Vec<f64>,
}

impl Places {
    /// Keeps a spot if it is one of the deepest. Of two that would be asked where both pieces overlap one is
    /// enough.
    pub fn add_spot(&mut self, spot: Spot) {
        let same = |kept: &&mut Spot| kept.covers(&spot) && spot.covers(kept);
        if let Some(kept) = self.spots.iter_mut().find(same) {
            if kept.depth < spot.depth {
                *kept = spot;
            }
            return;
        }
        self.spots.push(spot);
        self.spots.sort_by(|p, q| q.depth.total_cmp(&p.depth));
        self.spots.truncate(SPOTS);
    }
    /// Whether all of a part of the way is in a passing.
    pub fn has_passing(&self, [start, end]: [f64; 2]) -> bool {
        let covers = |[from, to]: [f64; 2]| from <= start && end <= to;
        self.passings.iter().any(|passing| covers(passing.risen))
    }
    /// Joins a passing with those that it overlaps.
    pub fn add_passing(&mut self, mut passing: Passing) {
        self.passings.retain(|other| match passing.joined(other) {
            Some(joined) => {
                passing = joined;
                false
            }
            None => true,
        });
        if self.passings.len() < PASSINGS {
            self.passings.push(passing);
        }
    }
    /// Keeps where two surfaces are nearest, unless that is known within a length.
    pub fn add_nearest(&mut self, risen: f64, within: f64) {
        let is_new = self.nearest.iter().all(|known| (known - risen).abs() > within);
        if is_new && self.nearest.len() < NEAREST {
            self.nearest.push(risen);
        }
    }
    /// How far up the lower part has gone where the surfaces are asked: at all spots, on passings without
    /// one, and where surfaces are nearest.
    pub fn all(&self) -> impl Iterator<Item = f64> {
        let has_spot = |passing: &&Passing| self.spots.iter().any(|spot| passing.covers(spot));
        let passings = self.passings.iter().filter(move |passing| !has_spot(passing));
        let spots = self.spots.iter().map(Spot::risen);
        let nearest = self.nearest.iter().copied();
        nearest.chain(spots).chain(passings.flat_map(Passing::places))
    }
}

impl Spot {
    /// How far up the lower part has gone where it is asked.
    fn risen(&self) -> f64 {
        let [start, end] = self.while_common;
        (start + end) / 2.0
    }
    /// Whether both pieces overlap where another spot is asked.
    fn covers(&self, other: &Self) -> bool {
        let [start, end] = self.while_common;
        (start..=end).contains(&other.risen())
    }
}

impl Passing {
    fn covers(&self, spot: &Spot) -> bool {
        let [start, end] = self.risen;
        (start..=end).contains(&spot.risen())
    }
    /// Both, if they have a place in common.
    fn joined(&self, other: &Self) -> Option<Self> {
        let ([start, end], [from, to]) = (self.risen, other.risen);
        (from <= end && start <= to).then(|| Self {
            risen: [start.min(from), end.max(to)],
            is_along_walls: self.is_along_walls && other.is_along_walls,
            is_from_start: self.is_from_start || other.is_from_start,
        })
    }
    fn places(&self) -> impl Iterator<Item = f64> + use<> {
        let [start, end] = self.risen;
        let count = match (self.is_along_walls, self.is_from_start) {
            (true, true) => 0,
            (false, false) => PLACES,
            _ => PLACES_ALONG_WALLS,
        };
        (0..count).map(move |k| start + (end - start) * (f64::from(k) + 0.5) / f64::from(count))
    }
}
