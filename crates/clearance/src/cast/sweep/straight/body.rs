//! Support points of a placed core, in double precision.

use glam::DVec3;

use crate::exact::filter::Reach;
use crate::math::{DoubleFrame, Real, ScalarOf, magnitude};
use crate::shape::{Core, Placed, ShapeSpace, VertexCache};

/// Vertices compared in parallel, so that none waits for the comparison before it.
const LANES: usize = 4;

/// A core at its start, relative to some origin.
#[derive(Clone, Copy)]
pub(super) struct PlacedCore<'c, V: ShapeSpace> {
    pub(super) vertices: &'c [V],
    known: Option<VertexCache<'c, V>>,
    /// The images of the coordinate axes, enlarged; in the plane, the first two.
    pub(super) axes: [DVec3; 3],
    pub(super) origin: DVec3,
    pub(super) radius: f64,
    /// No point is further from the origin.
    pub(super) size: f64,
    pub(super) reach: Reach<ScalarOf<V>>,
    /// The error of its border due to the rounded rotation.
    pub(super) drift: f64,
}

impl<'c, V: ShapeSpace> PlacedCore<'c, V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn new(placed: &Placed<'_, V>, core: &'c Core<'_, V>, seen_from: DVec3) -> Self {
        // The axes of a quaternion take no sines, so they are cheap in double precision.
        let (frame, precision) = if V::DIM == 3 && V::Scalar::IS_SINGLE {
            (DoubleFrame::of_place(&placed.place), f64::EPSILON)
        } else {
            (
                DoubleFrame::of_frame(&placed.place.frame()),
                V::Scalar::EPSILON.to_f64(),
            )
        };
        let scale = frame.scale;
        let vertices: &[V] = &core.vertices;
        let extent = match core.known {
            Some(known) => known.extent,
            None => vertices.iter().fold(V::ZERO, |most, v| most.max(v.abs())),
        };
        let extent = magnitude(extent) + core.radius;
        let reach = Reach::new(&placed.place, extent);
        let off = if frame.is_turned() { 4.0 * precision } else { 0.0 };
        Self {
            vertices,
            known: core.known,
            axes: frame.axes().map(|axis| axis * scale),
            origin: frame.origin() - seen_from,
            radius: core.radius.to_f64() * scale,
            size: extent.to_f64() * scale * (1.0 + 8.0 * V::Scalar::EPSILON.to_f64()),
            drift: off * (extent.to_f64() * scale) * reach.poses.to_f64(),
            reach,
        }
    }
    /// Whether its rotation is in single precision where double precision could help.
    #[inline]
    pub(super) fn is_rough(&self) -> bool {
        V::DIM == 2 && V::Scalar::IS_SINGLE && self.drift > 0.0
    }
    /// The same with its rotation in double precision.
    pub(super) fn refined(self, placed: &Placed<'_, V>, core: &Core<'_, V>, seen_from: DVec3) -> Self {
        let frame = DoubleFrame::of_place(&placed.place);
        Self {
            axes: frame.axes().map(|axis| axis * frame.scale),
            origin: frame.origin() - seen_from,
            radius: core.radius.to_f64() * frame.scale,
            drift: self.drift * (f64::EPSILON / V::Scalar::EPSILON.to_f64()),
            ..self
        }
    }
    /// Where a local point is.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn point(&self, v: V) -> DVec3 {
        let mut p = self.origin;
        for i in 0..V::DIM {
            p += self.axes[i] * v.get(i).to_f64();
        }
        p
    }
    /// The vertex furthest along a normal.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(super) fn support(&self, normal: DVec3) -> DVec3 {
        let along = self.axes.map(|axis| axis.dot(normal));
        self.point(match self.known {
            Some(known) => {
                let columns = known.columns;
                columns.get(columns.furthest_in_double(self.vertices.len(), along))
            }
            None => self.vertices[self.furthest_in_rows(along)],
        })
    }
    #[inline(always)]
    fn furthest_in_rows(&self, along: [f64; 3]) -> usize {
        let height = |v: &V| {
            let flat = v.get(0).to_f64() * along[0] + v.get(1).to_f64() * along[1];
            if V::DIM == 3 {
                flat + v.get(2).to_f64() * along[2]
            } else {
                flat
            }
        };
        let (chunks, rest) = self.vertices.as_chunks::<LANES>();
        let (mut most, mut place) = ([f64::NEG_INFINITY; LANES], [0; LANES]);
        for (number, chunk) in chunks.iter().enumerate() {
            for lane in 0..LANES {
                let h = height(&chunk[lane]);
                place[lane] = if h > most[lane] { number } else { place[lane] };
                most[lane] = if h > most[lane] { h } else { most[lane] };
            }
        }
        let mut best = (f64::NEG_INFINITY, 0);
        for lane in 0..LANES {
            if most[lane] > best.0 {
                best = (most[lane], place[lane] * LANES + lane);
            }
        }
        for (i, v) in rest.iter().enumerate() {
            let h = height(v);
            if h > best.0 {
                best = (h, chunks.len() * LANES + i);
            }
        }
        best.1
    }
    /// The first vertex.
    #[inline]
    pub(super) fn corner(&self) -> DVec3 {
        self.point(match self.known {
            Some(known) => known.columns.get(0),
            None => self.vertices[0],
        })
    }
    /// The mean of the vertices.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(super) fn middle(&self) -> DVec3 {
        if let Some(known) = self.known {
            return self.point(known.mean);
        }
        let sum = self.vertices.iter().fold(V::ZERO, |sum, v| sum + *v);
        self.point(sum * ScalarOf::<V>::lit(1.0 / self.vertices.len().max(1) as f64))
    }
}
