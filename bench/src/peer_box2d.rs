//! Box2D v3: GJK for distances, its clipping for manifolds. Its functions are C, hence `unsafe` here and
//! nowhere else.
#![allow(unsafe_code)]

use std::hint::black_box;

use boxdd_sys::ffi;
use clearance::glam::{DVec2, DVec3};

use crate::case::{Body, Case, Question, Solid};
use crate::engine::{MISS, Pass};

/// Box2D on this case, where it has an answer.
pub fn pass(case: &Case) -> Option<Pass> {
    if case.dimension != 2 || case.question == Question::Penetration {
        return None;
    }
    let stand = |body: &Body| {
        (
            Shape::new(&body.solid),
            body.at.truncate(),
            DVec2::from_angle(body.angle),
        )
    };
    let pairs: Vec<_> = case.pairs.iter().map(|(a, b)| (stand(a), stand(b))).collect();
    let ask: fn(&Shape, &Shape, ffi::b2Transform) -> f64 = match case.question {
        Question::Boolean => |a, b, between| f64::from(u8::from(distance(a, b, between) == 0.0)),
        Question::Distance => |a, b, between| f64::from(distance(a, b, between)),
        _ => manifold,
    };
    let pairs: Vec<_> = pairs
        .into_iter()
        .map(|(a, b)| ((a.0, transform(a.1, a.2)), (b.0, transform(b.1, b.2))))
        .collect();
    Some(Box::new(move |answers| {
        for ((a, b), answer) in pairs.iter().zip(answers) {
            let (a, b) = black_box((a, b));
            *answer = ask(&a.0, &b.0, relative(a.1, b.1));
        }
    }))
}

/// A shape with the proxy that GJK wants, both made beforehand.
pub struct Shape {
    /// For GJK.
    pub proxy: ffi::b2ShapeProxy,
    /// As itself.
    pub kind: Kind,
}

/// Box2D's kinds of shapes.
pub enum Kind {
    Polygon(ffi::b2Polygon),
    Circle(ffi::b2Circle),
    Capsule(ffi::b2Capsule),
}

impl Shape {
    /// Box2D's shape.
    pub fn new(solid: &Solid) -> Self {
        let proxy = |points: &[ffi::b2Vec2], radius: f64| {
            // SAFETY: `points` holds as many points as are said, at most 8, and the proxy is a copy of them.
            unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, radius as f32) }
        };
        let zero = vec2(DVec2::ZERO);
        match solid {
            Solid::Ball(radius) => Self {
                proxy: proxy(&[zero], *radius),
                kind: Kind::Circle(ffi::b2Circle {
                    center: zero,
                    radius: *radius as f32,
                }),
            },
            Solid::Capsule(half, radius) => {
                let (a, b) = (vec2(DVec2::Y * -*half), vec2(DVec2::Y * *half));
                let capsule = ffi::b2Capsule {
                    center1: a,
                    center2: b,
                    radius: *radius as f32,
                };
                Self {
                    proxy: proxy(&[a, b], *radius),
                    kind: Kind::Capsule(capsule),
                }
            }
            // SAFETY: plain numbers in, a plain struct out.
            Solid::Box(half) => Self::polygon(unsafe { ffi::b2MakeBox(half.x as f32, half.y as f32) }),
            Solid::Hull(vertices) => Self::polygon(hull(vertices)),
            Solid::Triangle(vertices) => Self::polygon(hull(vertices)),
        }
    }

    fn polygon(polygon: ffi::b2Polygon) -> Self {
        // SAFETY: a polygon holds `count` vertices, at most 8.
        let proxy = unsafe { ffi::b2MakeProxy(polygon.vertices.as_ptr(), polygon.count, 0.0) };
        Self {
            proxy,
            kind: Kind::Polygon(polygon),
        }
    }
}

fn hull(vertices: &[DVec3]) -> ffi::b2Polygon {
    let points: Vec<_> = vertices.iter().map(|v| vec2(v.truncate())).collect();
    // SAFETY: `points` holds as many points as are said, at most 8; the hull outlives the call that reads it.
    unsafe {
        let hull = ffi::b2ComputeHull(points.as_ptr(), points.len() as i32);
        ffi::b2MakePolygon(&hull, 0.0)
    }
}

fn distance(a: &Shape, b: &Shape, between: ffi::b2Transform) -> f32 {
    let input = ffi::b2DistanceInput {
        proxyA: a.proxy,
        proxyB: b.proxy,
        transform: between,
        useRadii: true,
    };
    let mut cold = ffi::b2SimplexCache {
        count: 0,
        indexA: [0; 3],
        indexB: [0; 3],
    };
    // SAFETY: both pointers are to locals that outlive the call; no simplexes are asked for.
    unsafe { ffi::b2ShapeDistance(&input, &mut cold, std::ptr::null_mut(), 0).distance }
}

fn manifold(a: &Shape, b: &Shape, between: ffi::b2Transform) -> f64 {
    // SAFETY: the pointers are to shapes that outlive the call.
    let manifold = unsafe {
        match (&a.kind, &b.kind) {
            (Kind::Polygon(a), Kind::Polygon(b)) => ffi::b2CollidePolygons(a, b, between),
            (Kind::Polygon(a), Kind::Circle(b)) => ffi::b2CollidePolygonAndCircle(a, b, between),
            (Kind::Circle(a), Kind::Circle(b)) => ffi::b2CollideCircles(a, b, between),
            (Kind::Capsule(a), Kind::Capsule(b)) => ffi::b2CollideCapsules(a, b, between),
            _ => return f64::NAN,
        }
    };
    let points = &manifold.points[..manifold.pointCount as usize];
    points
        .iter()
        .map(|p| f64::from(p.separation))
        .fold(MISS, f64::min)
}

/// B as seen from A.
pub fn relative(a: ffi::b2Transform, b: ffi::b2Transform) -> ffi::b2Transform {
    let (dx, dy) = (b.p.x - a.p.x, b.p.y - a.p.y);
    let (c, s) = (a.q.c, a.q.s);
    ffi::b2Transform {
        p: ffi::b2Vec2 {
            x: c * dx + s * dy,
            y: c * dy - s * dx,
        },
        q: ffi::b2Rot {
            c: c * b.q.c + s * b.q.s,
            s: c * b.q.s - s * b.q.c,
        },
    }
}

pub fn transform(at: DVec2, direction: DVec2) -> ffi::b2Transform {
    ffi::b2Transform {
        p: vec2(at),
        q: ffi::b2Rot {
            c: direction.x as f32,
            s: direction.y as f32,
        },
    }
}

pub fn vec2(v: DVec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 {
        x: v.x as f32,
        y: v.y as f32,
    }
}
