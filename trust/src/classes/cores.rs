//! Rounded hulls with integer coordinates: as shapes of the library, and in the form that the oracle reads.

use clearance::glam::DVec3;
use clearance::math::{Pose, Real};
use clearance_testkit::exact::{Grown, whole};
use clearance_testkit::{Object, Random, TestSpace};

/// The kind of shape that a hull is made as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Point,
    Segment,
    Cuboid,
    Hull,
}

/// The hull of points with whole coordinates, grown by a ball of whole radius.
#[derive(Clone, Debug)]
pub struct Whole {
    kind: Kind,
    points: Vec<DVec3>,
    pub radius: f64,
}

impl Whole {
    /// Any hull in this many dimensions; the radius is 0 or a multiple of `length`.
    pub fn any(random: &mut Random, dimension: usize, length: f64) -> Self {
        let kind = *random.pick(&[Kind::Point, Kind::Segment, Kind::Cuboid, Kind::Hull, Kind::Hull]);
        let reach = random.whole(1, 8);
        let corner = |random: &mut Random| {
            flat(
                DVec3::from_array([0; 3].map(|_| random.whole(-reach, reach) as f64)),
                dimension,
            )
        };
        let points = match kind {
            Kind::Point => vec![DVec3::ZERO],
            Kind::Segment => vec![corner(random), corner(random)],
            Kind::Cuboid => {
                let half = corner(random).abs();
                let sign = |i: usize, axis: usize| if i >> axis & 1 == 0 { -1.0 } else { 1.0 };
                let of_box = |i: usize| half * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2));
                (0..1 << dimension).map(of_box).collect()
            }
            Kind::Hull => (0..random.count(1, 6)).map(|_| corner(random)).collect(),
        };
        let radius = if kind == Kind::Point || random.one_in(2) {
            length * random.whole(0, 3) as f64
        } else {
            0.0
        };
        Self { kind, points, radius }
    }
    /// Another hull that lies in this one, or nearly: some of its points, or all of them, and a similar
    /// radius.
    pub fn related(&self, random: &mut Random) -> Self {
        let mut points = self.points.clone();
        if random.one_in(2) && points.len() > 1 {
            points.remove(random.count(0, points.len() - 1));
        }
        let radius = (self.radius + random.whole(-2, 2) as f64).max(0.0);
        Self {
            kind: Kind::Hull,
            points,
            radius,
        }
    }
    /// The point that lies furthest in a direction.
    pub fn furthest(&self, direction: DVec3) -> DVec3 {
        let further = |p: &&DVec3, q: &&DVec3| p.dot(direction).total_cmp(&q.dot(direction));
        self.points.iter().max_by(further).copied().unwrap_or(DVec3::ZERO)
    }
    /// The shape with all its numbers times `unit`, at a position.
    pub fn object<V: TestSpace>(&self, unit: f64, position: DVec3) -> Object<V> {
        let point = |i: usize| V::cut(self.points[i] * unit);
        let radius = V::Scalar::lit(self.radius * unit);
        let is_round = self.radius > 0.0;
        let round = |shape: V::Shape| {
            if is_round {
                V::rounded(shape, radius).expect("a radius")
            } else {
                shape
            }
        };
        let shape = match self.kind {
            Kind::Point if is_round => V::ball(radius),
            Kind::Point => Ok(V::point()),
            Kind::Segment if is_round => V::capsule(point(0), point(1), radius),
            Kind::Segment => V::segment(point(0), point(1)),
            Kind::Cuboid => V::cuboid(point(0).abs()).map(round),
            Kind::Hull => {
                let points: Vec<V> = (0..self.points.len()).map(point).collect();
                V::convex(&points).map(round)
            }
        };
        Object {
            shape: shape.expect("whole numbers make a shape"),
            pose: Pose::at(V::cut(position)).expect("finite"),
        }
    }
    /// The numbers of the shape at a position as the library receives them: coordinate by coordinate, then
    /// the radius.
    pub fn numbers<V: TestSpace>(&self, unit: f64, position: DVec3) -> Numbers {
        Numbers {
            points: self.points.iter().map(|&p| read::<V>(p * unit)).collect(),
            position: read::<V>(position),
            radius: V::Scalar::lit(self.radius * unit).to_f64(),
        }
    }
}

fn flat(p: DVec3, dimension: usize) -> DVec3 {
    if dimension == 2 { p.with_z(0.0) } else { p }
}

/// Rounded to the precision of a space.
fn read<V: TestSpace>(p: DVec3) -> [f64; 3] {
    let v = V::cut(p);
    core::array::from_fn(|i| if i < V::DIM { v.get(i).to_f64() } else { 0.0 })
}

/// A rounded hull and its position, in floating point.
#[derive(Clone, Debug)]
pub struct Numbers {
    pub points: Vec<[f64; 3]>,
    pub position: [f64; 3],
    pub radius: f64,
}

impl Numbers {
    /// The same in integers, at its position.
    pub fn grown(&self) -> Grown {
        let place = |p: &[f64; 3]| core::array::from_fn(|i| whole(p[i]) + whole(self.position[i]));
        Grown {
            points: self.points.iter().map(place).collect(),
            radius: whole(self.radius),
        }
    }
}
