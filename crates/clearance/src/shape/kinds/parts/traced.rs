//! Polygons traced around the filled pixels of a mask.

use alloc::vec::Vec;

use crate::math::Real;
use crate::picture::{Mask, Outline};
use crate::shape::check;
use crate::shape::error::InvalidShape;
use crate::shape::kinds::any::Space2;
use crate::shape::kinds::shape2::Shape2;

/// How often the tolerance is halved before the full outlines are taken.
const HALVINGS: usize = 8;

impl<V: Space2> Shape2<V> {
    /// Polygons with holes around all groups of filled pixels that are connected by their sides: the
    /// [outlines](Mask::outlines) of the mask; `pixel_size` is the side of a pixel.
    ///
    /// Corners are at most `tolerance` pixels away from the full outline. Where outlines with so few corners
    /// would cross themselves or each other, half that tolerance is used, and so on, down to 0.
    ///
    /// ```
    /// use clearance::{d2::Shape, glam::DVec2, picture::Mask};
    /// let ring = |x: usize, y: usize| (300..1000).contains(&(x.abs_diff(32).pow(2) +
    /// y.abs_diff(32).pow(2))); let ring = Mask::from_fn(64, 64, ring)?; let polygons =
    /// Shape::<DVec2>::outlines_of(&ring, 1.0, 1.0)?; let [Shape::Polygon(polygon)] = &polygons[..] else {
    /// panic!("one group") }; assert_eq!(polygon.rings().len(), 2); assert!(polygon.rings()[0].len() < 20);
    /// // of some 250 sides of pixels
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outlines_of(
        mask: &Mask,
        pixel_size: V::Scalar,
        tolerance: f64,
    ) -> Result<Vec<Self>, InvalidShape> {
        check::positive("pixel_size", pixel_size)?;
        let tolerances = (0..HALVINGS).map(|i| tolerance / f64::from(1 << i));
        for tolerance in tolerances {
            if let Ok(polygons) = polygons(&mask.outlines(tolerance), pixel_size) {
                return Ok(polygons);
            }
        }
        polygons(&mask.outlines(0.0), pixel_size)
    }
}

fn polygons<V: Space2>(outlines: &[Outline], size: V::Scalar) -> Result<Vec<Shape2<V>>, InvalidShape> {
    let corner = |p: &[f64; 2]| V::new(V::Scalar::lit(p[0]), V::Scalar::lit(p[1])) * size;
    let ring = |ring: &Vec<[f64; 2]>| ring.iter().map(corner).collect::<Vec<V>>();
    let polygon = |o: &Outline| {
        let holes: Vec<Vec<V>> = o.holes.iter().map(ring).collect();
        Shape2::polygon(&ring(&o.outer), &holes)
    };
    outlines.iter().map(polygon).collect()
}
