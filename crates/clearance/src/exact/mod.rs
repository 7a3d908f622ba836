//! Decisions that floating point cannot take: exact numbers, exact placement, exact GJK and polytope
//! expansion.
//!
//! Every float is an integer times a power of two, so the world vertices of two shapes, brought to one scale,
//! are integers ([`number`], [`place`]), and whatever sums and products decide about them has a sign that is
//! simply right. The two questions about a pair are then those of Gilbert, Johnson and Keerthi (is the origin
//! in the Minkowski difference, and how far is it: [`gjk`]) and of van den Bergen (how deep is it inside:
//! [`epa`]). In floats both need tolerances, fail to converge or report garbage on flat and touching sets; in
//! integers both are finite, and each comparison is the one in the book.
//!
//! For the rest of the crate: [`place::ExactFrame`] places points, [`ExactPair`] asks about the hulls of two lists
//! of them grown by balls, [`straight_sweep`] when two of these first meet of which one goes straight,
//! [`half_space`] about half-spaces; what proves an answer is in [`proof`]. Nothing here knows a shape.
//!
//! Imports run one way: `number` → `place` → `hulls` → `motion` → `filter`.

pub(crate) mod filter;
pub(super) mod hulls;
pub(super) mod motion;
pub(crate) mod number;
pub(crate) mod place;

pub(crate) use hulls::pair::ExactPair;
pub(crate) use number::Dyadic;
