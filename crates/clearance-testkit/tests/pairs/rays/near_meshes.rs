//! Points and solid meshes: inside and outside against a winding number in integers, the closest point and
//! its triangle against all triangles.

use clearance::cast::{closest_point, contains};
use clearance::glam::{DVec3, Vec3};
use clearance::math::{Pose, Real};
use clearance::shape::{Placed, Shape3, Space3};
use clearance_testkit::{Hits, Random, TestSpace, tolerance};

type Corner = [i64; 3];

/// A block whose top is a height field in integers, sheared by integers: closed and not convex.
pub struct Block {
    pub corners: Vec<Corner>,
    pub triangles: Vec<[u32; 3]>,
}

impl Block {
    pub fn new(random: &mut Random, cells: usize) -> Self {
        let side = cells + 1;
        let [p, q] = [random.whole(-1, 1), random.whole(-1, 1)];
        let mut corners = Vec::new();
        for level in 0..2 {
            for k in 0..side * side {
                let (x, z) = (2 * (k % side) as i64, 2 * (k / side) as i64);
                let y = if level == 0 { -4 } else { random.whole(-3, 6) };
                corners.push([x + p * y, y, z + q * x]);
            }
        }
        let (at, top) = (|i: usize, j: usize| (i * side + j) as u32, (side * side) as u32);
        let mut triangles = Vec::new();
        let mut quad = |[a, b, c, d]: [u32; 4]| triangles.extend([[a, b, c], [a, c, d]]);
        for i in 0..cells {
            for j in 0..cells {
                let cell = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                quad(cell.map(|v| v + top));
                quad([cell[0], cell[3], cell[2], cell[1]]);
            }
            for (a, b) in [
                (at(i + 1, 0), at(i, 0)),
                (at(i, cells), at(i + 1, cells)),
                (at(0, i), at(0, i + 1)),
                (at(cells, i + 1), at(cells, i)),
            ] {
                quad([a, a + top, b + top, b]);
            }
        }
        Self { corners, triangles }
    }
    pub fn shape<V: Space3>(&self) -> Shape3<V> {
        let corner = |c: &Corner| V::from_fn(|k| V::Scalar::lit(c[k] as f64));
        let shape = Shape3::mesh(self.corners.iter().map(corner).collect(), self.triangles.clone()).unwrap();
        assert!(matches!(&shape, Shape3::Mesh(m) if m.is_solid()));
        shape
    }
    /// In quarters.
    fn quarters(&self) -> Vec<[Corner; 3]> {
        let corner = |i: u32| self.corners[i as usize].map(|x| 4 * x);
        self.triangles.iter().map(|t| t.map(corner)).collect()
    }
    pub fn doubles(&self) -> Vec<[DVec3; 3]> {
        let corner = |i: u32| DVec3::from_array(self.corners[i as usize].map(|x| x as f64));
        self.triangles.iter().map(|t| t.map(corner)).collect()
    }
}

/// Six times the volume of a tetrahedron, with its sign.
fn volume([a, b, c, d]: [Corner; 4]) -> i64 {
    let [u, v, w] = [b, c, d].map(|p| [0, 1, 2].map(|k| p[k] - a[k]));
    let minor = |i: usize, j: usize| v[i] * w[j] - v[j] * w[i];
    u[0] * minor(1, 2) + u[1] * minor(2, 0) + u[2] * minor(0, 1)
}

/// Whether a point of a triangle's plane is in it.
fn is_on([a, b, c]: [Corner; 3], p: Corner) -> bool {
    if volume([a, b, c, p]) != 0 {
        return false;
    }
    // Seen along each axis: outside in one view is outside.
    [[0, 1], [1, 2], [2, 0]].iter().all(|&[i, j]| {
        let side = |q: Corner, r: Corner| (r[i] - q[i]) * (p[j] - q[j]) - (r[j] - q[j]) * (p[i] - q[i]);
        let sides = [side(a, b), side(b, c), side(c, a)];
        sides.iter().all(|&s| s >= 0) || sides.iter().all(|&s| s <= 0)
    })
}

/// The winding number around a point by the crossings of a segment to far away; on the border, `None`.
fn winding(random: &mut Random, triangles: &[[Corner; 3]], p: Corner) -> Option<i64> {
    if triangles.iter().any(|&t| is_on(t, p)) {
        return None;
    }
    loop {
        let far = [0; 3].map(|_| random.whole(-5000, 5000));
        let crossings = triangles.iter().map(|&[a, b, c]| {
            let (before, after) = (volume([a, b, c, p]), volume([a, b, c, far]));
            let sides = [(a, b), (b, c), (c, a)].map(|(q, r)| volume([p, far, q, r]));
            if after == 0 || before != 0 && sides.contains(&0) {
                return None;
            }
            let passes = sides.iter().all(|&s| s > 0) || sides.iter().all(|&s| s < 0);
            Some(if passes && before.signum() * after.signum() < 0 {
                after.signum()
            } else {
                0
            })
        });
        if far.iter().all(|&x| x.abs() < 200) {
            continue;
        }
        if let Some(sum) = crossings.sum::<Option<i64>>() {
            return Some(sum);
        }
    }
}

fn points_are_where_the_winding_number_says<V: TestSpace + Space3>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut hits, mut on_border) = (Hits::default(), 0);
    for round in 0..12 {
        let block = Block::new(&mut random, 3);
        let (shape, triangles) = (block.shape::<V>(), block.quarters());
        let shift = random.grid::<V>(3);
        let pose = match round % 3 {
            0 => Pose::IDENTITY,
            1 => Pose::at(shift).unwrap(),
            _ => Pose::at(shift).unwrap().scaled(V::Scalar::lit(0.25)).unwrap(),
        };
        for k in 0..60 {
            // A third of the points are corners, edges and middles of facets.
            let [a, b, c] = *random.pick(&triangles);
            let p: Corner = match k % 6 {
                0 => a,
                1 => [0, 1, 2].map(|i| (a[i] + b[i] + 2 * c[i]) / 4),
                _ => {
                    let [mut p, q] = [a, *random.pick(&block.corners)];
                    for i in 0..3 {
                        p[i] = (p[i] + 4 * q[i]) / 2 + random.whole(-14, 14);
                    }
                    p
                }
            };
            let wound = winding(&mut random, &triangles, p);
            let local = V::from_fn(|i| V::Scalar::lit(p[i] as f64 / 4.0));
            let world = pose.frame().point(local);
            let inside = contains(Placed::new(&shape, &pose), world).unwrap();
            assert_eq!(inside, wound.is_none_or(|n| n != 0), "{p:?} {wound:?}");
            let closest = closest_point(Placed::new(&shape, &pose), world).unwrap();
            let side = closest.distance.partial_cmp(&V::Scalar::ZERO).unwrap() as i32;
            let expected = wound.map_or(0, |n| if n != 0 { -1 } else { 1 });
            assert_eq!(side, expected, "{p:?} {closest:?}");
            hits.count(inside);
            on_border += usize::from(wound.is_none());
        }
    }
    hits.check("points in blocks");
    assert!(on_border > 50, "{on_border}");
}

#[test]
fn solid_meshes_contain_what_their_winding_number_says() {
    points_are_where_the_winding_number_says::<DVec3>(1);
    points_are_where_the_winding_number_says::<Vec3>(2);
}

/// The point of a triangle closest to another, by its regions (Ericson, 2005, 5.1.5).
fn closest_on([a, b, c]: [DVec3; 3], p: DVec3) -> DVec3 {
    let on_segment = |a: DVec3, b: DVec3| {
        let t = (p - a).dot(b - a) / (b - a).length_squared();
        a + (b - a) * t.clamp(0.0, 1.0)
    };
    let normal = (b - a).cross(c - a);
    let inside = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|&(q, r)| normal.dot((r - q).cross(p - q)) >= 0.0);
    if inside {
        return p - normal * (normal.dot(p - a) / normal.length_squared());
    }
    let ends = [on_segment(a, b), on_segment(b, c), on_segment(c, a)];
    ends.into_iter()
        .min_by(|q, r| q.distance(p).total_cmp(&r.distance(p)))
        .unwrap()
}

fn closest_points_and_triangles<V: TestSpace + Space3>(seed: u64) {
    let mut random = Random::single(seed);
    let mut hits = Hits::default();
    for round in 0..10 {
        let block = Block::new(&mut random, 4);
        let mut shape = block.shape::<V>();
        let mut triangles = block.doubles();
        if round % 2 == 1 {
            // Without its first triangles it is a surface.
            triangles.drain(..3);
            let (Shape3::Mesh(mesh), left) = (&shape, block.triangles[3..].to_vec()) else {
                unreachable!()
            };
            shape = Shape3::mesh(mesh.vertices().to_vec(), left).unwrap();
        }
        for _ in 0..100 {
            let toward: DVec3 = random.vector(6.0);
            let p = DVec3::new(4.0, 0.0, 4.0) + toward;
            let given = V::from_fn(|i| V::Scalar::lit(p.to_array()[i]));
            let found = closest_point(Placed::new(&shape, &Pose::IDENTITY), given).unwrap();
            let distances: Vec<f64> = triangles.iter().map(|&t| closest_on(t, p).distance(p)).collect();
            let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
            let error = 16.0 * tolerance::<V>();
            assert!(
                (found.distance.to_f64().abs() - least).abs() < error,
                "{p} {found:?} {least}"
            );
            let facet = found.feature.facet().expect("a triangle") as usize;
            assert!(distances[facet] - least < error, "{p} {found:?} {least}");
            assert_eq!(found.feature.part(), None);
            hits.count(found.distance < V::Scalar::ZERO || toward.y < 0.0);
        }
    }
    hits.check("closest points");
}

#[test]
fn the_closest_point_is_on_the_triangle_that_is_named() {
    closest_points_and_triangles::<DVec3>(3);
    closest_points_and_triangles::<Vec3>(4);
}
