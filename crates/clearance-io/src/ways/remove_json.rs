//! Ways out as JSON.

use clearance::assembly::Step;
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use super::remove::Removed;

impl Removed {
    /// The result as JSON, in one line.
    pub fn json(&self) -> String {
        let ids = |parts: &[usize]| -> Vec<_> { parts.iter().map(|&part| self.id(part)).collect() };
        let singles = self.order.iter().map(|step| step.parts[0]).collect::<Vec<_>>();
        let is_whole = self.stuck.is_empty();
        let document = Document {
            parts: self.parts.iter().map(|id| &*id.raw).collect(),
            directions: self
                .removal
                .directions()
                .iter()
                .map(|d| self.dimension.coordinates(*d))
                .collect(),
            names: &self.names,
            blocked: Blocked(self),
            order: is_whole.then(|| ids(&singles)),
            order_directions: is_whole.then(|| self.order.iter().map(|step| self.name(step)).collect()),
            stuck: ids(&self.stuck),
            steps: self.steps.iter().map(|step| self.step(step)).collect(),
            stuck_groups: self.stuck_groups.iter().map(|group| ids(group)).collect(),
        };
        serde_json::to_string(&document).unwrap_or_default()
    }
    fn id(&self, part: usize) -> &RawValue {
        &self.parts[part].raw
    }
    fn name(&self, step: &Step) -> &str {
        &self.names[step.direction]
    }
    fn step(&self, step: &Step) -> StepData<'_> {
        StepData {
            parts: step.parts.iter().map(|&part| self.id(part)).collect(),
            direction: &self.names[step.direction],
        }
    }
}

#[derive(serde::Serialize)]
struct Document<'a> {
    parts: Vec<&'a RawValue>,
    directions: Vec<Vec<f64>>,
    /// The name of each direction.
    names: &'a [String],
    blocked: Blocked<'a>,
    order: Option<Vec<&'a RawValue>>,
    order_directions: Option<Vec<&'a str>>,
    stuck: Vec<&'a RawValue>,
    steps: Vec<StepData<'a>>,
    stuck_groups: Vec<Vec<&'a RawValue>>,
}

#[derive(serde::Serialize)]
struct StepData<'a> {
    parts: Vec<&'a RawValue>,
    direction: &'a str,
}

/// For each part, by its name, and each direction those that block it.
struct Blocked<'a>(&'a Removed);

impl Serialize for Blocked<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let removed = self.0;
        let mut map = serializer.serialize_map(Some(removed.parts.len()))?;
        for (part, id) in removed.parts.iter().enumerate() {
            map.serialize_entry(&id.text, &BlockedPart { removed, part })?;
        }
        map.end()
    }
}

struct BlockedPart<'a> {
    removed: &'a Removed,
    part: usize,
}

impl Serialize for BlockedPart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.removed.names.len()))?;
        for (direction, name) in self.removed.names.iter().enumerate() {
            let blockers = self.removed.removal.blockers(self.part, direction);
            let ids: Vec<_> = blockers.iter().map(|&by| self.removed.id(by as usize)).collect();
            map.serialize_entry(name, &ids)?;
        }
        map.end()
    }
}
