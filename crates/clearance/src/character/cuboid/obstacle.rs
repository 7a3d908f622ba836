//! Where a box that never turns may not be: among convex shapes a box is a point among larger ones.
//!
//! The places where the box meets a convex part are the part's Minkowski sum with the box: a convex set, kept
//! as the planes around it (Lozano-Pérez, "Spatial planning: a configuration space approach", 1983). For a
//! polyhedron these are exact: the planes of its faces, of the box's faces, and of each of its edges with one
//! of the box's. What is round gets planes around it in a fan, always the same, so that the sum is a little
//! too large and never too small, and is walked round in one way at every rate. All in double precision, in
//! the plane as in space: there nothing has a depth.

use alloc::vec::Vec;

use glam::DVec3;

use super::super::near::Near;
use crate::character::CharacterSpace;
use crate::character::near::stance::Stance;
use crate::math::{Real, lift};
use crate::pair::{BorderPiece, furthest_of_curved};
use crate::scene::Handle;
use crate::shape::{AnyShape, Curved};

/// Planes around a circle.
const FAN: usize = 64;
/// Rings of planes around what is round every way, and the planes of one.
const RINGS: [usize; 2] = [15, 32];
/// Sine of the angle between an edge and one of the box's below which the two make no plane.
const PARALLEL: f64 = 1e-9;

/// A plane around an obstacle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facet {
    /// Unit vector out of it.
    pub(super) normal: DVec3,
    pub(super) offset: f64,
    /// Whether it is level enough to stand on. An edge between slopes that are not, as any between two
    /// triangles of one slope, may be level enough by itself; it does not count.
    pub(super) is_ground: bool,
}

impl Facet {
    /// How far a place is outside.
    #[inline(always)]
    pub(super) fn height(&self, at: DVec3) -> f64 {
        self.normal.dot(at) - self.offset
    }
}

/// Where the box may not be, because of one convex part.
#[derive(Clone, Debug)]
pub(super) struct Obstacle {
    /// The first of its planes, and the one after the last.
    facets: [usize; 2],
    pub(super) handle: Handle,
    /// The box around it.
    pub(super) min: DVec3,
    pub(super) max: DVec3,
}

impl Obstacle {
    /// Whether the box around it is apart from another.
    pub(super) fn is_apart(&self, low: DVec3, high: DVec3) -> bool {
        self.min.cmpgt(high).any() || self.max.cmplt(low).any()
    }
}

/// All of them near a box.
#[derive(Default)]
pub(super) struct Obstacles {
    pub(super) all: Vec<Obstacle>,
    facets: Vec<Facet>,
}

/// The box that walks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bulk {
    /// Half its size, the skin included; without a depth in the plane.
    pub(super) half: DVec3,
    /// How high its middle is above its feet.
    pub(super) middle: f64,
    pub(super) dimension: usize,
    /// Cosine of the steepest slope that it stands on.
    pub(super) level: f64,
}

impl Bulk {
    /// How far the box reaches along a unit vector, from its feet backwards.
    fn reach(&self, normal: DVec3) -> f64 {
        normal.abs().dot(self.half) - normal.y * self.middle
    }
}

impl Obstacles {
    pub(super) fn facets(&self, obstacle: &Obstacle) -> &[Facet] {
        let [first, end] = obstacle.facets;
        &self.facets[first..end]
    }
    /// Those of all parts near.
    pub(super) fn fill<V: CharacterSpace>(&mut self, near: &Near<'_, V>, bulk: &Bulk) {
        self.all.clear();
        self.facets.clear();
        for part in 0..near.boxes().len() {
            let first = self.facets.len();
            let (shape, stance) = near.part(part);
            let mut sum = Sum {
                facets: &mut self.facets,
                stance,
                bulk,
            };
            let around = sum.of_shape::<V>(shape);
            let facets = [first, self.facets.len()];
            if let Some([min, max]) = around.filter(|_| facets[1] > first) {
                let handle = near.handle(part);
                self.all.push(Obstacle {
                    facets,
                    handle,
                    min,
                    max,
                });
            }
        }
    }
}

/// A Minkowski sum on its way.
struct Sum<'a> {
    facets: &'a mut Vec<Facet>,
    stance: &'a Stance,
    bulk: &'a Bulk,
}

impl Sum<'_> {
    /// The planes of a convex shape, and the box around them.
    fn of_shape<V: CharacterSpace>(&mut self, shape: &V::Shape) -> Option<[DVec3; 2]> {
        let stance = self.stance;
        let rounded = shape.as_rounded();
        let grown = rounded.map_or(0.0, |r| r.radius().to_f64() * stance.scale());
        if let Some(half_space) = rounded.map_or(shape, |r| r.shape()).as_half_space() {
            let (normal, offset) = (lift(half_space.normal()), half_space.offset().to_f64());
            let length = normal.length();
            let unit = normal / length;
            self.plane(
                stance.turned(unit).normalize(),
                stance.out(unit * (offset / length)),
                grown,
            );
            return Some([DVec3::NEG_INFINITY, DVec3::INFINITY]);
        }
        if let Some(curved) = shape.curved() {
            let reach = |n: DVec3| {
                let furthest = furthest_of_curved(&curved, stance.turned_back(n));
                stance.out(furthest).dot(n) + grown
            };
            let is_upright = grown == 0.0 && stance.turned(DVec3::Y).y.abs() == 1.0;
            let is_ring = is_upright && matches!(curved, Curved::Cylinder { .. });
            let around = self.round(is_ring, reach);
            V::outline(shape, &mut |piece| self.piece(piece, grown));
            return Some(around);
        }
        let core = shape.core()?;
        let radius = core.radius.to_f64() * stance.scale();
        let points = core.vertices.iter().map(|p| stance.out(lift(*p)));
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
    /// The planes of a fan around what is round, told how far it reaches along unit vectors.
    fn round(&mut self, is_ring: bool, reach: impl Fn(DVec3) -> f64) -> [DVec3; 2] {
        let end = |sign: f64| DVec3::from_array(DVec3::AXES.map(|axis| sign * reach(axis * sign)));
        let around = self.axes([end(-1.0), end(1.0)]);
        let bulk = self.bulk;
        let mut fan = |normal: DVec3| {
            self.facets.push(Facet {
                normal,
                offset: reach(normal) + bulk.reach(normal),
                is_ground: normal.y >= bulk.level,
            });
        };
        if bulk.dimension == 2 {
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
    /// The planes of the box's own faces, first, since they tell soonest that something is far; all of them
    /// together.
    fn axes(&mut self, ends: [DVec3; 2]) -> [DVec3; 2] {
        let mut around = ends;
        for (k, axis) in DVec3::AXES.into_iter().enumerate().take(self.bulk.dimension) {
            for (side, sign) in [(1, 1.0), (0, -1.0)] {
                let normal = axis * sign;
                let offset = around[side][k] * sign + self.bulk.reach(normal);
                let is_ground = normal == DVec3::Y;
                self.facets.push(Facet {
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
        // In single precision units are not ones of double.
        let normal = self.stance.turned(normal).normalize();
        // Else it is one of the box's own.
        if normal.abs().max_element() < 1.0 {
            self.plane(normal, self.stance.out(point), grown);
        }
    }
    fn plane(&mut self, normal: DVec3, point: DVec3, grown: f64) {
        self.facets.push(Facet {
            normal,
            offset: normal.dot(point) + grown + self.bulk.reach(normal),
            is_ground: normal.y >= self.bulk.level,
        });
    }
    /// The planes through an edge along one of the box's, where all of the shape is below.
    fn edge(&mut self, way: DVec3, point: DVec3, into: [DVec3; 2], grown: f64) {
        let (way, into) = (self.stance.turned(way), into.map(|v| self.stance.turned(v)));
        let most = way.abs().max_element();
        if way.abs().element_sum() == most {
            return; // along one of the box's: nothing new
        }
        let point = self.stance.out(point);
        let parallel = PARALLEL * PARALLEL * way.length_squared();
        let is_level = |v: &DVec3| {
            let normal = way.cross(*v);
            normal.y * normal.y >= self.bulk.level * self.bulk.level * normal.length_squared()
        };
        let is_level = into.iter().any(is_level);
        for axis in DVec3::AXES {
            let across = way.cross(axis);
            let square = across.length_squared();
            if square <= parallel {
                continue;
            }
            let rises = into.map(|v| across.dot(v));
            let error_bound = PARALLEL * most * most;
            let across = across / libm::sqrt(square);
            for (sign, normal) in [(1.0, across), (-1.0, -across)] {
                if rises.iter().all(|rise| rise * sign <= error_bound) {
                    self.plane(normal, point, grown);
                    if let Some(facet) = self.facets.last_mut() {
                        facet.is_ground &= is_level;
                    }
                }
            }
        }
    }
}

/// Points of a circle, by turning the last a little further.
fn circle(count: usize, mut take: impl FnMut(f64, f64)) {
    let (sin, cos) = libm::sincos(core::f64::consts::TAU / count as f64);
    let (mut c, mut s) = (1.0, 0.0);
    for _ in 0..count {
        take(c, s);
        (c, s) = (c * cos - s * sin, s * cos + c * sin);
    }
}
