//! One side of a batch: shapes and poses, either of which may be one for all.

use std::sync::Arc;

use clearance::math::{InvalidPose, Pose};
use clearance::pair::{BoundingBalls, PlacedBalls};

use crate::door::{Door, check, pose};

/// Shapes in a row, beside them their balls: those of many pairs decide, and the shapes need not be fetched from all over
/// the memory.
#[derive(Clone, Debug)]
pub struct Shapes<V: Door> {
    shapes: Vec<Arc<V::Shape>>,
    balls: Vec<BoundingBalls<V>>,
}

impl<V: Door> Default for Shapes<V> {
    fn default() -> Self {
        let (shapes, balls) = (Vec::new(), Vec::new());
        Self { shapes, balls }
    }
}

impl<V: Door> Shapes<V> {
    /// Puts one at the end.
    pub fn push(&mut self, shape: Arc<V::Shape>) {
        self.balls.push(BoundingBalls::of(&*shape));
        self.shapes.push(shape);
    }
    /// All of them.
    pub fn as_slice(&self) -> &[Arc<V::Shape>] {
        &self.shapes
    }
}

/// Shapes and poses, checked.
pub struct Side<'a, V: Door> {
    shapes: &'a Shapes<V>,
    poses: &'a [f64],
    /// What all stand at, where all stand at one.
    only: Option<Pose<V>>,
}

impl<'a, V: Door> Side<'a, V> {
    /// Of poses without scale, one after the other; the first that is none, and why.
    pub(crate) fn new(shapes: &'a Shapes<V>, poses: &'a [f64]) -> Result<Self, (usize, InvalidPose)> {
        check::<V>(poses)?;
        let only = if poses.len() == V::POSE {
            pose(poses).ok()
        } else {
            None
        };
        Ok(Self { shapes, poses, only })
    }
    /// How many shapes and how many poses.
    pub fn lengths(&self) -> [usize; 2] {
        [self.shapes.shapes.len(), self.poses.len() / V::POSE]
    }
    #[inline]
    pub(crate) fn shape(&self, i: usize) -> Option<&V::Shape> {
        let only = self.shapes.shapes.len() == 1;
        self.shapes
            .shapes
            .get(if only { 0 } else { i })
            .map(|shape| &**shape)
    }
    /// Shape `i` and its pose.
    pub fn standing(&self, i: usize) -> Option<(&V::Shape, Pose<V>)> {
        Some((self.shape(i)?, self.pose(i)?))
    }
    #[inline]
    fn pose(&self, i: usize) -> Option<Pose<V>> {
        match self.only {
            Some(pose) => Some(pose),
            None => pose(self.numbers(i)?).ok(),
        }
    }
    /// The balls of shape `i` where it stands: without sine and cosine where they have the origin for a center.
    #[inline]
    pub(crate) fn balls(&self, i: usize) -> Option<PlacedBalls<V>> {
        let only = self.shapes.balls.len() == 1;
        let balls = self.shapes.balls.get(if only { 0 } else { i })?;
        if let Some(pose) = &self.only {
            return Some(balls.placed(pose));
        }
        let numbers = self.numbers(i)?;
        let unturned = Pose::at(crate::vector(numbers)).ok()?;
        Some(balls.standing(&unturned, || V::rotation(&numbers[V::DIM..])))
    }
    #[inline]
    fn numbers(&self, i: usize) -> Option<&'a [f64]> {
        self.poses.get(i * V::POSE..(i + 1) * V::POSE)
    }
}
