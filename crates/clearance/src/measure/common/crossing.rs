//! How two facets cross: the edges of each that pass through the other.
//!
//! With the infinitely small step (`facets/signs.rs`) there are no special cases. In space, two triangles
//! that cross have exactly two such points in common with edges of each other, and their common segment runs
//! between these. It bounds the part of each triangle that is inside the other border. In the plane, two
//! segments that cross have one point in common.

use alloc::vec::Vec;
use core::cmp::Ordering;

use glam::DVec3;

use crate::measure::facets::body::Body;
use crate::measure::facets::fine::{PlaceOnEdge, View};
use crate::measure::facets::signs::{Form, Moves, Side, Steps, passing};
use crate::measure::facets::site::Site;
use crate::shape::ShapeSpace;

/// An edge of one border passes through a facet of the other.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct Event {
    /// The facet that has the edge, among the loaded ones.
    pub slot: u32,
    /// Which edge: from corner `edge` to the next one.
    pub edge: u8,
    pub at: PlaceOnEdge,
    /// 1 where the edge enters the other border, -1 where it leaves.
    pub turn: i8,
    pub point: DVec3,
}

/// A directed segment in a facet; the inside of the other border is on its left.
#[derive(Clone, Copy, Debug)]
pub(in crate::measure) struct Segment {
    pub slot: u32,
    pub ends: [DVec3; 2],
}

/// What the crossings say of one border.
#[derive(Default)]
pub(in crate::measure) struct Found {
    pub events: Vec<Event>,
    pub segments: Vec<Segment>,
}

impl Found {
    /// Facet by facet, along the edges. The order along an edge is the same from both of its facets, the
    /// other way round.
    pub fn sort(&mut self) {
        let edge = |e: &Event| (e.slot, e.edge);
        self.events.sort_unstable_by(|a, b| {
            let by_edge = edge(a).cmp(&edge(b));
            by_edge.then_with(|| a.at.compare(a.point, &b.at, b.point))
        });
        self.segments.sort_by_key(|s| s.slot);
    }
}

/// What the crossings of both borders are.
#[derive(Default)]
pub(in crate::measure) struct Crossings {
    pub of: [Found; 2],
    /// Facets in one plane that face each other, where the step moves each into the other border.
    pub pressed: Vec<[u32; 2]>,
}

/// Two loaded facets.
struct Pair<'a> {
    slots: [usize; 2],
    corners: [[&'a Site; 3]; 2],
    forms: [&'a Form; 2],
    dimension: usize,
    steps: Steps,
}

type Sides = [Side; 3];

impl<'a> Pair<'a> {
    fn facet(&self, which: usize) -> &[&'a Site] {
        &self.corners[which][..self.dimension]
    }
    /// The sides of the other facet on which the corners of one are; `None` where that has no area.
    fn sides(&self, which: usize) -> Option<Sides> {
        let other = 1 - which;
        let form = self.forms[other];
        if form.tilt == Ordering::Equal {
            return None;
        }
        let moves = if which == 0 { Moves::Against } else { Moves::Along };
        let of = |k: usize| form.side(self.facet(other), self.corners[which][k], moves);
        let (first, second) = (of(0), of(1));
        Some([first, second, if self.dimension == 2 { second } else { of(2) }])
    }
    fn edge(&self, which: usize, k: usize) -> [&'a Site; 2] {
        let c = &self.corners[which];
        [c[k], c[(k + 1) % self.dimension]]
    }
    /// Whether both facets are in one plane, and the step moves each into the other border.
    fn is_pressed(&self, of_first: &Sides) -> bool {
        let is_inside = |s: &Side| s.sign == Ordering::Less;
        let level = of_first[..self.dimension].iter().all(|s| s.is_level);
        level && is_inside(&of_first[0]) && self.sides(1).is_some_and(|of_second| is_inside(&of_second[0]))
    }
}

fn on_one_side(sides: &Option<Sides>, dimension: usize) -> bool {
    match sides {
        Some(sides) => (1..dimension).all(|k| sides[k].sign == sides[0].sign),
        None => false,
    }
}

impl Crossings {
    /// Adds how facet `slots[0]` of the first border and `slots[1]` of the second cross.
    pub fn add<V: ShapeSpace>(
        &mut self,
        bodies: [&Body<'_, V>; 2],
        slots: [usize; 2],
        steps: Steps,
        view: &View,
    ) {
        let pair = Pair {
            slots,
            corners: [bodies[0].corners_of(slots[0]), bodies[1].corners_of(slots[1])],
            forms: [&bodies[0].facets[slots[0]].form, &bodies[1].facets[slots[1]].form],
            dimension: V::DIM,
            steps,
        };
        let of_first = pair.sides(0);
        if on_one_side(&of_first, V::DIM) {
            if of_first.is_some_and(|sides| pair.is_pressed(&sides)) {
                self.pressed.push(slots.map(|s| s as u32));
            }
            return;
        }
        let of_second = pair.sides(1);
        if on_one_side(&of_second, V::DIM) {
            return;
        }
        match V::DIM {
            2 => self.cross_segments(&pair, [of_first, of_second], view),
            _ => self.cross_triangles(&pair, [of_first, of_second], view),
        }
    }
    fn cross_segments(&mut self, pair: &Pair<'_>, sides: [Option<Sides>; 2], view: &View) {
        let [Some(of_first), Some(of_second)] = sides else {
            return;
        };
        for (which, sides) in [(0, of_first), (1, of_second)] {
            self.event(pair, which, 0, &sides, view);
        }
    }
    fn cross_triangles(&mut self, pair: &Pair<'_>, sides: [Option<Sides>; 2], view: &View) {
        let mut passes = Passes::default();
        // The ends of the common segment, directed for the first triangle.
        let mut ends = [None; 2];
        for (which, sides) in sides.iter().enumerate() {
            let Some(sides) = sides else { continue };
            for k in 0..3 {
                if sides[k].sign == sides[(k + 1) % 3].sign || !passes.is_through(pair, which, k) {
                    continue;
                }
                let event = self.event(pair, which, k, sides, view);
                // Where an edge of the first triangle leaves the second border, the segment enters the first
                // triangle; where an edge of the second enters the first border, the segment enters the
                // second triangle.
                let is_start = if which == 0 {
                    event.turn < 0
                } else {
                    event.turn > 0
                };
                ends[usize::from(!is_start)] = Some(event.point);
            }
        }
        let has_area = pair.forms.iter().all(|form| form.tilt != Ordering::Equal);
        if let ([Some(start), Some(end)], true) = (ends, has_area) {
            let segment = |which: usize, ends| Segment {
                slot: pair.slots[which] as u32,
                ends,
            };
            self.of[0].segments.push(segment(0, [start, end]));
            self.of[1].segments.push(segment(1, [end, start]));
        }
    }
    /// Adds that an edge passes through the other facet.
    fn event(&mut self, pair: &Pair<'_>, which: usize, k: usize, sides: &Sides, view: &View) -> Event {
        let (at, point) = view.crossing(pair.edge(which, k), pair.facet(1 - which));
        let event = Event {
            slot: pair.slots[which] as u32,
            edge: k as u8,
            at,
            turn: if sides[k].sign == Ordering::Greater { 1 } else { -1 },
            point,
        };
        self.of[which].events.push(event);
        event
    }
}

/// How the edges of two triangles pass each other, each pair decided once.
#[derive(Default)]
struct Passes([[Option<Ordering>; 3]; 3]);

impl Passes {
    fn of(&mut self, pair: &Pair<'_>, i: usize, j: usize) -> Ordering {
        *self.0[i][j].get_or_insert_with(|| passing(pair.edge(0, i), pair.edge(1, j), pair.steps))
    }
    /// Whether the line of edge `k` of one triangle goes through the other.
    fn is_through(&mut self, pair: &Pair<'_>, which: usize, k: usize) -> bool {
        let mut of = |other: usize| match which {
            0 => self.of(pair, k, other),
            _ => self.of(pair, other, k),
        };
        let first = of(0);
        first != Ordering::Equal && of(1) == first && of(2) == first
    }
}
