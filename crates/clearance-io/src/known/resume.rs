//! Where a check that was stopped goes on, and what it had found.

use std::collections::BTreeMap;

use clearance::shape::DataSpace;

use super::digest::digest;
use super::old::{OldOutput, class, wrong};
use super::row::finding;
use crate::check::{Earlier, Plan};
use crate::problem::{Code, Problem};
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// What an earlier check found, for one that goes on where it was stopped.
///
/// Errors: `InvalidJson` if it was not stopped, or names parts or classes that do not exist; `OtherInput` if its input, its
/// settings or the version of this crate were others.
pub fn resume<V: ReadSpace + DataSpace>(
    old: &OldOutput,
    scene: &Objects<V>,
    plan: &Plan,
) -> Result<Earlier<V>, Problem> {
    let not_stopped = || wrong("this check was not stopped: there is nothing to resume").at("partial");
    let left = old
        .left
        .as_ref()
        .filter(|_| old.partial)
        .ok_or_else(not_stopped)?;
    let Some([a, b]) = &left.first else {
        let message = "the pairs of this check were decided in another order (--memory): it cannot go on";
        return Err(wrong(message).at("left.first"));
    };
    let known = old.digest.as_ref().ok_or_else(not_stopped)?;
    if *known != digest(scene, plan) {
        let message = "the files, the options or the version are not those of the check that was stopped";
        return Err(Problem::new(Code::OtherInput, message).at("digest"));
    }
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
