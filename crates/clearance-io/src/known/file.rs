//! The list of clashes that people have accepted, as TOML.
//!
//! An entry that still holds is kept word for word, with comments and notes, when the list is written again.

use std::path::Path;

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value};

use super::compare::{Compared, compared};
use super::{Clash, class_of};
use crate::check::{CheckedList, Findings, State};
use crate::files::Access;
use crate::problem::{Code, Problem};
use crate::report::words;
use crate::rules::toml::{Toml, parse, read};
use crate::scene::Objects;
use crate::shape::ReadSpace;

const LIST: &str = "clash";
const KEYS: [&str; 10] = [
    "a",
    "b",
    "class",
    "at",
    "size",
    "depth",
    "clearance",
    "gap",
    "note",
    "topic",
];
const HEAD: &str = "# Clashes that were looked at and accepted, for: clearance check ... --known THIS_FILE
# A clash is known by the names of its parts and its place. One that becomes graver, or clearly deeper, is new again.
# Comments and a note = \"...\" stay when this file is written again with --accept.

";

/// Lengths below this share of the size of a clash are 0.
const NOTHING: f64 = 1e-12;

/// A list and its text.
#[derive(Clone, Debug, Default)]
pub struct Accepted {
    text: String,
    /// In the order of the file.
    pub clashes: Vec<Clash>,
}

/// Reads a list of known clashes.
///
/// Errors name the file, the line and the key: `InvalidToml` for anything that is no such list; those of
/// [`Access::open`].
pub fn read_known(file: &Path, access: &Access) -> Result<Accepted, Problem> {
    read(file, access, parse_known)
}

fn parse_known(text: &str) -> Result<Accepted, Problem> {
    let document = parse(text)?;
    let root = Toml::root(&document).fields(&[LIST])?;
    let list = root.read(LIST, Toml::list)?.unwrap_or_default();
    Ok(Accepted {
        clashes: list.iter().map(read_clash).collect::<Result<_, _>>()?,
        text: text.to_owned(),
    })
}

fn read_clash(node: &Toml<'_>) -> Result<Clash, Problem> {
    let fields = node.fields(&KEYS)?;
    let text = |key| fields.need(key)?.text().map(str::to_owned);
    let class = fields.need("class")?;
    let place = |node: &Toml<'_>| {
        let at = node
            .list()?
            .iter()
            .map(Toml::number)
            .collect::<Result<Vec<_>, _>>()?;
        match at.len() {
            2 | 3 => Ok(at),
            count => Err(node.problem(format!("expected 2 or 3 coordinates, found {count}"))),
        }
    };
    Ok(Clash {
        names: [text("a")?, text("b")?],
        class: class_of(class.text()?).ok_or_else(|| class.problem("there is no such class"))?,
        at: fields.read("at", place)?,
        size: fields.read("size", Toml::length)?,
        depth: fields.read("depth", Toml::length)?,
        clearance: fields.read("clearance", Toml::number)?,
        gap: fields.read("gap", Toml::number)?,
        note: fields.read("note", |node| node.text().map(str::to_owned))?,
        topic: fields.read("topic", guid)?,
    })
}

/// The GUID of a topic, which names a folder.
fn guid(node: &Toml<'_>) -> Result<String, Problem> {
    let text = node.text()?;
    let is_guid = text.len() == 36 && { text.bytes().enumerate() }.all(|(i, c)| match i {
        8 | 13 | 18 | 23 => c == b'-',
        _ => c.is_ascii_hexdigit(),
    });
    match is_guid {
        true => Ok(text.to_ascii_lowercase()),
        false => Err(node.problem("expected a GUID, such as 2fd4e1c6-7a2d-58fc-ad85-6fdb7a6e2f05")),
    }
}

/// The text of a list of all present clashes: those of the old list that still hold, as they are there, and
/// the others.
///
/// Errors: `LimitExceeded` if the check was stopped, so that not all clashes are known; `InvalidToml` if the
/// list is not written as `[[clash]]`.
pub fn accept<F: Findings>(
    old: &Accepted,
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
) -> Result<String, Problem> {
    if checked.left.is_some() {
        let message = "the check was stopped: not all clashes are known, so none is accepted";
        return Err(Problem::new(Code::LimitExceeded, message));
    }
    let Compared { pairs, entries } =
        compared(scene, checked, &old.clashes, false).map_err(Problem::carried_by)?;
    let invalid = |error: toml_edit::TomlError| Problem::new(Code::InvalidToml, error.message());
    let mut document: DocumentMut = old.text.parse().map_err(invalid)?;
    let list = document
        .entry(LIST)
        .or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
    let Some(list) = list.as_array_of_tables_mut() else {
        let message = "to be changed, each entry must stand under [[clash]]";
        return Err(Problem::new(Code::InvalidToml, message).at(LIST));
    };
    let is_kept = |i: usize| entries[i] == Some(State::Still);
    let head = match list.is_empty() || is_kept(0) {
        true => String::new(),
        false => head(list.get(0)),
    };
    for i in (0..list.len()).rev().filter(|&i| !is_kept(i)) {
        list.remove(i);
    }
    let names = words::names(scene);
    for pair in pairs.into_iter().filter(|pair| pair.state == State::New) {
        let finding = checked.findings.get(pair.number).map_err(Problem::carried_by)?;
        let mut clash = Clash::of(scene, &*finding);
        clash.topic = topic::<F::Space>(&names, pair.objects, pair.before.map(|k| &old.clashes[k]));
        list.push(entry(&clash));
    }
    let head = match old.text.trim().is_empty() {
        true => HEAD,
        false => &head,
    };
    Ok(format!("{head}{document}"))
}

/// The GUID that the topic of a pair has; none in the plane, which has no topics.
#[cfg(feature = "bcf")]
fn topic<V: ReadSpace>(names: &[String], pair: [usize; 2], before: Option<&Clash>) -> Option<String> {
    (V::DIM == 3).then(|| super::topic::of_pair(names, pair, before))
}

#[cfg(not(feature = "bcf"))]
fn topic<V: ReadSpace>(_: &[String], _: [usize; 2], before: Option<&Clash>) -> Option<String> {
    before?.topic.clone()
}

/// What stands at the top of the file, above the first entry and an empty line: it belongs to no entry.
fn head(first: Option<&Table>) -> String {
    let prefix = first.and_then(|table| table.decor().prefix()?.as_str());
    let end = prefix.and_then(|prefix| prefix.rfind("\n\n"));
    prefix
        .zip(end)
        .map_or(String::new(), |(prefix, end)| prefix[..end + 2].to_owned())
}

/// A number with as many digits as matter beside this size, to be read by people.
fn tidy(x: f64, size: Option<f64>) -> f64 {
    match size {
        Some(size) if x.abs() < size * NOTHING => 0.0,
        _ => format!("{x:.11e}").parse().unwrap_or(x),
    }
}

fn entry(clash: &Clash) -> Table {
    let mut table = Table::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            table.insert(key, Item::Value(value));
        }
    };
    put("a", Some(clash.names[0].as_str().into()));
    put("b", Some(clash.names[1].as_str().into()));
    put("class", Some(clash.class.as_str().into()));
    put(
        "at",
        clash
            .at
            .as_ref()
            .map(|at| Value::Array(at.iter().map(|&x| tidy(x, clash.size)).collect::<Array>())),
    );
    for (key, length) in [
        ("size", clash.size),
        ("depth", clash.depth),
        ("clearance", clash.clearance),
        ("gap", clash.gap),
    ] {
        put(
            key,
            length
                .filter(|length| length.is_finite())
                .map(|length| tidy(length, clash.size).into()),
        );
    }
    put("note", clash.note.as_deref().map(Value::from));
    put("topic", clash.topic.as_deref().map(Value::from));
    table
}
