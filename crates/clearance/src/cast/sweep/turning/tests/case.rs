//! Two shapes of the plane, their poses and motions.

use glam::{DVec2, Vec2};

use super::super::*;
use crate::cast::Motion;
use crate::cast::tests::Random;
use crate::math::{Pose, Rotation2, Space, Vector};
use crate::pair::{PairSpace, clearance};
use crate::shape::{AnyShape, Shape2, ShapeSpace};

pub(super) trait Tested:
    Space2 + PairSpace + crate::cast::CastSpace + Space<Rotation = Rotation2<ScalarOf<Self>>>
{
    fn motion(linear: DVec2, angular: f64) -> Motion<Self>;
    fn rate(motion: &Motion<Self>) -> ScalarOf<Self>;
}
macro_rules! tested {
    ($v:ty, $s:ty) => {
        impl Tested for $v {
            fn motion(linear: DVec2, angular: f64) -> Motion<Self> {
                Motion {
                    linear: Self::from_double(linear),
                    angular: angular as $s,
                }
            }
            fn rate(motion: &Motion<Self>) -> $s {
                motion.angular
            }
        }
    };
}
tested!(Vec2, f32);
tested!(DVec2, f64);

pub(super) struct Case<V: Tested> {
    pub(super) shapes: [<V as ShapeSpace>::Shape; 2],
    pub(super) poses: [Pose<V>; 2],
    pub(super) motions: [Motion<V>; 2],
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Polygons,
    Capsules,
}

fn vector(random: &mut Random) -> DVec2 {
    DVec2::new(random.number(false), random.number(false))
}

fn shape<V: Tested>(random: &mut Random, kind: Kind, scale: f64) -> V::Shape {
    let lit = |x: f64| V::Scalar::lit(x * scale);
    let mut point = || V::from_double(vector(random) * scale);
    let corners = [0; 9].map(|_| point());
    let (x, y, any) = (random.size(false), random.size(false), random.number(false));
    match kind {
        Kind::Capsules if any < -0.7 => Shape2::circle(lit(x)).unwrap(),
        Kind::Capsules => Shape2::capsule(corners[0], corners[1], lit(y)).unwrap(),
        Kind::Polygons if any < -0.9 => Shape2::segment(corners[0], corners[1]).unwrap(),
        Kind::Polygons if any < 0.2 => Shape2::cuboid(V::new(lit(x), lit(y))).unwrap(),
        Kind::Polygons => Shape2::convex(&corners).unwrap(),
    }
}

impl<V: Tested> Case<V> {
    pub(super) fn new(random: &mut Random, kind: Kind, turn: f64, scale: f64) -> Self {
        let shapes = [0; 2].map(|_| shape::<V>(random, kind, scale));
        let away = vector(random);
        let away = away * 3.0 + away.normalize_or(DVec2::X) * 2.5;
        let drift = vector(random) * 4.0;
        let way = (vector(random) * 2.6 - away) * (random.size(false) + 1.0);
        let mut pose = |at: DVec2| {
            let rotation = Rotation2::from_angle(V::Scalar::lit(random.number(false) * 3.0));
            Pose::new(V::from_double(at * scale), rotation).unwrap()
        };
        Self {
            shapes,
            poses: [pose(DVec2::ZERO), pose(away)],
            motions: [drift, drift + way].map(|way| V::motion(way * scale, random.number(false) * turn)),
        }
    }
    pub(super) fn placed(&self) -> [Placed<'_, V>; 2] {
        [0, 1].map(|k| Placed::new(&self.shapes[k], &self.poses[k]))
    }
    /// The filter's answer.
    pub(super) fn decided(&self) -> Filtered<Hit<V>> {
        let ([a, b], [m, n]) = (self.placed(), &self.motions);
        plane(&a, &b, n.linear - m.linear, [V::rate(m), V::rate(n)])
    }
    /// How far the two are apart at a time, in double precision whatever they are made of.
    pub(super) fn gap(&self, time: f64) -> f64 {
        let [a, b] = [0, 1].map(|k| {
            let (pose, motion) = (&self.poses[k], &self.motions[k]);
            let angle = pose.rotation().angle().to_f64() + V::rate(motion).to_f64() * time;
            let at = pose.position().to_double() + motion.linear.to_double() * time;
            Pose::new(at, Rotation2::from_angle(angle)).unwrap()
        });
        let [c, d] = [&self.shapes[0], &self.shapes[1]].map(in_double);
        clearance(Placed::new(&c, &a), Placed::new(&d, &b))
            .unwrap()
            .distance
    }
}

fn in_double<V: Tested>(shape: &Shape2<V>) -> Shape2<DVec2> {
    match shape {
        Shape2::Box(c) => Shape2::cuboid(c.half_extents().to_double()).unwrap(),
        Shape2::Convex(c) => {
            let corners: Vec<DVec2> = c.vertices().iter().map(|v| v.to_double()).collect();
            Shape2::convex(&corners).unwrap()
        }
        Shape2::Segment(c) => Shape2::segment(c.ends()[0].to_double(), c.ends()[1].to_double()).unwrap(),
        Shape2::Capsule(c) => {
            let [a, b] = c.ends().map(|v| v.to_double());
            Shape2::capsule(a, b, c.radius().to_f64()).unwrap()
        }
        Shape2::Circle(c) => Shape2::circle(c.radius().to_f64()).unwrap(),
        other => panic!("{}", other.kind()),
    }
}
