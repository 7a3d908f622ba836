//! Where a segment comes into a convex shape, in plain floats.
//!
//! A triangle is crossed where its plane is, if that point is within all edges (Möller and Trumbore, "Fast, minimum storage
//! ray/triangle intersection", 1997); a solid between the last of the planes that the segment comes in through and the
//! first that it leaves by (Cyrus and Beck, 1978). What comes nearer to an edge than rounding can tell is left to the
//! rays of `cast`.

use glam::DVec3;

use super::Axis;
use crate::math::{Real, lift};
use crate::shape::{Polyhedron, Shape2, Shape3, Space2, Space3};

/// How near to an edge, in parts of the size, nothing is sure.
const DOUBT: f64 = 1e-12;

/// Where a segment comes into a shape.
#[derive(Clone, Copy, Debug)]
#[doc(hidden)]
pub struct Entry {
    /// From 0, its start, to 1.
    pub time: f64,
    /// Unit vector out of the shape, against the segment; none for a segment that starts within.
    pub normal: Option<DVec3>,
}

/// A segment between the planes of a solid.
struct Clip {
    enter: f64,
    exit: f64,
    normal: Option<DVec3>,
    /// How near to each other times are the same.
    doubt: f64,
}

impl Clip {
    fn new() -> Self {
        Self {
            enter: 0.0,
            exit: 1.0,
            normal: None,
            doubt: DOUBT,
        }
    }
    /// Cuts off what is outside of a plane, from the heights of the ends above it; `None` where that is not sure.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn cut(&mut self, [start, end]: [f64; 2], normal: DVec3, size: f64) -> Option<()> {
        let doubt = DOUBT * size;
        if start.abs() <= doubt || end.abs() <= doubt {
            return None;
        }
        match (start > 0.0, end > 0.0) {
            (true, true) => self.exit = -f64::INFINITY,
            (false, false) => {}
            (comes_in, _) => {
                let time = start / (start - end);
                self.doubt = self.doubt.max(doubt / (start - end).abs());
                if !comes_in {
                    self.exit = self.exit.min(time);
                } else if time > self.enter {
                    (self.enter, self.normal) = (time, Some(normal));
                }
            }
        }
        Some(())
    }
    fn entry(&self) -> Option<Option<Entry>> {
        let length = self.exit - self.enter;
        if length.abs() <= 4.0 * self.doubt {
            return None;
        }
        Some((length > 0.0).then_some(Entry {
            time: self.enter,
            normal: self.normal,
        }))
    }
}

impl Axis {
    fn enters_triangle(&self, corners: &[DVec3; 3]) -> Option<Option<Entry>> {
        let (e, f, way) = (corners[1] - corners[0], corners[2] - corners[0], self.vector());
        let (across, seen) = (e.cross(f), self.ends[0] - corners[0]);
        let size = self.size() + corners[0].abs().max_element();
        // Each edge and the segment span a volume, whose sign tells on which side of it the segment passes.
        let slope = -across.dot(way);
        let moment = way.cross(seen);
        let (u, v, height) = (-f.dot(moment), e.dot(moment), across.dot(seen));
        let doubt = DOUBT * size * size * size;
        let values = [u, v, slope.abs() - (u + v).abs(), height, slope];
        if values.iter().any(|x| x.abs() <= doubt) {
            return None;
        }
        let sign = slope.signum();
        let (u, v, height, whole) = (u * sign, v * sign, height * sign, slope.abs());
        // Between the planes of both ends, too.
        if (height - whole).abs() <= doubt {
            return None;
        }
        let is_within = u > 0.0 && v > 0.0 && u + v < whole && height > 0.0 && height < whole;
        Some(is_within.then(|| Entry {
            time: height / whole,
            normal: Some(across * (sign / across.length())),
        }))
    }
    fn enters_box(&self, half: DVec3, dimension: usize) -> Option<Option<Entry>> {
        let (mut clip, size) = (Clip::new(), self.size() + half.max_element());
        for k in 0..dimension {
            let ends = self.ends.map(|p| p[k]);
            clip.cut(ends.map(|x| x - half[k]), DVec3::AXES[k], size)?;
            clip.cut(ends.map(|x| -half[k] - x), -DVec3::AXES[k], size)?;
        }
        clip.entry()
    }
    fn enters_polyhedron<V: Space3>(&self, solid: &Polyhedron<V>) -> Option<Option<Entry>> {
        if solid.rank() < 3 {
            return None;
        }
        let size = self.size() + solid.radius().to_f64() + lift(solid.center()).length();
        let mut clip = Clip::new();
        for (i, normal) in solid.face_normals().iter().enumerate() {
            let (normal, offset) = (lift(*normal), solid.face_offset(i).to_f64());
            clip.cut(self.along(normal).map(|height| height - offset), normal, size)?;
        }
        clip.entry()
    }
    fn enters_half_space(&self, normal: DVec3, offset: f64) -> Option<Option<Entry>> {
        let (length, mut clip) = (normal.length(), Clip::new());
        let heights = self.along(normal).map(|height| (height - offset) / length);
        clip.cut(heights, normal / length, self.size() + (offset / length).abs())?;
        clip.entry()
    }
}

/// Where a segment comes into a shape of the plane; `None` where that is not sure, or the shape has no closed form here.
pub(crate) fn enters2<V: Space2>(shape: &Shape2<V>, axis: &Axis) -> Option<Option<Entry>> {
    match shape {
        Shape2::Box(b) => axis.enters_box(lift(b.half_extents()), 2),
        Shape2::HalfSpace(h) => axis.enters_half_space(lift(h.normal()), h.offset().to_f64()),
        _ => None,
    }
}

/// The same in space.
pub(crate) fn enters3<V: Space3>(shape: &Shape3<V>, axis: &Axis) -> Option<Option<Entry>> {
    match shape {
        Shape3::Triangle(t) => axis.enters_triangle(&t.vertices().map(lift)),
        Shape3::Box(b) => axis.enters_box(lift(b.half_extents()), 3),
        Shape3::Convex(p) => axis.enters_polyhedron(p),
        Shape3::HalfSpace(h) => axis.enters_half_space(lift(h.normal()), h.offset().to_f64()),
        _ => None,
    }
}
