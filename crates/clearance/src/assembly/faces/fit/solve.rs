//! Small dense linear algebra: eigenvectors of symmetric matrices, and linear systems.

use crate::math::Real;

/// The eigenvector of a symmetric matrix with the least eigenvalue: Jacobi's rotations (Golub and Van Loan,
/// "Matrix Computations", 8.5).
pub(super) fn least_eigenvector<const N: usize>(mut m: [[f64; N]; N]) -> [f64; N] {
    let mut vectors = [[0.0; N]; N];
    for (i, v) in vectors.iter_mut().enumerate() {
        v[i] = 1.0;
    }
    let trace: f64 = (0..N).map(|i| m[i][i].abs()).sum();
    for _ in 0..8 {
        let off = (0..N)
            .flat_map(|p| (p + 1..N).map(move |q| (p, q)))
            .map(|(p, q)| m[p][q].abs());
        if off.fold(0.0, f64::max) <= 1e-17 * trace {
            break;
        }
        for p in 0..N {
            for q in p + 1..N {
                rotate(&mut m, &mut vectors, p, q);
            }
        }
    }
    let least = (1..N).fold(0, |best, i| if m[i][i] < m[best][best] { i } else { best });
    vectors.map(|row| row[least])
}

/// The rotation of the axes p and q that makes their common entry 0.
#[allow(clippy::needless_range_loop)] // rows and columns by their numbers, as in the books
fn rotate<const N: usize>(m: &mut [[f64; N]; N], vectors: &mut [[f64; N]; N], p: usize, q: usize) {
    if m[p][q] == 0.0 {
        return;
    }
    let half = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
    let tangent = Real::copysign(1.0, half) / (Real::abs(half) + Real::sqrt(half * half + 1.0));
    let cos = 1.0 / Real::sqrt(tangent * tangent + 1.0);
    let sin = tangent * cos;
    let turn = |x: f64, y: f64| (cos * x - sin * y, sin * x + cos * y);
    for row in m.iter_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    for i in 0..N {
        (m[p][i], m[q][i]) = turn(m[p][i], m[q][i]);
    }
    for row in vectors.iter_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
}

/// The solution of the first `n` equations in `n` unknowns, by elimination with pivots; `None` if a pivot vanishes.
#[allow(clippy::needless_range_loop)] // rows and columns by their numbers, as in the books
pub(super) fn solved<const N: usize>(
    mut m: [[f64; N]; N],
    mut right: [f64; N],
    n: usize,
) -> Option<[f64; N]> {
    for i in 0..n {
        let pivot = (i..n).fold(
            i,
            |best, r| if m[r][i].abs() > m[best][i].abs() { r } else { best },
        );
        m.swap(i, pivot);
        right.swap(i, pivot);
        if m[i][i] == 0.0 || !m[i][i].is_finite() {
            return None;
        }
        for row in i + 1..n {
            let factor = m[row][i] / m[i][i];
            for column in i..n {
                m[row][column] -= factor * m[i][column];
            }
            right[row] -= factor * right[i];
        }
    }
    for i in (0..n).rev() {
        for column in i + 1..n {
            right[i] -= m[i][column] * right[column];
        }
        right[i] /= m[i][i];
    }
    right.iter().all(|x| x.is_finite()).then_some(right)
}
