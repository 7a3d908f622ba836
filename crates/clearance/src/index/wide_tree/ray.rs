//! A ray against eight boxes at once: when it enters them, never too late (Kay and Kajiya, "Ray tracing complex
//! scenes", 1986).
//!
//! In the unit of a tree and in single precision. Boxes are enlarged by the error of the start, and times are
//! made earlier by that of a quotient, so no box that the ray enters is missed.

use glam::Vec4;

use super::unit::up;
use super::walk::eight;
use super::{Node, Unit, WIDTH, WideTree};
use crate::index::interface::Flow;
use crate::math::Vector;

/// The rounding of a quotient and of what it is compared with.
const ROUNDING: f32 = 1e-6;
/// A component of a direction this small counts as this: in the time to cross the shape it moves nowhere.
const LEAST: f32 = 1e-30;

/// A ray in the unit of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayLanes {
    origin: [f32; 3],
    inverse: [f32; 3],
    error: f32,
}

impl RayLanes {
    /// From a point, known to within `error` along each axis, and a direction in the frame of the shape; `None`
    /// where single precision does not hold them.
    pub fn new<V: Vector>(unit: &Unit<V>, origin: [f64; 3], direction: [f64; 3], error: f64) -> Option<Self> {
        let at: [f64; 3] = core::array::from_fn(|i| unit.coordinate(origin[i], i));
        let along = direction.map(|x| (x * unit.per_length) as f32);
        let reach = at.iter().fold(1.0, |reach: f64, x| reach.max(libm::fabs(*x)));
        let fastest = along.iter().fold(0.0, |most: f32, x| most.max(x.abs()));
        if !(reach < 1e15 && fastest > 1e-15 && fastest < 1e15) {
            return None;
        }
        Some(Self {
            origin: at.map(|x| x as f32),
            inverse: along.map(|x| if x.abs() < LEAST { LEAST.copysign(x) } else { x }.recip()),
            error: up(4e-7 * reach + error * unit.per_length),
        })
    }
    /// Lower bounds of the times of entry; infinite where a box is not entered.
    #[inline(always)]
    fn enters(&self, node: &Node) -> [f32; WIDTH] {
        eight(|h| {
            let (mut enter, mut exit) = (Vec4::ZERO, Vec4::INFINITY);
            for i in 0..3 {
                let (origin, inverse) = (Vec4::splat(self.origin[i]), Vec4::splat(self.inverse[i]));
                let error = Vec4::splat(self.error);
                let low = (node.low[i][h] - error - origin) * inverse;
                let high = (node.high[i][h] + error - origin) * inverse;
                enter = enter.max(low.min(high));
                exit = exit.min(low.max(high));
            }
            let enter = enter * (1.0 - ROUNDING);
            let is_entered = enter.cmple(exit * (1.0 + ROUNDING));
            Vec4::select(is_entered, enter, Vec4::INFINITY)
        })
    }
}

impl<V: Vector> WideTree<V> {
    /// Visits the items in boxes that a ray enters at any time, until `visit` breaks.
    pub fn crossed_by(&self, ray: &RayLanes, visit: &mut dyn FnMut(u32) -> Flow) -> Flow {
        let mask = |node: &Node| {
            let enters = ray.enters(node);
            (0..WIDTH).fold(0, |mask, k| mask | u32::from(enters[k] < f32::INFINITY) << k)
        };
        self.pass(&mask, visit)
    }
    /// Visits the items in boxes that a ray enters until a time, those entered first first. `visit` returns up
    /// to which time others are of interest.
    pub fn along(&self, ray: &RayLanes, until: f64, visit: &mut dyn FnMut(u32) -> f64) {
        let limit = |time: f64| up(time * (1.0 + 1e-6));
        self.approach(&|node| ray.enters(node), limit(until), &mut |item| {
            limit(visit(item))
        });
    }
}
