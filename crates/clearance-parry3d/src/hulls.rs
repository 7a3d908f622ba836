//! Hulls of points, kept: making one costs far more than a question about it.
//!
//! parry's questions come with borrowed shapes and, but for manifolds, without a place to keep anything. A
//! shape's address says nothing about its identity: when it is freed, the next shape may get the same one,
//! and a shape may be changed in place. So a hull is found by its points, all of which are compared, bit by
//! bit. A sum over a few of them leads to the candidates.
//!
//! Each thread keeps its own: nothing is locked. When more than [`MOST_POINTS`] points are kept, all are
//! forgotten, and made again when they are needed; the answers are the same.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use parry::math::{Real, Vector};

use crate::numbers::{Shape, point};

/// How many points a thread keeps, of all hulls together: a few dozen megabytes.
const MOST_POINTS: usize = 1 << 18;

struct Hull {
    points: Vec<Vector>,
    border: Real,
    shape: Rc<Shape>,
}

#[derive(Default)]
struct Hulls {
    by_sum: HashMap<u64, Vec<Hull>>,
    points: usize,
}

thread_local! {
    static HULLS: RefCell<Hulls> = RefCell::default();
}

/// The hull of points, grown by `border`; `None` where a number makes no shape.
pub(crate) fn hull(points: &[Vector], border: Real) -> Option<Rc<Shape>> {
    HULLS.with_borrow_mut(|hulls| hulls.get(points, border))
}

impl Hulls {
    fn get(&mut self, points: &[Vector], border: Real) -> Option<Rc<Shape>> {
        let sum = sum_of_some(points, border);
        let known = self
            .by_sum
            .get(&sum)
            .into_iter()
            .flatten()
            .find(|hull| hull.is_of(points, border));
        if let Some(hull) = known {
            return Some(Rc::clone(&hull.shape));
        }
        let shape = Rc::new(new_hull(points, border)?);
        self.keep(
            sum,
            Hull {
                points: points.to_vec(),
                border,
                shape: Rc::clone(&shape),
            },
        );
        Some(shape)
    }
    fn keep(&mut self, sum: u64, hull: Hull) {
        if self.points + hull.points.len() > MOST_POINTS {
            *self = Self::default();
        }
        self.points += hull.points.len();
        self.by_sum.entry(sum).or_default().push(hull);
    }
}

impl Hull {
    fn is_of(&self, points: &[Vector], border: Real) -> bool {
        let same = |(p, q): (&Vector, &Vector)| bits(*p) == bits(*q);
        self.border.to_bits() == border.to_bits()
            && self.points.len() == points.len()
            && self.points.iter().zip(points).all(same)
    }
}

fn new_hull(points: &[Vector], border: Real) -> Option<Shape> {
    let points: Vec<_> = points.iter().copied().map(point).collect();
    let sharp = Shape::convex(&points).ok()?;
    if border == 0.0 {
        Some(sharp)
    } else {
        sharp.rounded(border.into()).ok()
    }
}

#[cfg(feature = "dim2")]
fn bits(p: Vector) -> [u64; 2] {
    [p.x, p.y].map(|x| x.to_bits().into())
}
#[cfg(feature = "dim3")]
fn bits(p: Vector) -> [u64; 3] {
    [p.x, p.y, p.z].map(|x| x.to_bits().into())
}

/// A number that differs for most sets of points: Fowler, Noll and Vo's sum of the first, the middle and the
/// last.
fn sum_of_some(points: &[Vector], border: Real) -> u64 {
    let some = [points.first(), points.get(points.len() / 2), points.last()];
    let numbers = some.into_iter().flatten().flat_map(|p| bits(*p));
    let all = numbers.chain([points.len() as u64, border.to_bits().into()]);
    all.fold(0xcbf2_9ce4_8422_2325, |sum, x| {
        (sum ^ x).wrapping_mul(0x0100_0000_01b3).rotate_left(29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corner(x: Real) -> Vector {
        Vector::splat(x)
    }

    fn points(shift: Real) -> Vec<Vector> {
        (0..9)
            .map(|i| corner(i as Real) + if i == 5 { corner(shift) } else { Vector::ZERO })
            .collect()
    }

    #[test]
    fn the_same_points_are_one_hull_and_others_are_not() {
        let mut hulls = Hulls::default();
        let first = hulls.get(&points(0.0), 0.0).unwrap();
        assert!(Rc::ptr_eq(&first, &hulls.get(&points(0.0), 0.0).unwrap()));
        // Point 5 is not in the sum: only the comparison tells the two apart.
        let other = hulls.get(&points(1e-3), 0.0).unwrap();
        assert!(!Rc::ptr_eq(&first, &other));
        assert!(!Rc::ptr_eq(&first, &hulls.get(&points(0.0), 0.5).unwrap()));
        assert_eq!(hulls.points, 27);
    }

    #[test]
    fn it_never_keeps_more_than_it_may() {
        let mut hulls = Hulls {
            points: MOST_POINTS,
            ..Hulls::default()
        };
        let _ = hulls.get(&points(0.0), 0.0).unwrap();
        assert_eq!((hulls.points, hulls.by_sum.len()), (9, 1));
    }

    #[test]
    fn a_number_that_makes_no_shape_is_none() {
        assert!(hull(&[corner(Real::NAN), corner(1.0)], 0.0).is_none());
        assert!(hull(&points(0.0), -1.0).is_none());
        assert!(hull(&[], 0.0).is_none());
    }
}
