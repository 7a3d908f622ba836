//! What is wrong with a robot, or with the values of its joints.

use std::fmt;

use clearance::math::InvalidPose;

/// Why links and joints do not make a robot.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidRobot {
    /// There is no link.
    NoLinks,
    /// Two links have this name.
    SameLink(String),
    /// Two joints have this name.
    SameJoint(String),
    /// A field of a joint (`parent`, `child`) or an argument names a link that is not there.
    UnknownLink {
        /// Where the name stands: `joints["elbow"].parent`, `link_a`.
        field: String,
        /// The name.
        name: String,
    },
    /// Two joints have this link as their child.
    TwoParents {
        /// The link.
        link: String,
        /// The joints.
        joints: [String; 2],
    },
    /// These two links have no parent, so that the robot falls apart.
    TwoRoots([String; 2]),
    /// This link is moved by itself: its parents lead back to it.
    Cycle(String),
    /// A field of a joint is wrong.
    Joint {
        /// The name of the joint.
        joint: String,
        /// The name of the field: `axis`, `limits`, `origin`, `mimic`.
        field: &'static str,
        /// What is wrong with it.
        fault: JointFault,
    },
    /// A shape of a link has no end.
    Unbounded {
        /// The link.
        link: String,
        /// The number of the shape.
        shape: usize,
    },
}

/// What is wrong with a field of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JointFault {
    /// A number is infinite or not a number.
    NotFinite,
    /// The axis has length 0.
    Zero,
    /// A limit is not a number, or the least value is greater than the greatest one.
    Limits,
    /// The pose has a scale.
    Scaled,
    /// It names a joint that is not there.
    UnknownJoint,
    /// It names a fixed joint, or is one.
    Fixed,
    /// It follows itself.
    Cycle,
}

impl fmt::Display for JointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "must be finite",
            Self::Zero => "must not be the zero vector",
            Self::Limits => "the least value must not be greater than the greatest one",
            Self::Scaled => "must have scale 1",
            Self::UnknownJoint => "names a joint that is not there",
            Self::Fixed => "a fixed joint neither follows another one nor is followed",
            Self::Cycle => "the joint follows itself",
        })
    }
}

impl fmt::Display for InvalidRobot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLinks => f.write_str("links: there must be at least one"),
            Self::SameLink(name) => write!(f, "links: two have the name {name:?}"),
            Self::SameJoint(name) => write!(f, "joints: two have the name {name:?}"),
            Self::UnknownLink { field, name } => write!(f, "{field}: there is no link {name:?}"),
            Self::TwoParents { link, joints: [a, b] } => {
                write!(f, "joints: both {a:?} and {b:?} have the child {link:?}")
            }
            Self::TwoRoots([a, b]) => write!(f, "joints: neither {a:?} nor {b:?} is the child of one"),
            Self::Cycle(link) => write!(f, "joints: the parents of the link {link:?} lead back to it"),
            Self::Joint { joint, field, fault } => write!(f, "joints[{joint:?}].{field}: {fault}"),
            Self::Unbounded { link, shape } => {
                write!(f, "links[{link:?}].shapes[{shape}]: has no end")
            }
        }
    }
}
impl std::error::Error for InvalidRobot {}

/// Why a question about a robot has no answer.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RobotError {
    /// The number of joint values is not that of the robot.
    WrongCount {
        /// The argument: `q`, `from`, `to`.
        field: &'static str,
        /// How many joints have a value of their own.
        expected: usize,
        /// How many values there are.
        got: usize,
    },
    /// A value is infinite or not a number.
    NotFinite {
        /// The argument.
        field: &'static str,
        /// The number of the value.
        index: usize,
        /// The name of its joint.
        joint: String,
    },
    /// A link would be beyond [`LARGEST_COORDINATE`](clearance::math::Real::LARGEST_COORDINATE).
    TooFar {
        /// The argument.
        field: &'static str,
        /// The link.
        link: String,
        /// What is wrong with its pose.
        fault: InvalidPose,
    },
    /// A setting of [`PathSettings`](crate::PathSettings) is out of its range.
    Setting {
        /// The name of the setting.
        field: &'static str,
    },
}

impl fmt::Display for RobotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongCount { field, expected, got } => {
                write!(
                    f,
                    "{field}: must have {expected} values, one for each joint, not {got}"
                )
            }
            Self::NotFinite { field, index, joint } => {
                write!(f, "{field}[{index}]: the value of {joint:?} must be finite")
            }
            Self::TooFar { field, link, fault } => {
                write!(f, "{field}: the link {link:?} gets too far: {fault}")
            }
            Self::Setting { field } => write!(f, "{field}: must be a finite number that is not negative"),
        }
    }
}
impl std::error::Error for RobotError {}
