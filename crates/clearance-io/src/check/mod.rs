//! The check of a scene: every pair that its filters allow, tested, in the order of the file.
//!
//! `classes.rs` tells what pairs are called: in space and double precision as [`clearance::assembly`] does,
//! elsewhere by the relation. `plan.rs` is what is asked, `state.rs` what is said of a pair that was known,
//! `earlier.rs` what a check found that was stopped. `findings.rs` is the list of what was found; `tally.rs`
//! counts it, and `order.rs` sorts it for people. `census.rs` counts the pairs that the filters allow.

mod census;
mod classes;
mod earlier;
mod findings;
mod order;
mod plan;
mod state;
mod tally;

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
pub use findings::Findings;
pub use order::Order;
pub use plan::Plan;
pub use state::{GONE, State};
pub use tally::Tally;

/// The result of a check whose pairs are in memory.
pub type Checked<V> = CheckedList<Vec<Finding<V>>>;

/// The result of a check; its pairs are in a list of this type.
#[derive(Clone, Debug)]
pub struct CheckedList<F> {
    /// The number of pairs that the layers, masks and groups allow. All of them are tested, most by their
    /// boxes alone.
    pub pairs_tested: u64,
    /// The pairs to report, in the order of the file.
    pub findings: F,
    /// The names of the rules, by their numbers.
    pub rules: Vec<String>,
    /// What is left to do, if the check was stopped.
    pub left: Option<Left>,
    /// Where it was compared with what was known: what of that is there no more.
    pub gone: Option<Vec<Clash>>,
    /// The same: of the pairs that were known, what of that they are.
    pub before: BTreeMap<[usize; 2], Clash>,
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
            before: BTreeMap::new(),
            digest: None,
        }
    }
    /// How many pairs there are of each kind.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.findings.iter().for_each(|finding| tally.add(finding));
        tally
    }
}

impl<F: Findings> CheckedList<F> {
    /// The name of the rule that took a pair.
    pub fn rule(&self, finding: &Finding<F::Space>) -> Option<&str> {
        self.rules.get(finding.rule?).map(String::as_str)
    }
    /// How many pairs there are of each state, in words: "1 new"; none where they were compared with nothing.
    pub fn states(&self, tally: &Tally) -> Vec<String> {
        self.gone
            .as_ref()
            .map_or(Vec::new(), |gone| tally.states(gone.len()))
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

/// Tests all pairs with the same settings, as [`check_by`] does; calls `done` with 1 after each whose boxes
/// are near each other, from any thread.
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

/// Tests the pairs of a plan, but for those that an earlier check has decided; calls `watch` after each whose
/// boxes are near each other, from any thread, and stops if it breaks. The result does not depend on the
/// number of threads.
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
        before: BTreeMap::new(),
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
