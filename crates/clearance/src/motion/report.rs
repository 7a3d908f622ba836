//! What is asked of a path, and what was found out about it.

use alloc::vec::Vec;
use core::fmt;

use glam::DVec3;

use super::screw::Screw;
use crate::assembly::Unit;
use crate::math::Pose;

/// A move of some parts together, from time 0 to time 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// The indices of the parts.
    pub parts: Vec<usize>,
    /// How they move.
    pub screw: Screw,
}

/// A moving part that meets another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathContact {
    /// The moving part.
    pub part: usize,
    /// The other one.
    pub with: usize,
    /// When: of flat faces never later than they meet; of curved ones see [`follow`](super::follow).
    pub time: f64,
    /// Where, in the world.
    pub point: DVec3,
    /// From the moving part to the other: a unit vector.
    pub normal: DVec3,
}

/// How near moving parts come to the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeastClearance {
    /// The least distance that was found; 0 where they meet or touch.
    pub value: f64,
    /// No distance on the way is less by more than this.
    pub within: f64,
    /// The moving part.
    pub part: usize,
    /// The other one.
    pub with: usize,
    /// When.
    pub time: f64,
}

/// What was found out about a move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The first meeting of each moving part with each other part, in the order of time.
    pub contacts: Vec<PathContact>,
    /// The least clearance; `None` where no other part is there.
    pub least_clearance: Option<LeastClearance>,
    /// Whether nothing can have been passed over: each search came to its end.
    pub is_certified: bool,
}

/// What was found out about a path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathReport {
    /// Of each move.
    pub moves: Vec<MoveReport>,
    /// Where all parts are at the end.
    pub poses: Vec<Pose<DVec3>>,
}

/// Why a path was not followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathError {
    /// A move has no part, or one of a number that is not there.
    Part {
        /// The number of the move.
        of: usize,
    },
    /// The numbers of a move are not finite, or lead beyond the range of positions.
    Motion {
        /// The number of the move.
        of: usize,
    },
    /// The caller stopped it.
    Stopped,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Part { of } => write!(f, "moves[{of}]: no part of this number"),
            Self::Motion { of } => write!(f, "moves[{of}]: not finite, or beyond the range of positions"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl core::error::Error for PathError {}

impl Move {
    /// The same times a unit.
    pub(super) fn times(&self, unit: Unit) -> Self {
        Self {
            parts: self.parts.clone(),
            screw: Screw {
                about: unit.point(self.screw.about),
                linear: unit.point(self.screw.linear),
                angular: self.screw.angular,
            },
        }
    }
}

impl MoveReport {
    /// The same times a unit.
    pub(super) fn times(mut self, unit: Unit) -> Self {
        for contact in &mut self.contacts {
            contact.point = unit.point(contact.point);
        }
        if let Some(least) = &mut self.least_clearance {
            (least.value, least.within) = (unit.length(least.value), unit.length(least.within));
        }
        self
    }
}
