//! SRDF: the pairs of links that are never asked about.
//!
//! `disable_collisions` names two links. `disable_default_collisions` names one link, none of whose pairs is
//! asked about then, and `enable_collisions` takes two links out of that. All else in an SRDF is for
//! planners. A link that the robot does not have is a remark: one SRDF often serves several variants of a
//! robot.

use std::collections::BTreeSet;

use clearance_io::problem::Problem;
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

use super::LoadedRobot;
use super::urdf::invalid;

/// What an element says of pairs.
enum Entry {
    /// Two links are asked about, or not.
    Pair(String, String, bool),
    /// No pair of this link is asked about.
    All(String),
}

/// Does what the text of an SRDF says.
pub fn apply(text: &str, loaded: &mut LoadedRobot) -> Result<(), Problem> {
    let entries = entries(text).map_err(invalid)?;
    let links = loaded.robot.links();
    let names: BTreeSet<String> = links.iter().map(|link| link.name.clone()).collect();
    let mut pairs = Vec::new();
    // Pairs that are named win over links that are named alone, wherever they stand.
    let (alone, named): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| matches!(entry, Entry::All(_)));
    for entry in alone.into_iter().chain(named) {
        match entry {
            Entry::All(link) if names.contains(link) => {
                pairs.extend(names.iter().map(|other| (link.as_str(), other.as_str(), false)));
            }
            Entry::Pair(a, b, is_asked) if names.contains(a) && names.contains(b) => {
                pairs.push((a.as_str(), b.as_str(), *is_asked));
            }
            Entry::All(link) => loaded.remarks.push(unknown(link)),
            Entry::Pair(a, b, _) => {
                let missing = [a, b].into_iter().filter(|name| !names.contains(*name));
                loaded.remarks.extend(missing.map(|name| unknown(name)));
            }
        }
    }
    loaded.remarks.dedup();
    let done = loaded.robot.set_all_asked(&pairs);
    done.map_err(|error| invalid(error.to_string()))
}

fn unknown(link: &str) -> String {
    format!("the SRDF names the link {link:?}, which the robot does not have")
}

fn entries(text: &str) -> Result<Vec<Entry>, String> {
    let (mut reader, mut entries, mut depth) = (Reader::from_str(text), Vec::new(), 0_u32);
    let mut is_robot = false;
    loop {
        let event = reader.read_event().map_err(|error| error.to_string())?;
        if let Event::Start(element) | Event::Empty(element) = &event {
            is_robot |= depth == 0 && element.name().as_ref() == "robot";
            let at = |what| {
                format!(
                    "byte {}: {}: {what}",
                    reader.buffer_position(),
                    element.name().as_ref()
                )
            };
            entries.extend(entry(element).map_err(at)?);
        }
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            Event::Eof if depth > 0 => return Err("it ends within an element".into()),
            Event::Eof if !is_robot => return Err("there is no element `robot`".into()),
            Event::Eof => return Ok(entries),
            _ => {}
        }
    }
}

fn entry(element: &BytesStart<'_>) -> Result<Option<Entry>, String> {
    let link = |name: &str| attribute(element, name);
    Ok(match element.name().as_ref() {
        "disable_collisions" => Some(Entry::Pair(link("link1")?, link("link2")?, false)),
        "enable_collisions" => Some(Entry::Pair(link("link1")?, link("link2")?, true)),
        "disable_default_collisions" => Some(Entry::All(link("link")?)),
        _ => None,
    })
}

/// The value of an attribute that must be there.
fn attribute(element: &BytesStart<'_>, name: &str) -> Result<String, String> {
    let found = element
        .try_get_attribute(name)
        .map_err(|error| error.to_string())?;
    let found = found.ok_or_else(|| format!("has no attribute `{name}`"))?;
    let value = found.normalized_value(XmlVersion::Implicit1_0);
    value.map(String::from).map_err(|error| error.to_string())
}
