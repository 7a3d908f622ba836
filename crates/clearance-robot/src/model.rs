//! `Robot`: links, joints and the pairs that are asked about, checked once.

use std::collections::BTreeMap;

use clearance::glam::DVec3;
use clearance::math::{InvalidPose, Pose};
use clearance::shape::AnyShape;

use crate::asked::Asked;
use crate::ball::Ball;
use crate::bracket::Bracket;
use crate::error::{InvalidRobot, RobotError};
use crate::oriented::OrientedBox;
use crate::pair::{LinkPair, Other};
use crate::parts::{Joint, Link};
use crate::stand::Stand;
use crate::tree::Tree;

/// A robot: links, and joints that move them.
///
/// Made once; questions about a configuration are asked of a [`Posture`](super::Posture). A configuration is
/// a list of numbers `q`, one for each joint that has a value of its own ([`joints`](Self::joints)): those
/// that are neither fixed nor follow another one, in the order in which they were given. Angles are in
/// radians, lengths in the unit of the shapes. Values beyond the limits of a joint are no error;
/// [`is_within_limits`](Self::is_within_limits) tells.
///
/// The frame of the root link is the world.
///
/// ```
/// use clearance::{Pose, d3::Shape, glam::DVec3};
/// use clearance_robot::{Joint, JointKind, Link, LinkShape, Obstacles, Robot};
/// let rod = || LinkShape { shape: Shape::cuboid(DVec3::new(0.5, 0.1, 0.1)).unwrap(), pose: Pose::at(DVec3::X * 0.5).unwrap() };
/// let link = |name: &str| Link { name: name.into(), shapes: vec![rod()] };
/// let joint = |name: &str, parent: &str, child: &str, x: f64| Joint {
///     name: name.into(), kind: JointKind::Continuous, parent: parent.into(), child: child.into(),
///     origin: Pose::at(DVec3::X * x).unwrap(), axis: DVec3::Z, limits: [f64::NEG_INFINITY, f64::INFINITY], mimic: None,
/// };
/// let links = vec![link("base"), link("arm"), link("hand")];
/// let robot = Robot::new("example", links, vec![joint("shoulder", "base", "arm", 1.0), joint("elbow", "arm", "hand", 1.0)])?;
/// let nothing = Obstacles::none();
/// assert!(robot.at(&[0.0, 0.0])?.first_collision(&nothing).is_none());
/// let folded = robot.at(&[2.0, 2.0])?.first_collision(&nothing).unwrap();
/// assert_eq!(robot.names(folded), ["base", "hand"]); // neighbours are never asked about
/// assert!(robot.at(&[0.0]).is_err()); // one value for each joint
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Robot {
    name: String,
    links: Vec<Link>,
    joints: Vec<Joint>,
    pub(super) tree: Tree,
    pub(super) pieces: Vec<Piece>,
    asked: Asked,
    /// The pairs of pieces that are asked about.
    pub(super) pairs: Vec<[u32; 2]>,
}

/// A shape of a link, ready for questions.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub link: usize,
    pub bracket: Bracket,
    /// Where it is in the frame of the link.
    pub stand: Stand,
    pub scale: f64,
    /// Around it, in the frame of the link.
    pub ball: Ball,
    pub around: OrientedBox,
}

impl Robot {
    /// A robot of these links, all of which but one are the child of a joint, which leads to that one.
    ///
    /// Errors: [`InvalidRobot`].
    pub fn new(name: impl Into<String>, links: Vec<Link>, joints: Vec<Joint>) -> Result<Self, InvalidRobot> {
        let tree = Tree::new(&links, &joints)?;
        let pieces = pieces(&links)?;
        let has_shapes: Vec<_> = links.iter().map(|link| !link.shapes.is_empty()).collect();
        let asked = Asked::new(&tree, &has_shapes);
        let mut robot = Self {
            name: name.into(),
            links,
            joints,
            tree,
            pieces,
            asked,
            pairs: Vec::new(),
        };
        robot.list_pairs();
        Ok(robot)
    }
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// All links, in the order in which they were given.
    pub fn links(&self) -> &[Link] {
        &self.links
    }
    /// All joints, in the order in which they were given, fixed ones and those that follow others included.
    pub fn all_joints(&self) -> &[Joint] {
        &self.joints
    }
    /// The joints that have a value of their own: `q[i]` is that of the i-th.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = &Joint> + '_ {
        self.tree.free.iter().map(|&i| &self.joints[i])
    }
    /// How many values a configuration has.
    pub fn degrees_of_freedom(&self) -> usize {
        self.tree.free.len()
    }
    /// The number of the link of this name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }
    /// The names of a pair's links; of an obstacle its number.
    pub fn names(&self, pair: LinkPair) -> [String; 2] {
        let link = |i: usize| {
            self.links
                .get(i)
                .map_or_else(|| i.to_string(), |link| link.name.clone())
        };
        let other = match pair.other {
            Other::Link(other) => link(other),
            Other::Obstacle(number) => number.to_string(),
        };
        [link(pair.link), other]
    }
    /// Whether all values are within the limits of their joints, and so are those of joints that follow
    /// others.
    ///
    /// Errors: as [`at`](Self::at).
    pub fn is_within_limits(&self, q: &[f64]) -> Result<bool, RobotError> {
        self.check("q", q)?;
        Ok(self.tree.values(q).all(|(joint, value)| {
            let [least, greatest] = self.joints[joint].limits;
            least <= value && value <= greatest
        }))
    }
    /// Says whether two links are asked about; for links without shapes, and for one link twice, nothing
    /// changes.
    ///
    /// At first, links are not that are fixed to each other, or that one joint connects.
    ///
    /// Errors: [`InvalidRobot::UnknownLink`] with the field `link_a` or `link_b`.
    pub fn set_asked(&mut self, link_a: &str, link_b: &str, is_asked: bool) -> Result<(), InvalidRobot> {
        self.set_all_asked(&[(link_a, link_b, is_asked)])
    }
    /// The same for many pairs, one after the other.
    pub fn set_all_asked(&mut self, pairs: &[(&str, &str, bool)]) -> Result<(), InvalidRobot> {
        let numbers: BTreeMap<&str, usize> = self
            .links
            .iter()
            .map(|link| link.name.as_str())
            .zip(0..)
            .collect();
        let number = |field: &str, name: &str| {
            let unknown = || InvalidRobot::UnknownLink {
                field: field.into(),
                name: name.into(),
            };
            numbers.get(name).copied().ok_or_else(unknown)
        };
        let numbered = pairs
            .iter()
            .map(|&(a, b, is_asked)| Ok((number("link_a", a)?, number("link_b", b)?, is_asked)));
        for (a, b, is_asked) in numbered.collect::<Result<Vec<_>, InvalidRobot>>()? {
            if a != b {
                self.asked.set(a, b, is_asked);
            }
        }
        self.list_pairs();
        Ok(())
    }
    /// The pairs of links that are asked about, each once, the smaller number first.
    pub fn asked_pairs(&self) -> Vec<[usize; 2]> {
        let links = |&[a, b]: &[u32; 2]| {
            let (a, b) = (self.pieces[a as usize].link, self.pieces[b as usize].link);
            [a.min(b), a.max(b)]
        };
        let mut pairs: Vec<_> = self.pairs.iter().map(links).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
    fn list_pairs(&mut self) {
        self.pairs.clear();
        for (a, one) in (0..).zip(&self.pieces) {
            for (b, other) in (a + 1..).zip(&self.pieces[a as usize + 1..]) {
                if self.asked.is_asked(one.link, other.link) {
                    self.pairs.push([a, b]);
                }
            }
        }
    }
    /// Checks the number of values, and that each is finite.
    pub(super) fn check(&self, field: &'static str, q: &[f64]) -> Result<(), RobotError> {
        let (expected, got) = (self.degrees_of_freedom(), q.len());
        if expected != got {
            return Err(RobotError::WrongCount { field, expected, got });
        }
        match q.iter().position(|value| !value.is_finite()) {
            Some(index) => Err(RobotError::NotFinite {
                field,
                index,
                joint: self.joint_name(index),
            }),
            None => Ok(()),
        }
    }
    /// The name of the joint of a value.
    pub(super) fn joint_name(&self, index: usize) -> String {
        self.joints[self.tree.free[index]].name.clone()
    }
}

/// The shapes of all links, link by link.
fn pieces(links: &[Link]) -> Result<Vec<Piece>, InvalidRobot> {
    let mut pieces = Vec::new();
    for (link, it) in links.iter().enumerate() {
        for (i, own) in it.shapes.iter().enumerate() {
            let unbounded = || InvalidRobot::Unbounded {
                link: it.name.clone(),
                shape: i,
            };
            let stand = Stand::of(&own.pose);
            let around = OrientedBox::new(&own.shape.local_aabb(), &stand, own.pose.scale());
            pieces.push(Piece {
                link,
                bracket: Bracket::new(own.shape.clone()),
                stand,
                scale: own.pose.scale(),
                ball: Ball::around(&own.shape, &own.pose).ok_or_else(unbounded)?,
                around: around.ok_or_else(unbounded)?,
            });
        }
    }
    Ok(pieces)
}

impl Piece {
    /// Its pose in the world, where its link stands.
    pub fn pose(&self, link: &Stand) -> Result<Pose<DVec3>, InvalidPose> {
        let Stand { rotation, position } = link.after(&self.stand);
        Pose::new(position, rotation)?.scaled(self.scale)
    }
}
