//! The points of a convex body that are furthest along a direction: faces, straight lines of the border, and
//! the corners and faces of a hull near a direction.

use core::iter;

use glam::DVec3;
use smallvec::SmallVec;

use super::ShortList;
use crate::math::{Space, Vector, lift};
use crate::shape::NormalCircle;

/// The support set along some direction.
#[derive(Clone, Debug)]
pub(crate) enum SupportFace {
    /// The hull of these.
    Corners(ShortList<DVec3>),
    /// The flat round end of a cylinder or cone.
    Disc { middle: DVec3, radius: f64 },
}

impl SupportFace {
    /// A point of it furthest along the unit vector `m`, which lies in its plane.
    pub(crate) fn furthest(&self, m: DVec3) -> DVec3 {
        match self {
            Self::Corners(corners) => furthest(corners, m),
            Self::Disc { middle, radius } => *middle + m * *radius,
        }
    }
    pub(crate) fn middle(&self) -> DVec3 {
        match self {
            Self::Corners(corners) => corners.iter().sum::<DVec3>() / corners.len() as f64,
            Self::Disc { middle, .. } => *middle,
        }
    }
    pub(super) fn map(self, f: impl Fn(DVec3) -> DVec3) -> Self {
        match self {
            Self::Corners(corners) => Self::Corners(corners.into_iter().map(f).collect()),
            Self::Disc { middle, radius } => Self::Disc {
                middle: f(middle),
                radius,
            },
        }
    }
}

/// A straight line of the border, and the directions along which it is the support set.
#[derive(Clone, Debug)]
pub(crate) struct BorderLine {
    pub crease: NormalCircle,
    /// Those of an edge; a curved body has a line for every direction of the crease.
    pub ends: Option<[DVec3; 2]>,
}

impl BorderLine {
    pub(super) fn between(ends: [DVec3; 2]) -> Option<Self> {
        let axis = (ends[1] - ends[0]).normalized()?;
        Some(Self {
            crease: NormalCircle::across(axis),
            ends: Some(ends),
        })
    }
}

/// The first of the furthest points along `n`. Which is further is unpredictable, so that is a value and
/// not a branch.
pub(super) fn furthest<V: Space>(points: &[V], n: DVec3) -> DVec3 {
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    for (i, &p) in points.iter().enumerate() {
        let height = lift(p).dot(n);
        let is_further = height > most;
        best = if is_further { i } else { best };
        most = if is_further { height } else { most };
    }
    points.get(best).map_or(DVec3::ZERO, |&p| lift(p))
}

/// The support point along `n`, then the nearest of those corners that `n` would support if turned by no more
/// than `width`.
pub(super) fn corners_near(points: &[DVec3], n: DVec3, width: f64) -> ShortList<DVec3> {
    const MOST: usize = 6;
    let top = furthest(points, n);
    let mut near: SmallVec<[(f64, DVec3); 16]> = SmallVec::new();
    for &p in points.iter().filter(|p| **p != top) {
        let down = (top - p).dot(n);
        let turn = down / (top - p).length();
        if turn <= width && near.iter().all(|(_, q)| *q != p) {
            near.push((turn, p));
        }
    }
    near.sort_by(|p, q| p.0.total_cmp(&q.0));
    let rest = near.into_iter().take(MOST - 1).map(|(_, p)| p);
    iter::once(top).chain(rest).collect()
}

/// The normals of the planes through the first of these corners and two others, on the side of `n`.
pub(super) fn faces_of(corners: &[DVec3], n: DVec3) -> ShortList<DVec3> {
    let mut all = ShortList::new();
    let [first, rest @ ..] = corners else {
        return all;
    };
    for (i, q) in rest.iter().enumerate() {
        for p in &rest[..i] {
            let normal = (*p - *first).cross(*q - *first).normalized();
            all.extend(normal.map(|m| if m.dot(n) < 0.0 { -m } else { m }));
        }
    }
    all
}
