//! Moving shapes: when they meet, and how near they come.

mod balls;
mod closest_approach;
mod features;
