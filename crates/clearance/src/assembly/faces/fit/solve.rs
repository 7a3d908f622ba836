//! Small dense linear algebra: the least eigenvector of symmetric matrices, and linear systems.

use crate::math::eigenvectors;

/// The eigenvector of a symmetric matrix with the least eigenvalue.
pub(super) fn least_eigenvector<const N: usize>(m: [[f64; N]; N]) -> [f64; N] {
    let (values, vectors) = eigenvectors(m);
    let least = (1..N).fold(0, |best, i| if values[i] < values[best] { i } else { best });
    vectors[least]
}

/// The solution of the first `n` equations in `n` unknowns, by elimination with pivots; `None` if a pivot
/// vanishes.
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
