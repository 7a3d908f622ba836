//! Many queries at once: on all threads if the scene may use them, with the same answers in the same order.

use alloc::vec::Vec;

use crate::cast::{CastSpace, Ray};
use crate::index::Threads;
use crate::pair::QueryError;
use crate::scene::store::object::Data;
use crate::scene::{Accept, Handle, Neighbor, Scene, SceneHit};
use crate::shape::Placed;

impl<V: CastSpace, T: Data> Scene<V, T> {
    /// Answers many questions, in their order: on all threads if the scene may use them
    /// ([`with_threads`](Self::with_threads), feature `rayon`), otherwise one after the other.
    ///
    /// ```
    /// use clearance::{Pose, d2::Shape, glam::DVec2, scene::{Filter, Object, Scene}};
    /// let mut scene = Scene::<DVec2>::default();
    /// scene.add(Object::new(Shape::circle(1.0)?, Pose::IDENTITY))?;
    /// let points = [DVec2::ZERO, DVec2::X, DVec2::ONE];
    /// let hits = scene.batch(&points, |&p| scene.at_point(p, &Filter::ALL).map(|hit| hit.len()));
    /// assert_eq!(hits, [Ok(1), Ok(1), Ok(0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn batch<Q: Sync, R: Send>(&self, questions: &[Q], ask: impl Fn(&Q) -> R + Sync + Send) -> Vec<R> {
        #[cfg(feature = "rayon")]
        if self.threads == Threads::All {
            use rayon::prelude::*;
            return questions.par_iter().map(ask).collect();
        }
        let _ = Threads::All;
        questions.iter().map(ask).collect()
    }
    /// [`overlapping`](Self::overlapping) for each of many shapes.
    pub fn overlapping_batch(
        &self,
        shapes: &[Placed<'_, V>],
        about: &(impl Accept<V, T> + Send),
    ) -> Vec<Vec<Handle>> {
        self.batch(shapes, |shape| self.overlapping(*shape, about))
    }
    /// [`cast_ray`](Self::cast_ray) for each of many rays.
    pub fn cast_rays(
        &self,
        rays: &[Ray<V>],
        about: &(impl Accept<V, T> + Send),
    ) -> Vec<Result<Option<SceneHit<V>>, QueryError>> {
        self.batch(rays, |ray| self.cast_ray(ray, about))
    }
    /// [`nearest`](Self::nearest) for each of many shapes.
    pub fn nearest_batch(
        &self,
        shapes: &[Placed<'_, V>],
        count: usize,
        within: V::Scalar,
        about: &(impl Accept<V, T> + Send),
    ) -> Vec<Vec<Neighbor<V::Scalar>>> {
        self.batch(shapes, |shape| self.nearest(*shape, count, within, about))
    }
}
