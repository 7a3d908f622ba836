//! Random solids made of cubes of several sizes on one grid: how two of them lie to each other is counted in
//! cells. Nearly all of these lie face on face, edge on edge or corner on corner somewhere.

use std::collections::BTreeMap;

use clearance::glam::{DQuat, DVec3};
use clearance::shape::Shape3;
use clearance::{Placed, Pose, Relation, clearance, intersects, relation};
use clearance_testkit::Random;
use clearance_testkit::cubes::{Cell, Cells, mesh_of, random_cells};

/// The corners of cells are multiples of this many units.
const SIZES: [i32; 3] = [1, 2, 4];

/// A solid of cubes, and all the units that it fills.
struct Cubes {
    cells: Cells,
    size: i32,
    corner: Cell,
}

impl Cubes {
    fn random(random: &mut Random) -> Self {
        let share = random.whole(15, 100);
        Self {
            cells: random_cells(random, 3, share),
            size: *random.pick(&SIZES),
            corner: core::array::from_fn(|_| random.whole(-4, 4) as i32),
        }
    }
    /// Some of the same cubes, or those that are missing to a block of them.
    fn related(&self, random: &mut Random) -> Self {
        let other = match random.one_in(2) {
            true => self.cells.iter().copied().filter(|_| !random.one_in(3)).collect(),
            false => random_cells(random, 3, 101)
                .difference(&self.cells)
                .copied()
                .collect(),
        };
        let cells: Cells = other;
        Self {
            cells: if cells.is_empty() {
                self.cells.clone()
            } else {
                cells
            },
            ..*self
        }
    }
    fn units(&self) -> Cells {
        let within = |c: &Cell| {
            let low: Cell = core::array::from_fn(|i| self.corner[i] + c[i] * self.size);
            let steps = 0..self.size.pow(3);
            let unit = |n: i32| {
                [
                    n % self.size,
                    n / self.size % self.size,
                    n / self.size / self.size,
                ]
            };
            steps.map(move |n| core::array::from_fn(|i| low[i] + unit(n)[i]))
        };
        self.cells.iter().flat_map(within).collect()
    }
    fn mesh(&self, place: impl Fn(DVec3) -> DVec3) -> Shape3<DVec3> {
        let corner = DVec3::from(self.corner.map(f64::from));
        mesh_of(&self.cells, |p| {
            place(corner + DVec3::from(p) * f64::from(self.size))
        })
    }
}

fn expected(a: &Cells, b: &Cells) -> Relation {
    if a.is_disjoint(b) {
        let around = |c: &Cell| {
            let near = |n: i32| [n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1];
            let c = *c;
            (0..27).map(move |n| core::array::from_fn(|i| c[i] + near(n)[i]))
        };
        return match a.iter().flat_map(around).any(|c: Cell| b.contains(&c)) {
            true => Relation::Touching,
            false => Relation::Disjoint,
        };
    }
    match (a.is_subset(b), b.is_subset(a)) {
        (true, true) => Relation::Equal,
        (true, false) => Relation::AInB,
        (false, true) => Relation::BInA,
        (false, false) => Relation::Overlapping,
    }
}

/// A pose that turns by a quarter about one axis, exactly, and what takes points there.
fn quarter_turn(axis: usize) -> (DQuat, impl Fn(DVec3) -> DVec3) {
    let mut turn = [0.0, 0.0, 0.0, 1.0];
    turn[axis] = 1.0;
    let back = move |p: DVec3| {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        let mut image = p;
        (image[u], image[v]) = (p[v], -p[u]);
        image
    };
    (DQuat::from_array(turn), back)
}

fn check(a: Placed<'_, DVec3>, b: Placed<'_, DVec3>, what: Relation, case: usize) {
    assert_eq!(relation(a, b), what, "case {case}");
    assert_eq!(intersects(a, b), what != Relation::Disjoint, "case {case}");
    if !case.is_multiple_of(5) {
        return;
    }
    let distance = clearance(a, b).unwrap().distance;
    let sign_agrees = match what {
        Relation::Disjoint => distance > 0.0,
        Relation::Touching => distance == 0.0,
        _ => distance < 0.0,
    };
    assert!(sign_agrees, "case {case}: {what} but {distance}");
}

/// Each relation is met in at least a hundredth of the cases.
fn check_rates(met: &BTreeMap<Relation, usize>, cases: usize) {
    let all = [
        Relation::Disjoint,
        Relation::Touching,
        Relation::Overlapping,
        Relation::AInB,
        Relation::BInA,
        Relation::Equal,
    ];
    for what in all {
        assert!(
            met.get(&what).is_some_and(|n| 100 * n >= cases),
            "{what}: {met:?}"
        );
    }
}

#[test]
fn relations_are_those_of_the_cells() {
    let mut random = Random::new(17);
    let mut met = BTreeMap::new();
    let cases = 100;
    for case in 0..cases {
        let a = Cubes::random(&mut random);
        let b = match case % 2 {
            0 => Cubes::random(&mut random),
            _ => a.related(&mut random),
        };
        let (a, b) = if random.one_in(2) { (a, b) } else { (b, a) };
        let what = expected(&a.units(), &b.units());
        *met.entry(what).or_default() += 1;
        let scale = [1.0, 2.0_f64.powi(-40), 2.0_f64.powi(40), 0.25][case % 4];
        let (rotation, back) = quarter_turn(case % 3);
        let meshes = [a.mesh(|p| p * scale), b.mesh(|p| back(p) * scale)];
        let shift = DVec3::new(0.5, -1.5, 8.0) * scale;
        let poses = [Pose::at(shift).unwrap(), Pose::new(shift, rotation).unwrap()];
        let [p, q] = [0, 1].map(|i| Placed::new(&meshes[i], &poses[i]));
        check(p, q, what, case);
    }
    check_rates(&met, cases);
}

/// A tube around z with these radii, of four triangles for each side, inside, outside and at both ends.
fn tube(sides: u32, [inner, outer]: [f64; 2], [low, high]: [f64; 2]) -> Shape3<DVec3> {
    let corner = |i: u32| {
        let angle = f64::from(i) / f64::from(sides) * core::f64::consts::TAU;
        let out = DVec3::new(angle.cos(), angle.sin(), 0.0);
        [(outer, low), (outer, high), (inner, high), (inner, low)].map(|(r, z)| out * r + DVec3::Z * z)
    };
    let quads = (0..sides).flat_map(|i| (0..4).map(move |k| (i, k)));
    let at = |i: u32, k: u32| i % sides * 4 + k % 4;
    let triangles = quads.flat_map(|(i, k)| {
        let [a, b, c, d] = [at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)];
        [[a, b, c], [a, c, d]]
    });
    Shape3::mesh((0..sides).flat_map(corner).collect(), triangles.collect()).unwrap()
}

/// Two tubes of as many sides are a product of two pairs of intervals: along the radius and along the axis.
/// The radii are powers of two apart, so that equal corners are equal bit by bit.
#[test]
fn tubes_are_intervals_times_intervals() {
    let mut random = Random::new(18);
    let mut met = BTreeMap::new();
    let cases = 200;
    for case in 0..cases {
        let mut interval = || {
            let low = random.whole(0, 3) as i32;
            [low, low + random.whole(1, 3) as i32]
        };
        let first = [interval(), interval()];
        let spans = [
            first,
            if case % 20 == 0 {
                first
            } else {
                [interval(), interval()]
            },
        ];
        let cells = spans.map(|[radius, axis]| -> Cells {
            let along = |[low, high]: [i32; 2]| low..high;
            let all = along(radius).flat_map(|r| along(axis).map(move |z| [r, z, 0]));
            all.collect()
        });
        let sides = random.whole(3, 16) as u32;
        let tubes = spans
            .map(|[radius, axis]| tube(sides, radius.map(|r| 0.3 * 2.0_f64.powi(r)), axis.map(f64::from)));
        let what = expected(&cells[0], &cells[1]);
        *met.entry(what).or_default() += 1;
        let place = match case % 2 {
            0 => Pose::IDENTITY,
            _ => Pose::new(DVec3::ZERO, quarter_turn(case % 3).0).unwrap(),
        };
        let [p, q] = [&tubes[0], &tubes[1]].map(|tube| Placed::new(tube, &place));
        check(p, q, what, case);
    }
    check_rates(&met, cases);
}
