//! Eigenvectors of small symmetric matrices: Jacobi's rotations (Golub and Van Loan, "Matrix Computations",
//! 8.5).

use super::Real;

/// More sweeps change nothing: after the first few each squares what is left.
const SWEEPS: usize = 8;

/// The eigenvalues of a symmetric matrix, and for each an eigenvector of length 1, but for rounding.
pub(crate) fn eigenvectors<S: Real, const N: usize>(mut m: [[S; N]; N]) -> ([S; N], [[S; N]; N]) {
    let one_at = |k: usize, i: usize| if k == i { S::ONE } else { S::ZERO };
    let mut vectors = core::array::from_fn(|k| core::array::from_fn(|i| one_at(k, i)));
    let trace = (0..N).fold(S::ZERO, |sum, i| sum + m[i][i].abs());
    let negligible = trace * (S::EPSILON * S::lit(0.04));
    for _ in 0..SWEEPS {
        let pairs = (0..N).flat_map(|p| (p + 1..N).map(move |q| (p, q)));
        if pairs.clone().all(|(p, q)| m[p][q].abs() <= negligible) {
            break;
        }
        pairs.for_each(|(p, q)| rotate(&mut m, &mut vectors, [p, q]));
    }
    (core::array::from_fn(|k| m[k][k]), vectors)
}

/// The rotation of the axes p and q that makes their common entry 0.
fn rotate<S: Real, const N: usize>(m: &mut [[S; N]; N], vectors: &mut [[S; N]; N], [p, q]: [usize; 2]) {
    if m[p][q] == S::ZERO {
        return;
    }
    let half = (m[q][q] - m[p][p]) / (S::TWO * m[p][q]);
    let tangent = S::ONE.copysign(half) / (half.abs() + (half * half + S::ONE).sqrt());
    let cos = S::ONE / (tangent * tangent + S::ONE).sqrt();
    let sin = tangent * cos;
    let turn = |x: S, y: S| (cos * x - sin * y, sin * x + cos * y);
    for row in m.iter_mut() {
        (row[p], row[q]) = turn(row[p], row[q]);
    }
    for rows in [m, vectors] {
        let (upper, lower) = rows.split_at_mut(q);
        for (x, y) in upper[p].iter_mut().zip(&mut lower[0]) {
            (*x, *y) = turn(*x, *y);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::noise;

    /// Beside the definition: the matrix takes each vector to its multiple; they have length 1 and right
    /// angles.
    #[test]
    fn the_matrix_stretches_each_of_them() {
        let mut seed = 3;
        let mut number = || (noise::next(&mut seed) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
        for round in 0..500 {
            let half: [[f64; 4]; 4] = core::array::from_fn(|_| {
                core::array::from_fn(|_| {
                    if round % 5 == 0 {
                        number().round()
                    } else {
                        number()
                    }
                })
            });
            let m: [[f64; 4]; 4] =
                core::array::from_fn(|i| core::array::from_fn(|k| half[i][k] + half[k][i]));
            let (values, vectors) = eigenvectors(m);
            for (value, v) in values.iter().zip(&vectors) {
                for (i, row) in m.iter().enumerate() {
                    let image: f64 = row.iter().zip(v).map(|(a, b)| a * b).sum();
                    assert!((image - value * v[i]).abs() < 1e-13, "round {round}");
                }
            }
            for i in 0..4 {
                for k in 0..4 {
                    let product: f64 = vectors[i].iter().zip(&vectors[k]).map(|(a, b)| a * b).sum();
                    assert!((product - if i == k { 1.0 } else { 0.0 }).abs() < 1e-13);
                }
            }
        }
    }
}
