//! The witness points of curved shapes lie on their surfaces, up to a few rounding errors of the size: thin,
//! flat and sharp shapes, rounded or not, apart, almost touching and deep in each other, at every scale.
//!
//! The oracle is the surface itself: the distance of a point from the profile of the solid, by separate
//! formulas.

use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::math::Pose;
use clearance::shape::{Placed, Shape3, Space3};
use clearance::{Clearance, clearance};
use clearance_testkit::{Hits, Random, TestSpace};

/// How far a witness may be off its surface, in rounding errors of the size. Thin cones are the worst.
const FEW: f64 = 128.0;

#[derive(Clone, Debug)]
enum Solid {
    Ellipsoid(DVec3),
    Cylinder(f64, f64),
    Cone(f64, f64),
    Box(DVec3),
    Segment(DVec3),
}

/// A solid, the ball around it (radius 0: none), and its scale.
#[derive(Clone, Debug)]
struct Body {
    solid: Solid,
    ball: f64,
}

impl Body {
    fn any(random: &mut Random, curved: bool) -> Self {
        let mut size = || {
            let usual = random.between(0.3, 1.5);
            if random.one_in(4) {
                usual * 10_f64.powf(random.between(-3.0, 0.0))
            } else {
                usual
            }
        };
        let v = DVec3::new(size(), size(), size());
        let solid = match random.count(0, if curved { 2 } else { 4 }) {
            0 => Solid::Ellipsoid(v),
            1 => Solid::Cylinder(v.x, v.y),
            2 => Solid::Cone(v.x, v.y),
            3 => Solid::Box(v),
            _ => Solid::Segment(v),
        };
        let ball = if random.one_in(3) { 0.5 * v.z } else { 0.0 };
        Self { solid, ball }
    }
    fn shape<V: TestSpace + Space3>(&self) -> Shape3<V> {
        let number = |x: f64| clearance_testkit::generate::scalar::<V>(x);
        let vector = |v: DVec3| V::cut(v);
        let plain = match self.solid {
            Solid::Ellipsoid(r) => Shape3::ellipsoid(vector(r)),
            Solid::Cylinder(h, r) => Shape3::cylinder(number(h), number(r)),
            Solid::Cone(h, r) => Shape3::cone(number(h), number(r)),
            Solid::Box(h) => Shape3::cuboid(vector(h)),
            Solid::Segment(h) => Shape3::segment(vector(-h), vector(h)),
        };
        let plain = plain.expect("valid");
        if self.ball > 0.0 {
            plain.rounded(number(self.ball)).expect("valid")
        } else {
            plain
        }
    }
    fn support(&self, n: DVec3) -> DVec3 {
        let rim = |r: f64| DVec3::new(n.x, 0.0, n.z).normalize_or_zero() * r;
        match self.solid {
            Solid::Ellipsoid(r) => r * (r * n).normalize(),
            Solid::Cylinder(h, r) => rim(r) + DVec3::Y * h.copysign(n.y),
            Solid::Cone(h, r) => {
                let (apex, rim) = (DVec3::Y * h, rim(r) - DVec3::Y * h);
                if apex.dot(n) > rim.dot(n) { apex } else { rim }
            }
            Solid::Box(h) => h * n.signum(),
            Solid::Segment(h) => h * h.dot(n).signum(),
        }
    }
    fn height(&self, n: DVec3) -> f64 {
        self.support(n).dot(n) + self.ball
    }
    /// How far a point is off the surface. For solids with corners: off the supporting plane with normal `n`.
    fn off(&self, p: DVec3, n: DVec3) -> f64 {
        let out = DVec2::new(p.x.hypot(p.z), p.y);
        let distance = match self.solid {
            Solid::Ellipsoid(r) => from_ellipsoid(r, p),
            Solid::Cylinder(h, r) => {
                let d = DVec2::new(out.x - r, out.y.abs() - h);
                d.max(DVec2::ZERO).length() + d.max_element().min(0.0)
            }
            Solid::Cone(h, r) => {
                let (rim, side) = (DVec2::new(r, -h), DVec2::new(2.0 * h, r));
                let inside = (out - rim).dot(side) <= 0.0 && out.y >= -h;
                let near = from_segment(out, DVec2::new(0.0, h), rim);
                let near = near.min(from_segment(out, DVec2::new(0.0, -h), rim));
                if inside { -near } else { near }
            }
            Solid::Box(_) | Solid::Segment(_) => (p - self.support(n)).dot(n),
        };
        (distance - self.ball).abs()
    }
    fn reach(&self) -> f64 {
        self.ball
            + match self.solid {
                Solid::Ellipsoid(v) | Solid::Box(v) | Solid::Segment(v) => v.length(),
                Solid::Cylinder(h, r) | Solid::Cone(h, r) => h.hypot(r),
            }
    }
}

fn from_segment(x: DVec2, p: DVec2, q: DVec2) -> f64 {
    let along = q - p;
    let share = ((x - p).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    (x - p - along * share).length()
}

/// On or near the surface the first-order distance; elsewhere the foot point by bisection.
fn from_ellipsoid(r: DVec3, p: DVec3) -> f64 {
    let value = (p / r).length();
    if (value - 1.0).abs() < 1e-9 {
        return (value * value - 1.0) / (2.0 * (p / (r * r)).length());
    }
    let excess = |t: f64| (r * p / (DVec3::splat(t) + r * r)).length() - 1.0;
    let least = r.min_element() * r.min_element();
    let (mut low, mut high) = (if value > 1.0 { 0.0 } else { -least }, (r * p).length());
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        *(if excess(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    let foot = r * r * p / (DVec3::splat(low) + r * r);
    (p - foot).length().copysign(value - 1.0)
}

/// Two bodies and their poses: apart, almost touching or overlapping.
struct Case {
    bodies: [Body; 2],
    turns: [DQuat; 2],
    offset: DVec3,
}

impl Case {
    fn any(random: &mut Random) -> Self {
        let bodies = [Body::any(random, true), Body::any(random, false)];
        let turns = [0, 1].map(|_| DVec3::any_rotation(random).normalize());
        let n: DVec3 = random.direction();
        let touching = {
            let at = |i: usize, n: DVec3| bodies[i].height(turns[i].inverse() * n);
            at(0, n) + at(1, -n)
        };
        let offset = match random.count(0, 3) {
            0 => n * touching * random.between(1.0, 2.0),
            1 => n * (touching + random.between(-1.0, 1.0) * 10_f64.powf(random.between(-14.0, -2.0))),
            _ => n * touching * random.between(0.0, 1.0),
        };
        Self {
            bodies,
            turns,
            offset,
        }
    }
    fn size(&self) -> f64 {
        self.bodies[0].reach() + self.bodies[1].reach() + self.offset.length()
    }
}

/// Asks at `2^exponent` times the size and scales the answer back.
fn ask(case: &Case, exponent: i32) -> Clearance<DVec3> {
    let unit = 2.0_f64.powi(exponent);
    let [a, b] = case.bodies.clone().map(|b| b.shape::<DVec3>());
    let pose = |at: DVec3, i: usize| Pose::new(at * unit, case.turns[i]).and_then(|p| p.scaled(unit));
    let (p, q) = (pose(DVec3::ZERO, 0).unwrap(), pose(case.offset, 1).unwrap());
    let mut c = clearance(Placed::new(&a, &p), Placed::new(&b, &q)).unwrap();
    c.distance /= unit;
    (c.point_a, c.point_b) = (c.point_a / unit, c.point_b / unit);
    c
}

#[test]
fn witnesses_are_on_the_surface() {
    let (mut random, mut hits) = (Random::new(11), Hits::default());
    let around: Vec<DVec3> = (0..60).map(|_| random.direction()).collect();
    for i in 0..1500 {
        let case = Case::any(&mut random);
        let c = ask(&case, [0, -20, 60][i % 3]);
        let at = [c.point_a, c.point_b - case.offset];
        let few = FEW * f64::EPSILON * case.size();
        for (k, n) in [(0, c.normal), (1, -c.normal)] {
            let back = case.turns[k].inverse();
            let off = case.bodies[k].off(back * at[k], back * n);
            assert!(off <= few, "{i}: {off:e} {:?} {c:?}", case.bodies);
            let p = back * at[k];
            let beyond = |m: DVec3| p.dot(m) - case.bodies[k].height(m);
            assert!(around.iter().all(|m| beyond(*m) <= few), "{i}: outside {c:?}");
        }
        let way = c.point_b - c.point_a - c.normal * c.distance;
        assert!(way.length() <= few, "{i}: {way}");
        hits.count(c.distance > 0.0);
    }
    hits.check("curved pairs apart");
}

/// Single precision: the same, to a few of its own rounding errors.
#[test]
fn witnesses_are_on_the_surface_in_single_precision() {
    let mut random = Random::new(12);
    for i in 0..300 {
        let case = Case::any(&mut random);
        let [a, b] = case.bodies.clone().map(|b| b.shape::<Vec3>());
        let pose = |at: DVec3, k: usize| Pose::new(at.as_vec3(), case.turns[k].as_quat()).unwrap();
        let (p, q) = (pose(DVec3::ZERO, 0), pose(case.offset, 1));
        let c = clearance(Placed::new(&a, &p), Placed::new(&b, &q)).unwrap();
        let at = [c.point_a.as_dvec3(), c.point_b.as_dvec3() - case.offset];
        let few = 16.0 * f64::from(f32::EPSILON) * case.size();
        let n = c.normal.as_dvec3();
        for (k, n) in [(0, n), (1, -n)] {
            let back = case.turns[k].inverse();
            let off = case.bodies[k].off(back * at[k], back * n);
            assert!(off <= few, "{i}: {off:e} {:?} {c:?}", case.bodies);
        }
    }
}
