//! Attacks on the promises of clearance: random cases whose exact answers are known by other means, for as
//! long as one likes.
//!
//! A case is a function of its class and a seed, so that every failure can be asked again by name. The
//! oracles share no code with the library: relations of rounded hulls are computed in whole numbers of any
//! length ([`clearance_testkit::exact`]), those of regions and solids are those of sets of lattice cells
//! ([`lattice`]), scenes are compared with a list of all pairs.
//!
//! `.ci/trust` runs this for a minute, `.ci/trust --minutes 60` for an hour together with the fuzz targets.

pub mod bytes;
pub mod classes;
pub mod lattice;
pub mod run;
