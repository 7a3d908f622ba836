//! Boxes along the axes of a shape's own frame, which tell apart most of what balls do not.
//!
//! Source: Gottschalk, Lin and Manocha, "OBBTree" (1996): two boxes are apart if and only if they are so
//! along one of 15 axes, the normals of the faces and the products of the edges. Idea: all is computed in the
//! frame of one of them. Where we differ: what the computed numbers may err by is added to what is compared,
//! so that boxes that are said to be apart are, and others need not meet.

use clearance::glam::DVec3;
use clearance::math::Aabb;

use crate::ball::ROUNDING;
use crate::stand::Stand;

/// A box: its middle, its axes, which are unit vectors, and half its lengths along them.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrientedBox {
    middle: DVec3,
    axes: [DVec3; 3],
    half: DVec3,
}

impl OrientedBox {
    /// Around what is in `aabb`, where that frame stands after scaling; `None` if it has no end.
    pub fn new(aabb: &Aabb<DVec3>, stand: &Stand, scale: f64) -> Option<Self> {
        let (low, high) = (aabb.min * scale, aabb.max * scale);
        let own = Self {
            middle: 0.5 * low + 0.5 * high,
            axes: [DVec3::X, DVec3::Y, DVec3::Z],
            half: 0.5 * high - 0.5 * low,
        };
        (low.is_finite() && high.is_finite()).then(|| own.placed(stand))
    }
    /// The box in the world, where its frame stands.
    #[inline]
    pub fn placed(&self, stand: &Stand) -> Self {
        Self {
            middle: stand.point(self.middle),
            axes: self.axes.map(|axis| stand.direction(axis)),
            half: self.half,
        }
    }
    /// Whether another box is surely apart.
    #[inline]
    pub fn is_apart(&self, other: &Self) -> bool {
        let between = other.middle - self.middle;
        let reach = self.middle.abs() + other.middle.abs() + self.half + other.half;
        let error = ROUNDING * reach.element_sum() + f64::MIN_POSITIVE;
        let [x, y, z] = self.axes;
        let own = |v: DVec3| DVec3::new(x.dot(v), y.dot(v), z.dot(v));
        let t = own(between);
        // Column j is the other's axis j in the frame of this box.
        let columns = other.axes.map(own);
        let sizes = columns.map(DVec3::abs);
        let (a, b) = (self.half, other.half);
        let of_other = sizes[0] * b.x + sizes[1] * b.y + sizes[2] * b.z;
        if (t.abs() - (a + of_other)).max_element() > error {
            return true;
        }
        for j in 0..3 {
            if columns[j].dot(t).abs() - (sizes[j].dot(a) + b[j]) > error {
                return true;
            }
        }
        for j in 0..3 {
            let (column, size) = (columns[j], sizes[j]);
            let (k, l) = ((j + 1) % 3, (j + 2) % 3);
            // Along the products of the axes of this box, x, y and z, with the other's axis j.
            let along = DVec3::new(
                t.z * column.y - t.y * column.z,
                t.x * column.z - t.z * column.x,
                t.y * column.x - t.x * column.y,
            );
            let of_own = DVec3::new(
                a.y * size.z + a.z * size.y,
                a.z * size.x + a.x * size.z,
                a.x * size.y + a.y * size.x,
            );
            let of_other = sizes[l] * b[k] + sizes[k] * b[l];
            if (along.abs() - (of_own + of_other)).max_element() > error {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::d3::Shape;
    use clearance::glam::DQuat;
    use clearance::{Placed, Pose, intersects};
    use clearance_testkit::{Hits, Random};

    /// Boxes are said to be apart just where the exact relation says so, but for a hair.
    #[test]
    fn boxes_are_apart_as_the_exact_answer_says() {
        let (mut random, mut hits) = (Random::new(1), Hits::default());
        for case in 0..4000 {
            let mut one = || {
                let half = DVec3::from_array(std::array::from_fn(|_| random.between(0.05, 1.0)));
                let turn = match case % 3 {
                    0 => DQuat::IDENTITY, // edges are parallel: their products vanish
                    _ => DQuat::from_array(std::array::from_fn(|_| random.between(-1.0, 1.0))),
                };
                let pose = Pose::new(random.vector::<DVec3>(1.0), turn).unwrap();
                let own = OrientedBox::new(
                    &Aabb {
                        min: -half,
                        max: half,
                    },
                    &Stand::of(&pose),
                    1.0,
                )
                .unwrap();
                (Shape::cuboid(half).unwrap(), pose, own)
            };
            let ((a, at, own_a), (b, bt, own_b)) = (one(), one());
            let meet = intersects(Placed::new(&a, &at), Placed::new(&b, &bt));
            assert_eq!(own_a.is_apart(&own_b), !meet, "{a:?} {at:?} {b:?} {bt:?}");
            hits.count(meet);
        }
        hits.check("meet");
    }

    /// Boxes that touch are not said to be apart, however far away they do.
    #[test]
    fn touching_is_not_apart() {
        for far in [0.0, 1.0, 1e6, 1e12] {
            let box_at = |x: f64| {
                let pose = Pose::at(DVec3::new(far + x, far, far)).unwrap();
                OrientedBox::new(
                    &Aabb {
                        min: -DVec3::ONE,
                        max: DVec3::ONE,
                    },
                    &Stand::of(&pose),
                    1.0,
                )
                .unwrap()
            };
            assert!(!box_at(0.0).is_apart(&box_at(2.0)));
            assert!(box_at(0.0).is_apart(&box_at(2.5)));
        }
    }
}
