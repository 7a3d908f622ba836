//! Where a file puts a mesh: what nodes and components say, one within another.
//!
//! A chain of similarities (scaled by one factor, turned, moved) stays one. It becomes the pose of a part, so
//! that all parts of one mesh share it. Anything else, such as a mirrored or a stretched mesh, is a matrix,
//! and moves the vertices themselves.
//!
//! Quaternions keep the length that they have in the file: a pose divides by it in extended precision. So a
//! quarter turn written in singles, `[0, 0, 0.70710677, 0.70710677]`, is an exact one. A matrix counts as a
//! similarity if it differs from one by no more than [`ROUNDED`], which is what writing a rotation in singles
//! or with six digits leaves of it. The quaternion of quarter turns is one of whole numbers, and exact as
//! well.

use clearance::Pose;
use clearance::glam::{DMat3, DMat4, DQuat, DVec3};
use clearance::math::{InvalidPose, Rotation};

use super::surface::Surface;

/// How far the axes of a rotation may be from unit length and from right angles.
const ROUNDED: f64 = 1e-6;

/// Where a mesh is in the frame of what is around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Placement {
    /// Scaled by one factor, turned, moved.
    Similar(Pose<DVec3>),
    /// Anything else.
    Other(DMat4),
}

impl Placement {
    /// Where it already is.
    pub const IDENTITY: Self = Self::Similar(Pose::IDENTITY);

    /// Scaled along its axes, turned by a quaternion of any length, moved.
    pub fn of_parts(position: DVec3, rotation: DQuat, scale: DVec3) -> Self {
        let uniform = (scale == DVec3::splat(scale.x)).then_some(scale.x);
        match uniform.map(|scale| pose(position, rotation, scale)) {
            Some(Ok(pose)) => Self::Similar(pose),
            _ => Self::Other(DMat4::from_scale_rotation_translation(
                scale,
                rotation.normalize(),
                position,
            )),
        }
    }
    /// As this matrix says.
    pub fn of_matrix(matrix: DMat4) -> Self {
        let linear = DMat3::from_mat4(matrix);
        let lengths = [linear.x_axis, linear.y_axis, linear.z_axis].map(DVec3::length);
        let scale = match lengths {
            [a, b, c] if a == b && b == c => a, // their mean may be rounded
            [a, b, c] => (a + b + c) / 3.0,
        };
        let axes = linear.to_cols_array().map(|x| x / scale);
        let axes = DMat3::from_cols_array(&axes);
        if !is_rotation(&axes) {
            return Self::Other(matrix);
        }
        pose(matrix.w_axis.truncate(), quaternion(&axes), scale).map_or(Self::Other(matrix), Self::Similar)
    }
    /// First `inner`, then this one.
    pub fn after(&self, inner: &Self) -> Self {
        let (Self::Similar(outer), Self::Similar(inner)) = (self, inner) else {
            return Self::Other(self.matrix() * inner.matrix());
        };
        let combined = pose(
            point(outer, inner.position()),
            product(outer.rotation(), inner.rotation()),
            outer.scale() * inner.scale(),
        );
        combined.map_or_else(|_| Self::Other(matrix(outer) * matrix(inner)), Self::Similar)
    }
    fn matrix(&self) -> DMat4 {
        match self {
            Self::Similar(pose) => matrix(pose),
            Self::Other(matrix) => *matrix,
        }
    }
}

/// The surface moved as the matrix says. A reflection reverses its triangles, so that they still face
/// outwards.
pub fn moved(surface: &Surface, matrix: &DMat4) -> Surface {
    let mut moved = surface.clone();
    for vertex in &mut moved.vertices {
        *vertex = matrix.transform_point3(DVec3::from_array(*vertex)).to_array();
    }
    if matrix.determinant() < 0.0 {
        moved.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    }
    moved
}

/// A point at a pose, in floats.
pub fn point(pose: &Pose<DVec3>, p: DVec3) -> DVec3 {
    pose.frame().point(p)
}

fn pose(position: DVec3, rotation: DQuat, scale: f64) -> Result<Pose<DVec3>, InvalidPose> {
    Pose::new(position, rotation)?.scaled(scale)
}

fn matrix(pose: &Pose<DVec3>) -> DMat4 {
    let [x, y, z] = pose
        .rotation()
        .axes()
        .map(|axis| (axis * pose.scale()).extend(0.0));
    DMat4::from_cols(x, y, z, pose.position().extend(1.0))
}

/// Whether these are right-handed axes of unit length at right angles, apart from rounding.
fn is_rotation(axes: &DMat3) -> bool {
    let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis];
    let unit = [x, y, z].map(|axis| axis.length() - 1.0);
    let errors = [x.dot(y), y.dot(z), z.dot(x)].into_iter().chain(unit);
    axes.determinant() > 0.0 && errors.into_iter().all(|error| error.abs() <= ROUNDED)
}

/// A quaternion of these axes, of any length (Shepperd 1978): the largest of the four components is computed
/// from the diagonal, the others by division, which is left out here.
fn quaternion(axes: &DMat3) -> DQuat {
    let [xx, xy, xz, yx, yy, yz, zx, zy, zz] = axes.to_cols_array(); // xy: y of the image of the x axis
    let largest = [xx, yy, zz, xx + yy + zz]
        .into_iter()
        .fold(f64::NEG_INFINITY, f64::max);
    if largest == xx + yy + zz {
        DQuat::from_xyzw(yz - zy, zx - xz, xy - yx, 1.0 + largest)
    } else if largest == xx {
        DQuat::from_xyzw(1.0 + xx - yy - zz, xy + yx, zx + xz, yz - zy)
    } else if largest == yy {
        DQuat::from_xyzw(xy + yx, 1.0 + yy - xx - zz, yz + zy, zx - xz)
    } else {
        DQuat::from_xyzw(zx + xz, yz + zy, 1.0 + zz - xx - yy, xy - yx)
    }
}

/// The product of two quaternions, at a length at which long chains neither overflow nor vanish, and turns by
/// quarters stay exact.
fn product(a: DQuat, b: DQuat) -> DQuat {
    let (p, q) = (handy(a), handy(b));
    DQuat::from_xyzw(
        p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
        p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
        p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
        p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
    )
}

/// The same rotation, exactly: with components 0, 1 and -1 if that is possible, as it is for the 24 turns of
/// a cube; else divided by a power of two, so that the largest component is between 1 and 2.
fn handy(q: DQuat) -> DQuat {
    let sizes = q.to_array().map(f64::abs);
    let largest = sizes.into_iter().fold(0.0, f64::max);
    if sizes.into_iter().all(|size| size == 0.0 || size == largest) {
        return DQuat::from_array(q.to_array().map(|x| x / largest));
    }
    let power = f64::from_bits(2046_u64.saturating_sub(largest.to_bits() >> 52).max(1) << 52);
    DQuat::from_array(q.to_array().map(|x| x * power))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Singles of a quarter turn, a turn in six digits, and whole numbers.
    const TURNS: [[f64; 4]; 4] = [
        [0.0, 0.0, 0.707_106_77_f32 as f64, 0.707_106_77_f32 as f64],
        [0.0, 3.0, 0.0, -3.0],
        [0.5, -0.5, 0.5, 0.5],
        [1e-200, 0.0, 0.0, 1e-200],
    ];

    #[test]
    fn quarter_turns_stay_exact_through_chains_and_matrices() {
        let corner = DVec3::new(0.1, 0.7, -13.3);
        let mut chain = Placement::IDENTITY;
        for i in 0..400 {
            let turn = DQuat::from_array(TURNS[i % 4]);
            let link = Placement::of_parts(DVec3::new(1.0, -2.0, 0.5), turn, DVec3::splat(1.0));
            chain = chain.after(&link);
            let Placement::Similar(pose) = chain else {
                panic!("a chain of similarities is one")
            };
            let turned = point(&pose, corner) - pose.position();
            let sorted = |v: DVec3| {
                let mut v = v.to_array().map(f64::abs);
                v.sort_by(f64::total_cmp);
                v
            };
            assert!((turned.length() - corner.length()).abs() < 1e-12);
            // Each coordinate is one of the corner's, exactly.
            let axes = pose.rotation().axes();
            assert!(
                axes.iter().all(|axis| sorted(*axis) == [0.0, 0.0, 1.0]),
                "{i}: {axes:?}"
            );
            // The same from its matrix.
            assert_eq!(Placement::of_matrix(chain.matrix()).matrix(), chain.matrix());
        }
    }

    #[test]
    fn what_is_stretched_or_mirrored_is_no_pose() {
        let turn = DQuat::from_array(TURNS[2]);
        for scale in [
            [1.0, 1.0, 1.001],
            [-1.0, 1.0, 1.0],
            [-2.0, -2.0, -2.0],
            [0.0, 0.0, 0.0],
        ] {
            let of_parts = Placement::of_parts(DVec3::X, turn, DVec3::from_array(scale));
            assert!(matches!(of_parts, Placement::Other(_)), "{scale:?}");
            let of_matrix = Placement::of_matrix(of_parts.matrix());
            assert!(matches!(of_matrix, Placement::Other(_)), "{scale:?}");
        }
    }

    /// Random rotations of every branch, rounded to singles: the pose is where the matrix is.
    #[test]
    fn a_matrix_of_singles_is_its_similarity() {
        let mut state = 7_u64;
        let mut dice = || {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 40) as f64 / (1 << 23) as f64 - 1.0
        };
        for _ in 0..500 {
            let turn = DQuat::from_xyzw(dice(), dice(), dice(), 0.3 * dice()).normalize();
            let scale = 2.0 + dice();
            let exact = DMat4::from_scale_rotation_translation(
                DVec3::splat(scale),
                turn,
                DVec3::new(dice(), 5.0, 6.0),
            );
            let rounded = DMat4::from_cols_array(&exact.to_cols_array().map(|x| f64::from(x as f32)));
            let Placement::Similar(pose) = Placement::of_matrix(rounded) else {
                panic!("rounding is allowed")
            };
            for corner in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::ONE] {
                let error = point(&pose, corner) - exact.transform_point3(corner);
                assert!(error.length() < 1e-6, "{error}");
            }
        }
    }
}
