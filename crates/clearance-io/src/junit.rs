//! The result of a check as the report of a test run, which every build server shows (JUnit XML).
//!
//! Each listed pair is a test case: a new clash fails, a known one is skipped, an unanswered pair is an
//! error, and the others pass, as does what is gone. A clash of severity `warning` or `info` is skipped. A
//! case is called by the names of its parts and not by its class, so that it stays the same case when the
//! class changes.

use std::io;

use crate::check::{Checked, CheckedList, Finding, Findings, Order, Tally};
use crate::known::Clash;
use crate::report::words::{measures, names};
use crate::report::xml::{self, Xml};
use crate::scene::Objects;
use crate::shape::ReadSpace;
use crate::table::in_memory;

/// The document that `check --format junit` prints.
pub fn junit<V: ReadSpace>(title: &str, scene: &Objects<V>, checked: &Checked<V>) -> String {
    in_memory(|out| write_junit(out, title, scene, checked))
}

/// Writes the document that `check --format junit` prints.
///
/// Errors: it cannot be written; the file that the pairs are in cannot be read.
pub fn write_junit<F: Findings>(
    out: &mut dyn io::Write,
    title: &str,
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
) -> io::Result<()> {
    let (mut tally, mut order) = (Tally::default(), Order::default());
    for finding in checked.findings.each() {
        let finding = finding?;
        tally.add(&*finding);
        order.add(&*finding);
    }
    let names = names(scene);
    let cases = |xml: &mut Xml<'_>| {
        for i in order.gravest_first() {
            case(xml, title, (scene, checked), &names, &*checked.findings.get(i)?)?;
        }
        Ok(())
    };
    xml::write(out, |xml| suites(xml, title, (checked, &tally), &cases))
}

fn suites<F: Findings>(
    xml: &mut Xml<'_>,
    title: &str,
    (checked, tally): (&CheckedList<F>, &Tally),
    cases: &dyn Fn(&mut Xml<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let (gone, stopped) = (checked.gone.iter().flatten(), checked.stopped());
    let others = gone.clone().count() + usize::from(stopped.is_some());
    let counts = [
        (tally.pairs() + others).max(1),
        tally.fails,
        tally.open + usize::from(stopped.is_some()),
        tally.clashes() - tally.fails,
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
            if tally.pairs() + others == 0 {
                let attributes = [("classname", title), ("name", "no pair to list")];
                xml::empty(xml, "testcase", &attributes)?;
            }
            cases(xml)?;
            gone.clone().try_for_each(|clash| gone_case(xml, title, clash))?;
            stopped
                .iter()
                .try_for_each(|message| stopped_case(xml, title, message))
        })
    })
}

/// A pair that was known and is there no more: it passes.
fn gone_case(xml: &mut Xml<'_>, title: &str, clash: &Clash) -> io::Result<()> {
    let name = format!("{} · {}", clash.names[0], clash.names[1]);
    let attributes = [("classname", title), ("name", name.as_str())];
    let text = format!("{} of {name} is gone", clash.class);
    xml::element(xml, "testcase", &attributes, |xml| {
        xml::text(xml, "system-out", &text)
    })
}

/// What was left to do when the check was stopped: an error.
fn stopped_case(xml: &mut Xml<'_>, title: &str, message: &str) -> io::Result<()> {
    let attributes = [("classname", title), ("name", "all pairs")];
    xml::element(xml, "testcase", &attributes, |xml| {
        let attributes = [("type", "partial"), ("message", message)];
        xml::text_with(xml, "error", &attributes, message)
    })
}

/// Whether a pair is a clash that does not fail.
fn is_skipped<V: ReadSpace>(finding: &Finding<V>) -> bool {
    finding.class.is_clash() && !finding.fails()
}

fn case<F: Findings>(
    xml: &mut Xml<'_>,
    title: &str,
    (scene, checked): (&Objects<F::Space>, &CheckedList<F>),
    names: &[String],
    finding: &Finding<F::Space>,
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
            finding if finding.fails() => "failure",
            finding if finding.is_open() => "error",
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
