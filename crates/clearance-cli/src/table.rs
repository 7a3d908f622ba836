//! The result as a table for people: worst first, aligned, coloured.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clearance::math::Real;
use clearance::pair::Relation;
use clearance_io::answer::{brief, coordinates};
use clearance_io::check::{Checked, Finding};
use clearance_io::query::of_query;
use clearance_io::scene::Objects;
use clearance_io::shape::ReadSpace;
use unicode_width::UnicodeWidthStr;

const HEAD: [&str; 6] = ["relation", "clearance", "a", "b", "normal", "at"];

/// Writes the table and a summary line.
pub fn write<V: ReadSpace>(out: &mut dyn Write, scene: &Objects<V>, checked: &Checked<V>) -> io::Result<()> {
    let mut findings: Vec<_> = checked.findings.iter().collect();
    findings.sort_by(|p, q| severity(p).total_cmp(&severity(q)));
    let rows: Vec<_> = findings.iter().map(|finding| row(scene, finding)).collect();
    let widths: [usize; 6] = std::array::from_fn(|i| {
        rows.iter()
            .map(|row| row[i].width())
            .chain([HEAD[i].width()])
            .max()
            .unwrap_or(0)
    });
    if !rows.is_empty() {
        write_row(out, &HEAD.map(str::to_owned), &widths, Style::new().bold())?;
    }
    for (row, finding) in rows.iter().zip(&findings) {
        write_row(out, row, &widths, style(finding.relation))?;
    }
    write_unanswered(out, scene, checked)?;
    writeln!(out, "{}", summary(scene, checked))
}

/// The order of pairs, smaller is worse: the clearance; an overlap without one is worst of all.
fn severity<V: ReadSpace>(finding: &Finding<V>) -> f64 {
    match &finding.clearance {
        Ok(c) => c.distance.to_f64(),
        Err(_) if finding.relation.overlaps() => f64::NEG_INFINITY,
        Err(_) => 0.0,
    }
}

fn style(relation: Relation) -> Style {
    match relation {
        Relation::Disjoint => Style::new(),
        Relation::Touching => AnsiColor::Yellow.on_default(),
        _ => AnsiColor::Red.on_default(),
    }
}

fn row<V: ReadSpace>(scene: &Objects<V>, finding: &Finding<V>) -> [String; 6] {
    let id = |i: usize| scene.objects[i].id.text.clone();
    let (a, b) = (id(finding.a), id(finding.b));
    let relation = finding.relation.to_string();
    match &finding.clearance {
        Ok(c) => {
            let middle = c.point_a + (c.point_b - c.point_a) * V::Scalar::HALF;
            [
                relation,
                brief(c.distance.to_f64()),
                a,
                b,
                list(c.normal),
                list(middle),
            ]
        }
        Err(error) => [
            relation,
            String::new(),
            a,
            b,
            of_query(*error).message,
            String::new(),
        ],
    }
}

fn list<V: ReadSpace>(v: V) -> String {
    let numbers: Vec<_> = coordinates(v).into_iter().map(brief).collect();
    numbers.join(" ")
}

fn write_row(out: &mut dyn Write, row: &[String; 6], widths: &[usize; 6], style: Style) -> io::Result<()> {
    let mut line = String::new();
    for (i, (cell, &width)) in row.iter().zip(widths).enumerate() {
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

fn write_unanswered<V: ReadSpace>(
    out: &mut dyn Write,
    scene: &Objects<V>,
    checked: &Checked<V>,
) -> io::Result<()> {
    for pair in &checked.unanswered {
        let id = |i: usize| &scene.objects[i].id.text;
        writeln!(
            out,
            "unanswered  {}  {}  {}",
            id(pair.a),
            id(pair.b),
            of_query(pair.error).message
        )?;
    }
    Ok(())
}

fn summary<V: ReadSpace>(scene: &Objects<V>, checked: &Checked<V>) -> String {
    let count = |wanted: fn(Relation) -> bool| checked.findings.iter().filter(|f| wanted(f.relation)).count();
    let mut parts = vec![
        format!("{} overlapping", count(Relation::overlaps)),
        format!("{} touching", count(|relation| relation == Relation::Touching)),
    ];
    let near = count(|relation| relation == Relation::Disjoint);
    if near > 0 {
        parts.push(format!("{near} near"));
    }
    if !checked.unanswered.is_empty() {
        parts.push(format!("{} unanswered", checked.unanswered.len()));
    }
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
