//! Directions that are tried besides those that the search finds: normals of flat faces, cross products of
//! edges, and short axes.

use glam::DVec3;

use super::polish::{on_crease, where_both};
use super::search::Search;
use crate::shape::NormalCircle;

impl Search<'_> {
    /// A flat direction, where there is one no worse than `n` except for rounding.
    pub(super) fn flat_if_as_good(&self, n: DVec3, flat: Option<DVec3>) -> DVec3 {
        let least = self.value(n) - 4.0 * f64::EPSILON * self.size;
        flat.filter(|&flat| self.value(flat) >= least).unwrap_or(n)
    }
    /// The best of the directions in which either body is flat or both have a crease; of those close to
    /// `near`, if given.
    pub(super) fn best_flat(&self, near: Option<DVec3>) -> Option<DVec3> {
        let (of_a, of_b) = (self.a.kinks.circles.iter(), self.creases_of_b());
        let pairs = of_a.flat_map(|&c| of_b.clone().map(move |d| (c, d)));
        let both = pairs.flat_map(|(c, d)| where_both(c, d)).flatten();
        let offset = self.b.center - self.a.center;
        let beside = self.creases().filter_map(|c| on_crease(c, offset));
        let is_near = |n: &DVec3| near.is_none_or(|m| m.dot(*n) > 0.999);
        self.best(self.faces().chain(both).chain(beside).filter(is_near))
    }
    /// The normal of a face of either body along which the two are furthest apart, if they are. Such a normal
    /// leads from A's center to the side of B's, which is asked first.
    pub(super) fn parting_face(&self) -> Option<DVec3> {
        let offset = self.b.center - self.a.center;
        let faces = self.faces().filter(|n| n.dot(offset) > 0.0);
        self.best(faces).filter(|&n| self.value(n) > 0.0)
    }
    /// The best of the axes along which either body is short, in either direction.
    pub(super) fn best_short(&self) -> Option<DVec3> {
        let axes = [self.a.short_axes(), self.b.short_axes()];
        self.best(axes.into_iter().flatten().flat_map(|n| [n, -n]))
    }
    /// The first of these directions with the greatest gap along it.
    fn best(&self, directions: impl Iterator<Item = DVec3>) -> Option<DVec3> {
        let all = directions.map(|n| (self.value(n), n));
        all.reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, n)| n)
    }
    /// The normals of the faces of both, from A to B.
    fn faces(&self) -> impl Iterator<Item = DVec3> {
        let of_a = self.a.kinks.normals.iter().copied();
        of_a.chain(self.b.kinks.normals.iter().map(|&n| -n))
    }
    /// The creases of the normal from A to B, which is the opposite of B's own.
    fn creases_of_b(&self) -> impl Iterator<Item = NormalCircle> + Clone {
        self.b.kinks.circles.iter().map(|c| NormalCircle {
            height: -c.height,
            ..*c
        })
    }
    pub(super) fn creases(&self) -> impl Iterator<Item = NormalCircle> {
        self.a.kinks.circles.iter().copied().chain(self.creases_of_b())
    }
}
