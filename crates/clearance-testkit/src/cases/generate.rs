//! Cases: random shapes of every family, plain and degenerate, and random pairs of which about half meet.

use clearance::Placed;
use clearance::math::{Pose, Real, Rotation, Vector};
use clearance::shape::{Shape2, Shape3, Space2, Space3};

use crate::{Random, TestSpace};

/// A shape and its pose.
#[derive(Clone, Debug)]
pub struct Object<V: TestSpace> {
    /// The shape, in its own frame.
    pub shape: V::Shape,
    /// Its pose in the world.
    pub pose: Pose<V>,
}

impl<V: TestSpace> Object<V> {
    /// The shape as questions take it.
    pub fn placed(&self) -> Placed<'_, V> {
        Placed::new(&self.shape, &self.pose)
    }
    /// The same after a rotation and a translation; the pose is rounded.
    pub fn carried(&self, motion: &Pose<V>) -> Self {
        let rotation = motion.rotation().after(self.pose.rotation());
        let pose = Pose::new(motion.frame().point(self.pose.position()), rotation).expect("finite");
        Self {
            shape: self.shape.clone(),
            pose: pose.scaled(self.pose.scale()).expect("valid"),
        }
    }
    /// The same moved by `offset`, rounded.
    pub fn moved(&self, offset: V) -> Self {
        let mut pose = Pose::at(self.pose.position() + offset).expect("finite");
        pose = pose.turned(self.pose.rotation()).expect("valid");
        Self {
            shape: self.shape.clone(),
            pose: pose.scaled(self.pose.scale()).expect("valid"),
        }
    }
}

/// Two shapes to ask about.
#[derive(Clone, Debug)]
pub struct Pair<V: TestSpace> {
    /// The first.
    pub a: Object<V>,
    /// The second.
    pub b: Object<V>,
}

impl<V: TestSpace> Pair<V> {
    /// The largest coordinate of the boxes around both.
    pub fn size(&self) -> f64 {
        let corner = |object: &Object<V>| {
            let around = object.placed().aabb();
            around.min.max_abs().max(around.max.max_abs()).to_f64()
        };
        corner(&self.a).max(corner(&self.b))
    }
    /// The same with A and B exchanged.
    pub fn swapped(&self) -> Self {
        Self {
            a: self.b.clone(),
            b: self.a.clone(),
        }
    }
}

/// Half the width of a generated shape is between this and 1.
const SMALLEST: f64 = 0.25;

/// The width of a sliver: a power of two, so that multiplying by it is exact.
const THIN: f64 = 1.0 / 1048576.0;

/// A number as a scalar of `V`.
pub fn scalar<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::lit(x)
}

fn size<V: Vector>(random: &mut Random) -> V::Scalar {
    scalar::<V>(random.between(SMALLEST, 1.0))
}

fn sizes<V: Vector>(random: &mut Random) -> V {
    V::from_fn(|_| size::<V>(random))
}

/// The hull of 3 to 12 random points; sometimes flat, a sliver, or of too few points for an interior.
pub fn hull<V: TestSpace>(random: &mut Random) -> V::Shape {
    let fewest = if random.one_in(8) { 1 } else { V::DIM + 1 };
    let count = random.count(fewest, 12);
    let thin = *random.pick(&[1.0, 1.0, 1.0, 1.0, THIN, 0.0]);
    let points: Vec<V> = (0..count)
        .map(|_| {
            let p: V = random.vector(1.0);
            V::from_fn(|i| p.get(i) * scalar::<V>(if i == 1 { thin } else { 1.0 }))
        })
        .collect();
    V::convex(&points).expect("finite points have a hull")
}

/// A shape whose relations are exact: the hull of points, grown by a ball.
pub fn core<V: TestSpace>(random: &mut Random) -> V::Shape {
    match random.count(0, 11) {
        0 => V::point(),
        1 => V::segment(random.vector(1.0), random.vector(1.0)).expect("finite"),
        2 | 3 => V::ball(size::<V>(random)).expect("positive"),
        4 | 5 => {
            let (a, b) = (random.vector::<V>(1.0), random.vector(1.0));
            V::capsule(a, if random.one_in(8) { a } else { b }, size::<V>(random)).expect("positive")
        }
        6 | 7 => cuboid::<V>(random),
        8 => V::rounded(cuboid::<V>(random), size::<V>(random)).expect("positive"),
        9 => V::rounded(hull::<V>(random), size::<V>(random)).expect("positive"),
        _ => hull::<V>(random),
    }
}

fn cuboid<V: TestSpace>(random: &mut Random) -> V::Shape {
    let half: V = sizes(random);
    let flat = if random.one_in(8) {
        random.count(0, V::DIM - 1)
    } else {
        V::DIM
    };
    let half = V::from_fn(|i| if i == flat { Real::ZERO } else { half.get(i) });
    V::cuboid(half).expect("not negative")
}

/// Any convex shape, including curved ones, except half-spaces.
pub fn convex<V: TestSpace>(random: &mut Random) -> V::Shape {
    match random.count(0, 5) {
        0 => V::ellipsoid(sizes(random)).expect("positive"),
        1 => V::rounded(V::ellipsoid(sizes(random)).expect("positive"), size::<V>(random)).expect("positive"),
        _ => core::<V>(random),
    }
}

/// Any shape; compounds are nested up to this depth.
pub fn any<V: TestSpace>(random: &mut Random, depth: usize) -> V::Shape {
    match random.count(0, 7) {
        0..3 => V::special(random),
        3 if depth > 0 => {
            let mut part = || (any::<V>(random, depth - 1), pose(random, 1.0));
            V::compound(vec![part(), part()]).expect("valid")
        }
        4 => V::half_space(random.direction(), Real::ZERO).expect("valid"),
        5 => V::bracket(),
        _ => convex::<V>(random),
    }
}

/// A pose near the origin, with any rotation and a scale of up to 2.
pub fn pose<V: TestSpace>(random: &mut Random, reach: f64) -> Pose<V> {
    let pose = Pose::at(random.vector(reach)).expect("finite");
    let turned = if random.one_in(4) {
        pose
    } else {
        pose.turned(V::any_rotation(random)).expect("valid")
    };
    if random.one_in(4) {
        turned
            .scaled(scalar::<V>(random.between(0.5, 2.0)))
            .expect("positive")
    } else {
        turned
    }
}

fn pair_of<V: TestSpace>(random: &mut Random, reach: f64, make: fn(&mut Random) -> V::Shape) -> Pair<V> {
    let mut object = |reach| Object {
        shape: make(random),
        pose: pose(random, reach),
    };
    Pair {
        a: object(0.25),
        b: object(reach),
    }
}

/// A pair of cores (see [`core()`]); about half of the pairs meet.
pub fn core_pair<V: TestSpace>(random: &mut Random) -> Pair<V> {
    pair_of(random, if V::DIM == 2 { 2.0 } else { 1.4 }, core::<V>)
}

/// A pair of convex shapes; about half of the pairs meet.
pub fn convex_pair<V: TestSpace>(random: &mut Random) -> Pair<V> {
    pair_of(random, if V::DIM == 2 { 2.0 } else { 1.5 }, convex::<V>)
}

/// A pair of shapes with volume (boxes, balls, hulls, and rounded ones); about half of the pairs meet.
pub fn solid_pair<V: TestSpace>(random: &mut Random) -> Pair<V> {
    pair_of(random, if V::DIM == 2 { 2.0 } else { 1.6 }, solid::<V>)
}

fn solid<V: TestSpace>(random: &mut Random) -> V::Shape {
    match random.count(0, 3) {
        0 => V::ball(size::<V>(random)).expect("positive"),
        1 => V::cuboid(sizes(random)).expect("positive"),
        2 => V::capsule(random.vector(0.7), random.vector(0.7), size::<V>(random)).expect("positive"),
        _ => {
            let points: Vec<V> = (0..12).map(|_| random.direction::<V>()).collect();
            V::convex(&points).expect("finite")
        }
    }
}

/// The pair scaled by `2^exponent`: no number is rounded.
pub fn enlarged<V: TestSpace>(pair: &Pair<V>, exponent: i32) -> Pair<V> {
    let factor = scalar::<V>(2.0_f64.powi(exponent));
    let grow = |o: &Object<V>| {
        let pose = Pose::at(o.pose.position() * factor).expect("finite");
        let pose = pose.turned(o.pose.rotation()).expect("valid");
        Object {
            shape: o.shape.clone(),
            pose: pose.scaled(o.pose.scale() * factor).expect("positive"),
        }
    };
    Pair {
        a: grow(&pair.a),
        b: grow(&pair.b),
    }
}

/// A shape of a kind that only the plane has.
pub fn special2<V: Space2>(random: &mut Random) -> Shape2<V> {
    match random.count(0, 2) {
        0 => star(random),
        1 => {
            let count = random.count(2, 8);
            let points: Vec<V> = (0..count).map(|_| random.vector(1.0)).collect();
            Shape2::polyline(&points, random.one_in(2)).expect("finite")
        }
        _ => {
            let (rows, columns) = (random.count(1, 6), random.count(1, 6));
            let mut row = || -> String {
                (0..columns)
                    .map(|_| if random.one_in(2) { '1' } else { '0' })
                    .collect()
            };
            let mut rows: Vec<String> = (0..rows).map(|_| row()).collect();
            rows[0].replace_range(0..1, "1");
            Shape2::bitmap(&rows, scalar::<V>(0.25)).expect("well formed")
        }
    }
}

/// A simple polygon, in general concave: its vertices go once around the origin. Half of them have a hole.
pub fn star<V: Space2>(random: &mut Random) -> Shape2<V> {
    // Sixteen directions to a square around the origin, in order: without sines, so without rounding.
    let around = |i: usize| -> [f64; 2] {
        let t = (i % 4) as f64 / 2.0 - 1.0;
        [[1.0, t], [-t, 1.0], [-1.0, -t], [t, -1.0]][i / 4]
    };
    let mut ring = |low, high| -> Vec<V> {
        (0..16)
            .map(|i| {
                let r = random.between(low, high);
                let [x, y] = around(i);
                V::new(scalar::<V>(x * r), scalar::<V>(y * r))
            })
            .collect()
    };
    let outer = ring(0.5, 1.0);
    let hole = ring(0.1, 0.3);
    let holes = if random.one_in(2) { vec![hole] } else { Vec::new() };
    Shape2::polygon(&outer, &holes).expect("simple by construction")
}

/// A shape of a kind that only space has.
pub fn special3<V: Space3>(random: &mut Random) -> Shape3<V> {
    let (height, radius) = (size::<V>(random), size::<V>(random));
    match random.count(0, 4) {
        0 => Shape3::triangle([random.vector(1.0), random.vector(1.0), random.vector(1.0)]).expect("finite"),
        1 => Shape3::cylinder(height, radius).expect("positive"),
        2 => Shape3::cone(height, radius).expect("positive"),
        3 => bipyramid(random),
        _ => {
            let mut row = || (0..4).map(|_| scalar::<V>(random.between(-0.5, 0.5))).collect();
            let heights: Vec<Vec<V::Scalar>> = vec![row(), row(), row()];
            Shape3::terrain(&heights, [scalar::<V>(0.5), scalar::<V>(0.75)]).expect("well formed")
        }
    }
}

/// A closed mesh: a ring of corners with two tips, in general not convex.
pub fn bipyramid<V: Space3>(random: &mut Random) -> Shape3<V> {
    const RING: [[f64; 2]; 6] = [
        [1.0, 0.0],
        [0.5, 0.75],
        [-0.5, 0.75],
        [-1.0, 0.0],
        [-0.5, -0.75],
        [0.5, -0.75],
    ];
    let mut vertices: Vec<V> = RING
        .iter()
        .map(|[x, z]| {
            let r = random.between(0.4, 1.0);
            V::new(
                scalar::<V>(x * r),
                scalar::<V>(random.between(-0.2, 0.2)),
                scalar::<V>(z * r),
            )
        })
        .collect();
    let (top, bottom) = (random.between(0.4, 1.0), random.between(-1.0, -0.4));
    vertices.push(V::new(Real::ZERO, scalar::<V>(top), Real::ZERO));
    vertices.push(V::new(Real::ZERO, scalar::<V>(bottom), Real::ZERO));
    let triangles = (0..6).flat_map(|i| [[(i + 1) % 6, i, 6], [i, (i + 1) % 6, 7]]);
    Shape3::mesh(vertices, triangles.collect()).expect("indices in range")
}
