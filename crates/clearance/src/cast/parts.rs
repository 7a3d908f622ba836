//! Rays against shapes made of parts.

use super::line::Crossing;
use super::shapes::Hits;

pub(super) fn hit<S>(_shape: &S, _hits: &Hits) -> Option<Crossing> {
    None
}
