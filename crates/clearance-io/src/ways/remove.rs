//! Which parts of a scene block which on their way out, and in which order they leave.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use clearance::assembly::{
    AXES, Assembly, Progress, Removal, RemovalError, Settings, Step, Tolerance, own_directions,
    spread_directions,
};
use clearance::glam::DVec3;
use clearance::math::Rotation2;

use super::space::{Dimension, InSpace};
use crate::check::filters;
use crate::problem::{Code, Problem};
use crate::scene::{Id, Object, Objects, Scene};

/// In which directions parts may leave.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Directions {
    /// Besides others, the axes of the parts' own planes, cylinders, cones and tori.
    pub own: bool,
    /// Besides others, so many that are spread evenly.
    pub spread: usize,
    /// Besides others, these: the coordinates of each.
    pub given: Vec<Vec<f64>>,
}

/// The names of the axes, in the order of [`AXES`].
const AXIS_NAMES: [&str; 6] = ["+x", "-x", "+y", "-y", "+z", "-z"];

/// What was found out about the ways out of a scene.
#[derive(Clone, Debug)]
pub struct Removed {
    /// The ids of the parts, in the order of the file.
    pub parts: Vec<Id>,
    pub(super) dimension: Dimension,
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

/// Finds out which parts of a scene block which, in the directions of the axes (six; four in the plane) and
/// those that are asked for besides. Parts that the scene's filters keep apart do not block each other, and
/// sensors block nothing. Calls `watch` from any thread, and stops if it breaks.
///
/// Errors: a scene in single precision, a length that is negative or not a number, a direction that is
/// zero or not finite, and more than 2^32 parts; `None` where it was stopped.
pub fn remove(
    scene: &Scene,
    directions: &Directions,
    tolerance: Tolerance,
    watch: &(dyn Fn(Progress) -> std::ops::ControlFlow<()> + Sync),
) -> Result<Option<Removed>, Problem> {
    removed(&InSpace::of(scene)?, directions, tolerance, watch)
}

/// The same for the objects of a scene of space in double precision.
pub fn remove_from(
    scene: &Objects<DVec3>,
    directions: &Directions,
    tolerance: Tolerance,
    watch: &(dyn Fn(Progress) -> std::ops::ControlFlow<()> + Sync),
) -> Result<Option<Removed>, Problem> {
    removed(&scene.into(), directions, tolerance, watch)
}

fn removed(
    scene: &InSpace<'_>,
    directions: &Directions,
    tolerance: Tolerance,
    watch: &(dyn Fn(Progress) -> std::ops::ControlFlow<()> + Sync),
) -> Result<Option<Removed>, Problem> {
    super::not_negative(tolerance)?;
    let objects = scene.objects();
    u32::try_from(objects.len())
        .map_err(|_| Problem::new(Code::LimitExceeded, "scene: more than four billion objects"))?;
    let assembly = scene.assembly(tolerance.length());
    let axes = scene.dimension.axes();
    let list = directions.list(&assembly, scene.dimension)?;
    let filters = filters(objects);
    let is_body = |i: usize| !objects[i].sensor;
    let allows = |a: usize, b: usize| is_body(a) && is_body(b) && filters[a].allows(&filters[b]);
    let settings = Settings {
        tolerance,
        ..Settings::default()
    };
    match assembly.removal(&list, &settings, &allows, watch) {
        Ok(removal) => Ok(Some(Removed::new(objects, scene.dimension, removal))),
        Err(RemovalError::Direction(i)) => Err(Problem::new(
            Code::InvalidPose,
            format!(
                "directions[{}]: must be finite and not zero",
                i.saturating_sub(axes.len())
            ),
        )),
        Err(_) => Ok(None),
    }
}

impl Directions {
    /// All directions: the axes first, then those that are given.
    fn list(&self, assembly: &Assembly, dimension: Dimension) -> Result<Vec<DVec3>, Problem> {
        let mut list = dimension.axes().to_vec();
        for (i, given) in self.given.iter().enumerate() {
            let refused = |expected: usize| {
                let message = format!(
                    "directions[{i}]: expected {expected} numbers, found {}",
                    given.len()
                );
                Problem::new(Code::InvalidPose, message)
            };
            list.push(match (dimension, &given[..]) {
                (Dimension::Space, &[x, y, z]) => DVec3::new(x, y, z),
                (Dimension::Plane, &[x, y]) => DVec3::new(x, y, 0.0),
                (Dimension::Space, _) => return Err(refused(3)),
                (Dimension::Plane, _) => return Err(refused(2)),
            });
        }
        if self.own {
            let own = own_directions(assembly).into_iter();
            list.extend(match dimension {
                Dimension::Space => own.collect::<Vec<_>>(),
                // Without the normals of the prisms' ends.
                Dimension::Plane => own.filter(|d| d.z.abs() < 0.5).map(|d| d.with_z(0.0)).collect(),
            });
        }
        list.extend(match dimension {
            Dimension::Space => spread_directions(self.spread),
            Dimension::Plane => spread_in_plane(self.spread),
        });
        Ok(list)
    }
}

/// Directions of the plane, evenly spread from that of x on.
fn spread_in_plane(count: usize) -> Vec<DVec3> {
    let at = |i: usize| {
        let turn = Rotation2::from_angle(TAU * i as f64 / count as f64);
        DVec3::new(turn.cos(), turn.sin(), 0.0)
    };
    (0..count).map(at).collect()
}

impl Removed {
    fn new(objects: &[Object<DVec3>], dimension: Dimension, removal: Removal) -> Self {
        let (order, stuck) = removal.order();
        let (steps, stuck_groups) = removal.order_of_groups();
        Self {
            parts: objects.iter().map(|object| object.id.clone()).collect(),
            names: names(removal.directions(), dimension),
            dimension,
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
fn names(directions: &[DVec3], dimension: Dimension) -> Vec<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    let name = |direction: &DVec3| {
        let axis = AXES.iter().position(|axis| axis == direction);
        let coordinates = dimension.coordinates(*direction);
        let written: Vec<String> = coordinates.iter().map(f64::to_string).collect();
        let name = axis.map_or_else(|| written.join(","), |axis| AXIS_NAMES[axis].to_owned());
        let count = times.entry(name.clone()).or_default();
        *count += 1;
        match *count {
            1 => name,
            count => format!("{name}#{count}"),
        }
    };
    directions.iter().map(name).collect()
}
