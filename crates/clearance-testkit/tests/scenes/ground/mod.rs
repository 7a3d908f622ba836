//! Floors cut in every way, with their top at height 0, and bodies that slide on them.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::{Pose, Real, Vector, Vector3};
use clearance::shape::{Shape2, Shape3, Space2, Space3};
use clearance_testkit::{Random, TestSpace};

pub struct Slider<V: TestSpace> {
    pub name: &'static str,
    pub shape: V::Shape,
    /// The height of its origin when it touches the floor.
    pub rest: f64,
    /// Whether it has an interior: for one without, the shortest way out of a surface may lead in any
    /// direction.
    pub is_thick: bool,
}

pub struct Floor<V: TestSpace> {
    pub name: &'static str,
    pub shape: V::Shape,
    /// Where along x it is cut.
    pub seams: Vec<f64>,
    /// Whether it is a surface made of triangles.
    pub is_sheet: bool,
}

/// The pose of a floor.
pub struct Stand<V: TestSpace> {
    pub name: &'static str,
    pub floor: Pose<V>,
    pub up: V,
}

impl<V: TestSpace> Stand<V> {
    /// A slider placed on the floor as in the floor's own frame.
    pub fn slider(&self, x: f64, y: f64, z: f64) -> Pose<V> {
        let at = self.floor.frame().point(point(x, y, z));
        self.floor.moved_to(at).unwrap()
    }
}

pub fn point<V: Vector>(x: f64, y: f64, z: f64) -> V {
    V::from_fn(|i| V::Scalar::lit([x, y, z][i]))
}

pub fn stands<V: GroundSpace>() -> Vec<Stand<V>> {
    let stand = |name, floor: Pose<V>| Stand {
        name,
        up: floor.frame().direction(point(0.0, 1.0, 0.0)),
        floor,
    };
    let away = Pose::at(point::<V>(7.3, -2.9, 1.7)).unwrap();
    vec![
        stand("as made", Pose::IDENTITY),
        stand(
            "turned",
            away.turned(V::any_rotation(&mut Random::new(5))).unwrap(),
        ),
    ]
}

pub trait GroundSpace: TestSpace {
    fn sliders() -> Vec<Slider<Self>>;
    fn floors() -> Vec<Floor<Self>>;
}

fn at<V: TestSpace>(shape: V::Shape, x: f64, y: f64, z: f64) -> (V::Shape, Pose<V>) {
    (shape, Pose::at(point(x, y, z)).unwrap())
}

fn cuboid<V: TestSpace>(x: f64, y: f64, z: f64) -> V::Shape {
    V::cuboid(point(x, y, z)).unwrap()
}

/// What the plane and space have in common.
fn common_sliders<V: TestSpace>() -> Vec<Slider<V>> {
    let s = V::Scalar::lit;
    let p = |x: f64, y: f64| point::<V>(x, y, 0.0);
    let mut list: Vec<Slider<V>> = Vec::new();
    let mut add = |name, shape, rest| {
        list.push(Slider {
            name,
            shape,
            rest,
            is_thick: true,
        })
    };
    add("ball", V::ball(s(0.5)).unwrap(), 0.5);
    add(
        "capsule along x",
        V::capsule(p(-0.5, 0.0), p(0.5, 0.0), s(0.25)).unwrap(),
        0.25,
    );
    add(
        "upright capsule",
        V::capsule(p(0.0, -0.5), p(0.0, 0.5), s(0.25)).unwrap(),
        0.75,
    );
    add(
        "leaning capsule",
        V::capsule(p(-0.5, -0.25), p(0.5, 0.25), s(0.25)).unwrap(),
        0.5,
    );
    add("box", cuboid::<V>(0.5, 0.5, 0.5), 0.5);
    add("ellipsoid", V::ellipsoid(point(0.75, 0.5, 0.25)).unwrap(), 0.5);
    let boxes = vec![
        at::<V>(cuboid::<V>(0.25, 0.5, 0.5), -0.25, 0.0, 0.0),
        at::<V>(cuboid::<V>(0.25, 0.5, 0.5), 0.25, 0.0, 0.0),
    ];
    add("two boxes", V::compound(boxes).unwrap(), 0.5);
    let balls = vec![
        at::<V>(V::ball(s(0.5)).unwrap(), -0.4, 0.0, 0.0),
        at::<V>(V::ball(s(0.5)).unwrap(), 0.3, 0.0, 0.0),
    ];
    add("two balls", V::compound(balls).unwrap(), 0.5);
    list
}

fn common_floors<V: TestSpace>() -> Vec<Floor<V>> {
    let mut list: Vec<Floor<V>> = Vec::new();
    let mut add = |name, shape, seams: &[f64]| {
        list.push(Floor {
            name,
            shape,
            seams: seams.to_vec(),
            is_sheet: false,
        })
    };
    let boxes = |parts: &[[f64; 3]]| {
        let parts = parts
            .iter()
            .map(|[left, right, deep]| {
                let (x, half) = (left * 0.5 + right * 0.5, right * 0.5 - left * 0.5);
                at::<V>(cuboid::<V>(half, deep * 0.5, 4.0), x, deep * -0.5, 0.0)
            })
            .collect();
        V::compound(parts).unwrap()
    };
    add("two boxes", boxes(&[[-5.0, 0.0, 1.0], [0.0, 5.0, 1.0]]), &[0.0]);
    let gap = 1e-9;
    add(
        "boxes with a gap",
        boxes(&[[-5.0, 0.0, 1.0], [gap, 5.0, 2.0]]),
        &[0.0],
    );
    add(
        "boxes that overlap",
        boxes(&[[-5.0, gap, 1.0], [0.0, 5.0, 2.0]]),
        &[0.0],
    );
    let tiles: Vec<_> = (-11..11)
        .map(|i| [f64::from(i) * 0.3, f64::from(i + 1) * 0.3, 1.0])
        .collect();
    add("tiles", boxes(&tiles), &[0.3]);
    list
}

fn sliders2<V: Space2 + TestSpace<Shape = Shape2<V>>>() -> Vec<Slider<V>> {
    let p = |x: f64, y: f64| point::<V>(x, y, 0.0);
    let mut list = common_sliders::<V>();
    let mut add = |name, shape, rest| {
        list.push(Slider {
            name,
            shape,
            rest,
            is_thick: true,
        })
    };
    let pentagon = [p(-0.4, 0.0), p(0.3, 0.0), p(0.5, 0.5), p(0.0, 0.9), p(-0.6, 0.4)];
    add("pentagon", Shape2::convex(&pentagon).unwrap(), 0.0);
    let diamond = [p(0.0, -0.5), p(0.5, 0.0), p(0.0, 0.5), p(-0.5, 0.0)];
    add("diamond", Shape2::convex(&diamond).unwrap(), 0.5);
    let core = Shape2::cuboid(p(0.25, 0.25)).unwrap();
    add("rounded box", core.rounded(V::Scalar::lit(0.25)).unwrap(), 0.5);
    let arch = [
        p(-0.6, 0.0),
        p(-0.3, 0.0),
        p(-0.3, 0.5),
        p(0.2, 0.5),
        p(0.2, 0.0),
        p(0.6, 0.0),
        p(0.6, 0.9),
        p(-0.6, 0.9),
    ];
    add("arch", Shape2::polygon(&arch, &[]).unwrap(), 0.0);
    list
}

fn floors2<V: Space2 + TestSpace<Shape = Shape2<V>>>() -> Vec<Floor<V>> {
    let p = |x: f64, y: f64| point::<V>(x, y, 0.0);
    let mut list = common_floors::<V>();
    let mut add = |name, shape, seams: &[f64]| {
        list.push(Floor {
            name,
            shape,
            seams: seams.to_vec(),
            is_sheet: false,
        })
    };
    let line = [-5.0, -1.0, 0.0, 0.25, 1.0, 5.0].map(|x| p(x, 0.0));
    add("polyline", Shape2::polyline(&line, false).unwrap(), &[-1.0, 0.25]);
    // Teeth at its lower side make it a polygon of many parts.
    let mut comb = vec![p(-5.0, -3.0), p(-5.0, 0.0), p(5.0, 0.0), p(5.0, -3.0)];
    for i in 0..4 {
        let x = 4.0 - 2.0 * f64::from(i);
        comb.extend([p(x, -3.0), p(x - 0.3, -1.0), p(x - 0.9, -1.0), p(x - 1.1, -3.0)]);
    }
    add("polygon", Shape2::polygon(&comb, &[]).unwrap(), &[0.0]);
    let rows = ["1111111111", "1011011101", "1010010101"];
    let bitmap = Shape2::bitmap(&rows, V::Scalar::ONE).unwrap();
    let bitmap = V::compound(vec![at::<V>(bitmap, -5.0, -3.0, 0.0)]).unwrap();
    add("bitmap", bitmap, &[0.0, 1.0]);
    list
}

fn sliders3<V: Space3 + TestSpace<Shape = Shape3<V>>>() -> Vec<Slider<V>> {
    let p = |x: f64, y: f64, z: f64| point::<V>(x, y, z);
    let s = V::Scalar::lit;
    let mut list = common_sliders::<V>();
    let mut add = |name, shape, rest| {
        list.push(Slider {
            name,
            shape,
            rest,
            is_thick: true,
        })
    };
    let along_z = Shape3::capsule(p(0.0, 0.0, -0.5), p(0.0, 0.0, 0.5), s(0.25)).unwrap();
    add("capsule along z", along_z, 0.25);
    let mut prism = Vec::new();
    for z in [-0.4, 0.5] {
        prism.extend([p(-0.4, 0.0, z), p(0.3, 0.0, z), p(0.5, 0.5, z), p(-0.2, 0.9, z)]);
    }
    add("prism", Shape3::convex(&prism).unwrap(), 0.0);
    let mut octahedron = Vec::new();
    for sign in [-0.5, 0.5] {
        octahedron.extend([p(sign, 0.0, 0.0), p(0.0, sign, 0.0), p(0.0, 0.0, sign)]);
    }
    add("octahedron", Shape3::convex(&octahedron).unwrap(), 0.5);
    let core = Shape3::cuboid(p(0.25, 0.25, 0.4)).unwrap();
    add("rounded box", core.rounded(s(0.25)).unwrap(), 0.5);
    add("cylinder", Shape3::cylinder(s(0.5), s(0.5)).unwrap(), 0.5);
    add("cone", Shape3::cone(s(0.5), s(0.5)).unwrap(), 0.5);
    add(
        "rounded cylinder",
        Shape3::cylinder(s(0.25), s(0.5))
            .unwrap()
            .rounded(s(0.25))
            .unwrap(),
        0.5,
    );
    let down = [p(-0.5, 0.5, 0.0), p(0.4, 0.3, 0.3), p(0.0, 0.0, 0.0)];
    add("triangle on its corner", Shape3::triangle(down).unwrap(), 0.0);
    list.last_mut().unwrap().is_thick = false;
    list
}

/// A flat grid of triangles from -5 to 5, in the plane of the height `y`.
fn grid<V: Vector3>(count: u32, y: f64) -> (Vec<V>, Vec<[u32; 3]>) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for i in 0..=count {
        for j in 0..=count {
            let place = |k: u32| f64::from(k) / f64::from(count) * 10.0 - 5.0;
            vertices.push(point(place(j), y, place(i)));
        }
    }
    let row = count + 1;
    for (i, j) in (0..count).flat_map(|i| (0..count).map(move |j| (i, j))) {
        let c = i * row + j;
        let (a, b, d) = (c + row, c + row + 1, c + 1);
        if (i + j) % 2 == 0 {
            triangles.extend([[c, a, b], [c, b, d]]);
        } else {
            triangles.extend([[c, a, d], [a, b, d]]);
        }
    }
    (vertices, triangles)
}

/// A slab whose top is a grid.
fn slab<V: Vector3>(count: u32) -> (Vec<V>, Vec<[u32; 3]>) {
    let (mut vertices, mut triangles) = grid::<V>(count, 0.0);
    let low = vertices.len() as u32;
    let (mut below, turned) = grid::<V>(count, -1.0);
    // A dent; without it the slab would be convex and one part.
    let middle = below.len() / 2;
    below[middle] = point(0.1, -0.5, 0.1);
    vertices.extend(below);
    triangles.extend(turned.iter().map(|[a, b, c]| [a + low, c + low, b + low]));
    let row = count + 1;
    let mut wall = |p: u32, q: u32| {
        triangles.push([p, p + low, q + low]);
        triangles.push([p, q + low, q]);
    };
    for k in 0..count {
        wall((k + 1) * row - row, (k + 2) * row - row);
        wall(count * row + k, count * row + k + 1);
        wall((k + 1) * row + count, k * row + count);
        wall(k + 1, k);
    }
    (vertices, triangles)
}

fn floors3<V: Space3 + TestSpace<Shape = Shape3<V>>>() -> Vec<Floor<V>> {
    let mut list = common_floors::<V>();
    let mut add = |name, shape, seams: &[f64]| {
        list.push(Floor {
            name,
            shape,
            seams: seams.to_vec(),
            is_sheet: false,
        })
    };
    let mesh = |(vertices, triangles): (Vec<V>, Vec<[u32; 3]>)| Shape3::mesh(vertices, triangles).unwrap();
    add("two triangles", mesh(grid(1, 0.0)), &[0.0]);
    add("grid of triangles", mesh(grid(13, 0.0)), &[0.0, 10.0 / 26.0]);
    add("fine grid", mesh(grid(40, 0.0)), &[0.0]);
    let solid = mesh(slab(6));
    assert!(matches!(&solid, Shape3::Mesh(m) if m.is_solid()));
    add("slab", solid, &[0.0]);
    let heights = vec![vec![V::Scalar::ZERO; 9]; 9];
    let terrain = Shape3::terrain(&heights, [V::Scalar::ONE; 2]).unwrap();
    add(
        "terrain",
        V::compound(vec![at::<V>(terrain.clone(), -4.0, 0.0, -4.0)]).unwrap(),
        &[0.0],
    );
    let sheets = ["two triangles", "grid of triangles", "fine grid", "terrain"];
    for floor in &mut list {
        floor.is_sheet = sheets.contains(&floor.name);
    }
    list
}

macro_rules! impl_ground_space {
    ($($v:ty: $sliders:ident, $floors:ident);+) => { $(
        impl GroundSpace for $v {
            fn sliders() -> Vec<Slider<Self>> {
                $sliders()
            }
            fn floors() -> Vec<Floor<Self>> {
                $floors()
            }
        }
    )+ };
}
impl_ground_space!(
    Vec2: sliders2, floors2; DVec2: sliders2, floors2;
    Vec3: sliders3, floors3; DVec3: sliders3, floors3
);
