//! Ways of parts of the plane, lifted into space. The truth is what the sweeps of the plane say, which share
//! no code with moves.

use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use clearance::assembly::{AXES, Assembly, Solid, Tolerance, lift, lift_pose};
use clearance::cast::{Motion, Start, closest_approach, sweep};
use clearance::d2::Shape;
use clearance::glam::{DQuat, DVec2, DVec3};
use clearance::math::{Aabb, Rotation2};
use clearance::motion::{Move, MoveReport, Screw, follow};
use clearance::{Placed, Pose, intersects};
use clearance_testkit::{Hits, Random};

use crate::assemblies::removal_of;

/// The longest side of the box around a shape; 1 of a half-plane and of a point.
fn width(shape: &Shape<DVec2>) -> f64 {
    let bounds: Aabb<DVec2> = Placed::new(shape, &Pose::IDENTITY).aabb();
    let longest = (bounds.max - bounds.min).max_element();
    match longest > 0.0 && longest < f64::MAX {
        true => longest,
        false => 1.0,
    }
}

/// Each part is lifted as high as it is wide. The first part may move.
fn lifted(parts: [(&Shape<DVec2>, &Pose<DVec2>); 2]) -> Assembly {
    let mut assembly = Assembly::default();
    for (shape, pose) in parts {
        let solid = Solid::new(lift(shape, width(shape)).expect("in range"), 0.0, 0.0).with_flat_faces();
        assembly.add("part", Arc::new(solid), lift_pose(pose).expect("in range"));
    }
    assembly
}

fn in_plane(about: DVec2, linear: DVec2, angle: f64) -> Screw {
    Screw {
        about: about.extend(0.0),
        linear: linear.extend(0.0),
        angular: DVec3::Z * angle,
    }
}

/// What part 0 meets.
fn of_first(assembly: &Assembly, screw: Screw) -> MoveReport {
    let moves = [Move {
        parts: vec![0],
        screw,
    }];
    let report = follow(assembly, &moves, Tolerance::Auto, &|_, _| true, &|| Continue(()));
    let report = report.expect("a valid move").moves.into_iter().next();
    report.expect("one move")
}

/// A polygon whose corners see its middle.
fn star(random: &mut Random, radius: f64) -> Vec<DVec2> {
    let count = random.count(3, 9);
    let corner = |i: usize| {
        let angle = TAU * i as f64 / count as f64;
        DVec2::from_angle(angle) * radius
    };
    (0..count).map(|i| corner(i) * random.between(0.4, 1.0)).collect()
}

/// One of every kind of shape of the plane, of a size of about 1.
fn any_shape(random: &mut Random, kind: usize) -> Shape<DVec2> {
    let mut point = || random.vector::<DVec2>(1.0);
    let made = match kind {
        0 => return Shape::Point,
        1 => Shape::segment(point(), point()),
        2 => Shape::circle(random.between(0.2, 1.0)),
        3 => Shape::ellipse(DVec2::new(random.between(0.3, 1.0), random.between(0.3, 1.0))),
        4 => Shape::capsule(point(), point(), 0.3),
        5 => Shape::cuboid(DVec2::new(random.between(0.3, 1.0), 0.6)),
        6 => Shape::convex(&[point(), point(), point(), point(), point()]),
        7 => Shape::polygon(&star(random, 1.0), &[]),
        8 => {
            let square = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(DVec2::from);
            Shape::polygon(&square, &[star(random, 0.9)])
        }
        9 => Shape::polyline(&[point(), point(), point()], false),
        10 => Shape::bitmap(&["0110", "1101", "0111"], 0.4),
        11 => Shape::cuboid(DVec2::new(0.5, 0.3)).and_then(|shape| shape.rounded(0.2)),
        _ => {
            let [one, other] = [2, 7].map(|kind| any_shape(random, kind));
            let pose = Pose::new(DVec2::new(0.8, 0.2), Rotation2::from_angle(0.7)).expect("finite");
            Shape::compound(vec![(one, Pose::IDENTITY), (other, pose)])
        }
    };
    made.expect("a valid shape")
}

const KINDS: usize = 13;

/// Two shapes that are apart.
fn pair(random: &mut Random, case: usize) -> [(Shape<DVec2>, Pose<DVec2>); 2] {
    let kinds = [case % KINDS, case / KINDS % KINDS];
    let [a, b] = kinds.map(|kind| any_shape(random, kind));
    let turned = |random: &mut Random, at: DVec2| {
        Pose::new(at, Rotation2::from_angle(random.between(-PI, PI))).expect("finite")
    };
    let here = turned(random, DVec2::new(3.0, -5.0));
    loop {
        let there = turned(random, here.position());
        let there = there.moved_to(there.position() + random.direction::<DVec2>() * random.between(1.0, 4.0));
        let there = there.expect("finite");
        if !intersects(Placed::new(&a, &here), Placed::new(&b, &there)) {
            return [(a, here), (b, there)];
        }
    }
}

/// All pairs of kinds, moved straight and with a turn: parts meet when sweeps of the plane say so, and come
/// as near to each other.
#[test]
fn moves_meet_when_sweeps_do() {
    let mut random = Random::new(71);
    let mut hits = Hits::default();
    for case in 0..KINDS * KINDS {
        let [(a, here), (b, there)] = pair(&mut random, case);
        let towards = there.position() - here.position();
        let motion = Motion {
            linear: towards * random.between(0.3, 1.3) + random.vector::<DVec2>(1.0),
            angular: if random.one_in(2) {
                0.0
            } else {
                random.between(-2.0, 2.0)
            },
        };
        let placed = [Placed::new(&a, &here), Placed::new(&b, &there)];
        let hit = sweep(placed[0], &motion, placed[1], &Motion::none(), Start::Touching);
        let hit = hit.expect("every pair is swept");
        let screw = in_plane(here.position(), motion.linear, motion.angular);
        let report = of_first(&lifted([(&a, &here), (&b, &there)]), screw);
        assert!(report.is_certified, "case {case} {hit:?} {report:?} {motion:?}");
        hits.count(hit.is_some());
        let told = report.contacts.first();
        match (&hit, told) {
            (Some(hit), Some(told)) => {
                assert!(
                    (hit.time - told.time).abs() < 1e-6,
                    "case {case}: {hit:?} {told:?}"
                );
                assert!(
                    hit.normal.dot(told.normal.truncate()) > 0.99,
                    "case {case}: {hit:?} {told:?}"
                );
            }
            (None, None) => {
                let nearest = closest_approach(placed[0], &motion, placed[1], &Motion::none());
                let nearest = nearest.expect("every pair has one");
                let least = report.least_clearance.expect("there is another part");
                let within = nearest.within.max(least.within) + 1e-9;
                assert!(
                    (nearest.distance - least.value).abs() <= within,
                    "case {case}: {nearest:?} {least:?}"
                );
            }
            _ => panic!("case {case}: {hit:?} {told:?}"),
        }
    }
    hits.check("moves in the plane");
}

/// A part is blocked by what a long sweep meets.
#[test]
fn ways_out_are_blocked_where_sweeps_meet() {
    let mut random = Random::new(72);
    let mut hits = Hits::default();
    for case in 0..KINDS * KINDS {
        let parts = pair(&mut random, case);
        let [(a, here), (b, there)] = &parts;
        let is_flat =
            |shape: &Shape<DVec2>| matches!(shape, Shape::Point | Shape::Segment(_) | Shape::Polyline(_));
        let is_point = |shape: &Shape<DVec2>| matches!(shape, Shape::Point);
        if is_flat(a) && is_flat(b) && (is_point(a) || is_point(b)) {
            continue; // they touch, at most
        }
        let direction = (there.position() - here.position()) + random.vector::<DVec2>(3.0);
        let removal = removal_of(&lifted([(a, here), (b, there)]), &[direction.extend(0.0)]);
        let motion = Motion::linear(direction * 20.0);
        let placed = [Placed::new(a, here), Placed::new(b, there)];
        let hit = sweep(placed[0], &motion, placed[1], &Motion::none(), Start::Touching);
        let hit = hit.expect("every pair is swept").is_some();
        hits.count(hit);
        assert_eq!(
            !removal.blockers(0, 0).is_empty(),
            hit,
            "case {case}: {parts:?} {direction}"
        );
    }
    hits.check("ways out in the plane");
}

/// Parts that fit exactly slide along each other, at every scale; a polygon is meant as it is, however many
/// corners it has.
#[test]
fn polygons_are_meant_as_they_are() {
    for scale in [1.0, 2.0_f64.powi(-20), 2.0_f64.powi(8)] {
        let point = |x: f64, y: f64| DVec2::new(x, y) * scale;
        let slot = [
            (0.0, 0.0),
            (5.0, 0.0),
            (5.0, 3.0),
            (0.0, 3.0),
            (0.0, 2.0),
            (4.0, 2.0),
            (4.0, 1.0),
            (0.0, 1.0),
        ];
        let slot = Shape::polygon(&slot.map(|(x, y)| point(x, y)), &[]).expect("a slot");
        let key = Shape::cuboid(point(2.0, 0.5)).expect("a key");
        let there = Pose::at(point(2.0, 1.5)).expect("finite");
        let assembly = lifted([(&key, &there), (&slot, &Pose::IDENTITY)]);
        let blocked = removal_of(&assembly, &AXES[..4]);
        let blocked: Vec<usize> = (0..4).map(|d| blocked.blockers(0, d).len()).collect();
        assert_eq!(blocked, [1, 0, 1, 1], "scale {scale}");
        let out = of_first(&assembly, in_plane(DVec2::ZERO, point(-6.0, 0.0), 0.0));
        assert_eq!((out.contacts.len(), out.is_certified), (0, true), "scale {scale}");
        let askew = of_first(&assembly, in_plane(DVec2::ZERO, point(-6.0, 0.01), 0.0));
        assert!(askew.contacts[0].time < 1e-6, "scale {scale}");
    }
    let ring = |radius: f64, turn: f64| -> Vec<DVec2> {
        let at = |i: usize| DVec2::from_angle(TAU * (i as f64 + turn) / 24.0) * radius;
        (0..24).map(at).collect()
    };
    let hole = Shape::polygon(&ring(2.0, 0.0), &[ring(1.0, 0.5)]).expect("a ring");
    // In space the two are a pin in its hole; here corners stand in sides by 0.0086.
    for (radius, times) in [(1.0, vec![0.0]), (0.99, vec![])] {
        let pin = Shape::polygon(&ring(radius, 0.0), &[]).expect("a pin");
        let assembly = lifted([(&pin, &Pose::IDENTITY), (&hole, &Pose::IDENTITY)]);
        let report = of_first(&assembly, in_plane(DVec2::ZERO, DVec2::ZERO, 0.01));
        let found: Vec<f64> = report.contacts.iter().map(|contact| contact.time).collect();
        assert_eq!(found, times, "radius {radius}");
    }
}

/// Half a disc on the edge of a wall tips about it, and goes around a corner that has room for it and no
/// more.
///
/// It met the wall at once: no direction that stays as it is parts a face from the edge about which it turns.
#[test]
fn what_tips_about_an_edge_does_not_meet_it() {
    let half = |radius: f64| -> Vec<DVec2> {
        (0..=24)
            .map(|i| DVec2::from_angle(PI * f64::from(i) / 24.0) * radius)
            .collect()
    };
    // Both ends of its base lie in the wall's plane, and not a rounding of pi above it.
    let written: Vec<DVec2> = half(0.99).into_iter().map(|p| (p * 1e4).round() / 1e4).collect();
    let inner = [(-4.0, 0.0), (0.0, 0.0), (0.0, -4.0), (-4.0, -4.0)].map(DVec2::from);
    // Its end faces meet the sofa's facets, and are parted from them by none of their planes.
    let thin = [
        (-4.0, 0.0),
        (0.0, 0.0),
        (0.0, -4.0),
        (-0.25, -4.0),
        (-0.25, -0.25),
        (-4.0, -0.25),
    ]
    .map(DVec2::from);
    let outer = [
        (-4.0, 1.0),
        (1.0, 1.0),
        (1.0, -4.0),
        (2.0, -4.0),
        (2.0, 2.0),
        (-4.0, 2.0),
    ]
    .map(DVec2::from);
    let quarter = in_plane(DVec2::ZERO, DVec2::ZERO, -FRAC_PI_2);
    for (corners, meets) in [(half(0.999), false), (written, false), (half(1.001), true)] {
        let sofa = Shape::polygon(&corners, &[]).expect("half a disc");
        for (wall, may_meet) in [(&inner[..], false), (&thin, false), (&outer, true)] {
            let wall = Shape::polygon(wall, &[]).expect("a wall");
            let report = of_first(
                &lifted([(&sofa, &Pose::IDENTITY), (&wall, &Pose::IDENTITY)]),
                quarter,
            );
            assert!(report.is_certified);
            assert_eq!(
                !report.contacts.is_empty(),
                meets && may_meet,
                "{corners:?}: {report:?}"
            );
        }
        // The other way round it tips into the wall.
        let wall = Shape::polygon(&inner, &[]).expect("a wall");
        let into = in_plane(DVec2::ZERO, DVec2::ZERO, FRAC_PI_2);
        let report = of_first(
            &lifted([(&sofa, &Pose::IDENTITY), (&wall, &Pose::IDENTITY)]),
            into,
        );
        assert!(report.contacts[0].time < 1e-6, "{report:?}");
    }
}

/// Prisms of any height, turned in space as one, that stand on each other with faces of random corners: one
/// tips about the edge of the other, away from it or into it.
///
/// An end face of the one and a side of the other were parted by no plane of theirs while it tipped.
#[test]
fn prisms_of_other_heights_tip_about_an_edge() {
    let mut random = Random::new(71);
    for seed in 0..12 {
        let mut place = || (random.between(0.1, 4.0) * 1e3).round() / 1e3;
        let [right, left, a, b] = [(); 4].map(|()| place());
        let body = [(right, place()), (-left, place()), (-left, 0.0), (right, 0.0)].map(DVec2::from);
        let wall = [(0.0, 0.0), (-a, 0.0), (-place(), -place()), (0.0, -b)].map(DVec2::from);
        let turn = match seed % 3 {
            0 => DQuat::IDENTITY,
            _ => DQuat::from_scaled_axis(random.direction::<DVec3>() * random.between(0.0, 3.0)),
        };
        let mut assembly = Assembly::default();
        for corners in [&body, &wall] {
            let shape = match seed % 2 {
                0 => Shape::polygon(corners, &[]),
                _ => Shape::convex(corners),
            };
            let shape = lift(&shape.expect("four corners"), random.between(0.2, 5.0));
            let solid = Solid::new(shape.expect("in range"), 0.0, 0.0).with_flat_faces();
            let pose = Pose::new(DVec3::ZERO, turn).expect("in range");
            assembly.add("part", Arc::new(solid), pose);
        }
        for (angle, meets) in [(-FRAC_PI_2, false), (FRAC_PI_2, true)] {
            let screw = Screw {
                angular: turn * DVec3::Z * angle,
                ..Screw::straight(DVec3::ZERO)
            };
            let report = of_first(&assembly, screw);
            let first = report.contacts.first().map(|met| met.time);
            assert_eq!(first.is_some(), meets, "seed {seed}: {report:?}");
            assert!(first.is_none_or(|time| time < 1e-6), "seed {seed}: {report:?}");
        }
    }
}
