//! What a pair of parts is called, and what led to it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use glam::DVec3;

use crate::cast::DepthBounds;
use crate::measure::Which;
use crate::pair::{Clearance, QueryError, Relation};

/// What a person would call a pair of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// The same solid twice in one place.
    Duplicate,
    /// The one is inside the other.
    Containment,
    /// They have a common part that is more than the tolerance explains.
    Interference,
    /// They touch, or a gap or a common part is no more than the tolerance explains.
    Contact,
    /// Apart by more than the tolerance, and nearer than asked for.
    Near,
    /// It cannot be told which points are inside.
    Unanswered,
}

impl Class {
    /// All classes, the gravest first.
    pub const ALL: [Self; 6] = [
        Self::Duplicate,
        Self::Containment,
        Self::Interference,
        Self::Unanswered,
        Self::Contact,
        Self::Near,
    ];
    /// Its place among [`Self::ALL`]: 0 is the gravest.
    pub fn rank(self) -> usize {
        Self::ALL.into_iter().take_while(|class| *class != self).count()
    }
    /// Its name in files.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Containment => "containment",
            Self::Interference => "interference",
            Self::Contact => "contact",
            Self::Near => "near",
            Self::Unanswered => "unanswered",
        }
    }
    /// Whether the parts share space: a duplicate, a containment or an interference.
    pub const fn is_clash(self) -> bool {
        matches!(self, Self::Duplicate | Self::Containment | Self::Interference)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How far two tessellations of the same curved faces may differ.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Tolerance {
    /// Estimated for each curved face from its facets, and 0 for flat ones.
    #[default]
    Auto,
    /// A length, for the faces of both parts that are not recognised. A gap up to it is contact for all
    /// faces.
    Length(f64),
}

impl Tolerance {
    /// The length that was given; 0 for `Auto`.
    pub const fn length(self) -> f64 {
        match self {
            Self::Auto => 0.0,
            Self::Length(length) => length,
        }
    }
}

/// What to look for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// What two tessellations may differ by.
    pub tolerance: Tolerance,
    /// Also list pairs that are apart, but nearer than this.
    pub within: Option<f64>,
    /// Whether to compute the depth of overlaps: it takes longer than all else.
    pub depth: bool,
    /// Whether to collect the polygons of contacts and the triangles of common parts.
    pub shapes: bool,
}

impl Settings {
    /// Pairs that are further apart than this are clear, but for what facets are off.
    pub fn reach(&self) -> f64 {
        self.tolerance.length().max(self.within.unwrap_or(0.0))
    }
}

/// Why a pair has no class.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unanswerable {
    /// The surface of this part has holes: it does not tell inside from outside.
    Open(Which),
    /// This part crosses itself, or is inside out in places.
    CrossesItself(Which),
}

impl Unanswerable {
    /// The part because of which there is no class.
    pub const fn which(self) -> Which {
        match self {
            Self::Open(which) | Self::CrossesItself(which) => which,
        }
    }
    /// The same in words, with the name of that part.
    pub fn describe(self, name: &str) -> String {
        match self {
            Self::Open(_) => format!("{name} is open: inside and outside cannot be told"),
            Self::CrossesItself(_) => format!("{name} crosses itself where they meet"),
        }
    }
}

impl fmt::Display for Unanswerable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(self.which().as_str()))
    }
}

/// The common part of two solids.
#[derive(Clone, Debug, PartialEq)]
pub struct Common {
    /// Its volume.
    pub volume: f64,
    /// Its center of mass.
    pub at: DVec3,
    /// Its vertices and triangles, where asked for.
    pub mesh: Option<(Vec<DVec3>, Vec<[u32; 3]>)>,
}

/// Where two parts are in contact.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The area of the faces that lie on each other; 0 where they touch in lines or points.
    pub area: f64,
    /// Its center.
    pub center: DVec3,
    /// The mean direction from the first part to the second, or zero where it cancels out, as all around a
    /// pin.
    pub normal: DVec3,
    /// Polygons that cover it, where asked for.
    pub polygons: Vec<Vec<DVec3>>,
}

/// The two faces that decided.
#[derive(Clone, Debug, PartialEq)]
pub struct FacePair {
    /// In words: "cylinder r 5 in cylinder r 5".
    pub text: String,
    /// The signed gap of the two surfaces, where both were recognised: negative is an overlap.
    pub gap: Option<f64>,
    /// What the gap may be off by: the tolerance of these two faces.
    pub tolerance: f64,
}

/// What was found out about a pair.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What the pair is called.
    pub class: Class,
    /// The exact relation of the numbers as given. Of turned polyhedra it is that of their vertices as they
    /// are rounded where the first is at the origin; [`relation`](crate::relation) rounds them where they
    /// are.
    pub relation: Relation,
    /// The clearance, or why it has no answer.
    pub clearance: Result<Clearance<DVec3>, QueryError>,
    /// What two tessellations of its faces may differ by.
    pub tolerance: f64,
    /// The faces that decided.
    pub faces: Option<FacePair>,
    /// How far one must be moved, where they overlap and it was asked for. Of a contact that overlaps by no
    /// more than rounding, `at_least` is 0.
    pub depth: Option<DepthBounds<DVec3>>,
    /// The common part, where there is one.
    pub common: Option<Common>,
    /// The contact, where there is one.
    pub contact: Option<Contact>,
    /// Why it is unanswered.
    pub why: Option<Unanswerable>,
}
