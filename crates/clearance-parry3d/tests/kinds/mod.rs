//! Shapes of every kind, seeded, and a judge that shares no code with either library's answers: support
//! points.
#![allow(dead_code)] // the tests share this file, and none uses all of it

use std::sync::Arc;

use clearance_testkit::Random;
use parry::math::{Pose, Real, Vector};
use parry::shape::*;

pub type AnyShape = Arc<dyn Shape>;

/// A random number with few digits now and then, so that degenerate cases come up.
pub fn number(random: &mut Random, low: f64, high: f64) -> Real {
    let x = random.between(low, high);
    (if random.one_in(4) {
        (x * 4.0).round() / 4.0
    } else {
        x
    }) as Real
}

fn length(random: &mut Random) -> Real {
    number(random, 0.3, 1.0).max(0.25)
}

pub fn position(random: &mut Random, reach: f64) -> Vector {
    let mut x = || number(random, -reach, reach);
    #[cfg(feature = "dim2")]
    return Vector::new(x(), x());
    #[cfg(feature = "dim3")]
    return Vector::new(x(), x(), x());
}

fn half_extents(random: &mut Random) -> Vector {
    position(random, 1.0).abs().max(Vector::splat(0.25))
}

fn direction(random: &mut Random) -> Vector {
    (position(random, 1.0) + Vector::splat(0.01)).normalize()
}

/// A pose within reach, in one of three cases not turned.
pub fn pose(random: &mut Random, reach: f64) -> Pose {
    let at = position(random, reach);
    if random.one_in(3) {
        return Pose::from_translation(at);
    }
    #[cfg(feature = "dim2")]
    return Pose::new(at, number(random, -3.0, 3.0));
    #[cfg(feature = "dim3")]
    return Pose::new(at, position(random, 2.0));
}

fn points(random: &mut Random, count: usize) -> Vec<Vector> {
    (0..count).map(|_| position(random, 0.8)).collect()
}

/// The name of a kind, and what makes a shape of it.
pub type Kind = (&'static str, fn(&mut Random) -> AnyShape);

/// The kinds of convex shapes.
pub const CONVEX: &[Kind] = &[
    ("ball", |r| Arc::new(Ball::new(length(r)))),
    ("cuboid", |r| Arc::new(Cuboid::new(half_extents(r)))),
    ("capsule", |r| {
        Arc::new(Capsule::new(position(r, 0.6), position(r, 0.6), length(r) * 0.5))
    }),
    ("segment", |r| {
        Arc::new(Segment::new(position(r, 1.0), position(r, 1.0)))
    }),
    ("triangle", |r| Arc::new(triangle(r))),
    ("hull", hull),
    ("round cuboid", |r| {
        let inner_shape = Cuboid::new(half_extents(r) * 0.7);
        Arc::new(RoundShape {
            inner_shape,
            border_radius: length(r) * 0.3,
        })
    }),
    ("round triangle", |r| {
        Arc::new(RoundShape {
            inner_shape: triangle(r),
            border_radius: length(r) * 0.3,
        })
    }),
    ("round hull", round_hull),
    #[cfg(feature = "dim3")]
    ("cylinder", |r| Arc::new(Cylinder::new(length(r), length(r)))),
    #[cfg(feature = "dim3")]
    ("cone", |r| Arc::new(Cone::new(length(r), length(r)))),
    #[cfg(feature = "dim3")]
    ("round cylinder", |r| {
        let inner_shape = Cylinder::new(length(r), length(r));
        Arc::new(RoundShape {
            inner_shape,
            border_radius: length(r) * 0.3,
        })
    }),
    #[cfg(feature = "dim3")]
    ("round cone", |r| {
        let inner_shape = Cone::new(length(r), length(r));
        Arc::new(RoundShape {
            inner_shape,
            border_radius: length(r) * 0.3,
        })
    }),
];

/// The kinds of shapes made of parts, and half-spaces.
pub const OTHERS: &[Kind] = &[
    ("half-space", |r| Arc::new(HalfSpace::new(direction(r)))),
    ("trimesh", mesh),
    ("height field", height_field),
    ("polyline", |r| Arc::new(Polyline::new(points(r, 6), None))),
    ("compound", |r| {
        let part = |r: &mut Random| {
            let kind = *r.pick(CONVEX);
            (pose(r, 1.0), SharedShape(kind.1(r)))
        };
        Arc::new(Compound::new((0..4).map(|_| part(r)).collect()))
    }),
];

fn triangle(random: &mut Random) -> Triangle {
    let [a, b, c] = [(); 3].map(|()| position(random, 1.0));
    Triangle::new(a, b, c)
}

#[cfg(feature = "dim2")]
fn polygon(random: &mut Random) -> ConvexPolygon {
    loop {
        if let Some(polygon) = ConvexPolygon::from_convex_hull(&points(random, 8)) {
            return polygon;
        }
    }
}
#[cfg(feature = "dim2")]
fn hull(random: &mut Random) -> AnyShape {
    Arc::new(polygon(random))
}
#[cfg(feature = "dim2")]
fn round_hull(random: &mut Random) -> AnyShape {
    Arc::new(RoundShape {
        inner_shape: polygon(random),
        border_radius: length(random) * 0.3,
    })
}
#[cfg(feature = "dim3")]
fn polyhedron(random: &mut Random) -> ConvexPolyhedron {
    let mut scattered = || Vector::from_array([(); 3].map(|()| random.between(-0.8, 0.8) as Real));
    let points: Vec<_> = (0..14).map(|_| scattered()).collect();
    ConvexPolyhedron::from_convex_hull(&points).expect("14 scattered points have a hull")
}
#[cfg(feature = "dim3")]
fn hull(random: &mut Random) -> AnyShape {
    Arc::new(polyhedron(random))
}
#[cfg(feature = "dim3")]
fn round_hull(random: &mut Random) -> AnyShape {
    Arc::new(RoundShape {
        inner_shape: polyhedron(random),
        border_radius: length(random) * 0.3,
    })
}

fn mesh(random: &mut Random) -> AnyShape {
    let corners = points(random, 8);
    let triangles = vec![[0, 1, 2], [0, 2, 3], [2, 3, 4], [4, 5, 6], [5, 6, 7]];
    Arc::new(TriMesh::new(corners, triangles).expect("indices are in range"))
}

#[cfg(feature = "dim2")]
fn height_field(random: &mut Random) -> AnyShape {
    let heights = (0..7).map(|_| number(random, -0.5, 0.5)).collect();
    Arc::new(HeightField::new(heights, Vector::new(4.0, 1.0)))
}
#[cfg(feature = "dim3")]
fn height_field(random: &mut Random) -> AnyShape {
    let heights = (0..25).map(|_| number(random, -0.5, 0.5)).collect();
    let heights = parry::utils::Array2::new(5, 5, heights);
    Arc::new(HeightField::new(heights, Vector::new(4.0, 1.0, 4.0)))
}

/// How far apart two convex shapes are along a direction of the first one's frame: the signed distance is the
/// greatest such gap.
pub fn gap(pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, n: Vector) -> Real {
    let of = |g: &dyn Shape, n| g.as_support_map().expect("convex").local_support_point(n);
    let b = pos12 * of(g2, pos12.rotation.inverse() * -n);
    (b - of(g1, n)).dot(n)
}

/// How far a point is outside of a shape. parry finds a point of a round shape by a search to 1e-4, that of
/// the shape inside in closed form.
pub fn outside(g: &dyn Shape, p: Vector) -> Real {
    let round = |inside: &dyn Shape, border| inside.distance_to_local_point(p, true) - border;
    match g.as_typed_shape() {
        TypedShape::RoundCuboid(s) => round(&s.inner_shape, s.border_radius),
        TypedShape::RoundTriangle(s) => round(&s.inner_shape, s.border_radius),
        #[cfg(feature = "dim2")]
        TypedShape::RoundConvexPolygon(s) => round(&s.inner_shape, s.border_radius),
        #[cfg(feature = "dim3")]
        TypedShape::RoundConvexPolyhedron(s) => round(&s.inner_shape, s.border_radius),
        #[cfg(feature = "dim3")]
        TypedShape::RoundCylinder(s) => round(&s.inner_shape, s.border_radius),
        #[cfg(feature = "dim3")]
        TypedShape::RoundCone(s) => round(&s.inner_shape, s.border_radius),
        _ => g.distance_to_local_point(p, true),
    }
}

/// Calls `f` with each two parts of two shapes, at most one of which has parts, and with the pose of the
/// second in the frame of the first.
pub fn for_each_two_parts(
    pos12: &Pose,
    g1: &dyn Shape,
    g2: &dyn Shape,
    f: &mut dyn FnMut(&Pose, &dyn Shape, &dyn Shape),
) {
    for_each_part(g1, &mut |p1, part1| {
        for_each_part(g2, &mut |p2, part2| {
            f(&(p1.inverse() * *pos12 * *p2), part1, part2)
        });
    });
}

fn for_each_part(g: &dyn Shape, f: &mut dyn FnMut(&Pose, &dyn Shape)) {
    let here = Pose::IDENTITY;
    match g.as_typed_shape() {
        TypedShape::TriMesh(mesh) => mesh.triangles().for_each(|t| f(&here, &t)),
        TypedShape::Polyline(line) => line.segments().for_each(|s| f(&here, &s)),
        #[cfg(feature = "dim2")]
        TypedShape::HeightField(field) => field.segments().for_each(|s| f(&here, &s)),
        #[cfg(feature = "dim3")]
        TypedShape::HeightField(field) => field.triangles().for_each(|t| f(&here, &t)),
        TypedShape::Compound(whole) => whole.shapes().iter().for_each(|(at, part)| f(at, &**part)),
        _ => f(&here, g),
    }
}
