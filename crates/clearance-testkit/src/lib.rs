//! Oracles and generators for clearance's own tests.
