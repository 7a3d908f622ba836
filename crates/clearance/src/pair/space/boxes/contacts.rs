//! The contacts of two boxes, told by the axis of their least overlap: a face against what is under it, or
//! two edges.

use glam::DVec3;

use super::{Axis, Boxes, Kind, along, favour};
use crate::math::{Real, ScalarOf, Space};
use crate::pair::answer::{Contact, FeatureId, Manifold};
use crate::pair::contact::clip_boxes;
use crate::pair::contact::clip_boxes::{Corners, Facing};
use crate::pair::contact::one_contact::at_witness;
use crate::pair::contact::patch::Patch;
use crate::pair::core3::Meeting;
use crate::pair::space;
use crate::shape::Space3;

/// The whole manifold of two boxes; `None` also where the general clip must have a look.
pub(crate) fn manifold<V: Space3>(
    meeting: &Meeting<'_, V>,
    a: DVec3,
    b: DVec3,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let boxes = Boxes::new(meeting, a, b);
    let favour = favour(meeting);
    let radii = meeting.a.radius + meeting.b.radius;
    let enough = margin.to_f64() + radii + meeting.error;
    let mut axis = boxes.widest_of_faces();
    if axis.gap <= enough {
        axis = boxes.widest_of_edges(axis, favour, enough);
    }
    if axis.gap > enough {
        return Some(Manifold::new(V::from_double(
            meeting.a.frame.direction(axis.normal),
        )));
    }
    let vanishes = ScalarOf::<V>::lit(axis.gap - radii) == ScalarOf::<V>::ZERO;
    if vanishes || !meeting.is_accurate() || (axis.gap - radii).abs() <= meeting.error + favour {
        return None;
    }
    match axis.kind {
        Kind::FaceOfA(_) | Kind::FaceOfB(_) if axis.gap < 0.0 => face_to_face(&boxes, meeting, &axis, margin),
        Kind::Edges(i, j) if axis.gap < 0.0 => edge_to_edge(&boxes, meeting, &axis, (i, j)),
        _ => None,
    }
}

impl Boxes<'_> {
    /// The face that an axis belongs to, with the other box in its frame, and whether it is one of A's.
    #[inline(always)]
    fn facing(&self, axis: &Axis) -> Option<(Facing, bool)> {
        match axis.kind {
            Kind::FaceOfA(i) => Some((
                Facing {
                    reference: self.a,
                    axis: i,
                    sign: axis.normal[i],
                    other: self.b,
                    axes: *self.axes,
                    middle: self.between,
                },
                true,
            )),
            Kind::FaceOfB(j) => {
                let [x, y, z] = *self.axes;
                let row = |k: usize| DVec3::new(x[k], y[k], z[k]);
                let facing = Facing {
                    reference: self.b,
                    axis: j,
                    sign: 1.0_f64.copysign(-axis.normal.dot(self.axes[j])),
                    other: self.a,
                    axes: [row(0), row(1), row(2)],
                    middle: -DVec3::project(self.axes, self.between),
                };
                Some((facing, false))
            }
            Kind::Edges(..) => None,
        }
    }
}

/// Contacts of two faces, of which one's normal is the axis of the least overlap.
fn face_to_face<V: Space3>(
    boxes: &Boxes<'_>,
    meeting: &Meeting<'_, V>,
    axis: &Axis,
    margin: V::Scalar,
) -> Option<Manifold<V>> {
    let (facing, reference_is_a) = boxes.facing(axis)?;
    let mut corners = Corners::new();
    facing.corners(&mut corners);
    let lowest = corners.iter().map(|c| c.height).fold(f64::INFINITY, f64::min);
    if (lowest - axis.gap).abs() > 4.0 * favour(meeting) {
        return None;
    }
    let radii = meeting.a.radius + meeting.b.radius;
    corners.retain(|c| c.height - radii <= margin.to_f64());
    let (of_a, of_b) = (meeting.a, meeting.b);
    let same = 64.0 * ScalarOf::<V>::EPSILON.to_f64() * (of_a.magnitude() + of_b.magnitude());
    clip_boxes::merge(&mut corners, same + 1e-9 * of_a.reach.min(of_b.reach));
    clip_boxes::to_four(&mut corners);
    let (reference, other) = if reference_is_a {
        (of_a, of_b)
    } else {
        (of_b, of_a)
    };
    let mut step = DVec3::ZERO;
    step[facing.axis] = facing.sign;
    let normal = reference.frame.direction(step);
    let mut manifold = Manifold::new(V::from_double(if reference_is_a { normal } else { -normal }));
    for corner in &corners {
        let (below, above) = facing.points(corner);
        let world = |p: DVec3| V::from_double(reference.frame.direction(p) + reference.frame.origin);
        let (point_a, point_b) = (
            world(below + step * reference.radius),
            world(above - step * other.radius),
        );
        let least = if corner.height <= axis.gap + same {
            axis.gap
        } else {
            corner.height
        };
        let contact = Contact {
            point_a,
            point_b,
            clearance: ScalarOf::<V>::lit(least - radii),
            feature: FeatureId {
                a: corner.of_reference,
                b: corner.of_other,
            },
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
    boxes: &Boxes<'_>,
    meeting: &Meeting<'_, V>,
    axis: &Axis,
    (i, j): (usize, usize),
) -> Option<Manifold<V>> {
    const NEARLY: f64 = 1e-3;
    let of_b = DVec3::project(boxes.axes, axis.normal);
    let lean = |n: DVec3| (1.0 - n.abs().max_element()).abs();
    if boxes.squared_sines(j)[i] < NEARLY * NEARLY || lean(axis.normal).min(lean(of_b)) < NEARLY * NEARLY {
        return None;
    }
    let found = along(boxes, meeting, axis)?;
    let c = space::hand_out(meeting, found)?;
    let edge = |n: DVec3, k: usize| {
        let corner = Patch::corner_of_box(n) & !(1 << k);
        Patch::edge_id(corner, corner | 1 << k)
    };
    let feature = FeatureId {
        a: edge(axis.normal, i),
        b: edge(-of_b, j),
    };
    Some(at_witness(&c, feature))
}
