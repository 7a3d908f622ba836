//! What pairs of an assembly are called, and which are looked at.

mod asked;
mod at_edges;
mod at_rims;
mod attacked;
mod contained;
mod faces;
mod fits;
mod mechanisms;
mod rounding;
mod rules;
mod what_led;
