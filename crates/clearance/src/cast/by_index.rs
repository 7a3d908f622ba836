//! Rays and sweeps at the shapes of a [`PlacedColumn`], by index.

use super::ray::space::RaySpace;
use super::ray::{Ray, RayHit, ray};
use super::sweep::space::SweepSpace;
use super::sweep::{Motion, Start, SweepHit, sweep};
use crate::pair::{NoSuchShape, PlacedColumn, QueryError};

/// What [`sweep`] answers of a pair.
type SweepAnswer<V> = Result<Option<SweepHit<V>>, QueryError>;

impl<V: RaySpace> PlacedColumn<V> {
    /// Where each ray first hits its shape, given by index, as [`ray`] says it.
    ///
    /// Errors: an index without a shape. Answers beyond the rays, and rays beyond the answers, are left
    /// alone.
    ///
    /// ```
    /// use clearance::pair::{Column, PlacedColumn};
    /// use clearance::{Pose, cast::Ray, d3::Shape, glam::DVec3};
    /// let balls = Column::<DVec3>::new(vec![Shape::sphere(1.0)?.into()]);
    /// let placed = PlacedColumn::new(balls, vec![(0, Pose::IDENTITY), (0, Pose::at(DVec3::X * 4.0)?)])?;
    /// let right = Ray { origin: DVec3::X * -3.0, direction: DVec3::X, max_time: f64::INFINITY };
    /// let mut hits = [Ok(None); 2];
    /// placed.ray(&[(0, right), (1, right)], &mut hits)?;
    /// assert_eq!(hits.map(|hit| hit.unwrap().unwrap().time), [2.0, 6.0]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn ray(
        &self,
        rays: &[(u32, Ray<V>)],
        answers: &mut [Result<Option<RayHit<V>>, QueryError>],
    ) -> Result<(), NoSuchShape> {
        self.check(rays.iter().map(|(shape, _)| *shape))?;
        self.each(rays, answers, |(shape, one)| ray(self.get(*shape as usize), one));
        Ok(())
    }
}

impl<V: SweepSpace> PlacedColumn<V> {
    /// When the shapes of each pair first meet, as [`sweep`] says it. `motions` has one for each shape of
    /// this column.
    ///
    /// Errors: an index without a shape, or without a motion. Answers beyond the pairs, and pairs beyond the
    /// answers, are left alone.
    pub fn sweep(
        &self,
        pairs: &[[u32; 2]],
        motions: &[Motion<V>],
        start: Start,
        answers: &mut [SweepAnswer<V>],
    ) -> Result<(), NoSuchShape> {
        self.check(pairs.as_flattened().iter().copied())?;
        NoSuchShape::check(pairs.as_flattened().iter().copied(), motions.len())?;
        self.each(pairs, answers, |pair| {
            let [(a, motion_a), (b, motion_b)] = pair.map(|i| (self.get(i as usize), &motions[i as usize]));
            sweep(a, motion_a, b, motion_b, start)
        });
        Ok(())
    }
}
