//! 2D regions as sets of triangles, and the shapes that represent such a region: a polygon with holes, a
//! bitmap, a compound.

use std::collections::BTreeMap;

use clearance::math::{Pose, Real};
use clearance::shape::{Shape2, Space2};
use clearance_testkit::{Object, Random, TestSpace};

use super::{Cell, Cells, Corner, Facets};

/// The four triangles of a square, given by its lower left corner in units of squares.
pub fn square([x, y]: [i32; 2]) -> [Cell; 4] {
    let corner = |dx: i32, dy: i32| [2 * x + dx, 2 * y + dy, 0];
    let around = [corner(0, 0), corner(2, 0), corner(2, 2), corner(0, 2)];
    core::array::from_fn(|i| {
        let mut cell = [around[i], around[(i + 1) % 4], corner(1, 1)];
        cell.sort_unstable();
        [cell[0], cell[1], cell[2], cell[2]]
    })
}

/// A region as a shape; its numbers are those of the lattice times `unit`, a power of two. It is a polygon if
/// its border does not meet itself in a corner, else a compound; sometimes a bitmap if it consists of
/// squares.
pub fn object<V: TestSpace + Space2>(random: &mut Random, cells: &Cells, unit: f64) -> Object<V> {
    let origin = [0, 1].map(|_| random.whole(-9, 9) as i32);
    let place = |p: Corner| V::from_fn(|i| V::Scalar::lit(f64::from(p[i] - origin[i]) * unit));
    let at = |p: [i32; 2]| Pose::at(V::from_fn(|i| V::Scalar::lit(f64::from(p[i]) * unit))).expect("finite");
    let squares = whole_squares(cells);
    let (shape, pose) = match (random.count(0, 3), rings(random, cells), squares) {
        (0, _, Some(squares)) => {
            let (shape, corner) = bitmap::<V>(&squares, unit);
            return Object {
                shape,
                pose: at(corner),
            };
        }
        (1 | 2, Some(rings), _) => (polygon::<V>(random, &rings, place), at(origin)),
        _ => (compound::<V>(random, cells, place), at(origin)),
    };
    Object { shape, pose }
}

/// The squares of a set that consists of whole squares.
fn whole_squares(cells: &Cells) -> Option<Vec<[i32; 2]>> {
    let name = |cell: &Cell| [0, 1].map(|i| cell.iter().map(|p| p[i]).min().unwrap_or(0).div_euclid(2));
    let mut squares: BTreeMap<[i32; 2], usize> = BTreeMap::new();
    cells
        .0
        .iter()
        .for_each(|cell| *squares.entry(name(cell)).or_default() += 1);
    squares
        .values()
        .all(|&count| count == 4)
        .then(|| squares.into_keys().collect())
}

fn bitmap<V: TestSpace + Space2>(squares: &[[i32; 2]], unit: f64) -> (Shape2<V>, [i32; 2]) {
    let least = |i: usize| squares.iter().map(|s| s[i]).min().unwrap_or(0);
    let most = |i: usize| squares.iter().map(|s| s[i]).max().unwrap_or(0);
    let row = |y: i32| -> String {
        let pixel = |x: i32| if squares.contains(&[x, y]) { '1' } else { '0' };
        (least(0)..=most(0)).map(pixel).collect()
    };
    let rows: Vec<String> = (least(1)..=most(1)).rev().map(row).collect();
    let shape = Shape2::bitmap(&rows, V::Scalar::lit(2.0 * unit)).expect("squares");
    (shape, [2 * least(0), 2 * least(1)])
}

fn compound<V: TestSpace + Space2>(
    random: &mut Random,
    cells: &Cells,
    place: impl Fn(Corner) -> V,
) -> Shape2<V> {
    let mut parts: Vec<_> = cells
        .0
        .iter()
        .map(|cell| {
            (
                Shape2::convex(&cell.map(&place)[..3]).expect("a triangle"),
                Pose::IDENTITY,
            )
        })
        .collect();
    shuffle(random, &mut parts);
    Shape2::compound(parts).expect("parts")
}

fn polygon<V: TestSpace + Space2>(
    random: &mut Random,
    rings: &[Vec<Corner>],
    place: impl Fn(Corner) -> V,
) -> Shape2<V> {
    let mut rings: Vec<Vec<V>> = rings
        .iter()
        .map(|ring| ring.iter().map(|&p| place(p)).collect())
        .collect();
    for ring in &mut rings {
        let start = random.count(0, ring.len() - 1);
        ring.rotate_left(start);
        if random.one_in(2) {
            ring.reverse();
        }
    }
    let holes = rings.split_off(1);
    Shape2::polygon(&rings[0], &holes).expect("simple by construction")
}

/// The outer ring, then the holes; `None` if rings meet in a corner. Collinear corners are kept or left out.
fn rings(random: &mut Random, cells: &Cells) -> Option<Vec<Vec<Corner>>> {
    let edges = Facets::<2>::of(cells).0;
    let mut next: BTreeMap<Corner, Corner> = edges.iter().map(|&[p, q]| (p, q)).collect();
    if next.len() < edges.len() {
        return None;
    }
    let keeps_all = random.one_in(2);
    let mut rings = Vec::new();
    while let Some((&start, _)) = next.first_key_value() {
        let mut ring = vec![start];
        while let Some(q) = next.remove(&ring[ring.len() - 1]).filter(|&q| q != start) {
            ring.push(q);
        }
        if !keeps_all {
            ring = without_straight(&ring);
        }
        rings.push(ring);
    }
    // The smallest corner is on the outer ring, so that ring comes first.
    Some(rings)
}

fn without_straight(ring: &[Corner]) -> Vec<Corner> {
    let n = ring.len();
    let turns = |i: usize| {
        let (o, p, q) = (ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]);
        (p[0] - o[0]) * (q[1] - p[1]) != (p[1] - o[1]) * (q[0] - p[0])
    };
    (0..n).filter(|&i| turns(i)).map(|i| ring[i]).collect()
}

pub(crate) fn shuffle<T>(random: &mut Random, list: &mut [T]) {
    for i in (1..list.len()).rev() {
        list.swap(i, random.count(0, i));
    }
}
