//! Contacts of cylinders and cones, upright and lying, on all flat shapes: how much of the common area they
//! span.
//!
//! The oracle knows only which points of the ground each shape covers: the common part is sampled on a fine
//! grid, and the contacts must span at least half of its area (four points of a convex region can always span
//! 2/π of it), lie in both shapes, and have the height over the ground as their clearance.

use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::math::Pose;
use clearance::pair::Manifold;
use clearance::shape::{Placed, Shape3};
use clearance::{Relation, clearance, manifold, relation};
use clearance_testkit::{Hits, Random, TestSpace};

type S = Shape3<DVec3>;

/// Which part of the plane y = 0 a shape covers.
#[derive(Clone, Copy)]
enum Print {
    Disc(DVec2, f64),
    Box(DVec2, DVec2),
    All,
}

impl Print {
    fn holds(&self, p: DVec2) -> bool {
        match *self {
            Self::Disc(c, r) => p.distance(c) <= r,
            Self::Box(low, high) => p.cmpge(low).all() && p.cmple(high).all(),
            Self::All => true,
        }
    }
}

/// A shape below the ground whose top face lies in it.
fn support(random: &mut Random) -> (S, Pose<DVec3>, Print) {
    let v = DVec3::new;
    let [w, h, d, x, z] = core::array::from_fn(|_| random.between(0.4, 1.5));
    let at = |p| Pose::at(p).unwrap();
    let boxed = Print::Box(DVec2::new(x - w, z - d), DVec2::new(x + w, z + d));
    let on_its_head = DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    match random.whole(0, 6) {
        0 => (S::cuboid(v(w, h, d)).unwrap(), at(v(x, -h, z)), boxed),
        1 => {
            let corners: Vec<_> = (0..8)
                .map(|i| {
                    v(w, h, d)
                        * DVec3::from_array([0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 }))
                })
                .collect();
            (S::convex(&corners).unwrap(), at(v(x, -h, z)), boxed)
        }
        2 => (S::half_space(DVec3::Y, 0.0).unwrap(), Pose::IDENTITY, Print::All),
        3 => {
            let tube = S::cylinder(h, w).unwrap();
            (tube, at(v(x, -h, z)), Print::Disc(DVec2::new(x, z), w))
        }
        4 => {
            let cone = S::cone(h, w).unwrap();
            let pose = Pose::new(v(x, -h, z), on_its_head).unwrap();
            (cone, pose, Print::Disc(DVec2::new(x, z), w))
        }
        5 => {
            let rounded = S::cuboid(v(w, h, d)).unwrap().rounded(0.25).unwrap();
            (rounded, at(v(x, -h - 0.25, z)), boxed)
        }
        _ => {
            let rounded = S::cylinder(h, w).unwrap().rounded(0.5).unwrap();
            (rounded, at(v(x, -h - 0.5, z)), Print::Disc(DVec2::new(x, z), w))
        }
    }
}

/// A cylinder or cone that stands on the ground around the vertical axis.
fn standing(random: &mut Random) -> (S, f64, f64) {
    let (h, r) = (random.between(0.3, 1.0), random.between(0.3, 1.2));
    match random.whole(0, 2) {
        0 => (S::cylinder(h, r).unwrap(), h, r),
        1 => (S::cone(h, r).unwrap(), h, r),
        _ => (S::cylinder(h, r).unwrap().rounded(0.125).unwrap(), h + 0.125, r),
    }
}

fn cross(a: DVec2, b: DVec2) -> f64 {
    a.perp_dot(b)
}

/// The area of the hull of up to four points.
fn area(p: &[DVec2]) -> f64 {
    let triangle = |a: DVec2, b: DVec2, c: DVec2| 0.5 * cross(b - a, c - a).abs();
    match *p {
        [a, b, c] => triangle(a, b, c),
        [a, b, c, d] => {
            // In a quadrilateral the triangles cover everything twice. Where one point lies inside the
            // triangle of the others, the largest triangle is all.
            let all = [
                triangle(a, b, c),
                triangle(a, b, d),
                triangle(a, c, d),
                triangle(b, c, d),
            ];
            let sum: f64 = all.iter().sum();
            (0.5 * sum).max(all.into_iter().fold(0.0, f64::max))
        }
        _ => 0.0,
    }
}

fn moved(motion: &Pose<DVec3>, pose: &Pose<DVec3>) -> Pose<DVec3> {
    let turned = motion.rotation() * pose.rotation();
    Pose::new(motion.frame().point(pose.position()), turned).unwrap()
}

fn check_points(m: &Manifold<DVec3>, a: Placed<'_, DVec3>, b: Placed<'_, DVec3>) {
    let point = S::Point;
    for c in m.contacts() {
        for (p, s) in [(c.point_a, a), (c.point_b, b)] {
            let pose = Pose::at(p).unwrap();
            let off = clearance(Placed::new(&point, &pose), s).unwrap().distance;
            assert!(off <= 1e-12, "{off:e} outside: {c:?}");
        }
        let gap = c.point_b - c.point_a - m.normal * c.clearance;
        assert!(gap.length() < 1e-12, "{c:?}");
    }
    let mut features: Vec<_> = m.contacts().iter().map(|c| c.feature).collect();
    features.sort();
    features.dedup();
    assert_eq!(
        features.len(),
        m.contacts().len(),
        "each contact has its own features: {m:?}"
    );
}

#[test]
fn standing_ones_span_what_they_stand_on() {
    let mut random = Random::new(77);
    let mut hits = Hits::default();
    for i in 0..600 {
        let (top, height, r) = standing(&mut random);
        let (bottom, bottom_pose, print) = support(&mut random);
        let place = DVec2::new(random.between(-0.8, 1.8), random.between(-0.8, 1.8));
        let depth = if random.one_in(2) { 1e-3 } else { -1e-3 };
        let motion = Pose::new(random.vector::<DVec3>(3.0), DVec3::any_rotation(&mut random)).unwrap();
        let turned = DQuat::from_rotation_y(random.between(0.0, 6.0));
        let top_pose = Pose::new(DVec3::new(place.x, height - depth, place.y), turned).unwrap();
        let (pa, pb) = (moved(&motion, &bottom_pose), moved(&motion, &top_pose));
        let (a, b) = (Placed::new(&bottom, &pa), Placed::new(&top, &pb));
        // The common area, sampled on a grid.
        let (mut cells, step) = (0, r / 100.0);
        for k in 0..40_000 {
            let q = DVec2::new(f64::from(k % 200) - 99.5, f64::from(k / 200) - 99.5) * step;
            cells += u32::from(q.length() <= r && print.holds(q + place));
        }
        let common = f64::from(cells) * step * step;
        hits.count(common > 0.5 * core::f64::consts::PI * r * r);
        if common < 0.02 * r * r {
            continue;
        }
        let m = manifold(a, b, 2e-3).unwrap();
        let up = motion.frame().direction(DVec3::Y);
        if m.normal.dot(up) < 0.999_999 {
            // Pushed out sideways.
            assert!(depth > 0.0, "{i}: {m:?}");
            continue;
        }
        check_points(&m, a, b);
        let flat: Vec<_> = m
            .contacts()
            .iter()
            .map(|c| motion.frame().local_point(c.point_a))
            .map(|p| DVec2::new(p.x, p.z))
            .collect();
        for c in m.contacts() {
            assert!((c.clearance + depth).abs() < 1e-12, "{i}: {depth} {m:?}");
        }
        let spanned = area(&flat);
        assert!(
            spanned >= 0.5 * common,
            "{i}: {spanned} of {common}, {m:?}\n{top:?} {bottom:?}"
        );
        assert!(
            spanned <= common * 1.05 + 4.0 * r * step,
            "{i}: {spanned} of {common}"
        );
        assert_eq!(manifold(b, a, 2e-3).unwrap(), m.mirrored(), "{i}");
    }
    hits.check("standing well within");
}

#[test]
fn lying_ones_have_a_line() {
    let v = DVec3::new;
    let third = DQuat::from_xyzw(0.5, 0.5, 0.5, 0.5);
    let quarter = DQuat::from_xyzw(
        core::f64::consts::FRAC_1_SQRT_2,
        0.0,
        0.0,
        core::f64::consts::FRAC_1_SQRT_2,
    );
    let tube = S::cylinder(1.0, 0.5).unwrap();
    let grounds: [(S, Pose<DVec3>); 4] = [
        (
            S::cuboid(v(2.0, 1.0, 2.0)).unwrap(),
            Pose::at(v(0.0, -1.0, 0.0)).unwrap(),
        ),
        (S::half_space(DVec3::Y, 0.0).unwrap(), Pose::IDENTITY),
        (
            S::cylinder(1.0, 3.0).unwrap(),
            Pose::at(v(0.0, -1.0, 0.0)).unwrap(),
        ),
        (
            S::cylinder(2.0, 0.5).unwrap(),
            Pose::new(v(0.0, -0.5, 0.0), quarter).unwrap(),
        ),
    ];
    for (i, (ground, pose)) in grounds.iter().enumerate() {
        let turn = if i == 3 { quarter } else { third };
        let lying = Pose::new(v(if i == 3 { 0.0 } else { 0.25 }, 0.5, 0.0), turn).unwrap();
        let (a, b) = (Placed::new(ground, pose), Placed::new(&tube, &lying));
        assert_eq!(relation(a, b), Relation::Touching, "{i}");
        let m = manifold(a, b, 0.0).unwrap();
        check_points(&m, a, b);
        let ends: Vec<_> = m.contacts().iter().map(|c| c.point_b).collect();
        assert_eq!(ends.len(), 2, "{i}: {m:?}");
        assert!((ends[0].distance(ends[1]) - 2.0).abs() < 1e-12, "{i}: {m:?}");
        assert!(m.contacts().iter().all(|c| c.clearance == 0.0), "{i}: {m:?}");
    }
}

#[test]
fn a_cone_lies_on_its_side() {
    let (h, r) = (1.0, 0.75);
    let cone = S::cone(h, r).unwrap();
    // One side becomes horizontal: the sides of the triangle are 3, 4 and 5.
    let tilt = (r / (2.0 * h)).atan() + core::f64::consts::FRAC_PI_2;
    let turned = DQuat::from_rotation_z(tilt);
    let side = turned * DVec3::new(-r, -h, 0.0);
    let lying = Pose::new(DVec3::new(0.0, -side.y + 1e-4, 0.0), turned).unwrap();
    let ground = S::half_space(DVec3::Y, 0.0).unwrap();
    let m = manifold(
        Placed::new(&ground, &Pose::IDENTITY),
        Placed::new(&cone, &lying),
        1e-3,
    )
    .unwrap();
    assert_eq!(m.contacts().len(), 2, "{m:?}");
    let length = m.contacts()[0].point_b.distance(m.contacts()[1].point_b);
    assert!((length - (4.0 * h * h + r * r).sqrt()).abs() < 1e-9, "{m:?}");
}

/// Touching exactly, in both precisions, and with parts: four contacts of clearance 0.
#[test]
fn four_contacts_at_rest() {
    let v = Vec3::new;
    let tube = Shape3::<Vec3>::cylinder(0.5, 0.75).unwrap();
    let flat = Shape3::terrain(&vec![vec![0.0; 5]; 5], [0.5, 0.5]).unwrap();
    let ground = Shape3::half_space(Vec3::Y, 0.0).unwrap();
    let boxed = Shape3::cuboid(v(2.0, 1.0, 2.0)).unwrap();
    let both = Shape3::compound(vec![(boxed.clone(), Pose::IDENTITY)]).unwrap();
    let small = Shape3::cuboid(v(0.25, 0.5, 0.25)).unwrap();
    let top = Pose::at(v(1.0, 0.5, 1.0)).unwrap();
    let below = Pose::at(v(1.0, -1.0, 1.0)).unwrap();
    for shape in [&tube, &small] {
        for (under, pose) in [
            (&flat, Pose::IDENTITY),
            (&ground, Pose::IDENTITY),
            (&boxed, below),
            (&both, below),
        ] {
            let m = manifold(Placed::new(under, &pose), Placed::new(shape, &top), 0.0).unwrap();
            assert_eq!(m.contacts().len(), 4, "{under:?}: {m:?}");
            assert!(m.contacts().iter().all(|c| c.clearance == 0.0), "{m:?}");
            assert_eq!(m.normal, Vec3::Y);
        }
    }
}
