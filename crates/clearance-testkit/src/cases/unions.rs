//! Unions, flat shapes and solids on a lattice: random shapes, and their cells. The relation of two sets of
//! cells is that of the shapes, and needs no geometry: a cell is in one set, in the other, in both or in
//! none.

use crate::cells::{Cells, Figure, Found, Lattice};
use crate::{Object, Random, TestSpace};
use clearance::Relation;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::{Pose, Real, Vector};
use clearance::shape::{Shape2, Shape3};

/// Coordinates of corners are from 0 to this.
pub const SIDE: i64 = 6;

/// The kinds of shapes that only the plane, or only space, has.
pub trait Built: TestSpace {
    /// A line through the corners of segments, or a surface of triangles; `None` where it is not one.
    fn sheet(pieces: &[Vec<Lattice>], point: &dyn Fn(&Lattice) -> Self) -> Option<Self::Shape>;
    /// A solid that is not convex, from the origin.
    fn solid(random: &mut Random) -> Solid<Self>;
}

/// A solid that is not convex.
pub struct Solid<V: TestSpace> {
    shape: V::Shape,
    /// Its scale on the lattice.
    scale: f64,
    /// What fills it there.
    pub boxes: Vec<[Lattice; 2]>,
}

/// The bracket, scaled by four.
fn bracket<V: TestSpace>() -> Solid<V> {
    Solid {
        shape: V::bracket(),
        scale: 4.0,
        boxes: vec![[[0; 3], [6, 2, 3]], [[0; 3], [2, 5, 3]]],
    }
}

macro_rules! impl_plane {
    ($($v:ty),+) => { $(
        impl Built for $v {
            fn sheet(pieces: &[Vec<Lattice>], point: &dyn Fn(&Lattice) -> Self) -> Option<Self::Shape> {
                let joined = pieces.windows(2).all(|w| w[0].last() == w[1].first());
                let ends = pieces.iter().all(|p| p.len() == 2) && joined;
                let first = pieces.first()?.first()?;
                let corners: Vec<Self> = [first].into_iter().chain(pieces.iter().filter_map(|p| p.get(1))).map(point).collect();
                ends.then(|| Shape2::polyline(&corners, false).ok())?
            }
            fn solid(random: &mut Random) -> Solid<Self> {
                let v = |x: i64, y: i64| Self::from_fn(|k| Real::lit([x, y][k] as f64));
                let ring = |l: [i64; 2], h: [i64; 2]| vec![v(l[0], l[1]), v(h[0], l[1]), v(h[0], h[1]), v(l[0], h[1])];
                match random.count(0, 2) {
                    0 => bracket::<Self>(),
                    1 => {
                        let frame = Shape2::polygon(&ring([0, 0], [5, 4]), &[ring([1, 1], [3, 3])]).unwrap();
                        let boxes = [[0, 0, 5, 1], [0, 3, 5, 4], [0, 0, 1, 4], [3, 0, 5, 4]];
                        Solid { shape: frame, scale: 1.0, boxes: boxes.map(|[a, b, c, d]| [[a, b, 0], [c, d, 0]]).to_vec() }
                    }
                    _ => {
                        let mut rows = vec![String::new(); 3];
                        let mut boxes = Vec::new();
                        for (y, row) in rows.iter_mut().enumerate() {
                            for x in 0..3 {
                                let set = (x, y) == (1, 1) || random.one_in(2);
                                row.push(if set { '1' } else { '0' });
                                let [x, y] = [x, 2 - y as i64].map(|c| 2 * c);
                                boxes.extend(set.then_some([[x, y, 0], [x + 2, y + 2, 0]]));
                            }
                        }
                        Solid { shape: Shape2::bitmap(&rows, Real::lit(2.0)).unwrap(), scale: 1.0, boxes }
                    }
                }
            }
        }
    )+ };
}
macro_rules! impl_space {
    ($($v:ty),+) => { $(
        impl Built for $v {
            fn sheet(pieces: &[Vec<Lattice>], point: &dyn Fn(&Lattice) -> Self) -> Option<Self::Shape> {
                // No closed mesh has three triangles; two equal ones would close without an interior.
                let differ = (0..pieces.len()).all(|i| !pieces[..i].contains(&pieces[i]));
                let fits = pieces.iter().all(|p| p.len() == 3) && pieces.len() <= 3 && differ;
                let vertices: Vec<Self> = pieces.iter().flatten().map(point).collect();
                let triangles = (0..pieces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
                fits.then(|| Shape3::mesh(vertices, triangles).ok())?
            }
            fn solid(_: &mut Random) -> Solid<Self> {
                bracket::<Self>()
            }
        }
    )+ };
}
impl_plane!(Vec2, DVec2);
impl_space!(Vec3, DVec3);

/// A simplex of the lattice or a face of one, of at most this dimension.
fn simplex<V: Built>(random: &mut Random, rank: usize) -> Vec<Lattice> {
    let k = random.whole(1, 3);
    let mut corner = lattice::<V>(random, 0, SIDE - k);
    let mut axes: Vec<usize> = (0..V::DIM).collect();
    let mut corners = vec![corner];
    while !axes.is_empty() {
        for _ in 0..random.count(1, axes.len()) {
            let axis = axes.swap_remove(random.count(0, axes.len() - 1));
            corner[axis] += k;
        }
        corners.push(corner);
    }
    while corners.len() > rank + 1 {
        corners.remove(random.count(0, corners.len() - 1));
    }
    corners
}

/// A point of the lattice with coordinates between two numbers; in the plane the last one is 0.
pub fn lattice<V: Built>(random: &mut Random, low: i64, high: i64) -> Lattice {
    core::array::from_fn(|k| if k < V::DIM { random.whole(low, high) } else { 0 })
}

/// The corners of a box.
fn cuboid(low: Lattice, high: Lattice) -> Vec<Lattice> {
    let corner = |c: usize| core::array::from_fn(|k| if c >> k & 1 == 1 { high[k] } else { low[k] });
    (0..8).map(corner).collect()
}

fn any_box<V: Built>(random: &mut Random) -> Vec<Lattice> {
    let (p, q) = (lattice::<V>(random, 0, 4), lattice::<V>(random, 0, 4));
    cuboid(
        core::array::from_fn(|k| p[k].min(q[k])),
        core::array::from_fn(|k| p[k].max(q[k])),
    )
}

/// Boxes or simplices that fill a box, sometimes with one missing.
fn filling<V: Built>(random: &mut Random) -> Vec<Vec<Lattice>> {
    let mut pieces = Vec::new();
    if random.one_in(2) {
        let cut = lattice::<V>(random, 1, 3);
        for c in 0..1_usize << V::DIM {
            let low = core::array::from_fn(|k| if c >> k & 1 == 1 { cut[k] } else { 0 });
            let high = core::array::from_fn(|k| {
                if k >= V::DIM {
                    0
                } else if c >> k & 1 == 1 {
                    4
                } else {
                    cut[k]
                }
            });
            pieces.push(cuboid(low, high));
        }
    } else {
        let orders: &[[usize; 3]] = &[[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for order in &orders[..if V::DIM == 2 { 2 } else { 6 }] {
            let mut corner = [0; 3];
            let mut corners = vec![corner];
            for &axis in order.iter().filter(|&&a| a < V::DIM) {
                corner[axis] = 4;
                corners.push(corner);
            }
            pieces.push(corners);
        }
    }
    if random.one_in(2) {
        pieces.swap_remove(random.count(0, pieces.len() - 1));
    }
    pieces
}

/// The relation of two shapes whose cells were compared.
pub fn expected(found: Found) -> Relation {
    match found {
        Found { meet: false, .. } => Relation::Disjoint,
        Found { overlap: false, .. } => Relation::Touching,
        Found {
            within: [true, true], ..
        } => Relation::Equal,
        Found {
            within: [true, false],
            ..
        } => Relation::AInB,
        Found {
            within: [false, true],
            ..
        } => Relation::BInA,
        _ => Relation::Overlapping,
    }
}

/// A shape and its cells.
pub struct Case<V: Built> {
    /// The shape and its pose.
    pub object: Object<V>,
    /// The cells.
    pub figure: Figure,
    /// The corners, for a message.
    pub note: String,
}

/// The shape's own origin and unit on the lattice.
struct Frame {
    origin: Lattice,
    unit: f64,
}

impl Frame {
    fn point<V: Built>(&self, p: &Lattice) -> V {
        V::from_fn(|k| Real::lit((p[k] - self.origin[k]) as f64 * self.unit))
    }
    fn pose<V: Built>(&self) -> Pose<V> {
        Pose::at(V::from_fn(|k| Real::lit(self.origin[k] as f64 * self.unit))).unwrap()
    }
    fn convex<V: Built>(&self, random: &mut Random, corners: &[Lattice]) -> V::Shape {
        let points: Vec<V> = corners.iter().map(|p| self.point(p)).collect();
        let shape = match *points {
            [a, b] if random.one_in(2) => V::segment(a, b).unwrap(),
            _ => V::convex(&points).unwrap(),
        };
        match corners.len() {
            3 if random.one_in(2) => V::sheet(&[corners.to_vec()], &|p| self.point(p)).unwrap_or(shape),
            _ if random.one_in(8) => V::rounded(shape, Real::ZERO).unwrap(),
            _ => shape,
        }
    }
}

/// What a shape is made of.
pub struct Plan<V: Built> {
    /// The corners of its convex parts.
    pub convex: Vec<Vec<Lattice>>,
    /// A part that is not convex.
    pub solid: Option<Solid<V>>,
}

impl<V: Built> Plan<V> {
    /// Flat shapes, a line or surface, boxes, simplices that fill a box, or a solid with simplices.
    pub fn any(random: &mut Random) -> Self {
        let (flat, count) = (random.count(0, V::DIM - 1), random.count(1, 4));
        let convex = match random.count(0, 6) {
            0 | 1 => (0..count).map(|_| simplex::<V>(random, flat)).collect(),
            2 => walk::<V>(random, count),
            3 => (0..count).map(|_| any_box::<V>(random)).collect(),
            4 => {
                let count = random.count(0, 2);
                return Self {
                    convex: (0..count).map(|_| simplex::<V>(random, V::DIM)).collect(),
                    solid: Some(V::solid(random)),
                };
            }
            _ => filling::<V>(random),
        };
        Self { convex, solid: None }
    }
    /// A solid and flat shapes in it, some of them in its border.
    pub fn solid_and_flats(random: &mut Random) -> [Self; 2] {
        let (solid, count) = (V::solid(random), random.count(1, 4));
        let mut convex = Vec::new();
        while convex.len() < count {
            let flat = simplex::<V>(random, V::DIM - 1);
            let holds = |[low, high]: &[Lattice; 2]| {
                let in_box = |p: &Lattice| (0..V::DIM).all(|k| low[k] <= p[k] && p[k] <= high[k]);
                flat.iter().all(in_box)
            };
            if solid.boxes.iter().any(holds) {
                convex.push(flat);
            }
        }
        let flats = Self { convex, solid: None };
        let solid = Self {
            convex: Vec::new(),
            solid: Some(solid),
        };
        if random.one_in(2) {
            [solid, flats]
        } else {
            [flats, solid]
        }
    }
    /// The shape, with cells of width `unit` and an origin of its own.
    pub fn case(self, random: &mut Random, cells: &Cells, unit: f64) -> Case<V> {
        let frame = Frame {
            origin: lattice::<V>(random, -3, 3),
            unit,
        };
        let boxes = self.solid.as_ref().map(|s| s.boxes.clone());
        let sheet = V::sheet(&self.convex, &|p| frame.point(p)).filter(|_| self.solid.is_none());
        Case {
            note: format!("{:?} and {boxes:?}", self.convex),
            figure: cells.figure(&self.convex, boxes.as_slice()),
            object: match sheet.filter(|_| random.one_in(2)) {
                Some(shape) => Object {
                    shape,
                    pose: frame.pose(),
                },
                None => self.placed_together(random, &frame),
            },
        }
    }
    fn placed_together(self, random: &mut Random, frame: &Frame) -> Object<V> {
        let here: Pose<V> = Pose::IDENTITY;
        let mut parts: Vec<(V::Shape, Pose<V>)> = self
            .convex
            .iter()
            .map(|c| (frame.convex::<V>(random, c), here))
            .collect();
        if let Some(solid) = self.solid {
            let scale = Real::lit(solid.scale * frame.unit);
            if parts.is_empty() && random.one_in(2) {
                return Object {
                    shape: solid.shape,
                    pose: here.scaled(scale).unwrap(),
                };
            }
            let own = Pose::at(frame.point(&[0; 3])).unwrap();
            parts.push((solid.shape, own.scaled(scale).unwrap()));
        }
        if parts.len() > 2 && random.one_in(3) {
            let rest = parts.split_off(parts.len() / 2);
            parts.push((V::compound(rest).unwrap(), here));
        }
        let shape = match parts.len() {
            1 if parts[0].1 == here && random.one_in(2) => parts.remove(0).0,
            _ => V::compound(parts).unwrap(),
        };
        Object {
            shape,
            pose: frame.pose(),
        }
    }
}

/// Segments end to end; in space triangles, each beginning at the last corner of the one before.
fn walk<V: Built>(random: &mut Random, count: usize) -> Vec<Vec<Lattice>> {
    let mut at = lattice::<V>(random, 0, 4);
    let mut pieces: Vec<Vec<Lattice>> = Vec::new();
    for _ in 0..4 * count {
        let k = random.whole(1, 4) * *random.pick(&[-1, 1]);
        let axes = random.count(1, (1 << V::DIM) - 1);
        let next: Lattice = core::array::from_fn(|i| at[i] + if axes >> i & 1 == 1 { k } else { 0 });
        if next.iter().all(|c| (0..=4).contains(c)) {
            pieces.push(vec![at, next]);
            at = next;
        }
        if pieces.len() == count {
            break;
        }
    }
    if pieces.is_empty() {
        pieces.push(vec![at]);
    }
    pieces
}
