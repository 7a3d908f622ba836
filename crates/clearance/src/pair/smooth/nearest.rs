//! The point on the border of an ellipsoid, a cylinder or a cone that is nearest to a given point, in the
//! shape's own frame.
//!
//! The cylinder and the cone are plane problems in the half-plane of the point and the axis. The ellipsoid
//! needs the largest root of a rational function (Eberly, "Distance from a Point to an Ellipse, an Ellipsoid,
//! or a Hyperellipsoid", 2013). Eberly bisects. We use Newton's method: the function is convex and falls, so
//! from the left it never passes the root, and it needs some five steps. We count the unknown from the pole,
//! not from the border. So the answer is right also next to the middle plane, where the nearest point jumps
//! from side to side.

use glam::{DVec2, DVec3};

use crate::math::Vector;

/// The nearest point of a border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Negative inside.
    pub distance: f64,
    /// The outward unit normal there.
    pub normal: DVec3,
    /// On the border.
    pub point: DVec3,
}

/// An ellipse is where the plane cuts this ellipsoid; its nearest points stay in the plane.
pub(crate) fn solid(radii: DVec3) -> DVec3 {
    if radii.z == 0.0 {
        radii.with_z(radii.max_element())
    } else {
        radii
    }
}

/// 2^-100: a length of this part of the size changes no digit of an answer, and its square is far from
/// underflow.
const NOTHING: f64 = 1.0 / (1_u128 << 100) as f64;

/// The nearest point on the ellipsoid around the origin with these radii, which are not negative.
pub(crate) fn ellipsoid(radii: DVec3, p: DVec3) -> Nearest {
    let y = p.abs().to_array();
    // A radius that is negligible beside the others, or has underflowed to 0, is made just large enough to
    // divide by.
    let floor = (radii.max_element().max(p.abs().max_element()) * NOTHING).max(f64::MIN_POSITIVE);
    let e = radii.max(DVec3::splat(floor)).to_array();
    let least = (1..3).fold(0, |k, i| if e[i] < e[k] { i } else { k });
    // In units of the smallest radius: `gaps` are rᵢ² - 1, without cancellation.
    let ratio = e.map(|r| (r / e[least]) * (r / e[least]));
    let gaps = e.map(|r| ((r - e[least]) / e[least]) * ((r + e[least]) / e[least]));
    let unit = [0, 1, 2].map(|i| y[i] / e[i]);
    let root = nearest_root(ratio, gaps, unit);
    let mut x = [0, 1, 2].map(|i| {
        if y[i] == 0.0 {
            0.0
        } else {
            y[i] * ratio[i] / (root + gaps[i])
        }
    });
    if root == 0.0 {
        let rest: f64 = (0..3).map(|i| (x[i] / e[i]) * (x[i] / e[i])).sum();
        x[least] = e[least] * libm::sqrt((1.0 - rest).max(0.0));
    }
    let distance = if root == 0.0 {
        -DVec3::from_array([0, 1, 2].map(|i| y[i] - x[i])).length()
    } else {
        let step = [0, 1, 2].map(|i| if y[i] == 0.0 { 0.0 } else { y[i] / (root + gaps[i]) });
        (root - 1.0) * DVec3::from_array(step).length()
    };
    let steep = DVec3::from_array([0, 1, 2].map(|i| x[i] / e[i] * (e[least] / e[i])));
    Nearest {
        distance,
        normal: steep.normalize_or(DVec3::AXES[least]).copysign(p),
        point: DVec3::from_array(x).copysign(p),
    }
}

/// The root u >= 0 of `Σ (rᵢ zᵢ / (u + rᵢ - 1))² = 1`, or 0 where the sum is less than 1 everywhere.
fn nearest_root(ratio: [f64; 3], gaps: [f64; 3], unit: [f64; 3]) -> f64 {
    // Where the largest term alone is 1: this is left of the root, and the sum is between 1 and 3 there.
    let mut u = (0..3).fold(0.0_f64, |u, i| u.max(ratio[i] * unit[i] - gaps[i]));
    for _ in 0..64 {
        let (mut excess, mut slope) = (-1.0, 0.0);
        for i in (0..3).filter(|&i| unit[i] != 0.0) {
            let term = ratio[i] * unit[i] / (u + gaps[i]);
            excess += term * term;
            slope += 2.0 * term * term / (u + gaps[i]);
        }
        let next = u + excess / slope;
        if excess.is_nan() || excess <= 0.0 || next <= u || next.is_nan() {
            break;
        }
        u = next;
    }
    u
}

/// The nearest point on the cylinder around Y from `-half_height` to `half_height`.
pub(crate) fn cylinder(half_height: f64, radius: f64, p: DVec3) -> Nearest {
    let (from_axis, out) = around_y(p);
    let (above, beside) = (p.y.abs() - half_height, from_axis - radius);
    let cap = DVec2::new(0.0, 1.0_f64.copysign(p.y));
    let gap = DVec2::new(beside.max(0.0), above.max(0.0));
    let (distance, normal) = if gap == DVec2::ZERO {
        let normal = if above >= beside { cap } else { DVec2::X };
        (above.max(beside), normal)
    } else {
        let distance = libm::hypot(gap.x, gap.y);
        (distance, DVec2::new(gap.x, gap.y.copysign(p.y)) / distance)
    };
    turned(p, distance, normal, out)
}

/// The nearest point on the cone around Y with its base at `-half_height` and its apex at `half_height`.
pub(crate) fn cone(half_height: f64, radius: f64, p: DVec3) -> Nearest {
    let (from_axis, out) = around_y(p);
    let corner = DVec2::new(from_axis - radius, p.y + half_height);
    let side = DVec2::new(2.0 * half_height, radius);
    let side = side
        .try_normalize()
        .or_else(|| side.normalized())
        .unwrap_or(DVec2::X);
    let length = libm::hypot(2.0 * half_height, radius);
    let (off_side, below) = (corner.dot(side), -corner.y);
    let along = corner.dot(DVec2::new(-side.y, side.x));
    let vertex = |from: DVec2| {
        let distance = libm::hypot(from.x, from.y);
        (distance, if distance > 0.0 { from / distance } else { side })
    };
    let (distance, normal) = if off_side <= 0.0 && below <= 0.0 {
        if below >= off_side {
            (below, DVec2::NEG_Y)
        } else {
            (off_side, side)
        }
    } else if below > 0.0 && corner.x <= 0.0 {
        (below, DVec2::NEG_Y)
    } else if along <= 0.0 {
        vertex(corner)
    } else if along >= length {
        vertex(DVec2::new(from_axis, p.y - half_height))
    } else {
        (off_side, side)
    };
    turned(p, distance, normal, out)
}

/// The distance from the Y axis and the unit vector away from it; X for a point on the axis.
fn around_y(p: DVec3) -> (f64, DVec3) {
    let from_axis = libm::hypot(p.x, p.z);
    let out = if from_axis > 0.0 {
        DVec3::new(p.x / from_axis, 0.0, p.z / from_axis)
    } else {
        DVec3::X
    };
    (from_axis, out)
}

/// From the half-plane of the point and the Y axis back to space.
fn turned(p: DVec3, distance: f64, normal: DVec2, out: DVec3) -> Nearest {
    let normal = out * normal.x + DVec3::Y * normal.y;
    Nearest {
        distance,
        normal,
        point: p - normal * distance,
    }
}
