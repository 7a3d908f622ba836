//! Box2D v3: `b2ShapeCast`, `b2TimeOfImpact`, and its rays; C, hence `unsafe`.
#![allow(unsafe_code)]

use std::hint::black_box;

use boxdd_sys::ffi;
use clearance::glam::DVec2;

use super::case::{Case, Cast, Question};
use crate::case::{Body, Solid};
use crate::engine::{MISS, Pass};
use crate::peer_box2d::{Kind, Shape, relative, transform, vec2};

/// Box2D on this case, where it has an answer.
pub fn pass(case: &Case) -> Option<Pass> {
    if case.dimension != 2 {
        return None;
    }
    let casts: Vec<One> = case.casts.iter().map(One::new).collect();
    let ask: fn(&One) -> f64 = match case.question {
        Question::Linear => linear,
        Question::Turning => turning,
        Question::Ray => ray,
    };
    Some(Box::new(move |answers| {
        for (cast, answer) in casts.iter().zip(answers) {
            *answer = ask(black_box(cast));
        }
    }))
}

struct One {
    a: (Shape, ffi::b2Transform),
    b: (Shape, ffi::b2Transform),
    linear: ffi::b2Vec2,
    sweeps: [ffi::b2Sweep; 2],
}

impl One {
    fn new(cast: &Cast) -> Self {
        let end = cast.there(1.0);
        let stand = |body: &Body| {
            let pose = transform(body.at.truncate(), DVec2::from_angle(body.angle));
            // The start of a ray is no polygon to Box2D.
            let is_point = matches!(&body.solid, Solid::Hull(vertices) if vertices.len() == 1);
            let solid = if is_point { &Solid::Ball(1.0) } else { &body.solid };
            (Shape::new(solid), pose)
        };
        let sweep = |from: ffi::b2Transform, to: ffi::b2Transform| ffi::b2Sweep {
            localCenter: vec2(DVec2::ZERO),
            c1: from.p,
            c2: to.p,
            q1: from.q,
            q2: to.q,
        };
        let (a, b) = (stand(&cast.a), stand(&cast.b));
        let there = transform(end.at.truncate(), DVec2::from_angle(end.angle));
        Self {
            sweeps: [sweep(a.1, a.1), sweep(b.1, there)],
            linear: vec2(cast.linear.truncate()),
            a,
            b,
        }
    }
}

/// A vector as seen from a frame.
fn turned_back(q: ffi::b2Rot, v: ffi::b2Vec2) -> ffi::b2Vec2 {
    ffi::b2Vec2 {
        x: q.c * v.x + q.s * v.y,
        y: q.c * v.y - q.s * v.x,
    }
}

fn linear(cast: &One) -> f64 {
    let input = ffi::b2ShapeCastPairInput {
        proxyA: cast.a.0.proxy,
        proxyB: cast.b.0.proxy,
        transform: relative(cast.a.1, cast.b.1),
        translationB: turned_back(cast.a.1.q, cast.linear),
        maxFraction: 1.0,
        canEncroach: false,
    };
    // SAFETY: the pointer is to a local that outlives the call.
    time_of(unsafe { ffi::b2ShapeCast(&input) })
}

fn turning(cast: &One) -> f64 {
    let input = ffi::b2TOIInput {
        proxyA: cast.a.0.proxy,
        proxyB: cast.b.0.proxy,
        sweepA: cast.sweeps[0],
        sweepB: cast.sweeps[1],
        maxFraction: 1.0,
    };
    // SAFETY: the pointer is to a local that outlives the call.
    let output = unsafe { ffi::b2TimeOfImpact(&input) };
    if output.state == ffi::b2TOIState_b2_toiStateSeparated {
        MISS
    } else {
        f64::from(output.fraction)
    }
}

fn ray(cast: &One) -> f64 {
    let origin = relative(cast.a.1, cast.b.1).p;
    let input = ffi::b2RayCastInput {
        origin,
        translation: turned_back(cast.a.1.q, cast.linear),
        maxFraction: 1.0,
    };
    // SAFETY: the pointers are to a shape and a local that outlive the call.
    time_of(unsafe {
        match &cast.a.0.kind {
            Kind::Polygon(polygon) => ffi::b2RayCastPolygon(polygon, &input),
            Kind::Circle(circle) => ffi::b2RayCastCircle(circle, &input),
            Kind::Capsule(capsule) => ffi::b2RayCastCapsule(capsule, &input),
        }
    })
}

fn time_of(output: ffi::b2CastOutput) -> f64 {
    if output.hit {
        f64::from(output.fraction)
    } else {
        MISS
    }
}
