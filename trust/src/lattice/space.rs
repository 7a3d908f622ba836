//! Solids as sets of tetrahedra, and the shapes that represent such a solid: a closed mesh, with cavities,
//! and a compound.

use std::collections::BTreeMap;

use clearance::math::{Pose, Real};
use clearance::shape::{Shape3, Space3};
use clearance_testkit::{FromQuaternion, Object, Random, TestSpace};

use super::plane::shuffle;
use super::{Cell, Cells, Corner, Facets};
use crate::classes::turns::Turn;

/// The six tetrahedra of a cube, given by its lowest corner in units of cubes.
pub fn cube(at: [i32; 3]) -> Vec<Cell> {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let low = at.map(|x| 2 * x);
    let tetrahedron = |order: [usize; 3]| {
        let mut corners = [low; 4];
        for (step, axis) in order.into_iter().enumerate() {
            corners[step + 1..].iter_mut().for_each(|p| p[axis] += 2);
        }
        corners.sort_unstable();
        corners
    };
    ORDERS.map(tetrahedron).to_vec()
}

/// A solid as a shape; its numbers are those of the lattice times `unit`, a power of two, in a frame rotated
/// by an exact rotation. It is a mesh if no edge of its border belongs to more than two triangles, else a
/// compound.
pub fn object<V: TestSpace + Space3>(random: &mut Random, cells: &Cells, unit: f64, turn: &Turn) -> Object<V>
where
    V::Rotation: FromQuaternion,
{
    let origin = [0, 1, 2].map(|_| random.whole(-9, 9) as i32);
    let place = |p: Corner| {
        let local = turn.back([0, 1, 2].map(|i| p[i] - origin[i]));
        V::from_fn(|i| V::Scalar::lit(f64::from(local[i]) * unit))
    };
    let position = V::from_fn(|i| V::Scalar::lit(f64::from(origin[i]) * unit));
    let pose = Pose::new(position, V::Rotation::from_quaternion(turn.quaternion)).expect("finite");
    let shape = match surface(cells) {
        Some(triangles) if !random.one_in(3) => mesh::<V>(random, &triangles, place),
        _ => compound::<V>(random, cells, place),
    };
    Object { shape, pose }
}

/// The triangles of the border, if each of its edges belongs to two triangles.
fn surface(cells: &Cells) -> Option<Vec<[Corner; 3]>> {
    let triangles = Facets::<3>::of(cells).0;
    let mut edges: BTreeMap<[Corner; 2], usize> = BTreeMap::new();
    for t in &triangles {
        (0..3).for_each(|i| *edges.entry([t[i], t[(i + 1) % 3]]).or_default() += 1);
    }
    edges.values().all(|&count| count == 1).then_some(triangles)
}

fn mesh<V: TestSpace + Space3>(
    random: &mut Random,
    triangles: &[[Corner; 3]],
    place: impl Fn(Corner) -> V,
) -> Shape3<V> {
    let mut corners: Vec<Corner> = triangles.iter().flatten().copied().collect();
    corners.sort_unstable();
    corners.dedup();
    shuffle(random, &mut corners);
    let names: BTreeMap<Corner, u32> = corners.iter().copied().zip(0..).collect();
    let mut triangles: Vec<[u32; 3]> = triangles.iter().map(|t| t.map(|p| names[&p])).collect();
    shuffle(random, &mut triangles);
    for t in &mut triangles {
        t.rotate_left(random.count(0, 2));
    }
    Shape3::mesh(corners.into_iter().map(place).collect(), triangles).expect("indices in range")
}

fn compound<V: TestSpace + Space3>(
    random: &mut Random,
    cells: &Cells,
    place: impl Fn(Corner) -> V,
) -> Shape3<V> {
    let part = |cell: &Cell| {
        (
            Shape3::convex(&cell.map(&place)).expect("a tetrahedron"),
            Pose::IDENTITY,
        )
    };
    let mut parts: Vec<_> = cells.0.iter().map(part).collect();
    shuffle(random, &mut parts);
    Shape3::compound(parts).expect("parts")
}
