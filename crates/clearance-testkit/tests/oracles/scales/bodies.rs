//! Random cores given by numbers of any size.

use clearance::math::{Pose, Real};
use clearance_testkit::exact::{Grown, Sets, whole};
use clearance_testkit::{Random, TestSpace};

#[derive(Clone, Copy, Debug)]
enum Kind {
    Hull,
    Box,
    Rod,
}

/// A core given by its numbers: the hull of points (a box by its half extents, a rod by its ends), a radius,
/// and another radius added to that.
#[derive(Clone, Debug)]
pub struct Body {
    kind: Kind,
    points: Vec<[f64; 3]>,
    radius: f64,
    added: Option<f64>,
    at: [f64; 3],
}

pub fn times(x: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    x * 2.0_f64.powi(half) * 2.0_f64.powi(exponent - half)
}

impl Body {
    pub fn scaled(&self, exponent: i32) -> Self {
        let each = |p: &[f64; 3]| p.map(|x| times(x, exponent));
        Self {
            points: self.points.iter().map(each).collect(),
            radius: times(self.radius, exponent),
            added: self.added.map(|r| times(r, exponent)),
            at: each(&self.at),
            kind: self.kind,
        }
    }
    pub fn shape<V: TestSpace>(&self) -> V::Shape {
        let real = |x: f64| V::Scalar::lit(x);
        let vector = |p: &[f64; 3]| V::from_fn(|i| real(p[i]));
        let points: Vec<V> = self.points.iter().map(vector).collect();
        let shape = match (self.kind, &points[..]) {
            (Kind::Hull, _) => V::convex(&points),
            (Kind::Box, p) => V::cuboid(p[0]),
            (Kind::Rod, &[p]) if self.radius == 0.0 && p == V::ZERO => {
                Ok(<V as clearance::cast::CastSpace>::point())
            }
            (Kind::Rod, &[p]) if self.radius == 0.0 => V::segment(p, p),
            (Kind::Rod, &[p]) if p == V::ZERO => V::ball(real(self.radius)),
            (Kind::Rod, &[p]) => V::capsule(p, p, real(self.radius)),
            (Kind::Rod, p) if self.radius == 0.0 => V::segment(p[0], p[1]),
            (Kind::Rod, p) => V::capsule(p[0], p[1], real(self.radius)),
        };
        match self.added {
            None => shape.unwrap(),
            Some(added) => V::rounded(shape.unwrap(), real(added)).unwrap(),
        }
    }
    pub fn pose<V: TestSpace>(&self) -> Pose<V> {
        Pose::at(V::from_fn(|i| V::Scalar::lit(self.at[i]))).unwrap()
    }
    fn grown(&self, dimension: usize) -> Grown {
        let corners = |h: &[f64; 3]| {
            let sign = |i: usize, k: usize| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
            (0..1 << dimension)
                .map(|i| [0, 1, 2].map(|k| sign(i, k) * h[k]))
                .collect()
        };
        let points: Vec<[f64; 3]> = match self.kind {
            Kind::Box => corners(&self.points[0]),
            _ => self.points.clone(),
        };
        let radius = match self.kind {
            Kind::Rod => whole(self.radius),
            _ => whole(0.0),
        };
        Grown {
            points: points
                .iter()
                .map(|p| {
                    [0, 1, 2].map(|k| {
                        if k < dimension {
                            whole(p[k]) + whole(self.at[k])
                        } else {
                            whole(0.0)
                        }
                    })
                })
                .collect(),
            radius: radius + whole(self.added.unwrap_or(0.0)),
        }
    }
    pub fn size(&self) -> f64 {
        let largest = |p: &[f64; 3]| p.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let points = self.points.iter().map(largest).fold(0.0, f64::max);
        points + self.radius + self.added.unwrap_or(0.0) + largest(&self.at)
    }
}

pub fn sets(a: &Body, b: &Body, dimension: usize) -> Sets {
    Sets {
        a: a.grown(dimension),
        b: b.grown(dimension),
        dimension,
    }
}

/// A random core whose numbers are made by `number`, given how large a whole number it is to start from.
pub fn body<V: TestSpace>(random: &mut Random, number: &mut impl FnMut(&mut Random, i64) -> f64) -> Body {
    let mut point = |random: &mut Random, reach: i64| {
        let mut p = [0.0; 3];
        (0..V::DIM).for_each(|i| p[i] = number(random, reach));
        p
    };
    let kind = *random.pick(&[Kind::Hull, Kind::Box, Kind::Rod, Kind::Rod]);
    let points = match kind {
        Kind::Hull => (0..random.count(1, 6)).map(|_| point(random, 6)).collect(),
        Kind::Box => vec![point(random, 6).map(f64::abs)],
        Kind::Rod if random.one_in(3) => vec![[0.0; 3]],
        Kind::Rod => vec![point(random, 6), point(random, 6)],
    };
    let at = point(random, 12);
    let radius = if random.one_in(4) {
        0.0
    } else {
        number(random, 9).abs()
    };
    let added = random.one_in(3).then(|| number(random, 9).abs());
    Body {
        kind,
        points,
        radius,
        added,
        at,
    }
}

/// Two bodies of which one is just inside the other, or both are the same set given by different numbers; or
/// nearly so.
pub fn nested(random: &mut Random, dimension: usize) -> [Body; 2] {
    let legs = match dimension {
        2 => *random.pick(&[([3, 4, 0], 5), ([5, 12, 0], 13), ([8, 15, 0], 17), ([0, 5, 0], 5)]),
        _ => *random.pick(&[
            ([1, 2, 2], 3),
            ([2, 3, 6], 7),
            ([4, 4, 7], 9),
            ([2, 6, 9], 11),
            ([3, 4, 12], 13),
        ]),
    };
    let way = legs
        .0
        .map(|x| f64::from(x) * if random.one_in(2) { -1.0 } else { 1.0 });
    let back = way.map(|x: f64| -x);
    let length = f64::from(legs.1);
    let at = [0, 1, 2].map(|i| {
        if i < dimension {
            random.whole(-6, 6) as f64
        } else {
            0.0
        }
    });
    let radius = random.whole(1, 9) as f64;
    let off = *random.pick(&[0.0, 0.0, 0.0, 1.0, -1.0]);
    let rod = |points: &[[f64; 3]], radius: f64| Body {
        kind: Kind::Rod,
        points: points.to_vec(),
        radius,
        added: None,
        at,
    };
    let hull = |kind: Kind, points: Vec<[f64; 3]>, radius: f64| Body {
        kind,
        points,
        radius: 0.0,
        added: Some(radius),
        at,
    };
    let moved = |body: Body| Body {
        at: [0, 1, 2].map(|i| at[i] + way[i]),
        ..body
    };
    let half = [0, 1, 2].map(|i| {
        if i < dimension {
            random.whole(0, 5) as f64
        } else {
            0.0
        }
    });
    let corner = |i: usize| [0, 1, 2].map(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] });
    let corners = (0..1 << dimension).map(corner).collect();
    let origin = [0.0; 3];
    let [inner, outer] = match random.count(0, 5) {
        0 => [
            moved(rod(&[origin], radius)),
            rod(&[origin], radius + length + off),
        ],
        1 => [
            moved(rod(&[origin], radius)),
            rod(&[origin, back], radius + length + off),
        ],
        2 => [rod(&[way, back], radius), rod(&[origin], radius + length + off)],
        3 => [
            rod(&[way, back], radius),
            hull(Kind::Hull, vec![back, origin, way], (radius + off).max(1.0)),
        ],
        4 => [
            hull(Kind::Box, vec![half], radius),
            hull(Kind::Hull, corners, radius + off),
        ],
        _ => [
            moved(rod(&[origin], radius)),
            hull(Kind::Box, vec![half], (length - radius + off).max(0.0)),
        ],
    };
    if random.one_in(2) {
        [inner, outer]
    } else {
        [outer, inner]
    }
}
