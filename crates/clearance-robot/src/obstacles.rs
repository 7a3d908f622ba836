//! What stands around a robot and does not move.

use clearance::glam::DVec3;
use clearance::index::StaticTree;
use clearance::math::{Aabb, Pose, Vector};
use clearance::shape::{AnyShape, Placed, Shape3};

use crate::bracket::{Bracket, PlacedBracket};
use crate::oriented::OrientedBox;
use crate::stand::Stand;

/// Shapes that do not move, with a tree over their boxes. Made once, in O(n log n), for any number of
/// questions.
///
/// Obstacles have the numbers in which they were given. Any shape will do: a half-space is a floor.
///
/// ```
/// use clearance::{Pose, d3::Shape, glam::DVec3};
/// use clearance_robot::Obstacles;
/// let floor = Shape::half_space(DVec3::Z, 0.0)?;
/// let obstacles = Obstacles::new(vec![(floor, Pose::IDENTITY), (Shape::sphere(0.1)?, Pose::at(DVec3::X)?)]);
/// assert_eq!((obstacles.len(), Obstacles::none().len()), (2, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Obstacles {
    shapes: Vec<(Bracket, Pose<DVec3>)>,
    pub(super) boxes: Vec<Aabb<DVec3>>,
    pub(super) tree: StaticTree<DVec3>,
    /// Around each, along its own axes; `None` around what has no end.
    pub(super) own_boxes: Vec<Option<OrientedBox>>,
    /// The largest coordinate of each; of what has no end, that of the plane's nearest point and of its pose.
    pub(super) sizes: Vec<f64>,
}

impl Obstacles {
    /// These shapes at their poses in the world, which is the frame of the robot's root link.
    pub fn new(shapes: Vec<(Shape3<DVec3>, Pose<DVec3>)>) -> Self {
        let boxes: Vec<_> = shapes
            .iter()
            .map(|(shape, pose)| Placed::new(shape, pose).aabb())
            .collect();
        Self {
            tree: StaticTree::build(&boxes),
            own_boxes: shapes.iter().map(|(shape, pose)| own_box(shape, pose)).collect(),
            sizes: shapes
                .iter()
                .zip(&boxes)
                .map(|((shape, pose), aabb)| size(shape, pose, aabb))
                .collect(),
            shapes: shapes
                .into_iter()
                .map(|(shape, pose)| (Bracket::new(shape), pose))
                .collect(),
            boxes,
        }
    }
    /// No obstacles: a robot by itself.
    pub fn none() -> Self {
        Self::new(Vec::new())
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.shapes.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }
    /// The obstacle of this number, at its place; `None` if there are not as many.
    pub fn get(&self, number: usize) -> Option<Placed<'_, DVec3>> {
        let (shape, pose) = self.shapes.get(number)?;
        Some(shape.at(pose).exact())
    }
    /// The largest coordinate of all.
    pub(super) fn size(&self) -> f64 {
        self.sizes.iter().copied().fold(0.0, f64::max)
    }
    /// The obstacle of a number that the tree gave.
    #[inline]
    pub(super) fn placed(&self, number: u32) -> PlacedBracket<'_> {
        let (shape, pose) = &self.shapes[number as usize];
        shape.at(pose)
    }
}

fn size(shape: &Shape3<DVec3>, pose: &Pose<DVec3>, aabb: &Aabb<DVec3>) -> f64 {
    if aabb.min.is_finite() && aabb.max.is_finite() {
        return aabb.min.abs().max(aabb.max.abs()).max_element();
    }
    let offset = match shape {
        Shape3::HalfSpace(it) => it.offset().abs() / Vector::length(it.normal()) * pose.scale(),
        _ => 0.0,
    };
    Vector::max_abs(pose.position()) + offset
}

fn own_box(shape: &Shape3<DVec3>, pose: &Pose<DVec3>) -> Option<OrientedBox> {
    OrientedBox::new(&shape.local_aabb(), &Stand::of(pose), pose.scale())
}
