//! The same for solids of triangles.

use super::*;
use clearance::d3::Shape;
use clearance::glam::DVec3;

/// A tetrahedron with a dent in its largest face, of this size.
fn dented(size: f64) -> Shape<DVec3> {
    let corners = [
        DVec3::ZERO,
        DVec3::X * 4.0,
        DVec3::Y * 4.0,
        DVec3::Z * 4.0,
        DVec3::splat(0.5),
    ];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 4], [2, 3, 4], [3, 1, 4]];
    Shape::mesh(corners.map(|c| c * size).to_vec(), triangles).unwrap()
}

fn at(x: f64, y: f64, z: f64) -> Pose<DVec3> {
    Pose::at(DVec3::new(x, y, z)).unwrap()
}

/// `verify` compared the numbers only with each other, and `prove` refused.
#[test]
fn a_mesh_and_a_ball_apart() {
    let (mesh, ball) = (dented(1.0), Shape::sphere(0.5).unwrap());
    let (here, there) = (Pose::IDENTITY, at(-8.5, 1.0, 1.0));
    let (a, b) = (Placed::new(&mesh, &here), Placed::new(&ball, &there));
    let right = clearance(a, b).unwrap();
    assert_eq!(right.distance, 8.0);
    assert!(verify(&right, a, b).unwrap().is_proven());
    for distance in [1.0, -1.0] {
        let point_b = right.point_a + right.normal * distance;
        let depth_kind = if distance < 0.0 {
            DepthKind::Local
        } else {
            DepthKind::Exact
        };
        let claimed = Clearance {
            distance,
            point_b,
            depth_kind,
            ..right
        };
        assert!(verify(&claimed, a, b).is_err(), "{claimed:?}");
    }
    assert_eq!(verify_proof(&prove(a, b).unwrap(), a, b), Ok(Shown::Exactly));
}

/// Their borders are apart by the claimed distance, but one contains the other.
#[test]
fn what_is_within_is_not_apart() {
    let (outer, inner, ball) = (dented(1.0), dented(0.05), Shape::sphere(0.05).unwrap());
    let (here, there) = (Pose::IDENTITY, at(0.2, 0.25, 0.3));
    for (within, nearest) in [(&inner, 0.2), (&ball, 0.15)] {
        let (a, b) = (Placed::new(&outer, &here), Placed::new(within, &there));
        assert_eq!(relation(a, b), Relation::BInA);
        let point_b = DVec3::new(nearest, 0.25, 0.3);
        let claimed = Clearance {
            distance: nearest,
            normal: DVec3::X,
            point_a: point_b.with_x(0.0),
            point_b,
            depth_kind: DepthKind::Exact,
        };
        assert_eq!(verify(&claimed, a, b), Err(Flaw::WrongSign));
        assert_eq!(verify(&claimed.mirrored(), b, a), Err(Flaw::WrongSign));
    }
}

/// True for the two parts that it names, but a third part is nearer.
#[test]
fn nobody_is_left_out() {
    let (cube, ball) = (Shape::cuboid(DVec3::ONE).unwrap(), Shape::sphere(0.5).unwrap());
    let pair = Shape::compound(vec![(cube.clone(), at(0.0, 0.0, 0.0)), (cube, at(6.0, 0.0, 0.0))]).unwrap();
    let (here, there) = (Pose::IDENTITY, at(3.5, 0.0, 0.0));
    let (a, b) = (Placed::new(&pair, &here), Placed::new(&ball, &there));
    assert_eq!(clearance(a, b).unwrap().distance, 1.0);
    let claimed = Clearance {
        distance: 2.0,
        normal: DVec3::X,
        point_a: DVec3::X,
        point_b: DVec3::X * 3.0,
        depth_kind: DepthKind::Exact,
    };
    assert_eq!(verify(&claimed, a, b), Err(Flaw::NotShortest));
}

/// True for the two parts that it names, but another part is deeper.
#[test]
fn the_deepest_part_counts() {
    let (cube, ball) = (Shape::cuboid(DVec3::ONE).unwrap(), Shape::sphere(0.5).unwrap());
    let pair = Shape::compound(vec![(cube.clone(), at(0.0, 0.0, 0.0)), (cube, at(2.0, 0.0, 0.0))]).unwrap();
    let (here, there) = (Pose::IDENTITY, at(1.1, 0.0, 0.0));
    let (a, b) = (Placed::new(&pair, &here), Placed::new(&ball, &there));
    assert!(verify(&clearance(a, b).unwrap(), a, b).unwrap().is_proven());
    let claimed = Clearance {
        distance: -0.4,
        normal: DVec3::X,
        point_a: DVec3::X,
        point_b: DVec3::X * 0.6,
        depth_kind: DepthKind::Local,
    };
    assert_eq!(verify(&claimed, a, b), Err(Flaw::NotDeepest));
}

/// A way out that the borders agree with, but not the shortest.
#[test]
fn a_longer_way_out_is_no_answer() {
    let barrel = Shape::cylinder(2.0, 0.5).unwrap();
    let cube = Shape::cuboid(DVec3::splat(0.25)).unwrap();
    let (here, there) = (Pose::IDENTITY, at(0.125, 0.0, 0.0));
    for a in [&barrel, &Shape::cuboid(DVec3::new(0.5, 2.0, 0.5)).unwrap()] {
        let (a, b) = (Placed::new(a, &here), Placed::new(&cube, &there));
        assert_eq!(clearance(a, b).unwrap().distance, -0.625);
        let claimed = Clearance {
            distance: -2.25,
            normal: DVec3::Y,
            point_a: DVec3::new(0.125, 2.0, 0.0),
            point_b: DVec3::new(0.125, -0.25, 0.0),
            depth_kind: DepthKind::Exact,
        };
        assert_eq!(verify(&claimed, a, b), Err(Flaw::NotShortest));
    }
}

/// A contact outside the shapes, one too many, and none where there are some.
#[test]
fn changed_contacts() {
    let cube = Shape::cuboid(DVec3::ONE).unwrap();
    let (here, there) = (Pose::IDENTITY, at(0.5, 1.75, 0.5));
    let (a, b) = (Placed::new(&cube, &here), Placed::new(&cube, &there));
    let right = manifold(a, b, 0.0).unwrap();
    assert!(verify_manifold(&right, 0.0, a, b).unwrap().is_proven());
    let changed = |change: &dyn Fn(usize, &mut clearance::pair::Contact<DVec3>)| {
        let mut all = clearance::pair::Manifold::new(right.normal);
        for (i, mut contact) in right.contacts().iter().copied().enumerate() {
            change(i, &mut contact);
            all.push(contact);
        }
        verify_manifold(&all, 0.0, a, b).unwrap_err()
    };
    assert_eq!(
        changed(&|i, c| if i == 2 {
            c.clearance -= 1e-6
        }),
        Flaw::PointsDisagree
    );
    let aside = DVec3::X * 2.0;
    assert_eq!(
        changed(&|i, c| if i == 3 {
            (c.point_a, c.point_b) = (c.point_a + aside, c.point_b + aside)
        }),
        Flaw::PointAOutside
    );
    assert_eq!(
        changed(&|_, c| (c.clearance, c.point_b) = (-0.125, c.point_a - right.normal * 0.125)),
        Flaw::NotParting
    );
    let none = clearance::pair::Manifold::new(right.normal);
    assert_eq!(verify_manifold(&none, 0.0, a, b), Err(Flaw::WrongContacts));
    assert_eq!(
        verify_manifold(&right, 0.0, a, Placed::new(&cube, &at(0.5, 2.75, 0.5))),
        Err(Flaw::PointBOutside)
    );
}
