//! Compound: several shapes placed together.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{PartBoxes, PartView, Parts};
use crate::math::{Aabb, Pose};
use crate::shape::bounds::BoundedFrame;
use crate::shape::error::{Fault, InvalidShape};
use crate::shape::kinds::any::{AnyShape, Placed, ShapeSpace};

/// One shape of a compound, and its pose in the compound's frame.
#[derive(Clone, Debug)]
pub struct Part<V: ShapeSpace> {
    /// The shape.
    pub shape: V::Shape,
    /// Its pose in the compound's frame.
    pub pose: Pose<V>,
}

impl<V: ShapeSpace> Part<V> {
    /// `shape` at `pose` in the compound's frame.
    pub fn new(shape: impl Into<V::Shape>, pose: Pose<V>) -> Self {
        let shape = shape.into();
        Self { shape, pose }
    }
}

/// Several shapes placed together; their union. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Compound<V: ShapeSpace>(Arc<CompoundData<V>>);

#[derive(Debug)]
struct CompoundData<V: ShapeSpace> {
    parts: Vec<Part<V>>,
    boxes: PartBoxes<V>,
    nesting: usize,
}

impl<V: ShapeSpace> Compound<V> {
    /// How deep compounds may be nested: questions descend into them by recursion.
    pub const MOST_NESTED: usize = 64;

    /// From at least one shape; compounds nested at most [`Compound::MOST_NESTED`] deep, this one included.
    ///
    /// ```
    /// use clearance::{Pose, d2::Shape, glam::DVec2, shape::Fault};
    /// let mut shape = Shape::<DVec2>::circle(1.0).unwrap();
    /// for _ in 0..64 {
    ///     shape = Shape::compound(vec![(shape, Pose::IDENTITY)]).unwrap();
    /// }
    /// let error = Shape::compound(vec![(shape, Pose::IDENTITY)]).unwrap_err();
    /// assert_eq!((error.path().as_str(), error.fault), ("parts[0]", Fault::TooDeep { most: 64 }));
    /// ```
    pub fn new(parts: Vec<(impl Into<V::Shape>, Pose<V>)>) -> Result<Self, InvalidShape> {
        let part = |(shape, pose)| Part::new(shape, pose);
        Self::from_parts(parts.into_iter().map(part).collect())
    }
    pub(in crate::shape) fn from_parts(parts: Vec<Part<V>>) -> Result<Self, InvalidShape> {
        if parts.is_empty() {
            return Err(InvalidShape::new("parts", Fault::TooFew { least: 1, got: 0 }));
        }
        let mut nesting = 1;
        for (i, part) in parts.iter().enumerate() {
            nesting = nesting.max(1 + part.shape.parts().map_or(0, Parts::nesting));
            if nesting > Self::MOST_NESTED {
                let most = Self::MOST_NESTED;
                return Err(InvalidShape::at("parts", i, Fault::TooDeep { most }));
            }
        }
        let boxes = parts.iter().map(|p| Placed::new(&p.shape, &p.pose).aabb());
        Ok(Self(Arc::new(CompoundData {
            boxes: PartBoxes::new(boxes.collect()),
            parts,
            nesting,
        })))
    }
    /// The parts in the order given.
    pub fn parts(&self) -> &[Part<V>] {
        &self.0.parts
    }
    /// A box around it; infinite where a part is.
    pub fn bounds(&self) -> Aabb<V> {
        self.0.boxes.whole()
    }
    /// The box around the parts, one by one where there are few, else around the box of all.
    pub(crate) fn aabb_in(&self, frame: &BoundedFrame<V>) -> Aabb<V> {
        const FEW: usize = 64;
        if self.parts().len() > FEW {
            return frame.turned_box(self.bounds());
        }
        let boxes = self
            .parts()
            .iter()
            .map(|part| part.shape.aabb_in(&frame.through(&part.pose)));
        boxes.reduce(|a, b| a.union(&b)).unwrap_or_else(Aabb::everything)
    }
}

impl<V: ShapeSpace> Parts<V> for Compound<V> {
    fn part(&self, i: usize) -> PartView<'_, V> {
        let part = &self.0.parts[i];
        PartView::stored(&part.shape, Some(&part.pose))
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
    fn holds_any_shape(&self) -> bool {
        true
    }
    fn nesting(&self) -> usize {
        self.0.nesting
    }
}
