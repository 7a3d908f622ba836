//! A pair as it was printed, read again.

use clearance::assembly::{Class, Common, Contact, FacePair, Unanswerable};
use clearance::cast::DepthBounds;
use clearance::math::{Real, Vector};
use clearance::measure::Which;
use clearance::pair::{Clearance, DepthKind, QueryError, Relation};

use super::old::{OldPair, OldRefusal};
#[cfg(feature = "on-disk")]
use super::old::{class, wrong};
use crate::check::{Finding, Plan};
#[cfg(feature = "on-disk")]
use crate::problem::Problem;
use crate::scene::Objects;
use crate::shape::{Entry, ReadSpace};

/// A pair that was printed; `None` if not all of it was, so that it must be decided again.
pub(super) fn finding<V: ReadSpace>(
    old: &OldPair,
    class: Class,
    [a, b]: [usize; 2],
    (scene, plan): (&Objects<V>, &Plan),
) -> Option<Finding<V>> {
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
        clearance: match &old.error {
            Some(error) => Err(refusal(error)?),
            None => Ok(clearance(old)?),
        },
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
        why: maybe(old.why.as_ref(), |text| {
            let name = |which| match which {
                Which::A => &*scene.objects[a].id.text,
                Which::B => &*scene.objects[b].id.text,
            };
            let all = [Which::A, Which::B]
                .map(|which| [Unanswerable::Open(which), Unanswerable::CrossesItself(which)]);
            let mut all = all.into_iter().flatten();
            all.find(|why| why.describe(name(why.which())) == *text)
        })?,
    })
}

/// The error of two kinds of shapes whose clearance has no answer.
fn refusal(old: &OldRefusal) -> Option<QueryError> {
    let (a, b) = old
        .message
        .strip_prefix("no answer for the pair ")?
        .split_once(" and ")?;
    let kind = |name: &str| Entry::find(name).map(|entry| entry.name);
    Some(QueryError::UnsupportedPair {
        a: kind(a)?,
        b: kind(b)?,
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

/// What `check --format json` printed of a pair of these objects.
///
/// Errors: `InvalidJson` if it is not what this version prints.
#[cfg(feature = "on-disk")]
pub fn read_row<V: ReadSpace>(
    text: &str,
    pair: [usize; 2],
    scene: &Objects<V>,
    plan: &Plan,
) -> Result<Finding<V>, Problem> {
    let old: OldPair = serde_json::from_str(text).map_err(|error| wrong(error.to_string()))?;
    let found = finding(&old, class(&old, 0)?, pair, (scene, plan));
    found.ok_or_else(|| wrong("no pair that this version prints"))
}
