//! The result of a check as the report of a test run, which every build server shows (JUnit XML).
//!
//! Each listed pair is a test case: a new clash fails, a known one is skipped, an unanswered pair is an error, and the
//! others pass, as does what is gone. A clash of severity `warning` or `info` is skipped. A case is called by the names of its parts and not by its class, so that it stays the same case when the class changes.

use std::io;

use crate::check::{Checked, Finding};
use crate::report::words::{measures, names};
use crate::scene::Objects;
use crate::shape::ReadSpace;
use crate::xml::{self, Xml};

/// The document that `check --format junit` prints.
pub fn junit<V: ReadSpace>(title: &str, scene: &Objects<V>, checked: &Checked<V>) -> String {
    // Writing to memory does not fail.
    let content = xml::document(|xml| suites(xml, title, scene, checked)).unwrap_or_default();
    String::from_utf8(content).unwrap_or_default()
}

fn suites<V: ReadSpace>(
    xml: &mut Xml,
    title: &str,
    scene: &Objects<V>,
    checked: &Checked<V>,
) -> io::Result<()> {
    let names = names(scene);
    let count = |is: fn(&Finding<V>) -> bool| checked.findings.iter().filter(|f| is(f)).count();
    let (gone, stopped) = (checked.gone.iter().flatten(), checked.stopped());
    let others = gone.clone().count() + usize::from(stopped.is_some());
    let counts = [
        (checked.findings.len() + others).max(1),
        count(Checked::fails),
        count(Checked::is_open) + usize::from(stopped.is_some()),
        count(is_skipped),
    ];
    let [tests, failures, errors, skipped] = counts.map(|count| count.to_string());
    let counts = [
        ("name", title),
        ("tests", &tests),
        ("failures", &failures),
        ("errors", &errors),
        ("skipped", &skipped),
    ];
    xml::element(xml, "testsuites", &counts[..4], |xml| {
        xml::element(xml, "testsuite", &counts, |xml| {
            // Build servers take a run without a test for one that went wrong.
            if checked.findings.is_empty() && others == 0 {
                xml::empty(
                    xml,
                    "testcase",
                    &[("classname", title), ("name", "no pair to list")],
                )?;
            }
            checked
                .gravest_first()
                .into_iter()
                .try_for_each(|finding| case(xml, title, (scene, checked), &names, finding))?;
            for clash in gone {
                let name = format!("{} · {}", clash.names[0], clash.names[1]);
                let attributes = [("classname", title), ("name", name.as_str())];
                let text = format!("{} of {name} is gone", clash.class);
                xml::element(xml, "testcase", &attributes, |xml| {
                    xml::text(xml, "system-out", &text)
                })?;
            }
            match &stopped {
                Some(message) => {
                    let attributes = [("classname", title), ("name", "all pairs")];
                    xml::element(xml, "testcase", &attributes, |xml| {
                        xml::text_with(
                            xml,
                            "error",
                            &[("type", "partial"), ("message", message)],
                            message,
                        )
                    })
                }
                None => Ok(()),
            }
        })
    })
}

/// Whether a pair is a clash that does not fail.
fn is_skipped<V: ReadSpace>(finding: &Finding<V>) -> bool {
    finding.class.is_clash() && !Checked::fails(finding)
}

fn case<V: ReadSpace>(
    xml: &mut Xml,
    title: &str,
    (scene, checked): (&Objects<V>, &Checked<V>),
    names: &[String],
    finding: &Finding<V>,
) -> io::Result<()> {
    let [a, b] = [finding.a, finding.b].map(|i| names[i].as_str());
    let lines: Vec<_> = measures(scene, checked, finding)
        .into_iter()
        .map(|(label, value)| format!("{label}: {value}"))
        .collect();
    let text = lines.join("\n");
    let class = finding.class.as_str();
    let name = format!("{a} · {b}");
    xml::element(xml, "testcase", &[("classname", title), ("name", &name)], |xml| {
        let element = match finding {
            finding if Checked::fails(finding) => "failure",
            finding if Checked::is_open(finding) => "error",
            finding if is_skipped(finding) => {
                let state = finding.state.map(|state| format!("{state} there, "));
                let message = format!("{}{}", state.unwrap_or_default(), finding.severity);
                xml::empty(xml, "skipped", &[("message", &message)])?;
                return xml::text(xml, "system-out", &text);
            }
            _ => return xml::text(xml, "system-out", &text),
        };
        let message = format!("{class} of {a} and {b}");
        xml::text_with(xml, element, &[("type", class), ("message", &message)], &text)
    })
}
