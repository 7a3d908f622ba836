//! A polyhedron that moves and one that does not: when they first meet, and how near they come.
//!
//! While they are apart, the body moves as far as their distance lets it. Where they are near each other the
//! time is looked at window by window: in each, the pairs of facets that may come near each other are found
//! by their boxes, and asked one by one (`facet_pair.rs`).

use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};
use core::ops::ControlFlow::{self, Break, Continue};

use glam::DVec3;

use super::body::{Body, corners_of};
use super::facet_pair::{FacetPair, Nearest, Slack, Time};
use super::screw::Screw;
use super::steady::Steady;
use crate::assembly::{Tolerance, is_clash};
use crate::math::{Place, Pose};
use crate::pair::distance;
use crate::shape::{Border, PartBoxes, Placed};

/// In a window a body moves by this part of its size, or less where too many pairs of facets are near.
pub(super) const WINDOW: f64 = 1.0 / 32.0;
/// So many pairs are never too many.
const MOST_PAIRS: usize = 1 << 15;
/// Nor are so many for each facet: bodies in contact have some for each, however short the window.
const MOST_OF_FACET: usize = 16;
/// A meeting is told within this part of the size of both.
const RESOLUTION: f64 = 1.0 / (1u64 << 40) as f64;
/// The least clearance is known within this part of the size of the two bodies, or a thousandth of itself.
const WITHIN: f64 = 1e-9;
/// The distance is looked at in so many times first.
const SAMPLES: u32 = 16;
/// At so many times of a window surfaces are asked whether they interfere.
const ASKED: u32 = 4;
/// Halvings of the time between two of these, to find when they begin to.
const BISECTIONS: u32 = 24;
/// So many times are looked at for one pair of parts in one move.
const BUDGET: u32 = 1 << 24;

/// A first meeting of two bodies, at the time at which it was found.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub time: f64,
    /// In the world.
    pub point: DVec3,
    /// From the moving body to the other.
    pub normal: DVec3,
    /// Whether the search came to its end; else they are surely apart before, and may not meet at all.
    pub is_resolved: bool,
}

/// A moving body and another one.
pub(super) struct TwoSolids<'a> {
    moving: &'a Body<'a>,
    other: &'a Body<'a>,
    screw: &'a Screw,
    tolerance: Tolerance,
    /// Whether they touch when the move begins: what slides on then is no meeting.
    is_touching: bool,
    /// The greatest speed of the moving body.
    speed: f64,
    /// How far from each other facets may be whose surfaces meet.
    bulge: f64,
    is_told: Cell<bool>,
    /// Which faces cannot come into each other; known when it is first asked for.
    steady: OnceCell<Steady>,
}

/// Facets that may be near each other during a time.
struct Window {
    time: Time,
    /// The facet of the moving body, and that of the other.
    pairs: Vec<[u32; 2]>,
}

/// When parts that clash at the end of a time begin to, by bisection; they do not yet at the time that is
/// returned.
pub(super) fn first_clash([mut apart, mut clash]: Time, is_clash: &dyn Fn(f64) -> bool) -> f64 {
    for _ in 0..BISECTIONS {
        let middle = 0.5 * (apart + clash);
        match is_clash(middle) {
            true => clash = middle,
            false => apart = middle,
        }
    }
    apart
}

impl<'a> TwoSolids<'a> {
    pub fn new(
        [moving, other]: [&'a Body<'a>; 2],
        screw: &'a Screw,
        tolerance: Tolerance,
        is_touching: bool,
    ) -> Self {
        Self {
            speed: screw.greatest_speed(corners_of(&moving.bounds)),
            bulge: moving.part.bulge() + other.part.bulge(),
            is_told: Cell::new(true),
            steady: OnceCell::new(),
            moving,
            other,
            screw,
            tolerance,
            is_touching,
        }
    }
    fn size(&self) -> f64 {
        self.moving.size().max(self.other.size())
    }
    fn rounding(&self) -> f64 {
        self.moving.rounding + self.other.rounding
    }
    /// All poses on the way are in range, which was checked before.
    fn pose_at(&self, time: f64) -> Pose<DVec3> {
        let start = self.moving.part.pose;
        self.screw.pose(&start, time).unwrap_or(start)
    }
    /// Their distance at a time, less what rounding may make of it.
    fn distance_at(&self, time: f64) -> f64 {
        let pose = self.pose_at(time);
        let [p, q] = [
            Placed::new(&self.moving.shape, &pose),
            Placed::new(&self.other.shape, &self.other.part.pose),
        ];
        (distance(p, q) - self.rounding()).max(0.0)
    }
    fn slack(&self, [f, g]: [usize; 2]) -> Slack {
        let ([mine, beside_mine], [others, beside_others]) = (self.moving.off(f), self.other.off(g));
        Slack {
            across: [mine, others],
            along: [beside_mine, beside_others],
            given: match self.tolerance {
                Tolerance::Length(length) => Some(length),
                Tolerance::Auto => None,
            },
            rounding: self.rounding(),
            may_touch: self.is_touching,
        }
    }
    fn pair(&self, facets: [u32; 2]) -> FacetPair {
        let [f, g] = facets.map(|facet| facet as usize);
        FacetPair {
            moving: self.moving.corners(f),
            other: self.other.corners(g),
            slack: self.slack([f, g]),
        }
    }
    /// How many pairs of facets a window may have, unless it cannot be shorter.
    fn most_pairs(&self, is_shortest: bool) -> usize {
        let facets = self.moving.balls.len() + self.other.balls.len();
        match is_shortest {
            true => usize::MAX,
            false => MOST_PAIRS.max(MOST_OF_FACET * facets),
        }
    }
    /// Whether facets are of faces that cannot come into each other. A tolerance that is given counts for
    /// facets, not for faces.
    fn keeps_apart(&self, [f, g]: [usize; 2]) -> bool {
        let bodies = [self.moving, self.other];
        let steady = || Steady::new(bodies, self.screw, self.is_touching);
        self.tolerance == Tolerance::Auto
            && self.steady.get_or_init(steady).keeps_apart([
                self.moving.faces.face_of(f as u32),
                self.other.faces.face_of(g as u32),
            ])
    }
    /// The pairs of facets that `counts` and that come within `margin` of each other during a time; `None`
    /// where there are too many.
    fn window(
        &self,
        time: Time,
        margin: f64,
        most: usize,
        counts: &dyn Fn([usize; 2]) -> bool,
    ) -> Option<Window> {
        let [start, end] = time;
        let pose = self.pose_at(0.5 * (start + end));
        let moment = self.screw.at(0.5 * (start + end));
        let margin = margin + 0.5 * (end - start) * self.speed + self.rounding();
        let boxes = [self.moving.mesh.facet_boxes(), self.other.mesh.facet_boxes()];
        let places = [Place::world(&pose), Place::world(&self.other.part.pose)];
        let mut pairs = Vec::new();
        let flow = PartBoxes::meeting_pairs(boxes, [&places[0], &places[1]], margin, &mut |f, g| {
            let ((p, r), (q, s)) = (self.moving.balls[f], self.other.balls[g]);
            let reach = margin + r + s;
            if (moment.point(p) - q).length_squared() > reach * reach || !counts([f, g]) {
                return Continue(());
            }
            pairs.push([f as u32, g as u32]);
            match pairs.len() < most {
                true => Continue(()),
                false => Break(()),
            }
        });
        flow.is_continue().then_some(Window { time, pairs })
    }
    /// Calls `look` with windows, in their order, until it breaks, and passes over times at which they and
    /// their surfaces are surely apart.
    fn for_each_window(&self, look: &mut dyn FnMut(Window) -> ControlFlow<()>) {
        let speed = self.speed;
        let longest = match speed > 0.0 {
            true => self.moving.size() * WINDOW / speed,
            false => 1.0,
        };
        let counts = |facets: [usize; 2]| !self.keeps_apart(facets);
        let (mut length, mut start) = (longest, 0.0);
        while start < 1.0 {
            let free = (self.distance_at(start) - self.bulge) / speed;
            if free > length {
                start += free;
                continue;
            }
            let end = (start + length).min(1.0);
            let most = self.most_pairs(length <= f64::EPSILON);
            let Some(window) = self.window([start, end], self.bulge, most, &counts) else {
                length *= 0.5;
                continue;
            };
            let has_room = window.pairs.len() < most / 4;
            if look(window).is_break() {
                return;
            }
            if has_room {
                length = (2.0 * length).min(longest);
            }
            start = end;
        }
    }
    /// When they first meet.
    pub fn meeting(&self) -> Option<Meeting> {
        let (mut found, mut budget) = (None, BUDGET);
        let resolution = self.size() * RESOLUTION / self.speed.max(f64::MIN_POSITIVE);
        let resolution = resolution.max(f64::EPSILON);
        self.for_each_window(&mut |window| {
            let [start, mut end] = window.time;
            for &facets in &window.pairs {
                let pair = self.pair(facets);
                let Some(time) = pair.meeting(self.screw, [start, end], resolution, &mut budget) else {
                    continue;
                };
                if found.is_none() || time < end {
                    found = Some((time, pair));
                    end = time;
                }
            }
            if found.is_none() {
                found = self.clash_of_surfaces(&window);
            }
            match found {
                Some(_) => Break(()),
                None => Continue(()),
            }
        });
        found.map(|(time, pair)| self.described(time, &pair, budget > 0))
    }
    /// Where facets are as near each other as they may be off, the surfaces that they stand for may
    /// interfere: a pin that is too thick for its hole by less than that. They are asked at some times of a
    /// window; when they begin to is found by bisection.
    fn clash_of_surfaces(&self, window: &Window) -> Option<(f64, FacetPair)> {
        let [start, end] = window.time;
        let mut apart = start;
        for k in 1..=ASKED {
            let time = start + (end - start) * f64::from(k) / f64::from(ASKED);
            let may_overlap = |pair: &FacetPair| pair.may_overlap(self.screw, time);
            if let Some(pair) = window
                .pairs
                .iter()
                .map(|&facets| self.pair(facets))
                .find(may_overlap)
                && self.is_clash(time)
            {
                return Some((first_clash([apart, time], &|time| self.is_clash(time)), pair));
            }
            apart = time;
        }
        None
    }
    /// Whether the parts interfere at a time, as an assembly tells it; what it does not tell is noted.
    fn is_clash(&self, time: f64) -> bool {
        let (moving, other) = (self.moving.part, self.other.part);
        let found = is_clash(
            (&moving.solid, &self.pose_at(time)),
            (&other.solid, &other.pose),
            self.tolerance,
        );
        if found.is_none() {
            self.is_told.set(false);
        }
        found.unwrap_or(false)
    }
    /// Whether all that was asked of the surfaces was told.
    pub fn is_told(&self) -> bool {
        self.is_told.get()
    }
    fn described(&self, time: f64, pair: &FacetPair, is_resolved: bool) -> Meeting {
        let (p, q, normal) = pair.witness(self.screw, time);
        Meeting {
            time,
            point: 0.5 * (p + q),
            normal,
            is_resolved,
        }
    }
    /// How near they come, if that is nearer than `best`; when; and by how much less it may be.
    ///
    /// Pieces of the time are halved until the bodies move little in them beside what they are apart, or
    /// beside their size; then the facets are asked.
    pub fn approach(&self, best: f64) -> Option<(f64, f64, f64)> {
        let (speed, within) = (self.speed, self.size() * WITHIN);
        let mut nearest = Nearest {
            distance: best,
            time: None,
            within,
            shortest: within / speed.max(f64::MIN_POSITIVE),
            budget: BUDGET,
        };
        for i in 0..=SAMPLES {
            let time = f64::from(i) / f64::from(SAMPLES);
            nearest.note(self.distance_at(time), time);
        }
        let mut open = alloc::vec![[0.0, 1.0]];
        while let Some([start, end]) = open.pop() {
            let (middle, moved) = (0.5 * (start + end), 0.5 * (end - start) * speed);
            let here = self.distance_at(middle);
            nearest.note(here, middle);
            if nearest.is_enough(here - moved) || end - start <= nearest.shortest {
                continue;
            }
            nearest.budget = nearest.budget.saturating_sub(1);
            let small = (nearest.distance / 32.0).max(self.moving.size() * WINDOW);
            let is_short = end - start <= nearest.shortest * 2.0;
            let most = self.most_pairs(is_short);
            let window = || self.window([start, end], nearest.distance, most, &|_| true);
            let window = (moved <= small).then(window);
            match window.flatten() {
                Some(window) => window
                    .pairs
                    .iter()
                    .for_each(|&facets| self.pair(facets).approach(self.screw, window.time, &mut nearest)),
                None => open.extend([[middle, end], [start, middle]]),
            }
        }
        let time = nearest.time?;
        let within = match nearest.budget > 0 {
            true => nearest.uncertainty().min(nearest.distance),
            false => nearest.distance,
        };
        Some((nearest.distance, time, within))
    }
}
