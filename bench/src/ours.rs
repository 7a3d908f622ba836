//! clearance itself, in both precisions.

use std::hint::black_box;

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::{Pose, Real, Rotation2};
use clearance::pair::{Column, Memory, PlacedColumn};
use clearance::shape::{Placed, Shape3, Space3};
use clearance_testkit::TestSpace;

use crate::case::{Body, Case, Question, Solid};
use crate::engine::{MISS, Pass};

/// How a case's shapes and poses are made in each space.
pub trait BenchSpace: TestSpace {
    /// The triangle; only space has one.
    fn triangle(vertices: [Self; 3]) -> Self::Shape;
    /// The pose of a body.
    fn pose(body: &Body) -> Pose<Self>;

    /// The shape.
    fn solid(solid: &Solid) -> Self::Shape {
        let scalar = |x: f64| Self::Scalar::lit(x);
        let made = match solid {
            Solid::Box(half) => Self::cuboid(Self::cut(*half)),
            Solid::Hull(vertices) => {
                let vertices: Vec<Self> = vertices.iter().map(|v| Self::cut(*v)).collect();
                Self::convex(&vertices)
            }
            Solid::Ball(radius) => Self::ball(scalar(*radius)),
            Solid::Capsule(half, radius) => {
                let end = Self::cut(DVec3::Y * *half);
                Self::capsule(-end, end, scalar(*radius))
            }
            Solid::Triangle(vertices) => return Self::triangle(vertices.map(Self::cut)),
        };
        made.expect("every case is a valid shape")
    }
}

macro_rules! impl_bench_space {
    ($($v:ty: $triangle:expr, $turn:expr);+ $(;)?) => { $(
        impl BenchSpace for $v {
            fn triangle(vertices: [Self; 3]) -> Self::Shape {
                $triangle(vertices)
            }
            fn pose(body: &Body) -> Pose<Self> {
                Pose::new(Self::cut(body.at), $turn(body)).expect("every case is a valid pose")
            }
        }
    )+ };
}
impl_bench_space!(
    Vec2: none, |body: &Body| Rotation2::from_angle(body.angle as f32);
    DVec2: none, |body: &Body| Rotation2::from_angle(body.angle);
    Vec3: triangle, |body: &Body| body.turn.as_quat();
    DVec3: triangle, |body: &Body| body.turn;
);

fn none<V: TestSpace>(_: [V; 3]) -> V::Shape {
    V::point()
}
fn triangle<V: Space3>(vertices: [V; 3]) -> Shape3<V> {
    Shape3::triangle(vertices).expect("finite")
}

/// clearance in single precision, as the peers are.
pub fn single(case: &Case) -> Pass {
    if case.dimension == 2 {
        pass::<Vec2>(case, case.question)
    } else {
        pass::<Vec3>(case, case.question)
    }
}

/// clearance in double precision.
pub fn double(case: &Case) -> Pass {
    if case.dimension == 2 {
        pass::<DVec2>(case, case.question)
    } else {
        pass::<DVec3>(case, case.question)
    }
}

/// Both precisions by index: the same pairs in one column, prepared before the clock counts.
pub fn by_index(case: &Case) -> [Pass; 2] {
    if case.dimension == 2 {
        [by_index_in::<Vec2>(case), by_index_in::<DVec2>(case)]
    } else {
        [by_index_in::<Vec3>(case), by_index_in::<DVec3>(case)]
    }
}

fn by_index_in<V: BenchSpace>(case: &Case) -> Pass {
    let bodies = || case.pairs.iter().flat_map(|(a, b)| [a, b]);
    let shapes = bodies().map(|body| V::solid(&body.solid).into()).collect();
    let placed = (0..).zip(bodies().map(V::pose)).collect();
    let column = PlacedColumn::new(Column::<V>::new(shapes), placed).expect("each has a shape");
    let pairs: Vec<[u32; 2]> = (0..case.pairs.len() as u32).map(|k| [2 * k, 2 * k + 1]).collect();
    let mut meet = vec![false; pairs.len()];
    Box::new(move |answers| {
        let asked = column.intersects(black_box(&pairs), &mut meet);
        asked.expect("each index has a shape");
        for (answer, meet) in answers.iter_mut().zip(&meet) {
            *answer = f64::from(u8::from(*meet));
        }
    })
}

/// The same pairs again and again, with what was seen of each the last time; `None` where nothing is
/// remembered.
pub fn remembered(case: &Case) -> Option<[Pass; 2]> {
    let is_hull = |body: &Body| matches!(body.solid, Solid::Hull(_));
    let is_remembered = case.dimension == 3 && case.pairs.iter().all(|(a, b)| is_hull(a) && is_hull(b));
    is_remembered.then(|| [remembered_in::<Vec3>(case), remembered_in::<DVec3>(case)])
}

fn remembered_in<V: BenchSpace>(case: &Case) -> Pass {
    let stand = |body: &Body| -> Stand<V> { (V::solid(&body.solid), V::pose(body)) };
    let pairs: Vec<(Stand<V>, Stand<V>)> = case.pairs.iter().map(|(a, b)| (stand(a), stand(b))).collect();
    let mut memories = vec![Memory::default(); pairs.len()];
    Box::new(move |answers| {
        for (((a, b), memory), answer) in pairs.iter().zip(&mut memories).zip(answers) {
            let (a, b) = black_box((a, b));
            *answer = f64::from(u8::from(memory.intersects(placed(a), placed(b))));
        }
    })
}

/// How many of the pairs meet.
pub fn hits(case: &Case) -> usize {
    let question = Question::Boolean;
    let mut pass = if case.dimension == 2 {
        pass::<DVec2>(case, question)
    } else {
        pass::<DVec3>(case, question)
    };
    let mut answers = vec![0.0; case.pairs.len()];
    pass(&mut answers);
    answers.iter().filter(|answer| **answer == 1.0).count()
}

type Stand<V> = (<V as clearance::shape::ShapeSpace>::Shape, Pose<V>);

fn pass<V: BenchSpace>(case: &Case, question: Question) -> Pass {
    let stand = |body: &Body| -> Stand<V> { (V::solid(&body.solid), V::pose(body)) };
    let pairs: Vec<(Stand<V>, Stand<V>)> = case.pairs.iter().map(|(a, b)| (stand(a), stand(b))).collect();
    let ask: fn(&Stand<V>, &Stand<V>) -> f64 = match question {
        Question::Boolean => |a, b| f64::from(u8::from(clearance::intersects(placed(a), placed(b)))),
        Question::Distance => |a, b| clearance::distance(placed(a), placed(b)).to_f64(),
        Question::Penetration => |a, b| {
            clearance::clearance(placed(a), placed(b)).map_or(f64::NAN, |c| c.distance.to_f64().min(0.0))
        },
        Question::Manifold => |a, b| {
            clearance::manifold(placed(a), placed(b), V::Scalar::ZERO).map_or(f64::NAN, |m| {
                m.contacts()
                    .iter()
                    .map(|c| c.clearance.to_f64())
                    .fold(MISS, f64::min)
            })
        },
    };
    Box::new(move |answers| {
        for ((a, b), answer) in pairs.iter().zip(answers) {
            let (a, b) = black_box((a, b));
            *answer = ask(a, b);
        }
    })
}

#[inline(always)]
fn placed<V: BenchSpace>(stand: &Stand<V>) -> Placed<'_, V> {
    Placed::new(&stand.0, &stand.1)
}
