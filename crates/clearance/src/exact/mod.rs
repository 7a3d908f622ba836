//! Decisions that floating point cannot take.
