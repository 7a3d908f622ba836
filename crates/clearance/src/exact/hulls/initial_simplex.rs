//! The first simplex of the exact GJK, from a GJK in floats: only the last steps are taken in integers.
//!
//! Any simplex would do: [`super::gjk`] continues from it until its own proof holds. So the numbers at which
//! the float loop stops need no care; it ends when it gets no nearer, or after a few steps.

use alloc::vec::Vec;

use super::difference::{DifferenceVertex, MinkowskiDifference};

/// Float steps at most; more than six are rarely needed.
const STEPS: usize = 12;

/// A vertex of D in floats, and the two vertices whose difference it is.
#[derive(Clone, Copy)]
struct RoundedVertex<const D: usize> {
    position: [f64; D],
    a: usize,
    b: usize,
}

/// Up to D + 1 vertices of D whose hull has, at least nearly, the point of D nearest to the origin.
pub(crate) fn initial_simplex<const D: usize>(
    difference: &MinkowskiDifference<'_, D>,
) -> Vec<DifferenceVertex<D>> {
    let mut simplex: Vec<RoundedVertex<D>> = Vec::with_capacity(D + 1);
    let mut nearest = vertex(difference, 0, 0).position;
    for _ in 0..STEPS {
        let next = support(difference, &nearest);
        let square = dot(&nearest, &nearest);
        let known = simplex.iter().any(|p| (p.a, p.b) == (next.a, next.b));
        let progress = square - dot(&nearest, &next.position) > 1e-14 * square;
        if !simplex.is_empty() && (known || !progress) {
            break;
        }
        simplex.push(next);
        let Some((subset, point)) = reduce(&simplex) else {
            simplex.pop();
            break;
        };
        let mut i = 0;
        simplex.retain(|_| {
            i += 1;
            subset >> (i - 1) & 1 == 1
        });
        nearest = point;
        if simplex.len() > D {
            break;
        }
    }
    simplex.iter().map(|p| difference.vertex(p.a, p.b)).collect()
}

fn vertex<const D: usize>(difference: &MinkowskiDifference<'_, D>, a: usize, b: usize) -> RoundedVertex<D> {
    RoundedVertex {
        position: difference.rounded(a, b),
        a,
        b,
    }
}

/// The support point against the direction.
fn support<const D: usize>(
    difference: &MinkowskiDifference<'_, D>,
    direction: &[f64; D],
) -> RoundedVertex<D> {
    let farthest = |points: &[[f64; D]], sign: f64| {
        let mut best = (0, f64::MIN);
        for (i, p) in points.iter().enumerate() {
            let height = sign * dot(p, direction);
            if height > best.1 {
                best = (i, height);
            }
        }
        best.0
    };
    let a = farthest(&difference.a.rounded, 1.0);
    let b = farthest(&difference.b.rounded, -1.0);
    vertex(difference, a, b)
}

/// The subset with the last vertex whose interior is nearest to the origin, and its nearest point.
fn reduce<const D: usize>(simplex: &[RoundedVertex<D>]) -> Option<(usize, [f64; D])> {
    let last = simplex.len() - 1;
    let mut best: Option<(f64, usize, [f64; D])> = None;
    for subset in 0..1usize << last {
        let Some(point) = projection(simplex, subset | 1 << last) else {
            continue;
        };
        let square = dot(&point, &point);
        if best.is_none_or(|(least, ..)| square < least) {
            best = Some((square, subset | 1 << last, point));
        }
    }
    best.map(|(_, subset, point)| (subset, point))
}

/// The projection of the origin onto the affine hull of a subset, if it is inside the subset's hull; solves
/// the normal equations.
fn projection<const D: usize>(simplex: &[RoundedVertex<D>], subset: usize) -> Option<[f64; D]> {
    let last = simplex.len() - 1;
    let base = simplex[last].position;
    let mut edges = [[0.0; D]; 3];
    let mut count = 0;
    for (_, p) in simplex
        .iter()
        .enumerate()
        .take(last)
        .filter(|(i, _)| subset >> i & 1 == 1)
    {
        edges[count] = core::array::from_fn(|k| p.position[k] - base[k]);
        count += 1;
    }
    let mut rows = [[0.0; 4]; 3];
    for i in 0..count {
        for j in 0..count {
            rows[i][j] = dot(&edges[i], &edges[j]);
        }
        rows[i][3] = -dot(&edges[i], &base);
    }
    let weights = solve(rows, count)?;
    let inside = weights[..count].iter().all(|w| *w > 0.0) && weights[..count].iter().sum::<f64>() < 1.0;
    inside
        .then(|| core::array::from_fn(|k| (0..count).fold(base[k], |sum, i| sum + weights[i] * edges[i][k])))
}

/// Gaussian elimination without pivoting, for a positive definite matrix; the right side is in column 3.
fn solve(mut rows: [[f64; 4]; 3], count: usize) -> Option<[f64; 3]> {
    for i in 0..count {
        let pivot = rows[i];
        if pivot[i] <= 0.0 {
            return None;
        }
        for row in rows.iter_mut().take(count).skip(i + 1) {
            let factor = row[i] / pivot[i];
            for (x, p) in row.iter_mut().zip(&pivot) {
                *x -= factor * p;
            }
        }
    }
    let mut result = [0.0; 3];
    for i in (0..count).rev() {
        let known: f64 = (i + 1..count).map(|j| rows[i][j] * result[j]).sum();
        result[i] = (rows[i][3] - known) / rows[i][i];
    }
    Some(result)
}

fn dot<const D: usize>(a: &[f64; D], b: &[f64; D]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}
