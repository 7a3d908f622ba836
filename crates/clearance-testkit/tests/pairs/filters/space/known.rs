//! Pairs whose answers are known, some of them from reports.

use super::*;

fn pin<V: Test3>(shape: V::Shape, at: V) -> Object<V> {
    Object {
        shape,
        pose: Pose::at(at).unwrap(),
    }
}

fn manifold_of(a: &Object<DVec3>, b: &Object<DVec3>, margin: f64) -> Manifold<DVec3> {
    let c = DVec3::clearance(a.placed(), b.placed()).unwrap();
    DVec3::clip(a.placed(), b.placed(), &c, margin)
}

#[test]
fn a_box_on_a_box_meets_in_the_corners_of_the_common_face() {
    let a = pin(Shape3::cuboid(DVec3::new(1.0, 1.0, 1.0)).unwrap(), DVec3::ZERO);
    let b = pin(
        Shape3::cuboid(DVec3::new(0.5, 2.0, 1.0)).unwrap(),
        DVec3::new(0.75, 0.25, 1.999),
    );
    let manifold = manifold_of(&a, &b, 0.0);
    let mut corners: Vec<[f64; 2]> = manifold
        .contacts()
        .iter()
        .map(|p| [p.point_a.x, p.point_a.y])
        .collect();
    corners.sort_by(|p, q| p.partial_cmp(q).unwrap());
    assert_eq!(corners, [[0.25, -1.0], [0.25, 1.0], [1.0, -1.0], [1.0, 1.0]]);
    assert!(
        manifold
            .contacts()
            .iter()
            .all(|p| (p.clearance + 0.001).abs() < 1e-15)
    );
    let mut features: Vec<_> = manifold.contacts().iter().map(|p| p.feature).collect();
    features.sort();
    features.dedup();
    assert_eq!(features.len(), 4);
}

#[test]
fn edges_that_cross_meet_once_and_parallel_ones_twice() {
    let cube = |at, turn: DQuat| Object::<DVec3> {
        shape: Shape3::cuboid(DVec3::ONE).unwrap(),
        pose: Pose::at(at).unwrap().turned(turn).unwrap(),
    };
    let on_edge = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_4);
    let height = 2.0 * 2.0_f64.sqrt() + 0.01;
    let a = cube(DVec3::ZERO, on_edge);
    let parallel = cube(DVec3::new(0.5, 0.0, height), on_edge);
    let crossed = cube(
        DVec3::new(0.1, 0.0, height),
        DQuat::from_rotation_z(1.0) * on_edge,
    );
    assert_eq!(manifold_of(&a, &crossed, 0.05).contacts().len(), 1);
    assert_eq!(manifold_of(&a, &parallel, 0.05).contacts().len(), 2);
}

#[test]
fn a_capsule_lying_on_a_box_meets_it_twice() {
    let slab = pin(Shape3::cuboid(DVec3::new(1.0, 0.5, 1.0)).unwrap(), DVec3::ZERO);
    let rod = pin(
        Shape3::capsule(DVec3::new(-3.0, 0.0, 0.0), DVec3::new(0.5, 0.0, 0.0), 0.25).unwrap(),
        DVec3::new(0.0, 0.74, 0.0),
    );
    let manifold = manifold_of(&slab, &rod, 0.0);
    let mut xs: Vec<f64> = manifold.contacts().iter().map(|p| p.point_a.x).collect();
    xs.sort_by(f64::total_cmp);
    assert!(xs.len() == 2 && (xs[0] + 1.0).abs() < 1e-15 && (xs[1] - 0.5).abs() < 1e-15);
    for p in manifold.contacts() {
        assert!((p.point_a.y - 0.5).abs() < 1e-15 && (p.point_b.y - 0.49).abs() < 1e-15);
    }
}

#[test]
fn small_triangles_far_apart_for_their_size_do_not_meet() {
    // A bug report against parry3d 0.31: reported as intersecting, with a gap of 0.0095.
    let a = [
        [0.99259025, -0.23842874, -0.06282134],
        [0.9885069, -0.21972562, -0.07284963],
        [0.9884943, -0.21981804, -0.052064925],
    ];
    let b = [
        [0.99834466, -0.20061876, -0.05241757],
        [0.9941062, -0.22801064, -0.04238709],
        [0.9913808, -0.20245285, -0.039931796],
    ];
    let triangle = |t: [[f32; 3]; 3]| Shape3::triangle(t.map(Vec3::from)).unwrap();
    let (a, b) = (triangle(a), triangle(b));
    let pose = Pose::IDENTITY;
    assert_eq!(
        Vec3::intersects(Placed::new(&a, &pose), Placed::new(&b, &pose)),
        Some(false)
    );
    let c = Vec3::clearance(Placed::new(&a, &pose), Placed::new(&b, &pose)).unwrap();
    assert!((c.distance - 0.009501349).abs() < 1e-4);
}

/// A segment ends half a millionth from a corner of a box, in single precision. The search for the distance
/// stopped within its tolerance, which was read as an overlap, and the normal came from a facet of a polytope
/// without the origin.
#[test]
fn an_end_close_to_a_corner_has_a_separating_normal() {
    let segment = Shape3::segment(Vec3::new(-1.0, -5.0, -10.0), Vec3::new(-8.0, 7.0, -5.0)).unwrap();
    let cuboid = Shape3::cuboid(Vec3::new(4.0, 1.0, 5.0)).unwrap();
    let pose = Pose::at(Vec3::new(-4.0, 8.0, 4.768_371_6e-7)).unwrap();
    let c = clearance::clearance(
        Placed::new(&segment, &Pose::IDENTITY),
        Placed::new(&cuboid, &pose),
    )
    .unwrap();
    assert_eq!(c.distance, 4.768_371_6e-7);
    assert_eq!(c.normal, Vec3::Z);
}
