//! An axis along which two boxes are surely further apart than a margin: the answer of a manifold without
//! contacts.
//!
//! The fifteen axes of `boxes.rs`, three at a time and without a branch, from the relative quaternion. Which
//! of them is the answer depends on the order of the sums, so that these are written out, and the matrix is
//! kept by its columns.
//!
//! Error bound: with `u` the unit roundoff of single precision, quaternions and their product are right to `6
//! u` a component, and the entries of the rotation to `64 u` (each is a sum of two products, doubled, over
//! the squared length). So with `R` the sum of all half extents and of the distance's components no gap is
//! off by more than `256 u R`: twice `64 u` for each factor of a cross product; half as much again is taken,
//! for the axis that is returned. The distance of the centers is taken in double precision before it is
//! rounded; what it and the world's own rounding (`core_pair.rs`) leave open is added. Within the bound the
//! answer is `None`, and double precision decides.
//!
//! Limits: boxes whose place is one pose, and sizes from 1e-15 to 1e15.

use core::cmp::Ordering;

use glam::{DVec3, Vec3A, Vec3Swizzles};

use crate::pair::eight::WorldBox;
use crate::pair::round::world_capsule::compare;
use crate::shape::{Placed, Space3};

/// The error bound of gaps in units of the sum `R`, as derived above.
const OWN_ERROR: f32 = 192.0 * f32::EPSILON;
/// x, y, z, w, of any length. The products are written out here, since those of glam differ in order from
/// machine to machine.
type Quaternion = [f32; 4];

/// A box in single precision, except its center.
struct SingleBox {
    half: Vec3A,
    rotation: Quaternion,
    center: DVec3,
    /// The error bound of the world vertices.
    world_error: f64,
}

impl SingleBox {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn new<V: Space3>(placed: &Placed<'_, V>) -> Option<Self> {
        let given = WorldBox::of(placed)?;
        let rotation = given.rotation.map(|x| x as f32);
        let squared = squared(rotation);
        (squared > 1e-12 && squared < 1e12).then_some(Self {
            half: given.half.as_vec3a(),
            rotation,
            center: given.center,
            world_error: given.magnitude * (given.rounding + 4.0 * f64::EPSILON),
        })
    }
}

#[inline]
fn squared([x, y, z, w]: Quaternion) -> f32 {
    (x * x + y * y) + (z * z + w * w)
}

/// The product of the conjugate of `p` with `q`: the rotation `q` in the frame of `p`.
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

/// A unit vector of the world, from A to B, along which two boxes are surely further apart than `margin`. The
/// two are taken in a fixed order, so that exchanging A and B mirrors the answer.
#[inline]
pub(crate) fn axis_beyond<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>, margin: f64) -> Option<DVec3> {
    let position = |placed: &Placed<'_, V>| placed.place.pose.position();
    let (first, second, sign) = match compare(position(a), position(b)) {
        Ordering::Less => (a, b, 1.0),
        Ordering::Greater => (b, a, -1.0),
        Ordering::Equal => return None,
    };
    in_order(first, second, margin).map(|axis| axis * sign)
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn in_order<V: Space3>(a: &Placed<'_, V>, b: &Placed<'_, V>, margin: f64) -> Option<DVec3> {
    let (single_a, single_b) = (SingleBox::new(a)?, SingleBox::new(b)?);
    let between = single_b.center - single_a.center;
    let (a, b) = (single_a.half, single_b.half);
    let away = between.as_vec3a();
    let all = a + b + away.abs();
    let scale = all.x + all.y + all.z;
    let error = scale * OWN_ERROR + (single_a.world_error + single_b.world_error) as f32;
    let columns = axes(relative(single_a.rotation, single_b.rotation));
    let [x, y, z, w] = single_a.rotation;
    let own = axes([-x, -y, -z, w]);
    let t = own[0] * away.x + own[1] * away.y + own[2] * away.z;
    let gaps = gaps(a, b, t, &columns);
    let widest = gaps[0]
        .max(gaps[1])
        .max(gaps[2].max(gaps[3]).max(gaps[4]))
        .max_element();
    let is_beyond = widest > error + (margin * (1.0 + 1e-6)) as f32;
    (scale > 1e-15 && scale < 1e15 && is_beyond)
        .then(|| axis(&single_a, &single_b, between, &gaps, widest))?
}

/// The gaps along A's axes, B's axes, and, not normalized, the cross products of all of A's with each of B's.
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

/// The axis of the greatest gap, in the world.
#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn axis(a: &SingleBox, b: &SingleBox, between: DVec3, gaps: &[Vec3A; 5], widest: f32) -> Option<DVec3> {
    let of = |gaps: Vec3A| (0..3).find(|&i| gaps[i] == widest);
    let wide = |single: &SingleBox| axes(single.rotation).map(|v| v.as_dvec3());
    let axis = if let Some(i) = of(gaps[0]) {
        wide(a)[i]
    } else if let Some(j) = of(gaps[1]) {
        wide(b)[j]
    } else {
        let (i, j) = (0..3).find_map(|j| Some((of(gaps[2 + j])?, j)))?;
        wide(a)[i].cross(wide(b)[j])
    };
    let axis = if axis.dot(between) < 0.0 { -axis } else { axis };
    // The cross product of nearly parallel edges has lost its digits; double precision decides.
    let length = axis.length();
    (length > 1e-2).then(|| axis / length)
}
