//! The GUID of a clash as a topic of BCF: the same in every run, so that a viewer keeps what people have said
//! about it, and closes it when it is gone.
//!
//! It is made of the names of the two parts, in either order: two parts have one topic, wherever they meet.
//! Names with a number (`bolt#2`) depend on the order of the parts. A list of accepted clashes keeps the GUID
//! of each, and a pair that is found again by its place has it, whatever its number is then.

use std::collections::BTreeMap;

use uuid::Uuid;

use super::Clash;
use crate::report::words;
use crate::scene::Objects;
use crate::shape::ReadSpace;

/// Names of topics are made in the namespace of addresses, as RFC 9562 has it.
const PREFIX: &str = "urn:clearance:bcf:topic";

/// The GUID of a pair that is there: the one that its list says, or that of its names.
pub fn of_pair(names: &[String], pair: [usize; 2], before: Option<&Clash>) -> String {
    let known = before.and_then(|clash| clash.topic.clone());
    known.unwrap_or_else(|| of_names(pair.map(|i| names[i].as_str())))
}

/// The GUIDs of pairs that were known.
pub struct Known<'a> {
    names: BTreeMap<&'a str, &'a str>,
}

impl<'a> Known<'a> {
    /// Where these parts are now, which have these names in reports.
    pub fn new<V: ReadSpace>(scene: &'a Objects<V>, names: &'a [String]) -> Self {
        let ids = scene.objects.iter().map(|object| &*object.id.text);
        Self {
            names: ids.zip(names.iter().map(String::as_str)).collect(),
        }
    }
    /// The GUID that the topic of a pair had.
    pub fn topic(&self, clash: &Clash) -> String {
        let name = |id: &String| match self.names.get(id.as_str()) {
            Some(name) => (*name).to_owned(),
            None => words::name(id),
        };
        let names = [name(&clash.names[0]), name(&clash.names[1])];
        let of_names = || of_names([&names[0], &names[1]]);
        clash.topic.clone().unwrap_or_else(of_names)
    }
}

fn of_names(mut names: [&str; 2]) -> String {
    names.sort_unstable();
    let text = format!("{PREFIX}\0{}\0{}", names[0], names[1]);
    Uuid::new_v5(&Uuid::NAMESPACE_URL, text.as_bytes()).to_string()
}

/// The GUID of a part of a topic, or of a topic whose own one is taken.
pub fn within(topic: &str, part: &str) -> String {
    let topic = Uuid::parse_str(topic).unwrap_or(Uuid::NAMESPACE_URL);
    Uuid::new_v5(&topic, part.as_bytes()).to_string()
}
