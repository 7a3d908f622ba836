//! The oracle: signed distance of two cores by trying every feature, in double precision.
//!
//! It is slow and simple on purpose, and shares no method with the library:
//! - apart: the least distance of any vertex to any triangle of vertices and of any segment of vertices to
//!   any other (every pair of closest points lies on two such features);
//! - overlapping: the least overlap along the normals of all triangles of vertices and the cross products of
//!   all segments of vertices (Ericson, Real-Time Collision Detection, 2005, 5.2.1: the faces of the
//!   Minkowski difference have no other normals).
//!
//! It is right to about 1e-14 of the coordinates, for shapes whose features are not slivers.

use clearance::glam::DVec3;
use clearance::math::Real;
use clearance::shape::AnyShape;

use crate::{Object, Pair, TestSpace};

/// The signed distance of two cores: the gap, or minus the depth.
///
/// # Panics
/// Where one of the two is not a core.
pub fn distance<V: TestSpace>(pair: &Pair<V>) -> f64 {
    let (a, radius_a) = world(&pair.a);
    let (b, radius_b) = world(&pair.b);
    let size = a
        .iter()
        .chain(&b)
        .fold(radius_a + radius_b, |m, p| m.max(p.abs().max_element()));
    let depth = depth(&a, &b, V::DIM);
    let core_distance = if depth > 1e-13 * size { -depth } else { gap(&a, &b) };
    core_distance - (radius_a + radius_b)
}

/// The largest absolute world coordinate of either shape, radii included: error bounds are relative to it.
pub fn size<V: TestSpace>(pair: &Pair<V>) -> f64 {
    let largest = |object: &Object<V>| {
        let (vertices, radius) = world(object);
        vertices.iter().fold(0.0, |m, p| p.abs().max_element().max(m)) + radius
    };
    largest(&pair.a).max(largest(&pair.b))
}

/// The vertices of a core in the world, in double precision, and its radius there.
pub fn world<V: TestSpace>(object: &Object<V>) -> (Vec<DVec3>, f64) {
    let core = object.shape.core().expect("the oracle knows cores only");
    let axes = object.pose.frame().axes;
    let scale = object.pose.scale().to_f64();
    let double = |v: V| {
        DVec3::from_array(core::array::from_fn(|i| {
            if i < V::DIM { v.get(i).to_f64() } else { 0.0 }
        }))
    };
    let place = |v: &V| {
        let turned: DVec3 = (0..V::DIM)
            .map(|i| double(axes.as_ref()[i]) * v.get(i).to_f64())
            .sum();
        turned * scale + double(object.pose.position())
    };
    (
        core.vertices.iter().map(place).collect(),
        core.radius.to_f64() * scale,
    )
}

/// The least distance of any two features.
fn gap(a: &[DVec3], b: &[DVec3]) -> f64 {
    let mut least = f64::INFINITY;
    for s in segments(a) {
        for t in segments(b) {
            least = least.min(segment_to_segment(s, t));
        }
    }
    for (points, others) in [(a, b), (b, a)] {
        for triangle in triangles(others) {
            for p in points {
                least = least.min(point_to_triangle(*p, triangle));
            }
        }
    }
    least
}

/// The least overlap along any normal of a face of the Minkowski difference; 0 or less where the two are
/// apart or flat.
fn depth(a: &[DVec3], b: &[DVec3], dimension: usize) -> f64 {
    let mut normals: Vec<DVec3> = Vec::new();
    if dimension == 2 {
        normals.extend(
            segments(a)
                .chain(segments(b))
                .map(|[p, q]| (q - p).cross(DVec3::Z)),
        );
    } else {
        normals.extend(
            triangles(a)
                .chain(triangles(b))
                .map(|[p, q, r]| (q - p).cross(r - p)),
        );
        for [p, q] in segments(a) {
            normals.extend(segments(b).map(|[r, s]| (q - p).cross(s - r)));
        }
    }
    let widths = normals.iter().filter_map(|n| n.try_normalize()).map(|n| {
        let reach =
            |points: &[DVec3], n: DVec3| points.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
        (reach(a, n) + reach(b, -n)).min(reach(b, n) + reach(a, -n))
    });
    let least = widths.fold(f64::INFINITY, f64::min);
    if least.is_finite() { least } else { 0.0 }
}

/// Every two vertices; a single vertex twice.
fn segments(points: &[DVec3]) -> impl Iterator<Item = [DVec3; 2]> {
    let n = points.len();
    let pairs = (0..n).flat_map(move |i| (i + 1..n).map(move |j| [points[i], points[j]]));
    pairs.chain((n == 1).then(|| [points[0], points[0]]))
}

/// Every three vertices.
fn triangles(points: &[DVec3]) -> impl Iterator<Item = [DVec3; 3]> {
    let n = points.len();
    (0..n).flat_map(move |i| {
        (i + 1..n).flat_map(move |j| (j + 1..n).map(move |k| [points[i], points[j], points[k]]))
    })
}

/// Ericson 2005, 5.1.9, then every end against the other segment, which is right in degenerate cases too.
fn segment_to_segment([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> f64 {
    let (d, e, w) = (q - p, s - r, p - r);
    let ends = [
        point_to_segment(p, [r, s]),
        point_to_segment(q, [r, s]),
        point_to_segment(r, [p, q]),
        point_to_segment(s, [p, q]),
    ];
    let least = ends.into_iter().fold(f64::INFINITY, f64::min);
    let n = d.cross(e);
    let square = n.length_squared();
    let (t, u) = (e.cross(w).dot(n) / square, d.cross(w).dot(n) / square);
    if square > 0.0 && (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
        return least.min((p + d * t).distance(r + e * u));
    }
    least
}

fn point_to_segment(x: DVec3, [p, q]: [DVec3; 2]) -> f64 {
    let d = q - p;
    let square = d.length_squared();
    let t = if square > 0.0 {
        ((x - p).dot(d) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    x.distance(p + d * t)
}

fn point_to_triangle(x: DVec3, [p, q, r]: [DVec3; 3]) -> f64 {
    let edges = [[p, q], [q, r], [r, p]];
    let border = edges
        .into_iter()
        .map(|e| point_to_segment(x, e))
        .fold(f64::INFINITY, f64::min);
    let Some(n) = (q - p).cross(r - p).try_normalize() else {
        return border;
    };
    let inside = edges.into_iter().all(|[s, t]| (t - s).cross(x - s).dot(n) >= 0.0);
    if inside {
        border.min((x - p).dot(n).abs())
    } else {
        border
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::touching::{touching_pair, ulps_off};
    use crate::{Hits, Random, for_each_space};

    fn half_of_the_pairs_meet<V: TestSpace>() {
        let mut random = Random::new(7);
        let (mut cores, mut solids) = (Hits::default(), Hits::default());
        for _ in 0..300 {
            cores.count(distance(&generate::core_pair::<V>(&mut random)) <= 0.0);
            solids.count(distance(&generate::solid_pair::<V>(&mut random)) <= 0.0);
        }
        cores.check("core pairs");
        solids.check("solid pairs");
    }

    fn touching_pairs_touch<V: TestSpace>() {
        let mut random = Random::new(8);
        for _ in 0..100 {
            let touching = touching_pair::<V>(&mut random);
            assert!(distance(&touching.pair).abs() < 1e-11, "{touching:?}");
            let apart = ulps_off(&touching, 1 << 16);
            assert!(distance(&apart) > 0.0, "{apart:?}");
        }
    }

    fn a_ball_is_as_far_as_its_centre<V: TestSpace>() {
        let ball = |x: f64| Object {
            shape: V::ball(V::Scalar::lit(1.0)).expect("positive"),
            pose: clearance::Pose::at(V::cut(DVec3::X * x)).expect("finite"),
        };
        let pair = Pair::<V> {
            a: ball(0.0),
            b: ball(3.0),
        };
        assert_eq!(distance(&pair), 1.0);
        assert_eq!(
            distance(&Pair::<V> {
                a: ball(0.0),
                b: ball(0.5)
            }),
            -1.5
        );
    }

    for_each_space!(
        half_of_the_pairs_meet,
        touching_pairs_touch,
        a_ball_is_as_far_as_its_centre
    );
}
