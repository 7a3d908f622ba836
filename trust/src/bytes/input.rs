//! Bytes to numbers, shapes and poses: integers, for which shapes often meet exactly, neighbours of integers,
//! and any other float.

use arbitrary::Unstructured;
use clearance::Pose;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::math::{Real, Rotation2};
use clearance::shape::{Shape2, Shape3, Space2, Space3};
use clearance_testkit::{Object, Pair, TestSpace};

/// A space whose own shapes and rotations can be made from bytes.
pub trait FuzzSpace: TestSpace {
    /// A shape that only this dimension has.
    fn special_shape(bytes: &mut Unstructured<'_>) -> Option<Self::Shape>;
    /// A rotation, valid or not.
    fn rotation(bytes: &mut Unstructured<'_>) -> Option<Self::Rotation>;
}

macro_rules! impl_fuzz_space {
    ($($v:ty: $special:ident, $rotation:expr);+ $(;)?) => { $(
        impl FuzzSpace for $v {
            fn special_shape(bytes: &mut Unstructured<'_>) -> Option<Self::Shape> {
                $special(bytes)
            }
            fn rotation(bytes: &mut Unstructured<'_>) -> Option<Self::Rotation> {
                $rotation(bytes)
            }
        }
    )+ };
}
impl_fuzz_space!(
    Vec2: special2, |bytes: &mut Unstructured<'_>| Some(Rotation2::from_angle(number(bytes)? as f32));
    DVec2: special2, |bytes: &mut Unstructured<'_>| Some(Rotation2::from_angle(number(bytes)?));
    Vec3: special3, |bytes: &mut Unstructured<'_>| Some(quaternion(bytes)?.as_quat());
    DVec3: special3, quaternion;
);

fn quaternion(bytes: &mut Unstructured<'_>) -> Option<clearance::glam::DQuat> {
    Some(clearance::glam::DQuat::from_xyzw(
        number(bytes)?,
        number(bytes)?,
        number(bytes)?,
        number(bytes)?,
    ))
}

/// A number: most are small integers, some are next to one, some are anything.
pub fn number(bytes: &mut Unstructured<'_>) -> Option<f64> {
    let small = |bytes: &mut Unstructured<'_>| bytes.arbitrary::<i8>().ok().map(|i| f64::from(i % 16));
    Some(match bytes.int_in_range(0..=9).ok()? {
        0..=4 => small(bytes)?,
        5 => {
            let x = small(bytes)?;
            f64::from_bits(
                x.to_bits()
                    .wrapping_add_signed(i64::from(bytes.arbitrary::<i8>().ok()?)),
            )
        }
        6 => f64::from(bytes.arbitrary::<i16>().ok()?) / 256.0,
        7 => small(bytes)? * 2.0_f64.powi(i32::from(bytes.arbitrary::<i8>().ok()?)),
        8 => f64::from(bytes.arbitrary::<f32>().ok()?),
        _ => bytes.arbitrary().ok()?,
    })
}

/// A vector of such numbers.
pub fn vector<V: TestSpace>(bytes: &mut Unstructured<'_>) -> Option<V> {
    let mut failed = false;
    let v = V::from_fn(|_| {
        V::Scalar::lit(number(bytes).unwrap_or_else(|| {
            failed = true;
            0.0
        }))
    });
    (!failed).then_some(v)
}

fn scalar<V: TestSpace>(bytes: &mut Unstructured<'_>) -> Option<V::Scalar> {
    number(bytes).map(V::Scalar::lit)
}

fn vectors<V: TestSpace>(bytes: &mut Unstructured<'_>, most: usize) -> Option<Vec<V>> {
    (0..bytes.int_in_range(0..=most).ok()?)
        .map(|_| vector(bytes))
        .collect()
}

/// Two objects.
pub fn pair<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<Pair<V>> {
    Some(Pair {
        a: object(bytes)?,
        b: object(bytes)?,
    })
}

/// A shape and its pose.
pub fn object<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<Object<V>> {
    Some(Object {
        shape: shape::<V>(bytes, 2)?,
        pose: pose(bytes)?,
    })
}

/// A pose; every second one rotates.
pub fn pose<V: FuzzSpace>(bytes: &mut Unstructured<'_>) -> Option<Pose<V>> {
    let mut pose = Pose::at(vector(bytes)?).ok()?;
    if bytes.arbitrary().ok()? {
        pose = pose.turned(V::rotation(bytes)?).ok()?;
    }
    if bytes.ratio(1, 4).ok()? {
        pose = pose.scaled(scalar::<V>(bytes)?).ok()?;
    }
    Some(pose)
}

/// Any shape, or `None` if the numbers are no valid shape; compounds are nested up to `depth`.
pub fn shape<V: FuzzSpace>(bytes: &mut Unstructured<'_>, depth: u8) -> Option<V::Shape> {
    match bytes.int_in_range(0..=12).ok()? {
        0 => Some(V::point()),
        1 => V::segment(vector(bytes)?, vector(bytes)?).ok(),
        2 => V::ball(scalar::<V>(bytes)?).ok(),
        3 => V::capsule(vector(bytes)?, vector(bytes)?, scalar::<V>(bytes)?).ok(),
        4 | 5 => V::cuboid(vector(bytes)?).ok(),
        6 | 7 => V::convex(&vectors::<V>(bytes, 12)?).ok(),
        8 => V::half_space(vector(bytes)?, scalar::<V>(bytes)?).ok(),
        9 => V::ellipsoid(vector(bytes)?).ok(),
        10 if depth > 0 => V::rounded(shape::<V>(bytes, depth - 1)?, scalar::<V>(bytes)?).ok(),
        11 if depth > 0 => {
            let count = bytes.int_in_range(0..=3).ok()?;
            let part = |bytes: &mut Unstructured<'_>| Some((shape::<V>(bytes, depth - 1)?, pose(bytes)?));
            V::compound((0..count).map(|_| part(bytes)).collect::<Option<_>>()?).ok()
        }
        _ => V::special_shape(bytes),
    }
}

fn special2<V: TestSpace + Space2>(bytes: &mut Unstructured<'_>) -> Option<Shape2<V>> {
    match bytes.int_in_range(0..=2).ok()? {
        0 => {
            let outer = vectors::<V>(bytes, 10)?;
            let holes: Vec<Vec<V>> = if bytes.arbitrary().ok()? {
                vec![vectors(bytes, 6)?]
            } else {
                Vec::new()
            };
            Shape2::polygon(&outer, &holes).ok()
        }
        1 => Shape2::polyline(&vectors::<V>(bytes, 8)?, bytes.arbitrary().ok()?).ok(),
        _ => {
            let (rows, columns) = (bytes.int_in_range(0..=5).ok()?, bytes.int_in_range(0..=5).ok()?);
            let row = |bytes: &mut Unstructured<'_>| -> Option<String> {
                (0..columns)
                    .map(|_| bytes.arbitrary().ok().map(|b| if b { '1' } else { '0' }))
                    .collect()
            };
            let rows: Vec<String> = (0..rows).map(|_| row(bytes)).collect::<Option<_>>()?;
            Shape2::bitmap(&rows, scalar::<V>(bytes)?).ok()
        }
    }
}

fn special3<V: TestSpace + Space3>(bytes: &mut Unstructured<'_>) -> Option<Shape3<V>> {
    match bytes.int_in_range(0..=5).ok()? {
        0 => Shape3::triangle([vector(bytes)?, vector(bytes)?, vector(bytes)?]).ok(),
        1 => Shape3::cylinder(scalar::<V>(bytes)?, scalar::<V>(bytes)?).ok(),
        2 => Shape3::cone(scalar::<V>(bytes)?, scalar::<V>(bytes)?).ok(),
        3 => {
            let (rows, columns) = (bytes.int_in_range(0..=4).ok()?, bytes.int_in_range(0..=4).ok()?);
            let row = |bytes: &mut Unstructured<'_>| {
                (0..columns)
                    .map(|_| scalar::<V>(bytes))
                    .collect::<Option<Vec<_>>>()
            };
            let heights: Vec<Vec<V::Scalar>> = (0..rows).map(|_| row(bytes)).collect::<Option<_>>()?;
            Shape3::terrain(&heights, [scalar::<V>(bytes)?, scalar::<V>(bytes)?]).ok()
        }
        4 => {
            // A tetrahedron, closed and consistently oriented: a solid, inside out or not.
            let corners = vec![vector(bytes)?, vector(bytes)?, vector(bytes)?, vector(bytes)?];
            Shape3::mesh(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).ok()
        }
        _ => {
            let vertices = vectors::<V>(bytes, 8)?;
            let index = |bytes: &mut Unstructured<'_>| bytes.int_in_range(0..=8).ok();
            let count = bytes.int_in_range(0..=8).ok()?;
            let triangle = |bytes: &mut Unstructured<'_>| Some([index(bytes)?, index(bytes)?, index(bytes)?]);
            let triangles: Vec<[u32; 3]> = (0..count).map(|_| triangle(bytes)).collect::<Option<_>>()?;
            Shape3::mesh(vertices, triangles).ok()
        }
    }
}
