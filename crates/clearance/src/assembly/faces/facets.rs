//! A mesh made ready for recognition: moved to its middle, scaled to about 1, with normals and an error of
//! its coordinates.

use alloc::vec::Vec;

use glam::DVec3;

use crate::math::{PowerOfTwo, Real};
use crate::shape::Mesh;

/// No triangle.
pub(super) const NONE: u32 = u32::MAX;
/// The cosine of the greatest angle by which neighbouring facets of one curved surface turn, 38 degrees.
/// Programs that tessellate turn by 30 degrees at most unless told otherwise; the sides of an octagon turn by
/// 45 degrees.
const SMOOTH: f64 = 0.788;

/// The facets of a mesh in a frame of their own.
pub(super) struct Facets<'a> {
    /// The vertices, relative to `origin` and in units of `unit`.
    pub points: Vec<DVec3>,
    pub triangles: &'a [[u32; 3]],
    /// The triangles across the edges `(k, k + 1)`.
    pub neighbours: &'a [[u32; 3]],
    /// Unit normals; 0 for thin triangles, whose normal is only rounding.
    pub normals: Vec<DVec3>,
    /// Twice the areas.
    pub areas: Vec<f64>,
    /// The lengths of the longest edges.
    longest: Vec<f64>,
    /// How far a vertex may be from where it was meant to be: the rounding of its coordinates.
    pub noise: f64,
    /// The largest magnitude of a coordinate, as given.
    pub largest: f64,
    pub origin: DVec3,
    /// Multiplied by this, lengths of the mesh become those here.
    pub unit: PowerOfTwo,
}

impl<'a> Facets<'a> {
    pub fn new(mesh: &'a Mesh<DVec3>) -> Self {
        let bounds = mesh.bounds();
        let origin = bounds.min + (bounds.max - bounds.min) * 0.5;
        let size = (bounds.max - bounds.min).max_element();
        let unit = PowerOfTwo(if size > 0.0 { -libm::ilogb(size) } else { 0 });
        let local = |v: &DVec3| unit.times_each(*v - origin);
        let mut facets = Self {
            points: mesh.vertices().iter().map(local).collect(),
            triangles: mesh.triangles(),
            neighbours: mesh.neighbours(),
            normals: Vec::new(),
            areas: Vec::new(),
            longest: Vec::new(),
            noise: 0.0,
            largest: unit.times(bounds.min.abs().max(bounds.max.abs()).max_element()),
            origin,
            unit,
        };
        facets.set_normals();
        facets.drop_thin(f64::EPSILON * facets.largest);
        facets
    }
    /// Takes note of how far the corners are off, which tells thin triangles.
    pub fn set_noise(&mut self, noise: f64) {
        self.noise = noise;
        self.drop_thin(noise);
    }
    fn set_normals(&mut self) {
        let count = self.triangles.len();
        self.normals.reserve_exact(count);
        self.areas.reserve_exact(count);
        self.longest.reserve_exact(count);
        for t in 0..count {
            let [a, b, c] = self.corners(t as u32);
            let area = (b - a).cross(c - a);
            let double = area.length();
            self.normals.push(area / double);
            self.areas.push(double);
            self.longest.push(longest_edge([a, b, c]));
        }
    }
    /// Leaves the normals of triangles only that are not thin: whose least height is far above the noise.
    fn drop_thin(&mut self, noise: f64) {
        let sizes = self.areas.iter().zip(&self.longest);
        for (normal, (double, longest)) in self.normals.iter_mut().zip(sizes) {
            if *double <= 16.0 * noise * longest {
                *normal = DVec3::ZERO;
            }
        }
    }
    pub fn count(&self) -> usize {
        self.triangles.len()
    }
    #[inline]
    pub fn corners(&self, t: u32) -> [DVec3; 3] {
        let [a, b, c] = self.triangles[t as usize];
        [
            self.points[a as usize],
            self.points[b as usize],
            self.points[c as usize],
        ]
    }
    #[inline]
    pub fn is_thin(&self, t: u32) -> bool {
        self.normals[t as usize] == DVec3::ZERO
    }
    /// The neighbours that exist, each with the number of the edge.
    #[inline]
    pub fn beside(&self, t: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        let all = self.neighbours[t as usize];
        (0..3).filter_map(move |k| (all[k] != NONE).then_some((k, all[k])))
    }
    /// Whether one curved surface may go on from a facet to its neighbour.
    #[inline]
    pub fn is_smooth(&self, t: u32, neighbour: u32) -> bool {
        let (a, b) = (self.normals[t as usize], self.normals[neighbour as usize]);
        a.dot(b) > SMOOTH || a == DVec3::ZERO || b == DVec3::ZERO
    }
    /// The neighbours that one curved surface may go on to.
    #[inline]
    pub fn smooth_beside(&self, t: u32) -> impl Iterator<Item = (usize, u32)> + '_ {
        self.beside(t).filter(move |(_, n)| self.is_smooth(t, *n))
    }
    /// The corner of `t` that is opposite to edge `k`.
    pub fn opposite(&self, t: u32, k: usize) -> DVec3 {
        self.corners(t)[(k + 2) % 3]
    }
    /// The edge of `neighbour` that it shares with `t`.
    #[inline]
    pub fn edge_towards(&self, neighbour: u32, t: u32) -> usize {
        let all = self.neighbours[neighbour as usize];
        (0..3).find(|k| all[*k] == t).unwrap_or(0)
    }
}

/// The length of the longest edge.
pub(super) fn longest_edge([a, b, c]: [DVec3; 3]) -> f64 {
    let longest = (b - a).length_squared().max((c - b).length_squared());
    Real::sqrt(longest.max((a - c).length_squared()))
}
