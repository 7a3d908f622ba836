//! How near moving parts are to the others at times along a move: for plots.

use alloc::vec::Vec;

use super::path::distance_between;
use super::report::Move;
use crate::assembly::Assembly;

/// How near moving parts are to the others at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// From 0 to 1.
    pub time: f64,
    /// The least distance of a moving part from another one, as their shapes are: 0 where any meet.
    pub clearance: f64,
    /// The moving part.
    pub part: usize,
    /// The other one.
    pub with: usize,
}

/// The clearance at `steps + 1` times of a move, evenly spaced; times without another part are left out.
/// Between them anything may happen: [`follow`](super::follow) tells what does.
///
/// Cost: a distance for each time and each pair of parts whose boxes are nearer than the nearest pair so far.
///
/// ```
/// use clearance::{Pose, assembly::{Assembly, Solid}, d3::Shape, glam::DVec3, motion::{Move, Screw, clearance_curve}};
/// let ball = std::sync::Arc::new(Solid::new(Shape::sphere(1.0)?, 0.0, 0.0));
/// let mut two = Assembly::default();
/// two.add("moving", ball.clone(), Pose::IDENTITY);
/// two.add("still", ball.clone(), Pose::at(DVec3::X * 6.0)?);
/// let towards = Move { parts: vec![0], screw: Screw::straight(DVec3::X * 8.0) };
/// let curve = clearance_curve(&two, &towards, 4, &|_, _| true);
/// let clearances: Vec<_> = curve.iter().map(|point| point.clearance).collect();
/// assert_eq!(clearances, [4.0, 2.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub fn clearance_curve(
    assembly: &Assembly,
    one: &Move,
    steps: u32,
    allows: &dyn Fn(usize, usize) -> bool,
) -> Vec<CurvePoint> {
    let at = |i: u32| point(assembly, one, f64::from(i) / f64::from(steps.max(1)), allows);
    (0..=steps).filter_map(at).collect()
}

fn point(
    assembly: &Assembly,
    one: &Move,
    time: f64,
    allows: &dyn Fn(usize, usize) -> bool,
) -> Option<CurvePoint> {
    let parts = assembly.parts();
    let mut nearest: Option<CurvePoint> = None;
    for &part in one.parts.iter().filter(|&&part| part < parts.len()) {
        let pose = one.screw.pose(&parts[part].pose, time).ok()?;
        let bounds = parts[part].placed_at(&pose).aabb();
        for (with, still) in parts.iter().enumerate() {
            let best = nearest.map_or(f64::INFINITY, |point| point.clearance);
            let is_other = !one.parts.contains(&with) && allows(part, with);
            if !is_other || still.placed().aabb().distance(&bounds) >= best {
                continue;
            }
            let clearance = distance_between(&parts[part], &pose, still);
            if clearance < best {
                nearest = Some(CurvePoint {
                    time,
                    clearance,
                    part,
                    with,
                });
            }
        }
    }
    nearest
}
