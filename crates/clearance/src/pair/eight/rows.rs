//! Which shapes have a row, and the row of each.

use super::capsules::Capsules;
use super::plane_boxes::PlaneBoxes;
use super::row::{Row, RowKind};
use super::space_boxes::SpaceBoxes;
use super::triangles::Triangles;
use crate::shape::{Placed, Shape2, Shape3, Space2, Space3};

/// The kernel for a shape of the plane.
pub(crate) fn kind2<V: Space2>(shape: &Shape2<V>) -> Option<RowKind> {
    match shape {
        Shape2::Box(_) => Some(RowKind::PlaneBox),
        Shape2::Capsule(_) => Some(RowKind::Capsule),
        _ => None,
    }
}

/// The kernel for a shape of space.
pub(crate) fn kind3<V: Space3>(shape: &Shape3<V>) -> Option<RowKind> {
    match shape {
        Shape3::Box(_) => Some(RowKind::SpaceBox),
        Shape3::Triangle(_) => Some(RowKind::Triangle),
        Shape3::Capsule(_) => Some(RowKind::Capsule),
        _ => None,
    }
}

/// The row of a shape of the plane that has one.
pub(crate) fn row2<V: Space2>(placed: &Placed<'_, V>) -> Row {
    let row = match placed.shape {
        Shape2::Capsule(capsule) => Capsules::row(capsule, placed),
        _ => PlaneBoxes::row(placed),
    };
    row.unwrap_or(Row::NONE)
}

/// The row of a shape of space that has one.
pub(crate) fn row3<V: Space3>(placed: &Placed<'_, V>) -> Row {
    let row = match placed.shape {
        Shape3::Triangle(_) => Triangles::row(placed),
        Shape3::Capsule(capsule) => Capsules::row(capsule, placed),
        _ => SpaceBoxes::row(placed),
    };
    row.unwrap_or(Row::NONE)
}
