//! What is said of a topic: `markup.bcf`, and the two files beside the topics.

use std::io;
use std::time::{Duration, SystemTime};

use uuid::Uuid;

use super::{BcfOptions, BcfVersion, Topic};
use crate::check::{Class, GONE, Severity, State};
use crate::known::Clash;
use crate::report::words::measures;
use crate::shape::ReadSpace;
use crate::xml::{self, Xml};

const AUTHOR: &str = "clearance";
const STATUS: &str = "Open";
const CLOSED: &str = "Closed";
const TYPES: [&str; 4] = ["Clash", "Contact", "Clearance", "Remark"];
/// 1 January of the year 10000, which dates of four digits do not reach.
const END_OF_DATES: u64 = 253_402_300_800;

/// The type of a topic, in words that viewers know; the class itself is its label.
fn type_of(class: Class) -> &'static str {
    match class {
        Class::Duplicate | Class::Containment | Class::Interference => TYPES[0],
        Class::Contact => TYPES[1],
        Class::Near => TYPES[2],
        Class::Unanswered => TYPES[3],
    }
}

/// `bcf.version`.
pub fn version(version: BcfVersion) -> io::Result<Vec<u8>> {
    let id = match version {
        BcfVersion::V2_1 => "2.1",
        BcfVersion::V3_0 => "3.0",
    };
    xml::document(|xml| match version {
        BcfVersion::V2_1 => xml::element(xml, "Version", &[("VersionId", id)], |xml| {
            xml::text(xml, "DetailedVersion", id)
        }),
        BcfVersion::V3_0 => xml::empty(xml, "Version", &[("VersionId", id)]),
    })
}

/// `extensions.xml`: the words that topics use, which 3.0 asks for.
pub fn extensions() -> io::Result<Vec<u8>> {
    let list = |xml: &mut Xml<'_>, [all, each]: [&str; 2], words: &[&str]| {
        xml::element(xml, all, &[], |xml| {
            words.iter().try_for_each(|word| xml::text(xml, each, word))
        })
    };
    xml::document(|xml| {
        xml::element(xml, "Extensions", &[], |xml| {
            list(xml, ["TopicTypes", "TopicType"], &TYPES)?;
            list(xml, ["TopicStatuses", "TopicStatus"], &[STATUS, CLOSED])?;
            list(
                xml,
                ["Priorities", "Priority"],
                &Severity::ALL.map(Severity::as_str),
            )?;
            let classes = Class::ALL.map(Class::as_str);
            let states = [State::New.as_str(), State::Still.as_str(), GONE];
            list(
                xml,
                ["TopicLabels", "TopicLabel"],
                &[&classes[..], &states].concat(),
            )?;
            list(xml, ["Users", "User"], &[AUTHOR])?;
            list(xml, ["SnippetTypes", "SnippetType"], &[])?;
            list(xml, ["Stages", "Stage"], &[])
        })
    })
}

/// `markup.bcf`: the topic, a comment with the numbers, and the name of the viewpoint.
pub fn topic<V: ReadSpace>(topic: &Topic<'_, V>) -> io::Result<Vec<u8>> {
    xml::document(|xml| {
        xml::element(xml, "Markup", &[], |xml| {
            let id = topic.id.to_string();
            let attributes = [
                ("Guid", id.as_str()),
                ("TopicType", type_of(topic.finding.class)),
                ("TopicStatus", STATUS),
            ];
            xml::element(xml, "Topic", &attributes, |xml| {
                about(xml, topic)?;
                match topic.is_old() {
                    true => Ok(()),
                    false => {
                        xml::element(xml, "Comments", &[], |xml| comment(xml, topic))?;
                        xml::element(xml, "Viewpoints", &[], |xml| view(xml, topic, "ViewPoint"))
                    }
                }
            })?;
            match topic.is_old() {
                true => {
                    comment(xml, topic)?;
                    view(xml, topic, "Viewpoints")
                }
                false => Ok(()),
            }
        })
    })
}

fn about<V: ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>) -> io::Result<()> {
    let class = topic.finding.class;
    xml::text(
        xml,
        "Title",
        &format!("{class}: {} · {}", topic.names[0], topic.names[1]),
    )?;
    if let Some(severity) = topic.finding.severity_by_rule() {
        xml::text(xml, "Priority", severity.as_str())?;
    }
    xml::text(xml, "Index", &topic.index.to_string())?;
    let labels = [Some(class.as_str()), topic.finding.state.map(State::as_str)];
    labels_of(xml, topic.is_old(), labels.into_iter().flatten())?;
    xml::text(xml, "CreationDate", &date(topic.options.date))?;
    xml::text(xml, "CreationAuthor", AUTHOR)?;
    xml::text(xml, "Description", &format!("Found in {}.", topic.report.title))
}

/// The words that viewers filter by.
fn labels_of<'a>(
    xml: &mut Xml<'_>,
    is_old: bool,
    mut labels: impl Iterator<Item = &'a str>,
) -> io::Result<()> {
    match is_old {
        true => labels.try_for_each(|label| xml::text(xml, "Labels", label)),
        false => xml::element(xml, "Labels", &[], |xml| {
            labels.try_for_each(|label| xml::text(xml, "Label", label))
        }),
    }
}

/// `markup.bcf` of a pair that is there no more: a closed topic.
pub fn gone(id: Uuid, clash: &Clash, index: usize, options: BcfOptions, title: &str) -> io::Result<Vec<u8>> {
    let id = id.to_string();
    let attributes = [
        ("Guid", id.as_str()),
        ("TopicType", type_of(clash.class)),
        ("TopicStatus", CLOSED),
    ];
    let is_old = options.version == BcfVersion::V2_1;
    xml::document(|xml| {
        xml::element(xml, "Markup", &[], |xml| {
            xml::element(xml, "Topic", &attributes, |xml| {
                let [a, b] = &clash.names;
                xml::text(xml, "Title", &format!("{GONE}: {}: {a} · {b}", clash.class))?;
                xml::text(xml, "Index", &index.to_string())?;
                labels_of(xml, is_old, [clash.class.as_str(), GONE].into_iter())?;
                xml::text(xml, "CreationDate", &date(options.date))?;
                xml::text(xml, "CreationAuthor", AUTHOR)?;
                let note = clash.note.as_deref().unwrap_or_default();
                let text = format!("Known, and no longer found in {title}. {note}");
                xml::text(xml, "Description", text.trim_end())
            })
        })
    })
}

fn comment<V: ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>) -> io::Result<()> {
    xml::element(xml, "Comment", &[("Guid", &topic.id_of("comment"))], |xml| {
        let lines: Vec<_> = measures(topic.report.scene, topic.report.checked, topic.finding)
            .into_iter()
            .map(|(label, value)| format!("{label}: {value}"))
            .collect();
        xml::text(xml, "Date", &date(topic.options.date))?;
        xml::text(xml, "Author", AUTHOR)?;
        xml::text(
            xml,
            "Comment",
            &format!(
                "A: {}\nB: {}\n{}",
                topic.names[0],
                topic.names[1],
                lines.join("\n")
            ),
        )?;
        xml::empty(xml, "Viewpoint", &[("Guid", &topic.id_of("viewpoint"))])
    })
}

fn view<V: ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>, name: &str) -> io::Result<()> {
    xml::element(xml, name, &[("Guid", &topic.id_of("viewpoint"))], |xml| {
        xml::text(xml, "Viewpoint", "viewpoint.bcfv")
    })
}

/// A date in UTC; those that four digits of a year do not tell become the nearest that they do.
fn date(date: SystemTime) -> String {
    let end = SystemTime::UNIX_EPOCH + Duration::from_secs(END_OF_DATES - 1);
    let date = date.clamp(SystemTime::UNIX_EPOCH, end);
    humantime::format_rfc3339_seconds(date).to_string()
}
