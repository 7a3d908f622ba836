//! The outline of a 2D shape, with exact arcs.

use std::collections::BTreeMap;

use clearance::glam::DVec2;
use clearance::math::{Frame, Real, Rotation2};
use clearance::shape::{AnyShape, Border, Core, HalfSpace, Shape2, Space2};

/// A step of an outline, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Starts a new line here.
    Move(DVec2),
    /// Straight on to here.
    Line(DVec2),
    /// Counter-clockwise along an ellipse to here; at most half of it.
    Arc(Ellipse, DVec2),
    /// Back to the start.
    Close,
}

/// The ellipse that an arc is a piece of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    /// The center.
    pub center: DVec2,
    /// The radii along the axes.
    pub radii: DVec2,
    /// The direction of the first axis, of length 1.
    pub axis: DVec2,
}

impl Ellipse {
    fn circle(center: DVec2, radius: f64) -> Self {
        Self {
            center,
            radii: DVec2::splat(radius),
            axis: DVec2::X,
        }
    }
}

/// An outline. Its interior, by the even-odd rule, belongs to the shape, unless it is only a line.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The steps.
    pub steps: Vec<Step>,
    /// Whether it has no interior.
    pub is_line: bool,
}

/// The number of straight pieces for a whole turn of a curve.
pub(super) const PIECES: usize = 96;

/// Adds the outlines of a shape. `window` has the corners of the visible part of an unbounded shape, which is
/// left out without it.
pub fn outlines<V: Space2>(
    shape: &Shape2<V>,
    frame: &Frame<V>,
    window: Option<&[DVec2; 4]>,
    out: &mut Vec<Outline>,
) {
    if let Some(core) = shape.core() {
        out.push(grown(&corners(&core, frame), radius(&core, frame)));
        return;
    }
    match shape {
        Shape2::Ellipse(ellipse) => out.push(ellipse_outline(ellipse.radii(), frame)),
        Shape2::Polygon(polygon) => out.push(rings(polygon.rings(), frame)),
        Shape2::Polyline(polyline) => out.push(chain(polyline.vertices(), polyline.closed(), frame)),
        Shape2::HalfSpace(half_space) => out.extend(window.map(|w| clipped(half_space, 0.0, frame, w))),
        Shape2::Rounded(rounded) => {
            let radius = rounded.radius().to_f64();
            match rounded.shape() {
                Shape2::HalfSpace(half_space) => {
                    out.extend(window.map(|w| clipped(half_space, radius, frame, w)));
                }
                Shape2::Ellipse(ellipse) => out.push(grown_ellipse(ellipse.radii(), radius, frame)),
                other => outlines(other, frame, window, out),
            }
        }
        Shape2::Compound(compound) => {
            for part in compound.parts() {
                outlines(&part.shape, &frame.after(&part.pose.frame()), window, out);
            }
        }
        other => out.extend(other.parts().and_then(|parts| parts.facets()).map(|border| {
            let own = border.pose().map(|pose| frame.after(&pose.frame()));
            chained(border, &own.unwrap_or(*frame))
        })),
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
            let around = Ellipse::circle(q, radius);
            steps.push(Step::Arc(around, q + back));
            if points.len() == 1 {
                steps.push(Step::Arc(around, q + n));
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
    let ellipse = Ellipse {
        center: frame.origin.to_double(),
        radii: radii.to_double() * frame.scale.to_f64(),
        axis: axis.normalize_or(DVec2::X),
    };
    let steps = vec![
        Step::Move(right),
        Step::Arc(ellipse, left),
        Step::Arc(ellipse, right),
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
        let turned = Rotation2::from_angle(std::f64::consts::TAU * i as f64 / PIECES as f64);
        let on = DVec2::new(radii.x * turned.cos(), radii.y * turned.sin());
        let normal = DVec2::new(radii.y * turned.cos(), radii.x * turned.sin()).normalize_or_zero();
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

/// The segments of a border, end to end; if more than one goes on from a point, any of them.
fn chained<V: Space2>(border: &dyn Border<V>, frame: &Frame<V>) -> Outline {
    let key = |i, k| {
        let p = border.corner(i, k).to_double() + DVec2::ZERO; // -0.0 becomes 0.0
        [p.x.to_bits(), p.y.to_bits()]
    };
    let mut starts: BTreeMap<[u64; 2], Vec<usize>> = BTreeMap::new();
    for i in 0..border.facet_count() {
        starts.entry(key(i, 0)).or_default().push(i);
    }
    let mut outline = Outline::default();
    while let Some(mut at) = starts.first_key_value().map(|(first, _)| *first) {
        let mut ring = Vec::new();
        while let Some(next) = starts.get_mut(&at).and_then(Vec::pop) {
            if starts.get(&at).is_some_and(Vec::is_empty) {
                starts.remove(&at);
            }
            ring.push(world(frame, border.corner(next, 0)));
            at = key(next, 1);
        }
        outline.steps.extend(line(ring.into_iter(), true).steps);
    }
    outline
}

/// The visible part of a half-space: the window, cut along the border (Sutherland and Hodgman 1974).
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
