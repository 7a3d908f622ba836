//! Parts of compounds and segments of polylines in the answers of rays and closest points; batches.

use clearance::cast::{
    CastSpace, ClosestPoint, Feature, Ray, all_hits, any_hit, any_hits, cast_rays, closest_point,
    closest_points, contains, contains_points, ray,
};
use clearance::glam::{DVec2, DVec3};
use clearance::index::Threads;
use clearance::math::{Pose, Real, Vector};
use clearance::pair::QueryError;
use clearance::shape::{Placed, Shape2, Shape3};
use clearance_testkit::{Hits, Object, Random, TestSpace, for_each_space, generate};

fn bits<V: Vector>(v: V) -> Vec<u64> {
    (0..V::DIM).map(|i| v.get(i).to_f64().to_bits()).collect()
}

fn scattered<V: TestSpace>(random: &mut Random) -> Vec<Object<V>> {
    let mut object = || Object {
        shape: generate::core::<V>(random),
        pose: generate::pose::<V>(random, 3.0),
    };
    (0..6).map(|_| object()).collect()
}

/// The part that an answer names answers as the compound does, unless the point is in several.
fn parts_answer_for_the_compound<V: TestSpace>() {
    let mut random = Random::new(5);
    let (mut hits, mut later) = (Hits::default(), 0);
    for _ in 0..300 {
        let objects = scattered::<V>(&mut random);
        let whole = V::compound(objects.iter().map(|o| (o.shape.clone(), o.pose)).collect()).unwrap();
        let here = Pose::IDENTITY;
        let placed = Placed::new(&whole, &here);
        let origin = random.vector::<V>(8.0);
        let direction = random.vector::<V>(3.0) - origin;
        let r = Ray {
            origin,
            direction,
            max_time: V::Scalar::INFINITY,
        };
        let hit = ray(placed, &r).unwrap();
        if let Some(hit) = hit {
            let part = hit.feature.part().expect("a part") as usize;
            let of_part = ray(objects[part].placed(), &r)
                .unwrap()
                .expect("a hit of the part");
            let off = (of_part.time - hit.time).to_f64().abs();
            assert!(off <= 1e-4 * (1.0 + hit.time.to_f64()), "{hit:?} {of_part:?}");
            later += usize::from(part > 0);
        }
        hits.count(hit.is_some());
        let found: ClosestPoint<V> = closest_point(placed, origin).unwrap();
        let part = found.feature.part().expect("a part") as usize;
        let of_part = closest_point(objects[part].placed(), found.point).unwrap();
        assert!(of_part.distance.to_f64().abs() < 1e-4, "{found:?} {of_part:?}");
    }
    assert!(
        (0.3..0.9).contains(&hits.rate()) && later > 50,
        "{hits:?} {later}"
    );
}
for_each_space!(parts_answer_for_the_compound);

/// Batches answer with the bits of single questions, on one thread and on all.
fn batches_have_the_bits_of_single_questions<V: TestSpace>() {
    let mut random = Random::new(6);
    let (mut hits, here) = (Hits::default(), Pose::IDENTITY);
    for _ in 0..10 {
        let objects = scattered::<V>(&mut random).into_iter();
        let whole = V::compound(objects.map(|o| (o.shape, o.pose)).collect()).unwrap();
        let mut points: Vec<V> = (0..150).map(|_| random.vector(4.0)).collect();
        points[7] = V::splat(V::Scalar::lit(f64::NAN));
        for threads in [Threads::One, Threads::All] {
            check_points(Placed::new(&whole, &here), &points, threads);
            check_rays(Placed::new(&whole, &here), &points, threads, &mut hits);
        }
    }
    assert!((0.05..0.95).contains(&hits.rate()), "{hits:?}");
}

fn check_points<V: TestSpace>(a: Placed<'_, V>, points: &[V], threads: Threads) {
    let inside = contains_points(a, points, threads);
    assert!(inside.iter().zip(points).all(|(i, &p)| *i == contains(a, p)));
    assert_eq!(inside[7], Err(QueryError::NotFinite("point")));
    let closest = closest_points(a, points, threads);
    for (c, &p) in closest.iter().zip(points) {
        let single = closest_point(a, p);
        assert_eq!(c.map(|c| bits(c.point)), single.map(|c| bits(c.point)));
        assert_eq!(*c, single);
    }
}

/// Rays from each point towards one, which most do not reach.
fn check_rays<V: TestSpace>(a: Placed<'_, V>, points: &[V], threads: Threads, hits: &mut Hits) {
    let to_ray = |&origin: &V| Ray {
        origin,
        direction: V::splat(V::Scalar::ONE) - origin,
        max_time: V::Scalar::lit(0.8),
    };
    let rays: Vec<_> = points.iter().map(to_ray).collect();
    let cast = cast_rays(a, &rays, threads);
    assert!(cast.iter().zip(&rays).all(|(hit, r)| *hit == ray(a, r)));
    assert_eq!(cast[7], Err(QueryError::NotFinite("origin")));
    let any = any_hits(a, &rays, threads);
    for (k, hit) in any.iter().enumerate() {
        assert_eq!(*hit, any_hit(a, &rays[k]));
        assert_eq!(*hit, cast[k].map(|hit| hit.is_some()));
        hits.count(*hit == Ok(true));
    }
}
for_each_space!(batches_have_the_bits_of_single_questions);

fn at<V: CastSpace<Scalar = f64>>(shape: &V::Shape, point: V) -> Feature {
    closest_point(Placed::new(shape, &Pose::IDENTITY), point)
        .unwrap()
        .feature
}

#[test]
fn segments_of_polylines_and_polygons_are_numbered_by_their_first_vertex() {
    let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)].map(DVec2::from);
    let (ring, area) = (
        Shape2::polyline(&corners, true).unwrap(),
        Shape2::polygon(&corners, &[]).unwrap(),
    );
    for (k, p) in [
        (0, (2.0, -1.0)),
        (1, (9.0, 1.0)),
        (2, (2.0, 2.0)),
        (3, (0.5, 1.0)),
    ] {
        assert_eq!(at(&ring, DVec2::from(p)).facet(), Some(k));
        assert_eq!(at(&area, DVec2::from(p)).facet(), Some(k));
    }
    let r = Ray {
        origin: DVec2::new(1.0, -1.0),
        direction: DVec2::Y,
        max_time: f64::INFINITY,
    };
    let numbers = |shape| {
        let hits = all_hits(Placed::new(shape, &Pose::IDENTITY), &r).unwrap();
        hits.iter()
            .map(|h| (h.time, h.feature.facet()))
            .collect::<Vec<_>>()
    };
    assert_eq!(numbers(&ring), [(1.0, Some(0)), (4.0, Some(2))]);
    assert_eq!(numbers(&area), numbers(&ring));
}

#[test]
fn a_part_of_a_part_is_named_by_the_outermost_compound() {
    let sheet = Shape3::mesh(
        vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::new(1.0, 1.0, 0.0)],
        vec![[0, 1, 2], [3, 2, 1]],
    )
    .unwrap();
    let part = |shape: &Shape3<DVec3>, x: f64| (shape.clone(), Pose::at(DVec3::X * x).unwrap());
    let inner = Shape3::compound(vec![part(&sheet, 3.0), part(&sheet, 6.0)]).unwrap();
    let ball = Shape3::sphere(1.0).unwrap();
    let outer = Shape3::compound(vec![part(&ball, -5.0), part(&inner, 10.0)]).unwrap();
    let feature = at(&outer, DVec3::new(16.75, 0.75, 2.0));
    assert_eq!((feature.part(), feature.facet()), (Some(1), Some(1)));
    let down = |x: f64, z: f64| {
        let r = Ray {
            origin: DVec3::new(x, 0.125, z),
            direction: DVec3::NEG_Z,
            max_time: f64::INFINITY,
        };
        ray(Placed::new(&outer, &Pose::IDENTITY), &r)
            .unwrap()
            .unwrap()
            .feature
    };
    assert_eq!(
        (down(13.25, 1.0).part(), down(13.25, 1.0).facet()),
        (Some(1), Some(0))
    );
    // From the border, and from inside.
    assert_eq!(
        (down(16.25, 0.0).part(), down(16.25, 0.0).facet()),
        (Some(1), Some(0))
    );
    assert_eq!((down(-5.0, 0.5).part(), down(-5.0, 0.5).facet()), (Some(0), None));
    let r = Ray {
        origin: DVec3::new(-9.0, 0.0, 0.0),
        direction: DVec3::X,
        max_time: f64::INFINITY,
    };
    let parts = all_hits(Placed::new(&outer, &Pose::IDENTITY), &r).unwrap();
    assert_eq!(parts.first().and_then(|hit| hit.feature.part()), Some(0));
}

#[test]
fn a_point_deep_in_several_parts_leaves_through_the_last() {
    // The border of the first box is within the second there.
    let half = DVec2::new(2.0, 1.0);
    let boxes = [0.0, 3.0].map(|x| {
        let pose = Pose::at(DVec2::X * x).unwrap();
        (Shape2::cuboid(half).unwrap(), pose)
    });
    let both = Shape2::compound(boxes.to_vec()).unwrap();
    let found = closest_point(Placed::new(&both, &Pose::IDENTITY), DVec2::new(1.75, 0.0)).unwrap();
    assert_eq!(found.distance, -1.0);
    assert!(found.feature.part().is_some());
    let found = closest_point(Placed::new(&both, &Pose::IDENTITY), DVec2::new(4.5, 0.0)).unwrap();
    assert_eq!((found.distance, found.feature.part()), (-0.5, Some(1)));
}

/// Whatever way is taken to the answer, it is that of the relation.
fn contains_says_what_the_relation_says<V: TestSpace>() {
    let mut random = Random::new(8);
    let (mut hits, mut borders) = (Hits::default(), 0);
    let point = V::point();
    for _ in 0..150 {
        let a = Object::<V> {
            shape: generate::any::<V>(&mut random, 2),
            pose: generate::pose::<V>(&mut random, 0.5),
        };
        for k in 0..8 {
            let mut p = random.vector::<V>(1.5);
            if k % 3 == 0 {
                // On the border, as far as floats can say.
                p = closest_point(a.placed(), p).map_or(p, |found| found.point);
            }
            let pose = Pose::at(p).unwrap();
            let expected = clearance::intersects(a.placed(), Placed::new(&point, &pose));
            assert_eq!(contains(a.placed(), p), Ok(expected), "{a:?} {p:?}");
            hits.count(expected);
            borders += usize::from(expected && k % 3 == 0);
        }
    }
    assert!(
        (0.2..0.8).contains(&hits.rate()) && borders > 50,
        "{hits:?} {borders}"
    );
}
for_each_space!(contains_says_what_the_relation_says);

#[test]
fn barycentric_coordinates_at_any_scale() {
    let mut random = Random::new(7);
    for scale in [1.0, 2.0_f64.powi(-500), 2.0_f64.powi(450)] {
        for _ in 0..200 {
            let [a, b, c] = [(); 3].map(|()| random.vector::<DVec3>(1.0) * scale);
            let Ok(Shape3::Mesh(mesh)) = Shape3::mesh(vec![a, b, c], vec![[0, 1, 2]]) else {
                unreachable!()
            };
            let (p, q) = (random.between(-0.5, 1.0), random.between(-0.5, 1.0));
            let point = a + (b - a) * p + (c - a) * q;
            let weights = mesh.barycentric(0, point).unwrap();
            let thin = (b - a)
                .normalize_or_zero()
                .cross((c - a).normalize_or_zero())
                .length();
            let error = 1e-13 / thin.max(1e-3).powi(2);
            if scale == 1.0 {
                assert!(
                    (weights[1] - p).abs() < error && (weights[2] - q).abs() < error,
                    "{weights:?} {p} {q}"
                );
            }
            let sum: f64 = weights.iter().sum();
            assert!((sum - 1.0).abs() < 1e-14 && weights.iter().all(|w| w.is_finite()));
        }
    }
    let flat = clearance::shape::Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::X], vec![[0, 1, 2]]).unwrap();
    assert_eq!(flat.barycentric(0, DVec3::X), None);
    assert_eq!(flat.barycentric(1, DVec3::X), None);
}
