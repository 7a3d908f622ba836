//! The result of a check, as JSON and as CSV.

use std::borrow::Cow;
use std::io;

#[cfg(feature = "on-disk")]
use clearance::glam::DVec3;
use clearance::math::Vector;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::answer::{Witness, coordinates, number};
use crate::check::{Checked, CheckedList, Finding, Findings, GONE, Left, Severity, State};
use crate::known::Clash;
use crate::query::of_query;
use crate::scene::{Objects, VERSION};
use crate::shape::ReadSpace;

#[derive(Serialize)]
struct Document<'a, P> {
    clearance: u32,
    objects: usize,
    pairs_tested: u64,
    pairs: P,
    /// What was known and is there no more.
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<Vec<Gone<'a>>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remarks: Vec<Remark<'a>>,
    /// Whether the check was stopped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Rest<'a>>,
    /// Of the input and the settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
}

#[derive(Serialize)]
struct Rest<'a> {
    decided: u64,
    pairs: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[&'a RawValue; 2]>,
}

#[derive(Serialize)]
struct Gone<'a> {
    a: &'a str,
    b: &'a str,
    class: &'static str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<&'a [f64]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

#[derive(Serialize)]
struct Remark<'a> {
    object: &'a RawValue,
    remark: Cow<'static, str>,
}

#[derive(Serialize)]
struct Pair<'a> {
    a: &'a RawValue,
    b: &'a RawValue,
    relation: &'static str,
    class: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'static str>,
    #[serde(flatten)]
    witness: Option<Witness>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Refusal>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    tolerance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<&'a str>,
    /// The signed gap of these faces as surfaces.
    #[serde(skip_serializing_if = "Option::is_none")]
    surface_gap: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<Depth>,
    #[serde(skip_serializing_if = "Option::is_none")]
    common: Option<CommonPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<ContactArea>,
}

#[derive(Serialize)]
struct Depth {
    at_least: f64,
    at_most: f64,
    direction: Vec<f64>,
}

#[derive(Serialize)]
struct CommonPart {
    volume: f64,
    at: Vec<f64>,
}

#[derive(Serialize)]
struct ContactArea {
    area: f64,
    center: Vec<f64>,
    normal: Vec<f64>,
}

#[derive(Serialize)]
struct Refusal {
    code: &'static str,
    message: String,
}

impl Refusal {
    fn new(error: clearance::pair::QueryError) -> Self {
        let problem = of_query(error);
        Self {
            code: problem.code.as_str(),
            message: problem.message,
        }
    }
}

/// The document that `check --format json` prints.
pub fn json<V: ReadSpace>(scene: &Objects<V>, checked: &Checked<V>) -> String {
    in_memory(|out| write_json(out, scene, checked))
}

/// The document that `write` writes.
pub(crate) fn in_memory(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = write(&mut out);
    String::from_utf8(out).unwrap_or_default()
}

/// Writes the document that `check --format json` prints.
///
/// Errors: it cannot be written; the file that the pairs are in cannot be read.
pub fn write_json<F: Findings>(
    out: impl io::Write,
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
) -> io::Result<()> {
    let CheckedList { rules, findings, .. } = checked;
    let pairs = Pairs {
        scene,
        rules,
        findings,
    };
    let gone = checked.gone.as_ref();
    let document = Document {
        gone: gone.map(|gone| gone.iter().map(gone_pair).collect()),
        digest: checked.left.as_ref().and(checked.digest.as_deref()),
        ..document(scene, checked.pairs_tested, pairs, checked.left.as_ref())
    };
    Ok(serde_json::to_writer(out, &document)?)
}

/// Writes the same document for a check whose pairs are in a file and were compared with nothing. The file
/// has each pair as it is printed, so they are copied.
#[cfg(feature = "on-disk")]
pub fn copy_json(
    out: impl io::Write,
    scene: &Objects<DVec3>,
    found: &crate::on_disk::FoundOnDisk,
) -> io::Result<()> {
    let document = document(scene, found.pairs_tested, &found.rows, found.left.as_ref());
    Ok(serde_json::to_writer(out, &document)?)
}

/// The pairs of a document.
struct Pairs<'a, F: Findings> {
    scene: &'a Objects<F::Space>,
    rules: &'a [String],
    findings: &'a F,
}

impl<F: Findings> Serialize for Pairs<'_, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.findings.count()))?;
        for finding in self.findings.each() {
            let finding = finding.map_err(S::Error::custom)?;
            list.serialize_element(&pair(self.scene, self.rules, &finding))?;
        }
        list.end()
    }
}

/// What a pair is there.
#[cfg(feature = "on-disk")]
pub(crate) fn row<V: ReadSpace>(scene: &Objects<V>, rules: &[String], finding: &Finding<V>) -> String {
    serde_json::to_string(&pair(scene, rules, finding)).unwrap_or_default()
}

fn document<'a, V: ReadSpace, P>(
    scene: &'a Objects<V>,
    pairs_tested: u64,
    pairs: P,
    left: Option<&Left>,
) -> Document<'a, P> {
    let id = |i: usize| &*scene.objects[i].id.raw;
    let remark = |(i, remark)| Remark {
        object: id(i),
        remark,
    };
    Document {
        clearance: VERSION,
        objects: scene.objects.len(),
        pairs_tested,
        pairs,
        gone: None,
        remarks: scene.remarks().map(remark).collect(),
        partial: left.is_some(),
        left: left.map(|left| Rest {
            decided: left.decided,
            pairs: left.pairs,
            first: left.first.map(|pair| pair.map(id)),
        }),
        digest: None,
    }
}

fn gone_pair(clash: &Clash) -> Gone<'_> {
    Gone {
        a: &clash.names[0],
        b: &clash.names[1],
        class: clash.class.as_str(),
        state: GONE,
        at: clash.at.as_deref(),
        note: clash.note.as_deref(),
    }
}

fn pair<'a, V: ReadSpace>(scene: &'a Objects<V>, rules: &'a [String], finding: &'a Finding<V>) -> Pair<'a> {
    let rule = finding.rule.and_then(|i| rules.get(i)).map(String::as_str);
    let id = |i: usize| &*scene.objects[i].id.raw;
    Pair {
        a: id(finding.a),
        b: id(finding.b),
        relation: finding.relation.as_str(),
        class: finding.class.as_str(),
        state: finding.state.map(State::as_str),
        rule,
        severity: finding.severity_by_rule().map(Severity::as_str),
        witness: finding.clearance.ok().map(Witness::from),
        error: finding.clearance.err().map(Refusal::new),
        why: finding.reason(&scene.objects),
        tolerance: finding.tolerance,
        faces: finding.faces.as_ref().map(|faces| faces.text.as_str()),
        surface_gap: finding.faces.as_ref().and_then(|faces| faces.gap),
        depth: finding.depth.map(|depth| Depth {
            at_least: number(depth.at_least),
            at_most: number(depth.at_most),
            direction: coordinates(depth.direction),
        }),
        common: finding.common.as_ref().map(|common| CommonPart {
            volume: common.volume,
            at: coordinates(common.at),
        }),
        contact: finding.contact.as_ref().map(|contact| ContactArea {
            area: contact.area,
            center: coordinates(contact.center),
            normal: coordinates(contact.normal),
        }),
    }
}

/// The columns after those of the clearance.
const ABOUT_CLASSES: [&str; 10] = [
    "class",
    "tolerance",
    "faces",
    "depth_at_least",
    "depth_at_most",
    "common_volume",
    "contact_area",
    "rule",
    "severity",
    "state",
];

/// The document that `check --format csv` prints.
pub fn csv<V: ReadSpace>(scene: &Objects<V>, checked: &Checked<V>) -> String {
    in_memory(|out| write_csv(out, scene, checked))
}

/// Writes one line for each pair, after a line of names; ids are text. What was known and is there no more
/// comes last.
///
/// Errors: it cannot be written; the file that the pairs are in cannot be read.
pub fn write_csv<F: Findings>(
    out: impl io::Write,
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
) -> io::Result<()> {
    let axes = &["x", "y", "z"][..F::Space::DIM];
    let columns = ["normal", "point_a", "point_b"]
        .iter()
        .flat_map(|name| axes.iter().map(move |axis| format!("{name}_{axis}")));
    let mut head = vec!["a".into(), "b".into(), "relation".into(), "clearance".into()];
    head.extend(columns);
    head.push("depth_kind".into());
    head.extend(ABOUT_CLASSES.map(String::from));
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(&head)?;
    for finding in checked.findings.each() {
        writer.write_record(record(scene, checked, &*finding?))?;
    }
    for clash in checked.gone.iter().flatten() {
        writer.write_record(gone_record(clash, &head))?;
    }
    writer.flush()
}

fn gone_record(clash: &Clash, head: &[String]) -> Vec<String> {
    let cell = |name: &String| match name.as_str() {
        "a" => clash.names[0].clone(),
        "b" => clash.names[1].clone(),
        "class" => clash.class.to_string(),
        "state" => GONE.to_owned(),
        _ => String::new(),
    };
    head.iter().map(cell).collect()
}

fn record<F: Findings>(
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
    finding: &Finding<F::Space>,
) -> Vec<String> {
    let id = |i: usize| scene.objects[i].id.text.clone();
    let mut record = vec![id(finding.a), id(finding.b), finding.relation.to_string()];
    match &finding.clearance {
        Ok(c) => {
            record.push(number(c.distance).to_string());
            let vectors = [c.normal, c.point_a, c.point_b];
            record.extend(vectors.into_iter().flat_map(coordinates).map(|x| x.to_string()));
            record.push(Witness::from(*c).depth_kind.into());
        }
        Err(_) => record.extend(std::iter::repeat_n(String::new(), 2 + 3 * F::Space::DIM)),
    }
    let number_or_nothing = |x: Option<f64>| x.map(|x| x.to_string()).unwrap_or_default();
    let depth = finding.depth.as_ref();
    record.extend([
        finding.class.to_string(),
        finding.tolerance.to_string(),
        finding
            .faces
            .as_ref()
            .map(|faces| faces.text.clone())
            .unwrap_or_default(),
        number_or_nothing(depth.map(|depth| number(depth.at_least))),
        number_or_nothing(depth.map(|depth| number(depth.at_most))),
        number_or_nothing(finding.common.as_ref().map(|common| common.volume)),
        number_or_nothing(finding.contact.as_ref().map(|contact| contact.area)),
        checked.rule(finding).unwrap_or_default().to_owned(),
        finding
            .severity_by_rule()
            .map(|severity| severity.to_string())
            .unwrap_or_default(),
        finding.state.map(|state| state.to_string()).unwrap_or_default(),
    ]);
    record
}
