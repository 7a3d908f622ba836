//! Whether two boxes meet, in single precision and four lanes: what most pairs of any precision need.
//!
//! The fifteen axes of `boxes/mod.rs`, three at a time and without a branch, from the relative quaternion.
//! With `u` the unit roundoff of single precision, quaternions and their product are right to `6 u` a
//! component, the entries of the rotation to `64 u` (each is a sum of two products, doubled, over the squared
//! length), so that with `R` the sum of all half extents and of the distance's components no gap is off by
//! more than `256 u R`: twice `64 u` for each factor of a cross product; we take half as much again, for the
//! axis that is handed out. The distance of the middles is taken in double precision before it is rounded;
//! what it and the world's own rounding (see `solid.rs`) leave open comes on top. Too close for that: `None`,
//! and double precision has a look.

use core::cmp::Ordering;

use glam::{DVec3, Vec3A, Vec3Swizzles};

use crate::math::{GivenRotation, Pose, Real, Rotation, ScalarOf, Vector};
use crate::pair::round::world_capsule::compare;
use crate::shape::{Placed, Shape3, Space3};

/// In units of the sum `R`, as derived above.
const OWN_ERROR: f32 = 192.0 * f32::EPSILON;
/// How far a rotated world vertex may be from the true one, in units of the scene's epsilon, as in
/// `solid.rs`.
const WORLD_ROUNDINGS: f64 = 2.0;

/// What is sure about two boxes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum BoxVerdict {
    /// Further apart than asked, along this unit vector of the world from A to B.
    Apart(DVec3),
    /// Their insides meet.
    Meet,
}

/// x, y, z, w, of any length. By hand: the library's own products differ in order from machine to machine.
type Quaternion = [f32; 4];

/// A box's numbers in single precision, and its middle.
struct SingleBox {
    half: Vec3A,
    turn: Quaternion,
    middle: DVec3,
    /// How far from the true world vertices, at most, where it is turned.
    world_error: f64,
}

impl SingleBox {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new<V: Space3>(placed: &Placed<'_, V>) -> Option<Self> {
        let (Shape3::Box(cuboid), None) = (placed.shape, placed.place.outer) else {
            return None;
        };
        let pose: &Pose<V> = placed.place.pose;
        let half = cuboid.half_extents().to_double() * pose.scale().to_f64();
        let middle = pose.position().to_double();
        let magnitude = sum(Vector::abs(half)) + sum(Vector::abs(middle));
        let (turn, roundings) = match pose.rotation().given() {
            GivenRotation::Quaternion(q) => (q.map(|x| x as f32), WORLD_ROUNDINGS),
            _ => ([0.0, 0.0, 0.0, 1.0], 0.0),
        };
        let scene = ScalarOf::<V>::EPSILON.to_f64();
        let squared = squared(turn);
        (squared > 1e-12 && squared < 1e12).then_some(Self {
            half: half.as_vec3a(),
            turn,
            middle,
            world_error: magnitude * (roundings * scene + 4.0 * f64::EPSILON),
        })
    }
}

#[inline(always)]
fn sum(v: DVec3) -> f64 {
    v.x + v.y + v.z
}

#[inline(always)]
fn squared([x, y, z, w]: Quaternion) -> f32 {
    (x * x + y * y) + (z * z + w * w)
}

/// The turn back of `p`, after `q`.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn relative(p: Quaternion, q: Quaternion) -> Quaternion {
    let ([px, py, pz, pw], [qx, qy, qz, qw]) = (p, q);
    [
        (pw * qx - px * qw) - (py * qz - pz * qy),
        (pw * qy - py * qw) - (pz * qx - px * qz),
        (pw * qz - pz * qw) - (px * qy - py * qx),
        (pw * qw + px * qx) + (py * qy + pz * qz),
    ]
}

/// The images of the axes under a quaternion of any length.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn axes(q: Quaternion) -> [Vec3A; 3] {
    let [x, y, z, w] = q;
    let s = 2.0 / squared(q);
    let (sx, sy, sz) = (x * s, y * s, z * s);
    let (xx, yy, zz) = (x * sx, y * sy, z * sz);
    let (xy, xz, yz) = (x * sy, x * sz, y * sz);
    let (wx, wy, wz) = (w * sx, w * sy, w * sz);
    [
        Vec3A::new(1.0 - (yy + zz), xy + wz, xz - wy),
        Vec3A::new(xy - wz, 1.0 - (xx + zz), yz + wx),
        Vec3A::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
    ]
}

/// Two boxes that stand in the world itself: whether they surely meet, or are surely further apart than
/// `margin`.
#[inline]
pub(crate) fn ask<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>, margin: f64) -> Option<BoxVerdict> {
    let (lanes_a, lanes_b) = (SingleBox::new(a)?, SingleBox::new(b)?);
    let between = lanes_b.middle - lanes_a.middle;
    let (a, b) = (lanes_a.half, lanes_b.half);
    let away = between.as_vec3a();
    let all = a + b + away.abs();
    let scale = all.x + all.y + all.z;
    let error = scale * OWN_ERROR + (lanes_a.world_error + lanes_b.world_error) as f32;
    let columns = axes(relative(lanes_a.turn, lanes_b.turn));
    let [x, y, z, w] = lanes_a.turn;
    let own = axes([-x, -y, -z, w]);
    let t = own[0] * away.x + own[1] * away.y + own[2] * away.z;
    let gaps = gaps(a, b, t, &columns);
    let widest = gaps[0]
        .max(gaps[1])
        .max(gaps[2].max(gaps[3]).max(gaps[4]))
        .max_element();
    if !(scale > 1e-15 && scale < 1e15) {
        return None;
    }
    if widest > error + (margin * (1.0 + 1e-6)) as f32 {
        return axis(&lanes_a, &lanes_b, between, &gaps, widest);
    }
    let sure = widest < -error || overlaps_but_for_parallel_edges(&gaps, &columns, error, scale);
    sure.then_some(BoxVerdict::Meet)
}

/// A unit vector of the world, from A to B, along which two boxes are surely further apart than `margin`;
/// from one side always, so that swapped questions have mirrored answers.
#[inline]
pub(crate) fn axis_beyond<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>, margin: f64) -> Option<DVec3> {
    let position = |placed: &Placed<'_, V>| placed.place.pose.position();
    let (first, second, sign) = match compare(position(a), position(b)) {
        Ordering::Less => (a, b, 1.0),
        Ordering::Greater => (b, a, -1.0),
        Ordering::Equal => return None,
    };
    match ask(first, second, margin)? {
        BoxVerdict::Apart(axis) => Some(axis * sign),
        BoxVerdict::Meet => None,
    }
}

/// Gaps along A's axes, B's axes, and, not normalised, the cross products of all of A's with each of B's.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn gaps(a: Vec3A, b: Vec3A, t: Vec3A, columns: &[Vec3A; 3]) -> [Vec3A; 5] {
    let [x, y, z] = *columns;
    let reach = columns.map(Vec3A::abs);
    let of_a = t.abs() - (a + reach[0] * b.x + reach[1] * b.y + reach[2] * b.z);
    let rows = [
        Vec3A::new(x.x, y.x, z.x),
        Vec3A::new(x.y, y.y, z.y),
        Vec3A::new(x.z, y.z, z.z),
    ];
    let seen = rows[0] * t.x + rows[1] * t.y + rows[2] * t.z;
    let of_b = seen.abs() - (b + rows[0].abs() * a.x + rows[1].abs() * a.y + rows[2].abs() * a.z);
    let (a_yzx, a_zxy) = (a.yzx(), a.zxy());
    let edges = |j: usize, k: usize, l: usize| {
        let of_a = a_yzx * reach[j].zxy() + a_zxy * reach[j].yzx();
        let of_b = reach[l] * b[k] + reach[k] * b[l];
        columns[j].cross(t).abs() - (of_a + of_b)
    };
    [of_a, of_b, edges(0, 1, 2), edges(1, 2, 0), edges(2, 0, 1)]
}

/// Whether they surely meet though an axis of (nearly) parallel edges says nothing: by the argument of
/// `boxes/mod.rs`, with twice its depth for sines that are themselves rounded.
#[cold]
fn overlaps_but_for_parallel_edges(gaps: &[Vec3A; 5], columns: &[Vec3A; 3], error: f32, scale: f32) -> bool {
    let thin_squared = error / scale;
    let deep = -(error + 32.0 * (error * scale).sqrt());
    let of_faces = gaps[0].max(gaps[1]).max_element();
    of_faces < deep
        && (0..3).all(|j| {
            let square = columns[j] * columns[j];
            let sines = square.yzx() + square.zxy();
            (0..3).all(|i| gaps[2 + j][i] < deep || sines[i] < thin_squared)
        })
}

/// The axis whose gap is the widest, in the world.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn axis(a: &SingleBox, b: &SingleBox, between: DVec3, gaps: &[Vec3A; 5], widest: f32) -> Option<BoxVerdict> {
    let of = |gaps: Vec3A| (0..3).find(|&i| gaps[i] == widest);
    let wide = |lanes: &SingleBox| axes(lanes.turn).map(|v| v.as_dvec3());
    let axis = if let Some(i) = of(gaps[0]) {
        wide(a)[i]
    } else if let Some(j) = of(gaps[1]) {
        wide(b)[j]
    } else {
        let (i, j) = (0..3).find_map(|j| Some((of(gaps[2 + j])?, j)))?;
        wide(a)[i].cross(wide(b)[j])
    };
    let axis = if axis.dot(between) < 0.0 { -axis } else { axis };
    // Edges so nearly parallel that their cross product is noise are for double precision.
    let length = axis.length();
    (length > 1e-2).then(|| BoxVerdict::Apart(axis / length))
}
