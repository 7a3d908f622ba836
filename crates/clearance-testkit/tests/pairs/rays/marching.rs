//! Rays, compared with ray marching: a membership function of each shape is sampled along the ray, then
//! bisected.

use clearance::cast::{CastSpace, Ray, RayHit, ray};
use clearance::glam::{DVec2, DVec3, Vec3};
use clearance::math::{Pose, Rotation2, Vector};
use clearance::pair::QueryError;
use clearance::shape::{Placed, Polyhedron, Shape2, Shape3};
use clearance_testkit::{Hits, Random, TestSpace};

/// A shape and a function that is negative inside, positive outside, in the shape's frame, with slope about
/// 1.
struct Case<V: CastSpace> {
    name: &'static str,
    shape: V::Shape,
    form: Box<dyn Fn(DVec3) -> f64>,
}

fn case<V: CastSpace>(name: &'static str, shape: V::Shape, form: impl Fn(DVec3) -> f64 + 'static) -> Case<V> {
    let form = Box::new(form);
    Case { name, shape, form }
}

fn to_segment(a: DVec3, b: DVec3, p: DVec3) -> f64 {
    let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
    (p - a - (b - a) * t).length()
}
fn to_box(h: DVec3, p: DVec3) -> f64 {
    let q = p.abs() - h;
    q.max(DVec3::ZERO).length() + q.max_element().min(0.0)
}
fn to_cylinder(h: f64, r: f64, p: DVec3) -> f64 {
    to_box(DVec3::new(r, h, 1.0), DVec3::new(p.x.hypot(p.z), p.y, 0.0))
}
/// The distance from a cone, as a triangle rotated around Y, from its three sides.
fn to_cone(h: f64, r: f64, p: DVec3) -> f64 {
    let q = DVec3::new(p.x.hypot(p.z), p.y, 0.0);
    let (apex, rim, foot) = (DVec3::Y * h, DVec3::new(r, -h, 0.0), DVec3::Y * -h);
    let inside = q.y >= -h && (q.y - h) * r + q.x * 2.0 * h <= 0.0;
    let distance = to_segment(apex, rim, q).min(to_segment(rim, foot, q));
    if inside { -distance } else { distance }
}
fn ellipsoid_form(r: DVec3, p: DVec3) -> f64 {
    ((p / r).length() - 1.0) * r.min_element()
}

fn solids(random: &mut Random) -> Vec<Case<DVec3>> {
    let mut size = || random.between(0.3, 1.5);
    let (r, h, s) = (size(), DVec3::new(size(), size(), size()), size());
    let (a, b) = (DVec3::new(-size(), size(), 0.2), DVec3::new(size(), 0.1, -size()));
    let octahedron = [DVec3::X * h.x, DVec3::Y * h.y, DVec3::Z * h.z];
    let corners: Vec<_> = octahedron.iter().flat_map(|&v| [v, -v]).collect();
    let slope = h.recip().length();
    type S = Shape3<DVec3>;
    let triangle = [a, b, DVec3::ZERO];
    vec![
        case("sphere", S::sphere(r).unwrap(), move |p| p.length() - r),
        case("capsule", S::capsule(a, b, r).unwrap(), move |p| {
            to_segment(a, b, p) - r
        }),
        case("box", S::cuboid(h).unwrap(), move |p| to_box(h, p)),
        case("ellipsoid", S::ellipsoid(h).unwrap(), move |p| {
            ellipsoid_form(h, p)
        }),
        case("cylinder", S::cylinder(h.x, r).unwrap(), move |p| {
            to_cylinder(h.x, r, p)
        }),
        case("cone", S::cone(h.x, r).unwrap(), move |p| to_cone(h.x, r, p)),
        case("half-space", S::half_space(a, s).unwrap(), move |p| {
            (a.dot(p) - s) / a.length()
        }),
        case("convex", S::convex(&corners).unwrap(), move |p| {
            ((p.abs() / h).dot(DVec3::ONE) - 1.0) / slope
        }),
        case(
            "rounded box",
            S::cuboid(h).unwrap().rounded(s).unwrap(),
            move |p| to_box(h, p) - s,
        ),
        case(
            "rounded segment",
            S::segment(a, b).unwrap().rounded(s).unwrap(),
            move |p| to_segment(a, b, p) - s,
        ),
        case(
            "rounded cylinder",
            S::cylinder(h.x, r).unwrap().rounded(s).unwrap(),
            move |p| to_cylinder(h.x, r, p) - s,
        ),
        case(
            "rounded cone",
            S::cone(h.x, r).unwrap().rounded(s).unwrap(),
            move |p| to_cone(h.x, r, p) - s,
        ),
        case(
            "rounded triangle",
            S::triangle(triangle).unwrap().rounded(s).unwrap(),
            move |p| to_triangle(triangle, p) - s,
        ),
        case(
            "rounded ball as ellipsoid",
            S::ellipsoid(DVec3::splat(r)).unwrap().rounded(s).unwrap(),
            move |p| p.length() - r - s,
        ),
    ]
}

fn to_triangle(t: [DVec3; 3], p: DVec3) -> f64 {
    let [a, b, c] = t;
    let normal = (b - a).cross(c - a).normalize();
    let foot = p - normal * (p - a).dot(normal);
    let over = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|&(p, q)| normal.cross(q - p).dot(foot - p) >= 0.0);
    let sides = to_segment(a, b, p)
        .min(to_segment(b, c, p))
        .min(to_segment(c, a, p));
    if over { (p - foot).length() } else { sides }
}

fn flats(random: &mut Random) -> Vec<Case<DVec2>> {
    let mut size = || random.between(0.3, 1.5);
    let (r, s, h) = (size(), size(), DVec3::new(size(), size(), 0.0));
    let (a, b) = (DVec3::new(-size(), size(), 0.0), DVec3::new(size(), 0.1, 0.0));
    let cut = |v: DVec3| v.truncate();
    let corners = [DVec2::X * h.x, DVec2::Y * h.y, DVec2::X * -h.x, DVec2::Y * -h.y];
    type S = Shape2<DVec2>;
    let flat = h.with_z(9.0);
    vec![
        case("circle", S::circle(r).unwrap(), move |p| p.length() - r),
        case("capsule", S::capsule(cut(a), cut(b), r).unwrap(), move |p| {
            to_segment(a, b, p) - r
        }),
        case("box", S::cuboid(cut(h)).unwrap(), move |p| to_box(flat, p)),
        case("ellipse", S::ellipse(cut(h)).unwrap(), move |p| {
            ellipsoid_form(flat, p)
        }),
        case("convex", S::convex(&corners).unwrap(), move |p| {
            (p.x.abs() / h.x + p.y.abs() / h.y - 1.0) / h.truncate().recip().length()
        }),
        case(
            "rounded box",
            S::cuboid(cut(h)).unwrap().rounded(s).unwrap(),
            move |p| to_box(flat, p) - s,
        ),
        case("half-space", S::half_space(cut(a), s).unwrap(), move |p| {
            (a.dot(p) - s) / a.length()
        }),
    ]
}

const STEPS: usize = 2000;

/// The first time at which the form is negative, by sampling; `Err` holds the smallest value where it never
/// is.
fn march(form: impl Fn(f64) -> f64, last: f64) -> Result<f64, f64> {
    let mut least = f64::INFINITY;
    for i in 0..=STEPS {
        let t = last * i as f64 / STEPS as f64;
        let f = form(t);
        if f <= 0.0 {
            if i == 0 {
                return Ok(0.0);
            }
            let (mut out, mut inside) = (t - last / STEPS as f64, t);
            for _ in 0..60 {
                let middle = 0.5 * (out + inside);
                if form(middle) <= 0.0 {
                    inside = middle
                } else {
                    out = middle
                }
            }
            return Ok(inside);
        }
        least = least.min(f);
    }
    Err(least)
}

fn widen<V: Vector>(v: V) -> DVec3 {
    let d = v.to_double();
    DVec3::from_array([0, 1, 2].map(|i| if i < V::DIM { d.get(i) } else { 0.0 }))
}

/// Marches along a random ray, with everything scaled, and compares.
fn compare<V: CastSpace<Scalar = f64>>(c: &Case<V>, pose: &Pose<V>, r: &Ray<V>, unit: f64) -> bool {
    let frame = pose.frame();
    let form = |t: f64| (c.form)(widen(frame.local_point(r.origin + r.direction * t)));
    let last = 8.0 * unit / r.direction.max_abs();
    let marched = march(form, last);
    let hit: Option<RayHit<V>> = ray(Placed::new(&c.shape, pose), r).unwrap();
    let name = c.name;
    match (marched, hit) {
        (Ok(t), Some(hit)) => {
            let slope = (form(t - 1e-6 * last) - form(t)) / 1e-6 / last;
            assert!(
                (hit.time - t).abs() <= 1e-9 * last / slope.abs().min(1.0),
                "{name}: {t} {hit:?} {r:?} {c:?}",
                c = (pose)
            );
            assert_eq!(hit.normal.is_none(), t == 0.0, "{name}");
            check_normal(c, pose, r, &hit);
            true
        }
        (Ok(t), None) => panic!("{name}: missed at {t} {r:?} {pose:?}"),
        (Err(least), Some(hit)) => {
            // Between two samples, or beyond the last.
            assert!(least < 0.05 || hit.time > last, "{name}: {least} {hit:?}");
            assert!(form(hit.time).abs() < 1e-9, "{name}: {least} {hit:?}");
            true
        }
        (Err(_), None) => false,
    }
}

/// The normal is the gradient of the form wherever that is smooth.
fn check_normal<V: CastSpace<Scalar = f64>>(c: &Case<V>, pose: &Pose<V>, r: &Ray<V>, hit: &RayHit<V>) {
    let Some(normal) = hit.normal else { return };
    assert!((normal.length() - 1.0).abs() < 1e-14, "{}", c.name);
    let frame = pose.frame();
    let p = r.origin + r.direction * hit.time;
    let local = widen(frame.local_point(p));
    let step = 1e-6;
    let slope = |d: DVec3| ((c.form)(local + d * step) - (c.form)(local - d * step)) / (2.0 * step);
    let gradient = DVec3::new(
        slope(DVec3::X),
        slope(DVec3::Y),
        if V::DIM == 3 { slope(DVec3::Z) } else { 0.0 },
    );
    let expected = gradient.normalize();
    let error = (widen(frame.local_direction(normal)) - expected).length();
    // Within a step of an edge the difference quotient straddles two faces.
    let near_edge = (gradient.length() - 1.0).abs() > 1e-3 && c.name != "ellipsoid" && c.name != "ellipse";
    assert!(error < 1e-4 || near_edge, "{}: {normal:?} {expected}", c.name);
}

fn all_shapes<V: CastSpace<Scalar = f64> + TestSpace>(make: fn(&mut Random) -> Vec<Case<V>>, seed: u64) {
    let mut random = Random::new(seed);
    let mut hits = Hits::default();
    for round in 0..60 {
        // A unit of about a thousandth, one and a thousand; directions of any length.
        let unit = [1.0, 0.0009765625, 1024.0][round % 3];
        let length = [1.0, 1e-200, 1e200, 3.0][round % 4];
        for c in make(&mut random) {
            let position: V = random.vector(3.0 * unit);
            let rotation = V::any_rotation(&mut random);
            let pose = Pose::new(position, rotation).unwrap().scaled(unit).unwrap();
            let origin: V = position + random.vector(3.0 * unit);
            let aim: V = position + random.vector(2.2 * unit);
            let Some(direction) = (aim - origin).normalized() else {
                continue;
            };
            let r = Ray {
                origin,
                direction: direction * length,
                max_time: f64::INFINITY,
            };
            hits.count(compare(&c, &pose, &r, unit));
        }
    }
    hits.check("rays");
}

#[test]
fn shapes_of_space() {
    all_shapes::<DVec3>(solids, 1);
}

#[test]
fn shapes_of_the_plane() {
    all_shapes::<DVec2>(flats, 2);
}

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
