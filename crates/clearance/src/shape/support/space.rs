//! Support points and features of the shapes of space.

use super::{Corners, Feature, Support, moderate, of_ball, of_core, of_ellipsoid, of_segment};
use crate::math::{Real, ScalarOf};
use crate::shape::convex::{Cone, Cuboid, Cylinder, Polyhedron, Triangle};
use crate::shape::kinds::any::{AnyShape, Space3};
use crate::shape::kinds::shape3::Shape3;

impl<V: Space3> Support<V> for Shape3<V> {
    fn support(&self, direction: V) -> Option<V> {
        Some(match self {
            Self::Ellipsoid(e) => of_ellipsoid(e.radii(), direction),
            Self::Cylinder(c) => rim_or_center(direction, end(c, direction), c.radius()),
            Self::Cone(c) => of_cone(c, direction),
            Self::Rounded(r) => r.shape().support(direction)? + of_ball(r.radius(), direction),
            _ => of_core(&self.core()?, direction),
        })
    }
    fn feature(&self, direction: V) -> Option<Feature<'_, V>> {
        Some(match self {
            Self::Point | Self::Sphere(_) => Feature::point(V::ZERO),
            Self::Segment(s) => of_segment(s.ends()),
            Self::Capsule(c) => of_segment(c.ends()),
            Self::Triangle(t) => triangle(t, moderate(direction)),
            Self::Ellipsoid(e) => Feature::point(of_ellipsoid(e.radii(), direction)),
            Self::Cylinder(c) => cylinder(c, direction),
            Self::Cone(c) => cone(c, moderate(direction)),
            Self::Box(c) => box_face(c, direction),
            Self::Convex(c) => polyhedron(c, moderate(direction)),
            Self::Rounded(r) => r.shape().feature(direction)?,
            _ => return None,
        })
    }
}

/// The unit vector along a direction's part perpendicular to Y; `None` where that is zero.
fn across<V: Space3>(direction: V) -> Option<V> {
    V::new(direction.x(), Real::ZERO, direction.z()).normalized()
}

fn height<V: Space3>(y: V::Scalar) -> V {
    V::new(Real::ZERO, y, Real::ZERO)
}

fn end<V: Space3>(c: &Cylinder<V::Scalar>, direction: V) -> V::Scalar {
    if direction.y() < Real::ZERO {
        -c.half_height()
    } else {
        c.half_height()
    }
}

/// The support point of a disc perpendicular to Y; its center for a direction along Y.
fn rim_or_center<V: Space3>(direction: V, y: V::Scalar, radius: V::Scalar) -> V {
    height::<V>(y) + across(direction).map_or(V::ZERO, |unit| unit * radius)
}

/// The length of a direction's part perpendicular to Y.
fn width<V: Space3>(direction: V) -> V::Scalar {
    across(direction).map_or(Real::ZERO, |unit| unit.dot(direction))
}

fn of_cone<V: Space3>(c: &Cone<V::Scalar>, direction: V) -> V {
    let d = moderate(direction);
    let tall = c.half_height() * ScalarOf::<V>::TWO;
    if tall * d.y() >= c.radius() * width(d) {
        height(c.half_height())
    } else {
        rim_or_center(d, -c.half_height(), c.radius())
    }
}

/// A cap, or the line of the side.
fn cylinder<'a, V: Space3>(c: &Cylinder<V::Scalar>, direction: V) -> Feature<'a, V> {
    let d = moderate(direction);
    if d.y().abs() >= width(d) {
        return disc(d, end(c, d), c.radius());
    }
    let rim = |y| rim_or_center(d, y, c.radius());
    Feature::line([0, 8], [rim(-c.half_height()), rim(c.half_height())])
}

/// The base, or the line of the side from rim to apex.
fn cone<'a, V: Space3>(c: &Cone<V::Scalar>, d: V) -> Feature<'a, V> {
    let tall = c.half_height() * ScalarOf::<V>::TWO;
    let side = V::new(tall, c.radius(), Real::ZERO)
        .normalized()
        .unwrap_or(V::ZERO);
    if -d.y() >= side.x() * width(d) + side.y() * d.y() {
        return disc(d, -c.half_height(), c.radius());
    }
    let rim = rim_or_center(d, -c.half_height(), c.radius());
    Feature::line([0, 8], [rim, height(c.half_height())])
}

/// A disc perpendicular to Y, facing away from the origin, as the inscribed octagon with a corner towards
/// `d`.
fn disc<'a, V: Space3>(d: V, y: V::Scalar, radius: V::Scalar) -> Feature<'a, V> {
    let (zero, one) = (ScalarOf::<V>::ZERO, ScalarOf::<V>::ONE);
    let up = y >= zero;
    let normal = height::<V>(if up { one } else { -one });
    let u = across(d).unwrap_or(V::new(one, zero, zero));
    let v = normal.cross(u);
    let diagonal = ScalarOf::<V>::lit(core::f64::consts::FRAC_1_SQRT_2);
    let (p, q) = ((u + v) * diagonal, (v - u) * diagonal);
    let first = if up { 8 } else { 0 };
    let spokes = [u, p, v, q, -u, -p, -v, -q];
    let corner = |i: usize| (first + i as u32, spokes[i] * radius + height(y));
    Feature::Face {
        id: u32::from(up),
        normal,
        corners: Corners::few::<8>(core::array::from_fn(corner)),
    }
}

/// The face of a box perpendicular to the longest component; its id is 2 axis on the negative side, 2 axis +
/// 1 on the positive one.
fn box_face<'a, V: Space3>(c: &Cuboid<V>, direction: V) -> Feature<'a, V> {
    let d = direction.abs();
    let axis = if d.x() >= d.y() && d.x() >= d.z() {
        0
    } else if d.y() >= d.z() {
        1
    } else {
        2
    };
    let positive = direction.get(axis) >= Real::ZERO;
    let (u, v) = (1_usize << ((axis + 1) % 3), 1_usize << ((axis + 2) % 3));
    let base = usize::from(positive) << axis;
    let around = if positive {
        [0, u, u | v, v]
    } else {
        [0, v, u | v, u]
    };
    let normal = V::IDENTITY_AXES.as_ref()[axis];
    Feature::Face {
        id: (2 * axis + usize::from(positive)) as u32,
        normal: if positive { normal } else { -normal },
        corners: Corners::few(around.map(|i| ((base | i) as u32, c.corner(base | i)))),
    }
}

fn polyhedron<V: Space3>(c: &Polyhedron<V>, d: V) -> Feature<'_, V> {
    let face = c.facing(d);
    match (c.rank(), c.vertices()) {
        (0, &[point]) => Feature::point(point),
        (1, &[a, b]) => of_segment(&[a, b]),
        (rank, vertices) => {
            let indices = c.face_vertices(face);
            let corners = Corners::Indexed { vertices, indices };
            face_or_edge(face as u32, c.face_normal(face), corners, rank == 2, d)
        }
    }
}

fn triangle<'a, V: Space3>(t: &Triangle<V>, d: V) -> Feature<'a, V> {
    let [a, b, c] = *t.vertices();
    let Some(normal) = t.normal() else {
        let ends = longest_side(t.vertices());
        return of_segment(&ends);
    };
    if normal.dot(d) >= Real::ZERO {
        face_or_edge(0, normal, Corners::few([(0, a), (1, b), (2, c)]), true, d)
    } else {
        face_or_edge(1, -normal, Corners::few([(0, a), (2, c), (1, b)]), true, d)
    }
}

/// The ends of a triangle that is only a segment.
fn longest_side<V: Space3>(corners: &[V; 3]) -> [V; 2] {
    let sides = [0, 1, 2].map(|i| [corners[i], corners[(i + 1) % 3]]);
    let length = |side: &[V; 2]| (side[1] - side[0]).max_abs();
    let longer = |a: [V; 2], b: [V; 2]| if length(&b) > length(&a) { b } else { a };
    longer(longer(sides[0], sides[1]), sides[2])
}

/// A face; or, of a flat shape, the edge whose normal within the face's plane is nearer to the direction.
fn face_or_edge<'a, V: Space3>(
    id: u32,
    normal: V,
    corners: Corners<'a, V>,
    is_flat: bool,
    d: V,
) -> Feature<'a, V> {
    let mut best = (normal.dot(d), None);
    let n = if is_flat { corners.count() } else { 0 };
    for i in 0..n {
        let (a, b) = (corners.point(i), corners.point((i + 1) % n));
        let out = (b - a).cross(normal).normalized().unwrap_or(V::ZERO);
        if out.dot(d) > best.0 {
            best = (out.dot(d), Some(i));
        }
    }
    let Some(i) = best.1 else {
        return Feature::Face { id, normal, corners };
    };
    let j = (i + 1) % n;
    let vertices = [i, j].map(|k| corners.id(k));
    let [low, high] = [vertices[0].min(vertices[1]), vertices[0].max(vertices[1])];
    Feature::Edge {
        // The same id from either face, since two faces run along an edge in opposite directions.
        id: (low << 15 | high) & ((1 << 30) - 1),
        vertices,
        points: [i, j].map(|k| corners.point(k)),
    }
}
