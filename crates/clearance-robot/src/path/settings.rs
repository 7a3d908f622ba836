//! What is asked of a way, and what is answered.

use clearance::glam::DVec3;

use crate::pair::LinkPair;

/// How closely a way is looked at. Each length defaults to a part of the robot's size, the radius of a ball
/// around the origin that holds it where the way begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathSettings {
    /// Gaps of at most this length may be called contacts; by default 2^-20 of the size. A length is taken
    /// for the least that distances allow, some 2^-35 of the largest coordinate on the way, if it is less.
    pub tolerance: Option<f64>,
    /// How far the bounds of the least clearance may be apart; by default 2^-9 of the size. Less than
    /// twice the tolerance is taken for that. Infinity: what is known when the way is proved free will do.
    pub accuracy: Option<f64>,
    /// How many configurations are looked at, at most.
    pub most_steps: usize,
}

impl Default for PathSettings {
    fn default() -> Self {
        Self {
            tolerance: None,
            accuracy: None,
            most_steps: 1_000_000,
        }
    }
}

/// What is known of a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathReport {
    /// Whether it is free.
    pub outcome: PathOutcome,
    /// How many configurations were looked at.
    pub steps: usize,
}

/// Whether a way is free. Times are parts of the way: 0 at its start, 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathOutcome {
    /// Nothing meets anywhere on the way: this is proved.
    Free {
        /// The least clearance on the way is between these; infinite if there is nothing to ask about.
        clearance: [f64; 2],
        /// When the clearance is at most the upper bound, and of which pair.
        nearest: Option<(f64, LinkPair)>,
    },
    /// Something meets.
    Contact(PathContact),
    /// There were too many steps.
    Undecided {
        /// Until here it is proved free.
        free_until: f64,
    },
}

/// The first contact on a way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathContact {
    /// What meets.
    pub pair: LinkPair,
    /// Until here nothing meets: this is proved. Only where the way begins with a contact it is no
    /// earlier than `time`.
    pub free_until: f64,
    /// Here the pair is at `distance`. From `free_until` to here it comes nearer by at most twice the
    /// tolerance.
    pub time: f64,
    /// 0 where the two meet at `time`; else a gap of at most the tolerance.
    pub distance: f64,
    /// In the middle between the two where they are nearest, at `free_until`.
    pub point: DVec3,
    /// From the link to the other one, at `free_until`: a unit vector.
    pub normal: DVec3,
}
