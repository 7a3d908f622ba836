//! Where a segment enters a convex shape, in plain floats.
//!
//! A triangle is entered where the segment crosses its plane, if that point is on the inner side of all edges
//! (Möller and Trumbore, "Fast, minimum storage ray/triangle intersection", 1997). A solid is entered between
//! the last of the planes that the segment comes in through and the first that it leaves by (Cyrus and Beck,
//! 1978). What is nearer to an edge than the error bound is undecided; the rays of `cast` decide it.
//!
//! The error bounds, derived as in Higham ("Accuracy and Stability of Numerical Algorithms", 2nd ed. 2002,
//! chapters 2 and 3), with u = 2^-53 for the relative error of one operation. Terms in u² are below the
//! margins of the constants.
//!
//! *A triangle.* The four vectors are differences of given points. Let L be their largest component: the
//! error of each is u L. A component of a cross product is the difference of two products of two of these:
//! products of up to L², with an error of 3 u L² each; their difference of up to 2 L² is rounded once more:
//! the error is 8 u L². A scalar product with another of the vectors adds three terms of up to 2 L³, each
//! with errors of 2 u L³ from the vector, 8 u L³ from the cross product, 2 u L³ from the product; the two
//! sums are rounded by 4 u L³ and 6 u L³. So the error of each volume is 46 u L³, and that of a comparison of
//! three is 3 · 46, and 12 and 18 for the sums: 168 u L³ ([`VOLUME_ERROR`]). The error of a quotient of two
//! volumes from 0 to 1 is 92 u L³ over the divisor, which must be large enough for that ([`LEAST_VOLUME`]).
//!
//! *Planes.* An end's height over a face of a box is one difference of given numbers: its sign is right, and
//! its relative error is u. Over a half-space the height is a sum of four terms, each with five roundings
//! before and five after: the error is at most 18 u of the size ([`HALF_SPACE_ERROR`]). A face of a
//! polyhedron has a normal right to two units in the last place of the shape's own precision in each
//! component, and an offset of three products and two sums in that precision: the error is at most ten of its
//! epsilons, of the size ([`FACE_ERROR`]). For two ends on different sides at heights s and e, with an error
//! of at most d, the error of the crossing s / (s - e) is d / |s - e|, and 3 u.

use glam::DVec3;

use super::LocalSegment;
use crate::math::{Real, Vector, lift};
use crate::shape::{Polyhedron, Shape2, Shape3, Space2, Space3};

/// Error bound of sums of volumes, relative to the cube of the largest component: above 168 · 2^-53.
const VOLUME_ERROR: f64 = 2e-14;
/// The least volume, in the same units, for which the error of a quotient is below 1e-9: above 92 · 2^-53 ·
/// 1e9.
const LEAST_VOLUME: f64 = 2e-5;
/// Error bounds of heights over planes, relative to the size: above 18 · 2^-53 for half-spaces; in epsilons
/// of a polyhedron's numbers for its faces.
const HALF_SPACE_ERROR: f64 = 4e-15;
const FACE_ERROR: f64 = 32.0;
/// Error bound of a quotient of exact numbers: above 3 · 2^-53.
const QUOTIENT_ERROR: f64 = 4e-16;

/// Where a segment enters a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct SegmentEntry {
    /// From 0, the segment's start, to 1, its end.
    pub time: f64,
    /// Unit vector out of the shape, against the segment; none where the segment starts in the shape.
    pub normal: Option<DVec3>,
}

/// `None`: undecided in floats. `Some(None)`: the segment surely misses the shape.
pub(super) type EntryAnswer = Option<Option<SegmentEntry>>;

/// The part of a segment that is inside all planes of a solid so far.
struct Clip {
    enter: f64,
    exit: f64,
    normal: Option<DVec3>,
    /// When the segment came in through the plane before the last one.
    before: f64,
    /// Error bound of the times.
    error_bound: f64,
}

impl Clip {
    fn new() -> Self {
        Self {
            enter: 0.0,
            exit: 1.0,
            normal: None,
            before: -f64::INFINITY,
            error_bound: QUOTIENT_ERROR,
        }
    }
    /// Cuts off what is outside of a plane. `start` and `end` are the heights of the ends above it, with this
    /// error bound; `None` where it does not decide.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    fn cut(&mut self, [start, end]: [f64; 2], normal: DVec3, error_bound: f64) -> Option<()> {
        // Written so that it also fails for what is not a number.
        if !(start.abs() > error_bound && end.abs() > error_bound) {
            return None;
        }
        match (start > 0.0, end > 0.0) {
            (true, true) => self.exit = -f64::INFINITY,
            (false, false) => {}
            (comes_in, _) => {
                let time = start / (start - end);
                self.error_bound = self
                    .error_bound
                    .max(error_bound / (start - end).abs() + QUOTIENT_ERROR);
                if !comes_in {
                    self.exit = self.exit.min(time);
                } else if self.normal.is_none() || time > self.enter {
                    self.before = if self.normal.is_some() {
                        self.enter
                    } else {
                        self.before
                    };
                    (self.enter, self.normal) = (time, Some(normal));
                } else {
                    self.before = self.before.max(time);
                }
            }
        }
        Some(())
    }
    /// The entry and its plane, if they are decided.
    fn entry(&self) -> EntryAnswer {
        let (length, near) = (self.exit - self.enter, 2.0 * self.error_bound);
        if length < -near {
            return Some(None);
        }
        let is_sure = length > near && self.enter - self.before > near;
        is_sure.then_some(Some(SegmentEntry {
            time: self.enter,
            normal: self.normal,
        }))
    }
}

impl LocalSegment {
    fn enters_triangle(&self, corners: &[DVec3; 3]) -> EntryAnswer {
        let (e, f, way) = (corners[1] - corners[0], corners[2] - corners[0], self.vector());
        let (across, seen) = (e.cross(f), self.ends[0] - corners[0]);
        let largest = e.abs().max(f.abs()).max(way.abs().max(seen.abs())).max_element();
        // Each edge and the segment span a volume. Its sign tells on which side of the edge the segment
        // passes.
        let slope = -across.dot(way);
        let moment = way.cross(seen);
        let (u, v, height) = (-f.dot(moment), e.dot(moment), across.dot(seen));
        let cube = largest * largest * largest;
        let error_bound = VOLUME_ERROR * cube;
        let sign = slope.signum();
        let (u, v, height, whole) = (u * sign, v * sign, height * sign, slope.abs());
        // The crossing must be between both ends of the segment, too.
        let values = [u, v, whole - (u + v), height, whole - height, whole];
        // Written so that it also fails for what is not a number, and for products too small for a float.
        if !(error_bound >= f64::MIN_POSITIVE && values.iter().all(|x| x.abs() > error_bound)) {
            return None;
        }
        if values.iter().any(|x| *x < 0.0) {
            return Some(None);
        }
        (whole > LEAST_VOLUME * cube).then(|| {
            Some(SegmentEntry {
                time: height / whole,
                normal: Some(across * (sign / across.length())),
            })
        })
    }
    fn enters_box(&self, half: DVec3, dimension: usize) -> EntryAnswer {
        let mut clip = Clip::new();
        for k in 0..dimension {
            let ends = self.ends.map(|p| p[k]);
            clip.cut(ends.map(|x| x - half[k]), DVec3::AXES[k], 0.0)?;
            clip.cut(ends.map(|x| -half[k] - x), -DVec3::AXES[k], 0.0)?;
        }
        clip.entry()
    }
    fn enters_polyhedron<V: Space3>(&self, solid: &Polyhedron<V>) -> EntryAnswer {
        if solid.rank() < 3 {
            return None;
        }
        let size = self.size() + solid.radius().to_f64() + lift(solid.center()).length();
        let error_bound = FACE_ERROR * <V as Vector>::Scalar::EPSILON.to_f64() * size;
        let mut clip = Clip::new();
        for (i, normal) in solid.face_normals().iter().enumerate() {
            let (normal, offset) = (lift(*normal), solid.face_offset(i).to_f64());
            clip.cut(
                self.along(normal).map(|height| height - offset),
                normal,
                error_bound,
            )?;
        }
        clip.entry()
    }
    fn enters_half_space(&self, normal: DVec3, offset: f64) -> EntryAnswer {
        // The normal has any length but zero, and its square may overflow or underflow.
        let largest = normal.abs().max_element();
        let (normal, offset) = (normal / largest, offset / largest);
        let (length, mut clip) = (normal.length(), Clip::new());
        let heights = self.along(normal).map(|height| (height - offset) / length);
        let size = self.size() + (offset / length).abs();
        clip.cut(heights, normal / length, HALF_SPACE_ERROR * size)?;
        clip.entry()
    }
}

/// Where a segment enters a 2D shape; `None` where that is undecided, or the shape has no closed form here.
pub(crate) fn entry2<V: Space2>(shape: &Shape2<V>, axis: &LocalSegment) -> EntryAnswer {
    match shape {
        Shape2::Box(b) => axis.enters_box(lift(b.half_extents()), 2),
        Shape2::HalfSpace(h) => axis.enters_half_space(lift(h.normal()), h.offset().to_f64()),
        _ => None,
    }
}

/// The same in 3D.
pub(crate) fn entry3<V: Space3>(shape: &Shape3<V>, axis: &LocalSegment) -> EntryAnswer {
    match shape {
        Shape3::Triangle(t) => axis.enters_triangle(&t.vertices().map(lift)),
        Shape3::Box(b) => axis.enters_box(lift(b.half_extents()), 3),
        Shape3::Convex(p) => axis.enters_polyhedron(p),
        Shape3::HalfSpace(h) => axis.enters_half_space(lift(h.normal()), h.offset().to_f64()),
        _ => None,
    }
}
