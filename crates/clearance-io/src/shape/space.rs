//! What reading needs to know of a space: how its rotations are written, and its types of shapes.

use clearance::Pose;
use clearance::cast::CastSpace;
use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::math::{Rotation, Rotation2, Space};
use clearance::shape::{InvalidShape, Shape2, Shape3, ShapeSpace};

use super::cache::ShapeCache;
use super::kinds::{self, Wrong};
use super::remarks;
use crate::json::Node;
use crate::problem::Problem;

/// A space whose shapes and poses can be read: all four can.
pub trait ReadSpace: CastSpace {
    /// The name of the field of a rotation, and its name in the other dimension.
    const ROTATION: [&'static str; 2];
    /// Reads a rotation.
    fn read_rotation(node: &Node<'_>) -> Result<<Self as Space>::Rotation, Problem>;
    /// Reads an angular velocity.
    fn read_angular(
        node: &Node<'_>,
    ) -> Result<<<Self as Space>::Rotation as Rotation<Self>>::Angular, Problem>;
    /// Reads a shape of this type, which the dimension has.
    fn read_kind(
        kind: &str,
        node: &Node<'_>,
        cache: &mut ShapeCache<'_, Self>,
    ) -> Result<<Self as ShapeSpace>::Shape, Wrong>;
    /// Remarks about a valid shape: that a mesh is open, or was given inside out.
    fn remark(shape: &<Self as ShapeSpace>::Shape) -> Option<&'static str>;
    /// The union of several shapes.
    fn compound(
        parts: Vec<(<Self as ShapeSpace>::Shape, Pose<Self>)>,
    ) -> Result<<Self as ShapeSpace>::Shape, InvalidShape>;
}

macro_rules! read_space {
    ($($v:ident: $shape:ident, $kinds:ident, $remark:ident, [$own:literal, $other:literal], $rotation:expr, $angular:ident);+) => { $(
        impl ReadSpace for $v {
            const ROTATION: [&'static str; 2] = [$own, $other];
            fn read_rotation(node: &Node<'_>) -> Result<<Self as Space>::Rotation, Problem> {
                $rotation(node)
            }
            fn read_angular(
                node: &Node<'_>,
            ) -> Result<<<Self as Space>::Rotation as Rotation<Self>>::Angular, Problem> {
                node.$angular()
            }
            fn read_kind(
                kind: &str,
                node: &Node<'_>,
                cache: &mut ShapeCache<'_, Self>,
            ) -> Result<$shape<$v>, Wrong> {
                kinds::$kinds(kind, node, cache)
            }
            fn remark(shape: &$shape<$v>) -> Option<&'static str> {
                remarks::$remark(shape)
            }
            fn compound(parts: Vec<($shape<$v>, Pose<$v>)>) -> Result<$shape<$v>, InvalidShape> {
                $shape::compound(parts)
            }
        }
    )+ };
}

read_space!(
    Vec2: Shape2, plane, of_plane, ["angle", "rotation"], |node: &Node<'_>| node.scalar().map(Rotation2::from_angle), scalar;
    DVec2: Shape2, plane, of_plane, ["angle", "rotation"], |node: &Node<'_>| node.scalar().map(Rotation2::from_angle), scalar;
    Vec3: Shape3, solid, of_solid, ["rotation", "angle"], |node: &Node<'_>| node.scalars().map(Quat::from_array), vector;
    DVec3: Shape3, solid, of_solid, ["rotation", "angle"], |node: &Node<'_>| node.scalars().map(DQuat::from_array), vector
);
