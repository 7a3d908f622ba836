//! The result as a table for people: worst first, aligned, coloured.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clearance::math::Real;
use clearance_io::answer::{brief, coordinates};
use clearance_io::check::{CheckedList, Class, Finding, Findings, GONE, Order, Tally};
use clearance_io::known::Clash;
use clearance_io::place;
use clearance_io::query::of_query;
use clearance_io::scene::Objects;
use clearance_io::shape::ReadSpace;
use unicode_width::UnicodeWidthStr;

/// The columns. Those from [`STATE`] on are left out where all of their cells are empty.
const HEAD: [&str; 10] = [
    "class",
    "clearance",
    "a",
    "b",
    "faces",
    "normal",
    "at",
    "state",
    "severity",
    "rule",
];
const STATE: usize = 7;

/// Writes the table and a summary line. Each pair is read twice: for the order and the widths of the columns,
/// and to be written. So the table is never in memory as a whole.
pub fn write<F: Findings>(
    out: &mut dyn Write,
    scene: &Objects<F::Space>,
    checked: &CheckedList<F>,
) -> io::Result<()> {
    let (mut tally, mut order, mut columns) = (Tally::default(), Order::default(), Columns::default());
    for finding in checked.findings.each() {
        let finding = finding?;
        tally.add(&*finding);
        order.add(&*finding);
        columns.widen(&row(scene, checked, &*finding));
    }
    let gone: Vec<_> = checked.gone.iter().flatten().map(gone).collect();
    gone.iter().for_each(|row| columns.widen(row));
    if tally.pairs() + gone.len() > 0 {
        let head = HEAD.map(str::to_owned);
        columns.finish(&head);
        columns.write(out, &head, Style::new().bold())?;
    }
    for i in order.gravest_first() {
        let finding = checked.findings.get(i)?;
        columns.write(out, &row(scene, checked, &*finding), style(&*finding))?;
    }
    for row in &gone {
        columns.write(out, row, AnsiColor::Green.on_default())?;
    }
    writeln!(out, "{}", summary(scene, checked, &tally))?;
    match checked.stopped() {
        Some(stopped) => writeln!(out, "{stopped}"),
        None => Ok(()),
    }
}

/// The cells of a line of the table.
type Row = [String; HEAD.len()];

/// How wide each column is; one without width is left out.
#[derive(Default)]
struct Columns([usize; HEAD.len()]);

impl Columns {
    /// As wide as these cells, at least.
    fn widen(&mut self, row: &Row) {
        for (width, cell) in self.0.iter_mut().zip(row) {
            *width = cell.width().max(*width);
        }
    }
    /// As wide as their names, but for those that are left out.
    fn finish(&mut self, head: &Row) {
        for (i, (width, name)) in self.0.iter_mut().zip(head).enumerate() {
            if i < STATE || *width > 0 {
                *width = name.width().max(*width);
            }
        }
    }
    fn write(&self, out: &mut dyn Write, row: &Row, style: Style) -> io::Result<()> {
        let mut line = String::new();
        for (i, (cell, &width)) in row
            .iter()
            .zip(&self.0)
            .enumerate()
            .filter(|(_, (_, width))| **width > 0)
        {
            let padding = " ".repeat(width.saturating_sub(cell.width()));
            let (before, after) = if i == 1 {
                (padding.as_str(), "")
            } else {
                ("", padding.as_str())
            };
            line.extend([before, cell, after, "  "]);
        }
        writeln!(out, "{style}{}{style:#}", line.trim_end())
    }
}

/// A pair that was known and is there no more.
fn gone(clash: &Clash) -> Row {
    let mut row = Row::default();
    row[0] = clash.class.to_string();
    row[2].clone_from(&clash.names[0]);
    row[3].clone_from(&clash.names[1]);
    let at = clash.at.iter().flatten().map(|&x| brief(x));
    row[6] = at.collect::<Vec<_>>().join(" ");
    GONE.clone_into(&mut row[STATE]);
    row
}

fn style<V: ReadSpace>(finding: &Finding<V>) -> Style {
    match finding.class {
        Class::Near => Style::new(),
        Class::Contact => AnsiColor::Yellow.on_default(),
        class if class.is_clash() && !finding.fails() => AnsiColor::Yellow.on_default(),
        _ => AnsiColor::Red.on_default(),
    }
}

fn row<F: Findings>(scene: &Objects<F::Space>, checked: &CheckedList<F>, finding: &Finding<F::Space>) -> Row {
    let [class, clearance, a, b, faces, normal, at] = measured(scene, finding);
    let state = finding.state.map(|state| state.to_string());
    let severity = finding.severity_by_rule().map(|severity| severity.to_string());
    let rule = checked.rule(finding).unwrap_or_default().to_owned();
    let [state, severity] = [state, severity].map(Option::unwrap_or_default);
    [class, clearance, a, b, faces, normal, at, state, severity, rule]
}

fn measured<V: ReadSpace>(scene: &Objects<V>, finding: &Finding<V>) -> [String; 7] {
    let id = |i: usize| scene.objects[i].id.text.clone();
    let (a, b) = (id(finding.a), id(finding.b));
    let class = finding.class.to_string();
    let faces = finding
        .reason(&scene.objects)
        .or_else(|| Some(finding.faces.as_ref()?.text.clone()))
        .unwrap_or_default();
    match &finding.clearance {
        Ok(c) => {
            let middle = coordinates(c.point_a + (c.point_b - c.point_a) * V::Scalar::HALF);
            let resolution = place::resolution(scene, finding);
            [
                class,
                brief(c.distance.to_f64()),
                a,
                b,
                faces,
                list(c.normal),
                place::in_words::<V>(&middle, resolution),
            ]
        }
        Err(error) => [
            class,
            String::new(),
            a,
            b,
            faces,
            of_query(*error).message,
            String::new(),
        ],
    }
}

fn list<V: ReadSpace>(v: V) -> String {
    let numbers: Vec<_> = coordinates(v).into_iter().map(brief).collect();
    numbers.join(" ")
}

fn summary<F: Findings>(scene: &Objects<F::Space>, checked: &CheckedList<F>, tally: &Tally) -> String {
    let mut parts = tally.counts();
    if tally.clashes() == 0 {
        parts.insert(0, "no interference".to_owned());
    }
    parts.extend(checked.states(tally));
    let unit = scene
        .unit
        .as_ref()
        .map(|unit| format!(", lengths in {unit}"))
        .unwrap_or_default();
    format!(
        "{} ({} objects, {} pairs{unit})",
        parts.join(", "),
        scene.objects.len(),
        checked.pairs_tested
    )
}
