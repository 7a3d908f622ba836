//! Parts that move: what they meet, and which can be taken out.

mod fits;
mod in_plane;
mod moves;
mod removal;
