//! What clearance's own tests are built on: seeded cases in all four spaces, slow oracles, and a check of the
//! hit rate.
//!
//! A property test has three parts: [`for_each_space!`] runs one body in `Vec2`, `DVec2`, `Vec3` and `DVec3`,
//! [`generate`] makes the cases, and [`Hits`] makes sure that enough of them hit and enough miss:
//!
//! ```
//! use clearance_testkit::{Hits, Random, TestSpace, for_each_space, generate, oracle};
//!
//! fn signs_differ<V: TestSpace>() {
//!     let mut random = Random::new(1);
//!     let mut hits = Hits::default();
//!     for _ in 0..200 {
//!         let pair = generate::core_pair::<V>(&mut random);
//!         hits.count(oracle::distance(&pair) <= 0.0);
//!     }
//!     hits.check("core pairs");
//! }
//! signs_differ::<clearance::glam::DVec2>();
//! // In a test file: `for_each_space!(signs_differ);`
//! ```

pub mod agree;
pub mod bracket;
pub mod burr;
pub mod cams;
pub mod cells;
pub mod cubes;
pub mod exact;
pub mod extruded;
mod fingerprint;
pub mod fits;
pub mod gears;
pub mod generate;
pub mod grazes;
pub mod hex_nuts;
mod hits;
#[cfg(all(debug_assertions, not(fuzzing)))]
#[doc(hidden)]
pub mod instances;
pub mod lattice;
pub mod oracle;
pub mod pressing;
mod random;
pub mod revolved;
mod space;
pub mod threads;
pub mod touching;
pub mod unions;
pub mod written;

pub use fingerprint::Fingerprint;
pub use generate::{Object, Pair};
pub use hits::Hits;
pub use random::Random;
pub use space::TestSpace;

#[doc(hidden)]
pub use clearance;

/// The error bound of clearances in this space, relative to the size of the query.
pub fn tolerance<V: clearance::math::Vector>() -> f64 {
    use clearance::math::Real;
    if V::Scalar::EPSILON.to_f64() > 1e-10 {
        1e-5
    } else {
        1e-12
    }
}
