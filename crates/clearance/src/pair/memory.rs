//! `Memory`: a witness of what was last seen of a pair (`batch/pair_cache.rs`).

/// How many corners a simplex around the origin has.
pub(crate) const CORNERS: usize = 4;

/// What was seen of a pair the last time it was asked about: nothing at first.
///
/// It belongs to two shapes, in this order, wherever they are; with others it costs time, but changes no
/// answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Memory(pub(crate) Witness);

/// Why two shapes meet, or do not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Witness {
    #[default]
    None,
    /// An axis along which they are apart, in A's frame.
    Axis([f32; 3]),
    /// Pairs of corners, of A and of B, whose differences hold the origin.
    Simplex([[u16; 2]; CORNERS]),
}
