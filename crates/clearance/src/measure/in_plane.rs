//! Triangles that lie in one plane, seen along an axis.

use core::cmp::Ordering;

use crate::measure::facets::determinants::turn;
use crate::measure::facets::site::Site;

/// Whether two triangles of one plane meet. Two convex polygons of a plane are apart exactly if one lies
/// beyond the line through a side of the other.
pub(super) fn meet_in_plane([first, second]: [[&Site; 3]; 2]) -> bool {
    let (axes, turned) = projection(first);
    let is_beyond = |own: [&Site; 3], turned: Ordering, other: [&Site; 3]| {
        (0..3).any(|k| {
            let [a, b, _] = from(own, k);
            other.iter().all(|p| turn([a, b, p], axes) == turned.reverse())
        })
    };
    !is_beyond(first, turned, second) && !is_beyond(second, turn(second, axes), first)
}

/// The corners of a triangle from one of them on.
pub(super) fn from(corners: [&Site; 3], k: usize) -> [&Site; 3] {
    [corners[k], corners[(k + 1) % 3], corners[(k + 2) % 3]]
}

/// Two axes on which three corners, which are not in line, are projected without becoming so; and their turn.
pub(super) fn projection(corners: [&Site; 3]) -> ([usize; 2], Ordering) {
    let axes = [[1, 2], [2, 0], [0, 1]];
    let turns = axes.map(|axes| (axes, turn(corners, axes)));
    let found = turns.into_iter().find(|(_, turn)| *turn != Ordering::Equal);
    found.unwrap_or(turns[0])
}
