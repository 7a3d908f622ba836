//! The facets of two parts that are near each other, by faces.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use glam::DVec3;

use super::two::Two;
use crate::math::Aabb;
use crate::pair::closest_on_triangle;

/// Steps from one facet to the other and back, each of which comes nearer.
const STEPS: usize = 6;
/// A step that comes no nearer than this share is the last.
const ENOUGH: f64 = 0.999;

/// Two facets near each other.
#[derive(Clone, Copy, Debug)]
pub(in crate::assembly) struct NearFacets {
    /// Of A and of B.
    pub facets: [u32; 2],
    /// A point of each; their nearest ones, or nearly.
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
                let near = nearest_points([*i, *j], [a, b], reach);
                found.entry(faces).or_default().extend(near);
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

/// Near points of two facets, if they are within reach: alternating projections (Cheney and Goldstein, 1959), from the
/// middle of the second and then from its corners.
fn nearest_points(facets: [u32; 2], [a, b]: [&[DVec3; 3]; 2], reach: f64) -> Option<NearFacets> {
    let mut best = NearFacets {
        facets,
        points: [a[0], b[0]],
        distance: f64::INFINITY,
    };
    let middle = (b[0] + b[1] + b[2]) / 3.0;
    for start in [middle, b[0], b[1], b[2]] {
        let mut q = start;
        let mut last = f64::INFINITY;
        for _ in 0..STEPS {
            let p = closest_on_triangle(a, q);
            q = closest_on_triangle(b, p);
            let distance = (q - p).length();
            if distance < best.distance {
                best.points = [p, q];
                best.distance = distance;
            }
            if distance >= last * ENOUGH {
                break;
            }
            last = distance;
        }
    }
    (best.distance <= reach).then_some(best)
}
