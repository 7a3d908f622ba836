//! Solids made of unit cubes on a grid, with cavities, tunnels and faces in one plane.

use std::collections::BTreeSet;

use clearance::glam::DVec3;
use clearance::shape::Shape3;

use crate::Random;

/// The corner of a cube with the smallest coordinates.
pub type Cell = [i32; 3];
/// Which cubes are filled.
pub type Cells = BTreeSet<Cell>;

/// The triangles of a box, facing outwards; corner `k` is at the far side along x, y, z where bit 0, 1, 2 of
/// `k` is set.
pub const BOX: [[u32; 3]; 12] = [
    [0, 2, 3],
    [0, 3, 1],
    [4, 5, 7],
    [4, 7, 6],
    [0, 1, 5],
    [0, 5, 4],
    [2, 6, 7],
    [2, 7, 3],
    [0, 4, 6],
    [0, 6, 2],
    [1, 3, 7],
    [1, 7, 5],
];

/// The cell next to one, along an axis; `side` is 0 or 1.
pub fn beside(cell: &Cell, axis: usize, side: i32) -> Cell {
    let mut other = *cell;
    other[axis] += 2 * side - 1;
    other
}

/// Two triangles for each face between a cell and an empty one.
pub fn mesh_of(cells: &Cells, place: impl Fn([f64; 3]) -> DVec3) -> Shape3<DVec3> {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    for cell in cells {
        for axis in 0..3 {
            for side in [0, 1] {
                if cells.contains(&beside(cell, axis, side)) {
                    continue;
                }
                let corner = |u: i32, v: i32| {
                    let mut p = *cell;
                    p[axis] += side;
                    p[(axis + 1) % 3] += u;
                    p[(axis + 2) % 3] += v;
                    place(p.map(f64::from))
                };
                let first = vertices.len() as u32;
                vertices.extend([corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)]);
                let quad = if side == 1 { [0, 1, 2, 3] } else { [0, 3, 2, 1] };
                let [a, b, c, d] = quad.map(|k| first + k);
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    Shape3::mesh(vertices, triangles).expect("indices in range")
}

/// Random cells of a cube of this side.
pub fn random_cells(random: &mut Random, side: i64, share: i64) -> Cells {
    let mut cells = Cells::new();
    while cells.is_empty() {
        for x in 0..side {
            for y in 0..side {
                for z in 0..side {
                    if random.whole(0, 100) < share {
                        cells.insert([x, y, z].map(|c| c as i32));
                    }
                }
            }
        }
    }
    cells
}
