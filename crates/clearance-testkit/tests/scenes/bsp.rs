//! Solid-leaf trees, compared with solids whose interior is known otherwise: sets of voxels, and star-shaped
//! polyhedra.

use clearance::glam::DVec3;
use clearance::index::{Bsp, BspError, Location, Ray};
use clearance::math::{Aabb, Real, Vector};
use clearance_testkit::{Hits, Random, TestSpace, for_each_space};

const SIZE: i32 = 4;

type Cell = [i32; 3];

/// A random set of voxels (pixels in 2D), some of which touch only along an edge or at a corner.
struct Voxels {
    dim: usize,
    full: Vec<Cell>,
}

impl Voxels {
    fn any(dim: usize, random: &mut Random) -> Self {
        let depth = if dim == 2 { 1 } else { SIZE };
        let mut full = Vec::new();
        for z in 0..depth {
            for y in 0..SIZE {
                full.extend((0..SIZE).map(|x| [x, y, z]).filter(|_| random.one_in(2)));
            }
        }
        Self { dim, full }
    }
    /// The corners of the boundary's faces, counter-clockwise from outside.
    fn faces(&self) -> Vec<Vec<Cell>> {
        let mut faces = Vec::new();
        for &cell in &self.full {
            for axis in 0..self.dim {
                for side in [0, 1] {
                    let mut beyond = cell;
                    beyond[axis] += 2 * side - 1;
                    if self.full.contains(&beyond) {
                        continue;
                    }
                    let corner = |u: i32, v: i32| {
                        let mut c = cell;
                        c[axis] += side;
                        c[(axis + 1) % self.dim] += if side == 1 { u } else { v };
                        if self.dim == 3 {
                            c[(axis + 2) % 3] += if side == 1 { v } else { u };
                        }
                        c
                    };
                    if self.dim == 3 {
                        faces.push(vec![corner(0, 0), corner(1, 0), corner(1, 1)]);
                        faces.push(vec![corner(0, 0), corner(1, 1), corner(0, 1)]);
                    } else if axis == 0 {
                        faces.push(vec![corner(0, 1), corner(1, 0)]);
                    } else {
                        faces.push(vec![corner(1, 0), corner(0, 1)]);
                    }
                }
            }
        }
        faces
    }
    /// Where a point is; its coordinates are in quarters.
    fn locate(&self, quarters: Cell) -> Location {
        let (mut within, mut around) = (false, true);
        // All cells that contain or touch the point.
        let reach = |k: usize| {
            let low = (quarters[k] - 1).div_euclid(4);
            if k < self.dim {
                low..=quarters[k].div_euclid(4)
            } else {
                0..=0
            }
        };
        for x in reach(0) {
            for y in reach(1) {
                for z in reach(2) {
                    let is_full = self.full.contains(&[x, y, z]);
                    within |= is_full;
                    around &= is_full;
                }
            }
        }
        match (within, around) {
            (_, true) => Location::Inside,
            (true, _) => Location::Boundary,
            _ => Location::Outside,
        }
    }
    fn boxes<V: Vector>(&self) -> Vec<Aabb<V>> {
        let corner = |c: &Cell, by: i32| V::from_fn(|k| V::Scalar::lit(f64::from(c[k] + by)));
        let all = self.full.iter();
        all.map(|c| Aabb {
            min: corner(c, 0),
            max: corner(c, 1),
        })
        .collect()
    }
}

/// A sheared and stretched lattice point, exact in all four spaces, with `steps` per unit.
fn skew<V: Vector>(rows: [Cell; 3], c: Cell, steps: f64) -> V {
    V::from_fn(|k| {
        let sum: i32 = (0..V::DIM).map(|i| rows[k][i] * c[i]).sum();
        V::Scalar::lit(f64::from(sum) / steps)
    })
}

fn a_skewed_solid_is_located_exactly<V: TestSpace>() {
    let mut random = Random::new(11);
    let mut hits = Hits::default();
    for rows in [
        [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        [[7, 3, -2], [-1, 5, 4], [2, -3, 11]],
        [[-129, 77, 12], [-50, -81, 3], [1, 13, 99]],
    ] {
        // A reflection turns faces inside out.
        let flips = V::DIM == 2 && rows[0][0] * rows[1][1] < rows[0][1] * rows[1][0];
        for scale in [1.0, 2_f64.powi(-100), 2_f64.powi(37)] {
            let voxels = Voxels::any(V::DIM, &mut random);
            let mut faces: Vec<Vec<V>> = Vec::new();
            for mut face in voxels.faces() {
                if flips {
                    face.reverse();
                }
                faces.push(face.into_iter().map(|c| skew(rows, c, 1.0 / scale)).collect());
            }
            let tree = Bsp::build(&faces).unwrap();
            tree.validate().unwrap();
            for _ in 0..400 {
                let quarters = [0; 3].map(|_: i32| random.whole(-2, i64::from(4 * SIZE) + 2) as i32);
                let truth = voxels.locate(quarters);
                hits.count(truth != Location::Outside);
                assert_eq!(
                    tree.locate(skew(rows, quarters, 4.0 / scale)),
                    truth,
                    "{quarters:?}"
                );
            }
        }
    }
    hits.check("points in voxels");
}
for_each_space!(a_skewed_solid_is_located_exactly);

fn rays_and_balls_find_the_nearest_voxel<V: TestSpace>() {
    let mut random = Random::new(12);
    let (mut on_ray, mut near) = (Hits::default(), Hits::default());
    let tolerance = V::Scalar::lit(if V::Scalar::IS_SINGLE { 1e-5 } else { 1e-12 });
    for _ in 0..8 {
        let voxels = Voxels::any(V::DIM, &mut random);
        let boxes = voxels.boxes::<V>();
        let place = |c: &Cell| skew::<V>([[1, 0, 0], [0, 1, 0], [0, 0, 1]], *c, 1.0);
        let faces = voxels.faces();
        let faces = faces
            .iter()
            .map(|face| face.iter().map(place).collect::<Vec<V>>());
        let tree = Bsp::build(faces).unwrap();
        for _ in 0..60 {
            let any = |random: &mut Random| {
                V::splat(V::Scalar::lit(2.0)) + random.vector::<V>(if V::DIM == 2 { 5.0 } else { 4.0 })
            };
            let origin = any(&mut random);
            let direction =
                (V::splat(V::Scalar::lit(2.0)) - origin) * V::Scalar::lit(0.25) + random.vector(1.0);
            let ray = Ray {
                origin,
                direction,
                max_time: V::Scalar::lit(4.0),
            };
            let first = |grown: V::Scalar| {
                let times = boxes
                    .iter()
                    .filter_map(|b| ray.enters(&b.inflated(grown), ray.max_time));
                times.map(|t| t.to_f64()).fold(f64::INFINITY, f64::min)
            };
            let hit = tree.cast_ray(&ray).map_or(f64::INFINITY, |t| t.to_f64());
            on_ray.count(hit.is_finite());
            let (early, late) = (first(tolerance), first(-tolerance));
            let slack = 1e-3;
            assert!(
                hit >= early - slack && hit <= late + slack,
                "{early} {hit} {late}"
            );
            // A ball whose center moves: the nearest of many positions is off by half a step at most.
            let to = if random.one_in(3) {
                origin
            } else {
                any(&mut random)
            };
            let radius = random.between(0.0, 1.0);
            let steps = 400;
            let distances = (0..=steps).map(|i| {
                let at = origin + (to - origin) * V::Scalar::lit(f64::from(i) / f64::from(steps));
                let point = Aabb { min: at, max: at };
                let squares = boxes.iter().map(|b| b.distance_squared(&point).to_f64());
                squares.fold(f64::INFINITY, f64::min).sqrt()
            });
            let closest = distances.fold(f64::INFINITY, f64::min);
            let step = (to - origin).length().to_f64() / f64::from(steps);
            let touches = tree.touches([origin, to], V::Scalar::lit(radius));
            near.count(touches);
            if closest <= radius - 1e-5 {
                assert!(touches, "{closest} {radius}");
            } else if closest > radius + step + 1e-5 {
                assert!(!touches, "{closest} {radius}");
            }
        }
    }
    on_ray.check("rays");
    near.check("balls");
}
for_each_space!(rays_and_balls_find_the_nearest_voxel);

/// Six times the volume of a tetrahedron with a corner at the origin, exactly.
fn volume([a, b, c]: [[i64; 3]; 3]) -> i128 {
    let [a, b, c] = [a, b, c].map(|v| v.map(i128::from));
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// A star around the origin: a subdivided octahedron, each of whose corners is moved outwards or inwards.
fn star(random: &mut Random) -> Vec<[[i64; 3]; 3]> {
    const CUTS: i64 = 4;
    let mut radii = std::collections::BTreeMap::new();
    let mut corner = |v: [i64; 3]| {
        let radius = *radii.entry(v).or_insert_with(|| random.whole(60, 400));
        v.map(|x| x * radius)
    };
    let mut faces = Vec::new();
    for signs in 0..8 {
        let sign = |k: usize| if signs >> k & 1 == 1 { -1 } else { 1 };
        let mut place = |i: i64, j: i64| corner([i * sign(0), j * sign(1), (CUTS - i - j) * sign(2)]);
        for i in 0..CUTS {
            for j in 0..CUTS - i {
                faces.push([place(i + 1, j), place(i, j + 1), place(i, j)]);
                if i + j < CUTS - 1 {
                    faces.push([place(i + 1, j + 1), place(i, j + 1), place(i + 1, j)]);
                }
            }
        }
    }
    for face in &mut faces {
        if volume(*face) < 0 {
            face.swap(0, 1);
        }
    }
    faces
}

#[test]
fn stars() {
    let mut random = Random::new(13);
    let mut hits = Hits::default();
    for _ in 0..3 {
        let faces = star(&mut random);
        let float = |v: [i64; 3]| DVec3::from(v.map(|x| x as f64));
        let tree = Bsp::build(faces.iter().map(|face| face.map(float))).unwrap();
        tree.validate().unwrap();
        for i in 0..300 {
            let mut p = [0; 3].map(|_: i64| random.whole(-500, 500));
            if i % 5 == 0 {
                let face = faces[random.count(0, faces.len() - 1)];
                p = face[random.count(0, 2)];
            }
            // In the tetrahedron of the face that is visible from the origin in this direction: a fan of
            // exact volumes.
            let mut truth = Location::Outside;
            for &[a, b, c] in &faces {
                let parts = [volume([p, b, c]), volume([a, p, c]), volume([a, b, p])];
                if parts.iter().all(|&part| part >= 0) {
                    let (sum, all) = (parts.iter().sum::<i128>(), volume([a, b, c]));
                    truth = match sum.cmp(&all) {
                        core::cmp::Ordering::Less => Location::Inside,
                        core::cmp::Ordering::Equal => Location::Boundary,
                        core::cmp::Ordering::Greater => Location::Outside,
                    };
                }
            }
            hits.count(truth != Location::Outside);
            assert_eq!(tree.locate(float(p)), truth, "{p:?}");
        }
    }
    hits.check("points in stars");
}

fn what_is_drawn_covers_the_solid_and_no_more_than_its_cells<V: TestSpace>() {
    let mut random = Random::new(14);
    let mut hits = Hits::default();
    for (rows, is_upright) in [
        ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], true),
        ([[7, 3, -2], [1, 5, 4], [2, -3, 11]], false),
    ] {
        let voxels = Voxels::any(V::DIM, &mut random);
        let faces = voxels.faces();
        let place = |c: &Cell| skew::<V>(rows, *c, 1.0);
        let faces = faces
            .iter()
            .map(|face| face.iter().map(place).collect::<Vec<V>>());
        let tree = Bsp::build(faces).unwrap();
        let around = tree.bounds().unwrap().inflated(V::Scalar::lit(1e-3));
        let mut cells = Vec::new();
        tree.draw(&mut |cell, depth| {
            assert!(around.contains(cell) && depth > 0);
            cells.push(*cell);
        });
        for cell in cells.iter().filter(|_| is_upright) {
            assert_eq!(tree.locate(cell.center()), Location::Inside, "{cell:?}");
        }
        for _ in 0..300 {
            let quarters = [0; 3].map(|_: i32| random.whole(-2, i64::from(4 * SIZE) + 2) as i32);
            let point = skew::<V>(rows, quarters, 4.0);
            let at = Aabb {
                min: point,
                max: point,
            };
            let is_solid = tree.locate(point) != Location::Outside;
            hits.count(is_solid);
            assert!(
                !is_solid || cells.iter().any(|cell| cell.overlaps(&at)),
                "{point:?}"
            );
        }
    }
    hits.check("points in cells");
}
for_each_space!(what_is_drawn_covers_the_solid_and_no_more_than_its_cells);

#[test]
fn bad_faces_are_refused() {
    let one = [DVec3::ONE; 2];
    assert_eq!(Bsp::build([one]).unwrap_err(), BspError::InvalidFace(0));
    let nan = [DVec3::NAN; 3];
    assert_eq!(Bsp::build([nan]).unwrap_err(), BspError::InvalidFace(0));
    let nothing = Bsp::<DVec3>::build([[DVec3::ONE; 3]]).unwrap();
    assert_eq!(nothing.locate(DVec3::ONE), Location::Outside);
}
