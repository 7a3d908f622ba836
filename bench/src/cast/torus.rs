//! A bumpy ring of triangles, closed, and where rays truly meet it: every triangle is tried.

use clearance::glam::DVec3;
use clearance_testkit::Random;

/// A triangle mesh.
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<DVec3>,
    /// Three of them each, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// How many quads around the ring, and around its tube.
const STEPS: [u32; 2] = [200, 100];

impl Mesh {
    /// 40,000 triangles around y, the ring of radius 1, the tube of about 0.4.
    pub fn torus() -> Self {
        let mut random = Random::single(7);
        let angle = |i: u32, steps: u32| f64::from(i) / f64::from(steps) * std::f64::consts::TAU;
        let mut vertex = |i: u32, j: u32| {
            let (around, across) = (angle(i, STEPS[0]), angle(j, STEPS[1]));
            let tube = 0.4 + random.between(-0.004, 0.004);
            let out = 1.0 + tube * across.cos();
            let p = DVec3::new(out * around.cos(), tube * across.sin(), out * around.sin());
            p.as_vec3().as_dvec3()
        };
        let vertices = (0..STEPS[0])
            .flat_map(|i| (0..STEPS[1]).map(move |j| (i, j)))
            .map(|(i, j)| vertex(i, j));
        let vertices = vertices.collect();
        let at = |i: u32, j: u32| i % STEPS[0] * STEPS[1] + j % STEPS[1];
        let quad = |i: u32, j: u32| [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
        let triangles = (0..STEPS[0])
            .flat_map(|i| (0..STEPS[1]).map(move |j| (i, j)))
            .flat_map(|(i, j)| {
                let [a, b, c, d] = quad(i, j);
                [[a, b, c], [a, c, d]]
            });
        Self {
            triangles: triangles.collect(),
            vertices,
        }
    }

    /// The time of the first crossing, infinite where there is none, by Cramer's rule for each triangle.
    pub fn first_hit(&self, origin: DVec3, direction: DVec3) -> f64 {
        let time = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|i| self.vertices[i as usize]);
            let (e, f, m) = (b - a, c - a, origin - a);
            let normal = e.cross(f);
            let speed = -direction.dot(normal);
            let beside = m.cross(direction);
            let (u, v) = (f.dot(beside) / speed, -e.dot(beside) / speed);
            let time = m.dot(normal) / speed;
            let is_hit = u >= 0.0 && v >= 0.0 && u + v <= 1.0 && (0.0..=1.0).contains(&time);
            if is_hit { time } else { f64::INFINITY }
        };
        self.triangles.iter().map(time).fold(f64::INFINITY, f64::min)
    }
}
