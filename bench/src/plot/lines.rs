//! A line for each engine, which looks the same in every picture.

use std::collections::BTreeMap;

use plotters::style::RGBColor;

use super::points::Point;

/// How a line is marked at its points.
#[derive(Clone, Copy)]
pub enum Mark {
    Disc,
    Square,
    Triangle,
    Diamond,
}

/// How a line looks.
#[derive(Clone, Copy)]
pub struct Look {
    /// Its colour.
    pub color: RGBColor,
    /// Its mark.
    pub mark: Mark,
    /// How thick it is; in the picture's units.
    pub width: u32,
    /// In dashes.
    pub is_dashed: bool,
}

/// A line through an engine's points.
pub struct Line<'a> {
    /// The engine.
    pub engine: &'a str,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// The colours of Okabe and Ito (2008), which people with any kind of colour blindness can tell apart.
const BLUE: RGBColor = RGBColor(0, 114, 178);
const SKY: RGBColor = RGBColor(86, 180, 233);
const GREEN: RGBColor = RGBColor(0, 158, 115);
const YELLOW: RGBColor = RGBColor(214, 190, 20);
const ORANGE: RGBColor = RGBColor(230, 159, 0);
const VERMILION: RGBColor = RGBColor(213, 94, 0);
const PINK: RGBColor = RGBColor(204, 121, 167);
const GRAY: RGBColor = RGBColor(90, 90, 90);

/// Engines in the order of a legend that has no other, with their looks.
const LOOKS: [(&str, RGBColor, Mark, u32, bool); 20] = [
    ("clearance", BLUE, Mark::Disc, 3, false),
    ("clearance-2-threads", SKY, Mark::Disc, 3, false),
    ("parry", VERMILION, Mark::Square, 2, false),
    ("rapier", ORANGE, Mark::Square, 2, false),
    ("box2d", GREEN, Mark::Triangle, 2, false),
    ("obvhs", PINK, Mark::Diamond, 2, false),
    ("bvh", GRAY, Mark::Diamond, 2, false),
    ("rstar", YELLOW, Mark::Triangle, 2, false),
    ("clearance-grid", GREEN, Mark::Disc, 2, false),
    ("clearance-hash-grid", GREEN, Mark::Triangle, 2, true),
    ("clearance-tree", BLUE, Mark::Disc, 2, false),
    ("clearance-sphere-tree", SKY, Mark::Square, 2, false),
    ("clearance-obb-tree", SKY, Mark::Diamond, 2, true),
    ("clearance-k-dop-14-tree", PINK, Mark::Disc, 2, false),
    ("clearance-k-dop-18-tree", PINK, Mark::Triangle, 2, true),
    ("clearance-k-dop-26-tree", PINK, Mark::Diamond, 2, false),
    ("clearance-orthtree", ORANGE, Mark::Square, 2, false),
    ("clearance-kd-tree", VERMILION, Mark::Triangle, 2, false),
    ("clearance-r-tree", YELLOW, Mark::Triangle, 2, false),
    ("clearance-sweep-and-prune", GRAY, Mark::Diamond, 2, false),
];

/// How an engine's line looks; `None` where it is not drawn.
pub fn look(engine: &str) -> Option<Look> {
    let found = LOOKS.iter().find(|(name, ..)| *name == engine);
    found.map(|&(_, color, mark, width, is_dashed)| Look {
        color,
        mark,
        width,
        is_dashed,
    })
}

/// Whether an engine is an index of clearance's, without a scene around it.
pub fn is_index(engine: &str) -> bool {
    engine.starts_with("clearance-") && engine != "clearance-2-threads"
}

/// The lines through these points of the engines that are drawn.
pub fn lines<'a>(points: impl Iterator<Item = &'a Point>, x: &dyn Fn(&Point) -> f64) -> Vec<Line<'a>> {
    let mut lines: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
    for point in points.filter(|point| look(&point.engine).is_some()) {
        let line = lines.entry(&point.engine).or_default();
        line.push((x(point), point.nanoseconds));
    }
    let in_order = |(engine, mut points): (_, Vec<(f64, f64)>)| {
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Line { engine, points }
    };
    lines.into_iter().map(in_order).collect()
}
