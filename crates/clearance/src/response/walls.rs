//! Rooms that nothing leaves.

use crate::math::{Aabb, Real, Vector};

/// What happens to an object that leaves its room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Walls {
    /// It is reflected as by a mirror.
    Reflect,
    /// When its centre has left, it enters again through the opposite wall.
    Wrap,
    /// It stops at the wall, and loses the velocity into the wall.
    Clamp,
}

/// How to move an object that may have left its room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kept<V> {
    /// The way back into the room.
    pub shift: V,
    /// Its velocity from then on.
    pub velocity: V,
}

impl Walls {
    /// Keeps an object with this box and this velocity inside `room`, axis by axis, however far out it is. An
    /// object that is too large for the room along an axis is put in the middle of that axis.
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
            let along = AxisMotion {
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

/// An object along one axis, measured from the lower wall. The answers are a shift and a speed.
struct AxisMotion<S> {
    start: S,
    length: S,
    room: S,
    speed: S,
}

impl<S: Real> AxisMotion<S> {
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
        // In every second copy of the room the motion is reversed.
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

    /// Compared with the motion itself, from wall to wall.
    #[test]
    fn mirrored_ways_are_those_of_a_ball_between_walls() {
        for (steps, speed) in [(7, 0.75), (200, 3.25), (1000, 0.125), (31, -11.5)] {
            let axis = AxisMotion {
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
        let axis = AxisMotion {
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
        let axis = |speed| AxisMotion {
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
