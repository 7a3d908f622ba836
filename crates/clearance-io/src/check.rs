//! The check of a scene: every pair that its filters allow, tested, in the order of the file.
//!
//! A static tree finds the objects whose boxes meet. Each object then is a row of its own, so that the pairs
//! of a pile of a hundred thousand are never listed at once.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use clearance::index::StaticTree;
use clearance::math::{Aabb, Real};
use clearance::pair::{Clearance, QueryError, Relation, clearance, relation};
use clearance::scene;

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
/// Errors: a distance or tolerance that is negative or not a number, and four billion objects.
pub fn check<V: ReadSpace>(
    scene: &Objects<V>,
    settings: &Settings,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Checked<V>, Problem> {
    not_negative("within", settings.within.unwrap_or(0.0))?;
    not_negative("tolerance", settings.tolerance)?;
    let count = u32::try_from(scene.objects.len())
        .map_err(|_| Problem::new(Code::LimitExceeded, "scene: more than four billion objects"))?;
    let boxes: Vec<_> = scene
        .objects
        .iter()
        .map(|object| object.placed().aabb())
        .collect();
    let candidates = Candidates {
        tree: StaticTree::build(&boxes),
        boxes,
        filters: filters(&scene.objects),
    };
    let rows = each(count, |i| {
        let row = check_row(scene, settings, i as usize, &candidates.later(i, settings));
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

fn not_negative(name: &str, length: f64) -> Result<(), Problem> {
    if length.is_nan() || length < 0.0 {
        return Err(Problem::new(
            Code::NotFinite,
            format!("{name}: must not be negative or NaN, is {length}"),
        ));
    }
    Ok(())
}

#[cfg(feature = "rayon")]
fn each<T: Send>(count: u32, row: impl Fn(u32) -> T + Sync + Send) -> Vec<T> {
    use rayon::prelude::*;
    (0..count).into_par_iter().map(row).collect()
}

#[cfg(not(feature = "rayon"))]
fn each<T>(count: u32, row: impl Fn(u32) -> T) -> Vec<T> {
    (0..count).map(row).collect()
}

/// What tells which pairs need a test.
struct Candidates<V: ReadSpace> {
    boxes: Vec<Aabb<V>>,
    tree: StaticTree<V>,
    filters: Vec<scene::Filter>,
}

impl<V: ReadSpace> Candidates<V> {
    /// The objects after this one that its filter allows and whose boxes are within the distance to report,
    /// in the order of the file.
    fn later(&self, a: u32, settings: &Settings) -> Vec<usize> {
        let mut found = Vec::new();
        let around = grown(&self.boxes[a as usize], settings.within.unwrap_or(0.0));
        let _ = self.tree.overlapping(&around, &mut |b| {
            if b > a && self.filters[a as usize].allows(&self.filters[b as usize]) {
                found.push(b as usize);
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }
}

/// A box grown by a distance on every side, and by more than the rounding of the sums: nothing nearer than
/// the distance is outside of it.
fn grown<V: ReadSpace>(aabb: &Aabb<V>, distance: f64) -> Aabb<V> {
    if distance <= 0.0 {
        return *aabb;
    }
    let epsilon = V::Scalar::EPSILON;
    let margin = V::Scalar::lit(distance * (1.0 + 8.0 * epsilon.to_f64())).min(V::Scalar::MAX);
    let error_bound = |x: V::Scalar| x.abs() * (epsilon * V::Scalar::lit(2.0));
    Aabb {
        min: V::from_fn(|k| aabb.min.get(k) - margin - error_bound(aabb.min.get(k))),
        max: V::from_fn(|k| aabb.max.get(k) + margin + error_bound(aabb.max.get(k))),
    }
}

/// The library's filter of each object.
fn filters<V: ReadSpace>(objects: &[Object<V>]) -> Vec<scene::Filter> {
    let groups = groups(objects);
    objects
        .iter()
        .map(|object| filter(&object.filter, &groups))
        .collect()
}

/// A number for each group. It is negative: members of such a group are never tested against each other.
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

/// Object `a` against others, in their order.
fn check_row<V: ReadSpace>(scene: &Objects<V>, settings: &Settings, a: usize, others: &[usize]) -> Row<V> {
    let (mut findings, mut unanswered) = (Vec::new(), Vec::new());
    for &b in others {
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
    let mut relation = relation(placed_a, placed_b);
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
