//! The check of a scene: every pair that its filters allow, tested, in the order of the file.
//!
//! The library's `Scene` finds the objects whose boxes meet and whose filters allow a test. The results are
//! kept for one object at a time, so that all pairs of a pile of a hundred thousand objects are never listed
//! at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use clearance::index::Threads;
use clearance::math::Real;
use clearance::pair::{Clearance, QueryError, Relation, clearance, relation};
use clearance::scene::{self, Detail, Handle, ObjectRef, SceneError};

use crate::problem::{Code, Problem};
use crate::scene::{Filter, Object, Objects};
use crate::shape::ReadSpace;

/// What to report.
#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    /// Also report pairs that are apart, but nearer than this.
    pub within: Option<f64>,
    /// Report an overlap no deeper than this as touching.
    pub tolerance: f64,
}

/// A pair to report.
#[derive(Clone, Debug)]
pub struct Finding<V: ReadSpace> {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second, later in the file.
    pub b: usize,
    /// The relation, after the tolerance.
    pub relation: Relation,
    /// The clearance, or why it has no answer.
    pub clearance: Result<Clearance<V>, QueryError>,
}

/// A pair whose relation has no answer.
#[derive(Clone, Copy, Debug)]
pub struct Unanswered {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second.
    pub b: usize,
    /// Why it has no answer.
    pub error: QueryError,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked<V: ReadSpace> {
    /// The number of pairs that the layers, masks and groups allow. All of them are tested, most by their
    /// boxes alone.
    pub pairs_tested: u64,
    /// The pairs to report, in the order of the file.
    pub findings: Vec<Finding<V>>,
    /// The pairs that have no answer.
    pub unanswered: Vec<Unanswered>,
}

impl<V: ReadSpace> Checked<V> {
    /// Whether any two objects overlap.
    pub fn overlaps(&self) -> bool {
        self.findings.iter().any(|finding| finding.relation.overlaps())
    }
}

/// Tests all pairs; calls `done` after each object with the number of objects finished by that call, from any
/// thread. The result does not depend on the number of threads.
///
/// Errors: four billion objects.
pub fn check<V: ReadSpace>(
    scene: &Objects<V>,
    settings: &Settings,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Checked<V>, Problem> {
    let (stage, handles) = stage(scene, settings)
        .map_err(|error| Problem::new(Code::LimitExceeded, format!("scene: {error}")))?;
    let rows = stage.batch(&handles, |&handle| {
        let row = check_row(scene, settings, &stage, handle);
        done(1);
        row
    });
    let mut checked = Checked {
        pairs_tested: count_pairs(&scene.objects),
        findings: Vec::new(),
        unanswered: Vec::new(),
    };
    for (findings, unanswered) in rows {
        checked.findings.extend(findings);
        checked.unanswered.extend(unanswered);
    }
    Ok(checked)
}

/// The library's scene of these objects: the data of each is its index in the file.
type Stage<V> = scene::Scene<V, u32>;

/// Adds all objects to a scene whose boxes are enlarged, so that they meet if two objects are nearer than
/// `within`; returns the handles.
fn stage<V: ReadSpace>(
    scene: &Objects<V>,
    settings: &Settings,
) -> Result<(Stage<V>, Vec<Handle>), SceneError> {
    let margin = settings.within.unwrap_or(0.0) * 0.5 * (1.0 + 8.0 * V::Scalar::EPSILON.to_f64());
    let mut stage = Stage::<V>::default()
        .with_detail(Detail::Nothing)
        .with_threads(Threads::All)
        .with_margin(V::Scalar::lit(margin).min(V::Scalar::MAX))?;
    let groups = groups(&scene.objects);
    let objects = (0..).zip(&scene.objects).map(|(i, object)| {
        scene::Object::new(Arc::clone(&object.stand.shape), object.stand.pose)
            .with_filter(filter(&object.filter, &groups))
            .with_data(i)
    });
    let handles = stage.add_many(objects)?;
    stage.update()?;
    Ok((stage, handles))
}

/// A negative number for each group: its members are never tested against each other.
fn groups<V: ReadSpace>(objects: &[Object<V>]) -> BTreeMap<&str, i32> {
    let mut groups = BTreeMap::new();
    for group in objects.iter().filter_map(|object| object.filter.group.as_deref()) {
        let number = -1 - groups.len() as i32;
        groups.entry(group).or_insert(number);
    }
    groups
}

fn filter(filter: &Filter, groups: &BTreeMap<&str, i32>) -> scene::Filter {
    let group = filter.group.as_deref().and_then(|group| groups.get(group));
    scene::Filter {
        layer: filter.layer,
        mask: filter.mask,
        group: group.copied().unwrap_or(0),
    }
}

type Row<V> = (Vec<Finding<V>>, Vec<Unanswered>);

/// Tests an object against the later ones that it is tested against and whose boxes meet its own, in the
/// order of the file.
fn check_row<V: ReadSpace>(
    scene: &Objects<V>,
    settings: &Settings,
    stage: &Stage<V>,
    handle: Handle,
) -> Row<V> {
    let (mut findings, mut unanswered) = (Vec::new(), Vec::new());
    let Some(object) = stage.get(handle) else {
        return (findings, unanswered);
    };
    let a = *object.data();
    let is_later =
        |other: &ObjectRef<'_, V, u32>| *other.data() > a && object.filter().allows(other.filter());
    let others = stage.overlapping_box(object.aabb(), &is_later);
    let mut others: Vec<u32> = others
        .into_iter()
        .filter_map(|other| Some(*stage.get(other)?.data()))
        .collect();
    others.sort_unstable();
    let a = a as usize;
    for b in others.into_iter().map(|b| b as usize) {
        match check_pair(scene, settings, a, b) {
            Ok(finding) => findings.extend(finding),
            Err(error) => unanswered.push(Unanswered { a, b, error }),
        }
    }
    (findings, unanswered)
}

fn check_pair<V: ReadSpace>(
    scene: &Objects<V>,
    settings: &Settings,
    a: usize,
    b: usize,
) -> Result<Option<Finding<V>>, QueryError> {
    let (placed_a, placed_b) = (scene.objects[a].placed(), scene.objects[b].placed());
    let mut relation = relation(placed_a, placed_b)?;
    if relation == Relation::Disjoint && settings.within.is_none() {
        return Ok(None);
    }
    let clearance = clearance(placed_a, placed_b);
    if let Ok(c) = &clearance {
        let near = |within| c.distance.to_f64() < within;
        if relation == Relation::Disjoint && !settings.within.is_some_and(near) {
            return Ok(None);
        }
        if relation.overlaps() && c.depth().to_f64() <= settings.tolerance {
            relation = Relation::Touching;
        }
    }
    Ok(Some(Finding {
        a,
        b,
        relation,
        clearance,
    }))
}

/// The number of pairs that the filters allow, without looking at each: the pairs that layers and masks
/// allow, minus those within groups.
fn count_pairs<V: ReadSpace>(objects: &[Object<V>]) -> u64 {
    let mut all = Census::default();
    let mut groups: BTreeMap<&str, Census> = BTreeMap::new();
    for object in objects {
        let filter = &object.filter;
        all.add(filter.layer, filter.mask);
        if let Some(group) = &filter.group {
            groups.entry(group).or_default().add(filter.layer, filter.mask);
        }
    }
    all.pairs() - groups.values().map(Census::pairs).sum::<u64>()
}

/// The number of objects of each layer and mask.
#[derive(Default)]
struct Census(BTreeMap<(u32, u32), u64>);

impl Census {
    fn add(&mut self, layer: u32, mask: u32) {
        *self.0.entry((layer, mask)).or_default() += 1;
    }
    fn pairs(&self) -> u64 {
        let classes: Vec<_> = self
            .0
            .iter()
            .map(|(&(layer, mask), &count)| (layer, mask, count))
            .collect();
        let mut pairs = 0;
        for (i, &(layer, mask, count)) in classes.iter().enumerate() {
            if layer & mask != 0 {
                pairs += count * (count - 1) / 2;
            }
            let allowed = classes[i + 1..]
                .iter()
                .filter(|c| c.0 & mask != 0 && layer & c.1 != 0);
            pairs += count * allowed.map(|c| c.2).sum::<u64>();
        }
        pairs
    }
}
