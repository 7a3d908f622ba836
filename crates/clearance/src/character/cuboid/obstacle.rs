//! Where a box that never turns may not be: among convex shapes, the box is a point among larger shapes.
//!
//! The positions at which the box meets a convex part are the part's Minkowski sum with the box: a convex
//! set, kept as the planes around it (Lozano-Pérez, "Spatial planning: a configuration space approach",
//! 1983). For a polyhedron the planes are exact: those of its faces, of the box's faces, and of each of its
//! edges with each edge of the box.
//!
//! A round shape gets planes all around it, always the same. So its sum is a little too large and never too
//! small, and a box goes around it in the same way at every frame rate. Everything is in double precision,
//! also in 2D, where nothing has a depth.

use alloc::vec::Vec;

use glam::DVec3;

use super::super::nearby::NearbyParts;
use crate::character::CharacterSpace;
use crate::character::nearby::part_frame::PartFrame;
use crate::math::{Real, lift};
use crate::pair::{BorderPiece, furthest_of_curved};
use crate::scene::Handle;
use crate::shape::{AnyShape, Curved};

/// The number of planes around a circle.
const FAN: usize = 64;
/// Around what is round in all directions: the number of rings of planes, and of planes in a ring.
const RINGS: [usize; 2] = [15, 32];
/// If the sine of the angle between an edge and one of the box's edges is less than this, the two make no
/// plane.
const PARALLEL: f64 = 1e-9;

/// A plane around an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObstaclePlane {
    /// Unit vector out of the obstacle.
    pub(super) normal: DVec3,
    pub(super) offset: f64,
    /// Whether the box can stand on it. The plane of an edge between two steep slopes may be level enough by
    /// itself, as between any two triangles of one slope, but does not count.
    pub(super) is_ground: bool,
}

impl ObstaclePlane {
    /// How far a position is outside of the plane.
    #[inline]
    pub(super) fn height(&self, at: DVec3) -> f64 {
        self.normal.dot(at) - self.offset
    }
}

/// The positions that the box may not have because of one convex part.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    /// Where its planes begin and end in the list of all.
    planes: [usize; 2],
    pub(super) handle: Handle,
    /// The box around it.
    pub(super) min: DVec3,
    pub(super) max: DVec3,
}

impl Obstacle {
    /// Whether the box around it does not meet another box.
    pub(super) fn is_apart(&self, low: DVec3, high: DVec3) -> bool {
        self.min.cmpgt(high).any() || self.max.cmplt(low).any()
    }
}

/// All obstacles near a box.
#[derive(Default)]
pub(super) struct Obstacles {
    pub(super) all: Vec<Obstacle>,
    planes: Vec<ObstaclePlane>,
    pub(super) tolerance: f64,
}

/// The box that walks.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxBody {
    /// Half its size, including the skin. In 2D the third component is 0.
    pub(super) half: DVec3,
    /// The height of its centre above its feet.
    pub(super) middle: f64,
    pub(super) dimension: usize,
    /// Cosine of the slope limit.
    pub(super) slope_cosine: f64,
    /// The gap that the box keeps.
    pub(super) skin: f64,
    /// The tolerance of positions and gaps.
    pub(super) tolerance: f64,
}

impl BoxBody {
    /// How far the box reaches against a unit vector, from its feet.
    fn reach(&self, normal: DVec3) -> f64 {
        normal.abs().dot(self.half) - normal.y * self.middle
    }
    /// The plane for a shape that reaches this far along a normal.
    fn plane(&self, normal: DVec3, reach: f64) -> ObstaclePlane {
        ObstaclePlane {
            normal,
            offset: reach + self.reach(normal),
            is_ground: normal.y >= self.slope_cosine,
        }
    }
}

impl Obstacles {
    pub(super) fn planes(&self, obstacle: &Obstacle) -> &[ObstaclePlane] {
        let [first, end] = obstacle.planes;
        &self.planes[first..end]
    }
    /// Replaces the obstacles by those of all parts near.
    pub(super) fn fill<V: CharacterSpace>(&mut self, near: &NearbyParts<'_, V>, body: &BoxBody) {
        self.all.clear();
        self.planes.clear();
        self.tolerance = body.tolerance;
        for part in 0..near.boxes().len() {
            let first = self.planes.len();
            let (shape, frame) = near.part(part);
            let planes = &mut self.planes;
            let around = MinkowskiSum { planes, frame, body }.of_shape::<V>(shape);
            let (planes, handle) = ([first, self.planes.len()], near.handle(part));
            let around = around.filter(|_| planes[1] > first);
            self.all.extend(around.map(|[min, max]| Obstacle {
                planes,
                handle,
                min,
                max,
            }));
        }
    }
}

/// A Minkowski sum in the making.
struct MinkowskiSum<'a> {
    planes: &'a mut Vec<ObstaclePlane>,
    frame: &'a PartFrame,
    body: &'a BoxBody,
}

impl MinkowskiSum<'_> {
    /// The planes of a convex shape, and the box around them.
    fn of_shape<V: CharacterSpace>(mut self, shape: &V::Shape) -> Option<[DVec3; 2]> {
        let frame = self.frame;
        let rounded = shape.as_rounded();
        let grown = rounded.map_or(0.0, |r| r.radius().to_f64() * frame.scale());
        if let Some(half_space) = rounded.map_or(shape, |r| r.shape()).as_half_space() {
            let (normal, offset) = (lift(half_space.normal()), half_space.offset().to_f64());
            let length = normal.length();
            let unit = normal / length;
            self.plane(
                frame.turned(unit).normalize(),
                frame.to_world_double(unit * (offset / length)),
                grown,
            );
            return Some([DVec3::NEG_INFINITY, DVec3::INFINITY]);
        }
        if let Some(curved) = shape.curved() {
            let reach = |n: DVec3| {
                let furthest = furthest_of_curved(&curved, frame.turned_back(n));
                frame.to_world_double(furthest).dot(n) + grown
            };
            let is_upright = grown == 0.0 && frame.turned(DVec3::Y).y.abs() == 1.0;
            let is_ring = is_upright && matches!(curved, Curved::Cylinder { .. });
            let around = self.round(is_ring, reach);
            V::outline(shape, &mut |piece| self.piece(piece, grown));
            return Some(around);
        }
        let core = shape.core()?;
        let radius = core.radius.to_f64() * frame.scale();
        let points = core.vertices.iter().map(|p| frame.to_world_double(lift(*p)));
        let around = if radius > 0.0 {
            let highest = |n: DVec3| points.clone().map(|p| p.dot(n)).fold(-f64::INFINITY, f64::max);
            self.round(false, |n| highest(n) + radius)
        } else {
            let none = [DVec3::INFINITY, DVec3::NEG_INFINITY];
            let ends = points.fold(none, |[min, max], p| [min.min(p), max.max(p)]);
            self.axes(ends)
        };
        V::outline(shape, &mut |piece| self.piece(piece, radius));
        Some(around)
    }
    /// The planes around what is round. `reach` is the support function: how far the shape reaches along a
    /// unit vector.
    fn round(&mut self, is_ring: bool, reach: impl Fn(DVec3) -> f64) -> [DVec3; 2] {
        let end = |sign: f64| DVec3::from_array(DVec3::AXES.map(|axis| sign * reach(axis * sign)));
        let around = self.axes([end(-1.0), end(1.0)]);
        let body = self.body;
        let mut fan = |normal: DVec3| {
            self.planes.push(body.plane(normal, reach(normal)));
        };
        if body.dimension == 2 {
            circle(FAN, |c, s| fan(DVec3::new(c, s, 0.0)));
        } else if is_ring {
            circle(FAN, |c, s| fan(DVec3::new(c, 0.0, s)));
        } else {
            let [rings, count] = RINGS;
            let mut ring = 0;
            circle(2 * (rings + 1), |up, out| {
                if ring > 0 && ring <= rings {
                    circle(count, |c, s| fan(DVec3::new(c * out, up, s * out)));
                }
                ring += 1;
            });
        }
        around
    }
    /// The planes of the box's own faces, and the box around the sum. They come first since they most often
    /// show that something is far away.
    fn axes(&mut self, ends: [DVec3; 2]) -> [DVec3; 2] {
        let mut around = ends;
        for (k, axis) in DVec3::AXES.into_iter().enumerate().take(self.body.dimension) {
            for (side, sign) in [(1, 1.0), (0, -1.0)] {
                let normal = axis * sign;
                let offset = around[side][k] * sign + self.body.reach(normal);
                let is_ground = normal == DVec3::Y;
                self.planes.push(ObstaclePlane {
                    normal,
                    offset,
                    is_ground,
                });
                around[side][k] = offset * sign;
            }
        }
        around
    }
    fn piece(&mut self, piece: BorderPiece, grown: f64) {
        match piece {
            BorderPiece::Face { normal, point } => self.face(normal, point, grown),
            BorderPiece::Edge { way, point, into } => self.edge(way, point, into, grown),
        }
    }
    fn face(&mut self, normal: DVec3, point: DVec3, grown: f64) {
        // A unit vector of single precision is not one of double precision.
        let normal = self.frame.turned(normal).normalize();
        // A plane along an axis is one of the box's own.
        if normal.abs().max_element() < 1.0 {
            self.plane(normal, self.frame.to_world_double(point), grown);
        }
    }
    fn plane(&mut self, normal: DVec3, point: DVec3, grown: f64) {
        self.planes
            .push(self.body.plane(normal, normal.dot(point) + grown));
    }
    /// The planes through an edge of the shape and along an edge of the box that have all of the shape below
    /// them.
    fn edge(&mut self, way: DVec3, point: DVec3, into: [DVec3; 2], grown: f64) {
        let way = self.frame.turned(way);
        let into = [self.frame.turned(into[0]), self.frame.turned(into[1])];
        let most = way.abs().max_element();
        if way.abs().element_sum() == most {
            return; // the edge is along one of the box's edges: no new plane
        }
        let point = self.frame.to_world_double(point);
        let parallel = PARALLEL * PARALLEL * way.length_squared();
        let is_level = |v: &DVec3| {
            let normal = way.cross(*v);
            normal.y * normal.y >= self.body.slope_cosine * self.body.slope_cosine * normal.length_squared()
        };
        let is_level = into.iter().any(is_level);
        for axis in DVec3::AXES {
            let across = way.cross(axis);
            let square = across.length_squared();
            if square <= parallel {
                continue;
            }
            let rises = [across.dot(into[0]), across.dot(into[1])];
            let error_bound = PARALLEL * most * most;
            let across = across / libm::sqrt(square);
            for (sign, normal) in [(1.0, across), (-1.0, -across)] {
                if rises.iter().all(|rise| rise * sign <= error_bound) {
                    self.plane(normal, point, grown);
                    if let Some(plane) = self.planes.last_mut() {
                        plane.is_ground &= is_level;
                    }
                }
            }
        }
    }
}

/// Points of a circle, each by turning the last one.
fn circle(count: usize, mut take: impl FnMut(f64, f64)) {
    let (sin, cos) = libm::sincos(core::f64::consts::TAU / count as f64);
    let (mut c, mut s) = (1.0, 0.0);
    for _ in 0..count {
        take(c, s);
        (c, s) = (c * cos - s * sin, s * cos + c * sin);
    }
}
