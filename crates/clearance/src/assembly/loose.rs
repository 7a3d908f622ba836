//! Pairs of parts that no assembly holds: for assemblies that are larger than the memory, whose solids come
//! and go.

use super::class::{Finding, Settings};
use super::decide::{Kept, interference_kept};
use super::parts::Part;

/// Decides pairs of parts that the caller holds, one by one, on any thread. The answers are those of
/// [`Assembly::pair`](super::Assembly::pair), to the last bit.
///
/// ```
/// use clearance::{Pose, assembly::{Class, LoosePairs, Part, Settings, Solid}, d3::Shape, glam::DVec3};
/// let block = std::sync::Arc::new(Solid::new(Shape::cuboid(DVec3::ONE)?, 0.0, 0.0));
/// let part = |x: f64| {
///     let pose = Pose::at(DVec3::X * x)?;
///     Ok::<_, clearance::math::InvalidPose>(Part { name: String::new(), solid: block.clone(), pose })
/// };
/// let (pairs, first) = (LoosePairs::default(), part(0.0)?);
/// let class = |b: &Part| pairs.pair(&first, b, &Settings::default()).map(|found| found.class);
/// assert_eq!(class(&part(1.5)?), Some(Class::Interference));
/// assert_eq!(class(&part(2.0)?), Some(Class::Contact));
/// assert_eq!(class(&part(2.5)?), None);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct LoosePairs {
    /// Two copies of a pair of solids are often beside each other in the same way.
    kept: Kept,
}

impl LoosePairs {
    /// What two parts are to each other; `None` where they are clear of each other. Answers for solids that
    /// are used again are kept, at most 2^14 of them.
    pub fn pair(&self, a: &Part, b: &Part, settings: &Settings) -> Option<Finding> {
        interference_kept(
            (&a.solid, &a.pose),
            (&b.solid, &b.pose),
            settings,
            Some(&self.kept),
        )
    }
}
