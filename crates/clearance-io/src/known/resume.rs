//! Where a check that was stopped goes on, and what it had found.

use std::collections::BTreeMap;

use clearance::assembly::{Class, Common, Contact, FacePair};
use clearance::cast::DepthBounds;
use clearance::math::{Real, Vector};
use clearance::pair::{Clearance, DepthKind, Relation};
use clearance::shape::DataSpace;

use super::digest::digest;
use super::old::{OldOutput, OldPair, class, wrong};
use crate::check::{Earlier, Finding, Plan};
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
    let (true, Some(left), Some(known)) = (old.partial, &old.left, &old.digest) else {
        return Err(wrong("this check was not stopped: there is nothing to resume").at("partial"));
    };
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
    let [a, b] = &left.first;
    let first = pair(a.get(), b.get(), "left.first".into())?;
    let mut findings = BTreeMap::new();
    for (i, old) in old.pairs.iter().enumerate() {
        let field = format!("pairs[{i}]");
        let [a, b] = pair(old.a.get(), old.b.get(), field)?;
        let class = class(old, i)?;
        findings.insert([a, b], finding(old, class, [a, b], plan));
    }
    Ok(Earlier { first, findings })
}

/// A pair that was printed; `None` if not all of it was, so that it must be decided again.
fn finding<V: ReadSpace>(old: &OldPair, class: Class, [a, b]: [usize; 2], plan: &Plan) -> Option<Finding<V>> {
    if class == Class::Unanswered {
        return None; // the reason is in words
    }
    let rule = |name: &String| plan.names.iter().position(|known| known == name);
    let rule = maybe(old.rule.as_ref(), rule)?;
    Some(Finding {
        a,
        b,
        rule,
        severity: plan.severity(rule),
        state: None,
        class,
        relation: Relation::ALL.into_iter().find(|r| r.as_str() == old.relation)?,
        clearance: Ok(clearance(old)?),
        tolerance: old.tolerance,
        faces: old.faces.as_ref().map(|text| FacePair {
            text: text.clone(),
            gap: old.surface_gap,
            tolerance: old.tolerance,
        }),
        depth: maybe(old.depth.as_ref(), |depth| {
            Some(DepthBounds {
                at_least: V::Scalar::lit(depth.at_least?),
                at_most: V::Scalar::lit(depth.at_most?),
                direction: vector(&depth.direction)?,
            })
        })?,
        common: maybe(old.common.as_ref(), |common| {
            Some(Common {
                volume: common.volume?,
                at: vector(&common.at)?,
                mesh: None,
            })
        })?,
        contact: maybe(old.contact.as_ref(), |contact| {
            Some(Contact {
                area: contact.area?,
                center: vector(&contact.center)?,
                normal: vector(&contact.normal)?,
                polygons: Vec::new(),
            })
        })?,
        why: None,
    })
}

/// What is read of a value that may be missing; `None` if it is there and cannot be read.
fn maybe<T, U>(value: Option<T>, read: impl FnOnce(T) -> Option<U>) -> Option<Option<U>> {
    match value {
        Some(value) => read(value).map(Some),
        None => Some(None),
    }
}

fn clearance<V: ReadSpace>(old: &OldPair) -> Option<Clearance<V>> {
    Some(Clearance {
        distance: V::Scalar::lit(old.clearance?),
        normal: vector(old.normal.as_ref()?)?,
        point_a: vector(old.point_a.as_ref()?)?,
        point_b: vector(old.point_b.as_ref()?)?,
        depth_kind: match old.depth_kind.as_deref()? {
            "exact" => DepthKind::Exact,
            "local" => DepthKind::Local,
            _ => return None,
        },
    })
}

fn vector<V: Vector>(list: &[f64]) -> Option<V> {
    (list.len() == V::DIM).then(|| V::from_fn(|k| V::Scalar::lit(list[k])))
}
