//! Hierarchies and indexes: which boxes meet which. They know boxes, not shapes.
//!
//! [`Index`] is what all indexes share; [`Brute`] is the shortest one and the oracle of the others, [`Tree`] the
//! general one. [`StaticTree`] serves shapes made of many parts, whose boxes never move.

mod brute;
mod build;
mod entries;
mod ray;
mod static_tree;
mod tree;
mod tree_walk;

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use crate::math::{Aabb, Real, ScalarOf, Vector};

pub use brute::Brute;
pub use entries::Handle;
pub use ray::Ray;
pub use static_tree::StaticTree;
pub use tree::Tree;

/// Boxes that come, go and move, and the questions about them. Boxes are closed: what touches, meets.
///
/// A box comes with a number that answers name it by; the caller sees to it that numbers differ. Everything is
/// deterministic: the same calls in the same order give the same answers in the same order.
///
/// ```
/// use clearance::{glam::DVec2, index::{Index, Tree}, math::Aabb};
/// let cell = |x: f64| Aabb { min: DVec2::new(x, 0.0), max: DVec2::new(x + 1.0, 1.0) };
/// let mut index = Tree::new(0.1);
/// let handles = [7, 8, 9].map(|id| index.insert(cell(f64::from(id)), id).unwrap());
/// assert_eq!(index.pairs(), [[7, 8], [8, 9]]); // borders meet
/// index.update(handles[1], cell(20.0)).unwrap();
/// assert_eq!(index.pairs(), [] as [[u32; 2]; 0]);
/// index.remove(handles[1]);
/// assert!(index.update(handles[1], cell(0.0)).is_err()); // that handle is spent
/// ```
pub trait Index<V: Vector> {
    /// Adds a box, which may be infinite.
    fn insert(&mut self, aabb: Aabb<V>, id: u32) -> Result<Handle, IndexError>;
    /// Takes a box out and returns its number; `None` when it is not in.
    fn remove(&mut self, handle: Handle) -> Option<u32>;
    /// Gives a box another place and size.
    fn update(&mut self, handle: Handle, aabb: Aabb<V>) -> Result<(), IndexError>;
    /// A box and its number; `None` when it is not in.
    fn get(&self, handle: Handle) -> Option<(Aabb<V>, u32)>;
    /// How many boxes are in.
    fn len(&self) -> usize;
    /// Whether none are.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// The numbers of all pairs of boxes that meet, the smaller number first, in ascending order.
    fn pairs(&self) -> Vec<[u32; 2]>;
    /// Calls `visit` with the number of every box that meets `query`, in no particular order, until it breaks.
    fn overlapping(&self, query: &Aabb<V>, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()>;
    /// Calls `visit` with the number of every box that holds a point, in no particular order, until it breaks.
    fn holding(&self, point: V, visit: &mut dyn FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
        let query = Aabb {
            min: point,
            max: point,
        };
        self.overlapping(&query, visit)
    }
    /// Calls `visit` with the number of every box on a ray and when the ray enters it (or a little earlier, never
    /// later), roughly front to back. `visit` returns the time after which nothing matters any more; the last one is
    /// returned.
    fn cast_ray(&self, ray: &Ray<V>, visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar) -> V::Scalar;
    /// Calls `visit` with the number of every box no further than `within` from `query` and a lower bound of the
    /// distance, roughly nearest first. `visit` returns the distance beyond which nothing matters any more; the last
    /// one is returned.
    fn nearest(
        &self,
        query: &Aabb<V>,
        within: V::Scalar,
        visit: &mut dyn FnMut(u32, V::Scalar) -> V::Scalar,
    ) -> V::Scalar;
    /// Checks everything that must always hold inside, for tests and bug reports.
    fn validate(&self) -> Result<(), Broken>;
}

/// Why a call did nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// A corner that is not a number, or a smallest corner that is not the smallest.
    InvalidBox,
    /// The handle's box has been removed, or was never in this index.
    UnknownHandle,
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::InvalidBox => "box: min must not exceed max, and neither may be NaN",
            Self::UnknownHandle => "handle: names no box in this index",
        })
    }
}
impl core::error::Error for IndexError {}

/// What an index found wrong inside itself: a bug of this library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken(pub &'static str);

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
impl core::error::Error for Broken {}

/// A lower bound of the distance between two closed boxes, at any scale; 0 where they meet.
pub(crate) fn gap<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> V::Scalar {
    let apart = (a.min - b.max).max(b.min - a.max).max(V::ZERO);
    let largest = apart.max_element();
    if !(largest > Real::ZERO && largest.is_finite()) {
        return largest;
    }
    let slack = ScalarOf::<V>::ONE - ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    ((apart / largest).length() * slack * largest).max(largest * slack)
}
