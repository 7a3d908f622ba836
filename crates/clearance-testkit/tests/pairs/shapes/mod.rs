//! What is known of one shape: its box, its balls, its hull, its support points.

mod bounding_balls;
mod bounds;
mod hull;
mod support;
