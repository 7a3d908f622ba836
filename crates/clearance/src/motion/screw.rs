//! How a rigid body moves: straight, about an axis, or both, as a screw does.

use glam::{DQuat, DVec3};

use crate::math::{InvalidPose, Pose, Rotation};

/// A motion from time 0 to time 1: a body turns at a constant rate about an axis, and all of it moves at a
/// constant speed.
///
/// ```
/// use clearance::{Pose, glam::DVec3, motion::Screw};
/// // A quarter turn about a hinge at x = 1, and 3 upwards.
/// let screw = Screw { about: DVec3::X, linear: DVec3::Z * 3.0, angular: DVec3::Z * std::f64::consts::FRAC_PI_2 };
/// let end = screw.pose(&Pose::IDENTITY, 1.0)?.position();
/// assert!((end - DVec3::new(1.0, -1.0, 3.0)).length() < 1e-15);
/// # Ok::<(), clearance::math::InvalidPose>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Screw {
    /// A point of the axis at time 0.
    pub about: DVec3,
    /// How far everything moves.
    pub linear: DVec3,
    /// Along the axis, with the angle in radians as length; zero where nothing turns.
    pub angular: DVec3,
}

impl Screw {
    /// Straight, without a turn.
    pub fn straight(by: DVec3) -> Self {
        Self {
            about: DVec3::ZERO,
            linear: by,
            angular: DVec3::ZERO,
        }
    }
    /// From one pose to another: the position goes straight, and the body turns about it on the shortest way.
    pub fn between(from: &Pose<DVec3>, to: &Pose<DVec3>) -> Self {
        let turn = to.rotation().after(from.rotation().inverse());
        Self {
            about: from.position(),
            linear: to.position() - from.position(),
            angular: turn.angular(),
        }
    }
    /// Whether all numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.about.is_finite() && self.linear.is_finite() && self.angular.is_finite()
    }
    /// The pose at a time of what has `pose` at time 0; rounded.
    ///
    /// Errors: a position beyond the range of poses.
    pub fn pose(&self, pose: &Pose<DVec3>, time: f64) -> Result<Pose<DVec3>, InvalidPose> {
        if self.angular == DVec3::ZERO {
            return pose.moved_to(pose.position() + self.linear * time);
        }
        let turn = self.turn(time);
        let position = self.about + turn * (pose.position() - self.about) + self.linear * time;
        pose.moved_to(position)?.turned(turn.after(pose.rotation()))
    }
    /// No position of what has `pose` at time 0 is further from the origin on the way.
    pub(super) fn farthest(&self, pose: &Pose<DVec3>) -> f64 {
        self.about.length() + (pose.position() - self.about).length() + self.linear.length()
    }
    fn turn(&self, time: f64) -> DQuat {
        <DQuat as Rotation<DVec3>>::turning(self.angular, time)
    }
    /// Where the body is at a time.
    pub(super) fn at(&self, time: f64) -> Moment {
        let is_straight = self.angular == DVec3::ZERO;
        Moment {
            turn: (!is_straight).then(|| self.turn(time)),
            about: self.about,
            shift: self.linear * time,
        }
    }
    /// The velocity of a point that is at `p` at a time.
    pub(super) fn velocity(&self, p: DVec3, time: f64) -> DVec3 {
        self.linear + self.angular.cross(p - self.about - self.linear * time)
    }
    /// The square of the rate of turning, times the distance of a point from the axis: its acceleration.
    pub(super) fn acceleration(&self, p: DVec3, time: f64) -> f64 {
        let arm = p - self.about - self.linear * time;
        self.angular.length() * self.angular.cross(arm).length()
    }
    /// A bound on the acceleration of a point that stays where it is, as the moving body sees it, within
    /// `half` of a time: that of the turn, and twice that with which its own motion turns.
    pub(super) fn acceleration_seen(&self, q: DVec3, time: f64, half: f64) -> f64 {
        let turned = self.angular.cross(self.linear).length();
        self.acceleration(q, time) + (2.0 + self.angular.length() * half) * turned
    }
    /// The part of a unit vector along which points that turn are accelerated: that across the axis.
    pub(super) fn across(&self, n: DVec3) -> f64 {
        n.cross(self.angular.normalize_or_zero()).length()
    }
    /// The greatest speed of points whose distance from the axis, and from `about` across the linear motion,
    /// is at most that of the farthest corner of a box.
    pub(super) fn greatest_speed(&self, corners: impl Iterator<Item = DVec3>) -> f64 {
        let of_turn = corners.map(|p| self.angular.cross(p - self.about).length());
        self.linear.length() + of_turn.fold(0.0, f64::max)
    }
}

/// Where a body is at a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    turn: Option<DQuat>,
    about: DVec3,
    shift: DVec3,
}

impl Moment {
    /// Where a point is that is at `p` at time 0.
    pub fn point(&self, p: DVec3) -> DVec3 {
        match self.turn {
            None => p + self.shift,
            Some(turn) => self.about + turn * (p - self.about) + self.shift,
        }
    }
}
