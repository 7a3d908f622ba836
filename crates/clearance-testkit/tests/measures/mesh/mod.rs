//! Meshes by themselves: reports, repairs, convex parts, and what is asked about their points.

mod convex_parts;
mod points;
mod refit;
mod repair;
mod report;
mod scaled;
pub mod shapes;
