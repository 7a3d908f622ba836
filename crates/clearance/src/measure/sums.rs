//! Volume, moment and area from the pieces of a border.
//!
//! By the divergence theorem a solid is the sum of signed tetrahedra from one point over its border, and a
//! region of the plane the sum of signed triangles. A piece of a triangle's border is a directed segment (p,
//! q) in its plane. With a corner in that plane it makes a signed triangle; the sum of these is the piece,
//! whatever the corner.

use glam::DVec3;

use super::total::Total;

/// The part of a facet that is inside the other border.
pub(super) enum Inside<'p> {
    /// All of it.
    Whole,
    /// Of a segment: these pieces. Of a triangle: what these directed segments bound, on their left.
    Bounded(&'p [[DVec3; 2]]),
}

/// Sums over the border of a solid or region.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Six times the volume; in the plane twice the area.
    content: Total,
    /// That, times the sum of the corners but the common one.
    moment: [Total; 3],
    /// Twice the area of the border; in the plane its length.
    border: Total,
}

impl Sums {
    /// The signed tetrahedron over a triangle; its border is added by `add_border`.
    pub fn add_triangle(&mut self, [a, b, c]: [DVec3; 3]) -> DVec3 {
        let twice_area = (b - a).cross(c - a);
        self.add_content(a.dot(twice_area), a + b + c);
        twice_area
    }
    /// The signed triangle over a segment of the plane.
    pub fn add_segment(&mut self, [a, b]: [DVec3; 2]) {
        self.add_content(a.x * b.y - a.y * b.x, a + b);
    }
    /// The part of a triangle that is inside the other border.
    pub fn add_part(&mut self, corners: [DVec3; 3], inside: &Inside<'_>) {
        let Inside::Bounded(pieces) = inside else {
            let twice_area = self.add_triangle(corners);
            return self.add_border(twice_area.length());
        };
        let [a, b, c] = corners;
        // Near the common part, however large the triangle is.
        let corner = pieces.first().map_or(a, |ends| ends[0]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let mut twice_area = DVec3::ZERO;
        for [p, q] in *pieces {
            twice_area += self.add_triangle([corner, *p, *q]);
        }
        self.add_border(twice_area.dot(normal));
    }
    /// The parts of a segment that are inside the other border.
    pub fn add_segments(&mut self, [a, b, _]: [DVec3; 3], inside: &Inside<'_>) {
        let pieces = match inside {
            Inside::Whole => &[[a, b]],
            Inside::Bounded(pieces) => *pieces,
        };
        for &[p, q] in pieces {
            self.add_segment([p, q]);
            self.add_border((q - p).length());
        }
    }
    pub fn add_border(&mut self, size: f64) {
        self.border.add(size);
    }
    fn add_content(&mut self, content: f64, corners: DVec3) {
        self.content.add(content);
        for (i, sum) in self.moment.iter_mut().enumerate() {
            sum.add(content * corners[i]);
        }
    }
    /// Volume (in the plane: area).
    pub fn content(&self, dimension: usize) -> f64 {
        self.content.value() / if dimension == 2 { 2.0 } else { 6.0 }
    }
    /// Area of the border (in the plane: length).
    pub fn border(&self, dimension: usize) -> f64 {
        self.border.value() * if dimension == 2 { 1.0 } else { 0.5 }
    }
    /// The center of the content, which is not 0.
    pub fn center(&self, dimension: usize) -> DVec3 {
        let corners = (dimension + 1) as f64;
        let of = |i: usize| self.moment[i].value() / (self.content.value() * corners);
        DVec3::new(of(0), of(1), of(2))
    }
}
