//! The outline of a shape of the plane, with true arcs.

use clearance::glam::DVec2;
use clearance::math::{Frame, Real};
use clearance::shape::{AnyShape, Bitmap, Core, HalfSpace, Shape2, Space2};

/// A step of an outline, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Starts a new line here.
    Move(DVec2),
    /// Straight on to here.
    Line(DVec2),
    /// Counter-clockwise along an ellipse with these radii, turned by so many degrees, to here; at most half of it.
    Arc(DVec2, f64, DVec2),
    /// Back to the start.
    Close,
}

/// An outline: what is within it belongs to the shape, even-odd, unless it is only a line.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The steps.
    pub steps: Vec<Step>,
    /// It has no inside.
    pub is_line: bool,
}

/// How many straight pieces stand for a curve that is no ellipse.
const PIECES: usize = 96;

/// Adds the outlines of a shape; `window` are the corners of what is seen of an unbounded one.
pub fn outlines<V: Space2>(shape: &Shape2<V>, frame: &Frame<V>, window: &[DVec2; 4], out: &mut Vec<Outline>) {
    if let Some(core) = shape.core() {
        out.push(grown(&corners(&core, frame), radius(&core, frame)));
        return;
    }
    match shape {
        Shape2::Ellipse(ellipse) => out.push(ellipse_outline(ellipse.radii(), frame)),
        Shape2::Polygon(polygon) => out.push(rings(polygon.rings(), frame)),
        Shape2::Polyline(polyline) => out.push(chain(polyline.vertices(), polyline.closed(), frame)),
        Shape2::Bitmap(bitmap) => out.push(pixels(bitmap, frame)),
        Shape2::HalfSpace(half_space) => out.push(clipped(half_space, 0.0, frame, window)),
        Shape2::Rounded(rounded) => {
            let radius = rounded.radius().to_f64();
            match rounded.shape() {
                Shape2::HalfSpace(half_space) => out.push(clipped(half_space, radius, frame, window)),
                Shape2::Ellipse(ellipse) => out.push(grown_ellipse(ellipse.radii(), radius, frame)),
                other => outlines(other, frame, window, out),
            }
        }
        Shape2::Compound(compound) => {
            for part in compound.parts() {
                outlines(&part.shape, &frame.after(&part.pose.frame()), window, out);
            }
        }
        _ => {}
    }
}

fn corners<V: Space2>(core: &Core<'_, V>, frame: &Frame<V>) -> Vec<DVec2> {
    let mut points: Vec<DVec2> = core.vertices.iter().map(|&v| world(frame, v)).collect();
    points.dedup();
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

fn radius<V: Space2>(core: &Core<'_, V>, frame: &Frame<V>) -> f64 {
    core.radius.to_f64() * frame.scale.to_f64()
}

fn world<V: Space2>(frame: &Frame<V>, v: V) -> DVec2 {
    frame.point(v).to_double()
}

/// The outline of the hull of points, counter-clockwise, grown by a ball.
fn grown(points: &[DVec2], radius: f64) -> Outline {
    let mut steps = Vec::new();
    let is_line = radius <= 0.0 && points.len() < 3;
    let normal = |i: usize| {
        let (p, q) = (points[i], points[(i + 1) % points.len()]);
        -(q - p).normalize_or(DVec2::Y).perp()
    };
    for i in 0..points.len() {
        let (p, q, n) = (points[i], points[(i + 1) % points.len()], normal(i) * radius);
        steps.push(if i == 0 {
            Step::Move(p + n)
        } else {
            Step::Line(p + n)
        });
        steps.push(Step::Line(q + n));
        if radius > 0.0 {
            let next = normal((i + 1) % points.len()) * radius;
            let back = if points.len() == 1 { -n } else { next };
            steps.push(Step::Arc(DVec2::splat(radius), 0.0, q + back));
            if points.len() == 1 {
                steps.push(Step::Arc(DVec2::splat(radius), 0.0, q + n));
            }
        }
    }
    steps.push(Step::Close);
    Outline { steps, is_line }
}

fn ellipse_outline<V: Space2>(radii: V, frame: &Frame<V>) -> Outline {
    let zero = V::Scalar::ZERO;
    let [right, left] = [1.0, -1.0].map(|s| world(frame, V::new(radii.x() * V::Scalar::lit(s), zero)));
    let axis = right - left;
    let (turn, radii) = (
        axis.y.atan2(axis.x).to_degrees(),
        radii.to_double() * frame.scale.to_f64(),
    );
    let steps = vec![
        Step::Move(right),
        Step::Arc(radii, turn, left),
        Step::Arc(radii, turn, right),
        Step::Close,
    ];
    Outline {
        steps,
        is_line: false,
    }
}

fn grown_ellipse<V: Space2>(radii: V, radius: f64, frame: &Frame<V>) -> Outline {
    let radii = radii.to_double();
    let points = (0..PIECES).map(|i| {
        let (sin, cos) = (std::f64::consts::TAU * i as f64 / PIECES as f64).sin_cos();
        let on = DVec2::new(radii.x * cos, radii.y * sin);
        let normal = DVec2::new(radii.y * cos, radii.x * sin).normalize_or_zero();
        world(frame, V::from_double(on + normal * radius))
    });
    line(points, true)
}

fn line(points: impl Iterator<Item = DVec2>, closed: bool) -> Outline {
    let step = |(i, p)| if i == 0 { Step::Move(p) } else { Step::Line(p) };
    let mut steps: Vec<_> = points.enumerate().map(step).collect();
    steps.extend(closed.then_some(Step::Close));
    Outline {
        steps,
        is_line: !closed,
    }
}

fn rings<V: Space2>(rings: &[Vec<V>], frame: &Frame<V>) -> Outline {
    let ring = |ring: &Vec<V>| line(ring.iter().map(|&v| world(frame, v)), true).steps;
    Outline {
        steps: rings.iter().flat_map(ring).collect(),
        is_line: false,
    }
}

fn chain<V: Space2>(vertices: &[V], closed: bool, frame: &Frame<V>) -> Outline {
    Outline {
        is_line: true,
        ..line(vertices.iter().map(|&v| world(frame, v)), closed)
    }
}

/// Each run of filled pixels in a row as a rectangle.
fn pixels<V: Space2>(bitmap: &Bitmap<V>, frame: &Frame<V>) -> Outline {
    let ([width, height], mut outline) = (bitmap.size(), Outline::default());
    let size = bitmap.pixel_size();
    let at = |x: usize, y: usize| {
        world(
            frame,
            V::new(size * V::Scalar::lit(x as f64), size * V::Scalar::lit(y as f64)),
        )
    };
    for y in 0..height {
        let mut x = 0;
        while x < width {
            let start = x;
            while x < width && bitmap.is_filled(x, y) {
                x += 1;
            }
            if x > start {
                let corners = [at(start, y), at(x, y), at(x, y + 1), at(start, y + 1)];
                outline.steps.extend(line(corners.into_iter(), true).steps);
            }
            x += 1;
        }
    }
    outline
}

/// What is seen of a half-space: the window, cut along the border (Sutherland and Hodgman 1974).
fn clipped<V: Space2>(
    half_space: &HalfSpace<V>,
    radius: f64,
    frame: &Frame<V>,
    window: &[DVec2; 4],
) -> Outline {
    let normal = half_space.normal().to_double();
    let unit = frame
        .direction(half_space.normal())
        .to_double()
        .normalize_or_zero();
    let offset = (half_space.offset().to_f64() / normal.length() + radius) * frame.scale.to_f64()
        + unit.dot(frame.origin.to_double());
    let mut points = Vec::new();
    for (i, &p) in window.iter().enumerate() {
        let q = window[(i + 1) % 4];
        let (u, v) = (unit.dot(p) - offset, unit.dot(q) - offset);
        if u <= 0.0 {
            points.push(p);
        }
        if (u < 0.0 && v > 0.0) || (u > 0.0 && v < 0.0) {
            points.push(p + (q - p) * (u / (u - v)));
        }
    }
    line(points.into_iter(), true)
}
