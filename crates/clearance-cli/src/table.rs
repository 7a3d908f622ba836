//! The result as a table for people: worst first, aligned, coloured.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use clearance::math::Real;
use clearance_io::answer::{brief, coordinates};
use clearance_io::check::{Checked, Class, Finding, GONE};
use clearance_io::known::Clash;
use clearance_io::place;
use clearance_io::query::of_query;
use clearance_io::scene::Objects;
use clearance_io::shape::ReadSpace;
use unicode_width::UnicodeWidthStr;

const HEAD: [&str; 7] = ["class", "clearance", "a", "b", "faces", "normal", "at"];
/// What is said of a pair besides, where it is said of any.
const ABOUT: [&str; 3] = ["state", "severity", "rule"];

/// Writes the table and a summary line.
pub fn write<V: ReadSpace>(out: &mut dyn Write, scene: &Objects<V>, checked: &Checked<V>) -> io::Result<()> {
    let findings = checked.gravest_first();
    let mut rows: Vec<_> = findings
        .iter()
        .map(|finding| row(scene, checked, finding))
        .collect();
    let mut styles: Vec<_> = findings.iter().map(|finding| style(finding)).collect();
    for clash in checked.gone.iter().flatten() {
        rows.push(gone(clash));
        styles.push(AnsiColor::Green.on_default());
    }
    let mut head: Vec<_> = HEAD.iter().chain(&ABOUT).map(|&name| name.to_owned()).collect();
    for i in (HEAD.len()..head.len()).rev() {
        if rows.iter().all(|row| row[i].is_empty()) {
            head.remove(i);
            rows.iter_mut().for_each(|row| drop(row.remove(i)));
        }
    }
    let width = |i: usize| {
        let cells = rows.iter().map(|row| row[i].width());
        cells.chain([head[i].width()]).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..head.len()).map(width).collect();
    if !rows.is_empty() {
        write_row(out, &head, &widths, Style::new().bold())?;
    }
    for (row, style) in rows.iter().zip(styles) {
        write_row(out, row, &widths, style)?;
    }
    writeln!(out, "{}", summary(scene, checked))?;
    match checked.stopped() {
        Some(stopped) => writeln!(out, "{stopped}"),
        None => Ok(()),
    }
}

/// A pair that was known and is there no more.
fn gone(clash: &Clash) -> Vec<String> {
    let mut row = vec![String::new(); HEAD.len() + ABOUT.len()];
    row[0] = clash.class.to_string();
    row[2].clone_from(&clash.names[0]);
    row[3].clone_from(&clash.names[1]);
    let at = clash.at.iter().flatten().map(|&x| brief(x));
    row[6] = at.collect::<Vec<_>>().join(" ");
    GONE.clone_into(&mut row[HEAD.len()]);
    row
}

fn style<V: ReadSpace>(finding: &Finding<V>) -> Style {
    match finding.class {
        Class::Near => Style::new(),
        Class::Contact => AnsiColor::Yellow.on_default(),
        class if class.is_clash() && !Checked::fails(finding) => AnsiColor::Yellow.on_default(),
        _ => AnsiColor::Red.on_default(),
    }
}

fn row<V: ReadSpace>(scene: &Objects<V>, checked: &Checked<V>, finding: &Finding<V>) -> Vec<String> {
    let mut row = measured(scene, finding).to_vec();
    row.push(finding.state.map(|state| state.to_string()).unwrap_or_default());
    row.push(
        Checked::severity(finding)
            .map(|severity| severity.to_string())
            .unwrap_or_default(),
    );
    row.push(checked.rule(finding).unwrap_or_default().to_owned());
    row
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

fn write_row(out: &mut dyn Write, row: &[String], widths: &[usize], style: Style) -> io::Result<()> {
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
    parts.extend(checked.states());
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
