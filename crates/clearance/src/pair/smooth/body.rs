//! A convex shape as the search sees it: a support mapping, and the directions in which it is flat.

use alloc::vec::Vec;

use glam::DVec3;

use super::nearest::{self, Nearest};
use crate::math::{Real, Stand, lift};
use crate::shape::{AnyShape, Curved, Kinks, Placed, ShapeSpace};

/// What is grown by the ball of a body.
#[derive(Clone, Debug)]
pub(crate) enum Form {
    /// The hull of points.
    Points(Vec<DVec3>),
    /// A curved solid, its lengths already scaled.
    Curved(Curved, Stand),
}

/// A convex shape in double precision, in the world's directions around an origin near both shapes.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    /// Without the ball.
    pub form: Form,
    /// The ball's.
    pub radius: f64,
    /// In the world's directions.
    pub kinks: Kinks,
    /// A point in it.
    pub center: DVec3,
    /// How far from the center it reaches, without the ball.
    pub reach: f64,
}

impl Body {
    /// With all lengths multiplied by `unit`; `None` for a shape that is not bounded and convex.
    pub(crate) fn new<V: ShapeSpace>(placed: Placed<'_, V>, around: DVec3, unit: f64) -> Option<Self> {
        let stand = Stand::of_place(&placed.place).seen_from(around).enlarged(unit);
        let scale = stand.scale;
        let mut kinks = placed.shape.kinks();
        kinks.normals.iter_mut().for_each(|n| *n = stand.turned(*n));
        kinks
            .creases
            .iter_mut()
            .for_each(|c| c.axis = stand.turned(c.axis));
        if let Some(curved) = placed.shape.curved() {
            let grown = placed.shape.as_rounded().map_or(0.0, |r| r.radius().to_f64());
            let curved = scaled(curved, scale);
            return Some(Self {
                form: Form::Curved(curved, stand),
                radius: grown * scale,
                kinks,
                center: stand.origin(),
                reach: reach(&curved),
            });
        }
        let core = placed.shape.core()?;
        let points: Vec<_> = core
            .vertices
            .iter()
            .map(|&v| stand.outward(lift(v) * scale))
            .collect();
        let center = points.iter().sum::<DVec3>() / points.len() as f64;
        Some(Self {
            reach: points
                .iter()
                .fold(0.0, |most, p| (*p - center).length().max(most)),
            form: Form::Points(points),
            radius: core.radius.to_f64() * scale,
            kinks,
            center,
        })
    }
    /// The point that the ball is around, where it is one.
    pub(crate) fn as_point(&self) -> Option<DVec3> {
        match &self.form {
            Form::Points(points) if points.len() == 1 => points.first().copied(),
            _ => None,
        }
    }
    /// Whether it is a point or a ball.
    pub(crate) fn is_point(&self) -> bool {
        self.as_point().is_some()
    }
    /// A point furthest along `n`, of any length but zero; without the ball.
    pub(crate) fn support(&self, n: DVec3) -> DVec3 {
        match &self.form {
            Form::Points(points) => furthest(points, n),
            Form::Curved(curved, stand) => stand.outward(support(curved, stand.turned_back(n))),
        }
    }
    /// All corners of what is furthest along the unit vector `n`, up to a billionth of the size: of a corner, an edge or
    /// a face, or the one point of a curved border; `None` for the flat end of a cylinder or cone, which has no
    /// corners. Without the ball.
    pub(crate) fn face(&self, n: DVec3) -> Option<Vec<DVec3>> {
        match &self.form {
            Form::Points(points) => {
                let least = furthest(points, n).dot(n) - 1e-9 * self.reach;
                Some(points.iter().copied().filter(|p| p.dot(n) >= least).collect())
            }
            Form::Curved(curved, stand) => {
                let local = stand.turned_back(n);
                let [one, other] = ends(curved, local)?;
                let two = [one, other].into_iter().take(if one == other { 1 } else { 2 });
                Some(two.map(|p| stand.outward(p)).collect())
            }
        }
    }
    /// How the support point along the unit vector `n` changes as `n` goes along `t`, across it; 0 where it stays.
    pub(crate) fn bend(&self, n: DVec3, t: DVec3) -> DVec3 {
        match &self.form {
            Form::Points(_) => DVec3::ZERO,
            Form::Curved(curved, stand) => {
                stand.turned(bend(curved, stand.turned_back(n), stand.turned_back(t)))
            }
        }
    }
    /// How far it reaches along the unit vector `n`, the ball included.
    pub(crate) fn height(&self, n: DVec3) -> f64 {
        self.support(n).dot(n) + self.radius
    }
    /// The nearest point of the border of a curved form; `None` for points.
    pub(crate) fn nearest(&self, p: DVec3) -> Option<Nearest> {
        let Form::Curved(curved, stand) = &self.form else {
            return None;
        };
        let local = stand.inward(p);
        let found = match *curved {
            Curved::Ellipsoid(radii) => nearest::ellipsoid(solid(radii), local),
            Curved::Cylinder { half_height, radius } => nearest::cylinder(half_height, radius, local),
            Curved::Cone { half_height, radius } => nearest::cone(half_height, radius, local),
        };
        Some(Nearest {
            distance: found.distance,
            normal: stand.turned(found.normal),
            point: stand.outward(found.point),
        })
    }
}

pub(super) fn furthest(points: &[DVec3], n: DVec3) -> DVec3 {
    let higher = |best: DVec3, p: DVec3| if p.dot(n) > best.dot(n) { p } else { best };
    points.iter().copied().reduce(higher).unwrap_or_default()
}

/// An ellipse is cut out of this ellipsoid by the plane; its nearest points stay in the plane.
fn solid(radii: DVec3) -> DVec3 {
    if radii.z == 0.0 {
        radii.with_z(radii.max_element())
    } else {
        radii
    }
}

fn scaled(curved: Curved, by: f64) -> Curved {
    match curved {
        Curved::Ellipsoid(radii) => Curved::Ellipsoid(radii * by),
        Curved::Cylinder { half_height, radius } => Curved::Cylinder {
            half_height: half_height * by,
            radius: radius * by,
        },
        Curved::Cone { half_height, radius } => Curved::Cone {
            half_height: half_height * by,
            radius: radius * by,
        },
    }
}

fn reach(curved: &Curved) -> f64 {
    match *curved {
        Curved::Ellipsoid(radii) => radii.max_element(),
        Curved::Cylinder { half_height, radius } | Curved::Cone { half_height, radius } => {
            libm::hypot(half_height, radius)
        }
    }
}

/// A point of the solid furthest along `n`, in its own frame.
fn support(curved: &Curved, n: DVec3) -> DVec3 {
    match *curved {
        Curved::Ellipsoid(radii) => {
            let stretched = radii * n;
            let largest = stretched.abs().max_element();
            if largest > 0.0 {
                radii * (stretched / largest).normalize()
            } else {
                DVec3::ZERO
            }
        }
        Curved::Cylinder { half_height, radius } => rim(n, radius).0 + DVec3::Y * half_height.copysign(n.y),
        Curved::Cone { half_height, radius } => {
            let (rim, out) = rim(n, radius);
            if half_height * n.y >= radius * out - half_height * n.y {
                DVec3::Y * half_height
            } else {
                rim - DVec3::Y * half_height
            }
        }
    }
}

/// The change of the support point along `t`, in the solid's own frame.
fn bend(curved: &Curved, n: DVec3, t: DVec3) -> DVec3 {
    match *curved {
        Curved::Ellipsoid(radii) => {
            let s = support(curved, n);
            (radii * radii * t - s * s.dot(t)) / (radii * n).length()
        }
        Curved::Cylinder { radius, .. } => rim_bend(n, t, radius),
        Curved::Cone { half_height, radius } => {
            let out = libm::hypot(n.x, n.z);
            if 2.0 * half_height * n.y >= radius * out {
                DVec3::ZERO
            } else {
                rim_bend(n, t, radius)
            }
        }
    }
}

/// Of the point of a circle around Y: along the circle.
fn rim_bend(n: DVec3, t: DVec3, radius: f64) -> DVec3 {
    let (rim, out) = rim(n, radius);
    let along = DVec3::Y.cross(rim);
    if out > 0.0 {
        along * (along.dot(t) / (radius * out))
    } else {
        DVec3::ZERO
    }
}

/// The ends of the line of the border that is furthest along the unit vector `n`, or twice the one point.
fn ends(curved: &Curved, n: DVec3) -> Option<[DVec3; 2]> {
    const SLACK: f64 = 1e-9;
    let (top, bottom, tie) = match *curved {
        Curved::Ellipsoid(_) => return Some([support(curved, n); 2]),
        Curved::Cylinder { half_height, radius } => {
            let (rim, end) = (rim(n, radius).0, DVec3::Y * half_height);
            (rim + end, rim - end, n.y)
        }
        Curved::Cone { half_height, radius } => {
            let ((rim, out), end) = (rim(n, radius), DVec3::Y * half_height);
            let side = libm::hypot(2.0 * half_height, radius);
            (end, rim - end, (2.0 * half_height * n.y - radius * out) / side)
        }
    };
    let is_flat = libm::hypot(n.x, n.z) < SLACK && !(matches!(curved, Curved::Cone { .. }) && n.y > 0.0);
    if is_flat {
        None
    } else if tie.abs() <= SLACK {
        Some([top, bottom])
    } else if tie > 0.0 {
        Some([top; 2])
    } else {
        Some([bottom; 2])
    }
}

/// The point of the circle around Y furthest along `n`, its center where all are; and the length of `n` across Y.
fn rim(n: DVec3, radius: f64) -> (DVec3, f64) {
    let out = libm::hypot(n.x, n.z);
    if out > 0.0 {
        (DVec3::new(n.x / out * radius, 0.0, n.z / out * radius), out)
    } else {
        (DVec3::ZERO, 0.0)
    }
}
