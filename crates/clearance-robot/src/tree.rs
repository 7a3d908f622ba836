//! The kinematic tree: which joint moves which link, checked once, and the frames of all links for given
//! values.
//!
//! Links are kept in the order in which they were given. `steps` lists them from the root outwards, each with
//! the joint that moves it, so that forward kinematics is one pass: the frame of a link is that of its
//! parent, then the joint's origin, then its motion (Lynch and Park, "Modern Robotics", 2017, 4.2).
//!
//! A joint that mimics another one has the value of the last in the chain of those that it follows, times a
//! factor and plus an offset; both are worked out here.

use std::collections::BTreeMap;

use clearance::glam::DVec3;
use clearance::math::Vector;

use crate::error::{InvalidRobot, JointFault};
use crate::parts::{Joint, JointKind, Link};
use crate::stand::{Stand, about};

/// How a link follows from its parent.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub link: usize,
    pub parent: usize,
    pub joint: usize,
    pub origin: Stand,
    pub motion: Motion,
}

/// What a joint does with its child. The axis is a unit vector.
#[derive(Clone, Copy, Debug)]
pub(super) enum Motion {
    None,
    Turn(DVec3, Value),
    Slide(DVec3, Value),
}

/// The value of a joint: `multiplier · q[index] + offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub index: usize,
    pub multiplier: f64,
    pub offset: f64,
}

impl Value {
    #[inline]
    fn at(self, q: &[f64]) -> f64 {
        self.multiplier * q[self.index] + self.offset
    }
}

/// The tree of a robot.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub root: usize,
    /// All links but the root, each after its parent.
    pub steps: Vec<Step>,
    /// The step of each link; `None` for the root.
    pub step_of: Vec<Option<usize>>,
    /// The joints that have a value of their own, in the order of the joints.
    pub free: Vec<usize>,
}

impl Tree {
    pub fn new(links: &[Link], joints: &[Joint]) -> Result<Self, InvalidRobot> {
        let names = names(links)?;
        let free: Vec<_> = (0..joints.len()).filter(|&i| is_free(&joints[i])).collect();
        let values = values(joints, &free)?;
        let mut joint_of = vec![None; links.len()];
        let mut parents = vec![0; joints.len()];
        for (i, joint) in joints.iter().enumerate() {
            let end = |field: &str, name: &str| {
                let found = names.get(name).copied();
                found.ok_or_else(|| InvalidRobot::UnknownLink {
                    field: format!("joints[{:?}].{field}", joint.name),
                    name: name.into(),
                })
            };
            parents[i] = end("parent", &joint.parent)?;
            let child = end("child", &joint.child)?;
            if let Some(other) = joint_of[child].replace(i) {
                let joints = [other, i].map(|i: usize| joints[i].name.clone());
                let link = joint.child.clone();
                return Err(InvalidRobot::TwoParents { link, joints });
            }
        }
        let root = root(links, &joint_of)?;
        let order = outwards(root, links, &joint_of, &parents)?;
        let step = |link: usize| {
            let joint = joint_of[link]?;
            Some(Step {
                link,
                joint,
                parent: parents[joint],
                origin: Stand::of(&joints[joint].origin),
                motion: motion(&joints[joint], values[joint]),
            })
        };
        let steps: Vec<_> = order.into_iter().filter_map(step).collect();
        let mut step_of = vec![None; links.len()];
        for (i, step) in steps.iter().enumerate() {
            step_of[step.link] = Some(i);
        }
        Ok(Self {
            root,
            steps,
            step_of,
            free,
        })
    }
    /// Writes the frame of each link for these values, which are as many as the free joints.
    pub fn stand(&self, q: &[f64], stands: &mut [Stand]) {
        stands[self.root] = Stand::IDENTITY;
        for step in &self.steps {
            let own = stands[step.parent].after(&step.origin);
            stands[step.link] = match step.motion {
                Motion::None => own,
                Motion::Turn(axis, value) => Stand {
                    rotation: own.rotation * about(axis, value.at(q)),
                    ..own
                },
                Motion::Slide(axis, value) => Stand {
                    position: own.point(axis * value.at(q)),
                    ..own
                },
            };
        }
    }
    /// The joint of each step that moves something, and its value.
    pub fn values<'a>(&'a self, q: &'a [f64]) -> impl Iterator<Item = (usize, f64)> + 'a {
        self.steps.iter().filter_map(|step| match step.motion {
            Motion::None => None,
            Motion::Turn(_, value) | Motion::Slide(_, value) => Some((step.joint, value.at(q))),
        })
    }
    /// The steps from a link to the root.
    pub fn up(&self, link: usize) -> impl Iterator<Item = &Step> + '_ {
        let step = move |link: usize| self.step_of[link].map(|i| &self.steps[i]);
        std::iter::successors(step(link), move |last| step(last.parent))
    }
}

/// The number of each link, by its name.
fn names(links: &[Link]) -> Result<BTreeMap<&str, usize>, InvalidRobot> {
    let mut names = BTreeMap::new();
    for (i, link) in links.iter().enumerate() {
        if names.insert(link.name.as_str(), i).is_some() {
            return Err(InvalidRobot::SameLink(link.name.clone()));
        }
    }
    Ok(names)
}

/// Whether a joint has a value of its own.
fn is_free(joint: &Joint) -> bool {
    joint.kind != JointKind::Fixed && joint.mimic.is_none()
}

/// The value of each joint; that of a fixed one is not read.
fn values(joints: &[Joint], free: &[usize]) -> Result<Vec<Value>, InvalidRobot> {
    let mut names = BTreeMap::new();
    for (i, joint) in joints.iter().enumerate() {
        if names.insert(joint.name.as_str(), i).is_some() {
            return Err(InvalidRobot::SameJoint(joint.name.clone()));
        }
        check(joint)?;
    }
    let index_of: BTreeMap<usize, usize> = free.iter().copied().zip(0..).collect();
    let value = |i: usize| follow(joints, &names, &index_of, i);
    (0..joints.len()).map(value).collect()
}

/// The value of a joint, by those that it follows one after the other.
fn follow(
    joints: &[Joint],
    names: &BTreeMap<&str, usize>,
    index_of: &BTreeMap<usize, usize>,
    first: usize,
) -> Result<Value, InvalidRobot> {
    let (mut at, mut multiplier, mut offset) = (first, 1.0, 0.0);
    for _ in joints {
        let Some(mimic) = &joints[at].mimic else {
            let index = index_of.get(&at).copied();
            return match (index, at == first) {
                (None, false) => Err(fault(&joints[first], "mimic", JointFault::Fixed)),
                _ => Ok(Value {
                    index: index.unwrap_or(0),
                    multiplier,
                    offset,
                }),
            };
        };
        offset += multiplier * mimic.offset;
        multiplier *= mimic.multiplier;
        if !(f64::is_finite(multiplier) && f64::is_finite(offset)) {
            return Err(fault(&joints[first], "mimic", JointFault::NotFinite));
        }
        let other = names.get(mimic.joint.as_str()).copied();
        at = other.ok_or_else(|| fault(&joints[at], "mimic", JointFault::UnknownJoint))?;
    }
    Err(fault(&joints[first], "mimic", JointFault::Cycle))
}

/// Checks the numbers of a joint.
fn check(joint: &Joint) -> Result<(), InvalidRobot> {
    if joint.origin.scale() != 1.0 {
        return Err(fault(joint, "origin", JointFault::Scaled));
    }
    if joint.kind == JointKind::Fixed {
        return match joint.mimic {
            Some(_) => Err(fault(joint, "mimic", JointFault::Fixed)),
            None => Ok(()),
        };
    }
    if !joint.axis.is_finite() {
        return Err(fault(joint, "axis", JointFault::NotFinite));
    }
    if joint.axis.normalized().is_none() {
        return Err(fault(joint, "axis", JointFault::Zero));
    }
    let [least, greatest] = joint.limits;
    // A limit that is not a number makes the comparison false.
    let in_order = least <= greatest;
    if !in_order {
        return Err(fault(joint, "limits", JointFault::Limits));
    }
    Ok(())
}

fn fault(joint: &Joint, field: &'static str, fault: JointFault) -> InvalidRobot {
    InvalidRobot::Joint {
        joint: joint.name.clone(),
        field,
        fault,
    }
}

fn motion(joint: &Joint, value: Value) -> Motion {
    let axis = Vector::normalized(joint.axis).unwrap_or(DVec3::ZERO);
    match joint.kind {
        JointKind::Fixed => Motion::None,
        JointKind::Revolute | JointKind::Continuous => Motion::Turn(axis, value),
        JointKind::Prismatic => Motion::Slide(axis, value),
    }
}

/// The one link that no joint moves.
fn root(links: &[Link], joint_of: &[Option<usize>]) -> Result<usize, InvalidRobot> {
    let mut roots = (0..links.len()).filter(|&i| joint_of[i].is_none());
    let name = |i: usize| -> String { links[i].name.clone() };
    match (roots.next(), roots.next()) {
        (Some(root), None) => Ok(root),
        (Some(a), Some(b)) => Err(InvalidRobot::TwoRoots([name(a), name(b)])),
        (None, _) if links.is_empty() => Err(InvalidRobot::NoLinks),
        (None, _) => Err(InvalidRobot::Cycle(name(0))),
    }
}

/// All links, each after its parent: the root, its children, theirs and so on.
fn outwards(
    root: usize,
    links: &[Link],
    joint_of: &[Option<usize>],
    parents: &[usize],
) -> Result<Vec<usize>, InvalidRobot> {
    let mut children = vec![Vec::new(); links.len()];
    for (link, joint) in joint_of.iter().enumerate() {
        if let Some(joint) = *joint {
            children[parents[joint]].push(link);
        }
    }
    let (mut order, mut next) = (vec![root], 0);
    while let Some(&link) = order.get(next) {
        order.extend(&children[link]);
        next += 1;
    }
    let mut is_reached = vec![false; links.len()];
    order.iter().for_each(|&link| is_reached[link] = true);
    match is_reached.iter().position(|&is_reached| !is_reached) {
        // Each link that the root does not lead to has a parent of this kind: so they lead into a circle.
        Some(mut link) => {
            for _ in links {
                link = joint_of[link].map_or(link, |joint| parents[joint]);
            }
            Err(InvalidRobot::Cycle(links[link].name.clone()))
        }
        None => Ok(order),
    }
}
