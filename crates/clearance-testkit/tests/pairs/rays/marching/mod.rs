//! Rays, compared with ray marching: a membership function of each shape is sampled along the ray, then
//! bisected.

mod known;

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
