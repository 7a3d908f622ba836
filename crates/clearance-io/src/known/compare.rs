//! Which pairs were known, which are new, and which are gone.
//!
//! Pairs of the same names are told apart by their places: each known pair is the nearest of the present
//! ones, if that is no further away than a share of their size. A pair that is graver than it was is new.

use std::collections::BTreeMap;
use std::io;

use super::Clash;
use crate::check::{CheckedList, Findings, State};
use crate::problem::Problem;
use crate::scene::Objects;

/// How far the place of a pair may have moved: this share of the smaller of its sizes, then and now.
const SHARE: f64 = 0.25;
/// Places are also the same where they differ by no more than this many roundings of their coordinates.
const ROUNDED: f64 = 64.0 * f64::EPSILON;
/// A depth that is larger by more than this share has grown.
const GROWN: f64 = 0.1;

/// Gives each pair its state, and lists what is gone. With `all`, pairs that are no clash have a state too.
/// What is left of a check that was stopped may still be there, so nothing is gone.
///
/// Errors: the file that the pairs are in cannot be read.
pub fn compare<F: Findings>(
    scene: &Objects<F::Space>,
    checked: &mut CheckedList<F>,
    known: &[Clash],
    all: bool,
) -> Result<(), Problem> {
    let Compared { pairs, entries } = compared(scene, checked, known, all).map_err(Problem::carried_by)?;
    checked.before.clear();
    for pair in pairs {
        checked.findings.set_state(pair.number, pair.state);
        if let Some(k) = pair.before {
            checked.before.insert(pair.objects, known[k].clone());
        }
    }
    let is_gone = |(_, entry): &(&Clash, Option<State>)| entry.is_none() && checked.left.is_none();
    let gone = known.iter().zip(entries).filter(is_gone);
    checked.gone = Some(gone.map(|(clash, _)| clash.clone()).collect());
    Ok(())
}

/// What became of pairs.
pub(super) struct Compared {
    /// The pairs that were compared.
    pub pairs: Vec<Pair>,
    /// For each known one, the state of the pair that it is now; `None` if there is none.
    pub entries: Vec<Option<State>>,
}

/// A pair that was compared.
pub(super) struct Pair {
    /// Its number among those that were found, and those of its objects.
    pub number: usize,
    pub objects: [usize; 2],
    pub state: State,
    /// The number of the known one that it is.
    pub before: Option<usize>,
}

pub(super) fn compared<F: Findings>(
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
    known: &[Clash],
    all: bool,
) -> io::Result<Compared> {
    let (mut found, mut now) = (Vec::new(), Vec::new());
    for (i, finding) in checked.findings.each().enumerate() {
        let finding = finding?;
        if all || finding.class.is_clash() {
            found.push((i, [finding.a, finding.b], finding.tolerance));
            now.push(Clash::of(scene, &*finding));
        }
    }
    let before = matches(known, &now);
    let mut pairs = Vec::with_capacity(found.len());
    let mut entries = vec![None; known.len()];
    for (((number, objects, tolerance), clash), before) in found.into_iter().zip(&now).zip(before) {
        let is_known = |k: usize| !has_grown(&known[k], clash, tolerance);
        let state = if before.is_some_and(is_known) {
            State::Still
        } else {
            State::New
        };
        pairs.push(Pair {
            number,
            objects,
            state,
            before,
        });
        if let Some(k) = before {
            entries[k] = Some(state);
        }
    }
    Ok(Compared { pairs, entries })
}

/// Whether a pair is graver than it was: its class is, or its depth (of the surfaces that decided, if both
/// are known) is clearly larger, by more than a tenth and than the tolerance explains.
pub fn has_grown(before: &Clash, now: &Clash, tolerance: f64) -> bool {
    if now.class.rank() < before.class.rank() {
        return true;
    }
    if !now.class.is_clash() {
        return false;
    }
    let overlap = |length: Option<f64>| length.map(|length| (-length).max(0.0));
    let is_more = |before: Option<f64>, now: Option<f64>, slack: f64| {
        let (before, now) = before.zip(now)?;
        Some(now > before * (1.0 + GROWN) + slack)
    };
    is_more(overlap(before.gap), overlap(now.gap), 0.0)
        .or_else(|| is_more(before.depth, now.depth, tolerance))
        .or_else(|| is_more(overlap(before.clearance), overlap(now.clearance), tolerance))
        .unwrap_or(false)
}

/// For each pair the number of the known one that it is.
fn matches(known: &[Clash], now: &[Clash]) -> Vec<Option<usize>> {
    let mut groups: BTreeMap<_, [Vec<usize>; 2]> = BTreeMap::new();
    for (side, list) in [known, now].into_iter().enumerate() {
        for (i, clash) in list.iter().enumerate() {
            groups.entry(clash.key()).or_default()[side].push(i);
        }
    }
    let mut found = vec![None; now.len()];
    for [then, here] in groups.into_values() {
        let mut near = near(known, then, now, &here);
        near.sort_by(|p, q| p.0.total_cmp(&q.0).then((p.1, p.2).cmp(&(q.1, q.2))));
        let mut is_taken = std::collections::BTreeSet::new();
        for (_, k, i) in near {
            if found[i].is_none() && is_taken.insert(k) {
                found[i] = Some(k);
            }
        }
    }
    found
}

/// The known pairs of a name and the present ones that may be the same: how far they are apart, and their
/// numbers.
fn near(known: &[Clash], mut then: Vec<usize>, now: &[Clash], here: &[usize]) -> Vec<(f64, usize, usize)> {
    let x = |clash: &Clash| clash.at.as_ref().map_or(f64::NEG_INFINITY, |at| at[0]);
    // By the first coordinate, so that not all are compared with all.
    then.sort_by(|&p, &q| x(&known[p]).total_cmp(&x(&known[q])));
    let nowhere = then.partition_point(|&k| known[k].at.is_none());
    let mut near = Vec::new();
    for &i in here {
        let (clash, reach) = (&now[i], reach(&now[i], &now[i]));
        let first = then.partition_point(|&k| x(&known[k]) < x(clash) - reach);
        let beside = then[first.max(nowhere)..].iter();
        let beside = beside.take_while(|&&k| x(&known[k]) <= x(clash) + reach);
        for &k in then[..nowhere].iter().chain(beside) {
            near.extend(distance(&known[k], clash).map(|distance| (distance, k, i)));
        }
    }
    near
}

/// How far the same pair may be from where it was.
fn reach(before: &Clash, now: &Clash) -> f64 {
    let sizes = [before.size, now.size].into_iter().flatten();
    let size = sizes.reduce(f64::min).unwrap_or(f64::INFINITY);
    let coordinates = now.at.iter().flatten();
    let largest = coordinates.fold(0.0, |most: f64, x| most.max(x.abs()));
    size * SHARE + largest * ROUNDED
}

/// How far a pair is from where another one was; `None` if they cannot be the same. A place that is not known
/// is as far as any may be.
fn distance(before: &Clash, now: &Clash) -> Option<f64> {
    let reach = reach(before, now);
    let (Some(p), Some(q)) = (&before.at, &now.at) else {
        return Some(reach);
    };
    if p.len() != q.len() {
        return None;
    }
    let square = |(p, q): (&f64, &f64)| (p - q) * (p - q);
    let distance = p.iter().zip(q).map(square).sum::<f64>().sqrt();
    (distance <= reach).then_some(distance)
}
