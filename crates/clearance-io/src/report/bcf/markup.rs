//! What is said of a topic: `markup.bcf`, and the two files beside the topics.

use std::io;
use std::time::{Duration, SystemTime};

use super::{About, BcfVersion, Topic};
use crate::check::{Class, Finding, GONE, Severity, State};
use crate::report::words::{measures, measures_of_gone};
use crate::report::xml::{self, Xml};
use crate::shape::ReadSpace;

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
    let status = match topic.about {
        About::Pair(_) => STATUS,
        About::Gone(_) => CLOSED,
    };
    let attributes = [
        ("Guid", topic.guid.as_str()),
        ("TopicType", type_of(topic.class)),
        ("TopicStatus", status),
    ];
    xml::document(|xml| {
        xml::element(xml, "Markup", &[], |xml| match topic.is_old() {
            true => {
                xml::element(xml, "Topic", &attributes, |xml| about(xml, topic))?;
                comment(xml, topic)?;
                view(xml, topic, "Viewpoints")
            }
            false => xml::element(xml, "Topic", &attributes, |xml| {
                about(xml, topic)?;
                xml::element(xml, "Comments", &[], |xml| comment(xml, topic))?;
                xml::element(xml, "Viewpoints", &[], |xml| view(xml, topic, "ViewPoint"))
            }),
        })
    })
}

/// What is said of the topic. The title of a closed one is what it was: viewers take that of the file.
fn about<V: ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>) -> io::Result<()> {
    let class = topic.class;
    xml::text(
        xml,
        "Title",
        &format!("{class}: {} · {}", topic.names[0], topic.names[1]),
    )?;
    let finding = match topic.about {
        About::Pair(finding) => Some(finding),
        About::Gone(_) => None,
    };
    if let Some(severity) = finding.and_then(Finding::severity_by_rule) {
        xml::text(xml, "Priority", severity.as_str())?;
    }
    xml::text(xml, "Index", &topic.index.to_string())?;
    let state = finding.map_or(Some(GONE), |finding| finding.state.map(State::as_str));
    labels_of(
        xml,
        topic.is_old(),
        [Some(class.as_str()), state].into_iter().flatten(),
    )?;
    let date = date(topic.options.date);
    xml::text(xml, "CreationDate", &date)?;
    xml::text(xml, "CreationAuthor", AUTHOR)?;
    let title = topic.report.title;
    match finding {
        Some(_) => xml::text(xml, "Description", &format!("Found in {title}.")),
        None => {
            xml::text(xml, "ModifiedDate", &date)?;
            xml::text(xml, "ModifiedAuthor", AUTHOR)?;
            xml::text(
                xml,
                "Description",
                &format!("Known, and no longer found in {title}."),
            )
        }
    }
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

/// The comment with the numbers; of what is gone another one than it had, so that a viewer keeps both.
fn comment<V: ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>) -> io::Result<()> {
    let (part, lines) = match topic.about {
        About::Pair(finding) => (
            "comment",
            measures(topic.report.scene, topic.report.checked, finding),
        ),
        About::Gone(clash) => (GONE, measures_of_gone(clash, topic.report.scene.unit.as_deref())),
    };
    let lines = lines
        .into_iter()
        .map(|(label, value)| format!("{label}: {value}"));
    let lines: Vec<_> = lines.collect();
    let [a, b] = topic.names;
    xml::element(xml, "Comment", &[("Guid", &topic.id_of(part))], |xml| {
        xml::text(xml, "Date", &date(topic.options.date))?;
        xml::text(xml, "Author", AUTHOR)?;
        xml::text(xml, "Comment", &format!("A: {a}\nB: {b}\n{}", lines.join("\n")))?;
        match topic.has_view() {
            true => xml::empty(xml, "Viewpoint", &[("Guid", &topic.id_of("viewpoint"))]),
            false => Ok(()),
        }
    })
}

fn view<V: ReadSpace>(xml: &mut Xml<'_>, topic: &Topic<'_, V>, name: &str) -> io::Result<()> {
    if !topic.has_view() {
        return Ok(());
    }
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
