//! Sets of parts: by their names, layers, classes and metadata, and by other sets.

use std::collections::BTreeMap;

use glob::Pattern;

use super::{ALL, MOST};
use crate::about::{LAYER, plain_name};
use crate::problem::{Code, Problem};
use crate::rules::toml::{Toml, nearest};
use crate::scene::Object;
use crate::shape::ReadSpace;

/// A set of parts: those for which all of this holds.
#[derive(Debug, Default)]
pub struct Set {
    /// One of these is the name.
    names: Option<Vec<Pattern>>,
    /// One of these is the class.
    class: Option<Vec<Pattern>>,
    layer: Option<Layer>,
    /// For each key, one of these is its text.
    metadata: BTreeMap<String, Vec<Pattern>>,
    /// One of these sets has the part.
    sets: Option<Vec<String>>,
    /// None of these has it.
    except: Vec<String>,
}

#[derive(Debug)]
enum Layer {
    /// A bit of the layers of a scene.
    Bits(u32),
    /// The layer by name, as the metadata have it.
    Names(Vec<Pattern>),
}

const KEYS: [&str; 6] = ["names", "class", "layer", "metadata", "sets", "except"];

/// Reads all sets. A set is a name or a list of names, or a table of what must hold.
pub fn read_sets(node: &Toml<'_>) -> Result<BTreeMap<String, Set>, Problem> {
    let entries = node.entries()?;
    if entries.len() > MOST {
        return Err(node
            .problem(format!("more than {MOST} sets"))
            .coded(Code::LimitExceeded));
    }
    let mut sets = BTreeMap::new();
    for (name, node) in &entries {
        if *name == ALL {
            return Err(node.problem("\"all\" is the set of all parts"));
        }
        sets.insert((*name).to_owned(), read_set(node)?);
    }
    for (_, node) in entries.iter().filter(|(_, node)| node.is_table()) {
        check_names(node, &sets)?;
    }
    for (name, node) in &entries {
        if let Some(cycle) = cycle(name, &sets) {
            return Err(node.problem(format!("is made of itself: {}", cycle.join(" → "))));
        }
    }
    Ok(sets)
}

fn read_set(node: &Toml<'_>) -> Result<Set, Problem> {
    if !node.is_table() {
        return Ok(Set {
            names: Some(patterns(node)?),
            ..Set::default()
        });
    }
    let fields = node.fields(&KEYS)?;
    let texts = |node: &Toml<'_>| {
        let list = node.one_or_more()?.into_iter();
        list.map(|node| node.text().map(str::to_owned))
            .collect::<Result<Vec<_>, _>>()
    };
    let set = Set {
        names: fields.read("names", patterns)?,
        class: fields.read("class", patterns)?,
        layer: fields.read("layer", layer)?,
        metadata: fields.read("metadata", metadata)?.unwrap_or_default(),
        sets: fields.read("sets", texts)?,
        except: fields.read("except", texts)?.unwrap_or_default(),
    };
    match node.entries()?.is_empty() {
        true => Err(node.problem(format!("says nothing: the keys here are {}", KEYS.join(", ")))),
        false => Ok(set),
    }
}

/// One pattern, or a list of them.
fn patterns(node: &Toml<'_>) -> Result<Vec<Pattern>, Problem> {
    let pattern = |node: Toml<'_>| {
        let text = node.text()?;
        Pattern::new(text).map_err(|error| node.problem(format!("\"{text}\" is no pattern: {}", error.msg)))
    };
    node.one_or_more()?.into_iter().map(pattern).collect()
}

fn layer(node: &Toml<'_>) -> Result<Layer, Problem> {
    if !node.is_number() {
        return patterns(node).map(Layer::Names);
    }
    let number = node.number()?;
    match number.fract() == 0.0 && (1.0..=f64::from(u32::MAX)).contains(&number) {
        true => Ok(Layer::Bits(number as u32)),
        false => Err(node.problem("expected a whole number from 1 to 4294967295, or a name")),
    }
}

fn metadata(node: &Toml<'_>) -> Result<BTreeMap<String, Vec<Pattern>>, Problem> {
    let entries = node.entries()?.into_iter();
    entries
        .map(|(key, node)| Ok((key.to_owned(), patterns(&node)?)))
        .collect()
}

/// Refuses names of sets that are not there.
fn check_names(node: &Toml<'_>, sets: &BTreeMap<String, Set>) -> Result<(), Problem> {
    let fields = node.fields(&KEYS)?;
    for list in [fields.get("sets"), fields.get("except")].into_iter().flatten() {
        for node in list.one_or_more()? {
            let name = node.text()?;
            if !sets.contains_key(name) {
                let near = nearest(name, sets.keys().map(String::as_str));
                let near = near.map(|near| format!(": did you mean \"{near}\"?"));
                return Err(node.problem(format!("there is no set \"{name}\"{}", near.unwrap_or_default())));
            }
        }
    }
    Ok(())
}

impl Set {
    fn others(&self) -> impl Iterator<Item = &String> {
        self.sets.iter().flatten().chain(&self.except)
    }
    /// Whether it has a part, as far as other sets do not say.
    fn holds<V: ReadSpace>(&self, object: &Object<V>) -> bool {
        let about = &object.about;
        let any = |patterns: &[Pattern], text: &str| patterns.iter().any(|pattern| pattern.matches(text));
        let has =
            |key: &str, patterns: &[Pattern]| about.metadata.get(key).is_some_and(|text| any(patterns, text));
        let is_named = |names: &Vec<Pattern>| {
            let id = object.id.text.as_str();
            any(names, id) || any(names, plain_name(id))
        };
        let is_of_class = |class: &Vec<Pattern>| about.class.as_deref().is_some_and(|text| any(class, text));
        let is_on_layer = |layer: &Layer| match layer {
            Layer::Bits(bits) => object.filter.layer & bits != 0,
            Layer::Names(names) => has(LAYER, names),
        };
        self.names.as_ref().is_none_or(is_named)
            && self.class.as_ref().is_none_or(is_of_class)
            && self.layer.as_ref().is_none_or(is_on_layer)
            && self.metadata.iter().all(|(key, patterns)| has(key, patterns))
    }
}

/// The way from a set over the sets that it is made of to itself, if there is one.
fn cycle<'a>(start: &'a str, sets: &'a BTreeMap<String, Set>) -> Option<Vec<&'a str>> {
    let mut from: BTreeMap<&str, &str> = BTreeMap::new();
    let mut open = vec![start];
    while let Some(name) = open.pop() {
        for other in sets.get(name).into_iter().flat_map(Set::others) {
            if other == start {
                let mut way = vec![start, name];
                while let Some(before) = way.last().and_then(|last| from.get(last)) {
                    way.push(before);
                }
                way.reverse();
                return Some(way);
            }
            if !from.contains_key(other.as_str()) {
                from.insert(other, name);
                open.push(other);
            }
        }
    }
    None
}

/// The parts of each set, in their order.
pub fn members<V: ReadSpace>(
    sets: &BTreeMap<String, Set>,
    objects: &[Object<V>],
) -> BTreeMap<String, Vec<usize>> {
    let mut flags: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for name in after_their_own(sets) {
        let set = &sets[name];
        let mut has: Vec<_> = objects.iter().map(|object| set.holds(object)).collect();
        for (i, has) in has.iter_mut().enumerate().filter(|(_, has)| **has) {
            let is_in = |other: &String| flags.get(other.as_str()).is_some_and(|other| other[i]);
            *has =
                set.sets.as_ref().is_none_or(|sets| sets.iter().any(is_in)) && !set.except.iter().any(is_in);
        }
        flags.insert(name, has);
    }
    let list = |has: &[bool]| (0..has.len()).filter(|&i| has[i]).collect();
    flags
        .iter()
        .map(|(name, has)| ((*name).to_owned(), list(has)))
        .collect()
}

/// The names of the sets, each after those that it is made of. No set is made of itself.
fn after_their_own(sets: &BTreeMap<String, Set>) -> Vec<&str> {
    let mut order: Vec<&str> = Vec::new();
    let mut done = std::collections::BTreeSet::new();
    for start in sets.keys() {
        let mut open = vec![(start.as_str(), false)];
        while let Some((name, is_ready)) = open.pop() {
            if done.contains(name) {
                continue;
            }
            if is_ready {
                done.insert(name);
                order.push(name);
                continue;
            }
            open.push((name, true));
            open.extend(sets[name].others().map(|other| (other.as_str(), false)));
        }
    }
    order
}
