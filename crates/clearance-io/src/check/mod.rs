//! The check of a scene: every pair that its filters allow, tested, in the order of the file.
//!
//! `classes.rs` tells what pairs are called: in space and double precision as [`clearance::assembly`] does, elsewhere
//! by the relation. `plan.rs` is what is asked, `state.rs` what is said of a pair that was known, `earlier.rs` what a
//! check found that was stopped. `census.rs` counts the pairs that the filters allow; `order.rs` sorts what was found
//! for people.

mod census;
mod classes;
mod earlier;
mod order;
mod plan;
mod state;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

pub use clearance::assembly::{Class, Progress, Settings, Severity, Tolerance, Watch};
use clearance::scene;

use crate::known::Clash;
use crate::problem::Problem;
use crate::scene::{Filter, Object, Objects};
use crate::shape::ReadSpace;
pub(crate) use census::count_pairs;
pub(crate) use classes::assembly_by;
#[cfg(feature = "on-disk")]
pub(crate) use classes::found;
pub use classes::{Classified, Finding};
pub use earlier::Earlier;
pub use plan::Plan;
pub use state::{GONE, State};

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked<V: ReadSpace> {
    /// The number of pairs that the layers, masks and groups allow. All of them are tested, most by their
    /// boxes alone.
    pub pairs_tested: u64,
    /// The pairs to report, in the order of the file.
    pub findings: Vec<Finding<V>>,
    /// The names of the rules, by their numbers.
    pub rules: Vec<String>,
    /// What is left to do, if the check was stopped.
    pub left: Option<Left>,
    /// Where it was compared with what was known: what of that is there no more.
    pub gone: Option<Vec<Clash>>,
    /// Of the input and the settings, for a check that was stopped.
    pub digest: Option<String>,
}

/// What is left of a check that was stopped: pairs are decided in their order, so all from one on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// How many pairs whose boxes are near each other have been decided, those of an earlier check included.
    pub decided: u64,
    /// How many have not.
    pub pairs: u64,
    /// The first of these; `None` if they were decided in another order, so that none can go on there.
    pub first: Option<[usize; 2]>,
}

impl<V: ReadSpace> Checked<V> {
    /// The result where nothing was asked: no pairs.
    pub(crate) fn nothing() -> Self {
        Self {
            pairs_tested: 0,
            findings: Vec::new(),
            rules: Vec::new(),
            left: None,
            gone: None,
            digest: None,
        }
    }
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
    /// Whether a pair counts against the input: a clash of severity `error` that was not known.
    pub fn fails(finding: &Finding<V>) -> bool {
        finding.class.is_clash() && finding.severity == Severity::Error && finding.state != Some(State::Still)
    }
    /// Whether a pair has no class, and that is of severity `error`.
    pub fn is_open(finding: &Finding<V>) -> bool {
        finding.class == Class::Unanswered && finding.severity == Severity::Error
    }
    /// The name of the rule that took a pair.
    pub fn rule(&self, finding: &Finding<V>) -> Option<&str> {
        self.rules.get(finding.rule?).map(String::as_str)
    }
    /// What a clash counts as, where a rule says so: without rules all are of severity `error`.
    pub fn severity(finding: &Finding<V>) -> Option<Severity> {
        let is_said = finding.rule.is_some() || finding.severity != Severity::Error;
        is_said.then_some(finding.severity)
    }
    /// How many pairs there are of each state, in words: "1 new".
    pub fn states(&self) -> Vec<String> {
        let Some(gone) = &self.gone else {
            return Vec::new();
        };
        let of = |state| self.findings.iter().filter(|f| f.state == Some(state)).count();
        let counts = [
            (of(State::New), State::New.as_str()),
            (of(State::Still), State::Still.as_str()),
            (gone.len(), GONE),
        ];
        counts
            .iter()
            .map(|(count, state)| format!("{count} {state}"))
            .collect()
    }
    /// What is left to do, in words, if the check was stopped.
    pub fn stopped(&self) -> Option<String> {
        self.left.map(Left::in_words)
    }
}

impl Left {
    /// The same in words.
    pub fn in_words(self) -> String {
        let Self { decided, pairs, .. } = self;
        format!(
            "stopped after {decided} of {} pairs that are near each other",
            decided + pairs
        )
    }
}

/// Tests all pairs with the same settings, as [`check_by`] does; calls `done` with 1 after each whose boxes are near each
/// other, from any thread.
pub fn check<V: Classified>(
    scene: &Objects<V>,
    settings: &Settings,
    done: &(dyn Fn(usize) + Sync),
) -> Result<Checked<V>, Problem> {
    check_by(scene, &Plan::from(*settings), None, &|_| {
        done(1);
        ControlFlow::Continue(())
    })
}

/// Tests the pairs of a plan, but for those that an earlier check has decided; calls `watch` after each whose boxes are
/// near each other, from any thread, and stops if it breaks. The result does not depend on the number of threads.
///
/// Errors: a distance or tolerance that is negative or not a number, and four billion objects.
pub fn check_by<V: Classified>(
    scene: &Objects<V>,
    plan: &Plan,
    earlier: Option<&Earlier<V>>,
    watch: &Watch<'_>,
) -> Result<Checked<V>, Problem> {
    plan.checked(scene.objects.len())?;
    let filters = filters(&scene.objects);
    let allows = |a: usize, b: usize| filters[a].allows(&filters[b]);
    let decided = V::findings(&scene.objects, plan, earlier, &allows, watch);
    Ok(Checked {
        pairs_tested: count_pairs(&scene.objects),
        findings: decided.found,
        rules: plan.names.clone(),
        left: decided.next.map(|(a, b)| Left {
            decided: decided.done,
            pairs: decided.total - decided.done,
            first: Some([a, b]),
        }),
        gone: None,
        digest: None,
    })
}

/// The library's filter of each object.
pub(crate) fn filters<V: ReadSpace>(objects: &[Object<V>]) -> Vec<scene::Filter> {
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
