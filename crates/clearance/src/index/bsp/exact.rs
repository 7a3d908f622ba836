//! The exact part of the solid-leaf tree: planes through corners of faces, and points where planes meet.
//!
//! A face that is cut gets corners that are not floats. Each is kept as the meeting point of the face's
//! plane, a bounding plane and the cutting plane (Sugihara and Iri, "A solid modelling system free from
//! topological inconsistency", 1989; Bernstein and Fussell, "Fast, exact, linear booleans", 2009), in
//! homogeneous integers. Every bounding plane is one of the input, so numbers do not grow however often a
//! face is cut.

use core::array::from_fn;
use core::cmp::Ordering;

use glam::DVec3;

use crate::exact::Dyadic;
use crate::exact::orientation::{is_usual, orient2d, orient3d, sign};
use crate::math::{Real, Vector};

/// A point `(x, y, z) / w` with `w > 0`, or a plane `x·X + y·Y + z·Z + w = 0`; in 2D the third number is 0.
pub(super) type Homogeneous4 = [Dyadic; 4];

/// The corners of a face: the first two in 2D.
pub(crate) type Corners<V> = [V; 3];

/// The components of a vector, exact; 0 for a missing one.
pub(super) fn floats<V: Vector>(v: V) -> [f64; 3] {
    from_fn(|k| if k < V::DIM { v.get(k).to_f64() } else { 0.0 })
}

/// The same as a vector.
pub(super) fn lift<V: Vector>(v: V) -> DVec3 {
    DVec3::from_array(floats(v))
}

/// On which side of a face's plane a point is: `Greater` in front, where the normal points. Exact.
pub(crate) fn side<V: Vector>([a, b, c]: &Corners<V>, p: V) -> Ordering {
    let points = [a, b, c, &p].map(|v| floats(*v));
    if points.iter().flatten().all(|&x| is_usual(x)) {
        let [a, b, _, p] = points;
        // Behind an edge is left of it.
        let front = match V::DIM {
            2 => -orient2d([a, b, p].map(|v| [v[0], v[1]])),
            _ => orient3d(points),
        };
        return sign(front);
    }
    side_of_plane(&plane_of_face::<V>(&[*a, *b, *c]), &point(p))
}

/// A point whose coordinates are floats.
pub(crate) fn point<V: Vector>(p: V) -> Homogeneous4 {
    from_fn(|k| match k {
        3 => Dyadic::one(),
        _ if k < V::DIM => Dyadic::from_real(p.get(k)),
        _ => Dyadic::zero(),
    })
}

fn difference(a: &Homogeneous4, b: &Homogeneous4) -> [Dyadic; 3] {
    from_fn(|k| a[k].minus(&b[k]))
}

fn cross(a: &[Dyadic], b: &[Dyadic]) -> [Dyadic; 3] {
    from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        a[i].times(&b[j]).minus(&a[j].times(&b[i]))
    })
}

fn dot(a: &[Dyadic], b: &[Dyadic]) -> Dyadic {
    a.iter()
        .zip(b)
        .fold(Dyadic::zero(), |sum, (x, y)| sum.plus(&x.times(y)))
}

/// The plane through a point with a normal.
fn plane([x, y, z]: [Dyadic; 3], through: &Homogeneous4) -> Homogeneous4 {
    let offset = dot(&[x.clone(), y.clone(), z.clone()], &through[..3]).negated();
    [x, y, z, offset]
}

/// The plane of a face. In 2D it is perpendicular to the plane, through the edge.
pub(super) fn plane_of_face<V: Vector>(corners: &Corners<V>) -> Homogeneous4 {
    let [a, b, c] = corners.map(point);
    let along = difference(&b, &a);
    let normal = if V::DIM == 2 {
        cross(&along, &unit_vector(2))
    } else {
        cross(&along, &difference(&c, &a))
    };
    plane(normal, &a)
}

/// A plane through an edge of a triangle, other than the plane of the triangle.
pub(super) fn plane_of_edge<V: Vector>(corners: &Corners<V>, edge: usize) -> Homogeneous4 {
    let normal = plane_of_face::<V>(corners);
    let axis = (0..3).find(|&k| !normal[k].is_zero()).unwrap_or(0);
    let (a, b) = (point(corners[edge]), point(corners[(edge + 1) % 3]));
    plane(cross(&difference(&b, &a), &unit_vector(axis)), &a)
}

/// The plane where coordinate `axis` is `at`.
pub(super) fn plane_of_axis(axis: usize, at: f64) -> Homogeneous4 {
    let [x, y, z] = unit_vector(axis);
    [x, y, z, Dyadic::from_real(at).negated()]
}

/// A unit vector.
pub(super) fn unit_vector(axis: usize) -> [Dyadic; 3] {
    from_fn(|k| if k == axis { Dyadic::one() } else { Dyadic::zero() })
}

/// The plane that contains everything in 2D.
pub(super) fn base_plane() -> Homogeneous4 {
    plane_of_axis(2, 0.0)
}

/// The single point where three planes meet (Cramer's rule).
pub(super) fn meeting_point(p: &Homogeneous4, q: &Homogeneous4, r: &Homogeneous4) -> Homogeneous4 {
    let [qr, rp, pq] = [(q, r), (r, p), (p, q)].map(|(a, b)| cross(&a[..3], &b[..3]));
    let w = dot(&p[..3], &qr);
    let at: [Dyadic; 3] = from_fn(|k| {
        let sum = p[3].times(&qr[k]).plus(&q[3].times(&rp[k]));
        sum.plus(&r[3].times(&pq[k])).negated()
    });
    let [x, y, z] = at;
    if w.sign() == Ordering::Less {
        [x.negated(), y.negated(), z.negated(), w.negated()]
    } else {
        [x, y, z, w]
    }
}

/// On which side of a plane a point is. Exact.
pub(super) fn side_of_plane(plane: &Homogeneous4, point: &Homogeneous4) -> Ordering {
    dot(plane, point).sign()
}
