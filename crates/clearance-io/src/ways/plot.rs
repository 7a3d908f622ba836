//! The clearance over time, as CSV and as an SVG picture.

use std::error::Error;

use plotters::prelude::*;

use super::path::Followed;
use crate::problem::{Code, Problem};

const SIZE: (u32, u32) = (960, 360);
const BLUE: RGBColor = RGBColor(47, 111, 208);
const RED: RGBColor = RGBColor(224, 38, 27);

impl Followed {
    /// A row for each time of each curve: the number of the move, the time in it, the clearance, and the two
    /// parts that are nearest.
    ///
    /// Errors: none in practice; names are text.
    pub fn csv(&self) -> Result<String, Problem> {
        let mut out = csv::Writer::from_writer(Vec::new());
        let failed = |error: &dyn Error| Problem::new(Code::LimitExceeded, error.to_string());
        out.write_record(["move", "time", "clearance", "part", "with"])
            .map_err(|error| failed(&error))?;
        for (i, one) in self.moves.iter().enumerate() {
            for point in &one.curve {
                let row = [
                    (i + 1).to_string(),
                    point.time.to_string(),
                    point.clearance.to_string(),
                    self.ids[point.part].text.clone(),
                    self.ids[point.with].text.clone(),
                ];
                out.write_record(&row).map_err(|error| failed(&error))?;
            }
        }
        let bytes = out.into_inner().map_err(|error| failed(&error))?;
        String::from_utf8(bytes).map_err(|error| failed(&error))
    }
    /// A picture of the clearance over all moves, one after the other; red where something is met.
    ///
    /// Errors: those of the library that draws.
    pub fn svg(&self, title: &str, unit: Option<&str>) -> Result<String, Problem> {
        let mut picture = String::new();
        let drawn = self.draw(&mut picture, title, unit);
        drawn.map_err(|error| Problem::new(Code::LimitExceeded, error.to_string()))?;
        Ok(picture)
    }
    fn draw(&self, picture: &mut String, title: &str, unit: Option<&str>) -> Result<(), Box<dyn Error>> {
        let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let count = self.moves.len().max(1) as f64;
        let points = self.moves.iter().flat_map(|one| &one.curve);
        let most = points.map(|point| point.clearance).fold(0.0, f64::max);
        let most = if most > 0.0 { most * 1.05 } else { 1.0 };
        let mut chart = ChartBuilder::on(&area)
            .caption(title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(36)
            .y_label_area_size(64)
            .build_cartesian_2d(0.0..count, 0.0..most)?;
        let name = unit.map_or_else(|| "clearance".to_owned(), |unit| format!("clearance ({unit})"));
        let moves = if self.moves.len() > 1 { "moves" } else { "time" };
        chart
            .configure_mesh()
            .x_desc(moves)
            .y_desc(name)
            .light_line_style(WHITE)
            .draw()?;
        for (i, one) in self.moves.iter().enumerate() {
            let at = |time: f64| i as f64 + time;
            let curve = one.curve.iter().map(|point| (at(point.time), point.clearance));
            chart.draw_series(LineSeries::new(curve, BLUE.stroke_width(2)))?;
            let met = one.report.contacts.iter().map(|contact| at(contact.time));
            chart.draw_series(met.map(|x| Circle::new((x, 0.0), 4, RED.filled())))?;
        }
        area.present()?;
        drop(chart);
        Ok(())
    }
}
