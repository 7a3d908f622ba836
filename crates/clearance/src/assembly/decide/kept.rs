//! Answers that are kept: parts that share one solid are often beside each other in the same way, many times.
//!
//! A bolt in its hole is one question, however many such bolts there are. The question is asked at the origin
//! (`near_origin.rs`); what it depends on is the key, to the last bit. So the answer is the same whether it
//! was kept or not, and whichever thread asks first.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use glam::DVec3;

use super::near_origin::NearOrigin;
use crate::assembly::class::{Finding, Settings, Tolerance};
use crate::assembly::solid::Solid;
use crate::math::Pose;

/// No more answers are kept than this.
const MOST: usize = 1 << 14;

/// What an answer depends on: the identities of both solids, their poses, roundings, and settings, as bits.
type Key = [u64; 25];

/// Answers by what they depend on.
#[derive(Debug, Default)]
pub(in crate::assembly) struct Kept(Mutex<HashMap<Key, Option<Finding>>>);

impl Clone for Kept {
    /// Without the answers: they are found again.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Kept {
    /// The answer to a question about these solids, computed when it is first asked.
    pub(super) fn get(
        &self,
        (solids, near): ([&Solid; 2], &NearOrigin),
        settings: &Settings,
        answer: impl FnOnce() -> Option<Finding>,
    ) -> Option<Finding> {
        let key = key_of(solids, near, settings);
        // An answer is kept as a whole or not at all, so a thread that panicked has left nothing half done.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return known.clone();
        }
        let found = answer();
        let mut all = lock();
        if all.len() < MOST {
            all.insert(key, found.clone());
        }
        found
    }
}

fn key_of([a, b]: [&Solid; 2], near: &NearOrigin, settings: &Settings) -> Key {
    let [of_a, of_b] = near.poses.map(|pose| bits_of(&pose));
    let is_given = matches!(settings.tolerance, Tolerance::Length(_));
    let numbers = [
        near.rounding[0],
        near.rounding[1],
        settings.tolerance.length(),
        settings.within.unwrap_or(0.0),
    ];
    let flags = [is_given, settings.within.is_some(), settings.shapes].map(u64::from);
    let mut parts = [a, b]
        .map(Solid::identity)
        .into_iter()
        .chain(of_a)
        .chain(of_b)
        .chain(numbers.map(f64::to_bits))
        .chain(flags);
    core::array::from_fn(|_| parts.next().unwrap_or(0))
}

/// The eight numbers of a pose.
fn bits_of(pose: &Pose<DVec3>) -> [u64; 8] {
    let ([x, y, z], turned) = (pose.position().to_array(), pose.rotation().to_array());
    let [i, j, k, w] = turned;
    [x, y, z, i, j, k, w, pose.scale()].map(f64::to_bits)
}
