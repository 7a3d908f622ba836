//! Whether one convex body lies within another, at least one of them curved.
//!
//! A lies within B if and only if A reaches no further than B in any direction. Balls on both sides cancel:
//! with r the radius of B's ball minus that of A's, A without its ball must lie within B without its ball,
//! grown by r (or shrunk by -r).
//!
//! - B curved, A the hull of points: each point must be deep enough in B, by the closed forms of
//!   `nearest.rs`.
//! - B the hull of points, r not positive: its faces decide.
//! - The same form in the same place: the balls decide.
//! - Else the support functions are compared, over whole cones of directions at a time (`certify.rs`): this
//!   is a proof either way, unless the two touch from inside along a line or a face. Then the greatest excess
//!   near there is searched by halving steps, and A counts as within B where none is found: it may stick out
//!   by about a billionth of the size.

use alloc::vec::Vec;

use glam::DVec3;

use super::body::{BodyForm, ConvexBody};
use super::certify::{Containment, certify};
use crate::math::Space;

/// Whether A lies within B, up to `tolerance`.
pub(super) fn is_within<V: Space>(a: &ConvexBody, b: &ConvexBody, tolerance: f64) -> bool {
    let grown = b.radius - a.radius;
    let excess = |n: DVec3| a.height(n) - b.height(n);
    let mut flat: Vec<DVec3> = b.kinks.normals.clone();
    if flat.iter().any(|&n| excess(n) > tolerance) {
        return false;
    }
    if let (BodyForm::Points(points), BodyForm::Curved(..)) = (&a.form, &b.form) {
        let fits = |p: &DVec3| b.nearest(*p).is_some_and(|n| n.distance <= grown + tolerance);
        return points.iter().all(fits);
    }
    if matches!(b.form, BodyForm::Points(_)) && grown <= 0.0 {
        // A flat B, or one without faces, contains no curved solid.
        return is_solid::<V>(&flat);
    }
    if let (BodyForm::Curved(one, here), BodyForm::Curved(other, there)) = (&a.form, &b.form)
        && (one, here) == (other, there)
    {
        return grown >= -tolerance;
    }
    flat.extend(&a.kinks.normals);
    if flat.iter().any(|&n| excess(n) > tolerance) {
        return false;
    }
    match certify::<V>(a, b, tolerance) {
        Containment::Within => true,
        Containment::Outside => false,
        Containment::Undecided(open) => {
            flat.extend(open);
            greatest::<V>(excess, &flat, tolerance) <= tolerance
        }
    }
}

/// Whether the normals are those of a body with an interior: not all perpendicular to one direction.
fn is_solid<V: Space>(normals: &[DVec3]) -> bool {
    let Some(&first) = normals.first() else {
        return false;
    };
    let second = normals.iter().find(|n| n.cross(first).length() > 1e-9);
    match (second, V::DIM) {
        (None, _) => false,
        (Some(_), 2) => true,
        (Some(second), _) => {
            let across = first.cross(*second);
            normals.iter().any(|n| n.dot(across).abs() > 1e-12)
        }
    }
}

/// The greatest value found near the best of these unit vectors; stops early above `enough`.
fn greatest<V: Space>(f: impl Fn(DVec3) -> f64, seeds: &[DVec3], enough: f64) -> f64 {
    let mut scored: Vec<(f64, DVec3)> = seeds.iter().map(|&n| (f(n), n)).collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut most = f64::NEG_INFINITY;
    for &(value, n) in scored.iter().take(8) {
        most = most.max(climb::<V>(&f, value, n));
        if most > enough {
            break;
        }
    }
    most
}

/// A climb ends after this many rounds: it halves its step some thirty times, and doubles it in between.
const ROUNDS: usize = 400;

/// Climbs to the local maximum, with steps that double where one goes up and halve where none does. Steps
/// that only halve would take millions of rounds along a flat ridge.
fn climb<V: Space>(f: &impl Fn(DVec3) -> f64, mut value: f64, mut n: DVec3) -> f64 {
    let mut step: f64 = 0.1;
    for _ in 0..ROUNDS {
        if step <= 1e-9 {
            break;
        }
        let (u, v) = n.any_orthonormal_pair();
        let directions = if V::DIM == 2 {
            let along = DVec3::new(-n.y, n.x, 0.0);
            [along, -along, along, -along]
        } else {
            [u, -u, v, -v]
        };
        let tried = directions.map(|w| (n + w * step).normalize());
        match tried.into_iter().map(|n| (f(n), n)).find(|t| t.0 > value) {
            Some(better) => {
                (value, n) = better;
                step = (step * 2.0).min(0.1);
            }
            None => step *= 0.5,
        }
    }
    value
}
