//! The curved surfaces as functions of a few numbers, with derivatives for the method of Gauss and Newton.

use glam::DVec3;

use crate::assembly::surface::{Cone, Cylinder, Sphere, Surface, Torus};
use crate::math::Real;

/// The most numbers that a surface has.
pub(super) const MOST: usize = 7;

/// A curved surface while it is being fitted: without sides.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembly::faces) enum Model {
    /// A cylinder, or a cone if `is_cone`. A cone has its radius at `point` and grows with the slope `angle`
    /// along the axis: so a slender cone is a number like any other, though its apex is far away.
    Round {
        point: DVec3,
        axis: DVec3,
        radius: f64,
        angle: f64,
        is_cone: bool,
    },
    Sphere {
        center: DVec3,
        radius: f64,
    },
    Torus {
        center: DVec3,
        axis: DVec3,
        major: f64,
        minor: f64,
    },
}

/// Two directions across the axis, and the slope of a cone.
pub(super) struct Frame {
    u: DVec3,
    v: DVec3,
    sin: f64,
    cos: f64,
}

impl Model {
    /// How many numbers it has.
    pub fn numbers(&self) -> usize {
        match self {
            Self::Round { is_cone: false, .. } => 5,
            Self::Round { is_cone: true, .. } => 6,
            Self::Sphere { .. } => 4,
            Self::Torus { .. } => 7,
        }
    }
    /// Equal for surfaces of one kind.
    pub fn kind(&self) -> u8 {
        match self {
            Self::Round { is_cone: false, .. } => 0,
            Self::Round { is_cone: true, .. } => 1,
            Self::Sphere { .. } => 2,
            Self::Torus { .. } => 3,
        }
    }
    /// Larger for what is to be preferred where two surfaces fit.
    pub fn simplicity(&self) -> u8 {
        match self {
            Self::Round { is_cone: false, .. } => 3,
            Self::Round { is_cone: true, .. } => 2,
            Self::Sphere { .. } => 2,
            Self::Torus { .. } => 1,
        }
    }
    /// What the derivatives at all points have in common.
    pub(super) fn frame(&self) -> Frame {
        let (axis, angle) = match *self {
            Self::Round { axis, angle, .. } => (axis, angle),
            Self::Sphere { .. } => (DVec3::Z, 0.0),
            Self::Torus { axis, .. } => (axis, 0.0),
        };
        let ((u, v), (sin, cos)) = (axis.any_orthonormal_pair(), libm::sincos(angle));
        Frame { u, v, sin, cos }
    }
    /// The signed distance of a point, and its derivatives.
    #[inline]
    pub(super) fn distance(&self, frame: &Frame, p: DVec3) -> (f64, [f64; MOST]) {
        let mut d = [0.0; MOST];
        let Frame { u, v, sin, cos } = *frame;
        match *self {
            Self::Round {
                point, axis, radius, ..
            } => {
                let (height, rho, out) = about(p - point, axis);
                let turn = -(cos * height + sin * rho);
                d[..2].copy_from_slice(&[-cos * out.dot(u), -cos * out.dot(v)]);
                d[2..4].copy_from_slice(&[turn * out.dot(u), turn * out.dot(v)]);
                (d[4], d[5]) = (-cos, -(rho - radius) * sin - height * cos);
                ((rho - radius) * cos - height * sin, d)
            }
            Self::Sphere { center, radius } => {
                let from = p - center;
                let length = from.length();
                let out = from / length.max(f64::MIN_POSITIVE);
                d[..4].copy_from_slice(&[-out.x, -out.y, -out.z, -1.0]);
                (length - radius, d)
            }
            Self::Torus {
                center,
                axis,
                major,
                minor,
            } => {
                let (height, rho, out) = about(p - center, axis);
                let across = rho - major;
                let length = Real::sqrt(across * across + height * height).max(f64::MIN_POSITIVE);
                let normal = (out * across + axis * height) / length;
                let turn = height * major / length;
                d[..3].copy_from_slice(&[-normal.x, -normal.y, -normal.z]);
                d[3..7].copy_from_slice(&[turn * out.dot(u), turn * out.dot(v), -across / length, -1.0]);
                (length - minor, d)
            }
        }
    }
    /// The greatest distance of some points.
    #[inline]
    pub fn farthest<const N: usize>(&self, points: [DVec3; N]) -> f64 {
        let mut most = 0.0;
        match *self {
            Self::Round {
                point,
                axis,
                radius,
                is_cone: false,
                ..
            } => {
                for p in points {
                    most = f64::max(most, Real::abs(about(p - point, axis).1 - radius));
                }
            }
            _ => {
                for p in points {
                    most = f64::max(most, Real::abs(self.value(p)));
                }
            }
        }
        most
    }
    /// Only the distance.
    #[inline]
    pub fn value(&self, p: DVec3) -> f64 {
        match *self {
            Self::Round {
                point,
                axis,
                radius,
                angle,
                is_cone,
            } => {
                let (height, rho, _) = about(p - point, axis);
                if !is_cone {
                    return rho - radius;
                }
                let (sin, cos) = libm::sincos(angle);
                (rho - radius) * cos - height * sin
            }
            Self::Sphere { center, radius } => (p - center).length() - radius,
            Self::Torus {
                center,
                axis,
                major,
                minor,
            } => {
                let (height, rho, _) = about(p - center, axis);
                Real::sqrt((rho - major) * (rho - major) + height * height) - minor
            }
        }
    }
    /// After a step of the numbers; `None` if it leads out of what a surface can be.
    pub(super) fn stepped(&self, step: &[f64; MOST]) -> Option<Self> {
        let turned = |axis: DVec3, a: f64, b: f64| {
            let (u, v) = axis.any_orthonormal_pair();
            (axis + u * a + v * b).normalize_or(axis)
        };
        let next = match *self {
            Self::Round {
                point,
                axis,
                radius,
                angle,
                is_cone,
            } => {
                let (u, v) = axis.any_orthonormal_pair();
                let slope = if is_cone { step[5] } else { 0.0 };
                Self::Round {
                    point: point + u * step[0] + v * step[1],
                    axis: turned(axis, step[2], step[3]),
                    radius: radius + step[4],
                    angle: angle + slope,
                    is_cone,
                }
            }
            Self::Sphere { center, radius } => Self::Sphere {
                center: center + DVec3::new(step[0], step[1], step[2]),
                radius: radius + step[3],
            },
            Self::Torus {
                center,
                axis,
                major,
                minor,
            } => Self::Torus {
                center: center + DVec3::new(step[0], step[1], step[2]),
                axis: turned(axis, step[3], step[4]),
                major: major + step[5],
                minor: minor + step[6],
            },
        };
        next.is_possible().then_some(next)
    }
    fn is_possible(&self) -> bool {
        match *self {
            Self::Round { radius, angle, .. } => radius.is_finite() && angle.abs() < 1.57,
            Self::Sphere { radius, .. } => radius > 0.0 && radius.is_finite(),
            Self::Torus { major, minor, .. } => major > 0.0 && minor > 0.0 && (major + minor).is_finite(),
        }
    }
    /// The direction in which the distance grows.
    pub fn normal(&self, p: DVec3) -> DVec3 {
        match *self {
            Self::Round {
                point, axis, angle, ..
            } => {
                let (sin, cos) = libm::sincos(angle);
                about(p - point, axis).2 * cos - axis * sin
            }
            Self::Sphere { center, .. } => (p - center).normalize_or(DVec3::Z),
            Self::Torus {
                center, axis, major, ..
            } => {
                let (height, rho, out) = about(p - center, axis);
                (out * (rho - major) + axis * height).normalize_or(out)
            }
        }
    }
    /// The same in a frame that is moved and scaled.
    pub(super) fn scaled_and_moved(self, by: f64, to: DVec3) -> Self {
        match self {
            Self::Round {
                point,
                axis,
                radius,
                angle,
                is_cone,
            } => Self::Round {
                point: point * by + to,
                axis,
                radius: radius * by,
                angle,
                is_cone,
            },
            Self::Sphere { center, radius } => Self::Sphere {
                center: center * by + to,
                radius: radius * by,
            },
            Self::Torus {
                center,
                axis,
                major,
                minor,
            } => Self::Torus {
                center: center * by + to,
                axis,
                major: major * by,
                minor: minor * by,
            },
        }
    }
    /// The surface with a side.
    pub fn surface(&self, outward: bool) -> Surface {
        match *self {
            Self::Round {
                point,
                axis,
                radius,
                is_cone: false,
                ..
            } => Surface::Cylinder(Cylinder {
                point,
                axis,
                radius,
                outward,
            }),
            Self::Round {
                point,
                axis,
                radius,
                angle,
                ..
            } => {
                let (axis, half_angle) = if angle < 0.0 {
                    (-axis, -angle)
                } else {
                    (axis, angle)
                };
                let apex = point - axis * (radius / libm::tan(half_angle));
                Surface::Cone(Cone {
                    apex,
                    axis,
                    half_angle,
                    outward,
                })
            }
            Self::Sphere { center, radius } => Surface::Sphere(Sphere {
                center,
                radius,
                outward,
            }),
            Self::Torus {
                center,
                axis,
                major,
                minor,
            } => Surface::Torus(Torus {
                center,
                axis,
                major,
                minor,
                outward,
            }),
        }
    }
}

/// Height along an axis, distance from it, and the direction away from it.
#[inline]
pub(super) fn about(from: DVec3, axis: DVec3) -> (f64, f64, DVec3) {
    let height = from.dot(axis);
    let away = from - axis * height;
    let rho = away.length();
    (height, rho, away / rho.max(f64::MIN_POSITIVE))
}
