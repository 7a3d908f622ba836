//! Boxes: the common part of two is a box, and its measures are products.

use clearance::glam::{DQuat, DVec2, DVec3, Vec3};
use clearance::math::Rotation2;
use clearance::measure::{CommonPart, MeasureError, MeasureSpace, Unmeasured, common};
use clearance::shape::{Shape2, Shape3};
use clearance::{Placed, Pose};
use clearance_testkit::{Hits, Random};

pub fn part<V: MeasureSpace>(
    a: (&V::Shape, &Pose<V>),
    b: (&V::Shape, &Pose<V>),
) -> Result<CommonPart<V>, MeasureError> {
    common(Placed::new(a.0, a.1), Placed::new(b.0, b.1))
}

pub fn near(x: f64, y: f64) -> bool {
    (x - y).abs() <= 1e-14 * y.abs()
}

#[test]
fn unit_cubes_in_all_positions() {
    let cube = Shape3::<DVec3>::cuboid(DVec3::splat(0.5)).unwrap();
    let at = |x: f64, y: f64, z: f64| {
        let (here, there) = (Pose::IDENTITY, Pose::at(DVec3::new(x, y, z)).unwrap());
        part::<DVec3>((&cube, &here), (&cube, &there)).unwrap()
    };
    let half = at(0.5, 0.0, 0.0);
    assert_eq!((half.volume, half.border), (0.5, 4.0));
    assert_eq!(half.center, Some(DVec3::new(0.25, 0.0, 0.0)));
    assert_eq!((at(0.0, 0.0, 0.0).volume, at(0.0, 0.0, 0.0).border), (1.0, 6.0));
    for touching in [
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.25],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, -1.0],
    ] {
        let [x, y, z] = touching;
        let part = at(x, y, z);
        assert_eq!(
            (part.volume, part.border, part.center),
            (0.0, 0.0, None),
            "{touching:?}"
        );
    }
    let corner = at(0.75, -0.5, 0.5);
    assert_eq!(
        (corner.volume, corner.border),
        (0.0625, 2.0 * (0.125 + 0.125 + 0.25))
    );
}

#[test]
fn octagon_and_square() {
    let square = Shape2::<DVec2>::cuboid(DVec2::ONE).unwrap();
    let turned = Pose::IDENTITY
        .turned(Rotation2::from_angle(core::f64::consts::FRAC_PI_4))
        .unwrap();
    let octagon = part::<DVec2>((&square, &Pose::IDENTITY), (&square, &turned)).unwrap();
    // A regular octagon with inner radius 1: area 8 tan(π/8), length 16 tan(π/8).
    let tan = core::f64::consts::SQRT_2 - 1.0;
    assert!(
        near(octagon.volume, 8.0 * tan) && near(octagon.border, 16.0 * tan),
        "{octagon:?}"
    );
    let cube = Shape3::<DVec3>::cuboid(DVec3::ONE).unwrap();
    let turned = Pose::<DVec3>::IDENTITY
        .turned(DQuat::from_rotation_z(core::f64::consts::FRAC_PI_4))
        .unwrap();
    let prism = part::<DVec3>((&cube, &Pose::IDENTITY), (&cube, &turned)).unwrap();
    assert!(near(prism.volume, 16.0 * tan), "{prism:?}");
    assert!(
        near(prism.border, 2.0 * 8.0 * tan + 2.0 * 16.0 * tan),
        "{prism:?}"
    );
}

/// Low and high ends of the common box; `None` where it has no volume.
fn common_box(a: [[i64; 3]; 2], b: [[i64; 3]; 2]) -> [i64; 3] {
    core::array::from_fn(|i| (a[0][i] + a[1][i]).min(b[0][i] + b[1][i]) - a[0][i].max(b[0][i]))
}

#[test]
fn random_boxes_on_a_grid() {
    let mut random = Random::new(11);
    let mut hits = Hits::default();
    for round in 0..1500 {
        let mut cell = |low, high| -> [i64; 3] { core::array::from_fn(|_| random.whole(low, high)) };
        let boxes = [0, 1].map(|_| [cell(0, 4), cell(1, 5)]);
        let scale = 0.5_f64.powi((round % 7) * 9 - 20);
        let shapes = boxes.map(|[low, size]| {
            let half = DVec3::from(size.map(|x| x as f64 * 0.5));
            let middle = DVec3::from(low.map(|x| x as f64)) + half;
            (
                Shape3::cuboid(half * scale).unwrap(),
                Pose::at(middle * scale).unwrap(),
            )
        });
        let sides = common_box(boxes[0], boxes[1]);
        let found = part::<DVec3>((&shapes[0].0, &shapes[0].1), (&shapes[1].0, &shapes[1].1)).unwrap();
        let meets = sides.iter().all(|s| *s > 0);
        hits.count(meets);
        let [x, y, z] = sides.map(|s| if meets { s as f64 * scale } else { 0.0 });
        assert!(near(found.volume, x * y * z), "{boxes:?}");
        assert!(
            (found.border - 2.0 * (x * y + y * z + z * x)).abs() <= 1e-13 * scale * scale,
            "{boxes:?} {found:?}"
        );
    }
    hits.check("boxes with a common part");
}

#[test]
fn single_precision_and_any_place() {
    let cube = Shape3::<Vec3>::cuboid(Vec3::splat(0.5)).unwrap();
    let pose = |x: f32| Pose::at(Vec3::new(x, 0.1, 0.7)).unwrap();
    let found = part((&cube, &pose(0.3)), (&cube, &pose(0.55))).unwrap();
    let width = 1.0 - (f64::from(0.55_f32) - f64::from(0.3_f32));
    assert!(
        near(found.volume, width) && near(found.border, 2.0 + 4.0 * width),
        "{found:?}"
    );
}

#[test]
fn what_has_no_border_is_refused() {
    let cube = Shape3::<DVec3>::cuboid(DVec3::ONE).unwrap();
    let refused = |shape: Shape3<DVec3>| {
        part::<DVec3>((&cube, &Pose::IDENTITY), (&shape, &Pose::IDENTITY))
            .unwrap_err()
            .why
    };
    assert_eq!(
        refused(Shape3::cuboid(DVec3::new(1.0, 0.0, 1.0)).unwrap()),
        Unmeasured::NotSolid
    );
    assert_eq!(
        refused(Shape3::half_space(DVec3::Y, 0.0).unwrap()),
        Unmeasured::Unbounded
    );
    assert_eq!(
        refused(Shape3::sphere(1.0).unwrap()),
        Unmeasured::Unsupported("sphere")
    );
}
