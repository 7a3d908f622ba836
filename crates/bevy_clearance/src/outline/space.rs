//! Shapes of space.

use clearance::d3::Shape;
use clearance::glam::Vec3;
use clearance::shape::{Mesh, Part, Polyhedron};

use super::{Chains, PIECE, arc, closed};

pub(crate) fn outline(shape: &Shape<Vec3>) -> Chains<Vec3> {
    match shape {
        Shape::Point => vec![vec![Vec3::ZERO; 2]],
        Shape::Segment(s) => vec![s.ends().to_vec()],
        Shape::Triangle(t) => vec![closed(*t.vertices())],
        Shape::Sphere(s) => ellipsoid(Vec3::splat(s.radius())),
        Shape::Ellipsoid(e) => ellipsoid(e.radii()),
        Shape::Capsule(c) => capsule(*c.ends(), c.radius()),
        Shape::Cylinder(c) => between_circles([-c.half_height(), c.half_height()], [c.radius(); 2]),
        Shape::Cone(c) => between_circles([-c.half_height(), c.half_height()], [c.radius(), 0.0]),
        Shape::Box(b) => {
            let edges = (0..8).flat_map(|i| [1, 2, 4].map(|axis| (i, i | axis)));
            edges
                .filter(|(i, j)| i != j)
                .map(|(i, j)| vec![b.corner(i), b.corner(j)])
                .collect()
        }
        Shape::Convex(c) => hull(c),
        Shape::Mesh(m) => mesh(m),
        Shape::Terrain(t) => (0..t.triangle_count()).map(|i| closed(t.triangle(i))).collect(),
        Shape::HalfSpace(h) => {
            let normal = h.normal();
            let foot = normal * (h.offset() / normal.length_squared());
            let (x, y) = normal.normalize_or(Vec3::Y).any_orthonormal_pair();
            vec![closed(
                [x + y, x - y, -x - y, y - x].map(|corner| foot + corner * PIECE),
            )]
        }
        Shape::Rounded(r) => outline(r.shape()),
        Shape::Compound(c) => c.parts().iter().flat_map(of_part).collect(),
        _ => Vec::new(),
    }
}

fn of_part(part: &Part<Vec3>) -> Chains<Vec3> {
    let placed = |chain: Vec<Vec3>| chain.into_iter().map(|p| part.pose.frame().point(p)).collect();
    outline(&part.shape).into_iter().map(placed).collect()
}

fn ellipsoid(radii: Vec3) -> Chains<Vec3> {
    let circle = |x: Vec3, y: Vec3| {
        arc(0.0, 1.0)
            .map(|(cos, sin)| (x * cos + y * sin) * radii)
            .collect()
    };
    vec![
        circle(Vec3::X, Vec3::Y),
        circle(Vec3::Y, Vec3::Z),
        circle(Vec3::Z, Vec3::X),
    ]
}

/// A circle around each end, four lines between them, and two half circles at each end.
fn capsule([a, b]: [Vec3; 2], radius: f32) -> Chains<Vec3> {
    let up = (b - a).try_normalize().unwrap_or(Vec3::Y);
    let (x, z) = up.any_orthonormal_pair();
    let circle = |at: Vec3, x: Vec3, y: Vec3, to: f32| -> Vec<Vec3> {
        arc(0.0, to)
            .map(|(cos, sin)| at + (x * cos + y * sin) * radius)
            .collect()
    };
    let mut chains: Chains<Vec3> = [x, z, -x, -z]
        .map(|side| vec![a + side * radius, b + side * radius])
        .into();
    for (end, out) in [(a, -up), (b, up)] {
        chains.extend([
            circle(end, x, z, 1.0),
            circle(end, x, out, 0.5),
            circle(end, z, out, 0.5),
        ]);
    }
    chains
}

/// Two circles around Y, and four lines between them.
fn between_circles(heights: [f32; 2], radii: [f32; 2]) -> Chains<Vec3> {
    let point = |i: usize, (cos, sin): (f32, f32)| Vec3::new(cos * radii[i], heights[i], sin * radii[i]);
    let circles = [0, 1].map(|i| arc(0.0, 1.0).map(|turn| point(i, turn)).collect::<Vec<_>>());
    let sides = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    let lines = sides.map(|turn| vec![point(0, turn), point(1, turn)]);
    circles.into_iter().chain(lines).collect()
}

/// Each edge once; the points of a flat hull as a loop.
fn hull(c: &Polyhedron<Vec3>) -> Chains<Vec3> {
    if c.face_count() == 0 {
        return vec![closed(c.vertices().iter().copied())];
    }
    let mut chains = Chains::new();
    for face in 0..c.face_count() {
        let corners = c.face_vertices(face);
        let next = corners.iter().cycle().skip(1);
        for (&i, &j) in corners.iter().zip(next).filter(|(i, j)| i < j) {
            chains.push([i, j].map(|k| c.vertices()[k as usize]).to_vec());
        }
    }
    chains
}

fn mesh(m: &Mesh<Vec3>) -> Chains<Vec3> {
    let edge = |[i, j]: [u32; 2]| [i, j].map(|k| m.vertices()[k as usize]).to_vec();
    let edges = m
        .triangles()
        .iter()
        .flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
    let mut edges: Vec<_> = edges.map(|[i, j]| [i.min(j), i.max(j)]).collect();
    edges.sort_unstable();
    edges.dedup();
    edges.into_iter().map(edge).collect()
}
