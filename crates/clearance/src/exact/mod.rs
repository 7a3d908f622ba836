//! Decisions that floating-point arithmetic cannot take.
//!
//! # How exactness works
//!
//! A relation of two shapes is the sign of some number: of the gap across a plane, of a determinant. Rounding
//! can turn a small positive number into 0 or into a negative one. So a sign is decided in steps, each slower
//! and more powerful than the one before; a step that is not certain says so and leaves the sign to the next.
//!
//! **Filters.** The number is computed in plain floats, together with an error bound: a proven bound on how
//! far the computed number is from the true one ([`filter`]). Beyond the bound the computed sign is the true
//! sign; within it the filter answers `None`, *undecided*. Nearly all pairs end here. The bounds follow from
//! the standard model of rounding (Higham, "Accuracy and Stability of Numerical Algorithms", 2002, chapters 2
//! and 3); the idea of a float filter before exact arithmetic is that of Fortune and Van Wyk ("Efficient
//! exact arithmetic for computational geometry", 1993), and Shewchuk's ("Adaptive Precision Floating-Point
//! Arithmetic and Fast Robust Geometric Predicates", 1997).
//!
//! **Expansions.** The rounding error of a float sum or product is itself a float, and can be computed
//! ([`number::expansion`]: `two_sum`, `two_product`). So a sum of floats can be kept without any error, as a
//! list of floats that do not overlap, and its sign read off the largest. Two floats kept in this way are a
//! double-double ([`number::double_double`]): a number of about 106 bits. It is not exact in general. It
//! serves where its own error bound is enough: for rays, and as a second filter for rotated vertices.
//!
//! **Integers.** Every finite float is an integer times a power of two ([`number::Dyadic`]). Vertices brought
//! to one power of two are vectors of integers; sums and products of these have no error, and a sign is
//! simply right. The two questions about a pair of cores are then those of Gilbert, Johnson and Keerthi (is
//! the origin in the Minkowski difference, and which point of it is nearest) and of van den Bergen (how deep
//! is it inside). In floats both algorithms need tolerances and may fail to converge on flat or touching
//! sets. In integers both end after finitely many steps, and each comparison is the one in the book.
//!
//! **Rotations** are the exception, for sines and cosines are no fractions: [`place`] computes the vertex of
//! a rotated shape with more bits and rounds each coordinate once. From there on the rounded vertex is the
//! truth, for filters and integers alike. Without a rotation no vertex is rounded.
//!
//! **Certificates.** An answer can carry its proof: an axis and a few pairs of vertices
//! ([`hulls::proof`]). To check them takes only evaluations and no search, so the check does not depend on
//! the code that found the answer (McConnell, Mehlhorn, Näher and Schweitzer, "Certifying algorithms", 2011).
//!
//! # For the rest of the crate
//!
//! [`place::ExactFrame`] places points; [`ExactPair`] compares two hulls of such points, each grown by a
//! ball; [`motion`] finds when two such hulls first meet, one of them moving straight; [`hulls::half_space`]
//! is about half-spaces. Nothing here knows a shape.
//!
//! Imports run one way: `number` → `orientation` → `place` → `hulls` → `motion` → `filter`.

pub(crate) mod filter;
pub(crate) mod hulls;
pub(super) mod motion;
pub(crate) mod number;
pub(crate) mod orientation;
pub(crate) mod place;

pub(crate) use hulls::pair::ExactPair;
pub(crate) use number::Dyadic;
