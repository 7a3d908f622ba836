//! A 3D scene as one page that can be rotated and zoomed: the data, the list, and the viewer in `viewer/`.
//!
//! The page is small enough to mail. Shapes are written once, in 16-bit steps and deflated (`shapes.rs`),
//! objects as columns (`parts.rs`), and places are doubles throughout, so that a small part far from the
//! origin keeps its form. `marks.rs` adds what is drawn where two parts meet. Pairs and names are plain text.
//! What did not fit is said on the page, and to the caller.

mod marks;
mod motion;
mod parts;
mod pool;
mod shapes;

use clearance::shape::Space3;
use serde::Serialize;
use std::borrow::Cow;

use self::marks::MarkData;
use self::motion::MotionData;
use self::parts::PartsData;
use self::pool::Pool;
use self::shapes::{Detail, ShapeData, Shapes};
use super::sheet::escaped;
use super::words::names;
use super::{Report, Written};
use crate::answer::{coordinates, number};
use crate::check::{Checked, Class, Finding, Severity, State};
use crate::place::{place, resolution};
use crate::scene::Objects;
use crate::shape::ReadSpace;

const PAGE: &str = include_str!("viewer/page.html");
const STYLE: &str = include_str!("viewer/style.css");
/// The viewer, in the order in which its files use each other.
const SCRIPT: [&str; 10] = [
    include_str!("viewer/data.js"),
    include_str!("viewer/camera.js"),
    include_str!("viewer/gl.js"),
    include_str!("viewer/cut.js"),
    include_str!("viewer/draw.js"),
    include_str!("viewer/motion.js"),
    include_str!("viewer/list.js"),
    include_str!("viewer/detail.js"),
    include_str!("viewer/input.js"),
    include_str!("viewer/main.js"),
];

/// The bytes of all common parts and contacts, before they are deflated.
const BUDGET: usize = 4 << 20;
/// The greatest number of pairs on a page: each takes some 500 bytes.
const MOST_PAIRS: usize = 10_000;
/// The greatest number of remarks on a page.
const MOST_REMARKS: usize = 1000;

#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    unit: &'a str,
    objects: usize,
    tested: u64,
    classes: [&'static str; Class::ALL.len()],
    left_out: &'a [String],
    remarks: Vec<(&'a str, Cow<'a, str>)>,
    names: Vec<&'a str>,
    parts: PartsData,
    shapes: Vec<ShapeData>,
    pairs: Vec<PairData<'a>>,
    /// What was known and is there no more: the names and the class.
    gone: Vec<[&'a str; 3]>,
    states: Vec<String>,
    /// Of a path.
    #[serde(skip_serializing_if = "Option::is_none")]
    motion: Option<MotionData>,
    /// Whether only the picture is shown.
    view: bool,
}

/// A pair; lengths and places are those of the scene.
#[derive(Default, Serialize)]
struct PairData<'a> {
    a: u32,
    b: u32,
    class: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    severity: Option<&'static str>,
    relation: &'static str,
    tolerance: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    clearance: Option<f64>,
    /// Points of A and of B that face each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<[Vec<f64>; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Vec<f64>>,
    /// The smallest difference of places that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    resolution: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faces: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<f64>,
    /// No shorter motion parts them; one as long as the second does.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    direction: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    volume: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    area: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    center: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    common: Option<MarkData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    contact: Option<MarkData>,
    /// Of a path: when they meet, and the normal from the moving part to the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    moment: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<Vec<f64>>,
}

/// The page of a report.
pub fn page<V: Space3 + ReadSpace>(report: &Report<'_, V>) -> Written {
    page_with(report, &|_| (Vec::new(), None), false)
}

/// Objects about which nothing was asked, as a page that shows the picture alone: for a frame within another
/// page, such as a notebook. Y points up at first.
pub fn view<V: Space3 + ReadSpace>(title: &str, scene: &Objects<V>) -> Written {
    let checked = Checked::nothing();
    let report = Report {
        title,
        scene,
        checked: &checked,
    };
    page_with(&report, &|_| (Vec::new(), None), true)
}

/// The page of moves.
pub use motion::page as motion_page;

/// What a path adds to a page, given the number of each part there.
type Added<'a> = (Vec<PairData<'a>>, Option<MotionData>);

fn page_with<'a, V: Space3 + ReadSpace>(
    report: &Report<'a, V>,
    add: &dyn Fn(&[Option<u32>]) -> Added<'a>,
    view: bool,
) -> Written {
    let mut pool = Pool::default();
    let mut shapes = Shapes::new(0);
    let mut shown = parts::show(report, &mut pool, &mut shapes);
    let all_names = names(report.scene);
    let mut pairs = pairs(
        report,
        &shown.numbers,
        (&mut pool, &mut shapes),
        &mut shown.left_out,
    );
    let (meetings, motion) = add(&shown.numbers);
    pairs.extend(meetings);
    let name = |(i, number): (usize, &Option<u32>)| number.map(|_| all_names[i].as_str());
    shown.left_out.extend(lists_cut_short(report));
    let remarks = report.scene.remarks().take(MOST_REMARKS);
    let data = Data {
        title: report.title,
        unit: report.scene.unit.as_deref().unwrap_or_default(),
        objects: report.scene.objects.len(),
        tested: report.checked.pairs_tested,
        classes: Class::ALL.map(Class::as_str),
        left_out: &shown.left_out,
        remarks: remarks
            .map(|(i, remark)| (all_names[i].as_str(), remark))
            .collect(),
        names: shown.numbers.iter().enumerate().filter_map(name).collect(),
        parts: shown.parts,
        shapes: shapes.list,
        pairs,
        gone: gone(report),
        states: states(report.checked),
        motion,
        view,
    };
    let content = filled(report.title, &data, &pool);
    Written {
        content: content.into_bytes(),
        left_out: shown.left_out,
    }
}

/// How many pairs there are of each state, and whether pairs are left.
fn states<V: ReadSpace>(checked: &Checked<V>) -> Vec<String> {
    let mut states = checked.states(&checked.tally());
    states.extend(checked.stopped());
    states
}

/// How many remarks, and how many pairs that are gone, are not on the page.
fn lists_cut_short<V: Space3 + ReadSpace>(report: &Report<'_, V>) -> impl Iterator<Item = String> {
    let lists = [
        (report.scene.remarks().count(), "remarks left out"),
        (
            report.checked.gone.as_ref().map_or(0, Vec::len),
            "pairs that are gone left out",
        ),
    ];
    let long = lists.into_iter().filter(|(count, _)| *count > MOST_REMARKS);
    long.map(|(count, what)| format!("{what}: {}", count - MOST_REMARKS))
}

fn gone<'a, V: ReadSpace>(report: &Report<'a, V>) -> Vec<[&'a str; 3]> {
    let gone = report.checked.gone.iter().flatten().take(MOST_REMARKS);
    gone.map(|clash| {
        [
            clash.names[0].as_str(),
            clash.names[1].as_str(),
            clash.class.as_str(),
        ]
    })
    .collect()
}

/// The template with its parts: each is split at the marks first, so that no part can name another.
fn filled(title: &str, data: &Data<'_>, pool: &Pool) -> String {
    // "</script" must not appear within the data, nor "<!--".
    let json = serde_json::to_string(data)
        .unwrap_or_default()
        .replace('<', "\\u003c");
    let (title, script, numbers) = (escaped(title), SCRIPT.concat(), pool.text());
    let mut pieces = PAGE.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        page += match name {
            "title" => &title,
            "style" => STYLE,
            "script" => &script,
            "data" => &json,
            _ => &numbers,
        };
        page += rest;
    }
    page
}

/// The pairs, gravest first, with what is drawn of them.
fn pairs<'a, V: Space3 + ReadSpace>(
    report: &Report<'a, V>,
    numbers: &[Option<u32>],
    (pool, shapes): (&mut Pool, &mut Shapes),
    left_out: &mut Vec<String>,
) -> Vec<PairData<'a>> {
    shapes.with_budget(BUDGET);
    let mut details = Vec::new();
    let mut pairs = Vec::new();
    let findings = report.checked.gravest_first();
    for finding in findings.iter().take(MOST_PAIRS) {
        let [Some(a), Some(b)] = [finding.a, finding.b].map(|i| numbers[i]) else {
            continue;
        };
        let common = finding
            .common
            .as_ref()
            .and_then(|common| marks::common(pool, shapes, common));
        let contact = finding
            .contact
            .as_ref()
            .and_then(|contact| marks::contact(pool, shapes, contact));
        details.extend(
            [&common, &contact]
                .into_iter()
                .flatten()
                .map(|(_, detail)| *detail),
        );
        pairs.push(PairData {
            common: common.and_then(|(mark, _)| mark),
            contact: contact.and_then(|(mark, _)| mark),
            ..pair(report, finding, [a, b])
        });
    }
    let of = |detail| details.iter().filter(|&&d| d == detail).count();
    let lines = [
        (findings.len() - pairs.len(), "pairs, the least grave, left out"),
        (
            of(Detail::Clustered),
            "common parts or contacts drawn with fewer triangles",
        ),
        (of(Detail::None), "common parts or contacts not drawn"),
    ];
    left_out.extend(
        lines
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| format!("{what}: {n}")),
    );
    pairs
}

fn pair<'a, V: Space3 + ReadSpace>(
    report: &Report<'a, V>,
    finding: &'a Finding<V>,
    [a, b]: [u32; 2],
) -> PairData<'a> {
    let witness = finding.clearance.as_ref().ok();
    let faces = finding.faces.as_ref();
    let depth = finding.depth.as_ref();
    PairData {
        a,
        b,
        class: finding.class.as_str(),
        state: finding.state.map(State::as_str),
        rule: report.checked.rule(finding),
        severity: finding.severity_by_rule().map(Severity::as_str),
        relation: finding.relation.as_str(),
        tolerance: finding.tolerance,
        clearance: witness.map(|c| number(c.distance)),
        points: witness.map(|c| [c.point_a, c.point_b].map(coordinates)),
        place: place(finding),
        resolution: resolution(report.scene, finding),
        faces: faces.map(|faces| faces.text.as_str()),
        gap: faces.and_then(|faces| faces.gap),
        depth: depth.map(|depth| [depth.at_least, depth.at_most].map(number)),
        direction: depth.map(|depth| coordinates(depth.direction)),
        volume: finding.common.as_ref().map(|common| common.volume),
        area: finding.contact.as_ref().map(|contact| contact.area),
        center: finding
            .contact
            .as_ref()
            .map(|contact| coordinates(contact.center)),
        why: finding.reason(&report.scene.objects),
        common: None,
        contact: None,
        moment: None,
        normal: None,
    }
}
