//! The check of an outline: the pairs whose boxes meet, along a curve, each with the solids that it needs.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clearance::assembly::{Candidates, Decided, LoosePairs, Part, PartSet, Rule, Rules, Solid, Taken, Watch};
use clearance::glam::DVec3;
use clearance::index::curve_order;

use super::blobs::{Blobs, ReadShapes};
use super::found::FoundOnDisk;
use super::loader::{KeptSolids, Loader};
use super::outline::Outline;
use super::rows::NewRows;
use super::tiles::Tile;
use crate::check::{Finding, Left, Plan, filters, found};
use crate::problem::{Code, Problem};
use crate::table::row;

/// How many bytes solids may take, of a limit for the whole process and with so many objects.
fn budget(memory: u64, objects: usize) -> usize {
    let fixed = FIXED + (objects * OF_AN_OBJECT) as u64;
    usize::try_from(memory.saturating_sub(fixed)).unwrap_or(usize::MAX)
}

/// What the program takes without a scene, and what two threads need to decide a pair.
const FIXED: u64 = 192 << 20;
/// What the outline has of each object, and the tree that finds its pairs.
const OF_AN_OBJECT: usize = 1024;

/// Decides the pairs of a plan as [`check_by`](crate::check::check_by) does, with no more memory than about
/// so many bytes for the whole process. Calls `watch` after each pair whose boxes are near each other, from
/// any thread, and stops if it breaks.
///
/// Errors: those of `check_by`; `LimitExceeded` if the outline alone is larger than the limit; files that
/// cannot be read or written.
pub fn check_on_disk(
    outline: &Outline,
    blobs: &Blobs,
    plan: &Plan,
    memory: u64,
    watch: &Watch<'_>,
) -> Result<FoundOnDisk, Problem> {
    let rows = NewRows::new()?;
    let from = (blobs as &dyn ReadShapes, &KeptSolids::default());
    let answers = decide((outline, plan, None), from, memory, &rows, watch)?;
    FoundOnDisk::new(outline, plan, answers, rows)
}

/// What is known at the end, besides the rows.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// What is left to do, if it was stopped.
    pub left: Option<Left>,
    /// Whether a pair counts against the input, and whether one has no class.
    pub fails: bool,
    pub is_open: bool,
    /// How often a shape was loaded.
    pub loads: u64,
}

/// Decides the pairs of a plan, of a tile those that belong to it, and adds them to `rows`.
pub(super) fn decide(
    (outline, plan, tile): (&Outline, &Plan, Option<&Tile>),
    (shapes, kept): (&dyn ReadShapes, &KeptSolids),
    memory: u64,
    rows: &NewRows,
    watch: &Watch<'_>,
) -> Result<Answers, Problem> {
    let objects = outline.scene.objects.len();
    plan.checked(objects)?;
    let budget = budget(memory, objects);
    if budget == 0 {
        let message = format!("memory: {memory} bytes are not enough for the outline of {objects} objects");
        return Err(Problem::new(Code::LimitExceeded, message));
    }
    let work = Work {
        outline,
        plan,
        tile,
        loader: Loader::new(shapes, kept, plan.repaired_within, budget),
        pairs: &kept.pairs,
        rows,
        fails: AtomicBool::new(false),
        is_open: AtomicBool::new(false),
        problem: OnceLock::new(),
    };
    let decided = work.decide(watch);
    match work.problem.into_inner() {
        Some(problem) => Err(problem),
        None => Ok(Answers {
            left: decided.next.map(|_| Left {
                decided: decided.done,
                pairs: decided.total - decided.done,
                first: None, // they are in another order
            }),
            fails: work.fails.into_inner(),
            is_open: work.is_open.into_inner(),
            loads: work.loader.loads(),
        }),
    }
}

struct Work<'a> {
    outline: &'a Outline,
    plan: &'a Plan,
    tile: Option<&'a Tile>,
    loader: Loader<'a>,
    pairs: &'a LoosePairs,
    rows: &'a NewRows,
    fails: AtomicBool,
    is_open: AtomicBool,
    /// The first that there was.
    problem: OnceLock<Problem>,
}

impl Work<'_> {
    fn decide(&self, watch: &Watch<'_>) -> Decided<()> {
        let reach = &self.outline.reach;
        let order = curve_order(reach);
        let filters = filters(&self.outline.scene.objects);
        let own = |place: usize| order[place] as usize;
        let allows = |p: usize, q: usize| {
            let (a, b) = (own(p), own(q));
            filters[a].allows(&filters[b]) && self.tile.is_none_or(|tile| tile.owns(&reach[a], &reach[b]))
        };
        let rules = in_order(&self.plan.rules, &order);
        let boxes = order.iter().map(|&i| reach[i as usize]).collect();
        let candidates = Candidates::new(boxes, &rules, &allows);
        let decide = |p: usize, q: usize, taken: &Taken| {
            let (a, b) = (own(p).min(own(q)), own(p).max(own(q)));
            if let Err(problem) = self.pair([a, b], taken) {
                let _ = self.problem.set(problem);
            }
            None
        };
        let watch = |progress| match self.problem.get() {
            Some(_) => ControlFlow::Break(()),
            None => watch(progress),
        };
        candidates.decide(0, &decide, &watch)
    }
    fn pair(&self, [a, b]: [usize; 2], taken: &Taken) -> Result<(), Problem> {
        let parts = [self.part(a)?, self.part(b)?];
        let Some(answer) = self.pairs.pair(&parts[0], &parts[1], &taken.settings) else {
            return Ok(());
        };
        let finding: Finding<DVec3> = found([a, b], taken, answer);
        if finding.fails() {
            self.fails.store(true, Ordering::Relaxed);
        }
        if finding.is_open() {
            self.is_open.store(true, Ordering::Relaxed);
        }
        let text = row(&self.outline.scene, &self.plan.names, &finding);
        self.loader.leave(NewRows::OF_A_PAIR);
        self.rows.add([a, b], &text)
    }
    fn part(&self, i: usize) -> Result<Part, Problem> {
        let object = &self.outline.scene.objects[i];
        let (solid, pose) = match &self.outline.away[i] {
            Some(away) => {
                let rounded_by = object.rounded_by(away.pose.scale());
                (self.loader.get(away.key, rounded_by)?, away.pose)
            }
            None => {
                let (shape, pose) = ((*object.stand.shape).clone(), object.stand.pose);
                let solid = Solid::new(shape, object.rounded_by(pose.scale()), self.plan.repaired_within);
                (Arc::new(solid), pose)
            }
        };
        Ok(Part {
            name: String::new(),
            solid,
            pose,
        })
    }
}

/// The same rules for parts that are numbered by their places in an order.
fn in_order(rules: &Rules, order: &[u32]) -> Rules {
    let mut places = vec![0; order.len()];
    for (place, &i) in order.iter().enumerate() {
        places[i as usize] = place;
    }
    let set = |set: &PartSet| match set {
        PartSet::Of(list) => PartSet::Of(list.iter().filter_map(|&i| places.get(i).copied()).collect()),
        other => other.clone(),
    };
    let rule = |rule: &Rule| Rule {
        a: set(&rule.a),
        b: set(&rule.b),
        action: rule.action,
    };
    Rules {
        list: rules.list.iter().map(rule).collect(),
        otherwise: rules.otherwise,
    }
}
