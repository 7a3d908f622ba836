//! Whether two boxes meet, of eight pairs at a time, in single precision.
//!
//! The fifteen axes of `space/boxes/mod.rs` without a branch, one pair in each lane, from the relative
//! quaternion, as `space/single/boxes.rs` does it for one pair with its error bound: with `u` the unit
//! roundoff and `R` the sum of all half extents and of the distance's components, no gap is off by more than
//! `256 u R`. Rotations are normalized once for each box here, instead of each product: entries of the
//! rotation are then right to `88 u`, which is within the `384 u R` that are taken.
//!
//! # Parallel edges
//!
//! The cross product of parallel edges is no axis: its gap is near 0 and decides nothing. That is each pair
//! of a stack or a wall. Where all entries of the relative rotation are within `d` of 0 or of ±1, B is a box
//! with the axes of A that was turned by no more than `4 d`, which moves no point of it by more than `4 d R`.
//! So where the gaps along the axes of both are less than `-4 d R` and one box is thicker than that in each
//! direction, they have a point in common: of the points of that other B in A take the one that is deepest in
//! A, or the other way round; where it goes, it is still in both.
//!
//! Limits: boxes of which there is a row, and sizes from 1e-15 to 1e15. What is unsure is asked pair by pair.

use super::row::{Kernel, Row, Sure, are_ordinary, numbers};
use super::three::{Three, absolute, least, minus, most, total};
use super::world_box::WorldBox;
use crate::shape::{Placed, Space3};
use crate::simd::{EIGHT, Eight, Lanes};

/// The error bound of gaps in units of the sum `R`.
const OWN_ERROR: f32 = 192.0 * f32::EPSILON;
/// How far an entry of a rotation may be from the true one, as above, and more.
const ENTRY_ERROR: f32 = 64.0 * f32::EPSILON;
/// A rotation with entries within `d` of 0 or ±1 is by less than so many `d`, with what the entries are
/// rounded by.
const TURNED: f32 = 4.0;

/// Rounding a center to two singles: twice the square of their unit roundoff, and more.
const CENTER_ERROR: f64 = 1.0 / (1u64 << 44) as f64;

/// The kernel of boxes of space.
pub(crate) struct SpaceBoxes;

impl SpaceBoxes {
    /// Half extents, the error bound of the world vertices, the rotation as a quaternion of length 1, and the
    /// center as three sums of two numbers. `None` for other shapes, and for quaternions of another length
    /// than ordinary.
    pub(crate) fn row<V: Space3>(placed: &Placed<'_, V>) -> Option<Row> {
        let given = WorldBox::of(placed)?;
        let [x, y, z, w] = normalized(given.rotation)?;
        let world_error = (given.magnitude * (given.rounding + CENTER_ERROR)) as f32;
        let (half, center) = (given.half.as_vec3(), given.center.as_vec3());
        let rest = (given.center - center.as_dvec3()).as_vec3();
        Some(Row([
            half.x,
            half.y,
            half.z,
            world_error,
            x,
            y,
            z,
            w,
            center.x,
            center.y,
            center.z,
            rest.x,
            rest.y,
            rest.z,
            0.0,
            0.0,
        ]))
    }
}

fn normalized(q: [f64; 4]) -> Option<[f32; 4]> {
    let length = libm::sqrt(q.iter().map(|x| x * x).sum());
    (length > 1e-6 && length < 1e6).then(|| q.map(|x| (x / length) as f32))
}

impl Kernel for SpaceBoxes {
    type A = Row;
    type B = Row;
    #[inline(always)]
    fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&Row; EIGHT]) -> Sure {
        ask(lanes, a, b)
    }
}

#[inline(always)]
fn ask<L: Lanes>(lanes: L, a: [&Row; EIGHT], b: [&Row; EIGHT]) -> Sure {
    let (a, b) = (EightBoxesOfSpace::new(lanes, a), EightBoxesOfSpace::new(lanes, b));
    let away = difference(a.center, b.center);
    let scale = total(a.half) + total(b.half) + total(absolute(away));
    let error = scale * lanes.splat(OWN_ERROR) + (a.world_error + b.world_error);
    let one = lanes.splat(1.0);
    let columns = axes(relative(a.rotation, b.rotation), one);
    let Gaps { of_faces, of_edges } = gaps([a.half, b.half], turned_back(a.rotation, away), columns);
    let widest = of_faces.max(of_edges);
    let is_ordinary = are_ordinary(lanes, scale);
    let apart = lanes.are_at_most(error, widest) & is_ordinary;
    let mut meet = lanes.are_at_most(widest, -error) & is_ordinary;
    if meet | apart != is_ordinary {
        let turned = (farthest_from_unit(columns, one) + lanes.splat(ENTRY_ERROR)) * lanes.splat(TURNED);
        let slack = error + turned * scale;
        let thickness = least(a.half).max(least(b.half));
        meet |= lanes.are_at_most(of_faces, -slack) & lanes.are_at_most(slack, thickness) & is_ordinary;
    }
    Sure { meet, apart }
}

/// One side of eight pairs, a box in each lane.
pub(super) struct EightBoxesOfSpace<E> {
    /// As sums of two numbers.
    pub center: [Three<E>; 2],
    pub half: Three<E>,
    pub rotation: [E; 4],
    pub world_error: E,
}

impl<E: Eight> EightBoxesOfSpace<E> {
    #[inline(always)]
    pub(super) fn new<L: Lanes<Eight = E>>(lanes: L, rows: [&Row; EIGHT]) -> Self {
        let rows = numbers(rows);
        let [hx, hy, hz, world_error] = lanes.columns(&rows, 0);
        let rotation = lanes.columns(&rows, 4);
        let [x, y, z, u] = lanes.columns(&rows, 8);
        let [v, w, ..] = lanes.columns(&rows, 12);
        Self {
            center: [[x, y, z], [u, v, w]],
            half: [hx, hy, hz],
            rotation,
            world_error,
        }
    }
    /// From the center to a point.
    #[inline(always)]
    pub(super) fn to(&self, point: Three<E>) -> Three<E> {
        minus(minus(point, self.center[0]), self.center[1])
    }
}

#[inline(always)]
pub(super) fn difference<E: Eight>([a, b]: [Three<E>; 2], [c, d]: [Three<E>; 2]) -> Three<E> {
    [
        (c[0] - a[0]) + (d[0] - b[0]),
        (c[1] - a[1]) + (d[1] - b[1]),
        (c[2] - a[2]) + (d[2] - b[2]),
    ]
}

/// A vector, turned by the inverse of a quaternion of length 1.
#[inline(always)]
pub(super) fn turned_back<E: Eight>([x, y, z, w]: [E; 4], v: Three<E>) -> Three<E> {
    let cross = [v[1] * z - v[2] * y, v[2] * x - v[0] * z, v[0] * y - v[1] * x];
    let twice = [cross[0] + cross[0], cross[1] + cross[1], cross[2] + cross[2]];
    [
        v[0] + (w * twice[0] + (twice[1] * z - twice[2] * y)),
        v[1] + (w * twice[1] + (twice[2] * x - twice[0] * z)),
        v[2] + (w * twice[2] + (twice[0] * y - twice[1] * x)),
    ]
}

/// The product of the conjugate of `p` with `q`: the rotation `q` in the frame of `p`.
#[inline(always)]
fn relative<E: Eight>([px, py, pz, pw]: [E; 4], [qx, qy, qz, qw]: [E; 4]) -> [E; 4] {
    [
        (pw * qx - px * qw) - (py * qz - pz * qy),
        (pw * qy - py * qw) - (pz * qx - px * qz),
        (pw * qz - pz * qw) - (px * qy - py * qx),
        (pw * qw + px * qx) + (py * qy + pz * qz),
    ]
}

/// The images of the axes under a quaternion of length 1.
#[inline(always)]
fn axes<E: Eight>([x, y, z, w]: [E; 4], one: E) -> [Three<E>; 3] {
    let [sx, sy, sz] = [x + x, y + y, z + z];
    let (xx, yy, zz) = (x * sx, y * sy, z * sz);
    let (xy, xz, yz) = (x * sy, x * sz, y * sz);
    let (wx, wy, wz) = (w * sx, w * sy, w * sz);
    [
        [one - (yy + zz), xy + wz, xz - wy],
        [xy - wz, one - (xx + zz), yz + wx],
        [xz + wy, yz - wx, one - (xx + yy)],
    ]
}

/// How far an entry of a rotation is from 0 or ±1 at most.
#[inline(always)]
fn farthest_from_unit<E: Eight>([p, q, r]: [Three<E>; 3], one: E) -> E {
    let of_column = [from_unit(p, one), from_unit(q, one), from_unit(r, one)];
    most(of_column)
}

#[inline(always)]
fn from_unit<E: Eight>(v: Three<E>, one: E) -> E {
    let [x, y, z] = absolute(v);
    let below_one = absolute([one - x, one - y, one - z]);
    most([x.min(below_one[0]), y.min(below_one[1]), z.min(below_one[2])])
}

/// The widest gaps along the axes of both boxes, and along the cross products of them, which are not
/// normalized.
struct Gaps<E> {
    of_faces: E,
    of_edges: E,
}

/// No closures here: what is not inlined is compiled without the registers.
#[inline(always)]
fn gaps<E: Eight>(half: [Three<E>; 2], t: Three<E>, columns: [Three<E>; 3]) -> Gaps<E> {
    let reach = [absolute(columns[0]), absolute(columns[1]), absolute(columns[2])];
    let seen = Seen {
        half,
        t,
        columns,
        reach,
    };
    Gaps {
        of_faces: most([seen.of_faces(0), seen.of_faces(1), seen.of_faces(2)]),
        of_edges: most([seen.of_edges(0), seen.of_edges(1), seen.of_edges(2)]),
    }
}

/// Two boxes, as A sees them: the center of B, its axes, and these without their signs.
#[derive(Clone, Copy)]
struct Seen<E> {
    half: [Three<E>; 2],
    t: Three<E>,
    columns: [Three<E>; 3],
    reach: [Three<E>; 3],
}

impl<E: Eight> Seen<E> {
    /// Along axis `i` of A, and of B.
    #[inline(always)]
    fn of_faces(self, i: usize) -> E {
        let ([a, b], t, reach) = (self.half, self.t, self.reach);
        let of_a = a[i] + (reach[0][i] * b[0] + reach[1][i] * b[1] + reach[2][i] * b[2]);
        let along = self.columns[i][0] * t[0] + self.columns[i][1] * t[1] + self.columns[i][2] * t[2];
        let of_b = b[i] + (reach[i][0] * a[0] + reach[i][1] * a[1] + reach[i][2] * a[2]);
        (t[i].abs() - of_a).max(along.abs() - of_b)
    }
    /// Along the cross products of A's axes with axis `j` of B.
    #[inline(always)]
    fn of_edges(self, j: usize) -> E {
        most([self.of_edge(0, j), self.of_edge(1, j), self.of_edge(2, j)])
    }
    #[inline(always)]
    fn of_edge(self, i: usize, j: usize) -> E {
        let ([a, b], t, reach) = (self.half, self.t, self.reach);
        let (k, l) = ((j + 1) % 3, (j + 2) % 3);
        let (m, n) = ((i + 1) % 3, (i + 2) % 3);
        let distance = self.columns[j][m] * t[n] - self.columns[j][n] * t[m];
        let of_a = a[m] * reach[j][n] + a[n] * reach[j][m];
        let of_b = reach[l][i] * b[k] + reach[k][i] * b[l];
        distance.abs() - (of_a + of_b)
    }
}
