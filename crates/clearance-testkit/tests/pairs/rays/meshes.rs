//! Rays at meshes of whole numbers against all triangles one by one, in integers: through corners, along
//! edges and in the planes of triangles, from starts on the border, inside and next to it, at any scale. Sums
//! of products of the numbers here are whole numbers that doubles hold.

use clearance::cast::{Ray, any_hit, cast_rays, count_hits, ray};
use clearance::glam::{DVec3, Vec3};
use clearance::index::Threads;
use clearance::math::{Pose, Real};
use clearance::shape::{Placed, Shape3, Space3};
use clearance_testkit::{Hits, Random, TestSpace};

/// A time as a quotient; the divisor is positive.
#[derive(Clone, Copy, Debug)]
struct Time(i64, i64);

impl Time {
    fn new(number: f64, divisor: f64) -> Self {
        Self((number * divisor.signum()) as i64, divisor.abs() as i64)
    }
    fn is_before(self, other: Self) -> bool {
        i128::from(self.0) * i128::from(other.1) < i128::from(other.0) * i128::from(self.1)
    }
    fn is(self, other: Self) -> bool {
        !self.is_before(other) && !other.is_before(self)
    }
    fn value(self) -> f64 {
        self.0 as f64 / self.1 as f64
    }
    fn is_float<S: Real>(self) -> bool {
        self.1 & (self.1 - 1) == 0 && Real::to_f64(S::lit(self.value())) * self.1 as f64 == self.0 as f64
    }
}

/// When a ray first meets a closed triangle.
fn first(triangle: [DVec3; 3], origin: DVec3, way: DVec3) -> Option<Time> {
    let [a, b, c] = triangle.map(|p| p - origin);
    let normal = (b - a).cross(c - a);
    let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| way.dot(p.cross(q)));
    if normal.dot(way) != 0.0 {
        let is_hit = sides.iter().all(|&s| s >= 0.0) || sides.iter().all(|&s| s <= 0.0);
        let time = Time::new(normal.dot(a), normal.dot(way));
        return (is_hit && time.0 >= 0).then_some(time);
    }
    if normal.dot(a) != 0.0 {
        return None;
    }
    // In the plane of the triangle: its edges, unless the start is within.
    let edges = [(a, b), (b, c), (c, a)];
    let within = edges.map(|(p, q)| normal.dot(p.cross(q)));
    if normal != DVec3::ZERO && within.iter().all(|&s| s >= 0.0) {
        return Some(Time(0, 1));
    }
    let times = edges.into_iter().flat_map(|(p, q)| on_edge(p, q, way));
    times.reduce(|s, t| if t.is_before(s) { t } else { s })
}

/// When a line through the origin meets a segment of a plane with it: once, or at both ends.
fn on_edge(p: DVec3, q: DVec3, way: DVec3) -> Vec<Time> {
    let (from, to) = (way.cross(p), way.cross(q));
    let at = |p: DVec3| Time::new(p.dot(way), way.length_squared());
    let found = if from == DVec3::ZERO || to == DVec3::ZERO {
        let ends = [(from, p), (to, q)].into_iter();
        ends.filter(|(side, _)| *side == DVec3::ZERO)
            .map(|(_, p)| at(p))
            .collect()
    } else if from.dot(to) < 0.0 {
        let (edge, across) = (q - p, way.cross(q - p));
        vec![Time::new(p.cross(edge).dot(across), across.length_squared())]
    } else {
        vec![]
    };
    found.into_iter().filter(|t| t.0 >= 0).collect()
}

/// A closed ring of whole numbers that are multiples of `grid`; or the same with a hole.
struct Target {
    corners: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    is_solid: bool,
}

impl Target {
    fn new(grid: f64, is_solid: bool) -> Self {
        const STEPS: [u32; 2] = [20, 10];
        let (mut corners, mut triangles) = (Vec::new(), Vec::new());
        let angle = |i: u32, k: usize| f64::from(i) / f64::from(STEPS[k]) * std::f64::consts::TAU;
        let whole = |x: f64| (x / grid).round() * grid;
        for (i, j) in (0..STEPS[0]).flat_map(|i| (0..STEPS[1]).map(move |j| (i, j))) {
            let out = 44.0 + 16.0 * angle(j, 1).cos();
            let (x, z) = (out * angle(i, 0).cos(), out * angle(i, 0).sin());
            corners.push(DVec3::new(whole(x), whole(16.0 * angle(j, 1).sin()), whole(z)));
            let at = |i: u32, j: u32| i % STEPS[0] * STEPS[1] + j % STEPS[1];
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
        if !is_solid {
            triangles.truncate(triangles.len() - 50);
        }
        Self {
            corners,
            triangles,
            is_solid,
        }
    }
    fn triangle(&self, i: usize) -> [DVec3; 3] {
        self.triangles[i].map(|k| self.corners[k as usize])
    }
    /// The first time for each triangle that is met.
    fn times(&self, origin: DVec3, way: DVec3) -> Vec<Option<Time>> {
        (0..self.triangles.len())
            .map(|i| first(self.triangle(i), origin, way))
            .collect()
    }
    /// Whether a point that is not on the border is inside, by a ray that meets no edge.
    fn holds(&self, point: DVec3, random: &mut Random) -> bool {
        loop {
            let way = DVec3::from_array([(); 3].map(|()| random.whole(-9999, 9999) as f64));
            let passes = (0..self.triangles.len()).map(|i| {
                let [a, b, c] = self.triangle(i).map(|p| p - point);
                let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| way.dot(p.cross(q)));
                let normal = (b - a).cross(c - a);
                let is_hit = sides.iter().all(|&s| s > 0.0) || sides.iter().all(|&s| s < 0.0);
                let is_mixed = sides.iter().any(|&s| s > 0.0) && sides.iter().any(|&s| s < 0.0);
                let is_edge = sides.contains(&0.0) && !is_mixed && normal != DVec3::ZERO;
                let is_ahead = normal.dot(a) * normal.dot(way) > 0.0;
                (!is_edge).then(|| i64::from(is_hit && is_ahead) * normal.dot(way).signum() as i64)
            });
            if let Some(winding) = passes.sum::<Option<i64>>() {
                return winding > 0;
            }
        }
    }
    /// A start and a way: from anywhere, or from a corner or the middle of an edge; to one, or along an axis.
    fn ray(&self, random: &mut Random) -> [DVec3; 2] {
        let mut any = |reach: i64| DVec3::from_array([(); 3].map(|()| random.whole(-reach, reach) as f64));
        let (anywhere, small) = (any(70), any(3));
        let mut place = || {
            let [a, b, c] = self.triangle(random.whole(0, self.triangles.len() as i64 - 1) as usize);
            [
                a,
                ((a + b) / 2.0).floor(),
                ((a + b + c) / 3.0).floor(),
                a + DVec3::Y,
            ][random.whole(0, 3) as usize]
        };
        let (one, other) = (place(), place());
        let origin = if random.whole(0, 3) == 0 { one } else { anywhere };
        let axis = DVec3::AXES[random.whole(0, 2) as usize] * (2 * random.whole(0, 1) - 1) as f64;
        let way = [other - origin, other - origin, small, axis][random.whole(0, 3) as usize];
        [origin, if way == DVec3::ZERO { axis } else { way }]
    }
}

/// What was met.
#[derive(Default)]
struct Met {
    hits: Hits,
    inside: usize,
    on_border: usize,
    inclusive: usize,
}

fn check<V: TestSpace + Space3>(target: &Target, scale: f64, random: &mut Random, met: &mut Met) {
    let lit = |v: DVec3| V::from_fn(|i| V::Scalar::lit(v[i] * scale));
    let corners = target.corners.iter().map(|&p| lit(p)).collect();
    let shape = Shape3::<V>::mesh(corners, target.triangles.clone()).unwrap();
    let shift = DVec3::from_array([(); 3].map(|()| random.whole(-30, 30) as f64));
    let pose = Pose::at(lit(shift)).unwrap();
    let a = Placed::new(&shape, &pose);
    let epsilon: f64 = V::Scalar::EPSILON.to_f64();
    for _ in 0..250 {
        let [origin, way] = target.ray(random);
        let query = |max_time: f64| Ray {
            origin: lit(origin + shift),
            direction: lit(way),
            max_time: V::Scalar::lit(max_time),
        };
        let times = target.times(origin, way);
        let all = || times.iter().flatten();
        let truth = all().copied().reduce(|s, t| if t.is_before(s) { t } else { s });
        let is_on_border = (0..times.len()).any(|i| {
            let [a, b, c] = target.triangle(i);
            let normal = (b - a).cross(c - a);
            normal != DVec3::ZERO
                && normal.dot(origin - a) == 0.0
                && first([a, b, c], origin, normal).is_some_and(|t| t.0 == 0)
        });
        let is_inside = target.is_solid && !is_on_border && target.holds(origin, random);
        let endless = query(f64::INFINITY);
        let hit = ray(a, &endless).unwrap();
        let context = format!("{origin} {way} at {shift}, {scale:e}: {truth:?} {hit:?}");
        assert_eq!(cast_rays(a, &[endless], Threads::One), [Ok(hit)]);
        assert_eq!(any_hit(a, &endless), Ok(hit.is_some()), "{context}");
        met.hits.count(hit.is_some());
        assert_eq!(hit.is_some(), truth.is_some() || is_inside, "{context}");
        let Some(hit) = hit else { continue };
        assert_eq!(hit.normal.is_none(), is_inside, "{context}");
        assert_eq!(hit.time == Real::ZERO, is_inside || is_on_border, "{context}");
        met.inside += usize::from(is_inside);
        met.on_border += usize::from(is_on_border);
        if is_inside || is_on_border {
            assert_eq!(ray(a, &query(0.0)), Ok(Some(hit)), "{context}");
            assert_eq!(any_hit(a, &query(0.0)), Ok(true), "{context}");
            continue;
        }
        let truth = truth.unwrap();
        let time: f64 = hit.time.to_f64();
        let error = (time - truth.value()).abs();
        assert!(error <= 32.0 * epsilon * truth.value(), "{context}");
        let met_there = times[hit.feature.facet().unwrap() as usize];
        assert!(met_there.is_some_and(|t| t.is(truth)), "{context}");
        assert_eq!(count_hits(a, &endless), Ok(all().count()), "{context}");
        if truth.is_float::<V::Scalar>() && time == truth.value() {
            let before = truth.value() * (1.0 - 2.0 * epsilon);
            assert_eq!(ray(a, &query(truth.value())), Ok(Some(hit)), "{context}");
            assert_eq!(any_hit(a, &query(truth.value())), Ok(true), "{context}");
            assert_eq!(ray(a, &query(before)), Ok(None), "{context}");
            assert_eq!(any_hit(a, &query(before)), Ok(false), "{context}");
            met.inclusive += 1;
        }
    }
}

fn check_all<V: TestSpace + Space3>(seed: u64, exponents: [i32; 4]) {
    let (mut random, mut met) = (Random::new(seed), Met::default());
    for exponent in exponents {
        for (grid, is_solid) in [(1.0, true), (4.0, true), (4.0, false)] {
            let target = Target::new(grid, is_solid);
            check::<V>(&target, 2.0_f64.powi(exponent), &mut random, &mut met);
        }
    }
    met.hits.check("rays at meshes of whole numbers");
    let Met {
        inside,
        on_border,
        inclusive,
        ..
    } = met;
    assert!(
        inside > 100 && on_border > 200 && inclusive > 40,
        "{inside} {on_border} {inclusive}"
    );
}

#[test]
fn rays_of_whole_numbers_in_double_precision() {
    check_all::<DVec3>(31, [0, -40, 40, 13]);
}

#[test]
fn rays_of_whole_numbers_in_single_precision() {
    check_all::<Vec3>(32, [0, -40, 40, 13]);
}
