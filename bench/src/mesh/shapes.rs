//! Meshes of any number of triangles, the same on every machine.

use clearance::glam::{DQuat, DVec3};
use clearance_testkit::Random;

/// A triangle mesh, closed; every number is a single-precision one.
#[derive(Clone, Debug, Default)]
pub struct Triangles {
    /// Corners.
    pub vertices: Vec<DVec3>,
    /// Three of them each, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Triangles {
    /// The mesh of this name: `ico-1k`, `torus-102k`, `lathe-104k`, `tube-1k`.
    pub fn named(name: &str) -> Self {
        match name {
            "ico-1k" => Self::icosphere(3),
            "ico-20k" => Self::icosphere(5),
            "ico-82k" => Self::icosphere(6),
            "ico-1.3m" => Self::icosphere(8),
            "torus-1k" => Self::torus([32, 16], 0.0, 1e-4),
            "torus-10k" => Self::torus([100, 50], 0.0, 1e-4),
            "scan-1m" => Self::torus([1000, 500], 0.35, 1e-3),
            "lathe-104k" => Self::lathe(2000, 26),
            "tube-1k" => Self::tube(125, 1.0, 0.75, 2.0),
            "pin-1k" => Self::tube(125, 0.75, 0.5, 3.0),
            "tube-2k" => Self::tube(250, 1.0, 0.75, 2.0),
            "pin-2k" => Self::tube(250, 0.75, 0.5, 3.0),
            "floor-8k" => Self::floor(64, 16.0, &|_, _| 0.0),
            "hills-8k" => Self::floor(64, 16.0, &height_of_hills),
            "floor-524k" => Self::floor(512, 128.0, &|_, _| 0.0),
            _ => Self::torus([320, 160], 0.0, 1e-4),
        }
    }
    /// A sphere of radius 1: an icosahedron whose triangles are divided in four, again and again, its
    /// vertices off the sphere by up to a thousandth.
    fn icosphere(times: usize) -> Self {
        let g = 1.618_033_988_749_895;
        let corners = [
            (-1.0, g, 0.0),
            (1.0, g, 0.0),
            (-1.0, -g, 0.0),
            (1.0, -g, 0.0),
            (0.0, -1.0, g),
            (0.0, 1.0, g),
            (0.0, -1.0, -g),
            (0.0, 1.0, -g),
            (g, 0.0, -1.0),
            (g, 0.0, 1.0),
            (-g, 0.0, -1.0),
            (-g, 0.0, 1.0),
        ];
        let mut mesh = Self {
            vertices: corners
                .iter()
                .map(|&(x, y, z)| DVec3::new(x, y, z).normalize())
                .collect(),
            triangles: vec![
                [0, 11, 5],
                [0, 5, 1],
                [0, 1, 7],
                [0, 7, 10],
                [0, 10, 11],
                [1, 5, 9],
                [5, 11, 4],
                [11, 10, 2],
                [10, 7, 6],
                [7, 1, 8],
                [3, 9, 4],
                [3, 4, 2],
                [3, 2, 6],
                [3, 6, 8],
                [3, 8, 9],
                [4, 9, 5],
                [2, 4, 11],
                [6, 2, 10],
                [8, 6, 7],
                [9, 8, 1],
            ],
        };
        for _ in 0..times {
            mesh.divide();
        }
        let mut random = Random::new(11);
        for v in &mut mesh.vertices {
            *v = (*v * (1.0 + random.between(-1e-3, 1e-3))).as_vec3().as_dvec3();
        }
        mesh
    }
    fn divide(&mut self) {
        let mut middles = std::collections::HashMap::new();
        let mut divided = Vec::with_capacity(4 * self.triangles.len());
        for &[a, b, c] in &self.triangles {
            let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(p, q)| {
                *middles.entry((p.min(q), p.max(q))).or_insert_with(|| {
                    let middle = self.vertices[p as usize] + self.vertices[q as usize];
                    self.vertices.push(middle.normalize());
                    self.vertices.len() as u32 - 1
                })
            });
            divided.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        self.triangles = divided;
    }
    /// A ring around y of radius 1, of a tube of about 0.4 with bumps: steps around the ring, and around the
    /// tube; how many steps a vertex is off its place on the surface, as those of a scan are, and how far off
    /// the surface, both at most.
    fn torus(steps: [u32; 2], aside: f64, noise: f64) -> Self {
        let mut random = Random::single(7);
        let mut vertex = |i: u32, j: u32| {
            let [around, across] = [(i, steps[0]), (j, steps[1])].map(|(i, steps)| {
                let off = if aside > 0.0 {
                    random.between(-aside, aside)
                } else {
                    0.0
                };
                (f64::from(i) + off) / f64::from(steps) * std::f64::consts::TAU
            });
            let bumps = 0.05 * (8.0 * around).cos() * (5.0 * across).cos();
            let tube = 0.4 + bumps + random.between(-noise, noise);
            let out = 1.0 + tube * across.cos();
            DVec3::new(out * around.cos(), tube * across.sin(), out * around.sin())
                .as_vec3()
                .as_dvec3()
        };
        let vertices = grid(steps).map(|(i, j)| vertex(i, j)).collect();
        let at = |i: u32, j: u32| i % steps[0] * steps[1] + j % steps[1];
        let quads = grid(steps).flat_map(|(i, j)| {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j + 1), at(i + 1, j)];
            [[a, b, c], [a, c, d]]
        });
        Self {
            triangles: quads.collect(),
            vertices,
        }
    }
    /// A part turned on a lathe, as CAD programs write it: rings of many vertices around an axis that is not
    /// a coordinate axis, so that most triangles are about a hundred times as long as they are wide.
    fn lathe(sides: u32, rings: u32) -> Self {
        let mut random = Random::new(13);
        let axis = DQuat::from_xyzw(0.2, 0.4, -0.3, 0.8).normalize();
        let place = |v: DVec3| (axis * v).as_vec3().as_dvec3();
        let mut z = -1.4;
        let profile: Vec<(f64, f64)> = (0..rings)
            .map(|_| {
                z += 2.8 / f64::from(rings) * random.between(0.2, 1.8);
                (random.between(0.25, 0.5), z)
            })
            .collect();
        let vertex = |(i, k): (u32, u32)| {
            let angle = f64::from(i) / f64::from(sides) * std::f64::consts::TAU;
            let (r, z) = profile[k as usize];
            place(DVec3::new(r * angle.cos(), r * angle.sin(), z))
        };
        let mut vertices: Vec<DVec3> = grid([sides, rings]).map(vertex).collect();
        let ends = vertices.len() as u32;
        vertices.extend([0, rings as usize - 1].map(|k| place(DVec3::new(0.0, 0.0, profile[k].1))));
        let at = |i: u32, k: u32| i % sides * rings + k;
        let mut triangles = Vec::new();
        for i in 0..sides {
            for k in 0..rings - 1 {
                let [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
                triangles.extend([[a, b, c], [a, c, d]]);
            }
            triangles.push([at(i + 1, 0), at(i, 0), ends]);
            triangles.push([at(i, rings - 1), at(i + 1, rings - 1), ends + 1]);
        }
        Self { vertices, triangles }
    }
    /// A square floor around the origin, of so many squares a side, at heights along y: a surface.
    fn floor(squares: u32, size: f64, height: &dyn Fn(f64, f64) -> f64) -> Self {
        let across = |i: u32| size * (f64::from(i) / f64::from(squares) - 0.5);
        let vertex = |(i, k): (u32, u32)| {
            let (x, z) = (across(i), across(k));
            DVec3::new(x, height(x, z), z).as_vec3().as_dvec3()
        };
        let at = |i: u32, k: u32| i * (squares + 1) + k;
        let quads = grid([squares; 2]).flat_map(|(i, k)| {
            let [a, b, c, d] = [at(i, k), at(i, k + 1), at(i + 1, k + 1), at(i + 1, k)];
            [[a, b, c], [a, c, d]]
        });
        Self {
            triangles: quads.collect(),
            vertices: grid([squares + 1; 2]).map(vertex).collect(),
        }
    }
    /// A pipe along z: 4 triangles for each of `sides` inside, outside, and at both ends: 8 in all.
    fn tube(sides: u32, outer: f64, inner: f64, height: f64) -> Self {
        let rings = [(outer, 0.0), (outer, height), (inner, height), (inner, 0.0)];
        let angle = |i: u32| f64::from(i) / f64::from(sides) * std::f64::consts::TAU;
        let vertex = |(i, k): (u32, u32)| {
            let (r, z) = rings[k as usize];
            DVec3::new(r * angle(i).cos(), r * angle(i).sin(), z)
                .as_vec3()
                .as_dvec3()
        };
        let at = |i: u32, k: u32| i % sides * 4 + k % 4;
        let quads = grid([sides, 4]).flat_map(|(i, k)| {
            let [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
            [[a, b, c], [a, c, d]]
        });
        Self {
            triangles: quads.collect(),
            vertices: grid([sides, 4]).map(vertex).collect(),
        }
    }
}

/// The height of a ground of hills, 0.4 at most.
pub fn height_of_hills(x: f64, z: f64) -> f64 {
    0.4 * (1.3 * x).sin() * (0.9 * z).cos()
}

fn grid([rows, columns]: [u32; 2]) -> impl Iterator<Item = (u32, u32)> {
    (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)))
}
