//! The search for the first contact: parts of the way, the earlier half first.

use std::ops::ControlFlow;

use super::settings::{PathContact, PathOutcome, PathReport, PathSettings};
use super::way::{Candidate, Way};
use crate::bracket::Bounds;
use crate::error::RobotError;
use crate::model::Robot;
use crate::nearest::Pair;
use crate::obstacles::Obstacles;

/// What the lengths of [`PathSettings`] are by default, in parts of the size.
const TOLERANCE: f64 = 1.0 / (1_u64 << 20) as f64;
const ACCURACY: f64 = 1.0 / (1_u64 << 9) as f64;
/// How far bounds of a distance may be apart, in parts of what it is compared with, to be taken for it.
const CLOSE: f64 = 0.25;
/// How often the largest error goes into the least tolerance.
const ERRORS: f64 = 4.0;

/// A search on one way.
struct Search<'a, 'r> {
    way: Way<'a, 'r>,
    tolerance: f64,
    accuracy: f64,
    steps: usize,
    most_steps: usize,
    /// Bounds of the least clearance, and where the upper one is attained.
    lower: f64,
    upper: f64,
    nearest: Option<(f64, Pair)>,
    /// The earliest time at which a pair is known to meet. What is later need not be looked at.
    met: Option<(f64, Pair)>,
}

/// What is left to be known of a pair in a part of the way.
enum Left {
    Nothing,
    Undecided,
    /// It is at this distance, and cannot be told from one that meets.
    Contact(f64),
}

/// Why a search ends early.
enum End {
    Contact {
        pair: Pair,
        part: [f64; 2],
        distance: f64,
    },
    Steps {
        free_until: f64,
    },
    Wrong(RobotError),
}

impl Robot {
    /// Whether the straight line between two configurations is free: each joint goes from its value in `from`
    /// to that in `to`, all at the same pace. Angles of continuous joints are not wrapped.
    ///
    /// No contact is passed over, however short. What is proved is stated for the configurations between as
    /// real numbers, within the rounding of the distances, which is taken off. Typically some ten distances
    /// for each pair that comes near.
    ///
    /// Errors: as [`at`](Self::at), with the fields `from` and `to`; [`RobotError::Setting`].
    ///
    /// ```
    /// # use clearance::{Pose, d3::Shape, glam::DVec3};
    /// # use clearance_robot::{Joint, JointKind, Link, LinkShape};
    /// use clearance_robot::{Obstacles, PathOutcome, PathSettings, Robot};
    /// # let blade = LinkShape { shape: Shape::cuboid(DVec3::new(1.0, 0.001, 0.5))?, pose: Pose::IDENTITY };
    /// # let links = vec![Link { name: "base".into(), shapes: vec![] }, Link { name: "blade".into(), shapes: vec![blade] }];
    /// # let joint = Joint { name: "spin".into(), kind: JointKind::Continuous, parent: "base".into(), child: "blade".into(),
    /// #     origin: Pose::IDENTITY, axis: DVec3::Z, limits: [f64::NEG_INFINITY, f64::INFINITY], mimic: None };
    /// # let robot = Robot::new("fan", links, vec![joint])?; // a blade along x that turns about z
    /// let wire = Obstacles::new(vec![(Shape::sphere(0.001)?, Pose::at(DVec3::new(0.0, 0.9, 0.0))?)]);
    /// let turn = robot.path(&[0.0], &[3.0], &wire, &PathSettings::default())?;
    /// let PathOutcome::Contact(contact) = turn.outcome else { panic!() };
    /// assert!((contact.time * 3.0 - std::f64::consts::FRAC_PI_2).abs() < 0.01); // a quarter turn
    /// let back = robot.path(&[0.0], &[1.5], &wire, &PathSettings::default())?;
    /// assert!(matches!(back.outcome, PathOutcome::Free { clearance: [least, _], .. } if least > 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(
        &self,
        from: &[f64],
        to: &[f64],
        obstacles: &Obstacles,
        settings: &PathSettings,
    ) -> Result<PathReport, RobotError> {
        self.check("from", from)?;
        self.check("to", to)?;
        let mut search = Search::new(self, [from, to], obstacles, settings)?;
        let end = search.run();
        let outcome = match end {
            ControlFlow::Continue(()) => search.free(),
            ControlFlow::Break(End::Contact { pair, part, distance }) => {
                search.contact(pair, part, distance)?
            }
            ControlFlow::Break(End::Steps { free_until }) => PathOutcome::Undecided { free_until },
            ControlFlow::Break(End::Wrong(error)) => return Err(error),
        };
        Ok(PathReport {
            outcome,
            steps: search.steps,
        })
    }
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(
        robot: &'r Robot,
        [from, to]: [&'a [f64]; 2],
        obstacles: &'a Obstacles,
        settings: &PathSettings,
    ) -> Result<Self, RobotError> {
        let way = Way::new(robot, [from, to], obstacles)?;
        let size = way.size();
        let length = |field, given: Option<f64>, part: f64| match given {
            Some(length) if length < 0.0 || length.is_nan() => Err(RobotError::Setting { field }),
            Some(length) => Ok(length),
            None => Ok(part * size),
        };
        Ok(Self {
            tolerance: length("tolerance", settings.tolerance, TOLERANCE)?,
            accuracy: length("accuracy", settings.accuracy, ACCURACY)?,
            way,
            steps: 0,
            most_steps: settings.most_steps,
            lower: f64::INFINITY,
            upper: f64::INFINITY,
            nearest: None,
            met: None,
        })
    }
    /// The start, and then the way as a whole.
    fn run(&mut self) -> ControlFlow<End> {
        self.steps += 1;
        let (distance, pair) = self.way.posture.nearest_pair(self.way.obstacles);
        let Some(pair) = pair else {
            return ControlFlow::Continue(());
        };
        self.upper = distance;
        self.nearest = Some((0.0, pair));
        self.lower = distance;
        if distance == 0.0 {
            let part = [0.0, 0.0];
            return ControlFlow::Break(End::Contact { pair, part, distance });
        }
        self.step_to([0.0, 1.0])?;
        let size = 2.0 * self.way.whole_reach() + self.way.obstacles.size();
        self.tolerance = self.tolerance.max(ERRORS * self.way.error(size));
        self.accuracy = self.accuracy.max(2.0 * self.tolerance);
        let candidates = self.way.candidates(self.upper + self.tolerance);
        self.look_at([0.0, 1.0], &candidates)
    }
    /// Puts the robot in the middle of a part of the way, and computes how far its links can move in it.
    fn step_to(&mut self, [start, end]: [f64; 2]) -> ControlFlow<End> {
        if self.steps >= self.most_steps {
            return ControlFlow::Break(End::Steps { free_until: start });
        }
        self.steps += 1;
        match self.way.step_to([start, end]) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(End::Wrong(error)),
        }
    }
    /// Looks at a part of the way; the robot is in its middle.
    fn look_at(&mut self, part: [f64; 2], candidates: &[Candidate]) -> ControlFlow<End> {
        let [start, end] = part;
        let middle = start + 0.5 * (end - start);
        let mut left = Vec::new();
        let mut first: Option<(Candidate, f64)> = None;
        for candidate in candidates {
            match self.left(candidate, middle) {
                Left::Nothing => continue,
                Left::Contact(distance) => {
                    first.get_or_insert((*candidate, distance));
                }
                Left::Undecided => {}
            }
            left.push(*candidate);
        }
        if let Some((candidate, distance)) = first {
            return self.ended(part, &left, candidate, distance);
        }
        if left.is_empty() {
            return ControlFlow::Continue(());
        }
        self.halves([start, middle, end], &left)
    }
    /// What is left to be known of a pair in the part of the way with this middle.
    fn left(&mut self, candidate: &Candidate, middle: f64) -> Left {
        let approach = self.way.approach(candidate);
        if self.lets_go(self.way.gap(candidate.pair) - approach) {
            return Left::Nothing;
        }
        // Where nothing moves further than the tolerance the part is not halved any more.
        let is_short = approach <= self.tolerance;
        let (upper, accuracy) = (self.upper, self.accuracy);
        let is_enough = |bounds: Bounds| {
            let lets_go = bounds.least > approach && bounds.least - approach >= upper - accuracy;
            let is_close = bounds.most - bounds.least <= CLOSE * accuracy.min(approach);
            lets_go || !is_short && (bounds.most <= approach || is_close)
        };
        let Bounds { least, most } =
            self.way
                .posture
                .distance_of(self.way.obstacles, candidate.pair, is_enough);
        if most < self.upper {
            (self.upper, self.nearest) = (most, Some((middle, candidate.pair)));
        }
        if self.lets_go(least - approach) {
            return Left::Nothing;
        }
        if most == 0.0 && self.met.is_none_or(|(time, _)| middle < time) {
            self.met = Some((middle, candidate.pair));
        }
        match is_short && least <= approach {
            true => Left::Contact(most),
            false => Left::Undecided,
        }
    }
    /// Whether a pair whose clearance in the part of the way is at least this need not be looked at further.
    fn lets_go(&mut self, least: f64) -> bool {
        let is_free = least > 0.0 && least >= self.upper - self.accuracy;
        if is_free {
            self.lower = self.lower.min(least);
        }
        is_free
    }
    fn halves(&mut self, [start, middle, end]: [f64; 3], left: &[Candidate]) -> ControlFlow<End> {
        // Where the middle is one of the ends, numbers have no room for more halves.
        let is_short = !(start < middle && middle < end);
        if is_short {
            return ControlFlow::Break(End::Steps { free_until: start });
        }
        for part in [[start, middle], [middle, end]] {
            if self.met.is_some_and(|(time, _)| time <= part[0]) {
                continue;
            }
            self.step_to(part)?;
            self.look_at(part, left)?;
        }
        ControlFlow::Continue(())
    }
    /// The contact in a part of the way that is not halved any more. A pair that is known to meet at its end
    /// comes first.
    fn ended(
        &mut self,
        part: [f64; 2],
        left: &[Candidate],
        candidate: Candidate,
        distance: f64,
    ) -> ControlFlow<End> {
        let [start, end] = part;
        let is_here =
            |(time, pair): &(f64, Pair)| *time <= end && left.iter().any(|candidate| candidate.pair == *pair);
        let (time, pair, distance) = match self.met.filter(is_here) {
            Some((time, pair)) => (time, pair, 0.0),
            None => (start + 0.5 * (end - start), candidate.pair, distance),
        };
        let part = [start, time];
        ControlFlow::Break(End::Contact { pair, part, distance })
    }
    fn free(&self) -> PathOutcome {
        let links = |(time, pair): (f64, Pair)| {
            let pair = match pair {
                Pair::Pieces(a, b) => self.way.posture.pair_of_links(a, b),
                Pair::Obstacle(a, b) => self.way.posture.pair_with_obstacle(a, b),
            };
            (time, pair)
        };
        PathOutcome::Free {
            clearance: [self.lower.min(self.upper), self.upper],
            nearest: self.nearest.map(links),
        }
    }
    fn contact(
        &mut self,
        pair: Pair,
        [free_until, time]: [f64; 2],
        distance: f64,
    ) -> Result<PathOutcome, RobotError> {
        self.way.at(free_until)?;
        let Some(found) = self.way.posture.clearance_of(self.way.obstacles, pair) else {
            return Ok(PathOutcome::Undecided { free_until });
        };
        Ok(PathOutcome::Contact(PathContact {
            pair: found.pair,
            free_until,
            time,
            distance,
            point: found.clearance.point_a.midpoint(found.clearance.point_b),
            normal: found.clearance.normal,
        }))
    }
}
