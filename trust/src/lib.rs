//! Stress tests of the promises of clearance: random cases whose exact answers are known by other means, for
//! any length of time.
//!
//! A case is a function of its class and a seed, so that every failure can be reproduced. The oracles share
//! no code with the library: relations of rounded hulls are computed in integers of any length
//! ([`clearance_testkit::exact`]), relations of regions and solids are those of sets of lattice cells
//! ([`lattice`]), and scenes are compared with a list of all pairs.
//!
//! `.ci/trust` runs this for a minute, `.ci/trust --minutes 60` for an hour together with the fuzz targets.

pub mod bytes;
pub mod classes;
pub mod lattice;
pub mod run;
