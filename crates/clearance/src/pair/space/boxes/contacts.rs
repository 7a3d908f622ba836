//! The manifold of two boxes that overlap, by the axis of their least overlap: a face clipped against the
//! face under it (`contact/box_faces.rs`), or two edges that cross.

use glam::DVec3;

use super::{BoxPair3, along};
use crate::math::{Real, ScalarOf, Space};
use crate::pair::answer::{Contact, Manifold};
use crate::pair::contact::box_faces;
use crate::pair::contact::box_faces::{BoxFace, FaceCorners};
use crate::pair::contact::core_manifold::MergeTolerance;
use crate::pair::contact::raw_contact::feature_id;
use crate::pair::contact::witness::at_witness;
use crate::pair::core_pair::CorePair;
use crate::pair::space::candidate_axis::{AxisKind, CandidateAxis};
use crate::pair::space::core_clearance::to_world;
use crate::pair::support_feature::SupportFeature;
use crate::shape::Space3;

/// The manifold of two boxes; `None` also where the general clip must find it.
pub(crate) fn manifold<V: Space3>(
    pair: &CorePair<'_, V>,
    a: DVec3,
    b: DVec3,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let boxes = BoxPair3::new(pair, a, b);
    let tie = pair.sum_error();
    let radii = pair.radii();
    let enough = margin.to_f64() + radii + pair.error;
    let mut axis = boxes.best_of_faces();
    if axis.gap <= enough {
        axis = boxes.best_of_edges(axis, tie, enough);
    }
    if axis.gap > enough {
        return Some(Manifold::new(V::from_double(pair.a.frame.direction(axis.normal))));
    }
    let vanishes = ScalarOf::<V>::lit(axis.gap - radii) == ScalarOf::<V>::ZERO;
    if vanishes || !pair.is_accurate() || (axis.gap - radii).abs() <= pair.error + tie {
        return None;
    }
    match axis.kind {
        AxisKind::FaceOfA(_) | AxisKind::FaceOfB(_) if axis.gap < 0.0 => {
            face_to_face(&boxes, pair, &axis, margin)
        }
        AxisKind::Edges(i, j) if axis.gap < 0.0 => edge_to_edge(&boxes, pair, &axis, (i, j)),
        _ => None,
    }
}

impl BoxPair3<'_> {
    /// The reference face of an axis, with the other box in its frame, and whether it is A's.
    #[inline(always)]
    fn reference_face(&self, axis: &CandidateAxis) -> Option<(BoxFace, bool)> {
        match axis.kind {
            AxisKind::FaceOfA(i) => {
                let face = BoxFace {
                    reference: self.a,
                    axis: i,
                    sign: axis.normal[i],
                    other: self.b,
                    axes: *self.axes,
                    center: self.between,
                };
                Some((face, true))
            }
            AxisKind::FaceOfB(j) => {
                let [x, y, z] = *self.axes;
                let row = |k: usize| DVec3::new(x[k], y[k], z[k]);
                let face = BoxFace {
                    reference: self.b,
                    axis: j,
                    sign: 1.0_f64.copysign(-axis.normal.dot(self.axes[j])),
                    other: self.a,
                    axes: [row(0), row(1), row(2)],
                    center: -DVec3::project(self.axes, self.between),
                };
                Some((face, false))
            }
            AxisKind::Edges(..) => None,
        }
    }
}

/// The contacts of two faces; the axis is the normal of one of them.
fn face_to_face<V: Space3>(
    boxes: &BoxPair3<'_>,
    pair: &CorePair<'_, V>,
    axis: &CandidateAxis,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let (face, reference_is_a) = boxes.reference_face(axis)?;
    let mut corners = FaceCorners::new();
    face.clip(&mut corners);
    let lowest = corners.iter().map(|c| c.height).fold(f64::INFINITY, f64::min);
    if (lowest - axis.gap).abs() > 4.0 * pair.sum_error() {
        return None;
    }
    let radii = pair.radii();
    corners.retain(|c| c.height - radii <= margin.to_f64());
    let (of_a, of_b) = (pair.a, pair.b);
    let same = MergeTolerance::of_cores(of_a, of_b);
    box_faces::merge(&mut corners, same.distance);
    box_faces::to_four(&mut corners);
    let (reference, other) = if reference_is_a {
        (of_a, of_b)
    } else {
        (of_b, of_a)
    };
    let mut step = DVec3::ZERO;
    step[face.axis] = face.sign;
    let normal = reference.frame.direction(step);
    let mut manifold = Manifold::new(V::from_double(if reference_is_a { normal } else { -normal }));
    for corner in &corners {
        let (below, above) = face.points(corner);
        let world = |p: DVec3| V::from_double(reference.frame.direction(p) + reference.frame.origin);
        let (point_a, point_b) = (
            world(below + step * reference.radius),
            world(above - step * other.radius),
        );
        let least = if corner.height <= axis.gap + same.height {
            axis.gap
        } else {
            corner.height
        };
        let contact = Contact {
            point_a,
            point_b,
            clearance: ScalarOf::<V>::lit(least - radii),
            feature: feature_id(corner.of_reference, corner.of_other),
        };
        manifold.push(if reference_is_a {
            contact
        } else {
            contact.mirrored()
        });
    }
    Some(manifold)
}

/// The contact of two edges that cross; `None` where they or their faces are nearly parallel.
fn edge_to_edge<V: Space3>(
    boxes: &BoxPair3<'_>,
    pair: &CorePair<'_, V>,
    axis: &CandidateAxis,
    (i, j): (usize, usize),
) -> Option<Manifold<V>> {
    const NEARLY: f64 = 1e-3;
    let of_b = DVec3::project(boxes.axes, axis.normal);
    let lean = |n: DVec3| (1.0 - n.abs().max_element()).abs();
    if boxes.squared_sines(j)[i] < NEARLY * NEARLY || lean(axis.normal).min(lean(of_b)) < NEARLY * NEARLY {
        return None;
    }
    let found = along(boxes, pair, axis)?;
    let c = to_world(pair, found)?;
    let edge = |n: DVec3, k: usize| {
        let corner = SupportFeature::corner_of_box(n) & !(1 << k);
        SupportFeature::edge_id(corner, corner | 1 << k)
    };
    Some(at_witness(&c, feature_id(edge(axis.normal, i), edge(-of_b, j))))
}
