//! Sets of lattice cells: 2D regions and solids whose relations are those of finite sets.
//!
//! The plane is divided into squares of side 2, each into four triangles about its center; space into cubes
//! of side 2, each into six tetrahedra about its diagonal (Freudenthal 1942; Kuhn 1960), whose faces match
//! from cube to cube. Two cells of one such lattice meet in a common face or not at all. So two sets of cells
//! that share a cell overlap, and two that share none touch exactly if they share a corner. A set moved by
//! whole squares or cubes is again a set of the same lattice.

mod boundary;
mod grow;
pub mod plane;
pub mod space;

use std::collections::BTreeSet;

use clearance::Relation;

pub use boundary::Facets;
pub use grow::{Growth, grow};

/// A corner of the lattice; in 2D, z is 0.
pub type Corner = [i32; 3];
/// A triangle or a tetrahedron as its corners in ascending order; the last corner of a triangle is repeated.
pub type Cell = [Corner; 4];

/// A set of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells(pub BTreeSet<Cell>);

impl Cells {
    /// The same set moved by whole squares or cubes.
    pub fn moved(&self, by: Corner) -> Self {
        let move_corner = |p: Corner| [0, 1, 2].map(|i| p[i] + 2 * by[i]);
        Self(self.0.iter().map(|cell| cell.map(move_corner)).collect())
    }
    /// All corners of all cells.
    pub fn corners(&self) -> BTreeSet<Corner> {
        self.0.iter().flatten().copied().collect()
    }
}

/// The relation of two sets of cells.
pub fn relation(a: &Cells, b: &Cells) -> Relation {
    let common = a.0.intersection(&b.0).count();
    match (common, common == a.0.len(), common == b.0.len()) {
        (0, ..) if a.corners().is_disjoint(&b.corners()) => Relation::Disjoint,
        (0, ..) => Relation::Touching,
        (_, true, true) => Relation::Equal,
        (_, true, false) => Relation::AInB,
        (_, false, true) => Relation::BInA,
        _ => Relation::Overlapping,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_beside_each_other() {
        let square = Cells(plane::square([0, 0]).into());
        assert_eq!(relation(&square, &square.moved([1, 1, 0])), Relation::Touching);
        assert_eq!(relation(&square, &square.moved([2, 0, 0])), Relation::Disjoint);
        let mut part = square.clone();
        part.0.pop_first();
        assert_eq!(relation(&part, &square), Relation::AInB);
        assert_eq!(relation(&square, &part), Relation::BInA);
    }
}
