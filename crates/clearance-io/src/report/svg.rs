//! A 2D scene as an SVG picture: to scale, y up, with a list of every pair found beside it.
//!
//! It has no script: a row of the list is a link to its pair, and the style sheet shows the target of the
//! link.

use std::fmt::Write;

use clearance::glam::DVec2;
use clearance::math::Vector;
use clearance::shape::{Placed, Space2};

use super::Report;
use super::outline::{Outline, Step, outlines};
use super::pairs::{Drawing, classes};
use super::sheet::{escaped, shortened};
use crate::answer::brief;
use crate::shape::ReadSpace;

/// Sizes in pixels: the picture, the list beside it, a row of the list, the border.
const WIDTH: f64 = 780.0;
const LEAST_HEIGHT: f64 = 240.0;
const MOST_HEIGHT: f64 = 900.0;
const LIST: f64 = 400.0;
const ROW: f64 = 18.0;
const BORDER: f64 = 20.0;
const HEADING: f64 = 60.0;
/// Up to this many objects and pairs have their names and numbers written into the picture.
const MOST_LABELS: usize = 60;

const STYLE: &str = include_str!("picture.css");

/// From the world to the picture.
struct View {
    low: DVec2,
    high: DVec2,
    scale: f64,
}

impl View {
    /// Shows all of the bounded objects, with a margin.
    fn new<V: Space2 + ReadSpace>(report: &Report<'_, V>) -> Self {
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        let mut include = |p: DVec2| {
            if p.is_finite() {
                (low, high) = (low.min(p), high.max(p));
            }
        };
        for object in &report.scene.objects {
            let aabb = object.placed().aabb();
            include(aabb.min.to_double());
            include(aabb.max.to_double());
        }
        for c in report.checked.findings.iter().filter_map(|f| f.clearance.ok()) {
            include(c.point_a.to_double());
            include(c.point_b.to_double());
        }
        if !(low.is_finite() && high.is_finite()) {
            (low, high) = (DVec2::NEG_ONE, DVec2::ONE);
        }
        let size = (high - low).max_element();
        let margin = if size > 0.0 { size * 0.04 } else { 1.0 };
        let (low, high) = (low - margin, high + margin);
        let extent = high - low;
        let scale = (WIDTH / extent.x).min(MOST_HEIGHT / extent.y);
        Self { low, high, scale }
    }
    fn height(&self) -> f64 {
        ((self.high.y - self.low.y) * self.scale).max(LEAST_HEIGHT)
    }
    /// The corners of the visible part, counter-clockwise.
    fn window(&self) -> [DVec2; 4] {
        let high = self.low + DVec2::new(WIDTH, self.height()) / self.scale;
        let (low, high) = (self.low, high.max(self.high));
        [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y)]
    }
    fn at(&self, p: DVec2) -> DVec2 {
        let q = (p - self.low) * self.scale;
        DVec2::new(BORDER + q.x, HEADING + self.height() - q.y)
    }
}

/// The picture of a report; the list beside it may be left out.
pub fn picture<V: Space2 + ReadSpace>(
    report: &Report<'_, V>,
    drawings: &[Drawing<V>],
    with_list: bool,
) -> String {
    let view = View::new(report);
    let (mut width, mut height) = (WIDTH + 2.0 * BORDER, view.height() + 40.0);
    if with_list {
        width += LIST + BORDER;
        height = height.max(ROW * (drawings.len() as f64 + 2.0));
    }
    height += HEADING + BORDER;
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width} {height:.0}\">\n<style>{STYLE}</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"title\" x=\"{BORDER}\" y=\"26\">{}</text>\n<text class=\"dim\" x=\"{BORDER}\" y=\"46\">{}</text>\n",
        escaped(report.title),
        escaped(&summary(report)),
    );
    write_objects(&mut out, report, &view, drawings);
    write_scale_bar(&mut out, report, &view);
    write_pairs(&mut out, &view, drawings);
    if with_list {
        write_list(&mut out, report, drawings);
    }
    out + "</svg>\n"
}

fn summary<V: ReadSpace>(report: &Report<'_, V>) -> String {
    let found = counts(report);
    let unit = report
        .scene
        .unit
        .as_ref()
        .map(|unit| format!(" Lengths in {unit}."))
        .unwrap_or_default();
    format!(
        "{} objects, {} pairs tested: {found}.{unit}",
        report.scene.objects.len(),
        report.checked.pairs_tested
    )
}

/// How many pairs of each class there are.
fn counts<V: ReadSpace>(report: &Report<'_, V>) -> String {
    let counts = report.checked.tally().counts();
    match counts.is_empty() {
        true => "nothing to report".to_owned(),
        false => counts.join(", "),
    }
}

fn write_objects<V: Space2 + ReadSpace>(
    out: &mut String,
    report: &Report<'_, V>,
    view: &View,
    drawings: &[Drawing<V>],
) {
    let classes = classes(report.scene.objects.len(), drawings);
    let _ = write!(
        out,
        "<clipPath id=\"window\"><rect x=\"{BORDER}\" y=\"{HEADING}\" width=\"{WIDTH}\" height=\"{:.1}\"/></clipPath>\n<g clip-path=\"url(#window)\">\n",
        view.height()
    );
    for (i, (object, class)) in report.scene.objects.iter().zip(&classes).enumerate() {
        let _ = write!(
            out,
            "<g id=\"o{i}\" class=\"object {}{}\"><title>{}</title>",
            class,
            if object.sensor { " sensor" } else { "" },
            escaped(&object.id.text)
        );
        write_outlines(out, object.placed(), view);
        out.push_str("</g>\n");
    }
    out.push_str("</g>\n");
    if report.scene.objects.len() <= MOST_LABELS {
        for object in &report.scene.objects {
            write_name(out, &object.id.text, object.placed(), view);
        }
    }
}

fn write_outlines<V: Space2>(out: &mut String, placed: Placed<'_, V>, view: &View) {
    let mut list = Vec::new();
    outlines(
        placed.shape,
        &placed.place.frame(),
        Some(&view.window()),
        &mut list,
    );
    for outline in &list {
        let class = if outline.is_line { " class=\"line\"" } else { "" };
        let _ = write!(out, "<path{class} d=\"{}\"/>", path(outline, view));
    }
}

fn path(outline: &Outline, view: &View) -> String {
    let mut d = String::new();
    for step in &outline.steps {
        let _ = match *step {
            Step::Move(p) => write!(d, "M{}", point(view.at(p))),
            Step::Line(p) => write!(d, "L{}", point(view.at(p))),
            Step::Arc(ellipse, p) => {
                // With y pointing down, angles count the other way, and so does the direction of travel.
                write!(
                    d,
                    "A{} {:.3} 0 0 {}",
                    point(ellipse.radii * view.scale),
                    -ellipse.axis.to_angle().to_degrees(),
                    point(view.at(p))
                )
            }
            Step::Close => write!(d, "Z"),
        };
    }
    d
}

fn point(p: DVec2) -> String {
    format!("{:.2} {:.2}", p.x, p.y)
}

fn write_name<V: Space2 + ReadSpace>(out: &mut String, name: &str, placed: Placed<'_, V>, view: &View) {
    let aabb = placed.aabb();
    let middle = aabb.min.to_double() * 0.5 + aabb.max.to_double() * 0.5;
    if middle.is_finite() {
        let at = view.at(middle);
        let _ = writeln!(
            out,
            "<text class=\"name\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            at.x,
            at.y + 4.0,
            escaped(&shortened(name, 24))
        );
    }
}

/// A bar of a round length, about a sixth of the width.
fn write_scale_bar<V: ReadSpace>(out: &mut String, report: &Report<'_, V>, view: &View) {
    let wanted = WIDTH / 6.0 / view.scale;
    let power = 10.0_f64.powf(wanted.log10().floor());
    let length = [5.0, 2.0, 1.0]
        .into_iter()
        .find(|m| m * power <= wanted)
        .unwrap_or(1.0)
        * power;
    let (x, y) = (BORDER, HEADING + view.height() + 22.0);
    let unit = report.scene.unit.as_deref().unwrap_or_default();
    let end = x + length * view.scale;
    let _ = writeln!(
        out,
        "<path class=\"bar\" d=\"M{x} {0}V{1}H{end:.1}V{0}\"/><text class=\"dim\" x=\"{2:.1}\" y=\"{1}\">{3} {4}</text>",
        y - 6.0,
        y,
        end + 8.0,
        brief(length),
        escaped(unit)
    );
}

fn write_pairs<V: Space2>(out: &mut String, view: &View, drawings: &[Drawing<V>]) {
    let numbered = drawings.len() <= MOST_LABELS;
    let length = if numbered { 26.0 } else { 12.0 };
    for (i, pair) in drawings.iter().enumerate() {
        let _ = write!(
            out,
            "<g id=\"pair{i}\" class=\"pair {}\"><g class=\"focus\"><use href=\"#o{}\"/><use href=\"#o{}\"/></g>",
            pair.class, pair.a, pair.b
        );
        let normal = pair.normal.to_double() * DVec2::new(1.0, -1.0);
        for contact in &pair.contacts {
            write_contact(out, view, contact.map(Vector::to_double), normal, length);
        }
        if let (true, Some(contact)) = (numbered, pair.contacts.first()) {
            let at = view.at(contact[0].to_double());
            let _ = write!(
                out,
                "<text class=\"number\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                at.x + 6.0,
                at.y - 6.0,
                i + 1
            );
        }
        out.push_str("</g>\n");
    }
}

/// Both points of a contact, the gap between them, and the normal as an arrow of this length.
fn write_contact(out: &mut String, view: &View, contact: [DVec2; 2], normal: DVec2, length: f64) {
    let [a, b] = contact.map(|p| view.at(p));
    let tip = a + normal * length;
    let (back, side) = (tip - normal * (length * 0.27), normal.perp() * (length * 0.12));
    let _ = write!(
        out,
        "<path class=\"normal\" d=\"M{}L{}M{}L{}L{}\"/><path class=\"gap\" d=\"M{}L{}\"/>\
         <circle class=\"dot\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"{:.1}\"/><circle class=\"dot\" cx=\"{:.2}\" cy=\"{:.2}\" r=\"{:.1}\"/>",
        point(a),
        point(tip),
        point(back + side),
        point(tip),
        point(back - side),
        point(a),
        point(b),
        a.x,
        a.y,
        length * 0.12,
        b.x,
        b.y,
        length * 0.12
    );
}

fn write_list<V: ReadSpace>(out: &mut String, report: &Report<'_, V>, drawings: &[Drawing<V>]) {
    let x = WIDTH + 2.0 * BORDER;
    let mut y = HEADING + 12.0;
    if drawings.is_empty() {
        let _ = writeln!(
            out,
            "<text class=\"dim\" x=\"{x}\" y=\"{y}\">nothing touches</text>"
        );
    }
    for (i, pair) in drawings.iter().enumerate() {
        let [a, b] = [pair.a, pair.b].map(|i| report.scene.objects[i].id.text.as_str());
        let clearance = pair.clearance.map(brief).unwrap_or_default();
        let _ = writeln!(
            out,
            "<a href=\"#pair{i}\" class=\"row {}\"><title>{}, {}, {} {clearance}</title>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{LIST}\" height=\"{ROW}\"/><circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/>\
             <text class=\"rank\" x=\"{:.1}\" y=\"{y}\">{}</text><text x=\"{:.1}\" y=\"{y}\">{} · {}</text>\
             <text class=\"value\" x=\"{:.1}\" y=\"{y}\">{clearance}</text></a>",
            pair.class,
            escaped(a),
            pair.class,
            escaped(b),
            x - 6.0,
            y - 13.0,
            x + 4.0,
            y - 4.0,
            x + 44.0,
            i + 1,
            x + 54.0,
            escaped(&shortened(a, 18)),
            escaped(&shortened(b, 18)),
            x + LIST - 14.0,
        );
        y += ROW;
    }
}
