//! Where a check that was stopped goes on, and what it had found.

use std::collections::BTreeMap;

use clearance::shape::DataSpace;

use super::digest::digest;
use super::old::{OldOutput, class, wrong};
use super::row::finding;
use crate::check::{Checked, Earlier, Plan};
use crate::problem::{Code, Problem};
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// What an earlier check found, for one that goes on where it was stopped.
///
/// Errors: `InvalidJson` if it was not stopped, or names parts or classes that do not exist; `OtherInput` if
/// its input, its settings or the version of this crate were others.
pub fn resume<V: ReadSpace + DataSpace>(
    old: &OldOutput,
    scene: &Objects<V>,
    plan: &Plan,
) -> Result<Earlier<V>, Problem> {
    let left = old
        .left
        .as_ref()
        .filter(|_| old.partial)
        .ok_or_else(not_stopped)?;
    let [a, b] = left.first.as_ref().ok_or_else(other_order)?;
    same(old.digest.as_deref(), scene, plan)?;
    let objects = scene.objects.iter().enumerate();
    let numbers: BTreeMap<&str, usize> = objects.map(|(i, object)| (object.id.raw.get(), i)).collect();
    let pair = |a: &str, b: &str, field: String| match (numbers.get(a), numbers.get(b)) {
        (Some(&a), Some(&b)) if a < b => Ok([a, b]),
        _ => Err(wrong(format!("no pair of this input: {a}, {b}")).at(field)),
    };
    let first = pair(a.get(), b.get(), "left.first".into())?;
    let mut findings = BTreeMap::new();
    for (i, old) in old.pairs.iter().enumerate() {
        let field = format!("pairs[{i}]");
        let [a, b] = pair(old.a.get(), old.b.get(), field)?;
        let class = class(old, i)?;
        findings.insert([a, b], finding(old, class, [a, b], (scene, plan)));
    }
    Ok(Earlier { first, findings })
}

/// The same of a result in memory, which has the shapes of common parts and contacts, too. Its `digest` must
/// be set. One that came to its end before it was stopped leaves nothing to decide.
///
/// Errors: `InvalidJson` if it has no digest, or was decided in another order; `OtherInput` as above.
pub fn resume_checked<V: ReadSpace + DataSpace>(
    stopped: &Checked<V>,
    scene: &Objects<V>,
    plan: &Plan,
) -> Result<Earlier<V>, Problem> {
    same(stopped.digest.as_deref(), scene, plan)?;
    let first = match &stopped.left {
        Some(left) => left.first.ok_or_else(other_order)?,
        None => [usize::MAX; 2],
    };
    let listed = stopped.findings.iter().cloned().map(|mut finding| {
        finding.state = None; // what it is compared with may be another list
        ([finding.a, finding.b], Some(finding))
    });
    Ok(Earlier {
        first,
        findings: listed.collect(),
    })
}

fn not_stopped() -> Problem {
    wrong("this check was not stopped: there is nothing to resume").at("partial")
}

fn other_order() -> Problem {
    wrong("the pairs of this check were decided in another order (--memory): it cannot go on")
        .at("left.first")
}

/// Refuses a digest of another input.
fn same<V: ReadSpace + DataSpace>(
    known: Option<&str>,
    scene: &Objects<V>,
    plan: &Plan,
) -> Result<(), Problem> {
    if *known.ok_or_else(not_stopped)? == digest(scene, plan) {
        return Ok(());
    }
    let message = "the files, the options or the version are not those of the check that was stopped";
    Err(Problem::new(Code::OtherInput, message).at("digest"))
}
