//! How near a robot comes to itself and to obstacles, in one configuration.
//!
//! Pairs are asked about in the order of lower bounds, which balls give, until a bound is no less than the
//! least distance found: the branch and bound of Quinlan, "Efficient distance computation between non-convex
//! objects" (1994), over links instead of triangles. Obstacles are searched through their tree, for the link
//! first that may be nearest.

use clearance::glam::DVec3;
use clearance::pair::{Clearance, clearance};

use crate::bracket::Bounds;
use crate::obstacles::Obstacles;
use crate::pair::LinkPair;
use crate::posture::Posture;

/// The nearest pair, and how near it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The pair.
    pub pair: LinkPair,
    /// From the link (A) to the other one (B). Where the pair overlaps the distance is negative; another pair
    /// may then overlap more deeply.
    pub clearance: Clearance<DVec3>,
}

/// Two pieces, or a piece and an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pair {
    Pieces(u32, u32),
    Obstacle(u32, u32),
}

/// The least distance found so far.
struct Search<'a, 'r> {
    posture: &'a Posture<'r>,
    obstacles: &'a Obstacles,
    least: f64,
    pair: Option<Pair>,
}

impl Posture<'_> {
    /// The pair whose distance is least, with its clearance; `None` if there is nothing to ask about.
    ///
    /// Each is as accurate as [`clearance`](clearance::clearance()). Where something meets, it is one of the
    /// pairs that do.
    pub fn nearest(&self, obstacles: &Obstacles) -> Option<Nearest> {
        let (_, pair) = self.nearest_pair(obstacles);
        self.clearance_of(obstacles, pair?)
    }
    /// The least distance of a pair: 0 where something meets, infinity if there is nothing to ask about.
    ///
    /// As accurate as [`distance`](clearance::pair::distance).
    pub fn distance(&self, obstacles: &Obstacles) -> f64 {
        self.nearest_pair(obstacles).0
    }
    pub(super) fn nearest_pair(&self, obstacles: &Obstacles) -> (f64, Option<Pair>) {
        let mut search = Search {
            posture: self,
            obstacles,
            least: f64::INFINITY,
            pair: None,
        };
        search.among_pieces();
        search.among_obstacles();
        (search.least, search.pair)
    }
    /// Bounds of the distance of one pair: its distance twice, unless others are enough for the caller.
    pub(super) fn distance_of(
        &self,
        obstacles: &Obstacles,
        pair: Pair,
        is_enough: impl Fn(Bounds) -> bool,
    ) -> Bounds {
        match pair {
            Pair::Pieces(a, b) => self.placed(a).distance_between(&self.placed(b), is_enough),
            Pair::Obstacle(a, b) => self.placed(a).distance_between(&obstacles.placed(b), is_enough),
        }
    }
    pub(super) fn clearance_of(&self, obstacles: &Obstacles, pair: Pair) -> Option<Nearest> {
        let (found, links) = match pair {
            Pair::Pieces(a, b) => (
                clearance(self.placed(a).exact(), self.placed(b).exact()),
                self.pair_of_links(a, b),
            ),
            Pair::Obstacle(a, b) => (
                clearance(self.placed(a).exact(), obstacles.placed(b).exact()),
                self.pair_with_obstacle(a, b),
            ),
        };
        // A link has an end, so that its overlap with anything has a depth.
        found.ok().map(|clearance| Nearest {
            pair: links,
            clearance,
        })
    }
}

impl Search<'_, '_> {
    fn among_pieces(&mut self) {
        let balls = &self.posture.balls;
        let pairs = self.posture.robot.pairs.iter();
        let mut bounds: Vec<_> = pairs
            .map(|&[a, b]| (balls[a as usize].gap(&balls[b as usize]), a, b))
            .collect();
        bounds.sort_by(|x, y| x.0.total_cmp(&y.0));
        for (bound, a, b) in bounds {
            if bound >= self.least {
                return;
            }
            self.look_at(Pair::Pieces(a, b));
        }
    }
    fn among_obstacles(&mut self) {
        let tree = &self.obstacles.tree;
        let bound = |ball: &super::ball::Ball| {
            tree.nearest(
                |aabb| ball.gap_to(aabb),
                |i, best| best.min(ball.gap_to(&self.obstacles.boxes[i as usize])),
            )
        };
        let balls = &self.posture.balls;
        let mut bounds: Vec<_> = balls.iter().map(bound).zip(0..).collect();
        bounds.sort_by(|x, y| x.0.total_cmp(&y.0));
        for (bound, piece) in bounds {
            if bound >= self.least {
                return;
            }
            let ball = &balls[piece as usize];
            let before = self.least;
            // What is no nearer than another piece is need not be looked at.
            let useful = |gap: f64| if gap < before { gap } else { f64::INFINITY };
            tree.nearest(
                |aabb| useful(ball.gap_to(aabb)),
                |obstacle, best| {
                    self.look_at(Pair::Obstacle(piece, obstacle));
                    best.min(self.least)
                },
            );
        }
    }
    fn look_at(&mut self, pair: Pair) {
        if self.least == 0.0 {
            return;
        }
        let least = self.least;
        let asked = self
            .posture
            .distance_of(self.obstacles, pair, |bounds| bounds.least >= least);
        // A bound that was enough is no less than the least distance.
        if asked.most < least {
            (self.least, self.pair) = (asked.most, Some(pair));
        }
    }
}
