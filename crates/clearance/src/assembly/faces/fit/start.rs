//! First guesses of surfaces, from normals of facets, or from few points that determine one.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::model::{Model, about};
use super::solve::{least_eigenvector, solved};
use crate::math::Real;

/// A facet: its middle, its unit normal and its area.
#[derive(Clone, Copy)]
pub(in crate::assembly::faces) struct Sample {
    pub middle: DVec3,
    pub normal: DVec3,
    pub area: f64,
}

/// Guesses of each kind from facets and their corners.
pub(in crate::assembly::faces) fn of_samples(samples: &[Sample], points: &[DVec3]) -> ArrayVec<Model, 4> {
    let guesses = [
        cylinder(samples, points),
        cone(samples, points),
        sphere(points),
        torus(samples, points),
    ];
    guesses.into_iter().flatten().collect()
}

/// The axis is perpendicular to all normals.
fn cylinder(samples: &[Sample], points: &[DVec3]) -> Option<Model> {
    let axis = DVec3::from_array(least_eigenvector(spread(samples, DVec3::ZERO)));
    cylinder_along(axis, DVec3::ZERO, points)
}

/// The cylinder along an axis through points, seen from `origin`.
fn cylinder_along(axis: DVec3, origin: DVec3, points: &[DVec3]) -> Option<Model> {
    let (u, v) = axis.any_orthonormal_pair();
    let seen = points.iter().map(|p| *p - origin);
    let circle = circle(seen.map(|p| [p.dot(u), p.dot(v)]))?;
    Some(Model::Round {
        point: origin + u * circle.center[0] + v * circle.center[1],
        axis,
        radius: circle.radius,
        angle: 0.0,
        is_cone: false,
    })
}

/// The normals have one angle with the axis.
fn cone(samples: &[Sample], points: &[DVec3]) -> Option<Model> {
    let total: f64 = samples.iter().map(|s| s.area).sum();
    let mean = samples.iter().map(|s| s.normal * s.area).sum::<DVec3>() / total;
    cone_along(
        DVec3::from_array(least_eigenvector(spread(samples, mean))),
        points,
    )
}

/// The cone along an axis through points: u² + v² = 2au + 2bv + cz² + 2rsz + d is linear in all but r, the
/// radius at z = 0, and s, the slope. Planes of facets do not meet in the apex where the facets are twisted.
fn cone_along(axis: DVec3, points: &[DVec3]) -> Option<Model> {
    let (u, v) = axis.any_orthonormal_pair();
    let origin = points.iter().sum::<DVec3>() / points.len() as f64;
    let (mut matrix, mut right) = ([[0.0; 5]; 5], [0.0; 5]);
    for p in points {
        let (x, y, z) = (
            (*p - origin).dot(u),
            (*p - origin).dot(v),
            (*p - origin).dot(axis),
        );
        let row = [x, y, z * z, z, 1.0];
        for i in 0..5 {
            right[i] += row[i] * (x * x + y * y);
            (0..5).for_each(|j| matrix[i][j] += row[i] * row[j]);
        }
    }
    let [a, b, _, change, square] = solved(matrix, right, 5)?;
    let radius = Real::sqrt(square + 0.25 * (a * a + b * b));
    let slope = 0.5 * change / radius;
    let is_usable = slope.is_finite() && slope != 0.0;
    is_usable.then_some(Model::Round {
        point: origin + u * (0.5 * a) + v * (0.5 * b),
        axis,
        radius,
        angle: libm::atan(slope),
        is_cone: true,
    })
}

/// The cone with a given apex and axis.
fn round_about(apex: DVec3, axis: DVec3, points: &[DVec3]) -> Option<Model> {
    let count = points.len() as f64;
    let coordinates = || points.iter().map(|p| about(*p - apex, axis));
    let height = coordinates().map(|(h, _, _)| h).sum::<f64>() / count;
    let (products, squares) = coordinates().fold((0.0, 0.0), |(a, b), (h, rho, _)| (a + rho * h, b + h * h));
    let slope = products / squares;
    let (point, radius) = (apex + axis * height, slope * height);
    let is_usable = slope.is_finite() && slope != 0.0;
    is_usable.then_some(Model::Round {
        point,
        axis,
        radius,
        angle: libm::atan(slope),
        is_cone: true,
    })
}

/// The sphere that is nearest in the squares of distances.
fn sphere(points: &[DVec3]) -> Option<Model> {
    let origin = points.iter().sum::<DVec3>() / points.len() as f64;
    let (mut matrix, mut right) = ([[0.0; 4]; 4], [0.0; 4]);
    for p in points {
        let q = *p - origin;
        let row = [q.x, q.y, q.z, 1.0];
        for i in 0..4 {
            right[i] += row[i] * q.length_squared();
            (0..4).for_each(|j| matrix[i][j] += row[i] * row[j]);
        }
    }
    let [x, y, z, w] = solved(matrix, right, 4)?;
    let center = DVec3::new(x, y, z) * 0.5;
    let radius = Real::sqrt(w + center.length_squared());
    radius.is_finite().then_some(Model::Sphere {
        center: center + origin,
        radius,
    })
}

/// The sphere through four points.
pub(in crate::assembly::faces) fn sphere_through(points: [DVec3; 4]) -> Option<Model> {
    let [a, b, c, d] = points;
    let edges = [b - a, c - a, d - a];
    let right = edges.map(|e| e.length_squared() * 0.5);
    let [x, y, z] = solved(edges.map(|e| e.to_array()), right, 3)?;
    let center = DVec3::new(x, y, z);
    let radius = center.length();
    radius.is_finite().then_some(Model::Sphere {
        center: a + center,
        radius,
    })
}

/// Normals of a surface of revolution meet its axis: a linear complex of lines (Pottmann and Wallner,
/// "Computational Line Geometry", 2001). About the axis, all points are on one circle.
fn torus(samples: &[Sample], points: &[DVec3]) -> Option<Model> {
    let origin = points.iter().sum::<DVec3>() / points.len() as f64;
    let mut matrix = [[0.0; 6]; 6];
    for s in samples {
        let moment = (s.middle - origin).cross(s.normal);
        let row = [moment.x, moment.y, moment.z, s.normal.x, s.normal.y, s.normal.z];
        for i in 0..6 {
            (0..6).for_each(|j| matrix[i][j] += row[i] * row[j] * s.area);
        }
    }
    let [x, y, z, p, q, r] = least_eigenvector(matrix);
    let direction = DVec3::new(x, y, z);
    let axis = direction.try_normalize()?;
    let through = origin + axis.cross(DVec3::new(p, q, r) / direction.length());
    torus_about(through, axis, points)
}

/// The torus with a given axis.
fn torus_about(through: DVec3, axis: DVec3, points: &[DVec3]) -> Option<Model> {
    let profile = points
        .iter()
        .map(|p| about(*p - through, axis))
        .map(|(h, rho, _)| [rho, h]);
    let circle = circle(profile)?;
    let [major, height] = circle.center;
    let center = through + axis * height;
    (major > 0.0).then_some(Model::Torus {
        center,
        axis,
        major,
        minor: circle.radius,
    })
}

/// The circle through three points: a point of its axis, and the direction of that.
fn axis_of([a, b, c]: [DVec3; 3]) -> Option<(DVec3, DVec3)> {
    let axis = (b - a).cross(c - a).try_normalize()?;
    let (u, v) = axis.any_orthonormal_pair();
    let flat = |p: DVec3| [(p - a).dot(u), (p - a).dot(v)];
    let latitude = circle([a, b, c].into_iter().map(flat))?;
    Some((a + u * latitude.center[0] + v * latitude.center[1], axis))
}

/// The cylinder or cone through three points of a circle of latitude and one other point.
pub(in crate::assembly::faces) fn of_circle(latitude: [DVec3; 3], other: DVec3) -> Option<Model> {
    let (point, axis) = axis_of(latitude)?;
    let [(from, radius, _), (to, end, _)] = [latitude[0], other].map(|p| about(p - point, axis));
    straight(point, axis, radius, (end - radius) / (to - from))
}

/// The cylinder or cone of a slope.
fn straight(point: DVec3, axis: DVec3, radius: f64, slope: f64) -> Option<Model> {
    let is_cone = slope.abs() > 1e-4;
    let angle = if is_cone { libm::atan(slope) } else { 0.0 };
    slope.is_finite().then_some(Model::Round {
        point,
        axis,
        radius,
        angle,
        is_cone,
    })
}

/// The surface of revolution through a vertex of a grid and the four beside it: `ring` are those on its
/// circle of latitude, `profile` the others.
pub(in crate::assembly::faces) fn of_cross(
    vertex: DVec3,
    ring: [DVec3; 2],
    profile: [DVec3; 2],
) -> Option<Model> {
    let (through, axis) = axis_of([vertex, ring[0], ring[1]])?;
    let points = [vertex, profile[0], profile[1]];
    let [a, b, c] = points
        .map(|p| about(p - through, axis))
        .map(|(h, rho, _)| [rho, h]);
    let bend = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let along = [c[0] - b[0], c[1] - b[1]];
    if bend.abs() < 1e-3 * (along[0] * along[0] + along[1] * along[1]) {
        return straight(through, axis, a[0], along[0] / along[1]);
    }
    let circle = circle([a, b, c].into_iter())?;
    let [major, height] = circle.center;
    let center = through + axis * height;
    match major.abs() < 1e-3 * circle.radius {
        true => Some(Model::Sphere {
            center,
            radius: circle.radius,
        }),
        false => (major > 0.0).then_some(Model::Torus {
            center,
            axis,
            major,
            minor: circle.radius,
        }),
    }
}

/// The cylinder through three parallel lines.
pub(in crate::assembly::faces) fn cylinder_of_rulings(direction: DVec3, points: [DVec3; 3]) -> Option<Model> {
    cylinder_along(direction.try_normalize()?, points[0], &points)
}

/// The cone through three lines from its apex.
pub(in crate::assembly::faces) fn cone_of_rulings(apex: DVec3, points: [DVec3; 3]) -> Option<Model> {
    let mut directions = [DVec3::ZERO; 3];
    for (direction, p) in directions.iter_mut().zip(points) {
        *direction = (p - apex).try_normalize()?;
    }
    let [a, b, c] = directions;
    let axis = (b - a).cross(c - a).try_normalize()?;
    round_about(apex, if axis.dot(a) < 0.0 { -axis } else { axis }, &points)
}

/// Σ area (n − from) (n − from)ᵀ.
fn spread(samples: &[Sample], from: DVec3) -> [[f64; 3]; 3] {
    let mut matrix = [[0.0; 3]; 3];
    for s in samples {
        let n = (s.normal - from).to_array();
        for i in 0..3 {
            (0..3).for_each(|j| matrix[i][j] += n[i] * n[j] * s.area);
        }
    }
    matrix
}

struct Circle {
    center: [f64; 2],
    radius: f64,
}

/// The circle that is nearest to points of the plane in the squares of distances (Kåsa, 1976).
fn circle(points: impl Iterator<Item = [f64; 2]> + Clone) -> Option<Circle> {
    let count = points.clone().count() as f64;
    let sum = points.clone().fold([0.0; 2], |s, p| [s[0] + p[0], s[1] + p[1]]);
    let middle = sum.map(|s| s / count);
    let (mut matrix, mut right) = ([[0.0; 3]; 3], [0.0; 3]);
    for p in points {
        let row = [p[0] - middle[0], p[1] - middle[1], 1.0];
        let square = row[0] * row[0] + row[1] * row[1];
        for i in 0..3 {
            right[i] += row[i] * square;
            (0..3).for_each(|j| matrix[i][j] += row[i] * row[j]);
        }
    }
    let [x, y, w] = solved(matrix, right, 3)?;
    let center = [x * 0.5, y * 0.5];
    let radius = Real::sqrt(w + center[0] * center[0] + center[1] * center[1]);
    let center = [center[0] + middle[0], center[1] + middle[1]];
    radius.is_finite().then_some(Circle { center, radius })
}
