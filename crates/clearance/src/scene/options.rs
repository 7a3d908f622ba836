//! Options of a scene, set when it is made.

use super::store::Store;
use super::store::object::Data;
use super::{Detail, Scene, SceneError};
use crate::cast::CastSpace;
use crate::index::Threads;
use crate::math::Real;

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// The same scene, which finds out this much about each pair; the default is [`Detail::Relation`]. Call
    /// it before the first update.
    pub fn with_detail(self, detail: Detail) -> Self {
        Self { detail, ..self }
    }
    /// The same scene, which treats objects that lie side by side as one ground, or each by itself. The
    /// default is as one ground.
    ///
    /// This matters with [`Detail::Manifold`] only: an object that slides over the border between two others
    /// is not stopped there. If the shortest way out of one object leads into another object that the slider
    /// also touches, the contact gets the normal of a contact that is real; it has no points if another
    /// contact suffices. Walls and steps are not affected, and the pair is listed in both cases.
    ///
    /// Two objects are one ground where they lie side by side or, if they overlap, where both have a face in
    /// the plane in which the slider touches them. So in a heap of bodies that overlap deeply, each is by
    /// itself. Gaps up to 1/4096 and steps up to 2^-20 of the smaller of the two objects' extents are
    /// ignored. Sensors do not count, nor objects that the slider is not tested against. An object with more
    /// than 512 contacts is ground only, not a slider. A contact stays as it is where the decision would need
    /// more than 1,024 pairs of parts, or faces of more than 64 directions.
    ///
    /// With an object made of parts there is one manifold, that of its deepest part. It may be at an inner
    /// edge of the object itself; [`contacts`](crate::pair::contacts) does not have such contacts.
    ///
    /// Costs a look at the contacts of each object that has several with different normals, and some tens of
    /// pair questions for each object at a border; an object with more than 16 contacts allocates there. A
    /// step takes a fifth longer in a wall of boxes that all move, and two to three times as long in a heap
    /// whose bodies overlap by half, or on a floor of tiles that touch exactly and move. Without manifolds it
    /// costs nothing.
    pub fn with_joined_seams(mut self, are_joined: bool) -> Self {
        self.inner_edges.are_ignored = !are_joined;
        self
    }
    /// The same scene on this many threads; the answers have the same bits. With [`Threads::All`], all
    /// threads test pairs and answer batches of queries. They move and search boxes only where 32,768 have
    /// changed: one thread is faster with fewer.
    ///
    /// Waking the threads of rayon's pool takes a good part of a step of a hundred thousand boxes. If the
    /// thread that steps the scene belongs to the pool, only the others have to be woken: call
    /// `rayon::ThreadPoolBuilder::new().use_current_thread() .build_global()` there once.
    pub fn with_threads(self, threads: Threads) -> Self {
        Self { threads, ..self }
    }
    /// The same scene with another limit on the pairs of an update; the default is 2^27 (1 GiB). A pile with
    /// more pairs is refused before they are listed.
    pub fn with_max_pairs(self, max_pairs: usize) -> Self {
        Self { max_pairs, ..self }
    }
    /// The same scene, which must be empty, with contacts that begin at this distance (not negative): with
    /// [`Detail::Manifold`], contact points up to it are listed.
    pub fn with_margin(self, margin: V::Scalar) -> Result<Self, SceneError> {
        if !(margin.is_finite() && margin >= Real::ZERO) {
            return Err(SceneError::NotFinite("margin"));
        }
        let store = Store::new(margin);
        Ok(Self { store, ..self })
    }
}
