//! The check of a scene: every pair that its filters allow, tested, in the order of the file.
//!
//! `classes.rs` tells what pairs are called: in space and double precision as [`clearance::assembly`] does, elsewhere
//! by the relation. `census.rs` counts the pairs that the filters allow; `order.rs` sorts what was found for people.

mod census;
mod classes;
mod order;

use std::collections::BTreeMap;

pub use clearance::assembly::{Class, Settings, Tolerance};
use clearance::scene;

use crate::problem::{Code, Problem};
use crate::scene::{Filter, Object, Objects};
use crate::shape::ReadSpace;
use census::count_pairs;
pub use classes::{Classified, Finding};

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked<V: ReadSpace> {
    /// The number of pairs that the layers, masks and groups allow. All of them are tested, most by their
    /// boxes alone.
    pub pairs_tested: u64,
    /// The pairs to report, in the order of the file.
    pub findings: Vec<Finding<V>>,
}

impl<V: ReadSpace> Checked<V> {
    /// The number of pairs of this class.
    pub fn count(&self, class: Class) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.class == class)
            .count()
    }
    /// How many pairs there are of each class that has some, in words, the gravest first: "2 contacts".
    pub fn counts(&self) -> Vec<String> {
        let of = |class: Class| {
            let count = self.count(class);
            let is_plural = count > 1 && !matches!(class, Class::Near | Class::Unanswered);
            (count > 0).then(|| format!("{count} {class}{}", if is_plural { "s" } else { "" }))
        };
        Class::ALL.into_iter().filter_map(of).collect()
    }
    /// Whether any two objects share space: a duplicate, a containment or an interference.
    pub fn clashes(&self) -> bool {
        self.findings.iter().any(|finding| finding.class.is_clash())
    }
}

/// Tests all pairs; calls `done` after each object with the number of objects finished by that call, from any
/// thread. The result does not depend on the number of threads.
///
/// Errors: a distance or tolerance that is negative or not a number, and four billion objects.
pub fn check<V: Classified>(
    scene: &Objects<V>,
    settings: &Settings,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Checked<V>, Problem> {
    not_negative("within", settings.within.unwrap_or(0.0))?;
    if let Tolerance::Length(length) = settings.tolerance {
        not_negative("tolerance", length)?;
    }
    u32::try_from(scene.objects.len())
        .map_err(|_| Problem::new(Code::LimitExceeded, "scene: more than four billion objects"))?;
    let filters = filters(&scene.objects);
    let allows = |a: usize, b: usize| filters[a].allows(&filters[b]);
    Ok(Checked {
        pairs_tested: count_pairs(&scene.objects),
        findings: V::findings(&scene.objects, settings, &allows, done),
    })
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
