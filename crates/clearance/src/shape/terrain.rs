//! Terrain: a height field, two triangles a cell.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::any::Space3;
use super::check;
use super::error::{Fault, Field, InvalidShape};
use super::part_boxes::PartBoxes;
use super::parts::{Border, PartView, Parts};
use super::shape3::Shape3;
use super::triangle::Triangle;
use crate::math::{Aabb, Real, ScalarOf};

/// A height field over a grid: a surface, nothing is inside it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Terrain<V: Space3>(Arc<Inner<V>>);

#[derive(Debug)]
struct Inner<V: Space3> {
    heights: Vec<V::Scalar>,
    columns: usize,
    spacing: [V::Scalar; 2],
    boxes: PartBoxes<V>,
}

impl<V: Space3> Terrain<V> {
    /// `heights[i][j]` is Y at `x = j * spacing[0]`, `z = i * spacing[1]`; at least two rows and two columns, all rows of one
    /// length. Each cell is two triangles, split from its corner `(i, j)` to `(i + 1, j + 1)`.
    pub fn new(heights: &[Vec<V::Scalar>], spacing: [V::Scalar; 2]) -> Result<Self, InvalidShape> {
        let columns = check_heights(heights)?;
        for (k, &s) in spacing.iter().enumerate() {
            let most = V::Scalar::lit(columns.max(heights.len()) as f64);
            check::positive("spacing", s)
                .and_then(|s| check::finite("spacing", s * most))
                .map_err(|e| InvalidShape {
                    field: Field::at("spacing", k),
                    ..e
                })?;
        }
        let mut inner = Inner {
            heights: heights.concat(),
            columns,
            spacing,
            boxes: PartBoxes::new(Vec::new()),
        };
        let count = 2 * (heights.len() - 1) * (columns - 1);
        inner.boxes = PartBoxes::of_groups((0..count).map(|i| inner.triangle(i)));
        Ok(Self(Arc::new(inner)))
    }
    /// Heights, row by row.
    pub fn heights(&self) -> &[V::Scalar] {
        &self.0.heights
    }
    /// How many rows (along z) and columns (along x) of heights there are.
    pub fn size(&self) -> [usize; 2] {
        [self.0.heights.len() / self.0.columns, self.0.columns]
    }
    /// Distance between columns (x) and rows (z).
    pub fn spacing(&self) -> [V::Scalar; 2] {
        self.0.spacing
    }
    /// The corners of triangle `i`, counter-clockwise seen from above; cell `k`, row by row, has `2 k` and `2 k + 1`.
    pub fn triangle(&self, i: usize) -> [V; 3] {
        self.0.triangle(i)
    }
    /// The box around it, exact.
    pub fn bounds(&self) -> Aabb<V> {
        self.0.boxes.whole()
    }
}

/// The number of columns.
fn check_heights<S: Real>(heights: &[Vec<S>]) -> Result<usize, InvalidShape> {
    let columns = heights.first().map_or(0, Vec::len);
    let too_few = |got| Fault::TooFew { least: 2, got };
    if heights.len() < 2 {
        return Err(InvalidShape::new("heights", too_few(heights.len())));
    }
    if columns < 2 {
        return Err(InvalidShape::at("heights", 0, too_few(columns)));
    }
    if heights.len().saturating_mul(columns) > (u32::MAX / 2) as usize {
        return Err(InvalidShape::new("heights", Fault::TooLarge));
    }
    for (i, row) in heights.iter().enumerate() {
        if row.len() != columns {
            return Err(InvalidShape::at("heights", i, Fault::Malformed));
        }
        for (j, &h) in row.iter().enumerate() {
            check::finite("heights", h).map_err(|e| InvalidShape {
                field: Field::at2("heights", i, j),
                ..e
            })?;
        }
    }
    Ok(columns)
}

impl<V: Space3> Inner<V> {
    fn point(&self, i: usize, j: usize) -> V {
        let [x, z] = [(j, 0), (i, 1)].map(|(n, axis)| self.spacing[axis] * ScalarOf::<V>::lit(n as f64));
        V::new(x, self.heights[i * self.columns + j], z)
    }
    fn triangle(&self, t: usize) -> [V; 3] {
        let cell = t / 2;
        let (i, j) = (cell / (self.columns - 1), cell % (self.columns - 1));
        let (near, far) = (self.point(i, j), self.point(i + 1, j + 1));
        if t.is_multiple_of(2) {
            [near, self.point(i + 1, j), far]
        } else {
            [near, far, self.point(i, j + 1)]
        }
    }
}

impl<V: Space3> Parts<V> for Terrain<V> {
    fn part(&self, i: usize) -> PartView<'_, V> {
        let triangle = Triangle::from_checked(self.0.triangle(i));
        PartView::made(Shape3::Triangle(triangle), None)
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.boxes
    }
    fn facets(&self) -> Option<&dyn Border<V>> {
        Some(self)
    }
    fn is_solid(&self) -> bool {
        false
    }
}

impl<V: Space3> Border<V> for Terrain<V> {
    fn corner(&self, i: usize, k: usize) -> V {
        self.0.triangle(i)[k]
    }
    fn facet(&self, i: usize) -> PartView<'_, V> {
        self.part(i)
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
