//! The shapes and poses of one side of a batch: one pose for all, or one for each.

use clearance::math::{InvalidPose, Pose};
use clearance::pair::{self, Column};
use clearance::shape::Placed;

use crate::as_numbers::{AsNumbers, check, pose};

/// Shapes and checked poses.
pub struct Side<'a, V: AsNumbers> {
    shapes: &'a Column<V>,
    poses: Poses<'a, V>,
}

/// Poses that have been checked, as they were given.
pub(crate) enum Poses<'a, V: AsNumbers> {
    One(Pose<V>),
    Many(&'a [f64]),
}

impl<'a, V: AsNumbers> Side<'a, V> {
    /// From poses without scale, one after the other; the error is the first invalid one, and why it is
    /// invalid.
    pub(crate) fn new(shapes: &'a Column<V>, poses: &'a [f64]) -> Result<Self, (usize, InvalidPose)> {
        check::<V>(poses)?;
        let poses = if poses.len() == V::POSE {
            Poses::One(pose(poses).map_err(|why| (0, why))?)
        } else {
            Poses::Many(poses)
        };
        Ok(Self { shapes, poses })
    }
    /// The numbers of shapes and of poses.
    pub fn lengths(&self) -> [usize; 2] {
        let poses = match self.poses {
            Poses::One(_) => 1,
            Poses::Many(numbers) => numbers.len() / V::POSE,
        };
        [self.shapes.shapes().len(), poses]
    }
    /// The shape of pair `i` and its pose.
    fn standing(&self, i: usize) -> (&V::Shape, Pose<V>) {
        (&**self.shapes.get(i), pair::Poses::pose(&self.poses, i))
    }
    #[inline]
    pub(crate) fn native(&self) -> pair::Side<'_, V, Poses<'a, V>> {
        pair::Side {
            shapes: self.shapes,
            poses: &self.poses,
        }
    }
}

/// Asks about pair `i`.
#[inline]
pub fn of_pair<V: AsNumbers, R>(
    [a, b]: [&Side<'_, V>; 2],
    i: usize,
    question: impl FnOnce(Placed<'_, V>, Placed<'_, V>) -> R,
) -> R {
    let ((shape_a, pose_a), (shape_b, pose_b)) = (a.standing(i), b.standing(i));
    question(Placed::new(shape_a, &pose_a), Placed::new(shape_b, &pose_b))
}

impl<'a, V: AsNumbers> Poses<'a, V> {
    #[inline(always)]
    fn row(&self, i: usize) -> &'a [f64] {
        match self {
            Self::One(_) => &[],
            Self::Many(numbers) => numbers.get(i * V::POSE..(i + 1) * V::POSE).unwrap_or(&[]),
        }
    }
}

impl<V: AsNumbers> pair::Poses<V> for Poses<'_, V> {
    #[inline(always)]
    fn unturned(&self, i: usize) -> Pose<V> {
        match self {
            Self::One(pose) => *pose,
            // Checked before, so never an error.
            Self::Many(_) => Pose::at(crate::vector(self.row(i))).unwrap_or(Pose::IDENTITY),
        }
    }
    #[inline(always)]
    fn rotation(&self, i: usize) -> V::Rotation {
        match self {
            Self::One(pose) => pose.rotation(),
            Self::Many(_) => V::rotation(self.row(i).get(V::DIM..).unwrap_or(&[])),
        }
    }
}
