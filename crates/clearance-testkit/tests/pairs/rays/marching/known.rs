//! Rays whose answers are known: grazing, at edges and vertices, from inside; and those that are refused.

use super::*;

fn at<V: CastSpace>(shape: &V::Shape, origin: V, direction: V) -> Option<RayHit<V>> {
    let max_time = clearance::math::Real::INFINITY;
    let r = Ray {
        origin,
        direction,
        max_time,
    };
    ray(Placed::new(shape, &Pose::IDENTITY), &r).unwrap()
}

#[test]
fn rays_that_graze_hit() {
    let v = DVec3::new;
    let solids: [(Shape3<DVec3>, DVec3, DVec3, f64); 8] = [
        (
            Shape3::sphere(5.0).unwrap(),
            v(3.0 - 8.0, 4.0 + 6.0, 0.0),
            v(4.0, -3.0, 0.0),
            2.0,
        ),
        (
            Shape3::cuboid(v(1.0, 2.0, 3.0)).unwrap(),
            v(1.0, -5.0, 3.0),
            v(0.0, 0.5, 0.0),
            6.0,
        ),
        (
            Shape3::cuboid(v(0.25, 0.5, 0.75)).unwrap(),
            v(0.75, 0.5, 0.25),
            v(-0.5, 0.0, 0.5),
            1.0,
        ),
        (
            Shape3::cylinder(1.0, 5.0).unwrap(),
            v(-5.0, 0.5, 10.0),
            v(4.0, 0.0, -3.0),
            2.0,
        ),
        (
            Shape3::cylinder(1.0, 5.0).unwrap(),
            v(-20.0, 1.0, 0.0),
            v(1.0, 0.0, 0.0),
            15.0,
        ),
        (
            Shape3::cone(1.0, 2.0).unwrap(),
            v(-7.0, 1.0, 0.0),
            v(1.0, 0.0, 0.0),
            7.0,
        ),
        (
            Shape3::capsule(v(0.0, 0.0, 0.0), v(0.0, 8.0, 0.0), 2.0).unwrap(),
            v(2.0, -9.0, 0.0),
            v(0.0, 1.0, 0.0),
            9.0,
        ),
        (
            Shape3::segment(v(-1.0, -1.0, 0.0), v(3.0, 3.0, 0.0)).unwrap(),
            v(2.0, 0.0, 0.0),
            v(-0.5, 1.0, 0.0),
            4.0 / 3.0,
        ),
    ];
    for (shape, origin, direction, time) in solids {
        let hit = at(&shape, origin, direction).unwrap_or_else(|| panic!("{shape:?}"));
        assert!((hit.time - time).abs() < 1e-15 * time, "{shape:?} {hit:?}");
    }
}

#[test]
fn edges_and_vertices_of_hulls_are_never_missed() {
    let mut random = Random::new(3);
    let mut into = Hits::default();
    for _ in 0..200 {
        let cloud: Vec<DVec3> = (0..12).map(|_| random.direction::<DVec3>()).collect();
        let hull = Polyhedron::new(&cloud).unwrap();
        let depth = |p: DVec3| {
            let faces = 0..hull.face_count();
            faces
                .map(|i| hull.face_offset(i) - hull.face_normal(i).dot(p))
                .fold(f64::INFINITY, f64::min)
        };
        let shape = Shape3::Convex(hull.clone());
        for edge in hull.edges() {
            let [p, q] = edge.vertices.map(|i| hull.vertices()[i as usize]);
            let target = p.lerp(q, *random.pick(&[0.0, 0.25, 0.7, 1.0]));
            let any = random.direction::<DVec3>() * 2.0;
            let direction = if any.dot(target) > 0.0 { -any } else { any };
            let hit = at(&shape, target - direction, direction);
            // Beyond a silhouette edge the line is outside, and half an ulp decides.
            let inside = (1..100).any(|i| depth(target + direction * (0.01 * i as f64)) > 1e-9);
            if inside {
                let hit = hit.unwrap_or_else(|| panic!("{target} {direction}"));
                assert!(
                    depth(hit.point).abs() < 4e-15 && hit.time < 1.0 + 1e-6,
                    "{hit:?} {}",
                    depth(hit.point)
                );
            }
            into.count(inside);
        }
    }
    into.check("rays through edges that go on inside");
}

#[test]
fn bad_rays_are_refused() {
    let shape = Shape3::<DVec3>::cuboid(DVec3::ONE).unwrap();
    let cast = |origin, direction, max_time| {
        let r = Ray {
            origin,
            direction,
            max_time,
        };
        ray(Placed::new(&shape, &Pose::IDENTITY), &r)
    };
    assert_eq!(
        cast(DVec3::ZERO, DVec3::ZERO, 1.0),
        Err(QueryError::ZeroDirection)
    );
    assert_eq!(
        cast(DVec3::NAN, DVec3::X, 1.0),
        Err(QueryError::NotFinite("origin"))
    );
    // Larger squares overflow: a ray from 1e305 once hit a rounded box at time 0 with a NaN normal.
    assert_eq!(
        cast(DVec3::Y * -2.4e305, DVec3::Y, 1.0),
        Err(QueryError::TooLarge("origin"))
    );
    assert_eq!(
        cast(DVec3::X, DVec3::INFINITY, 1.0),
        Err(QueryError::NotFinite("direction"))
    );
    for max in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        assert_eq!(
            cast(DVec3::X, DVec3::X, max),
            Err(QueryError::NotFinite("max_time"))
        );
    }
    let time = |max| {
        cast(DVec3::X * -3.0, DVec3::X * 2.0, max)
            .unwrap()
            .map(|h| h.time)
    };
    assert_eq!((time(1.0), time(0.9999999999999999)), (Some(1.0), None));
}

#[test]
fn starts_inside_and_on_the_border() {
    let shape = Shape2::<DVec2>::cuboid(DVec2::ONE).unwrap();
    let inside = at(&shape, DVec2::new(0.5, 0.5), DVec2::X).unwrap();
    assert_eq!(
        (inside.time, inside.normal, inside.point),
        (0.0, None, DVec2::new(0.5, 0.5))
    );
    let leaving = at(&shape, DVec2::new(1.0, 0.5), DVec2::X).unwrap();
    assert_eq!((leaving.time, leaving.normal), (0.0, Some(DVec2::X)));
    let turned = Pose::new(DVec2::ZERO, Rotation2::from_angle(0.3)).unwrap();
    let r = Ray {
        origin: DVec2::X * 9.0,
        direction: DVec2::NEG_X,
        max_time: 20.0,
    };
    let hit = ray(Placed::new(&shape, &turned), &r).unwrap().unwrap();
    assert!((hit.time - (9.0 - 1.0 / 0.3f64.cos())).abs() < 1e-14);
}

#[test]
fn single_precision_numbers_are_cast_in_double() {
    let shape = Shape3::<Vec3>::sphere(0.1).unwrap();
    let hit = at(&shape, Vec3::new(1000.0, 0.1, 0.0), Vec3::NEG_X).unwrap();
    assert_eq!((hit.time, hit.normal), (1000.0, Some(Vec3::Y)));
}
