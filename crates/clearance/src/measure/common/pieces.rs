//! The border of the common part: the pieces of each border that are inside the other one.
//!
//! A facet without crossings is inside as a whole, or not at all. In space the part of a triangle that is
//! inside is bounded by the segments in which other triangles cross it, and by the pieces of its own edges
//! that are inside. In the plane these pieces are all there is.
//!
//! Each piece counts as often as its winding number says. That is 0 or 1, unless a border crosses itself; a
//! border that does is refused. Crossings nearer to each other than the rounding of their position may be in
//! the wrong order, so a number between them is not looked at. The sums are right in any order, and as many
//! pieces end in a point as start from it.

use alloc::vec::Vec;

use glam::DVec3;

use super::crossing::{Event, Found, Segment};
use super::winding::Windings;
use crate::measure::facets::body::Body;
use crate::measure::facets::fine::View;
use crate::measure::sums::Inside;
use crate::shape::ShapeSpace;

/// Crossings of one edge that are nearer than this share of its length, or of the common part's size, have no
/// certain order.
const UNORDERED: f64 = 1.0 / (1u64 << 36) as f64;

/// The pieces of one body's border.
pub(in crate::measure) struct Pieces<'a, 'b, V: ShapeSpace> {
    pub body: &'a Body<'b, V>,
    pub windings: Windings,
    pub view: View,
}

/// A winding number that is neither 0 nor 1.
#[derive(Debug)]
pub(in crate::measure) struct Crosses;

/// What crosses one facet.
struct Crossed<'f> {
    events: &'f [Event],
    segments: &'f [Segment],
}

impl<V: ShapeSpace> Pieces<'_, '_, V> {
    /// Calls `visit` with each facet of which a part is inside, its corners, and that part.
    pub fn each(
        &self,
        found: &mut Found,
        visit: &mut dyn FnMut(usize, [DVec3; 3], Inside<'_>),
    ) -> Result<(), Crosses> {
        found.sort();
        let (mut events, mut segments) = (&found.events[..], &found.segments[..]);
        let mut pieces = Vec::new();
        for slot in 0..self.body.facets.len() {
            let crossed = Crossed {
                events: split_first(&mut events, |e| e.slot as usize == slot),
                segments: split_first(&mut segments, |s| s.slot as usize == slot),
            };
            pieces.clear();
            let corners = self.corners(slot);
            let is_whole = self.pieces_of(slot, &corners, &crossed, &mut pieces)?;
            if is_whole {
                visit(slot, corners, Inside::Whole);
            } else if !pieces.is_empty() {
                visit(slot, corners, Inside::Bounded(&pieces));
            }
        }
        Ok(())
    }
    fn corners(&self, slot: usize) -> [DVec3; 3] {
        self.body.corners_of(slot).map(|s| self.view.of_site(s))
    }
    /// Adds the pieces of one facet, unless it is inside as a whole; returns whether it is.
    fn pieces_of(
        &self,
        slot: usize,
        corners: &[DVec3; 3],
        crossed: &Crossed<'_>,
        pieces: &mut Vec<[DVec3; 2]>,
    ) -> Result<bool, Crosses> {
        let first = self.windings.first(slot);
        check(first)?;
        if crossed.events.is_empty() && crossed.segments.is_empty() {
            return Ok(first == 1);
        }
        pieces.extend(crossed.segments.iter().map(|s| s.ends));
        let mut winding = first;
        let mut events = crossed.events;
        for k in 0..if V::DIM == 2 { 1 } else { 3 } {
            let of_edge = split_first(&mut events, |e| e.edge as usize == k);
            let edge = [corners[k], corners[(k + 1) % V::DIM]];
            winding = along_edge(edge, winding, of_edge, &mut |ends, w| {
                // A piece that counts twice or against its direction occurs only where a border is refused,
                // or where it has no length.
                for _ in 0..w.abs() {
                    pieces.push(if w > 0 { ends } else { [ends[1], ends[0]] });
                }
            })?;
        }
        Ok(false)
    }
}

/// Calls `piece` with the pieces of an edge whose winding number is not 0, and that number. Returns the
/// number at the edge's end.
fn along_edge(
    [a, b]: [DVec3; 2],
    first: i32,
    events: &[Event],
    piece: &mut dyn FnMut([DVec3; 2], i32),
) -> Result<i32, Crosses> {
    let (mut from, mut before, mut winding) = (a, 0.0, first);
    let size = (b - a).abs().max_element();
    for event in events {
        let at = event.at.along();
        check_piece(winding, at - before, size)?;
        if winding != 0 {
            piece([from, event.point], winding);
        }
        (from, before) = (event.point, at);
        winding += i32::from(event.turn);
    }
    check(winding)?;
    if winding != 0 {
        piece([from, b], winding);
    }
    Ok(winding)
}

fn check(winding: i32) -> Result<(), Crosses> {
    if (0..=1).contains(&winding) {
        Ok(())
    } else {
        Err(Crosses)
    }
}

/// The same for a piece between two crossings.
fn check_piece(winding: i32, share: f64, size: f64) -> Result<(), Crosses> {
    let is_ordered = share > UNORDERED && share * size > UNORDERED;
    if is_ordered { check(winding) } else { Ok(()) }
}

/// Takes the first entries that belong to something off a list.
fn split_first<'f, T>(list: &mut &'f [T], belongs: impl Fn(&T) -> bool) -> &'f [T] {
    let count = list.iter().take_while(|x| belongs(x)).count();
    let (first, rest) = list.split_at(count);
    *list = rest;
    first
}
