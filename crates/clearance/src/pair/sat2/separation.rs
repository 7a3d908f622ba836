//! The face of one outline that parts it from another the most.
//!
//! In the plane the separating axis theorem needs the normals of both outlines' edges and no others (Ericson,
//! "Real-Time Collision Detection", 2005, 5.2.1). One loop over the other's corners serves several normals at once, a
//! normal in each lane; written so that a compiler keeps the lanes in vector registers.

use super::outline::{Outline, View};
use crate::math::{Real, ScalarOf};
use crate::shape::Space2;

/// How far the other outline is in front of an edge; negative where it reaches behind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Separation<S> {
    /// The signed gap, without radii.
    pub gap: S,
    /// The edge.
    pub edge: usize,
}

/// The edge of `reference` with the greatest gap to `other`; the first of equals. It may stop at the first group of
/// edges with a gap above `enough`. Minus infinity when there are no edges.
#[inline(always)]
pub(crate) fn most<V: Space2>(
    reference: &Outline<'_, V>,
    other: &Outline<'_, V>,
    view: &View<V>,
    enough: V::Scalar,
) -> Separation<ScalarOf<V>> {
    if reference.normals().len() <= 4 {
        most_in_lanes::<V, 4>(reference, other, view, enough)
    } else {
        most_in_lanes::<V, 8>(reference, other, view, enough)
    }
}

#[inline(always)]
fn most_in_lanes<V: Space2, const LANES: usize>(
    reference: &Outline<'_, V>,
    other: &Outline<'_, V>,
    view: &View<V>,
    enough: V::Scalar,
) -> Separation<ScalarOf<V>> {
    let count = reference.normals().len();
    let mut best = Separation {
        gap: -ScalarOf::<V>::INFINITY,
        edge: 0,
    };
    for first in (0..count).step_by(LANES) {
        let gaps = gaps::<V, LANES>(reference, other, view, first);
        for (lane, &gap) in gaps.iter().enumerate().take(count - first) {
            if gap > best.gap {
                best = Separation {
                    gap,
                    edge: first + lane,
                };
            }
        }
        if best.gap > enough {
            break;
        }
    }
    best
}

/// The gaps in front of `LANES` edges from `first` on; beyond the last edge it is repeated.
#[inline(always)]
fn gaps<V: Space2, const LANES: usize>(
    reference: &Outline<'_, V>,
    other: &Outline<'_, V>,
    view: &View<V>,
    first: usize,
) -> [V::Scalar; LANES] {
    let zero: V::Scalar = Real::ZERO;
    let (normals, corners) = (reference.normals(), reference.corners());
    let (mut x, mut y, mut offset) = ([zero; LANES], [zero; LANES], [zero; LANES]);
    for lane in 0..LANES {
        let i = if first + lane < normals.len() {
            first + lane
        } else {
            normals.len() - 1
        };
        let (n, corner) = (normals[i], corners[i] * reference.frame.scale);
        x[lane] = n.x();
        y[lane] = n.y();
        offset[lane] = n.x() * corner.x() + n.y() * corner.y();
    }
    let mut least = [ScalarOf::<V>::INFINITY; LANES];
    for &corner in other.corners() {
        let p = view.point(corner);
        for lane in 0..LANES {
            least[lane] = (x[lane] * p.x() + y[lane] * p.y()).min(least[lane]);
        }
    }
    for lane in 0..LANES {
        least[lane] -= offset[lane];
    }
    least
}
