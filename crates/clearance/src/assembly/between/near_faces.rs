//! The facets of two parts that are near each other, by faces.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::nearest::nearest_points;
use super::two::Two;
use crate::math::Aabb;

/// Two facets near each other.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembly) struct NearFacets {
    /// Of A and of B.
    pub facets: [u32; 2],
    /// Their nearest points.
    pub points: [DVec3; 2],
    pub distance: f64,
}

/// Two faces and their facets that are near each other.
pub(in crate::assembly) type NearFaces = BTreeMap<[u32; 2], Vec<NearFacets>>;

/// All pairs of facets that are no further from each other than facets of their faces may be in contact.
pub(in crate::assembly) fn near_faces(two: &Two<'_>) -> NearFaces {
    let mut found = NearFaces::new();
    let [own, others] = [two.a.local(), two.b.local()];
    for (i, a) in &own.facets {
        let face = two.a.face_of(*i);
        let around = Aabb::around(*a).inflated(two.reach_of_face(face));
        let _ = others.tree.overlapping(&around, &mut |slot| {
            let (j, b) = &others.facets[slot as usize];
            let faces = [face, two.b.face_of(*j)];
            let reach = two.reach_of_faces(faces);
            if Aabb::around(*a).inflated(reach).overlaps(&Aabb::around(*b)) {
                let (points, distance) = nearest_points(a, b);
                let facets = [*i, *j];
                let near = NearFacets {
                    facets,
                    points,
                    distance,
                };
                found
                    .entry(faces)
                    .or_default()
                    .extend((distance <= reach).then_some(near));
            }
            ControlFlow::Continue(())
        });
    }
    found.retain(|_, facets| !facets.is_empty());
    for facets in found.values_mut() {
        facets.sort_unstable_by(|p, q| p.distance.total_cmp(&q.distance).then(p.facets.cmp(&q.facets)));
    }
    found
}
