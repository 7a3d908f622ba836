//! Which parts of a scene block which on their way out, and in which order they leave.

use std::collections::BTreeMap;

use clearance::assembly::{
    AXES, Progress, Removal, RemovalError, Settings, Step, Tolerance, own_directions, spread_directions,
};
use clearance::glam::DVec3;

use crate::check::{assembly_of, filters};
use crate::problem::{Code, Problem};
use crate::scene::{Id, Object, Objects, Scene};

/// In which directions parts may leave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directions {
    /// Besides others, the axes of the parts' own planes, cylinders, cones and tori.
    pub own: bool,
    /// Besides others, so many that are spread evenly.
    pub spread: usize,
    /// Besides others, these.
    pub given: Vec<DVec3>,
}

/// The names of the axes, in the order of [`AXES`].
const AXIS_NAMES: [&str; 6] = ["+x", "-x", "+y", "-y", "+z", "-z"];

/// What was found out about the ways out of a scene.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The ids of the parts, in the order of the file.
    pub parts: Vec<Id>,
    /// The name of each direction: that of an axis, or its coordinates.
    pub names: Vec<String>,
    /// Who blocks whom.
    pub removal: Removal,
    /// Parts that leave one at a time, in this order.
    pub order: Vec<Step>,
    /// Those that are left then.
    pub stuck: Vec<usize>,
    /// The same where groups leave together when no single part can.
    pub steps: Vec<Step>,
    /// The groups that are left then.
    pub stuck_groups: Vec<Vec<usize>>,
}

/// Finds out which parts of a scene block which, in the six directions of the axes and those that are asked for
/// besides. Parts that the scene's filters keep apart do not block each other, and sensors block nothing. Calls `watch` from any thread, and
/// stops if it breaks.
///
/// Errors: a scene that is not of space in double precision, a length that is negative or not a number, a direction that is
/// zero or not finite, and more than 2^32 parts; `None` where it was stopped.
pub fn remove(
    scene: &Scene,
    directions: &Directions,
    tolerance: Tolerance,
    watch: &(dyn Fn(Progress) -> std::ops::ControlFlow<()> + Sync),
) -> Result<Option<Removed>, Problem> {
    remove_from(super::in_space(scene)?, directions, tolerance, watch)
}

/// The same for the objects of a scene of space in double precision.
pub fn remove_from(
    scene: &Objects<DVec3>,
    directions: &Directions,
    tolerance: Tolerance,
    watch: &(dyn Fn(Progress) -> std::ops::ControlFlow<()> + Sync),
) -> Result<Option<Removed>, Problem> {
    super::not_negative(tolerance)?;
    u32::try_from(scene.objects.len())
        .map_err(|_| Problem::new(Code::LimitExceeded, "scene: more than four billion objects"))?;
    let assembly = assembly_of(&scene.objects, tolerance.length());
    let mut list = AXES.to_vec();
    list.extend(&directions.given);
    if directions.own {
        list.extend(own_directions(&assembly));
    }
    list.extend(spread_directions(directions.spread));
    let filters = filters(&scene.objects);
    let is_body = |i: usize| !scene.objects[i].sensor;
    let allows = |a: usize, b: usize| is_body(a) && is_body(b) && filters[a].allows(&filters[b]);
    let settings = Settings {
        tolerance,
        ..Settings::default()
    };
    match assembly.removal(&list, &settings, &allows, watch) {
        Ok(removal) => Ok(Some(Removed::new(&scene.objects, removal))),
        Err(RemovalError::Direction(i)) => Err(Problem::new(
            Code::InvalidPose,
            format!(
                "directions[{}]: must be finite and not zero",
                i.saturating_sub(AXES.len())
            ),
        )),
        Err(_) => Ok(None),
    }
}

impl Removed {
    fn new(objects: &[Object<DVec3>], removal: Removal) -> Self {
        let (order, stuck) = removal.order();
        let (steps, stuck_groups) = removal.order_of_groups();
        Self {
            parts: objects.iter().map(|object| object.id.clone()).collect(),
            names: names(removal.directions()),
            removal,
            order,
            stuck,
            steps,
            stuck_groups,
        }
    }
    /// How many entries there are of a part, a direction, and a part that blocks it.
    pub fn blocked_count(&self) -> usize {
        let ways = (0..self.parts.len()).flat_map(|part| (0..self.names.len()).map(move |d| (part, d)));
        ways.map(|(part, direction)| self.removal.blockers(part, direction).len())
            .sum()
    }
}

/// A name for each direction; a direction that is there twice has a number from the second time on.
fn names(directions: &[DVec3]) -> Vec<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let name = |direction: &DVec3| {
        let axis = AXES.iter().position(|axis| axis == direction);
        let [x, y, z] = direction.to_array().map(|c| c + 0.0);
        let name = axis.map_or_else(|| format!("{x},{y},{z}"), |axis| AXIS_NAMES[axis].to_owned());
        let count = times.entry(name.clone()).or_default();
        *count += 1;
        match *count {
            1 => name,
            count => format!("{name}#{count}"),
        }
    };
    directions.iter().map(name).collect()
}
