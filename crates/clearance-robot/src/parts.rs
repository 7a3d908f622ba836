//! What a robot is made of: links with their shapes, and the joints between them.

use clearance::glam::DVec3;
use clearance::math::Pose;
use clearance::shape::Shape3;

/// A rigid part of a robot.
#[derive(Clone, Debug)]
pub struct Link {
    /// No other link has it.
    pub name: String,
    /// What may collide; none for a frame that is only a place.
    pub shapes: Vec<LinkShape>,
}

/// A shape of a link.
#[derive(Clone, Debug)]
pub struct LinkShape {
    /// The shape, in its own frame; bounded.
    pub shape: Shape3<DVec3>,
    /// Where that frame is in the frame of the link.
    pub pose: Pose<DVec3>,
}

/// How a joint moves its child, as in URDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// Turns it about the axis, in radians, between two limits.
    Revolute,
    /// Turns it about the axis, in radians, without limits.
    Continuous,
    /// Moves it along the axis, in the unit of length.
    Prismatic,
}

/// Says that the value of a joint follows from that of another one: `multiplier · value + offset`.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// The name of the other joint.
    pub joint: String,
    /// The factor.
    pub multiplier: f64,
    /// What is added to the product, in the unit of this joint.
    pub offset: f64,
}

/// A joint between two links.
///
/// The frame of the child is that of the parent, moved by `origin`, and then turned about `axis` or moved
/// along it by the value of the joint.
#[derive(Clone, Debug)]
pub struct Joint {
    /// No other joint has it.
    pub name: String,
    /// How the child moves.
    pub kind: JointKind,
    /// The name of the link nearer to the base.
    pub parent: String,
    /// The name of the link that is moved; of one joint only.
    pub child: String,
    /// Where the child is in the frame of the parent if the value is 0; of scale 1.
    pub origin: Pose<DVec3>,
    /// The axis in the frame of the child, of any length but 0; a fixed joint does not read it.
    pub axis: DVec3,
    /// The least and the greatest value; infinite where there is none. Questions are answered beyond them,
    /// too.
    pub limits: [f64; 2],
    /// The joint that it follows, if it does.
    pub mimic: Option<Mimic>,
}
