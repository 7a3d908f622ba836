//! What a question about a pair answers: relation, clearance with its witness, manifold.
//!
//! `inline(always)`: only where `bench/instructions.py` counts more instructions without it.

use core::fmt;

use crate::math::{Real, Vector};

/// How two closed sets lie to each other. With D = { b - a } their Minkowski difference:
///
#[doc = include_str!("../../docs/relation.svg")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum Relation {
    /// The origin is outside D: there is a gap.
    Disjoint,
    /// The origin is on the border of D: they meet, their insides do not.
    Touching,
    /// The origin is inside D, and neither contains the other.
    Overlapping,
    /// The origin is inside D and A is a part of B.
    AInB,
    /// The origin is inside D and B is a part of A.
    BInA,
    /// The origin is inside D and both are the same set.
    Equal,
}

impl Relation {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Disjoint,
        Self::Touching,
        Self::Overlapping,
        Self::AInB,
        Self::BInA,
        Self::Equal,
    ];
    /// Whether the sets have a point in common.
    #[inline]
    pub fn intersects(self) -> bool {
        self != Self::Disjoint
    }
    /// Whether their insides meet: overlapping or contained.
    #[inline]
    pub fn overlaps(self) -> bool {
        self > Self::Touching
    }
    /// The sign that a clearance has in this relation.
    pub(crate) fn clearance_sign(self) -> core::cmp::Ordering {
        self.cmp(&Self::Touching).reverse()
    }
    /// The relation of two sets whose insides overlap. That each surely contains the other cannot be: equal
    /// sets are for exact arithmetic.
    pub(crate) fn of_overlapping(a_in_b: bool, b_in_a: bool) -> Option<Self> {
        match (a_in_b, b_in_a) {
            (true, false) => Some(Self::AInB),
            (false, true) => Some(Self::BInA),
            (false, false) => Some(Self::Overlapping),
            (true, true) => None,
        }
    }
    /// The relation of B to A.
    #[inline]
    pub fn mirrored(self) -> Self {
        match self {
            Self::AInB => Self::BInA,
            Self::BInA => Self::AInB,
            other => other,
        }
    }
    /// The word of the JSON format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Disjoint => "disjoint",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
            Self::AInB => "a_in_b",
            Self::BInA => "b_in_a",
            Self::Equal => "equal",
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Whether a negative clearance is the shortest way out, or that of the deepest place found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub enum DepthKind {
    /// The length of the shortest translation that parts the two; always so for convex pairs and where apart.
    Exact,
    /// The deepest pair of parts, or the deepest point found of one solid in the other: moving by it frees
    /// that, not always the whole.
    Local,
}

/// Signed distance of two shapes, with its witness, in world coordinates.
///
/// `point_a` is in A, `point_b` in B, and `point_b - point_a = distance * normal`, up to rounding.
///
#[doc = include_str!("../../docs/clearance.svg")]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Clearance<V: Vector> {
    /// The gap where apart, 0 where they touch, minus the penetration depth where they overlap.
    pub distance: V::Scalar,
    /// Unit vector from A towards B. Moving B by `-distance * normal` brings an overlap to touching.
    pub normal: V,
    /// A point of A.
    pub point_a: V,
    /// A point of B.
    pub point_b: V,
    /// Whether a negative distance is the shortest way out.
    pub depth_kind: DepthKind,
}

impl<V: Vector> Clearance<V> {
    /// The clearance of B to A.
    #[inline]
    pub fn mirrored(self) -> Self {
        Self {
            normal: -self.normal,
            point_a: self.point_b,
            point_b: self.point_a,
            ..self
        }
    }
    /// How deep the two overlap; 0 where they do not.
    #[inline]
    pub fn depth(&self) -> V::Scalar {
        (-self.distance).max(Real::ZERO)
    }
}

/// Which features of the two shapes make a contact: stable from step to step while the same features touch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FeatureId {
    /// Vertex, edge or face of A.
    pub a: u32,
    /// Vertex, edge or face of B.
    pub b: u32,
}

/// One point of a contact manifold, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact<V: Vector> {
    /// A point of A.
    pub point_a: V,
    /// A point of B: `point_a + clearance * normal`.
    pub point_b: V,
    /// Signed distance along the manifold's normal; negative where they overlap here.
    pub clearance: V::Scalar,
    /// What touches what.
    pub feature: FeatureId,
}

impl<V: Vector> Contact<V> {
    /// This contact, or that of B with A if `is_mirrored`, without a branch.
    #[inline(always)]
    pub(crate) fn mirrored_if(self, is_mirrored: bool) -> Self {
        Self::chosen(is_mirrored, self.mirrored(), self)
    }
    /// `a` if `is_a`, else `b`, without a branch.
    #[inline(always)]
    fn chosen(is_a: bool, a: Self, b: Self) -> Self {
        let vector = |p: V, q: V| V::from_fn(|i| if is_a { p.get(i) } else { q.get(i) });
        let number = |p: u32, q: u32| if is_a { p } else { q };
        Self {
            point_a: vector(a.point_a, b.point_a),
            point_b: vector(a.point_b, b.point_b),
            clearance: if is_a { a.clearance } else { b.clearance },
            feature: FeatureId {
                a: number(a.feature.a, b.feature.a),
                b: number(a.feature.b, b.feature.b),
            },
        }
    }
    /// The contact of B with A.
    #[inline(always)]
    pub fn mirrored(self) -> Self {
        Self {
            point_a: self.point_b,
            point_b: self.point_a,
            feature: FeatureId {
                a: self.feature.b,
                b: self.feature.a,
            },
            ..self
        }
    }
}

/// Where two shapes touch: one normal, and up to 2 contacts in 2D, up to 4 in 3D.
///
#[doc = include_str!("../../docs/manifold.svg")]
#[derive(Clone, Copy, Debug)]
pub struct Manifold<V: Vector> {
    /// Unit vector from A towards B.
    pub normal: V,
    contacts: [Contact<V>; 4],
    count: usize,
}

impl<V: Vector> Manifold<V> {
    /// No contact yet.
    #[inline]
    pub fn new(normal: V) -> Self {
        let none = Contact {
            point_a: V::ZERO,
            point_b: V::ZERO,
            clearance: Real::ZERO,
            feature: FeatureId::default(),
        };
        Self {
            normal,
            contacts: [none; 4],
            count: 0,
        }
    }
    /// The manifold of one contact, if it counts. Every number has its place, so that a copy is never made.
    #[inline(always)]
    pub(crate) fn of_one(normal: V, contact: Contact<V>, counts: bool) -> Self {
        let mut manifold = Self::new(normal);
        manifold.contacts[0] = contact;
        manifold.count = usize::from(counts);
        manifold
    }
    /// The manifold of those of two contacts that count. Numbers are chosen, not places in the list, for the
    /// same reason.
    #[inline(always)]
    pub(crate) fn of_two(normal: V, [first, second]: [Contact<V>; 2], counts: [bool; 2]) -> Self {
        let mut manifold = Self::new(normal);
        manifold.contacts[0] = Contact::chosen(counts[0], first, second);
        manifold.contacts[1] = second;
        manifold.count = usize::from(counts[0]) + usize::from(counts[1]);
        manifold
    }
    /// Adds a contact; the fifth is ignored.
    #[inline]
    pub fn push(&mut self, contact: Contact<V>) {
        if self.count < self.contacts.len() {
            self.contacts[self.count] = contact;
            self.count += 1;
        }
    }
    /// The contacts.
    #[inline]
    pub fn contacts(&self) -> &[Contact<V>] {
        &self.contacts[..self.count]
    }
    /// The manifold of B to A.
    pub fn mirrored(mut self) -> Self {
        self.normal = -self.normal;
        for c in &mut self.contacts[..self.count] {
            *c = c.mirrored();
        }
        self
    }
}

impl<V: Vector> PartialEq for Manifold<V> {
    fn eq(&self, other: &Self) -> bool {
        self.normal == other.normal && self.contacts() == other.contacts()
    }
}

/// Why a question about two valid shapes has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum QueryError {
    /// This question has no answer for these two shapes: half-spaces whose common part has no end.
    UnsupportedPair {
        /// The kind of A.
        a: &'static str,
        /// The kind of B.
        b: &'static str,
    },
    /// A ray or sweep needs a direction of some length.
    ZeroDirection,
    /// An argument that is infinite or not a number where it must be finite, or a distance or time that is
    /// negative.
    NotFinite(&'static str),
    /// An argument beyond [`Real::LARGEST_COORDINATE`](crate::math::Real::LARGEST_COORDINATE).
    TooLarge(&'static str),
}

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnsupportedPair { a, b } => write!(f, "no answer for the pair {a} and {b}"),
            Self::ZeroDirection => f.write_str("direction: must not be zero"),
            Self::NotFinite(name) => {
                write!(
                    f,
                    "{name}: must be finite, and not negative where it is a distance or a time"
                )
            }
            Self::TooLarge(name) => write!(f, "{name}: too large"),
        }
    }
}
impl core::error::Error for QueryError {}
