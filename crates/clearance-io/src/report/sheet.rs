//! What all reports share: escaping, shortening, and the page for a picture of a 2D scene.

use super::Report;
use super::pairs::Drawing;
use crate::answer::brief;
use crate::shape::ReadSpace;

const STYLE: &str = include_str!("page.css");

/// Text as it is written in HTML and SVG, inside quotes or outside.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // Control characters are not allowed in XML.
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// At most `most` characters of a text; the middle is left out.
pub fn shortened(text: &str, most: usize) -> String {
    let count = text.chars().count();
    if count <= most {
        return text.to_owned();
    }
    let half = (most - 1) / 2;
    let start: String = text.chars().take(most - 1 - half).collect();
    let end: String = text.chars().skip(count - half).collect();
    format!("{start}…{end}")
}

/// A page that holds a picture, and beside it the list of pairs as links into it.
pub fn page<V: ReadSpace>(report: &Report<'_, V>, drawings: &[Drawing<V>], picture: &str) -> String {
    let svg = picture.find("<svg").map_or("", |start| &picture[start..]);
    let rows: String = drawings
        .iter()
        .enumerate()
        .map(|(i, pair)| row(report, i, pair))
        .collect();
    let title = escaped(report.title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n<main>\n<section>\n{svg}</section>\n<ol>\n{rows}</ol>\n</main>\n</html>\n"
    )
}

fn row<V: ReadSpace>(report: &Report<'_, V>, i: usize, pair: &Drawing<V>) -> String {
    let [a, b] = [pair.a, pair.b].map(|i| escaped(&report.scene.objects[i].id.text));
    let clearance = pair.clearance.map(brief).unwrap_or_default();
    format!(
        "<li><a href=\"#pair{i}\" class=\"{}\"><span>{a} · {b}</span><b>{clearance}</b><small>{}</small></a>\n",
        pair.class, pair.class
    )
}
