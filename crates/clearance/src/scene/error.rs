//! Errors of a scene.

use core::fmt;

use crate::math::InvalidPose;
use crate::pair::QueryError;

/// Why a call did nothing. The scene is as it was before the call, except that the lists of pairs are empty
/// after an [`Interrupted`](Self::Interrupted) update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SceneError {
    /// No object has this handle: the object has been removed, or the handle belongs to another scene.
    NoSuchObject,
    /// The scene has about four billion objects, or its handles are used up.
    Full,
    /// The numbers do not make a pose.
    Pose(InvalidPose),
    /// More pairs of boxes meet than the scene may list.
    TooManyPairs {
        /// How many it may; see [`Scene::with_max_pairs`](super::Scene::with_max_pairs).
        limit: usize,
    },
    /// The caller stopped a step. After [`update_unless`](super::Scene::update_unless) the lists of pairs are
    /// empty; after [`sweep_step_unless`](super::Scene::sweep_step_unless) everything is as before.
    Interrupted,
    /// A question about two of its objects has no answer.
    Query(QueryError),
    /// A number is infinite, negative or not a number where it must not be.
    NotFinite(&'static str),
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchObject => f.write_str("handle: no object of this scene has it"),
            Self::Full => f.write_str("objects: all 2^32 - 1 slots or handles are used up"),
            Self::Pose(error) => error.fmt(f),
            Self::TooManyPairs { limit } => write!(f, "pairs: more than {limit} boxes meet"),
            Self::Interrupted => f.write_str("step: given up by its caller"),
            Self::Query(error) => error.fmt(f),
            Self::NotFinite(name) => write!(f, "{name}: must be finite and not negative"),
        }
    }
}
impl core::error::Error for SceneError {}

impl From<InvalidPose> for SceneError {
    fn from(error: InvalidPose) -> Self {
        Self::Pose(error)
    }
}

impl From<QueryError> for SceneError {
    fn from(error: QueryError) -> Self {
        Self::Query(error)
    }
}
