//! Quickhull in space, with exact visibility: the triangles of a hull.
//!
//! After Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996): every point
//! outside the hull so far waits at one facet that it is above. The furthest of a facet's points becomes a
//! corner; the facets that it sees are replaced by triangles from their border (the horizon) to the point;
//! and the points that waited there go to the new triangles.
//!
//! Where we differ: "sees" means strictly above, decided exactly. Then the seen facets always form a disc
//! with one border, as if the point were moved inwards by an infinitesimal amount. No facets need merging
//! for consistency, coplanar triangles are simply neighbours, and no new triangle is degenerate (a point on
//! the line of a horizon edge would lie in the plane of the facet that it sees behind that edge). A waiting
//! point outside the new hull is always above one of the new triangles, since the set of facets it sees is
//! connected and crosses the horizon there. Floating point only chooses which point comes next, and decides
//! where its error bound allows.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::DVec3;

use super::lifted::Lifted;

/// No facet, or the end of a list of points.
pub(super) const NONE: u32 = u32::MAX;

/// A triangle of the hull, counter-clockwise from outside.
#[derive(Clone, Debug)]
pub(super) struct Facet {
    pub(super) corners: [u32; 3],
    /// The facet across the edge from corner i to corner i + 1.
    pub(super) neighbors: [u32; 3],
    plane: FilterPlane,
    /// The first of the points that wait here, and the furthest; `NONE` if there are none.
    waiting: u32,
    furthest: u32,
    height: f64,
    /// The step in which this facet was seen; 0 as long as it belongs to the hull.
    seen: u32,
}

/// A plane in floats, for the filter: it decides where a height exceeds its error bound.
#[derive(Clone, Debug)]
struct FilterPlane {
    through: DVec3,
    normal: DVec3,
    /// For each component of the normal, the sum of the magnitudes of its terms.
    terms: DVec3,
}

impl FilterPlane {
    fn new(points: &Lifted<3>, corners: [u32; 3]) -> Self {
        let [a, b, c] = corners.map(|i| DVec3::from_array(*points.point(i)));
        let (p, q) = (b - a, c - a);
        let terms = |i: usize, j: usize| (p[i] * q[j]).abs() + (p[j] * q[i]).abs();
        Self {
            through: a,
            normal: p.cross(q),
            // Without a common scale products may underflow, so the filter decides nothing.
            terms: if points.is_scaled() {
                DVec3::new(terms(1, 2), terms(2, 0), terms(0, 1))
            } else {
                DVec3::INFINITY
            },
        }
    }
    /// How far above the plane a point is, in units of the normal's length, and the error bound of that.
    ///
    /// Shewchuk's bound for the first stage of the orientation test, (7 + 56u)u of the sum of the
    /// magnitudes of all terms (u = 2^-53), rounded up to 10u for the rounding of that sum.
    #[inline]
    fn height(&self, p: &[f64; 3]) -> (f64, f64) {
        let d = DVec3::from_array(*p) - self.through;
        (self.normal.dot(d), self.terms.dot(d.abs()) * (5.0 * f64::EPSILON))
    }
}

/// A facet that the new point does not see, and its edge on the horizon, in the direction of the seen
/// facet.
struct HorizonEdge {
    from: u32,
    to: u32,
    beyond: u32,
}

/// A hull under construction.
pub(super) struct QuickHull<'a> {
    points: &'a Lifted<3>,
    pub(super) facets: Vec<Facet>,
    free: Vec<u32>,
    /// Facets at which points wait.
    pending: Vec<u32>,
    /// Links the points that wait at the same facet.
    next: Vec<u32>,
    /// The new facet whose horizon edge starts at a point.
    fan_at: Vec<u32>,
    step: u32,
}

impl<'a> QuickHull<'a> {
    /// The hull of points; the four at the start must not be in one plane.
    pub(super) fn build(points: &'a Lifted<3>, start: [u32; 4]) -> Self {
        let mut hull = Self {
            points,
            facets: Vec::new(),
            free: Vec::new(),
            pending: Vec::new(),
            next: vec![NONE; points.len()],
            fan_at: vec![NONE; points.len()],
            step: 0,
        };
        hull.start(start);
        while let Some(facet) = hull.pending.pop() {
            let point = hull.facets[facet as usize].furthest;
            if hull.facets[facet as usize].seen == 0 && point != NONE {
                hull.add(point, facet);
            }
        }
        hull
    }
    /// Whether a facet belongs to the finished hull: no point saw it.
    pub(super) fn is_standing(&self, facet: u32) -> bool {
        self.facets[facet as usize].seen == 0
    }
    /// Whether a point is above, in or below the plane of a facet. Exact.
    #[inline]
    pub(super) fn side(&self, facet: u32, point: u32) -> Ordering {
        let facet = &self.facets[facet as usize];
        let (height, error) = facet.plane.height(self.points.point(point));
        if height > error {
            Ordering::Greater
        } else if height < -error {
            Ordering::Less
        } else {
            self.points.side(facet.corners, point)
        }
    }
    /// Makes the first tetrahedron, and sends every point to a facet that it is above.
    fn start(&mut self, [a, mut b, mut c, d]: [u32; 4]) {
        if self.points.side([a, b, c], d).is_gt() {
            core::mem::swap(&mut b, &mut c);
        }
        for (corners, neighbors) in [
            ([a, b, c], [1, 2, 3]),
            ([b, a, d], [0, 3, 2]),
            ([c, b, d], [0, 1, 3]),
            ([a, c, d], [0, 2, 1]),
        ] {
            self.place(corners, neighbors);
        }
        for point in 0..self.points.len() as u32 {
            self.wait(point, &[0, 1, 2, 3]);
        }
        self.pending.extend(0..4);
    }
    /// Adds a facet, in the place of an old one if there is one.
    fn place(&mut self, corners: [u32; 3], neighbors: [u32; 3]) -> u32 {
        let facet = Facet {
            corners,
            neighbors,
            plane: FilterPlane::new(self.points, corners),
            waiting: NONE,
            furthest: NONE,
            height: f64::NEG_INFINITY,
            seen: 0,
        };
        if let Some(slot) = self.free.pop() {
            self.facets[slot as usize] = facet;
            return slot;
        }
        self.facets.push(facet);
        (self.facets.len() - 1) as u32
    }
    /// Lets a point wait at the first of these facets that it is above, if there is one.
    fn wait(&mut self, point: u32, facets: &[u32]) {
        let Some(&at) = facets.iter().find(|&&f| self.side(f, point).is_gt()) else {
            return;
        };
        let facet = &mut self.facets[at as usize];
        self.next[point as usize] = facet.waiting;
        facet.waiting = point;
        let (height, _) = facet.plane.height(self.points.point(point));
        if height > facet.height || facet.furthest == NONE {
            facet.height = height;
            facet.furthest = point;
        }
    }
    /// Makes a point that is above a facet a corner of the hull.
    fn add(&mut self, point: u32, facet: u32) {
        let (seen, horizon) = self.look(point, facet);
        let fan = self.fan(point, &horizon);
        for &old in &seen {
            let mut waiting = self.facets[old as usize].waiting;
            while waiting != NONE {
                let next = self.next[waiting as usize];
                if waiting != point {
                    self.wait(waiting, &fan);
                }
                waiting = next;
            }
        }
        self.free.extend(seen);
        self.pending.extend(fan);
    }
    /// The facets that a point sees, and the edges around them.
    fn look(&mut self, point: u32, first: u32) -> (Vec<u32>, Vec<HorizonEdge>) {
        self.step += 1;
        let (mut seen, mut horizon) = (vec![first], Vec::new());
        self.facets[first as usize].seen = self.step;
        let mut done = 0;
        while let Some(&facet) = seen.get(done) {
            done += 1;
            let Facet {
                corners, neighbors, ..
            } = self.facets[facet as usize];
            for (i, beyond) in neighbors.into_iter().enumerate() {
                if self.facets[beyond as usize].seen == self.step {
                    continue;
                }
                if self.side(beyond, point).is_gt() {
                    self.facets[beyond as usize].seen = self.step;
                    seen.push(beyond);
                } else {
                    let (from, to) = (corners[i], corners[(i + 1) % 3]);
                    horizon.push(HorizonEdge { from, to, beyond });
                }
            }
        }
        (seen, horizon)
    }
    /// Adds triangles from the horizon to a point, linked with each other and with the facets beyond.
    fn fan(&mut self, point: u32, horizon: &[HorizonEdge]) -> Vec<u32> {
        let mut fan = Vec::with_capacity(horizon.len());
        for edge in horizon {
            let facet = self.place([edge.from, edge.to, point], [edge.beyond, NONE, NONE]);
            self.fan_at[edge.from as usize] = facet;
            let beyond = &mut self.facets[edge.beyond as usize];
            if let Some(i) = beyond.corners.iter().position(|&c| c == edge.to) {
                beyond.neighbors[i] = facet;
            }
            fan.push(facet);
        }
        for (edge, &facet) in horizon.iter().zip(&fan) {
            let following = self.fan_at[edge.to as usize];
            self.facets[facet as usize].neighbors[1] = following;
            self.facets[following as usize].neighbors[2] = facet;
        }
        fan
    }
}
