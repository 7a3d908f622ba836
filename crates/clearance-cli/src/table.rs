//! The result as a table for people: worst first, aligned, coloured.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clearance::math::Real;
use clearance_io::answer::{brief, coordinates};
use clearance_io::check::{Checked, Class, Finding};
use clearance_io::place;
use clearance_io::query::of_query;
use clearance_io::scene::Objects;
use clearance_io::shape::ReadSpace;
use unicode_width::UnicodeWidthStr;

const HEAD: [&str; 7] = ["class", "clearance", "a", "b", "faces", "normal", "at"];

/// Writes the table and a summary line.
pub fn write<V: ReadSpace>(out: &mut dyn Write, scene: &Objects<V>, checked: &Checked<V>) -> io::Result<()> {
    let findings = checked.gravest_first();
    let rows: Vec<_> = findings.iter().map(|finding| row(scene, finding)).collect();
    let widths: [usize; 7] = std::array::from_fn(|i| {
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
        write_row(out, row, &widths, style(finding.class))?;
    }
    writeln!(out, "{}", summary(scene, checked))
}

fn style(class: Class) -> Style {
    match class {
        Class::Near => Style::new(),
        Class::Contact => AnsiColor::Yellow.on_default(),
        _ => AnsiColor::Red.on_default(),
    }
}

fn row<V: ReadSpace>(scene: &Objects<V>, finding: &Finding<V>) -> [String; 7] {
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

fn write_row(out: &mut dyn Write, row: &[String; 7], widths: &[usize; 7], style: Style) -> io::Result<()> {
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

fn summary<V: ReadSpace>(scene: &Objects<V>, checked: &Checked<V>) -> String {
    let mut parts = checked.counts();
    if !checked.clashes() {
        parts.insert(0, "no interference".to_owned());
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
