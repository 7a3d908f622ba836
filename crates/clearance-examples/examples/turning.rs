//! What sweeps cost where they are hardest: `cargo run --release --example turning -- [cases] [pair]
//! [turning|straight]`.
//!
//! For every two kinds of shapes, both of which turn: a place of B from which it meets A and one from which
//! it passes, and half way between these again and again, down to the last bit: so the last dozens of sweeps
//! of each case graze. Then the same of shapes that go straight. Prints how many sweeps were asked, the part
//! of these that meet, and that meet and are not resolved (those that turn thousands of times left out);
//! then, in microseconds (of three times each, the least), the median, what 99 of 100 took at most and the
//! longest; and the longest that the relation at the start took alone, which most sweeps ask first, and the
//! clearance too where they meet there. Sweeps that meet at the start are in this last number only.

use std::env;
use std::time::Instant;

use clearance::Placed;
use clearance::cast::{Motion, Start, sweep};
use clearance::d2;
use clearance::d3;
use clearance::glam::{DVec2, DVec3};
use clearance::math::Pose;
use clearance::pair::{clearance, intersects};
use clearance_testkit::{Random, TestSpace, bracket, generate};

/// Halvings of the way from a hit to a miss.
const HALVINGS: usize = 56;
/// Radians in the whole time, at most.
const TURNS: [f64; 5] = [0.5, 3.0, 12.0, 100.0, 1e5];

type Maker<V> = fn(&mut Random) -> <V as clearance::shape::ShapeSpace>::Shape;

/// Times in microseconds.
#[derive(Default)]
struct Times {
    all: Vec<f64>,
    /// The longest question at the start.
    start: f64,
    met: usize,
    unresolved: usize,
}

fn sizes<V: TestSpace<Scalar = f64>>(random: &mut Random) -> V {
    V::from_fn(|_| random.between(0.25, 1.0))
}

fn hull<V: TestSpace<Scalar = f64>>(random: &mut Random, corners: usize) -> V::Shape {
    let points: Vec<V> = (0..corners).map(|_| random.direction()).collect();
    V::convex(&points).expect("valid")
}

/// One case: from a hit to a miss.
fn measure<V: TestSpace<Scalar = f64>>(
    random: &mut Random,
    shapes: [&V::Shape; 2],
    turn: f64,
    times: &mut Times,
) {
    let rotation = |r: &mut Random| V::any_rotation(r);
    let [turn_a, turn_b] = [rotation(random), rotation(random)];
    let motion_a = Motion {
        linear: V::ZERO,
        angular: V::any_angular(random, turn),
    };
    let aside = random.direction::<V>();
    let motion_b = Motion {
        linear: random.vector::<V>(4.0),
        angular: V::any_angular(random, turn),
    };
    let a = Pose::IDENTITY.turned(turn_a).expect("valid");
    let middle = motion_b.linear * -0.5;
    let (mut near, mut far) = (0.0, 6.0);
    for _ in 0..HALVINGS {
        let out = 0.5 * (near + far);
        let b = Pose::new(middle + aside * out, turn_b).expect("valid");
        let (one, other) = (Placed::new(shapes[0], &a), Placed::new(shapes[1], &b));
        let mut hit = None;
        let least = shortest(|| {
            hit = sweep(one, &motion_a, other, &motion_b, Start::Touching).expect("valid");
        });
        let is_start = hit.is_some_and(|hit| hit.time == 0.0 && hit.is_resolved);
        let start = shortest(|| {
            if intersects(one, other) && is_start {
                clearance(one, other).expect("valid");
            }
        });
        times.start = times.start.max(start);
        if !is_start {
            times.all.push(least);
            times.met += usize::from(hit.is_some());
        }
        match hit {
            Some(hit) => {
                times.unresolved += usize::from(!hit.is_resolved && turn < 1e3);
                near = out;
            }
            None => far = out,
        }
    }
}

/// The least of three times, in microseconds.
fn shortest(mut ask: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        ask();
        start.elapsed().as_secs_f64() * 1e6
    };
    [0; 3].map(once).into_iter().fold(f64::INFINITY, f64::min)
}

fn kinds<V: TestSpace<Scalar = f64>>(
    name: &str,
    makers: &[(&str, Maker<V>)],
    cases: usize,
    only: &str,
    turns: &[f64],
) {
    println!(
        "{name:28} {:>6} {:>5} {:>10} {:>8} {:>8} {:>8} {:>9}",
        "asked", "meet", "unresolved", "median", "99 %", "longest", "at start"
    );
    let mut random = Random::new(7);
    for (i, (one, make_a)) in makers.iter().enumerate() {
        for (other, make_b) in &makers[i..] {
            let name = format!("{one} and {other}");
            if !name.contains(only) {
                continue;
            }
            let mut worst = Times::default();
            for &turn in turns {
                for _ in 0..cases {
                    let (a, b) = (make_a(&mut random), make_b(&mut random));
                    measure::<V>(&mut random, [&a, &b], turn, &mut worst);
                }
            }
            worst.print(&name);
        }
    }
}

impl Times {
    fn print(&mut self, name: &str) {
        self.all.sort_by(f64::total_cmp);
        let count = self.all.len();
        if count == 0 {
            return println!("{name:28} all meet at the start: {:.1}", self.start);
        }
        let part = |n: usize| 100.0 * n as f64 / count as f64;
        println!(
            "{name:28} {count:6} {:4.0}% {:9.1}% {:8.1} {:8.1} {:8.1} {:9.1}",
            part(self.met),
            part(self.unresolved),
            self.all[count / 2],
            self.all[count * 99 / 100],
            self.all[count - 1],
            self.start,
        );
    }
}

fn plane(name: &str, cases: usize, only: &str, turns: &[f64]) {
    type V = DVec2;
    let makers: [(&str, Maker<V>); 8] = [
        ("capsule", |r| {
            V::capsule(r.vector(1.0), r.vector(1.0), r.between(0.1, 0.5)).expect("valid")
        }),
        ("box", |r| V::cuboid(sizes(r)).expect("valid")),
        ("hull", |r| hull::<V>(r, 12)),
        ("large hull", |r| hull::<V>(r, 200)),
        ("ellipse", |r| V::ellipsoid(sizes(r)).expect("valid")),
        ("rounded box", |r| {
            let half = sizes::<V>(r);
            V::rounded(V::cuboid(half).expect("valid"), 0.2).expect("valid")
        }),
        ("star", generate::star::<V>),
        ("compound", |r| {
            let parts =
                [0, 1, 2].map(|_| (generate::convex::<V>(r), Pose::at(r.vector(1.0)).expect("valid")));
            d2::Shape::compound(parts.to_vec()).expect("valid")
        }),
    ];
    kinds::<V>(name, &makers, cases, only, turns);
}

fn terrain(random: &mut Random) -> d3::Shape<DVec3> {
    let heights: Vec<Vec<f64>> = (0..24)
        .map(|_| (0..24).map(|_| random.between(-0.2, 0.2)).collect())
        .collect();
    d3::Shape::terrain(&heights, [0.125, 0.125]).expect("valid")
}

/// A closed mesh like a ball with spikes.
fn burr(random: &mut Random) -> d3::Shape<DVec3> {
    const AROUND: u32 = 24;
    const LEVELS: u32 = 12;
    let mut vertices = vec![DVec3::Y * -0.8, DVec3::Y * 0.8];
    for level in 1..=LEVELS {
        let up = f64::from(level) / f64::from(LEVELS + 1) * 2.0 - 1.0;
        for i in 0..AROUND {
            let (sin, cos) = (f64::from(i) / f64::from(AROUND) * std::f64::consts::TAU).sin_cos();
            let out = (1.0 - up * up).sqrt();
            vertices.push(DVec3::new(cos * out, up, sin * out) * random.between(0.6, 1.0));
        }
    }
    let at = |level: u32, i: u32| 2 + level * AROUND + i % AROUND;
    let mut triangles = Vec::new();
    for i in 0..AROUND {
        triangles.push([0, at(0, i), at(0, i + 1)]);
        triangles.push([1, at(LEVELS - 1, i + 1), at(LEVELS - 1, i)]);
        for level in 0..LEVELS - 1 {
            let [a, b, c, d] = [
                at(level, i),
                at(level, i + 1),
                at(level + 1, i + 1),
                at(level + 1, i),
            ];
            triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    d3::Shape::mesh(vertices, triangles).expect("valid")
}

fn space(name: &str, cases: usize, only: &str, turns: &[f64]) {
    type V = DVec3;
    let makers: [(&str, Maker<V>); 13] = [
        ("capsule", |r| {
            V::capsule(r.vector(1.0), r.vector(1.0), r.between(0.1, 0.5)).expect("valid")
        }),
        ("box", |r| V::cuboid(sizes(r)).expect("valid")),
        ("triangle", |r| {
            d3::Shape::triangle([r.vector(1.0), r.vector(1.0), r.vector(1.0)]).expect("valid")
        }),
        ("hull", |r| hull::<V>(r, 12)),
        ("large hull", |r| hull::<V>(r, 500)),
        ("ellipsoid", |r| V::ellipsoid(sizes(r)).expect("valid")),
        ("cylinder", |r| {
            d3::Shape::cylinder(r.between(0.25, 1.0), r.between(0.25, 1.0)).expect("valid")
        }),
        ("cone", |r| {
            d3::Shape::cone(r.between(0.25, 1.0), r.between(0.25, 1.0)).expect("valid")
        }),
        ("rounded box", |r| {
            let half = sizes::<V>(r);
            V::rounded(V::cuboid(half).expect("valid"), 0.2).expect("valid")
        }),
        ("mesh", |_| bracket::bracket3::<V>()),
        ("burr", burr),
        ("terrain", terrain),
        ("compound", |r| {
            let parts =
                [0, 1, 2].map(|_| (generate::convex::<V>(r), Pose::at(r.vector(1.0)).expect("valid")));
            d3::Shape::compound(parts.to_vec()).expect("valid")
        }),
    ];
    kinds::<V>(name, &makers, cases, only, turns);
}

fn main() {
    let mut args = env::args().skip(1);
    let cases = args.next().and_then(|n| n.parse().ok()).unwrap_or(4);
    let only = args.next().unwrap_or_default();
    let way = args.next().unwrap_or_default();
    let ways = [("turning", &TURNS[..]), ("straight", &[0.0])];
    for (name, turns) in ways.into_iter().filter(|(name, _)| name.contains(&way)) {
        plane(&format!("plane, {name}"), cases, &only, turns);
        space(&format!("space, {name}"), cases, &only, turns);
    }
}
