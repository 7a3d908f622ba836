//! Separating overlapping shapes along the shortest way.

use super::Mass;
use crate::cast::CastSpace;
use crate::math::{Pose, Real, ScalarOf, Space, Vector};
use crate::pair::{Clearance, clearance};
use crate::scene::{Data, Handle, ObjectRef, Scene, SceneError};

/// How far A and B have to move so that they no longer overlap: the lighter one further. Zero if they do not
/// overlap, or if both are fixed.
///
/// ```
/// use clearance::{Placed, Pose, d2::Shape, glam::DVec2, clearance, response::{Mass, part}};
/// let (crate_, wall) = (Shape::cuboid(DVec2::ONE)?, Shape::cuboid(DVec2::new(0.5, 4.0))?);
/// let (here, there) = (Pose::at(DVec2::ZERO)?, Pose::at(DVec2::X * 1.25)?);
/// let answer = clearance(Placed::new(&crate_, &here), Placed::new(&wall, &there))?;
/// assert_eq!(part(&answer, &Mass::without_turning(2.0)?, &Mass::fixed()), [DVec2::X * -0.25, DVec2::ZERO]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn part<V: Space>(answer: &Clearance<V>, a: &Mass<V>, b: &Mass<V>) -> [V; 2] {
    let both = a.inverse() + b.inverse();
    if !(answer.distance < Real::ZERO && both > Real::ZERO) {
        return [V::ZERO; 2];
    }
    let way = answer.normal * answer.depth();
    [way * -(a.inverse() / both), way * (b.inverse() / both)]
}

/// The outcome of [`part_all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parted {
    /// How many times all pairs were gone through.
    pub rounds: usize,
    /// How many pairs overlapped in the last round; 0 if everything is separated.
    pub left: usize,
}

/// Separates everything in a scene that overlaps, except sensors. What leaves one object may enter another,
/// so this is repeated until nothing overlaps or `rounds` are over.
///
/// Each pair is moved a little further than necessary, by a 64th of its depth and some units in the last
/// place, so that the rounds come to an end. Pairs of two fixed objects are left as they are. Filters apply.
///
/// Errors: those of [`Scene::update`] and of the pairs' clearance. What has moved by then stays moved.
///
/// ```
/// use clearance::{Pose, d2::Shape, glam::DVec2, response::{Mass, part_all}, scene::{Object, Scene}};
/// let mut scene = Scene::<DVec2>::default();
/// for i in 0..10 {
///     scene.add(Object::new(Shape::circle(1.0)?, Pose::at(DVec2::new(f64::from(i) * 0.5, 0.0))?))?;
/// }
/// let parted = part_all(&mut scene, 1000, |_| Mass::without_turning(1.0).unwrap())?;
/// assert_eq!(parted.left, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn part_all<V: CastSpace, T: Data>(
    scene: &mut Scene<V, T>,
    rounds: usize,
    mass: impl Fn(&ObjectRef<'_, V, T>) -> Mass<V>,
) -> Result<Parted, SceneError> {
    let mut parted = Parted { rounds: 0, left: 0 };
    while parted.rounds < rounds {
        scene.update()?;
        let pairs: alloc::vec::Vec<[Handle; 2]> =
            scene.contacts().iter().map(|touch| [touch.a, touch.b]).collect();
        parted.rounds += 1;
        parted.left = 0;
        for pair in pairs {
            parted.left += usize::from(part_pair(scene, pair, &mass)?);
        }
        if parted.left == 0 {
            break;
        }
    }
    Ok(parted)
}

/// Separates two objects where they are now; whether they overlapped.
fn part_pair<V: CastSpace, T: Data>(
    scene: &mut Scene<V, T>,
    [a, b]: [Handle; 2],
    mass: &impl Fn(&ObjectRef<'_, V, T>) -> Mass<V>,
) -> Result<bool, SceneError> {
    let (Some(one), Some(other)) = (scene.get(a), scene.get(b)) else {
        return Ok(false);
    };
    let answer = clearance(one.placed(), other.placed())?;
    let [way_a, way_b] = part(&answer, &mass(&one), &mass(&other));
    let poses = [*one.pose(), *other.pose()];
    if answer.distance >= Real::ZERO || (way_a == V::ZERO && way_b == V::ZERO) {
        return Ok(false);
    }
    let size = [one.aabb(), other.aabb()]
        .map(|aabb| aabb.min.max_abs().max(aabb.max.max_abs()))
        .into_iter()
        .filter(|size| size.is_finite())
        .fold(ScalarOf::<V>::ZERO, Real::max);
    let beyond = overshoot::<V>(answer.depth(), size);
    for (handle, pose, way) in [(a, poses[0], way_a), (b, poses[1], way_b)] {
        if way != V::ZERO {
            let there = Pose::new(pose.position() + way * beyond, pose.rotation())?.scaled(pose.scale())?;
            scene.set_pose(handle, there)?;
        }
    }
    Ok(true)
}

/// The factor by which a way is lengthened.
fn overshoot<V: Vector>(depth: V::Scalar, size: V::Scalar) -> V::Scalar {
    let rounding = size * ScalarOf::<V>::EPSILON * ScalarOf::<V>::lit(8.0);
    ScalarOf::<V>::lit(1.0 + 1.0 / 64.0) + rounding / depth
}
