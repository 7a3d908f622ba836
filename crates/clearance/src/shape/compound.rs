//! Compound: several shapes placed together.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::any::{Placed, ShapeSpace};
use super::error::{Fault, InvalidShape};
use super::part_boxes::PartBoxes;
use super::parts::{Border, PartView, Parts};
use crate::math::{Aabb, Pose};

/// One shape of a compound and where it stands in the compound's frame.
#[derive(Clone, Debug)]
pub struct Part<V: ShapeSpace> {
    /// The shape.
    pub shape: V::Shape,
    /// Its pose in the compound's frame.
    pub pose: Pose<V>,
}

/// Several shapes placed together; their union. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Compound<V: ShapeSpace>(Arc<Inner<V>>);

#[derive(Debug)]
struct Inner<V: ShapeSpace> {
    parts: Vec<Part<V>>,
    boxes: PartBoxes<V>,
}

impl<V: ShapeSpace> Compound<V> {
    /// At least one shape.
    pub fn new(parts: Vec<(V::Shape, Pose<V>)>) -> Result<Self, InvalidShape> {
        if parts.is_empty() {
            return Err(InvalidShape::new("parts", Fault::TooFew { least: 1, got: 0 }));
        }
        let parts: Vec<_> = parts
            .into_iter()
            .map(|(shape, pose)| Part { shape, pose })
            .collect();
        let boxes = parts.iter().map(|p| Placed::new(&p.shape, &p.pose).aabb());
        Ok(Self(Arc::new(Inner {
            boxes: PartBoxes::new(boxes.collect()),
            parts,
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
}

impl<V: ShapeSpace> Parts<V> for Compound<V> {
    fn part_count(&self) -> usize {
        self.0.parts.len()
    }
    fn part(&self, i: usize) -> PartView<'_, V> {
        let part = &self.0.parts[i];
        PartView::stored(&part.shape, Some(&part.pose))
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
    fn facets(&self) -> Option<&dyn Border<V>> {
        None
    }
    fn is_solid(&self) -> bool {
        false
    }
    fn holds_any_shape(&self) -> bool {
        true
    }
}
