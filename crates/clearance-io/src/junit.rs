//! The result of a check as the report of a test run, which every build server shows (JUnit XML).
//!
//! Each listed pair is a test case: a clash fails, an unanswered pair is an error, and the others pass. A case is
//! called by the names of its parts and not by its class, so that it stays the same case when the class changes.

use std::io;

use crate::check::{Checked, Class, Finding};
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
    let failures = checked.findings.iter().filter(|f| f.class.is_clash()).count();
    let counts = [
        checked.findings.len().max(1),
        failures,
        checked.count(Class::Unanswered),
    ];
    let [tests, failures, errors] = counts.map(|count| count.to_string());
    let counts = [
        ("name", title),
        ("tests", &tests),
        ("failures", &failures),
        ("errors", &errors),
    ];
    xml::element(xml, "testsuites", &counts, |xml| {
        xml::element(xml, "testsuite", &counts, |xml| {
            // Build servers take a run without a test for one that went wrong.
            if checked.findings.is_empty() {
                xml::empty(
                    xml,
                    "testcase",
                    &[("classname", title), ("name", "no pair to list")],
                )?;
            }
            checked
                .gravest_first()
                .into_iter()
                .try_for_each(|finding| case(xml, title, scene, &names, finding))
        })
    })
}

fn case<V: ReadSpace>(
    xml: &mut Xml,
    title: &str,
    scene: &Objects<V>,
    names: &[String],
    finding: &Finding<V>,
) -> io::Result<()> {
    let [a, b] = [finding.a, finding.b].map(|i| names[i].as_str());
    let lines: Vec<_> = measures(scene, finding)
        .into_iter()
        .map(|(label, value)| format!("{label}: {value}"))
        .collect();
    let text = lines.join("\n");
    let class = finding.class.as_str();
    let name = format!("{a} · {b}");
    xml::element(xml, "testcase", &[("classname", title), ("name", &name)], |xml| {
        let element = match finding.class {
            class if class.is_clash() => "failure",
            Class::Unanswered => "error",
            _ => return xml::text(xml, "system-out", &text),
        };
        let message = format!("{class} of {a} and {b}");
        xml::text_with(xml, element, &[("type", class), ("message", &message)], &text)
    })
}
