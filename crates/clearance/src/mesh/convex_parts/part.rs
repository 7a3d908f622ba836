//! A part of the solid, in a box, and its hull.

use alloc::vec::Vec;

use glam::DVec3;

use super::chain::{Chain, Plane};
use super::solid::Solid;
use crate::hull::d3::{Hull, hull};
use crate::math::Aabb;
use crate::pair::Relation;

/// A convex hull with an interior.
#[derive(Clone)]
pub(super) struct PartHull {
    pub corners: Vec<DVec3>,
    pub bounds: Aabb<DVec3>,
    pub volume: f64,
}

impl PartHull {
    /// `None` if the points are in one plane.
    pub fn new(points: &[DVec3]) -> Option<Self> {
        let found = hull(points);
        if found.rank < 3 {
            return None;
        }
        let corners: Vec<DVec3> = found.vertices.iter().map(|&i| points[i as usize]).collect();
        let bounds = Aabb::from_points(corners.iter().copied())?;
        Some(Self {
            volume: volume(&found, &corners, bounds.center()),
            corners,
            bounds,
        })
    }
    /// The hull of two hulls.
    pub fn of_both(a: &Self, b: &Self) -> Option<Self> {
        Self::new(&[&a.corners[..], &b.corners].concat())
    }
}

fn volume(hull: &Hull, corners: &[DVec3], around: DVec3) -> f64 {
    let from = |i: u32| corners[i as usize] - around;
    let faces = (0..hull.face_count()).map(|f| {
        let ring = hull.face(f);
        let fan = (2..ring.len()).map(|k| from(ring[k - 1]).cross(from(ring[k])));
        from(ring[0]).dot(fan.sum())
    });
    faces.sum::<f64>() / 6.0
}

/// 2^-40.
const STEP: f64 = 1.0 / (1_u64 << 40) as f64;

/// What the solid has in a box.
#[derive(Clone)]
pub(super) struct Part {
    cell: Aabb<DVec3>,
    /// The corners of the box at which it is in the solid.
    inner: Vec<DVec3>,
    chain: Chain,
    pub volume: f64,
    pub hull: PartHull,
}

impl Part {
    /// The whole solid; `None` if it is flat.
    pub fn whole(solid: &Solid, chain: Chain) -> Option<Self> {
        Self::new(solid.mesh().bounds(), Vec::new(), chain)
    }
    fn new(cell: Aabb<DVec3>, inner: Vec<DVec3>, chain: Chain) -> Option<Self> {
        let hull = PartHull::new(&[chain.corners(), &inner].concat())?;
        Some(Self {
            volume: chain.volume(hull.bounds.center()),
            cell,
            inner,
            chain,
            hull,
        })
    }
    /// The volume of the hull outside of the part.
    pub fn excess(&self) -> f64 {
        (self.hull.volume - self.volume).max(0.0)
    }
    /// What is on both sides of a plane; `None` if that is not within the box, or leaves a flat half.
    pub fn cut(&self, plane: Plane, solid: &Solid) -> Option<[Self; 2]> {
        let Plane { axis, at } = plane;
        if !(self.cell.min[axis] < at && at < self.cell.max[axis]) {
            return None;
        }
        let [left, right] = self.chain.cut(plane, solid);
        let mut cells = [self.cell; 2];
        cells[0].max[axis] = at;
        cells[1].min[axis] = at;
        let inner = |cell: &Aabb<DVec3>| {
            let new = corners(cell).into_iter().filter(|p| plane.side(*p).is_eq());
            let new = new.filter(|p| is_inside_from(*p, cell.center(), solid));
            let old = self.inner.iter().filter(|p| plane.side(**p).is_ne());
            let old = old.filter(|p| p.clamp(cell.min, cell.max) == **p);
            old.copied().chain(new).collect()
        };
        Some([
            Self::new(cells[0], inner(&cells[0]), left)?,
            Self::new(cells[1], inner(&cells[1]), right)?,
        ])
    }
}

/// Whether a box around `middle` is in the solid near one of its corners. A corner on the border of the solid
/// is looked at a step of 2^-40 further in: where the solid has only some of the box near the corner, clipped
/// triangles have that corner, too.
fn is_inside_from(corner: DVec3, middle: DVec3, solid: &Solid) -> bool {
    match solid.place_of(corner) {
        Relation::Disjoint => false,
        Relation::Touching => solid.contains(corner + (middle - corner) * STEP),
        _ => true,
    }
}

fn corners(cell: &Aabb<DVec3>) -> [DVec3; 8] {
    core::array::from_fn(|i| {
        let end = |k: usize| [cell.min[k], cell.max[k]][i >> k & 1];
        DVec3::new(end(0), end(1), end(2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::measure::common;
    use crate::measure::mass_properties;
    use crate::shape::{Mesh, Placed, Polyhedron, Shape3};
    use alloc::vec;

    /// Two bars in the shape of an L, one unit thick, from below 0 to above.
    fn bend() -> Mesh<DVec3> {
        let ring = [
            (0.0, 0.0),
            (4.0, 0.0),
            (4.0, 1.0),
            (1.0, 1.0),
            (1.0, 4.0),
            (0.0, 4.0),
        ];
        let corners = [-0.3, 0.7]
            .into_iter()
            .flat_map(|y| ring.map(|(x, z)| DVec3::new(x, y, z)));
        let mut triangles = vec![];
        for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
            triangles.extend([[a, b, c], [c + 6, b + 6, a + 6]]);
        }
        for i in 0..6 {
            let j = (i + 1) % 6;
            triangles.extend([[i + 6, j + 6, j], [i + 6, j, i]]);
        }
        Mesh::new(corners.collect(), triangles).unwrap()
    }

    /// Against the common part of the mesh and the box, which is computed in another way; planes through
    /// faces, corners and neither, several of them along each axis, so that caps are cut as well.
    #[test]
    fn volumes_are_those_of_common_parts() {
        let mesh = bend();
        let solid = Solid::new(&mesh).unwrap();
        let unit = solid.mesh().clone();
        let scale = solid.size / 4.0;
        let chain = Chain::new(unit.vertices(), unit.triangles().to_vec());
        let mut parts = vec![Part::whole(&solid, chain).unwrap()];
        for (axis, at) in [
            (0, 1.0),
            (2, 0.4),
            (1, 0.25),
            (0, 0.5),
            (2, 1.0),
            (0, 2.5),
            (2, 2.75),
        ] {
            let plane = Plane { axis, at: at * scale };
            let cut = |part: Part| match part.cut(plane, &solid) {
                Some(halves) => halves.to_vec(),
                None => vec![part],
            };
            parts = parts.into_iter().flat_map(cut).collect();
        }
        assert!(parts.len() > 15, "{}", parts.len());
        let (whole, here) = (Shape3::Mesh(unit), Pose::<DVec3>::IDENTITY);
        for part in &parts {
            let cell = Shape3::Convex(Polyhedron::new(&corners(&part.cell)).unwrap());
            let expected = common(Placed::new(&whole, &here), Placed::new(&cell, &here))
                .unwrap()
                .volume;
            assert!(
                (part.volume - expected).abs() < 1e-13,
                "{} {expected}",
                part.volume
            );
            assert!(part.hull.volume > part.volume - 1e-13);
        }
        let sum: f64 = parts.iter().map(|part| part.volume).sum();
        let volume = mass_properties(Placed::new(&whole, &here)).unwrap().volume;
        assert!((sum - volume).abs() < 1e-13);
    }
}
