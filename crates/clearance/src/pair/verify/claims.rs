//! The result of a check: how each claim of an answer is shown, or what is wrong with it.

use core::fmt;

use super::OPEN_BOUNDS;

/// What is wrong with an answer or a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// A number that is infinite or not a number.
    NotFinite,
    /// The normal is not of length 1.
    NormalNotUnit,
    /// `point_b - point_a` is not `distance * normal`.
    PointsDisagree,
    /// The first witness point is not in A.
    PointAOutside,
    /// The second witness point is not in B.
    PointBOutside,
    /// The sign of the distance is wrong: apart, touching and overlapping are confused.
    WrongSign,
    /// Along the normal the two are less far apart (or overlap more) than claimed.
    NotParting,
    /// At a witness point the border of its shape does not face along the normal.
    WrongNormal,
    /// There is a shorter way to separate the two, or they are nearer than claimed.
    NotShortest,
    /// Another pair of parts overlaps more deeply.
    NotDeepest,
    /// It is not shown that the two meet.
    NotMeeting,
    /// One contains the other where this is denied, or does not where it is claimed.
    WrongContainment,
    /// The depth of a convex pair is not called exact, or that of shapes of many parts is.
    WrongDepthKind,
    /// There is no independent proof, and the question asked again has another answer.
    OtherAnswer,
    /// A contact is further apart than the margin, or the deepest place is not among the contacts.
    WrongContacts,
    /// The question has no answer for these shapes, or the proof is for other shapes.
    NotProvable,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number is not finite",
            Self::NormalNotUnit => "the normal is not of length 1",
            Self::PointsDisagree => "point_b - point_a is not distance * normal",
            Self::PointAOutside => "point_a is outside of A",
            Self::PointBOutside => "point_b is outside of B",
            Self::WrongSign => "the sign of the distance is wrong",
            Self::NotParting => "the normal does not part the two as far as said",
            Self::WrongNormal => "at a witness point the border faces another way",
            Self::NotShortest => "there is a shorter way",
            Self::NotDeepest => "another pair of parts overlaps more deeply",
            Self::NotMeeting => "it is not shown that the two meet",
            Self::WrongContainment => "what contains what is wrong",
            Self::WrongDepthKind => {
                "the depth is exact for convex pairs and where there is none, and only there"
            }
            Self::OtherAnswer => "the question asked again has another answer",
            Self::WrongContacts => {
                "a contact is beyond the margin, or the deepest place is not among the contacts"
            }
            Self::NotProvable => "no proof of this kind exists for these shapes",
        })
    }
}
impl core::error::Error for Flaw {}

/// How a claim is shown; the strongest way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shown {
    /// Exactly as claimed: in exact arithmetic, or in floating point with a margin far above its rounding
    /// errors.
    Exactly,
    /// By evaluation, for numbers that differ from those claimed by no more than [`Verified::bound`].
    Within,
    /// The question was asked again and the answer is the same. This shows that nobody has changed the
    /// answer, and proves nothing else.
    Again,
    /// Not shown.
    Not,
}

/// How each claim of an answer is shown. No claim was found false.
///
/// ```
/// use clearance::{Placed, Pose, clearance, d3::Shape, glam::DVec3, pair::{Shown, verify}};
/// let (barrel, ball) = (Shape::cylinder(1.0, 0.5)?, Shape::sphere(0.25)?);
/// let (pose, beside) = (Pose::IDENTITY, Pose::at(DVec3::new(0.3, 0.2, 2.0))?);
/// let (a, b) = (Placed::new(&barrel, &pose), Placed::new(&ball, &beside));
/// let verified = verify(&clearance(a, b)?, a, b)?;
/// assert_eq!((verified.sign, verified.normal), (Shown::Exactly, Shown::Within));
/// assert!(verified.is_proven() && verified.bound < 1e-11);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Verified {
    /// That the two are apart, touch or overlap.
    pub sign: Shown,
    /// That `point_a` is in A and `point_b` in B.
    pub points: Shown,
    /// That the two are as far apart along the normal, or overlap as deeply, as `distance` says; for a local
    /// depth, that the deepest two parts do.
    pub distance: Shown,
    /// That the borders face each other along the normal at the two points.
    pub normal: Shown,
    /// That no two points are nearer, and no shorter way separates the two; `None` for a local depth, which
    /// does not claim this.
    pub shortest: Option<Shown>,
    /// How far numbers may be off, as a length: 4e-12 of the size of the query in double precision, 4e-5 in
    /// single. A normal may be off by a turn that moves the points of the border that face along it by no
    /// more than this.
    ///
    /// Where one of two convex shapes has a curved border that is not a ball's, a search in floating point
    /// finds both the normal and the shortest way. Then normals are compared with 1e-9 of the size, and
    /// another way out may be shorter by 2e-7 of it.
    pub bound: f64,
}

impl Verified {
    /// The weakest of all claims that the answer makes.
    pub fn weakest(&self) -> Shown {
        let claims = [self.sign, self.points, self.distance, self.normal];
        claims
            .into_iter()
            .chain(self.shortest)
            .fold(Shown::Exactly, Shown::max)
    }
    /// Whether every claim that the answer makes is shown by evaluation, not only by asking again.
    pub fn is_proven(&self) -> bool {
        self.weakest() <= Shown::Within
    }
    /// With all claims asked again, except for the points, which are shown in this way.
    pub(super) fn again(points: Shown, shortest: Option<Shown>, bound: f64) -> Self {
        Self {
            sign: Shown::Again,
            points,
            distance: Shown::Again,
            normal: Shown::Again,
            shortest,
            bound: OPEN_BOUNDS * bound,
        }
    }
    /// With all claims evaluated to this bound, except for the sign and the shortest way.
    pub(super) fn within(bound: f64, sign: Shown, shortest: Option<Shown>) -> Self {
        Self {
            sign,
            points: Shown::Within,
            distance: Shown::Within,
            normal: Shown::Within,
            shortest,
            bound: OPEN_BOUNDS * bound,
        }
    }
}
