//! One picture: two rows of panels, both axes logarithmic, a legend beside each row.

use std::error::Error;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::lines::{Line, Look, Mark, look};

const WIDTH: u32 = 1180;
const HEAD: u32 = 64;
const ROW: u32 = 330;
const PANEL: u32 = 318;
/// Where the first panel begins: left of it stand the figures of its axis.
const LEFT: u32 = 14;
const FONT: &str = "sans-serif";
const INK: RGBColor = RGBColor(40, 40, 40);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Outcome = Result<(), Box<dyn Error>>;

/// What a picture shows.
pub struct Chart<'a> {
    /// What was asked.
    pub title: String,
    /// When and where it was measured.
    pub source: &'a str,
    /// What the horizontal axis counts.
    pub x_name: &'static str,
    /// Its ticks.
    pub x_ticks: Vec<(f64, &'static str)>,
    /// Panels that share a vertical axis and a legend.
    pub rows: [Row<'a>; 2],
}

/// A row of panels.
pub struct Row<'a> {
    /// What it shows.
    pub name: &'static str,
    /// Each panel's name and lines.
    pub panels: [(&'static str, Vec<Line<'a>>); 3],
}

impl Row<'_> {
    fn is_empty(&self) -> bool {
        self.panels.iter().all(|(_, lines)| lines.is_empty())
    }
    /// Every line of every panel.
    fn lines(&self) -> impl Iterator<Item = &Line<'_>> {
        self.panels.iter().flat_map(|(_, lines)| lines)
    }
    /// From the least to the greatest time, with a little room.
    fn range(&self) -> (f64, f64) {
        let times = self.lines().flat_map(|line| &line.points).map(|point| point.1);
        let range = times.fold((f64::INFINITY, 0.0_f64), |(low, high), ns| {
            (low.min(ns), high.max(ns))
        });
        (range.0 / 1.25, range.1 * 1.25)
    }
    /// The engines, the slowest first, as the lines lie at the right end of most panels.
    fn engines(&self) -> Vec<&str> {
        let mut engines: Vec<&str> = self.lines().map(|line| line.engine).collect();
        engines.sort_unstable();
        engines.dedup();
        let height = |engine: &str| {
            let last = |line: &Line| line.points.last().map_or(0.0, |point| point.1.ln());
            let ends: Vec<f64> = self
                .lines()
                .filter(|line| line.engine == engine)
                .map(last)
                .collect();
            ends.iter().sum::<f64>() / ends.len() as f64
        };
        engines.sort_by(|a, b| height(b).total_cmp(&height(a)));
        engines
    }
}

impl Chart<'_> {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(Row::is_empty)
    }
    /// Writes an SVG.
    pub fn draw(&self, file: &Path) -> Outcome {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| !row.is_empty()).collect();
        let height = HEAD + ROW * rows.len() as u32;
        let area = SVGBackend::new(file, (WIDTH, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let text = |size: u32| (FONT, size).into_font().color(&INK);
        area.draw_text(&self.title, &text(21), (LEFT as i32, 10))?;
        let what = format!("Nanoseconds per box and step; {}.", self.source);
        area.draw_text(&what, &text(14), (LEFT as i32, 38))?;
        for (i, row) in rows.iter().enumerate() {
            let top = HEAD + ROW * i as u32;
            self.row(row, &area.clone().shrink((0, top), (WIDTH, ROW)))?;
        }
        area.present()?;
        Ok(())
    }
    fn row(&self, row: &Row, area: &Area) -> Outcome {
        for (i, (name, lines)) in row.panels.iter().enumerate() {
            let left = LEFT + PANEL * i as u32;
            let panel = area.clone().shrink((left, 0), (PANEL, ROW - 8));
            self.panel(name, lines, row.range(), &panel)?;
        }
        let left = LEFT + PANEL * 3 + 12;
        legend(row, &area.clone().shrink((left, 0), (WIDTH - left, ROW)))
    }
    fn panel(&self, name: &str, lines: &[Line], (low, high): (f64, f64), area: &Area) -> Outcome {
        let xs: Vec<f64> = self.x_ticks.iter().map(|tick| tick.0).collect();
        let (first, last) = (xs[0] / 1.3, xs[xs.len() - 1] * 1.3);
        let mut chart = ChartBuilder::on(area)
            .caption(name, (FONT, 15).into_font().color(&INK))
            .margin_right(10)
            .x_label_area_size(42)
            .y_label_area_size(46)
            .build_cartesian_2d(
                (first..last).log_scale().with_key_points(xs),
                (low..high).log_scale().with_key_points(ticks(low, high)),
            )?;
        let label = |x: &f64| {
            let tick = self.x_ticks.iter().find(|tick| tick.0 == *x);
            tick.map_or_else(String::new, |tick| tick.1.to_string())
        };
        chart
            .configure_mesh()
            .bold_line_style(RGBColor(222, 222, 222))
            .light_line_style(TRANSPARENT)
            .axis_style(RGBColor(150, 150, 150))
            .label_style((FONT, 13).into_font().color(&INK))
            .x_desc(self.x_name)
            .x_label_formatter(&label)
            .y_label_formatter(&|y| figure(*y))
            .draw()?;
        for line in lines {
            let Some(look) = look(line.engine) else { continue };
            let style = look.color.stroke_width(look.width);
            let points = line.points.iter().copied();
            if look.is_dashed {
                chart.draw_series(DashedLineSeries::new(points, 6, 4, style))?;
            } else {
                chart.draw_series(LineSeries::new(points, style))?;
            }
            chart.draw_series(
                line.points
                    .iter()
                    .map(|&point| EmptyElement::at(point) + mark(look)),
            )?;
        }
        Ok(())
    }
}

fn legend(row: &Row, area: &Area) -> Outcome {
    let text = |size: u32| {
        let style = TextStyle::from((FONT, size).into_font()).color(&INK);
        style.pos(Pos::new(HPos::Left, VPos::Center))
    };
    area.draw_text(row.name, &text(13), (0, 14))?;
    for (i, engine) in row.engines().into_iter().enumerate() {
        let Some(look) = look(engine) else { continue };
        let y = 40 + 20 * i as i32;
        let style = look.color.stroke_width(look.width);
        let parts: &[(i32, i32)] = if look.is_dashed {
            &[(0, 8), (12, 20), (24, 30)]
        } else {
            &[(0, 30)]
        };
        for &(from, to) in parts {
            area.draw(&PathElement::new([(from, y), (to, y)], style))?;
        }
        area.draw(&(EmptyElement::at((15, y)) + mark(look)))?;
        let name = engine
            .strip_prefix("clearance-")
            .filter(|_| engine != "clearance-2-threads");
        area.draw_text(name.unwrap_or(engine), &text(13), (38, y))?;
    }
    Ok(())
}

/// The mark of a line, around the point it is drawn at.
fn mark(look: Look) -> Polygon<(i32, i32)> {
    let outline: &[(i32, i32)] = match look.mark {
        Mark::Disc => &[
            (4, 2),
            (2, 4),
            (-2, 4),
            (-4, 2),
            (-4, -2),
            (-2, -4),
            (2, -4),
            (4, -2),
        ],
        Mark::Square => &[(4, 4), (-4, 4), (-4, -4), (4, -4)],
        Mark::Triangle => &[(0, -6), (6, 5), (-6, 5)],
        Mark::Diamond => &[(6, 0), (0, 6), (-6, 0), (0, -6)],
    };
    Polygon::new(outline, look.color.filled())
}

/// 1, 2 and 5 times powers of ten; where that is many, only powers of ten.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let steps: &[f64] = if high / low > 2000.0 {
        &[1.0]
    } else {
        &[1.0, 2.0, 5.0]
    };
    let powers = (-3..9).map(|power| 10_f64.powi(power));
    let all = powers.flat_map(|power| steps.iter().map(move |step| step * power));
    all.filter(|tick| (low..=high).contains(tick)).collect()
}

/// With a comma between thousands.
fn figure(x: f64) -> String {
    if x < 1.0 {
        return format!("{x:.1}");
    }
    let whole = format!("{x:.0}");
    match whole.len() {
        4.. => format!("{},{}", &whole[..whole.len() - 3], &whole[whole.len() - 3..]),
        _ => whole,
    }
}
