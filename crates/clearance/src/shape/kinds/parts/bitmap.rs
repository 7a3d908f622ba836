//! Bitmap: a pixel mask as rectangles of whole pixels.
//!
//! Parts and border have whole pixels as coordinates, and a pose whose scale is the size of a pixel. So their
//! corners are exact whatever that size is.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Border, LocalPoint, PartBoxes, PartView, Parts};
use crate::math::{Aabb, Pose, Real, ScalarOf};
use crate::picture::{InvalidMask, Mask};
use crate::shape::check;
use crate::shape::convex::ConvexPolygon;
use crate::shape::error::{Fault, InvalidShape};
use crate::shape::kinds::any::Space2;
use crate::shape::kinds::shape2::Shape2;

/// A pixel mask: the union of its filled squares. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Bitmap<V: Space2>(Arc<BitmapData<V>>);

#[derive(Debug)]
struct BitmapData<V: Space2> {
    pose: Pose<V>,
    mask: Mask,
    parts: Vec<Shape2<V>>,
    part_boxes: PartBoxes<V>,
    edges: Vec<[[u32; 2]; 2]>,
    edge_boxes: PartBoxes<V>,
}

impl<V: Space2> Bitmap<V> {
    /// Rows of `0` and `1`, all of one length, the first on top; at least one pixel is filled. The lower left
    /// corner is the origin, `pixel_size` the side of a pixel.
    ///
    /// ```
    /// use clearance::{d2::Shape, glam::DVec2, shape::Fault};
    /// let ragged = Shape::<DVec2>::bitmap(&["010", "11"], 1.0).unwrap_err();
    /// assert_eq!((ragged.path().as_str(), ragged.fault), ("rows[1]", Fault::Malformed));
    /// ```
    pub fn new<R: AsRef<str>>(rows: &[R], pixel_size: V::Scalar) -> Result<Self, InvalidShape> {
        check::positive("pixel_size", pixel_size)?;
        let mask = Mask::from_rows(rows).map_err(|fault| match fault {
            InvalidMask::Row(i) => InvalidShape::at("rows", i, Fault::Malformed),
            _ => InvalidShape::new("rows", Fault::TooLarge),
        })?;
        Self::of(mask, "rows", pixel_size)
    }
    /// The filled pixels of a mask, of which there is at least one. The lower left corner is the origin,
    /// `pixel_size` the side of a pixel.
    ///
    /// ```
    /// use clearance::{Placed, Pose, d2::Shape, glam::DVec2, intersects, picture::Mask};
    /// let disc = Mask::from_fn(64, 64, |x, y| x.abs_diff(32).pow(2) + y.abs_diff(32).pow(2) < 1000)?;
    /// let shape = Shape::Bitmap(clearance::shape::Bitmap::<DVec2>::from_mask(disc, 0.25)?);
    /// let turned = Pose::at(DVec2::new(8.0, 8.0))?.turned(clearance::math::Rotation2::from_angle(1.0))?;
    /// assert!(intersects(Placed::new(&shape, &Pose::IDENTITY), Placed::new(&shape, &turned)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_mask(mask: Mask, pixel_size: V::Scalar) -> Result<Self, InvalidShape> {
        check::positive("pixel_size", pixel_size)?;
        Self::of(mask, "mask", pixel_size)
    }
    fn of(mask: Mask, field: &'static str, pixel_size: V::Scalar) -> Result<Self, InvalidShape> {
        if mask.area() == 0 {
            return Err(InvalidShape::new(field, Fault::NoArea));
        }
        let [width, height] = mask.size();
        check::finite(
            "pixel_size",
            pixel_size * V::Scalar::lit(width.max(height) as f64),
        )?;
        let pose = Pose::IDENTITY
            .scaled(pixel_size)
            .map_err(|_| InvalidShape::new("pixel_size", Fault::NotPositive))?;
        let (rectangles, edges) = (rectangles(&mask), edges(&mask));
        let parts = rectangles
            .iter()
            .map(|&r| rectangle(r))
            .collect::<Result<_, _>>()?;
        // Enlarged by the rounding error of the product, so that the boxes are never too small.
        let scaled = |p: [u32; 2]| point::<V>(p) * pixel_size;
        Ok(Self(Arc::new(BitmapData {
            part_boxes: PartBoxes::of_groups_rounded(rectangles.iter().map(|r| r.map(scaled))),
            edge_boxes: PartBoxes::of_groups_rounded(edges.iter().map(|e| e.map(scaled))),
            pose,
            mask,
            parts,
            edges,
        })))
    }
    /// The side of a pixel.
    pub fn pixel_size(&self) -> V::Scalar {
        self.0.pose.scale()
    }
    /// Pixels from left to right, and from bottom to top.
    pub fn size(&self) -> [usize; 2] {
        self.0.mask.size()
    }
    /// Whether the pixel at column `x` from the left and row `y` from the bottom is filled; `false` outside.
    pub fn is_filled(&self, x: usize, y: usize) -> bool {
        self.0.mask.is_filled(x, y)
    }
    /// The filled and empty pixels.
    pub fn mask(&self) -> &Mask {
        &self.0.mask
    }
    /// A box around the filled pixels.
    pub fn bounds(&self) -> Aabb<V> {
        self.0.part_boxes.whole()
    }
}

fn point<V: Space2>(p: [u32; 2]) -> V {
    let [x, y] = p.map(|c| ScalarOf::<V>::lit(f64::from(c)));
    V::new(x, y)
}

fn rectangle<V: Space2>([min, max]: [[u32; 2]; 2]) -> Result<Shape2<V>, InvalidShape> {
    let corners = [min, [max[0], min[1]], max, [min[0], max[1]]];
    ConvexPolygon::new(&corners.map(point)).map(Shape2::Convex)
}

/// Rectangles of filled pixels: runs of a row, each merged with an equal run of the row below.
fn rectangles(mask: &Mask) -> Vec<[[u32; 2]; 2]> {
    let mut done = Vec::new();
    let mut open: Vec<[[u32; 2]; 2]> = Vec::new();
    for y in 0..=mask.size()[1] {
        let level = y as u32;
        let rectangle = |[from, to]: [u32; 2]| [[from, level], [to, level + 1]];
        let mut here: Vec<[[u32; 2]; 2]> = mask.runs(y).map(rectangle).collect();
        let mut next = 0;
        for old in open {
            // Both rows run from the left.
            while next < here.len() && here[next][0][0] < old[0][0] {
                next += 1;
            }
            match here.get_mut(next) {
                Some(new) if [new[0][0], new[1][0]] == [old[0][0], old[1][0]] => new[0][1] = old[0][1],
                _ => done.push(old),
            }
        }
        open = here;
    }
    done
}

/// The border as segments along any number of pixels, the interior on the left.
fn edges(mask: &Mask) -> Vec<[[u32; 2]; 2]> {
    let mut edges = Vec::new();
    mask.for_each_side(&mut |line, [from, to], is_lower| {
        edges.push(if is_lower {
            [[from, line], [to, line]]
        } else {
            [[to, line], [from, line]]
        });
    });
    mask.transposed().for_each_side(&mut |line, [from, to], is_left| {
        edges.push(if is_left {
            [[line, to], [line, from]]
        } else {
            [[line, from], [line, to]]
        });
    });
    edges
}

impl<V: Space2> Parts<V> for Bitmap<V> {
    fn part(&self, i: usize) -> PartView<'_, V> {
        PartView::stored(&self.0.parts[i], Some(&self.0.pose))
    }
    fn part_boxes(&self) -> &PartBoxes<V> {
        &self.0.part_boxes
    }
    fn facets(&self) -> Option<&dyn Border<V>> {
        Some(self)
    }
    fn is_solid(&self) -> bool {
        true
    }
}

impl<V: Space2> Border<V> for Bitmap<V> {
    fn corner(&self, i: usize, k: usize) -> V {
        point(self.0.edges[i][k])
    }
    fn number(&self, _i: usize) -> Option<usize> {
        None
    }
    fn facet_boxes(&self) -> &PartBoxes<V> {
        &self.0.edge_boxes
    }
    fn pose(&self) -> Option<&Pose<V>> {
        Some(&self.0.pose)
    }
    /// Where all pixels are alike that the point may be in.
    fn surely_holds(&self, point: &LocalPoint) -> Option<bool> {
        let size = self.pixel_size().to_f64();
        let [columns, rows] = [0, 1].map(|axis| point.pixels(axis, size));
        let filled = |x: i64, y: i64| x >= 0 && y >= 0 && self.is_filled(x as usize, y as usize);
        let ([left, right], [bottom, top]) = (columns?, rows?);
        let first = filled(left, bottom);
        let others = [filled(right, bottom), filled(left, top), filled(right, top)];
        (others == [first; 3]).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn parts_and_border_enclose_the_filled_pixels() {
        let rows = ["0110010", "0100111", "1111100", "0001000", "1101000"];
        let bitmap = Bitmap::<DVec2>::new(&rows, 0.1).unwrap();
        let filled = rows.concat().matches('1').count();
        let boxes = &bitmap.0.part_boxes;
        let of_part = |i: usize| (boxes.aabb(i).max - boxes.aabb(i).min).element_product();
        let area: f64 = (0..boxes.count()).map(of_part).sum();
        assert!((area - filled as f64 * 0.01).abs() < 1e-12);
        let twice: f64 = (0..bitmap.facet_count())
            .map(|i| bitmap.corner(i, 0).perp_dot(bitmap.corner(i, 1)))
            .sum();
        assert_eq!(twice, 2.0 * filled as f64);
        assert!(bitmap.is_filled(1, 4) && !bitmap.is_filled(0, 4) && !bitmap.is_filled(9, 0));
        assert!(bitmap.part_count() < 12);
    }
    /// Beside one look at a pixel after the other.
    #[test]
    fn sides_of_pixels_are_found_in_words() {
        let mut state = 3_u64;
        let mut sides_of = |width: usize, height: usize, odds: u64| {
            let mask = Mask::from_fn(width, height, |_, _| {
                crate::noise::next(&mut state) >> 32 & 7 < odds
            })
            .unwrap();
            let mut sides = alloc::collections::BTreeSet::new();
            for [[x, y], [u, v]] in edges(&mask) {
                let (along, left) = ([i64::from(u) - i64::from(x), i64::from(v) - i64::from(y)], y == v);
                let steps = along[0].abs().max(along[1].abs());
                for k in 0..steps {
                    let [x, y] = [
                        i64::from(x) + along[0].signum() * k,
                        i64::from(y) + along[1].signum() * k,
                    ];
                    assert!(sides.insert((x, y, along.map(i64::signum), left)), "twice");
                }
            }
            let is = |x: i64, y: i64| x >= 0 && y >= 0 && mask.is_filled(x as usize, y as usize);
            let (mut count, mut longest) = (0, 0);
            for (x, y) in (-1..=width as i64).flat_map(|x| (-1..=height as i64).map(move |y| (x, y))) {
                let expected = [
                    (is(x, y) && !is(x, y - 1), (x, y, [1, 0], true)),
                    (!is(x, y) && is(x, y - 1), (x + 1, y, [-1, 0], true)),
                    (is(x, y) && !is(x - 1, y), (x, y + 1, [0, -1], false)),
                    (!is(x, y) && is(x - 1, y), (x, y, [0, 1], false)),
                ];
                for (is_side, side) in expected {
                    assert_eq!(sides.contains(&side), is_side, "{width} {height} {side:?}");
                    count += usize::from(is_side);
                }
            }
            for edge in edges(&mask) {
                longest = longest.max(
                    edge[0][0]
                        .abs_diff(edge[1][0])
                        .max(edge[0][1].abs_diff(edge[1][1])),
                );
            }
            assert_eq!(count, sides.len());
            longest
        };
        for (width, height) in [(1, 1), (64, 64), (65, 130), (200, 3), (63, 129)] {
            sides_of(width, height, 4);
            assert_eq!(sides_of(width, height, 8), width.max(height) as u32);
        }
    }
    #[test]
    fn faults_are_named() {
        let fault = |rows: &[&str], size| {
            Bitmap::<DVec2>::new(rows, size)
                .map(drop)
                .map_err(|e| (e.path(), e.fault))
        };
        assert_eq!(
            fault(&["01", "12"], 1.0),
            Err(("rows[1]".into(), Fault::Malformed))
        );
        assert_eq!(fault(&["00"], 1.0), Err(("rows".into(), Fault::NoArea)));
        assert_eq!(fault(&[], 1.0), Err(("rows".into(), Fault::NoArea)));
        assert_eq!(fault(&["1"], 0.0), Err(("pixel_size".into(), Fault::NotPositive)));
    }
}
