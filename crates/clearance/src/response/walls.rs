//! Rooms that nothing leaves.

use crate::math::{Aabb, Real, Vector};

/// What happens to an object that leaves its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// It comes back as from a mirror.
    Reflect,
    /// It comes in again through the opposite wall, when its centre has left.
    Wrap,
    /// It stops at the wall, and what drives it through is lost.
    Clamp,
}

/// What an object that may have left its room has to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept<V> {
    /// How far it has to move.
    pub shift: V,
    /// How it moves from then on.
    pub velocity: V,
}

impl Walls {
    /// Keeps an object with this box and this velocity inside `room`, axis by axis, however far out it is.
    /// One that is too large for the room along an axis stands in its middle there.
    ///
    /// ```
    /// use clearance::{glam::DVec2, math::Aabb, response::Walls};
    /// let room = Aabb { min: DVec2::ZERO, max: DVec2::splat(10.0) };
    /// let ball = Aabb { min: DVec2::new(9.0, 4.0), max: DVec2::new(11.0, 6.0) };
    /// let kept = Walls::Reflect.keep(&room, &ball, DVec2::new(3.0, 1.0));
    /// assert_eq!((kept.shift, kept.velocity), (DVec2::X * -2.0, DVec2::new(-3.0, 1.0)));
    /// ```
    pub fn keep<V: Vector>(self, room: &Aabb<V>, object: &Aabb<V>, velocity: V) -> Kept<V> {
        let axes = |i: usize| {
            let along = Axis {
                start: object.min.get(i) - room.min.get(i),
                length: object.max.get(i) - object.min.get(i),
                room: room.max.get(i) - room.min.get(i),
                speed: velocity.get(i),
            };
            match self {
                Self::Reflect => along.reflect(),
                Self::Wrap => along.wrap(),
                Self::Clamp => along.clamp(),
            }
        };
        Kept {
            shift: V::from_fn(|i| axes(i)[0]),
            velocity: V::from_fn(|i| axes(i)[1]),
        }
    }
}

/// An object along one axis, measured from the lower wall. Each answer is a shift and a speed.
struct Axis<S> {
    start: S,
    length: S,
    room: S,
    speed: S,
}

impl<S: Real> Axis<S> {
    /// How far it can move between the walls.
    fn free(&self) -> S {
        self.room - self.length
    }
    fn in_the_middle(&self) -> [S; 2] {
        [self.free() * S::HALF - self.start, self.speed]
    }
    fn reflect(&self) -> [S; 2] {
        let free = self.free();
        if free <= S::ZERO {
            return self.in_the_middle();
        }
        if self.start >= S::ZERO && self.start <= free {
            return [S::ZERO, self.speed];
        }
        // Every second time through the room it goes the other way.
        let unfolded = modulo(self.start, free + free);
        if unfolded <= free {
            [unfolded - self.start, self.speed]
        } else {
            [free + free - unfolded - self.start, -self.speed]
        }
    }
    fn wrap(&self) -> [S; 2] {
        let center = self.start + self.length * S::HALF;
        if self.room <= S::ZERO || (center >= S::ZERO && center <= self.room) {
            return [S::ZERO, self.speed];
        }
        [modulo(center, self.room) - center, self.speed]
    }
    fn clamp(&self) -> [S; 2] {
        if self.free() <= S::ZERO {
            return self.in_the_middle();
        }
        let start = self.start.clamped(S::ZERO, self.free());
        let is_stopped =
            (start > self.start && self.speed < S::ZERO) || (start < self.start && self.speed > S::ZERO);
        [start - self.start, if is_stopped { S::ZERO } else { self.speed }]
    }
}

/// The remainder of `x` in `0..=period`: exact but for one sum, however large `x` is.
fn modulo<S: Real>(x: S, period: S) -> S {
    let rest = S::lit(libm::fmod(x.to_f64(), period.to_f64()));
    if rest < S::ZERO { rest + period } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the motion itself, wall by wall.
    #[test]
    fn mirrored_ways_are_those_of_a_ball_between_walls() {
        for (steps, speed) in [(7, 0.75), (200, 3.25), (1000, 0.125), (31, -11.5)] {
            let axis = Axis {
                start: 2.0 + speed * f64::from(steps),
                length: 1.0,
                room: 5.0,
                speed,
            };
            let (mut at, mut now) = (2.0, speed / 64.0);
            for _ in 0..steps * 64 {
                at += now;
                if at > 4.0 {
                    (at, now) = (8.0 - at, -now);
                } else if at < 0.0 {
                    (at, now) = (-at, -now);
                }
            }
            let [shift, after] = axis.reflect();
            assert_eq!([axis.start + shift, after], [at, now * 64.0], "{steps} {speed}");
        }
    }
    #[test]
    fn what_is_too_large_stands_in_the_middle() {
        let axis = Axis {
            start: 3.0,
            length: 8.0,
            room: 4.0,
            speed: 1.0,
        };
        assert_eq!(axis.reflect(), [-5.0, 1.0]);
        assert_eq!(axis.clamp(), [-5.0, 1.0]);
    }
    #[test]
    fn a_clamped_one_may_leave_the_wall() {
        let axis = |speed| Axis {
            start: -1.0,
            length: 1.0,
            room: 4.0,
            speed,
        };
        assert_eq!(axis(-2.0).clamp(), [1.0, 0.0]);
        assert_eq!(axis(2.0).clamp(), [1.0, 2.0]);
        assert_eq!(axis(2.0).wrap(), [4.0, 2.0]);
    }
}
