//! Where a segment comes into a convex shape, in plain floats.
//!
//! A triangle is crossed where its plane is, if that point is within all edges (Möller and Trumbore, "Fast,
//! minimum storage ray/triangle intersection", 1997); a solid between the last of the planes that the segment
//! comes in through and the first that it leaves by (Cyrus and Beck, 1978). What comes nearer to an edge than
//! rounding can tell is left to the rays of `cast`.
//!
//! How near that is, as Higham derives it ("Accuracy and Stability of Numerical Algorithms", 2nd ed. 2002,
//! chapters 2 and 3), with u = 2^-53 for the error of one operation in parts of its result; terms in u² are
//! below the margins of the constants.
//!
//! *A triangle.* The four vectors are differences of given points. Let L be their largest component: each is
//! off by u L. A component of a cross product is the difference of two products of two such: products of up
//! to L², off by 3 u L² each, their difference of up to 2 L² rounded once more: off by 8 u L². A scalar
//! product with another of the vectors adds three terms of up to 2 L³, each off by 2 u L³ by the vector, 8 u
//! L³ by the cross product, 2 u L³ by the product; the two sums are rounded by 4 u L³ and 6 u L³. So each
//! volume is off by 46 u L³, and what compares three of them by 3 · 46, and 12 and 18 for the sums: 168 u L³
//! ([`VOLUME`]). A quotient of two volumes from 0 to 1 is off by 92 u L³ over the divisor, which must be
//! large enough for that ([`STEEP`]).
//!
//! *Planes.* An end's height over a face of a box is one difference of given numbers: its sign is right, and
//! the height off by u of it. Over a half-space it is a sum of four terms, each with five roundings before
//! and five after: off by 18 u of the size, at most ([`HALF_SPACE`]). A face of a polyhedron has a normal
//! right to two units in the last place of the shape's own precision in each component, and an offset of
//! three products and two sums in that precision: off by ten of its epsilons, of the size, at most
//! ([`FACE`]). Of two ends on different sides at heights s and e, off by d at most, the crossing s / (s - e)
//! is off by d / |s - e|, and 3 u.

use glam::DVec3;

use super::LocalSegment;
use crate::math::{Real, Vector, lift};
use crate::shape::{Polyhedron, Shape2, Shape3, Space2, Space3};

/// How far sums of volumes may be off, in parts of the cube of the largest component: above 168 · 2^-53.
const VOLUME_ERROR: f64 = 2e-14;
/// The least volume that a quotient is trusted with to 1e-9, in the same parts: above 92 · 2^-53 · 1e9.
const LEAST_VOLUME: f64 = 2e-5;
/// How far heights over planes may be off, in parts of the size: above 18 · 2^-53, and in epsilons of a
/// polyhedron's numbers.
const HALF_SPACE_ERROR: f64 = 4e-15;
const FACE_ERROR: f64 = 32.0;
/// How far a quotient of exact numbers may be off: above 3 · 2^-53.
const QUOTIENT_ERROR: f64 = 4e-16;

/// Where a segment comes into a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct SegmentEntry {
    /// From 0, its start, to 1.
    pub time: f64,
    /// Unit vector out of the shape, against the segment; none for a segment that starts within.
    pub normal: Option<DVec3>,
}

/// `None`: undecided in floats. `Some(None)`: the segment surely misses the shape.
pub(super) type EntryAnswer = Option<Option<SegmentEntry>>;

/// A segment between the planes of a solid.
struct Clip {
    enter: f64,
    exit: f64,
    normal: Option<DVec3>,
    /// When it came in through the plane before the last.
    before: f64,
    /// How far times may be off.
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
    /// Cuts off what is outside of a plane, from the heights of the ends above it, each off by `error_bound` at
    /// most; `None` where that is not sure.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn cut(&mut self, [start, end]: [f64; 2], normal: DVec3, error_bound: f64) -> Option<()> {
        // Neither of what is not a number.
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
    /// The entry, if it is sure that there is one, and through which plane.
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
        // Each edge and the segment span a volume, whose sign tells on which side of it the segment passes.
        let slope = -across.dot(way);
        let moment = way.cross(seen);
        let (u, v, height) = (-f.dot(moment), e.dot(moment), across.dot(seen));
        let cube = largest * largest * largest;
        let error_bound = VOLUME_ERROR * cube;
        let sign = slope.signum();
        let (u, v, height, whole) = (u * sign, v * sign, height * sign, slope.abs());
        // Between the planes of both ends, too.
        let values = [u, v, whole - (u + v), height, whole - height, whole];
        // Neither of what is not a number, nor of products too small for a float.
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
        // Of any length but zero: its square may be no float.
        let largest = normal.abs().max_element();
        let (normal, offset) = (normal / largest, offset / largest);
        let (length, mut clip) = (normal.length(), Clip::new());
        let heights = self.along(normal).map(|height| (height - offset) / length);
        let size = self.size() + (offset / length).abs();
        clip.cut(heights, normal / length, HALF_SPACE_ERROR * size)?;
        clip.entry()
    }
}

/// Where a segment comes into a shape of the plane; `None` where that is not sure, or the shape has no closed
/// form here.
pub(crate) fn entry2<V: Space2>(shape: &Shape2<V>, axis: &LocalSegment) -> EntryAnswer {
    match shape {
        Shape2::Box(b) => axis.enters_box(lift(b.half_extents()), 2),
        Shape2::HalfSpace(h) => axis.enters_half_space(lift(h.normal()), h.offset().to_f64()),
        _ => None,
    }
}

/// The same in space.
pub(crate) fn entry3<V: Space3>(shape: &Shape3<V>, axis: &LocalSegment) -> EntryAnswer {
    match shape {
        Shape3::Triangle(t) => axis.enters_triangle(&t.vertices().map(lift)),
        Shape3::Box(b) => axis.enters_box(lift(b.half_extents()), 3),
        Shape3::Convex(p) => axis.enters_polyhedron(p),
        Shape3::HalfSpace(h) => axis.enters_half_space(lift(h.normal()), h.offset().to_f64()),
        _ => None,
    }
}
