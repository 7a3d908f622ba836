//! Building a solid-leaf tree: which plane splits a cell, and what happens to the faces that it cuts.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::exact::{
    Corners, Homogeneous4, base_plane, floats, meeting_point, plane_of_axis, plane_of_edge, plane_of_face,
    point, side, side_of_plane,
};
use super::{Bsp, BspError, Child, Node, SplitPlane};
use crate::math::{Real, Vector};

/// With more faces than this a plane along an axis is tried first: the plane of a face of a convex solid
/// only cuts off that face.
const MANY: usize = 12;
/// How many faces are tried as the next split, and against how many others.
const CANDIDATES: usize = 8;
const SAMPLE: usize = 32;

/// The part of a face in a cell; without corners, the whole face.
struct Piece {
    face: u32,
    corners: Option<Vec<Corner>>,
}

/// A corner of a piece, and the plane that bounds the piece from there to the next corner.
#[derive(Clone)]
struct Corner {
    at: Homogeneous4,
    line: EdgePlane,
}

#[derive(Clone, Copy)]
enum EdgePlane {
    Edge(usize),
    Split(SplitPlane),
}

#[derive(Clone, Copy, PartialEq)]
enum PieceSide {
    On,
    Front,
    Back,
    Both,
}

fn sum_up(sides: impl Iterator<Item = Ordering>) -> PieceSide {
    let mut result = PieceSide::On;
    for side in sides {
        result = match (result, side) {
            (same, Ordering::Equal) => same,
            (PieceSide::On | PieceSide::Front, Ordering::Greater) => PieceSide::Front,
            (PieceSide::On | PieceSide::Back, Ordering::Less) => PieceSide::Back,
            _ => return PieceSide::Both,
        };
    }
    result
}

impl<V: Vector> Bsp<V> {
    /// Splits space until no cell has a face inside.
    pub(crate) fn grow(&mut self, faces: Vec<u32>) -> Result<(), BspError> {
        let whole = |face| Piece { face, corners: None };
        let limit = 64 * faces.len() + 1024;
        let mut open = vec![(faces.into_iter().map(whole).collect::<Vec<_>>(), None)];
        while let Some((pieces, parent)) = open.pop() {
            if self.nodes.len() > limit {
                return Err(BspError::TooManyCells);
            }
            let (cut, front, back) = self.divide(pieces);
            let index = self.nodes.len() as u32;
            if let Some((above, side)) = parent {
                let above: &mut Node = &mut self.nodes[above as usize];
                above.below[side] = Child::Node(index);
            }
            let first = self.listed.len() as u32;
            self.listed.extend(front.1);
            self.nodes.push(Node {
                cut,
                below: [Child::Empty, Child::Solid],
                faces: [first, self.listed.len() as u32],
            });
            for (side, pieces) in [(1, back), (0, front.0)] {
                if !pieces.is_empty() {
                    open.push((pieces, Some((index, side))));
                }
            }
        }
        Ok(())
    }
    /// Chooses a plane. Returns it, the pieces in front and the faces in the plane, and the pieces behind.
    fn divide(&self, pieces: Vec<Piece>) -> (SplitPlane, (Vec<Piece>, Vec<u32>), Vec<Piece>) {
        let mut cut = match self.best_axis(&pieces) {
            Some(cut) => cut,
            None => self.best_face(&pieces),
        };
        let sides = |cut| {
            pieces
                .iter()
                .map(|piece| self.side_of_piece(piece, cut))
                .collect::<Vec<_>>()
        };
        let mut places = sides(cut);
        if let (SplitPlane::Axis(..), Some(i)) = (cut, places.iter().position(|&p| p == PieceSide::On)) {
            // A face in that plane splits in the same way, and tells which side is solid.
            cut = SplitPlane::Face(pieces[i].face);
            places = sides(cut);
        }
        let lacks = |wanted| !places.iter().any(|&p| p == wanted || p == PieceSide::Both);
        if matches!(cut, SplitPlane::Axis(..)) && (lacks(PieceSide::Front) || lacks(PieceSide::Back)) {
            cut = self.best_face(&pieces);
            places = sides(cut);
        }
        let (mut front, mut on, mut back) = (Vec::new(), Vec::new(), Vec::new());
        for (piece, place) in pieces.into_iter().zip(places) {
            match place {
                PieceSide::On => on.push(piece.face),
                PieceSide::Front => front.push(piece),
                PieceSide::Back => back.push(piece),
                PieceSide::Both => {
                    front.push(self.clip(&piece, cut, Ordering::Greater));
                    back.push(self.clip(&piece, cut, Ordering::Less));
                }
            }
        }
        (cut, (front, on), back)
    }
    /// The plane along an axis that makes the larger side smallest, if that is worth it.
    fn best_axis(&self, pieces: &[Piece]) -> Option<SplitPlane> {
        if pieces.len() <= MANY {
            return None;
        }
        let cuts = (0..V::DIM).map(|axis| {
            let corners = |piece: &Piece| {
                let face = self.face(piece.face).map(|v| v.get(axis).to_f64());
                face.into_iter().take(V::DIM)
            };
            let mut places: Vec<f64> = pieces.iter().flat_map(corners).collect();
            let middle = places.len() / 2;
            places.select_nth_unstable_by(middle, f64::total_cmp);
            let at = places[middle];
            let [mut front, mut back] = [0, 0];
            for piece in pieces {
                front += usize::from(corners(piece).any(|x| x > at));
                back += usize::from(corners(piece).any(|x| x < at));
            }
            (front.max(back), SplitPlane::Axis(axis, at))
        });
        let best = cuts.min_by_key(|(larger, _)| *larger);
        best.filter(|(larger, _)| larger * 4 <= pieces.len() * 3)
            .map(|(_, cut)| cut)
    }
    /// Of a sample of faces, the one whose plane cuts fewest others and leaves sides of similar size.
    fn best_face(&self, pieces: &[Piece]) -> SplitPlane {
        let step = pieces.len().div_ceil(CANDIDATES);
        let sample = pieces.len().div_ceil(SAMPLE);
        let cost = |cut| {
            let (mut front, mut back) = (0_usize, 0_usize);
            for piece in pieces.iter().step_by(sample) {
                let place = sum_up(self.corners(piece.face).map(|v| self.side(cut, v)));
                front += usize::from(matches!(place, PieceSide::Front | PieceSide::Both));
                back += usize::from(matches!(place, PieceSide::Back | PieceSide::Both));
            }
            2 * (front + back) + front.abs_diff(back)
        };
        let cuts = pieces
            .iter()
            .step_by(step)
            .map(|piece| SplitPlane::Face(piece.face));
        let best = cuts.min_by_key(|&cut| if pieces.len() == 1 { 0 } else { cost(cut) });
        best.unwrap_or(SplitPlane::Axis(0, 0.0))
    }
    /// On which side of a plane a point is. Exact.
    pub(crate) fn side(&self, cut: SplitPlane, p: V) -> Ordering {
        match cut {
            SplitPlane::Axis(axis, at) => p.get(axis).to_f64().partial_cmp(&at).unwrap_or(Ordering::Equal),
            SplitPlane::Face(face) => side(self.face(face), p),
        }
    }
    fn side_of_piece(&self, piece: &Piece, cut: SplitPlane) -> PieceSide {
        if cut == SplitPlane::Face(piece.face) {
            return PieceSide::On;
        }
        let whole = sum_up(self.corners(piece.face).map(|v| self.side(cut, v)));
        match (&piece.corners, whole) {
            (Some(corners), PieceSide::Both) => {
                let plane = self.exact_plane(cut);
                sum_up(corners.iter().map(|corner| side_of_plane(&plane, &corner.at)))
            }
            _ => whole,
        }
    }
    fn exact_plane(&self, cut: SplitPlane) -> Homogeneous4 {
        match cut {
            SplitPlane::Axis(axis, at) => plane_of_axis(axis, at),
            SplitPlane::Face(face) => plane_of_face::<V>(self.face(face)),
        }
    }
    /// The part of a piece on one side of a plane that cuts it (Sutherland and Hodgman, 1974).
    fn clip(&self, piece: &Piece, cut: SplitPlane, kept: Ordering) -> Piece {
        let face = self.face(piece.face);
        let plane = self.exact_plane(cut);
        let whole = || {
            let corners = self.corners(piece.face).enumerate();
            let corner = |(edge, v)| Corner {
                at: point(v),
                line: EdgePlane::Edge(edge),
            };
            corners.map(corner).collect()
        };
        let corners = piece.corners.clone().unwrap_or_else(whole);
        let sides: Vec<Ordering> = corners.iter().map(|c| side_of_plane(&plane, &c.at)).collect();
        let is_open = V::DIM == 2;
        let mut clipped = Vec::with_capacity(corners.len() + 1);
        for (i, corner) in corners.iter().enumerate() {
            let next = (i + 1) % corners.len();
            let (here, there) = (sides[i], sides[next]);
            if here == kept || here == Ordering::Equal {
                let leaves = here == Ordering::Equal && there == kept.reverse();
                let line = if leaves {
                    EdgePlane::Split(cut)
                } else {
                    corner.line
                };
                clipped.push(Corner {
                    at: corner.at.clone(),
                    line,
                });
            }
            if here != Ordering::Equal && there == here.reverse() && !(is_open && next == 0) {
                let line = match corner.line {
                    _ if is_open => base_plane(),
                    EdgePlane::Edge(edge) => plane_of_edge::<V>(face, edge),
                    EdgePlane::Split(cut) => self.exact_plane(cut),
                };
                clipped.push(Corner {
                    at: meeting_point(&plane_of_face::<V>(face), &line, &plane),
                    line: if here == kept {
                        EdgePlane::Split(cut)
                    } else {
                        corner.line
                    },
                });
            }
        }
        Piece {
            face: piece.face,
            corners: Some(clipped),
        }
    }
    /// The corners of a face: as many as there are dimensions.
    pub(crate) fn corners(&self, face: u32) -> impl Iterator<Item = V> {
        self.face(face).iter().copied().take(V::DIM)
    }
    pub(crate) fn face(&self, face: u32) -> &Corners<V> {
        &self.faces[face as usize]
    }
    /// Whether a face has no area. Exact.
    pub(super) fn is_flat(corners: &Corners<V>) -> bool {
        plane_of_face::<V>(corners)[..3].iter().all(|x| x.is_zero())
    }
    /// The largest magnitude of a coordinate of all faces.
    pub(crate) fn reach(&self) -> f64 {
        let all = self.faces.iter().flatten().flat_map(|&v| floats(v));
        all.fold(0.0, |most, x| most.max(x.abs()))
    }
}
