//! Sharp edges, rims, corners and tips that touch curved surfaces, or each other. The truth is how the parts
//! were made: they touch exactly, and are then pressed into each other or moved apart.
//!
//! Only gaps between faces that face each other were known. So a ball pressed onto the edge of a box by less
//! than its facets are off was clear of it, and a box along a cylinder was so in one order of the parts and
//! interfered in the other.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_4, SQRT_2};

use clearance::assembly::Class;
use clearance::d3::Shape;
use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;
use clearance_testkit::revolved::{half_circle, pin, revolved, sleeve};
use clearance_testkit::written::moved;

use super::asked::{AUTO, class};
use crate::assemblies::cuboid;

type Pair = [Shape<DVec3>; 2];

/// By how much parts that touch are pressed into each other, and what they are called then.
const PRESSED: [(f64, Option<Class>); 4] = [
    (0.01, Some(Class::Interference)),
    (1e-5, Some(Class::Interference)),
    (0.0, Some(Class::Contact)),
    (-1e-5, None),
];

/// How two round parts are tessellated.
struct Sides {
    a: u32,
    b: u32,
    phases: [f64; 2],
}

impl Sides {
    fn random(random: &mut Random) -> Self {
        let mut sides = || random.whole(16, 60) as u32;
        let (a, b) = (sides(), sides());
        let phases = [random.between(0.0, 1.0), random.between(0.0, 1.0)];
        Self { a, b, phases }
    }
    fn pin(&self, radius: f64, ends: [f64; 2]) -> Shape<DVec3> {
        pin(radius, ends, self.a, self.phases[0])
    }
    fn sleeve(&self, radii: [f64; 2], ends: [f64; 2]) -> Shape<DVec3> {
        sleeve(radii, ends, self.a, self.phases[0])
    }
    fn ball(&self, radius: f64, at: DVec3) -> Shape<DVec3> {
        let ball = revolved(&half_circle(radius, self.b.div_ceil(2)), self.b, self.phases[1]);
        moved(&ball, |v| v + at)
    }
}

fn turned(shape: &Shape<DVec3>, by: DQuat) -> Shape<DVec3> {
    moved(shape, |v| by * v)
}

/// Whether parts that touch, pressed by this into each other, are said to, in both orders and along all axes.
fn check(what: &str, make: impl Fn(&Sides, f64) -> Pair) {
    let mut random = Random::new(62);
    for round in 0..3 {
        let sides = Sides::random(&mut random);
        for (pressed, expected) in PRESSED {
            let pair = make(&sides, pressed);
            let axes: [fn(DVec3) -> DVec3; 3] = [
                |v| v,
                |v| DVec3::new(v.y, v.z, v.x),
                |v| DVec3::new(-v.y, v.x, v.z),
            ];
            for axes in axes {
                let [a, b] = pair.each_ref().map(|part| moved(part, axes));
                let found = [class(&a, &b, &AUTO), class(&b, &a, &AUTO)];
                assert_eq!(
                    found, [expected; 2],
                    "{what}, round {round}, pressed by {pressed}"
                );
            }
        }
    }
}

/// A block whose edge along X is lowest, over the origin.
fn wedge() -> Shape<DVec3> {
    let block = cuboid(DVec3::new(-30.0, 0.0, 0.0), DVec3::new(30.0, 20.0, 20.0));
    turned(&block, DQuat::from_rotation_x(FRAC_PI_4))
}

/// A cube whose corner at the origin points against a direction.
fn corner(direction: DVec3) -> Shape<DVec3> {
    let turn = DQuat::from_rotation_arc(DVec3::ONE.normalize(), direction.normalize());
    turned(&cuboid(DVec3::ZERO, DVec3::splat(20.0)), turn)
}

#[test]
fn edges_of_a_box() {
    check("a ball on an edge", |sides, pressed| {
        let ball = sides.ball(5.0, DVec3::new(1.3, 0.0, -5.0 + pressed));
        [ball, wedge()]
    });
    check("an edge along a cylinder", |sides, pressed| {
        let lying = turned(
            &sides.pin(10.0, [-20.0, 20.0]),
            DQuat::from_rotation_y(2.0 * FRAC_PI_4),
        );
        [moved(&lying, |v| v + DVec3::Z * (pressed - 10.0)), wedge()]
    });
    check("an edge across a cylinder", |sides, pressed| {
        let turn = DQuat::from_rotation_z(0.7) * DQuat::from_rotation_y(2.0 * FRAC_PI_4);
        let lying = turned(&sides.pin(10.0, [-20.0, 20.0]), turn);
        [moved(&lying, |v| v + DVec3::Z * (pressed - 10.0)), wedge()]
    });
    check("a square peg in a round hole", |sides, pressed| {
        let half = (10.0 + pressed) * FRAC_1_SQRT_2;
        let peg = cuboid(DVec3::new(-half, -half, -5.0), DVec3::new(half, half, 35.0));
        [sides.sleeve([10.0, 20.0], [0.0, 30.0]), peg]
    });
}

#[test]
fn corners_and_tips() {
    let direction = DVec3::new(0.5, 0.6, 0.3).normalize();
    check("a corner on a ball", |sides, pressed| {
        let cube = moved(&corner(direction), |v| v + direction * (10.0 - pressed));
        [sides.ball(10.0, DVec3::ZERO), cube]
    });
    check("a corner on a cylinder", |sides, pressed| {
        let cube = moved(&corner(DVec3::new(0.9, 0.1, 0.2)), |v| {
            v + DVec3::new(10.0 - pressed, 0.0, 1.0)
        });
        [sides.pin(10.0, [-20.0, 20.0]), cube]
    });
    check("the tip of a cone on a cylinder", |sides, pressed| {
        let cone = revolved(&[(0.0, 0.0), (5.0, 12.0), (0.0, 12.0)], sides.b, sides.phases[1]);
        let cone = turned(&cone, DQuat::from_rotation_y(2.0 * FRAC_PI_4));
        let cone = moved(&cone, |v| v + DVec3::new(10.0 - pressed, 0.0, 1.0));
        [sides.pin(10.0, [-20.0, 20.0]), cone]
    });
}

/// The center of a rim of radius 10 square to an axis, of which a point touches the plane z = 0 from above.
fn rim_over_plane(axis: DVec3) -> DVec3 {
    DVec3::Z * 10.0 * (1.0 - axis.z * axis.z).sqrt()
}

#[test]
fn rims() {
    check("a tilted pin on a plane", |sides, pressed| {
        let axis = DVec3::new(0.3, 0.5, 0.8).normalize();
        let pin = turned(
            &sides.pin(10.0, [0.0, 20.0]),
            DQuat::from_rotation_arc(DVec3::Z, axis),
        );
        let floor = cuboid(DVec3::new(-40.0, -40.0, -10.0), DVec3::new(40.0, 40.0, 0.0));
        [
            moved(&pin, |v| v + rim_over_plane(axis) - DVec3::Z * pressed),
            floor,
        ]
    });
    check("a tilted pin across an edge", |sides, pressed| {
        // The lowest point of the rim is on the line of the edge, which is along Y there.
        let axis = DVec3::new(0.6, 0.0, 0.8);
        let pin = turned(
            &sides.pin(10.0, [0.0, 20.0]),
            DQuat::from_rotation_arc(DVec3::Z, axis),
        );
        let edge = turned(&wedge(), DQuat::from_rotation_x(4.0 * FRAC_PI_4));
        let lowest = DVec3::new(8.0, 0.0, -6.0);
        [moved(&pin, |v| v - lowest - DVec3::Z * pressed), edge]
    });
    check("a ball on the mouth of a pipe", |sides, pressed| {
        let ball = sides.ball(10.0, DVec3::Z * (8.0 - pressed));
        [sides.sleeve([6.0, 9.0], [-20.0, 0.0]), ball]
    });
    check("a pin on a countersink", |sides, pressed| {
        let profile = [(5.0, 0.0), (20.0, 0.0), (20.0, 20.0), (15.0, 20.0)];
        let seat = revolved(&profile, sides.b, sides.phases[1]);
        [sides.pin(10.0, [10.0 - pressed, 40.0]), seat]
    });
}

/// Steps down to the least gap of two surfaces were as long as the shortest edge of their facets, and ended
/// before it where one mesh is much coarser.
#[test]
fn crossed_cylinders() {
    check("crossed cylinders", |sides, pressed| {
        let lying = pin(4.0, [-30.0, 30.0], sides.b, sides.phases[1]);
        let lying = turned(&lying, DQuat::from_rotation_y(2.0 * FRAC_PI_4));
        let lying = moved(&lying, |v| v + DVec3::Y * (14.0 - pressed));
        [sides.pin(10.0, [-30.0, 30.0]), lying]
    });
}

/// A convex part around the origin, turned.
struct Convex {
    shape: Shape<DVec3>,
    turn: DQuat,
    /// Points (radius, z) whose circles it is the hull of, of a radius around each.
    rims: Vec<[f64; 2]>,
    radius: f64,
    is_box: bool,
}

impl Convex {
    fn random(random: &mut Random) -> Self {
        let sides = random.whole(16, 60) as u32;
        let (size, phase) = (random.between(3.0, 12.0), random.between(0.0, 1.0));
        let half = size * random.between(0.5, 3.0);
        let tops = [size, size * random.between(0.3, 0.9)];
        let top = *random.pick(&tops);
        let profile = [(0.0, -half), (size, -half), (top, half), (0.0, half)];
        let (is_box, is_ball) = *random.pick(&[(true, false), (false, true), (false, false), (false, false)]);
        let (shape, rims, radius) = match (is_box, is_ball) {
            (true, _) => {
                let corner = DVec3::new(size, size, half);
                (cuboid(-corner, corner), vec![[size * SQRT_2, half]], 0.0)
            }
            (_, true) => (
                revolved(&half_circle(size, sides / 2 + 1), sides, phase),
                vec![[0.0, 0.0]],
                size,
            ),
            _ => (
                revolved(&profile, sides, phase),
                vec![[size, -half], [top, half]],
                0.0,
            ),
        };
        let mut between = || random.between(-1.0, 1.0);
        let axis = DVec3::new(between(), between(), between()).normalize();
        let turn = DQuat::from_rotation_arc(DVec3::Z, axis) * DQuat::from_rotation_z(3.0 * between());
        Self {
            shape: turned(&shape, turn),
            turn,
            rims,
            radius,
            is_box,
        }
    }
    /// The point furthest in a direction.
    fn support(&self, direction: DVec3) -> DVec3 {
        let local = self.turn.inverse() * direction;
        let [radius, z] = *self
            .rims
            .iter()
            .max_by(|p, q| self.height(p, local).total_cmp(&self.height(q, local)))
            .expect("a rim");
        let across = DVec3::new(local.x, local.y, 0.0).normalize();
        let point = match self.is_box {
            true => {
                DVec3::new(local.x.signum(), local.y.signum(), 0.0) * radius * FRAC_1_SQRT_2
                    + DVec3::Z * z * local.z.signum()
            }
            false => across * radius + DVec3::Z * z,
        };
        self.turn * point + direction * self.radius
    }
    fn height(&self, [radius, z]: &[f64; 2], local: DVec3) -> f64 {
        radius * local.x.hypot(local.y) + z * local.z
    }
    /// The direction of its rim at the point furthest in a direction.
    fn along(&self, direction: DVec3) -> DVec3 {
        (self.turn * DVec3::Z).cross(direction).normalize()
    }
}

/// Of two convex parts the furthest points along a direction and against it are put on each other. So they
/// touch; moved along the direction they overlap, and moved back they are apart.
#[test]
fn convex_parts_that_touch() {
    let mut random = Random::new(63);
    let mut asked = 0;
    for round in 0..160 {
        let [a, b] = [Convex::random(&mut random), Convex::random(&mut random)];
        let mut between = || random.between(-1.0, 1.0);
        let normal = DVec3::new(between(), between(), between()).normalize();
        let are_rims = [&a, &b].iter().all(|part| part.radius == 0.0 && !part.is_box);
        if are_rims && a.along(normal).cross(b.along(normal)).length() < 0.15 {
            continue; // Rims that are nearly parallel: a limit.
        }
        asked += 1;
        let at = a.support(normal) - b.support(-normal);
        for (pressed, expected) in PRESSED {
            let b = moved(&b.shape, |v| v + at - normal * pressed);
            let found = [class(&a.shape, &b, &AUTO), class(&b, &a.shape, &AUTO)];
            assert_eq!(found, [expected; 2], "round {round}, pressed by {pressed}");
        }
    }
    assert!(asked > 130, "{asked}");
}
