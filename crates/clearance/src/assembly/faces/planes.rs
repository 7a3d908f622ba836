//! Which triangles lie in one plane with their neighbours.
//!
//! From large triangles to small ones, a plane grows over edges as long as corners are in it. It is computed
//! again from the sum of the area vectors whenever the region has doubled: the sum depends on the border of
//! the region only, so that thin triangles do not tilt it.
//!
//! Such a group is a plane, or a flat strip of something curved: the facets of a tessellated cylinder are
//! plane, too. Strips have all corners on two straight lines, and facets of doubly curved surfaces have four
//! corners. All else is a plane for sure.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use arrayvec::ArrayVec;
use glam::DVec3;

use super::facets::{Facets, NONE};

/// Corners may be off a plane by this times the noise: the plane comes from corners with noise, too.
const ON: f64 = 8.0;

/// The groups of triangles that lie in one plane.
pub(super) struct Groups {
    pub of: Vec<u32>,
    pub all: Vec<Group>,
    /// Of each triangle, whether its group is surely a plane.
    pub is_in_plane: Vec<bool>,
    /// The triangles of one group after another.
    members: Vec<u32>,
}

/// Triangles in one plane, connected over edges.
pub(super) struct Group {
    /// Where its triangles are among those of all groups.
    members: Range<u32>,
    pub normal: DVec3,
    pub point: DVec3,
    /// It cannot be a strip or a facet of something curved.
    pub is_plane: bool,
}

impl Groups {
    pub fn new(facets: &Facets) -> Self {
        // No area is negative: so they are ordered as their bits are.
        let areas = facets.areas.iter().map(|area| !area.to_bits());
        let mut order: Vec<(u64, u32)> = areas.zip(0..).collect();
        order.sort_unstable();
        let mut groups = Self {
            of: vec![NONE; facets.count()],
            all: Vec::new(),
            is_in_plane: vec![false; facets.count()],
            members: Vec::with_capacity(facets.count()),
        };
        for (_, t) in order {
            if groups.of[t as usize] == NONE {
                let group = groups.grown(facets, t);
                groups.all.push(group);
            }
        }
        for i in 0..groups.all.len() {
            if groups.all[i].members.len() > 2 && !groups.is_strip(facets, i) {
                groups.all[i].is_plane = true;
                let members = groups.all[i].members.clone();
                members.for_each(|m| groups.is_in_plane[groups.members[m as usize] as usize] = true);
            }
        }
        groups
    }
    /// The triangles of a group.
    pub fn triangles(&self, group: u32) -> &[u32] {
        let Range { start, end } = self.all[group as usize].members;
        &self.members[start as usize..end as usize]
    }
    /// The plane of a triangle with all that it reaches.
    fn grown(&mut self, facets: &Facets, seed: u32) -> Group {
        let number = self.all.len() as u32;
        let mut plane = Sum::of(facets, seed);
        let first = self.members.len();
        self.members.push(seed);
        self.of[seed as usize] = number;
        let (mut next, mut refit_at) = (first, 2);
        while next < self.members.len() && !facets.is_thin(seed) {
            let t = self.members[next];
            next += 1;
            for (_, n) in facets.beside(t) {
                if self.of[n as usize] == NONE && plane.holds(facets, n) {
                    self.of[n as usize] = number;
                    self.members.push(n);
                    plane.add(facets, n);
                }
            }
            if self.members.len() - first >= refit_at {
                plane.refit();
                refit_at *= 2;
            }
        }
        plane.refit();
        Group {
            members: first as u32..self.members.len() as u32,
            normal: plane.normal,
            point: plane.point,
            is_plane: false,
        }
    }
    /// Whether all corners of a group are on two lines, one of which is an edge over which something curved
    /// may go on.
    fn is_strip(&self, facets: &Facets, group: usize) -> bool {
        let corners = || {
            self.triangles(group as u32)
                .iter()
                .flat_map(|t| facets.corners(*t))
        };
        let near = 8.0 * facets.noise + 1e-9;
        self.smooth_borders(facets, group).into_iter().any(|first| {
            let others = || corners().filter(|p| first.distance(*p) > near);
            let Some(any) = others().next() else {
                return true;
            };
            let a = furthest(others(), any);
            let second = Line::through(a, furthest(others(), a));
            others().all(|p| second.distance(p) <= near)
        })
    }
    /// Edges over which something curved may go on, in three directions at most.
    fn smooth_borders(&self, facets: &Facets, group: usize) -> ArrayVec<Line, 3> {
        let mut lines: ArrayVec<Line, 3> = ArrayVec::new();
        for &t in self.triangles(group as u32) {
            for (k, _) in facets
                .smooth_beside(t)
                .filter(|(_, n)| self.of[*n as usize] != self.of[t as usize])
            {
                let corners = facets.corners(t);
                let line = Line::through(corners[k], corners[(k + 1) % 3]);
                if lines
                    .iter()
                    .all(|l| l.direction.cross(line.direction).length() > 1e-6)
                    && lines.try_push(line).is_err()
                {
                    return lines;
                }
            }
        }
        lines
    }
}

/// The point that is furthest from another.
fn furthest(points: impl Iterator<Item = DVec3>, from: DVec3) -> DVec3 {
    points.fold(from, |best, p| {
        match p.distance_squared(from) > best.distance_squared(from) {
            true => p,
            false => best,
        }
    })
}

/// A straight line.
struct Line {
    point: DVec3,
    direction: DVec3,
}

impl Line {
    fn through(a: DVec3, b: DVec3) -> Self {
        Self {
            point: a,
            direction: (b - a).normalize_or_zero(),
        }
    }
    fn distance(&self, p: DVec3) -> f64 {
        (p - self.point).cross(self.direction).length()
    }
}

/// What a growing region says of its plane.
struct Sum {
    area: DVec3,
    corners: DVec3,
    count: f64,
    normal: DVec3,
    point: DVec3,
}

impl Sum {
    fn of(facets: &Facets, seed: u32) -> Self {
        let normal = facets.normals[seed as usize];
        let mut sum = Self {
            area: DVec3::ZERO,
            corners: DVec3::ZERO,
            count: 0.0,
            normal,
            point: DVec3::ZERO,
        };
        sum.add(facets, seed);
        sum.refit();
        sum
    }
    fn add(&mut self, facets: &Facets, t: u32) {
        self.area += facets.normals[t as usize] * facets.areas[t as usize];
        self.corners += facets.corners(t).into_iter().sum::<DVec3>();
        self.count += 3.0;
    }
    fn refit(&mut self) {
        self.normal = self.area.normalize_or(self.normal);
        self.point = self.corners / self.count;
    }
    fn holds(&self, facets: &Facets, t: u32) -> bool {
        let agrees = facets.is_thin(t) || facets.normals[t as usize].dot(self.normal) > 0.9;
        let near = |p: DVec3| (p - self.point).dot(self.normal).abs() <= ON * facets.noise;
        agrees && facets.corners(t).into_iter().all(near)
    }
}
