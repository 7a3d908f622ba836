//! Fits curved surfaces to points: a first guess, then least squares.
//!
//! The corners of a tessellated face lie on it but for rounding. So the guess need not be good, only near:
//! the method of Gauss and Newton converges to the surface quadratically where the distances vanish.
//!
//! Imports run one way: `solve` → `model` → `start`.

mod model;
mod solve;
mod start;

use alloc::vec::Vec;

use glam::DVec3;

use model::MOST;
pub(super) use model::Model;
use solve::solved;
pub(super) use start::{
    Sample, cone_of_rulings, cylinder_of_rulings, of_circle, of_cross, of_samples, sphere_through,
};

/// A surface near `start` that is nearest to the points in the least squares, and the greatest distance of a
/// point. Gives up early where the distances do not seem to get below `enough`.
pub(super) fn refined(start: Model, points: &[DVec3], enough: f64) -> (Model, f64) {
    let middle = points.iter().sum::<DVec3>() / points.len() as f64;
    let size = points
        .iter()
        .map(|p| (*p - middle).abs().max_element())
        .fold(0.0, f64::max);
    if size == 0.0 {
        return (start, greatest(&start, points));
    }
    let local: Vec<DVec3> = points.iter().map(|p| (*p - middle) / size).collect();
    let mut model = centred(
        start
            .scaled_and_moved(1.0, -middle)
            .scaled_and_moved(1.0 / size, DVec3::ZERO),
    );
    let mut cost = squares(&model, &local);
    let mut damping = 0.0;
    let few = (enough / size) * (enough / size) * points.len() as f64;
    for round in 0..25 {
        let next = step(&model, &local, damping).map(|next| (next, squares(&next, &local)));
        match next {
            Some((next, next_cost)) if next_cost < cost => {
                let is_slow = next_cost > 0.25 * cost && round > 3 && next_cost > few;
                let is_done = is_slow || next_cost > 0.98 * cost && damping == 0.0;
                (model, cost) = (centred(next), next_cost);
                damping = if damping < 1e-9 { 0.0 } else { damping * 0.01 };
                if is_done {
                    break;
                }
            }
            _ if damping > 1.0 || cost < 1e-31 * points.len() as f64 => break,
            _ => damping = (damping * 100.0).max(1e-7),
        }
    }
    let model = model.scaled_and_moved(size, middle);
    (model, greatest(&model, points))
}

/// The greatest distance of a point from a surface.
pub(super) fn greatest(model: &Model, points: &[DVec3]) -> f64 {
    points.iter().map(|p| model.value(*p).abs()).fold(0.0, f64::max)
}

fn squares(model: &Model, points: &[DVec3]) -> f64 {
    points.iter().map(|p| model.value(*p)).map(|d| d * d).sum()
}

/// The same surface with the point of its axis near the middle of the points, 0: so that turning the axis and
/// moving it are different things.
fn centred(model: Model) -> Model {
    match model {
        Model::Round {
            point,
            axis,
            radius,
            angle,
            is_cone,
        } => {
            let along = -point.dot(axis);
            let grown = if is_cone { along * libm::tan(angle) } else { 0.0 };
            Model::Round {
                point: point + axis * along,
                axis,
                radius: radius + grown,
                angle,
                is_cone,
            }
        }
        other => other,
    }
}

/// A step of the method of Gauss and Newton, damped as by Levenberg and Marquardt.
#[allow(clippy::needless_range_loop)] // rows and columns by their numbers, as in the books
fn step(model: &Model, points: &[DVec3], damping: f64) -> Option<Model> {
    let n = model.numbers();
    let (mut matrix, mut right) = ([[0.0; MOST]; MOST], [0.0; MOST]);
    let frame = model.frame();
    for p in points {
        let (distance, d) = model.distance(&frame, *p);
        for i in 0..n {
            right[i] -= d[i] * distance;
            for j in 0..=i {
                matrix[i][j] += d[i] * d[j];
            }
        }
    }
    for i in 0..n {
        matrix[i][i] *= 1.0 + damping;
        for j in 0..i {
            matrix[j][i] = matrix[i][j];
        }
    }
    model.stepped(&solved(matrix, right, n)?)
}
