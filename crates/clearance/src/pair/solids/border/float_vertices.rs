//! World vertices in floats, each with a bound on how far it may be off.
//!
//! A vertex that a pose rotates is rounded to the precision of its space (`exact/place/`). So a single is
//! known to the last bit as soon as doubles tell to which single the vertex is rounded, and they nearly
//! always do. With singles alone its error bound is some ten roundings, more facets are left to exact
//! arithmetic, and single precision takes twice as long as double.

use glam::DVec3;

use crate::math::{DoubleFrame, Place, Pose, Real, Space, lift};
use crate::shape::BoundedFrame;

/// Takes points of a shape to the world.
pub(in crate::pair::solids) struct FloatVertices {
    frame: DoubleFrame,
    is_turned: bool,
    /// How far doubles may be off before a vertex is rounded, and in the precision of the space.
    in_double: f64,
    own: f64,
}

/// A world vertex, and how far its coordinates may be off.
pub(in crate::pair::solids) struct FloatVertex {
    pub at: DVec3,
    pub error: f64,
}

impl FloatVertices {
    /// For points within `reach` of the local origin along each axis.
    pub fn new<V: Space>(place: &Place<'_, V>, reach: V) -> Self {
        let own = BoundedFrame::of(place).error(reach).to_f64();
        Self {
            frame: DoubleFrame::of_place(place),
            is_turned: place.chain().any(Pose::is_turned),
            // As many roundings of doubles.
            in_double: own * (f64::EPSILON / V::Scalar::EPSILON.to_f64()),
            own,
        }
    }
    /// The largest error that a vertex may have.
    pub fn largest_error(&self) -> f64 {
        if self.is_turned { self.own } else { self.in_double }
    }
    /// A local point in the world.
    #[inline]
    pub fn vertex<V: Space>(&self, local: V) -> FloatVertex {
        let at = self.frame.outward(lift(local) * self.frame.scale);
        let rounded = if self.is_turned {
            self.rounded::<V>(at)
        } else {
            None
        };
        match rounded {
            Some(at) => FloatVertex { at, error: 0.0 },
            None => FloatVertex {
                at,
                error: self.largest_error(),
            },
        }
    }
    /// The vertex in the precision of the space, if its error leaves no doubt; never in double precision.
    #[inline]
    fn rounded<V: Space>(&self, at: DVec3) -> Option<DVec3> {
        let mut rounded = DVec3::ZERO;
        for i in 0..V::DIM {
            let [low, high] = [at[i] - self.in_double, at[i] + self.in_double].map(V::Scalar::lit);
            if low != high {
                return None;
            }
            rounded[i] = low.to_f64();
        }
        Some(rounded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Dyadic;
    use crate::exact::place::ExactFrame;
    use crate::math::{Rotation2, ScalarOf};
    use crate::pair::dice::Dice;
    use glam::{DQuat, Quat, Vec2, Vec3};

    /// Compares vertices at poses, and at these within a pose, with the exact ones: how many are known to the
    /// last bit.
    fn known<V: Space, const D: usize>(poses: impl Fn(&mut Dice) -> [Pose<V>; 2]) -> usize {
        let (mut dice, mut known) = (Dice(47), 0);
        for case in 0..2000 {
            let [inner, outer] = poses(&mut dice);
            let whole = Place::world(&outer);
            let place = match case % 2 {
                0 => Place::world(&inner),
                _ => Place {
                    pose: &inner,
                    outer: Some(&whole),
                },
            };
            let local = V::from_fn(|_| ScalarOf::<V>::lit(dice.next()));
            let vertex = FloatVertices::new(&place, local.abs()).vertex(local);
            let exact = ExactFrame::<D>::new(&place).point(local);
            for (i, exact) in exact.iter().enumerate() {
                let off = Dyadic::from_real(vertex.at[i])
                    .minus(exact)
                    .rounded::<f64>()
                    .abs();
                assert!(
                    off <= vertex.error,
                    "{inner:?} {outer:?} {local:?} {off} {}",
                    vertex.error
                );
            }
            known += usize::from(vertex.error == 0.0);
        }
        known
    }

    fn scale(dice: &mut Dice) -> f64 {
        libm::exp2(dice.next() * 3.0)
    }

    #[test]
    fn vertices_are_as_near_to_the_exact_ones_as_they_say() {
        let quaternion = |dice: &mut Dice| DQuat::from_vec4(dice.vector().extend(dice.next())).as_quat();
        let space = |dice: &mut Dice, turn: Quat| {
            let pose = Pose::new(dice.vector().as_vec3() * 9.0, turn).expect("a pose");
            pose.scaled(scale(dice) as f32).expect("a scale")
        };
        let turned = |dice: &mut Dice| {
            [0; 2]
                .map(|_| (quaternion(dice), ()))
                .map(|(q, ())| space(dice, q))
        };
        let moved = |dice: &mut Dice| [0; 2].map(|_| space(dice, Quat::IDENTITY));
        let plane = |dice: &mut Dice| {
            [0; 2].map(|_| {
                let at = dice.vector().as_vec3().truncate() * 9.0;
                Pose::<Vec2>::new(at, Rotation2::from_angle(dice.next() as f32 * 3.0)).expect("a pose")
            })
        };
        let double = |dice: &mut Dice| {
            [0; 2].map(|_| Pose::new(dice.vector(), quaternion(dice).as_dquat()).expect("a pose"))
        };
        assert!(known::<Vec3, 3>(turned) > 1900);
        assert!(known::<Vec2, 2>(plane) > 1900);
        assert_eq!(known::<Vec3, 3>(moved), 0);
        assert_eq!(known::<DVec3, 3>(double), 0);
    }
}
