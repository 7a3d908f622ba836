//! The course seen from above, the routes on it, and the height along each.

use std::fmt::Write;

use clearance::cast::Ray;
use clearance::glam::DVec3;
use clearance::scene::Filter;

use super::course::Course;
use super::{Answer, Mark};

/// Pixels per metre.
const SCALE: f64 = 26.0;
/// The size of a square of the relief, in metres.
const CELL: f64 = 0.125;
/// The corner of the drawn area, and its size.
const CORNER: [f64; 2] = [-3.2, -12.2];
const SIZE: [f64; 2] = [43.4, 38.4];
const COLOURS: [&str; 11] = [
    "#c62828", "#1565c0", "#2e7d32", "#6a1b9a", "#ef6c00", "#00838f", "#ad1457", "#37474f", "#558b2f",
    "#4527a0", "#b28704",
];

/// The picture as SVG.
pub fn draw(course: &Course, paths: &[Vec<Mark>]) -> Answer<String> {
    let (width, height) = (SIZE[0] * SCALE, SIZE[1] * SCALE);
    let panels = height + 20.0;
    let rows = paths.len().div_ceil(3) as f64;
    let total = panels + rows * 130.0 + 10.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {total:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    relief(course, &mut svg)?;
    for (i, path) in paths.iter().enumerate() {
        line(&mut svg, path, COLOURS[i % COLOURS.len()], seen)?;
        let start = seen(DVec3::from(course.routes[i].start));
        writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"8\" fill=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" fill=\"#fff\" \
             text-anchor=\"middle\" font-size=\"11\">{}</text>",
            start[0],
            start[1],
            COLOURS[i % COLOURS.len()],
            start[0],
            start[1] + 4.0,
            i + 1
        )?;
    }
    for (i, path) in paths.iter().enumerate() {
        let corner = [
            (i % 3) as f64 * width / 3.0 + 10.0,
            panels + (i / 3) as f64 * 130.0,
        ];
        profile(
            &mut svg,
            i,
            &course.routes[i].name,
            path,
            corner,
            width / 3.0 - 20.0,
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// A point from above.
fn seen(p: DVec3) -> [f64; 2] {
    [(p.x - CORNER[0]) * SCALE, (p.z - CORNER[1]) * SCALE]
}

/// The relief that rays from above find: lit from the north-west, browner where it is higher. Equal
/// neighbours are one rectangle.
fn relief(course: &Course, svg: &mut String) -> Answer<()> {
    let cells = SIZE.map(|size| (size / CELL) as usize);
    svg.push_str("<g shape-rendering=\"crispEdges\">\n");
    for i in 0..cells[1] {
        let mut run: (String, usize) = (String::new(), 0);
        for j in 0..=cells[0] {
            let colour = if j < cells[0] {
                colour(course, i, j)?
            } else {
                String::new()
            };
            if colour != run.0 {
                if !run.0.is_empty() {
                    let (x, y, side) = (run.1 as f64, i as f64, CELL * SCALE);
                    writeln!(
                        svg,
                        "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{:.2}\" fill=\"{}\"/>",
                        x * side,
                        y * side,
                        (j - run.1) as f64 * side,
                        side,
                        run.0
                    )?;
                }
                run = (colour, j);
            }
        }
    }
    svg.push_str("</g>\n");
    Ok(())
}

fn colour(course: &Course, i: usize, j: usize) -> Answer<String> {
    let [x, z] = [(j, 0), (i, 1)].map(|(n, k)| CORNER[k] + (n as f64 + 0.5) * CELL);
    let ray = Ray {
        origin: DVec3::new(x, 50.0, z),
        direction: -DVec3::Y,
        max_time: 100.0,
    };
    let Some(first) = course.scene.cast_ray(&ray, &Filter::ALL)? else {
        return Ok("#fff".into());
    };
    let normal = first.hit.normal.unwrap_or(DVec3::Y);
    let light = 0.35 + 0.65 * normal.dot(DVec3::new(-0.4, 0.8, -0.45).normalize()).max(0.0) / 0.8;
    let high = (first.hit.point.y / 4.0).clamp(0.0, 1.0).sqrt();
    let (low, top) = (DVec3::new(226.0, 232.0, 214.0), DVec3::new(176.0, 128.0, 84.0));
    let rgb = low.lerp(top, high) * light.min(1.1);
    let part = |c: f64| ((c / 8.0).round() * 8.0).clamp(0.0, 255.0) as u8;
    Ok(format!(
        "#{:02x}{:02x}{:02x}",
        part(rgb.x),
        part(rgb.y),
        part(rgb.z)
    ))
}

/// A path, dotted while it falls or jumps.
fn line(svg: &mut String, path: &[Mark], colour: &str, at: impl Fn(DVec3) -> [f64; 2]) -> Answer<()> {
    for run in path.chunk_by(|a, b| a.is_standing == b.is_standing) {
        let points: Vec<String> = run
            .iter()
            .map(|mark| at(mark.position))
            .map(|[x, y]| format!("{x:.1},{y:.1}"))
            .collect();
        let dots = if run[0].is_standing {
            ""
        } else {
            " stroke-dasharray=\"1.5 3\""
        };
        writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dots} stroke-linecap=\"round\"/>",
            points.join(" ")
        )?;
    }
    Ok(())
}

/// The height of a route over the distance walked.
fn profile(
    svg: &mut String,
    i: usize,
    name: &str,
    path: &[Mark],
    [x, y]: [f64; 2],
    width: f64,
) -> Answer<()> {
    let colour = COLOURS[i % COLOURS.len()];
    let mut way = 0.0;
    let mut over = Vec::with_capacity(path.len());
    for (k, mark) in path.iter().enumerate() {
        let step = mark.position - path[k.saturating_sub(1)].position;
        way += step.x.hypot(step.z);
        over.push(way);
    }
    let (bottom, up) = (y + 112.0, 20.0);
    let along = width / way.max(1.0);
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{colour}\">{} {name}</text>",
        y + 14.0,
        i + 1
    )?;
    for metre in 0..5 {
        let h = bottom - up * f64::from(metre);
        writeln!(
            svg,
            "<path d=\"M{x:.1} {h:.1}h{width:.1}\" stroke=\"#ddd\"/><text x=\"{:.1}\" y=\"{:.1}\" fill=\"#999\" font-size=\"9\" text-anchor=\"end\">{metre} m</text>",
            x + width,
            h - 2.0
        )?;
    }
    let mut k = 0;
    for run in path.chunk_by(|a, b| a.is_standing == b.is_standing) {
        let points: Vec<String> = run
            .iter()
            .enumerate()
            .map(|(n, mark)| {
                let [px, py] = [x + over[k + n] * along, bottom - mark.position.y * up];
                format!("{px:.1},{py:.1}")
            })
            .collect();
        k += run.len();
        let dots = if run[0].is_standing {
            ""
        } else {
            " stroke-dasharray=\"1.5 3\""
        };
        writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\"{dots}/>",
            points.join(" ")
        )?;
    }
    Ok(())
}
