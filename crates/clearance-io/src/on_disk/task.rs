//! A tile as bytes, for another process: its objects, what is asked of them, and which pairs belong to it.

use std::collections::HashSet;
use std::sync::Arc;

use clearance::Pose;
use clearance::assembly::{Action, PartSet, Rule, Rules, Settings, Severity, Tolerance, Watch, grown};
use clearance::glam::DVec3;
use clearance::math::Aabb;
use clearance::shape::{Segment, Shape3};
use serde::{Deserialize, Serialize};

use super::blobs::{Key, ReadShapes, broken};
use super::check::{Answers, decide};
use super::loader::KeptSolids;
use super::outline::{Away, Outline};
use super::rows::NewRows;
use super::tiles::{Tile, tiles};
use crate::about::About;
use crate::check::Plan;
use crate::mesh::Precision;
use crate::problem::{Code, Problem};
use crate::scene::{Filter, Id, Object, Objects};
use crate::shape::Stand;

/// A tile, with numbers of objects in the whole scene.
#[derive(Serialize, Deserialize)]
struct Task {
    version: String,
    low: DVec3,
    high: DVec3,
    objects: Vec<Packed>,
    rules: Vec<PackedRule>,
    otherwise: PackedAction,
    names: Vec<String>,
    repaired_within: f64,
}

#[derive(Serialize, Deserialize)]
struct Packed {
    number: u32,
    id: String,
    /// Of a shape in the file, where it is; else the shape itself.
    shape: Result<(Key, Aabb<DVec3>), Shape3<DVec3>>,
    pose: Pose<DVec3>,
    precision: f64,
    layer: u32,
    mask: u32,
    group: Option<String>,
    reach: Aabb<DVec3>,
}

/// Both sets, as places of objects in the task, and what is done; without a list, all objects.
type PackedRule = (Option<Vec<u32>>, Option<Vec<u32>>, PackedAction);

/// `None` where the pair is ignored; else a tolerance, where it is a length, `within`, `depth`, and the
/// severity.
type PackedAction = Option<(Option<f64>, Option<f64>, bool, u8)>;

/// What was found in a tile: pairs by their numbers in the whole scene, with what is printed of them.
#[derive(Serialize, Deserialize)]
struct Found {
    rows: Vec<([u32; 2], String)>,
    fails: bool,
    is_open: bool,
    loads: u64,
}

impl Outline {
    /// The tasks of at least so many tiles.
    pub fn tasks(&self, plan: &Plan, count: usize) -> Result<Vec<Vec<u8>>, Problem> {
        plan.checked(self.scene.objects.len())?;
        let actions = plan.rules.list.iter().map(|rule| &rule.action);
        let settings = actions
            .chain([&plan.rules.otherwise])
            .filter_map(Action::settings);
        let reach = settings.map(Settings::reach).fold(0.0, f64::max);
        let sets = plan
            .rules
            .list
            .iter()
            .map(|rule| [&rule.a, &rule.b].map(members_of));
        let sets: Vec<_> = sets.collect();
        let grown: Vec<_> = self.reach.iter().map(|aabb| grown(aabb, reach)).collect();
        let tiles = tiles(&grown, count);
        let tasks = tiles.iter().filter(|(_, members)| members.len() > 1);
        let tasks = tasks.map(|(tile, members)| {
            postcard::to_stdvec(&self.task((plan, &sets), tile, members)).map_err(|error| broken(&error))
        });
        tasks.collect()
    }
    fn task(&self, (plan, sets): (&Plan, &[[Members; 2]]), tile: &Tile, members: &[u32]) -> Task {
        let here = |set: &Members| {
            let places = (0..).zip(members);
            let here = places.filter(|(_, i)| set.as_ref().is_some_and(|set| set.contains(&(**i as usize))));
            set.as_ref().map(|_| here.map(|(place, _)| place).collect())
        };
        let rules = plan.rules.list.iter().zip(sets);
        Task {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            low: tile.low,
            high: tile.high,
            objects: members.iter().map(|&i| self.packed(i)).collect(),
            rules: rules
                .map(|(rule, [a, b])| (here(a), here(b), packed_action(&rule.action)))
                .collect(),
            otherwise: packed_action(&plan.rules.otherwise),
            names: plan.names.clone(),
            repaired_within: plan.repaired_within,
        }
    }
    fn packed(&self, number: u32) -> Packed {
        let i = number as usize;
        let object = &self.scene.objects[i];
        let (shape, pose) = match &self.away[i] {
            Some(away) => (Ok((away.key, object.placed().aabb())), away.pose),
            None => (Err((*object.stand.shape).clone()), object.stand.pose),
        };
        Packed {
            number,
            id: object.id.raw.get().to_owned(),
            shape,
            pose,
            precision: object.precision(),
            layer: object.filter.layer,
            mask: object.filter.mask,
            group: object.filter.group.clone(),
            reach: self.reach[i],
        }
    }
}

/// The objects of a set of a rule; `None` for all.
type Members = Option<HashSet<usize>>;

fn members_of(set: &PartSet) -> Members {
    match set {
        PartSet::Of(list) => Some(list.iter().copied().collect()),
        _ => None,
    }
}

/// Decides the pairs of a task with no more memory than about so many bytes for the process, and returns what
/// was found as bytes, for [`FoundOnDisk::of_tasks`](super::FoundOnDisk::of_tasks). What is in memory of the
/// file of shapes is `kept` for the next task, which may be decided at the same time.
///
/// Errors: `OtherInput` for a task of another version; `LimitExceeded` if `watch` breaks; those of
/// [`check_on_disk`](super::check_on_disk).
pub fn decide_task(
    task: &[u8],
    shapes: &dyn ReadShapes,
    kept: &KeptSolids,
    memory: u64,
    watch: &Watch<'_>,
) -> Result<Vec<u8>, Problem> {
    let task: Task = postcard::from_bytes(task).map_err(|error| broken(&error))?;
    if task.version != env!("CARGO_PKG_VERSION") {
        let message = format!(
            "this is version {}, the task is of {}",
            env!("CARGO_PKG_VERSION"),
            task.version
        );
        return Err(Problem::new(Code::OtherInput, message));
    }
    let numbers: Vec<u32> = task.objects.iter().map(|object| object.number).collect();
    let tile = Tile {
        low: task.low,
        high: task.high,
    };
    let (outline, plan) = task.unpacked()?;
    let rows = NewRows::new()?;
    let answers = decide(
        (&outline, &plan, Some(&tile)),
        (shapes, kept),
        memory,
        &rows,
        watch,
    )?;
    if answers.left.is_some() {
        return Err(Problem::new(
            Code::LimitExceeded,
            "task: stopped before all of its pairs were decided",
        ));
    }
    let rows = rows.finish()?;
    let rows = rows.each().map(|row| {
        let ([a, b], text) = row.map_err(|error| super::blobs::on_disk(&error))?;
        Ok(([numbers[a], numbers[b]], text))
    });
    let found = Found {
        rows: rows.collect::<Result<_, Problem>>()?,
        fails: answers.fails,
        is_open: answers.is_open,
        loads: answers.loads,
    };
    postcard::to_stdvec(&found).map_err(|error| broken(&error))
}

/// Adds what was found in a tile to the rows of all, and to the answers.
pub(super) fn merge(found: &[u8], rows: &NewRows, answers: &mut Answers) -> Result<(), Problem> {
    let found: Found = postcard::from_bytes(found).map_err(|error| broken(&error))?;
    for (pair, text) in &found.rows {
        rows.add(pair.map(|i| i as usize), text)?;
    }
    answers.fails |= found.fails;
    answers.is_open |= found.is_open;
    answers.loads += found.loads;
    Ok(())
}

impl Task {
    fn unpacked(self) -> Result<(Outline, Plan), Problem> {
        let mut outline = Outline {
            scene: Objects {
                objects: Vec::new(),
                unit: None,
            },
            away: Vec::new(),
            reach: Vec::new(),
        };
        for packed in self.objects {
            packed.add_to(&mut outline)?;
        }
        let set = |list: Option<Vec<u32>>| match list {
            Some(list) => PartSet::Of(list.into_iter().map(|i| i as usize).collect()),
            None => PartSet::All,
        };
        let rule = |(a, b, action)| Rule {
            a: set(a),
            b: set(b),
            action: unpacked_action(action),
        };
        let plan = Plan {
            rules: Rules {
                list: self.rules.into_iter().map(rule).collect(),
                otherwise: unpacked_action(self.otherwise),
            },
            names: self.names,
            repaired_within: self.repaired_within,
        };
        Ok((outline, plan))
    }
}

impl Packed {
    fn add_to(self, outline: &mut Outline) -> Result<(), Problem> {
        let refused = |error: String| Problem::new(Code::InvalidShape, error);
        let (shape, pose, away) = match self.shape {
            Err(shape) => (shape, self.pose, None),
            Ok((key, bounds)) => {
                let diagonal = Segment::new(bounds.min, bounds.max);
                let diagonal = diagonal.map_err(|error| refused(error.to_string()))?;
                let away = Away { key, pose: self.pose };
                (diagonal.into(), Pose::IDENTITY, Some(away))
            }
        };
        let raw = serde_json::value::RawValue::from_string(self.id);
        outline.away.push(away);
        outline.reach.push(self.reach);
        outline.scene.objects.push(Object {
            id: Id::from_raw(&raw.map_err(|error| refused(error.to_string()))?),
            stand: Stand {
                shape: Arc::new(shape),
                pose,
                precision: Precision::of_length(self.precision),
            },
            remark: None,
            filter: Filter {
                layer: self.layer,
                mask: self.mask,
                group: self.group,
            },
            sensor: false,
            about: About::default(),
        });
        Ok(())
    }
}

fn packed_action(action: &Action) -> PackedAction {
    let Action::Check(settings, severity) = action else {
        return None;
    };
    let tolerance = match settings.tolerance {
        Tolerance::Auto => None,
        Tolerance::Length(length) => Some(length),
    };
    let rank = Severity::ALL.iter().position(|known| known == severity);
    Some((
        tolerance,
        settings.within,
        settings.depth,
        rank.unwrap_or(0) as u8,
    ))
}

fn unpacked_action(packed: PackedAction) -> Action {
    let Some((tolerance, within, depth, rank)) = packed else {
        return Action::Ignore;
    };
    let settings = Settings {
        tolerance: tolerance.map_or(Tolerance::Auto, Tolerance::Length),
        within,
        depth,
        shapes: false,
    };
    let severity = Severity::ALL.get(rank as usize).copied();
    Action::Check(settings, severity.unwrap_or_default())
}
