//! Terrain: a height field, two triangles a cell.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Border, PartBoxes, PartView, Parts};
use crate::index::{Cells, HeightGrid};
use crate::math::{Aabb, Real};
use crate::shape::check;
use crate::shape::error::{Fault, Field, InvalidShape};
use crate::shape::kinds::any::{AnyShape as _, Space3};

/// A height field over a grid: a surface without an interior. Cheap to clone.
///
/// A quadtree of boxes is built over patches of cells, and a question visits only the patches near it. Beside
/// the heights it takes about 4 bytes for a cell; of 4,096 by 4,096 cells it is built in about 0.7 s.
#[derive(Clone, Debug)]
pub struct Terrain<V: Space3>(Arc<TerrainData<V>>);

#[derive(Debug)]
struct TerrainData<V: Space3> {
    grid: Arc<HeightGrid<V>>,
    boxes: PartBoxes<V>,
}

impl<V: Space3> Terrain<V> {
    /// `heights[i][j]` is Y at `x = j * spacing[0]`, `z = i * spacing[1]`; at least two rows and two columns,
    /// all rows of one length. Each cell is two triangles, split from its corner `(i, j)` to
    /// `(i + 1, j + 1)`.
    pub fn new(heights: &[Vec<V::Scalar>], spacing: [V::Scalar; 2]) -> Result<Self, InvalidShape> {
        Self::with_holes(heights, spacing, &[])
    }
    /// A height field with holes: `holes` lists the empty cells, numbered row by row.
    ///
    /// Errors: those of [`new`](Self::new); a cell that does not exist, and holes in all cells.
    ///
    /// ```
    /// use clearance::{Placed, Pose, d3::Shape, glam::DVec3, intersects, shape::Terrain};
    /// let flat = vec![vec![0.0; 4]; 4]; // nine cells
    /// let trap = Shape::Terrain(Terrain::<DVec3>::with_holes(&flat, [1.0, 1.0], &[4])?);
    /// let (ball, middle) = (Shape::sphere(0.4)?, Pose::at(DVec3::new(1.5, 0.0, 1.5))?);
    /// assert!(!intersects(Placed::new(&trap, &Pose::IDENTITY), Placed::new(&ball, &middle)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn with_holes(
        heights: &[Vec<V::Scalar>],
        spacing: [V::Scalar; 2],
        holes: &[usize],
    ) -> Result<Self, InvalidShape> {
        let columns = heights.first().map_or(0, Vec::len);
        if heights.len() < 2 {
            return Err(InvalidShape::new("heights", Fault::too_few(2, heights.len())));
        }
        if columns < 2 {
            return Err(InvalidShape::at("heights", 0, Fault::too_few(2, columns)));
        }
        match heights.iter().position(|row| row.len() != columns) {
            Some(i) => Err(InvalidShape::at("heights", i, Fault::Malformed)),
            None => Self::from_rows(heights.concat(), columns, spacing, holes),
        }
    }
    /// The same from one list of heights, row by row, so many `columns` in each: nothing is copied.
    ///
    /// Errors: those of [`with_holes`](Self::with_holes); [`Fault::Malformed`] where the last row is not
    /// full.
    ///
    /// ```
    /// use clearance::{glam::DVec3, shape::Terrain};
    /// let ramp = Terrain::<DVec3>::from_rows(vec![0.0, 1.0, 2.0, 0.0, 1.0, 2.0], 3, [1.0, 1.0], &[])?;
    /// assert_eq!((ramp.size(), ramp.bounds().max), ([2, 3], DVec3::new(2.0, 2.0, 1.0)));
    /// # Ok::<(), clearance::shape::InvalidShape>(())
    /// ```
    pub fn from_rows(
        heights: Vec<V::Scalar>,
        columns: usize,
        spacing: [V::Scalar; 2],
        holes: &[usize],
    ) -> Result<Self, InvalidShape> {
        check_heights(&heights, columns)?;
        let rows = heights.len() / columns;
        check_spacing(spacing, columns.max(rows))?;
        let grid = HeightGrid {
            cells: cells((rows - 1) * (columns - 1), holes)?,
            heights,
            columns,
            spacing,
        };
        let grid = Arc::new(grid);
        let boxes = PartBoxes::of_heights(&grid);
        Ok(Self(Arc::new(TerrainData { grid, boxes })))
    }
    /// Heights, row by row.
    pub fn heights(&self) -> &[V::Scalar] {
        &self.0.grid.heights
    }
    /// How many rows (along z) and columns (along x) of heights there are.
    pub fn size(&self) -> [usize; 2] {
        self.0.grid.size().map(|cells| cells + 1)
    }
    /// Distance between columns (x) and rows (z).
    pub fn spacing(&self) -> [V::Scalar; 2] {
        self.0.grid.spacing
    }
    /// The empty cells, numbered row by row.
    pub fn holes(&self) -> Vec<usize> {
        let [rows, columns] = self.0.grid.size();
        let Some(cells) = &self.0.grid.cells else {
            return Vec::new();
        };
        (0..rows * columns)
            .filter(|cell| !cells.is_filled(*cell))
            .collect()
    }
    /// How many triangles there are: two in each cell that is no hole.
    pub fn triangle_count(&self) -> usize {
        self.0.grid.triangle_count()
    }
    /// The corners of triangle `i`, counter-clockwise seen from above. Cell `k` has the triangles `2 k` and
    /// `2 k + 1`; cells are counted row by row, without the holes.
    pub fn triangle(&self, i: usize) -> [V; 3] {
        self.0.grid.corners(i)
    }
    /// The box around it, exact.
    pub fn bounds(&self) -> Aabb<V> {
        self.0.boxes.whole()
    }
}

fn check_heights<S: Real>(heights: &[S], columns: usize) -> Result<(), InvalidShape> {
    let rows = heights.len().checked_div(columns).unwrap_or(0);
    if rows < 2 {
        return Err(InvalidShape::new("heights", Fault::too_few(2, rows)));
    }
    if columns < 2 {
        return Err(InvalidShape::at("heights", 0, Fault::too_few(2, columns)));
    }
    if !heights.len().is_multiple_of(columns) {
        return Err(InvalidShape::at("heights", rows, Fault::Malformed));
    }
    if heights.len() > (u32::MAX / 2) as usize {
        return Err(InvalidShape::new("heights", Fault::TooLarge));
    }
    for (k, &h) in heights.iter().enumerate() {
        check::finite("heights", h)
            .map_err(|e| e.in_field(Field::at2("heights", k / columns, k % columns)))?;
    }
    Ok(())
}

/// For so many rows or columns.
fn check_spacing<S: Real>(spacing: [S; 2], most: usize) -> Result<(), InvalidShape> {
    for (k, &s) in spacing.iter().enumerate() {
        check::positive("spacing", s)
            .and_then(|s| check::finite("spacing", s * S::lit(most as f64)))
            .map_err(|e| e.in_field(Field::at("spacing", k)))?;
    }
    Ok(())
}

/// The cells that are not holes; `None` without holes.
fn cells(count: usize, holes: &[usize]) -> Result<Option<Cells>, InvalidShape> {
    if holes.is_empty() {
        return Ok(None);
    }
    let cells = Cells::without(count, holes).map_err(|k| {
        let index = holes[k];
        InvalidShape::at("holes", k, Fault::IndexOutOfRange { index, count })
    })?;
    match cells.count() {
        0 => Err(InvalidShape::new("holes", Fault::NoArea)),
        _ => Ok(Some(cells)),
    }
}

impl<V: Space3> Parts<V> for Terrain<V> {
    fn part(&self, i: usize) -> PartView<'_, V> {
        self.facet(i)
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
    fn facets(&self) -> Option<&dyn Border<V>> {
        Some(self)
    }
}

impl<V: Space3> Border<V> for Terrain<V> {
    fn corner(&self, i: usize, k: usize) -> V {
        self.0.grid.corners(i)[k]
    }
    fn corners(&self, i: usize) -> [V; 3] {
        self.0.grid.corners(i)
    }
    fn facet(&self, i: usize) -> PartView<'_, V> {
        // All corners at once.
        let corners = self.0.grid.corners(i);
        PartView::made(V::Shape::facet(|k| corners[k]), None)
    }
    fn facet_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, Vec3};

    #[test]
    fn cells_are_split_from_the_first_corner_to_the_last() {
        let t = Terrain::<DVec3>::new(&[vec![0.0, 1.0], vec![2.0, 3.0]], [10.0, 20.0]).unwrap();
        assert_eq!(t.part_count(), 2);
        let corners = [0, 1].map(|i| t.triangle(i));
        for c in corners {
            assert!((c[1] - c[0]).cross(c[2] - c[0]).y > 0.0);
            assert!(c.contains(&DVec3::ZERO) && c.contains(&DVec3::new(10.0, 3.0, 20.0)));
        }
        assert_eq!(t.bounds().max, DVec3::new(10.0, 3.0, 20.0));
    }
    #[test]
    fn holes_have_no_triangles() {
        let heights = [vec![0.0, 1.0, 2.0], vec![3.0, 4.0, 5.0], vec![6.0, 7.0, 8.0]];
        let (whole, holed) = (
            Terrain::<DVec3>::new(&heights, [1.0; 2]).unwrap(),
            Terrain::<DVec3>::with_holes(&heights, [1.0; 2], &[2, 0, 2]).unwrap(),
        );
        assert_eq!((holed.part_count(), holed.holes()), (4, vec![0, 2]));
        let left = [2, 3, 6, 7].map(|i| whole.triangle(i));
        assert_eq!([0, 1, 2, 3].map(|i| holed.triangle(i)), left);
        let fault = |holes: &[usize]| {
            let terrain = Terrain::<DVec3>::with_holes(&heights, [1.0; 2], holes);
            terrain.map(drop).map_err(|e| (e.path(), e.fault))
        };
        assert_eq!(
            fault(&[1, 4]),
            Err(("holes[1]".into(), Fault::IndexOutOfRange { index: 4, count: 4 }))
        );
        assert_eq!(fault(&[0, 1, 2, 3]), Err(("holes".into(), Fault::NoArea)));
    }
    #[test]
    fn faults_are_named() {
        let fault = |h: &[Vec<f32>], s| {
            Terrain::<Vec3>::new(h, s)
                .map(drop)
                .map_err(|e| (e.path(), e.fault))
        };
        let flat = [vec![0.0; 2], vec![0.0; 2]];
        assert_eq!(
            fault(&flat[..1], [1.0; 2]),
            Err(("heights".into(), Fault::TooFew { least: 2, got: 1 }))
        );
        assert_eq!(
            fault(&[vec![0.0; 2], vec![0.0; 3]], [1.0; 2]),
            Err(("heights[1]".into(), Fault::Malformed))
        );
        assert_eq!(
            fault(&flat, [1.0, 0.0]),
            Err(("spacing[1]".into(), Fault::NotPositive))
        );
        let nan = [vec![0.0; 2], vec![0.0, f32::NAN]];
        assert_eq!(
            fault(&nan, [1.0; 2]),
            Err(("heights[1][1]".into(), Fault::NotFinite))
        );
    }
}
