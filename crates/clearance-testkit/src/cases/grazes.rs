//! Straight sweeps that graze exactly, by construction, and an oracle in integers for when the two first
//! meet.
//!
//! All vertices, positions, radii and displacements are integers. The displacement is perpendicular to a
//! normal of integer length. At a chosen time a vertex of each shape is so placed that the two are as far
//! apart along the normal as the sum of the radii: a plane between them separates the two at all times, and
//! they touch across it. One grid step further in they meet, one further out they do not.
//!
//! The oracle shares no method with the library. The origin moves straight past the hull of the differences
//! of all vertices, grown by a ball. It first meets that when it first meets a vertex, an edge or a triangle
//! of these differences, grown likewise: a ball, a cylinder or a slab. Each is a quadratic equation with
//! integer coefficients. Its discriminant is an integer, too, and is 0 for a graze.

use clearance::cast::Motion;
use clearance::math::{Pose, Real};

use crate::generate::scalar;
use crate::{Object, Pair, Random, TestSpace};

/// A point of the grid.
pub type Whole = [i128; 3];

/// Grid steps per unit of the shapes.
const STEPS: i128 = 64;

/// Displacements, and a normal perpendicular to each; both of integer length.
const ACROSS_2D: [(Whole, Whole, i128); 4] = [
    ([1, 0, 0], [0, 1, 0], 1),
    ([0, -1, 0], [-1, 0, 0], 1),
    ([3, 4, 0], [-4, 3, 0], 5),
    ([12, -5, 0], [5, 12, 0], 13),
];
const ACROSS_3D: [(Whole, Whole, i128); 6] = [
    ([1, 0, 0], [0, 1, 0], 1),
    ([0, 0, -1], [4, -3, 0], 5),
    ([3, 4, 0], [0, 0, -1], 1),
    ([1, 2, 2], [2, 1, -2], 3),
    ([2, 3, 6], [3, -6, 2], 7),
    ([-1, 1, 0], [1, 1, 0], 0), // not of whole length: for shapes without a radius
];

/// How a case was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aside {
    /// One grid step too near to pass.
    Within,
    /// Grazes.
    Grazing,
    /// One grid step too far to touch.
    Beyond,
}

/// The hull of some points of the grid, grown by a ball.
#[derive(Clone, Debug)]
struct Body {
    vertices: Vec<Whole>,
    radius: i128,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    Points,
    Box,
}

/// Two bodies: A is at the origin, B starts at `start` and moves by `way`.
#[derive(Clone, Debug)]
pub struct Graze {
    a: Body,
    b: Body,
    start: Whole,
    way: Whole,
    normal: Whole,
    /// How far to the side B is placed.
    pub aside: Aside,
}

impl Graze {
    /// With radii, or without.
    pub fn new<V: TestSpace>(random: &mut Random, is_round: bool) -> Self {
        let choices = if V::DIM == 2 {
            &ACROSS_2D[..]
        } else {
            &ACROSS_3D[..]
        };
        let (along, normal, length) = loop {
            let choice = *random.pick(choices);
            if choice.2 > 0 || !is_round {
                break choice;
            }
        };
        let radii = if is_round {
            *random.pick(&[[1, 0], [0, 2], [1, 1]])
        } else {
            [0, 0]
        };
        let [a, b] = radii.map(|radius| body::<V>(random, radius * length * STEPS));
        // B's support point against the normal is placed on A's along it, then moved back to the start.
        let (top, bottom) = (furthest(&a, normal), furthest(&b, normal.map(|c| -c)));
        let (long, part) = (24 * STEPS / norm(along), i128::from(random.whole(4, 8)));
        let way = along.map(|c| c * long / 8 * 8);
        let apart = radii[0] + radii[1];
        let (within, grazing, beyond) = (Aside::Within, Aside::Grazing, Aside::Beyond);
        let aside = *random.pick(&[within, grazing, grazing, grazing, beyond, beyond]);
        let step = match aside {
            Aside::Within => -1,
            Aside::Grazing => 0,
            Aside::Beyond => 1,
        };
        let (most, c) = longest(normal);
        let start = core::array::from_fn(|i| {
            let off = if i == most { step * c.signum() } else { 0 };
            top[i] - bottom[i] + normal[i] * apart * STEPS - way[i] / 8 * part + off
        });
        Self {
            a,
            b,
            start,
            way,
            normal,
            aside,
        }
    }
    /// When the two first meet, up to time 1.
    pub fn truth(&self) -> Option<f64> {
        let mut points = Vec::new();
        for p in &self.b.vertices {
            for q in &self.a.vertices {
                points.push(core::array::from_fn(|i| p[i] + self.start[i] - q[i]));
            }
        }
        points.sort_unstable();
        points.dedup();
        let all = Features {
            way: self.way,
            radius: self.a.radius + self.b.radius,
        };
        let mut first = f64::INFINITY;
        for (i, p) in points.iter().enumerate() {
            first = first.min(all.ball(p));
            for (j, q) in points.iter().enumerate().skip(i + 1) {
                first = first.min(all.cylinder([p, q]));
                for r in &points[j + 1..] {
                    first = first.min(all.slab([p, q, r]));
                }
            }
        }
        (first <= 1.0).then_some(first)
    }
    /// The same question for shapes rotated back by a quarter turn about the last axis, for poses that rotate
    /// them forth.
    pub fn lying(&self) -> Self {
        let turned = |body: &Body| Body {
            vertices: body.vertices.iter().map(|&[x, y, z]| [y, -x, z]).collect(),
            ..body.clone()
        };
        Self {
            a: turned(&self.a),
            b: turned(&self.b),
            ..self.clone()
        }
    }
    /// The pair with B further out, or further in, by one or two units in the last place.
    pub fn nudged<V: TestSpace>(&self, pair: &Pair<V>, is_outward: bool) -> Pair<V> {
        let (i, c) = self.longest();
        let x = pair.b.pose.position().get(i).to_f64();
        let epsilon = V::Scalar::EPSILON.to_f64();
        let unit = (x.abs() * epsilon * 0.75).max((V::Scalar::MIN_POSITIVE * V::Scalar::EPSILON).to_f64());
        let by = if is_outward == (c > 0) { unit } else { -unit };
        Pair {
            a: pair.a.clone(),
            b: pair
                .b
                .moved(V::from_fn(|k| scalar::<V>(if k == i { by } else { 0.0 }))),
        }
    }
    /// The index of the longest component of the normal, and that component.
    fn longest(&self) -> (usize, i128) {
        longest(self.normal)
    }
    /// The two at their places, with grid steps of `unit` and all moved by so many steps; and the motion of
    /// B.
    pub fn placed<V: TestSpace>(&self, unit: f64, home: f64) -> (Pair<V>, Motion<V>) {
        let at = |p: Whole| vector::<V>(p.map(|c| (c as f64 + home) * unit));
        let object = |body: &Body, p| Object {
            shape: body.shape::<V>(unit),
            pose: Pose::at(at(p)).expect("finite"),
        };
        let pair = Pair {
            a: object(&self.a, [0; 3]),
            b: object(&self.b, self.start),
        };
        (
            pair,
            Motion::linear(vector::<V>(self.way.map(|c| c as f64 * unit))),
        )
    }
}

fn body<V: TestSpace>(random: &mut Random, radius: i128) -> Body {
    let corner = |random: &mut Random| -> Whole {
        core::array::from_fn(|i| {
            if i < V::DIM {
                i128::from(random.whole(-2, 2)) * STEPS
            } else {
                0
            }
        })
    };
    let (vertices, kind) = match random.count(0, 4) {
        0 => (vec![[0; 3]], Kind::Points),
        1 => (vec![corner(random), corner(random)], Kind::Points),
        2 => {
            let half = corner(random).map(i128::abs);
            let signs = (0..1usize << V::DIM)
                .map(|s| core::array::from_fn(|i| if s >> i & 1 == 1 { half[i] } else { -half[i] }));
            (signs.collect(), Kind::Box)
        }
        _ => (
            (0..random.count(3, 5)).map(|_| corner(random)).collect(),
            Kind::Points,
        ),
    };
    Body {
        vertices,
        radius,
        kind,
    }
}

impl Body {
    fn shape<V: TestSpace>(&self, unit: f64) -> V::Shape {
        let at = |p: &Whole| vector::<V>(p.map(|c| c as f64 * unit));
        let radius = scalar::<V>(self.radius as f64 * unit);
        let sharp = match (self.kind, &self.vertices[..]) {
            (Kind::Box, [.., last]) => V::cuboid(at(&last.map(i128::abs))),
            (_, [p]) if self.radius > 0 && *p == [0; 3] => return V::ball(radius).expect("positive"),
            (_, [p, q]) if self.radius > 0 => return V::capsule(at(p), at(q), radius).expect("positive"),
            (_, [p, q]) => V::segment(at(p), at(q)),
            (_, points) => V::convex(&points.iter().map(at).collect::<Vec<V>>()),
        };
        let sharp = sharp.expect("finite");
        if self.radius == 0 {
            return sharp;
        }
        V::rounded(sharp, radius).expect("positive")
    }
}

fn vector<V: TestSpace>(c: [f64; 3]) -> V {
    V::from_fn(|i| scalar::<V>(c[i]))
}
fn longest(normal: Whole) -> (usize, i128) {
    let i = (0..3).max_by_key(|&i| normal[i].abs()).unwrap_or(0);
    (i, normal[i])
}
fn furthest(body: &Body, n: Whole) -> Whole {
    *body
        .vertices
        .iter()
        .max_by_key(|p| dot(**p, n))
        .expect("a vertex")
}
fn dot(a: Whole, b: Whole) -> i128 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: Whole, b: Whole) -> Whole {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
fn minus(a: Whole, b: Whole) -> Whole {
    core::array::from_fn(|i| a[i] - b[i])
}
/// The length, rounded.
fn norm(a: Whole) -> i128 {
    a.iter().map(|c| c.abs()).max().unwrap_or(1)
}

/// A feature, grown by a ball, that moves straight past the origin.
struct Features {
    way: Whole,
    radius: i128,
}

impl Features {
    /// The interval of times, not before 0, in which `|w + u t|^2 <= square`; unbounded where u is 0.
    fn inside(w: Whole, u: Whole, square: i128) -> Option<f64> {
        let (a, b, c) = (dot(u, u), dot(w, u), dot(w, w) - square);
        if c <= 0 {
            return Some(0.0);
        }
        // The grid is so small that none of these products overflows.
        let discriminant = b * b - a * c;
        if a == 0 || b >= 0 || discriminant < 0 {
            return None;
        }
        // The smaller root, in the form without cancellation.
        Some(c as f64 / (-b as f64 + (discriminant as f64).sqrt()))
    }
    fn ball(&self, p: &Whole) -> f64 {
        Self::inside(*p, self.way, self.radius * self.radius).unwrap_or(f64::INFINITY)
    }
    fn cylinder(&self, [p, q]: [&Whole; 2]) -> f64 {
        let e = minus(*q, *p);
        let square = self.radius * self.radius * dot(e, e);
        let Some(time) = Self::inside(cross(*p, e), cross(self.way, e), square) else {
            return f64::INFINITY;
        };
        let place = -(dot(*p, e) as f64 + dot(self.way, e) as f64 * time) / dot(e, e) as f64;
        if (0.0..=1.0).contains(&place) {
            time
        } else {
            f64::INFINITY
        }
    }
    fn slab(&self, [p, q, r]: [&Whole; 3]) -> f64 {
        let n = cross(minus(*q, *p), minus(*r, *p));
        let square = dot(n, n);
        let (height, speed) = (dot(n, *p), dot(n, self.way));
        let Some(time) = Self::inside([height, 0, 0], [speed, 0, 0], self.radius * self.radius * square)
        else {
            return f64::INFINITY;
        };
        if square == 0 {
            return f64::INFINITY;
        }
        // The projection of the origin onto the plane, relative to the corners.
        let there =
            |p: &Whole| -> [f64; 3] { core::array::from_fn(|i| p[i] as f64 + self.way[i] as f64 * time) };
        let n = n.map(|c| c as f64);
        let (p, q, r) = (there(p), there(q), there(r));
        let is_left = |a: [f64; 3], b: [f64; 3]| {
            let c = [
                a[1] * b[2] - a[2] * b[1],
                a[2] * b[0] - a[0] * b[2],
                a[0] * b[1] - a[1] * b[0],
            ];
            c[0] * n[0] + c[1] * n[1] + c[2] * n[2] >= 0.0
        };
        if is_left(p, q) && is_left(q, r) && is_left(r, p) {
            time
        } else {
            f64::INFINITY
        }
    }
}
