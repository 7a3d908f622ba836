//! What touches what in a scene: every pair that its filters allow, tested, in the order of the file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use clearance::index::StaticTree;
use clearance::math::{Aabb, Real};
use clearance::pair::{Clearance, QueryError, Relation, clearance, relation};

use crate::scene::{Object, Objects};
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
    /// How they lie to each other, after the tolerance.
    pub relation: Relation,
    /// How deep or how near, or why that has no answer.
    pub clearance: Result<Clearance<V>, QueryError>,
}

/// A pair whose relation has no answer.
#[derive(Clone, Copy, Debug)]
pub struct Unanswered {
    /// The index of the first object.
    pub a: usize,
    /// The index of the second.
    pub b: usize,
    /// Why not.
    pub error: QueryError,
}

/// What a check found.
#[derive(Clone, Debug)]
pub struct Checked<V: ReadSpace> {
    /// How many pairs the layers, masks and groups allow; all of them are tested, most by their boxes alone.
    pub pairs_tested: u64,
    /// The pairs to report, in the order of the file.
    pub findings: Vec<Finding<V>>,
    /// The pairs that could not be judged.
    pub unanswered: Vec<Unanswered>,
}

impl<V: ReadSpace> Checked<V> {
    /// Whether any two things overlap.
    pub fn overlaps(&self) -> bool {
        self.findings.iter().any(|finding| finding.relation.overlaps())
    }
}

/// Tests all pairs; calls `done` after each object with the number of objects finished by that call, from any thread.
/// The result does not depend on the number of threads.
pub fn check<V: ReadSpace>(
    scene: &Objects<V>,
    settings: &Settings,
    done: &(dyn Fn(usize) + Sync),
) -> Checked<V> {
    let boxes: Vec<_> = scene
        .objects
        .iter()
        .map(|object| reach(object, settings))
        .collect();
    let tree = StaticTree::build(&boxes);
    let row = |i: usize| {
        let row = check_row(scene, settings, i, &later(&tree, &boxes[i], i));
        done(1);
        row
    };
    let mut checked = Checked {
        pairs_tested: count_pairs(&scene.objects),
        findings: Vec::new(),
        unanswered: Vec::new(),
    };
    for (findings, unanswered) in each(scene.objects.len(), row) {
        checked.findings.extend(findings);
        checked.unanswered.extend(unanswered);
    }
    checked
}

#[cfg(feature = "rayon")]
fn each<T: Send>(count: usize, row: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(row).collect()
}
#[cfg(not(feature = "rayon"))]
fn each<T>(count: usize, row: impl Fn(usize) -> T) -> Vec<T> {
    (0..count).map(row).collect()
}

/// The box of an object, grown so that boxes meet where two objects are nearer than `within`.
fn reach<V: ReadSpace>(object: &Object<V>, settings: &Settings) -> Aabb<V> {
    let margin = settings.within.unwrap_or(0.0) * 0.5 * (1.0 + 8.0 * V::Scalar::EPSILON.to_f64());
    let aabb = object.placed().aabb();
    if margin > 0.0 {
        aabb.inflated(V::Scalar::lit(margin))
    } else {
        aabb
    }
}

type Row<V> = (Vec<Finding<V>>, Vec<Unanswered>);

/// The objects after `i` whose boxes meet its own, in the order of the file.
fn later<V: ReadSpace>(tree: &StaticTree<V>, aabb: &Aabb<V>, i: usize) -> Vec<usize> {
    let mut met = Vec::new();
    let _ = tree.overlapping(aabb, &mut |j| {
        let j = j as usize;
        met.extend((j > i).then_some(j));
        ControlFlow::Continue(())
    });
    met.sort_unstable();
    met
}

/// Object `i` against these.
fn check_row<V: ReadSpace>(scene: &Objects<V>, settings: &Settings, i: usize, others: &[usize]) -> Row<V> {
    let (mut findings, mut unanswered) = (Vec::new(), Vec::new());
    let filter = &scene.objects[i].filter;
    for &j in others
        .iter()
        .filter(|&&j| filter.allows(&scene.objects[j].filter))
    {
        match check_pair(scene, settings, i, j) {
            Ok(finding) => findings.extend(finding),
            Err(error) => unanswered.push(Unanswered { a: i, b: j, error }),
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

/// How many pairs the filters allow, without looking at each: all that layers and masks allow, less those within groups.
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

/// How many objects there are of each layer and mask.
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
