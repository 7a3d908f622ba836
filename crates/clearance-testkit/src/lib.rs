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
mod cases;
pub mod cells;
pub mod exact;
mod fingerprint;
mod hits;
#[cfg(all(debug_assertions, not(fuzzing)))]
#[doc(hidden)]
pub mod instances;
pub mod oracle;
mod parts;
mod random;
mod space;

pub use cases::{generate, grazes, lattice, pressing, touching, unions};
pub use fingerprint::Fingerprint;
pub use generate::{Object, Pair};
pub use hits::Hits;
pub use parts::{bracket, burr, cams, cubes, extruded, fits, gears, hex_nuts, revolved, threads, written};
pub use random::Random;
pub use space::{FromQuaternion, TestSpace};

#[doc(hidden)]
pub use clearance;

/// The error bound of clearances in this space, relative to the size of the query.
pub fn tolerance<V: clearance::math::Vector>() -> f64 {
    use clearance::math::Real;
    if V::Scalar::IS_SINGLE { 1e-5 } else { 1e-12 }
}
